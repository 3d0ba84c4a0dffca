"""Matrix products as nodes, so that the compiler makes loops of them.

A node "matmul" has all elements of A and B as arguments; nodes "element" are those of the product,
each the inner product from left to right. Everywhere but in the compiler an element is that sum.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

from .array import Array, inner
from .expr import Expr, Scalar, is_zero, node_of
from .graph import NO_OPERATIONS, Graph
from .takes import taken_items

T = TypeVar("T")

WORTHWHILE: Final = 128
"""The count of scalar multiplications from which on a matrix product is one node."""
SPARSE: Final = 2
"""Rows and columns with at most so many nonzeros are not grouped with others."""
WASTE: Final = 1.3
"""The largest factor by which grouping may raise the multiplications, for zeros of the group."""

ProductShape = tuple[int, ...]
"""Rows of A, columns of A, columns of B, and the columns of A (rows of B) that are summed."""


def product(A: Array, B: Array) -> Array:
    """A @ B by products of groups: of rows of A and columns of B with similar zeros.

    Columns that are elements of another product node are not grouped with others: no copies.
    """
    (n, width), count = A.shape, B.shape[1]
    a, b = A.flat, B.flat
    result: list[Scalar] = [0] * (n * count)
    rows = _groups([A[i].flat for i in range(n)])
    for columns, filled in _groups([column.flat for column in B.T]):
        right = [b[k * count + j] for k in range(width) for j in columns]
        for chosen, reached in rows:
            left = [x for i in chosen for x in a[i * width : (i + 1) * width]]
            shape = (len(chosen), width, len(columns), *sorted(filled & reached))
            places = [i * count + j for i in chosen for j in columns]
            for place, x in zip(places, _elements([*left, *right], shape), strict=True):
                result[place] = x
    return Array.of(result, (n, count))


def _groups(vectors: Sequence[Sequence[Scalar]]) -> list[tuple[list[int], set[int]]]:
    """Group vectors with the same zeros, and successive ones with similar zeros; with nonzeros."""
    same: dict[tuple[tuple[int, ...], int | None], list[int]] = {}
    for i, vector in enumerate(vectors):
        filled = tuple(k for k, x in enumerate(vector) if not is_zero(x))
        same.setdefault((filled, _source([vector[k] for k in filled])), []).append(i)
    groups: list[tuple[list[int], set[int], int, int | None]] = []
    for (filled, source), members in same.items():
        size = len(filled) * len(members)
        if groups and len(filled) > SPARSE:
            others, reached, last_size, last_source = groups[-1]
            both = reached.union(filled)
            fits = len(both) * (len(others) + len(members)) <= WASTE * (last_size + size)
            if source == last_source and fits:
                groups[-1] = ([*others, *members], both, last_size + size, source)
                continue
        groups.append((members, {*filled}, size, source))
    return [(members, reached) for members, reached, *_ in groups]


def _elements(scalars: Sequence[Scalar], shape: ProductShape) -> list[Scalar]:
    """The elements of one product: of a node, or as sums."""
    n, _, m, *met = shape
    if n * m * len(met) < WORTHWHILE:
        return [inner(*factors(scalars, shape, k)) for k in range(n * m)]
    whole = matmul_node(scalars, shape)
    return [element(whole, k) for k in range(n * m)]


def _source(vector: Sequence[Scalar]) -> int | None:
    """The node that all elements of a vector belong to, if there is one."""
    sources = {
        x.graph.args[x.index][0] if type(x) is Expr and x.graph.ops[x.index] == "element" else None
        for x in vector
    }
    return sources.pop() if len(sources) == 1 else None


def matmul_node(scalars: Sequence[Scalar], shape: ProductShape) -> Scalar:
    """The product of A and B, joined in `scalars`: a node if one is traced, else its elements."""
    n, _, m, *_ = shape
    whole = node_of("matmul", scalars, shape)
    if whole is not None:
        return whole
    return [inner(*factors(scalars, shape, k)) for k in range(n * m)]


def element(whole: Scalar, k: int) -> Scalar:
    """Element k of a product node, or of a list."""
    if type(whole) is Expr:
        return Expr(whole.graph, whole.graph.node("element", (whole.index,), k))
    return whole[k]


def factors(scalars: Sequence[T], shape: ProductShape, k: int) -> tuple[list[T], list[T]]:
    """The factors of element k, an inner product: of a row of A, and of a column of B."""
    n, width, m, *met = shape
    i, j = divmod(k, m)
    row, column = scalars[i * width : (i + 1) * width], scalars[n * width + j :: m]
    return [row[c] for c in met], [column[c] for c in met]


def arguments(graph: Graph, i: int) -> Sequence[int]:
    """The nodes that the value of a node is computed from."""
    if graph.ops[i] in ("matmul", "solution", "root", "linearized", "ruled"):
        return ()
    if graph.ops[i] == "solved":
        return graph.args[i][1:]
    if graph.ops[i] == "take":
        return taken_items(graph, i)
    if graph.ops[i] != "element" or graph.ops[graph.args[i][0]] == "loop":
        return graph.args[i]
    (whole,) = graph.args[i]
    a, b = factors(graph.args[whole], graph.data[whole], graph.data[i])
    return [*a, *b]


def operations(graph: Graph, i: int) -> int:
    """The count of operations of a node."""
    if graph.ops[i] == "matmul":
        n, _, m, *picked = graph.data[i]
        return n * m * (2 * len(picked) - 1)
    if graph.ops[i] == "loop":
        return graph.data[i].length * graph.data[i].body.operation_count
    return 0 if graph.ops[i] in NO_OPERATIONS else 1
