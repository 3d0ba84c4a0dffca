"""The task of keeping clear of obstacles and of oneself."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final

from ..algorithms.tasks import CompiledTask, Rows
from ..collision.distances import clearance
from ..collision.pairs import NamedPair
from ..functions import algorithm, jacobian
from ..functions.signature import KNOWN
from ..geometry import PAIRS
from ..model import Model
from ..scalar.array import Array, Scalar
from ..scalar.math import maximum
from .targets import array
from .task import Shapes, Targets, Task

OBSTACLES: Final = ("spheres", "capsules", "boxes", "points", "heights", "grid")


@algorithm(
    "(nq),(),(nspheres,4),(ncapsules,7),(nboxes,10),(npoints,3),(nx,ny),(4)->()", reads=PAIRS
)
def shortfall(
    model: Model,
    q: Array,
    margin: Scalar,
    spheres: Array | None = None,
    capsules: Array | None = None,
    boxes: Array | None = None,
    points: Array | None = None,
    heights: Array | None = None,
    grid: Array | None = None,
    *,
    pairs: tuple[NamedPair, ...] | None = None,
) -> Scalar:
    """What a clearance lacks to a margin, in m; 0 where it is kept."""
    d = clearance(model, q, spheres, capsules, boxes, points, heights, grid, pairs=pairs)
    return maximum(margin - d, 0)


def clearance_task(
    model: Model,
    q: Array,
    margin: Array,
    *obstacles: Array,
    names: tuple[str, ...],
    pairs: tuple[NamedPair, ...] | None,
) -> Rows:
    """The way to where the margin is kept, along the normal of the nearest pair."""
    given = dict(zip(names, obstacles, strict=True))
    (size,) = margin.flat
    lacking = shortfall(model, q, size, **given, pairs=pairs)
    slope = jacobian(shortfall, "q")(model, q, size, **given, pairs=pairs)
    return Array([-lacking]), Array([slope])


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
        obstacles = [(array(x, getattr(self, x)), len(KNOWN[x])) for x in self._names()]
        return [(array("the margin of the clearance", self.margin), 0), *obstacles]

    def _key(self) -> Hashable:
        return self._names(), self.pairs

    def _task(self, model: Model, shapes: Shapes, weights: int) -> CompiledTask:
        keywords = ("names", self._names()), ("pairs", self.pairs)
        return CompiledTask("Clearance", clearance_task, keywords, shapes, weights)
