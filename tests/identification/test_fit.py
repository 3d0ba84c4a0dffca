"""Base parameters, the log-Cholesky parametrisation, and fits of bodies to torques."""

import sys
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


def test_stribeck_friction_is_a_base_parameter_at_a_given_velocity() -> None:
    """At 0.01 rad/s, far below the speeds at which other columns are seen."""
    names, speed = (*EVERY, "stribeck"), np.full(ARM.nv, 0.01)
    base = kt.identification.base_parameters(ARM, joint_parameters=names, stribeck_velocity=speed)
    assert base.independent[-ARM.nv :].all()
    assert len(base.combination) == ARM.nv + len(
        kt.identification.base_parameters(ARM, joint_parameters=EVERY).combination
    )
    q, v, a, _ = measured(ARM, 20)
    Y = kt.joint_torque_regressor(ARM, q, 0.01 * v, a, speed, joint_parameters=names)
    assert_agree(Y[..., base.independent] @ base.combination, Y)


def test_base_parameters_have_names() -> None:
    pendulum = kt.robots.pendulum()
    base = kt.identification.base_parameters(pendulum)
    assert base.expressions == ("hinge1.mcx", "hinge1.mcz", "hinge1.Iyy")
    with_armature = kt.identification.base_parameters(pendulum, joint_parameters=["armature"])
    assert with_armature.expressions[2] == "hinge1.Iyy + hinge1.armature"
    with pytest.raises(kt.ModelError, match="no joint parameter 'mass'"):
        kt.identification.base_parameters(pendulum, joint_parameters=["mass"])
    block, none = kt.ModelBuilder("block").build(), np.zeros((5, 0))
    for identify in (kt.identification.base_parameters, kt.identification.fit):
        with pytest.raises(kt.ModelError, match="block has no joints"):
            identify(block, *[none] * 4 * (identify is kt.identification.fit))


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
    prior = ARM.replace(**{name: np.full(ARM.nv, 0.5) for name in EVERY})
    states = measured(robot, 300)
    found = kt.identification.fit(prior, *states, joint_parameters=[*EVERY], noise=1e-4)
    B = kt.identification.base_parameters(ARM, joint_parameters=EVERY).combination
    assert found.converged and (found.residual < 1e-3).all()
    error = abs(B @ (parameters(found.model) - parameters(robot))).max()
    assert error < 1e-3 * abs(B @ (parameters(prior) - parameters(robot))).max()
    assert all(kt.Inertia.from_parameters(x).is_physical for x in found.model.inertias[1:])
    same = kt.identification.fit(robot, *states, joint_parameters=("damping", "friction"))
    assert kt.identification.fit.__kwdefaults__["noise"] == 1.0
    np.testing.assert_allclose(same.model.inertias, robot.inertias, rtol=1e-11, atol=1e-13)


def test_a_fit_of_torques_that_no_robot_has_is_made_of_bodies() -> None:
    q, v, a, tau = measured(ARM, 40)
    sign = pytest.warns(UserWarning, match="fit: torques of 'joint.' are off by .* the other sign")
    with sign, pytest.warns(UserWarning, match="fit: not converged after step 200"):
        found = kt.identification.fit(ARM, q, v, a, -tau, noise=0.01, doubt=10.0)
    assert all(kt.Inertia.from_parameters(x).is_physical for x in found.model.inertias[1:])
    assert found.residual.max() > 0.1


def test_a_body_without_mass_keeps_none() -> None:
    robot = kt.robots.biped()
    inertias = np.array(robot.inertias)
    inertias[3] = 0
    found = kt.identification.fit(robot.replace(inertias=inertias), *measured(robot, 30), noise=0.1)
    assert not found.model.inertias[3].any()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"noise": 0.0}, "noise is 0.0 and doubt 0.3; expected positive numbers"),
        ({"joint_parameters": ("mass",)}, "no joint parameter 'mass'"),
        ({"joint_parameters": ("stribeck",)}, "'stribeck' comes with stribeck_velocity=."),
        ({"stribeck_velocity": np.zeros(7)}, "fit: stribeck_velocity is 0.0; expected more than 0"),
        ({"joint_parameters": ("damping", "damping")}, "'damping' is named twice"),
    ],
)
def test_a_fit_refuses(change: Any, message: str) -> None:
    with pytest.raises(kt.KinetreeError, match=message):
        kt.identification.fit(ARM, *measured(ARM, 1), **change)
    with pytest.raises(kt.ShapeError, match=r"no samples: the shape of q is \(0, 7\)"):
        kt.identification.fit(ARM, *(x[:0] for x in measured(ARM, 1)))


