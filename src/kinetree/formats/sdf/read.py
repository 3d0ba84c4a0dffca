"""Read an SDF as a `RobotDescription`, with everything that is wrong."""

from collections.abc import Callable
from dataclasses import dataclass

from ...errors import ModelError
from ...model import Model
from ..build import built
from ..description import FrameDescription, JointDescription, LinkDescription, RobotDescription
from ..findings import Findings, Place
from ..joints import check_mimics
from ..origins import Vector
from ..source import Input, Options
from ..tree import check_roots, find_tree
from ..xml import DEEPEST, Element
from .joint import JointReader
from .link import read_link
from .nodes import PARTS, Frames, Node, Scope
from .reader import SdfReader, open_file, open_include

MOST_INCLUDES = 1000


def read_sdf(source: Input, options: Options, findings: Findings) -> Model:
    """The robot of an SDF; see `kinetree.load_sdf`."""
    version, root = open_file(source, findings)
    reader = SdfReader(findings, source.folder, version)
    robot = _read_robot(reader, root, options.package_dirs)
    findings.raise_errors()
    tree = find_tree(robot)
    check_mimics(tree.joints, findings, options.mimic)
    if not findings.checking:
        check_roots(tree, options.floating_base is not None, findings)
    return built(robot, tree, options, findings)


def _read_robot(
    reader: SdfReader, root: Element, package_dirs: tuple[str, ...]
) -> RobotDescription:
    """The model of an `<sdf>` element, or all models of its `<world>`.

    Errors of its parts become findings. Raises ModelError if there is not one model or one world,
    if a file that it includes cannot be read, and for a cycle of poses.
    """
    tops = root.all("world") or root.all("model")
    if not tops:
        reader.findings.fail(root, "no <model>; a robot is one, or a <world> of them.")
    if len(tops) > 1:
        remedy = "." if tops[1].tag == "world" else ", or put them into a <world>."
        message = f"a second <{tops[1].tag}>; a robot is one: keep one{remedy}"
        reader.findings.fail(tops[1], message)
    reading = _Reading(package_dirs)
    name = reading.top(reader, tops[0])
    return reading.described(name, tops[0], reader.findings)


@dataclass(frozen=True, slots=True)
class _Nested:
    """A model in a scope: its element, and that with its pose, the same or an `<include>`."""

    reader: SdfReader
    element: Element
    outer: SdfReader
    owner: Element
    name: str
    static: bool
    merged: bool = False


