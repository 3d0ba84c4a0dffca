"""The springs of contacts and limits in a step, as they are at the depth where it begins."""

from typing import Final, NamedTuple

from ..scalar.expr import Scalar, div, is_zero, power
from ..scalar.math import exp, log, maximum, minimum, where

LEAST: Final = 1e-9
"""The least base of a power."""

Law = tuple[Scalar, ...]
"""The compliance in m/N and the relaxation in s at the last impedance of solimp, solimp, and the
softness of friction relative to that of the normal."""
STIFF: Final[Law] = (0, 0, 0.5, 0.5, 1.0, 0.5, 1.0, 0)
"""That of what is rigid."""


class Spring(NamedTuple):
    """The tangent of a force: its compliance in m/N, 0 where it is rigid, and its relaxation in s.

    The tangent is 0 at a depth that is `stretch` times less than the spring's. What rests is on the
    curve of the forces; a tangent is never less steep than a line from there to depth 0.
    """

    compliance: Scalar
    relaxation: Scalar
    stretch: Scalar = 1
    friction: Scalar = 0
    """The softness of friction, relative to that of the normal."""

    @classmethod
    def of(cls, law: Law, depth: Scalar) -> "Spring":
        """That of a law at a depth; the impedance grows with powers of the depth [MuJoCo]."""
        compliance, relaxation, first, last, width, middle, exponent, friction = law
        rise, n = last - first, exponent - 1
        if is_zero(compliance) or (isinstance(rise, float) and not rise):
            return cls(compliance, relaxation, friction=friction)
        x = minimum(maximum(div(depth, width), 0.0), 1.0)
        low = x <= middle
        base = maximum(LEAST, where(low, div(x, middle), div(1 - x, 1 - middle)))
        whole = isinstance(n, float) and n.is_integer()
        slope = power(base, n) if whole else exp(n * log(base))
        part = where(low, middle * slope * base, 1 - (1 - middle) * slope * base)
        slack = (1 - first) - part * rise
        d = 1 - slack
        growth = where(x < 1, x * exponent * slope * rise, 0.0)
        stretch = 1 + maximum(0.0, growth * (div(2, d) + div(1, slack)))
        softer = div(slack * last * last, (1 - last) * d * d)
        return cls(
            div(compliance * softer, stretch),
            div(relaxation * last, d * stretch),
            stretch,
            friction,
        )
