"""Arguments of optimal control: those that fit in other forms, and errors for those that do not."""

import pickle
from functools import partial
from threading import Thread
from typing import Any, NamedTuple

import numpy as np
import pytest

import kinetree as kt
from kinetree.optimal_control import Problem, solve

DT, T = 0.1, 4
concatenate = kt.math.concatenate
INERTIA = kt.Inertia(2.0, [0, 0, 0.1], np.diag([0.3, 0.2, 0.25]))
X0, STILL = np.array([1.0, -0.5]), np.zeros((T, 1))


def robot(**joints):
    """A chain of bodies with these joints."""
    chain, parent = kt.ModelBuilder("chain"), "world"
    for name, joint in joints.items():
        chain.add_body(name, parent=parent, joint=joint, inertia=INERTIA, joint_name=f"to_{name}")
        parent = name
    return chain.build()


CART = robot(cart=kt.Prismatic("x"))


def push(q, v, u, _):
    v = v + DT / 2 * u
    return q + DT * v, v


def effort(q, v, u, _):
    return 0.3 * u


def end(q, v, _):
    return concatenate([q, v])


def problem(**functions):
    standard = {"step": push, "residuals": effort, "final_residuals": end}
    return Problem(model=CART, **{**standard, **functions})


class State(NamedTuple):
    q: Any
    v: Any


class Pushed:
    def step(self, *x):
        return list(push(*x))


def test_functions_in_other_forms_and_copies_of_a_problem_give_the_same():
    expected = solve(problem(), X0, STILL).u
    others = [
        problem(step=lambda *x: State(*push(*x))),
        problem(step=Pushed().step, residuals=partial(lambda w, *x: w * x[2], 0.3)),
        problem(residuals=lambda q, v, u, _: [0.3 * u[0], 0.0], inequalities=lambda *x: []),
        pickle.loads(pickle.dumps(problem())),
    ]
    for other in others:
        assert np.array_equal(solve(other, X0, STILL).u, expected)


def test_arguments_in_other_forms():
    near = problem(final_residuals=lambda q, v, place: concatenate([q - place, v]))
    expected = solve(near, X0, STILL, parameters=[0.2])
    for shape in [(1, 1), (T + 1, 1), (3, 1, 1), (2, 3, T + 1, 1)]:
        solution = solve(near, X0.tolist(), STILL.astype(int), parameters=np.full(shape, 0.2))
        assert solution.x.shape == (*shape[:-2], T + 1, 2)
        assert (solution.u == expected.u).all() and (solution.cost == expected.cost).all()
    for batch in [(0,), (3, 0)]:
        solution = solve(problem(), np.zeros((*batch, 2)), STILL)
        assert solution.u.shape == (*batch, T, 1) and solution.converged.shape == batch
    assert solve(problem(), X0, STILL, parameters=[]).converged
    assert solve(problem(), X0, STILL, lower=-1e3).u.shape == (T, 1)


def test_one_stage_and_problems_of_the_end_alone():
    assert solve(problem(), X0, STILL[:1], lower=-1.0).converged
    still = solve(Problem(model=CART, step=push), X0, STILL)
    assert still.converged and still.cost == 0
    left = solve(problem(final_inequalities=lambda q, v, _: q + 0.2), X0, STILL)
    assert left.converged and abs(left.x[-1, 0] + 0.2) < 1e-6 and left.violation < 1e-6
    both = problem(final_equalities=lambda q, v, _: concatenate([q - 1, q + 1]))
    both = solve(both, X0, STILL, max_iterations=40)
    assert not both.converged and both.violation > 0.5


@pytest.mark.parametrize(
    "joints",
    [
        {"a": kt.Spherical(), "b": kt.Revolute("y")},
        {
            "a": kt.Revolute("y"),
            "b": kt.Mimic("to_a", 2.0, 0.1, kt.Revolute("x")),
            "c": kt.Continuous("z"),
        },
    ],
)
def test_states_are_those_of_steps(joints):
    model = robot(**joints)
    goal = kt.random_configuration(model, rng=1)

    def step(q, v, tau, _):
        v = v + DT * kt.aba(model, q, v, tau)
        return kt.integrate(model, q, DT * v), v

    moving = Problem(
        model=model,
        step=step,
        residuals=lambda q, v, tau, _: 0.1 * tau,
        final_residuals=lambda q, v, _: concatenate([kt.difference(model, goal, q), v]),
    )
    x0 = np.append(kt.neutral(model), np.zeros(model.nv))
    solution = solve(moving, x0, np.zeros((T, model.nv)))
    assert solution.converged
    for x, tau, after in zip(solution.x, solution.u, solution.x[1:], strict=False):
        expected = np.concatenate(step(x[: model.nq], x[model.nq :], tau, None))
        assert abs(expected - after).max() < 1e-14


