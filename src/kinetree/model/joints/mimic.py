"""A joint that follows another."""

from sys import float_info
from typing import final

from ...errors import ModelError
from ...scalar.array import Array, Scalar, as_array
from ...scalar.math import array, cos, sin
from ...scalar.replay import traced
from ...spatial import SE3, Columns, Motion
from .base import Joint
from .continuous import Continuous, complex_product

MOST_TURNS = 100
"""The largest multiplier for a source with (cos, sin), which needs as many products."""


@final
class Mimic(Joint):
    """q = multiplier * q_source + offset, in the coordinates of the source.

    It moves as `joint` does (by default as its source) and has no coordinates: its motion, and
    forces on it, count in those of the source. Chains of mimics are resolved by `Model`.
    """

    nq = nv = 0
    independent = False

    def __init__(
        self, source: str, multiplier: float = 1.0, offset: float = 0.0, joint: Joint | None = None
    ) -> None:
        if not isinstance(source, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ModelError(
                f"a mimic of {source!r}; expected the name of the joint that it follows."
            )
        moves = isinstance(joint, Joint) and getattr(joint, "nv", None) == 1
        if joint is not None and not moves:
            raise ModelError(
                f"a mimic of {source!r} moves as {joint!r}; expected a joint of nv = 1, such as "
                "kt.Revolute('z')."
            )
        numbers = as_array([multiplier, offset]).flat
        if len(numbers) != 2 or not all(map(_is_finite_or_symbol, numbers)):
            raise ModelError(
                f"a mimic of {source!r} has multiplier {multiplier!r} and offset {offset!r}; "
                "expected finite numbers."
            )
        self.source, self.joint = source, joint
        self.multiplier, self.offset = numbers

    @property
    def kind(self) -> Joint:
        """The type of joint as which it moves."""
        if self.joint is None:
            raise ModelError(f"the mimic of {self.source!r} is not part of a model yet.")
        return self.joint

    def _coordinates(self, q: Array) -> Array:
        """Its coordinates from those of the source."""
        if q.shape == (1,):
            return self.multiplier * q + self.offset
        turn = q if self.multiplier >= 0 else array([q[0], -q[1]])
        result = array([cos(self.offset), sin(self.offset)])
        for _ in range(abs(round(self.multiplier))):
            result = complex_product(result, turn)
        return result

    def coordinate(self, q: Array, start: Scalar) -> Scalar:
        return self.kind.coordinate(self._coordinates(q), start)

    def coordinate_rate(self) -> Scalar:
        return self.multiplier

    def placement(self, q: Array) -> SE3:
        return self.kind.placement(self._coordinates(q))

    def subspace(self, q: Array) -> Columns[Motion]:
        return self.multiplier * self.kind.subspace(self._coordinates(q))

    def bias(self, q: Array, v: Array) -> Motion:
        return self.kind.bias(self._coordinates(q), self.multiplier * v)

    def displacement(self, q: Array, v: Array) -> SE3:
        return self.kind.displacement(self._coordinates(q), self.multiplier * v)

    def subspace_derivatives(self, q: Array) -> tuple[Columns[Motion], ...]:
        k = self.multiplier
        return tuple(k * (k * dS) for dS in self.kind.subspace_derivatives(self._coordinates(q)))

    def bias_derivative(self, q: Array, v: Array) -> Columns[Motion]:
        k = self.multiplier
        return k * self.kind.bias_derivative(self._coordinates(q), k * v)

    def fits(self, source: Joint) -> bool:
        """Whether it can follow the coordinates of `source`."""
        if isinstance(source, Continuous):
            k = self.multiplier
            return isinstance(self.joint, Continuous) and k == round(k) and abs(k) <= MOST_TURNS
        return adds(source) and adds(self.kind)

    def __repr__(self) -> str:
        return f"Mimic({self.source!r}, {self.multiplier}, {self.offset}, {self.joint})"


def _is_finite_or_symbol(x: object) -> bool:
    """Whether x is finite, or a symbol that can be multiplied."""
    if isinstance(x, (str, bytes, complex)):
        return False
    return abs(x) <= float_info.max if isinstance(x, (int, float)) else hasattr(x, "__mul__")


def moved_as(joint: Joint) -> Joint:
    """The type of joint as which a mimic moves; any other itself."""
    return joint.kind if isinstance(joint, Mimic) else joint


def adds(joint: Joint) -> bool:
    """Whether a joint has one coordinate, and q' = v."""
    if joint.nq != 1 or joint.nv != 1:
        return False

    def rates(q: Array) -> list[Array]:
        return [joint.tangent_map(q)]

    (rate,) = traced(rates, (1,)).outputs
    return type(rate) is int and rate == 1
