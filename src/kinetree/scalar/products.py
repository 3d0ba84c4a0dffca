"""Products of matrices that stay together, so that a machine computes them in loops.

A node "block" holds all entries of A and of B; nodes "entry" are those of the product, each the sum
of its products from left to right. To everything that is no machine an entry is that sum.
"""

from collections.abc import Sequence
from typing import Any, Final

from .array import Array, inner
from .expr import Expr, Scalar, graph_of, is_zero, number_of
from .graph import NO_OPERATIONS, Graph

WORTHWHILE: Final = 128
"""Products from which a block is made of them."""
SPARSE: Final = 2
"""So few numbers in a row or a column are multiplied one by one."""
WASTE: Final = 1.3
"""How many more products vectors may take together, for their zeros, than they would alone."""

Shape = tuple[int, ...]
"""Of a block: rows of A, columns of A, columns of B, and which columns of A and rows of B meet."""


def product(A: Array, B: Array) -> Array:
    """A @ B in blocks: of rows of A and columns of B with much the same zeros.

    Columns that come out of another block are not mixed with others: they stay where they are.
    """
    (n, width), count = A.shape, B.shape[1]
    result: list[Scalar] = [0] * (n * count)
    rows = _groups([A[i].flat for i in range(n)])
    for columns, filled in _groups([column.flat for column in B.T]):
        right = [B[k, j] for k in range(width) for j in columns]
        for chosen, reached in rows:
            left = [A[i, k] for i in chosen for k in range(width)]
            shape = (len(chosen), width, len(columns), *sorted(filled & reached))
            places = [i * count + j for i in chosen for j in columns]
            for at, x in zip(places, _entries([*left, *right], shape), strict=True):
                result[at] = x
    return Array.of(result, (n, count))


def _groups(vectors: Sequence[Sequence[Scalar]]) -> list[tuple[list[int], set[int]]]:
    """Vectors with the same zeros or, of neighbours, much the same, and where they are not zero."""
    alike: dict[Any, list[int]] = {}
    for i, vector in enumerate(vectors):
        filled = tuple(k for k, x in enumerate(vector) if not is_zero(x))
        alike.setdefault((filled, _source([vector[k] for k in filled])), []).append(i)
    groups: list[tuple[list[int], set[int], int, Any]] = []
    for (filled, source), members in alike.items():
        size = len(filled) * len(members)
        if groups and len(filled) > SPARSE:
            others, reached, its_size, its_source = groups[-1]
            both = reached.union(filled)
            fits = len(both) * (len(others) + len(members)) <= WASTE * (its_size + size)
            if source == its_source and fits:
                groups[-1] = ([*others, *members], both, its_size + size, source)
                continue
        groups.append((members, {*filled}, size, source))
    return [(members, reached) for members, reached, *_ in groups]


def _entries(scalars: Sequence[Scalar], shape: Shape) -> list[Scalar]:
    """The entries of one product: of a block, or written out."""
    n, _, m, *met = shape
    if n * m * len(met) < WORTHWHILE:
        return [inner(*factors(scalars, shape, k)) for k in range(n * m)]
    whole = block(scalars, shape)
    return [entry(whole, k) for k in range(n * m)]


def _source(vector: Sequence[Scalar]) -> int | None:
    """The block that a vector is made of entries of."""
    found = {
        x.graph.args[x.index][0] if type(x) is Expr and x.graph.ops[x.index] == "entry" else None
        for x in vector
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
    n, width, m, *met = shape
    i, j = divmod(k, m)
    row, column = scalars[i * width : (i + 1) * width], scalars[n * width + j :: m]
    return [row[c] for c in met], [column[c] for c in met]


def arguments(graph: Graph, i: int) -> Sequence[int]:
    """The nodes that the value of a node is computed from."""
    if graph.ops[i] in ("block", "solution", "root"):
        return ()
    if graph.ops[i] == "solved":
        return graph.args[i][1:]
    if graph.ops[i] != "entry" or graph.ops[graph.args[i][0]] == "loop":
        return graph.args[i]
    (whole,) = graph.args[i]
    a, b = factors(graph.args[whole], graph.data[whole], graph.data[i])
    return [*a, *b]


def operations(graph: Graph, i: int) -> int:
    """How many operations a node is."""
    if graph.ops[i] == "block":
        n, _, m, *picked = graph.data[i]
        return n * m * (2 * len(picked) - 1)
    if graph.ops[i] == "loop":
        return graph.data[i].operation_count
    return 0 if graph.ops[i] in NO_OPERATIONS else 1
