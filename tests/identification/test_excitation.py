"""Motions for identification: within limits, and better than others by far."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree

import kinetree as kt

ARM = kt.robots.arm()
WEAK = ARM.replace(
    lower_position_limits=np.linspace(-2.0, 0.5, 7),
    upper_position_limits=np.linspace(0.5, 2.5, 7),
    effort_limits=[25.0] * 4 + [1.0] * 3,
    damping=np.full(7, 0.2),
)


def condition(model: kt.Model, q: Any, v: Any, a: Any) -> float:
    columns = kt.identification.base_parameters(model).independent
    Y = np.asarray(kt.joint_torque_regressor(model, q, v, a))[..., columns]
    return float(np.linalg.cond(Y.reshape(-1, columns.sum())))


def test_a_motion_is_within_limits_and_far_better_conditioned_than_random_ones() -> None:
    q, v, a, number = kt.identification.excitation(WEAK, 10.0, 0.1, rng=0)
    tau = kt.rnea(WEAK, q, v, a) - kt.passive_forces(WEAK, q, v)
    assert (q >= WEAK.lower_position_limits).all() and (q <= WEAK.upper_position_limits).all()
    assert (abs(v) <= WEAK.velocity_limits).all() and (abs(tau) <= WEAK.effort_limits).all()
    assert number == pytest.approx(condition(WEAK, q, v, a), rel=1e-9)
    t, rng = np.arange(101)[:, None, None] * 0.1, np.random.default_rng(1)
    w, others = 2 * np.pi / 10 * np.arange(1, 6), []
    low, high = WEAK.lower_position_limits, WEAK.upper_position_limits
    for _ in range(10):  # as large as limits let them be
        A, B = rng.normal(size=(2, 7, 5))
        x = A * np.sin(w * t) + B * np.cos(w * t), w * (A * np.cos(w * t) - B * np.sin(w * t))
        q, v, a = (y.sum(-1) for y in (*x, -(w**2) * x[0]))
        q -= (q.max(0) + q.min(0)) / 2
        room = np.minimum((high - low) / np.ptp(q, 0), WEAK.velocity_limits / abs(v).max(0))
        for shrunk in 0.9 ** np.arange(30):
            states = (low + high) / 2 + shrunk * room * q, shrunk * room * v, shrunk * room * a
            tau = kt.rnea(WEAK, *states) - kt.passive_forces(WEAK, *states[:2])
            if (abs(tau) <= WEAK.effort_limits).all():
                others.append(condition(WEAK, *states))
                break
    assert len(others) == 10 and number < 0.2 * min(others)


def test_a_motion_begins_and_ends_at_rest_and_is_that_of_its_velocities() -> None:
    q, v, a, _ = kt.identification.excitation(kt.robots.serial_chain(2), 2.0, 1e-3, rng=3)
    for x in (v, a):
        assert abs(x[[0, -1]]).max() < 1e-9 * abs(x).max()
    np.testing.assert_allclose(q[0], q[-1], atol=1e-12)
    assert_agree((q[2:] - q[:-2]) / 2e-3, v[1:-1], 1e-4)
    assert_agree((v[2:] - v[:-2]) / 2e-3, a[1:-1], 1e-4)


@pytest.mark.parametrize("lower, upper", [(-np.inf, np.inf), (1.0, np.inf), (-np.inf, -7.0)])
def test_joints_with_one_limit_or_none_stay_near_it(lower: float, upper: float) -> None:
    limits: Any = {"lower_position_limits": [lower], "upper_position_limits": [upper]}
    robot = kt.robots.pendulum().replace(**limits)
    q = kt.identification.excitation(robot, 3.0, 0.1, rng=0).q
    assert (q > max(lower, upper - 2 * np.pi if upper < 0 else -np.pi)).all()
    assert (q < min(upper, np.pi if lower < 0 else lower + 2 * np.pi)).all()


@pytest.mark.parametrize(
    ("model", "change", "message"),
    [
        (kt.robots.quadruped(), {}, "'root_joint' of quadruped12 is a FreeFlyer, or in loops"),
        (ARM, {"dt": "0.1"}, "dt '0.1'; expected times in s"),
        (ARM, {"dt": 1.0}, r"period is 3.0 and dt 1.0; expected .* more than 10 of the second"),
        (ARM, {"dt": np.nan}, "period is 3.0 and dt nan"),
        (ARM, {"harmonics": 1}, "harmonics is 1; expected an integer >= 2"),
        (ARM.replace(effort_limits=[1.0] * 7), {}, "no motion of arm about the middle of its lim"),
        (ARM.replace(velocity_limits=[0.0] * 7), {}, "no motion of arm about the middle of its"),
    ],
)
def test_an_excitation_refuses(model: kt.Model, change: Any, message: str) -> None:
    if "effort" in message or not model.effort_limits.max() > 1:
        model = model.replace(
            lower_position_limits=np.full(7, 0.5), upper_position_limits=np.full(7, 2.0)
        )
    with pytest.raises(kt.KinetreeError, match=message):
        kt.identification.excitation(model, **{"period": 3.0, "dt": 0.1, **change})


def test_a_motion_for_stribeck_friction_passes_its_velocity_slowly() -> None:
    robot, names, slow = kt.robots.pendulum(), ("friction", "stribeck"), [0.1]
    keywords = {"joint_parameters": names, "stribeck_velocity": slow}
    motion = kt.identification.excitation(robot, 5.0, 0.05, **keywords, rng=0)
    Y = kt.joint_torque_regressor(robot, *motion[:3], slow, joint_parameters=names)
    columns = kt.identification.base_parameters(robot, **keywords).independent
    assert columns.sum() == 5
    number = np.linalg.cond(np.asarray(Y)[..., columns].reshape(-1, 5))
    assert motion.condition == pytest.approx(number, rel=1e-9) and number < 100
