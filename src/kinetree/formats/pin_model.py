"""A live `pinocchio.Model` -> Model."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias, get_args

import numpy as np

from ..errors import ModelError, warn
from ..model import Frame, Model, joints
from ..model.description import Body, Description, JointParameter, Universe, snapped_placement
from ..model.joints import Composite, Continuous, Fixed, FreeFlyer, Joint, Mimic
from ..model.joints.base import Numbers
from ..model.numbering import depth_first
from ..model.parts import FrameKind
from ..parameters import PARAMETERS
from ..scalar.array import Array, zeros
from ..spatial import SE3, Inertia

Pin: TypeAlias = Any
"""A `pinocchio.Model`, or a part of one; Pinocchio has no types."""
WITHOUT_AXIS: Final = ("Spherical", "SphericalZYX", "Planar", "Translation", "FreeFlyer")
"""Joint types that are called so in both libraries."""
KINDS: Final = (
    *(f"{name}{axis}" for axis in "XYZ" for name in ("R", "RUB", "P", "H")),
    *(f"{name}Unaligned" for name in ("Revolute", "RevoluteUnbounded", "Prismatic", "Helical")),
    *("Universal", "Ellipsoid"),
    *WITHOUT_AXIS,
)
"""Pinocchio's names of the joint types without JointModel."""
SMALLEST_PITCH: Final = 1e-12
ENOUGH: Final = 8
"""More coordinates than a joint of one velocity has."""
NAMES: Final[Mapping[str, str]] = {
    "lower_position_limits": "lowerPositionLimit",
    "upper_position_limits": "upperPositionLimit",
    "velocity_limits": "velocityLimit",
    "effort_limits": "effortLimit",
    "damping": "damping",
    "friction": "friction",
    "armature": "armature",
    "rotor_inertia": "rotorInertia",
    "gear_ratio": "rotorGearRatio",
}
"""Pinocchio's names of parameters."""

HUGE: Final = 1e300
"""Limits beyond this are infinite; Pinocchio stores the largest float for no limit."""
ROUNDING: Final = 1e-14
"""What of a body's inertia is nothing beside all of it."""


def from_pinmodel(source: Pin) -> Model:
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
    _check(robot, source)
    try:
        description = _described(robot, source)
    except ModelError as error:
        rename = "rename one: model.names[i] = ..., or of frames, as sensors are here, too, "
        message = str(error).replace("rename one.", f"{rename}model.frames[i].name = ...")
        raise ModelError(f"{robot}: {message.removeprefix(f'{robot}: ')}") from None
    if depth_first([b.parent for b in description.joints]) != list(range(source.njoints)):
        warn(
            f"{robot}: Pinocchio's joints are not numbered depth first; here they are, so that "
            "joints, q and v are in another order. model.q_index(names) gives where they are."
        )
    return Model(description)


def _check(robot: str, pin: Pin) -> None:
    """Raise ModelError for sizes that Python changed; `Description` checks names and parents."""
    counts = [
        (key, len(getattr(pin, key)), pin.njoints)
        for key in ("names", "parents", "joints", "jointPlacements", "inertias")
    ]
    for name, key in NAMES.items():
        (size,) = PARAMETERS[name].dimensions
        counts.append((key, len(getattr(pin, key)), getattr(pin, size)))
    for entry in pin.referenceConfigurations:
        counts.append((f"the reference configuration {entry.key()!r}", len(entry.data()), pin.nq))
    for what, count, expected in counts:
        if count != expected:
            raise ModelError(f"{robot}: {what} has {count} entries; expected {expected}.")
    for frame in pin.frames:
        if not frame.parentJoint < pin.njoints:
            raise ModelError(
                f"{robot}: frame {frame.name!r} is on joint number {frame.parentJoint}; there are "
                f"0 to {pin.njoints - 1}."
            )
    if np.any(pin.gravity.angular):
        raise ModelError(f"{robot}: gravity has an angular part; expected none.")


