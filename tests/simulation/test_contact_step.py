"""Steps with contacts: closed forms of boxes, balance of momentum, derivatives, robots at rest."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import kinetree as kt

step = kt.simulation.contact_step
MASS, HALF, DT, G = 2.0, np.array([0.2, 0.1, 0.05]), 1e-3, 9.81
EYE = np.eye(3)
CORNERS = [f"corner {i}" for i in range(4)]
BOX_CONTACTS = [kt.Contact(name) for name in CORNERS]
ON_CORNERS, LIMITED = kt.Simulation(contacts=BOX_CONTACTS), kt.Simulation(limits=True)


@cache
def box() -> Any:
    """A box that lies on the plane where its height is that of its centre."""
    moments = MASS / 3 * np.array([HALF[1:] @ HALF[1:], HALF[::2] @ HALF[::2], HALF[:2] @ HALF[:2]])
    b = kt.ModelBuilder("box")
    inertia = kt.Inertia(MASS, [0, 0, 0], np.diag(moments).tolist())
    b.add_body("box", joint=kt.FreeFlyer(), inertia=inertia)
    model = b.build()
    for name, sign in zip(CORNERS, [(x, y, -1) for x in (-1, 1) for y in (-1, 1)], strict=True):
        model = model.with_frame(name, parent="box", placement=kt.SE3(np.eye(3), HALF * sign))
    return model


def lying(height: float = 0.0) -> Any:
    return np.array([0, 0, HALF[2] + height, 0, 0, 0, 1.0])


def moved(
    model: Any, q: Any, v: Any, mu: float, count: int, *, numbers: Any = None, **settings: Any
) -> Any:
    simulation = kt.Simulation(**{"contacts": BOX_CONTACTS, **settings})
    words: Any = {"friction": np.full(4, mu), "simulation": simulation, **(numbers or {})}
    return kt.simulation.rollout(model, q, v, np.zeros((count, model.nv)), DT, **words)


def test_a_box_slides_and_stops():
    mu, v0, count = 0.3, np.array([0.4, 0.3, 0, 0, 0, 0]), 200
    found = moved(box(), lying(), v0, mu, count, iterations=200)
    speed = np.maximum(0.5 - mu * G * (DT * np.arange(count + 1)), 0)
    np.testing.assert_allclose(found.v[:, :2], speed[:, None] * np.array([0.8, 0.6]), atol=1e-6)
    assert abs(found.v[:, 2:]).max() < 1e-5
    assert speed[-1] == 0 and abs(found.q[:, 2] - HALF[2]).max() < 1e-7


@pytest.mark.parametrize("mu", [0.4, 0.6])
def test_a_box_on_a_slope_sticks_or_slides(mu):
    angle = 0.45  # tan is 0.483
    tilted = {"gravity": G * np.array([np.sin(angle), 0, -np.cos(angle)])}
    found = moved(box(), lying(), np.zeros(6), mu, 100, numbers=tilted, iterations=200)
    rate = max(0.0, G * (np.sin(angle) - mu * np.cos(angle)))
    np.testing.assert_allclose(found.v[:, 0], rate * DT * np.arange(101), atol=2e-6)
    assert abs(found.v[:, 1:]).max() < 1e-5


@pytest.mark.parametrize("restitution", [0.0, 0.5, 1.0])
def test_a_box_bounces(restitution):
    """Free flight, then one step in which it arrives: its speed changes sign, times restitution."""
    q, v = lying(2.5e-3), np.array([0, 0, -1.0, 0, 0, 0])
    falling = {"gravity": np.zeros(3)}
    found = moved(box(), q, v, 0.5, 5, numbers=falling, restitution=restitution, iterations=200)
    np.testing.assert_allclose(found.v[[0, 1, 2], 2], -1, atol=1e-12)
    np.testing.assert_allclose(found.v[-1, 2], restitution, atol=1e-6)
    if not restitution:
        np.testing.assert_allclose(found.q[-1, 2], HALF[2], atol=1e-6)


@pytest.mark.sweep
def test_momentum_changes_by_the_impulses_and_residuals_are_small():
    robot, q, v, tau, mu = walking()
    feet = contacts_of(robot)
    q[2] += 0.0633  # no foot is in the plane
    words = {"friction": mu, "simulation": kt.Simulation(contacts=feet, iterations=400)}
    found = step(robot, q, v, tau, 5e-3, **words)
    assert found.residuals.max() < 1e-12
    half = kt.integrate(robot, q, 2.5e-3 * np.r_[0, 0, 0, v[3:]])
    half[:3] = q[:3] + 2.5e-3 * kt.frame_placement(robot, q, frame="base")[:3, :3] @ v[:3]
    frames = {"frame": [c.frame for c in feet], "reference": "local_world_aligned"}
    J = kt.frame_jacobian(robot, half, **frames)
    M, weight = kt.crba(robot, half), kt.generalized_gravity(robot, half)

    def turned(of, v):
        effects = kt.nonlinear_effects(robot, half, np.r_[0, 0, 0, of[3:]])
        return v - 2.5e-3 * np.linalg.solve(M, effects - weight)

    def seen(v, before, after):  # the velocity of the base in the axes of another configuration
        first, last = kt.frame_placement(robot, [before, after], frame="base")[:, :3, :3]
        return np.r_[last.T @ first @ v[:3], v[3:]]

    pushed = 5e-3 * (tau - weight) + np.einsum("ckv,ck->v", J[:, :3], found.impulses)
    v = seen(v, q, half)
    middle = turned(v, v) + np.linalg.solve(M, pushed)
    expected = turned(turned(middle, middle), middle)
    pushed = np.r_[found.q[:3] - half[:3], kt.difference(robot, half, found.q)[3:]]
    pushed[:3] = kt.frame_placement(robot, half, frame="base")[:3, :3].T @ pushed[:3]
    pushed -= 2.5e-3 * expected  # out of the plane, by normals
    expected = seen(expected, half, found.q)
    assert abs(found.v - expected).max() < 1e-12 * abs(expected).max()
    along, (off,) = np.linalg.lstsq(J[:, 2].T, M @ pushed)[:2]
    assert along.max() > 1e-6 and along.min() > -1e-12 and off < 1e-20
    after, v_after = kt.simulation.step(robot, q, walking()[2], tau, 5e-3, **words)
    assert (after == found.q).all() and (v_after == found.v).all()


def contacts_of(robot: Any) -> Any:
    return [kt.Contact(name) for name in robot.frame_names if name.endswith("foot")]


def walking() -> Any:
    """A quadruped: a foot in the plane and one on it, of which one sticks, and one slides."""
    robot = kt.robots.quadruped()
    rng = np.random.default_rng(0)
    q = kt.integrate(robot, kt.neutral(robot), 0.2 * rng.normal(size=robot.nv))
    q[2] = 0
    heights = kt.frame_placement(robot, q, frame=[c.frame for c in contacts_of(robot)])[:, 2, 3]
    q[2] = 1e-4 - np.sort(heights)[1]
    v = 0.5 * np.random.default_rng(1).normal(size=robot.nv)
    v[2] = -0.5
    return robot, q, v, rng.normal(size=robot.nv), np.array([0.8, 0.1, 0.5, 0.3])


@pytest.mark.sweep
def test_derivatives_of_a_step_of_a_robot():
    """Along one direction, forward; against one cotangent, backward: separate, stuck, sliding."""
    robot, q, v, tau, mu = walking()
    rng = np.random.default_rng(1)
    given = {"simulation": kt.Simulation(contacts=contacts_of(robot), iterations=400)}
    l = step(robot, q, v, tau, 5e-3, friction=mu, **given).impulses
    along = np.linalg.norm(l[:, :2], axis=1)
    separate, slides = l[:, 2] == 0, (along > mu * l[:, 2] * (1 - 1e-9)) & (l[:, 2] > 0)
    assert (separate.sum(), slides.sum()) == (2, 1)
    directions = [rng.normal(size=n) for n in (18, 18, 18, 4)]

    def at(h: float) -> Any:
        dq, *others = (h * d for d in directions)
        moved = [x + d for x, d in zip((v, tau, mu), others, strict=True)]
        return step(robot, kt.integrate(robot, q, dq), *moved[:2], 5e-3, friction=moved[2], **given)

    h = 1e-6
    behind, ahead = at(-h), at(h)
    dv = (ahead.v - behind.v) / (2 * h)
    d_impulses = (ahead.impulses - behind.impulses) / (2 * h)
    names = ("q", "v", "tau", "friction")
    exact = kt.jvp(step, names)(robot, q, v, tau, 5e-3, mu, *directions, **given)
    assert abs(exact.d_v - dv).max() < 1e-8 * abs(dv).max()
    assert abs(exact.d_impulses - d_impulses).max() < 1e-8 * abs(d_impulses).max()
    weights = [rng.normal(size=n) for n in (18, 18, (4, 3), 3)]
    weights[3] = np.zeros(3)
    back = kt.vjp(step, names)(robot, q, v, tau, 5e-3, mu, *weights, **given)
    total = sum(getattr(back, f"d_{n}") @ d for n, d in zip(names, directions, strict=True))
    results = (exact.d_q, exact.d_v, exact.d_impulses)
    expected = sum((w * d).sum() for w, d in zip(weights[:3], results, strict=True))
    assert abs(total - expected) < 1e-10 * abs(expected)


def test_a_joint_stops_at_its_limit_and_is_held_by_dry_friction():
    model = kt.robots.pendulum(1).replace(
        friction=[2.0], lower_position_limits=[-0.5], upper_position_limits=[0.3]
    )
    still = model.replace(gravity=[0, 0, 0])
    inertia = kt.crba(still, [0.0])[0, 0]
    words = {"simulation": kt.Simulation(passive="explicit", limits=True)}
    for torque, expected in ((1.5, 0.0), (-2.0, 0.0), (3.0, 1.0), (-5.0, -3.0)):
        found = step(still, [0.0], [0.0], [torque], DT, **words)
        np.testing.assert_allclose(found.v, [DT * expected / inertia], rtol=1e-6, atol=1e-9)
    frictionless = kt.Simulation(limits=True, passive="none")
    free = step(still, [0.0], [0.0], [1.5], DT, simulation=frictionless)
    np.testing.assert_allclose(free.v, [DT * 1.5 / inertia], rtol=1e-6)
    for sign, limit in ((1, 0.3), (-1, -0.5)):
        x = [0.0], [2.0 * sign], np.zeros((600, 1))
        found = kt.simulation.rollout(still, *x, DT, simulation=frictionless)
        np.testing.assert_allclose(found.q[-1], [limit], atol=1e-6)
        assert (sign * found.q).max() < abs(limit) + 1e-6


@pytest.mark.parametrize("joint", [kt.Translation(), kt.SphericalZYX()], ids=repr)
def test_each_coordinate_of_a_joint_stops_at_its_limits(joint):
    b = kt.ModelBuilder("body")
    b.add_body("body", joint=joint, inertia=kt.Inertia(1, [0, 0, 0], EYE))
    low, high = np.array([[-0.1, -0.3, -0.2], [0.2, 0.1, 0.3]])
    limits = {"lower_position_limits": low, "upper_position_limits": high}
    model = b.build().replace(gravity=[0, 0, 0], **limits)
    for sign, limit in ((1, high), (-1, low)):
        v, tau = sign * np.array([2.0, 1.0, 3.0]), np.zeros((300, 3))
        q = kt.simulation.rollout(model, np.zeros(3), v, tau, DT, simulation=LIMITED).q
        assert ((q > low - 1e-6) & (q < high + 1e-6)).all()
        assert (abs(q - limit).min(0) < 1e-3).all()


@pytest.mark.sweep
def test_256_quadrupeds_come_to_rest():
    joints = np.r_[np.zeros(6), np.ones(12)]
    robot = kt.robots.quadruped()
    robot = robot.replace(
        stiffness=200 * joints, damping=10 * joints, spring_reference=kt.neutral(robot)
    )
    count, rng = 256, np.random.default_rng(0)
    spread = np.r_[0, 0, 0, [0.05] * 3, [0.05] * 12]
    offset = spread * rng.normal(size=(count, 18)) + np.r_[0, 0, 0.65, np.zeros(15)]
    q = kt.integrate(robot, kt.neutral(robot), offset)
    simulation = kt.Simulation(contacts=contacts_of(robot), passive="implicit")
    words = {"simulation": simulation, "friction": np.full(4, 0.8)}
    found = kt.simulation.rollout(
        robot, q, np.zeros(18), np.zeros((300, 18)), 1e-2, every=300, **words
    )
    q, v = found.q[:, -1], found.v[:, -1]
    assert abs(v).max() < 0.1 and np.median(abs(v).max(1)) < 0.02
    last = step(robot, q, v, np.zeros(18), 1e-2, **words)
    weight = robot.inertias[:, 0].sum() * G * 1e-2
    np.testing.assert_allclose(last.impulses[..., 2].sum(1), weight, rtol=0.1)
    heights = kt.frame_placement(robot, q, frame=[c.frame for c in contacts_of(robot)])[..., 2, 3]
    assert heights.min() > -2e-3
    for k in (0, 77):
        alone = step(robot, q[k], v[k], np.zeros(18), 1e-2, **words)
        assert all((x[k] == y).all() for x, y in zip(last, alone, strict=True))


def test_a_gradient_goes_back_through_a_rollout_with_contacts():
    """A box on three corners falls, turns, slides and tips: three share a force in one way only."""
    model, q, v = box(), lying(0.02), np.array([1, 0.5, 0, 0.3, 0.2, 1])
    mu, steps = np.full(3, 0.2), 20

    @kt.algorithm("(nq),(nv),(3)->()")
    def cost(model, q, v, mu):
        three = kt.Simulation(contacts=BOX_CONTACTS[:3], iterations=1000)
        words = {"friction": mu, "simulation": three, "steps": steps}
        found = kt.simulation.rollout(model, q, v, None, 1e-2, **words)
        return found.q[-1, 0] + 2 * found.v[-1, 1]

    found = kt.vjp(cost, ("q", "v", "mu"))(model, q, v, mu, 1.0)

    def difference(function: Any, size: int) -> Any:
        h = 1e-6
        return [(function(h * e) - function(-h * e)) / (2 * h) for e in np.eye(size)]

    by_q = difference(lambda e: cost(model, kt.integrate(model, q, e), v, mu), 6)
    np.testing.assert_allclose(found.d_q, by_q, atol=1e-6)
    by_v = difference(lambda e: cost(model, q, v + e, mu), 6)
    np.testing.assert_allclose(found.d_v, by_v, atol=1e-7)
    by_mu = difference(lambda e: cost(model, q, v, mu + e), 3)
    np.testing.assert_allclose(found.d_mu, by_mu, atol=1e-7)
    assert min(abs(x).max() for x in found) > 0.05


@pytest.mark.sweep
def test_a_rollout_has_the_bits_of_its_steps():
    robot, q, v, tau, mu = walking()
    words = {"simulation": kt.Simulation(contacts=contacts_of(robot))}
    found = kt.simulation.rollout(robot, q, v, np.tile(tau, (5, 1)), 5e-3, friction=mu, **words)
    for k in range(5):
        q, v = kt.simulation.step(robot, q, v, tau, 5e-3, friction=mu, **words)
        assert (found.q[k + 1] == q).all() and (found.v[k + 1] == v).all()


def spinning(count: int) -> Any:
    """Bodies in the air, without gravity, that turn at 20 rad/s about all axes."""
    rng = np.random.default_rng(5)
    half = rng.uniform(0.02, 0.4, size=(count, 3))
    moments = MASS / 3 * (np.sum(half**2, 1)[:, None] - half**2)
    inertias = np.zeros((count, 2, 10))
    inertias[:, 1, 0], inertias[:, 1, [4, 6, 9]] = MASS, moments
    v = np.concatenate([np.zeros((count, 3)), rng.choice([-1, 1], (count, 3)) * 11.55], 1)
    return inertias, v


def test_energy_of_spinning_bodies_and_momentum_in_flight():
    inertias, v = spinning(10)
    model, high = box().replace(gravity=[0, 0, 0]), lying(100)
    found = moved(model, high, v, 0.5, 10_000, numbers={"inertias": inertias, "every": 1000})
    energy = kt.kinetic_energy(model, found.q, found.v, inertias=inertias[:, None])
    assert abs(energy / energy[:, :1] - 1).max() < 1e-11
    robot, q, v, *_ = walking()
    robot, q = robot.replace(gravity=[0, 0, 0]), q + np.eye(19)[2]
    found = moved(robot, q, 4 * v, 0.5, 500, contacts=contacts_of(robot))
    momentum = kt.centroidal_momentum_matrix(robot, found.q) @ found.v[..., None]
    assert abs(momentum - momentum[0]).max() < 1e-5 * abs(momentum[0]).max()


@pytest.mark.parametrize("mu", [0.0, 0.5])
@pytest.mark.parametrize("dt", [1e-3, 5e-3])
def test_elastic_impacts_add_no_energy(mu, dt):
    rng, model = np.random.default_rng(1), box()
    for i, sign in enumerate([(x, y, 1) for x in (-1, 1) for y in (-1, 1)]):
        model = model.with_frame(f"up {i}", parent="box", placement=kt.SE3(np.eye(3), HALF * sign))
    contacts = BOX_CONTACTS + [kt.Contact(f"up {i}") for i in range(4)]
    q = np.tile(lying(0.4), (16, 1))
    q[:, 3:] = kt.rotations.exp(rng.normal(size=(16, 3)), kind="quaternion")
    v = rng.normal(size=(16, 6)) * [0.5, 0.5, 0.5, 3, 3, 3]
    elastic = kt.Simulation(contacts=contacts, restitution=1.0)
    words: dict[str, Any] = {"simulation": elastic, "friction": [mu] * 8}
    found = kt.simulation.rollout(model, q, v, np.zeros((int(6 / dt), 6)), dt, **words)
    energy = kt.mechanical_energy(model, found.q, found.v)
    ratio = energy / energy[:, :1]
    assert ratio.max() < 1.02
    assert mu or np.median(ratio[:, -1]) > 0.98


@pytest.mark.parametrize("dt", [5e-3, 1e-3, 1e-4])
def test_what_begins_in_the_plane_or_beyond_a_limit_is_not_thrown(dt):
    count = int(0.5 / dt)
    x = lying(-0.01), np.zeros(6), np.zeros((count, 6))
    found = kt.simulation.rollout(box(), *x, dt, friction=[0.5] * 4, simulation=ON_CORNERS)
    heights = found.q[:, 2]
    assert heights.max() < HALF[2] + 1e-6 and abs(heights[-1] - HALF[2]) < 1e-6
    lever = kt.robots.pendulum(1).replace(
        gravity=[0, 0, 0], lower_position_limits=[-1.0], upper_position_limits=[1.0]
    )
    x = [1.1], [0.0], np.zeros((count, 1))
    found = kt.simulation.rollout(lever, *x, dt, simulation=LIMITED)
    assert abs(found.v).max() < 1e-9 and abs(found.q[-1, 0] - 1) < 1e-6


@pytest.mark.parametrize("foot", [1.0, 1e-3])
def test_a_heavy_torso_rests_on_light_feet(foot):
    """On four corners, by the solver's defaults, whose impulses may differ without moving it."""
    b = kt.ModelBuilder("tower")
    b.add_body("foot", joint=kt.FreeFlyer(), inertia=kt.Inertia(foot, [0, 0, 0], 0.01 * foot * EYE))
    place = kt.SE3(np.eye(3), [0, 0, 1])
    torso = kt.Inertia(30, [0, 0, 0], 3 * EYE)
    b.add_body("torso", parent="foot", joint=kt.Prismatic("z"), placement=place, inertia=torso)
    model = b.build()
    for i, (x, y) in enumerate([(-1, -1), (-1, 1), (1, -1), (1, 1)]):
        corner = kt.SE3(np.eye(3), [0.1 * x, 0.1 * y, 0])
        model = model.with_frame(f"corner {i}", parent="foot", placement=corner)
    k, d = 3e4 * np.eye(7)[6], 1.9e3 * np.eye(7)[6]
    model = model.replace(stiffness=k, damping=d, spring_reference=kt.neutral(model))
    found = moved(model, kt.neutral(model), np.zeros(7), 0.8, 1500, passive="implicit")
    assert abs(found.v[-1]).max() < 1e-6 and abs(found.q[-300:, 2]).max() < 1e-8


