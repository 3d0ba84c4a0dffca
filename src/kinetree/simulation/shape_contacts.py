"""Contacts of a robot's shapes, with each other and with the ground: where and how they touch."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from numbers import Real
from typing import Any, Final, Literal, NamedTuple, get_args

from ..collision.pairs import NamedPair, colliding, resolved, surface
from ..collision.pairs import pairs as all_pairs
from ..collision.placed import Placed, in_world
from ..errors import ModelError, ShapeError, errors_at, unknown, warn
from ..geometry import PAIRS, Nearest
from ..geometry.manifolds import contact_points, number_of_points
from ..model import Model, ShapeContact, expect_model
from ..model.parts import Geometry, check_condim, check_spring, numbers_of
from ..model.shapes import HeightField, Plane
from ..scalar.array import Array, Scalar
from ..spatial import SE3
from .integrators import Problem

Ground = Literal["plane", "terrain"]
_GROUNDS: Final[Mapping[Ground, Plane | HeightField]] = {
    "plane": Plane(),
    "terrain": HeightField(((0.0, 0.0), (0.0, 0.0)), (0.0, 0.0, 1.0, 1.0)),
}
"""Their shapes; that of a terrain comes with the step."""


def contacts(
    model: Model,
    pairs: tuple[NamedPair, ...] | None = None,
    *,
    ground: Ground | None = None,
    on_ground: tuple[str, ...] | None = None,
    friction: float | tuple[float, float] | None = None,
    stiffness: float | None = None,
    damping: float | None = None,
    condim: int | None = None,
) -> tuple[ShapeContact, ...]:
    """The contacts of a robot's shapes for `kt.simulation`: points of a fixed number for each pair.

    `pairs` are names of collision geometries, by default all of `kt.collision.pairs`: those on the
    body "world" are its floor and its obstacles. `ground` "plane" adds the plane z = 0, "terrain" a
    `kt.Terrain`, an operand of steps, beside a floor (a warning says so); `on_ground` names shapes
    that touch it, by default all that move. A contact is one of the points where its pair touches:

    - of a sphere, and of two capsules, the nearest one;
    - of a capsule two on the ground or a plane, three on a box or a cylinder;
    - of a box, a cylinder or a polyhedron four on the ground or a plane; of two boxes eight.

    Coefficients of friction are the larger of both geometries', or `friction` for sliding: one
    number, or two of an ellipse in the contact's plane: along what is nearest to the world's y
    axis, or to its z axis where the normal is within 60 degrees of y, and across it. The `friction`
    of a step has no direction. The larger `condim` of both, or this one, says which count: 1 none,
    3 sliding, 4 also torsional friction, a moment about the normal, 6 also rolling friction, a
    moment in the plane; each is at most its coefficient, in m, times the normal force. A contact is
    rigid, or a spring with a damper where a geometry has a finite stiffness: those of both in
    series, or `stiffness` in N/m and `damping` in N s/m, of each point; or as soft as the
    `kt.Softness` of geometries says, as of an MJCF's. Its force is that at the
    end of a step, stable for any, and never pulls. `model.pair_surfaces`, as of an MJCF's `<pair>`,
    are in place of both geometries'. Pairs without closed form, as of meshes, are left out with a
    warning. Raises ModelError for those if they are named, for names that no collision geometry
    has, for a spring or a condim that is none, and for no contact at all.

    >>> import kinetree as kt
    >>> crate = kt.ModelBuilder("crate")
    >>> crate.add_body("crate", joint=kt.FreeFlyer())
    >>> box = kt.shapes.Box((1, 1, 1))
    >>> crate.add_geometry("crate", parent="crate", shape=box, kind="collision")
    >>> len(kt.contacts(crate.build(), ground="plane"))
    4
    """
    expect_model("contacts", model)
    if ground not in (None, *get_args(Ground)):
        raise ShapeError(f"contacts: {unknown('ground', ground, get_args(Ground))}")
    if on_ground is not None and ground is None:
        raise ShapeError("contacts: on_ground= without ground='plane' or 'terrain'; give both.")
    sliding = _sliding(friction)
    if condim is not None:
        check_condim("contacts", condim)
    shapes = colliding(model)
    names = computable(model) if pairs is None else pairs
    own = resolved(model, tuple(names)) if names else []
    touching: list[tuple[Geometry, Geometry | Ground]] = [*own]
    if ground is not None:
        floors = [x.name for pair in own for x in pair if isinstance(x.shape, Plane | HeightField)]
        if floors and pairs is None:
            warn(f"contacts: {floors[0]!r} stays beside ground={ground!r}; give pairs= without it.")
        moving = [name for name, x in shapes.items() if x.joint]
        for name in moving if on_ground is None else on_ground:
            if name not in shapes:
                raise ModelError(f"{model.name}: {unknown('collision geometry', name, shapes)}")
            touching.append((shapes[name], ground))
    if not touching:
        raise ModelError(
            f"{model.name} has no contacts of collision geometries; add some with "
            "kt.ModelBuilder.add_geometry(..., kind='collision'), give ground='plane', or name "
            "frames: contacts=(kt.Contact(frame),)."
        )
    if stiffness == inf and damping is None:
        damping = 0.0
    spring = {"stiffness": stiffness, "damping": damping}
    changed: dict[str, Any] = {name: x for name, x in spring.items() if x is not None}
    if stiffness is not None:
        changed["softness"] = None
    points = [x for a, b in touching for x in _points(model, a, b, sliding, condim)]
    points = [replace(x, **changed) for x in points]
    for x in points:
        check_spring(f"contacts: {x.label}", x.stiffness, x.damping)
    return tuple(points)


def computable(model: Model) -> list[NamedPair]:
    """All pairs with a distance in closed form; warns of the others."""
    shapes, names, left_out = colliding(model), list[NamedPair](), list[NamedPair]()
    for a, b in all_pairs(model):
        kinds = type(shapes[a].shape), type(shapes[b].shape)
        (names if {kinds, kinds[::-1]} & PAIRS.keys() else left_out).append((a, b))
    if left_out:
        kinds = sorted({type(shapes[x].shape).__name__ for pair in left_out for x in pair})
        a, b = left_out[0]
        warn(
            f"contacts: {model.name} has {len(left_out)} pairs of shapes without contacts here, "
            f"as {a} and {b} (of {', '.join(kinds)}): kt.collision.with_spheres(model) covers "
            "shapes by spheres, pairs= lists what you need."
        )
    return names


def _sliding(friction: object) -> tuple[float, float | None] | None:
    """A coefficient that is given, and a second one."""
    if friction is None:
        return None
    one = not isinstance(friction, bool) and isinstance(friction, Real)
    match numbers_of([friction] * 2 if one else friction):
        case (first, second) if 0 <= first < inf and 0 <= second < inf:
            return first, None if one else second
        case _:
            raise ShapeError(
                f"contacts: friction is {friction!r}; expected a number, 0 or more, or two."
            )


def _points(
    model: Model,
    a: Geometry,
    b: Geometry | Ground,
    given: tuple[float, float | None] | None,
    condim: int | None,
) -> list[ShapeContact]:
    """The contacts of a pair."""
    name = b if isinstance(b, str) else b.name
    other = _GROUNDS[b] if isinstance(b, str) else b.shape
    with errors_at(f"{model.name}: {a.name} and {name}"):
        count = number_of_points(a.shape, other)
    both = surface(model, a, *(() if isinstance(b, str) else [b]))
    dimension, (first, *moments) = condim or both.condim, both.friction
    first, second = (first, both.second_friction) if given is None else given
    obeyed = zip((first, *moments), (3, 4, 6), strict=True)
    mu, *moments = (x if dimension >= least else 0.0 for x, least in obeyed)
    numbers = mu, both.stiffness, both.damping, both.margin, *moments
    second = second if dimension >= 3 else None
    own = a.name, name, isinstance(b, str), 0, *numbers
    one = ShapeContact(*own, second_friction=second, softness=both.softness)
    return [replace(one, point=k) for k in range(count)]


def bodies_of(model: Model, contact: ShapeContact) -> tuple[Geometry, Geometry | None]:
    """The geometries of a contact; None is the ground. Raises ModelError for another model's."""
    shapes = colliding(model)
    for name in (contact.first, contact.second)[: 1 if contact.on_ground else 2]:
        if name not in shapes:
            raise ModelError(
                f"{contact.label} is no contact of {model.name}: "
                f"{unknown('collision geometry', name, shapes)}"
            )
    return shapes[contact.first], None if contact.on_ground else shapes[contact.second]


