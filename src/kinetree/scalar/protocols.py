"""What traced numbers and Arrays answer where plain numbers and NumPy's arrays are expected.

NumPy's functions become those of `kt.math` of the same meaning. What needs a value that is not
known yet, or a function that `kt.math` lacks, raises TraceError with what to write instead.
"""

import difflib
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NoReturn, cast

import numpy as np

from ..errors import TraceError, kind_of, user_line
from .graph import Scalar
from .tables import ElementaryFunction

FUNCTIONS: Final[dict[str, ElementaryFunction]] = {}
"""The functions of `kt.math` by the names of NumPy's; it fills them in."""
NAMES: Final[list[str]] = []
"""The names that `kt.math` has."""


def _refused(name: str) -> Callable[..., NoReturn]:
    """The method of an operator for a function of NumPy that `kt.math` lacks."""

    def refuse(*_: object) -> NoReturn:
        raise TraceError(_not_here(name))

    return refuse


class NumpyFunctions:
    """NumPy's protocol for arrays of other libraries, of traced numbers and Arrays."""

    __slots__ = ()
    __mod__ = __rmod__ = __divmod__ = _refused("remainder")
    __floordiv__ = __rfloordiv__ = _refused("floor_divide")
    __round__ = _refused("round")

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Scalar, **kwargs: object
    ) -> Scalar:
        name = ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}"
        function = _function(name)
        if kwargs:
            _refuse_arguments(name, "(x, y)" if ufunc.nin == 2 else "(x)")
        return function(*inputs)

    def __array_function__(
        self,
        function: ElementaryFunction,
        types: Iterable[type],
        args: Iterable[Scalar],
        kwargs: Mapping[str, Scalar],
    ) -> Scalar:
        name = f"{function.__module__}.{function.__name__}".removeprefix("numpy.")
        known = _function(name)
        signature = inspect.signature(known)
        try:
            signature.bind(*args, **kwargs)
        except TypeError:
            taken = [str(p.replace(annotation=p.empty)) for p in signature.parameters.values()]
            _refuse_arguments(name, f"({', '.join(taken)})")
        return known(*args, **kwargs)

    def __rpow__(self, base: Scalar) -> NoReturn:
        raise TraceError(
            f"{user_line()}: a traced number or an Array as an exponent; write "
            f"kt.math.exp(x * kt.math.log({base!r}))."
        )


def _refuse_arguments(name: str, taken: str) -> NoReturn:
    raise TraceError(f"{user_line()}: np.{name} of traced numbers takes {taken}, and nothing else.")


def _function(name: str) -> ElementaryFunction:
    """The function of `kt.math` for one of NumPy."""
    if name in FUNCTIONS:
        return FUNCTIONS[name]
    raise TraceError(_not_here(name))


def _not_here(name: str) -> str:
    near = difflib.get_close_matches(name.rpartition(".")[2], NAMES, 1)
    remedy = f"did you mean kt.math.{near[0]}? " if near else ""
    remedy += f"kt.math has: {', '.join(NAMES)}"
    if name in REPLACEMENT:
        remedy = f"instead: {REPLACEMENT[name]}"
    return f"{user_line()}: np.{name} does not take traced numbers; {remedy}."


