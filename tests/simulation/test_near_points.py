"""Contacts that are near among many, by loops over kinds of pairs."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree.geometry.bounds import least_distance
from kinetree.scalar.graph import NO_OPERATIONS
from kinetree.scalar.replay import Trace
from kinetree.simulation.shape_contacts import computable

SHAPES: list[Any] = [
    kt.shapes.Sphere(0.2),
    kt.shapes.Box((0.3, 0.4, 0.5)),
    kt.shapes.Capsule(0.1, 0.3),
    kt.shapes.Cylinder(0.15, 0.3),
    kt.shapes.Ellipsoid((0.1, 0.2, 0.3)),
    kt.shapes.Convex(((0, 0, 0), (0.3, 0, 0), (0, 0.4, 0), (0, 0, 0.2))),
    kt.shapes.Plane(),
]


def heap(*shapes: Any, margins: float = 0.0) -> kt.Model:
    """Free bodies of two shapes each, one beside the other, over a floor with a table."""
    builder = kt.ModelBuilder("heap")
    floor: dict[str, Any] = {"kind": "collision", "parent": "world"}
    builder.add_geometry("floor", shape=kt.shapes.Plane(), **floor)
    table = kt.SE3(np.eye(3), [2.0, 0, 0.2])
    builder.add_geometry("table", shape=kt.shapes.Box((1, 2, 0.4)), placement=table, **floor)
    for i, shape in enumerate(shapes):
        builder.add_body(f"b{i}", joint=kt.FreeFlyer(), inertia=kt.Inertia(1, [0] * 3, np.eye(3)))
        for k in range(2):
            place = kt.SE3(np.eye(3), [0.3 * k - 0.15, 0.02 * i, 0])
            friction = {"friction": (0.2 + 0.1 * i, 0.01, 0.001), "condim": 3 if i else 6}
            own = {"placement": place, **friction}
            own |= {"margin": margins * (i + 1)}
            builder.add_geometry(f"{i} {k}", parent=f"b{i}", shape=shape, kind="collision", **own)
    return builder.build()


def states(n: int, count: int, seed: int) -> tuple[Any, Any]:
    """Bodies a little above or in the floor, apart from each other, turned and moving."""
    rng = np.random.default_rng(seed)
    q = np.zeros((count, n, 7))
    q[..., 0] = 1.5 * np.arange(n) + 0.2 * rng.normal(size=(count, n))
    q[..., 2] = 0.2 + 0.3 * rng.random((count, n))
    q[..., 3:] = rng.normal(size=(count, n, 4)) * [0.02, 0.02, 1, 1]
    q[..., 3:] /= np.linalg.norm(q[..., 3:], axis=-1, keepdims=True)
    return q.reshape(count, -1), rng.normal(size=(count, 6 * n))


def test_bounds_are_below_distances() -> None:
    """Of all pairs of shapes, wherever they are; of two spheres they are the distance."""
    rng, bounded = np.random.default_rng(0), 0
    for first in SHAPES:
        for second in SHAPES:
            for _ in range(20):
                R = [np.linalg.qr(rng.normal(size=(3, 3)))[0] for _ in range(2)]
                p = rng.normal(size=(2, 3)) * rng.choice([0.3, 2.0])
                T = [kt.SE3(x * np.linalg.det(x), y) for x, y in zip(R, p, strict=True)]
                bound = least_distance(first, T[0], second, T[1])
                try:
                    exact = kt.geometry.nearest(first, T[0], second, T[1]).distance
                except kt.ModelError:
                    continue
                assert bound is not None and bound <= max(exact, 0.0) + 1e-12
                bounded += 1
                if type(first) is type(second) is kt.shapes.Sphere:
                    assert bound == pytest.approx(exact, abs=1e-12)
    assert bounded > 400
    assert least_distance(SHAPES[-1], kt.SE3.identity(), SHAPES[-1], kt.SE3.identity()) is None


def test_the_near_points_are_those_of_all() -> None:
    """Steps by chosen contacts are those by all; a vector holds states with none and with many.

    Without friction: with it the motion of a box depends on the shares of its corners.
    """
    shapes = SHAPES[:3]
    model = heap(*shapes, margins=0.05)  # without: test_shape_contacts
    q, v = states(len(shapes), 64, 1)
    q[::3, 2::7] += 5.0
    v[1::3], resting = 0.001 * v[1::3], q.reshape(64, -1, 7)[1::3]
    resting[..., 2], resting[..., 3:] = [0.199, 0.249, 0.099], [0, 0, np.sin(0.3), np.cos(0.3)]
    resting[..., 0], resting[:, 2, 3:] = [0, 1, 3.5], [np.sqrt(0.5), 0, 0, np.sqrt(0.5)]
    pairs = [x for x in computable(model) if "floor" in x or not {"1 0", "1 1"} & {*x}]
    contacts = kt.contacts(model, tuple(pairs))
    assert len(contacts) == 26
    every = kt.Simulation(contacts=contacts, iterations=200)
    some = replace(every, max_contacts=len(contacts) - 1)
    operands: Any = model, q, v, np.zeros(model.nv), 2e-3
    one, other = (
        kt.simulation.contact_step(*operands, friction=0.0, simulation=x) for x in (every, some)
    )
    touching = (one.impulses != 0).any(-1).sum(-1)
    assert touching.min() == 0 and touching.max() > 8
    # what overlaps deeply is pushed out by sweeps that do not converge
    close = one.converged & other.converged & (abs(one.q - other.q).max(-1) < 1e-7)
    assert close.mean() > 0.8 and close[1::3].all()
    assert other.v[close] == pytest.approx(one.v[close], abs=1e-6)
    sums = other.impulses[close].sum(1)
    assert sums == pytest.approx(one.impulses[close].sum(1), abs=1e-6)
    for k in range(0, 64, 7):
        operands = model, q[k], v[k], np.zeros(model.nv), 2e-3
        alone = kt.simulation.contact_step(*operands, friction=0.0, simulation=some)
        for x, y in zip(alone, other, strict=True):
            np.testing.assert_array_equal(x, y[k])


def rotation(q: Any) -> Any:
    return Rotation.from_quat(q[3:]).as_matrix()


def between(first: Any, q_first: Any, second: Any, q_second: Any) -> tuple[float, Any]:
    """The distance of two shapes, and the direction in which the second is apart."""
    T_first, T_second = (kt.SE3(rotation(q), q[:3]) for q in (q_first, q_second))
    result = kt.geometry.nearest(first, T_first, second, T_second)
    return float(result.distance), np.array(result.normal, float)


@pytest.mark.parametrize("first, second", [(0, 0), (1, 1), (2, 0), (3, 0), (5, 0)])
def test_what_may_touch_within_half_a_step_is_near(first: int, second: int) -> None:
    """Two bodies that fly into each other, and one that is pushed at a third, as if all were near.

    Gaps in the middle of the step are less than what closes in its second half, by velocities or
    by a jump of them.
    """
    builder, rng, dt = kt.ModelBuilder("flying"), np.random.default_rng(first), 2e-3
    shapes = {"a": SHAPES[first], "b": SHAPES[second], "c": kt.shapes.Sphere(0.2)}
    for name, shape in shapes.items():
        inertia = kt.Inertia(1e3 if name == "c" else 1, [0] * 3, np.eye(3))
        builder.add_body(name, joint=kt.FreeFlyer(), inertia=inertia)
        builder.add_geometry(name, parent=name, shape=shape, kind="collision")
    model = builder.build()
    contacts = kt.contacts(model, (("a", "b"), ("b", "c"), ("a", "c")))
    every, some = (
        kt.Simulation(contacts=contacts, max_contacts=x) for x in (None, len(contacts) - 1)
    )
    for speed, gap in ((50.0, 0.98 * dt * 50), (1.5, 0.3 * 0.5 * dt * 1.5)):
        q = np.zeros((3, 7))
        q[:, 3:] = rng.normal(size=(3, 4))
        q[:, 3:] /= np.linalg.norm(q[:, 3:], axis=-1, keepdims=True)
        q[1, :3], q[2, :3] = rng.normal(size=3), [0, 0, 9]
        apart, n = between(shapes["a"], q[0], shapes["b"], q[1])
        q[1, :3] += (gap - apart) * n
        v = np.zeros((3, 6))
        if speed > 2:
            v[0, :3] = speed * rotation(q[0]).T @ n
        else:  # c strikes b, which the blow sends to a
            q[2, :3] = q[1, :3] + n
            apart, n = between(shapes["b"], q[1], shapes["c"], q[2])
            q[2, :3] -= (apart - 0.5 * dt * speed - 1e-5) * n
            v[2, :3] = -speed * rotation(q[2]).T @ n
        operands: Any = model, q.ravel(), v.ravel(), np.zeros(18), dt
        one, other = (
            kt.simulation.contact_step.evaluate(*operands, friction=0.0, simulation=x)
            for x in (every, some)
        )
        assert abs(np.array(one.v, float) - v.ravel())[:12].max() > 1e-4 * speed  # of a or b
        assert np.array(other.v, float) == pytest.approx(np.array(one.v, float), abs=1e-6 * speed)


@pytest.mark.sweep
def test_derivatives_through_near_points() -> None:
    """Those of a step with all contacts, of a ball that slides: its impulses are unique."""
    model = heap(SHAPES[0])
    contacts = kt.contacts(model)
    every = kt.Simulation(contacts=contacts)
    some = replace(every, max_contacts=2)
    q = np.array([0.0, 0, 0.5, *np.array([0.1, 0.2, 0.3, 0.9]) / np.sqrt(0.95)])
    q[2] -= kt.collision.clearance(model, q) + 1e-4  # the lower ball touches
    v = np.array([0.3, 0.1, -0.2, 0.4, -0.3, 0.2])
    operands = model, q, v, np.zeros(6), 2e-3
    for name in ("v", "q"):
        slopes = [
            kt.jacobian(kt.simulation.contact_step, name)(*operands, simulation=x)
            for x in (every, some)
        ]
        assert slopes[1].v == pytest.approx(slopes[0].v, rel=1e-9, abs=1e-9)
        assert slopes[1].q == pytest.approx(slopes[0].q, rel=1e-9, abs=1e-9)


def operations(trace: Trace) -> int:
    """Those of a trace and of the bodies of its loops, each counted once."""
    graph = trace.graph
    bodies = (operations(graph.data[i].body) for i in trace.nodes if graph.ops[i] == "loop")
    return sum(graph.ops[i] not in NO_OPERATIONS for i in trace.nodes) + sum(bodies)


def test_code_does_not_grow_with_pairs() -> None:
    """Twenty pairs more of a known kind, between the same bodies: no operation more."""
    model = heap(*[SHAPES[0]] * 6)
    pairs = [x for x in kt.collision.pairs(model) if not {"floor", "table"} & {*x}]
    counts = list[int]()
    for chosen in (pairs[:40], pairs):
        shapes = {name for pair in chosen for name in pair}
        assert len(shapes) == 12
        how = kt.Simulation(contacts=kt.contacts(model, tuple(chosen)), max_contacts=4)
        trace = kt.simulation.contact_step.trace(model, simulation=how)
        counts.append(operations(trace))
    assert counts[1] - counts[0] < 5  # of joints that had no pair before


@pytest.mark.parametrize("most", [None, 2])
def test_a_shape_may_be_called_as_the_ground(most: int | None) -> None:
    """Two balls on the plane z = 0, one of them called "plane": neither falls."""
    builder = kt.ModelBuilder("balls")
    for name in ("ball", "plane"):
        builder.add_body(name, joint=kt.FreeFlyer(), inertia=kt.Inertia(1, [0] * 3, np.eye(3)))
        builder.add_geometry(name, parent=name, shape=kt.shapes.Sphere(0.2), kind="collision")
    model = builder.build()
    contacts = kt.contacts(model, ground="plane")
    assert [x.on_ground for x in contacts] == [False, True, True]
    how = kt.Simulation(contacts=contacts, max_contacts=most)
    q = [0, 0, 0.2, 0, 0, 0, 1, 1, 0, 0.2, 0, 0, 0, 1]
    step = kt.simulation.contact_step.evaluate(model, q, [0] * 12, [0] * 12, 1e-3, simulation=how)
    assert np.array(step.v, float) == pytest.approx(np.zeros(12), abs=1e-9)


@pytest.mark.parametrize("gap", [0.1, 3.0])
def test_a_far_contact_that_a_blow_closes_is_reported(gap: float) -> None:
    """A heavy ball throws a light one at a wall: the residual is the overlap by the time step."""
    builder, ball = kt.ModelBuilder("blow"), kt.shapes.Sphere(0.1)
    for name, mass in (("heavy", 1e6), ("light", 1e-3)):
        body: dict[str, Any] = {"inertia": kt.Inertia(mass, [0] * 3, np.eye(3))}
        builder.add_body(name, joint=kt.Prismatic("x"), **body)
        builder.add_geometry(name, parent=name, shape=ball, kind="collision")
    wall = kt.SE3(np.eye(3), [0.35 + gap, 0, 0])
    box: dict[str, Any] = {"shape": kt.shapes.Box((0.1, 1, 1)), "placement": wall}
    builder.add_geometry("wall", parent="world", kind="collision", **box)
    model, dt = builder.build(), 0.01
    pairs = ("heavy", "light"), ("light", "wall")
    how = kt.Simulation(contacts=kt.contacts(model, pairs), max_contacts=1)
    operands = model, [-0.15, 0.2], [30.0, 0.0], [0, 0], dt
    step = kt.simulation.contact_step.evaluate(*operands, simulation=how)
    assert np.array(step.v, float) == pytest.approx([30, 30], rel=1e-6)
    residual = max(map(float, step.residuals))
    overlap = 0.5 * 30 * dt - gap
    assert residual == pytest.approx(max(0.0, overlap / dt), abs=1e-6)