class Point(NamedTuple):
    """A point of contact: of the bodies of two joints, at its place in the world."""

    gap: Scalar
    place: Array
    normal: Array
    """Out of the second body."""
    joints: tuple[int, int]


def grounds(problem: Problem) -> dict[str, Placed]:
    """What stands for the ground in contacts, by its kind."""
    ground = {"plane": Placed(Plane(), SE3.identity())}
    if problem.terrain is not None:
        ground["terrain"] = Placed(problem.terrain.field, SE3.identity())
    return ground


def points_of_shapes(
    problem: Problem, T: Mapping[int, SE3], requested: Sequence[ShapeContact]
) -> list[Point]:
    """The points of contacts for the placements of joints."""
    ground = grounds(problem)
    of_pairs: dict[tuple[str, str, bool], list[Nearest]] = {}
    points: list[Point] = []
    for x in requested:
        first, second = bodies_of(problem.model, x)
        names = x.first, x.second, x.on_ground
        if names not in of_pairs:
            other = in_world(second, T) if second else ground[x.second]
            of_pairs[names] = contact_points(*in_world(first, T), *other)
        gap, place, _, normal = of_pairs[names][x.point]
        joints = first.joint, second.joint if second else 0
        points.append(Point(gap - x.margin, place, -normal, joints))
    return points
