"""Loops: a four-bar against its closed form, closing, and what cannot be closed."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, times

import kinetree as kt

C = kt.constraints
CRANK, COUPLER, ROCKER, GROUND = 0.3, 0.8, 0.6, 0.9
MASSES = (1.2, 0.7, 0.9)
GRAVITY = 9.81
H = 1e-30


def four_bar() -> kt.Model:
    """Bars in the x-y plane, gravity along -y: crank and coupler in a row, the rocker by itself."""
    builder = kt.ModelBuilder("four_bar")
    bars = zip(("crank", "coupler", "rocker"), (CRANK, COUPLER, ROCKER), MASSES, strict=True)
    starts = {"crank": ("world", 0.0), "coupler": ("crank", CRANK), "rocker": ("world", GROUND)}
    for name, length, mass in bars:
        parent, x = starts[name]
        spin = mass * length**2 / 12
        inertia = kt.Inertia(mass, [length / 2, 0, 0], np.diag([1e-3, spin, spin]))
        placement = kt.SE3(np.eye(3), [x, 0, 0])
        builder.add_body(
            name, parent=parent, joint=kt.Revolute("z"), placement=placement, inertia=inertia
        )
    model = builder.build().replace(gravity=[0, -GRAVITY, 0])
    tips = [
        kt.Anchor(model.joint(f"{name}_joint").index, kt.SE3(np.eye(3), [length, 0, 0]))
        for name, length in (("coupler", COUPLER), ("rocker", ROCKER))
    ]
    return model.replace(constraints=(kt.Loop("pin", kt.Spherical(), *tips),))


def angles(t: Any) -> tuple[Any, Any]:
    """The angles of coupler and rocker in the world for a crank angle t, elbow up."""
    x, y = GROUND - CRANK * np.cos(t), -CRANK * np.sin(t)
    r2 = x * x + y * y
    r = np.sqrt(r2)
    bearing = np.arctan(y / x)
    inner = np.arccos((r2 + COUPLER**2 - ROCKER**2) / (2 * COUPLER * r))
    outer = np.arccos((r2 + ROCKER**2 - COUPLER**2) / (2 * ROCKER * r))
    return bearing + inner, bearing + np.pi - outer


def configuration(t: Any) -> Any:
    coupler, rocker = angles(t)
    return np.stack([t, coupler - t, rocker], -1)


def rates(t: Any) -> Any:
    """dq/dt of the joints for a crank that turns with 1, by the loop's closed form."""
    a, b = angles(t)
    coupler = -CRANK * np.sin(t - b) / (COUPLER * np.sin(a - b))
    return np.stack([1 + 0 * t, coupler - 1, CRANK * np.sin(t - a) / (ROCKER * np.sin(b - a))], -1)


def inertia(t: Any) -> Any:
    """The effective inertia of the crank: twice the kinetic energy for a unit speed."""
    a, _ = angles(t)
    _, relative, rocker = np.moveaxis(rates(t), -1, 0)
    turn = relative + 1
    x = -CRANK * np.sin(t) - COUPLER / 2 * np.sin(a) * turn
    y = CRANK * np.cos(t) + COUPLER / 2 * np.cos(a) * turn
    m1, m2, m3 = MASSES
    spin = m2 * COUPLER**2 / 12 * turn**2
    return m1 * CRANK**2 / 3 + m2 * (x * x + y * y) + spin + m3 * ROCKER**2 / 3 * rocker**2


def potential(t: Any) -> Any:
    a, b = angles(t)
    m1, m2, m3 = MASSES
    heights = (
        CRANK / 2 * np.sin(t),
        CRANK * np.sin(t) + COUPLER / 2 * np.sin(a),
        ROCKER / 2 * np.sin(b),
    )
    return GRAVITY * (m1 * heights[0] + m2 * heights[1] + m3 * heights[2])


def slope(function: Any, t: Any) -> Any:
    return function(t + 1j * H).imag / H


CRANKS = np.linspace(-3, 3, 9)


