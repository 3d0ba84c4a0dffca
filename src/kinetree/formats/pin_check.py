"""Check that a `pinocchio.Model` is consistent: all of it can be changed in Python."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np

from ..errors import ModelError
from ..model import Frame
from ..parameters import PARAMETERS

PinModel: TypeAlias = Any
"""A `pinocchio.Model`; Pinocchio has no types."""
PinJoint: TypeAlias = Any
"""A joint of one."""

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


def check(robot: str, pin: PinModel) -> None:
    """Raise ModelError for a model that Pinocchio's functions cannot have made."""
    for key in ("names", "parents", "joints", "jointPlacements", "inertias"):
        _check_count(robot, key, len(getattr(pin, key)), pin.njoints)
    for name, key in NAMES.items():
        (size,) = PARAMETERS[name].dimensions
        _check_count(robot, key, len(getattr(pin, key)), getattr(pin, size))
    for entry in pin.referenceConfigurations:
        what = f"the reference configuration {entry.key()!r}"
        _check_count(robot, what, len(entry.data()), pin.nq)
    _check_names(robot, list(pin.names))
    for i in range(1, pin.njoints):
        _check_parent(robot, pin, i)
    for frame in pin.frames:
        if not frame.parentJoint < pin.njoints:
            raise ModelError(
                f"{robot}: frame {frame.name!r} is on joint number {frame.parentJoint}; there are "
                f"0 to {pin.njoints - 1}."
            )
    if np.any(pin.gravity.angular):
        raise ModelError(f"{robot}: gravity has an angular part; expected none.")


def check_frames(robot: str, frames: Sequence[Frame]) -> None:
    """Raise ModelError if two frames share name and kind; that of sensors is "op", too."""
    for (name, kind), count in Counter((f.name, f.kind) for f in frames).items():
        if count > 1:
            sensors = ", as sensors and operational frames are" if kind == "op" else ""
            raise ModelError(
                f"{robot}: {count} frames are called {name!r} and of kind {kind!r}{sensors}; "
                "rename one: model.frames[i].name = ..."
            )


def _check_count(robot: str, what: str, count: int, expected: int) -> None:
    if count != expected:
        raise ModelError(f"{robot}: {what} has {count} entries; expected {expected}.")


def _check_names(robot: str, names: list[str]) -> None:
    for name, count in Counter(["universe", *names[1:]]).items():
        if count > 1:
            raise ModelError(
                f"{robot}: {count} joints are called {name!r}; rename one: model.names[i] = ..."
            )


def _check_parent(robot: str, pin: PinModel, i: int) -> None:
    parent = int(pin.parents[i])
    if not 0 <= parent < i:
        raise ModelError(
            f"{robot}: joint {pin.names[i]!r}, number {i}, has the parent {parent}; expected one "
            f"of 0 to {i - 1}: in Pinocchio parents come first."
        )
