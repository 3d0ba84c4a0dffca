"""Linear systems A x = b, differentiated by the implicit rule A dx = db - dA x.

The arguments of a node "solution" are A, b, the factors of A, and x, which is computed by the
operations before it. A node "solved" is an element of x, or its negative, and refers to the
solution; only in differentiation it differs from that number. Its derivatives are solutions of
other systems with the same factors.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from .array import Array, inner
from .expr import Expr, Scalar, add, div, is_zero, mul, neg, node_of, scalar_of, sub
from .graph import Graph
from .products import product
from .rules import RULES, Rule, Sweep, Tangents

Columns: TypeAlias = Sequence[Sequence[Scalar]]
Sizes: TypeAlias = tuple[int, int, tuple[int | None, ...]]
"""Rows and right-hand sides of a solution, and which of its scalars are structural constants."""

FEW: Final = 3
"""The largest count of rows or columns that are multiplied and solved for one by one."""


class System(NamedTuple):
    """The scalars of a solution, or their nodes: A and L by rows of their lower triangles."""

    b: Sequence[Scalar]
    """By columns, as x."""
    A: Sequence[Scalar]
    x: Sequence[Scalar]
    L: Sequence[Scalar]
    """Without its unit diagonal: A = L D L^T."""
    inverse: Sequence[Scalar]
    """The reciprocals of D: a division takes as long as ten multiplications."""

    @classmethod
    def factored(cls, A: Array) -> "System":
        """A symmetric matrix and its factors, without pivoting; no right-hand side yet."""
        L: list[list[Scalar]] = []
        inverse: list[Scalar] = []
        lower = [[A[i, j] for j in range(i + 1)] for i in range(len(A))]
        for i, lower_row in enumerate(lower):
            row = [*lower_row]
            for j in range(i):  # row[j] becomes L[i][j] D[j]
                row[j] = sub(row[j], inner(row[:j], L[j]))
            L.append([mul(row[j], inverse[j]) for j in range(i)])
            pivot = sub(row[i], inner(row[:i], L[i]))
            inverse.append(div(1, 0.0 if is_zero(pivot) else pivot))
        return cls(
            (), [x for row in lower for x in row], (), [x for row in L for x in row], inverse
        )

    @classmethod
    def of(cls, args: Sequence[Scalar], sizes: Sizes) -> "System":
        """The system of a solution with these arguments."""
        n, m, constants = sizes
        rest = iter(args)
        flat = [next(rest) if k is None else k for k in constants]
        ends = [n * m, n * m + n * (n + 1) // 2, len(flat) - n * (n + 1) // 2, len(flat) - n]
        return cls(*(flat[a:b] for a, b in zip([0, *ends], [*ends, None], strict=True)))

    @classmethod
    def of_node(cls, graph: Graph, node: int) -> "System":
        return cls.of([scalar_of(graph, i) for i in graph.args[node]], graph.data[node])

    @property
    def sizes(self) -> tuple[int, int]:
        """The counts of rows and of right-hand sides."""
        return len(self.inverse), len(self.x) // len(self.inverse)

    @property
    def rows(self) -> list[Sequence[Scalar]]:
        """The rows of L."""
        return [self.L[i * (i - 1) // 2 : i * (i + 1) // 2] for i in range(len(self.inverse))]

    def forward(self, b: Sequence[Scalar]) -> list[Scalar]:
        """y with L y = b."""
        y: list[Scalar] = []
        for b_i, row in zip(b, self.rows, strict=True):
            y.append(sub(b_i, inner(row, y)))
        return y

    def solved(self, columns: Columns) -> list[list[Scalar]]:
        """x for right-hand sides, by substitution."""
        n, L = len(self.inverse), self.rows
        solutions: list[list[Scalar]] = []
        for b in columns:
            x = [mul(a, r) for a, r in zip(self.forward(b), self.inverse, strict=True)]
            for i in reversed(range(n)):
                x[i] = sub(x[i], inner([L[k][i] for k in range(i + 1, n)], x[i + 1 :]))
            solutions.append(x)
        return self._as_nodes(columns, solutions)

    def solved_together(self, columns: Columns) -> list[list[Scalar]]:
        """x for the right-hand sides of derivatives: many are multiplied by L^-1, as matrices."""
        n, m = len(self.inverse), len(columns)
        if n <= FEW or 6 * m < n:  # L^-1 takes as long as n / 6 substitutions
            return self.solved(columns)
        W = self.inverse_factor()
        y = product(W, Array(columns).T)
        x = product(W.T, Array.of(self.inverse, (n, 1)) * y)
        return self._as_nodes(columns, [column.flat for column in x.T])

    def inverse_factor(self) -> Array:
        """W = L^-1, so that A^-1 = W^T D^-1 W."""
        n = len(self.inverse)
        W: list[list[Scalar]] = [[int(i == j) for j in range(n)] for i in range(n)]
        for i, row in enumerate(self.rows):
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


def _solution(n: int, m: int, scalars: Sequence[Scalar]) -> Scalar:
    """A system as a node if one of its scalars is traced, else None."""
    constants = tuple([x if type(x) is int else None for x in scalars])
    return node_of("solution", [x for x in scalars if type(x) is not int], (n, m, constants))


def rebuilt(args: Sequence[Scalar], sizes: Sizes) -> Scalar:
    """A solution with other arguments: a node if one is traced, else None."""
    return _solution(*sizes[:2], [x for part in System.of(args, sizes) for x in part])


def solved(args: Sequence[Scalar], place: tuple[int, int]) -> Scalar:
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


def known(graph: Graph, node: int) -> Sequence[int]:
    """The nodes of b and A: a solution is differentiated with respect to them."""
    system = System.of_node(graph, node)
    return [x.index for x in (*system.b, *system.A) if type(x) is Expr]


def tangents(graph: Graph, node: int, tangent: Tangents) -> Tangents:
    """The derivatives of the elements of x along directions."""
    system = System.of_node(graph, node)
    n, m = system.sizes
    rates = {i: tangent(i) for i in known(graph, node)}
    directions = sorted({d for x in rates.values() for d in x})

    def rate(scalars: Sequence[Scalar], d: int) -> list[Scalar]:
        return [rates[x.index].get(d, 0) if type(x) is Expr else 0 for x in scalars]

    dA = [e for d in directions for e in _full(rate(system.A, d), n)]
    dA_x = _times(Array.of(dA, (len(directions) * n, n)), Array.of(system.x, (m, n)).T)
    columns: dict[tuple[int, int], list[Scalar]] = {}
    for k, d in enumerate(directions):
        db = rate(system.b, d)
        for j in range(m):
            change = dA_x[k * n : k * n + n, j].flat
            column = [sub(x, y) for x, y in zip(db[j * n : j * n + n], change, strict=True)]
            if not all(map(is_zero, column)):
                columns[d, j] = column
    elements: dict[int, dict[int, Scalar]] = {}
    for (d, j), column in zip(columns, system.solved_together([*columns.values()]), strict=True):
        for i, x in enumerate(column):
            if not is_zero(x):
                elements.setdefault(j * n + i, {})[d] = x
    return lambda k: elements.get(k, {})


def cotangents(graph: Graph, node: int, sweep: Sweep) -> Iterator[tuple[int, Scalar]]:
    """Cotangents of b and A: l with A l = xbar, and -(l x^T + x l^T), its diagonal once."""
    system = System.of_node(graph, node)
    n, m = system.sizes
    right = [[sweep.of_elements.get(j * n + i, 0) for i in range(n)] for j in range(m)]
    nonzero = [j for j in range(m) if not all(map(is_zero, right[j]))]
    if not nonzero:
        return
    weights = system.solved_together([right[j] for j in nonzero])
    for j, column in zip(nonzero, weights, strict=True):
        yield from _of_nodes(system.b[j * n : j * n + n], column)
    outer = _times(Array(weights).T, Array([system.x[j * n : j * n + n] for j in nonzero]))
    both = [
        neg(add(outer[i, j], outer[j, i]) if i != j else outer[i, i])
        for i in range(n)
        for j in range(i + 1)
    ]
    yield from _of_nodes(system.A, both)


def _of_nodes(
    scalars: Sequence[Scalar], cotangents: Sequence[Scalar]
) -> Iterator[tuple[int, Scalar]]:
    for x, cotangent in zip(scalars, cotangents, strict=True):
        if type(x) is Expr:
            yield x.index, cotangent


def _full(lower: Sequence[Scalar], n: int) -> list[Scalar]:
    return [lower[max(i, j) * (max(i, j) + 1) // 2 + min(i, j)] for i in range(n) for j in range(n)]


def _times(A: Array, B: Array) -> Array:
    """A @ B, by products as nodes where they are large."""
    return A @ B if min(*A.shape, *B.shape) <= FEW else product(A, B)


RULES["solution"] = Rule(tangents, cotangents, known)
