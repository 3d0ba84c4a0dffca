"""Forces of actuators and their torques: by the law, by power, and what cannot be is refused."""

from typing import Any

import numpy as np
import pytest
from trees import TREES

import kinetree as kt

ARM = kt.robots.arm()
RNG = np.random.default_rng(0)


def law(*values: float) -> Any:
    return kt.motors.affine(**dict(zip(kt.motors.affine.defaults, values, strict=False)))


def geared() -> kt.Model:
    """Two motors on one joint, one with a gear, and a tendon over two."""
    return ARM.replace(
        actuators=[
            kt.Actuator("torque", ("joint1",), control_range=(-1, 1)),
            kt.Actuator("servo", ("joint1",), (30,), law(8, 0, -8, -0.5)),
            kt.Actuator("tendon", ("joint2", "joint4"), (2, -0.5), law(3, 0.25)),
            kt.Actuator("damper", ("joint5",), law=law(0, 0, 0, 0, 0.5, -2)),
        ]
    )


def test_forces_are_affine_in_length_and_velocity_and_act_by_the_gears() -> None:
    model = geared()
    q, v, control = RNG.normal(size=(5, 7)), RNG.normal(size=(5, 7)), RNG.normal(size=(5, 4))
    B = kt.actuation_matrix(model, q)
    expected = np.zeros((7, 4))
    expected[0, 0], expected[0, 1], expected[1, 2], expected[3, 2], expected[4, 3] = (
        1,
        30,
        2,
        -0.5,
        1,
    )
    assert (expected == B).all() and B.shape == (5, 7, 4)
    length, rate = q @ expected, v @ expected
    forces = np.clip(control, -1, 1)
    forces[:, 1] = 8 * control[:, 1] - 8 * length[:, 1] - 0.5 * rate[:, 1]
    forces[:, 2] = 3 * control[:, 2] + 0.25
    forces[:, 3] = (0.5 * length[:, 3] - 2 * rate[:, 3]) * control[:, 3]
    assert abs(kt.actuator_forces(model, q, v, control) - forces).max() < 1e-14 * abs(forces).max()


def test_gains_of_a_call_are_those_of_another_robot() -> None:
    q, v, control = RNG.normal(size=(3, 4, 7))
    kp, kd = RNG.uniform(20, 80, size=(2, 4, 7))
    gains = np.stack([kp, np.zeros((4, 7)), -kp, -kd], -1)
    model = ARM.replace(actuators=kt.Motors(kp=1, kd=1, effort=30))
    got = kt.actuator_forces(model, q, v, control, actuator_gains=gains)
    for i in range(4):
        own = ARM.replace(actuators=kt.Motors(kp=kp[i], kd=kd[i], effort=30))
        assert abs(got[i] - kt.actuator_forces(own, q[i], v[i], control[i])).max() < 1e-13
    assert (abs(got) == 30).any() and (abs(got) < 30).any()


def test_a_force_is_within_its_range_and_falls_with_speed() -> None:
    limits: dict[str, Any] = {"force_range": (-2, 6), "velocity_limit": 4, "corner_velocity": 2}
    model = ARM.replace(actuators=[kt.Actuator("m", ("joint1",), **limits)])
    speeds = np.array([-5, -4, -3, -1, 0, 1, 2, 3, 4, 5.0])
    v = np.zeros((10, 7))
    v[:, 0] = speeds
    push, pull = (kt.actuator_forces(model, np.zeros(7), v, [u])[:, 0] for u in (9.0, -9.0))
    assert push.tolist() == [6, 6, 6, 6, 6, 6, 6, 3, 0, 0]  # it brakes with all of its force
    assert pull.tolist() == [0, 0, -1, -2, -2, -2, -2, -2, -2, -2]
    assert np.isnan(kt.actuator_forces(model, np.zeros(7), v[0], [np.nan]))


@pytest.mark.parametrize(
    "tree", ["mimic_chain", "mimic_of_continuous", "helical", "continuous", "mixed"]
)
def test_power_of_motors_is_that_of_torques_and_lengths_follow_velocities(tree: str) -> None:
    model = TREES[tree].model
    mimics = [j.name for j in model.joints if not j.type.independent]
    names = [*model.v_names, *mimics]
    parts = [kt.Actuator(x, (x,), (gear,), law(1, 0, -1)) for gear, x in enumerate(names, 2)]
    model = model.replace(actuators=parts)
    q = kt.integrate(model, kt.neutral(model), 0.3 * RNG.normal(size=model.nv))
    v, h, rest = RNG.normal(size=model.nv), 1e-6, np.zeros(model.nu)

    def length(t: float) -> Any:
        return -kt.actuator_forces.evaluate(model, kt.integrate(model, q, t * v), v, rest)

    rate = (length(h) - length(-h)) / (2 * h)
    one = [i for i, x in enumerate(names) if x in model.joint_names]  # along v, lengths' rates
    B = np.array(kt.actuation_matrix.evaluate(model, q), float)
    assert abs(rate - B.T @ v)[one].max(initial=0) < 1e-8 * abs(B).max()
    at_rest = kt.actuator_forces.evaluate(model, kt.neutral(model), v, rest)
    if not mimics:  # those have offsets
        assert abs(np.array(at_rest, float)).max() == 0


