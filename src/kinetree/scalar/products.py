"""Products of matrices that stay together, so that a machine computes them in loops.

A node "block" holds all entries of A and of B; nodes "entry" are those of the product, each the sum
of its products from left to right. To everything that is no machine an entry is that sum.
"""

from collections.abc import Sequence
from typing import Any, Final

from .array import Array, inner
from .expr import Expr, Scalar, graph_of, is_zero, number_of
from .graph import Graph

WORTHWHILE: Final = 512
"""Products from which a block is made of them."""

Shape = tuple[int, ...]
"""Of a block: rows of A, columns of A, columns of B, and which columns of A meet the rows of B."""


def product(A: Array, B: Array) -> Array:
    """A @ B; columns of B that are zero in the same rows make one block."""
    (n, width), count = A.shape, B.shape[1]
    groups: dict[tuple[int, ...], list[int]] = {}
    for j in range(count):
        rows = tuple(k for k in range(width) if not is_zero(B[k, j]))
        groups.setdefault(rows, []).append(j)
    result: list[Scalar] = [0] * (n * count)
    for rows, columns in groups.items():
        chosen = [B[k, j] for k in rows for j in columns]
        if n * len(chosen) < WORTHWHILE:
            entries = [
                inner([A[i, k] for k in rows], chosen[c :: len(columns)])
                for i in range(n)
                for c in range(len(columns))
            ]
        else:
            whole = block([*A.flat, *chosen], (n, width, len(columns), *rows))
            entries = [entry(whole, k) for k in range(n * len(columns))]
        for k, x in enumerate(entries):
            result[k // len(columns) * count + columns[k % len(columns)]] = x
    return Array.of(result, (n, count))


def block(scalars: Sequence[Scalar], shape: Shape) -> Any:
    """The product of A and B in a row: a node of traced numbers, else its entries."""
    graph = graph_of(scalars)
    if graph is not None:
        args = tuple([number_of(graph, x) for x in scalars])
        return Expr(graph, graph.node("block", args, shape))
    n, _, m, *_ = shape
    return [inner(*factors(scalars, shape, k)) for k in range(n * m)]


def entry(whole: Any, k: int) -> Scalar:
    """Entry k of a block."""
    if type(whole) is Expr:
        return Expr(whole.graph, whole.graph.node("entry", (whole.index,), k))
    return whole[k]


def factors(scalars: Sequence[Any], shape: Shape, k: int) -> tuple[list[Any], list[Any]]:
    """What is multiplied and summed to entry k: of a row of A, and a column of B."""
    n, width, m, *picked = shape
    i, j = divmod(k, m)
    row = scalars[i * width : (i + 1) * width]
    return [row[c] for c in picked], list(scalars[n * width + j :: m])


def arguments(graph: Graph, i: int) -> Sequence[int]:
    """The nodes that the value of a node is computed from."""
    if graph.ops[i] != "entry":
        return () if graph.ops[i] == "block" else graph.args[i]
    (whole,) = graph.args[i]
    a, b = factors(graph.args[whole], graph.data[whole], graph.data[i])
    return [*a, *b]


def operations(graph: Graph, i: int) -> int:
    """How many operations a node is."""
    if graph.ops[i] == "block":
        n, _, m, *picked = graph.data[i]
        return n * m * (2 * len(picked) - 1)
    return 0 if graph.ops[i] in ("entry", "input", "const") else 1
