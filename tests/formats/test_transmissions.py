"""Transmissions of a URDF are torque motors with gears, within the effort limits of joints."""

import pytest
import urdf_text

import kinetree as kt

JOINT, REDUCTION = '<joint name="j">{}</joint>', "<mechanicalReduction>{}</mechanicalReduction>"


def loaded(*transmissions: str) -> kt.Model:
    """Two links on a joint j with an effort limit of 10, and a fixed joint."""
    limit = '<limit lower="-1" upper="1" effort="10" velocity="1"/>'
    parts = [
        urdf_text.link("a"),
        urdf_text.joint("j", "a", "b", inside=urdf_text.AXIS + limit),
        urdf_text.link("b", urdf_text.INERTIAL),
        urdf_text.joint("f", "b", "c", kind="fixed"),
        urdf_text.link("c"),
    ]
    return kt.load(urdf_text.robot(*parts, *transmissions))


def transmission(inside: str, name: str = "t") -> str:
    return f'<transmission name="{name}"><type>SimpleTransmission</type>{inside}</transmission>'


@pytest.mark.parametrize("place", ["actuator", "transmission", "joint"])
def test_a_motor_with_a_gear(place: str) -> None:
    gear = REDUCTION.format("-50")
    inside = (
        JOINT.format(gear * (place == "joint"))
        + f'<actuator name="m">{gear * (place == "actuator")}</actuator>'
        + gear * (place == "transmission")
    )
    (motor,) = loaded(transmission(inside)).actuators
    assert motor == kt.Actuator("m", ("j",), (-50.0,), force_range=(-0.2, 0.2))
    model = loaded(transmission(inside))
    assert kt.actuation_matrix(model, [0.0]) @ kt.actuator_forces(model, [0.0], [0.0], [9.0]) == -10


def test_without_a_reduction_or_a_motor() -> None:
    bare, other = (
        transmission(JOINT.format("")),
        transmission(JOINT.format(REDUCTION.format("x")), "u"),
    )
    motors = loaded(bare, other).actuators
    assert [(x.name, x.gear) for x in motors] == [("t", (1.0,)), ("u", (1.0,))]


def test_a_motor_of_two_transmissions_has_their_names() -> None:
    inside = JOINT.format("") + '<actuator name="m"/>'
    model = loaded(transmission(inside), transmission(inside, "u"))
    assert [x.name for x in model.actuators] == ["m", "u"]


@pytest.mark.parametrize("names", [("f",), ("nowhere",), ("j", "f"), ()])
def test_others_are_remarked_upon(names: tuple[str, ...]) -> None:
    model = loaded(transmission("".join(f'<joint name="{name}"/>' for name in names)))
    assert model.actuators == ()


def test_remarks() -> None:
    text = urdf_text.robot(urdf_text.link("a"), transmission('<joint name="x"/>'))
    (remark,) = [x for x in kt.check(text) if "makes no actuator" in x.message]
    assert "<transmission name='t'>" in str(remark)
