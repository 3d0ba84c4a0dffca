"""URDF -> Model, and everything that is wrong with a URDF."""

import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal

from numpy.typing import NDArray

from ..errors import ModelError
from ..model import (
    SE3,
    Continuous,
    Fixed,
    FreeFlyer,
    Inertia,
    Joint,
    Mimic,
    Model,
    ModelBuilder,
    Prismatic,
    Revolute,
)
from ..model.rigid import rigid
from .findings import Finding, Findings
from .rotations import rotated
from .source import Source, read_source
from .urdf_check import check_inertials, check_limits, check_masses
from .urdf_description import JointDescription, RobotDescription
from .urdf_mimic import check_mimics, followed, needed_as_angles
from .urdf_read import read_robot
from .urdf_tree import grow
from .xml import parse

ContinuousAs = Literal["cos_sin", "angle"]
Placement = SE3 | Sequence[Sequence[float]] | NDArray[Any]


def load_urdf(
    source: Source,
    *,
    floating_base: bool | Joint = False,
    mimic: bool = False,
    continuous: ContinuousAs = "cos_sin",
    base_placement: Placement | None = None,
) -> Model:
    """The robot of a URDF: a path, or the XML itself.

    `floating_base=True` puts a free-flyer (or the joint given) above the root link; `mimic=True`
    makes joints with `<mimic>` follow their source (otherwise they are independent);
    `continuous="angle"` loads continuous joints with one coordinate instead of (cos, sin);
    `base_placement` (4, 4) is where the root link, or the joint above it, is in the world.

    Raises ModelError with file, line and element of the first ten errors; a revolute or
    prismatic joint without `<limit>` is a warning.
    """
    base = _base_joint(floating_base)
    placement = None if base_placement is None else rigid("base_placement", base_placement)
    if not isinstance(mimic, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ModelError(f"mimic={mimic!r}; expected True or False.")
    if continuous not in ("cos_sin", "angle"):
        raise ModelError(f'continuous={continuous!r}; expected "cos_sin" or "angle".')
    text, file = read_source(source)
    findings = Findings(file)
    robot = read_robot(parse(text, findings), findings)
    if mimic:
        check_mimics(robot, findings.error)
    tree = grow(robot, findings)
    _warn_limits(robot, file)
    builder = ModelBuilder(robot.name)
    builder.add_root(tree.root, joint=base, placement=placement, inertia=_inertia(robot, tree.root))
    kinds = _JointKinds(robot, mimic, continuous)
    for joint in tree.joints:
        _add(builder, robot, joint, kinds.of(joint))
    return builder.build()


def check_urdf(source: Source) -> list[Finding]:
    """Everything wrong with a URDF, by line: the errors, and what loads but is suspect.

    No mass matrix is computed; `kinetree.check` says what is not found so.

    Raises ModelError only if the source cannot be read at all.
    """
    text, file = read_source(source)
    findings = Findings(file)
    with suppress(ModelError):
        robot = read_robot(parse(text, findings), findings)
        check_limits(robot, findings)
        check_inertials(robot, findings)
        check_mimics(robot, findings.warning)
        check_masses(robot, grow(robot, findings), findings)
    return findings.sorted()


def _warn_limits(robot: RobotDescription, file: str) -> None:
    limits = Findings(file)
    check_limits(robot, limits)
    for finding in limits.all:
        warnings.warn(str(finding), stacklevel=3)


def _base_joint(floating_base: bool | Joint) -> Joint | None:
    if isinstance(floating_base, bool):
        return FreeFlyer() if floating_base else None
    if isinstance(floating_base, Joint):  # pyright: ignore[reportUnnecessaryIsInstance]
        return floating_base
    raise ModelError(
        f"floating_base={floating_base!r}; expected True, False, or a joint, as kt.FreeFlyer() is."
    )


class _JointKinds:
    """Which kind of joint of kinetree each `<joint>` becomes."""

    def __init__(self, robot: RobotDescription, mimic: bool, continuous: ContinuousAs) -> None:
        self._mimic = mimic
        self._joints = {joint.name: joint for joint in robot.joints}
        self._all_angles = continuous == "angle"
        self._angles = needed_as_angles(robot) if mimic else frozenset[str]()

    def of(self, joint: JointDescription) -> Joint:
        if joint.mimic is None or not self._mimic:
            return self._own(joint, joint)
        source, _ = followed(joint, self._joints)
        mimic, own = joint.mimic, self._own(joint, source)
        return Mimic(mimic.source, multiplier=mimic.multiplier, offset=mimic.offset, joint=own)

    def _own(self, joint: JointDescription, source: JointDescription) -> Joint:
        """The joint's own kind; one that turns does so as `source`, the joint it follows, does."""
        match joint.kind:
            case "fixed":
                return Fixed()
            case "floating":
                return FreeFlyer()
            case "prismatic":
                return Prismatic(joint.axis)
            case _:
                circle = source.kind == "continuous" and not self._is_angle(source)
                return Continuous(joint.axis) if circle else Revolute(joint.axis)

    def _is_angle(self, joint: JointDescription) -> bool:
        return self._all_angles or joint.name in self._angles


def _add(
    builder: ModelBuilder, robot: RobotDescription, joint: JointDescription, kind: Joint
) -> None:
    limit = None if isinstance(kind, Mimic) else joint.limit
    bounded = limit is not None and joint.kind != "continuous"
    builder.add_body(
        joint.child,
        parent=joint.parent,
        joint=kind,
        joint_name=joint.name,
        placement=SE3(joint.origin.rotation, joint.origin.translation),
        inertia=_inertia(robot, joint.child),
        lower=limit.lower if limit is not None and bounded else None,
        upper=limit.upper if limit is not None and bounded else None,
        velocity_limit=None if limit is None else limit.velocity,
        effort_limit=None if limit is None else limit.effort,
        damping=joint.damping,
        friction=joint.friction,
    )


def _inertia(robot: RobotDescription, link: str) -> Inertia | None:
    """The inertia of a link in the link's own axes."""
    inertial = robot.links[link].inertial
    if inertial is None:
        return None
    tensor = rotated(inertial.origin.rotation, inertial.tensor)
    return Inertia(inertial.mass, inertial.origin.translation, tensor)