class WithoutValue:
    """A number that has no value yet: what needs one raises TraceError, with the replacement."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise TraceError(
            f"{user_line()}: the truth of a traced number was asked for (if, and, or, not, min, "
            "max, sorted). An algorithm is traced once for all states: write "
            "kt.math.where(condition, x, y), kt.math.minimum or kt.math.maximum, & and | between "
            "conditions, and kt.math.logical_not."
        )

    def __float__(self) -> NoReturn:
        raise TraceError(
            f"{user_line()}: a traced number was turned into a plain one (float(), math.sin, an "
            "index, an element of a NumPy array, ...). kt.math takes it as it is: kt.math.sin(x), "
            "kt.math.stack([x, y])."
        )

    __int__ = __complex__ = __index__ = __float__

    def __array__(self, *_: object, **__: object) -> NoReturn:
        raise TraceError(
            f"{user_line()}: a traced number was put into a NumPy array or given to a NumPy "
            "function that kt.math lacks. Use kt.math.array([...]) or kt.math.stack([...])."
        )


_FRAMEWORKS: Final = ("jax", "jaxlib", "torch")
_NOT_NUMBERS: Final = (str, bytes, list, tuple, dict, set, bool, type(None))


def check_number(x: Scalar) -> None:
    """Raise TraceError for what a traced number cannot be combined with."""
    if isinstance(x, _NOT_NUMBERS):
        kind = kind_of(cast(Scalar, x))
        raise TraceError(
            f"{user_line()}: a traced number was combined with {kind}; expected a number."
        )
    if type(x).__module__.partition(".")[0] in _FRAMEWORKS:
        raise TraceError(
            f"{user_line()}: a traced number was combined with {kind_of(x)}, whose derivative "
            "would be lost; give an algorithm all that it computes with as operands."
        )


_ANGLE: Final = "kt.math.atan2(kt.math.sin(x), kt.math.cos(x)), for angles"
_LARGEST: Final = "kt.math.maximum(x, y) of two, in a loop over the elements for more"
_SMALLEST: Final = "kt.math.minimum(x, y) of two, in a loop over the elements for more"
_ORDER: Final = "kt.math.where(x < y, x, y); an algorithm has no order at run time"
_SPECTRUM: Final = "an operand with what NumPy computes of it before the call"
_PRODUCTS: Final = 'kt.math.einsum(subscripts, x, y), as in "ij,kj->ik"'
_SHAPES: Final = "an index, x.reshape(...), kt.math.stack or kt.math.concatenate"

_ITSELF: Final = "x itself, which never changes, and whose numbers are of one kind"

_LEAST_SQUARES: Final = (
    "A.T @ kt.math.solve_spd(A @ A.T, b) for a wide A, as a Jacobian is (where it is singular add "
    "1e-6 * kt.math.eye(len(A)) to A @ A.T), kt.math.solve_spd(A.T @ A, A.T @ b) for a tall one"
)

_REPLACEMENTS: Final[Mapping[str, str]] = {
    "amax max maximum.reduce": _LARGEST,
    "amin min minimum.reduce": _SMALLEST,
    "ptp median percentile quantile sort argsort argmax argmin unique": _ORDER,
    "add.reduce nansum": "kt.math.sum(x, axis)",
    "add.accumulate cumsum cumprod": "a loop with y = y + x, or kt.math.scan",
    "prod multiply.reduce": "a loop with y = y * x",
    "average nanmean": "kt.math.mean(x, axis), or kt.math.sum(w * x) / kt.math.sum(w)",
    "var": "kt.math.mean((x - kt.math.mean(x)) ** 2)",
    "std": "kt.math.sqrt(kt.math.mean((x - kt.math.mean(x)) ** 2))",
    "diff ediff1d": "x[1:] - x[:-1]",
    "all any bitwise_and bitwise_or": "& and | between conditions",
    "logical_xor invert bitwise_xor": "kt.math.logical_not, & and | between conditions",
    "isnan": "x != x",
    "isinf isfinite": "abs(x) < bound",
    "isclose allclose": "abs(x - y) < tolerance",
    "floor_divide": "kt.math.floor(x / y)",
    "ceil rint trunc fix round around modf": "kt.math.floor(x), or kt.math.where(condition, x, y)",
    "heaviside": "kt.math.where(x < 0.0, 0.0, 1.0)",
    "copysign": "abs(x) * kt.math.where(y < 0.0, -1.0, 1.0)",
    "signbit": "x < 0.0",
    "mod remainder fmod divmod unwrap": _ANGLE,
    "fabs": "abs(x)",
    "fmax": "kt.math.maximum(x, y)",
    "fmin": "kt.math.minimum(x, y)",
    "reciprocal": "1 / x",
    "float_power": "kt.math.exp(p * kt.math.log(x)), or x**n for whole n",
    "cbrt": "kt.math.sign(x) * kt.math.exp(kt.math.log(abs(x)) / 3)",
    "exp2": "kt.math.exp(x * math.log(2))",
    "log2": "kt.math.log(x) / math.log(2)",
    "log10": "kt.math.log(x) / math.log(10)",
    "logaddexp": "kt.math.maximum(x, y) + kt.math.log1p(kt.math.exp(-abs(x - y)))",
    "arcsinh": ("kt.math.sign(x) * kt.math.log1p(abs(x) + x * x / (1 + kt.math.sqrt(x * x + 1)))"),
    "arccosh": "kt.math.log(x + kt.math.sqrt(x * x - 1))",
    "arctanh": "0.5 * (kt.math.log1p(x) - kt.math.log1p(-x))",
    "deg2rad radians": "x * (math.pi / 180)",
    "rad2deg degrees": "x * (180 / math.pi)",
    "sinc": "kt.math.stumpff(1, (math.pi * x) ** 2)",
    "vdot inner linalg.multi_dot": "@",
    "tensordot kron vecdot matvec vecmat linalg.tensordot linalg.vecdot": _PRODUCTS,
    "linalg.outer multiply.outer": "kt.math.outer(x, y)",
    "linalg.trace": "kt.math.trace(x)",
    "linalg.diagonal diagflat": "kt.math.diag(x)",
    "linalg.cross": "kt.math.cross(x, y)",
    "linalg.matmul": "@",
    "linalg.vector_norm linalg.matrix_norm": "kt.math.norm(x, axis)",
    "linalg.matrix_power": "A @ A",
    "linalg.det": (
        "kt.math.dot(A[0], kt.math.cross(A[1], A[2])) for a 3 x 3 matrix; for a larger one a loop "
        "that eliminates column by column"
    ),
    "linalg.lstsq linalg.pinv": _LEAST_SQUARES,
    "linalg.cholesky": "kt.math.solve_spd(A, b), which factors A",
    "linalg.qr": _LEAST_SQUARES,
    "linalg.eig linalg.eigh linalg.eigvals linalg.eigvalsh linalg.svd linalg.svdvals "
    "linalg.cond linalg.matrix_rank linalg.slogdet": _SPECTRUM,
    "zeros_like empty_like": "kt.math.zeros(*x.shape)",
    "ones_like full_like": "kt.math.zeros(*x.shape) + number",
    "append insert column_stack block array_split split tile repeat pad": (
        "kt.math.concatenate(parts, axis), kt.math.vstack and kt.math.hstack"
    ),
    "atleast_1d atleast_2d expand_dims squeeze swapaxes flip fliplr flipud roll rot90 dstack "
    "broadcast_to broadcast_arrays": _SHAPES,
    "copy": _ITSELF,
    "trapezoid": "dx * kt.math.sum((x[1:] + x[:-1]) / 2)",
    "tril triu": "kt.math.where(mask, x, 0.0), with a mask of plain numbers",
    "select choose piecewise": "kt.math.where(condition, x, y)",
    "polyval": "a loop with y = y * x + c",
}
"""By names without `np.`, several in a text."""

REPLACEMENT: Final[Mapping[str, str]] = {
    name: use for names, use in _REPLACEMENTS.items() for name in names.split()
}
METHODS: Final[Mapping[str, str]] = {
    **REPLACEMENT,
    **{"dot": "x @ y", "flatten": "x.ravel()", "item": "x[0]"},
    **{"astype": _ITSELF, "tolist": _ITSELF},
}
"""By names of methods of NumPy's arrays."""
