"""First calls, by part: `python benchmarks/compile.py [name ...]`.

CPU seconds of the first call of a function, in a process of its own: of tracing, of lowering to
machine operations, of writing LLVM's IR, of LLVM, and of all, and the seconds on the clock; without
code in the disk cache, and in a second process that finds it there. The minimum of a few processes.
Writes benchmarks/results/compile.json, from which tables.py makes a table of docs/speed.md; with
names, it only prints.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import bench
from run import RESULTS, circumstances

ROUNDS: Final = 3
MODELS: Final = """
def jvrc():
    return kt.load("jvrc1", floating_base=True), ()

def solo12():
    robot = kt.load("solo12", floating_base=True)
    return robot, [kt.Contact(x) for x in robot.frame_names if x.endswith("FOOT")]

def humanoid():
    robot, contacts = kt.robots.humanoid(), []
    for side in ("left", "right"):
        for i, (x, y) in enumerate([(-.05, -.04), (-.05, .04), (.1, -.04), (.1, .04)]):
            corner = kt.SE3(np.eye(3), [x, y, -.05])
            robot = robot.with_frame(f"{side}{i}", parent=f"{side}_foot", placement=corner)
            contacts.append(kt.Contact(f"{side}{i}"))
    return robot, contacts

def chain():
    return kt.robots.serial_chain(500), ()

def half_chain():
    return kt.robots.serial_chain(100), ()
"""
TOUCHING: Final = "friction=0.7, simulation=kt.Simulation(contacts=contacts)"
CASES: Final = {
    "rnea, JVRC (50)": ("jvrc", "kt.rnea(robot, q, v, v)"),
    "aba, JVRC": ("jvrc", "kt.aba(robot, q, v, v)"),
    "rnea_derivatives, JVRC": ("jvrc", "kt.rnea_derivatives(robot, q, v, v)"),
    "aba_derivatives, JVRC": ("jvrc", "kt.aba_derivatives(robot, q, v, v)"),
    "step, JVRC": ("jvrc", "kt.simulation.step(robot, q, v, v, 1e-3)"),
    "step with 4 contacts, Solo12": (
        "solo12",
        f"kt.simulation.step(robot, q, v, v, 1e-3, {TOUCHING})",
    ),
    "slopes of it by q and v": (
        "solo12",
        f"kt.jacobian(kt.simulation.step, ('q', 'v'))(robot, q, v, v, 1e-3, {TOUCHING})",
    ),
    "a rollout of it with a policy": (
        "solo12",
        "kt.simulation.rollout(robot, q, v, np.zeros((9, robot.nv)), 1e-3, "
        f"policy=lambda q, v, t, _: -v, {TOUCHING})",
    ),
    "step with 8 contacts, humanoid (35)": (
        "humanoid",
        f"kt.simulation.step(robot, q, v, v, 1e-3, {TOUCHING})",
    ),
    "forward_dynamics_derivatives with them": (
        "humanoid",
        "kt.constraints.forward_dynamics_derivatives(robot, q, v, v, contacts=contacts)",
    ),
    "slopes of the step by v": (
        "humanoid",
        f"kt.jacobian(kt.simulation.step, 'v')(robot, q, v, v, 1e-3, {TOUCHING})",
    ),
    "aba, chain of 500": ("chain", "kt.aba(robot, q, v, v)"),
    "rnea_derivatives, chain of 100": ("half_chain", "kt.rnea_derivatives(robot, q, v, v)"),
}
PROCESS: Final = """
import json, logging, os, time, warnings
import numpy as np
import kinetree as kt
from kinetree.compiler import compilation, ir_module, workers
from kinetree.functions import kernels

warnings.simplefilter("ignore")
logging.getLogger("kinetree").setLevel("ERROR")
parts, inner = {}, []
MODELS
def clock():
    return sum(os.times()[:4])  # of the processes that compile, too

def measure(owner, name, part):
    function = getattr(owner, name)
    def measured(*arguments, **keywords):
        start = clock()
        inner.append(0.0)
        try:
            return function(*arguments, **keywords)
        finally:
            passed = clock() - start
            parts[part] = parts.get(part, 0.0) + passed - inner.pop()
            if inner:
                inner[-1] += passed
    setattr(owner, name, measured)

measure(kernels, "kernel_trace", "trace")
measure(compilation, "lower", "lower")
measure(ir_module.IRModule, "__init__", "ir")
measure(ir_module.IRModule, "texts", "ir")
measure(workers, "emit_objects", "llvm")
kt.rnea(kt.robots.pendulum(), [0.0], [0.0], [0.0])
robot, contacts = MODEL()
q, v = kt.neutral(robot), np.zeros(robot.nv)
parts.clear()
start, began = clock(), time.perf_counter()
CALL
passed = {"all": clock() - start, "wall": time.perf_counter() - began}
print(json.dumps(passed | parts))
"""


def seconds(model: str, call: str, cache: str) -> dict[str, float]:
    """CPU seconds of a first call in a new process, and of its parts."""
    code = PROCESS.replace("MODELS", MODELS).replace("MODEL", model).replace("CALL", call)
    environment = {**os.environ, "KINETREE_CACHE_DIR": cache}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def measured(model: str, call: str) -> dict[str, dict[str, float]]:
    """The first call without code in the disk cache, and with it; the minima of some processes."""
    times: dict[str, dict[str, float]] = {}
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as cache:
            for kind in ("first", "cached"):
                row = seconds(model, call, cache)
                if kind not in times or row["all"] < times[kind]["all"]:
                    times[kind] = row
        if times["first"]["all"] > 5:
            break
    return times


def main() -> None:
    chosen = [name for name in CASES if not sys.argv[1:] or any(x in name for x in sys.argv[1:])]
    report: dict[str, Any] = {"versions": circumstances(bench.FULL), "rows": {}}
    for name in chosen:
        row = report["rows"][name] = measured(*CASES[name])
        print(name, json.dumps(row), flush=True)
    if chosen == [*CASES]:
        Path(RESULTS / "compile.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
