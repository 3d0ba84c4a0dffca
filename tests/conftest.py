"""The suite keeps what it compiles in a directory of its own, for this run only."""

import gc
import os
import shutil
import tempfile


def pytest_configure(config):
    gc.set_threshold(100_000, 50, 100)  # traces are millions of objects that live long
    if not hasattr(config, "workerinput") and "KINETREE_CACHE_DIR" not in os.environ:
        config.kinetree_cache = os.environ["KINETREE_CACHE_DIR"] = tempfile.mkdtemp()


def pytest_unconfigure(config):
    if hasattr(config, "kinetree_cache"):
        shutil.rmtree(config.kinetree_cache, ignore_errors=True)
