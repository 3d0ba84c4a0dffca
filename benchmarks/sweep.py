"""Every robot of example-robot-data against Pinocchio, compiled: `python benchmarks/sweep.py`.

Writes benchmarks/results/sweep.json: machine, versions, commit, and for each robot, with a fixed
and with a floating base, the error of every algorithm. Exits with 1 if one is beyond its bound and
not named in tests/robots/exceptions.py. The comparison itself is tests/robots/sweep.py.
`python benchmarks/sweep.py FOLDER` reads the files of a folder instead: see strangers.py.
"""

import argparse
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

import numpy as np  # noqa: E402
import pinocchio as pin  # noqa: E402
import strangers  # noqa: E402
from robots import pair, sweep  # noqa: E402
from robots.exceptions import BEYOND_THE_BOUND  # noqa: E402

import kinetree as kt  # noqa: E402

PACKAGES = ("numpy", "llvmlite", "pin", "example-robot-data")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="of other files: see strangers.py")
    parser.add_argument("--robots", default="", help="only names that contain this")
    parser.add_argument("--output", type=Path, default=ROOT / "benchmarks/results/sweep.json")
    chosen = parser.parse_args()
    if chosen.folder:
        return strangers.main(chosen.folder)
    start = time.perf_counter()
    cases = {
        pair.case_name(*case): swept(*case) for case in sweep.CASES if chosen.robots in case[0]
    }
    if not cases:
        parser.error(f"no robot's name contains {chosen.robots!r}")
    worst = worst_of(cases)
    report = {
        **circumstances(),
        "samples": pair.SAMPLES,
        "seed": pair.SEED,
        "seconds": round(time.perf_counter() - start, 1),
        "bounds": {what: sweep.bound(what) for what in worst},
        "worst": worst,
        "exceptions": {f"{at}: {what}": why for (at, what), why in BEYOND_THE_BOUND.items()},
        "cases": cases,
    }
    chosen.output.parent.mkdir(parents=True, exist_ok=True)
    chosen.output.write_text(as_text(report))
    for what, (error, case) in worst.items():
        print(f"{what:64} {error:8.1e}  {case}")
    beyond = [f"{at}: {what}" for at, what in unnamed(cases)]
    print(f"{len(cases)} cases in {report['seconds']} s; beyond the bound and not named: {beyond}")
    return 1 if beyond else 0


def swept(name: str, floating_base: bool) -> dict[str, Any]:
    """The errors of one case, and what is worth knowing about it."""
    start = time.perf_counter()
    robot = pair.load_robot(name, floating_base)
    errors = sweep.errors(robot, sweep.compiled)
    kernels = {x for x in robot.model.call_table.values() if isinstance(x, kt.Kernel)}
    theirs = [
        robot.each_with_data(function, *operands)
        for function, *operands in (
            (pin.crba, robot.q),
            (pin.nle, robot.q, robot.v),
            (pin.aba, robot.q, robot.v, robot.tau),
        )
    ]
    print(robot.name, flush=True)
    return {
        "nq": robot.model.nq,
        "nv": robot.model.nv,
        "njoints": robot.model.njoints,
        "nframes": robot.model.nframes,
        "kernels": len(kernels),
        "compile_seconds": round(sum(kernel.compile_seconds for kernel in kernels), 2),
        "seconds": round(time.perf_counter() - start, 2),
        "singular_joints": sorted(pair.singular_joints(robot)),
        "residual_of_pinocchios_aba": short(sweep.residual(robot, *theirs)),
        "errors": {what: short(error) for what, error in errors.items()},
    }


def short(error: float) -> float | str:
    """Two digits; what JSON has no number for as a word."""
    return float(f"{error:.1e}") if np.isfinite(error) else str(error)


def worst_of(cases: dict[str, Any]) -> dict[str, tuple[float, str]]:
    """For each algorithm the largest error, and whose it is."""
    found: dict[str, tuple[float, str]] = {}
    for at, case in cases.items():
        for what, error in case["errors"].items():
            found[what] = max(found.get(what, (0.0, "")), (float(error), at))
    return found


def unnamed(cases: dict[str, Any]) -> list[tuple[str, str]]:
    """The errors beyond their bounds that no exception names."""
    return [
        (at, what)
        for at, case in cases.items()
        for what, error in case["errors"].items()
        if not float(error) <= sweep.bound(what) and (at, what) not in BEYOND_THE_BOUND
    ]


def circumstances() -> dict[str, Any]:
    """Where, when and with what this was measured."""
    versions = {name: importlib.metadata.version(name) for name in PACKAGES}
    return {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "commit": git("rev-parse", "HEAD"),
        "uncommitted_changes": bool(git("status", "--porcelain", "--", "src", "tests/robots")),
        "machine": {
            "processor": processor(),
            "cores": os.cpu_count(),
            "system": platform.platform(),
        },
        "versions": {"kinetree": kt.__version__, "python": platform.python_version(), **versions},
    }


def git(*arguments: str) -> str:
    run = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return run.stdout.strip()


def processor() -> str:
    """The processor's name where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((x.split(":")[1].strip() for x in lines if x.startswith("model name")), "unknown")


def as_text(report: dict[str, Any]) -> str:
    """JSON with one line for each case."""
    rest = {key: value for key, value in report.items() if key != "cases"}
    head = json.dumps(rest, indent=1).removesuffix("\n}")
    rows = [f"  {json.dumps(at)}: {json.dumps(case)}" for at, case in report["cases"].items()]
    return head + ',\n "cases": {\n' + ",\n".join(rows) + "\n }\n}\n"


if __name__ == "__main__":
    sys.exit(main())
