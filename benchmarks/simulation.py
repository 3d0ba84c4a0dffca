"""Simulated steps, beside MuJoCo's: `python benchmarks/simulation.py [robot ...]`.

Robots without contacts, the same bodies for both (`mujoco.rollout` with one thread; torques are its
qfrc_applied), 1 and 4,096 states, in one benchmark: the method of Euler and Runge-Kutta's of order
4, for which kinetree has the semi-implicit one and its two. Then a step inside a rollout beside aba
and integrate alone, the gradient of 100 steps beside its rollout, and the seconds of compiling
rollouts of 10 and 10,000 steps. Writes benchmarks/results/simulation.json; with robots named, it
only prints.
"""

import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

import bench
import mujoco
import mujoco.rollout
import numpy as np
from run import RESULTS, ROBOTS, circumstances

import kinetree as kt
from kinetree.formats.installed import installed_robots

DT: Final = 1e-3
POINT: Final = 1e-4
"""The radius of a point that collides, in m."""
STATES: Final = {1: 1000, 4096: 20}
"""How many states, and for how many steps."""
PAIRS: Final = (
    ("semi_implicit_euler", mujoco.mjtIntegrator.mjINT_EULER),
    ("commutator_free_4", mujoco.mjtIntegrator.mjINT_RK4),
    ("munthe_kaas_4", mujoco.mjtIntegrator.mjINT_RK4),
)
EFFORT: Final = bench.Effort(rounds=15, turn=2e-3, cold=0)
LONG: Final = bench.Effort(rounds=200, turn=1e-3, cold=0)
"""For short benchmarks: they go on until a busy neighbour's pauses are met."""


def robots() -> Iterator[tuple[str, kt.Model]]:
    """Those named on the command line, or all."""
    built_in = {
        "humanoid": kt.robots.humanoid,
        "quadruped, 8 joints": partial(kt.robots.quadruped, 8),
    }
    for label in sys.argv[1:] or ("Panda", "ANYmal C", *built_in):
        if label in built_in:
            yield label, built_in[label]()
        else:
            name, free = ROBOTS[label]
            yield label, kt.load(installed_robots()[name], floating_base=free)


def numbers(x: Any) -> str:
    return " ".join(f"{y:.17g}" for y in np.ravel(x))


def to_mujoco(model: kt.Model, points: Sequence[str] = ()) -> Any:
    """The same robot in MuJoCo: bodies, joints with armature, springs and damping.

    Frames named in `points` collide with the plane z = 0, as spheres of a tenth of a millimetre.
    """
    children: dict[int, list[int]] = {}
    for i in range(1, model.njoints):
        children.setdefault(int(model.parents[i]), []).append(i)

    def body(i: int) -> str:
        T, row = model.placements[i], model.inertias[i]
        mass, center = row[0], row[1:4] / row[0]
        own = row[[4, 5, 7, 5, 6, 8, 7, 8, 9]].reshape(3, 3)
        own = own - mass * (center @ center * np.eye(3) - np.outer(center, center))
        quaternion = np.zeros(4)
        mujoco.mju_mat2Quat(quaternion, T[:3, :3].ravel())
        full = numbers([own[0, 0], own[1, 1], own[2, 2], own[0, 1], own[0, 2], own[1, 2]])
        joint, kind = model.joints[i - 1], type(model.joints[i - 1].type)
        if kind is kt.FreeFlyer:
            motion = "<freejoint/>"
        else:
            S = np.asarray(joint.subspace(kt.math.array([0] * model.nq)).matrix, float)[:, 0]
            word, axis = ("slide", S[:3]) if kind is kt.Prismatic else ("hinge", S[3:])
            springs = model.stiffness, model.damping, model.armature
            k, d, a = (x[joint.v_slice][0] for x in springs)
            motion = (
                f'<joint type="{word}" axis="{numbers(axis)}" armature="{a}" stiffness="{k}" '
                f'springref="{model.spring_reference[joint.q_slice][0]}" damping="{d}"/>'
            )
        return (
            f'<body pos="{numbers(T[:3, 3])}" quat="{numbers(quaternion)}">{motion}'
            f'<inertial mass="{mass}" pos="{numbers(center)}" fullinertia="{full}"/>'
            + "".join(
                f'<geom type="sphere" size="{POINT}" pos="{numbers(f.placement.translation)}"/>'
                for f in model.frames
                if f.name in points and f.joint == i
            )
            + "".join(map(body, children.get(i, ())))
            + "</body>"
        )

    ground = f'<geom type="plane" size="0 0 1" pos="0 0 {-POINT}"/>' if points else ""
    text = (
        f'<mujoco><compiler angle="radian" balanceinertia="true"/>'
        f'<option gravity="{numbers(model.gravity)}" timestep="{DT}"/>'
        f"<worldbody>{ground}{''.join(map(body, children[0]))}</worldbody></mujoco>"
    )
    return mujoco.MjModel.from_xml_string(text)


