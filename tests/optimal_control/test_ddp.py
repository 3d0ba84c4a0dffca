"""Optimal control: linear problems against least squares, robots against their gradients."""

from functools import cache

import numpy as np
import pytest
from scipy.optimize import LinearConstraint, lsq_linear, minimize

import kinetree as kt
from kinetree.optimal_control import Problem, solve
from kinetree.optimal_control.riccati import backward_pass

DT, T = 0.1, 12
ARM = kt.robots.arm()
GOAL = np.array([0.5, 0.4, 0.3, -0.8, 0.1, 0.3, 0.2])
concatenate = kt.math.concatenate


def cart():
    """A mass that is pushed along x."""
    robot = kt.ModelBuilder("cart")
    robot.add_body("cart", joint=kt.Prismatic("x"), inertia=kt.Inertia(2.0, [0, 0, 0], np.eye(3)))
    return robot.build()


CART = cart()


def push(q, v, u, _):
    v = v + DT / 2 * u
    return q + DT * v, v


def linear_problem(**terms):
    terms = {"residuals": lambda q, v, u, _: 0.3 * u, **terms}
    return Problem(
        model=CART, step=push, final_residuals=lambda q, v, _: concatenate([q, v]), **terms
    )


def end_of(u, x0):
    """The last state of the cart as a matrix on controls, and a constant."""
    A, B = np.array([[1, DT], [0, 1]]), np.array([DT**2, DT]) / 2
    rows = [np.linalg.matrix_power(A, T - 1 - k) @ B for k in range(T)]
    return np.stack(rows, 1), np.linalg.matrix_power(A, T) @ x0


def least_squares(x0):
    """(A, b): the cost is the square of A u - b, halved."""
    E, e = end_of(np.zeros(T), x0)
    return np.vstack([E, 0.3 * np.eye(T)]), np.concatenate([-e, np.zeros(T)])


X0 = np.array([1.0, -0.5])


def test_a_linear_problem_is_solved_in_one_step():
    A, b = least_squares(X0)
    expected = np.linalg.lstsq(A, b)[0]
    solution = solve(linear_problem(), X0, np.zeros((T, 1)))
    assert solution.converged and solution.history[0, 2] == 1 and solution.iterations == 2
    assert abs(solution.u[:, 0] - expected).max() < 1e-9
    assert abs(solution.cost - ((A @ expected - b) ** 2).sum() / 2) < 1e-12
    assert np.array_equal(solution.x[0], X0) and solution.gap == 0


def test_states_that_are_no_motion_are_joined_in_one_step():
    states = np.random.default_rng(2).normal(size=(T + 1, 2))
    solution = solve(linear_problem(), X0, np.zeros((T, 1)), states, max_iterations=1)
    assert abs(solution.u - solve(linear_problem(), X0, np.zeros((T, 1))).u).max() < 1e-8
    assert np.array_equal(solution.x[0], X0) and solution.history[0, 2] == 1 and solution.gap == 0
    cost, fall, _ = solution.history[0]
    assert abs(cost - fall - solution.cost) < 1e-9


@pytest.mark.parametrize("lower, upper", [(-0.3, 0.1), (-np.inf, -0.1), (0.02, 0.02), (-9, 9)])
def test_bounds_are_those_of_least_squares(lower, upper):
    A, b = least_squares(X0)
    bounds = (lower - 1e-15, upper + 1e-15) if lower == upper else (lower, upper)
    expected = lsq_linear(A, b, bounds, tol=1e-14).x
    solution = solve(linear_problem(), X0, np.zeros((T, 1)), lower=lower, upper=[[upper]])
    assert solution.converged and (lower <= solution.u).all() and (solution.u <= upper).all()
    assert abs(solution.u[:, 0] - expected).max() < 1e-7


def test_constraints_are_met_at_least_cost():
    """The end is at a place, no velocity is beyond a limit, as a quadratic program has it."""
    problem = linear_problem(
        final_equalities=lambda q, v, place: q - place,
        inequalities=lambda q, v, u, place: concatenate([v - 0.1, -v - 0.6]),
    )
    place = 0.2
    solution = solve(problem, X0, np.zeros((T, 1)), parameters=[place], constraint_tolerance=1e-9)
    A, b = least_squares(X0)
    E, e = end_of(np.zeros(T), X0)
    speeds = np.tril(np.full((T, T), DT / 2), -1)
    constraints = [
        LinearConstraint(E[:1], place - e[0], place - e[0]),
        LinearConstraint(speeds, -0.6 + 0.5, 0.1 + 0.5),
    ]

    def cost(u):
        return ((A @ u - b) ** 2).sum() / 2

    minimum = minimize(
        cost, np.zeros(T), jac=lambda u: A.T @ (A @ u - b), constraints=constraints, tol=1e-14
    )
    assert solution.converged and solution.violation < 1e-9
    assert abs(solution.x[-1, 0] - place) < 1e-9
    assert abs(solution.cost - minimum.fun) < 1e-7 * minimum.fun
    assert abs(solution.u[:, 0] - minimum.x).max() < 1e-4


