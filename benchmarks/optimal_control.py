"""Optimal control beside Crocoddyl: `python benchmarks/optimal_control.py`.

Solo12 on four feet moves its centre of mass in 100 stages of 10 ms: the same costs, contacts, steps
and solver, FDDP, from the same guess, states that stand still. Each part of an iteration, whole
solutions, 64 problems at once, float32, and 100 random first states. In an environment of its own,
as the contacts of Crocoddyl 3.2.1 crash with Pinocchio 4.1:

    pip install crocoddyl==3.2.1 pin==4.0.0 libpinocchio==4.0.0 example-robot-data llvmlite

Writes benchmarks/results/optimal_control.json.
"""

import json
import subprocess
import time
from functools import partial
from pathlib import Path
from typing import Any, Final

import bench
import crocoddyl
import numpy as np
import pinocchio as pin

import kinetree as kt
from kinetree.formats.installed import file_of
from kinetree.optimal_control.solve import _broadcast, _initial

EFFORT: Final = bench.Effort(rounds=15, turn=5e-3, cold=0)
DT, STEPS, STARTS, MANY = 0.01, 100, 100, 64
FEET: Final = ("FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT")
STATE: Final = np.array([0.0] * 3 + [500.0] * 3 + [0.01] * 12 + [10.0] * 6 + [1.0] * 12)
"""Weights of squares of the change of a state from the first one; of others in the terms."""
MOVE: Final = (0.03, 0.02, -0.04)


def ours(robot: kt.Model, q: Any, goal: Any) -> kt.optimal_control.Problem:
    """The problem in kinetree."""
    contacts, root = [kt.Contact(name) for name in FEET], np.zeros(6)

    def step(q: Any, v: Any, u: Any, _: Any) -> Any:
        tau = kt.math.concatenate([root, u])
        options = {"contacts": contacts, "damping": 1e-12, "iterations": 1}
        v = v + DT * kt.constraints.forward_dynamics(robot, q, v, tau, **options).ddq
        return kt.integrate(robot, q, DT * v), v

    def state(x: Any, v: Any) -> Any:
        return np.sqrt(STATE) * kt.math.concatenate([kt.difference(robot, q, x), v])

    def residuals(x: Any, v: Any, u: Any, _: Any) -> Any:
        rows = [0.1**0.5 * state(x, v), 1e-3**0.5 * u, 1e3**0.5 * off(x)]
        return DT**0.5 * kt.math.concatenate(rows)

    def off(x: Any) -> Any:
        return kt.center_of_mass(robot, x) - goal

    def final_residuals(x: Any, v: Any, _: Any) -> Any:
        return kt.math.concatenate([state(x, v), 1e5**0.5 * off(x)])

    return kt.optimal_control.Problem(
        model=robot, step=step, residuals=residuals, final_residuals=final_residuals
    )


def theirs(model: pin.Model, x0: Any, goal: Any) -> Any:
    """The same in Crocoddyl."""
    state = crocoddyl.StateMultibody(model)
    actuation = crocoddyl.ActuationModelFloatingBase(state)
    contacts = crocoddyl.ContactModelMultiple(state, actuation.nu)
    for name in FEET:
        frame, axes = model.getFrameId(name), pin.LOCAL_WORLD_ALIGNED
        rest = np.zeros(3), axes, actuation.nu, np.zeros(2)
        contacts.addContact(name, crocoddyl.ContactModel3D(state, frame, *rest))

    def action(final: bool) -> Any:
        costs = crocoddyl.CostModelSum(state, actuation.nu)

        def add(name: str, residual: Any, weight: float, *activation: Any) -> None:
            costs.addCost(name, crocoddyl.CostModelResidual(state, *activation, residual), weight)

        weights = crocoddyl.ActivationModelWeightedQuad(STATE)
        of_state = crocoddyl.ResidualModelState(state, x0, actuation.nu)
        add("state", of_state, 1.0 if final else 0.1, weights)
        if not final:
            add("control", crocoddyl.ResidualModelControl(state, actuation.nu), 1e-3)
        of_center = crocoddyl.ResidualModelCoMPosition(state, goal, actuation.nu)
        add("center of mass", of_center, 1e5 if final else 1e3)
        dynamics = crocoddyl.DifferentialActionModelContactFwdDynamics(
            state, actuation, contacts, costs, 0.0, True
        )
        return crocoddyl.IntegratedActionModelEuler(dynamics, 0.0 if final else DT)

    problem = crocoddyl.ShootingProblem(x0, [action(False)] * STEPS, action(True))
    problem.nthreads = 1
    return crocoddyl.SolverFDDP(problem)


