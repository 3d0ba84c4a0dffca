"""`kt.math`: the mathematical functions of algorithms, on generic scalars and Arrays.

NumPy's functions of the same names are mapped to these when they are called with a traced number,
so that `np.sin(q)` in a user's algorithm works as `kt.math.sin(q)` does.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ..errors import ShapeError, TraceError, user_line
from .array import Array, Axis, as_array, elementwise, inner, reduced, zeros
from .blocks import array, concatenate, diag, eye, hstack, moveaxis, outer, stack, vstack
from .einsum import einsum
from .expr import Scalar, add, apply, div, is_zero, mul, neg, power, sub
from .linear import inv, solve, solve_spd
from .numpy_functions import FUNCTIONS, NAMES, UFUNCS
from .roots import root
from .scan import scan
from .special import arc, stumpff

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


def _map(op: str, x: Any) -> Any:
    if isinstance(x, (Array, list, tuple)) or hasattr(x, "__array_interface__"):
        return as_array(x).map(lambda element: apply(op, element))
    return apply(op, x)


def sin(x: Any) -> Any:
    """Sine, element by element."""
    return _map("sin", x)


def cos(x: Any) -> Any:
    """Cosine, element by element."""
    return _map("cos", x)


def tan(x: Any) -> Any:
    """Tangent, element by element."""
    return _map("tan", x)


def asin(x: Any) -> Any:
    """Inverse sine in [-pi/2, pi/2], element by element; nan outside [-1, 1]."""
    return _map("asin", x)


def acos(x: Any) -> Any:
    """Inverse cosine in [0, pi], element by element; nan outside [-1, 1]."""
    return _map("acos", x)


def atan(x: Any) -> Any:
    """Inverse tangent, element by element."""
    return _map("atan", x)


def exp(x: Any) -> Any:
    """Exponential, element by element."""
    return _map("exp", x)


def log(x: Any) -> Any:
    """Natural logarithm, element by element."""
    return _map("log", x)


def sqrt(x: Any) -> Any:
    """Square root, element by element; nan for negative numbers."""
    return _map("sqrt", x)


def tanh(x: Any) -> Any:
    """Hyperbolic tangent, element by element."""
    return _map("tanh", x)


def sinh(x: Any) -> Any:
    """Hyperbolic sine, element by element."""
    return _map("sinh", x)


def cosh(x: Any) -> Any:
    """Hyperbolic cosine, element by element."""
    return _map("cosh", x)


def expm1(x: Any) -> Any:
    """exp(x) - 1, element by element, without loss of digits near 0."""
    return _map("expm1", x)


def log1p(x: Any) -> Any:
    """log(1 + x), element by element, without loss of digits near 0."""
    return _map("log1p", x)


def hypot(x: Any, y: Any) -> Any:
    """The length of (x, y), also where squares overflow; its slopes at (0, 0) are taken as 0."""
    return _combine("hypot", x, y)


def sign(x: Any) -> Any:
    """-1, 0 or 1 as x is below, at or above zero; nan for nan. Its derivative is 0 everywhere."""
    return _arithmetic(_sign, x)


def _sign(x: Any) -> Any:
    below = apply("select", apply("lt", x, 0.0), -1.0, sub(x, x))
    return apply("select", apply("lt", 0.0, x), 1.0, below)


def atan2(y: Any, x: Any) -> Any:
    """The angle of the point (x, y) in (-pi, pi]."""
    return _combine("atan2", y, x)


def minimum(x: Any, y: Any) -> Any:
    """The smaller of two, element by element; nan where one is nan."""
    return _combine("minimum", x, y)


def maximum(x: Any, y: Any) -> Any:
    """The larger of two, element by element; nan where one is nan."""
    return _combine("maximum", x, y)


def where(condition: Any, x: Any, y: Any) -> Any:
    """`x` where the condition holds, else `y`; differentiates as a select of the derivatives."""
    for element in as_array(condition).flat:
        if type(element) is int and element not in (0, 1):
            raise TraceError(
                f"{user_line()}: where: a condition is {element}, as ~ makes of a plain True "
                "or False; write kt.math.logical_not(condition), which takes any number."
            )
    return _combine("select", condition, x, y)


def logical_not(condition: Any) -> Any:
    """Whether the condition does not hold; for traced and for plain numbers, where ~ fails."""
    return _arithmetic(_not, condition)


def _not(x: Any) -> Any:
    return not x if isinstance(x, (bool, int, float)) else apply("not", x)


def _combine(op: str, *args: Any) -> Any:
    arrays = [as_array(x) for x in args]
    if all(x.shape == () for x in arrays):
        return apply(op, *[x.flat[0] for x in arrays])
    return elementwise(lambda *elements: apply(op, *elements), *arrays)


def cross(x: Any, y: Any) -> Array:
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


def dot(x: Any, y: Any) -> Any:
    """The product of vectors and matrices, as `@`."""
    return as_array(x) @ as_array(y)


def norm(x: Any, axis: Axis = None) -> Any:
    """The Euclidean length, of all elements or along axes; its derivative at zero is taken as 0."""
    return reduced(_norm, as_array(x), axis)


def _norm(elements: Sequence[Scalar]) -> Scalar:
    square = inner(elements, elements)
    if is_zero(square):
        return 0
    some = apply("lt", 0.0, square)
    return apply("select", some, apply("sqrt", apply("select", some, square, 1.0)), square)


def sum(x: Any, axis: Axis = None) -> Any:
    """The sum of all elements, or along an axis or several, from first to last."""
    return as_array(x).sum(axis)


def mean(x: Any, axis: Axis = None) -> Any:
    """The mean of all elements, or along an axis or several."""
    return as_array(x).mean(axis)


def clip(x: Any, min: Any = None, max: Any = None) -> Any:
    """x within bounds, element by element; None is no bound.

    It is minimum(maximum(x, min), max): at a bound its slope is that of x.
    """
    clipped = as_array(x).clip(min, max)
    return clipped if clipped.shape else clipped.flat[0]


def trace(x: Any, offset: int = 0) -> Any:
    """The sum of a matrix's diagonal, or of one `offset` to its right."""
    return as_array(x).trace(offset)


