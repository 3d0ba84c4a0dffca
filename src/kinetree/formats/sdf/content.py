"""An SDF as nodes: everything in it that has a pose, in frames of its choice."""

from dataclasses import dataclass, field
from typing import Literal

from ...spatial import SE3
from ..description import AxisDescription, GeometryDescription, LinkDescription
from ..origins import Vector

NodeKind = Literal["world", "model", "link", "joint", "frame", "geometry"]


@dataclass(slots=True, eq=False)
class Node:
    """Anything that has a pose: the world, a model, a link, a joint, a frame, a shape.

    `pose` is that of `placed` in `base`; `placed` is the node itself, or for a model with a
    placement frame that frame. `attached` is the node that it moves with, None for links and the
    world.
    """

    name: str
    kind: NodeKind
    line: int
    label: str
    pose: SE3 = field(default_factory=SE3.identity)
    base: "Node | None" = None
    placed: "Node | None" = None
    attached: "Node | None" = None


@dataclass(slots=True, eq=False)
class Scope:
    """The names defined inside a model or a world, and the scopes of models in it."""

    frame: Node
    prefix: str
    names: dict[str, Node] = field(default_factory=dict[str, Node])
    scopes: dict[str, "Scope"] = field(default_factory=dict[str, "Scope"])

    def find(self, name: str) -> Node | None:
        """The node of a name such as `arm::hand::palm`, or None."""
        scope = self
        while name not in scope.names:
            if name in ("", "__model__") or (name == "world" and scope.frame.kind == "world"):
                return scope.frame
            head, _, name = name.partition("::")
            if head not in scope.scopes:
                return None
            scope = scope.scopes[head]
        return scope.names[name]


@dataclass(frozen=True, slots=True, eq=False)
class JointPart:
    """A `<joint>`: the nodes that it connects, and the frame that each axis is expressed in.

    `ratio` and `reference` are those of a gearbox.
    """

    node: Node
    kind: str
    parent: Node
    child: Node
    axes: tuple[AxisDescription, ...]
    frames: tuple[Node, ...]
    pitch: float = 0.0
    ratio: float = 0.0
    reference: Node | None = None


@dataclass(slots=True, eq=False)
class SdfDescription:
    """All models of a file and of those that it includes, in the order of the files."""

    name: str
    line: int
    label: str
    world: Node = field(default_factory=lambda: Node("world", "world", 0, ""))
    nodes: list[Node] = field(default_factory=list[Node])
    links: list[tuple[Node, LinkDescription]] = field(
        default_factory=list[tuple[Node, LinkDescription]]
    )
    joints: list[JointPart] = field(default_factory=list[JointPart])
    frames: list[Node] = field(default_factory=list[Node])
    geometries: dict[Node, list[tuple[Node, GeometryDescription]]] = field(
        default_factory=dict[Node, list[tuple[Node, GeometryDescription]]]
    )
    gravity: Vector | None = None