def test_a_fit_refuses_negative_guesses() -> None:
    wrong = ARM.replace(damping=[0.0, -0.1] + [0.0] * 5)
    with pytest.raises(
        kt.ModelError, match=r"damping of 'joint2' is -0.1 in arm; expected a first"
    ):
        kt.identification.fit(wrong, *measured(ARM, 3), joint_parameters=("damping",))


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
    """The slope of the sum of squares along each damping is zero."""
    prior = ARM.replace(damping=np.full(7, 0.5))
    q, v, a, tau = measured(prior.replace(damping=RNG.uniform(0.2, 1, 7)), 20)
    noise, doubt, h = 2.0, 0.4, 1e-4
    found = kt.identification.fit(
        prior, q, v, a, tau, joint_parameters=("damping",), noise=noise, doubt=doubt
    ).model

    def torque_errors(x: Any) -> Any:
        model = found.replace(damping=found.damping + x)
        errors = kt.rnea(model, q, v, a) - kt.passive_forces(model, q, v) - tau
        return ((errors / noise) ** 2).sum()

    felt = 0.1 * np.sqrt((tau**2).sum(0) / (v**2).sum(0))
    pull = 2 * (found.damping - prior.damping) / doubt**2 / (0.5**2 + felt**2)
    slopes = [(torque_errors(x) - torque_errors(-x)) / (2 * h) for x in h * np.eye(7)]
    assert abs(pull).max() > 1
    assert_agree(slopes, -pull, 0.02)


@pytest.mark.parametrize("guess", [10.0, 0.1, 1e-3, 1e-6, 0.0])
def test_a_fit_finds_joint_parameters_whatever_the_first_guess(guess: float) -> None:
    values = np.linspace(0, 0.6, 7)
    q, v, a, tau = measured(ARM.replace(damping=values[::-1], friction=values), 100)
    tau = tau + 1e-3 * np.random.default_rng(1).normal(size=tau.shape)
    start = ARM.replace(damping=np.full(7, guess), friction=np.full(7, guess))
    found = kt.identification.fit(
        start, q, v, a, tau, joint_parameters=("damping", "friction"), noise=1e-3
    )
    assert found.converged and (found.residual < 1.5e-3).all()
    estimate = np.r_[found.model.damping, found.model.friction]
    error, deviations = estimate - np.r_[values[::-1], values], found.standard_deviations[70:]
    assert abs(error).max() < 2e-3 and (estimate >= 0).all()
    assert abs(error / deviations).max() < 5 and deviations.max() < 1e-3


@pytest.mark.parametrize(("scale", "bodies"), [(0.1, -1), (1e-6, -1), (1e-2, slice(1, None))])
def test_a_fit_finds_bodies_from_guesses_that_are_much_too_light(scale: float, bodies: Any) -> None:
    inertias = np.array(ARM.inertias)
    inertias[bodies] *= scale
    states = measured(ARM, 200)
    found = kt.identification.fit(ARM.replace(inertias=inertias), *states, noise=1e-3)
    assert found.converged and (found.residual < 1e-3).all()
    B, p = found.base.combination, ARM.inertias[1:].ravel()
    assert_agree(B @ found.parameters, B @ p, 1e-3)
    np.testing.assert_array_equal(found.parameters, found.model.inertias[1:].ravel())


def on_feet(model: kt.Model, samples: int) -> tuple[list[Any], Any]:
    """q, v, a and torques of a robot on its feet, and the forces of the ground on its bodies."""
    feet = [name for name in model.frame_names if name.endswith("foot")]
    rng = np.random.default_rng(6)
    q = kt.random_configuration(model, samples, rng=rng)
    J = np.asarray(kt.frame_jacobian(model, q, frame=feet, reference="local"))[:, :, :3]
    J = J.reshape(samples, -1, model.nv)
    v = rng.normal(size=(samples, model.nv, 1))
    v = (v - np.linalg.pinv(J) @ J @ v)[..., 0]  # feet rest
    tau = np.append(np.zeros((samples, 6)), rng.normal(0, 20, (samples, model.nv - 6)), 1)
    a, forces = kt.constraints.forward_dynamics(
        model, q, v, tau, contacts=[kt.Contact(name) for name in feet]
    )
    wrenches = {name: forces[:, k] for k, name in enumerate(feet)}
    return [q, v, a, tau], kt.external_forces(model, q, wrenches, reference="local_world_aligned")


