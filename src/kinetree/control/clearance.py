"""The task of keeping clear of obstacles and of oneself."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Final

from ..algorithms.tasks import CompiledTask, Rows
from ..collision.distances import clearance
from ..collision.pairs import NamedPair
from ..collision.point_trees import check_tree
from ..functions import Algorithm, jacobian
from ..functions.signature import KNOWN
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import maximum, where
from .targets import array
from .task import Shapes, Targets, Task

OBSTACLES: Final = ("spheres", "capsules", "boxes", "points", "heights", "grid")


def clearance_task(
    model: Model,
    q: Array,
    margin: Array,
    *obstacles: Array,
    algorithm: Algorithm,
    names: tuple[str, ...],
    pairs: tuple[NamedPair, ...] | None,
) -> Rows:
    """The way to where the margin is kept, along the normal of the nearest pair.

    `algorithm` is `kt.collision.clearance`: named here, its pairs are part of a kernel's key.
    """
    around = dict(zip(names, obstacles, strict=True))
    (size,) = margin.flat
    lacking = maximum(size - algorithm(model, q, **around, pairs=pairs), 0)
    slope = jacobian(algorithm, "q")(model, q, **around, pairs=pairs)
    return Array([-lacking]), Array([where(lacking > 0, -slope, 0)])


@dataclass(frozen=True, eq=False)
class Clearance(Task):
    """At least this distance, in m, between shapes that can collide, and to obstacles.

    Its error is what the smallest distance lacks. `pairs` are those of `kt.collision.distances`;
    obstacles, with batch axes, those of `kt.collision.obstacle_distances`.

    >>> import kinetree as kt
    >>> rail = kt.ModelBuilder("a ball on a rail")
    >>> rail.add_body("a", joint=kt.Prismatic("x"))
    >>> rail.add_geometry("a", parent="a", shape=kt.shapes.Sphere(0.25), kind="collision")
    >>> clear = kt.tasks.Clearance(0.05, spheres=[[0.1, 0, 0, 0.5]])
    >>> kt.inverse_kinematics(rail.build(), [clear], [0.0]).q.round(6).tolist()
    [-0.7]
    """

    margin: object
    spheres: object = None
    capsules: object = None
    boxes: object = None
    points: object = None
    heights: object = None
    grid: object = None
    pairs: tuple[NamedPair, ...] | None = field(default=None, kw_only=True)
    function = staticmethod(clearance_task)

    def _names(self) -> tuple[str, ...]:
        return tuple(name for name in OBSTACLES if getattr(self, name) is not None)

    def _targets(self, model: Model) -> Targets:
        points: Any = self.points
        check_tree("the clearance", points)
        obstacles = [(array(x, getattr(self, x)), len(KNOWN[x])) for x in self._names()]
        return [(array("the margin of the clearance", self.margin), 0), *obstacles]

    def _key(self) -> Hashable:
        return self._names(), self.pairs

    def _task(self, model: Model, shapes: Shapes, weights: int) -> CompiledTask:
        own = ("names", self._names()), ("pairs", self.pairs)
        keywords = ("algorithm", clearance), *own
        return CompiledTask("Clearance", clearance_task, keywords, shapes, weights)
