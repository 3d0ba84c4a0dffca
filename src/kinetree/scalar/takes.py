"""Elements of arrays by traced indices, and interpolation in tables.

A node "take" has an index and a node "table", which refers to a row in memory: of an operand, of
the results of a loop, or of constants. From rows of other numbers one is chosen by comparisons.
"""

import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import prod
from typing import Any, Final, Literal, cast

from ..errors import ShapeError, TraceError, user_line
from .array import Array, ArrayLike, as_array, elementwise, elementwise_of
from .expr import Expr, Scalar, add, apply, div, graph_of, mul, number_of, scalar_of, sub
from .graph import Data, Graph
from .spans import Row, Span, SpanSource, numbers_of, row_items, row_node, source_of
from .tables import kind_of

_LARGEST: Final = 1 << 24
"""Integers up to this one are numbers of float32."""
_NUMBERS: Final = frozenset({"float", "complex", "mpmath"})
"""Kinds of numbers that have values."""


def take(x: ArrayLike, index: ArrayLike, axis: int = 0) -> Scalar:
    """The elements of x at an index along an axis, which may be a traced number.

    `index` is a number or an array of them, or a tuple of these for as many axes from `axis` on.
    Indices are rounded down and clipped to the axis: -1 is the first element. Elements at nan are
    nan. The derivative by the index is 0. Elements of operands and of constants are loaded,
    however many there are; those of other arrays are chosen by a comparison with each index, and so
    are derivatives by elements, but for those of a loop's results. Raises ShapeError for axes that
    x does not have, that are empty, or that have more than 2^24 elements.

    >>> import kinetree as kt
    >>> chosen = kt.function("(4),(n)->(n)")(lambda x, i: kt.math.take(x, i))
    >>> chosen([10.0, 11.0, 12.0, 13.0], [2.9, 7.0, -1.0]).tolist()
    [12.0, 13.0, 10.0]
    """
    x = as_array(x)
    indices = [
        as_array(i)
        for i in (cast(tuple[Any, ...], index) if isinstance(index, tuple) else (index,))
    ]
    first = axis + x.ndim if axis < 0 else axis
    last = first + len(indices)
    axes, count = x.shape[first:last], prod(x.shape[first:last])
    if first < 0 or last > x.ndim or not 0 < count <= _LARGEST:
        raise ShapeError(
            f"{user_line()}: take from an array of shape {x.shape} along {len(indices)} of its "
            f"axes from {axis} on; expected axes that it has, with 1 to 2^24 elements together."
        )
    places = elementwise(partial(_place, axes), *indices)
    after = prod(x.shape[last:])
    elements = [
        taken(place, x.flat, (before * count * after + rest, after, count))
        for before in range(prod(x.shape[:first]))
        for place in places.flat
        for rest in range(after)
    ]
    shape = (*x.shape[:first], *places.shape, *x.shape[last:])
    return Array.of(elements, shape) if shape else elements[0]


def searchsorted(a: ArrayLike, x: ArrayLike, side: Literal["left", "right"] = "left") -> Scalar:
    """How many elements of the sorted array a (n,) are below x, or not above it with "right".

    By bisection, element by element of x; nan for nan.

    >>> import kinetree as kt
    >>> kt.math.searchsorted([1.0, 2.0, 2.0, 5.0], [2.0, 3.0])
    Array([1.0, 3.0])
    """
    a, (n, *others) = as_array(a), as_array(a).shape or (0,)
    if others or not n or side not in ("left", "right"):
        raise ShapeError(
            f"{user_line()}: searchsorted in an array of shape {a.shape}, side {side!r}; expected "
            "one axis with elements, and 'left' or 'right'."
        )

    def position(x: Scalar) -> Scalar:
        below: Scalar = 0.0
        for step in (1 << k for k in reversed(range(n.bit_length()))):
            more, element = add(below, float(step)), take(a, add(below, step - 1.0))
            passed = apply("lt", element, x) if side == "left" else apply("le", element, x)
            below = apply("select", apply("and", apply("le", more, float(n)), passed), more, below)
        return apply("select", apply("eq", x, x), below, math.nan)

    return elementwise_of(position, x)