def test_a_fit_of_a_robot_on_its_feet_takes_the_forces_of_the_ground() -> None:
    robot = kt.robots.quadruped()
    true = robot.replace(inertias=robot.inertias * RNG.uniform(0.8, 1.2, (robot.njoints, 1)))
    states, f_ext = on_feet(true, 200)
    found = kt.identification.fit(robot, *states, f_ext=f_ext, noise=1e-4)
    B, p = found.base.combination, true.inertias[1:].ravel()
    assert found.converged and len(B) == 94
    assert_agree(B @ found.parameters, B @ p, 1e-8)
    lack = pytest.warns(UserWarning, match="the model may lack .* f_ext forces that act on it")
    with lack, pytest.warns(UserWarning, match="fit: not converged"):
        blind = kt.identification.fit(robot, *states, noise=1e-4)
    assert abs(B @ (blind.parameters - p)).max() > abs(B @ (robot.inertias[1:].ravel() - p)).max()


def test_samples_of_a_fit_broadcast_with_those_of_forces() -> None:
    q, v, a, _ = (x[0] for x in measured(ARM, 1))
    f_ext = RNG.normal(size=(20, ARM.njoints, 6))
    tau = kt.rnea(ARM, q, v, a, f_ext)
    assert kt.identification.fit(ARM, q, v, a, tau, f_ext=f_ext).residual.max() < 1e-12
    with pytest.raises(kt.ShapeError, match=r"f_ext has shape \(8, 3\); expected \(..., 8, 6\)"):
        kt.identification.fit(ARM, q, v, a, tau, f_ext=np.zeros((8, 3)))
    with pytest.raises(kt.ShapeError, match=r"differ in number: .* f_ext \(3,\)"):
        kt.identification.fit(ARM, q, v, a, tau, f_ext=f_ext[:3])
    f_ext[3, 2, 1] = np.nan
    with pytest.raises(kt.ShapeError, match=r"f_ext\[3, 2, 1\] is nan; leave out samples"):
        kt.identification.fit(ARM, q, v, a, tau, f_ext=f_ext)


def test_a_fit_finds_offsets_and_the_friction_of_stribeck() -> None:
    rng, velocity = np.random.default_rng(7), np.full(7, 0.4)
    robot = ARM.replace(damping=rng.uniform(0.2, 1, 7), friction=rng.uniform(0.2, 1, 7))
    more, offset = rng.uniform(0.2, 1, 7), rng.normal(size=7)
    q, v, a, tau = measured(robot, 300)
    tau = tau + offset + more * np.sign(v) * np.exp(-((v / velocity) ** 2))
    keywords: Any = {"joint_parameters": ("damping", "offset", "stribeck", "friction")}
    fits = [  # which velocity it is, the residual of each joint tells
        kt.identification.fit(
            ARM, q, v, a, tau, stribeck_velocity=x * velocity, noise=noise, **keywords
        )
        for x, noise in ((1.0, 1e-4), (2.0, 0.1))
    ]
    true = np.concatenate([robot.damping, offset, more, robot.friction])
    assert fits[0].converged
    np.testing.assert_allclose(fits[0].parameters[70:], true, atol=1e-6)
    np.testing.assert_array_equal(fits[0].model.friction, fits[0].parameters[-7:])
    assert (1e3 * fits[0].residual < fits[1].residual).all()
    assert fits[0].base.names[77] == "joint1.offset"


def test_offsets_are_told_apart_from_weights_only_where_joints_turn_them() -> None:
    lift = kt.ModelBuilder("lift")
    lift.add_body("cage", joint=kt.Prismatic("z"), inertia=kt.Inertia(2.0, [0, 0, 0], np.eye(3)))
    base = kt.identification.base_parameters(lift.build(), joint_parameters=("offset",))
    assert base.expressions == ("cage_joint.m", "cage_joint.offset")
    q, v = np.zeros((20, 1)), np.ones((20, 1))
    still = kt.identification.fit(lift.build(), q, v, 0 * v, 25 * v, joint_parameters=("offset",))
    assert still.base.expressions == ("cage_joint.m + 0.1019 cage_joint.offset",)


