"""Base parameters, the log-Cholesky parametrisation, and fits of bodies to torques."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree

import kinetree as kt

ARM = kt.robots.arm()
EVERY: Any = ("armature", "damping", "friction")
RNG = np.random.default_rng(0)


def parameters(model: kt.Model) -> Any:
    """All parameters, in the order of the regressor's columns."""
    joints = (getattr(model, name) for name in EVERY)
    return np.concatenate([model.inertias[1:].ravel(), *joints])


def measured(model: kt.Model, samples: int) -> list[Any]:
    """q, v, a and the torques of a robot at random states."""
    rng = np.random.default_rng(5)
    q = kt.random_configuration(model, samples, rng=rng)
    v, a = rng.normal(size=(2, samples, model.nv))
    return [q, v, a, kt.rnea(model, q, v, a) - kt.passive_forces(model, q, v)]


@pytest.mark.parametrize("robot", [ARM, kt.robots.quadruped(), kt.robots.binary_tree(5)])
def test_torques_depend_on_base_parameters_only(robot: kt.Model) -> None:
    base = kt.identification.base_parameters(robot, joint_parameters=EVERY)
    q, v, a, _ = measured(robot, 60)
    Y = kt.joint_torque_regressor(robot, q, v, a, joint_parameters=EVERY)
    Y = Y.reshape(-1, len(base.names))
    assert_agree(Y[:, base.independent] @ base.combination, Y)
    assert np.linalg.matrix_rank(Y) == len(base.combination) == base.independent.sum()


def test_base_parameters_have_names() -> None:
    pendulum = kt.robots.pendulum()
    base = kt.identification.base_parameters(pendulum)
    assert base.expressions == ("hinge1.mcx", "hinge1.mcz", "hinge1.Iyy")
    with_armature = kt.identification.base_parameters(pendulum, joint_parameters=["armature"])
    assert with_armature.expressions[2] == "hinge1.Iyy + hinge1.armature"
    with pytest.raises(kt.ModelError, match="no joint parameter 'mass'"):
        kt.identification.base_parameters(pendulum, joint_parameters=["mass"])


def test_any_ten_numbers_are_a_body() -> None:
    x = np.random.default_rng(1).normal(size=(50, 10))
    bodies = kt.identification.from_log_cholesky(x)
    assert all(kt.Inertia.from_parameters(body).is_physical for body in bodies)
    assert_agree(kt.identification.log_cholesky(bodies), x, 1e-9)
    np.testing.assert_allclose(bodies[:, 0], np.exp(2 * x[:, 0]), rtol=1e-14)
    np.testing.assert_allclose(bodies[:, 1:4] / bodies[:, :1], x[:, 7:], rtol=1e-12)


def test_bodies_are_theirs_again_and_others_are_nan() -> None:
    robot = kt.robots.humanoid()
    x = kt.identification.log_cholesky(robot.inertias[1:])
    assert_agree(kt.identification.from_log_cholesky(x), robot.inertias[1:])
    stretched = kt.Inertia(1.0, [0, 0, 0], np.diag([1.0, 1.0, 3.0]))
    assert not stretched.is_physical
    assert np.isnan(kt.identification.log_cholesky(stretched)).any()


def test_a_fit_finds_what_torques_tell_and_stays_near_the_model_else() -> None:
    robot = ARM.replace(damping=RNG.uniform(0.2, 1, 7), friction=RNG.uniform(0.2, 1, 7))
    robot = robot.with_payload("tool", kt.Inertia(1.0, [0, 0, 0.1], 0.01 * np.eye(3)))
    guess = {name: np.full(ARM.nv, 0.5) for name in EVERY}
    prior = ARM.replace(**guess)
    states = measured(robot, 300)
    found = kt.identification.fit(prior, *states, joint_parameters=[*EVERY], noise=1e-4)
    B = kt.identification.base_parameters(ARM, joint_parameters=EVERY).combination
    assert found.converged and (found.residual < 1e-3).all()
    error = abs(B @ (parameters(found.model) - parameters(robot))).max()
    before = abs(B @ (parameters(prior) - parameters(robot))).max()
    assert error < 1e-3 * before
    assert all(kt.Inertia.from_parameters(x).is_physical for x in found.model.inertias[1:])
    same = kt.identification.fit(robot, *states, joint_parameters=("damping", "friction"))
    assert kt.identification.fit.__kwdefaults__["noise"] == 1.0
    np.testing.assert_allclose(same.model.inertias, robot.inertias, rtol=1e-11, atol=1e-13)


def test_a_fit_of_torques_that_no_robot_has_is_made_of_bodies() -> None:
    q, v, a, tau = measured(ARM, 40)
    with pytest.warns(UserWarning, match="fit: torques of 'joint.' are off by .* the other sign"):
        found = kt.identification.fit(ARM, q, v, a, -tau, noise=0.01, doubt=10.0)
    assert all(kt.Inertia.from_parameters(x).is_physical for x in found.model.inertias[1:])
    assert found.residual.max() > 0.1


def test_a_body_without_mass_keeps_none() -> None:
    robot = kt.robots.biped()
    inertias = np.array(robot.inertias)
    inertias[3] = 0
    light = robot.replace(inertias=inertias)
    found = kt.identification.fit(light, *measured(robot, 30), noise=0.1)
    assert not found.model.inertias[3].any()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"noise": 0.0}, "noise is 0.0 and doubt 0.3; expected positive numbers"),
        ({"joint_parameters": ("damping",)}, "damping of 'joint1' is 0.0 in arm; expected a posit"),
        ({"joint_parameters": ("mass",)}, "no joint parameter 'mass'"),
    ],
)
def test_a_fit_refuses(change: Any, message: str) -> None:
    with pytest.raises(kt.KinetreeError, match=message):
        kt.identification.fit(ARM, *measured(ARM, 3), **change)


def test_a_fit_refuses_what_is_no_model() -> None:
    fit: Any = kt.identification.fit
    with pytest.raises(kt.ModelError, match="fit: its first argument is a str; expected"):
        fit("arm", *measured(ARM, 3))


def test_a_fit_refuses_a_model_with_a_body_that_cannot_be() -> None:
    inertias = np.array(ARM.inertias)
    inertias[2, 4:] = [1, 0, 1, 0, 0, 30]
    with pytest.raises(kt.ModelError, match="the body of joint 'joint2' of arm"):
        kt.identification.fit(ARM.replace(inertias=inertias), *measured(ARM, 3))


def test_a_fit_weighs_torques_against_the_model() -> None:
    """The slope of the sum of squares along the logarithm of each damping is zero."""
    prior = ARM.replace(damping=np.full(7, 0.5))
    robot = prior.replace(damping=RNG.uniform(0.2, 1, 7))
    q, v, a, tau = measured(robot, 20)
    noise, doubt, h = 2.0, 0.4, 1e-4
    found = kt.identification.fit(
        prior, q, v, a, tau, joint_parameters=("damping",), noise=noise, doubt=doubt
    ).model

    def torque_errors(x: Any) -> Any:
        model = found.replace(damping=found.damping * np.exp(x))
        errors = kt.rnea(model, q, v, a) - kt.passive_forces(model, q, v) - tau
        return ((errors / noise) ** 2).sum()

    pull = 2 * np.log(found.damping / prior.damping) / doubt**2
    slopes = [(torque_errors(x) - torque_errors(-x)) / (2 * h) for x in h * np.eye(7)]
    assert abs(pull).max() > 1
    assert_agree(slopes, -pull, 0.02)