class _Reading:
    """The nodes of all models of a file and of those that it includes."""

    def __init__(self, package_dirs: tuple[str, ...]) -> None:
        self._package_dirs = package_dirs
        self._includes = self._depth = 0
        self._world = Node("world", "world", Place(0, ""))
        self._gravity: Vector | None = None
        self._nodes: list[Node] = []
        self._frames: list[Node] = []
        self._links: dict[Node, Callable[[Frames, int], LinkDescription]] = {}
        self._joints: dict[Node, Callable[[Frames, int], JointDescription]] = {}

    def described(self, name: str, place: Element, findings: Findings) -> RobotDescription:
        """The robot, with its parts placed relative to links; siblings in the order of the file."""
        frames = Frames(self._nodes, self._world, findings)
        links: dict[str, LinkDescription] = {}
        joints: list[JointDescription] = []
        for position, node in enumerate(self._nodes):
            if node in self._links:
                if node.name in links:
                    message = (
                        f"two frames are called {node.name!r}, both of kind 'body'; rename one."
                    )
                    findings.error(node.place, message)
                links[node.name] = self._links[node](frames, position)
            elif node in self._joints:
                joints.append(self._joints[node](frames, position))
        placed = tuple(
            FrameDescription(x.name, x.place, frames.link(x), frames.between(frames.body(x), x))
            for x in self._frames
        )
        return RobotDescription(name, place, links, tuple(joints), placed, self._gravity)

    def top(self, reader: SdfReader, element: Element) -> str:
        """Read the robot's model or world. In a world, names begin with those of its models."""
        name, world = reader.name(element), element.tag == "world"
        scope = Scope(reader, self._world, "", False, self._nodes)
        if world:
            self._read_world(reader, element)
            self._contents(scope, element)
            if not self._links:
                reader.error(element, "a world without links; it needs a <model> that has one.")
        else:
            static = reader.flag(element, "static")
            model = _Nested(reader, element, reader, element, name, static)
            self._put(model, self._model(model, scope, ""), scope)
        return name

    def _read_world(self, reader: SdfReader, world: Element) -> None:
        """Read gravity, which is in `<physics>` up to SDF 1.5."""
        physics = reader.child(world, "physics")
        if world.all("gravity"):
            self._gravity = reader.vector(world, "gravity")
        elif physics is not None and physics.all("gravity"):
            self._gravity = reader.vector(physics, "gravity")
        for population in world.all("population"):
            reader.warning(population, "left out; kinetree makes no copies of models.")

    # --- models

    def _contents(self, scope: Scope, element: Element) -> None:
        """Read the parts of a model or world: all names before their first use."""
        parts: list[tuple[Element, Node]] = []
        models: list[tuple[_Nested, Node]] = []
        for child in element.children:
            if child.tag in PARTS:
                parts.append((child, scope.declare(child)))
            nested = self._nested(scope, child)
            if nested is not None:
                prefix = scope.prefix if nested.merged else f"{scope.prefix}{nested.name}::"
                models.append((nested, self._model(nested, scope, prefix)))
        for child, node in parts:
            read = {"link": self._link, "frame": self._frame, "joint": self._joint}[child.tag]
            read(scope, child, node)
        for nested, node in models:
            self._put(nested, node, scope)

    def _nested(self, scope: Scope, child: Element) -> _Nested | None:
        """The model of a `<model>` or an `<include>`; None for another element."""
        reader = scope.reader
        if child.tag == "model":
            static = scope.static or reader.flag(child, "static")
            return _Nested(reader, child, reader, child, reader.name(child), static)
        if child.tag != "include":
            return None
        self._includes += 1
        with reader.findings.at(child):
            if self._includes > MOST_INCLUDES:
                raise ModelError(f"more than {MOST_INCLUDES} files are included; flatten them.")
            included = open_include(reader, child, self._package_dirs)
        if included is None:
            return None
        inner, model = included
        name = reader.content(child, "name") or inner.name(model)
        source, place = (reader, child) if child.all("static") else (inner, model)
        static = scope.static or source.flag(place, "static")
        merged = reader.is_set(child, "merge", (1, 9))
        if child.all("pose"):
            return _Nested(inner, model, reader, child, name, static, merged)
        if child.all("placement_frame"):
            reader.error(child, "a <placement_frame> without <pose>; write where it is.")
        return _Nested(inner, model, inner, model, name, static, merged)

    def _model(self, model: _Nested, around: Scope, prefix: str) -> Node:
        """Declare a model in the scope around it, and read its parts."""
        reader, element = model.reader, model.element
        self._depth += 1
        if self._depth > DEEPEST:
            message = f"models nested more than {DEEPEST} deep; flatten them."
            reader.findings.fail(element, message)
        node = Node(around.prefix + model.name, "model", element)
        self._nodes.append(node)
        scope = Scope(reader, node, prefix, model.static, self._nodes)
        if not model.merged:
            around.register(element, model.name, node)
            around.scopes[model.name] = scope
        self._contents(scope, element)
        if model.merged:
            around.scopes.update(scope.scopes)
            for name, inside in scope.names.items():
                around.register(element, name, inside)
        node.attached = self._world if model.static else self._canonical(model, scope)
        inner = reader.versioned(element, "placement_frame", (1, 8))
        frame = model.outer.content(model.owner, "placement_frame") or inner
        node.placed = scope.find(element, frame, "placement_frame")
        self._depth -= 1
        return node

    def _canonical(self, model: _Nested, scope: Scope) -> Node:
        """The link, or the model inside, that a model's frame moves with."""
        reader, element = model.reader, model.element
        name = reader.versioned(element, "canonical_link", (1, 7))
        links = (name for name, node in scope.names.items() if node.kind == "link")
        name = name or next(links, "") or next(iter(scope.scopes), "")
        if not name:
            reader.error(element, "a model without links; add one, or make it <static>.")
            return self._world
        return scope.find(element, name, "canonical_link")

    def _put(self, model: _Nested, node: Node, scope: Scope) -> None:
        """Read the pose of a model in the scope around it."""
        scope.put(model.owner, node, model.outer.pose(model.owner), scope.frame)

    # --- parts

    def _frame(self, scope: Scope, element: Element, node: Node) -> None:
        name = scope.reader.versioned(element, "attached_to", (1, 7))
        node.attached = scope.find(element, name, "attached_to")
        scope.put(element, node, scope.reader.pose(element), node.attached)
        self._frames.append(node)

    def _joint(self, scope: Scope, element: Element, node: Node) -> None:
        joint = JointReader(scope, self._world, element, node)
        node.attached = joint.child
        scope.put(element, node, scope.reader.pose(element), joint.child)
        if not scope.static:
            self._joints[node] = joint.read()

    def _link(self, scope: Scope, element: Element, node: Node) -> None:
        scope.put(element, node, scope.reader.pose(element), scope.frame)
        self._links[node] = read_link(scope, element, node)