def stepped(q, v, tau, goal):
    v = v + 0.05 * kt.aba(ARM, q, v, tau)
    return kt.integrate(ARM, q, 0.05 * v), v


@cache
def reach():
    return Problem(
        model=ARM,
        step=stepped,
        residuals=lambda q, v, tau, goal: 0.05 * concatenate([v, tau]),
        final_residuals=lambda q, v, goal: concatenate([10 * (q - goal), v]),
    )


REST = np.zeros(14)
INERTIA = kt.Inertia(2.0, [0, 0, 0], np.diag([0.3, 0.2, 0.25]))
STILL = np.zeros((15, 7))


def rolled_out(u):
    q, v = np.zeros(7), np.zeros(7)
    states = [np.concatenate([q, v])]
    for tau in u:
        v = v + 0.05 * kt.aba(ARM, q, v, tau)
        q = q + 0.05 * v
        states.append(np.concatenate([q, v]))
    return np.array(states)


def cost_of(u, goal=GOAL):
    x = rolled_out(u)
    running = 0.05 * np.concatenate([x[:-1, 7:], u], 1)
    end = np.concatenate([10 * (x[-1, :7] - goal), x[-1, 7:]])
    return (np.sum(running**2) + np.sum(end**2)) / 2


def test_an_arm_moves_as_its_dynamics_say_at_least_cost():
    solution = solve(reach(), REST, STILL, parameters=GOAL, tolerance=1e-12)
    assert solution.converged and abs(solution.x - rolled_out(solution.u)).max() < 1e-12
    assert abs(solution.cost - cost_of(solution.u)) < 1e-12
    for direction in np.random.default_rng(0).normal(size=(5, 15, 7)):
        step = 1e-4 * direction
        slope = cost_of(solution.u + step) - cost_of(solution.u - step)
        bend = cost_of(solution.u + step) + cost_of(solution.u - step) - 2 * solution.cost
        assert bend > 0 and abs(slope) < 0.02 * bend


def test_shorter_steps_are_of_one_motion():
    """Of three goals of arms with limits of velocity; steps are from 1 to a few thousandths."""
    problem = Problem(
        model=ARM,
        step=stepped,
        residuals=lambda q, v, tau, goal: 0.1 * concatenate([v, tau]),
        final_equalities=lambda q, v, goal: concatenate([q - goal, v]),
        inequalities=lambda q, v, tau, goal: concatenate([v - 0.6, -v - 0.6]),
    )
    goals, lengths = np.array([0.7, 0.85, 0.93])[:, None, None] * GOAL, []
    for k in range(8, 32, 3):
        solution = solve(problem, REST, np.zeros((30, 7)), parameters=goals, max_iterations=k)
        lengths.append(solution.history[-1, :, 2])
        for x, u, cost, gap in zip(*solution[:3], solution.gap, strict=True):
            if gap < 1e-12:
                assert abs(x - rolled_out(u)).max() < 1e-10
                running = np.sum((0.1 * np.concatenate([x[:-1, 7:], u], 1)) ** 2) / 2
                assert abs(cost - running) < 1e-10
    assert ((np.array(lengths) > 0) & (np.array(lengths) < 0.5)).any()
    solution = solve(problem, REST, np.zeros((30, 7)), parameters=goals, max_iterations=120)
    assert solution.converged.all()  # as damping falls again


@pytest.mark.parametrize("iterations", [1, 2, 5])
def test_no_control_is_beyond_its_bounds_on_the_way(iterations):
    guess = np.random.default_rng(1).normal(size=(4, 16, 14))  # states that are no motion
    solution = solve(
        reach(), REST, STILL, guess, parameters=GOAL, lower=-6, upper=6, max_iterations=iterations
    )
    assert abs(solution.u).max() == 6.0


