"""`root`, `solve`, `solve_spd`, `inv`: solutions of equations, differentiated by implicit rules.

`solve_spd` uses the rule of `systems`, the others the implicit function theorem. A node "root"
holds the equations F(x, p) = 0 as a separate trace; its arguments are a solution x and the p of the
surrounding program. Nodes "solved" of it are the elements of x, as those of linear systems. The
computation of x is not differentiated: dF/dx dx = -dF/dp dp.
"""

from collections.abc import Callable, Iterator, Sequence

from ..errors import ShapeError, user_line
from . import differentiate
from .array import Array, ArrayLike, as_array
from .blocks import eye
from .expr import Expr, Scalar, apply, div, graph_of, is_zero, mul, neg, scalar_of, sub
from .graph import Graph
from .products import product
from .rules import RULES, Rule, Sweep, Tangent, Tangents
from .subfunctions import Body, OnVariables, parameters, quantities, results_of
from .systems import System, solved

Rows = list[list[Scalar]]


def root(equations: Callable[[Array], ArrayLike], x: ArrayLike) -> Array:
    """A vector x that solves `equations(x) = 0`, with the derivatives of the solution.

    The value of x is unchanged. Its computation, by iterations for example, is not differentiated;
    its derivatives are those of the implicit function theorem, of every order, with the Jacobian of
    the equations at x. They are as exact as x solves the equations, and nan where that Jacobian is
    singular.
    Shapes: x (n,); equations(x) (n,). Raises ShapeError for others.

    >>> import kinetree as kt
    >>> @kt.algorithm("()->(1)")
    ... def cube_root(model, a):
    ...     x, _ = kt.math.scan(lambda x, _: (x - (x**3 - a) / (3 * x * x), None), a, length=50)
    ...     return kt.math.root(lambda x: x**3 - a, kt.math.stack([x.flat[0]]))
    >>> arm = kt.robots.arm()
    >>> kt.jacobian(cube_root, "a")(arm, 8.0).round(12)
    array([0.08333333])
    """
    x = as_array(x)
    graph = graph_of(x.flat)
    unknown = x.flat if graph is None else [Expr(graph, graph.variable()) for _ in x.flat]
    residuals = as_array(equations(Array.of(unknown, x.shape)))
    if x.ndim != 1 or residuals.shape != x.shape:
        raise ShapeError(
            f"{user_line()}: root: x has shape {x.shape}, its equations {residuals.shape}; "
            "expected (n,) of both."
        )
    if graph is None:
        return x
    return results_of("root", x.flat, unknown, residuals.flat, x)


def _equations(
    graph: Graph, node: int, moves: Callable[[int], object]
) -> tuple[OnVariables, Sequence[int]]:
    """F on variables in place of the solution, and the nodes of p."""
    data: Body = graph.data[node]
    x = [scalar_of(graph, i) for i in graph.args[node][: data.size]]
    elements = [solved((e, Expr(graph, node)), (k, 1)) for k, e in enumerate(x)]
    return data.on_variables(graph, node, elements, moves), parameters(graph, node)


def _jacobian(F: OnVariables, p: Sequence[int]) -> Rows:
    """dF/dx at the root."""
    J = F.jacobian(p)
    return _rows(F.substituted(J.flat), len(F.inputs))


def _rows(flat: Sequence[Scalar], width: int) -> Rows:
    return [list(flat[k : k + width]) for k in range(0, len(flat), width)]


def tangents(graph: Graph, node: int, tangent: Tangents) -> Tangents:
    """The derivatives of the elements of x along directions."""
    F, p = _equations(graph, node, tangent)
    seeds: dict[int, Tangent] = {i: tangent(i) for i in p}
    directions = sorted({d for seed in seeds.values() for d in seed})
    elements: dict[int, Tangent] = {}
    if directions:
        seeds |= {v: {} for v in F.inputs}
        rows = differentiate.forward(graph, F.outputs, seeds)
        flat = F.substituted([neg(row.get(d, 0)) for row in rows for d in directions])
        dx = eliminated(_jacobian(F, p), _rows(flat, len(directions)))
        elements = {k: dict(zip(directions, row, strict=True)) for k, row in enumerate(dx)}
    return lambda k: elements.get(k, {})


def cotangents(graph: Graph, node: int, sweep: Sweep) -> Iterator[tuple[int, Scalar]]:
    """Cotangents of p: l dF/dp with (dF/dx)^T l = -xbar."""
    F, p = _equations(graph, node, sweep.wanted.__contains__)
    transposed = [list(column) for column in zip(*_jacobian(F, p), strict=True)]
    right = [[neg(sweep.of_elements.get(k, 0))] for k in range(len(F.inputs))]
    weights = [row[0] for row in eliminated(transposed, right)]
    gradient = differentiate.reverse(graph, F.outputs, weights, [*F.inputs, *p])
    yield from zip(p, F.substituted(gradient[len(F.inputs) :]), strict=True)


RULES["root"] = Rule(tangents, cotangents, quantities)


def eliminated(A: Rows, B: Rows) -> Rows:
    """X with A X = B by Gaussian elimination; rows are pivoted at run time, by selects."""
    n, width = len(A), len(B[0]) if B else 0
    if width > n:  # A^-1 takes n right-hand sides
        inverse = eliminated(A, [[int(i == j) for j in range(n)] for i in range(n)])
        return [list(row.flat) for row in product(Array(inverse), Array(B))]
    rows = [[*a, *b] for a, b in zip(A, B, strict=True)]
    for k in range(n):
        for i in range(k + 1, n):
            rows[k], rows[i] = _larger_first(rows[k], rows[i], k)
        inverse_pivot = div(1, rows[k][k])
        for i in range(k + 1, n):
            if not is_zero(rows[i][k]):
                factor = mul(rows[i][k], inverse_pivot)
                tail = zip(rows[i][k + 1 :], rows[k][k + 1 :], strict=True)
                rows[i][k:] = [0, *(sub(x, mul(factor, y)) for x, y in tail)]
        rows[k][k] = inverse_pivot
    for k in reversed(range(n)):
        for j in range(n, n + width):
            total = rows[k][j]
            for i in range(k + 1, n):
                total = sub(total, mul(rows[k][i], rows[i][j]))
            rows[k][j] = mul(total, rows[k][k])
    return [row[n:] for row in rows]


def _larger_first(x: list[Scalar], y: list[Scalar], k: int) -> tuple[list[Scalar], list[Scalar]]:
    """Two rows, the one with the larger element k first."""
    if is_zero(y[k]):
        return x, y
    if is_zero(x[k]):
        return y, x
    swap = apply("lt", apply("abs", x[k]), apply("abs", y[k]))

    def picked(a: list[Scalar], b: list[Scalar]) -> list[Scalar]:
        pairs = zip(a[k:], b[k:], strict=True)
        return [*a[:k], *(p if p is q else apply("select", swap, p, q) for p, q in pairs)]

    return picked(y, x), picked(x, y)


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


def whitened(A: ArrayLike, B: Array) -> Array:
    """Z = D^-1/2 L^-1 B (n, m) for A = L D L^T, so that Z^T Z = B^T A^-1 B.

    With half of the substitutions of `solve_spd`, and no more zeros than those of L^-1 B.
    """
    system = System.factored(_square("whitened", A, B)[0])
    scales = [apply("sqrt", d) for d in system.inverse]
    columns = (zip(scales, system.forward(b.flat), strict=True) for b in B.T)
    return Array.of([mul(d, y) for column in columns for d, y in column], B.T.shape).T


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
