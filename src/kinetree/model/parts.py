"""The parts of bodies: frames and geometries."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from numbers import Real
from sys import float_info
from typing import Annotated, Any, Final, Literal, cast, get_args

from ..errors import ModelError, unknown
from ..spatial import SE3, Inertia
from .actuators import Bound
from .shapes import Shape
from .softness import Softness

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

FRICTION: Final = (1.0, 0.005, 0.0001)
"""That of a surface of which a file says nothing, as in MJCF."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """A shape fixed to the body of joint `joint`, at `placement` in the joint's frame.

    `body` is the body frame it came with: the link of a URDF. `color` is red, green, blue, alpha in
    [0, 1], or None where the file gives none. Two shapes can collide only if one's `contype` and
    the other's `conaffinity`, as an MJCF's, have a bit in common. `friction` is the sliding
    coefficient, and the torsional and rolling ones in m, as an MJCF's.

    A contact of two geometries is a spring of their `stiffness` in N/m in series, with a damper, of
    `damping` in N s/m; where both are infinite, the default, it is as their `softness` says, rigid
    without. It begins at the sum of their `margin` in m before the shapes touch. `condim`, MuJoCo's
    word, says which coefficients of friction count: 1 none, 3 the sliding one, 4 the torsional one,
    too, 6 all.
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
    friction: tuple[float, float, float] = FRICTION
    stiffness: Bound = inf
    damping: float = 0.0
    margin: float = 0.0
    condim: int = 3
    softness: Softness | None = None

    def __post_init__(self) -> None:
        where = f"the geometry {self.name!r}"
        check_kind(where, self.kind, get_args(GeometryKind))
        if not isinstance(self.shape, Shape):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ModelError(f"{where} is {self.shape!r}; expected a shape: kt.shapes.Box(size).")
        if {type(self.contype), type(self.conaffinity)} != {int}:
            masks = f"contype {self.contype!r} and conaffinity {self.conaffinity!r}"
            raise ModelError(f"{where} has {masks}; expected integers, as sets of bits.")
        if self.color is not None:
            _check_numbers(where, self, "color", 4, 1.0, "red, green, blue, alpha in [0, 1]")
        _check_surface(where, self)

    @property
    def surface(self) -> tuple[object, ...]:
        """The numbers that contacts depend on, beside the shape and its placement."""
        masks, spring = (self.contype, self.conaffinity), (self.stiffness, self.damping)
        return *masks, self.friction, *spring, self.margin, self.condim, self.softness


@dataclass(frozen=True, slots=True)
class PairSurface:
    """How two collision geometries touch, in place of what their own numbers make together.

    The numbers are as those of `kt.Geometry`; `stiffness` and `damping` are those of the contact,
    not of one of two springs in series. With `second_friction` sliding friction has two directions,
    as in `kt.contacts`. Of several for one pair the last counts.
    """

    first: str
    second: str
    friction: tuple[float, float, float] = FRICTION
    stiffness: Bound = inf
    damping: float = 0.0
    margin: float = 0.0
    condim: int = 3
    second_friction: float | None = None
    softness: Softness | None = None

    def __post_init__(self) -> None:
        where = f"the surface of {self.first!r} and {self.second!r}"
        _check_surface(where, self)
        second = numbers_of([self.second_friction])
        if self.second_friction is not None and not (second and 0 <= second[0] < inf):
            raise ModelError(
                f"{where} has the second_friction {self.second_friction!r}; expected a number >= 0."
            )


def touching(shapes: Iterable[Geometry]) -> set[str]:
    """The names of those that collide."""
    return {x.name for x in shapes if x.kind == "collision"}


def pairs_among(
    shapes: Iterable[Geometry], pairs: Iterable[tuple[str, str]], surfaces: Iterable[PairSurface]
) -> dict[str, Any]:
    """The pairs and the surfaces of pairs that are of these shapes, by the names of the fields."""
    names = touching(shapes)
    return {
        "collision_pairs": tuple(x for x in pairs if names.issuperset(x)),
        "pair_surfaces": tuple(x for x in surfaces if names >= {x.first, x.second}),
    }


def _check_surface(where: str, x: Geometry | PairSurface) -> None:
    expected = "sliding, torsional, rolling, each >= 0"
    _check_numbers(where, x, "friction", 3, float_info.max, expected)
    check_spring(where, x.stiffness, x.damping)
    if not isinstance(x.softness, Softness | None):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ModelError(f"{where} has the softness {x.softness!r}; expected a kt.Softness.")
    check_condim(where, x.condim)
    margin = numbers_of([x.margin])
    if margin is None or not abs(margin[0]) < inf:
        raise ModelError(f"{where} has the margin {x.margin!r}; expected a number, in m.")


def _check_numbers(
    where: str, owner: object, key: str, count: int, greatest: float, expected: str
) -> None:
    """Make a field a tuple of so many floats from 0 to the greatest, or raise ModelError."""
    numbers = numbers_of(value := getattr(owner, key))
    valid = numbers is not None and all(0 <= x <= greatest for x in numbers)
    if numbers is None or not valid or len(numbers) != count:
        raise ModelError(f"{where} has the {key} {value!r}; expected {expected}.")
    object.__setattr__(owner, key, numbers)


def check_spring(where: str, stiffness: object, damping: object) -> None:
    """Raise ModelError for a stiffness or damping of a contact that is none."""
    if not (isinstance(stiffness, int | float) and stiffness > 0):
        raise ModelError(f"{where} has the stiffness {stiffness!r}; expected more than 0 N/m.")
    if not (isinstance(damping, int | float) and 0 <= damping < inf):
        raise ModelError(f"{where} has the damping {damping!r}; expected 0 or more, in N s/m.")
    if damping and stiffness == inf:
        raise ModelError(
            f"{where} has the damping {damping!r} but no stiffness, in N/m; what is rigid has none."
        )


def check_condim(where: str, condim: object) -> None:
    """Raise ModelError for a dimension of contacts that is none."""
    if type(condim) is not int or condim not in (1, 3, 4, 6):
        raise ModelError(
            f"{where} has the condim {condim!r}; expected 1 (without friction), 3 (sliding), 4 "
            "(and torsional) or 6 (and rolling)."
        )


def check_kind(where: str, kind: object, known: tuple[str, ...]) -> None:
    """Raise ModelError for an unknown kind of a frame, geometry or contact."""
    if kind not in known:
        raise ModelError(f"{where}: {unknown('kind', kind, known)}")


def numbers_of(x: object) -> tuple[float, ...] | None:
    """The numbers of a sequence as floats; None if it is not a sequence of numbers."""
    sequence = isinstance(x, Iterable) and getattr(cast(object, x), "ndim", 1)
    entries = list(cast(Iterable[object], x)) if sequence else [None]
    numbers = [float(entry) for entry in entries if isinstance(entry, Real)]
    return tuple(numbers) if len(numbers) == len(entries) else None
