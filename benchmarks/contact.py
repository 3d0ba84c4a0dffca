"""Contacts with friction: `python benchmarks/contact.py`.

A quadruped stands on four points, its joints held by springs. First steps of a simulation beside
`mujoco.rollout` with one thread and the same contacts, 1 and 4,096 states; then the friction
problem alone beside Pinocchio's solvers, with as many iterations. Each in one benchmark. Writes
benchmarks/results/contact.json, from which tables.py makes docs/speed.md.
"""

import json
from functools import partial
from typing import Any, Final

import bench
import mujoco
import mujoco.rollout
import numpy as np
import pinocchio
from run import RESULTS, circumstances
from simulation import DT, EFFORT, LONG, STATES, to_mujoco

import kinetree as kt

FRICTION: Final = 0.8
CROUCH: Final = [0.0, 0.6, -1.2]
SWEEPS: Final = (11, 21)
"""Sweeps of a step at most, 21 the default; their residuals are in the report."""


def standing() -> tuple[kt.Model, list[kt.Contact], Any]:
    """The quadruped, its feet, and a configuration whose feet touch the plane."""
    robot = kt.robots.quadruped(12)
    feet = [kt.Contact(name) for name in robot.frame_names if name.endswith("_foot")]
    q, k, d = kt.neutral(robot), np.zeros(robot.nv), np.zeros(robot.nv)
    q[7:], k[6:], d[6:] = CROUCH * 4, 100.0, 4.0
    q[2] -= kt.frame_placement(robot, q, frame=feet[0].frame)[2, 3]
    return robot.replace(stiffness=k, damping=d, spring_reference=q), feet, q


def held(feet: list[kt.Contact], **settings: Any) -> kt.Simulation:
    """The simulation of the robot on its feet, its joints held by springs."""
    return kt.Simulation(contacts=feet, passive="implicit", limits=False, **settings)


def lowest(model: kt.Model, feet: list[kt.Contact], q: Any) -> Any:
    """The heights of the lowest feet."""
    index = [model.frame_names.index(str(foot.frame)) for foot in feet]
    return kt.frame_placements(model, q)[:, index, 2, 3].min(1)


def peer(model: kt.Model, feet: list[kt.Contact], cone: Any) -> Any:
    """The same robot on the same plane in MuJoCo, with its default solver."""
    mj = to_mujoco(model, [str(foot.frame) for foot in feet])
    mj.geom_friction[:, 0] = FRICTION
    mj.opt.cone, mj.opt.integrator = cone, mujoco.mjtIntegrator.mjINT_EULER
    return mj


def steps(model: kt.Model, feet: list[kt.Contact], q0: Any) -> dict[str, Any]:
    """Microseconds of a step."""
    found: dict[str, Any] = {}
    for n, length in STATES.items():
        rng = np.random.default_rng(0)
        q, v = np.tile(q0, (n, 1)), np.zeros((n, model.nv))
        q[:, 7:] += 0.05 * rng.standard_normal((n, 12))
        q[:, 2] -= lowest(model, feet, q)
        tau, mu = np.zeros((n, length, model.nv)), np.full((n, 4), FRICTION)
        candidates: dict[str, bench.Candidate] = {}
        operands = (model, q, v, tau, DT)
        for iterations in SWEEPS:
            simulation = held(feet, iterations=iterations)
            call = partial(kt.simulation.rollout, friction=mu, simulation=simulation)
            candidates[f"pgs {iterations}"] = bench.Candidate(call, operands, n * length)
        a, b = kt.convert.to_mujoco(model, q, v)[:2]
        x = np.concatenate([np.zeros((n, 1)), a, b], 1)
        kept, run = np.zeros((n, length, x.shape[1])), mujoco.rollout.Rollout(nthread=0)
        for name, cone in (("pyramidal", 0), ("elliptic", 1)):
            mj = peer(model, feet, cone)
            control = int(mujoco.mjtState.mjSTATE_QFRC_APPLIED)
            call = partial(run.rollout, mj, mujoco.MjData(mj), control_spec=control, state=kept)
            candidates[f"MuJoCo {name}"] = bench.Candidate(call, (x, tau), n * length)
        found[str(n)] = bench.benchmark(candidates, EFFORT)
    return found


def at_rest(model: kt.Model, feet: list[kt.Contact], q0: Any) -> dict[str, float]:
    """After 4 s: speeds, and forces along the normal against those of MuJoCo and the weight."""
    n, rest = 4000, np.zeros(model.nv)
    how: dict[str, Any] = {"friction": np.full(4, FRICTION), "simulation": held(feet)}
    motion = kt.simulation.rollout(model, q0, rest, None, DT, steps=n, **how)
    q, v = motion.q[-1], motion.v[-1]
    last = kt.simulation.contact_step(model, q, v, rest, DT, **how)
    mj = peer(model, feet, 1)
    data = mujoco.MjData(mj)
    data.qpos[:] = kt.convert.to_mujoco(model, q0)[0]
    for _ in range(n):
        mujoco.mj_step(mj, data)
    theirs, one = [], np.zeros(6)
    for k in range(data.ncon):
        mujoco.mj_contactForce(mj, data, k, one)
        theirs.append(one[0])
    ours = last.impulses[:, 2] / DT
    return {
        "speed": float(abs(v).max()),
        "speed of MuJoCo": float(abs(data.qvel).max()),
        "normal forces / weight": float(ours.sum() / (9.81 * model.total_mass)),
        "largest difference of a force / weight": float(
            abs(np.sort(ours) - np.sort(theirs)).max() / (9.81 * model.total_mass)
        ),
        "residual": float(last.residuals.max()),
    }


