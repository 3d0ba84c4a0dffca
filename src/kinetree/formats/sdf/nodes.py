"""An SDF as nodes: everything in it that has a pose, by name in the models, and its placement."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from ...errors import unknown
from ...spatial import SE3
from ..findings import Findings
from ..origins import Vector
from ..tree import cycles, shortened
from ..xml import Element
from .reader import SdfReader

NodeKind = Literal["world", "model", "link", "joint", "frame"]
PARTS: Final[dict[str, NodeKind]] = {"link": "link", "joint": "joint", "frame": "frame"}
NEAR: Final = 8


@dataclass(slots=True, eq=False)
class Node:
    """Anything that has a name and a pose: the world, a model, a link, a joint, a frame.

    `pose` is that of `placed` in `base`, the world for None; `placed` is the node itself for None,
    or for a model with a placement frame that frame. `attached` is the node that it moves with,
    None for links and the world.
    """

    name: str
    kind: NodeKind
    element: Element
    pose: SE3 = field(default_factory=SE3.identity)
    base: "Node | None" = None
    placed: "Node | None" = None
    attached: "Node | None" = None


@dataclass(slots=True, eq=False)
class Scope:
    """The names defined inside a model or a world, and the scopes of models in it."""

    reader: SdfReader
    """The reader of its file."""
    frame: Node
    """The model or the world."""
    world: Node
    prefix: str
    static: bool
    names: dict[str, Node] = field(default_factory=dict[str, Node])
    scopes: dict[str, "Scope"] = field(default_factory=dict[str, "Scope"])

    def get(self, name: str) -> Node | None:
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

    def find(self, element: Element, name: str, what: str, kind: str = "frame") -> Node:
        """The node of a name, "" for that of the scope; `what` and `kind` are for messages."""
        node = self.get(name)
        if node is None:
            self.reader.error(element, f"{what}: {unknown(kind, name, self.names)}")
        return node or self.frame

    def declare(self, element: Element) -> Node:
        """Declare a link, a joint or a frame."""
        name = self.reader.name(element)
        node = Node(self.prefix + name, PARTS[element.tag], element)
        if node.name == "world" and node.kind == "link":
            message = "a link called 'world' would be taken for the world; rename it."
            self.reader.error(element, message)
        if name == "__model__" or ("::" in name and self.reader.version > (1, 7)):
            self.reader.error(element, f"{name!r} is reserved for references; rename it.")
        self.register(element, name, node)
        return node

    def register(self, element: Element, name: str, node: Node) -> None:
        """Register a name. Up to SDF 1.6 different kinds may share one; links come first."""
        other = self.names.get(name)
        if other is None or (other.kind != "link" and node.kind == "link"):
            self.names[name] = node
        same = other is not None and other.kind == node.kind
        if other is not None and name and (same or self.reader.version > (1, 6)):
            message = f"the name {name!r} is that of a {other.kind} on line {other.element.line}"
            self.reader.error(element, f"{message} already; rename one.")

    def pose(self, element: Element, base: Node) -> tuple[SE3, Node]:
        """The pose of an element, and the node that it is relative to: `base`, or one it names."""
        pose, name = self.reader.pose(element)
        return pose, self.find(element, name, "its pose") if name else base

    def put(self, node: Node, element: Element, base: Node) -> None:
        """Give a node the pose of an element."""
        node.pose, node.base = self.pose(element, base)


class Frames:
    """The placements of all nodes at the file's configuration, and the link each moves with.

    They are `sound` if there are no errors so far. A cycle of poses, or of attachments, is one; all
    nodes are then taken apart.
    """

    def __init__(self, nodes: list[Node], world: Node, findings: Findings) -> None:
        steps: dict[str, Callable[[Node], Node | None]] = {
            "its pose is relative to itself": lambda node: node.base,
            "it is attached to itself": lambda node: node.attached,
        }
        circles = [(what, cycle) for what, step in steps.items() for cycle in cycles(nodes, step)]
        for what, cycle in circles:
            around = shortened([repr(node.name) for node in [*cycle, cycle[0]]])
            findings.error(cycle[0].element, f"{what}: {around}.")
        for node in nodes if circles else ():
            node.base = node.placed = node.attached = None
        self.world, self.sound = world, not findings.errors()
        self._above: dict[Node, tuple[Node, SE3]] = {}  # the node before, and the placement in it
        self._depth = {world: 0}
        self._in_world = {world: SE3.identity()}
        self._propagate(nodes)

    def _propagate(self, nodes: list[Node]) -> None:
        """Compute placements outward from the world, by poses and their inverses."""
        poses: dict[Node, list[tuple[Node, SE3]]] = {node: [] for node in [self.world, *nodes]}
        for node in nodes:
            base, placed = node.base or self.world, node.placed or node
            poses[base].append((placed, node.pose))
            poses[placed].append((base, node.pose.inverse()))
        waiting = [self.world]
        for node in waiting:
            for other, pose in poses[node]:
                if other not in self._depth:
                    self._above[other] = node, pose
                    self._depth[other] = self._depth[node] + 1
                    self._in_world[other] = self._in_world[node] @ pose
                    waiting.append(other)

    def between(self, a: Node, b: Node) -> SE3:
        """The placement of `b` in `a`; exact for near nodes, by the poses between them."""
        first, second = a, b
        up = down = SE3.identity()
        for _ in range(NEAR):
            if a is b:
                return up.inverse() @ down
            if self._depth[a] >= self._depth[b]:
                a, pose = self._above[a]
                up = pose @ up
            else:
                b, pose = self._above[b]
                down = pose @ down
        return self._in_world[first].inverse() @ self._in_world[second]

    def direction(self, xyz: Vector, frame: Node, node: Node) -> Vector:
        """A direction in a frame, expressed in the frame of a node."""
        if frame is node:
            return xyz
        x, y, z = (SE3(self.between(node, frame).rotation, [0, 0, 0]) @ xyz).map(float)
        return x, y, z

    def body(self, node: Node) -> Node:
        """The link that a node moves with, or the world."""
        while node.attached is not None:
            node = node.attached
        return node

    def link(self, node: Node) -> str | None:
        """The name of that link, None for the world."""
        body = self.body(node)
        return None if body.kind == "world" else body.name
