"""The speed record: `python benchmarks/run.py [robot ...]`.

For each robot of the benchmark set and each of rnea, aba, crba, in one benchmark
(`bench.py`): kinetree, Pinocchio, C that gcc made of the same algorithm (`gcc.py`), and
what the machine could do at best (`roofline.py`). Also import, load and first-result times, each in
processes of their own. Writes benchmarks/results/speed.json, from which tables.py makes the tables;
with robots named, it only prints.
"""

import dataclasses
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import bench
import casadi
import gcc
from roofline import calibrations, roofline

import kinetree as kt
from kinetree.formats.installed import installed_robots

RESULTS = Path(__file__).parent / "results"
ROBOTS = {  # label: (folder/stem in example-robot-data, floating base)
    "Panda": ("panda_description/panda", False),
    "UR5": ("ur_description/ur5_robot", False),
    "Kinova": ("kinova_description/kinova", False),
    "Solo12": ("solo_description/solo12", True),
    "ANYmal C": ("anymal_c_simple_description/anymal", True),
    "Talos": ("talos_data/talos_reduced", True),
    "Talos full": ("talos_data/talos_full_v2", True),
}
TALOS = "talos_data/talos_reduced"
RUNS = 9
Library = tuple[Path, float]


def libraries(models: dict[str, kt.Model], folder: Path) -> dict[str, dict[str, Library]]:
    """The C of every robot and algorithm, compiled before anything is timed."""
    texts = {(r, a): gcc.source(model, a) for r, model in models.items() for a in bench.ALGORITHMS}
    built = gcc.build(texts, folder)
    return {r: {a: built[r, a] for a in bench.ALGORITHMS} for r in models}


def measure(model: kt.Model, peer: bench.Pinocchio, built: dict[str, Library]) -> dict[str, Any]:
    """All figures of one robot."""
    row: dict[str, Any] = {"nq": model.nq, "nv": model.nv}
    for name in bench.ALGORITHMS:
        library, seconds = built[name]
        case = bench.Case(model, name, bench.FULL)
        others = peer.candidates(case) | gcc.candidates(library, case) | calibrations(case)
        figures = bench.measure(case, others)
        row[name] = {
            **dataclasses.asdict(figures),
            "overhead": {x: figures.overhead(x) for x in ("call", "kernel")},
            "roofline": roofline(case, figures.times),
            "gcc_compile_seconds": seconds,
        }
        print(f"  {name}:", *_shown(row[name]), sep="\n    ", flush=True)
    return row


def _shown(row: dict[str, Any]) -> list[str]:
    times = [f"{name} {t['min']:.3f}" for name, t in row["times"].items()]
    rest = [f"{k} {v:.3g}" for k, v in row.items() if isinstance(v, (int, float))]
    more = [f"{k} {x} {y:.3g}" for k in ("overhead", "roofline") for x, y in row[k].items()]
    return [", ".join(part) for part in (times, rest, more)]


def printed(code: str, *arguments: str, folder: Path, cache: str) -> list[list[float]]:
    """The numbers that new processes print; the first is left out, it writes what others read."""
    env = {**os.environ, "KINETREE_CACHE_DIR": cache}
    env |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
    command = [sys.executable, "-c", code, *arguments]
    runs = [subprocess.check_output(command, text=True, env=env) for _ in range(RUNS + 1)]
    return [[float(x) for x in run.split()] for run in runs[1:]]


IMPORT = "import time; s = time.perf_counter(); import {}; print(time.perf_counter() - s)"


def import_seconds(folder: Path) -> dict[str, float]:
    """Warm import times of NumPy and of kinetree, each in new processes."""
    return {
        module: statistics.median(
            seconds for (seconds,) in printed(IMPORT.format(module), folder=folder, cache="off")
        )
        for module in ("numpy", "kinetree")
    }


def load_seconds(name: str) -> bench.Times:
    """Loading a robot's file, already in the page cache."""
    path = installed_robots()[name]
    times: list[float] = []
    for _ in range(RUNS):
        start = time.perf_counter()
        kt.load(path)
        times.append(time.perf_counter() - start)
    return {"min": min(times), "median": statistics.median(times)}


FIRST = """
import sys, time
import numpy as np
import kinetree as kt
model = kt.load(sys.argv[1], floating_base=True)
q = kt.random_configuration(model, 64, rng=0)
v, tau = np.random.default_rng(0).standard_normal((2, 64, model.nv))
start = time.perf_counter()
kt.aba(model, q[0], v[0], tau[0])
one = time.perf_counter()
kt.aba(model, q, v, tau)
print(one - start, time.perf_counter() - one)
"""


def first_result_seconds(folder: Path, cache: str) -> dict[str, float]:
    """Talos' first aba in a new process once it is loaded, and its first batch after that."""
    runs = printed(FIRST, str(installed_robots()[TALOS]), folder=folder, cache=cache)
    one, batch = (min(column) for column in zip(*runs, strict=True))
    return {"one": one, "batch": batch}


def circumstances(effort: bench.Effort) -> dict[str, Any]:
    """What the figures were measured with."""
    commit = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True)
    return {
        **bench.environment(),
        "casadi": casadi.__version__,
        "gcc": gcc.version(),
        "rounds": effort.rounds,
        "commit": commit.stdout.strip(),
    }


def starting(folder: Path) -> dict[str, Any]:
    """How long a new process waits."""
    return {
        "import_seconds": import_seconds(folder),
        "load_talos_seconds": load_seconds(TALOS),
        "first_result_seconds": first_result_seconds(folder, "off"),
        "cached_first_result_seconds": first_result_seconds(folder, f"{folder}/cache"),
    }


def main() -> None:
    """Measure, print, and write if all robots are measured."""
    os.environ["KINETREE_CACHE_DIR"] = "off"  # compile times are those of compiling
    report: dict[str, Any] = {"versions": circumstances(bench.FULL), "robots": {}}
    files: dict[str, tuple[Path, bool]] = {}
    for label in sys.argv[1:] or ROBOTS:
        name, free = ROBOTS[label]
        files[label] = installed_robots()[name], free
    models = {label: kt.load(file, floating_base=free) for label, (file, free) in files.items()}
    with tempfile.TemporaryDirectory() as folder:
        report |= starting(Path(folder))
        built = libraries(models, Path(folder))
        for label, (file, free) in files.items():
            print(label, flush=True)
            peer = bench.Pinocchio(file, free)
            report["versions"]["pinocchio"] = peer.version
            report["robots"][label] = measure(models[label], peer, built[label])
    print(json.dumps({k: x for k, x in report.items() if k != "robots"}, indent=1))
    if not sys.argv[1:]:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "speed.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
