"""Contacts and loops, and the directions in which each constrains two bodies of a robot."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal, cast, get_args

from ..errors import ModelError, errors_at, warn
from ..scalar.array import Array
from ..scalar.math import cross, eye, zeros
from ..spatial import SE3
from ..spatial.se3 import rigid
from . import joints
from .description import Anchor, Constraint, Coupling, Loop
from .joints.base import unit_axis
from .joints.mimic import adds
from .parts import check_kind
from .shape_contact import ShapeContact
from .structure import Structure, check_joint_number

ContactKind = Literal["point", "surface"]
Direction = tuple[float, ...]
"""A direction of relative motion, six numbers [linear; angular]."""

WORLD: Final = "world"
_ORIGIN: Final = Anchor(0, SE3.identity())
_Parts = tuple[ContactKind, list[Array], tuple[Direction, ...] | None]
_ROTATIONS: Final[tuple[Direction, ...]] = tuple((0, 0, 0, *e.flat) for e in eye(3))


@dataclass(frozen=True, slots=True)
class Contact:
    """A frame of the robot held at a place in the world, or at a place in another of its frames.

    A "point" holds the origin of the frame, a "surface" also its rotation. `placement` (an SE3 or
    4 x 4) is that place, expressed in `other`. The default is the other frame itself; in the world,
    it is wherever the frame is, so that there is no position error.

    >>> import kinetree as kt
    >>> kt.Contact("foot", "surface", placement=kt.SE3.identity()).other
    'world'
    """

    frame: str | int
    kind: ContactKind = "point"
    other: str | int = WORLD
    placement: SE3 | None = None
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        where = f"kt.Contact of {self.frame!r}"
        check_kind(where, self.kind, get_args(ContactKind))
        if self.placement is not None:
            object.__setattr__(self, "placement", rigid(f"{where}: placement", self.placement))
        for name, x in (("frame", self.frame), ("other", self.other)):
            if not isinstance(x, Hashable):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise ModelError(f"{where}: {name} is {x!r}; expected the name of a frame.")
        object.__setattr__(self, "_hash", hash((self.frame, self.kind, self.other, self.placement)))

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True, slots=True)
class Closure:
    """A contact or a loop on a robot: `first` is held at `place`, expressed in `second`.

    Without a place it is held wherever it is. Forces act on the body of `first`, their opposites on
    that of `second`.
    """

    label: str = field(compare=False)
    kind: ContactKind
    first: Anchor
    second: Anchor
    place: SE3 | None
    held: tuple[Direction, ...] | None = None
    """The directions held, six numbers each, in the axes of `second`; None: all."""

    @property
    def size(self) -> int:
        """The number of accelerations that it constrains."""
        if self.held is not None:
            return len(self.held)
        return 3 if self.kind == "point" else 6


@dataclass(frozen=True, slots=True)
class CoupledJoints:
    """A coupling on a robot: q of joint `first` is a polynomial in q of joint `second`."""

    label: str = field(compare=False)
    first: int
    second: int
    coefficients: tuple[float, ...]
    kind: ClassVar = "coupling"
    size: ClassVar = 1


Requirement = Closure | CoupledJoints | ShapeContact
"""What contacts= asks for, on a robot."""


_MOTIONS: Final = (["forward_dynamics"], ["inverse_dynamics"], ["impact"], ["close_loops"])
"""The algorithms in which a robot moves as if it had no other contacts than are requested."""


def closures(
    robot: Structure, constraints: Sequence[Constraint], owner: str, requested: object
) -> tuple[Requirement, ...]:
    """The contacts, loops and couplings requested on a robot; by default its own constraints."""
    if requested is None:
        requested = constraints
        if not requested:
            raise ModelError(
                f"{owner}: {robot.name} has no loops and no couplings; name contacts, as in "
                "contacts=(kt.Contact('foot'),); see model.frame_names."
            )
    if not isinstance(requested, (list, tuple)):
        raise ModelError(
            f"{owner}: contacts is {requested!r}; expected a sequence of kt.Contact, kt.Loop and "
            "kt.Coupling, as (kt.Contact('foot'),)."
        )
    listed = enumerate(cast(Sequence[object], requested))
    with errors_at(owner):
        chosen = tuple(c for i, x in listed for c in _closures(robot, i, x))
    if owner.removesuffix("_derivatives").split()[-1:] in _MOTIONS:
        open_ones = [
            x.name
            for i, x in enumerate(constraints)
            if not set(_closures(robot, i, x)).issubset(chosen)
        ]
        if open_ones:
            warn(
                f"{owner}: contacts= leaves {', '.join(map(repr, open_ones[:5]))} of {robot.name} "
                "open: the robot's own loops and couplings hold where they are among the contacts: "
                "contacts=(..., *robot.constraints). robot.replace(constraints=()) has none."
            )
    return chosen


def _closures(robot: Structure, i: int, x: object) -> Sequence[Requirement]:
    if isinstance(x, Requirement):
        return [x]
    if isinstance(x, Coupling):
        return [_of_coupling(robot, f"contacts[{i}], the coupling {x.name!r},", x)]
    if isinstance(x, Loop):
        return _of_loop(robot, f"contacts[{i}], the loop {x.name!r},", x)
    if not isinstance(x, Contact):
        raise ModelError(
            f"contacts[{i}] is {x!r}; expected a kt.Contact, kt.Loop or kt.Coupling, as "
            "kt.Contact('foot')."
        )
    with errors_at(f"contacts[{i}]"):
        frame = robot.frame(x.frame)
    label = f"contacts[{i}] of {frame.name!r}"
    if frame.joint == 0:
        raise ModelError(
            f"{label}, which is fixed to the world; expected a frame of a body that moves. The "
            "world is `other` of the frame that touches it."
        )
    first, second, place = Anchor(frame.joint, frame.placement), _ORIGIN, x.placement
    if x.other != WORLD:
        with errors_at(f"other of contacts[{i}]"):
            other = robot.frame(x.other)
        second, place = Anchor(other.joint, other.placement), place or SE3.identity()
    _check_bodies(label, first.joint, second.joint)
    return [Closure(label, x.kind, first, second, place)]


def _of_coupling(robot: Structure, label: str, coupling: Coupling) -> CoupledJoints:
    """A coupling by the numbers of its joints; without a source p is its first coefficient."""
    terms, source = coupling.coefficients, coupling.source
    if source is None:
        terms, source = terms[:1], coupling.joint
    with errors_at(label):
        first, second = (robot.node(name) for name in (coupling.joint, source))
    for joint in (first, second):
        if not isinstance(joint.type, (joints.Continuous, joints.Mimic)) and not adds(joint.type):
            raise ModelError(
                f"{label} is of {joint.name!r}, {joint.type}; expected joints with one coordinate, "
                "whose rate is their velocity."
            )
    return CoupledJoints(label, first.index, second.index, terms)


def _of_loop(robot: Structure, label: str, loop: Loop) -> list[Closure]:
    kind, points, held = _parts(label, loop.joint)
    ends = loop.first, loop.second
    for anchor in ends:
        check_joint_number(robot, label, anchor.joint)
    _check_bodies(label, *(anchor.joint for anchor in ends))
    pairs = ([Anchor(x.joint, x.placement @ SE3(eye(3), p)) for x in ends] for p in points)
    return [Closure(label, kind, x, y, SE3.identity(), held) for x, y in pairs]


def _parts(label: str, joint: joints.Joint) -> _Parts:
    """Contacts that replace a joint: their kind, their points, and the directions held.

    A hinge is two points of its axis, the anchor and one 1 m further; those of a cylindrical joint
    may slide along the axis; a plane holds three points.
    """
    here, (x, y, z) = zeros(3), eye(3)
    match joint:
        case joints.Fixed():
            parts = "surface", [here], None
        case joints.Spherical():
            parts = "point", [here], None
        case joints.Revolute() | joints.Continuous():
            parts = "point", [here, joint.axis], None
        case joints.Prismatic():
            parts = "surface", [here], (*_normals(joint.axis), *_ROTATIONS)
        case joints.Translation():
            parts = "surface", [here], _ROTATIONS
        case joints.Planar():
            parts = "point", [here, x, y], (_translation(z),)
        case joints.Composite(
            joints=(joints.Prismatic(axis=a), joints.Revolute(axis=b) | joints.Continuous(axis=b))
            | (joints.Revolute(axis=b) | joints.Continuous(axis=b), joints.Prismatic(axis=a))
        ) if a.flat == b.flat:
            parts = "point", [here, a], _normals(a)
        case _:
            raise ModelError(
                f"{label} is closed by {joint}; expected Spherical(), Fixed(), Revolute(axis), "
                "Continuous(axis), Prismatic(axis), Translation(), Planar(), or a Composite of "
                "Prismatic(axis) and Revolute(axis) along one axis."
            )
    return parts


def _normals(axis: Array) -> tuple[Direction, Direction]:
    """Translations along two unit vectors at right angles to an axis and to each other."""
    sizes = [abs(float(x)) for x in axis.flat]
    first = unit_axis(cross(axis, eye(3)[sizes.index(min(sizes))]))
    return _translation(first), _translation(unit_axis(cross(axis, first)))


def _translation(u: Array) -> Direction:
    return (*u.flat, 0, 0, 0)


def _check_bodies(where: str, first: int, second: int) -> None:
    if first == second:
        raise ModelError(f"{where} holds a body to itself; expected two bodies.")
