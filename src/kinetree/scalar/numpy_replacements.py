"""Expressions that do in an algorithm what functions of NumPy do that Arrays do not take."""

from collections.abc import Mapping
from typing import Final

_ANGLE: Final = "kt.math.atan2(kt.math.sin(x), kt.math.cos(x)), for angles"
_STEPS: Final = "kt.math.where(condition, x, y), for steps"
_LARGEST: Final = "kt.math.maximum(x, y) of two, in a loop over the elements for more"
_SMALLEST: Final = "kt.math.minimum(x, y) of two, in a loop over the elements for more"
_ORDER: Final = "kt.math.where(x < y, x, y); an algorithm has no order at run time"
_SPECTRUM: Final = "an operand with what NumPy computes of it before the call"
_PRODUCTS: Final = 'kt.math.einsum(subscripts, x, y), as in "ij,kj->ik"'
_SHAPES: Final = "an index, x.reshape(...), kt.math.stack or kt.math.concatenate"

_LEAST_SQUARES: Final = (
    "A.T @ kt.math.solve_spd(A @ A.T, b) for a wide A, as a Jacobian is (where it is singular add "
    "1e-6 * kt.math.eye(len(A)) to A @ A.T), kt.math.solve_spd(A.T @ A, A.T @ b) for a tall one"
)

_REPLACEMENTS: Final[Mapping[str, str]] = {
    "amax max maximum.reduce": _LARGEST,
    "amin min minimum.reduce": _SMALLEST,
    "ptp median percentile quantile sort argsort argmax argmin searchsorted unique": _ORDER,
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
    "floor ceil rint trunc fix round around floor_divide modf": _STEPS,
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
    "linalg.det": "kt.math.dot(A[0], kt.math.cross(A[1], A[2])) for a 3 x 3 matrix",
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
    "broadcast_to broadcast_arrays copy": _SHAPES,
    "tril triu": "kt.math.where(mask, x, 0.0), with a mask of plain numbers",
    "select choose piecewise": "kt.math.where(condition, x, y)",
    "interp": "kt.math.where(x < x1, first, second), interval by interval",
    "polyval": "a loop with y = y * x + c",
}
"""By names without `np.`, several in a text."""

REPLACEMENT: Final[Mapping[str, str]] = {
    name: use for names, use in _REPLACEMENTS.items() for name in names.split()
}
