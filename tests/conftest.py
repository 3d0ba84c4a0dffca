"""The suite keeps what it compiles in a directory of its own, for this run only.

`-m core` are the tests for while one works: all but those marked as sweeps; of those over random
trees and installed robots the ones that hold what the others do; of other cases one in four.
With KINETREE_PART=k/n every n-th test runs, chosen by its name: so CI has the others in turn.
"""

import gc
import os
import shutil
import tempfile
import zlib
from collections import defaultdict

import numpy as np
import pytest

SAMPLE = "solo_description/solo12"
FOURTH = 4
"""One of so many consecutive cases is core: which, the name of the test decides."""


def pytest_configure(config):
    from kinetree.compiler import compilation, llvm, workers

    gc.set_threshold(100_000, 50, 100)  # traces are millions of objects that live long
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # BLAS waits busily, beside other workers
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # programs of tests start in half the time
    if llvm.available() and "KINETREE_SHIMS" not in os.environ:
        from llvmlite.binding import set_option

        set_option("kinetree", "-regalloc=basic")  # in half the time; without shims LLVM's own
        workers.SHARE = 16  # each of pytest's workers has a core
        compilation.SCHEDULED_OPERATIONS = (0, 0)  # LLVM schedules none, as of long programs
    if not hasattr(config, "workerinput") and "KINETREE_CACHE_DIR" not in os.environ:
        config.kinetree_cache = os.environ["KINETREE_CACHE_DIR"] = tempfile.mkdtemp()


def pytest_unconfigure(config):
    if hasattr(config, "kinetree_cache"):
        shutil.rmtree(config.kinetree_cache, ignore_errors=True)


def pytest_collection_modifyitems(items):
    from trees import MIXED_TREES, TREES

    from kinetree.formats.installed import installed_robots

    left_out = (TREES.keys() | installed_robots().keys()) - {*MIXED_TREES, SAMPLE}
    cases = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    chosen = set()
    for name, same in cases.items():
        first = zlib.crc32(name.encode()) % min(len(same), FOURTH)
        chosen |= {x.nodeid for x in same[first::FOURTH]}
    for item in items:
        given = getattr(item, "callspec", None)
        names = {given.params.get(key) for key in ("name", "robot")} if given else set()
        held = item.nodeid not in chosen and not names & {*MIXED_TREES, SAMPLE}
        if not (held or item.get_closest_marker("sweep")) and left_out.isdisjoint(names):
            item.add_marker(pytest.mark.core)
    k, n = map(int, os.environ.get("KINETREE_PART", "0/1").split("/"))
    items[:] = [x for x in items if zlib.crc32(x.nodeid.encode()) % n == k % n]


@pytest.fixture(autouse=True)
def _same_numbers_in_any_order(request):
    """Each test draws from its module's generator anew."""
    if hasattr(request, "module") and hasattr(request.module, "RNG"):
        request.module.RNG = np.random.default_rng(0)
