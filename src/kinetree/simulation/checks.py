"""What a step refuses."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..errors import KinetreeError, ShapeError


def check_dt(owner: str, operands: Mapping[str, Any]) -> None:
    """Refuse a time step that is not a positive number."""
    dt = operands.get("dt")
    if type(dt) is float and 0 < dt < np.inf:
        return
    try:
        times = np.asarray(dt, float)
    except (TypeError, ValueError, KinetreeError):
        return  # symbols, or the call says what is no number
    wrong = ~((times > 0) & (times < np.inf))
    if dt is not None and wrong.any():
        raise ShapeError(
            f"{owner}: dt is {times[wrong].flat[0]:g} s; expected a positive time, as 1e-3."
        )


def check_contacts(owner: str, operands: Mapping[str, Any]) -> None:
    """Refuse a time step that is not positive, and coefficients of friction that are negative."""
    check_dt(owner, operands)
    try:
        mu = np.asarray(operands.get("friction"), float)
    except (TypeError, ValueError, KinetreeError):
        return  # symbols, or the call says what is no number
    contacts = operands.get("contacts", ())
    if operands.get("friction") is None or not mu.ndim or mu.shape[-1] != len(contacts):
        return
    for i, (contact, its) in enumerate(zip(contacts, np.moveaxis(mu, -1, 0), strict=True)):
        if not (its >= 0).all():
            name = getattr(contact, "frame", None) or getattr(contact, "label", "")
            raise ShapeError(
                f"{owner}: friction of contacts[{i}], {name!r}, is {np.min(its):g}; expected 0 or "
                "more."
            )
