"""The task of keeping clear of obstacles and of oneself."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Final, cast

from ..algorithms.tasks import CompiledTask, Rows
from ..collision.distances import clearance
from ..collision.obstacles import Obstacles
from ..collision.pairs import NamedPair
from ..collision.point_trees import check_tree
from ..functions import Algorithm, jacobian
from ..functions.groups import Group
from ..functions.signature import KNOWN
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import maximum, where
from .targets import array
from .task import Shapes, Targets, Task

_OBSTACLES: Final = cast(Group, Group.of(Obstacles))


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
    around = _OBSTACLES.made(dict(zip(names, obstacles, strict=True)))
    (size,) = margin.flat
    lacking = maximum(size - algorithm(model, q, around, pairs=pairs), 0)
    slope = jacobian(algorithm, "q")(model, q, around, pairs=pairs)
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
    >>> clear = kt.tasks.Clearance(0.05, kt.Obstacles(spheres=[[0.1, 0, 0, 0.5]]))
    >>> kt.inverse_kinematics(rail.build(), [clear], [0.0]).q.round(6).tolist()
    [-0.7]
    """

    margin: object
    obstacles: Obstacles | None = None
    pairs: tuple[NamedPair, ...] | None = field(default=None, kw_only=True)

    @property
    def _arrays(self) -> dict[str, Any]:
        """Those of the obstacles, by name."""
        return dict(_OBSTACLES.flat("tasks.Clearance", "obstacles", self.obstacles))

    def _targets(self, model: Model) -> Targets:
        arrays = self._arrays
        check_tree("the clearance", arrays.get("points"))
        obstacles = [(array(name, x), len(KNOWN[name])) for name, x in arrays.items()]
        return [(array("the margin of the clearance", self.margin), 0), *obstacles]

    def _key(self) -> Hashable:
        return (*self._arrays,), self.pairs

    def _task(self, model: Model, shapes: Shapes, weights: int) -> CompiledTask:
        keywords = ("algorithm", clearance), ("names", (*self._arrays,)), ("pairs", self.pairs)
        return CompiledTask("Clearance", clearance_task, keywords, shapes, weights)
