"""SRDF: groups, configurations, end effectors, motors, disabled collisions added to a model."""

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError
from ..model import Geometry, Model, TreeJoint
from ..model.joints import Continuous, Planar
from ..model.shapes import Sphere
from ..model.values import cos_sin
from ..spatial import SE3
from .elements import Reader
from .findings import Findings, listed
from .schema import check_entries
from .source import Input, Source, read
from .xacro import check_left_over, expanded
from .xml import Element, check_root

ROOT = "root_joint"
UNIT_TOLERANCE = 1e-3


def with_srdf(model: Model, source: Source, *, spheres: bool = False) -> Model:
    """The model with the content of an SRDF, given by path or as XML.

    `<group>` adds to `groups`, `<group_state>` to `reference_configurations` (of two with one name
    the first counts; joints not named are neutral; (cos, sin) may be given as an angle, a planar
    joint as x y angle), `<disable_collisions>` to `disabled_collisions`, and of links in
    `<disable_default_collisions>` all but `<enable_collisions>`; `<passive_joint>` makes
    `actuated` False, `<rotor_params>` sets `rotor_inertia` and `gear_ratio`, which count after
    `model.with_rotor_inertias()` alone, as after Pinocchio's loader; an `<end_effector>` is a frame
    at its parent link, unless one has its name. With `spheres` those of a
    `<link_sphere_approximation>` replace the collision shapes of its link. The joint that a
    `<virtual_joint>` names is "root_joint" if the model has one. Joints and links that the model
    lacks are left out, with a warning unless they are fixed joints.

    Raises ModelError with file, line and element of an error.
    """
    file = expanded(read(source))
    findings = Findings(file.name)
    root = file.document.root(findings)
    check_left_over(root, findings)
    check_root(root, "robot", "an SRDF begins with <robot name='...'>.", findings)
    reader = _Reader(model, file, root, findings)
    changes: dict[str, object] = {
        "groups": {**model.groups, **reader.groups()},
        "reference_configurations": {**model.reference_configurations, **reader.states()},
        "disabled_collisions": (*model.disabled_collisions, *reader.disabled_collisions()),
        "actuated": reader.actuated(),
        **reader.rotors(),
    }
    balls = reader.spheres()
    if spheres and balls:
        left = [x for x in model.geometries if x.kind == "visual" or x.body not in balls]
        changes["geometries"] = [*left, *(x for own in balls.values() for x in own)]
    end_effectors = reader.end_effectors()
    findings.raise_errors()
    check_entries("SRDF", root, findings)
    reader.warn_absent()
    findings.issue()
    model = model.replace(**changes)
    for name, link in end_effectors.items():
        model = model.with_frame(name, parent=link)
    return model


def with_states(model: Model, path: Path) -> Model:
    """The model with the configurations of an SRDF that nobody asked for: nothing is said of it."""
    findings = Findings()
    try:
        file = read(path)
        states = _Reader(model, file, file.document.root(findings), findings).states()
        findings.raise_errors()
    except ModelError:
        return model
    return model.replace(reference_configurations={**model.reference_configurations, **states})


