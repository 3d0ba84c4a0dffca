"""Suspect properties of robots that can be loaded: masses and tensors."""

from collections.abc import Iterable

import numpy as np

from ..model import Model
from ..model.fields import check_plain
from .description import InertialDescription, LinkDescription, RobotDescription
from .findings import Finding, Findings
from .tree import Tree

TENSOR_TOLERANCE = 1e-9
NEGLIGIBLE_MOMENT = 1e-15  # kg m^2


def check_inertials(links: Iterable[LinkDescription], findings: Findings) -> None:
    """Remark each inertia that no rigid body can have."""
    for link in links if findings.checking else ():
        if link.inertial is not None:
            _check_inertial(link.inertial, findings)


def _check_inertial(inertial: InertialDescription, findings: Findings) -> None:
    tensor = np.array(inertial.tensor)
    if inertial.mass == 0.0 and tensor.any():
        message = "no mass, yet a tensor that is not zero; give the mass, or zero the tensor."
        findings.remark(inertial, message)
    with np.errstate(over="ignore", invalid="ignore"):
        smallest, middle, largest = np.linalg.eigvalsh(tensor).tolist()
    slack = NEGLIGIBLE_MOMENT + TENSOR_TOLERANCE * max(abs(smallest), abs(largest))
    moments = f"principal moments {smallest:.4g}, {middle:.4g}, {largest:.4g} kg m^2"
    if smallest < -slack:
        findings.remark(inertial, f"{moments}: a moment cannot be negative; correct <inertia>.")
    elif largest > smallest + middle + slack:
        message = (
            f"{moments}: the largest is more than the sum of the others, which no body has"
            " (triangle inequality); correct <inertia>."
        )
        findings.remark(inertial, message)


def check_masses(robot: RobotDescription, tree: Tree, findings: Findings) -> None:
    """Remark each link without mass that moves, or that moving links are joined to.

    Links fixed to each other count as one; those that are only fixed to others are frames.
    """
    body: dict[str | None, str | None] = {None: None}
    for link, joint in ((branch.link, branch.joint) for branch in tree.branches):
        if joint is not None and joint.kind == "fixed":
            body[link.name] = body[joint.parent]
        else:
            body[link.name] = None if link.static else link.name
    heavy = {body[name] for name, link in robot.links.items() if link.mass > 0.0}
    supporting = {body[name] for name, link in robot.links.items() if link.has_inertia}
    for joint in reversed(tree.joints):
        if body[joint.child] in supporting:
            supporting.add(body[joint.parent])
    moving = [joint for joint in tree.joints if joint.kind != "fixed"]
    for root in tree.roots:
        if root.name not in heavy and (moving or not heavy):
            effect = "irrelevant for a fixed base, required for a floating one"
            _warn_massless(root, effect, findings)
    for joint in moving:
        if joint.child is not None and joint.child not in heavy:
            effect = f"joint {joint.name!r} moves it alone"
            if joint.child not in supporting:
                effect = f"nor has anything beyond: the mass matrix is singular at {joint.name!r}"
            _warn_massless(robot.links[joint.child], effect, findings)


def _warn_massless(link: LinkDescription, effect: str, findings: Findings) -> None:
    message = f"no mass ({effect}); add <inertial> with its mass and inertia."
    findings.remark(link, message)


def check_bodies(model: Model) -> list[Finding]:
    """A warning for each body of a model whose inertia no rigid body can have."""
    check_plain(model.name, model.parameters)
    return [
        Finding(
            "warning",
            model.name,
            0,
            f"the body of joint {j.name!r}",
            "no body has its inertia: a principal moment about the centre of mass is negative, or "
            "more than the sum of the others, or there is no mass; see kt.Inertia.is_physical.",
        )
        for j in model.joints
        if not j.inertia.is_physical
    ]


def check_passive(model: Model) -> list[Finding]:
    """A warning for each coordinate of a model whose armature, damping or stiffness is negative."""
    what = "armature", "damping", "stiffness"
    return [
        Finding(
            "warning",
            model.name,
            0,
            f"{model.v_names[i]!r}",
            f"{name} is {getattr(model, name)[i]:g}, which adds energy to the motion; expected a "
            "number that is not negative.",
        )
        for name in what
        for i in np.flatnonzero(getattr(model, name) < 0)
    ]
