"""`kt.math`: the mathematical functions of algorithms, on generic scalars and Arrays.

NumPy's functions of the same names are mapped to these when they are called with a traced number,
so that `np.sin(q)` in a user's algorithm works as `kt.math.sin(q)` does.
"""
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from ..errors import ShapeError, TraceError, user_line
from . import random
from .array import Array, ArrayLike, as_array, elementwise_of, inner, zeros
from .blocks import array, concatenate, diag, eye, hstack, moveaxis, outer, stack, vstack
from .einsum import einsum
from .elements import Axis
from .equations import inv, root, solve, solve_spd
from .expr import add, apply, div, is_zero, mul, neg, power, sub
from .graph import Scalar
from .protocols import FUNCTIONS, NAMES
from .scan import scan
from .special import arc, stumpff
from .tables import ElementaryFunction
from .takes import interp, searchsorted, take

__all__ = ["array", "concatenate", "diag", "eye", "hstack", "moveaxis", "stack", "vstack", "zeros"]
__all__ += ["cross", "dot", "einsum", "mean", "norm", "outer", "sum", "trace"]
__all__ += ["inv", "root", "scan", "solve", "solve_spd"]
__all__ += ["floor", "interp", "searchsorted", "take"]
__all__ += ["clip", "epsilon", "logical_not", "maximum", "minimum", "sign", "where"]
__all__ += ["acos", "asin", "atan", "atan2", "cos", "hypot", "sin", "sqrt", "tan"]
__all__ += ["arc", "cosh", "exp", "expm1", "log", "log1p", "sinh", "stumpff", "tanh"]
__all__ += ["random"]


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
floor = _elementary("floor", "The largest whole number that is not above, element by element")
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
    return combine("not", condition)


def combine(op: str, *operands: ArrayLike) -> Scalar:
    """The operation `op` of the elements of several, broadcast: a number for numbers."""
    return elementwise_of(partial(apply, op), *operands)


def cross(x: ArrayLike, y: ArrayLike) -> Array:
    """The cross product of two 3-vectors."""
    x, y = as_array(x), as_array(y)
    if x.shape != (3,) or y.shape != (3,):
        raise ShapeError(
            f"{user_line()}: cross of arrays of shapes {x.shape} and {y.shape}; expected (3,)."
        )
    (a, b, c), (u, v, w) = x.flat, y.flat
    flat = sub(mul(b, w), mul(c, v)), sub(mul(c, u), mul(a, w)), sub(mul(a, v), mul(b, u))
    return Array.of(flat, (3,))


def dot(x: ArrayLike, y: ArrayLike) -> Scalar:
    """The product of vectors and matrices, as `@`."""
    return as_array(x) @ as_array(y)


def epsilon(x: ArrayLike) -> Scalar:
    """The rounding of numbers as those of x, from 1 to the next one: 2^-52, in float32 2^-23.

    For an operand it is that of the precision that an algorithm is compiled for, a constant to
    scale tolerances and small additions by.

    >>> import kinetree as kt
    >>> kt.math.epsilon([3.0, 4.0])
    2.220446049250313e-16
    """
    others = (e for e in as_array(x).flat if not isinstance(e, (int, float)))
    return apply("epsilon", next(others, 1.0))


def norm(x: ArrayLike, axis: Axis = None) -> Scalar:
    """The Euclidean length, of all elements or along axes; its derivative at zero is taken as 0."""
    return as_array(x).reduced(_norm, axis)


def _norm(elements: Sequence[Scalar]) -> Scalar:
    square = inner(elements, elements)
    if is_zero(square):
        return 0
    some = apply("lt", 0.0, square)
    return apply("select", some, apply("sqrt", apply("select", some, square, 1.0)), square)


def sum(x: ArrayLike, axis: Axis = None) -> Scalar:
    """The sum of all elements, or along an axis or several, from first to last."""
    return as_array(x).sum(axis)


def mean(x: ArrayLike, axis: Axis = None) -> Scalar:
    """The mean of all elements, or along an axis or several."""
    return as_array(x).mean(axis)


def clip(x: ArrayLike, min: ArrayLike = None, max: ArrayLike = None) -> Scalar:
    """x within bounds, element by element; None is no bound.

    It is minimum(maximum(x, min), max): at a bound its slope is that of x.
    """
    clipped = as_array(x).clip(min, max)
    return clipped if clipped.shape else clipped.flat[0]


def trace(x: ArrayLike, offset: int = 0) -> Scalar:
    """The sum of a matrix's diagonal, or of one `offset` to its right."""
    return as_array(x).trace(offset)


def _frobenius_norm(x: ArrayLike, ord: str | int | None = None, axis: Axis = None) -> Scalar:
    matrix = as_array(x).ndim != 1 if axis is None else not isinstance(axis, int)
    if ord not in ((None, "fro") if matrix else (None, 2)):
        raise TraceError(
            f"{user_line()}: np.linalg.norm(x, ord={ord!r}): kt.math.norm is the Euclidean length "
            "of vectors, and the Frobenius norm of matrices."
        )
    return norm(x, axis)


def _named(*functions: ElementaryFunction) -> dict[str, ElementaryFunction]:
    """Functions that have the same name here and in NumPy."""
    return {function.__name__: function for function in functions}


NAMES.extend(__all__)
FUNCTIONS.update(
    {
        **_named(sin, cos, tan, exp, log, sqrt, expm1, log1p, sinh, cosh, tanh, floor),
        **_named(interp, searchsorted, take),
        **_named(hypot, sign, minimum, maximum, logical_not, where, einsum, cross, dot, outer),
        **_named(stack, concatenate, vstack, hstack, moveaxis, sum, mean, diag, trace),
        "add": partial(elementwise_of, add),
        "subtract": partial(elementwise_of, sub),
        "multiply": partial(elementwise_of, mul),
        "divide": partial(elementwise_of, div),
        "negative": partial(elementwise_of, neg),
        "positive": lambda x: x,
        "power": partial(elementwise_of, power),
        "square": lambda x: x * x,
        "absolute": partial(map_op, "abs"),
        "matmul": dot,
        "arcsin": asin,
        "arccos": acos,
        "arctan": atan,
        "arctan2": atan2,
        "less": partial(combine, "lt"),
        "less_equal": partial(combine, "le"),
        "greater": lambda x, y: combine("lt", y, x),
        "greater_equal": lambda x, y: combine("le", y, x),
        "equal": partial(combine, "eq"),
        "not_equal": lambda x, y: logical_not(combine("eq", x, y)),
        "logical_and": partial(combine, "and"),
        "logical_or": partial(combine, "or"),
        "transpose": lambda x: as_array(x).T,
        "ravel": lambda x: as_array(x).ravel(),
        "reshape": lambda x, shape: as_array(x).reshape(shape),
        "clip": lambda x, a_min=None, a_max=None, *, min=None, max=None: clip(
            x, a_min if min is None else min, a_max if max is None else max
        ),
        "diagonal": lambda x, offset=0: as_array(x).diagonal(offset),
        "linalg.norm": _frobenius_norm,
        "linalg.solve": solve,
        "linalg.inv": inv,
    }
)