def parts(problem: Any, x: Any, u: Any) -> dict[str, bench.Candidate]:
    """The parts of an iteration of kinetree at a solution."""
    arrays, _ = _broadcast(problem, {"x0": x[..., 0, :], "us0": u, "xs0": x, "parameters": None})
    kernels, motions = _initial(problem, arrays)
    direction = motions.direction(kernels, problem.model)
    count, length = len(motions.u), np.ones(len(motions.u), u.dtype)
    calls: dict[str, Any] = {
        "direction": partial(motions.direction, kernels, problem.model),
        "motion": partial(motions.stepped, kernels, direction, length),
    }
    return {name: bench.Candidate(call, (), count) for name, call in calls.items()}


def main() -> None:
    """Measure, print and write."""
    file = file_of("solo_description/solo12")
    robot, model = (
        kt.load(file, floating_base=True),
        pin.buildModelFromUrdf(str(file), pin.JointModelFreeFlyer()),
    )
    front, hind = [0.1, 0.8, -1.6, -0.1, 0.8, -1.6], [0.1, -0.8, 1.6, -0.1, -0.8, 1.6]
    q = np.array([0, 0, 0.235, 0, 0, 0, 1, *front, *hind])
    x0, us0 = np.append(q, np.zeros(robot.nv)), np.zeros((STEPS, 12))
    goal = kt.center_of_mass(robot, q) + MOVE
    problem, solver = ours(robot, q, goal), theirs(model, x0, goal)
    start = time.perf_counter()
    solution = kt.optimal_control.solve(problem, x0, us0)
    first = time.perf_counter() - start
    xs, us = [x0] * (STEPS + 1), [*us0]

    def solve() -> bool:
        return solver.solve(xs, us, 100, False)

    assert solve() and solution.converged
    apart = abs(solver.cost - solution.cost) / solver.cost
    iterations = {"kinetree": int(solution.iterations), "crocoddyl": solver.iter + 1}
    print(f"first call {first:.1f} s; iterations {iterations}; costs apart by {apart:.0e}")
    shooting = solver.problem
    other = [x.copy() for x in solver.xs], [x.copy() for x in solver.us]
    many = np.repeat(us0[None], MANY, 0)
    single = x0.astype(np.float32), us0.astype(np.float32)
    options: dict[str, Any] = {"tolerance": 1e-4}
    candidates = {
        **{f"ours {n}": c for n, c in parts(problem, solution.x, solution.u).items()},
        "calc": bench.Candidate(shooting.calc, other),
        "calcDiff": bench.Candidate(shooting.calcDiff, other),
        "backwardPass": bench.Candidate(solver.backwardPass, ()),
        "forwardPass": bench.Candidate(solver.forwardPass, (1.0,)),
        "solve": bench.Candidate(partial(kt.optimal_control.solve, problem, x0, us0), ()),
        "crocoddyl solve": bench.Candidate(solve, ()),
        "solve 64": bench.Candidate(partial(kt.optimal_control.solve, problem, x0, many), (), MANY),
        "solve 64, two threads": bench.Candidate(
            partial(kt.optimal_control.solve, problem, x0, many), (), MANY, 2
        ),
        "solve float32": bench.Candidate(
            partial(kt.optimal_control.solve, problem, *single, **options), ()
        ),
    }
    times = bench.benchmark(candidates, EFFORT)
    for name, t in times.items():
        print(f"{name:24} {t['min']:9.1f} us, median {t['median']:9.1f}")
    rng = np.random.default_rng(0)
    change = rng.uniform(-1, 1, (STARTS, 18)) * [*[0.03] * 3, *[0.15] * 3, *[0.15] * 12]
    starts = np.concatenate(
        [kt.integrate(robot, q, change), rng.uniform(-0.3, 0.3, (STARTS, 18))], -1
    )
    batch = kt.optimal_control.solve(problem, starts, us0)
    solved: dict[str, int] = {"kinetree": int(batch.converged.sum()), "crocoddyl": 0, "agree": 0}
    for k, x in enumerate(starts):
        shooting.x0 = x
        ended = solver.solve([x] * (STEPS + 1), us, 100, False)
        solved["crocoddyl"] += ended
        both = ended and batch.converged[k]
        solved["agree"] += bool(both and abs(solver.cost - batch.cost[k]) < 1e-8 * solver.cost)
    print(f"{STARTS} random starts: {solved}")
    commit = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True)
    report = {"versions": bench.environment() | {"commit": commit.stdout.strip()}}
    report["versions"] |= {"crocoddyl": crocoddyl.__version__, "rounds": EFFORT.rounds}
    report |= {"first_seconds": first, "iterations": iterations, "apart": float(apart)}
    report |= {"starts": solved, "rows": times}
    text = json.dumps(report, indent=1, default=float) + "\n"
    (Path(__file__).parent / "results/optimal_control.json").write_text(text)


if __name__ == "__main__":
    main()
