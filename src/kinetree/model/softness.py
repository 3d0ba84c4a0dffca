"""How contacts and limits give way in MuJoCo: softer at first, then as stiff as they become."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from .solids import checked

SOLREF: Final = (0.02, 1.0)
LEAST: Final = 1e-4
"""The least impedance, and the least distance of one from 1."""


@dataclass(frozen=True, slots=True)
class Softness:
    """How a contact or a joint limit gives way, as in an MJCF [MuJoCo, Computation].

    Its force at the depth r is `K r + B dr/dt` with K = k d^2 / (m (1 - d)), B = b d / (m (1 - d)),
    and the `mobility` m in 1/kg or 1/(kg m^2). `solref`, of times or negative, says k and b, and
    `solimp` the impedance d(r). Of two geometries that touch that with the higher `priority`
    counts, or the mean of both weighted by `solmix`; mobilities add up. `least_time` bounds the
    first number of solref, in s. Friction gives way `impratio` times less than the normal; a `cone`
    that is "pyramidal", not "elliptic", stiffens contacts.
    """

    mobility: float
    solref: tuple[float, ...] = SOLREF
    solimp: tuple[float, ...] = (0.9, 0.95, 0.001, 0.5, 2.0)
    solmix: float = 1.0
    priority: int = 0
    least_time: float = 0.0
    impratio: float = 1.0
    cone: str = "elliptic"

    def __post_init__(self) -> None:
        single = dict.fromkeys(("mobility", "solmix", "least_time", "impratio"), 1)
        for name, count in {"solref": 2, "solimp": 5, **single}.items():
            least = {"mobility": 0.0, "impratio": LEAST}.get(name, -inf)
            more = f", at least {least:g}" if least > 0 else ""
            object.__setattr__(self, name, checked(self, name, count, least, more))

    @property
    def law(self) -> tuple[float, ...] | None:
        """Its compliance and relaxation where the impedance is the last of solimp, and solimp.

        Then the softness of friction, relative to that along the normal.
        None where it has no stiffness, or nothing moves: what is rigid.
        """
        first, last, width, middle, power = self.solimp
        first, last, middle = (min(max(x, LEAST), 1 - LEAST) for x in (first, last, middle))
        (time, ratio), width, power = self.solref, max(width, 0.0), max(power, 1.0)
        if (time > 0) != (ratio > 0):
            time, ratio = SOLREF
        if time > 0:
            time = max(time, self.least_time)
            k, b = 1 / max(1e-15, (last * time * ratio) ** 2), 2 / (last * time)
        else:
            k, b = -time / last**2, -ratio / last
        if not (k and self.mobility):
            return None
        if width <= 1e-15:
            first = last = 0.5 * (first + last)
        compliance = self.mobility * (1 - last) / (k * last**2)
        return compliance, b / (k * last), first, last, width, middle, power, 1 / self.impratio

    def of_contact(self, friction: float, condim: int) -> "Softness":
        """That of the normal force of a contact with pyramids of friction."""
        if self.cone == "elliptic" or condim == 1:
            return self
        mu = max(1e-5, friction)
        mobility = self.mobility * mu**2 * (1 + mu**2) / ((condim - 1) * self.impratio)
        return replace(self, mobility=mobility, cone="elliptic")


def mixed(parts: Sequence[Softness]) -> Softness:
    """That of two geometries that touch, or of one alone."""
    one, other = parts[0], parts[-1]
    mobility = sum(x.mobility for x in parts)
    if one.priority != other.priority or one is other:
        return replace(max(parts, key=lambda x: x.priority), mobility=mobility)
    weights = [x.solmix if x.solmix >= 1e-15 else 0.0 for x in (one, other)]
    part = weights[0] / sum(weights) if any(weights) else 0.5
    solimp = (part * x + (1 - part) * y for x, y in zip(one.solimp, other.solimp, strict=True))
    both = list(zip(one.solref, other.solref, strict=True))
    solref = [part * x + (1 - part) * y if min(both[0]) > 0 else min(x, y) for x, y in both]
    time, solimp = max(one.least_time, other.least_time), tuple(solimp)
    return replace(one, mobility=mobility, solref=tuple(solref), solimp=solimp, least_time=time)
