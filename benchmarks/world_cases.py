"""Robots on the ground, and what each costs in a process of its own, for worlds.py.

`python benchmarks/world_cases.py NAME` prints the figures of a case as JSON, with `--first` only
the seconds of its first call; `--quick` measures one round.
"""

import json
import re
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import bench
import mujoco
import mujoco.rollout
import numpy as np
import simulation

import kinetree as kt

DT: Final = 4e-3
STEPS, STATES, MANY = 5, 1024, 16_384
GRID: Final = (-2.0, -2.0, 0.25, 0.25)
HEIGHTS: Final = 0.02 * np.random.default_rng(0).uniform(-1, 1, (17, 17))
GROUNDS: Final = {"plane": kt.shapes.Plane(), "terrain": kt.shapes.HeightField(HEIGHTS, GRID)}
QUICK: Final = "--quick" in sys.argv
EFFORT: Final = bench.Effort(rounds=1, turn=0.0, cold=0) if QUICK else simulation.EFFORT
RADIUS: Final = 0.05
Case = tuple[kt.Model, Any]
"""A robot, and a configuration in which it stands."""


def standing(robot: kt.Model, q: Any, shape: Any) -> Case:
    """The robot with a shape at each foot, held by servos, 0.02 m above the plane."""
    frames = [robot.frame(name) for name in robot.frame_names if name.endswith("_foot")]
    q[2] += 0.02 - kt.frame_placement(robot, q, frame=frames[0].name)[2, 3]
    shapes = tuple(
        kt.Geometry(f"{f.name} shape", "collision", f.name, f.joint, f.placement, shape)
        for f in frames
    )
    armature = np.r_[np.zeros(6), np.full(robot.nv - 6, 0.01)]
    motors = kt.Motors(kp=200.0, kd=6.0)
    return robot.replace(geometries=shapes, actuators=motors, armature=armature), q


def quadruped() -> Case:
    """On four spheres."""
    robot = kt.robots.quadruped(12)
    q = kt.neutral(robot)
    q[7:] = [0.0, 0.6, -1.2] * 4
    return standing(robot, q, kt.shapes.Sphere(0.02))


def humanoid() -> Case:
    """On two boxes, eight corners."""
    robot = kt.robots.humanoid()
    return standing(robot, kt.neutral(robot), kt.shapes.Box((0.2, 0.1, 0.04)))


def free(name: str, bodies: int, spheres: int) -> Case:
    """Free bodies of 1 kg in a row, each on a square of spheres."""
    builder, width = kt.ModelBuilder(name), round(spheres**0.5)
    for k in range(bodies):
        inertia = kt.Inertia(1.0, [0, 0, 0], 0.02 * np.eye(3))
        builder.add_body(f"body{k}", joint=kt.FreeFlyer(), inertia=inertia)
        for i in range(spheres):
            x, y = 4 * RADIUS * (np.array(divmod(i, width)) - (width - 1) / 2)
            builder.add_geometry(
                f"sphere{k}_{i}",
                parent=f"body{k}",
                shape=kt.shapes.Sphere(RADIUS),
                kind="collision",
                placement=kt.SE3(np.eye(3), [x, y, 0]),
            )
    robot = builder.build()
    q = kt.neutral(robot)
    q.reshape(-1, 7)[:, 0], q.reshape(-1, 7)[:, 2] = np.arange(bodies), RADIUS - 1e-4
    return robot, q


CONTACTS: Final = (1, 4) if QUICK else (1, 4, 9, 16, 25, 36, 64)
BODIES: Final = (1, 2) if QUICK else (1, 2, 5, 10, 20)
CASES: Final[dict[str, Callable[[], Case]]] = {
    "quadruped": quadruped,
    "humanoid": humanoid,
    **{f"contacts {n}": partial(free, "plate", 1, n) for n in CONTACTS},
    **{f"bodies {n}": partial(free, "balls", n, 1) for n in BODIES},
}


def peer(robot: kt.Model, ground: str) -> Any:
    """The robot in MuJoCo, on a shape of the world; its own shapes do not touch each other."""
    here = kt.SE3(np.eye(3), np.zeros(3))
    floor = kt.Geometry("floor", "collision", "universe", 0, here, GROUNDS[ground])
    unlimited = np.full(robot.nv, np.inf)  # MJCF has no limits of velocities
    robot = robot.replace(geometries=(*robot.geometries, floor), velocity_limits=unlimited)
    mj = mujoco.MjModel.from_xml_string(kt.to_mjcf(robot))
    mj.opt.timestep, mj.opt.integrator = DT, mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    mj.geom_contype[:], mj.geom_conaffinity[:] = mj.geom_bodyid > 0, mj.geom_bodyid == 0
    return mj


def states(robot: kt.Model, q0: Any, n: int) -> tuple[Any, Any, Any]:
    """Configurations near q0, at rest, and controls of all steps."""
    q, v = np.tile(q0, (n, 1)), np.zeros((n, robot.nv))
    servos = q0[7:] if robot.actuators else q0[:0]
    q[:, robot.nq - len(servos) :] += 0.05 * np.random.default_rng(0).standard_normal(
        (n, len(servos))
    )
    return q, v, np.tile(servos, (n, STEPS, 1))