def test_motors_are_servos_of_position_and_velocity_and_torque_motors() -> None:
    both = kt.Motors(kp={"joint1": 50}, kd={"joint1": 5, "joint2": 3}, effort={"joint3": 7})
    servo, speed, plain, *_ = ARM.replace(actuators=both).actuators
    assert servo.law == law(50, 0, -50, -5) and speed.law == law(3, 0, 0, -3)
    assert plain.law == law() and plain.force_range == (-7, 7)
    assert servo.force_range == (-ARM.effort_limits[0], ARM.effort_limits[0])
    dog = kt.robots.quadruped()
    assert dog.replace(actuators=kt.Motors()).nu == dog.nv - 6  # not its base
    half = ARM.replace(actuators=kt.Motors(gear=2, joints=["joint2"])).actuators[0]
    assert half.force_range[1] == ARM.effort_limits[1] / 2


def edited() -> kt.Model:
    tendon = kt.Actuator("t", ("joint2", "joint6"), (2, 3), law(4, 1, -4, -1, 0.5))
    return ARM.replace(
        actuators=[kt.Actuator("a", ("joint1",)), tendon, kt.Actuator("b", ("joint7",))]
    )


def test_actuators_follow_their_joints_through_edits() -> None:
    model = edited()
    q, v, u = RNG.normal(size=7), RNG.normal(size=7), RNG.normal(size=3)
    held = model.reduced({"joint6": q[5], "joint7": 0.3})
    assert [x.name for x in held.actuators] == ["a", "t"]
    before = kt.actuator_forces(model, q, np.where(np.arange(7) < 5, v, 0), u)[:2]
    assert abs(kt.actuator_forces(held, q[:5], v[:5], u[:2]) - before).max() < 1e-14
    assert [x.name for x in model.subtree("joint6").actuators] == ["b"]
    both = model.append(model, frame="tool", prefix="b_")
    assert both.nu == 6 and both.actuators[4].joints == ("b_joint2", "b_joint6")
    floating = model.with_floating_base()
    assert floating.actuators == model.actuators and floating.content_text != model.content_text
    changed = model.replace(actuators=model.actuators[:1])
    assert changed != model and changed.content_text != model.content_text


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"gear": (1, 2)}, r"the actuator 'm' has joints \('joint1',\); expected as many as gears"),
    ({"offset": np.inf}, "has offset inf; expected finite numbers"),
    ({"law": kt.motors.affine}, "has law .* expected that of a kind, as kt.motors.affine"),
    ({"force_range": (2, 1)}, "expected a least and a greatest"),
    ({"control_range": (np.nan, 1)}, "expected numbers"),
    ({"velocity_limit": 3}, "expected a finite one with a velocity_limit"),
    ({"corner_velocity": -1}, "expected from 0 to below the velocity_limit"),
    ({"joints": "joint1"}, "has joints joint1; expected a tuple of names"),
    ({"joints": ()}, "expected as many as gears"),
]


@pytest.mark.parametrize(("change", "message"), REFUSED)
def test_an_actuator_that_cannot_be_is_refused(change: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"name": "m", "joints": ("joint1",), **change}
    with pytest.raises(kt.ModelError, match=message):
        kt.Actuator(**given)
    with pytest.raises(kt.ShapeError, match=r"kt\.Actuator: no argument"):
        kt.Actuator(**given, gears=(1,))


def test_what_does_not_fit_a_robot_is_refused() -> None:
    with pytest.raises(kt.ModelError, match=r"the actuator 'm': no joint .*'joint8'"):
        ARM.replace(actuators=[kt.Actuator("m", ("joint8",))])
    with pytest.raises(kt.ModelError, match="actuators holds 3; expected"):
        ARM.replace(actuators=[3])
    with pytest.raises(kt.ModelError, match="Motors: kp: no motor 'joint9'"):
        ARM.replace(actuators=kt.Motors(kp={"joint9": 1}))
    laws: Any = [kt.motors.affine()] * 7
    with pytest.raises(
        kt.ModelError, match=r"law is a list; expected one, .* a kt.Actuator for ea"
    ):
        ARM.replace(actuators=kt.Motors(law=laws))
    with pytest.raises(
        kt.ModelError, match=r"kp is .* expected a number, a dict by joint, or an arr"
    ):
        ARM.replace(actuators=kt.Motors(kp=[1, 2]))
    with pytest.raises(kt.ModelError, match="arm has no actuators; give it some"):
        kt.actuation_matrix(ARM, np.zeros(7))
    with pytest.raises(kt.ModelError, match="arm has no actuators; give it some"):
        kt.actuator_forces(ARM, np.zeros(7), np.zeros(7), [0.0])
    with pytest.raises(kt.ShapeError, match=r"control has shape \(3,\); expected \(..., 4\)"):
        kt.actuator_forces(geared(), np.zeros(7), np.zeros(7), np.zeros(3))