def test_constraints_that_have_no_value_at_0():
    fast = problem(inequalities=lambda q, v, u, _: [kt.math.norm(v) / kt.math.norm(q) - 10])
    assert solve(fast, X0, STILL).converged


def test_controls_are_within_bounds_also_where_no_step_is_found():
    steep = problem(residuals=lambda q, v, u, _: kt.math.sqrt(u - 2))
    solution = solve(steep, X0, STILL + 3.5, lower=-1.0, upper=1.0)
    assert not solution.converged and (solution.u == 1).all()


def test_an_infinite_cost_does_not_converge():
    assert not solve(problem(), [np.inf, 0.0], STILL).converged


def test_lines_of_what_is_not_finite_come_without_warnings(capsys):
    solve(problem(), [np.nan, 0.0], STILL, max_iterations=2, verbose=True)
    assert "cost nan" in capsys.readouterr().out


def test_threads_share_a_problem():
    shared, solutions = problem(inequalities=lambda q, v, u, _: -0.2 - u), []
    threads = [Thread(target=lambda: solutions.append(solve(shared, X0, STILL))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(solutions) == 4 and len({x.u.tobytes() for x in solutions}) == 1


@pytest.mark.parametrize(
    "change, message",
    [
        ({"x0": 1.0}, r"x0 has shape \(\); expected \(..., 2\)"),
        ({"x0": [1.0]}, r"x0 has shape \(1,\); expected \(..., 2\)"),
        ({"xs0": 0.0}, r"xs0 has shape \(\); expected \(..., 5, 2\)"),
        ({"us0": np.zeros((T, 0))}, r"us0 has shape \(4, 0\); expected \(..., T, m\), .* m > 0"),
        ({"parameters": 1.0}, r"parameters has shape \(\); expected \(..., 5, p\)"),
        (
            {"lower": 1.0, "upper": [[2], [2], [-1], [2]]},
            r"control 0 of stage 2 has lower 1.0 and upper -1.0",
        ),
        ({"lower": np.nan}, "lower nan and upper inf; expected a number between them"),
        ({"upper": -np.inf}, "lower -inf and upper -inf"),
        ({"tolerance": -1.0}, "tolerance is -1.0; expected a number >= 0"),
        ({"constraint_tolerance": "a"}, "constraint_tolerance is 'a'"),
    ],
)
def test_operands_without_meaning(change, message):
    with pytest.raises(kt.ShapeError, match=message):
        solve(problem(), **{"x0": X0, "us0": STILL, **change})


def test_functions_of_other_arguments():
    with pytest.raises(kt.ShapeError, match=r"Problem: step=3; expected a function"):
        problem(step=3)
    with pytest.raises(kt.ShapeError, match=r"called as residuals\(q, v, u, parameters\), which"):
        problem(residuals=lambda q, v: v)
    with pytest.raises(kt.ShapeError, match=r"called as final_equalities\(q, v, parameters\)"):
        problem(final_equalities=effort)
    for numbers in (lambda *x: 0.0, lambda q, v, u, _: u[0], lambda *x: None):
        with pytest.raises(kt.ShapeError, match=r"<lambda>: the result has shape \(\)"):
            solve(problem(residuals=numbers), X0, STILL)


def test_functions_need_not_take_parameters_where_none_are_given():
    functions = {"step": lambda q, v, u: push(q, v, u, None), "residuals": lambda q, v, u: 0.3 * u}
    bare = problem(
        **functions,
        final_residuals=lambda q, v: concatenate([q, v]),
        equalities=lambda q, v, u: u[:0],
        final_inequalities=lambda q, v: q - 0.1,
    )
    full = problem(equalities=lambda q, v, u, p: u[:0], final_inequalities=lambda q, v, p: q - 0.1)
    x, y = (solve(part, X0, STILL) for part in (bare, full))
    assert np.array_equal(x.u, y.u) and np.array_equal(x.x, y.x) and x.converged
    message = r"residuals is called as residuals\(q, v, u, parameters\), which .* of \(q, v, u\), d"
    with pytest.raises(kt.ShapeError, match=message):
        solve(problem(residuals=functions["residuals"]), X0, STILL, parameters=[1.0])
    with pytest.raises(kt.ShapeError, match=r"final_residuals\(q, v, parameters\), which the func"):
        solve(problem(final_residuals=lambda q, v: v), X0, STILL, parameters=[1.0])