def test_the_four_bar_moves_as_its_closed_form_says() -> None:
    """I t'' + I' t'^2 / 2 + V' = the crank's torque."""
    model, speed, torque = four_bar(), 1.7, 0.8
    q, v = configuration(CRANKS), speed * rates(CRANKS)
    assert abs(C.error(model, q)).max() < 1e-15
    assert abs(C.jacobian(model, q) @ v[..., None]).max() < 1e-15
    ddq, forces = C.forward_dynamics(model, q, v, [torque, 0, 0])
    push = torque - slope(inertia, CRANKS) * speed**2 / 2 - slope(potential, CRANKS)
    assert_agree(ddq[:, 0], push / inertia(CRANKS), 1e-12)
    assert abs(forces[:, 0, 2:]).max() < 1e-12  # nothing pushes out of the plane
    along = slope(lambda t: rates(t + 0 * CRANKS), CRANKS.astype(complex))
    assert_agree(ddq, ddq[:, :1] * rates(CRANKS) + speed**2 * along, 1e-11)


def test_the_motion_of_the_four_bar_conserves_energy() -> None:
    """A second of Runge-Kutta steps of order 4, stabilised."""
    model, h = four_bar(), 1e-3
    x = np.concatenate([configuration(np.array(0.5)), 2.0 * rates(np.array(0.5))])
    kernel = C.forward_dynamics.compile(model, stabilization=(400.0, 40.0))

    def rate(x: Any) -> Any:
        return np.concatenate([x[3:], kernel(x[:3], x[3:], np.zeros(3)).ddq])

    start = kt.mechanical_energy(model, x[:3], x[3:])
    for _ in range(1000):
        k1 = rate(x)
        k2 = rate(x + h / 2 * k1)
        k3 = rate(x + h / 2 * k2)
        x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(x + h * k3))
    assert abs(kt.mechanical_energy(model, x[:3], x[3:]) - start) < 1e-8
    assert abs(C.error(model, x[:3])).max() < 1e-9
    assert_agree(x[:3], configuration(x[0]), 1e-8)


def test_loops_close() -> None:
    model, rng = four_bar(), np.random.default_rng(0)
    q = configuration(CRANKS) + 0.1 * rng.normal(size=(9, 3))
    found = C.close_loops(model, q, rng.normal(size=(9, 3)))
    assert found.error.max() < 1e-14
    assert_agree(found.q, configuration(found.q[:, 0]), 1e-12)
    assert abs(C.jacobian(model, found.q) @ found.v[..., None]).max() < 1e-13
    assert abs(found.q - q).max() < 0.6
    still = C.close_loops(model, q)
    assert not still.v.any()
    np.testing.assert_array_equal(still.q, found.q)


def test_a_loop_that_cannot_close_says_how_far_it_is() -> None:
    """The anchors of bars that are too short stay apart by what is missing."""
    model = four_bar()
    short = kt.Anchor(2, kt.SE3(np.eye(3), [0.05, 0, 0])), model.constraints[0].second
    model = model.replace(constraints=())
    short = (
        kt.Loop("short", kt.Spherical(), short[0], kt.Anchor(3, kt.SE3(np.eye(3), [0.1, 0, 0]))),
    )
    q = np.array([[0.1, 0.2, 3.0], [0.0, 0.0, 3.1]])
    found = C.close_loops(model, q, contacts=short, iterations=200)
    assert np.isfinite(found.q).all()
    assert (found.error > 0.9 - 0.3 - 0.05 - 0.1 - 1e-9).all()


@pytest.mark.sweep
def test_loops_of_cassie_close_and_hold() -> None:
    model = kt.load("cassie_reduced")
    rng = np.random.default_rng(0)
    q = kt.neutral(model) + 0.02 * rng.normal(size=(4, model.nq))
    found = C.close_loops(model, q, rng.normal(size=(4, model.nv)))
    assert found.error.max() < 1e-14
    tau = rng.normal(size=(4, model.nv))
    ddq, forces = C.forward_dynamics(model, found.q, found.v, tau)
    J, drift = C.jacobian(model, found.q), C.drift(model, found.q, found.v)
    assert abs(times(J, ddq) + drift).max() < 1e-13 * times(abs(J), abs(ddq)).max()
    push = times(np.swapaxes(J, 1, 2), forces[..., :3].reshape(4, -1))
    assert_agree(kt.aba(model, found.q, found.v, tau + push), ddq, 1e-9)


