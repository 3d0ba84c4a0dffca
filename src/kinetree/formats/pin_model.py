"""A live `pinocchio.Model` -> Model."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, get_args

import numpy as np

from ..errors import ModelError, warn
from ..model import Frame, Model
from ..model.description import (
    Body,
    Configuration,
    Description,
    JointParameter,
    Universe,
    snapped_placement,
)
from ..model.joints import (
    Composite,
    Continuous,
    Fixed,
    FreeFlyer,
    Helical,
    Joint,
    Mimic,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    SphericalZYX,
    Translation,
    Universal,
)
from ..model.joints.base import Numbers
from ..model.numbering import depth_first
from ..model.parts import FrameKind
from ..parameters import PARAMETERS
from ..scalar.array import Array
from ..spatial import SE3, Inertia
from .pin_check import NAMES, PinJoint, PinModel, check, check_frames

HUGE: Final = 1e300
"""Limits beyond this are infinite; Pinocchio stores the largest float for no limit."""
SMALLEST_PITCH: Final = 1e-12
ENOUGH: Final = 8
"""More coordinates than a joint of one velocity has."""


def from_pinmodel(source: PinModel) -> Model:
    """The robot of a `pinocchio.Model`, with its mimics and its base; the source is not changed.

    Joints, q, v and frames are Pinocchio's; joints without a frame get one, at the end. Sensors are
    frames of kind "op". If Pinocchio's joints are not numbered depth first, they are renumbered,
    with a warning. A model without a name is called "robot".

    Raises ModelError for a joint type that kinetree does not have, for a symbolic model, and for an
    inconsistent one: a name of two joints or of two frames of one kind, a parent after its child,
    a vector of wrong length.
    """
    if getattr(getattr(source, "lowerPositionLimit", None), "dtype", None) != np.float64:
        kind = f"{type(source).__module__}.{type(source).__name__}"
        raise ModelError(f"source is a {kind}; expected a pinocchio.Model of plain numbers.")
    robot = source.name or "robot"
    check(robot, source)
    description = _described(robot, source)
    if depth_first(description) != list(range(source.njoints)):
        warn(
            f"{robot}: Pinocchio's joints are not numbered depth first; here they are, so that "
            "joints, q and v are in another order. model.q_index(names) gives where they are."
        )
    return Model(description)


def _described(robot: str, pin: PinModel) -> Description:
    kinds = _kinds(robot, pin)
    universe = Universe(inertia=Inertia.from_parameters(_inertia(pin, 0)))
    joints = tuple(_body(pin, i, kinds) for i in range(1, pin.njoints))
    return Description(
        robot,
        tuple(pin.gravity.linear.tolist()),
        universe,
        joints,
        tuple(_frames(robot, pin)),
        reference_configurations={
            entry.key(): _by_joint(pin, kinds, entry.data())
            for entry in pin.referenceConfigurations
        },
    )


def _inertia(pin: PinModel, i: int) -> list[float]:
    return pin.inertias[i].toDynamicParameters().tolist()


def _body(pin: PinModel, i: int, kinds: list[Joint]) -> Body:
    inertia = Inertia.from_parameters(_inertia(pin, i))
    placement = SE3.from_matrix(pin.jointPlacements[i].homogeneous.tolist())
    parameters = _parameters(pin, pin.joints[i], kinds[i])
    return Body(
        pin.names[i],
        int(pin.parents[i]),
        kinds[i],
        snapped_placement(placement),
        inertia,
        parameters,
    )


def _by_joint(pin: PinModel, kinds: list[Joint], q: Numbers) -> Configuration:
    starts = ((i, pin.joints[i].idx_q) for i in range(1, pin.njoints) if kinds[i].independent)
    return {pin.names[i]: tuple(q[k : k + kinds[i].nq].tolist()) for i, k in starts}


def _parameters(pin: PinModel, joint: PinJoint, kind: Joint) -> dict[str, JointParameter]:
    """The parameters of a joint; only lengths and angles have position limits."""
    q, v = (slice(i, i + n) for i, n in ((joint.idx_q, joint.nq), (joint.idx_v, joint.nv)))
    limited = np.array([unit != "1" for unit in kind.q_units], dtype=bool)
    values: dict[str, JointParameter] = {"actuated": [not isinstance(kind, FreeFlyer)] * joint.nv}
    for name, key in NAMES.items():
        row = PARAMETERS[name]
        of_positions = row.axes == "(nq)"
        x = _limits(getattr(pin, key)[q if of_positions else v], row.infinite)
        if of_positions:
            x[~limited] = row.default
        values[name] = x.tolist()
    return values


def _limits(x: Numbers, infinite: bool) -> Numbers:
    """A copy of values, with huge ones as infinity if that is allowed."""
    limits = np.array(x)
    huge = (abs(limits) >= HUGE) & infinite
    limits[huge] = np.copysign(np.inf, limits[huge])
    return limits


def _frames(robot: str, pin: PinModel) -> list[Frame]:
    """Pinocchio's frames, and one for each joint without a frame there."""
    frames: list[Frame] = []
    for i, frame in enumerate(pin.frames):
        kind = "universe" if i == 0 else frame.type.name.lower().replace("op_frame", "op")
        origin = snapped_placement(SE3.from_matrix(frame.placement.homogeneous.tolist()))
        known: FrameKind = kind if kind in get_args(FrameKind) else "op"
        frames.append(Frame(frame.name, known, int(frame.parentJoint), origin))
    named = {frame.joint for frame in frames if frame.kind == "joint"}
    for i in range(1, pin.njoints):
        if i not in named:
            frames.append(Frame(pin.names[i], "joint", i, SE3.identity()))
    check_frames(robot, frames)
    return frames


