"""The bodies, joints and sites of an MJCF."""

from collections.abc import Iterator
from math import inf, isfinite, nextafter
from typing import Any, Final, TypeAlias
from xml.etree.ElementTree import Element, SubElement

import numpy as np

from ...coordinates.conversion import Conversion, flattened
from ...formats.elements import NO_LIMIT
from ...formats.findings import listed
from ...formats.urdf.links import free_name
from ...formats.xml import text_of
from ...model import Frame, Loop, Model, Softness, TreeJoint
from ...model.actuators import Motors
from ...model.joints import Fixed, FreeFlyer, Joint, Planar, Spherical
from ...model.joints.angles import Gimbal
from ...model.joints.composite import Offset
from ...scalar.math import eye, zeros
from ...spatial import SE3, Inertia
from ...spatial.rotation import matrix_quaternion

SIZES: Final = {"hinge": 1, "slide": 1, "ball": 3, "free": 6}
"""The velocities of MuJoCo's joints."""
PASSIVE: Final = {x: x for x in ("armature", "damping", "stiffness")} | {"friction": "frictionloss"}
"""Parameters, and MuJoCo's names of them."""
LEAST: Final = 2e-15
"""The mass and the moment of inertia of a moving body that has none; MuJoCo wants 1e-15."""
IDENTITY: Final = SE3.identity()

Lost: TypeAlias = dict[str, list[str]]
"""The names of what is left out, by what it is."""


def placed(parent: Element, tag: str, T: SE3, **attributes: str) -> Element:
    """A new element at a placement in its parent."""
    x, y, z, w = map(float, matrix_quaternion(T.rotation).flat)
    place = {"pos": text_of(*T.translation), "quat": text_of(w, x, y, z)}
    return SubElement(parent, tag, attributes | place)


def softness_attributes(x: Softness, of: str = "") -> dict[str, str]:
    """The attributes of how soft a contact is, or what they are called of."""
    return {f"solref{of}": text_of(*x.solref), f"solimp{of}": text_of(*x.solimp)}


