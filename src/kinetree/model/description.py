"""`Description`: a robot as plain, immutable data, from which a `Model` is made, and its parts.

Readers and builders return one, editing functions map it to another, writers take one; the digest
of a model and its equality are those of its description.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from numbers import Real
from typing import Annotated, Final, Literal, cast, get_args

from ..errors import ModelError, unknown
from ..parameters import PARAMETERS
from ..scalar.array import Scalar
from ..spatial import SE3, Inertia
from .joints import Joint
from .joints.base import snapped
from .shapes import Shape, Sized

JointNumber = Annotated[int, "joint"]
"""The number of a joint, written to files as its name; 0 is the universe."""

JointName = Annotated[str, "joint"]

FrameKind = Literal["universe", "joint", "fixed_joint", "body", "op"]


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame fixed to the body of joint `joint`, at `placement` in the joint's frame.

    `inertia` is that of the link alone, in this frame, also of one that a fixed joint merges into
    the body: those of a body's frames add up to the body's. It is None for a frame without mass,
    and where `model.replace(inertias=...)` gave the body another inertia. `parent_frame` is the
    number of the frame that carries it, a joint's or a link's; None where no source tells it.
    """

    name: str
    kind: FrameKind
    joint: JointNumber
    placement: SE3
    inertia: Inertia | None = None
    parent_frame: int | None = None

    @property
    def parent(self) -> int:
        """The number of the joint that moves the frame, as `joint.parent`; 0 for the universe."""
        return self.joint


GeometryKind = Literal["visual", "collision"]


@dataclass(frozen=True, slots=True)
class Geometry:
    """A shape fixed to the body of joint `joint`, at `placement` in the joint's frame.

    `body` is the body frame it came with: the link of a URDF. `color` is red, green, blue, alpha in
    [0, 1], or None where the file gives none. Two shapes can collide only if one's `contype` and
    the other's `conaffinity`, as an MJCF's, have a bit in common.
    """

    name: str
    kind: GeometryKind
    body: str
    joint: JointNumber
    placement: SE3
    shape: Shape
    color: tuple[float, float, float, float] | None = None
    contype: int = 1
    conaffinity: int = 1

    def __post_init__(self) -> None:
        where = f"the geometry {self.name!r}"
        check_kind(where, self.kind, get_args(GeometryKind))
        if not isinstance(self.shape, Shape | Sized):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ModelError(f"{where} is {self.shape!r}; expected a shape: kt.shapes.Box(size).")
        if {type(self.contype), type(self.conaffinity)} != {int}:
            masks = f"contype {self.contype!r} and conaffinity {self.conaffinity!r}"
            raise ModelError(f"{where} has {masks}; expected integers, as sets of bits.")
        if self.color is None:
            return
        color = _numbers(self.color)
        if color is None or len(color) != 4 or not all(0 <= x <= 1 for x in color):
            raise ModelError(
                f"{where} has the color {self.color!r}; expected red, green, blue, alpha in [0, 1]."
            )
        object.__setattr__(self, "color", color)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place on the body of joint `joint`, at `placement` in the joint's frame."""

    joint: JointNumber
    placement: SE3
    frame: int | None = field(default=None, compare=False, repr=False)
    """The number of the frame that it was placed in, for `Frame.parent_frame`."""

    def __matmul__(self, placement: SE3) -> "Anchor":
        """The place at a placement relative to this one."""
        return replace(self, placement=self.placement @ placement)


@dataclass(frozen=True, slots=True)
class Loop:
    """A joint that closes a loop: `second` moves in `first` as `joint` does.

    `kt.constraints`, steps and rollouts enforce loops with these joints:

    - `Fixed()`, a weld, and `Spherical()`, a common point;
    - `Revolute(axis)` and `Continuous(axis)`, hinges, as two points of the axis: the anchor and one
      1 m further;
    - `Prismatic(axis)`, a rail, and `Translation()`: no relative rotation of the bodies;
    - `Composite` of `Prismatic(axis)` and `Revolute(axis)` or `Continuous(axis)` along one axis, a
      cylinder, as two points that slide along the axis;
    - `Planar()`, as three points that slide in the plane: the anchor and those 1 m along x and y.

    Rails, axes and planes are fixed to `second`.
    """

    name: str
    joint: Joint
    first: Anchor
    second: Anchor


@dataclass(frozen=True, slots=True)
class Coupling:
    """q of `joint` = c0 + c1 x + c2 x^2 + ..., x = q of `source`, or 0 where that is None.

    `kt.constraints`, steps and rollouts enforce it. Joints are those with one coordinate, whose
    rate is their velocity, also mimics; x of a continuous one is its angle in [-pi, pi].
    """

    name: str
    joint: str
    source: str | None
    coefficients: tuple[float, ...]

    def __post_init__(self) -> None:
        coefficients = _numbers(self.coefficients)
        if coefficients is None or not all(map(isfinite, coefficients)):
            raise ModelError(
                f"the coupling {self.name!r} has the coefficients {self.coefficients!r}; expected "
                "finite numbers, c0, c1, ..., in a list."
            )
        object.__setattr__(self, "coefficients", coefficients)


