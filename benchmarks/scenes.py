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
import sys
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
                mujoco.mj_resetData(mj, data)
                if mj.nkey:
                    mujoco.mj_resetDataKeyframe(mj, data, 0)
                data.qvel[:], data.ctrl[:] = 0.3 * rng.standard_normal(mj.nv), self.control
                mujoco.mj_step(mj, data, SETTLING)
            mujoco.mj_step(mj, data, SETTLING // 5)
            self.touching = max(self.touching, data.ncon)
            mujoco.mj_getState(mj, data, self.states[i], kind)
            self.q[i], self.v[i] = kt.convert.from_mujoco(self.robot, data.qpos, data.qvel)[:2]

    def words(self, dtype: str) -> dict[str, Any]:
        """The operands and statics of a step by keyword."""
        control = {"control": self.control.astype(dtype)} if self.mj.nu else {}
        return {"simulation": self.simulation, **control}

    def rollout(self, dtype: str, robot: kt.Model | None = None) -> Any:
        """A function that simulates all states in kinetree."""
        q, v = self.q.astype(dtype), self.v.astype(dtype)
        dt, words = np.dtype(dtype).type(self.mj.opt.timestep), self.words(dtype)
        if self.mj.nu:
            words["control"] = np.tile(words["control"], (STEPS, 1))
        operands = robot or self.robot, q, v, None, dt
        return partial(kt.simulation.rollout, *operands, steps=STEPS, record=("residual",), **words)

    def step(self, algorithm: Any, states: Any) -> Any:
        """A function that steps some states by a step, or by a contact step."""
        operands = self.q[states], self.v[states], np.zeros(self.robot.nv), self.mj.opt.timestep
        return partial(algorithm, self.robot, *operands, **self.words("float64"))


def measured(path: Path, *, first: bool) -> dict[str, Any]:
    """The figures of a scene in this process; of the first call alone if it is asked for."""
    scene = Scene(path)
    kt.set_num_threads(1)
    start = time.perf_counter()
    call = scene.step(kt.simulation.step, 0)
    call()
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
    after = scene.step(kt.simulation.contact_step, slice(None))()
    return figures | {
        "slots": len(scene.simulation.contacts),
        "touching": scene.touching,
        "converged": float(np.mean(after.converged)),
        "finite": bool(np.isfinite(after.q).all()),
        "times": bench.benchmark(candidates, ROUNDS),
        "a call": looped(call),
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


def main(folder: Path, names: list[str]) -> None:
    """Measure, print and write."""
    versions = circumstances(EFFORT) | {"mujoco": mujoco.__version__, "limit": LIMIT}
    report: dict[str, Any] = {"versions": versions, "scenes": {}}
    for path in sorted(folder.glob("*.xml")):
        if names and path.stem not in names:
            continue
        report["scenes"][path.stem] = figures = bench.in_processes(
            Path(__file__), LIMIT, 4 * LIMIT, str(path)
        )
        print(path.stem, json.dumps(figures), flush=True)
    if not names:
        (RESULTS / "scenes.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    where, rest = Path(sys.argv[1]), sys.argv[2:]
    if where.is_file():
        print(json.dumps(measured(where, first="--first" in rest)))
    else:
        main(where, rest)
