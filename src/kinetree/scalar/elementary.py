"""Functions of `kt.math` that are applied element by element."""

from collections.abc import Callable
from functools import partial
from typing import cast

from ..errors import TraceError, user_line
from .array import Array, ArrayLike, as_array, elementwise
from .expr import apply, sub
from .types import Scalar


def map_op(op: str, x: ArrayLike) -> Scalar:
    """The operation `op` of each element."""
    if isinstance(x, (Array, list, tuple)) or hasattr(x, "__array_interface__"):
        return as_array(cast(ArrayLike, x)).map(lambda element: apply(op, element))
    return apply(op, x)


def _elementary(op: str, meaning: str) -> Callable[[ArrayLike], Scalar]:
    """A function of one number that is applied element by element."""

    def function(x: ArrayLike) -> Scalar:
        return map_op(op, x)

    function.__name__ = function.__qualname__ = op
    function.__doc__ = f"{meaning}."
    return function


sin = _elementary("sin", "Sine, element by element")
cos = _elementary("cos", "Cosine, element by element")
tan = _elementary("tan", "Tangent, element by element")
asin = _elementary("asin", "Inverse sine in [-pi/2, pi/2], element by element; nan outside [-1, 1]")
acos = _elementary("acos", "Inverse cosine in [0, pi], element by element; nan outside [-1, 1]")
atan = _elementary("atan", "Inverse tangent, element by element")
exp = _elementary("exp", "Exponential, element by element")
log = _elementary("log", "Natural logarithm, element by element")
sqrt = _elementary("sqrt", "Square root, element by element; nan for negative numbers")
tanh = _elementary("tanh", "Hyperbolic tangent, element by element")
sinh = _elementary("sinh", "Hyperbolic sine, element by element")
cosh = _elementary("cosh", "Hyperbolic cosine, element by element")
expm1 = _elementary("expm1", "exp(x) - 1, element by element, without loss of digits near 0")
log1p = _elementary("log1p", "log(1 + x), element by element, without loss of digits near 0")


def hypot(x: ArrayLike, y: ArrayLike) -> Scalar:
    """The length of (x, y), also where squares overflow; its slopes at (0, 0) are taken as 0."""
    return combine("hypot", x, y)


def sign(x: ArrayLike) -> Scalar:
    """-1, 0 or 1 as x is below, at or above zero; nan for nan. Its derivative is 0 everywhere."""
    return elementwise_of(_sign, x)


def _sign(x: ArrayLike) -> Scalar:
    below = apply("select", apply("lt", x, 0.0), -1.0, sub(x, x))
    return apply("select", apply("lt", 0.0, x), 1.0, below)


def atan2(y: ArrayLike, x: ArrayLike) -> Scalar:
    """The angle of the point (x, y) in (-pi, pi]."""
    return combine("atan2", y, x)


def minimum(x: ArrayLike, y: ArrayLike) -> Scalar:
    """The smaller of two, element by element; nan where one is nan."""
    return combine("minimum", x, y)


def maximum(x: ArrayLike, y: ArrayLike) -> Scalar:
    """The larger of two, element by element; nan where one is nan."""
    return combine("maximum", x, y)


def where(condition: ArrayLike, x: ArrayLike, y: ArrayLike) -> Scalar:
    """`x` where the condition holds, else `y`; differentiates as a select of the derivatives."""
    for element in as_array(condition).flat:
        if type(element) is int and element not in (0, 1):
            raise TraceError(
                f"{user_line()}: where: a condition is {element}, as ~ makes of a plain True "
                "or False; write kt.math.logical_not(condition), which takes any number."
            )
    return combine("select", condition, x, y)


def logical_not(condition: ArrayLike) -> Scalar:
    """Whether the condition does not hold; for traced and for plain numbers, where ~ fails."""
    return elementwise_of(_not, condition)


def _not(x: ArrayLike) -> Scalar:
    return not x if isinstance(x, (bool, int, float)) else apply("not", x)


def combine(op: str, *operands: ArrayLike) -> Scalar:
    """The operation `op` of the elements of several, broadcast: a number for numbers."""
    return elementwise_of(partial(apply, op), *operands)


def elementwise_of(function: Callable[..., Scalar], *operands: ArrayLike) -> Scalar:
    """`function` of the elements of several, broadcast: a number for numbers."""
    result = elementwise(function, *operands)
    return result if result.shape else result.flat[0]