class Peer:
    """MuJoCo's rollouts of the same states under the same torques."""

    def __init__(self, model: kt.Model, integrator: Any) -> None:
        bare = np.zeros(model.nv)
        self.mj = to_mujoco(model.replace(stiffness=bare, damping=bare))
        self.mj.opt.integrator = integrator
        self.mj.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_EULERDAMP
        self.data = mujoco.MjData(self.mj)
        self.run = mujoco.rollout.Rollout(nthread=0)

    def steps(self, x: Any, tau: Any, out: Any) -> None:
        """States (N, 1 + nq + nv) through torques (N, T, nv) into `out`."""
        self.run.rollout(
            self.mj,
            self.data,
            x,
            tau,
            control_spec=int(mujoco.mjtState.mjSTATE_QFRC_APPLIED),
            state=out,
            skip_checks=False,
        )


def states(model: kt.Model, n: int, steps: int) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(0)
    q = kt.random_configuration(model, n, rng=rng)
    v, tau = 0.1 * rng.standard_normal((n, model.nv)), rng.standard_normal((n, steps, model.nv))
    return q, v, tau


def trajectories(model: kt.Model, steps: int, integrator: str) -> kt.Kernel:
    """The kernel of `kt.simulation.rollout` without contacts."""
    return kt.simulation.rollout.compile(
        model, sizes={"T": steps}, simulation=kt.Simulation(integrator=integrator)
    )


def beside_mujoco(model: kt.Model) -> dict[str, Any]:
    """Microseconds of a step."""
    found: dict[str, Any] = {}
    for n, steps in STATES.items():
        q, v, tau = states(model, n, steps)
        candidates: dict[str, bench.Candidate] = {}
        for name, theirs in PAIRS:
            kernel = trajectories(model, steps, name)
            operands = (q, v, tau, np.full(n, DT))
            out = kernel(*operands)
            candidates[name] = bench.Candidate(partial(kernel, out=out), operands, n * steps)
            call = partial(kt.simulation.rollout, simulation=kt.Simulation(integrator=name))
            candidates[f"{name}: call"] = bench.Candidate(call, (model, q, v, tau, DT), n * steps)
            peer = Peer(model, theirs)
            a, b = kt.convert.to_mujoco(model, q, v)[:2]
            x = np.concatenate([np.zeros((n, 1)), a, b], 1)
            kept = np.zeros((n, steps, x.shape[1]))
            label = f"MuJoCo {theirs.name.removeprefix('mjINT_')}"
            if label not in candidates:
                candidates[label] = bench.Candidate(peer.steps, (x, tau, kept), n * steps)
        found[str(n)] = bench.benchmark(candidates, EFFORT)
    return found


