"""What a stage costs, what must hold in it, and where it leads."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from ..errors import ShapeError
from ..functions.statics import OptionalArray
from ..model import Model
from ..scalar.array import Array, as_array
from ..scalar.expr import Scalar
from ..scalar.math import concatenate, dot, maximum, sqrt, zeros
from ..simulation.checks import takes
from ..simulation.loop import named

Step: TypeAlias = Callable[..., object]
"""(q, v, u, parameters) -> the next q and v, Arrays of one sample; all may omit parameters."""
Rows: TypeAlias = Callable[..., object] | None
"""(q, v, u, parameters), at the end (q, v, parameters) -> numbers (n,); None is no number."""
Variables: TypeAlias = tuple[Array | None, ...]
"""The arguments of `Step` and `Rows`."""


class Terms(NamedTuple):
    """What costs half the sum of its squares, what must be 0, and what must be at most 0."""

    residuals: Rows
    equalities: Rows
    inequalities: Rows

    def constraints(self, x: Variables, multipliers: Array, penalty: Array) -> Array:
        """The constraints shifted by multipliers over the penalty; inequalities that hold are 0."""
        equal, least = _numbers(self.equalities, x), _numbers(self.inequalities, x)
        shifts = multipliers / penalty.flat[0]
        least = as_array(maximum(least + shifts[len(equal) :], 0.0))
        return concatenate([equal + shifts[: len(equal)], least])

    def count(self, x: Variables) -> int:
        """The number of constraints."""
        return len(_numbers(self.equalities, x)) + len(_numbers(self.inequalities, x))

    def cost(self, x: Variables) -> Scalar:
        """Half the sum of the squares of the residuals."""
        return half_square(_numbers(self.residuals, x))

    def rows(self, x: Variables, multipliers: OptionalArray, penalty: Array) -> Array:
        """Residuals, and the residuals that constraints add: the augmented Lagrangian.

        Half their squares are, up to constants, multipliers times constraints and half the penalty
        times their squares; inequalities that are met, with their multipliers, cost nothing.
        Source: [Howell2019, Sec. III].
        """
        residuals = _numbers(self.residuals, x)
        if multipliers is None:
            return residuals
        constraints = self.constraints(x, multipliers, penalty)
        return concatenate([residuals, sqrt(penalty.flat[0]) * constraints])


def called(function: Callable[..., object], x: Variables) -> object:
    """The result of a function, which may leave out parameters, the last of its arguments."""
    return function(*x[:-1]) if takes(function, *x) is False else function(*x)


def _numbers(function: Rows, x: Variables) -> Array:
    if function is None:
        return zeros(0)
    numbers = as_array(called(function, x))
    if numbers.ndim != 1:
        raise ShapeError(
            f"{named(function)}: the result has shape {numbers.shape}; expected numbers (n,)."
        )
    return numbers


def stepped(step: Step, model: Model, x: Variables) -> tuple[Array, Array]:
    """The next q and v; raises ShapeError unless a step gives these."""
    after: Any = called(step, x)
    parts = [as_array(part) for part in after] if hasattr(after, "__len__") else []
    shapes = [part.shape for part in parts]
    if shapes != [(model.nq,), (model.nv,)]:
        raise ShapeError(
            f"{named(step)}: the result has shapes {shapes}; expected the next q and v, of shapes "
            f"({model.nq},) and ({model.nv},)."
        )
    return parts[0], parts[1]


def half_square(rows: Array) -> Scalar:
    return dot(rows, rows) / 2
