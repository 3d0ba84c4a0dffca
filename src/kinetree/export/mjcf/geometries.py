"""The geoms of an MJCF, and which of them collide."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from itertools import combinations
from math import inf
from pathlib import Path
from typing import Any, Final, TypeAlias, cast
from xml.etree.ElementTree import Element, SubElement

import numpy as np

from ...collision.pairs import colliding, pairs, surface
from ...errors import ModelError
from ...formats.urdf.links import free_name
from ...formats.xml import text_of
from ...model import Geometry, Model, PairSurface, shapes
from ...spatial import SE3
from .bodies import IDENTITY, Bodies, Lost, placed, softness_attributes

MESHES: Final = (".stl", ".obj", ".msh")
"""The files that MuJoCo reads."""
MOST_FACES: Final = 200_000
Geom: TypeAlias = tuple[dict[str, str], SE3]
"""The attributes of a geom, and its placement in the geometry's frame."""
BOTTOM: Final = 1.0
"""How far a height field reaches below its lowest point, in m."""


def add_geometries(model: Model, bodies: Bodies, asset: Element, lost: Lost) -> dict[str, str]:
    """Add the geoms, one for what is seen and collides; returns the body of each that collides."""
    taken, holders = {*colliding(model)}, dict[str, str]()
    both = {_look(g) for g in model.geometries if g.kind == "collision"}
    seen = {_look(g) for g in model.geometries if g.kind == "visual"}
    for g in model.geometries:
        if g.kind == "visual" and _look(g) in both:
            continue
        grounded = not g.joint or not isinstance(g.shape, shapes.Plane | shapes.HeightField)
        write = GEOMS.get(type(g.shape)) if grounded else None
        written = write(g.shape, asset) if write else None
        if written is None:
            lost["shapes"].append(g.name)
            continue
        attributes, inner = written
        body, place = bodies.places.get(g.body, (None, IDENTITY))
        if body is None or (g.joint and body is bodies.main[0]):
            body, place = bodies.main[g.joint], bodies.inner[g.joint]
        geom = placed(body, "geom", place.inverse() @ g.placement @ inner, **attributes)
        if g.color is not None:
            geom.set("rgba", text_of(*g.color))
        if g.kind == "visual":
            geom.attrib |= {"name": free_name(g.name, taken), "contype": "0", "conaffinity": "0"}
            continue
        masks = {"contype": f"{g.contype}", "conaffinity": f"{g.conaffinity}"}
        group = "0" if _look(g) in seen else "3"
        geom.attrib |= masks | _surface(g, g.friction) | {"name": g.name, "group": group}
        holders[g.name] = body.get("name", "world")
    return holders


def _surface(x: Geometry | PairSurface, friction: Sequence[float]) -> dict[str, str]:
    margin, condim, soft = text_of(x.margin), f"{x.condim}", x.softness
    values = {"friction": text_of(*friction), "condim": condim, "margin": margin}
    if soft is not None and x.stiffness == inf:
        values |= softness_attributes(soft)
        if isinstance(x, Geometry):
            values |= {"solmix": text_of(soft.solmix), "priority": f"{soft.priority}"}
    return values


def _look(g: Geometry) -> tuple[object, ...]:
    return g.name, g.body, g.shape, str(g.placement), g.color


def _sized(shape: shapes.Sized, _: Element) -> Geom | None:
    sizes, kind = np.array(shape.sizes), type(shape).__name__.lower()
    halved = [isinstance(shape, shapes.Box) or x.name == "length" for x in fields(cast(Any, shape))]
    sizes /= 1 + np.resize(halved, sizes.shape)
    return ({"type": kind, "size": text_of(*sizes)}, IDENTITY) if sizes.all() else None


def _field(shape: shapes.HeightField, asset: Element) -> Geom:
    x, y, dx, dy = shape.grid
    heights = np.array(shape.heights)
    rx, ry = ((n - 1) * d / 2 for n, d in zip(heights.shape, (dx, dy), strict=True))
    inner = SE3(np.eye(3), [x + rx, y + ry, heights.min()])
    content = {"size": text_of(rx, ry, np.ptp(heights) or 1.0, BOTTOM)}
    content |= {"ncol": f"{heights.shape[0]}", "nrow": f"{heights.shape[1]}"}
    content["elevation"] = text_of(*heights.T[::-1].flat)
    return _named(asset, "hfield", content), inner