class Bodies:
    """MuJoCo's bodies of a model; `reasons` is what they cannot be.

    The body of joint i is `main[i]`, at `inner[i]` in the frame of the joint: that of its first
    link, but for that of a free joint or of a ball that is elsewhere or turned. A joint with
    nothing between it and the next is on the body of that. `places` are the elements of links by
    name, with their placement on the joint.
    """

    def __init__(self, model: Model, conversion: Conversion, world: Element, lost: Lost) -> None:
        self.model, self.reasons, self._lost = model, list[str](), lost
        self.joints = list[tuple[str, str, int]]()
        """The names of MuJoCo's joints, their types and their places in v."""
        self.limited = set[int]()
        """The coordinates whose limits are written."""
        self.above = dict[Element, Element]()
        """The body that carries the one of a joint, none for those that the world carries."""
        self._driven = {name for x in (model.actuators or Motors().of(model)) for name in x.joints}
        self._springs = conversion.from_kinetree(model.spring_reference, None, None, None).q
        self._parts: list[list[Any]] = [[] for _ in range(model.njoints)]
        owners = [j.index for j in model.joints for _ in range(j.type.nv)]
        for part in (part for part in conversion.parts if part.kind.nv):
            self._parts[owners[part.v.start]].append(part)
        self._behind = [_behind(kind) for kind in (Fixed(), *(j.type for j in model.joints))]
        self._links: list[list[Frame]] = [[] for _ in range(model.njoints)]
        for frame in (frame for frame in model.frames if frame.kind == "body"):
            self._links[frame.joint].append(frame)
        self._taken, self._sites = {"world", *model.frame_names}, set[str]()
        self.main, self.inner = [world] * model.njoints, [IDENTITY] * model.njoints
        self.places = {"universe": (world, IDENTITY), "world": (world, IDENTITY)}
        hosts, impossible = self._hosts(), list[str]()
        for i, host in enumerate(hosts):
            if i and host == i:
                self._add_body([j for j in model.joints if hosts[j.index] == i])
            if not self._add_links(i):
                impossible.append(repr(model.joint_names[i]))
        if impossible:
            self.reasons.append(
                f"the inertias of the bodies of {listed(impossible)}, which no rigid body has; "
                "write kt.to_mjcf(model.replace(inertias=...)) with others."
            )
        for frame in model.frames:
            if frame.kind in ("op", "fixed_joint"):
                self.add_site(frame.name, frame.joint, frame.placement)

    def add_site(self, name: str, joint: int, placement: SE3, link: str | None = None) -> str:
        """Add a site on the body of a joint, or of a link on it; returns its name."""
        name = free_name(name, self._sites)
        body, place = self.places[link] if link else (self.main[joint], self.inner[joint])
        placed(body, "site", place.inverse() @ placement, name=name)
        return name

    def _hosts(self) -> list[int]:
        """For each joint that on whose body it is; finds where the bodies are, too."""
        model, hosts = self.model, list(range(self.model.njoints))
        ends = [x for c in model.constraints if isinstance(c, Loop) for x in (c.first, c.second)]
        used = {x.joint for x in (*ends, *model.geometries)}
        used |= {f.joint for f in model.frames if f.kind != "joint"}
        used |= set(np.flatnonzero(model.inertias.any(1)).tolist())
        self._first: list[Frame | None] = [None] * model.njoints
        for j in reversed(model.joints):
            i, below = j.index, [model.joints[k - 1] for k in j.children]
            link = self._links[i][0] if self._links[i] else None
            T, host = (link.placement if link else IDENTITY), i
            free = any(isinstance(x.type, FreeFlyer) for x in (j, *below))
            if i not in used and len(below) == 1 and not free:
                T, host = self._at_rest(below[0]), hosts[below[0].index]
            kinds: set[type[Joint]] = {type(part.kind) for part in self._parts[i]}
            turned = SE3(T.rotation, zeros(3)) != IDENTITY
            if T == IDENTITY or not (FreeFlyer in kinds or (turned and Spherical in kinds)):
                self.inner[i], hosts[i], self._first[i] = T, host, link
        return hosts

    def _add_body(self, chain: list[TreeJoint]) -> None:
        """Add the body of joints in series, those inside it that MuJoCo wants, and the joints.

        MuJoCo has at most six velocities on a body, and no rotation after a ball.
        """
        top, last = chain[0], chain[-1]
        T = self.inner[top.parent].inverse() @ self._at_rest(top)
        element = placed(self.main[top.parent], "body", T)
        size, ball = 0, False
        for j in chain:
            behind = [T @ self.inner[j.index] for T in self._behind[j.index][1:]]
            pairs = zip(self._parts[j.index], behind, strict=True)
            parts = [(x, T.inverse(), k, *y) for x, T in pairs for k, y in _motions(x.kind)]
            for part, place, k, kind, axis in parts:
                if kind == "ball" and SE3(place.rotation, zeros(3)) != IDENTITY:
                    self.reasons.append(
                        f"joint {j.name!r}: {j.type} turns after a Spherical, whose velocity MuJoCo"
                        " has in the axes of the body; put its parts on bodies of their own."
                    )
                if size + SIZES[kind] > 6 or (ball and kind != "slide"):
                    element.set("name", free_name(f"{j.name}_body", self._taken))
                    _add_inertial(element, Inertia.zero(), LEAST)
                    element, size, ball = SubElement(element, "body"), 0, False
                size, ball = size + SIZES[kind], ball or kind == "ball"
                v: int = part.v.start + k
                name = j.name if len(parts) == 1 else self.model.v_names[v]
                self.joints.append((name, kind, v))
                joint = SubElement(element, "joint", name=name, type=kind)
                if axis is not None:
                    joint.set("axis", text_of(*(place.rotation @ axis)))
                if kind in ("hinge", "ball"):
                    joint.set("pos", text_of(*place.translation))
                self._add_passive(joint, part, v)
                if kind in ("hinge", "slide"):
                    self._add_limits(joint, part, k)
                    if "range" in joint.attrib and j.limit_softness:
                        joint.attrib |= softness_attributes(j.limit_softness, "limit")
                        joint.set("margin", text_of(j.limit_margin))
        for joint in chain:
            self.main[joint.index] = element
        if top.parent:
            self.above[element] = self.main[top.parent]
        link = self._first[last.index]
        name = link.name if link and link.name != "world" else ""
        element.set("name", name or free_name(f"{last.name}_link", self._taken))

    def _at_rest(self, j: TreeJoint) -> SE3:
        """The placement of the body of a joint, at rest, on the joint's parent."""
        return j.origin @ self._behind[j.index][0] @ self.inner[j.index]

    def _add_passive(self, joint: Element, part: Any, v: int) -> None:
        """Add the parameters of a joint, one number each in MuJoCo, and in its axes."""
        model, kind = self.model, joint.attrib["type"]
        turned = isinstance(part.kind, FreeFlyer | Planar)
        tilted = kind == "ball" and self._springs[part.other.start] != 1
        for key, attribute in PASSIVE.items():
            values, own = (getattr(model, key)[x] for x in (slice(v, v + SIZES[kind]), part.v))
            if not own.any():
                continue
            joint.set(attribute, text_of(values[0]))
            curved = turned and (key != "damping" or np.ptp(own))
            if np.ptp(values) or curved or (tilted and key == "stiffness"):
                self.reasons.append(
                    f"the {key} {values.tolist()} of {joint.attrib['name']!r}: MuJoCo has one "
                    "number a joint, in the axes of the world for a free one, and springs of balls "
                    f"slack at the identity; write kt.to_mjcf(model.replace({key}=...))."
                )

    def _add_limits(self, joint: Element, part: Any, k: int) -> None:
        """Add the limits of a hinge or slide, and where its spring is slack."""
        v, q = int(part.v.start + k), int(part.q.start + k)
        model = self.model
        if model.stiffness[v]:
            joint.set("springref", text_of(float(self._springs[part.other.start + k])))
        lower, upper = float(model.lower_position_limits[q]), float(model.upper_position_limits[q])
        if part.kind.nq == part.kind.nv and (isfinite(lower) or isfinite(upper)):
            ends = max(lower, -NO_LIMIT), min(max(upper, nextafter(lower, inf)), NO_LIMIT)
            joint.attrib |= {"range": text_of(*ends), "limited": "true"}
            self.limited.add(q)
        effort = float(model.effort_limits[v])
        if 0 < effort < inf and joint.attrib["name"] not in self._driven:
            joint.set("actuatorfrcrange", text_of(-effort, effort))
            joint.set("actuatorfrclimited", "true")
        elif effort <= 0:
            self._lost["effort limits of 0"].append(model.v_names[v])

    def _add_links(self, i: int) -> bool:
        """Add the links on a body, and all inertias: the links' own if bodies can have them.

        Returns whether a rigid body can have the inertia.
        """
        main, inner, own = self.main[i], self.inner[i], list[tuple[Element, Inertia]]()
        for link in self._links[i]:
            element = main
            world = not i and link.name == "world" and link.placement == IDENTITY
            if link is not self._first[i] and not world:
                name = link.name if link.name != "world" else free_name("world", self._taken)
                element = placed(main, "body", inner.inverse() @ link.placement, name=name)
            self.places[link.name] = element, link.placement
            if link.inertia is not None and any(link.inertia.parameters.flat):
                own.append((element, link.inertia))
        total = Inertia.from_parameters(self.model.inertias[i])
        if i and not (own and all(x.is_physical for _, x in own)):
            own = [(main, inner.inverse() @ total)]
        for element, inertia in own:
            if total.is_physical and element.tag == "body":
                _add_inertial(element, inertia, LEAST if i and element is main else 0.0)
        return not i or total.is_physical


