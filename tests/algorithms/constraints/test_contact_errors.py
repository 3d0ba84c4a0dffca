"""Contacts that a robot cannot have, and numbers that cannot be meant, say so."""

from typing import Any

import numpy as np
import pytest
from refused import check, refused

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


@refused(__file__)
def test_what_cannot_be_meant_is_an_error(call: str, message: str) -> None:
    check(call, message, globals())


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
            ROBOT, q, v, REST, 1e-3, friction=[0.5], simulation=kt.Simulation(contacts=contacts)
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
            ROBOT, inputs=("friction",), simulation=kt.Simulation(contacts=(FOOT,), iterations=n)
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
    ddq, _ = C.forward_dynamics(builder.build(), [0.1], [0.0], [1.0], contacts=(kt.Contact("tip"),))
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
