"""Velocity inverse kinematics: the bounded least squares, their limits, and a control loop."""

from typing import Any

import numpy as np
import pytest
from scipy.optimize import least_squares, lsq_linear
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree.algorithms.velocity_inverse_kinematics import bounded_least_squares

ARM = kt.robots.arm()
FAST = ARM.replace(velocity_limits=np.linspace(0.5, 2.0, 7))
N = 40
DT = 0.01


@kt.function("(m,n),(m),(n),(n)->(n)")
def bounded(J, y, low, high):
    return bounded_least_squares(J, y, 0.01, low, high, 60)


def _exact(A: Any, y: Any, low: Any, high: Any) -> Any:
    return lsq_linear(A, y, (low, high), method="bvls", tol=1e-14).x


def _random_problem(n: int, seed: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(seed)
    rows = n + 2 if seed % 2 else max(1, n // 2)
    low = rng.uniform(-1, 0.3, n)
    J, y = rng.normal(size=(rows, n)), 3 * rng.normal(size=rows)
    return J, y, low, low + rng.uniform(1e-9, 1, n)


def _damped(J: Any, y: Any, damping: float = 0.01) -> tuple[Any, Any]:
    n = J.shape[1]
    return np.vstack([J, damping * np.eye(n)]), np.r_[y, np.zeros(n)]


@pytest.mark.parametrize("n", [1, 3, 7, 20])
def test_bounded_least_squares_are_those_of_scipy(n):
    at_bound = 0
    for seed in range(40):
        J, y, low, high = _random_problem(n, seed)
        x = bounded(J, y, low, high)
        assert abs(x - _exact(*_damped(J, y), low, high)).max() < 1e-9
        assert (x >= low).all() and (x <= high).all()
        at_bound += np.count_nonzero((x == low) | (x == high))
    assert at_bound > 10 * n


def test_equal_bounds_hold():
    J, y, low, high = _random_problem(7, 3)
    low[[1, 4]] = high[[1, 4]]
    x = bounded(J, y, low, high)
    A, y = _damped(J, y)
    others = [0, 2, 3, 5, 6]
    exact = _exact(A[:, others], y - A[:, [1, 4]] @ low[[1, 4]], low[others], high[others])
    assert (x[[1, 4]] == low[[1, 4]]).all() and abs(x[others] - exact).max() < 1e-10


def _problem() -> tuple[Any, Any]:
    """Configurations near limits, and points at some distance."""
    q = kt.random_configuration(FAST, N, rng=0)
    low, high = FAST.lower_position_limits, FAST.upper_position_limits
    q[::2, 1], q[1::2, 3] = high[1] - 1e-3, low[3] + 1e-3
    T = kt.frame_placement(FAST, kt.random_configuration(FAST, N, rng=1), frame="tool")
    return q, T[:, :3, 3]


@pytest.mark.parametrize("gain", [1.0, 0.02])
def test_the_velocity_solves_its_quadratic_program(gain):
    q, p = _problem()
    rest, w = kt.neutral(FAST), np.array([3, 1, 2])
    tasks = [kt.tasks.Position("tool", p, weight=w), kt.tasks.Posture(rest, weight=0.1)]
    v = kt.velocity_inverse_kinematics(FAST, tasks, q, DT, gain=gain, damping=0.01)
    J = kt.frame_jacobian(FAST, q, frame="tool", reference="local_world_aligned")[:, :3]
    e = p - kt.frame_placement(FAST, q, frame="tool")[:, :3, 3]
    low = np.maximum((FAST.lower_position_limits - q) / DT, -FAST.velocity_limits)
    high = np.minimum((FAST.upper_position_limits - q) / DT, FAST.velocity_limits)
    for i in range(N):
        A = np.vstack([np.diag(w) @ J[i], 0.1 * np.eye(7), 0.01 * np.eye(7)])
        y = np.r_[gain / DT * e[i] * w, 0.1 * gain / DT * (rest - q[i]), np.zeros(7)]
        assert abs(v[i] - _exact(A, y, low[i], high[i])).max() < 1e-9
    assert np.count_nonzero((v == high) | (v == low)) > N


@pytest.mark.parametrize("weight", [1.0, 100.0])
@pytest.mark.parametrize(
    ("name", "frames"),
    [
        ("humanoid", ("left_foot", "right_foot", "right_hand")),
        ("quadruped", ("front_left_foot", "front_right_foot", "hind_left_foot", "hind_right_foot")),
        ("arm", ("tool",)),
    ],
)
def test_far_targets_of_many_limbs_have_the_least_cost_that_scipy_finds(name, frames, weight):
    """Some take more than 16 steps. Their steps are so small that J tells what they do."""
    dt = 1e-4
    robot = getattr(kt.robots, name)()
    q = kt.random_configuration(robot, N, rng=0)
    far = np.full(robot.nq, np.inf)
    robot = robot.replace(lower_position_limits=-far, upper_position_limits=far)
    p = kt.frame_placement(robot, q, frame=frames)[..., :3, 3]
    p = p + 1e-3 * np.random.default_rng(0).normal(size=p.shape)
    weights = [weight, *[1.0] * (len(frames) - 1)]
    tasks = [
        kt.tasks.Position(f, p[:, k], weight=w)
        for k, (f, w) in enumerate(zip(frames, weights, strict=True))
    ]
    v = kt.velocity_inverse_kinematics(robot, tasks, q, dt)
    fastest = robot.velocity_limits
    assert (abs(v) <= fastest).all()
    scale = np.repeat(weights, 3)
    J = kt.frame_jacobian(robot, q, frame=frames, reference="local_world_aligned")[..., :3, :]
    e = p - kt.frame_placement(robot, q, frame=frames)[..., :3, 3]
    for i in range(N):
        A, y = _damped(scale[:, None] * J[i].reshape(-1, robot.nv), scale * e[i].ravel() / dt, 1e-3)
        cost, least = (np.sum((A @ x - y) ** 2) for x in (v[i], _exact(A, y, -fastest, fastest)))
        assert cost < least * (1 + 1e-9)
    for i in range(8):  # the same alone
        alone = [
            kt.tasks.Position(f, p[i, k], weight=w)
            for k, (f, w) in enumerate(zip(frames, weights, strict=True))
        ]
        assert (kt.velocity_inverse_kinematics(robot, alone, q[i], dt) == v[i]).all()


FAR = kt.frame_placement(ARM, [0.5, 0.9, 0.3, -0.9, 0.2, 0.6, 0.1], frame="tool")
FAR[:3, 3] *= 2.5
UNREACHABLE: dict[str, Any] = {
    "pose": [kt.tasks.Pose("tool", FAR)],
    "position": [kt.tasks.Position("tool", FAR[:3, 3])],
    "conflict": [
        kt.tasks.Position("tool", FAR[:3, 3], weight=0.3),
        kt.tasks.Orientation("tool", FAR[:3, :3].T),
        kt.tasks.Position("link4", FAR[:3, 3] * [-1, 1, 1]),
    ],
}


def _errors(tasks: Any, q: Any) -> Any:
    """What least squares make small, times the weights."""
    out: list[Any] = []
    for task in tasks:
        T = kt.frame_placement(ARM, q, frame=task.frame)
        match task:
            case kt.tasks.Pose():
                e = kt.frame_error(ARM, q, task.target, frame="tool")
            case kt.tasks.Orientation():
                e = Rotation.from_matrix(T[:3, :3].T @ task.target).as_rotvec()
            case _:
                e = task.target - T[:3, 3]
        out.append(np.asarray(e) * task.weight)
    return np.concatenate(out)


@pytest.mark.parametrize(("dt", "gain", "ticks"), [(5e-3, 1, 900), (5e-3, 0.1, 999), (0.1, 1, 90)])
@pytest.mark.parametrize("tasks", UNREACHABLE.values(), ids=UNREACHABLE)
def test_out_of_reach_it_comes_to_rest_at_the_nearest_point(tasks, dt, gain, ticks):
    q, costs = kt.neutral(ARM) + 0.3, list[float]()
    for _ in range(ticks):
        v = kt.velocity_inverse_kinematics(ARM, tasks, q, dt, gain=gain)
        q = kt.integrate(ARM, q, dt * v)
        costs.append(np.sum(_errors(tasks, q) ** 2))
    assert abs(v).max() < 1e-3 and (np.diff(costs) < 1e-14).all()
    limits = ARM.lower_position_limits, ARM.upper_position_limits
    best = least_squares(lambda q: _errors(tasks, q), q, bounds=limits, xtol=1e-15)
    assert costs[-1] > 0.1 and costs[-1] - 2 * best.cost < 1e-6


def test_it_is_damped_as_little_as_it_takes_to_come_nearer():
    task, dampings, gain = kt.tasks.Position("tool", FAR[:3, 3]), set[float](), 0.7
    q, far = kt.neutral(ARM) + 0.3, np.full(7, np.inf)
    free = ARM.replace(velocity_limits=far, lower_position_limits=-far, upper_position_limits=far)
    for _ in range(30):
        v = kt.velocity_inverse_kinematics(free, [task], q, DT, gain=gain)
        e = _errors([task], q)
        J = kt.frame_jacobian(ARM, q, frame="tool", reference="local_world_aligned")[:3]
        scale = gain * np.linalg.norm(e) * np.linalg.norm(J)
        for m in (0.0, *(scale * 2.0 ** np.arange(-12, 2))):
            dq = np.linalg.solve(J.T @ J + (1e-6 + m) * np.eye(7), J.T @ (gain * e))
            after, linear = _errors([task], kt.integrate(ARM, q, dq)), e - J @ dq
            if 2 * after @ after <= e @ e + linear @ linear:
                break
        np.testing.assert_allclose(DT * v, dq, rtol=1e-6, atol=3e-7)
        dampings.add(round(m / scale, 9))
        q = kt.integrate(ARM, q, DT * v)
    assert len(dampings) > 3


def test_a_sample_is_the_same_alone_and_in_a_batch():
    q, p = _problem()
    v = kt.velocity_inverse_kinematics(FAST, [kt.tasks.Position("tool", p)], q, DT)
    for i in range(0, N, 7):
        task = kt.tasks.Position("tool", p[i])
        assert (kt.velocity_inverse_kinematics(FAST, [task], q[i], DT) == v[i]).all()


def test_limits_hold_in_a_loop_that_arrives():
    q, goal = kt.neutral(FAST) + 0.2, [0.5, 0.9, 0.3, -0.9, 0.2, 0.6, 0.1]
    T = kt.frame_placement(FAST, goal, frame="tool")
    for _ in range(300):
        v = kt.velocity_inverse_kinematics(FAST, {"tool": T}, q, DT, gain=0.3)
        assert (abs(v) <= FAST.velocity_limits).all()
        q = kt.integrate(FAST, q, DT * v)
        assert kt.check_configuration(FAST, q) == []
    assert abs(kt.frame_error(FAST, q, T, frame="tool")).max() < 1e-4


def test_beyond_limits_it_goes_back_as_fast_as_it_may():
    q = kt.neutral(FAST)
    q[1] = FAST.upper_position_limits[1] + 0.5
    v = kt.velocity_inverse_kinematics(FAST, [kt.tasks.Posture(q)], q, DT)
    assert v[1] == -FAST.velocity_limits[1] and (np.delete(v, 1) == 0).all()


def test_other_joints_rest():
    q, p = _problem()
    task = kt.tasks.Position("tool", p)
    v = kt.velocity_inverse_kinematics(FAST, [task], q, DT, joints=["joint2", "joint4"])
    assert (np.delete(v, [1, 3], -1) == 0).all() and (v[:, [1, 3]] != 0).any(0).all()


def test_a_floating_base_moves_too():
    robot = kt.robots.humanoid()
    q = kt.random_configuration(robot, 3, rng=0)
    com = np.add(kt.center_of_mass(robot, q), [0.001, 0.0, 0.0])
    v = kt.velocity_inverse_kinematics(robot, [kt.tasks.CenterOfMass(com)], q, DT)
    assert abs(kt.center_of_mass(robot, kt.integrate(robot, q, DT * v)) - com).max() < 2e-4


def test_a_joint_that_mimics_is_refused():
    builder = kt.ModelBuilder("follower")
    builder.add_body("a", parent="world", joint=kt.Revolute("z"))
    builder.add_body("b", parent="a", joint=kt.Mimic("a_joint", 0.5))
    with pytest.raises(kt.ModelError, match="'b_joint' mimics another one"):
        kt.velocity_inverse_kinematics(
            builder.build(), {"b": np.eye(4)}, [0.0], DT, joints=["b_joint"]
        )


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"dt": 0.0}, "dt is 0.0; expected more than 0"),
        ({"dt": DT, "damping": 0.0}, "damping is 0.0; expected more than 0"),
        ({"dt": DT, "gain": -1.0}, "gain is -1.0; expected more than 0"),
        ({"dt": "x"}, "dt is not an array of numbers"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(keywords, message):
    with pytest.raises(kt.KinetreeError, match=message):
        kt.velocity_inverse_kinematics(ARM, {"tool": np.eye(4)}, [0.0] * 7, **keywords)


@pytest.mark.parametrize("x", [np.nan, np.inf, -np.inf])
def test_a_target_that_is_not_finite_gives_nan(x):
    q, tasks = kt.neutral(ARM) + 0.3, [kt.tasks.Position("tool", [[x, 0, 1], [0.1, 0, 1]])]
    v = kt.velocity_inverse_kinematics(ARM, tasks, q, DT)
    assert np.isnan(v[0]).all() and np.isfinite(v[1]).all()
