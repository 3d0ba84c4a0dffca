"""An SDF as plain data with resolved names, before a robot is built."""

from dataclasses import dataclass, field
from typing import Literal

from ...model.parts import GeometryKind
from ...model.shapes import Shape
from ...spatial import SE3
from ..links import Color, LinkDescription, MimicDescription
from ..rotations import Vector

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
class LinkPart:
    """A `<link>`; `static` if its model does not move."""

    node: Node
    description: LinkDescription
    static: bool


@dataclass(frozen=True, slots=True, eq=False)
class GeometryPart:
    """A `<visual>` or a `<collision>`, at the pose of its node."""

    kind: GeometryKind
    link: Node
    node: Node
    shape: Shape
    color: Color | None


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """An `<axis>` or `<axis2>`, expressed in `frame`; missing limits are infinite."""

    xyz: Vector
    frame: Node
    lower: float
    upper: float
    velocity: float
    effort: float
    damping: float
    friction: float
    stiffness: float
    spring_reference: float
    mimic: MimicDescription | None


@dataclass(frozen=True, slots=True, eq=False)
class JointPart:
    """A `<joint>` between two nodes; `pitch` (m/rad) of a screw, `ratio` of a gearbox."""

    node: Node
    kind: str
    parent: Node
    child: Node
    axes: tuple[Axis, ...]
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
    links: list[LinkPart] = field(default_factory=list[LinkPart])
    joints: list[JointPart] = field(default_factory=list[JointPart])
    frames: list[Node] = field(default_factory=list[Node])
    geometries: list[GeometryPart] = field(default_factory=list[GeometryPart])
    gravity: Vector | None = None
