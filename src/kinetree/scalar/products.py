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
SPARSE: Final = 2
"""So few numbers in a row of A are multiplied one by one."""

Shape = tuple[int, ...]
"""Of a block: rows of A, columns of A, columns of B, and which columns of A meet the rows of B."""


def product(A: Array, B: Array) -> Array:
    """A @ B; columns of B that are zero in the same rows make one block.

    Columns that come out of another block are not mixed with others: they stay where they are.
    """
    (n, width), count = A.shape, B.shape[1]
    least = min(SPARSE + 1, width)
    dense = [i for i in range(n) if sum(not is_zero(x) for x in A[i]) >= least]
    left = [x for i in dense for x in A[i]]
    groups: dict[Any, list[int]] = {}
    for j in range(count):
        rows = tuple(k for k in range(width) if not is_zero(B[k, j]))
        groups.setdefault((rows, _source([B[k, j] for k in rows])), []).append(j)
    result: list[Scalar] = [0] * (n * count)
    for (rows, _), columns in groups.items():
        chosen = [B[k, j] for k in rows for j in columns]
        large = len(dense) * len(chosen) >= WORTHWHILE
        if large:
            whole = block([*left, *chosen], (len(dense), width, len(columns), *rows))
            for k, (i, j) in enumerate((i, j) for i in dense for j in columns):
                result[i * count + j] = entry(whole, k)
        for i in range(n):
            if not (large and i in dense):
                row = [A[i, k] for k in rows]
                for c, j in enumerate(columns):
                    result[i * count + j] = inner(row, chosen[c :: len(columns)])
    return Array.of(result, (n, count))


def _source(column: Sequence[Scalar]) -> int | None:
    """The block that a column is made of entries of."""
    found = {
        x.graph.args[x.index][0] if type(x) is Expr and x.graph.ops[x.index] == "entry" else None
        for x in column
    }
    return found.pop() if len(found) == 1 else None


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