def test_costs_fall_from_a_bad_guess():
    guess = 15 * np.random.default_rng(4).normal(size=(15, 7))
    solution = solve(reach(), REST, guess, rolled_out(guess), parameters=GOAL, max_iterations=12)
    costs, _, lengths = solution.history.T
    assert (np.diff(costs) < 0).all() and (lengths > 0).all() and lengths.min() < 0.5
    assert abs(costs[0] - cost_of(guess)) < 1e-9 * costs[0]


def test_each_of_a_batch_is_the_one_alone_to_the_last_bit():
    goals = GOAL * np.array([0.2, 1.0, 2.0])[:, None, None]
    many = solve(reach(), REST, STILL, parameters=goals)
    assert many.converged.all() and len(set(many.iterations)) > 1
    for k, goal in enumerate(goals):
        one = solve(reach(), REST, STILL, parameters=goal)
        for name in ("x", "u", "cost", "iterations", "K"):
            assert np.array_equal(getattr(one, name), getattr(many, name)[k]), name
    assert many.history.shape == (many.iterations.max(), 3, 3)


def test_the_solution_of_a_problem_near_by_begins_close():
    first = solve(reach(), REST, STILL, parameters=GOAL)
    again = solve(reach(), REST, first.u, first.x, parameters=1.01 * GOAL)
    assert again.converged and again.iterations < first.iterations
    one = solve(reach(), REST, first.u, first.x, parameters=1.01 * GOAL, max_iterations=1)
    assert one.iterations == 1 and abs(one.cost - again.cost) < 1e-4 * again.cost


def test_the_feedback_is_that_of_the_problem_from_another_state():
    """A solution from a state near by differs by K dx, to first order."""
    solution = solve(reach(), REST, STILL, parameters=GOAL, tolerance=1e-14)
    dx = 1e-5 * np.random.default_rng(1).normal(size=14)
    other = solve(reach(), REST + dx, solution.u, solution.x, parameters=GOAL, tolerance=1e-16)
    change = other.u[0] - solution.u[0]
    assert abs(change - solution.K[0] @ dx).max() < 0.05 * abs(change).max()


def test_a_free_base_is_moved_on_its_tangent_space():
    """A thruster's body turns to an attitude: states are quaternions, changes are of size 6."""
    robot = kt.ModelBuilder("satellite")
    robot.add_body("satellite", joint=kt.FreeFlyer(), inertia=INERTIA)
    satellite = robot.build().replace(gravity=[0, 0, 0])
    target = kt.random_configuration(satellite, rng=3)

    def step(q, v, f, _):
        v = v + DT * kt.aba(satellite, q, v, f)
        return kt.integrate(satellite, q, DT * v), v

    problem = Problem(
        model=satellite,
        step=step,
        residuals=lambda q, v, f, _: 1e-2 * f,
        final_residuals=lambda q, v, _: concatenate([kt.difference(satellite, target, q), v]),
    )
    x0 = np.concatenate([kt.neutral(satellite), np.zeros(6)])
    solution = solve(problem, x0, np.zeros((20, 6)), tolerance=1e-12)
    error = kt.difference(satellite, target, solution.x[-1, :7])
    assert solution.converged and np.linalg.norm(error) < 1e-2
    assert abs(np.linalg.norm(solution.x[:, 3:7], axis=1) - 1).max() < 1e-12
    assert solution.x.shape == (21, 13) and solution.K.shape == (20, 6, 12)


def swimmer():
    """A free base with a hinge."""
    robot = kt.ModelBuilder("swimmer")
    robot.add_body("base", joint=kt.FreeFlyer(), inertia=INERTIA)
    robot.add_body("fin", joint=kt.Revolute([1, 0, 0]), inertia=INERTIA, parent="base")
    return robot.build()


def by_next_velocity(q, v, u, _):
    v = v + DT * kt.aba(SWIMMER, q, v, u)
    return kt.integrate(SWIMMER, q, DT * v), v


def by_velocity(q, v, u, _):
    return kt.integrate(SWIMMER, q, DT * v), v + DT * kt.aba(SWIMMER, q, v, u)


def by_midpoint(q, v, u, _):
    a = kt.aba(SWIMMER, q, v, u)
    middle = kt.integrate(SWIMMER, q, DT / 2 * v)
    v, half = v + DT * kt.aba(SWIMMER, middle, v + DT / 2 * a, u), v + DT / 2 * a
    return kt.integrate(SWIMMER, q, DT * half + 0.1 * DT * v), v


def by_what_is_given(q, v, u, _):
    """Next velocities that are operands, equal, or constant."""
    rate = DT * (v[6] + u[0] * q[0])
    v = concatenate([v[:3], u[:1], [rate, 2.0, rate]])
    return kt.integrate(SWIMMER, q, DT * v), v