Constraint = Loop | Coupling


Configuration = Mapping[str, tuple[float, ...]]
"""Coordinates by joint name."""

JointParameter = Scalar | Sequence[Scalar]
"""A parameter of a joint: one number for all of its coordinates, or one each."""


ANNOTATIONS: Final = (
    *("geometries", "constraints", "reference_configurations", "groups"),
    *("disabled_collisions", "collision_pairs"),
)
"""What a model holds beside its structure and parameters."""


@dataclass(frozen=True, slots=True)
class Universe:
    """The inertia of bodies that do not move."""

    placement: SE3 = field(default_factory=SE3.identity)
    inertia: Inertia = field(default_factory=Inertia.zero)


@dataclass(frozen=True, slots=True)
class Body:
    """A joint and the body that it moves; `parent` is the number of a body, 0 for the universe."""

    name: str
    parent: Annotated[int, "joint before it"]
    joint: Joint
    placement: SE3
    inertia: Inertia = field(default_factory=Inertia.zero)
    parameters: Mapping[str, JointParameter] = field(default_factory=dict[str, JointParameter])
    """Parameters of `kinetree.parameters.OF_JOINTS`: a number for all coordinates, or one each."""


@dataclass(frozen=True, slots=True)
class Description:
    """A robot: its joints with their bodies, its frames, and other content of a file.

    Joint number i is `joints[i - 1]`, parents come before their children; 0 is the universe. The
    first frame is that of the universe. Coordinates of joints that a configuration leaves out are
    neutral. Raises ModelError for a name of two joints, or of two frames of one kind.
    """

    name: str
    gravity: tuple[float, float, float] = PARAMETERS["gravity"].default
    universe: Universe = field(default_factory=Universe)
    joints: tuple[Body, ...] = ()
    frames: tuple[Frame, ...] = ()
    geometries: tuple[Geometry, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    reference_configurations: Mapping[str, Configuration] = field(
        default_factory=dict[str, Configuration]
    )
    groups: Mapping[str, tuple[JointName, ...]] = field(
        default_factory=dict[str, tuple[JointName, ...]]
    )
    disabled_collisions: tuple[tuple[str, str, str], ...] = ()
    """Two body frames and the reason, each."""
    collision_pairs: tuple[tuple[str, str], ...] = ()
    """Two collision geometries, each, that can collide whatever else says that they cannot."""

    def __post_init__(self) -> None:
        names = {"universe"}
        for i, body in enumerate(self.joints):
            where = f"joints[{i}] {body.name!r}"
            if body.name in names:
                raise ModelError(f"{where}: two joints have this name; rename one.")
            if not 0 <= body.parent <= i:
                raise ModelError(
                    f"{where}: its parent is joint number {body.parent}; parents come first: "
                    f"expected one of 0 to {i}."
                )
            names.add(body.name)
        kinds: set[tuple[str, str]] = set()
        for i, frame in enumerate(self.frames):
            where = f"frames[{i}] {frame.name!r}"
            if (frame.name, frame.kind) in kinds:
                raise ModelError(
                    f"{where}: another frame of kind {frame.kind!r} has this name; rename one."
                )
            if (frame.kind == "universe") == bool(i):
                raise ModelError(f"{where}: the first frame, and no other, is of kind 'universe'.")
            if frame.parent_frame is not None and frame.parent_frame not in range(i):
                raise ModelError(
                    f"{where}: its parent_frame is {frame.parent_frame}, not one of 0 to {i - 1}."
                )
            kinds.add((frame.name, frame.kind))


def snapped_placement(T: SE3) -> SE3:
    """A placement with elements close to 0, 1 or -1 replaced by these constants."""
    return SE3(snapped(T.rotation), snapped(T.translation))


def check_kind(where: str, kind: object, known: tuple[str, ...]) -> None:
    """Raise ModelError for an unknown kind of a frame, geometry or contact."""
    if kind not in known:
        raise ModelError(f"{where}: {unknown('kind', kind, known)}")


def _numbers(x: object) -> tuple[float, ...] | None:
    """The numbers of a sequence as floats; None if it is not a sequence of numbers."""
    entries = list(cast(Iterable[object], x)) if isinstance(x, Iterable) else [None]
    numbers = [float(entry) for entry in entries if isinstance(entry, Real)]
    return tuple(numbers) if len(numbers) == len(entries) else None