def step_alone(model: kt.Model) -> dict[str, Any]:
    """A step in a rollout of 64 states, in the cache, beside aba and integrate alone."""
    n, steps = bench.HOT, 10
    q, v, tau = states(model, n, steps)
    kernel = trajectories(model, steps, "semi_implicit_euler")
    operands = (q, v, tau, np.full(n, DT))
    one = tuple(x[:1].copy() for x in operands)
    candidates: dict[str, bench.Candidate] = {}
    for label, its in (("hot", operands), ("one", one)):
        count = len(its[0])
        state = (its[0], its[1], its[2][:, 0].copy())
        candidates[f"rollout: {label}"] = bench.Candidate(
            partial(kernel, out=kernel(*its)), its, count * steps
        )
        candidates[f"aba: {label}"] = bench.into(kt.aba.compile(model), state)
        candidates[f"integrate: {label}"] = bench.into(kt.integrate.compile(model), state[:2])
    return bench.benchmark(candidates, LONG)


@kt.algorithm("(nq),(nv),(T,nv),()->()")
def effort(model: Any, q: Any, v: Any, tau: Any, dt: Any) -> Any:
    """A cost of a trajectory, whose gradient goes back through all of its steps."""

    def cost(q: Any, v: Any, tau: Any, t: Any, parameters: Any) -> Any:
        return v @ v + 1e-3 * (tau @ tau)

    simulation = kt.Simulation(integrator="semi_implicit_euler")
    return kt.simulation.rollout(model, q, v, tau, dt, cost=cost, simulation=simulation).cost


def gradient(model: kt.Model) -> dict[str, Any]:
    """The gradient of 100 steps with respect to all torques, beside the cost alone."""
    n, steps = bench.HOT, 100
    q, v, tau = states(model, n, steps)
    operands = (q, v, tau, np.full(n, DT))
    slope = kt.grad(effort, "tau")
    kernels = {
        "cost": effort.compile(model, sizes={"T": steps}),
        "gradient": slope.compile(model, sizes={"T": steps}),
    }
    candidates = {name: bench.into(kernel, operands) for name, kernel in kernels.items()}
    for name, kernel in kernels.items():
        one = tuple(x[:1].copy() for x in operands)
        candidates[f"{name}: one"] = bench.into(kernel, one)
    figures: dict[str, Any] = {"times": bench.benchmark(candidates, EFFORT)}
    figures["operations"] = {name: x.operation_count for name, x in kernels.items()}
    figures["compile_seconds"] = {name: x.compile_seconds for name, x in kernels.items()}
    found, h = slope(model, q[0], v[0], tau[0], DT), 1e-5
    probes = np.zeros((2, 20, steps, model.nv))
    places = np.random.default_rng(1).integers(0, (steps, model.nv), (20, 2))
    for k, (t, i) in enumerate(places):
        probes[:, k, t, i] = h, -h
    up, down = (effort(model, q[0], v[0], tau[0] + x, DT) for x in probes)
    exact = found[places[:, 0], places[:, 1]]
    figures["error_of_differences"] = float(np.abs((up - down) / (2 * h) - exact).max())
    figures["largest"] = float(np.abs(found).max())
    return figures


def compile_seconds(model: kt.Model) -> dict[str, float]:
    """From nothing to the first trajectory of one state, for two lengths."""
    found: dict[str, float] = {}
    for steps in (10, 10_000) * 4:
        copy = model.replace()
        q, v, tau = (x[0] for x in states(model, 1, steps))
        start = time.perf_counter()
        kt.simulation.rollout(copy, q, v, tau, 1e-6)
        seconds = time.perf_counter() - start
        found[str(steps)] = min(found.get(str(steps), np.inf), seconds)
    return found


def main() -> None:
    """Measure, print, and write if all robots are measured."""
    os.environ["KINETREE_CACHE_DIR"] = "off"  # compile times are those of compiling
    report: dict[str, Any] = {"versions": circumstances(EFFORT), "robots": {}}
    report["versions"]["mujoco"] = mujoco.__version__
    for label, model in robots():
        figures = {
            "nv": model.nv,
            "steps": beside_mujoco(model),
            "alone": step_alone(model),
            "gradient": gradient(model),
            "compile": compile_seconds(model),
        }
        report["robots"][label] = figures
        print(label, json.dumps(figures, indent=1), flush=True)
    if not sys.argv[1:]:
        (RESULTS / "simulation.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