SWIMMER = swimmer()


@pytest.mark.parametrize("step", [by_next_velocity, by_velocity, by_midpoint, by_what_is_given])
def test_stages_to_first_order_are_differences(step):
    problem, nv, h = Problem(model=SWIMMER, step=step), SWIMMER.nv, 1e-6
    kernels = problem.kernels("float64", 1, nv, 0, False)
    rng = np.random.default_rng(0)
    x = kt.random_configuration(SWIMMER, rng=0), *rng.normal(size=(2, nv))
    rows = zip(kernels.linearized.packing, kernels.linearized(*x, *x[:2], 0.0), strict=True)
    F, B = [packing.dense(row) for packing, row in rows][:2]
    F = np.concatenate([F[:nv] + B @ F[nv:], F[nv:]])
    run = kt.function("(8),(7),(7)->(15)")(lambda q, v, u: concatenate(step(q, v, u, None)))
    for k, e in enumerate(np.eye(3 * nv) * h):
        dq, dv, du = e[:nv], e[nv : 2 * nv], e[2 * nv :]
        ends = [
            run(kt.integrate(SWIMMER, x[0], sign * dq), x[1] + sign * dv, x[2] + sign * du)
            for sign in (1, -1)
        ]
        (q1, v1), (q0, v0) = ((x[:8], x[8:]) for x in ends)
        rate = np.append(kt.difference(SWIMMER, q0, q1), v1 - v0)
        assert abs(rate / (2 * h) - F[:, k]).max() < 1e-8 * max(1, abs(F).max())


def test_a_stage_without_cost_and_float32():
    problem = Problem(model=CART, step=push, final_residuals=lambda q, v, _: concatenate([q, v]))
    solution = solve(problem, X0, np.zeros((T, 1), np.float32), tolerance=1e-6)
    assert solution.u.dtype == solution.x.dtype == np.float32
    assert solution.converged and solution.cost < 1e-6


def test_what_is_not_finite_does_not_converge_and_stays_alone():
    x0 = np.array([X0, [np.nan, 0.0], X0])
    solution = solve(linear_problem(), x0, np.zeros((T, 1)), max_iterations=30)
    assert solution.converged.tolist() == [True, False, True]
    assert np.array_equal(solution.u[0], solution.u[2])


@pytest.mark.parametrize(
    "change, message",
    [
        ({"x0": np.zeros(3)}, r"x0 has shape \(3,\); expected \(..., 2\)"),
        ({"us0": np.zeros(3)}, r"us0 has shape \(3,\); expected \(..., T, m\), T > 0"),
        ({"us0": np.zeros((0, 1))}, r"us0 has shape \(0, 1\)"),
        ({"xs0": np.zeros((T, 2))}, r"xs0 has shape \(12, 2\); expected \(..., 13, 2\)"),
        (
            {"parameters": np.zeros((5, 2))},
            r"parameters has shape \(5, 2\); expected \(..., 13, 2\)",
        ),
        ({"lower": ["a"]}, "lower is not an array of numbers"),
        ({"x0": np.zeros((2, 2)), "us0": np.zeros((3, T, 1))}, "the batch axes do not broadcast"),
        ({"max_iterations": 0}, "max_iterations"),
    ],
)
def test_operands_that_do_not_fit(change, message):
    operands = {"x0": X0, "us0": np.zeros((T, 1)), **change}
    with pytest.raises(kt.ShapeError, match=message):
        solve(linear_problem(), **operands)


def test_functions_that_do_not_fit():
    wrong = Problem(model=CART, step=lambda q, v, u, _: q)
    with pytest.raises(
        kt.ShapeError, match=r"expected the next q and v, of shapes \(1,\) and \(1,\)"
    ):
        solve(wrong, X0, np.zeros((T, 1)))
    wrong = linear_problem(inequalities=lambda q, v, u, _: kt.math.zeros(2, 2))
    with pytest.raises(kt.ShapeError, match=r"<lambda>: the result has shape \(2, 2\)"):
        solve(wrong, X0, np.zeros((T, 1)))
    with pytest.raises(kt.ModelError, match=r"expected a kt\.optimal_control\.Problem"):
        solve(CART, X0, np.zeros((T, 1)))


