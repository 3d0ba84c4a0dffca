"""Contacts of shapes: bodies at rest, that slide, roll, collide and are stacked."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.errors import ModelError, ShapeError

G, DT = 9.81, 4e-3
SHAPES = {
    "sphere": (kt.shapes.Sphere(0.2), 0.2),
    "capsule": (kt.shapes.Capsule(0.1, 0.4), 0.1),
    "box": (kt.shapes.Box((0.3, 0.4, 0.2)), 0.1),
    "cylinder": (kt.shapes.Cylinder(0.2, 0.3), 0.15),
    "ellipsoid": (kt.shapes.Ellipsoid((0.3, 0.2, 0.1)), 0.1),
    "polyhedron": (
        kt.shapes.Convex(
            tuple((x, y, z) for x in (-0.2, 0.2) for y in (-0.1, 0.1) for z in (0, 0.3))
        ),
        0.0,
    ),
}
LYING = [np.sqrt(0.5), 0, 0, np.sqrt(0.5)]


def bodies(*shapes: Any, gravity: Any = (0, 0, -G), world: Any = (), mass: float = 2.0) -> kt.Model:
    """Free bodies of shapes, and shapes (shape, placement) of the world."""
    builder = kt.ModelBuilder("bodies")
    for i, shape in enumerate(shapes):
        inertia = kt.Inertia(mass, [0, 0, 0], np.diag([0.02, 0.03, 0.025]))
        builder.add_body(f"body {i}", joint=kt.FreeFlyer(), inertia=inertia)
        builder.add_geometry(f"shape {i}", parent=f"body {i}", shape=shape, kind="collision")
    for i, (shape, T) in enumerate(world):
        builder.add_geometry(
            f"world {i}", parent="world", shape=shape, placement=T, kind="collision"
        )
    return builder.build().replace(gravity=gravity)


def settled(model: kt.Model, q: Any, v: Any, steps: int, dt: float = DT, **how: Any) -> Any:
    """The last step of several."""
    tau = np.zeros(model.nv)
    for _ in range(steps):
        step = kt.simulation.contact_step(model, q, v, tau, dt, **how)
        q, v = step.q, step.v
    return step


def at(z: float, quaternion: Any = (0, 0, 0, 1), x: float = 0.0, y: float = 0.0) -> list[float]:
    return [x, y, z, *quaternion]


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("ground", ["plane", "terrain", "world"])
def test_a_body_comes_to_rest_on_the_ground_and_weighs_what_it_weighs(
    name: str, ground: Any
) -> None:
    shape, height = SHAPES[name]
    world = [(kt.shapes.Plane(), kt.SE3.identity())] if ground == "world" else []
    model = bodies(shape, world=world)
    contacts = kt.contacts(model, ground=None if ground == "world" else ground)
    how: dict[str, Any] = {"simulation": kt.Simulation(contacts=contacts), "friction": 0.7}
    if ground == "terrain":
        how["terrain"] = kt.Terrain(np.zeros((5, 5)), [-2, -2, 1, 1])
    tilted = {"capsule": LYING, "ellipsoid": (0, 0, 0, 1)}  # which would rock for ever
    q = at(height + 0.02, tilted.get(name, (0.02, 0.03, 0, 1)))
    step = settled(model, kt.normalize(model, q), np.zeros(6), 500, **how)
    assert step.q[2] == pytest.approx(height, abs=1e-6)
    assert abs(step.v).max() < (1e-6 if name != "sphere" else 0.5)  # which may roll
    assert step.impulses.sum(0) / DT == pytest.approx([0, 0, 2 * G], abs=1e-5)
    assert step.residuals.max() < 1e-6


def slope(angle: float) -> kt.SE3:
    c, s = np.cos(angle), np.sin(angle)
    return kt.SE3([[c, 0, s], [0, 1, 0], [-s, 0, c]], [0, 0, 0])


@pytest.mark.parametrize("as_field", [False, True])
@pytest.mark.parametrize(("mu", "angle"), [(0.3, 0.5), (0.7, 0.5), (0.0, 0.2)])
def test_a_box_slides_down_a_slope_or_sticks(mu: float, angle: float, as_field: bool) -> None:
    box = kt.shapes.Box((0.3, 0.4, 0.2))
    how: dict[str, Any] = {}
    if as_field:
        model = bodies(box)
        x = np.arange(-8.0, 9)
        how["terrain"] = kt.Terrain(np.tile(-np.tan(angle) * x[:, None], (1, 17)), [-8, -8, 1, 1])
    else:
        model = bodies(box, world=[(kt.shapes.Plane(), slope(angle))])
    contacts = kt.contacts(model, ground="terrain" if as_field else None)
    how["simulation"] = kt.Simulation(contacts=contacts)
    n = np.array([np.sin(angle), 0, np.cos(angle)])
    q = np.r_[0.1 * n + [0, 0.13, 0], 0, np.sin(angle / 2), 0, np.cos(angle / 2)]
    step = settled(model, q, np.zeros(6), 100, friction=mu, **how)
    a = max(0.0, G * (np.sin(angle) - mu * np.cos(angle)))
    along = np.array([np.cos(angle), 0, -np.sin(angle)])
    t = 100 * DT
    assert step.q[:3] - q[:3] == pytest.approx(a * t**2 / 2 * along, abs=2e-5 * max(1, a))
    assert step.impulses.sum(0) @ n / DT == pytest.approx(2 * G * np.cos(angle), rel=1e-6)


def test_a_sphere_rolls_down_a_slope_with_five_sevenths_of_gravity() -> None:
    angle, r, m = 0.3, 0.2, 2.0
    builder = kt.ModelBuilder("ball")
    inertia = kt.Inertia(m, [0, 0, 0], 0.4 * m * r * r * np.eye(3))
    builder.add_body("ball", joint=kt.FreeFlyer(), inertia=inertia)
    builder.add_geometry("ball", parent="ball", shape=kt.shapes.Sphere(r), kind="collision")
    builder.add_geometry(
        "hill", parent="world", shape=kt.shapes.Plane(), placement=slope(angle), kind="collision"
    )
    model = builder.build()
    n = np.array([np.sin(angle), 0, np.cos(angle)])
    along = np.array([np.cos(angle), 0, -np.sin(angle)])
    rolling = kt.Simulation(contacts=kt.contacts(model))
    for dt in (DT, DT / 4):
        q, v = np.r_[r * n, 0, 0, 0, 1], np.zeros(6)
        step = settled(model, q, v, round(1 / dt), dt, simulation=rolling, friction=0.8)
        assert (step.q[:3] - q[:3]) @ along == pytest.approx(
            5 / 7 * G * np.sin(angle) / 2, rel=1e-9
        )
        assert step.v[4] * r == pytest.approx(np.linalg.norm(step.v[:3]), rel=1e-3)


def momentum(model: kt.Model, q: Any, v: Any) -> Any:
    """That about the origin of the world."""
    h = kt.centroidal_momentum(model, q, v)
    return np.r_[h[:3], h[3:] + np.cross(kt.center_of_mass(model, q), h[:3])]


@pytest.mark.parametrize("restitution", [0.0, 0.6])
@pytest.mark.parametrize("pair", [("sphere", "sphere"), ("box", "capsule"), ("box", "box"),
                                  ("capsule", "capsule"), ("cylinder", "sphere"),
                                  ("cylinder", "capsule"), ("polyhedron", "sphere")])  # fmt: skip
def test_collisions_conserve_momentum_and_add_no_energy(pair: Any, restitution: float) -> None:
    model = bodies(*(SHAPES[x][0] for x in pair), gravity=(0, 0, 0))
    rebound = kt.Simulation(contacts=kt.contacts(model), restitution=restitution)
    how: dict[str, Any] = {"friction": 0.5, "simulation": rebound}
    start = np.r_[-0.4, 0.02, 0.1, 0.05, 0.1, 0.1, 1, 0.4, -0.03, 0.12, 0.1, -0.1, 0.05, 1]
    errors = []
    for dt in (DT, DT / 4):
        q, v = kt.normalize(model, start), np.r_[1.0, 0.1, 0, 0.2, 0.3, 0, -1.0, 0, 0.1, 0, 0.5, 0]
        before, energy, touched = momentum(model, q, v), kt.kinetic_energy(model, q, v), 0.0
        for _ in range(round(0.6 / dt)):
            step = kt.simulation.contact_step(model, q, v, np.zeros(12), dt, **how)
            q, v = step.q, step.v
            touched = max(touched, abs(step.impulses).max())
            new = kt.kinetic_energy(model, q, v)
            assert new <= energy * (1 + 1e-7)
            energy = new
        assert touched > 0.05
        errors.append(abs(momentum(model, q, v) - before))
    coarse, fine = np.array(errors)  # what overlaps by half a step's way is moved apart
    assert coarse.max() < 6e-3
    assert fine.max() < max(0.6 * coarse.max(), 2e-5)


@pytest.mark.parametrize("max_contacts", [None, 2])
def test_each_contact_has_its_restitution(max_contacts: Any) -> None:
    ball, each = kt.shapes.Sphere(0.1), (0.9, 0.0, 0.4)
    model = bodies(ball, ball, ball, gravity=(0, 0, 0))
    contacts = kt.contacts(model, (), ground="plane")
    q = np.concatenate([at(0.101 if x else 5.0, x=float(x)) for x in range(3)])
    v = np.tile([0, 0, -1.0, 0, 0, 0], 3)
    simulation = kt.Simulation(contacts=contacts, max_contacts=max_contacts, restitution=each)
    step = settled(model, q, v, 1, simulation=simulation, friction=0.5)
    np.testing.assert_allclose(step.v[2::6], [-1.0, 0.0, 0.4], atol=1e-6)


def test_a_tower_of_boxes_stands_with_the_weights_above_between_them() -> None:
    box = kt.shapes.Box((0.3, 0.3, 0.2))
    model = bodies(box, box, box)
    pairs = [("shape 0", "shape 1"), ("shape 1", "shape 2")]
    contacts = kt.contacts(model, pairs, ground="plane", on_ground=("shape 0",))
    q = np.concatenate([at(0.101 + 0.2005 * i, x=0.02 * i, y=0.01 * i) for i in range(3)])
    simulation = kt.Simulation(contacts=contacts, iterations=200)
    step = settled(model, q, np.zeros(18), 750, friction=0.6, simulation=simulation)
    assert step.q[2::7] == pytest.approx([0.1, 0.3, 0.5], abs=1e-3)
    assert abs(step.v).max() < 1e-3
    of_pair = dict.fromkeys(("plane", "shape 1", "shape 2"), 0.0)
    for contact, impulse in zip(contacts, step.impulses, strict=True):
        key = max({contact.first, contact.second} - {"shape 0"})
        of_pair[key] = of_pair.get(key, 0.0) + abs(impulse[2]) / DT
    assert of_pair["plane"] == pytest.approx(6 * G, rel=1e-3)
    assert of_pair["shape 1"] == pytest.approx(4 * G, rel=1e-3)
    assert of_pair["shape 2"] == pytest.approx(2 * G, rel=1e-3)


def test_heights_are_those_of_each_state() -> None:
    model = bodies(kt.shapes.Sphere(0.2))
    heights = np.zeros((3, 6, 6)) + np.array([0.0, 0.5, -0.25])[:, None, None]
    q, v = np.tile(at(0.75), (3, 1)), np.zeros((3, 6))
    contacts = kt.contacts(model, ground="terrain")
    how: dict[str, Any] = {"friction": 0.5, "terrain": kt.Terrain(heights, [-2.5, -2.5, 1, 1])}
    how["simulation"] = kt.Simulation(contacts=contacts, integrator="midpoint")
    out = kt.simulation.rollout(model, q, v, np.zeros((400, 6)), DT, **how)
    assert out.q[:, -1, 2] == pytest.approx([0.2, 0.7, -0.05], abs=1e-6)


def test_derivatives_of_a_step_on_a_field_are_those_of_differences() -> None:
    rng = np.random.default_rng(0)
    model = bodies(kt.shapes.Box((0.3, 0.4, 0.2)))
    simulation = kt.Simulation(contacts=kt.contacts(model, ground="terrain"))
    how: dict[str, Any] = {"simulation": simulation, "friction": 0.6}
    heights = 0.05 * rng.normal(size=(8, 8))
    field: dict[str, Any] = {"terrain": kt.Terrain(heights, [-2, -2, 0.6, 0.6])}
    q = kt.normalize(model, at(0.3, (0.1, 0.2, 0.05, 1)))
    step = settled(model, q, np.zeros(6), 400, **how, **field)
    q, v, tau = step.q, step.v + 0.01 * rng.normal(size=6), rng.normal(size=6)

    def after(q: Any, v: Any) -> Any:
        return kt.simulation.contact_step(model, q, v, tau, DT, **how, **field).v

    eye, h, along = np.eye(6), 1e-7, np.split(np.eye(12), 2, 1)
    slopes = kt.jvp(kt.simulation.contact_step, ("q", "v"))
    found = slopes(model, q, v, tau, DT, *along, **how, **field).d_v
    by_q = [
        (after(kt.integrate(model, q, h * e), v) - after(kt.integrate(model, q, -h * e), v))
        / (2 * h)
        for e in eye
    ]
    by_v = [(after(q, v + h * e) - after(q, v - h * e)) / (2 * h) for e in eye]
    assert found[6:] == pytest.approx(np.array(by_v), abs=1e-5)
    assert found[:6] == pytest.approx(np.array(by_q), abs=1e-3 * abs(np.array(by_q)).max())


def test_friction_is_the_larger_of_both_shapes() -> None:
    ball = kt.shapes.Sphere(0.2)
    builder = kt.ModelBuilder("two")
    for i, mu in enumerate((0.3, 0.9)):
        builder.add_body(f"b{i}", joint=kt.FreeFlyer(), inertia=kt.Inertia(1, [0] * 3, np.eye(3)))
        builder.add_geometry(
            f"s{i}", parent=f"b{i}", shape=ball, kind="collision", friction=(mu, 0, 0)
        )
    model = builder.build()
    listed = kt.contacts(model, ground="plane")
    assert [x.friction for x in listed] == [0.9, 0.3, 0.9]
    assert [x.friction for x in kt.contacts(model, ground="plane", friction=0.1)] == [0.1] * 3


@pytest.mark.sweep
def test_the_nearest_contacts_are_all_that_touch() -> None:
    """Of four bodies and the plane: the same motion; with too few the residual says so."""
    box, ball, rod = (SHAPES[x][0] for x in ("box", "sphere", "capsule"))
    model = bodies(box, ball, rod, box)
    contacts = kt.contacts(model, ground="plane")
    rng = np.random.default_rng(3)
    q = np.concatenate([at(0.4 + 0.45 * i, x=0.05 * i, y=-0.03 * i) for i in range(4)])
    q, v, tau = np.tile(q, (16, 1)), 0.3 * rng.normal(size=(16, 24)), np.zeros(24)
    sixty = kt.Simulation(contacts=contacts, iterations=60)
    choices = (
        sixty,
        replace(sixty, max_contacts=14),
        kt.Simulation(contacts=contacts, max_contacts=1),
    )
    touching = 0
    for _ in range(60):
        every, some, few = (
            kt.simulation.contact_step(model, q, v, tau, 0.01, friction=0.0, simulation=choice)
            for choice in choices
        )
        converged = every.converged & some.converged
        assert some.v[converged] == pytest.approx(every.v[converged], abs=1e-4)
        total = every.impulses[converged].sum(1)
        assert some.impulses[converged].sum(1) == pytest.approx(total, abs=1e-3)
        overlapping = (every.impulses[..., 2] != 0).sum(-1) > 4
        assert not few.converged[overlapping].any()
        touching += int(overlapping.sum())
        q, v = every.q, every.v
    assert touching > 50


def test_what_cannot_be_is_refused() -> None:
    model = bodies(kt.shapes.Sphere(0.2), kt.shapes.Mesh("stone.stl"))
    q, v, tau = kt.neutral(model), np.zeros(12), np.zeros(12)
    with pytest.raises(ModelError, match="shape 0 and shape 1: no distance of"):
        kt.contacts(model, (("shape 0", "shape 1"),))
    with pytest.warns(UserWarning, match="1 pairs of shapes without contacts here, as shape 0 and"):
        assert len(kt.contacts(model, ground="plane", on_ground=("shape 0",))) == 1
    with pytest.raises(ModelError, match="shape 1 and plane: no distance of"):
        kt.contacts(model, (), ground="plane")
    with pytest.raises(ModelError, match="no collision geometry 'nose'"):
        kt.contacts(model, (), ground="plane", on_ground=("nose",))
    with pytest.raises(ShapeError, match="ground"):
        kt.contacts(model, (), ground="flat")  # type: ignore[arg-type]
    with pytest.raises(ShapeError, match="on_ground= without ground="):
        kt.contacts(model, on_ground=("shape 0",))
    wrong: list[Any] = [-1, True, (0.5,), (1, 2, 3), (0.5, np.nan), (), np.array(0.5)]
    for friction in wrong:
        with pytest.raises(
            ShapeError, match=r"friction is .*; expected a number, 0 or more, or two"
        ):
            kt.contacts(model, (), ground="plane", on_ground=("shape 0",), friction=friction)
    with pytest.raises(ModelError, match="has no contacts"):
        kt.contacts(model, ())
    (contact,) = kt.contacts(model, (), ground="plane", on_ground=("shape 0",))
    for changes in ({"friction": -1.0}, {"rolling": np.inf}, {"second_friction": "1"}):
        with pytest.raises(ModelError, match=r"point 0 of 'shape 0' .* expected a number, 0 or mo"):
            replace(contact, **changes)
    with pytest.raises(ModelError, match="has the stiffness 0; expected more than 0"):
        replace(contact, stiffness=0)
    on_field = kt.contacts(model, (), ground="terrain", on_ground=("shape 0",))
    with pytest.raises(ShapeError, match="is without terrain=; give one"):
        kt.simulation.step(model, q, v, tau, DT, simulation=kt.Simulation(contacts=on_field))
    field: dict[str, Any] = {"terrain": kt.Terrain(np.zeros((3, 3)), [0, 0, 1, 1])}
    with pytest.raises(ShapeError, match="there are none"):
        kt.simulation.step(model, q, v, tau, DT, **field)
    with pytest.raises(ModelError, match="contacts of shapes are for"):
        kt.constraints.jacobian(model, q, contacts=on_field)


def test_stacks_stand() -> None:
    """The heavy on the light and the light on the heavy, turned and off the middle: for 4 s."""
    masses = np.array([[0.1, 1], [0.33, 1], [1, 1], [1, 10], [0.05, 1], [2, 1]])
    builder, rng, q = kt.ModelBuilder("stack"), np.random.default_rng(1), list[float]()
    for k in range(2):
        builder.add_body(f"{k}", joint=kt.FreeFlyer(), inertia=kt.Inertia(1, [0, 0, 0], np.eye(3)))
        cube: Any = {"shape": kt.shapes.Box((0.2, 0.2, 0.2)), "friction": (0.8, 0, 0)}
        builder.add_geometry(f"{k}", parent=f"{k}", kind="collision", **cube)
        turn = np.sin(0.05 * k), np.cos(0.05 * k)
        q += [*rng.uniform(-0.01, 0.01, 2), 0.1 + 0.2 * k, 0, 0, *turn]
    stack, inertias = builder.build(), np.zeros((len(masses), 3, 10))
    inertias[:, 1:, 0] = masses
    inertias[:, 1:, [4, 6, 9]] = masses[..., None] * 0.2**2 / 6
    how = kt.Simulation(contacts=kt.contacts(stack, ground="plane"), max_contacts=12)
    x = [q] * len(masses), np.zeros((len(masses), 12)), None, 2e-3
    words: Any = {"simulation": how, "record": "residual", "inertias": inertias}
    m = kt.simulation.rollout(stack, *x, steps=2000, every=100, **words)
    assert abs(m.q - q).max() < 1e-8 and m.residual.max() < 1e-6


def test_points_that_two_boxes_do_not_share_are_no_contacts() -> None:
    """A peg across a small block: the residual is of speeds that there are."""
    b = kt.ModelBuilder("peg")
    b.add_body("peg", joint=kt.FreeFlyer(), inertia=kt.Inertia(0.1, [0, 0, 0], 1e-4 * np.eye(3)))
    for parent, size in (("peg", (0.096, 0.02, 0.02)), ("world", (0.05, 0.05, 0.05))):
        b.add_geometry(parent, parent=parent, shape=kt.shapes.Box(size), kind="collision")
    peg = b.build()
    q = [0, 0, 0.035, 0, 0, 0, 1]
    how = kt.Simulation(contacts=kt.contacts(peg))
    m = kt.simulation.rollout(
        peg, q, np.zeros(6), None, 2e-3, steps=500, simulation=how, record="residual"
    )
    assert m.converged and m.residual < 1e-9 and abs(m.q - q).max() < 1e-9


@pytest.mark.parametrize("shape", ["cylinder", "ellipsoid"])
def test_wheels_roll_down_a_sloping_field(shape: str) -> None:
    """By 2/3 and 5/7 of gravity: the point of contact is below the middle along the normal."""
    r, angle = 0.1, 0.35
    b = kt.ModelBuilder("wheel")
    share = {"cylinder": 0.5, "ellipsoid": 0.4}[shape]
    wheel = {
        "cylinder": kt.shapes.Cylinder(r, 0.06),
        "ellipsoid": kt.shapes.Ellipsoid((r, r, 0.7 * r)),
    }[shape]
    mass = kt.Inertia(1.0, [0, 0, 0], share * r * r * np.diag([0.6, 0.6, 1.0]))
    b.add_body("wheel", joint=kt.FreeFlyer(), inertia=mass)
    b.add_geometry("wheel", parent="wheel", shape=wheel, kind="collision", friction=(1, 0, 0))
    model, (c, s) = b.build(), (np.cos(angle), np.sin(angle))
    x = -2 + 0.1 * np.arange(81)
    field = kt.Terrain(np.tile(-s / c * x[:, None], (1, 41)), [-2, -2, 0.1, 0.1])
    half, w, a = np.sqrt(0.5), np.cos(angle / 2), np.sin(angle / 2)
    q = np.r_[np.array([-1, 0.02, s / c]) + r * np.array([s, 0, c]), w * half, a * half, -a * half]
    q = np.r_[q, w * half]
    how = kt.Simulation(contacts=kt.contacts(model, ground="terrain"))
    m = kt.simulation.rollout(
        model, q, np.zeros(6), None, 1e-3, steps=500, terrain=field, simulation=how
    )
    assert np.linalg.norm(m.v[-1, :3]) == pytest.approx(0.5 * 9.81 * s / (1 + share), rel=0.01)
    depth = r - (m.q[:, :3] - [-1, 0.02, s / c]) @ [s, 0, c]
    assert abs(depth).max() < 1e-4


@pytest.mark.parametrize("gap", [0.0, 1e-5, 1e-4, 3e-4, 1e-3, 5e-3])
def test_elastic_balls_in_a_row_keep_their_energy(gap: float) -> None:
    b, n = kt.ModelBuilder("row"), 5
    for i in range(n):
        ball = kt.Inertia(1.0, [0, 0, 0], 0.01 * np.eye(3))
        b.add_body(f"s{i}", joint=kt.Prismatic("x"), inertia=ball)
        b.add_geometry(f"s{i}", parent=f"s{i}", shape=kt.shapes.Sphere(0.1), kind="collision")
    row = b.build()
    pairs = tuple((f"s{i}", f"s{i + 1}") for i in range(n - 1))
    q, v = (0.2 + gap) * np.arange(n), np.eye(n)[0]
    q[0] -= 0.05
    contacts = kt.contacts(row, pairs, friction=0.0)
    how = kt.Simulation(contacts=contacts, restitution=1.0)
    m = kt.simulation.rollout(row, q, v, None, 1e-3, steps=400, simulation=how)
    assert (m.v[-1] ** 2).sum() == pytest.approx(1.0, abs=1e-6)
    assert m.v[-1].sum() == pytest.approx(1.0, abs=1e-9)


def test_joint_limits_do_not_rebound_beside_contacts_that_do() -> None:
    b = kt.ModelBuilder("two")
    mass = kt.Inertia(1.0, [0, 0, 0], 0.01 * np.eye(3))
    b.add_body("ball", joint=kt.Prismatic("z"), inertia=mass)
    b.add_geometry("ball", parent="ball", shape=kt.shapes.Sphere(0.1), kind="collision")
    b.add_body("lever", joint=kt.Revolute("z"), inertia=mass, lower=-0.5, upper=0.5)
    model = b.build().replace(gravity=[0, 0, 0])
    contacts = kt.contacts(model, ground="plane", friction=0.0)
    how = kt.Simulation(contacts=contacts, restitution=0.8, limits=True)
    m = kt.simulation.rollout(model, [0.2, 0.4], [-1.0, 1.0], None, 2e-3, steps=300, simulation=how)
    assert m.v[-1] == pytest.approx([0.8, 0.0], abs=1e-6)
