"""Remarks of what gives wrong units away: degrees, millimetres, grams."""

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from ..model import Geometry
from .description import JointDescription, RobotDescription
from .findings import Findings, Placed

TURN: Final = 2.0 * math.pi
LARGEST_DEGREES: Final = 720.0
LARGEST_RATIO, SMALLEST_SUSPECT = 10.0, 0.5
"""Of the mean distance of a link's mass from its frame: to the size of the link, and in m."""


def check_rpy(place: Placed, angles: Sequence[float], findings: Findings) -> None:
    """Remark angles of more than a turn."""
    if max(map(abs, angles)) > 1.01 * TURN:
        shown = " ".join(f"{x:g}" for x in angles)
        message = f"roll, pitch, yaw of {shown} rad are more than a turn; are these degrees?"
        findings.remark(place, message)


def check_units(robot: RobotDescription, findings: Findings) -> None:
    """Remark limits that look like degrees, and masses that lie far outside of their link."""
    sizes = dict.fromkeys(robot.links, 0.0)
    for joint in robot.joints:
        _check_limits(joint, findings)
        for name in (joint.parent, joint.child):
            if name is not None:
                sizes[name] = max(sizes[name], math.hypot(*joint.origin.translation.flat))
    for name, link in robot.links.items():
        sizes[name] = max([sizes[name], *(_size(geometry) for _, geometry in link.geometries)])
    largest = max(sizes.values(), default=0.0)
    for name, link in robot.links.items():
        if link.inertia is None or not link.inertia.mass > 0.0:
            continue
        square = sum(map(float, link.inertia.rotational.flat[::4])) / (2.0 * link.inertia.mass)
        distance, size = math.sqrt(max(square, 0.0)), sizes[name] or largest or 1.0
        if distance > max(LARGEST_RATIO * size, SMALLEST_SUSPECT):
            findings.remark(
                link.place,
                f"its mass is {distance:.3g} m from its frame, in the mean, and the link is of the"
                f" size of {size:.2g} m; are <inertial>'s units kg, m, kg m^2?",
            )


def _check_limits(joint: JointDescription, findings: Findings) -> None:
    for axis in joint.axes if joint.kind == "revolute" else ():
        most = max(abs(x) for x in (axis.lower, axis.upper, 0.0) if math.isfinite(x))
        if 2.0 * TURN < most <= LARGEST_DEGREES:
            findings.remark(
                joint.place,
                f"its limits {axis.lower:g} and {axis.upper:g} rad are up to {most / TURN:.3g}"
                " turns; are these degrees?",
            )


def _size(geometry: Geometry) -> float:
    """How far a shape reaches, about; of a mesh only where it is."""
    edges = [getattr(geometry.shape, name, 0.0) for name in ("size", "radii", "radius", "length")]
    return math.hypot(*geometry.placement.translation.flat) + float(max(map(np.max, edges)))