def residuals(model: kt.Model, feet: list[kt.Contact], q0: Any) -> dict[str, list[float]]:
    """The residuals of steps as quadrupeds land, m/s: median, nine of ten below, largest."""
    n, length, mu = 64, 400, np.full(4, FRICTION)
    rng = np.random.default_rng(0)
    q = np.tile(q0, (n, 1))
    q[:, 7:] += 0.05 * rng.standard_normal((n, 12))
    q[:, 2] += rng.uniform(0, 0.05, n) - lowest(model, feet, q)
    tau = np.zeros((n, length, model.nv))
    qs, vs = kt.simulation.rollout(
        model, q, tau[:, 0], tau, DT, every=10, friction=mu, simulation=held(feet)
    )
    found: dict[str, list[float]] = {}
    for iterations in SWEEPS:
        simulation = held(feet, iterations=iterations)
        each = kt.simulation.contact_step(
            model, qs, vs, tau[0, 0], DT, friction=mu, simulation=simulation
        ).residuals.max(-1)
        found[f"pgs {iterations}"] = np.quantile(each, [0.5, 0.9, 1]).tolist()
    return found


@kt.algorithm("(m,m),(m),(k)->(m)")
def solution(model: Any, G: Any, g: Any, mu: Any, *, iterations: int = 50) -> Any:
    """The impulses alone."""
    return kt.friction.solve(G, g, mu, iterations=iterations).impulses


class Pinocchio:
    """A friction problem for Pinocchio's solvers, without tolerances, of so many iterations."""

    def __init__(self, size: int, iterations: int, kind: str) -> None:
        pin = pinocchio
        model = pin.Model()
        model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "root")
        self.models, self.datas = pin.StdVec_ConstraintModel(), pin.StdVec_ConstraintData()
        for _ in range(size // 3):
            contact = pin.PointContactConstraintModel(model, 1, pin.SE3.Identity())
            contact.setFriction(FRICTION)
            self.models.append(pin.ConstraintModel(contact))
            self.datas.append(self.models[len(self.models) - 1].createData())
        self.solver = getattr(pin, f"{kind}ConstraintSolver")(size)
        self.settings = getattr(pin, f"{kind}SolverSettings")()
        self.result = getattr(pin, f"{kind}SolverResult")()
        self.settings.max_iterations = iterations
        for name in ("feasibility", "complementarity"):
            setattr(self.settings, f"absolute_{name}_tol", 0.0)
            setattr(self.settings, f"relative_{name}_tol", 0.0)

    def __call__(self, delassus: Any, g: Any) -> None:
        self.result.clearConstraintImpulseGuess()
        self.solver.solve(delassus, g, self.models, self.datas, self.settings, self.result)


def solvers(model: kt.Model, feet: list[kt.Contact], q: Any) -> dict[str, Any]:
    """Microseconds of a solution: sliding on four feet, few iterations and many of each method."""
    v, n = np.zeros(model.nv), bench.HOT
    v[:3] = 0.5, 0.0, -0.5
    J = kt.constraints.jacobian(model, q, contacts=feet)
    G = kt.constraints.delassus(model, q, contacts=feet)
    G += 1e-8 * np.trace(G) / len(G) * np.eye(len(G))
    g = J @ (v + DT * kt.aba(model, q, v, np.zeros(model.nv)))
    many = tuple(np.tile(x, (n, *[1] * np.ndim(x))) for x in (G, g, np.full(4, FRICTION)))
    one = tuple(x[:1].copy() for x in many)
    candidates: dict[str, bench.Candidate] = {}
    for method, count in (("pgs", 5), ("pgs", 50), ("admm", 10), ("admm", 50)):
        if method == "pgs":
            kernel = solution.compile(model, sizes={"m": 12, "k": 4}, iterations=count)
            for label, its in (("one", one), ("batch", many)):
                candidates[f"{method} {count}: {label}"] = bench.into(kernel, its)
        theirs = Pinocchio(len(g), count, method.upper())
        delassus = pinocchio.DelassusOperatorDense(np.asfortranarray(G))
        candidates[f"Pinocchio {method} {count}"] = bench.Candidate(theirs, (delassus, g), 1)
    figures: dict[str, Any] = {"times": bench.benchmark(candidates, LONG)}
    exact = solution(model, G, g, np.full(4, FRICTION), iterations=2000)
    theirs = Pinocchio(len(g), 2000, "PGS")
    theirs(pinocchio.DelassusOperatorDense(np.asfortranarray(G)), g)
    other = theirs.result.retrieveConstraintImpulses()
    figures["difference"] = float(abs(exact - other).max() / abs(exact).max())
    return figures


def main() -> None:
    """Measure, print and write."""
    report: dict[str, Any] = {"versions": circumstances(EFFORT)}
    report["versions"]["mujoco"] = mujoco.__version__
    where = standing()
    report["at rest"] = at_rest(*where)
    report["residuals"] = residuals(*where)
    report["steps"] = steps(*where)
    report["solvers"] = solvers(*where)
    print(json.dumps(report, indent=1))
    (RESULTS / "contact.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
