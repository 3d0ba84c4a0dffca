"""Check mimics, and resolve their sources."""

from collections.abc import Iterable, Mapping
from typing import Final

from ..errors import unknown
from ..model.joints.mimic import MOST_TURNS
from .description import AxisDescription, JointDescription
from .findings import Findings
from .tree import cycles

AXIAL: Final = ("revolute", "continuous", "prismatic")
"""The kinds of joints that can be a mimic's source."""

Axes = Mapping[str, AxisDescription]


def axes_of(joints: Iterable[JointDescription]) -> dict[str, AxisDescription]:
    """The axes of joints by name; a joint without axes stands for itself, at rest."""
    axes: dict[str, AxisDescription] = {}
    for joint in joints:
        whole = AxisDescription(joint.name, joint.line, joint.label, joint.kind)
        axes.update((axis.name, axis) for axis in joint.axes or (whole,))
    return axes


def check_mimics(axes: Axes, findings: Findings, are_loaded: bool) -> None:
    """Report each mimic of an unknown source, of one with several coordinates, or of itself.

    They are errors if mimics are loaded, else remarks.
    """
    report = findings.error if are_loaded else findings.remark
    for axis in axes.values():
        mimic = axis.mimic
        if mimic is None:
            continue
        source = axes.get(mimic.source)
        if source is None and mimic.source:
            report(mimic, unknown("joint", mimic.source, axes))
        if source is not None and source.kind not in AXIAL:
            report(
                mimic,
                f"its source {source.name!r} is {source.kind}; only the position of a"
                f" {', '.join(AXIAL)} joint can be mimicked.",
            )

    def source_of(name: str) -> str | None:
        mimic = axes[name].mimic
        return None if mimic is None or mimic.source not in axes else mimic.source

    for cycle in cycles(axes, source_of):
        start = cycle.index(min(cycle))
        around = " -> ".join([*cycle[start:], *cycle[:start], cycle[start]])
        report(
            axes[cycle[start]],
            f"it mimics itself: {around}; one of these joints must be independent: remove its"
            " <mimic>.",
        )


def followed(axis: AxisDescription, axes: Axes) -> tuple[AxisDescription, float]:
    """The independent axis that an axis follows, and its velocity relative to it.

    An axis without `<mimic>` follows itself at 1. The mimics must have been checked.
    """
    ratio = 1.0
    while axis.mimic is not None:
        ratio *= axis.mimic.multiplier
        axis = axes[axis.mimic.source]
    return axis, ratio


def with_followers(axes: Axes) -> dict[str, tuple[float, float]]:
    """Damping and dry friction of each independent axis with those of all that follow it.

    A joint that follows at k times the velocity has the force k f(k v) at its source: damping k^2 d
    and friction |k| f.
    """
    forces: dict[str, tuple[float, float]] = {}
    for axis in axes.values():
        source, k = followed(axis, axes)
        damping, friction = forces.get(source.name, (0.0, 0.0))
        more = k * k * axis.damping, abs(k) * axis.friction
        forces[source.name] = damping + more[0], friction + more[1]
    return forces


def needed_as_angles(axes: Axes) -> set[str]:
    """The continuous joints with a mimic that cannot be computed from (cos, sin).

    `cos(k a)` is a function of `cos(a), sin(a)` for integers k only, of about k products; a
    translation is not.
    """
    needed: set[str] = set()
    for axis in axes.values():
        source, ratio = followed(axis, axes)
        if axis.kind == "prismatic" or not ratio.is_integer() or abs(ratio) > MOST_TURNS:
            needed.add(source.name)
    return {name for name in needed if axes[name].kind == "continuous"}
