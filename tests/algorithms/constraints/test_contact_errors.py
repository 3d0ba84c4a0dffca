"""Contacts that a robot cannot have, and numbers that cannot be meant, say so."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import kinetree as kt

C = kt.constraints
ROBOT = kt.robots.quadruped()
FOOT = kt.Contact("front_left_foot")
Q, REST = kt.neutral(ROBOT), np.zeros(ROBOT.nv)
SCREW = kt.Loop(
    "screw", kt.Helical("z", 0.1), kt.Anchor(1, kt.SE3.identity()), kt.Anchor(2, kt.SE3.identity())
)


def forward(*contacts: Any, **keywords: Any) -> Any:
    return C.forward_dynamics(ROBOT, Q, REST, REST, contacts=contacts, **keywords)


def loop(first: int, second: int) -> kt.Loop:
    return kt.Loop("x", kt.Fixed(), *(kt.Anchor(i, kt.SE3.identity()) for i in (first, second)))


CASES: dict[str, tuple[Callable[[], Any], str]] = {
    "no loops": (
        lambda: C.jacobian(ROBOT, Q),
        "quadruped12 has no loops; name contacts",
    ),
    "one alone": (
        lambda: C.jacobian(ROBOT, Q, contacts=FOOT),
        r"expected a sequence of kt\.Contact",
    ),
    "a name": (lambda: forward("front_left_foot"), r"contacts\[0\] is 'front_left_foot'; expected"),
    "no frame": (
        lambda: forward(kt.Contact("font_left_foot")),
        r"contacts\[0\]: .* did you mean 'front_left_foot'",
    ),
    "no other": (
        lambda: forward(kt.Contact("base", other="x")),
        r"other of contacts\[0\]: .* no frame 'x'",
    ),
    "a list of names": (lambda: kt.Contact(["base"]), r"kt.Contact of \['base'\]: frame is"),  # pyright: ignore
    "a list of others": (lambda: kt.Contact("base", other=["x"]), r"other is \['x'\]"),  # pyright: ignore
    "universe": (
        lambda: forward(FOOT, kt.Contact("universe")),
        r"contacts\[1\] of 'universe', which is fixed to the world",
    ),
    "itself": (
        lambda: forward(kt.Contact("base", other="base")),
        r"contacts\[0\] of 'base' holds a body to itself",
    ),
    "kind": (lambda: kt.Contact("base", "line"), "kt.Contact of 'base': no kind 'line'"),
    "placement": (
        lambda: kt.Contact("base", placement=2 * np.eye(4)),
        "kt.Contact of 'base': placement is not rigid",
    ),
    "screw": (lambda: forward(SCREW), r"the loop 'screw', is closed by Helical.*expected Spher"),
    "far anchor": (
        lambda: forward(loop(1, 99)),
        "is on joint 99; quadruped12 has joints 0 to",
    ),
    "one body": (lambda: forward(loop(2, 2)), "the loop 'x', holds a body to itself"),
    "mask": (lambda: forward(FOOT, active=[1, 1]), r"active has shape \(2,\); expected \(..., 1\)"),
    "words": (lambda: forward(FOOT, active=["yes"]), "active holds strings"),
    "anchors": (lambda: forward(FOOT, anchors=np.eye(4)), r"anchors has shape \(4, 4\); expected"),
    "no rotation": (
        lambda: forward(FOOT, FOOT, anchors=[[np.eye(4)] * 2, [np.eye(4), 2 * np.eye(4)]]),
        r"anchors\[1\] in sample \(1,\) is \[\[2.0, .* expected a rigid placement",
    ),
    "a reflection": (
        lambda: C.error(ROBOT, Q, np.diag([1, 1, -1, 1])[None], contacts=(FOOT,)),
        r"error: anchors\[0\] is",
    ),
    "a last row": (
        lambda: kt.jacobian(C.error, "q")(
            ROBOT, Q, contacts=(FOOT,), anchors=[np.eye(4) + np.eye(4)[3]]
        ),
        r"jacobian_of_error: anchors\[0\] is",
    ),
    "nan in anchors": (lambda: forward(FOOT, anchors=np.full((1, 4, 4), np.nan)), "anchors"),
    "gains": (lambda: forward(FOOT, stabilization=3), r"stabilization is 3; expected \(Kp, Kd\)"),
    "negative": (lambda: forward(FOOT, stabilization=(-1, 0)), "not negative"),
    "nan": (lambda: forward(FOOT, stabilization=(0, np.nan)), "stabilization is"),
    "damping": (lambda: forward(FOOT, damping=0), "damping is 0; expected a positive number"),
    "iterations": (lambda: forward(FOOT, iterations=0), "iterations is 0; expected an int"),
    "true": (lambda: forward(FOOT, iterations=True), "iterations is True; expected an int"),
    "restitution": (
        lambda: C.impact(ROBOT, Q, REST, contacts=(FOOT,), restitution=1.5),
        r"restitution is 1.5; expected a number in \[0, 1\]",
    ),
    "steps": (
        lambda: C.close_loops(ROBOT, Q, contacts=(FOOT,), iterations=2.5),
        "iterations is 2.5; expected an int",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_meant_is_an_error(name: str) -> None:
    call, message = CASES[name]
    with pytest.raises(kt.KinetreeError, match=message):
        call()


def test_nan_stays_in_its_sample() -> None:
    v = np.zeros((3, ROBOT.nv))
    v[1, 0] = np.nan
    ddq, forces = C.forward_dynamics(ROBOT, Q, v, REST, contacts=(FOOT,))
    assert np.isnan(ddq[1]).any()
    assert np.isfinite(ddq[[0, 2]]).all()
    assert np.isfinite(forces[[0, 2]]).all()


@pytest.mark.sweep
def test_a_zero_quaternion_is_nan_in_its_sample() -> None:
    q, v = np.tile(Q, (3, 1)), np.zeros((3, ROBOT.nv))
    q[1, 3:7] = 0
    contacts = (FOOT,)
    for found in (
        C.jacobian(ROBOT, q, contacts=contacts),
        C.forward_dynamics(ROBOT, q, v, REST, contacts=contacts).ddq,
        C.impact(ROBOT, q, v + 0.1, contacts=contacts).v_plus,
        C.close_loops(ROBOT, q, contacts=contacts).q,
        kt.simulation.step(ROBOT, q, v, REST, 1e-3).q,
        kt.simulation.contact_step(
            ROBOT, q, v, REST, 1e-3, friction=[0.5], contacts=contacts
        ).impulses,
        kt.simulation.rollout(ROBOT, q, v, np.zeros((2, ROBOT.nv)), 1e-3).q[:, 1:],
    ):
        assert np.isnan(found[1]).any()
        assert np.isfinite(found[[0, 2]]).all()


@pytest.mark.parametrize(
    "call",
    [
        lambda n: C.forward_dynamics.compile(ROBOT, contacts=(FOOT,), iterations=n),
        lambda n: C.close_loops.compile(ROBOT, contacts=(FOOT,), iterations=n),
        lambda n: kt.simulation.step.compile(
            ROBOT, inputs=("friction",), contacts=(FOOT,), iterations=n
        ),
    ],
)
def test_iterations_are_integers_of_numpy_too(call: Any) -> None:
    kernel = call(20)
    assert call(np.int64(20)) is kernel
    assert call(np.uint8(20)) is kernel
    assert call(np.int64(19)) is not kernel
    with pytest.raises(kt.KinetreeError, match="iterations is"):
        call(np.True_)


def test_a_singular_mass_matrix_gives_no_finite_number_as_in_aba() -> None:
    builder = kt.ModelBuilder("massless")
    builder.add_body("arm", parent="world", joint=kt.Revolute("y"))
    builder.add_frame("tip", parent="arm", placement=kt.SE3(np.eye(3), [1, 0, 0]))
    model = builder.build()
    ddq, _ = C.forward_dynamics(model, [0.1], [0.0], [1.0], contacts=(kt.Contact("tip"),))
    assert not np.isfinite(ddq).any()


def test_equal_contacts_share_a_kernel() -> None:
    again = kt.Contact("front_left_foot")
    assert again == FOOT
    first = C.jacobian.compile(ROBOT, contacts=(FOOT,))
    assert C.jacobian.compile(ROBOT, contacts=[again]).ir is first.ir or hash(again) == hash(FOOT)


@pytest.mark.parametrize("by_name", [True, False])
def test_anchors_are_looked_at_in_every_call(by_name: bool) -> None:
    """The first call compiles, those after it find the kernel."""

    def call(anchors: np.ndarray) -> np.ndarray:
        if by_name:
            return kt.constraints.error(ROBOT, Q, anchors=anchors, contacts=(FOOT,))
        return kt.constraints.error(ROBOT, Q, anchors, contacts=(FOOT,))

    for _ in range(3):
        assert np.isfinite(call(np.eye(4)[None])).all()
        with pytest.raises(kt.ModelError, match=r"error: anchors\[0\] is"):
            call(2 * np.eye(4)[None])


def test_a_contact_is_immutable() -> None:
    contact = kt.Contact("foot")
    for name, value in (("frame", "hand"), ("kind", "surface"), ("other", 0)):
        with pytest.raises(AttributeError, match=name):
            setattr(contact, name, value)
    assert contact == kt.Contact("foot") and hash(contact) == hash(kt.Contact("foot"))
