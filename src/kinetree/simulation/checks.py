"""Checks of the operands of steps."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np

from ..errors import KinetreeError, ShapeError


def check_dt(owner: str, operands: Mapping[str, Any]) -> None:
    """Raise ShapeError for a time step that is not a positive number."""
    dt = operands.get("dt")
    if type(dt) is float and 0 < dt < np.inf:
        return
    try:
        times = np.asarray(dt, float)
    except (TypeError, ValueError, KinetreeError):
        return  # symbols; the call reports other types
    wrong = ~((times > 0) & (times < np.inf))
    if dt is not None and wrong.any():
        raise ShapeError(
            f"{owner}: dt is {times[wrong].flat[0]:g} s; expected a positive time, as 1e-3."
        )


def check_contacts(owner: str, operands: Mapping[str, Any]) -> None:
    """Raise ShapeError for a dt that is not positive, and for negative or infinite friction.

    Damping and stiffness that the step would not read are refused, too.
    """
    check_dt(owner, operands)
    for name in ("damping", "stiffness"):
        if operands.get(name) is not None and operands.get("passive", "none") == "none":
            raise ShapeError(
                f"{owner}: {name}= has no effect with passive='none', the default; add "
                "passive='explicit', or 'implicit' (stable for any dt, of order 1)."
            )
    try:
        mu = np.asarray(operands.get("friction"), float)
    except (TypeError, ValueError, KinetreeError):
        return  # symbols; the call reports other types
    given: Any = operands.get("contacts", ())
    if operands.get("friction") is None or not isinstance(given, (list, tuple)):
        return
    contacts = cast(Sequence[Any], given)
    wrong = np.argwhere(~((mu >= 0) & (mu < np.inf)))
    if not len(wrong) or not mu.ndim or mu.shape[-1] != len(contacts):
        return
    at: tuple[int, ...] = tuple(wrong[0].tolist())
    *sample, i = at
    name = getattr(contacts[i], "frame", None) or getattr(contacts[i], "label", "")
    where = f" in sample {tuple(sample)}" if sample else ""
    raise ShapeError(
        f"{owner}: friction of contacts[{i}], {name!r},{where} is {mu[at]:g}; expected a finite "
        "number, 0 or more."
    )