def interp(x: ArrayLike, xp: ArrayLike, fp: ArrayLike) -> Scalar:
    """Linear interpolation at x of the points xp (n,), which increase, with values fp (n, ...).

    Beyond the first and the last point it is the value there, with derivative 0. At a point the
    derivative is that of the line to its right, at the last one to its left.

    >>> import kinetree as kt
    >>> torque = lambda speed: kt.math.interp(speed, [0.0, 10.0, 20.0], [5.0, 5.0, 0.0])
    >>> torque(14.0), torque(30.0)
    (3.0, 0.0)
    """
    xp, fp, x = as_array(xp), as_array(fp), as_array(x)
    if xp.ndim != 1 or fp.shape[:1] != xp.shape:
        raise ShapeError(
            f"{user_line()}: interp of points of shape {xp.shape} and values of {fp.shape}; "
            "expected (n,) and (n, ...)."
        )
    k = (as_array(searchsorted(xp, x, "right")) - 1.0).clip(0.0, max(len(xp.flat) - 2.0, 0.0))
    start, end = as_array(take(xp, k)), as_array(take(xp, k + 1.0))
    share = elementwise(_share, x, start, end).reshape((*x.shape, *[1] * (fp.ndim - 1)))
    first = as_array(take(fp, k))
    result = first + share * (take(fp, k + 1.0) - first)
    return result if result.shape else result.flat[0]


def _share(x: Scalar, start: Scalar, end: Scalar) -> Scalar:
    """How far x is from the start of an interval to its end, within it."""
    width = sub(end, start)
    some = apply("lt", 0.0, width)
    share = div(sub(x, start), apply("select", some, width, 1.0))
    return apply("minimum", apply("maximum", share, 0.0), 1.0)


def _place(axes: Sequence[int], *indices: Scalar) -> Scalar:
    """The number of an element, in row-major order, by its index along each axis; nan of nan."""
    place: Scalar = 0
    for i, n in zip(indices, axes, strict=True):
        whole = apply("floor", i)
        inside = apply("select", apply("lt", 0.0, whole), apply("minimum", whole, n - 1.0), 0.0)
        place = add(mul(place, n), apply("select", apply("eq", i, i), inside, math.nan))
    return place


def element(x: Sequence[Scalar], place: Scalar, stride: int = 1, offset: int = 0) -> Scalar:
    """The element offset + stride place of a row, for a whole place within it, unchecked."""
    row = tuple(x) if isinstance(x, list) else x
    if isinstance(row, tuple) and graph_of(row) is None and len({*row[offset::stride]}) == 1:
        return row[offset]
    return take_node([place, row], (offset, stride, len(range(offset, len(row), stride))))


def taken(place: Scalar, x: Row, data: Data) -> Scalar:
    """The element offset + stride place of a row, for `data` offset, stride and count; nan at nan.

    A place that is a number is a whole one, from 0 to count - 1.
    """
    defined = apply("eq", place, place)
    return apply(
        "select", defined, take_node([apply("select", defined, place, 0.0), x], data), math.nan
    )


def take_node(args: Sequence[Scalar], data: Data) -> Scalar:
    """The element at a place that is a number: a node if it is traced, and the row in memory."""
    (place, x), (offset, stride, count) = args, data
    graph = graph_of([place])
    if graph is None and kind_of([place]) in _NUMBERS:
        return _elements(x)[offset + stride * int(place.real)]
    row = None if graph is None else _row_in_memory(graph, x)
    if graph is None or row is None:
        every = _elements(x)[offset : offset + stride * count : stride]
        strided = None if graph is None else _part_of_results(graph, every)
        if graph is None or strided is None:
            return chosen(place, dict(enumerate(every[1:], 1)), every[0])
        row, *data = strided
    args = number_of(graph, place), graph.node("table", (row,))
    return Expr(graph, graph.node("take", args, tuple(data)))


