"""What is suspect about a URDF that can be loaded: limits, masses, tensors."""

import numpy as np

from ..findings import Findings
from .description import InertialDescription, LinkDescription, RobotDescription
from .read import LIMITED
from .tree import Tree

TENSOR_TOLERANCE = 1e-9
NEGLIGIBLE_MOMENT = 1e-15  # kg m^2


def check_gaps(robot: RobotDescription, findings: Findings) -> None:
    """Add a warning for each joint that should have limits, and each mass without a tensor.

    These are given at load, too: what the file does not say is made up.
    """
    for joint in robot.joints:
        if joint.kind in LIMITED and joint.limit is None:
            findings.warning(
                joint.line,
                joint.label,
                f"a {joint.kind} joint without <limit>, loaded without limits; add"
                ' <limit lower="..." upper="..." velocity="..." effort="..."/>.',
            )
    for link in robot.links.values():
        if link.inertial is not None and link.inertial.pointlike:
            findings.warning(
                link.inertial.line,
                link.inertial.label,
                "no <inertia>, taken as a point mass; add one (all zero for a point mass).",
            )


def check_inertials(robot: RobotDescription, findings: Findings) -> None:
    """Add a warning for each inertia that no rigid body can have."""
    for link in robot.links.values():
        if link.inertial is not None:
            _check_inertial(link.inertial, findings)


def _check_inertial(inertial: InertialDescription, findings: Findings) -> None:
    tensor = np.array(inertial.tensor)
    if inertial.mass == 0.0 and tensor.any():
        message = "no mass, yet a tensor that is not zero; give the mass, or zero the tensor."
        findings.warning(inertial.line, inertial.label, message)
    with np.errstate(over="ignore", invalid="ignore"):
        smallest, middle, largest = np.linalg.eigvalsh(tensor).tolist()
    slack = NEGLIGIBLE_MOMENT + TENSOR_TOLERANCE * max(abs(smallest), abs(largest))
    moments = f"principal moments {smallest:.4g}, {middle:.4g}, {largest:.4g} kg m^2"
    if smallest < -slack:
        message = f"{moments}: a moment cannot be negative; correct <inertia>."
        findings.warning(inertial.line, inertial.label, message)
    elif largest > smallest + middle + slack:
        message = (
            f"{moments}: the largest is more than the sum of the others, which no body has"
            " (triangle inequality); correct <inertia>."
        )
        findings.warning(inertial.line, inertial.label, message)


def check_masses(robot: RobotDescription, tree: Tree, findings: Findings) -> None:
    """Add a warning for each link without mass that moves, or has moving links, by itself.

    Links fixed to each other count as one; those that are only fixed to others are frames.
    """
    body = {tree.root: tree.root}
    for joint in tree.joints:
        body[joint.child] = body[joint.parent] if joint.kind == "fixed" else joint.child
    heavy = {body[name] for name, link in robot.links.items() if link.mass > 0.0}
    carrying = {body[link.name] for link in robot.links.values() if _has_inertia(link)}
    for joint in reversed(tree.joints):
        if body[joint.child] in carrying:
            carrying.add(body[joint.parent])
    moving = [joint for joint in tree.joints if joint.kind != "fixed"]
    if tree.root not in heavy and (moving or not heavy):
        _warn_massless(
            robot, tree.root, "of no matter for a fixed base; a floating one needs it", findings
        )
    for joint in moving:
        if joint.child not in heavy:
            effect = f"joint {joint.name!r} moves it alone"
            if joint.child not in carrying:
                effect = f"nor has anything beyond: the mass matrix is singular at {joint.name!r}"
            _warn_massless(robot, joint.child, effect, findings)


def _has_inertia(link: LinkDescription) -> bool:
    return link.inertial is not None and not link.inertial.empty


def _warn_massless(robot: RobotDescription, name: str, effect: str, findings: Findings) -> None:
    link = robot.links[name]
    findings.warning(
        link.line, link.label, f"no mass ({effect}); add <inertial> with its mass and inertia."
    )