class _Reader(Reader):
    """Reads the parts of an SRDF with the names of a model, and keeps those that it lacks."""

    def __init__(self, model: Model, file: Input, root: Element, findings: Findings) -> None:
        super().__init__(file, findings)
        self._model = model
        self._root = root
        self._joints = {joint.name: joint for joint in model.joints}
        self._fixed = {frame.name for frame in model.frames if frame.kind == "fixed_joint"}
        self._bodies = {f.name: f.joint for f in model.frames if f.kind == "body"}
        self._first = {joint: name for name, joint in reversed(self._bodies.items())}
        self._virtual = {self.text(e, "name") for e in root.all("virtual_joint")} | {ROOT}
        self._absent: dict[str, Element] = {}

    def _joint(self, element: Element) -> TreeJoint | None:
        """The joint that an element names, if the model has it."""
        name = self.text(element, "name")
        joint = self._joints.get(name)
        if joint is None and name in self._virtual:
            return self._joints.get(ROOT)
        if joint is None and name and name not in self._fixed:
            self._absent.setdefault(f"joint {name!r}", element)
        return joint

    def _body(self, element: Element, attribute: str) -> str | None:
        """The body frame that an element names, if the model has it."""
        name = self.text(element, attribute)
        if name in self._bodies:
            return name
        if name:
            self._absent.setdefault(f"link {name!r}", element)
        return None

    def warn_absent(self) -> None:
        """Add one warning for all names that the model lacks."""
        if self._absent:
            names, first = listed(list(self._absent)), next(iter(self._absent.values()))
            self.warning(first, f"{self._model.name!r} has no {names}; their content is left out.")

    # --- groups

    def groups(self) -> dict[str, tuple[str, ...]]:
        """The joints of each group and of those it names, in the order of the model."""
        elements = dict(self._definitions(self._root))
        members = {name: set(self._members(element)) for name, element in elements.items()}
        inner = {name: self._named(element, elements) for name, element in elements.items()}
        try:
            for name in TopologicalSorter(inner).static_order():  # inner groups first
                members[name].update(*(members[group] for group in inner[name]))
        except CycleError as error:
            cycle: list[str] = error.args[1][::-1]
            message = f"it contains itself: {' -> '.join(cycle)}; remove one of these."
            self.error(elements[cycle[0]], message)
        return {
            name: tuple(joint.name for joint in self._model.joints if joint.index in members[name])
            for name in elements
        }

    def _definitions(self, around: Element) -> Iterator[tuple[str, Element]]:
        """The groups with content; an empty one inside another only refers to a group."""
        for element in around.all("group"):
            if element.children or around is self._root:
                yield self.text(element, "name"), element
            yield from self._definitions(element)

    def _members(self, group: Element) -> Iterator[int]:
        """The joints that a group lists directly, by their links, or as chains."""
        for element in group.all("joint"):
            joint = self._joint(element)
            if joint is not None:
                yield joint.index
        for element in group.all("link"):
            name = self._body(element, "name")
            if name is not None and self._first[self._bodies[name]] == name:
                yield self._bodies[name]
        for element in group.all("chain"):
            base, tip = self._body(element, "base_link"), self._body(element, "tip_link")
            if base is not None and tip is not None:
                first, second = (self._model.path(self._bodies[end]) for end in (base, tip))
                yield from {joint.index for joint in first} ^ {joint.index for joint in second}

    def _named(self, group: Element, groups: dict[str, Element]) -> list[str]:
        """The groups in a group."""
        names: list[str] = []
        for element in group.all("group"):
            name = self.text(element, "name")
            if name in groups:
                names.append(name)
            elif name:
                self._absent.setdefault(f"group {name!r}", element)
        return names

    # --- configurations

    def states(self) -> dict[str, NDArray[np.float64]]:
        """The configurations by name."""
        states: dict[str, NDArray[np.float64]] = {}
        for element in self._root.all("group_state"):
            name = self.text(element, "name")
            q = np.array(self._model.space.neutral(), float)
            if states.setdefault(name, q) is not q:
                message = "left out: a state of this name is above; give this one another name."
                self.warning(element, message)
            for value in element.all("joint"):
                self._set(q, value)
        return states

    def _set(self, q: NDArray[np.float64], element: Element) -> None:
        """Write the coordinates of one joint into q; mimics are skipped."""
        joint = self._joint(element)
        text = self.text(element, "value")
        if not text:
            return
        values = np.array(self.numbers(element, "value=", text))
        if joint is None or not joint.type.independent:
            return
        if isinstance(joint.type, Continuous | Planar) and len(values) == joint.type.nv:
            values = np.concatenate([values[:-1], cos_sin(values[-1:])])  # an angle, as in MoveIt
        if len(values) != joint.type.nq:
            self.error(
                element,
                f"{len(values)} numbers; the joint {joint.name!r}, {joint.type}, has"
                f" {joint.type.nq} coordinates.",
            )
            return
        with np.errstate(over="ignore", invalid="ignore"):
            error = joint.type.norm_error(values)
        if error is not None and not error <= UNIT_TOLERANCE:
            self.error(element, f"its rotation is not of length 1 (the error is {error:.3g}).")
        q[joint.q_slice] = values

    # --- the rest

    def disabled_collisions(self) -> Iterator[tuple[str, str, str]]:
        """Pairs of bodies, and the reason why they do not collide."""
        for element in self._root.all("disable_collisions"):
            first, second = self._body(element, "link1"), self._body(element, "link2")
            if first is not None and second is not None:
                yield first, second, element.attributes.get("reason", "")
        pairs = self._root.all("enable_collisions")
        enabled = [{self._body(x, "link1"), self._body(x, "link2")} for x in pairs]
        for element in self._root.all("disable_default_collisions"):
            if (link := self._body(element, "link")) is not None:
                others = (x for x in self._bodies if x != link and {x, link} not in enabled)
                yield from ((link, other, "by default") for other in others)

    def end_effectors(self) -> dict[str, str]:
        """The links of end effectors by names that no frame has."""
        whole = {"name", "parent_link"}  # others are none in MoveIt
        parts = [x for x in self._root.all("end_effector") if whole <= x.attributes.keys()]
        links = {self.text(part, "name"): self._body(part, "parent_link") for part in parts}
        return {x: y for x, y in links.items() if y and x not in self._model.frame_names}

    def spheres(self) -> dict[str, list[Geometry]]:
        """The spheres that approximate links, by link; those of radius 0 are none."""
        spheres: dict[str, list[Geometry]] = {}
        for element in self._root.all("link_sphere_approximation"):
            link = self._body(element, "link")
            for part in element.all("sphere"):
                center, radius = self.vector(part, "center"), self.number(part, "radius")
                if radius < 0:
                    self.error(part, f"radius={radius:g}; expected a length >= 0, in m.")
                elif link is not None:
                    frame, own = self._model.frame(link), spheres.setdefault(link, [])
                    T, name = frame.placement @ SE3(np.eye(3), center), f"{link} sphere {len(own)}"
                    if radius:
                        shape = Sphere(radius)
                        own.append(Geometry(name, "collision", link, frame.joint, T, shape))
        return spheres

    def actuated(self) -> NDArray[np.bool_]:
        """The model's `actuated`, with False for passive joints."""
        actuated = self._model.actuated.copy()
        for element in self._root.all("passive_joint"):
            joint = self._joint(element)
            if joint is not None and joint.type.independent:
                actuated[joint.v_slice] = False
        return actuated

    def rotors(self) -> dict[str, NDArray[np.float64]]:
        """Rotor inertias and gear ratios."""
        inertia, ratio = self._model.rotor_inertia.copy(), self._model.gear_ratio.copy()
        for rotors in self._root.all("rotor_params"):
            for element in rotors.all("joint"):
                joint = self._joint(element)
                mass, gear = self.number(element, "mass"), self.number(element, "gear_ratio")
                if joint is not None and joint.type.independent:
                    inertia[joint.v_slice], ratio[joint.v_slice] = mass, gear
        return {"rotor_inertia": inertia, "gear_ratio": ratio}
