"""The limits and the like of a joint, as a builder is given them, checked."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..errors import ModelError
from .assembly import UNTOLD
from .joints import Fixed, FreeFlyer, Joint, Mimic

_LIMITS = {
    "lower": "lower_position_limits",
    "upper": "upper_position_limits",
    "velocity_limit": "velocity_limits",
    "effort_limit": "effort_limits",
}
"""What is called otherwise on the model."""


def joint_numbers(where: str, joint: Joint, given: Mapping[str, Any]) -> dict[str, Any]:
    """What `add_body` is given, by the model's names.

    Raises ModelError for what is no number, and for numbers of a joint without coordinates.
    """
    numbers: dict[str, Any] = {}
    own = not isinstance(joint, Fixed | Mimic)
    for word, value in given.items():
        key, plain = _LIMITS.get(word, word), _is_plain(value)
        # the armature alone is seen by algorithms: it may be symbols
        if not plain and not (key == "armature" and _is_symbolic(value)):
            raise ModelError(
                f"{where}: {word} is {value!r}; expected a number, or one a coordinate."
            )
        if not own and not (plain and np.all(np.asarray(value) == UNTOLD[key])):
            hint = f"give it to {joint.source!r}" if isinstance(joint, Mimic) else "leave it out"
            raise ModelError(
                f"{where}: {word} is {value!r}; a {type(joint).__name__} joint has no coordinates "
                f"of its own: {hint}."
            )
        numbers[key] = value
    if isinstance(joint, FreeFlyer):
        numbers["actuated"] = False
    return numbers


def plain_numbers(values: object) -> tuple[float, ...] | None:
    """The numbers of a list, or of what is like one; None if it is no list of numbers."""
    if not _is_plain(values):
        return None
    array: Any = np.asarray(values)
    return tuple(map(float, array)) if array.ndim else None


def _is_plain(value: Any) -> bool:
    """Whether it is one number, or a list of some."""
    try:
        array: Any = np.asarray(value)
    except (TypeError, ValueError, RuntimeError):  # of a tracer, of uneven rows, of a tensor
        return False
    return array.ndim <= 1 and array.dtype.kind in "biuf"


def _is_symbolic(value: Any) -> bool:
    """Whether it is one number or symbol, or a list of some."""
    try:
        dimension = np.ndim(value)
    except ValueError:  # rows of different lengths
        return False
    if dimension > 1:
        return False
    entries: list[Any] = list(value) if dimension else [value]
    return all(hasattr(x, "__sub__") and not isinstance(x, complex) for x in entries)
