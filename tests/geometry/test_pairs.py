"""Distances of pairs of shapes: certified by their own witnesses, and against coal 3."""

from typing import Any

import coal
import numpy as np
import pytest
from numpy.random import Generator
from numpy.typing import NDArray

import kinetree as kt
from kinetree.geometry import PAIRS
from kinetree.model.shapes import Box, Capsule, Cylinder, Ellipsoid, Plane, Sphere

Numbers = NDArray[np.float64]
SIMPLE = {Box, Capsule, Cylinder, Plane, Sphere}
KINDS = sorted((x for x in PAIRS if {*x} <= SIMPLE), key=str)
SITUATIONS = ("random", "deep", "far", "parallel", "tiny", "huge", "touching")


def random_shape(kind: type, rng: Generator, scale: float) -> Any:
    """A shape of about this size."""
    sizes = scale * rng.uniform(0.1, 1, 3)
    if kind is Box:
        return Box(tuple(2 * sizes))
    if kind is Sphere:
        return Sphere(sizes[0])
    return Plane() if kind is Plane else kind(sizes[0], 2 * sizes[1])


def support(shape: Any, n: Numbers) -> Numbers:
    """How far a shape reaches along directions (..., 3); a plane does along z only."""
    across = np.hypot(n[..., 0], n[..., 1])
    if isinstance(shape, Sphere):
        return np.full(n.shape[:-1], shape.radius)
    if isinstance(shape, Capsule):
        return shape.radius + shape.length / 2 * np.abs(n[..., 2])
    if isinstance(shape, Cylinder):
        return shape.radius * across + shape.length / 2 * np.abs(n[..., 2])
    if isinstance(shape, Box):
        return np.abs(n) @ (np.array(shape.size) / 2)
    return np.where((across < 1e-9) & (n[..., 2] > 0), 0.0, np.inf)


def outside(shape: Any, x: Numbers) -> Numbers:
    """A bound of how far points (..., 3) are from a shape, 0 inside."""
    along = np.clip(np.abs(x[..., 2]), 0, getattr(shape, "length", 0) / 2)
    axis = np.stack([0 * along, 0 * along, np.sign(x[..., 2]) * along], -1)
    if isinstance(shape, (Sphere, Capsule)):
        distance = np.linalg.norm(x - axis, axis=-1) - shape.radius
    elif isinstance(shape, Cylinder):
        ends = np.abs(x[..., 2]) - shape.length / 2
        distance = np.maximum(np.hypot(x[..., 0], x[..., 1]) - shape.radius, ends)
    elif isinstance(shape, Box):
        distance = (np.abs(x) - np.array(shape.size) / 2).max(-1)
    else:
        distance = x[..., 2]
    return np.maximum(distance, 0)


def placements(situation: str, rng: Generator, count: int, scale: float) -> Numbers:
    """Placements of a second shape in the frame of the first, (count, 4, 4)."""
    twists = rng.normal(size=(count, 6))
    twists[:, :3] *= {"deep": 0.05, "far": 100.0}.get(situation, 1.5) * scale
    if situation == "parallel":
        twists[:, 3:] = np.pi / 2 * rng.integers(-1, 2, (count, 3)) * [1, 0, 0]
        twists[::3, :2] = 0
    return kt.se3.exp(twists)


def distances_of(first: Any, second: Any) -> Any:
    """The compiled function of two shapes: of placements to distance, points and normal."""

    @kt.function("(4,4)->(),(3),(3),(3)")
    def of_pair(placement):
        T = kt.SE3.from_matrix(placement)
        x = kt.geometry.nearest(first, kt.SE3.identity(), second, T)
        return {"distance": x.distance, "a": x.first, "b": x.second, "normal": x.normal}

    return of_pair


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("kinds", KINDS, ids=lambda x: f"{x[0].__name__}-{x[1].__name__}")
def test_a_distance_is_certified_by_its_witnesses(kinds: Any, situation: str) -> None:
    """No direction parts shapes by more than the distance, which that of the normal attains."""
    rng = np.random.default_rng([KINDS.index(kinds), SITUATIONS.index(situation)])
    scale = {"tiny": 1e-6, "huge": 1e6}.get(situation, 1.0)
    for _ in range(4):
        a, b = (random_shape(kind, rng, scale) for kind in kinds)
        T = placements(situation, rng, 300, scale)
        compute = distances_of(a, b)
        d, p, q, n = compute(T)
        if situation == "touching":  # moved to within rounding of contact
            T[:, :3, 3] -= d[:, None] * n
            d, p, q, n = compute(T)
        size = scale + np.abs(T[:, :3, 3]).max(-1)
        R, t = T[:, :3, :3], T[:, :3, 3]

        def gap(m: Numbers, R: Numbers = R, t: Numbers = t, a: Any = a, b: Any = b) -> Numbers:
            other = np.einsum("kji,k...j->k...i", R, -m)
            return np.einsum("k...j,kj->k...", m, t) - support(b, other) - support(a, m)

        close = 1e-13 * size
        assert (np.abs(np.linalg.norm(n, axis=-1) - 1) < 1e-14 * 10).all()
        assert (np.abs(p + d[:, None] * n - q).max(-1) < 10 * close).all()
        in_b = np.einsum("kji,kj->ki", R, q - t)
        assert (outside(a, p) < 10 * close).all() and (outside(b, in_b) < 10 * close).all()
        assert (np.abs(gap(n) - d) < 100 * close).all()
        others = rng.normal(size=(300, 200, 3))
        others /= np.linalg.norm(others, axis=-1, keepdims=True)
        assert (gap(others).max(-1) < d + 100 * close).all()