def test_a_number_is_the_friction_of_all_contacts():
    model, q, v = box(), lying(), np.array([0.4, 0.3, 0, 0, 0, 0])
    words: dict[str, Any] = {"simulation": ON_CORNERS}
    expected = step(model, q, v, np.zeros(6), DT, friction=[0.3] * 4, **words)
    for mu in (0.3, np.float64(0.3), 0.3, np.float64(0.3)):  # as first calls, and as seen ones
        found = step(model, q, v, np.zeros(6), DT, friction=mu, **words)
        assert all((x == y).all() for x, y in zip(found, expected, strict=True))
    for function, tau in ((step, np.zeros(6)), (kt.simulation.rollout, np.zeros((2, 6)))):
        with pytest.raises(kt.ShapeError, match="contacts of frames without friction=; give"):
            function(model, q, v, tau, DT, **words)


@pytest.mark.sweep
def test_rollouts_say_where_contacts_did_not_converge():
    robot, q, v, tau, mu = walking()
    short = kt.Simulation(contacts=contacts_of(robot), iterations=1)
    words: dict[str, Any] = {"simulation": short, "friction": mu}
    states, tau = (np.stack([q + np.eye(19)[2], q]), v), np.tile(tau, (4, 1))
    plain = kt.simulation.rollout(robot, *states, tau, 5e-3, **words)
    words |= {"record": "residual"}
    found = kt.simulation.rollout(robot, *states, tau, 5e-3, **words)
    assert (found.q == plain.q).all() and found.converged.tolist() == [True, False]
    worst, at = 0.0, (q, v)
    for _ in range(4):
        one = step(robot, *at, tau[0], 5e-3, friction=mu, simulation=short)
        worst, at = max(worst, one.residuals.max()), one[:2]
        assert one.converged == (one.residuals.max() < 1e-6)
    assert found.residual[1] == worst
    cost = kt.simulation.rollout(robot, *states, tau, 5e-3, cost=lambda *_: 1.0, **words)
    assert (cost.residual == found.residual).all() and (cost.converged == found.converged).all()
    words["simulation"] = replace(short, iterations=400)
    assert kt.simulation.rollout(robot, *states, tau, 5e-3, **words).converged.all()


