"""What is imported when, and by whom: no circle, nothing from above, nothing before it is used."""

import importlib
import pickle
import runpy
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import kinetree as kt

ROOT = Path(__file__).parents[2]
IMPORTS = runpy.run_path(str(ROOT / "docs/make_imports.py"))


def modules_after(code: str) -> int:
    """How many modules of kinetree a process has imported after some lines."""
    count = "import sys; print(sum(name.startswith('kinetree.') for name in sys.modules))"
    command = [sys.executable, "-c", f"import kinetree as kt\n{code}\n{count}"]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def test_nothing_is_imported_before_it_is_used() -> None:
    assert modules_after("dir(kt), kt.__version__") == 0
    assert modules_after("kt.KinetreeError") <= 5
    assert modules_after("arm = kt.load('arm'); q = kt.neutral(arm); kt.rnea(arm, q, q, q)") <= 185


def test_a_public_module_can_be_imported_by_its_name() -> None:
    assert importlib.import_module("kinetree.simulation") is kt.simulation
    assert kt.rnea.__name__ == "rnea" and pickle.loads(pickle.dumps(kt.rnea)) is kt.rnea


def test_packages_import_from_lower_layers_only() -> None:
    """Within functions, too; but PyTorch's compiler traces an import statement only."""
    assert {*IMPORTS["upward"]()} <= {("functions", "backends")}
    rows, arrows = IMPORTS["drawn"]()
    assert {*rows[0]} == {"cli"} and ("compiler", "scalar") in arrows
    assert all(any(name in arrow for arrow in arrows) for row in rows for name in row)


def test_no_module_imports_itself_through_others() -> None:
    graph = IMPORTS["modules"]()
    assert "kinetree.scalar.expr" in graph["kinetree.scalar.array"] and len(graph) > 200
    TopologicalSorter(graph).prepare()  # raises an error for a circle
