"""The joint types of a live `pinocchio.Model`."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import numpy as np

from ..errors import ModelError
from ..model.description import snapped_placement
from ..model.joints import (
    Composite,
    Continuous,
    Ellipsoid,
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
from ..spatial import SE3

PinModel: TypeAlias = Any
"""A `pinocchio.Model`; Pinocchio has no types."""
PinJoint: TypeAlias = Any
"""A joint of one."""

WITHOUT_AXIS: Final[Mapping[str, Callable[[], Joint]]] = {
    "Spherical": Spherical,
    "SphericalZYX": SphericalZYX,
    "Planar": Planar,
    "Translation": Translation,
    "FreeFlyer": FreeFlyer,
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


def joint_types(robot: str, pin: PinModel) -> list[Joint]:
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
    if name in WITHOUT_AXIS:
        return WITHOUT_AXIS[name]()
    if name == "Universal":
        universal = joint.extract()
        return Universal(universal.axis1.tolist(), universal.axis2.tolist())
    if name == "Ellipsoid":
        ellipsoid = joint.extract()
        return Ellipsoid(ellipsoid.radius_x, ellipsoid.radius_y, ellipsoid.radius_z)
    twist = _subspace(joint)
    if name.startswith("H"):
        return Helical(twist[3:].tolist(), joint.extract().pitch)
    return _about(twist, joint.nq == 2)


def _composite(where: str, joint: PinJoint) -> Joint:
    parts: list[Joint | SE3] = []
    composite = joint.extract()
    for part, placement in zip(composite.joints, composite.jointPlacements, strict=True):
        offset = snapped_placement(SE3.from_matrix(placement.homogeneous.tolist()))
        if offset != SE3.identity():
            parts.append(offset)
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
    return _about(twist / ratio, cos_sin)


def _about(twist: Numbers, cos_sin: bool) -> Joint:
    """The type of joint that moves along an axis, about it, or both."""
    linear, axis = np.split(twist, 2)
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
