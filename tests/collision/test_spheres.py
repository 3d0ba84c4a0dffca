"""Models of spheres: they cover the shapes, and reach no farther beyond them than they say."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

import kinetree as kt
from kinetree.model.shapes import Box, Capsule, Cylinder, Ellipsoid, Mesh, Plane, Shape, Sphere

coal = pytest.importorskip("coal")
RNG = np.random.default_rng(0)

SHAPES: dict[str, Shape] = {
    "box": Box((0.4, 0.1, 0.15)),
    "flat box": Box((0.3, 0.2, 0)),
    "stick": Box((0.4, 0, 0)),
    "point": Box((0, 0, 0)),
    "capsule": Capsule(0.05, 0.4),
    "ball": Capsule(0.05, 0),
    "line": Capsule(0, 0.3),
    "cylinder": Cylinder(0.05, 0.1),
    "disc": Cylinder(0.08, 0),
    "ellipsoid": Ellipsoid((0.1, 0.05, 0.03)),
}


def scaled(shape: Shape, size: float) -> Shape:
    values = [np.multiply(getattr(shape, x), size).tolist() for x in shape.__dataclass_fields__]
    return type(shape)(*values)


def one(shape: Shape, placement: kt.SE3 | None = None) -> kt.Model:
    builder = kt.ModelBuilder("one")
    builder.add_body("body", joint=kt.FreeFlyer())
    place = placement or kt.SE3.identity()
    builder.add_geometry("it", parent="body", shape=shape, placement=place, kind="collision")
    return builder.build()


def spheres(model: kt.Model) -> tuple[Any, Any]:
    """Centres and radii, in the frame of the body."""
    balls = [x for x in model.geometries if isinstance(x.shape, Sphere)]
    centres = np.array([np.asarray(x.placement.translation, float) for x in balls])
    return centres, np.array([x.shape.radius for x in balls])


def points_of(shape: Shape, count: int) -> Any:
    """Points inside a box or a capsule, on the surface of others."""
    x = RNG.uniform(-1, 1, (count, 3))
    x[:8] = np.stack(np.meshgrid(*[[-1, 1]] * 3), -1).reshape(-1, 3)  # corners too
    directions = RNG.normal(size=(count, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    match shape:
        case Box():
            return x * np.array(shape.size) / 2
        case Capsule():
            x[:, :2] = 0
            return x * shape.length / 2 + directions * shape.radius
        case Ellipsoid():
            return directions * shape.radii
        case Cylinder():
            angle, r = RNG.uniform(0, 2 * np.pi, count), np.sqrt(RNG.uniform(size=count))
            side = RNG.uniform(size=count) < 0.5
            r, z = np.where(side, 1, r) * shape.radius, np.where(side, x[:, 2], np.sign(x[:, 2]))
            return np.stack([r * np.cos(angle), r * np.sin(angle), z * shape.length / 2], 1)
    raise AssertionError(shape)


def are_covered(points: Any, centres: Any, radii: Any) -> bool:
    outside = np.linalg.norm(points[:, None] - centres, axis=-1) - radii
    return bool((outside.min(1) <= 1e-9 * radii.max()).all())


def reach(shape: Shape, centres: Any, radii: Any, count: int = 4000) -> float:
    """The largest distance of points on the spheres from a convex shape, by coal."""
    directions = np.concatenate([RNG.normal(size=(count, 3)), np.eye(3), -np.eye(3)])
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    k = RNG.integers(len(radii), size=len(directions))
    k[-6:] = np.argmax(radii)
    points = centres[k] + radii[k, None] * directions
    peer = getattr(coal, type(shape).__name__)(*np.hstack([*map(np.ravel, sizes(shape))]).tolist())
    dot, still, far = coal.Sphere(0.0), coal.Transform3s(), 0.0
    for p in points:
        there = coal.Transform3s(np.eye(3), p)
        far = max(
            far,
            coal.distance(peer, still, dot, there, coal.DistanceRequest(), coal.DistanceResult()),
        )
    return far


def sizes(shape: Shape) -> list[Any]:
    return [getattr(shape, x) for x in shape.__dataclass_fields__]


@pytest.mark.parametrize("size", [0.01, 1.0, 100.0])
@pytest.mark.parametrize("name", SHAPES)
def test_shapes_are_covered_and_errors_are_bounds(name: str, size: float) -> None:
    shape, tolerance = scaled(SHAPES[name], size), 0.02 * size
    result = kt.collision.with_spheres(one(shape), tolerance=tolerance)
    centres, radii = spheres(result.model)
    assert are_covered(points_of(shape, 5000), centres, radii)
    assert 0 <= result.errors["it"] <= tolerance * (1 + 1e-9)
    assert len(radii) <= 80
    far = reach(shape, centres, radii)
    assert far <= result.errors["it"] + 2e-6 * max(size, 0.1)
    if name in ("box", "capsule") and size == 1.0:
        assert far > 0.5 * result.errors["it"], "the bound is attained"


def test_fewer_spheres_for_larger_tolerances_and_none_for_too_many() -> None:
    sizes = [
        len(spheres(kt.collision.with_spheres(one(SHAPES["box"]), tolerance=x).model)[1])
        for x in (0.01, 0.02, 0.05, 0.5)
    ]
    assert sizes == sorted(sizes, reverse=True) and sizes[-1] == 1 and sizes[1] < 50
    for name in ("box", "capsule", "cylinder"):
        with pytest.raises(kt.ModelError, match=r"one: it: .*pass a larger"):
            kt.collision.with_spheres(one(SHAPES[name]), tolerance=1e-7)
    for wrong in (0, -1.0, float("nan")):
        with pytest.raises(kt.ShapeError, match="expected a length > 0, in m"):
            kt.collision.with_spheres(one(SHAPES["box"]), tolerance=wrong)


@pytest.mark.parametrize(("mirrored", "inverted"), [(1, False), (-1, False), (1, True)])
def test_meshes_are_covered(tmp_path: Path, mirrored: int, inverted: bool) -> None:
    """A torus, which is not convex: its distance is known."""
    torus = trimesh.creation.torus(0.2, 0.05, major_sections=64, minor_sections=32)
    if inverted:
        torus.invert()
    torus.export(tmp_path / "torus.stl")
    mesh = Mesh(str(tmp_path / "torus.stl"), scale=(mirrored, 1, 1))
    result = kt.collision.with_spheres(one(mesh), tolerance=0.02)
    centres, radii = spheres(result.model)
    points, _ = trimesh.sample.sample_surface(torus, 5000, seed=0)
    points[:, 0] *= mirrored
    assert are_covered(points, centres, radii)
    directions = RNG.normal(size=(50_000, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    k = RNG.integers(len(radii), size=len(directions))
    x = centres[k] + radii[k, None] * directions
    far = np.hypot(np.hypot(x[:, 0], x[:, 1]) - 0.2, x[:, 2]) - 0.05
    assert far.max() <= result.errors["it"] + 1e-3 <= 0.021 + 1e-9, "1e-3: of the facets"
    assert len(radii) < 40


def test_open_and_flat_meshes_are_covered(tmp_path: Path) -> None:
    for name, corners in (("flat", [0, 0, 0, 0]), ("folded", [0, 0.05, 0, 0.05])):
        grid = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 10
        sheet = trimesh.Trimesh(np.column_stack([grid, corners]), [[0, 1, 2], [0, 2, 3]])
        sheet.export(tmp_path / f"{name}.stl")
        mesh = Mesh(str(tmp_path / f"{name}.stl"))
        centres, radii = spheres(kt.collision.with_spheres(one(mesh), tolerance=0.03).model)
        assert are_covered(trimesh.sample.sample_surface(sheet, 2000, seed=0)[0], centres, radii)


def test_names_places_and_what_stays(tmp_path: Path) -> None:
    builder = kt.ModelBuilder("rod in a room")
    builder.add_body("rod", joint=kt.FreeFlyer())
    place = kt.SE3.from_matrix(kt.se3.exp([0.1, 0.2, 0.3, 1, 2, 3]))
    shape = SHAPES["capsule"]
    builder.add_geometry("rod", parent="rod", shape=shape, placement=place, kind="collision")
    builder.add_geometry("seen", parent="rod", shape=shape)
    builder.add_geometry("tip", parent="rod", shape=Sphere(0.1), kind="collision")
    builder.add_geometry("floor", parent="world", shape=Plane(), kind="collision")
    builder.add_geometry("wall", parent="world", shape=Box((4, 4, 0.1)), kind="collision")
    robot = builder.build()
    result = kt.collision.with_spheres(robot, tolerance=0.02)
    names = [x.name for x in result.model.geometries]
    assert names[0] == "rod sphere 0" and names[-4:] == ["seen", "tip", "floor", "wall"]
    assert set(result.errors) == {"rod"} and {x.body for x in result.model.geometries[:3]} == {
        "rod"
    }
    centres, radii = spheres(result.model.replace(geometries=result.model.geometries[:-4]))
    inside = (
        points_of(shape, 2000) @ np.asarray(place, float)[:3, :3].T
        + np.asarray(place, float)[:3, 3]
    )
    assert are_covered(inside, centres, radii)
    q = kt.random_configuration(robot, 50, rng=np.random.default_rng(1))
    exact = kt.collision.clearance(robot, q)
    covered = kt.collision.clearance(result.model, q)
    gap, apart = exact - covered, exact > 0
    assert apart.sum() > 5 and (gap[apart] > -1e-12).all() and (covered[~apart] <= 0).all()
    assert (gap[apart] <= result.errors["rod"] + 1e-12).all() and gap.max() > 1e-4
    kt.save(result.model, tmp_path / "spheres.json")
    assert kt.load(tmp_path / "spheres.json") == result.model
    with pytest.raises(kt.ModelError, match=r"one: it: the mesh 'lost.stl' is in none"):
        kt.collision.with_spheres(one(Mesh("lost.stl", folder=str(tmp_path))), tolerance=0.1)
