"""`Description`: a robot as plain, immutable data, from which a `Model` is made, and its parts.

Readers and builders return one, editing functions map it to another, writers take one; the digest
of a model and its equality are those of its description.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Annotated, Final

from ..errors import ModelError
from ..parameters import PARAMETERS
from ..scalar.array import Scalar
from ..spatial import SE3, Inertia
from .actuators import Actuator
from .joints import Joint
from .joints.base import snapped
from .parts import Frame, Geometry, JointName, JointNumber, PairSurface, numbers_of
from .sensors import Sensor
from .softness import Softness


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
        coefficients = numbers_of(self.coefficients)
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
    *("disabled_collisions", "collision_pairs", "pair_surfaces", "actuators", "sensors"),
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
    limit_softness: Softness | None = None
    """That of its position limits, `limit_margin` before these; None: they are rigid."""
    limit_margin: float = 0.0


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
    pair_surfaces: tuple[PairSurface, ...] = ()
    actuators: tuple[Actuator, ...] = ()
    sensors: tuple[Sensor, ...] = ()

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