def _mesh(shape: shapes.Mesh, asset: Element) -> Geom | None:
    """None for a file that is not there, or that MuJoCo cannot read."""
    try:
        path = Path(shape.path).absolute()
    except ModelError:
        return None
    known = path.suffix.lower() in MESHES and all(shape.scale)
    if path.suffix.lower() == ".stl":  # MuJoCo reads binary ones
        with path.open("rb") as file:
            count = int.from_bytes(file.read(84)[80:], "little")
        known &= 1 <= count <= MOST_FACES and path.stat().st_size >= 84 + 50 * count
    content = {"file": str(path), "scale": text_of(*shape.scale), "inertia": "shell"}
    return (_named(asset, "mesh", content), IDENTITY) if known else None


def _convex(shape: shapes.Convex, asset: Element) -> Geom:
    content = {"vertex": text_of(*np.ravel(shape.vertices)), "inertia": "shell"}
    return _named(asset, "mesh", content), IDENTITY


def _named(asset: Element, kind: str, content: dict[str, str]) -> dict[str, str]:
    """The attributes of a geom of an asset, which is added unless there is one like it."""
    known = (x.attrib["name"] for x in asset.iter(kind) if content.items() <= x.attrib.items())
    name = next(known, f"{kind}{len(asset)}")
    if name == f"{kind}{len(asset)}":
        SubElement(asset, kind, content, name=name)
    return {"type": kind, kind: name}


GEOMS: Final[dict[type, Callable[[Any, Element], Geom | None]]] = {
    **dict.fromkeys(
        (shapes.Sphere, shapes.Ellipsoid, shapes.Box, shapes.Cylinder, shapes.Capsule), _sized
    ),
    shapes.Plane: lambda x, asset: ({"type": "plane", "size": "0 0 1"}, IDENTITY),
    shapes.HeightField: _field,
    shapes.Mesh: _mesh,
    shapes.Convex: _convex,
}
"""The geom of a shape by its kind: a function of the shape and of the element of assets."""


def add_contacts(
    model: Model, bodies: Bodies, holders: Mapping[str, str], contact: Element, lost: Lost
) -> None:
    """Add what makes MuJoCo's pairs the model's: excluded bodies, and pairs of geoms."""
    names = {name: body.get("name", "world") for name, (body, _) in bodies.places.items()}
    disabled = [pair[:2] for pair in model.disabled_collisions]
    excluded = {frozenset((names.get(a, ""), names.get(b, ""))) for a, b in disabled}
    lost["disabled collisions"] += {x for pair in disabled for x in pair if x not in names}
    named = colliding(model)
    wanted, colliders = set(pairs(model)), [x for x in named.values() if x.name in holders]
    own = {frozenset((x.first, x.second)) for x in model.pair_surfaces}
    default = set[tuple[str, str]]()
    for a, b in combinations(colliders, 2):
        i, j = (bodies.main[x.joint] for x in (a, b))
        near = bodies.above.get(i) is j or bodies.above.get(j) is i
        if i is not j and not near and a.contype & b.conaffinity | b.contype & a.conaffinity:
            default.add((a.name, b.name))
    excluded |= {frozenset((holders[a], holders[b])) for a, b in default - wanted}
    for x in sorted(map(sorted, excluded)):
        if len(x) == 2 and all(x):
            SubElement(contact, "exclude", body1=x[0], body2=x[1])
    for a, b in pairs(model):
        if a in holders and b in holders:
            both = frozenset((holders[a], holders[b]))
            if (a, b) not in default or both in excluded or frozenset((a, b)) in own:
                touching = surface(model, named[a], named[b])
                friction = [touching.friction[k] for k in (0, 0, 1, 2, 2)]
                if touching.second_friction is not None:
                    friction[1] = touching.second_friction
                SubElement(contact, "pair", _surface(touching, friction), geom1=a, geom2=b)