def test_bad_input():
    model, q, rest = box(), lying(), np.zeros(6)

    def on(*frames: str, kind: Any = "point") -> kt.Simulation:
        return kt.Simulation(contacts=[kt.Contact(frame, kind) for frame in frames])

    for friction, simulation, error, message in (
        ([0.5, 0.5, -0.1, 0], ON_CORNERS, kt.ShapeError, r"contacts\[2\], 'corner 2', is -0.1"),
        ([0.5, np.nan, 1, 0], ON_CORNERS, kt.ShapeError, r"contacts\[1\], 'corner 1', is nan"),
        ([0.5, np.inf, 1, 0], ON_CORNERS, kt.ShapeError, "is inf; expected a finite number"),
        ([[0.5] * 4, [0.5] * 3 + [-1]], ON_CORNERS, kt.ShapeError, r"in sample \(1,\) is -1"),
        ([0.5], on("x"), kt.ModelError, r"contacts\[0\]: box: no frame 'x'"),
        ([0.5] * 3, ON_CORNERS, kt.ShapeError, "friction"),
        (0.5, LIMITED, kt.ShapeError, "friction= is that of contacts, and there are none"),
        ([], on("universe"), kt.ModelError, r"contacts\[0\] of 'universe'"),
        (
            [0.5],
            on("corner 0", kind="surface"),
            kt.ModelError,
            "'corner 0' is no point on the plane",
        ),
    ):
        with pytest.raises(error, match=message):
            step(model, q, rest, rest, DT, friction=friction, simulation=simulation)
    touching: dict[str, Any] = {"simulation": ON_CORNERS}
    with pytest.raises(kt.ShapeError, match=r"dt is -0\.001 s"):
        step(model, q, rest, rest, -1e-3, friction=[0.5] * 4, **touching)
    with pytest.raises(kt.ShapeError, match=r"contacts\[0\], 'corner 0', is -1"):
        kt.jacobian(step, "v")(model, q, rest, rest, DT, friction=[-1] * 4, **touching)


