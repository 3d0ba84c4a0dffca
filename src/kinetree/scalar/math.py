"""`kt.math`: the mathematical functions of algorithms, on generic scalars and Arrays.

NumPy's functions of the same names are mapped to these when they are called with a traced number,
so that `np.sin(q)` in a user's algorithm works as `kt.math.sin(q)` does.
"""
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false

from collections.abc import Callable, Sequence
from functools import partial

from ..errors import ShapeError, TraceError, user_line
from .array import Array, ArrayLike, as_array, inner, zeros
from .blocks import array, concatenate, diag, eye, hstack, moveaxis, outer, stack, vstack
from .einsum import einsum
from .elementary import (
    acos,
    asin,
    atan,
    atan2,
    combine,
    cos,
    cosh,
    elementwise_of,
    exp,
    expm1,
    hypot,
    log,
    log1p,
    logical_not,
    map_op,
    maximum,
    minimum,
    sign,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
    where,
)
from .elements import Axis
from .expr import add, apply, div, is_zero, mul, neg, power, sub
from .linear import inv, solve, solve_spd
from .numpy_functions import FUNCTIONS, NAMES, UFUNCS
from .roots import root
from .scan import scan
from .special import arc, stumpff
from .types import Scalar

__all__ = [
    "acos",
    "arc",
    "array",
    "asin",
    "atan",
    "atan2",
    "clip",
    "concatenate",
    "cos",
    "cosh",
    "cross",
    "diag",
    "dot",
    "einsum",
    "exp",
    "expm1",
    "eye",
    "hstack",
    "hypot",
    "inv",
    "log",
    "log1p",
    "logical_not",
    "maximum",
    "mean",
    "minimum",
    "moveaxis",
    "norm",
    "outer",
    "root",
    "scan",
    "sign",
    "sin",
    "sinh",
    "solve",
    "solve_spd",
    "sqrt",
    "stack",
    "stumpff",
    "sum",
    "tan",
    "tanh",
    "trace",
    "vstack",
    "where",
    "zeros",
]


def cross(x: ArrayLike, y: ArrayLike) -> Array:
    """The cross product of two 3-vectors."""
    x, y = as_array(x), as_array(y)
    if x.shape != (3,) or y.shape != (3,):
        raise ShapeError(
            f"{user_line()}: cross of arrays of shapes {x.shape} and {y.shape}; expected (3,)."
        )
    (a, b, c), (u, v, w) = x.flat, y.flat
    return Array.of(
        [
            sub(mul(b, w), mul(c, v)),
            sub(mul(c, u), mul(a, w)),
            sub(mul(a, v), mul(b, u)),
        ],
        (3,),
    )


def dot(x: ArrayLike, y: ArrayLike) -> Scalar:
    """The product of vectors and matrices, as `@`."""
    return as_array(x) @ as_array(y)


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


def _named(*functions: Callable[..., Scalar]) -> dict[str, Callable[..., Scalar]]:
    """Functions that have the same name here and in NumPy."""
    return {function.__name__: function for function in functions}


UFUNCS.update(
    {
        **_named(sin, cos, tan, exp, log, sqrt, expm1, log1p, sinh, cosh, tanh),
        **_named(hypot, sign, minimum, maximum, logical_not),
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
    }
)


def _clip(
    x: ArrayLike,
    a_min: ArrayLike = None,
    a_max: ArrayLike = None,
    *,
    min: ArrayLike = None,
    max: ArrayLike = None,
) -> Scalar:
    return clip(x, a_min if min is None else min, a_max if max is None else max)


def _frobenius_norm(x: ArrayLike, ord: str | int | None = None, axis: Axis = None) -> Scalar:
    matrix = as_array(x).ndim != 1 if axis is None else not isinstance(axis, int)
    if ord not in ((None, "fro") if matrix else (None, 2)):
        raise TraceError(
            f"{user_line()}: np.linalg.norm(x, ord={ord!r}): kt.math.norm is the Euclidean length "
            "of vectors, and the Frobenius norm of matrices."
        )
    return norm(x, axis)


FUNCTIONS.update(
    {
        **_named(where, stack, concatenate, vstack, hstack, moveaxis),
        **_named(sum, mean, diag, trace, cross, dot, outer, einsum),
        "transpose": lambda x: as_array(x).T,
        "ravel": lambda x: as_array(x).ravel(),
        "reshape": lambda x, shape: as_array(x).reshape(shape),
        "clip": _clip,
        "diagonal": lambda x, offset=0: as_array(x).diagonal(offset),
        "linalg.norm": _frobenius_norm,
        "linalg.solve": solve,
        "linalg.inv": inv,
    }
)

NAMES.extend(__all__)
