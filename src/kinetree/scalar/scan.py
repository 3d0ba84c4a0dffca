"""`scan`: a loop whose carry and results are arrays in tuples, lists and dicts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from operator import index
from typing import Any, Final, cast

from ..errors import ShapeError, TraceError, user_line
from .array import Array, as_array
from .expr import Scalar, apply, graph_of
from .graph import Graph
from .loops import looped, unrolled
from .spans import Row, Span, explicit, parts

MOST: Final = 2**62 + 1


def scan(
    step: Callable[[Any, Any], tuple[Any, Any]],
    carry: Any,
    xs: Any = None,
    length: int | None = None,
    *,
    until: Callable[[Any], Scalar] | None = None,
) -> tuple[Any, Any]:
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
    given_xs = [as_array(x) for x in _leaves(xs)]
    count = _length(given_xs, length)
    rows, shapes = [x.flat for x in given_xs], [x.shape[1:] for x in given_xs]
    first = [as_array(x) for x in _leaves(carry)]
    output: list[Any] = []
    """The y of the step: its tree, and the shapes of its leaves."""

    def running(scalars: Sequence[Scalar]) -> list[Scalar]:
        """1 where steps are left for a carry, else 0, if there is a condition."""
        if until is None:
            return []
        ended = as_array(until(_tree(carry, _split(scalars, first))))
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
        scalars: list[Scalar], given: list[list[Scalar]]
    ) -> tuple[Sequence[Scalar], list[Sequence[Scalar]]]:
        parts = zip(given, shapes, strict=True)
        x = _tree(xs, [Array.of(part, n) if n else part[0] for part, n in parts])
        result: Any = step(_tree(carry, _split(scalars, first)), x)
        if not isinstance(result, tuple) or len(cast(tuple[Any, ...], result)) != 2:
            raise TraceError(f"{name}: the step of a scan returns a pair: the carry, and y.")
        after, y = cast(tuple[Any, Any], result)
        _check_carry(name, carry, after)
        leaves = [as_array(leaf) for leaf in _leaves(y)]
        output[:] = [y, [leaf.shape for leaf in leaves]]
        found = [element for leaf in _leaves(after) for element in as_array(leaf).flat]
        if until is not None:
            if leaves:
                raise TraceError(f"{name}: the step of a scan with until= returns (carry, None).")
            left = apply("lt", 0.0, scalars[-1])
            found = [apply("select", left, x, y) for x, y in zip(found, scalars, strict=False)]
        return [*found, *running(found)], [leaf.flat for leaf in leaves]

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
        final, ys = init, [()] * len(output[1])
    elif graph is None:
        final, ys = unrolled(flat_step, init, rows, widths, count, until=until is not None)
    else:
        final, ys = looped(graph, flat_step, init, rows, widths, count, until=until is not None)
    arrays = [Array.of(y, (count, *n)) for y, n in zip(ys, output[1], strict=True)]
    return _tree(carry, _split(final, first)), _tree(output[0], arrays)


def _graph(init: Sequence[Scalar], rows: Sequence[Row]) -> Graph | None:
    """The graph of the traced numbers in the carry and in rows."""
    spans = [part.graph for x in rows for part in parts(x) if isinstance(part, Span)]
    return spans[0] if spans else graph_of([*init, *(e for x in rows for e in explicit(x))])


def _length(xs: Sequence[Array], length: int | None) -> int:
    """The count of steps of a scan."""
    found = [x.shape[0] if x.shape else None for x in xs]
    found += [] if length is None else [length]
    if not found or None in found or len({*found}) > 1:
        listed = ", ".join(str(x.shape) for x in xs) or "none"
        raise ShapeError(
            f"{user_line()}: scan: xs of shapes {listed} and length={length}; expected arrays with "
            "one first axis of the same length, or length= alone."
        )
    count: Any = found[0]
    if (
        type(count) is bool
        or not hasattr(count, "__index__")
        or not 0 <= (n := index(count)) < MOST
    ):
        raise ShapeError(
            f"{user_line()}: scan: length={count!r}; expected an integer from 0 to 2**62."
        )
    return n


def _check_carry(name: str, before: Any, after: Any) -> None:
    expected, found = _structure(before), _structure(after)
    if expected != found:
        raise ShapeError(
            f"{name}: the step of a scan returns a carry {found}; expected {expected}, as the one "
            "that it is given."
        )


def _leaves(tree: Any) -> Iterator[Any]:
    """The arrays and numbers in tuples, lists and dicts."""
    if isinstance(tree, Mapping):
        tree = list(cast(Mapping[Any, Any], tree).values())
    if isinstance(tree, (tuple, list)):
        for part in cast(Sequence[Any], tree):
            yield from _leaves(part)
    elif tree is not None:
        yield tree


def _tree(like: Any, leaves: Sequence[Any]) -> Any:
    """Leaves in the tuples, lists and dicts of `like`; numbers where it has numbers."""
    remaining = iter(leaves)

    def made(x: Any) -> Any:
        if isinstance(x, Mapping):
            return {key: made(part) for key, part in cast(Mapping[Any, Any], x).items()}
        if isinstance(x, (tuple, list)):
            values = [made(part) for part in cast(Sequence[Any], x)]
            if hasattr(cast(Any, x), "_fields"):
                return type(cast(Any, x))(*values)
            return type(cast(Any, x))(values)
        if x is None:
            return None
        leaf = next(remaining)
        is_number = isinstance(leaf, Array) and not leaf.shape and not isinstance(x, Array)
        return leaf.flat[0] if is_number else leaf

    return made(like)


def _split(scalars: Sequence[Scalar], like: Sequence[Array]) -> list[Array]:
    """A sequence of scalars as arrays of the shapes of others."""
    remaining = iter(scalars)
    return [Array.of([next(remaining) for _ in x.flat], x.shape) for x in like]


def _structure(tree: Any) -> str:
    """The structure of a carry as text: shapes in tuples, lists and dicts."""
    if isinstance(tree, Mapping):
        items = cast(Mapping[Any, Any], tree).items()
        return "{" + ", ".join(f"{key!r}: {_structure(x)}" for key, x in items) + "}"
    if isinstance(tree, (tuple, list)):
        return f"[{', '.join(map(_structure, cast(Sequence[Any], tree)))}]"
    return "None" if tree is None else f"of shape {as_array(tree).shape}"


def _line(step: Any) -> str:
    """The `file:line` of a function."""
    code = getattr(step, "__code__", None)
    return user_line() if code is None else f"{code.co_filename}:{code.co_firstlineno}"
