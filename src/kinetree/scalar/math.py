"""`kt.math`: the mathematical functions of algorithms, on generic scalars and Arrays.

NumPy's functions of the same names are mapped to these when they are called with a traced number,
so that `np.sin(q)` in a user's algorithm works as `kt.math.sin(q)` does.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ..errors import ShapeError, TraceError, user_line
from .array import Array, as_array, elementwise, inner, zeros
from .expr import Scalar, add, apply, div, is_zero, mul, neg, power, sub
from .numpy_functions import FUNCTIONS, NAMES, UFUNCS
from .roots import root
from .scan import scan
from .spans import joined
from .special import arc, stumpff
from .systems import System

__all__ = [
    "acos",
    "arc",
    "array",
    "asin",
    "atan",
    "atan2",
    "concatenate",
    "cos",
    "cross",
    "dot",
    "exp",
    "eye",
    "log",
    "logical_not",
    "maximum",
    "minimum",
    "norm",
    "root",
    "scan",
    "sin",
    "solve",
    "sqrt",
    "stack",
    "stumpff",
    "tan",
    "tanh",
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


def array(entries: Any) -> Array:
    """An Array from scalars in nested sequences."""
    return Array(entries)


def stack(parts: Sequence[Any]) -> Array:
    """Arrays of one shape, stacked along a new first axis."""
    return Array(list(parts))


def concatenate(parts: Sequence[Any]) -> Array:
    """Arrays joined along their first axis."""
    arrays = [as_array(part) for part in parts]
    tails = {x.shape[1:] for x in arrays}
    if len(tails) != 1 or any(x.ndim == 0 for x in arrays):
        shapes = ", ".join(str(x.shape) for x in arrays)
        raise ShapeError(f"{user_line()}: arrays of shapes {shapes} cannot be joined.")
    return Array.of(joined([x.flat for x in arrays]), (sum(map(len, arrays)), *tails.pop()))


def eye(n: int) -> Array:
    """The identity matrix, structural."""
    return Array.of([int(i == j) for i in range(n) for j in range(n)], (n, n))


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


def norm(x: Any) -> Scalar:
    """The Euclidean length of a vector; its derivative at zero is taken as 0."""
    elements = as_array(x).flat
    square = inner(elements, elements)
    if is_zero(square):
        return 0
    some = apply("lt", 0.0, square)
    return apply("select", some, apply("sqrt", apply("select", some, square, 1.0)), square)


def solve(A: Any, b: Any) -> Array:
    """x with A x = b, for symmetric positive definite A, by LDL^T without pivoting.

    Only the lower triangle of A is read. Where A is singular the result is inf or nan. It is
    differentiated by A dx = db - dA x, with the same factors.
    Shapes: A (n, n), b (n,) or (n, m), as the result. Raises ShapeError for others.
    """
    A, b = as_array(A), as_array(b)
    if A.ndim != 2 or A.shape[0] != A.shape[1] or b.ndim not in (1, 2) or len(b) != len(A):
        raise ShapeError(
            f"{user_line()}: solve of arrays of shapes {A.shape} and {b.shape}; expected (n, n), "
            "and (n,) or (n, m)."
        )
    columns = [b.flat] if b.ndim == 1 else [column.flat for column in b.T]
    x = [e for column in System.factored(A).solved(columns) for e in column]
    return Array.of(x, b.T.shape).T


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
        "tanh": tanh,
        "minimum": minimum,
        "maximum": maximum,
        "less": partial(_combine, "lt"),
        "less_equal": partial(_combine, "le"),
        "greater": _reversed("lt"),
        "greater_equal": _reversed("le"),
    }
)


def _sum(x: Any) -> Any:
    return as_array(x).sum()


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
        "cross": cross,
        "dot": dot,
        "norm": norm,
        "sum": _sum,
        "transpose": _transpose,
        "ravel": _ravel,
        "reshape": _reshape,
    }
)

NAMES.extend(__all__)
