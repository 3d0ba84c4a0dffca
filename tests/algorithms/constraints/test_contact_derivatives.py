"""Derivatives of forward dynamics in contact and of impacts, by complex steps."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run
from complex_step import H, along, rate
from contacts import PLACE, apart, state

import kinetree as kt

C = kt.constraints
GAINS = (30.0, 8.0)
ROBOT = kt.robots.quadruped().with_frame("tip", parent="front_left_foot", placement=PLACE)
KINDS = ("point", "surface")
OTHERS = ("world", "held in the world", "front_right_foot", "hind_right_foot")


def contact(kind: Any, other: str) -> kt.Contact:
    """A contact of the tip with the world, where it is or elsewhere, or with another frame."""
    if other == "world":
        return kt.Contact("tip", kind)
    if other == "held in the world":
        return kt.Contact("tip", kind, placement=PLACE)
    return kt.Contact("tip", kind, other=other, placement=PLACE)


def motion(model: kt.Model) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(1)
    return kt.random_configuration(model, rng=rng), *rng.normal(size=(2, model.nv))


def check(model: kt.Model, q: Any, v: Any, tau: Any, tolerance: float, **keywords: Any) -> None:
    """All six derivatives of one state, along one direction each."""
    found = C.forward_dynamics_derivatives.evaluate(model, q, v, tau, **keywords)
    w = np.random.default_rng(5).normal(size=(3, model.nv))
    ahead = along(model, q, w[0]), v + 1j * H * w[1], tau + 1j * H * w[2]
    for k, operands in enumerate(((ahead[0], v, tau), (q, ahead[1], tau), (q, v, ahead[2]))):
        moved = C.forward_dynamics.evaluate(model, *operands, **keywords)
        assert_agree(found[k] @ w[k], rate(moved.ddq), tolerance)
        assert_agree(found[3 + k] @ w[k], rate(moved.forces), tolerance, scale=1.0)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("kind", "other", "gains"),
    [
        *((*contact, GAINS) for contact in product(KINDS, OTHERS)),
        *(("surface", "front_right_foot", gains) for gains in ((0, 0), (0, 8.0))),
    ],
)
def test_every_kind_of_contact(kind: str, other: str, gains: Any) -> None:
    check(ROBOT, *motion(ROBOT), 1e-11, contacts=(contact(kind, other),), stabilization=gains)


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["mixed_mimics", "planar"])  # the first has all joints
def test_joints_of_every_type(name: str) -> None:
    at, contacts = state(name), apart(name)
    check(at.model, at.q[1], at.v[1], at.tau[1], 1e-10, contacts=contacts, stabilization=GAINS)


def test_several_contacts_masks_anchors_and_external_forces() -> None:
    contacts = (
        contact("surface", "world"),
        kt.Contact("front_right_foot"),
        kt.Contact("hind_left_foot", other="hind_right_foot"),
    )
    anchors = np.array(
        [kt.SE3.exp(kt.Motion([0.1 * k, 0.2, 0], [0, 0.3, k])).matrix for k in range(3)]
    )
    f_ext = np.random.default_rng(3).normal(size=(ROBOT.njoints, 6))
    more = {"anchors": anchors.astype(float), "f_ext": f_ext, "contacts": contacts}
    for mask in ([1, 1, 1], [1, 0, 1], [0, 1, 0], [0, 0, 0]):
        check(ROBOT, *motion(ROBOT), 1e-10, active=np.array(mask), stabilization=GAINS, **more)


@pytest.mark.sweep
def test_accelerations_of_redundant_contacts() -> None:
    """A foot held as a surface and by three of its points; the forces are checked by their sum."""
    robot = ROBOT
    for i, place in enumerate(np.eye(3)):
        robot = robot.with_frame(f"p{i}", parent="tip", placement=kt.SE3(np.eye(3), place))
    all_ = (kt.Contact("tip", "surface"), *(kt.Contact(f"p{i}") for i in range(3)))
    q, _, tau = motion(robot)
    v = np.zeros(robot.nv)  # at rest all of them agree, in each configuration
    found = C.forward_dynamics_derivatives.evaluate(robot, q, v, tau, contacts=all_)
    expected = C.forward_dynamics_derivatives.evaluate(robot, q, v, tau, contacts=all_[:1])
    assert_agree(found.ddq_dq, expected.ddq_dq, 1e-10)
    assert_agree(found.ddq_dv, expected.ddq_dv, 1e-10, scale=1.0)
    assert_agree(found.ddq_dtau, expected.ddq_dtau, 1e-10)
    for mine, one in zip(found[3:], expected[3:], strict=True):
        assert_agree(mine[:, :3].sum(0), one[0, :3], 1e-7, scale=1.0)


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["mixed_mimics", "free_flyer", "saddle"])
def test_impacts(name: str) -> None:
    at, keywords = state(name), {"contacts": apart(name), "restitution": 0.4}
    q, v = at.q[0], at.v[0]

    found = C.impact_derivatives.evaluate(at.model, q, v, **keywords)
    w = np.random.default_rng(5).normal(size=(2, at.model.nv))
    for k, operands in enumerate(((along(at.model, q, w[0]), v), (q, v + 1j * H * w[1]))):
        ahead = C.impact.evaluate(at.model, *operands, **keywords)
        assert_agree(found[k] @ w[k], rate(ahead.v_plus), 1e-10)
        assert_agree(found[2 + k] @ w[k], rate(ahead.impulses), 1e-10)


@pytest.mark.sweep
def test_impacts_with_a_mask() -> None:
    contacts = (contact("surface", "world"), kt.Contact("hind_left_foot"))
    q, v, _ = motion(ROBOT)
    both = C.impact_derivatives.evaluate(ROBOT, q, v, np.array([0, 1]), contacts=contacts)
    one = C.impact_derivatives.evaluate(ROBOT, q, v, contacts=contacts[1:])
    for mine, other in zip(both[:2], one[:2], strict=True):
        assert_agree(mine, other, 1e-12)
    assert not both.dimpulses_dq[0].any()
    assert_agree(both.dimpulses_dv[1], one.dimpulses_dv[0], 1e-12)


@pytest.mark.sweep
def test_compiled_derivatives_are_those_of_the_source() -> None:
    contacts = (contact("surface", "front_right_foot"), kt.Contact("hind_left_foot"))
    q, v, tau = motion(ROBOT)
    keywords = {"contacts": contacts, "stabilization": GAINS}
    compiled = C.forward_dynamics_derivatives(ROBOT, q, v, tau, **keywords)
    traced = run(C.forward_dynamics_derivatives, ROBOT, q, v, tau, statics=keywords)
    for mine, other in zip(compiled, traced, strict=True):
        assert_agree(mine, other, 1e-11)


@pytest.mark.sweep
def test_automatic_derivatives_are_the_analytic_ones() -> None:
    """In a user's algorithm contacts are differentiated like anything else."""
    arm = kt.robots.arm()
    held: Any = {"contacts": (kt.Contact("tool", placement=PLACE),), "stabilization": GAINS}

    @kt.algorithm
    def both(model: kt.Model, q: Any, v: Any, tau: Any) -> Any:
        found = C.forward_dynamics(model, q, v, tau, **held)
        return {"ddq": found.ddq, "forces": found.forces}

    q, v, tau = motion(arm)
    analytic = C.forward_dynamics_derivatives(arm, q, v, tau, **held)
    of_q = kt.jacobian(C.forward_dynamics, "q")(arm, q, v, tau, **held)
    of_v = kt.jacobian(both, "v")(arm, q, v, tau)
    assert_agree(of_q[0], analytic.ddq_dq, 1e-11)
    assert_agree(of_q[1], analytic.dforces_dq, 1e-11)
    assert_agree(of_v[0], analytic.ddq_dv, 1e-11)
    assert_agree(of_v[1], analytic.dforces_dv, 1e-11)