def ours(
    case: Case, ground: str = "plane", dtype: str = "float64", n: int = STATES, threads: int = 1
) -> bench.Candidate:
    """Rollouts of many states, as are those of MuJoCo."""
    robot, q0 = case
    q, v, control = (x.astype(dtype) for x in states(robot, q0, n))
    field = {"terrain": kt.Terrain(HEIGHTS.astype(dtype), np.array(GRID, dtype))}
    contacts = kt.contacts(robot, (), ground=ground)
    call = partial(
        kt.simulation.rollout,
        simulation=kt.Simulation(contacts=contacts, passive="none", limits=False),
        **({"control": control} if robot.actuators else {}),
        **(field if ground == "terrain" else {}),
    )
    operands = (robot, q, v, np.zeros((n, STEPS, robot.nv), dtype), np.dtype(dtype).type(DT))
    return bench.Candidate(call, operands, n * STEPS, threads)


def theirs(case: Case, ground: str = "plane", n: int = STATES, threads: int = 1) -> bench.Candidate:
    """Those of `mujoco.rollout`."""
    robot, q0 = case
    q, v, control = states(robot, q0, n)
    mj, run = peer(robot, ground), mujoco.rollout.Rollout(nthread=threads if threads > 1 else 0)
    state = np.concatenate([np.zeros((n, 1)), *kt.convert.to_mujoco(robot, q, v)[:2]], 1)
    data = [mujoco.MjData(mj) for _ in range(threads)]
    kept = np.zeros((n, STEPS, state.shape[1]))
    call = partial(run.rollout, mj, data, nstep=STEPS, state=kept)
    return bench.Candidate(call, (state, control if robot.actuators else None), n * STEPS)


def loop(case: Case, sweeps: tuple[int, ...] = (21, 51)) -> dict[str, float]:
    """Microseconds of a step of one state in a loop of calls, the least of five."""
    robot, q0 = case
    n, tau = 500, np.zeros(robot.nv)
    contacts = kt.contacts(robot, (), ground="plane")
    servos = {"control": q0[7:]} if robot.actuators else {}

    def steps(iterations: int) -> None:
        q, v = q0, np.zeros(robot.nv)
        simulation = kt.Simulation(contacts=contacts, iterations=iterations)
        for _ in range(n):
            q, v = kt.simulation.step(robot, q, v, tau, DT, simulation=simulation, **servos)

    mj = peer(robot, "plane")
    data = mujoco.MjData(mj)

    def steps_of_mujoco() -> None:
        mujoco.mj_resetData(mj, data)
        data.qpos[:] = kt.convert.to_mujoco(robot, q0)[0]
        data.ctrl[:] = servos.get("control", ())
        for _ in range(n):
            mujoco.mj_step(mj, data)

    least: dict[str, float] = {}
    kt.set_num_threads(1)
    for name, run in (
        *((f"{k} sweeps", partial(steps, k)) for k in sweeps),
        ("MuJoCo", steps_of_mujoco),
    ):
        run()
        times: list[float] = []
        for _ in range(min(5, EFFORT.rounds)):
            start = time.perf_counter()
            run()
            times.append((time.perf_counter() - start) / n * 1e6)
        least[name] = min(times)
    return least


def memory(case: Case) -> dict[str, float]:
    """Bytes a state of a large batch: of operands, of results, and by how much the peak rises."""
    candidate = ours(case, n=MANY)
    inputs = [*candidate.arguments[1:4], candidate.call.keywords.get("control", np.zeros(0))]
    Path("/proc/self/clear_refs").write_text("5")  # the peak is what there is now
    before = resident_peak()
    results = candidate.call(*candidate.arguments)
    rise = resident_peak() - before
    sizes = {"operands": sum(x.nbytes for x in inputs), "results": sum(x.nbytes for x in results)}
    return {name: size / MANY for name, size in (sizes | {"peak": rise}).items()}


def resident_peak() -> int:
    """The largest resident memory of this process, in bytes."""
    return 1024 * int(re.findall(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[0])


def main() -> None:
    """Print the figures of the case on the command line."""
    case = CASES[sys.argv[1]]()
    candidate = ours(case, n=64)
    kt.rnea(kt.robots.pendulum(), [0.0], [0.0], [0.0])  # what every first call needs
    start = time.perf_counter()
    candidate.call(*candidate.arguments)
    figures: dict[str, Any] = {"first": time.perf_counter() - start}
    if "--first" not in sys.argv:
        figures["contacts"] = len(candidate.call.keywords["simulation"].contacts)
        figures["memory"] = memory(case)
        figures["rollouts"] = bench.benchmark(
            {"plane, float64": ours(case), "plane, MuJoCo": theirs(case)}, EFFORT
        )
        figures["loop"] = loop(case, (21,))
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
