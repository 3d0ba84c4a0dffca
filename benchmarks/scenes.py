"""Public robots as their makers' files say: `python benchmarks/scenes.py FOLDER [SCENE ...]`.

The scenes are MJCF files, each in processes of its own: kinetree with the model of `kt.load` and
`kt.Simulation.of(model)`, without further words, beside `mujoco.rollout` and `mj_step` on the same
file, from states that MuJoCo reaches within a second of the first keyframe. The first call without
code in the disk cache, that of a second process, rollouts of 20 steps from 256 states on one
thread, and a call on one state; the part of steps that converged, and a step without dry friction.
A process that takes longer than a limit is given up. Writes benchmarks/results/scenes.json, from
which tables.py makes docs/speed.md.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import bench
import mujoco
import mujoco.rollout
import numpy as np
from run import RESULTS, circumstances
from simulation import EFFORT

import kinetree as kt

LIMIT: Final = 60
"""Seconds to the first step, after which a scene is given up."""
STATES, STEPS, SETTLING = 256, 20, 50
ROUNDS: Final = bench.Effort(rounds=7, turn=0.0, cold=0)


class Scene:
    """A file in both libraries, its controls, and states that MuJoCo reaches."""

    def __init__(self, path: Path) -> None:
        warnings.simplefilter("ignore")
        self.mj = mujoco.MjModel.from_xml_path(str(path))
        self.robot = kt.load(path)
        self.simulation = kt.Simulation.of(self.robot)
        mj, data, rng = self.mj, mujoco.MjData(self.mj), np.random.default_rng(0)
        self.control = mj.key_ctrl[0].copy() if mj.nkey else np.zeros(mj.nu)
        kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
        self.states = np.empty((STATES, mujoco.mj_stateSize(mj, kind)))
        self.touching = 0
        self.q, self.v = np.empty((STATES, self.robot.nq)), np.empty((STATES, self.robot.nv))
        for i in range(STATES):
            if i % 8 == 0:
                (
                    mujoco.mj_resetDataKeyframe(mj, data, 0)
                    if mj.nkey
                    else mujoco.mj_resetData(mj, data)
                )
                data.qvel[:], data.ctrl[:] = 0.3 * rng.standard_normal(mj.nv), self.control
                mujoco.mj_step(mj, data, SETTLING)
            mujoco.mj_step(mj, data, SETTLING // 5)
            self.touching = max(self.touching, data.ncon)
            mujoco.mj_getState(mj, data, self.states[i], kind)
            self.q[i], self.v[i] = kt.convert.from_mujoco(self.robot, data.qpos, data.qvel)[:2]

    def rollout(self, dtype: str, robot: kt.Model | None = None, n: int = STATES) -> Any:
        """A function that simulates all states in kinetree."""
        q, v = (x[:n].astype(dtype) for x in (self.q, self.v))
        dt = np.dtype(dtype).type(self.mj.opt.timestep)
        control = np.tile(self.control.astype(dtype), (STEPS, 1))
        words: dict[str, Any] = {"control": control} if self.mj.nu else {}
        words |= {"simulation": self.simulation, "record": ("residual",), "steps": STEPS}
        return partial(kt.simulation.rollout, robot or self.robot, q, v, None, dt, **words)

    def step(self) -> Any:
        """A step of all states with contacts, to see where they converge."""
        tau, words = np.zeros(self.robot.nv), {"simulation": self.simulation}
        words |= {"control": self.control} if self.mj.nu else {}
        dt = self.mj.opt.timestep
        return kt.simulation.contact_step(self.robot, self.q, self.v, tau, dt, **words)

    def call(self) -> Any:
        """A function that steps one state in kinetree."""
        tau, dt = np.zeros(self.robot.nv), self.mj.opt.timestep
        words: dict[str, Any] = {"control": self.control} if self.mj.nu else {}
        words["simulation"] = self.simulation
        return partial(kt.simulation.step, self.robot, self.q[0], self.v[0], tau, dt, **words)


def measured(path: Path, *, first: bool) -> dict[str, Any]:
    """The figures of a scene in this process; of the first call alone if it is asked for."""
    scene = Scene(path)
    kt.set_num_threads(1)
    start = time.perf_counter()
    scene.call()()
    figures: dict[str, Any] = {"first": time.perf_counter() - start}
    if first:
        return figures
    run = mujoco.rollout.Rollout(nthread=0)
    data, controls = mujoco.MjData(scene.mj), np.tile(scene.control, (STATES, STEPS, 1))
    arguments = (scene.mj, [data], scene.states, controls if scene.mj.nu else None)
    theirs = partial(run.rollout, *arguments, **({} if scene.mj.nu else {"nstep": STEPS}))
    frictionless = scene.robot.replace(friction=np.zeros(scene.robot.nv))
    candidates = {
        x: bench.Candidate(scene.rollout(x), (), STATES * STEPS) for x in ("float64", "float32")
    }
    without = scene.rollout("float64", frictionless)
    candidates["without dry friction"] = bench.Candidate(without, (), STATES * STEPS)
    candidates["MuJoCo"] = bench.Candidate(theirs, (), STATES * STEPS)
    found = scene.step()
    return figures | {
        "slots": len(scene.simulation.contacts),
        "touching": scene.touching,
        "converged": float(np.mean(found.converged)),
        "finite": bool(np.isfinite(found.q).all()),
        "times": bench.benchmark(candidates, ROUNDS),
        "a call": looped(scene.call()),
        "mj_step": looped(partial(mujoco.mj_step, scene.mj, data)),
    }


def looped(call: Callable[[], Any], n: int = 500) -> float:
    """Microseconds of a call, the least of five loops."""
    least = np.inf
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(n):
            call()
        least = min(least, (time.perf_counter() - start) / n * 1e6)
    return least


def in_processes(path: Path) -> dict[str, Any] | None:
    """The figures of a scene: of a first process, and of one that finds its code in the cache."""
    with tempfile.TemporaryDirectory() as cache:
        first = printed(cache, LIMIT, str(path), "--first")
        rest = first and printed(cache, 4 * LIMIT, str(path), "--all")
    return rest and {**rest, "first": first["first"], "cached": rest["first"]}


def printed(cache: str, limit: float, *arguments: str) -> Any:
    """What a new process prints; None if it takes too long."""
    with subprocess.Popen(
        [sys.executable, __file__, *arguments],
        env={**os.environ, "KINETREE_CACHE_DIR": cache},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            return json.loads(process.communicate(timeout=limit)[0].splitlines()[-1])
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # with the processes that compile for it
            return None


def main(folder: Path, names: list[str]) -> None:
    """Measure, print and write."""
    versions = circumstances(EFFORT) | {"mujoco": mujoco.__version__, "limit": LIMIT}
    report: dict[str, Any] = {"versions": versions, "scenes": {}}
    for path in sorted(folder.glob("*.xml")):
        if names and path.stem not in names:
            continue
        report["scenes"][path.stem] = figures = in_processes(path)
        print(path.stem, json.dumps(figures), flush=True)
    if not names:
        (RESULTS / "scenes.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    where, rest = Path(sys.argv[1]), sys.argv[2:]
    if where.is_file():
        print(json.dumps(measured(where, first="--first" in rest)))
    else:
        main(where, rest)