@pytest.mark.parametrize(
    ("words", "integrator"),
    [
        ({"simulation": ON_CORNERS, "friction": [0.5] * 4}, "midpoint"),
        ({"simulation": LIMITED}, "midpoint"),
        ({"simulation": kt.Simulation()}, "commutator_free_4"),
    ],
)
def test_the_integrator_follows_from_contacts(words, integrator):
    """Unless it is named, in steps and in rollouts."""
    model, q, v = box(), lying(), np.array([0.5, 0, 0.1, 1, 2, 3.0])
    found = kt.simulation.step(model, q, v, np.zeros(6), DT, **words)
    x = model, q, v, np.zeros((1, 6)), DT
    rolled = kt.simulation.rollout(*x, **words)
    cost = kt.simulation.rollout(*x, cost=lambda q, v, tau, t: q[2], **words)
    words = words | {"simulation": replace(words["simulation"], integrator=integrator)}
    named = kt.simulation.step(model, q, v, np.zeros(6), DT, **words)
    for q, v in (found, (rolled.q[1], rolled.v[1]), cost[1:]):
        assert (q == named.q).all() and (v == named.v).all()


@pytest.mark.sweep
@pytest.mark.parametrize("passive", ["none", "explicit", "implicit"])
def test_in_the_air_it_is_nearly_a_midpoint_step(passive):
    """With springs, damping and external forces, as the articulated body algorithm has them."""
    robot, q, v, tau, mu = walking()
    rng = np.random.default_rng(4)
    k, d = rng.uniform(0, 100, size=(2, 18))
    robot = robot.replace(stiffness=k, damping=0.01 * d, spring_reference=kt.neutral(robot))
    f_ext, q = rng.normal(size=(robot.njoints, 6)), q + np.eye(19)[2]
    midpoint = kt.Simulation(integrator="midpoint", passive=passive)
    on_feet = replace(midpoint, contacts=contacts_of(robot))
    differences = []
    for dt in (1e-3, 5e-4):
        x = robot, q, v, tau, dt
        found = step(*x, friction=mu, simulation=on_feet, f_ext=f_ext)
        expected = kt.simulation.step(*x, simulation=midpoint, f_ext=f_ext)
        assert not found.impulses.any()
        assert abs(found.q - expected.q).max() < 1e-6
        differences.append(abs(found.v - expected.v).max())
    assert differences[1] < differences[0] / 7  # of order 2, as it is