def in_coal(shape: Any) -> Any:
    """The shape as one of coal's."""
    if isinstance(shape, Box):
        return coal.Box(*shape.size)
    sizes = [x for x in (shape.radius, getattr(shape, "length", None)) if x is not None]
    return getattr(coal, type(shape).__name__)(*sizes)


@pytest.mark.parametrize(
    "kinds", [x for x in KINDS if Plane not in x], ids=lambda x: f"{x[0].__name__}-{x[1].__name__}"
)
def test_coal_has_the_same_distances(kinds: Any) -> None:
    rng, request = np.random.default_rng(5), coal.DistanceRequest()
    request.enable_signed_distance, request.gjk_tolerance, request.epa_tolerance = True, 1e-9, 1e-9
    for _ in range(10):
        a, b = (random_shape(kind, rng, 1.0) for kind in kinds)
        T = placements("random", rng, 100, 1.0)
        found = distances_of(a, b)(T).distance
        shapes, origin = (in_coal(a), in_coal(b)), coal.Transform3s()
        for x, M in zip(found, T, strict=True):
            there, result = coal.Transform3s(M[:3, :3], M[:3, 3]), coal.DistanceResult()
            y = coal.distance(shapes[0], origin, shapes[1], there, request, result)
            if Cylinder in kinds and x < 0:  # coal stops early there, at a depth that is no least
                assert y < x + 1e-7
            else:
                assert abs(x - y) < 1e-7 * (1 + abs(x))


@pytest.mark.parametrize("kinds", KINDS, ids=lambda x: f"{x[0].__name__}-{x[1].__name__}")
def test_gradients_are_those_of_differences(kinds: Any) -> None:
    """Of almost all placements: at some the distance has an edge."""
    rng = np.random.default_rng(3)
    a, b = (random_shape(kind, rng, 1.0) for kind in kinds)

    @kt.function("(6),(4,4)->()")
    def moved(twist, placement):
        T = kt.SE3.from_matrix(placement) @ kt.SE3.from_matrix(kt.se3.exp(twist))
        return kt.geometry.nearest(a, kt.SE3.identity(), b, T).distance

    T, h = placements("random", rng, 400, 1.0), 1e-6
    gradient = kt.grad(moved, "twist")(np.zeros(6), T)
    steps = h * np.eye(6)[:, None]
    errors = np.abs(gradient - ((moved(steps, T) - moved(-steps, T)) / (2 * h)).T).max(-1)
    assert np.sort(errors)[-8] < 1e-7 and np.isfinite(gradient).all()


@pytest.mark.parametrize("beside", [0.0, 1e-13, 1e-10, 1e-6])
@pytest.mark.parametrize("kinds", KINDS, ids=lambda x: f"{x[0].__name__}-{x[1].__name__}")
def test_a_gradient_at_contact_is_the_normal(kinds: Any, beside: float) -> None:
    """Of shapes that touch to within rounding, and of such that are close, most by a face."""
    rng = np.random.default_rng(6)
    a, b = (random_shape(kind, rng, 1.0) for kind in kinds)
    nearest = distances_of(a, b)
    T = placements("random", rng, 300, 1.0)
    x = nearest(T)
    T[:, :3, 3] += (beside - x.distance[:, None]) * x.normal
    slopes = kt.jacobian(nearest, "placement")(T)[0][:, :3, 3]
    rounding = 1e-15 / beside if beside else 0  # of points that are so far apart
    np.testing.assert_allclose(slopes, nearest(T).normal, rtol=0, atol=1e-12 + rounding)
    angles = np.linalg.norm(np.cross(slopes, x.normal), axis=-1)
    assert np.median(angles) < 1e-14 or kinds != (Box, Box)


