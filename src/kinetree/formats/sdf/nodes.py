"""Declare, find and place the links, joints and frames of an `SdfDescription`."""

from ...errors import unknown
from ...spatial import SE3
from ..xml import Element
from .content import Node, NodeKind, Scope, SdfDescription
from .elements import SdfReader

PARTS: dict[str, NodeKind] = {"link": "link", "joint": "joint", "frame": "frame"}


class Nodes:
    """The nodes of a robot, by name in the scopes of its models."""

    def __init__(self, robot: SdfDescription) -> None:
        self.robot = robot

    def declared(self, reader: SdfReader, element: Element, scope: Scope) -> Node:
        """Declare a link, a joint or a frame in a scope."""
        name = reader.name(element)
        node = Node(scope.prefix + name, PARTS[element.tag], element.line, element.label)
        if node.name == "world" and node.kind == "link":
            reader.error(element, "a link called 'world' would be taken for the world; rename it.")
        if name == "__model__" or ("::" in name and reader.file.version > (1, 7)):
            reader.error(element, f"{name!r} is reserved for references; rename it.")
        self.robot.nodes.append(node)
        self.register(reader, element, scope, name, node)
        return node

    def register(
        self, reader: SdfReader, element: Element, scope: Scope, name: str, node: Node
    ) -> None:
        """Register a name. Up to SDF 1.6 different kinds may share one; links come first."""
        other = scope.names.get(name)
        if other is None or (other.kind != "link" and node.kind == "link"):
            scope.names[name] = node
        same = other is not None and other.kind == node.kind
        if other is not None and name and (same or reader.file.version > (1, 6)):
            message = f"the name {name!r} is that of a {other.kind} on line {other.line}"
            reader.error(element, f"{message} already; rename one.")

    def find(self, reader: SdfReader, element: Element, scope: Scope, name: str, what: str) -> Node:
        """The node of a name, "" for that of the scope; `what` is for messages."""
        node = scope.find(name)
        if node is None:
            reader.error(element, f"{what}: {unknown('frame', name, scope.names)}")
        return node or scope.frame

    def pose(
        self, reader: SdfReader, element: Element, node: Node, scope: Scope, base: Node
    ) -> None:
        """Read a pose, relative to `base` unless it names another frame."""
        origin, name = reader.pose(element)
        node.pose = SE3(origin.rotation, origin.translation)
        node.base = self.find(reader, element, scope, name, "its pose") if name else base
