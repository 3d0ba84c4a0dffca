"""Settings of the constraint solver: gains, damping and iterations, checked."""

from dataclasses import dataclass
from math import isfinite
from numbers import Real
from typing import cast

from ...errors import ModelError
from ...scalar.types import Scalar


@dataclass(frozen=True)
class Settings:
    """Gains of stabilization, damping and iterations."""

    Kp: Scalar
    Kd: Scalar
    damping: float
    iterations: int

    @classmethod
    def of(cls, stabilization: Scalar, damping: Scalar, iterations: Scalar) -> "Settings":
        """Check the settings; raise ModelError for invalid ones."""
        gains = cast(tuple[Scalar, ...], stabilization if isinstance(stabilization, tuple) else ())
        if len(gains) != 2 or not all(_is_number(x) and x >= 0 for x in gains):
            raise ModelError(
                f"constraints: stabilization is {stabilization!r}; expected (Kp, Kd), two numbers "
                "that are not negative, in 1/s^2 and 1/s."
            )
        if not _is_number(damping) or damping <= 0:
            raise ModelError(f"constraints: damping is {damping!r}; expected a positive number.")
        if type(iterations) is not int or iterations < 1:
            raise ModelError(
                f"constraints: iterations is {iterations!r}; expected an integer >= 1."
            )
        Kp, Kd = (int(x) if x in (0, 1) else float(x) for x in gains)
        return cls(Kp, Kd, damping, iterations)


def checked_restitution(owner: str, restitution: Scalar) -> Scalar:
    """The restitution; raises ModelError unless it is a number in [0, 1]."""
    if not _is_number(restitution) or not 0 <= restitution <= 1:
        raise ModelError(f"{owner}: restitution is {restitution!r}; expected a number in [0, 1].")
    return restitution


def _is_number(x: Scalar) -> bool:
    return type(x) is not bool and isinstance(x, Real) and isfinite(x)