def _behind(kind: Joint) -> list[SE3]:
    """The placements of a joint's child frame at rest, on the joint and behind its moving parts."""
    T, placements = IDENTITY, list[SE3]()
    for part in reversed([*flattened(kind)]):
        if isinstance(part, Offset):
            T = part.origin @ T
        elif part.nv:
            placements.insert(0, T)
    return [T, *placements]


def _motions(kind: Joint) -> Iterator[tuple[int, tuple[str, Any]]]:
    """MuJoCo's joints in series that move as a joint does, numbered: their types and axes."""
    x, y, z = eye(3)
    match kind:
        case FreeFlyer() | Spherical():
            motions = [("free" if isinstance(kind, FreeFlyer) else "ball", None)]
        case Planar():
            motions = [("slide", x), ("slide", y), ("hinge", z)]
        case Gimbal():
            motions = [("hinge", axis) for axis in kind.axes]
        case _:
            axes = [a for name, a in vars(kind).items() if name == "axis"] or [x, y, z]
            motions = [("slide" if kind.v_units[0] == "m/s" else "hinge", a) for a in axes]
    return enumerate(motions)


def _add_inertial(body: Element, inertia: Inertia, least: float) -> None:
    """Add an inertia, with a mass and moments of at least so much."""
    moments, axes, c = np.zeros(3), eye(3), (0.0, 0.0, 0.0)
    if inertia.mass:
        (moments, rotation), c = inertia.principal_axes, inertia.center_of_mass
        axes = rotation.matrix
    x, y, z = np.maximum(moments, least).tolist()
    inertial = placed(body, "inertial", SE3(axes, c), mass=text_of(max(inertia.mass, least)))
    inertial.set("diaginertia", text_of(x, y, min(z, x + y)))