@pytest.mark.sweep
def test_loops_that_close_at_singular_configurations_close_nearly() -> None:
    """Two rows of this Cassie's twelve vanish where its loops are closed."""
    model = kt.load("cassie_v2")
    q = kt.neutral(model) + 0.02 * np.random.default_rng(0).normal(size=(4, model.nq))
    found = C.close_loops(model, q)
    assert found.error.max() < 1e-8
    ddq, forces = C.forward_dynamics(model, found.q, found.v, np.zeros(model.nv))
    push = times(np.swapaxes(C.jacobian(model, found.q), 1, 2), forces[..., :3].reshape(4, -1))
    torque = kt.rnea(model, found.q, found.v, ddq)
    assert_agree(torque, push, 1e-9, scale=abs(kt.generalized_gravity(model, found.q)).max())


@pytest.mark.sweep
def test_frames_come_to_places() -> None:
    """Contacts with places close as loops do: a hand at a target while both feet stand."""
    robot = kt.robots.humanoid()
    feet = [f for f in robot.frame_names if f.endswith("foot")][:2]
    q = kt.neutral(robot)
    stand = [kt.frame_placement(robot, q, frame=f) for f in feet]
    contacts = tuple(
        kt.Contact(f, "surface", placement=kt.SE3(T[:3, :3], T[:3, 3]))
        for f, T in zip(feet, stand, strict=True)
    )
    moved = kt.integrate(robot, q, 0.2 * np.random.default_rng(0).normal(size=(5, robot.nv)))
    found = C.close_loops(robot, moved, contacts=contacts)
    assert found.error.max() < 1e-13
    for f, T in zip(feet, stand, strict=True):
        assert_agree(
            kt.frame_placement(robot, found.q, frame=f), np.broadcast_to(T, (5, 4, 4)), 1e-12
        )


def test_a_hinge_of_the_four_bar_is_its_pin() -> None:
    pinned, v = four_bar(), 1.3 * rates(CRANKS)
    (pin,) = pinned.constraints
    hinged = pinned.replace(
        constraints=(kt.Loop("hinge", kt.Revolute("z"), pin.first, pin.second),)
    )
    q, tau = configuration(CRANKS), [0.5, 0, 0]
    expected, found = (C.forward_dynamics(m, q, v, tau) for m in (pinned, hinged))
    assert found.forces.shape == (9, 2, 6)  # two points of the axis
    assert_agree(found.ddq, expected.ddq, 1e-11)
    assert_agree(found.forces.sum(1), expected.forces[:, 0], 1e-11)
    assert C.close_loops(hinged, q + 0.05).error.max() < 1e-12


def test_a_loop_by_a_hinge_moves_as_the_hinge_does() -> None:
    """A body on a hinge about a skew axis, and the same body free, held by that hinge."""
    rng = np.random.default_rng(3)
    turn = np.asarray(kt.so3.exp(rng.normal(size=3)))
    place, axis = kt.SE3(turn, rng.normal(size=3)), [0.36, 0.48, -0.8]
    bodies = [kt.Inertia(m, rng.normal(size=3), np.diag(m * (1 + rng.random(3)))) for m in (2, 1)]

    def model(joint: kt.Joint) -> kt.Model:
        builder = kt.ModelBuilder("pair")
        builder.add_body("first", joint=kt.FreeFlyer(), inertia=bodies[0])
        where = {} if isinstance(joint, kt.FreeFlyer) else {"parent": "first", "placement": place}
        builder.add_body("second", joint=joint, inertia=bodies[1], **({"parent": "world"} | where))
        return builder.build()

    chain, pair = model(kt.Revolute(axis)), model(kt.FreeFlyer())
    anchors = kt.Anchor(1, place), kt.Anchor(2, kt.SE3.identity())
    pair = pair.replace(constraints=(kt.Loop("hinge", kt.Revolute(axis), *anchors),))
    q = kt.random_configuration(chain, 5, rng=rng)
    v, tau = rng.normal(size=(2, 5, chain.nv))
    tau[:, 6] = 0
    body = {"frame": "second_joint", "reference": "local"}
    pose = kt.se3.to_xyz_quaternion(kt.forward_kinematics(chain, q)[:, 2])
    q2 = np.concatenate([q[:, :7], pose], 1)
    v2 = np.concatenate([v[:, :6], kt.frame_velocity(chain, q, v, **body)], 1)
    assert abs(C.error(pair, q2)).max() < 1e-14
    assert abs(C.jacobian(pair, q2) @ v2[..., None]).max() < 1e-14
    ddq = C.forward_dynamics(pair, q2, v2, np.concatenate([tau[:, :6], np.zeros((5, 6))], 1)).ddq
    a = kt.aba(chain, q, v, tau)
    assert_agree(ddq[:, :6], a[:, :6], 1e-10)
    assert_agree(ddq[:, 6:], kt.frame_acceleration(chain, q, v, a, **body), 1e-10)