def _described(robot: str, pin: Pin) -> Description:
    kinds = _joint_types(robot, pin)
    inertias = [_inertia(inertia) for inertia in pin.inertias]
    free = {i: pin.joints[i].idx_q for i in range(1, pin.njoints) if kinds[i].independent}
    bodies = (
        Body(
            pin.names[i],
            int(pin.parents[i]),
            kinds[i],
            _placement(pin.jointPlacements[i]),
            inertias[i],
            _parameters(pin, pin.joints[i], kinds[i]),
        )
        for i in range(1, pin.njoints)
    )
    return Description(
        robot,
        tuple(pin.gravity.linear.tolist()),
        Universe(inertia=inertias[0]),
        tuple(bodies),
        tuple(_frames(pin, inertias)),
        reference_configurations={
            entry.key(): {
                pin.names[i]: tuple(entry.data()[q : q + kinds[i].nq].tolist())
                for i, q in free.items()
            }
            for entry in pin.referenceConfigurations
        },
    )


def _placement(T: Pin) -> SE3:
    return snapped_placement(SE3.from_matrix(T.homogeneous.tolist()))


def _parameters(pin: Pin, joint: Pin, kind: Joint) -> dict[str, JointParameter]:
    """The parameters of a joint; only lengths and angles have position limits."""
    q, v = (slice(i, i + n) for i, n in ((joint.idx_q, joint.nq), (joint.idx_v, joint.nv)))
    limited = np.array([unit != "1" for unit in kind.q_units], dtype=bool)
    values: dict[str, JointParameter] = {"actuated": [not isinstance(kind, FreeFlyer)] * joint.nv}
    for name, key in NAMES.items():
        row = PARAMETERS[name]
        of_positions = row.axes == "(nq)"
        x = np.array(getattr(pin, key)[q if of_positions else v])
        huge = (abs(x) >= HUGE) & row.infinite
        x[huge] = np.copysign(np.inf, x[huge])
        if of_positions:
            x[~limited] = row.default
        values[name] = x.tolist()
    return values


def _frames(pin: Pin, inertias: Sequence[Inertia]) -> list[Frame]:
    """Pinocchio's frames, and one for each joint without a frame there."""
    frames: list[Frame] = []
    links = _inertias_of_links(pin, inertias)
    for i, frame in enumerate(pin.frames):
        kind = "universe" if i == 0 else frame.type.name.lower().replace("op_frame", "op")
        known: FrameKind = kind if kind in get_args(FrameKind) else "op"
        joint, above = int(frame.parentJoint), int(frame.parentFrame)
        own = links[i] if any(links[i].parameters.flat) else None
        carried = pin.parents[joint] if known == "joint" else joint
        carries = above < i and pin.frames[above].parentJoint == carried
        place = joint, _placement(frame.placement)
        frames.append(Frame(frame.name, known, *place, own, above if carries else None))
    named = {frame.joint for frame in frames if frame.kind == "joint"}
    unnamed = [i for i in range(1, pin.njoints) if i not in named]
    return [*frames, *(Frame(pin.names[i], "joint", i, SE3.identity()) for i in unnamed)]


def _inertias_of_links(pin: Pin, inertias: Sequence[Inertia]) -> list[Inertia]:
    """Those of the frames: Pinocchio has a merged link's at its fixed joint, and no other's.

    The first link in the origin of a body has what the others leave of the body's.
    """
    links = [_inertia(frame.inertia) for frame in pin.frames]
    rest: list[Array] = [inertia.parameters for inertia in inertias]
    for frame, inertia in zip(pin.frames, links, strict=True):
        rest[frame.parentJoint] -= (_placement(frame.placement) @ inertia).parameters
    for j, inertia in enumerate(inertias):
        whole, left = np.asarray(inertia, float), np.asarray(rest[j], float)
        if abs(left).max() <= ROUNDING * abs(whole).max():
            rest[j] = zeros(10)
    for i, frame in enumerate(pin.frames):
        above, joint = int(frame.parentFrame), int(frame.parentJoint)
        if frame.type.name == "BODY" and frame.placement == pin.frames[above].placement:
            links[i], links[above] = links[i] + links[above], Inertia.zero()
        if frame.type.name == "BODY" and frame.placement.isIdentity():
            links[i] += Inertia.from_parameters(rest[joint])
            rest[joint] = zeros(10)
    unknown = {joint for joint, parameters in enumerate(rest) if any(parameters.flat)}
    joints = [frame.parentJoint for frame in pin.frames]
    return [x if j not in unknown else Inertia.zero() for x, j in zip(links, joints, strict=True)]