def chosen(place: Scalar, values: Mapping[int, Scalar], otherwise: Scalar = 0) -> Scalar:
    """The value whose index is a place, by comparisons, or another one."""
    for k, value in values.items():
        otherwise = apply("select", apply("eq", place, float(k)), value, otherwise)
    return otherwise


def tangent_of_take(
    graph: Graph, i: int, tangent: Callable[[int], Mapping[int, Scalar]]
) -> dict[int, Scalar]:
    """The derivatives of an element that is taken, along directions."""
    place, count = scalar_of(graph, graph.args[i][0]), graph.data[i][2]
    columns: dict[int, dict[int, Scalar]] = {}
    for k, item in enumerate(taken_items(graph, i)):
        for direction, rate in tangent(item).items():
            columns.setdefault(direction, {})[k] = rate
    return {
        d: take_node([place, tuple(column.values())], (0, 1, count))
        if len(column) == count
        else chosen(place, column)
        for d, column in columns.items()
    }


def taken_items(graph: Graph, i: int) -> list[int]:
    """The nodes of all elements that a node may take."""
    offset, stride, count = graph.data[i]
    (row,) = graph.args[graph.args[i][1]]
    return row_items(graph, row)[offset : offset + stride * count : stride]


def _row_in_memory(graph: Graph, x: "Row | Expr") -> int | None:
    """The node of a row that is a part of an operand or of a loop's results, or of constants."""
    if isinstance(x, Span):
        return x.node if x.graph is graph else number_of(graph, x[0])
    (node,) = graph.args[table_node(graph, x)]
    in_memory = graph.ops[node] in ("span", "numbers")
    in_memory = in_memory or all(graph.ops[a] == "const" for a in graph.args[node])
    return node if in_memory else None


def _part_of_results(graph: Graph, x: Row) -> tuple[int, int, int, int] | None:
    """Elements at equal distances of a loop's results: a row with all, and offset, stride, count.

    Such are derivatives of the elements of a row along one direction.
    """
    nodes = [number_of(graph, element) for element in x]
    places = [source_of(graph, i) for i in nodes]
    if len(x) < 2 or None in places:
        return None
    (source, first), (_, second) = cast(list[tuple[SpanSource, int]], places[:2])
    stride = second - first
    if stride < 1 or places != [(source, first + k * stride) for k in range(len(x))]:
        return None
    return Span(graph, source, first, (len(x) - 1) * stride + 1).node, 0, stride, len(x)


def _elements(x: "Row | Expr") -> Row:
    """The elements of a row, or of its node or its table."""
    return row_of(x.graph, x.index) if isinstance(x, Expr) else x


def row_of(graph: Graph, i: int) -> Row:
    """The row of a node, or of a table."""
    if graph.ops[i] == "table":
        return row_of(graph, *graph.args[i])
    if graph.ops[i] == "numbers":
        return numbers_of(graph, i)
    if graph.ops[i] == "span":
        return Span.of(graph, i)
    return tuple([scalar_of(graph, k) for k in graph.args[i]])


def table_node(graph: Graph, x: "Row | Expr") -> int:
    """The table of a row, or of its node or its table."""
    known = graph.rows.get(id(x))
    if known is not None:
        return known[1]
    if isinstance(x, tuple) and all(type(e) in (int, float) for e in x):
        data = array("d", x).tobytes()
        node = graph.node("table", (graph.node("numbers", (), data),))
        graph.rows[id(x)] = x, node
        return node
    node = x.index if isinstance(x, Expr) else row_node(graph, x)
    return node if graph.ops[node] == "table" else graph.node("table", (node,))


def check_constant(graph: Graph, rows: Sequence[int], moves: Callable[[int], object]) -> None:
    """Raise TraceError where an element of rows, from which a root's equations take some, moves."""
    if any(moves(item) for row in rows for item in row_items(graph, row)):
        raise TraceError(
            f"{user_line()}: a derivative by the elements of an array from which the equations of "
            "a root take some; take them before."
        )