@pytest.mark.sweep
def test_residuals_are_velocities():
    """Of iterations that are not done: those of a robot that is heavier in all are the same."""
    robot, q, v, tau, mu = walking()
    short = kt.Simulation(contacts=contacts_of(robot), iterations=1, passive="explicit")
    found = []
    for weight in (1.0, 1e3):
        numbers = {n: weight * getattr(robot, n) for n in ("inertias", "armature", "damping")}
        heavy = robot.replace(friction=np.full(18, 5 * weight), **numbers)
        found.append(step(heavy, q, v, weight * tau, 5e-3, friction=mu, simulation=short))
    assert found[0].residuals[2] > 1e-3
    np.testing.assert_allclose(found[1].residuals, found[0].residuals, rtol=1e-6, atol=1e-12)


def test_robots_without_joints_and_without_mass():
    found = step(kt.ModelBuilder("nothing").build(), [], [], [], DT, simulation=LIMITED)
    assert (found.q.shape, found.impulses.shape) == ((0,), (0, 3))
    b = kt.ModelBuilder("massless")
    b.add_body("arm", joint=kt.Revolute("y"))
    b.add_frame("tip", parent="arm", placement=kt.SE3(np.eye(3), [1, 0, 0]))
    free, tip = b.build(), kt.Simulation(contacts=[kt.Contact("tip")])
    touching: dict[str, Any] = {"simulation": tip, "friction": [0.5]}
    for coupling in ((), (kt.Coupling("rest", free.joint_names[-1], None, [0.1]),)):
        model = free.replace(constraints=coupling)
        assert not np.isfinite(step(model, [0.1], [0.0], [1.0], DT, **touching).v).any()


