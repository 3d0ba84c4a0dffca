"""kinetree beside Pinocchio, in one process and one run: `python benchmarks/run.py [robot ...]`.

For each robot of the benchmark set and each of rnea, aba, crba: one call from Python, a hot batch
(64 samples into a given `out=`), a cold batch (fresh arrays), Pinocchio's Python call and its C++
batch on one thread; minimum and median over rounds, in microseconds a sample. Also compile, import
and load times. Writes benchmarks/results/speed.json, from which tables.py makes the tables.
"""

import json
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numpy as np
import pinocchio as pin

import kinetree as kt
from kinetree.formats.find import installed_robots

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
ALGORITHMS = ("rnea", "aba", "crba")
ROUNDS, HOT, COLD = 15, 64, 20_000


def microseconds(call: Callable[[], Any], samples: int, repeat: int) -> dict[str, float]:
    """Minimum and median over rounds of the time of one sample."""
    call()
    times: list[float] = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(repeat):
            call()
        times.append((time.perf_counter() - start) / (samples * repeat) * 1e6)
    return {"min": min(times), "median": statistics.median(times)}


def measure(name: str, floating: bool) -> dict[str, Any]:
    """All figures of one robot."""
    path = installed_robots()[name]
    model = kt.load(path, floating_base=floating)
    peer = pin.buildModelFromUrdf(str(path), *([pin.JointModelFreeFlyer()] if floating else []))
    data, pool = peer.createData(), pin.ModelPool(peer, 1)
    rng = np.random.default_rng(0)
    row: dict[str, Any] = {"nq": model.nq, "nv": model.nv}
    for algorithm in ALGORITHMS:
        kernel = getattr(kt, algorithm).compile(model)
        q = kt.random_configuration(model, COLD, rng=rng)
        x, y = rng.normal(size=(2, COLD, model.nv))
        cold = (q,) if algorithm == "crba" else (q, x, y)
        hot, one = ([np.ascontiguousarray(a[:n]) for a in cold] for n in (HOT, 1))
        one = [a[0] for a in one]
        out = kernel(*hot)
        ours, theirs = getattr(kt, algorithm), getattr(pin, algorithm)
        figures = {
            "operations": kernel.operation_count,
            "compile_seconds": kernel.compile_seconds,
            "call": microseconds(lambda: ours(model, *one), 1, 500),
            "pinocchio_call": microseconds(lambda: theirs(peer, data, *one), 1, 500),
            "hot": microseconds(lambda: kernel(*hot, out=out), HOT, 50),
            "cold": microseconds(lambda: kernel(*cold), COLD, 1),
        }
        if algorithm != "crba":
            batch = getattr(pin, f"{algorithm}InParallel")
            columns = [np.asfortranarray(a.T) for a in cold]
            result = np.zeros_like(columns[1], order="F")
            figures["pinocchio_batch"] = microseconds(
                lambda: batch(1, pool, *columns, result), COLD, 1
            )
        row[algorithm] = figures
        print(f"  {algorithm}: " + ", ".join(_shown(k, v) for k, v in figures.items()), flush=True)
    return row


def _shown(key: str, value: Any) -> str:
    return f"{key} {value['min']:.2f}" if isinstance(value, dict) else f"{key} {value:.3g}"


def import_seconds() -> dict[str, float]:
    """Warm import times of NumPy and of kinetree, each in fresh processes."""

    def warm(module: str) -> float:
        code = (
            f"import time; s = time.perf_counter(); import {module}; print(time.perf_counter() - s)"
        )
        runs = [subprocess.check_output([sys.executable, "-c", code], text=True) for _ in range(9)]
        return statistics.median(map(float, runs))

    return {"numpy": warm("numpy"), "kinetree": warm("kinetree")}


def load_seconds(name: str) -> dict[str, float]:
    """Loading a robot's file, already in the page cache."""
    path = installed_robots()[name]
    times: list[float] = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        kt.load(path)
        times.append(time.perf_counter() - start)
    return {"min": min(times), "median": statistics.median(times)}


def versions() -> dict[str, str]:
    """What the figures were measured with."""
    commit = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True)
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    cpu = next((line.split(":")[1].strip() for line in lines if "model name" in line), "")
    return {
        "cpu": cpu,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "llvmlite": llvmlite.__version__,
        "pinocchio": pin.__version__,
        "kinetree": kt.__version__,
        "rounds": str(ROUNDS),
        "commit": commit.stdout.strip(),
    }


def main() -> None:
    """Measure and write."""
    chosen = sys.argv[1:] or list(ROBOTS)
    report: dict[str, Any] = {"versions": versions(), "import_seconds": import_seconds()}
    report["load_talos_seconds"] = load_seconds("talos_data/talos_reduced")
    report["robots"] = {}
    for label in chosen:
        print(label, flush=True)
        report["robots"][label] = measure(*ROBOTS[label])
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "speed.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