def _inertia(inertia: Pin) -> Inertia:
    return Inertia.from_parameters(inertia.toDynamicParameters().tolist())


# --- joint types


def _joint_types(robot: str, pin: Pin) -> list[Joint]:
    """The joint types by number, `Fixed` for the universe."""
    others = list(pin.joints)
    places: list[str] = [f"{robot}: joint {name!r}" for name in pin.names]
    followed = zip(pin.mimicking_joints.tolist(), pin.mimicked_joints.tolist(), strict=True)
    sources: dict[int, int] = dict(followed)
    kinds: list[Joint] = [Fixed()]
    for i in range(1, pin.njoints):
        if i not in sources:
            kinds.append(_kind(places[i], others[i]))
            continue
        source, follower = sources[i], others[i].extract()
        cos_sin = isinstance(_kind(places[source], others[source]), Continuous)
        kind = _mimic_kind(places[i], others[i], follower.scaling, cos_sin)
        kinds.append(Mimic(pin.names[source], follower.scaling, follower.offset, kind))
    return kinds


def _kind(where: str, joint: Pin) -> Joint:
    name = joint.shortname().removeprefix("JointModel")
    if name == "Composite":
        return _composite(where, joint)
    if name not in KINDS:
        raise ModelError(
            f"{where} is a {joint.shortname()}, which kinetree does not have; it has those of "
            f"{', '.join(KINDS)}, Composite, Mimic."
        )
    if name in WITHOUT_AXIS:
        return getattr(joints, name)()
    own, twist = joint.extract(), _subspace(joint)
    if name == "Universal":
        return joints.Universal(own.axis1.tolist(), own.axis2.tolist())
    if name == "Ellipsoid":
        return joints.Ellipsoid(own.radius_x, own.radius_y, own.radius_z)
    if name.startswith("H"):
        return joints.Helical(twist[3:].tolist(), own.pitch)
    return _about(twist, joint.nq == 2)


def _composite(where: str, joint: Pin) -> Joint:
    parts: list[Joint | SE3] = []
    composite = joint.extract()
    for part, placement in zip(composite.joints, composite.jointPlacements, strict=True):
        offset = _placement(placement)
        parts += [offset] if offset != SE3.identity() else []
        parts.append(_kind(where, part))
    return Composite(*parts)


def _mimic_kind(where: str, joint: Pin, ratio: float, cos_sin: bool) -> Joint:
    """The type of joint as which a mimic moves, from Pinocchio's twist, ratio included."""
    twist = _subspace(joint)
    if ratio == 0 or twist.shape != (6,):
        raise ModelError(
            f"{where} is a mimic of ratio {ratio:g} and {twist.size // 6} velocities; "
            "expected one velocity and a ratio that is not zero."
        )
    return _about(twist / ratio, cos_sin)


def _about(twist: Numbers, cos_sin: bool) -> Joint:
    """The type of joint that moves along an axis, about it, or both."""
    linear, axis = np.split(twist, 2)
    if not axis.any():
        return joints.Prismatic(linear.tolist())
    pitch = float(linear @ axis)
    if abs(pitch) > SMALLEST_PITCH:
        return joints.Helical(axis.tolist(), pitch)
    return (Continuous if cos_sin else joints.Revolute)(axis.tolist())


def _subspace(joint: Pin) -> Numbers:
    """S at zero coordinates, (6) for a single velocity."""
    data = joint.createData()
    joint.calc(data, np.zeros(joint.idx_q + ENOUGH))
    return np.squeeze(np.array(data.S))