def test_feet_that_slide_and_stick_converge_in_a_few_sweeps():
    """States of a quadruped that lands on its four feet, with friction of 1 on bent legs."""
    rng, robot = np.random.default_rng(0), kt.robots.quadruped(12)
    robot = robot.replace(actuators=kt.Motors(kp=200.0, kd=6.0))
    feet = [kt.Contact(name) for name in robot.frame_names if name.endswith("_foot")]
    q, v = np.tile(kt.neutral(robot), (256, 1)), np.zeros((256, 18))
    q[:, 7:] = np.tile([0.0, 0.6, -1.2], 4) + 0.05 * rng.normal(size=(256, 12))
    q[:, 2] -= kt.frame_placement(robot, q, frame=feet[0].frame)[:, 2, 3]
    words: Any = {"control": np.tile([0.0, 0.6, -1.2], 4), "friction": 1.0}
    words["simulation"], residuals = kt.Simulation(contacts=feet), []
    for _ in range(10):
        step = kt.simulation.contact_step(robot, q, v, np.zeros(18), 4e-3, **words)
        q, v = step.q, step.v
        residuals.append(step.residuals.max(-1))
    assert np.mean(np.array(residuals) > 1e-9) < 0.01 and np.max(residuals) < 1e-2


@pytest.mark.parametrize(("lower", "upper"), [(-2e-3, 3e-3), (0.1, 0.1), (-0.5, 0.5)])
def test_both_limits_of_a_joint_hold_it(lower, upper):
    """A range that a step crosses, a locked joint, and a wide range, pushed to and fro."""
    builder = kt.ModelBuilder("slider")
    builder.add_body(
        "mass", joint=kt.Prismatic([0, 0, 1]), inertia=kt.Inertia(2, [0] * 3, np.eye(3))
    )
    model = builder.build().replace(
        gravity=[0, 0, 0], lower_position_limits=[lower], upper_position_limits=[upper]
    )
    push = np.repeat([400.0, -400.0, 400.0], 200)[:, None]
    motion = kt.simulation.rollout(model, [upper], [-3.0], push, 2e-3, simulation=LIMITED)
    assert motion.q.max() <= upper + 1e-9 and motion.q.min() >= lower - 1e-9
    assert motion.q[[200, 400, 600], 0] == pytest.approx([upper, lower, upper], abs=1e-9)
