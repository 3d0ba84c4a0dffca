"""Linear systems A x = b, differentiated by the implicit rule A dx = db - dA x.

The arguments of a node "solution" are A, b, the factors of A, and x, which is computed by the
operations before it. A node "solved" is an element of x, or its negative, and refers to the
solution; only in differentiation it differs from that number. Its derivatives are solutions of
other systems with the same factors.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from .array import Array, inner
from .expr import Expr, Scalar, add, div, graph_of, is_zero, mul, neg, number_of, sub
from .graph import Graph
from .products import product

Tangent = Callable[[int], Mapping[int, Scalar]]
Columns = Sequence[Sequence[Scalar]]
Sizes = tuple[int, int, tuple[int | None, ...]]
"""Rows and right-hand sides of a solution, and which of its scalars are structural constants."""

FEW: Final = 3
"""The largest count of rows or columns that are multiplied and solved for one by one."""


class System(NamedTuple):
    """The scalars of a solution, or their nodes: A and L by rows of their lower triangles."""

    b: Sequence[Any]
    """By columns, as x."""
    A: Sequence[Any]
    x: Sequence[Any]
    L: Sequence[Any]
    """Without its unit diagonal: A = L D L^T."""
    inverse: Sequence[Any]
    """The reciprocals of D: a division takes as long as ten multiplications."""

    @classmethod
    def factored(cls, A: Array) -> "System":
        """A symmetric matrix and its factors, without pivoting; no right-hand side yet."""
        L: list[list[Scalar]] = []
        inverse: list[Scalar] = []
        lower = [[A[i, j] for j in range(i + 1)] for i in range(len(A))]
        for i, given in enumerate(lower):
            row = [*given]
            for j in range(i):  # row[j] becomes L[i][j] D[j]
                row[j] = sub(row[j], inner(row[:j], L[j]))
            L.append([mul(row[j], inverse[j]) for j in range(i)])
            pivot = sub(row[i], inner(row[:i], L[i]))
            inverse.append(div(1, 0.0 if is_zero(pivot) else pivot))
        return cls(
            (), [x for row in lower for x in row], (), [x for row in L for x in row], inverse
        )

    @classmethod
    def of(cls, sizes: Sizes, values: Sequence[Any], constant: Callable[[int], Any]) -> "System":
        """The system of a solution, by its arguments and the values of its constants."""
        n, m, constants = sizes
        rest = iter(values)
        flat = [next(rest) if k is None else constant(k) for k in constants]
        ends = [n * m, _given(n, m), _given(n, m) + n * m, len(flat) - n, len(flat)]
        return cls(*(flat[a:b] for a, b in zip([0, *ends], ends, strict=False)))

    def solved(self, columns: Columns) -> list[list[Scalar]]:
        """x for right-hand sides, by substitution."""
        n = len(self.inverse)
        L = [self.L[i * (i - 1) // 2 : i * (i + 1) // 2] for i in range(n)]
        found: list[list[Scalar]] = []
        for b in columns:
            y: list[Scalar] = []
            for i in range(n):
                y.append(sub(b[i], inner(L[i], y)))
            x = [mul(a, r) for a, r in zip(y, self.inverse, strict=True)]
            for i in reversed(range(n)):
                x[i] = sub(x[i], inner([L[k][i] for k in range(i + 1, n)], x[i + 1 :]))
            found.append(x)
        return self._as_nodes(columns, found)

    def solved_together(self, columns: Columns) -> list[list[Scalar]]:
        """x for the right-hand sides of derivatives: many are multiplied by L^-1, as matrices."""
        n, m = len(self.inverse), len(columns)
        if n <= FEW or 6 * m < n:  # L^-1 takes as long as n / 6 substitutions
            return self.solved(columns)
        W = self._inverse_factor()
        y = product(W, Array(columns).T)
        x = product(W.T, Array.of(self.inverse, (n, 1)) * y)
        return self._as_nodes(columns, [column.flat for column in x.T])

    def _inverse_factor(self) -> Array:
        """W = L^-1, so that A^-1 = W^T D^-1 W."""
        n = len(self.inverse)
        W: list[list[Scalar]] = [[int(i == j) for j in range(n)] for i in range(n)]
        for i in range(n):
            row = self.L[i * (i - 1) // 2 : i * (i + 1) // 2]
            for j in range(i):
                W[i][j] = neg(inner(row[j:], [W[k][j] for k in range(j, i)]))
        return Array(W)

    def _as_nodes(self, columns: Columns, x: Columns) -> list[list[Scalar]]:
        """The elements of x as nodes "solved" of a solution."""
        n, m = len(self.inverse), len(columns)
        b, flat = ([e for column in part for e in column] for part in (columns, x))
        whole = _solution(n, m, [*b, *self.A, *flat, *self.L, *self.inverse])
        signed = [solved((e, whole), (k, 1)) for k, e in enumerate(flat)]
        return [signed[k * n : k * n + n] for k in range(m)]


def _given(n: int, m: int) -> int:
    """The count of the scalars of b and A."""
    return n * m + n * (n + 1) // 2


def _solution(n: int, m: int, scalars: Sequence[Scalar]) -> Any:
    """A system as a node if one of its scalars is traced, else None."""
    graph = graph_of(scalars)
    if graph is None:
        return None
    constants = tuple([x if type(x) is int else None for x in scalars])
    args = tuple([number_of(graph, x) for x in scalars if type(x) is not int])
    return Expr(graph, graph.node("solution", args, (n, m, constants)))


def rebuilt(args: Sequence[Scalar], sizes: Sizes) -> Any:
    """A solution with other arguments: a node if one is traced, else None."""
    flat = [x for part in System.of(sizes, args, _same) for x in part]
    return _solution(*sizes[:2], flat)


def solved(args: Sequence[Any], place: tuple[int, int]) -> Scalar:
    """A number as element k of x, or its negative, given with the solution; `place` is k, sign.

    A negation is applied to the result, so that it still folds.
    """
    x, whole = args
    if type(x) is not Expr or whole is None:
        return x
    graph, (k, sign) = x.graph, place
    if graph.ops[x.index] == "neg":
        return neg(solved((neg(x), whole), (k, -sign)))
    return Expr(graph, graph.node("solved", (x.index, whole.index), (k, sign)))


def _same(x: Any) -> Any:
    return x


def _none(x: Any) -> None:
    return None


def given(graph: Graph, node: int) -> Sequence[int]:
    """The nodes of b and A: a solution is differentiated with respect to them."""
    n, m, constants = graph.data[node]
    return graph.args[node][: constants[: _given(n, m)].count(None)]


class _Solution:
    """A node "solution": its scalars, and the nodes of b and A, None where they are constants."""

    def __init__(self, graph: Graph, node: int) -> None:
        self.n, self.m, _ = sizes = graph.data[node]
        args = graph.args[node]
        values = [graph.data[i][1] if graph.ops[i] == "const" else Expr(graph, i) for i in args]
        self.system = System.of(sizes, values, _same)
        self.nodes = System.of(sizes, args, _none)

    def column(self, part: Sequence[Any], j: int) -> Sequence[Any]:
        return part[j * self.n : (j + 1) * self.n]


def tangents(graph: Graph, node: int, tangent: Tangent) -> dict[int, dict[int, Scalar]]:
    """The derivatives of the elements of x along directions, by their indices."""
    at = _Solution(graph, node)
    n, m = at.n, at.m
    rates = {i: tangent(i) for i in given(graph, node)}
    directions = sorted({d for x in rates.values() for d in x})

    def rate(nodes: Sequence[int | None], d: int) -> list[Scalar]:
        return [0 if i is None else rates[i].get(d, 0) for i in nodes]

    dA = [_full(rate(at.nodes.A, d), n) for d in directions]
    x = Array.of(at.system.x, (m, n)).T
    moved = _times(Array.of([e for part in dA for e in part], (len(directions) * n, n)), x)
    columns: dict[tuple[int, int], list[Scalar]] = {}
    for k, d in enumerate(directions):
        db = rate(at.nodes.b, d)
        for j in range(m):
            change = moved[k * n : k * n + n, j].flat
            column = [sub(x, y) for x, y in zip(at.column(db, j), change, strict=True)]
            if not all(map(is_zero, column)):
                columns[d, j] = column
    found: dict[int, dict[int, Scalar]] = {}
    together = at.system.solved_together([*columns.values()])
    for (d, j), dx in zip(columns, together, strict=True):
        for i, x in enumerate(dx):
            if not is_zero(x):
                found.setdefault(j * n + i, {})[d] = x
    return found


def cotangents(
    graph: Graph, node: int, of_elements: Mapping[int, Scalar]
) -> Iterator[tuple[int, Scalar]]:
    """Cotangents of b and A: l with A l = xbar, and -(l x^T + x l^T), its diagonal once."""
    at = _Solution(graph, node)
    n, m = at.n, at.m
    given = [[of_elements.get(j * n + i, 0) for i in range(n)] for j in range(m)]
    filled = [j for j in range(m) if not all(map(is_zero, given[j]))]
    found = at.system.solved_together([given[j] for j in filled])
    for j, column in zip(filled, found, strict=True):
        yield from _of_nodes(at.column(at.nodes.b, j), column)
    x = Array([at.column(at.system.x, j) for j in filled])
    outer = _times(Array(found).T, x)
    both = [
        neg(add(outer[i, j], outer[j, i]) if i != j else outer[i, i])
        for i in range(n)
        for j in range(i + 1)
    ]
    yield from _of_nodes(at.nodes.A, both)


def _of_nodes(
    nodes: Sequence[int | None], scalars: Sequence[Scalar]
) -> Iterator[tuple[int, Scalar]]:
    for i, x in zip(nodes, scalars, strict=True):
        if i is not None:
            yield i, x


def _full(lower: Sequence[Any], n: int) -> list[Any]:
    """All elements of a symmetric matrix."""
    return [lower[max(i, j) * (max(i, j) + 1) // 2 + min(i, j)] for i in range(n) for j in range(n)]


def _times(A: Array, B: Array) -> Array:
    """A @ B, by products as nodes where they are large."""
    return A @ B if min(*A.shape, *B.shape) <= FEW else product(A, B)