def test_a_box_that_rests_on_a_box_can_be_lifted() -> None:
    nearest = distances_of(Box((1, 1, 1)), Box((0.5, 0.5, 0.5)))
    for angle in (0.0, 0.3):
        T = np.eye(4)
        T[:3, :3] = kt.so3.exp([0, 0, angle])
        T[2, 3] = 0.75
        slopes = kt.jacobian(nearest, "placement")(T)[0]
        assert nearest(T).distance == 0 and slopes[:3, 3].tolist() == [0, 0, 1]


@pytest.mark.parametrize("kinds", KINDS, ids=lambda x: f"{x[0].__name__}-{x[1].__name__}")
def test_degenerate_placements_have_finite_distances_and_gradients(kinds: Any) -> None:
    """Centres on one point, axes on one line or through each other, and sizes of zero."""
    rng = np.random.default_rng(4)
    turns = [np.zeros(3), [0, np.pi / 2, 0], [np.pi, 0, 0], [0.3, -0.2, 0.5]]
    for scale in (1.0, 0.0):
        a, b = (random_shape(kind, rng, scale) for kind in kinds)

        x = np.array([[0, 0, z, *turn] for turn in turns for z in (0.0, 0.2, 5.0)])
        compute = distances_of(a, b)
        d, *_, normals = compute(kt.se3.exp(x))
        assert np.isfinite(d).all()
        slopes = kt.jacobian(compute, "placement")(kt.se3.exp(x))
        assert all(np.isfinite(y).all() for y in slopes)
        np.testing.assert_allclose(np.linalg.norm(normals, axis=-1), 1, atol=1e-14)


def test_either_order_and_users_pairs() -> None:
    ball, box = Sphere(0.5), Box((2, 2, 2))
    T = kt.SE3(np.eye(3), [3, 0.5, 0])
    one = kt.geometry.nearest(box, kt.SE3.identity(), ball, T)
    other = kt.geometry.nearest(ball, T, box, kt.SE3.identity())
    assert one.distance == other.distance == 1.5
    assert [*one.first] == [*other.second] == [1, 0.5, 0]
    assert [*one.normal] == [*-other.normal] == [1, 0, 0]
    with pytest.raises(kt.ModelError, match="no distance of Sphere and Ellipsoid; there are"):
        kt.geometry.nearest(ball, T, Ellipsoid((1, 1, 1)), T)
    try:
        kt.geometry.pair(Sphere, Ellipsoid)(
            lambda a, b, T: PAIRS[Sphere, Sphere](a, Sphere(max(b.radii)), T)
        )
        round_one = kt.geometry.nearest(Ellipsoid((1, 1, 1)), kt.SE3.identity(), ball, T)
        assert abs(round_one.distance - (np.hypot(3, 0.5) - 1.5)) < 1e-15
        PAIRS[Sphere, Ellipsoid] = lambda a, b, T: T.translation
        with pytest.raises(kt.ModelError, match="pair Sphere and Ellipsoid gives an Array; expec"):
            kt.geometry.nearest(ball, T, Ellipsoid((1, 1, 1)), T)
    finally:
        del PAIRS[Sphere, Ellipsoid]


@pytest.mark.parametrize("seed", range(4))
def test_an_ellipsoid_is_as_high_as_its_lowest_point(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shape = Ellipsoid(tuple(rng.uniform(0.1, 1, 3)))
    T = kt.SE3.from_matrix(kt.se3.exp(rng.normal(size=6)))
    x = rng.normal(size=(200_000, 3))
    surface = np.array(shape.radii) * x / np.linalg.norm(x, axis=1)[:, None]
    matrix = np.array(T.matrix, float)
    heights = surface @ matrix[2, :3] + matrix[2, 3]
    field = kt.shapes.HeightField(((0.0, 0.0),) * 2, (0, 0, 1, 1))
    for ground in (Plane(), field):
        nearest = kt.geometry.nearest(ground, kt.SE3.identity(), shape, T)
        assert heights.min() - 1e-3 < float(nearest.distance) <= heights.min()
        local = matrix[:3, :3].T @ (np.array(nearest.second, float) - matrix[:3, 3])
        assert ((local / shape.radii) ** 2).sum() == pytest.approx(1, abs=1e-12)
