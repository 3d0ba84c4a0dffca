"""Steps of robots on the ground, with motors: `python benchmarks/worlds.py`.

A quadruped on four spheres and a humanoid on two boxes, held by servos, on a plane and on a field
of heights, beside MuJoCo on the same robots, written by `kt.to_mjcf`: rollouts of five steps of
4 ms from 1,024 states, on one thread and on two, and one state in a loop of calls. The quadruped on
the plane in MJX, too, on one processor, where that is installed (pip install mujoco-mjx). Then each
robot, a plate on 1 to 64 spheres and 1 to 20 free balls in processes of their own (world_cases.py):
first calls, without code in the disk cache and with it, and the memory of a state. Writes
benchmarks/results/worlds.json, from which tables.py makes docs/speed.md; with `--quick` it measures
one round of the smallest cases, and only prints.
"""

import importlib.metadata
import json
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import bench
import mujoco
from run import RESULTS, circumstances
from world_cases import CASES, EFFORT, QUICK, STATES, STEPS, Case, loop, ours, peer, states, theirs

import kinetree as kt

LIMIT: Final = 300
"""Seconds of a process, after which its case is given up."""
CASE: Final = Path(__file__).with_name("world_cases.py")


def rollouts(case: Case) -> dict[str, Any]:
    """Microseconds of a step in rollouts of many states."""
    candidates: dict[str, bench.Candidate] = {}
    for ground in ("plane", "terrain"):
        for dtype in ("float64", "float32"):
            candidates[f"{ground}, {dtype}"] = ours(case, ground, dtype)
        candidates[f"{ground}, MuJoCo"] = theirs(case, ground)
    candidates["plane, float64, two threads"] = ours(case, threads=2)
    candidates["plane, MuJoCo, two threads"] = theirs(case, threads=2)
    return bench.benchmark(candidates, EFFORT)


def mjx_rollouts(case: Case) -> dict[str, bench.Times]:
    """The same in MJX, in float32, its dtype, on the plane; nothing where it is not installed."""
    if not (find_spec("jax") and find_spec("mujoco.mjx")):
        print("MJX is left out: it is not installed (pip install mujoco-mjx).", flush=True)
        return {}
    import jax
    from mujoco import mjx

    robot, mj = case[0], peer(case[0], "plane")
    q, v, control = states(*case, STATES)
    operands = (*kt.convert.to_mujoco(robot, q, v)[:2], control[:, 0])

    def steps(q: Any, v: Any, control: Any) -> Any:
        data = start.replace(qpos=q, qvel=v, ctrl=control)
        return jax.lax.fori_loop(0, STEPS, lambda _, x: mjx.step(model, x), data).qpos

    with one_processor():  # before XLA starts its threads
        model, start = mjx.put_model(mj), mjx.make_data(mj)
        kernel = jax.jit(jax.vmap(steps))
        reached = kernel(*operands)
        call = theirs(case)
        error = abs(call.call(*call.arguments)[0][:, -1, 1 : robot.nq + 1] - reached).max()
        assert error < 1e-4, error
        waiting = bench.Candidate(
            lambda: jax.block_until_ready(kernel(*operands)), (), STATES * STEPS
        )
        return bench.benchmark({"plane, MJX": waiting}, EFFORT)


@contextmanager
def one_processor() -> Generator[None]:
    """Have this thread, and those that it starts, run on one processor."""
    processors = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(processors)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, processors)


def main() -> None:
    """Measure, print and write."""
    versions = circumstances(EFFORT) | {"mujoco": mujoco.__version__, "limit": LIMIT}
    report: dict[str, Any] = {"versions": versions}
    for name in ("quadruped", "humanoid"):
        case = CASES[name]()
        report[name] = {"rollouts": rollouts(case), "loop": loop(case)}
    if mjx := mjx_rollouts(CASES["quadruped"]()):
        report["quadruped"]["rollouts"] |= mjx
        versions |= {x: importlib.metadata.version(x) for x in ("mujoco-mjx", "jax")}
    report["cases"] = {}
    for name in CASES:
        report["cases"][name] = bench.in_processes(CASE, LIMIT, LIMIT, name, *sys.argv[1:])
        print(name, json.dumps(report["cases"][name]), flush=True)
    print(json.dumps(report, indent=1))
    if not QUICK:
        (RESULTS / "worlds.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
