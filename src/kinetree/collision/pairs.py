"""Which pairs of a robot's shapes can collide."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from ..errors import ModelError, unknown
from ..model import Model
from ..model.description import Geometry

WORLD: Final = frozenset({"world", "universe"})
"""Names of the body that holds what stands around the robot."""

NamedPair = tuple[str, str]
"""The names of two collision geometries."""


def pairs(model: Model) -> tuple[NamedPair, ...]:
    """All pairs of collision geometries that can collide, by their names, in the model's order.

    Left out are pairs on one body, on a body and its parent (but for the world), and those of
    bodies in `model.disabled_collisions`, which a SRDF's `<disable_collisions>` and an MJCF's
    `<exclude>` name.

    >>> import kinetree as kt
    >>> robot, ball = kt.ModelBuilder("two balls on rails"), kt.shapes.Sphere(0.1)
    >>> for x in ("a", "b"):
    ...     robot.add_body(x, joint=kt.Prismatic("x"))
    ...     robot.add_geometry(x, parent=x, shape=ball, kind="collision")
    >>> kt.collision.pairs(robot.build())
    (('a', 'b'),)
    """
    disabled = {frozenset(bodies[:2]) for bodies in model.disabled_collisions}
    return tuple(
        (a.name, b.name)
        for a, b in combinations(colliding(model), 2)
        if not _adjacent(model, a, b) and frozenset((a.body, b.body)) not in disabled
    )


def colliding(model: Model) -> list[Geometry]:
    """The collision geometries of a model."""
    return [x for x in model.geometries if x.kind == "collision"]


def _adjacent(model: Model, a: Geometry, b: Geometry) -> bool:
    """Whether shapes are on one body, or on a body and its parent, which is not the world."""
    i, j = a.joint, b.joint
    if i == j:
        return True
    return not {a.body, b.body} & WORLD and (model.parents[i] == j or model.parents[j] == i)


def resolved(model: Model, named: Sequence[NamedPair] | None) -> list[tuple[Geometry, Geometry]]:
    """The geometries of pairs, all that can collide by default. Raises ModelError for others."""
    shapes = {x.name: x for x in colliding(model)}
    watched: list[tuple[Geometry, Geometry]] = []
    for names in pairs(model) if named is None else named:
        if isinstance(names, str) or len(names) != 2:
            raise ModelError(f"pairs has {names!r}; expected the names of two geometries.")
        for name in names:
            if name not in shapes:
                raise ModelError(f"{model.name}: {unknown('collision geometry', name, shapes)}")
        watched.append((shapes[names[0]], shapes[names[1]]))
    if not watched:
        raise ModelError(
            f"{model.name} has no pairs of collision geometries that can collide. Add shapes with "
            "kt.ModelBuilder.add_geometry(..., kind='collision'), or pass pairs=."
        )
    return watched
