"""Which pairs of a robot's shapes can collide."""

from collections.abc import Sequence
from itertools import combinations
from math import inf
from typing import Final, cast

from ..errors import ModelError, unknown
from ..model import Model, expect_model
from ..model.parts import Geometry, PairSurface
from ..model.softness import mixed

WORLD: Final = frozenset({"world", "universe"})
"""Names of the body that holds what stands around the robot."""

NamedPair = tuple[str, str]
"""The names of two collision geometries."""


def pairs(model: Model) -> tuple[NamedPair, ...]:
    """All pairs of collision geometries that can collide, by their names, in the model's order.

    Left out are pairs on one body, on a body and its parent (but for the world), those of bodies in
    `model.disabled_collisions`, which a SRDF's `<disable_collisions>` and an MJCF's `<exclude>`
    name, and those whose `contype` and `conaffinity` have no bit in common. Pairs of
    `model.collision_pairs` are always there: an MJCF's `<pair>`, and, as in MuJoCo, the shapes of
    a fixed base and of the bodies on it.

    >>> import kinetree as kt
    >>> robot, ball = kt.ModelBuilder("two balls on rails"), kt.shapes.Sphere(0.1)
    >>> for x in ("a", "b"):
    ...     robot.add_body(x, joint=kt.Prismatic("x"))
    ...     robot.add_geometry(x, parent=x, shape=ball, kind="collision")
    >>> kt.collision.pairs(robot.build())
    (('a', 'b'),)
    """
    expect_model("pairs", model)
    disabled = {frozenset(bodies[:2]) for bodies in model.disabled_collisions}
    always = {frozenset(names) for names in model.collision_pairs}
    parents = _parents(model)

    def can_collide(a: Geometry, b: Geometry) -> bool:
        i, j = a.joint, b.joint
        near = not {a.body, b.body} & WORLD and (parents[i] == j or parents[j] == i)
        masks = a.contype & b.conaffinity | b.contype & a.conaffinity
        return bool(i != j and not near and masks) and frozenset((a.body, b.body)) not in disabled

    return tuple(
        (a.name, b.name)
        for a, b in combinations(colliding(model).values(), 2)
        if can_collide(a, b) or frozenset((a.name, b.name)) in always
    )


def colliding(model: Model) -> dict[str, Geometry]:
    """The collision geometries of a model by name; raises ModelError for two of one name."""
    shapes = [x for x in model.geometries if x.kind == "collision"]
    named = {x.name: x for x in shapes}
    if len(named) < len(shapes):
        twice = next(x.name for x in shapes if named[x.name] is not x)
        raise ModelError(
            f"{model.name}: two collision geometries are called {twice!r}; rename one, or give the "
            "names of a robot that is appended a prefix."
        )
    return named


def surface(model: Model, *shapes: Geometry) -> PairSurface:
    """How two geometries, or one and the ground, touch: as the model's pair does, or they together.

    Together they have the larger coefficients and condim, both margins, and their springs in
    series; where these are rigid, their softness as MuJoCo mixes it. The coefficients, condim and
    softness of one with a higher priority count alone.
    """
    names = {x.name for x in shapes}
    for own in reversed(model.pair_surfaces):
        if {own.first, own.second} == names:
            return own
    priorities = [x.softness.priority if x.softness else 0 for x in shapes]
    first = [x for x, y in zip(shapes, priorities, strict=True) if y == max(priorities)]
    sliding, torsional, rolling = (max(x) for x in zip(*(x.friction for x in first), strict=True))
    margin, condim = sum(x.margin for x in shapes), max(x.condim for x in first)
    stiffness, damping = _in_series(shapes)
    soft = [x.softness for x in shapes if x.softness]
    softness = mixed(soft).of_contact(sliding, condim) if soft and stiffness == inf else None
    numbers = (sliding, torsional, rolling), stiffness, damping, margin, condim
    return PairSurface(shapes[0].name, shapes[-1].name, *numbers, softness=softness)


def _in_series(shapes: Sequence[Geometry]) -> tuple[float, float]:
    """The stiffness and the damping of springs with dampers, by the mean of their times."""
    softness = sum(1 / x.stiffness for x in shapes)
    if not softness:
        return inf, 0.0
    time = sum(x.damping / x.stiffness / x.stiffness for x in shapes) / softness
    return 1 / softness, time / softness


def _parents(model: Model) -> list[int]:
    """The joint of the body that carries each; a joint can have none, as all but the last in a row.

    MuJoCo's bodies on several joints are such.
    """
    bodies = {0, *(x.joint for x in model.frames if x.kind == "body")}
    parents = [0]
    for i in map(int, model.parents[1:]):
        parents.append(i if i in bodies else parents[i])
    return parents


def resolved(model: Model, named: tuple[NamedPair, ...] | None) -> list[tuple[Geometry, Geometry]]:
    """The geometries of pairs, all that can collide by default. Raises ModelError for others."""
    shapes, watched = colliding(model), list[tuple[Geometry, Geometry]]()
    if named == ():
        raise ModelError("pairs is empty; leave it out for all that can collide.")
    named = pairs(model) if named is None else named
    if not isinstance(named, tuple):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ModelError(f"pairs is {named!r}; expected a tuple of pairs of names, or None.")
    for names in cast(tuple[object, ...], named):
        match names:
            case (str(one), str(other)) if one != other:
                pass
            case _:
                raise ModelError(
                    f"pairs has {names!r}; expected the names of two geometries, in a tuple."
                )
        for name in (one, other):
            if name not in shapes:
                raise ModelError(f"{model.name}: {unknown('collision geometry', name, shapes)}")
        watched.append((shapes[one], shapes[other]))
    if not watched:
        raise ModelError(
            f"{model.name} has no pairs of collision geometries that can collide. Add shapes with "
            "kt.ModelBuilder.add_geometry(..., kind='collision'), or pass pairs=."
        )
    return watched
