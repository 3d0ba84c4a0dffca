"""Checks of the operands of steps."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import KinetreeError, ShapeError


def check_step(owner: str, operands: Mapping[str, object]) -> None:
    """Raise ShapeError for a dt that is not positive, and for negative or infinite friction.

    Damping and stiffness that the step would not read are refused, too.
    """
    check_dt(owner, operands.get("dt"))
    for name in ("damping", "stiffness"):
        if operands.get(name) is not None and operands.get("passive", "none") == "none":
            raise ShapeError(
                f"{owner}: {name}= has no effect with passive='none', the default; add "
                "passive='explicit', or 'implicit' (stable for any dt, of order 1)."
            )
    contacts = operands.get("contacts", ())
    if operands.get("friction") is not None and isinstance(contacts, (list, tuple)):
        _check_friction(owner, operands["friction"], cast("Sequence[object]", contacts))


def check_dt(owner: str, dt: object) -> None:
    if dt is None or (type(dt) is float and 0 < dt < np.inf):
        return
    times = _floats(dt)
    if times is None:
        return
    wrong = ~((times > 0) & (times < np.inf))
    if wrong.any():
        raise ShapeError(
            f"{owner}: dt is {times[wrong].flat[0]:g} s; expected a positive time, as 1e-3."
        )


def check_coefficients(owner: str, friction: object) -> None:
    """Raise ShapeError for negative or infinite friction; `check_step` names the contact."""
    mu = _floats(friction)
    if mu is not None and not all(0 <= x < np.inf for x in mu.ravel().tolist()):
        raise ShapeError(f"{owner}: friction is {mu}; expected finite numbers, 0 or more.")


def _check_friction(owner: str, friction: object, contacts: Sequence[object]) -> None:
    mu = _floats(friction)
    if mu is None or not mu.ndim or mu.shape[-1] != len(contacts):
        return
    wrong = np.argwhere(~((mu >= 0) & (mu < np.inf)))
    if not len(wrong):
        return
    *sample, i = wrong[0].tolist()
    name = getattr(contacts[i], "frame", None) or getattr(contacts[i], "label", "")
    where = f" in sample {tuple(sample)}" if sample else ""
    raise ShapeError(
        f"{owner}: friction of contacts[{i}], {name!r},{where} is {mu[(*sample, i)]:g}; expected a "
        "finite number, 0 or more."
    )


def _floats(x: object) -> NDArray[np.float64] | None:
    """The numbers of an operand; None for symbols, and for other types, which the call reports."""
    try:
        return np.asarray(cast(ArrayLike, x), float)
    except (TypeError, ValueError, KinetreeError):
        return None


STEP_CHECKS: Final[Mapping[str, Callable[[str, object], None]]] = {
    "dt": check_dt,
    "friction": check_coefficients,
}
"""What every call checks; `check_step` runs where one of them fails, and at a first call."""