@pytest.mark.sweep
def test_loops_of_cassie_by_hinges_close_and_hold() -> None:
    model = kt.load("cassie_description/cassie_simple")
    hinges = [c for c in model.constraints if isinstance(c, kt.Loop)]
    assert [type(c.joint) for c in hinges] == [kt.Revolute, kt.Spherical] * 2
    q, v, error = C.close_loops(model, kt.neutral(model))
    assert error < 1e-14
    rng = np.random.default_rng(0)
    v, tau = C.close_loops(model, q, rng.normal(size=model.nv)).v, rng.normal(size=model.nv)
    ddq, forces = C.forward_dynamics(model, q, v, tau)
    J, size = C.jacobian(model, q), abs(ddq).max()
    assert forces.shape == (6, 6)
    assert abs(J @ ddq + C.drift(model, q, v)).max() < 1e-9 * size
    assert abs(tau + J.T @ forces[:, :3].ravel() - kt.rnea(model, q, v, ddq)).max() < 1e-9 * size


@pytest.mark.sweep
def test_a_mask_leaves_out_what_need_not_close() -> None:
    """Two hands at places that only one of them reaches; places at run time."""
    robot, rng = kt.robots.humanoid(), np.random.default_rng(4)
    q = kt.integrate(robot, kt.neutral(robot), 0.5 * rng.normal(size=robot.nv))
    hands = [f for f in robot.frame_names if f.endswith("hand")]
    near, far = (kt.SE3(np.eye(3), kt.frame_placement(robot, q, frame=f)[:3, 3]) for f in hands)
    far = kt.SE3(np.eye(3), np.add(np.array(far.translation.flat, float), [0, 0, 9.0]))
    base = kt.Contact("base", "surface", placement=kt.frame_placement(robot, q, frame="base"))
    contacts = (base, kt.Contact(hands[0], placement=near), kt.Contact(hands[1], placement=far))
    q = kt.integrate(robot, q, 0.05 * rng.normal(size=robot.nv))
    found = C.close_loops(robot, q, rng.normal(size=robot.nv), [1, 1, 0], contacts=contacts)
    assert found.error < 1e-12
    assert abs(C.jacobian(robot, found.q, contacts=contacts[:2]) @ found.v).max() < 1e-11
    assert_agree(found.q, C.close_loops(robot, q, contacts=contacts[:2]).q, 1e-11)
    places = np.array([c.placement.matrix.flat for c in contacts], float).reshape(3, 4, 4)
    places[1, :3, 3] += [0.01, 0.02, -0.01]
    moved = C.close_loops(robot, q, None, [1, 1, 0], places, contacts=contacts)
    hand = kt.frame_placement(robot, moved.q, frame=hands[0])[:3, 3]
    assert moved.error < 1e-12 and abs(hand - places[1, :3, 3]).max() < 1e-12


def test_contacts_beside_loops_say_that_the_loops_open():
    robot = four_bar()
    frame, rest = robot.frame_names[-1], np.zeros(robot.nv)
    q, name = kt.neutral(robot), robot.constraints[0].name
    foot = kt.Contact(frame)
    with pytest.warns(UserWarning, match=f"forward_dynamics: contacts= leaves {name!r} .* open"):
        kt.constraints.forward_dynamics(robot, q, rest, rest, contacts=(foot,))
    kt.constraints.forward_dynamics(robot, q, rest, rest, contacts=(foot, *robot.constraints))
    kt.constraints.jacobian(robot, q, contacts=(foot,))  # rows alone move nothing
