"""`scan`: a loop whose carry and results are arrays in tuples, lists and dicts."""

from collections.abc import Callable, Sequence
from math import prod
from operator import index
from typing import Final, cast

from ..errors import ShapeError, TraceError, user_line
from .array import Array, Shape, as_array
from .expr import Scalar, apply, graph_of
from .graph import Graph
from .loops import looped, unrolled
from .spans import Row, Span, explicit, parts
from .trees import leaves, split, structure, with_leaves
from .types import Tree

MOST: Final = 2**62 + 1


def scan(
    step: Callable[[Tree, Tree], tuple[Tree, Tree]],
    carry: Tree,
    xs: Tree = None,
    length: int | None = None,
    *,
    until: Callable[[Tree], Scalar] | None = None,
) -> tuple[Tree, Tree]:
    """A loop: `carry, y = step(carry, x)` for each x of xs; gives the final carry, and all y as ys.

    carry, x and y are numbers, Arrays, or tuples, lists and dicts of them, or None. The arrays of
    xs have one more axis than those of x, the first one, and so have those of ys: its length is the
    number of steps, which is `length` if there are no xs. For traced numbers `step` is traced once,
    for any length, and differentiated as a loop; for numbers of other kinds it runs in every step.
    The bits are those of the step compiled by itself and called repeatedly (in an unrolled loop, a
    product of one step may be fused into a sum of the next). The carry that the step returns has
    the structure and the shapes of the one that it is given. Raises ShapeError where it has not,
    and where lengths differ.

    With `until` a sample ends before the first step whose carry satisfies the condition
    `until(carry)`, at the latest after `length` steps; `y` is None then. Samples that are computed
    together take as many steps as the longest, and derivatives all `length`; what steps give for
    samples that have ended is dropped.

    >>> import kinetree as kt
    >>> @kt.algorithm("(3)->(),(5,3)")
    ... def powers(model, x):
    ...     total, rows = kt.math.scan(lambda y, _: (y * x, y), x, length=5)
    ...     return {"last": total[0], "rows": rows}
    >>> float(powers(kt.robots.arm(), [2.0, 3.0, 4.0]).last)
    64.0
    >>> @kt.function("()->()")
    ... def square_root(x):
    ...     newton = lambda y, _: ((y + x / y) / 2, None)
    ...     near = lambda y: abs(y * y - x) < 1e-12
    ...     return kt.math.scan(newton, x, length=100, until=near)[0]
    >>> square_root([1.0, 4.0, 1e4]).round(9).tolist()
    [1.0, 2.0, 100.0]
    """
    name = _line(step)
    x_arrays = [as_array(x) for x in leaves(xs)]
    count = _length(x_arrays, length)
    rows, shapes = [x.flat for x in x_arrays], [x.shape[1:] for x in x_arrays]
    first = [as_array(x) for x in leaves(carry)]
    y_tree: Tree = None
    y_shapes: list[Shape] = []

    def running(scalars: Sequence[Scalar]) -> list[Scalar]:
        """1 where steps are left for a carry, else 0, if there is a condition."""
        if until is None:
            return []
        ended = as_array(until(with_leaves(carry, split(scalars, first))))
        if ended.shape:
            raise ShapeError(
                f"{_line(until)}: until(carry) is of shape {ended.shape}; expected one condition."
            )
        (condition,) = ended.flat
        if isinstance(condition, (int, float)) and not isinstance(condition, bool):
            raise TraceError(
                f"{_line(until)}: until(carry) is {condition!r}; expected a condition, as x > 0."
            )
        return [apply("select", condition, 0.0, 1.0)]

    def flat_step(
        scalars: list[Scalar], x_parts: list[list[Scalar]]
    ) -> tuple[Sequence[Scalar], list[Sequence[Scalar]]]:
        parts = zip(x_parts, shapes, strict=True)
        x = with_leaves(xs, [Array.of(part, n) if n else part[0] for part, n in parts])
        nonlocal y_tree, y_shapes
        result: Tree = step(with_leaves(carry, split(scalars, first)), x)
        if not isinstance(result, tuple) or len(cast(tuple[Tree, ...], result)) != 2:
            raise TraceError(f"{name}: the step of a scan returns a pair: the carry, and y.")
        after, y = cast(tuple[Tree, Tree], result)
        _check_carry(name, carry, after)
        results = [as_array(leaf) for leaf in leaves(y)]
        y_tree, y_shapes = y, [leaf.shape for leaf in results]
        numbers = [element for leaf in leaves(after) for element in as_array(leaf).flat]
        if until is not None:
            if results:
                raise TraceError(f"{name}: the step of a scan with until= returns (carry, None).")
            left = apply("lt", 0.0, scalars[-1])
            pairs = zip(numbers, scalars, strict=False)
            numbers = [apply("select", left, x, y) for x, y in pairs]
        return [*numbers, *running(numbers)], [leaf.flat for leaf in results]

    init = [element for leaf in first for element in leaf.flat]
    init += running(init)
    widths = [prod(n) for n in shapes]
    graph = _graph(init, rows)
    if graph is None and count:
        head = [list(r[:w]) for r, w in zip(rows, widths, strict=True)]
        after, y = flat_step(init, head)
        graph = graph_of([*after, *(x for part in y for x in part)])
    if not count:
        flat_step(init, [[0] * w for w in widths])
        final, ys = init, [()] * len(y_shapes)
    elif graph is None:
        final, ys = unrolled(flat_step, init, rows, widths, count, until=until is not None)
    else:
        final, ys = looped(graph, flat_step, init, rows, widths, count, until=until is not None)
    arrays = [Array.of(y, (count, *n)) for y, n in zip(ys, y_shapes, strict=True)]
    return with_leaves(carry, split(final, first)), with_leaves(y_tree, arrays)


def _graph(init: Sequence[Scalar], rows: Sequence[Row]) -> Graph | None:
    """The graph of the traced numbers in the carry and in rows."""
    spans = [part.graph for x in rows for part in parts(x) if isinstance(part, Span)]
    return spans[0] if spans else graph_of([*init, *(e for x in rows for e in explicit(x))])


def _length(xs: Sequence[Array], length: int | None) -> int:
    """The count of steps of a scan."""
    lengths = [x.shape[0] if x.shape else None for x in xs]
    lengths += [] if length is None else [length]
    if not lengths or None in lengths or len({*lengths}) > 1:
        listed = ", ".join(str(x.shape) for x in xs) or "none"
        raise ShapeError(
            f"{user_line()}: scan: xs of shapes {listed} and length={length}; expected arrays with "
            "one first axis of the same length, or length= alone."
        )
    count: Scalar = lengths[0]
    if (
        type(count) is bool
        or not hasattr(count, "__index__")
        or not 0 <= (n := index(count)) < MOST
    ):
        raise ShapeError(
            f"{user_line()}: scan: length={count!r}; expected an integer from 0 to 2**62."
        )
    return n


def _check_carry(name: str, before: Tree, after: Tree) -> None:
    expected, returned = structure(before), structure(after)
    if expected != returned:
        raise ShapeError(
            f"{name}: the step of a scan returns a carry {returned}; expected {expected}, as the "
            "one that it is given."
        )


def _line(step: Callable[..., Tree]) -> str:
    """The `file:line` of a function."""
    code = getattr(step, "__code__", None)
    return user_line() if code is None else f"{code.co_filename}:{code.co_firstlineno}"
