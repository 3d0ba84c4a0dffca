"""Steps of robots on the ground, with motors: `python benchmarks/worlds.py`.

A quadruped on four spheres and a humanoid on two boxes, held by servos, on a plane and on a field
of heights, beside MuJoCo on the same robots, written by `kt.to_mjcf`: one thread, rollouts of five
steps of 4 ms from 1,024 states, and one state in a loop of calls. Writes
benchmarks/results/worlds.json, from which tables.py makes docs/speed.md.
"""

import json
import time
from functools import partial
from typing import Any, Final

import bench
import mujoco
import mujoco.rollout
import numpy as np
from run import RESULTS, circumstances
from simulation import EFFORT

import kinetree as kt

DT: Final = 4e-3
STEPS, STATES = 5, 1024
GRID: Final = (-2.0, -2.0, 0.25, 0.25)
HEIGHTS: Final = 0.02 * np.random.default_rng(0).uniform(-1, 1, (17, 17))


def with_feet(robot: kt.Model, shape: Any, feet: list[str]) -> kt.Model:
    """The robot with a shape at each foot."""
    frames = [robot.frame(name) for name in feet]
    return robot.replace(
        geometries=tuple(
            kt.Geometry(f"{f.name} shape", "collision", f.name, f.joint, f.placement, shape)
            for f in frames
        )
    )


def quadruped() -> tuple[kt.Model, Any]:
    """On four spheres, and a configuration in which it stands."""
    robot = kt.robots.quadruped(12)
    feet = [name for name in robot.frame_names if name.endswith("_foot")]
    q = kt.neutral(robot)
    q[7:] = [0.0, 0.6, -1.2] * 4
    q[2] += 0.02 - kt.frame_placement(robot, q, frame=feet[0])[2, 3]
    return with_feet(robot, kt.shapes.Sphere(0.02), feet), q


def humanoid() -> tuple[kt.Model, Any]:
    """On two boxes, eight corners."""
    robot = kt.robots.humanoid()
    feet = [name for name in robot.frame_names if name.endswith("_foot")]
    q = kt.neutral(robot)
    q[2] += 0.02 - kt.frame_placement(robot, q, frame=feet[0])[2, 3]
    return with_feet(robot, kt.shapes.Box((0.2, 0.1, 0.04)), feet), q


def peer(robot: kt.Model, ground: Any) -> Any:
    """The robot in MuJoCo, on a shape of the world."""
    here = kt.SE3(np.eye(3), np.zeros(3))
    floor = kt.Geometry("floor", "collision", "universe", 0, here, ground)
    mj = mujoco.MjModel.from_xml_string(
        kt.to_mjcf(robot.replace(geometries=(*robot.geometries, floor)))
    )
    mj.opt.timestep, mj.opt.integrator = DT, mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    return mj


def rollouts(robot: kt.Model, q0: Any) -> dict[str, Any]:
    """Microseconds of a step in rollouts of many states."""
    rng = np.random.default_rng(0)
    q, v = np.tile(q0, (STATES, 1)), np.zeros((STATES, robot.nv))
    q[:, 7:] += 0.05 * rng.standard_normal((STATES, robot.nq - 7))
    control = np.tile(q0[7:], (STATES, STEPS, 1))
    candidates: dict[str, bench.Candidate] = {}
    for dtype in ("float64", "float32"):
        x = [a.astype(dtype) for a in (q, v, np.zeros((STATES, STEPS, robot.nv)))]
        field = {"heights": HEIGHTS.astype(dtype), "grid": np.array(GRID, dtype)}
        for ground in ("plane", "heights"):
            call = partial(
                kt.simulation.rollout,
                integrator="midpoint",
                contacts=kt.contacts(robot, (), ground=ground),
                control=control.astype(dtype),
                passive="none",
                limits=False,
                **(field if ground == "heights" else {}),
            )
            operands = (robot, *x, np.dtype(dtype).type(DT))
            candidates[f"{ground}, {dtype}"] = bench.Candidate(call, operands, STATES * STEPS)
    a, b = kt.convert.to_mujoco(robot, q, v)[:2]
    run = mujoco.rollout.Rollout(nthread=0)
    grounds = {"plane": kt.shapes.Plane(), "heights": kt.shapes.HeightField(HEIGHTS, GRID)}
    for name, shape in grounds.items():
        mj = peer(robot, shape)
        state = np.concatenate([np.zeros((STATES, 1)), a, b], 1)
        kept = np.zeros((STATES, STEPS, state.shape[1]))
        call = partial(run.rollout, mj, mujoco.MjData(mj), state=kept)
        candidates[f"{name}, MuJoCo"] = bench.Candidate(call, (state, control), STATES * STEPS)
    return bench.benchmark(candidates, EFFORT)


def loop(robot: kt.Model, q0: Any) -> dict[str, float]:
    """Microseconds of a step of one state in a loop of calls, the least of five."""
    n, tau, control = 500, np.zeros(robot.nv), q0[7:]
    contacts = kt.contacts(robot, (), ground="plane")

    def ours(iterations: int) -> None:
        q, v = q0, np.zeros(robot.nv)
        for _ in range(n):
            q, v = kt.simulation.step(
                robot, q, v, tau, DT, contacts=contacts, control=control, iterations=iterations
            )

    mj = peer(robot, kt.shapes.Plane())
    data = mujoco.MjData(mj)

    def theirs() -> None:
        mujoco.mj_resetData(mj, data)
        data.qpos[:], data.ctrl[:] = kt.convert.to_mujoco(robot, q0)[0], control
        for _ in range(n):
            mujoco.mj_step(mj, data)

    least: dict[str, float] = {}
    for name, run in (
        ("35 sweeps", partial(ours, 35)),
        ("50 sweeps", partial(ours, 50)),
        ("MuJoCo", theirs),
    ):
        run()
        times = []
        for _ in range(5):
            start = time.perf_counter()
            run()
            times.append((time.perf_counter() - start) / n * 1e6)
        least[name] = min(times)
    return least


def main() -> None:
    kt.set_num_threads(1)
    report: dict[str, Any] = {"versions": circumstances(EFFORT)}
    report["versions"]["mujoco"] = mujoco.__version__
    for name, (robot, q0) in {"quadruped": quadruped(), "humanoid": humanoid()}.items():
        moving = robot.nv - 6
        held = robot.replace(
            actuators=kt.Motors(kp=200.0, kd=6.0) if moving else (),
            armature=np.r_[np.zeros(6), np.full(moving, 0.01)],
        )
        report[name] = {"rollouts": rollouts(held, q0), "loop": loop(held, q0)}
    print(json.dumps(report, indent=1))
    (RESULTS / "worlds.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