def test_standard_deviations_are_those_of_many_fits() -> None:
    robot = ARM.replace(damping=np.full(7, 0.5))
    q, v, a, tau = measured(robot, 20)  # 140 torques for about 50 combinations
    rng, noise = np.random.default_rng(2), np.linspace(0.01, 0.04, 7)
    fits = [
        kt.identification.fit(
            robot,
            *(q, v, a, tau + noise * rng.normal(size=tau.shape)),
            joint_parameters=("damping",),
            noise=noise,
        )
        for _ in range(60)
    ]
    found = fits[0]
    spread = np.std([fit.parameters for fit in fits], 0)[70:]
    ratio = spread / np.mean([fit.standard_deviations for fit in fits], 0)[70:]
    assert (ratio > 0.6).all() and (ratio < 1.4).all() and abs(ratio.mean() - 1) < 0.12, ratio
    m = found.base.names.index("joint1.m")  # of which torques tell nothing
    assert 0.5 < found.standard_deviations[m] / (2 * 0.3 * found.parameters[m]) < 1.1
    text = str(found)
    assert text.startswith("Fit of arm: converged after step") and "damping 0.5" in text
    assert "undetermined: joint1.m; joint1.mcx" in text and repr(found) == text


def test_changes_of_undetermined_parameters_change_no_torque() -> None:
    q, v, a, tau = measured(ARM, 3)  # 21 torques, of which most combinations remain
    base = kt.identification.fit(ARM, q, v, a, tau).base
    assert len(base.undetermined) + len(base.expressions) == len(base.names)
    assert len(base.expressions) == 21
    Y = np.asarray(kt.joint_torque_regressor(ARM, q, v, a)).reshape(-1, 70)
    for text in base.undetermined:
        change = np.zeros(70)
        for term in text.split(" + "):
            factor, _, name = term.rpartition(" ")
            change[base.names.index(name)] = float(factor or 1)
        assert abs(Y @ change).max() < 2e-3 * abs(Y * change).max() + 1e-9


def test_a_fit_says_that_it_did_not_converge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["kinetree.identification.fit"], "_STEPS", 1)
    light = ARM.replace(inertias=0.1 * np.asarray(ARM.inertias))
    with pytest.warns(UserWarning, match="fit: not converged after step 1; begin again"):
        found = kt.identification.fit(light, *measured(ARM, 50), noise=1e-3)
    assert not found.converged and found.message == "not converged after step 1"


@pytest.mark.parametrize("noise", [1e-12, 1e-30, 1e-100])
def test_a_noise_below_rounding_costs_no_more_than_convergence(noise: float) -> None:
    """What doubt says is then lost in rounding."""
    loaded = ARM.with_payload("tool", kt.Inertia(1.0, [0, 0, 0.1], 0.01 * np.eye(3)))
    with pytest.warns(UserWarning) as caught:
        found = kt.identification.fit(ARM, *measured(loaded, 40), noise=noise)
    assert not found.converged and found.residual.max() < 1e-12
    assert "fit: not converged: no step lowers the sum of squares" in str(caught[0].message)


def test_a_fit_that_doubts_little_takes_few_steps() -> None:
    with pytest.warns(UserWarning, match="are off by"):
        found = kt.identification.fit(
            ARM, *measured(kt.robots.arm().replace(armature=np.ones(7)), 40), doubt=1e-6, noise=1e-3
        )
    assert found.converged and int(found.message.split()[-1]) < 6


@pytest.mark.parametrize(
    ("scale", "words"), [(1.0, {"doubt": np.inf}), (1.0, {"doubt": 1e300}), (1e200, {})]
)
def test_numbers_beyond_those_of_a_fit_are_refused(scale, words):
    v = np.full((30, 7), scale)
    with pytest.raises(kt.ShapeError, match=r"^fit: .*1e\+20"):
        kt.identification.fit(ARM, np.zeros(7), v, v / scale, v / scale, **words)
