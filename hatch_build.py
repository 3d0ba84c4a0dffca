"""A hook of Hatchling: writes the stubs of public modules when kinetree is built or installed."""

import runpy
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Stubs(BuildHookInterface):  # type: ignore[type-arg]
    """Runs docs/make_stubs.py, which imports kinetree, and so NumPy."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write them into the source, where git ignores them."""
        sys.path.insert(0, str(Path(self.root, "src")))
        runpy.run_path(str(Path(self.root, "docs/make_stubs.py")))["write"]()
