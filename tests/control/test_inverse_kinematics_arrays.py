"""Inverse kinematics of arrays of JAX and PyTorch: the bits of NumPy's."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import kinetree as kt

ARM, DOG = kt.robots.arm(), kt.robots.quadruped()
N = 40
EXACT = ("q", "converged", "residual", "errors", "iterations")


def problem(model: kt.Model, frame: str) -> tuple[Any, Any]:
    """Targets that can be met, and where to begin."""
    q, q0 = kt.random_configuration(model, (2, N), rng=0)
    return kt.frame_placement(model, q, frame=frame), q0


def as_tensor(x: Any) -> Any:
    return pytest.importorskip("torch").from_numpy(np.array(x))


@pytest.fixture(autouse=True)
def double() -> Any:
    with jax.enable_x64(True):
        yield


def assert_same(found: Any, expected: Any, kind: type) -> None:
    for name in EXACT:
        x = getattr(found, name)
        assert isinstance(x, kind)
        np.testing.assert_array_equal(np.asarray(x), getattr(expected, name))


@pytest.mark.parametrize("make", [jnp.asarray, as_tensor], ids=["jax", "torch"])
@pytest.mark.parametrize("restarts", [0, 1, 3])
def test_results_are_those_of_numpy(make: Any, restarts: int) -> None:
    T, q0 = problem(ARM, "tool")
    T[3, 0, 3] = np.nan
    T[4, :3, 3] = [5, 0, 0]  # out of reach
    given = {"max_iterations": 60, "restarts": restarts, "rng": 5}
    expected = kt.inverse_kinematics(ARM, {"tool": T}, q0, **given)
    assert expected.converged.any() and not expected.converged.all()
    kind = type(make(q0))
    for a, b in ((make(T), make(q0)), (T, make(q0)), (make(T), q0)):
        assert_same(kt.inverse_kinematics(ARM, {"tool": a}, b, **given), expected, kind)


@pytest.mark.parametrize("make", [jnp.asarray, as_tensor], ids=["jax", "torch"])
def test_every_task_of_a_floating_robot(make: Any) -> None:
    T, q0 = problem(DOG, "front_left_foot")
    still = q0[0]

    def tasks(array: Any) -> Any:
        return [
            kt.tasks.Pose("front_left_foot", array(T), weight=2.0),
            kt.tasks.Position("hind_right_foot", array(T[:, :3, 3] + 0.1), weight=[1, 0, 1]),
            kt.tasks.Orientation(
                "front_right_foot", array(np.eye(3)), relative_to="hind_right_foot"
            ),
            kt.tasks.CenterOfMass([0.0, 0.0, 0.5]),
            kt.tasks.Posture(array(still), weight=1e-2),
        ]

    given = {"max_iterations": 8, "joints": DOG.joint_names[2:]}
    expected = kt.inverse_kinematics(DOG, tasks(np.asarray), q0, **given)
    found = kt.inverse_kinematics(DOG, tasks(make), make(q0), **given)
    assert_same(found, expected, type(make(q0)))


def test_joints_that_rest_do_so_after_restarts() -> None:
    T, q0 = problem(ARM, "tool")
    tasks = [kt.tasks.Position("tool", T[:, :3, 3])]
    given = {"joints": ARM.joint_names[3:], "restarts": 3, "max_iterations": 40}
    expected = kt.inverse_kinematics(ARM, tasks, q0, **given)
    assert (expected.iterations > 15).any() and not expected.converged.all()
    assert_same(kt.inverse_kinematics(ARM, tasks, jnp.asarray(q0), **given), expected, jax.Array)


def test_angles_that_turn_are_within_their_limits() -> None:
    robot = kt.load("ur5")
    T, _ = problem(robot, robot.frame_names[-1])
    q0 = kt.random_configuration(robot, N, rng=3)
    q0[1] += 4 * np.pi
    q0[2, 0] -= 40 * np.pi
    T[:3] = kt.frame_placement(robot, q0[:3], frame=robot.frame_names[-1])
    expected = kt.inverse_kinematics(robot, {robot.frame_names[-1]: T}, q0, restarts=2)
    found = kt.inverse_kinematics(robot, {robot.frame_names[-1]: jnp.asarray(T)}, q0, restarts=2)
    assert_same(found, expected, jax.Array)
    q, converged = expected.q, expected.converged
    assert (robot.lower_position_limits <= q).all() and (q <= robot.upper_position_limits).all()
    assert converged.mean() > 0.95
    placed = kt.frame_placement(robot, q[converged], frame=robot.frame_names[-1])
    np.testing.assert_allclose(placed, T[converged], atol=1e-6)


@pytest.mark.parametrize("make", [jnp.asarray, as_tensor], ids=["jax", "torch"])
@pytest.mark.parametrize("place", [(3, 0), (3, 3), (1, 2)])
def test_targets_that_are_not_finite(make: Any, place: tuple[int, int]) -> None:
    T, q0 = problem(ARM, "tool")
    T[(0, *place)] = np.nan
    expected = kt.inverse_kinematics(ARM, {"tool": T}, q0)
    assert np.isnan(expected.residual[0])
    assert_same(kt.inverse_kinematics(ARM, {"tool": make(T)}, make(q0)), expected, type(make(q0)))


def test_kinds_of_targets() -> None:
    z = np.zeros(7) + 0.2
    point = [kt.tasks.Position("tool", jnp.array([0, 0, 1]))]
    expected = kt.inverse_kinematics(ARM, [kt.tasks.Position("tool", [0, 0, 1])], z)
    assert_same(kt.inverse_kinematics(ARM, point, z, limits=1), expected, object)  # pyright: ignore
    single = [
        kt.tasks.Position("tool", jnp.zeros(3, "float32"), weight=0.0),
        kt.tasks.Posture(z + 0.1),
    ]
    found = kt.inverse_kinematics(ARM, single, jnp.asarray(z))
    np.testing.assert_allclose(np.asarray(found.q), z + 0.1, atol=1e-12)
    search = jax.jit(
        lambda x: kt.inverse_kinematics(ARM, [kt.tasks.Position("tool", [x, 0.0, 0.9])], z).q
    )
    exact = kt.inverse_kinematics(ARM, [kt.tasks.Position("tool", [0.1, 0.0, 0.9])], z).q
    np.testing.assert_array_equal(search(0.1), exact)


@pytest.mark.parametrize("make", [jnp.asarray, as_tensor], ids=["jax", "torch"])
def test_velocities(make: Any) -> None:
    @kt.algorithm("(nq),()->()")
    def height(model: Any, q: Any, wanted: Any) -> Any:
        return kt.frame_placement(model, q, frame="tool")[2, 3] - wanted

    T, q = problem(ARM, "tool")
    T[0, 1, 2] = np.nan
    dt = np.linspace(0.01, 0.5, N)

    def velocities(array: Any, other: Any) -> Any:
        tasks = [kt.tasks.Pose("tool", array(T)), kt.tasks.Error(height, [array(np.array(0.5))])]
        return kt.velocity_inverse_kinematics(ARM, tasks, other(q), array(dt), gain=0.5)

    expected = velocities(np.asarray, np.asarray)
    assert (np.isnan(expected).all(-1) == [True] + [False] * (N - 1)).all()
    assert np.count_nonzero(abs(expected) == ARM.velocity_limits) > N
    for found in (velocities(make, make), velocities(np.asarray, make), velocities(make, list)):
        assert isinstance(found, type(make(q)))
        np.testing.assert_array_equal(np.asarray(found), expected)


def test_velocities_in_programs_of_jax() -> None:
    T, q = problem(ARM, "tool")

    def velocities(T: Any, q: Any, dt: Any) -> Any:
        return kt.velocity_inverse_kinematics(ARM, {"tool": T}, q, dt)

    np.testing.assert_array_equal(jax.jit(velocities)(T, q, 0.1), velocities(T, q, 0.1))
    assert np.isnan(jax.jit(velocities)(T, q, jnp.full(N, -0.1))).all()
    with pytest.raises(kt.ModelError, match=r"dt is -0.5; expected more than 0"):
        velocities(T, q, jnp.full(N, -0.5))
    with pytest.raises(kt.ShapeError, match=r"batch axes do not broadcast .* q \(40,\), dt \(3,\)"):
        velocities(T, q, jnp.ones(3))


def test_in_programs_of_jax() -> None:
    T, q0 = problem(ARM, "tool")
    search = jax.jit(lambda T, q: kt.inverse_kinematics(ARM, {"tool": T}, q))
    assert_same(search(T, q0), kt.inverse_kinematics(ARM, {"tool": T}, q0), jax.Array)


def test_wrong_targets_are_refused() -> None:
    with pytest.raises(kt.ShapeError, match=r"q0 has shape \(6,\); expected \(..., 7\): the nq"):
        kt.inverse_kinematics(ARM, {"tool": np.eye(4)}, jnp.zeros(6))
    with pytest.raises(kt.ShapeError, match=r"\(3,\); expected \(..., 4, 4\).* A point alone is"):
        kt.inverse_kinematics(ARM, {"tool": jnp.zeros(3)}, np.zeros(7))
    with pytest.raises(kt.ShapeError, match=r"the target of 'tool' is not an array of numbers"):
        kt.inverse_kinematics(ARM, {"tool": [[1, 2], [3]]}, np.zeros(7))
    with pytest.raises(kt.ModelError, match=r"of 'tool' is not rigid"):
        kt.inverse_kinematics(ARM, {"tool": 2 * jnp.eye(4).at[3, 3].set(0.5)}, np.zeros(7))
    with pytest.raises(kt.BackendError, match=r"arrays of two frameworks"):
        kt.inverse_kinematics(ARM, {"tool": as_tensor(np.eye(4))}, jnp.zeros(7))
    with pytest.raises(kt.ShapeError, match=r"do not broadcast: target 0 \(2,\), q0 \(3,\)"):
        kt.inverse_kinematics(ARM, {"tool": jnp.tile(jnp.eye(4), (2, 1, 1))}, jnp.zeros((3, 7)))


def test_tensors_of_a_gpu_stay_there() -> None:
    torch = pytest.importorskip("torch")
    from torch._subclasses import FakeTensorMode

    with FakeTensorMode():
        T = torch.empty(5, 4, 4, device="cuda", dtype=torch.float64)
        found = kt.inverse_kinematics(ARM, {"tool": T}, np.zeros(7), restarts=2)
        assert {x.device.type for x in found} == {"cuda"} and found.q.shape == (5, 7)
        v = kt.velocity_inverse_kinematics(ARM, {"tool": T}, np.zeros(7), 0.1)
        assert v.device.type == "cuda" and v.shape == (5, 7)
