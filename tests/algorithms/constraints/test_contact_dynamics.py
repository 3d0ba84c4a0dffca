"""Forward dynamics of robots in contact against its own equations: motion, rows, masks."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, times
from contacts import PLACE, State, apart, balance, held, rows, state
from trees import COUPLED, FEW, each_of, wrenches

import kinetree as kt
from kinetree.algorithms.constraints.mass_factor import LDL, ArticulatedFactor

C = kt.constraints
GAINS = (30.0, 8.0)


def held_rows(at: Any, contacts: Any, gains: Any, ddq: Any) -> tuple[Any, Any]:
    """J a + (dJ/dt) v + Kd J v + Kp e, which is to vanish, and the size of its terms."""
    which = {"contacts": contacts}
    J = run(C.jacobian, at.model, at.q, statics=which)
    e = run(C.error, at.model, at.q, statics=which)
    drift = run(C.drift, at.model, at.q, at.v, statics=which)
    terms = [times(J, ddq), drift, gains[1] * times(J, at.v), gains[0] * e]
    return sum(terms), sum(abs(x) for x in terms).max()


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "gains"), each_of([(0, 0), GAINS]))
def test_forces_balance_and_rows_hold(name: str, gains: Any) -> None:
    contacts, at = apart(name), state(name)
    model, statics = at.model, {"contacts": contacts, "stabilization": gains}
    ddq, forces = run(C.forward_dynamics, model, at.q, at.v, at.tau, statics=statics)
    assert balance(at, contacts, ddq, forces) < 1e-14
    left, size = held_rows(at, contacts, gains, ddq)
    assert abs(left).max(initial=0) < 1e-11 * size


@pytest.mark.sweep
def test_trees_hold_contacts_of_every_kind() -> None:
    chosen = {name: apart(name) for name in FEW}
    assert all(chosen.values())
    for i in range(5):
        assert any(held(name)[1][i] in its for name, its in chosen.items())


@pytest.mark.sweep
def test_external_forces_act() -> None:
    model, contacts = held("mixed")[0], apart("mixed")
    at, f_ext = state("mixed"), wrenches(model)[4:]
    statics = {"contacts": contacts}
    found = run(C.forward_dynamics, model, at.q, at.v, at.tau, f_ext=f_ext, statics=statics)
    rest = np.zeros_like(at.v)
    moved = at.tau - run(kt.rnea, model, at.q, at.v, rest, f_ext=f_ext)
    moved = moved + run(kt.rnea, model, at.q, at.v, rest)
    expected = run(C.forward_dynamics, model, at.q, at.v, moved, statics=statics)
    assert_agree(found[0], expected[0], 1e-11)
    assert_agree(found[1], expected[1], 1e-11)


@pytest.mark.sweep
def test_a_mask_leaves_out_contacts() -> None:
    """All masks of one kernel, beside kernels without these contacts."""
    model, contacts = held("mixed")[0], apart("mixed")
    at = state("mixed")
    kernel = C.forward_dynamics.compile(model, contacts=contacts, inputs=("active",))
    masks = np.array(list(product([False, True], repeat=len(contacts))))
    for mask, ddq, forces in zip(masks, *kernel(at.q[0], at.v[0], at.tau[0], masks), strict=True):
        left = tuple(c for c, on in zip(contacts, mask, strict=True) if on)
        expected = run(
            C.forward_dynamics, model, at.q[:1], at.v[:1], at.tau[:1], statics={"contacts": left}
        )
        assert_agree(ddq, expected[0][0], 1e-11)
        assert_agree(forces[mask], expected[1][0], 1e-11)
        assert (forces[~mask] == 0).all()


@pytest.mark.sweep
def test_masks_are_numbers_or_booleans_of_each_sample() -> None:
    model, contacts = held("mixed")
    at = state("mixed")
    motion = (at.q, at.v, at.tau)
    mask = np.array([[1, 0, 1, 0, 0], [0, 1, 0, 0, 0]])
    found = C.forward_dynamics(model, *motion, contacts=contacts, active=mask)
    for other in (mask.astype(bool), mask * -0.5, mask.astype(bool).tolist()):
        again = C.forward_dynamics(model, *motion, contacts=contacts, active=other)
        np.testing.assert_array_equal(again.forces, found.forces)
    evaluated = C.forward_dynamics.evaluate(
        model, *(x[0] for x in motion), contacts=contacts, active=mask[0].astype(bool)
    )
    assert_agree(evaluated.forces, found.forces[0], 1e-10)


@pytest.mark.sweep
def test_without_contacts_it_is_aba() -> None:
    model, contacts = held("mixed_mimics")
    at = state("mixed_mimics")
    free = run(kt.aba, model, at.q, at.v, at.tau)
    ddq, forces = C.forward_dynamics(model, at.q, at.v, at.tau, contacts=())
    assert_agree(ddq, free, 1e-11)
    assert forces.shape == (2, 0, 6)
    ddq, forces = C.forward_dynamics(
        model, at.q, at.v, at.tau, contacts=contacts, active=np.zeros(5)
    )
    assert_agree(ddq, free, 1e-11)
    assert not forces.any()


@pytest.mark.sweep
def test_redundant_contacts_share_the_shortest_force() -> None:
    """Four corners of a sole that is held as a surface, too: 18 rows of rank 6."""
    robot = kt.robots.humanoid()
    sole = next(f for f in robot.frame_names if "foot" in f)
    for i, (x, y) in enumerate([(0.1, 0.05), (0.1, -0.05), (-0.1, 0.05), (-0.1, -0.05)]):
        place = kt.SE3(np.eye(3), [x, y, 0])
        robot = robot.with_frame(f"corner{i}", parent=sole, placement=place)
    all_, one = (
        (kt.Contact(sole, "surface"), *(kt.Contact(f"corner{i}") for i in range(4))),
        (kt.Contact(sole, "surface"),),
    )
    rng = np.random.default_rng(0)
    q = kt.random_configuration(robot, 5, rng=rng)
    v, tau = rng.normal(size=(2, 5, robot.nv))
    J = C.jacobian(robot, q, contacts=one)
    v = v - times(np.linalg.pinv(J), times(J, v))  # the rows of all then agree
    ddq, forces = C.forward_dynamics(robot, q, v, tau, contacts=all_)
    assert_agree(ddq, C.forward_dynamics(robot, q, v, tau, contacts=one).ddq, 1e-10)
    J = C.jacobian(robot, q, contacts=all_)
    f = rows(all_, forces)
    shortest = times(np.linalg.pinv(np.swapaxes(J, 1, 2), 1e-9), times(np.swapaxes(J, 1, 2), f))
    assert_agree(f, shortest, 1e-5)


def test_contradictory_contacts_come_as_close_as_they_can() -> None:
    """A frame held at two places at once goes to the middle, and nothing is nan."""
    robot = kt.robots.quadruped()
    foot = "front_left_foot"
    places = [kt.SE3(np.eye(3), [x, 0, 0]) for x in (0.1, 0.3)]
    both = tuple(kt.Contact(foot, placement=p) for p in places)
    middle = (kt.Contact(foot, placement=kt.SE3(np.eye(3), [0.2, 0, 0])),)
    q, rng = kt.neutral(robot), np.random.default_rng(0)
    v, tau = rng.normal(size=(2, robot.nv))
    ddq, forces = C.forward_dynamics(robot, q, v, tau, contacts=both, stabilization=GAINS)
    expected = C.forward_dynamics(robot, q, v, tau, contacts=middle, stabilization=GAINS)
    assert_agree(forces.sum(0), expected.forces[0], 1e-5)  # the rest pulls them together
    assert_agree(ddq, expected.ddq, 1e-5)


def test_without_stabilization_errors_of_position_and_velocity_remain() -> None:
    robot = kt.robots.arm()
    keywords = {"contacts": (kt.Contact("tool", placement=kt.SE3(np.eye(3), [0.1, 0.2, 0.3])),)}
    q, rng = kt.neutral(robot), np.random.default_rng(0)
    v, tau = rng.normal(size=(2, robot.nv))
    for function in (C.forward_dynamics, C.forward_dynamics_derivatives):
        default = function(robot, q, v, tau, **keywords)
        none = function(robot, q, v, tau, stabilization=(0, 0), **keywords)
        for found, expected in zip(default, none, strict=True):
            np.testing.assert_array_equal(found, expected)
        for gains in ((1, 0), (0, 1)):
            other = function(robot, q, v, tau, stabilization=gains, **keywords)
            assert not np.array_equal(other[0], default[0])


def test_singular_configurations_have_a_motion() -> None:
    """An arm stretched out cannot be pushed along itself, nor a pendulum out of its plane."""
    arm, contact = kt.robots.arm(), (kt.Contact("tool", "surface"),)
    tau = np.random.default_rng(0).normal(size=7)
    ddq, forces = C.forward_dynamics(arm, kt.neutral(arm), np.zeros(7), tau, contacts=contact)
    J = C.jacobian(arm, kt.neutral(arm), contacts=contact)
    assert abs(J @ ddq).max() < 1e-9
    free = tau + J.T @ forces.ravel()
    assert_agree(kt.rnea(arm, kt.neutral(arm), np.zeros(7), ddq), free, 1e-9)
    pendulum = kt.robots.pendulum()
    ddq, forces = C.forward_dynamics(pendulum, [0.3], [0.0], [1.0], contacts=(kt.Contact("tip"),))
    assert abs(ddq).max() < 1e-9
    assert forces[0, 1] == 0


def test_a_contact_that_cannot_move_is_harmless() -> None:
    """On the axis of the only joint before it."""
    pendulum = kt.robots.pendulum(1).with_frame("axle", parent="universe")
    body = next(f.name for f in pendulum.frames if f.kind == "body" and f.joint)
    pendulum = pendulum.with_frame("hub", parent=body)
    found = C.forward_dynamics(pendulum, [0.3], [2.0], [1.0], contacts=(kt.Contact("hub"),))
    assert_agree(found.ddq, kt.aba(pendulum, [0.3], [2.0], [1.0]), 1e-12)
    assert abs(found.forces).max() < 1e-6  # N, of a weight of 10 N


def test_inverse_dynamics_undoes_forward_dynamics() -> None:
    robot = kt.robots.quadruped()
    feet = tuple(kt.Contact(n) for n in robot.frame_names if n.endswith("foot"))
    rng = np.random.default_rng(0)
    q = kt.random_configuration(robot, 5, rng=rng)
    v, tau = rng.normal(size=(2, 5, robot.nv))
    tau[:, :6] = 0
    ddq, forces = C.forward_dynamics(robot, q, v, tau, contacts=feet)
    found = C.inverse_dynamics(robot, q, v, ddq, contacts=feet)
    assert abs(found.tau[:, :6]).max() < 1e-9
    assert_agree(C.forward_dynamics(robot, q, v, found.tau, contacts=feet).ddq, ddq, 1e-9)
    size = np.linalg.norm(forces.reshape(5, -1), axis=1)
    assert (np.linalg.norm(found.forces.reshape(5, -1), axis=1) <= size + 1e-9).all()


def test_inverse_dynamics_of_an_arm_whose_joints_are_all_driven_needs_no_forces() -> None:
    arm = kt.robots.arm()
    q, v, a = np.random.default_rng(0).normal(size=(3, 5, arm.nv))
    found = C.inverse_dynamics(arm, q, v, a, contacts=(kt.Contact("tool"),))
    np.testing.assert_array_equal(found.tau, kt.rnea(arm, q, v, a))
    np.testing.assert_array_equal(found.forces, np.zeros((5, 1, 6)))


def test_inverse_dynamics_says_what_contacts_cannot_do() -> None:
    """A robot in the air falls: its base lacks its weight."""
    robot = kt.robots.quadruped()
    feet = tuple(kt.Contact(n) for n in robot.frame_names if n.endswith("foot"))
    q, rest = kt.neutral(robot), np.zeros(robot.nv)
    found = C.inverse_dynamics(robot, q, rest, rest, np.zeros(4), contacts=feet)
    assert_agree(found.tau, kt.rnea(robot, q, rest, rest), 1e-12)
    assert not found.forces.any()


def test_a_place_may_be_in_another_body_or_a_loop_with_anchors() -> None:
    """The same constraint as a contact of two frames and as a loop."""
    model, contacts = held("mixed")
    at, contact = state("mixed"), contacts[3]
    first, second = model.frame(contact.frame), model.frame(contact.other)
    loop = kt.Loop(
        "closing",
        kt.Spherical(),
        kt.Anchor(first.joint, first.placement),
        kt.Anchor(second.joint, second.placement @ PLACE),
    )
    motion, gains = (at.q, at.v, at.tau), {"stabilization": GAINS}
    found = C.forward_dynamics(model, *motion, contacts=(loop,), **gains)
    expected = C.forward_dynamics(model, *motion, contacts=(contact,), **gains)
    np.testing.assert_array_equal(found.forces, expected.forces)
    own = C.forward_dynamics(model.replace(constraints=(loop,)), *motion, **gains)
    np.testing.assert_array_equal(own.forces, expected.forces)


@kt.algorithm("(nq),(nv)->(nv),()")
def solved(model: kt.Model, q: Any, b: Any, *, factor: Any) -> Any:
    L = factor(model, q)
    return {"x": L.back_substitute(L.scaled(L.forward_substitute(b))), "trace": L.trace}


@pytest.mark.parametrize("factor", [LDL.of_mass_matrix, ArticulatedFactor.of])
@pytest.mark.parametrize("name", [name for name in FEW if name not in COUPLED])
def test_both_factors_of_the_mass_matrix_solve(name: str, factor: Any) -> None:
    at = state(name)
    M = run(kt.crba, at.model, at.q)
    x, trace = run(solved, at.model, at.q, at.tau, statics={"factor": factor})
    assert_agree(times(M, x), at.tau, 1e-13, scale=times(abs(M), abs(x)).max())
    assert (trace <= np.trace(M, axis1=1, axis2=2) * (1 + 1e-12)).all()


@pytest.mark.sweep
def test_long_chains_take_the_factor_of_bodies() -> None:
    """Operations grow with the length of a chain, not with its cube, and forces balance."""
    counts = []
    for n in (20, 40):
        chain = kt.robots.serial_chain(n)
        contacts = (kt.Contact(chain.frame_names[-1], "surface"),)
        counts.append(C.forward_dynamics.trace(chain, contacts=contacts).operation_count)
    assert counts[1] < 2.3 * counts[0]
    q, v, tau = np.random.default_rng(0).normal(size=(3, 2, 40))
    at = State(chain, q, v, tau)
    ddq, forces = run(C.forward_dynamics, chain, q, v, tau, statics={"contacts": contacts})
    assert balance(at, contacts, ddq, forces) < 1e-13
    left, size = held_rows(at, contacts, (0, 0), ddq)
    assert abs(left).max() < 1e-10 * size


@pytest.mark.sweep
def test_repeated_calls_give_the_same_and_see_what_changes() -> None:
    """Calls find their kernel by contacts; operands, numbers of the model and gains count."""
    robot = kt.robots.quadruped()
    feet = tuple(kt.Contact(n) for n in robot.frame_names if n.endswith("foot"))
    rng = np.random.default_rng(0)
    q = kt.random_configuration(robot, rng=rng)
    v, tau = rng.normal(size=(2, robot.nv))
    forward = C.forward_dynamics
    first = forward(robot, q, v, tau, contacts=feet)
    for _ in range(2):
        np.testing.assert_array_equal(forward(robot, q, v, tau, contacts=feet).ddq, first.ddq)
        assert not forward(robot, q, v, tau, active=np.zeros(4), contacts=feet).forces.any()
        light = forward(robot, q, v, tau, contacts=feet, gravity=np.zeros(3))
        held = forward(robot, q, v, tau, contacts=feet, stabilization=GAINS)
        for other in (light.ddq, held.ddq, forward(robot, q, v, tau, contacts=feet[:2]).ddq):
            assert abs(other - first.ddq).max() > 1e-3
        with pytest.raises(kt.ShapeError, match="given twice"):
            forward(robot, q, v, tau, contacts=feet, tau=tau)
