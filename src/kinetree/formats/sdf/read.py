"""Read an SDF as a `RobotDescription`, with everything that is wrong."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ...errors import ModelError
from ...model import Model
from ..build import built
from ..description import (
    FrameDescription,
    JointDescription,
    LinkDescription,
    RobotDescription,
    SensorDescription,
)
from ..findings import Findings
from ..joints import check_mimics
from ..origins import Vector
from ..schema import check_entries
from ..source import Input, Options
from ..tree import check_roots, find_tree
from ..xml import DEEPEST, Element
from .joint import read_end, read_joint
from .link import read_link, read_sensors
from .nodes import PARTS, Frames, Node, Scope
from .reader import SdfReader, open_file, open_include

MOST_INCLUDES = 1000


def read_sdf(source: Input, options: Options, findings: Findings) -> Model:
    """The robot of an SDF; see `kinetree.load_sdf`."""
    version, root = open_file(source, findings)
    robot = _read_robot(SdfReader(source, findings, version), root)
    findings.raise_errors()
    tree = find_tree(robot)
    check_mimics(tree.joints, findings, options.mimic)
    if not findings.checking:
        check_roots(tree, options.floating_base is not None, findings)
    return built(robot, tree, options, findings)


def _read_robot(reader: SdfReader, root: Element) -> RobotDescription:
    """The model of an `<sdf>` element, or all of its `<world>`; ModelError unless it has one."""
    tops = root.all("world") or root.all("model")
    if not tops:
        reader.findings.fail(root, "no <model>; a robot is one, or a <world> of them.")
    if len(tops) > 1:
        remedy = "." if tops[1].tag == "world" else ", or put them into a <world>."
        reader.findings.fail(tops[1], f"a second <{tops[1].tag}>; a robot is one: keep one{remedy}")
    check_entries("SDF", root, reader.findings)
    reading = _Reading()
    name = reading.top(reader, tops[0])
    return reading.described(name, tops[0], reader.findings)


class _Reading:
    """The nodes of all models of a file and of those that it includes."""

    def __init__(self) -> None:
        self._includes = self._depth = 0
        self._world = Node("world", "world", Element("world", {}, 0, None))
        self._gravity: Vector | None = None
        self._nodes: list[Node] = []
        self._frames: list[Node] = []
        self._links: dict[Node, Scope] = {}
        self._joints: dict[Node, tuple[Scope, Node, Node, Node]] = {}

    def described(self, name: str, place: Element, findings: Findings) -> RobotDescription:
        """The robot, with its parts placed relative to links; siblings in the order of the file."""
        frames = Frames(self._nodes, self._world, findings)
        links: dict[str, LinkDescription] = {}
        joints: list[JointDescription] = []
        sensors: list[SensorDescription] = []
        for position, node in enumerate(self._nodes):
            if node in self._links:
                if node.name in links and frames.sound:
                    both = f"two frames are called {node.name!r}, both of kind 'body'"
                    findings.error(node.element, f"{both}; rename one.")
                links[node.name] = read_link(self._links[node], node, frames, position)
                sensors += read_sensors(self._links[node], node, frames)
            elif node in self._joints:
                joints.append(read_joint(*self._joints[node], frames, position))
                sensors += read_sensors(self._joints[node][0], node, frames)
        placed = tuple(
            FrameDescription(x.name, x.element, frames.link(x), frames.between(frames.body(x), x))
            for x in self._frames
        )
        parts = tuple(joints), placed, self._gravity, tuple(sensors)
        return RobotDescription(name, place, links, *parts)

    def top(self, reader: SdfReader, element: Element) -> str:
        """Read the robot's model or world. In a world, names begin with those of its models."""
        scope = Scope(reader, self._world, self._world, "", False)
        if element.tag == "model":
            self._model(scope, element, prefix="")()
            return element.attributes.get("name", "")
        name = reader.name(element)
        physics = reader.child(element, "physics")
        holder = element if physics is None or element.all("gravity") else physics  # to SDF 1.5
        self._gravity = reader.vector(holder, "gravity", (0.0, 0.0, -9.8))  # the specification's
        self._contents(scope, element)
        if not self._links:
            reader.error(element, "a world without links; it needs a <model> that has one.")
        return name

    # --- models

    def _contents(self, scope: Scope, element: Element) -> None:
        """Read the parts of a model or world: all names before their first use."""
        parts: list[Callable[[], None]] = []
        poses: list[Callable[[], None]] = []
        for child in element.children:
            if child.tag in PARTS:
                self._nodes.append(scope.declare(child))
                parts.append(partial(self._part, scope, self._nodes[-1]))
            elif child.tag == "model":
                poses.append(self._model(scope, child))
            elif child.tag == "include":
                included = self._opened(scope, child)
                if included is not None:
                    poses.append(self._model(scope, child, *included))
        for read in (*parts, *poses):
            read()

    def _opened(self, scope: Scope, include: Element) -> tuple[SdfReader, Element] | None:
        """The reader and the model of the file that an `<include>` names."""
        self._includes += 1
        with scope.reader.findings.at(include):
            if self._includes > MOST_INCLUDES:
                raise ModelError(f"more than {MOST_INCLUDES} files are included; flatten them.")
            return open_include(scope.reader, include)

    def _model(
        self,
        around: Scope,
        owner: Element,
        inner: SdfReader | None = None,
        model: Element | None = None,
        *,
        prefix: str | None = None,
    ) -> Callable[[], None]:
        """Declare a `<model>`, or that of an `<include>`, in the scope around it; read its parts.

        Returns how to read its pose, which is in `owner` or, if an include has none, in the model.
        """
        outer = around.reader
        reader, element = inner or outer, owner if model is None else model
        name = (outer.content(owner, "name") if inner else "") or reader.name(element)
        flags, place = (outer, owner) if owner.all("static") else (reader, element)
        static = around.static or flags.flag(place, "static")
        merged = inner is not None and outer.is_set(owner, "merge", (1, 9))
        if prefix is None:
            prefix = around.prefix if merged else f"{around.prefix}{name}::"
        node = Node(around.prefix + name, "model", element)
        scope = Scope(reader, node, self._world, prefix, static)
        self._fill(scope, element, around, None if merged else name)
        node.attached = self._world if static else self._canonical(scope, element)
        if inner is not None and not owner.all("pose"):
            if owner.all("placement_frame"):
                outer.error(owner, "a <placement_frame> without <pose>; write where it is.")
            outer, owner = reader, element
        default = reader.versioned(element, "placement_frame", (1, 8))
        frame = outer.content(owner, "placement_frame") or default
        node.placed = scope.find(element, frame, "placement_frame")
        return partial(replace(around, reader=outer).put, node, owner, around.frame)

    def _fill(self, scope: Scope, element: Element, around: Scope, name: str | None) -> None:
        """Read the parts of a model, which has a name in the scope around it or is merged."""
        self._depth += 1
        if self._depth > DEEPEST:
            message = f"models nested more than {DEEPEST} deep; flatten them."
            scope.reader.findings.fail(element, message)
        self._nodes.append(scope.frame)
        if name is not None:
            around.register(element, name, scope.frame)
            around.scopes[name] = scope
        self._contents(scope, element)
        if name is None:
            around.scopes.update(scope.scopes)
            for part, node in scope.names.items():
                around.register(element, part, node)
        self._depth -= 1

    def _canonical(self, scope: Scope, element: Element) -> Node:
        """The link, or the model inside, that a model's frame moves with."""
        name = scope.reader.versioned(element, "canonical_link", (1, 7))
        links = (name for name, node in scope.names.items() if node.kind == "link")
        name = name or next(links, "") or next(iter(scope.scopes), "")
        if not name:
            scope.reader.error(element, "a model without links; add one, or make it <static>.")
            return self._world
        return scope.find(element, name, "canonical_link")

    def _part(self, scope: Scope, node: Node) -> None:
        """Read the pose of a link, joint or frame, and what it moves with."""
        element = node.element
        if node.kind == "link":
            self._links[node] = scope
        elif node.kind == "joint":
            parent, node.attached = (read_end(scope, element, x) for x in ("parent", "child"))
            if not scope.static:
                self._joints[node] = scope, node, parent, node.attached
        else:
            name = scope.reader.versioned(element, "attached_to", (1, 7))
            node.attached = scope.find(element, name, "attached_to")
            self._frames.append(node)
        scope.put(node, element, node.attached or scope.frame)
