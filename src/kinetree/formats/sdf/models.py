"""Read XML into an `SdfDescription`. Cycles of poses are checked in `frames`."""

from dataclasses import dataclass

from ...spatial import SE3
from ..description import GeometryDescription, LinkDescription
from ..findings import Findings
from ..xml import DEEPEST, Element
from .content import Node, Scope, SdfDescription
from .elements import SdfFile, SdfReader
from .include import Includes
from .joint import JointReader
from .link import geometries, read_color, read_inertial, read_shape
from .nodes import PARTS, Nodes


def read_robot(
    file: SdfFile, root: Element, findings: Findings, package_dirs: tuple[str, ...]
) -> SdfDescription:
    """The model of an `<sdf>` element, or all models of its `<world>`.

    Errors of its parts are added to `findings`. Raises ModelError if there is not one model or one
    world, or if a file that it includes cannot be read.
    """
    tops = root.all("world") or root.all("model")
    if not tops:
        findings.fail(root, "no <model>; a robot is one, or a <world> of them.")
    if len(tops) > 1:
        remedy = "." if tops[1].tag == "world" else ", or put them into a <world>."
        message = f"a second <{tops[1].tag}>; a robot is one: keep one{remedy}"
        findings.fail(tops[1], message)
    reader = SdfReader(findings, file)
    robot = SdfDescription(reader.name(tops[0]), tops[0].line, tops[0].label)
    reading = _Reading(robot, Includes(package_dirs))
    reading.top(reader, tops[0])
    return robot


@dataclass(frozen=True, slots=True)
class _Nested:
    """A model in a scope: its element, and that with its pose, the same or an `<include>`."""

    reader: SdfReader
    element: Element
    outer: SdfReader
    owner: Element
    name: str
    static: bool
    merged: bool

    @property
    def placement_frame(self) -> str:
        """The frame inside the model that its pose is of; "" for the model's frame."""
        inner = self.reader.versioned(self.element, "placement_frame", (1, 8))
        return self.outer.child_text(self.owner, "placement_frame") or inner


class _Reading(Nodes):
    """Reads models, their parts, and included models."""

    def __init__(self, robot: SdfDescription, includes: Includes) -> None:
        super().__init__(robot)
        self._includes = includes
        self._depth = 0

    def top(self, reader: SdfReader, element: Element) -> None:
        """Read the robot's model or world. In a world, names begin with those of its models."""
        scope = Scope(self.robot.world, "")
        if element.tag == "world":
            _read_gravity(self.robot, reader, element)
            self._contents(reader, element, scope, False)
            if not self.robot.links:
                reader.error(element, "a world without links; it needs a <model> that has one.")
        else:
            static = reader.flag(element, "static")
            model = _Nested(reader, element, reader, element, self.robot.name, static, False)
            self._read_placement(model, self._model(model, scope, ""), scope)

    # --- models

    def _contents(self, reader: SdfReader, element: Element, scope: Scope, static: bool) -> None:
        """Read the parts of a model or world: all names before their first use."""
        parts: list[tuple[Element, Node]] = []
        models: list[tuple[_Nested, Node]] = []
        for child in element.children:
            if child.tag in PARTS:
                parts.append((child, self.declared(reader, child, scope)))
            nested = self._nested(reader, child, static)
            if nested is not None:
                prefix = scope.prefix if nested.merged else f"{scope.prefix}{nested.name}::"
                models.append((nested, self._model(nested, scope, prefix)))
        for child, node in parts:
            if child.tag == "link":
                self._link(reader, child, node, scope, static)
            elif child.tag == "frame":
                self._frame(reader, child, node, scope)
            else:
                self._joint(reader, child, node, scope, static)
        for nested, node in models:
            self._read_placement(nested, node, scope)

    def _nested(self, reader: SdfReader, child: Element, static: bool) -> _Nested | None:
        """The model of a `<model>` or an `<include>`; None for another element."""
        if child.tag == "model":
            static = static or reader.flag(child, "static")
            return _Nested(reader, child, reader, child, reader.name(child), static, False)
        opened = self._includes.open(reader, child) if child.tag == "include" else None
        if opened is None:
            return None
        inner, model = opened
        name = reader.child_text(child, "name") or inner.name(model)
        source, place = (reader, child) if child.all("static") else (inner, model)
        static = static or source.flag(place, "static")
        merged = reader.versioned(child, "merge", (1, 9)).lower() in ("true", "1")
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
        node = Node(around.prefix + model.name, "model", element.line, element.label)
        self.robot.nodes.append(node)
        scope = Scope(node, prefix)
        if not model.merged:
            self.register(reader, element, around, model.name, node)
            around.scopes[model.name] = scope
        self._contents(reader, element, scope, model.static)
        if model.merged:
            around.scopes.update(scope.scopes)
            for name, inside in scope.names.items():
                self.register(reader, element, around, name, inside)
        node.attached = self.robot.world if model.static else self._canonical(model, scope)
        node.placed = self.find(reader, element, scope, model.placement_frame, "placement_frame")
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
            return self.robot.world
        return self.find(reader, element, scope, name, "canonical_link")

    def _read_placement(self, model: _Nested, node: Node, scope: Scope) -> None:
        """Read the pose of a model in the scope around it."""
        self.pose(model.outer, model.owner, node, scope, scope.frame)

    # --- parts

    def _frame(self, reader: SdfReader, element: Element, node: Node, scope: Scope) -> None:
        name = reader.versioned(element, "attached_to", (1, 7))
        node.attached = self.find(reader, element, scope, name, "attached_to")
        self.pose(reader, element, node, scope, node.attached)
        self.robot.frames.append(node)

    def _joint(
        self, reader: SdfReader, element: Element, node: Node, scope: Scope, static: bool
    ) -> None:
        joints = JointReader(reader, scope, self.robot.world)
        parent, child = joints.ends(element)
        node.attached = child
        self.pose(reader, element, node, scope, child)
        if not static:
            self.robot.joints.append(joints.read(element, node, parent, child))

    def _link(
        self, reader: SdfReader, element: Element, node: Node, scope: Scope, static: bool
    ) -> None:
        self.pose(reader, element, node, scope, scope.frame)
        inertial = None if static else read_inertial(reader, element)
        link = LinkDescription(node.name, node.line, node.label, inertial, static=static)
        self.robot.links.append((node, link))
        if element.all("gravity") and not reader.flag(element, "gravity"):
            message = "<gravity>false</gravity> is left out; gravity acts on all of a model."
            reader.warning(element, message)
        for kind, i, part in geometries(element):
            place = Node(f"{node.name}_{i}", "geometry", part.line, part.label)
            self.pose(reader, part, place, scope, node)
            self.robot.nodes.append(place)
            shape = read_shape(reader, part)
            if shape is not None:
                place.pose = place.pose @ SE3(shape[1], (0.0, 0.0, 0.0))
                color, origin = read_color(reader, part), SE3.identity()
                name, line, label = place.name, part.line, part.label
                geometry = GeometryDescription(name, line, label, kind, origin, shape[0], color)
                self.robot.geometries.setdefault(node, []).append((place, geometry))


def _read_gravity(robot: SdfDescription, reader: SdfReader, world: Element) -> None:
    """Read gravity, which is in `<physics>` up to SDF 1.5."""
    physics = reader.child(world, "physics")
    element = reader.child(world, "gravity")
    if element is None and physics is not None:
        element = reader.child(physics, "gravity")
    if element is not None:
        robot.gravity = reader.triple(element)
    for population in world.all("population"):
        reader.warning(population, "left out; kinetree makes no copies of models.")