def _arithmetic(function: Callable[..., Scalar], *args: Any) -> Any:
    arrays = [as_array(x) for x in args]
    if all(x.shape == () for x in arrays):
        return function(*[x.flat[0] for x in arrays])
    return elementwise(function, *arrays)


def _square(x: Any) -> Any:
    return x * x


def _same(x: Any) -> Any:
    return x


def _reversed(op: str) -> Callable[..., Any]:
    def compare(x: Any, y: Any) -> Any:
        return _combine(op, y, x)

    return compare


def _unequal(x: Any, y: Any) -> Any:
    return logical_not(_combine("eq", x, y))


UFUNCS.update(
    {
        "add": partial(_arithmetic, add),
        "subtract": partial(_arithmetic, sub),
        "multiply": partial(_arithmetic, mul),
        "divide": partial(_arithmetic, div),
        "negative": partial(_arithmetic, neg),
        "positive": _same,
        "power": partial(_arithmetic, power),
        "square": _square,
        "absolute": partial(_map, "abs"),
        "logical_not": logical_not,
        "matmul": dot,
        "sin": sin,
        "cos": cos,
        "tan": tan,
        "arcsin": asin,
        "arccos": acos,
        "arctan": atan,
        "arctan2": atan2,
        "exp": exp,
        "log": log,
        "sqrt": sqrt,
        "expm1": expm1,
        "log1p": log1p,
        "sinh": sinh,
        "cosh": cosh,
        "tanh": tanh,
        "hypot": hypot,
        "sign": sign,
        "minimum": minimum,
        "maximum": maximum,
        "less": partial(_combine, "lt"),
        "less_equal": partial(_combine, "le"),
        "greater": _reversed("lt"),
        "greater_equal": _reversed("le"),
        "equal": partial(_combine, "eq"),
        "not_equal": _unequal,
        "logical_and": partial(_combine, "and"),
        "logical_or": partial(_combine, "or"),
    }
)


def _clip(x: Any, a_min: Any = None, a_max: Any = None, *, min: Any = None, max: Any = None) -> Any:
    return clip(x, a_min if min is None else min, a_max if max is None else max)


def _frobenius_norm(x: Any, ord: Any = None, axis: Any = None) -> Any:
    matrix = as_array(x).ndim != 1 if axis is None else not isinstance(axis, int)
    if ord not in ((None, "fro") if matrix else (None, 2)):
        raise TraceError(
            f"{user_line()}: np.linalg.norm(x, ord={ord!r}): kt.math.norm is the Euclidean length "
            "of vectors, and the Frobenius norm of matrices."
        )
    return norm(x, axis)


def _diagonal(x: Any, offset: int = 0) -> Array:
    return as_array(x).diagonal(offset)


def _transpose(x: Any) -> Any:
    return as_array(x).T


def _ravel(x: Any) -> Any:
    return as_array(x).ravel()


def _reshape(x: Any, shape: Any) -> Any:
    return as_array(x).reshape(shape)


FUNCTIONS.update(
    {
        "where": where,
        "stack": stack,
        "concatenate": concatenate,
        "vstack": vstack,
        "hstack": hstack,
        "moveaxis": moveaxis,
        "transpose": _transpose,
        "ravel": _ravel,
        "reshape": _reshape,
        "sum": sum,
        "mean": mean,
        "clip": _clip,
        "diag": diag,
        "diagonal": _diagonal,
        "trace": trace,
        "cross": cross,
        "dot": dot,
        "outer": outer,
        "einsum": einsum,
        "linalg.norm": _frobenius_norm,
        "linalg.solve": solve,
        "linalg.inv": inv,
    }
)

NAMES.extend(__all__)
