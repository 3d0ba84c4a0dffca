"""The joint types of a live `pinocchio.Model`."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import numpy as np

from ..errors import ModelError
from ..model import joints as types
from ..model.description import snapped_placement
from ..model.joints.base import Numbers
from ..spatial import SE3

PinModel: TypeAlias = Any
"""A `pinocchio.Model`; Pinocchio has no types."""
PinJoint: TypeAlias = Any
"""A joint of one."""

WITHOUT_AXIS: Final[Mapping[str, Callable[[], types.Joint]]] = {
    "Spherical": types.Spherical,
    "SphericalZYX": types.SphericalZYX,
    "Planar": types.Planar,
    "Translation": types.Translation,
    "FreeFlyer": types.FreeFlyer,
}
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


def joint_types(robot: str, pin: PinModel) -> list[types.Joint]:
    """The joint types by number, `Fixed` for the universe."""
    joints = list(pin.joints)
    places: list[str] = [f"{robot}: joint {name!r}" for name in pin.names]
    followed = zip(pin.mimicking_joints.tolist(), pin.mimicked_joints.tolist(), strict=True)
    sources: dict[int, int] = dict(followed)
    kinds: list[types.Joint] = [types.Fixed()]
    for i in range(1, pin.njoints):
        if i not in sources:
            kinds.append(_kind(places[i], joints[i]))
            continue
        source, follower = sources[i], joints[i].extract()
        cos_sin = isinstance(_kind(places[source], joints[source]), types.Continuous)
        kind = _mimic_kind(places[i], joints[i], follower.scaling, cos_sin)
        kinds.append(types.Mimic(pin.names[source], follower.scaling, follower.offset, kind))
    return kinds


def _kind(where: str, joint: PinJoint) -> types.Joint:
    name = joint.shortname().removeprefix("JointModel")
    if name == "Composite":
        return _composite(where, joint)
    if name not in KINDS:
        raise ModelError(
            f"{where} is a {joint.shortname()}, which kinetree does not have; it has those of "
            f"{', '.join(KINDS)}, Composite, Mimic."
        )
    if name in WITHOUT_AXIS:
        return WITHOUT_AXIS[name]()
    if name == "Universal":
        universal = joint.extract()
        return types.Universal(universal.axis1.tolist(), universal.axis2.tolist())
    if name == "Ellipsoid":
        ellipsoid = joint.extract()
        return types.Ellipsoid(ellipsoid.radius_x, ellipsoid.radius_y, ellipsoid.radius_z)
    twist = _subspace(joint)
    if name.startswith("H"):
        return types.Helical(twist[3:].tolist(), joint.extract().pitch)
    return _about(twist, joint.nq == 2)


def _composite(where: str, joint: PinJoint) -> types.Joint:
    parts: list[types.Joint | SE3] = []
    composite = joint.extract()
    for part, placement in zip(composite.joints, composite.jointPlacements, strict=True):
        offset = snapped_placement(SE3.from_matrix(placement.homogeneous.tolist()))
        if offset != SE3.identity():
            parts.append(offset)
        parts.append(_kind(where, part))
    return types.Composite(*parts)


def _mimic_kind(where: str, joint: PinJoint, ratio: float, cos_sin: bool) -> types.Joint:
    """The type of joint as which a mimic moves, from Pinocchio's twist, ratio included."""
    twist = _subspace(joint)
    if ratio == 0 or twist.shape != (6,):
        raise ModelError(
            f"{where} is a mimic of ratio {ratio:g} and {twist.size // 6} velocities; "
            "expected one velocity and a ratio that is not zero."
        )
    return _about(twist / ratio, cos_sin)


def _about(twist: Numbers, cos_sin: bool) -> types.Joint:
    """The type of joint that moves along an axis, about it, or both."""
    linear, axis = np.split(twist, 2)
    if not axis.any():
        return types.Prismatic(linear.tolist())
    pitch = float(linear @ axis)
    if abs(pitch) > SMALLEST_PITCH:
        return types.Helical(axis.tolist(), pitch)
    return (types.Continuous if cos_sin else types.Revolute)(axis.tolist())


def _subspace(joint: PinJoint) -> Numbers:
    """S at zero coordinates, (6) for a single velocity."""
    data = joint.createData()
    joint.calc(data, np.zeros(joint.idx_q + ENOUGH))
    return np.squeeze(np.array(data.S))
