"""What cannot be is an error in the robot's terms; shapes at the limits have right distances."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree.collision import clearance, collision_free, distances, motion_clearance, nearest
from kinetree.model.shapes import Box, Capsule, Cylinder, Mesh, Plane, Shape, Sphere


def on_rails(*shapes: Shape, joint: kt.Joint | None = None) -> kt.Model:
    """Shapes a, b, ... on bodies that slide along x, or move by another joint."""
    builder = kt.ModelBuilder("rails")
    for name, shape in zip("abcd", shapes, strict=False):
        builder.add_body(name, joint=joint or kt.Prismatic("x"))
        builder.add_geometry(name, parent=name, shape=shape, kind="collision")
    return builder.build()


BALL = Sphere(0.5)
TWO = on_rails(BALL, BALL)
Q = [0.0, 2.0]
FUNCTIONS = (distances, nearest, clearance)


# --- robots


def test_a_mesh_has_no_distance_and_the_pair_is_named() -> None:
    model = on_rails(BALL, Mesh("not_there.stl", (1.0, 1.0, 1.0), "/"))
    message = r"rails: a and b: no distance of Sphere and Mesh; .* Add one with @kt.geometry.pair"
    for call in (*FUNCTIONS, lambda *x: collision_free(*x, x[1], samples=3)):
        with pytest.raises(kt.ModelError, match=message):
            call(model, Q)


def test_two_shapes_of_one_name_are_refused() -> None:
    """As of two robots with a floor each; a visual one may have the name of a collision one."""
    builder = kt.ModelBuilder("cell")
    builder.add_body("base", joint=kt.Prismatic("x"))
    for parent, kind in (("base", "collision"), ("base", "visual")):
        builder.add_geometry("floor", parent=parent, shape=BALL, kind=kind)
    builder.add_geometry("post", parent="world", shape=BALL, kind="collision")
    model = builder.build()
    assert kt.collision.pairs(model) == (("floor", "post"),)
    floor, *_, post = model.geometries
    twice = model.replace(geometries=(post, floor, replace(post, name="floor")))
    for call in (kt.collision.pairs, lambda model: distances(model, [0.0])):
        with pytest.raises(
            kt.ModelError, match=r"cell: two collision geometries are called 'floor'"
        ):
            call(twice)
    with pytest.raises(
        kt.ModelError, match=r"rename one, or give the names of a robot that is app"
    ):
        distances(twice, [0.0], pairs=(("floor", "post"),))


def test_what_is_no_model_is_refused() -> None:
    for call in (kt.collision.pairs, lambda model: distances(model, Q)):
        with pytest.raises(
            kt.ModelError, match=r"its first argument is a str; expected a kt.Model"
        ):
            call("panda")


# --- pairs


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ((), "pairs is empty; leave it out for all that can collide"),
        (3, "pairs is 3; expected a tuple of pairs of names, or None"),
        ("ab", "pairs is 'ab'; expected a tuple of pairs of names, or None"),
        (("a", "b"), "pairs has 'a'; expected the names of two geometries, in a tuple"),
        ((None,), "pairs has None; expected the names of two geometries"),
        ((("a", "b", "a"),), r"pairs has \('a', 'b', 'a'\); expected the names of two geometries"),
        ((("a", "a"),), r"pairs has \('a', 'a'\); expected the names of two geometries"),
        (((0, 1),), r"pairs has \(0, 1\); expected the names of two geometries"),
        ((("a", "B"),), "rails: no collision geometry 'B'; did you mean 'b'"),
        ((("a", "seen"),), "rails: no collision geometry 'seen'. There are: 'a', 'b'"),
    ],
)
def test_pairs_that_are_none_are_refused(pairs: Any, message: str) -> None:
    seen = replace(TWO.geometries[0], name="seen", kind="visual")
    model = TWO.replace(geometries=(*TWO.geometries, seen))
    for call in (*FUNCTIONS, lambda *x, **more: collision_free(*x, x[1], samples=3, **more)):
        with pytest.raises(kt.ModelError, match=message):
            call(model, Q, pairs=pairs)


def test_a_list_of_pairs_is_to_be_a_tuple() -> None:
    with pytest.raises(kt.TraceError, match=r"pairs is static, and a list; write a tuple"):
        distances(TWO, Q, pairs=[("a", "b")])  # pyright: ignore[reportArgumentType]


def test_pairs_are_computed_in_their_order_and_as_often() -> None:
    model = on_rails(BALL, BALL, BALL)
    pairs = (("b", "c"), ("a", "b"), ("c", "b"), ("b", "c"))
    assert distances(model, [0, 2, 5], pairs=pairs).tolist() == [2, 1, 2, 2]
    assert nearest(model, [0, 2, 5], pairs=pairs).normals[:, 0].tolist() == [1, 1, -1, 1]


# --- configurations


def test_q_of_another_shape_is_refused() -> None:
    for q in ([0.0, 1.0, 2.0], 0.0):
        with pytest.raises(kt.ShapeError, match=r"distances of rails: q has shape .*\(nq = 2\)"):
            distances(TWO, q)
    with pytest.raises(kt.ShapeError, match=r"batch axes do not broadcast.* q0 \(3,\), q1 \(2,\)"):
        collision_free(TWO, np.zeros((3, 2)), np.zeros((2, 2)), samples=3)


@pytest.mark.parametrize("shapes", [(BALL, BALL), (Box((1, 2, 3)), Box((2, 1, 2)))])
def test_nan_stays_in_its_sample(shapes: Any) -> None:
    model = on_rails(*shapes, joint=kt.FreeFlyer())
    q = kt.random_configuration(model, 37, rng=np.random.default_rng(0))
    bad = q.copy()
    bad[::5, 7] = np.nan
    some = np.isnan(bad).any(1)
    for call in (distances, nearest, clearance, kt.jacobian(distances, "q")):
        clean, spoilt = call(model, q), call(model, bad)
        parts = zip(clean, spoilt, strict=True) if isinstance(clean, tuple) else [(clean, spoilt)]
        for x, y in parts:
            np.testing.assert_array_equal(x[~some], y[~some])
    assert (
        np.isnan(distances(model, bad)[some]).all() and np.isnan(clearance(model, bad)[some]).all()
    )
    np.testing.assert_array_equal(collision_free(model, bad, q, samples=5, margin=-10.0), ~some)


def test_nan_of_one_shape_is_nan_of_the_clearance() -> None:
    model = on_rails(BALL, BALL, BALL, BALL)
    for k in range(4):
        q = np.array([0.0, 2, 4, 6])
        q[k] = np.nan
        assert np.isnan(clearance(model, q)) and np.isnan(clearance(model, q, smoothing=0.1))
        assert not collision_free(model, q, q, samples=3)


def test_single_precision_is_kept() -> None:
    q = np.array(Q, np.float32)
    for model in (TWO, on_rails(Box((1, 1, 1)), Box((1, 1, 1)))):
        assert distances(model, q).dtype == clearance(model, q, smoothing=0.1).dtype == np.float32
        assert {x.dtype for x in nearest(model, q)} == {np.dtype(np.float32)}
        slopes = kt.jacobian(distances, "q")(model, q)
        assert slopes.dtype == np.float32 and slopes.tolist() == [[-1, 1]]
        assert distances(model, q).tolist() == [1] and collision_free(model, q, q, samples=3)


# --- numbers


@pytest.mark.parametrize("smoothing", [-1.0, np.nan, np.inf, "a", None, True])
def test_smoothings_that_are_no_lengths_are_refused(smoothing: Any) -> None:
    with pytest.raises(kt.ShapeError, match=r"clearance: smoothing is .*; expected a length >= 0"):
        clearance(TWO, Q, smoothing=smoothing)


@pytest.mark.parametrize("margin", [np.nan, np.inf, "a", None, True])
def test_margins_that_are_no_lengths_are_refused(margin: Any) -> None:
    for call in (collision_free, motion_clearance):
        with pytest.raises(kt.ShapeError, match=r"margin is .*; expected a length, in m"):
            call(TWO, Q, Q, samples=3, margin=margin)


def test_without_a_margin_all_samples_count() -> None:
    q0, q1 = [0.0, 0.5], [0.0, -3.0]
    assert motion_clearance(TWO, q0, q1, samples=8) == -0.5
    assert motion_clearance(TWO, q0, q1, samples=8, margin=-np.inf) == -1.0


@pytest.mark.parametrize("samples", [1, 0, -1, True, 2.0, "3", None])
def test_numbers_of_samples_that_cannot_be_are_refused(samples: Any) -> None:
    for call in (collision_free, motion_clearance):
        with pytest.raises(kt.ShapeError, match=r"samples is .*; expected 2 or more"):
            call(TWO, Q, Q, samples=samples)


# --- shapes at the limits


def slopes_of(model: kt.Model, q: Any) -> Any:
    slopes = kt.jacobian(distances, "q")(model, q)
    assert np.isfinite(slopes).all()
    return slopes.tolist()


def test_a_flat_box_has_right_distances_and_gradients() -> None:
    flat, thick = Box((1.0, 0.0, 1.0)), Box((1.0, 1.0, 1.0))
    edge_on = on_rails(flat, thick)
    assert distances(edge_on, [0, 3.0]) == 2 and slopes_of(edge_on, [0, 3.0]) == [[-1, 1]]
    assert distances(edge_on, [0, 0.3]) == -0.5 and slopes_of(edge_on, [0, 0.3]) == [[0, 0]]
    assert distances(edge_on, [0, 0.8]) == pytest.approx(-0.2, abs=1e-15)
    assert distances(on_rails(flat, flat), [0, 0.3]) == 0
    for other, gap in ((BALL, 0.2), (Capsule(0.5, 1.0), 0.2), (thick, 0.2), (flat, 0.7)):
        model = on_rails(flat, other, joint=kt.Prismatic("y"))
        assert distances(model, [0, 0.7])[0] == pytest.approx(gap, abs=1e-15)
        assert slopes_of(model, [0, 0.7]) == [[-1, 1]]
    rod = on_rails(Box((1.0, 0.0, 0.0)), Box((1.0, 0.0, 0.0)), joint=kt.FreeFlyer())
    q = kt.random_configuration(rod, 200, rng=np.random.default_rng(0))
    thin = on_rails(Capsule(0.0, 1.0), Capsule(0.0, 1.0), joint=kt.FreeFlyer())
    along, turn = q.copy(), Rotation.from_euler("y", np.pi / 2)  # z of a capsule along x
    for part in (slice(3, 7), slice(10, 14)):
        along[:, part] = (Rotation.from_quat(q[:, part]) * turn).as_quat()
    np.testing.assert_allclose(distances(rod, q), distances(thin, along), atol=1e-13)
    assert np.isfinite(kt.jacobian(distances, "q")(rod, q)).all()


@pytest.mark.parametrize("point", [Sphere(0), Capsule(0, 0), Box((0, 0, 0)), Cylinder(0, 0)])
def test_a_point_has_the_distances_of_a_point(point: Shape) -> None:
    for other, reach in ((BALL, 0.5), (Sphere(0), 0.0)):
        model = on_rails(point, other)
        assert distances(model, [0, 2.0]) == 2 - reach and slopes_of(model, [0, 2.0]) == [[-1, 1]]
        assert distances(model, [1.0, 1.0]) == -reach
        slopes_of(model, [1.0, 1.0])


def test_a_capsule_without_length_is_a_sphere() -> None:
    q = np.random.default_rng(0).uniform(-1, 1, (50, 2))
    for other in (BALL, Capsule(0.1, 1.0), Box((1, 2, 3))):
        one, two = (distances(on_rails(x, other), q) for x in (Capsule(0.3, 0.0), Sphere(0.3)))
        np.testing.assert_allclose(one, two, rtol=0, atol=1e-15)


@pytest.mark.parametrize("scale", [1e-150, 1e-30, 1e-8, 1e8, 1e30, 1e150])
def test_tiny_and_huge_shapes_have_distances(scale: float) -> None:
    for shape, reach in ((Sphere(1), 1), (Capsule(1, 1), 1), (Box((1, 1, 1)), 0.5)):
        sizes = {key: scale * np.array(getattr(shape, key)) for key in shape.__dataclass_fields__}
        scaled = replace(shape, **{k: x.tolist() if x.ndim else float(x) for k, x in sizes.items()})
        model = on_rails(scaled, scaled)
        for at in (5.0, 0.75):
            d = distances(model, [0.0, at * scale])[0]
            assert d / scale == pytest.approx(at - 2 * reach, rel=1e-13)
            np.testing.assert_allclose(slopes_of(model, [0.0, at * scale]), [[-1, 1]], rtol=1e-15)


# --- kt.geometry


def test_placements_are_those_of_se3() -> None:
    with pytest.raises(kt.ShapeError, match=r"a placement is an ndarray; expected a kt.SE3"):
        kt.geometry.nearest(BALL, np.eye(4), BALL, kt.SE3.identity())  # pyright: ignore
    for other in (None, Sphere, Mesh("m.stl", (1.0, 1.0, 1.0), str(Path.cwd()))):
        with pytest.raises(kt.ModelError, match=r"no distance of Sphere and (NoneType|type|Mesh)"):
            kt.geometry.nearest(BALL, kt.SE3.identity(), other, kt.SE3.identity())


def test_planes_have_no_distance_of_each_other() -> None:
    with pytest.raises(kt.ModelError, match="a and b: no distance of Plane and Plane"):
        distances(on_rails(Plane(), Plane()), Q)
