"""`Description`: a robot as plain, immutable data, from which a `Model` is made.

Readers and builders return one, editing functions map it to another, writers take one; the digest
of a model and its equality are those of its description.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final

from ..errors import ModelError
from ..parameters import PARAMETERS
from ..scalar.array import Scalar
from ..spatial import SE3, Inertia
from .joints import Joint
from .joints.base import snapped
from .parts import Constraint, Frame, Geometry, JointName

Configuration = Mapping[str, tuple[float, ...]]
"""Coordinates by joint name."""


JointParameter = Scalar | Sequence[Scalar]
"""A parameter of a joint: one number for all of its coordinates, or one each."""


ANNOTATIONS: Final = (
    "geometries",
    "constraints",
    "reference_configurations",
    "groups",
    "disabled_collisions",
)
"""What a model holds beside its structure and parameters; no algorithm of dynamics uses it."""


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
            kinds.add((frame.name, frame.kind))


def universe_frame() -> Frame:
    """The first frame of every robot."""
    return Frame("universe", "universe", 0, SE3.identity())


def snapped_placement(T: SE3) -> SE3:
    """A placement with elements close to 0, 1 or -1 replaced by these constants."""
    return SE3(snapped(T.rotation), snapped(T.translation))
