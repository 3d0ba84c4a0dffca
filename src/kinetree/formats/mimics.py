"""Check mimic joints, and resolve their sources."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Protocol, TypeVar

from ..errors import unknown
from ..model.joints.mimic import MOST_TURNS
from .links import MimicDescription

AXIAL: Final = ("revolute", "continuous", "prismatic")
"""The kinds of joints that can be a mimic's source."""

Report = Callable[[int, str, str], None]


class Follower(Protocol):
    """A joint, or an axis of one, that may be a mimic."""

    @property
    def name(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def label(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def mimic(self) -> MimicDescription | None: ...
    @property
    def damping(self) -> float: ...
    @property
    def friction(self) -> float: ...


F = TypeVar("F", bound=Follower)


def check_mimics(followers: Iterable[Follower], report: Report) -> None:
    """Report each mimic of an unknown source, of one with several coordinates, or of itself.

    `report` takes line, element and message: `findings.error` if mimics are loaded,
    `findings.warning` if not.
    """
    joints = {joint.name: joint for joint in followers}
    for joint in joints.values():
        if joint.mimic is not None:
            _check_source(joint.mimic, joints, report)
    _check_cycles(joints, report)


def _check_source(mimic: MimicDescription, joints: Mapping[str, Follower], report: Report) -> None:
    source = joints.get(mimic.source)
    if source is None and mimic.source:
        report(mimic.line, mimic.label, unknown("joint", mimic.source, joints))
    if source is not None and source.kind not in AXIAL:
        report(
            mimic.line,
            mimic.label,
            f"its source {source.name!r} is {source.kind}; only the position of a"
            f" {', '.join(AXIAL)} joint can be mimicked.",
        )


def _check_cycles(joints: Mapping[str, Follower], report: Report) -> None:
    """Each cycle is reported once, at its first joint by name."""
    visited: set[str] = set()
    for name in joints:
        path: list[str] = []
        while name in joints and name not in visited and (mimic := joints[name].mimic) is not None:
            visited.add(name)
            path.append(name)
            name = mimic.source
        if name in path:
            _report_cycle(path[path.index(name) :], joints, report)


def _report_cycle(cycle: list[str], joints: Mapping[str, Follower], report: Report) -> None:
    start = cycle.index(min(cycle))
    first = joints[cycle[start]]
    around = " -> ".join([*cycle[start:], *cycle[:start], first.name])
    report(
        first.line,
        first.label,
        f"it mimics itself: {around}; one of these joints must be independent: remove its <mimic>.",
    )


def followed(joint: F, joints: Mapping[str, F]) -> tuple[F, float]:
    """The independent joint that a joint follows, and its velocity relative to it.

    A joint without `<mimic>` follows itself at 1. The mimics must have been checked.
    """
    ratio = 1.0
    while joint.mimic is not None:
        ratio *= joint.mimic.multiplier
        joint = joints[joint.mimic.source]
    return joint, ratio


def with_followers(followers: Iterable[F]) -> dict[str, tuple[float, float]]:
    """Damping and dry friction of each independent joint with those of all that follow it.

    A joint that follows at k times the velocity has the force k f(k v) at its source: damping k^2 d
    and friction |k| f.
    """
    joints = {joint.name: joint for joint in followers}
    found: dict[str, tuple[float, float]] = {}
    for joint in joints.values():
        source, k = followed(joint, joints)
        damping, friction = found.get(source.name, (0.0, 0.0))
        more = k * k * joint.damping, abs(k) * joint.friction
        found[source.name] = damping + more[0], friction + more[1]
    return found


def needed_as_angles(followers: Iterable[Follower]) -> frozenset[str]:
    """The continuous joints with a mimic that cannot be computed from (cos, sin).

    `cos(k a)` is a function of `cos(a), sin(a)` for integers k only, of about k products; a
    translation is not.
    """
    joints = {joint.name: joint for joint in followers}
    needed: set[str] = set()
    for joint in joints.values():
        source, ratio = followed(joint, joints)
        if joint.kind == "prismatic" or not ratio.is_integer() or abs(ratio) > MOST_TURNS:
            needed.add(source.name)
    return frozenset(name for name in needed if joints[name].kind == "continuous")
