"""Linear systems and inverses, differentiated by the implicit rule."""

from ..errors import ShapeError, user_line
from .array import Array, ArrayLike, as_array
from .blocks import eye
from .roots import eliminated, root
from .systems import System


def solve_spd(A: ArrayLike, b: ArrayLike) -> Array:
    """x with A x = b, for symmetric positive definite A, by LDL^T without pivoting.

    Only the lower triangle of A is read: for a matrix that is not symmetric and positive definite x
    is wrong, and `solve` is for these. Where A is singular the result is inf or nan, or large by
    rounding. It is differentiated by A dx = db - dA x, with the same factors.
    Shapes: A (n, n), b (n,) or (n, m), as the result. Raises ShapeError for others.
    """
    A, b = _square("solve_spd", A, b)
    columns = [b.flat] if b.ndim == 1 else [column.flat for column in b.T]
    x = [e for column in System.factored(A).solved(columns) for e in column]
    return Array.of(x, b.T.shape).T


def solve(A: ArrayLike, b: ArrayLike) -> Array:
    """x with A x = b, for any regular A, by Gaussian elimination with row pivots.

    Pivots are chosen at run time, by selects: about twice the operations of an elimination without.
    `solve_spd` takes a third of that for symmetric positive definite A, as M and J J^T are. Where A
    is singular the result is inf or nan, or large by rounding. It is differentiated by
    A dx = db - dA x.
    Shapes: A (n, n), b (n,) or (n, m), as the result. Raises ShapeError for others.

    >>> import kinetree as kt
    >>> kt.math.solve([[0.0, 2.0], [1.0, 0.0]], [4.0, 3.0])
    Array([3.0, 2.0])
    """
    A, b = _square("solve", A, b)
    right = b if b.ndim == 2 else b.reshape(len(b), 1)
    rows = eliminated([list(row.flat) for row in A], [list(row.flat) for row in right])
    columns = [
        root(lambda x, b=column: A @ x - b, Array(x)).flat
        for column, x in zip(right.T, zip(*rows, strict=True), strict=True)
    ]
    return Array.of([e for x in columns for e in x], right.T.shape).T.reshape(b.shape)


def inv(A: ArrayLike) -> Array:
    """The inverse of any regular matrix, by Gaussian elimination with row pivots.

    A x = b is solved faster and more accurately by `solve`, or by `solve_spd`.
    Shapes: A (n, n), as the result. Raises ShapeError for others.
    """
    return solve(A, eye(len(as_array(A))))


def _square(name: str, A: ArrayLike, b: ArrayLike) -> tuple[Array, Array]:
    A, b = as_array(A), as_array(b)
    if A.ndim != 2 or A.shape[0] != A.shape[1] or b.ndim not in (1, 2) or len(b) != len(A):
        raise ShapeError(
            f"{user_line()}: {name} of arrays of shapes {A.shape} and {b.shape}; expected (n, n), "
            "and (n,) or (n, m)."
        )
    return A, b