# --- joints


class Offset(Joint):
    """No motion: a placement between two parts of a composite."""

    nq = nv = 0

    def __init__(self, placement: SE3) -> None:
        self._placement = placement

    def placement(self, q: Array) -> SE3:
        return self._placement

    def __repr__(self) -> str:
        return f"Offset({self._placement})"


def _kinds(robot: str, pin: PinModel) -> list[Joint]:
    """The joint types by number, `Fixed` for the universe."""
    joints = list(pin.joints)
    places: list[str] = [f"{robot}: joint {name!r}" for name in pin.names]
    followed = zip(pin.mimicking_joints.tolist(), pin.mimicked_joints.tolist(), strict=True)
    sources: dict[int, int] = dict(followed)
    kinds: list[Joint] = [Fixed()]
    for i in range(1, pin.njoints):
        if i not in sources:
            kinds.append(_kind(places[i], joints[i]))
            continue
        source, follower = sources[i], joints[i].extract()
        cos_sin = isinstance(_kind(places[source], joints[source]), Continuous)
        kind = _mimic_kind(places[i], joints[i], follower.scaling, cos_sin)
        kinds.append(Mimic(pin.names[source], follower.scaling, follower.offset, kind))
    return kinds


def _kind(where: str, joint: PinJoint) -> Joint:
    name = joint.shortname().removeprefix("JointModel")
    if name == "Composite":
        return _composite(where, joint)
    if name not in KINDS:
        raise ModelError(
            f"{where} is a {joint.shortname()}, which kinetree does not have; it has those of "
            f"{', '.join(KINDS)}, Composite, Mimic."
        )
    return KINDS[name](joint)


def _composite(where: str, joint: PinJoint) -> Joint:
    parts: list[Joint] = []
    composite = joint.extract()
    for part, placement in zip(composite.joints, composite.jointPlacements, strict=True):
        offset = snapped_placement(SE3.from_matrix(placement.homogeneous.tolist()))
        if offset != SE3.identity():
            parts.append(Offset(offset))
        parts.append(_kind(where, part))
    return Composite(*parts)


def _mimic_kind(where: str, joint: PinJoint, ratio: float, cos_sin: bool) -> Joint:
    """The type of joint as which a mimic moves, from Pinocchio's twist, ratio included."""
    twist = _subspace(joint)
    if ratio == 0 or twist.shape != (6,):
        raise ModelError(
            f"{where} is a mimic of ratio {ratio:g} and {twist.size // 6} velocities; "
            "expected one velocity and a ratio that is not zero."
        )
    linear, axis = np.split(twist / ratio, 2)
    if not axis.any():
        return Prismatic(linear.tolist())
    pitch = float(linear @ axis)
    if abs(pitch) > SMALLEST_PITCH:
        return Helical(axis.tolist(), pitch)
    return (Continuous if cos_sin else Revolute)(axis.tolist())


def _subspace(joint: PinJoint) -> Numbers:
    """S at zero coordinates, (6) for a single velocity."""
    data = joint.createData()
    joint.calc(data, np.zeros(joint.idx_q + ENOUGH))
    return np.squeeze(np.array(data.S))


def _letters() -> Iterator[tuple[str, Callable[[PinJoint], Joint]]]:
    """The joints about, or along, an axis of their frame."""
    for letter in "xyz":
        yield f"R{letter.upper()}", lambda joint, axis=letter: Revolute(axis)
        yield f"RUB{letter.upper()}", lambda joint, axis=letter: Continuous(axis)
        yield f"P{letter.upper()}", lambda joint, axis=letter: Prismatic(axis)
        yield f"H{letter.upper()}", lambda joint, axis=letter: Helical(axis, joint.extract().pitch)


KINDS: Final[Mapping[str, Callable[[PinJoint], Joint]]] = {
    **dict(_letters()),
    "RevoluteUnaligned": lambda joint: Revolute(joint.extract().axis.tolist()),
    "RevoluteUnboundedUnaligned": lambda joint: Continuous(_subspace(joint)[3:].tolist()),
    "PrismaticUnaligned": lambda joint: Prismatic(joint.extract().axis.tolist()),
    "HelicalUnaligned": lambda joint: Helical(joint.extract().axis.tolist(), joint.extract().pitch),
    "Universal": lambda joint: Universal(
        joint.extract().axis1.tolist(), joint.extract().axis2.tolist()
    ),
    "Spherical": lambda joint: Spherical(),
    "SphericalZYX": lambda joint: SphericalZYX(),
    "Planar": lambda joint: Planar(),
    "Translation": lambda joint: Translation(),
    "FreeFlyer": lambda joint: FreeFlyer(),
}
"""By Pinocchio's name of the joint type without JointModel."""