def stages(seed, n=4, m=2, steps=6):
    """Random linear stages with quadratic costs, in which some elements are always zero."""
    rng, width = np.random.default_rng(seed), n + m
    mask = rng.random((n, width)) < 0.6
    symmetric = rng.random((width, width)) < 0.5
    symmetric = symmetric | symmetric.T | np.eye(width, dtype=bool)
    F = np.where(mask, rng.normal(size=(steps, n, width)), 0)
    mask_B = np.tri(n // 2, dtype=bool)
    B = np.where(mask_B, rng.normal(size=(steps, n // 2, n // 2)), 0)
    H = rng.normal(size=(steps, width, width))
    H = np.where(symmetric, H + H.swapaxes(1, 2), 0) + 8 * np.eye(width)
    places = tuple(
        tuple(int(k) if on else None for on, k in zip(x.flat, np.cumsum(x.flat) - 1, strict=True))
        for x in (mask, mask_B, symmetric)
    )
    g, gaps = rng.normal(size=(steps, width)), rng.normal(size=(steps + 1, n))
    end, V = rng.normal(size=n), 2 * np.eye(n)

    def recursion(damping, *bounds):
        rows = F[:, mask], B[:, mask_B], g, H[:, symmetric]
        return backward_pass(*rows, gaps[:-1], gaps[-1], end, V, damping, *bounds, places=places)

    positions = F[:, : n // 2] + B @ F[:, n // 2 :]
    return np.concatenate([positions, F[:, n // 2 :]], 1), g, H, gaps, end, V, recursion


def test_the_recursion_is_that_of_numpy():
    F, g, H, gaps, vx, V, recursion = stages(5)
    result, n = recursion(0.0), len(vx)
    vx = vx + V @ gaps[-1]
    for i in reversed(range(len(F))):
        Q, q = H[i] + F[i].T @ V @ F[i], g[i] + F[i].T @ vx
        gains = -np.linalg.solve(Q[n:, n:], np.column_stack([q[n:], Q[n:, :n]]))
        assert abs(result.k[i] - gains[:, 0]).max() < 1e-12
        assert abs(result.K[i] - gains[:, 1:]).max() < 1e-12
        V = Q[:n, :n] + Q[:n, n:] @ gains[:, 1:]
        vx = q[:n] + Q[:n, n:] @ gains[:, 0] + V @ gaps[i]


@pytest.mark.parametrize("length", [1.0, 0.3])
@pytest.mark.parametrize("damping", [0.0, 2.0])
def test_the_expected_fall_is_that_of_linear_stages(length, damping):
    F, g, H, gaps, end, V, recursion = stages(7)
    result = recursion(damping)
    dx, rise = length * gaps[0], 0.0
    for i in range(len(F)):
        z = np.append(dx, length * result.k[i] + result.K[i] @ dx)
        rise += g[i] @ z + z @ H[i] @ z / 2
        dx = F[i] @ z + length * gaps[i + 1]
    rise += end @ dx + dx @ V @ dx / 2
    assert abs(result.fall @ np.array([length, length**2 / 2]) + rise) < 1e-11 * abs(rise)


def test_bounds_of_several_controls_hold_those_that_would_pass_them():
    """Of one stage, where it is a bounded least-squares problem, also of very unequal scales."""
    rng, n, m = np.random.default_rng(3), 2, 12
    places = (tuple(range(n * (n + m))), (0,), tuple(range((n + m) ** 2)))
    zero, lower, upper = np.zeros(n), np.full((1, m), -0.1), np.full((1, m), 0.12)
    for _ in range(60):
        A = rng.normal(size=(m, m)) * 10 ** rng.uniform(-2, 2, m)
        H = np.eye(n + m)
        H[n:, n:] = A.T @ A + 1e-3 * np.eye(m)
        H[n:, 0] = H[0, n:] = 1.0
        g = np.append(zero, 10 * rng.normal(size=m) * np.sqrt(np.diag(H)[n:]))
        rows = np.zeros((1, n * (n + m))), np.zeros((1, 1)), g[None], H.reshape(1, -1)
        rest = zero[None], zero, zero, np.zeros((n, n)), 0.0, lower, upper
        result = backward_pass(*rows, *rest, places=places)
        k, slope = result.k[0], g[n:] + H[n:, n:] @ result.k[0]
        left = np.where(k == -0.1, slope.clip(None, 0), np.where(k == 0.12, slope.clip(0), slope))
        assert (k >= -0.1).all() and (k <= 0.12).all()
        assert abs(left).max() < 1e-9 * abs(g).max()
        assert np.array_equal(
            (k == -0.1) | (k == 0.12), ~result.K[0].any(1) | (result.K[0] == 0).all(1)
        )
