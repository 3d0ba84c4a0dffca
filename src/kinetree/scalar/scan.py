"""`scan`: a loop whose carry and results are arrays in tuples, lists and dicts."""

from collections.abc import Callable, Mapping, Sequence
from math import prod
from operator import index
from typing import Any, Final, TypeAlias, cast

from ..errors import ShapeError, TraceError, user_line
from .array import Array, ArrayLike, Shape, as_array
from .expr import apply, graph_of
from .graph import Scalar
from .loops import Stepped, looped, unrolled
from .spans import Span, graph_of_rows

Tree: TypeAlias = Any
"""Arrays and numbers, or tuples, named tuples, lists and dicts of trees, or None."""

MOST: Final = 2**62 + 1


def scan(
    step: Callable[[Tree, Tree], tuple[Tree, Tree]],
    carry: Tree,
    xs: Tree = None,
    length: int | None = None,
    *,
    reverse: bool = False,
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

    With `reverse` it runs from the last x to the first, and each y has the place of its x.
    With `until` a sample ends before the first step whose carry satisfies the condition
    `until(carry)`, at the latest after `length` steps; the rest of its ys is zeros. Samples that
    are computed together take as many steps as the longest, none if all have ended at first, and
    derivatives all `length`; what steps give for samples that have ended is dropped.

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
    return dense_scan((), step, carry, xs, length, reverse=reverse, until=until)


def dense_scan(
    dense: tuple[int | str, ...],
    step: Callable[[Tree, Tree], tuple[Tree, Tree]],
    carry: Tree,
    xs: Tree = None,
    length: int | None = None,
    *,
    reverse: bool = False,
    until: Callable[[Tree], Scalar] | None = None,
) -> tuple[Tree, Tree]:
    """A `scan` that is an operation of dense linear algebra, for which the compiler has loops.

    ("factor", n): y = (L and D, 1 / D) of x, in lower triangles of n rows. ("substitution", n):
    y solves L D L^T y = b for x = (L and D, 1 / D), b. ("products", n, length, stride, rows): the
    carry of a number, a count, and a lower triangle gains J^T D J for x = D, which is 0 from that
    count on, with J in a table of `stride` numbers for each x, where its `rows` begin. ("times", as
    these): y = J v, for a vector v that the carry keeps after number and count. ("transposed", as
    these): the carry of a number, a count, and a vector gains J^T x.
    """
    arrays = [as_array(x) for x in _leaves(xs)]
    count = _length(arrays, length)
    rows = [x.flat for x in arrays]
    flat = _FlatStep(step, carry, xs, until)
    init = [element for leaf in flat.arrays for element in leaf.flat]
    init += flat.running(init)
    graph = graph_of_rows([tuple(init), *rows])
    if graph is None or not count:  # the step may read traced numbers
        widths = [prod(x.shape[1:]) for x in arrays]
        head = [list(r[:w]) if count else [0] * w for r, w in zip(rows, widths, strict=True)]
        after, y = flat(init, head)
        graph = graph_of([*after, *(x for part in y for x in part)])
    if graph is None or not count:
        ended = None if until is None else [prod(n) for n in flat.y_shapes]
        final, ys = unrolled(flat, init, rows, count, reverse, ended)
    else:
        final, ys = looped(graph, flat, init, rows, count, reverse, until is not None, dense=dense)
    shapes = flat.y_shapes
    results = zip(ys or [()] * len(shapes), shapes, strict=True)
    return flat.carry(final), _with_leaves(flat.y, [Array.of(y, (count, *n)) for y, n in results])


def computed_where(condition: Scalar, function: Callable[[], Tree], otherwise: Tree) -> Tree:
    """`function()` where a condition holds, or else another tree with the same shapes.

    Of samples that are computed together the function is computed if it holds for one of them.
    """

    def step(*_: Tree) -> tuple[Tree, None]:
        return (function(), 0.0), None

    start = otherwise, apply("select", condition, 1.0, 0.0)
    flat = _FlatStep(step, start, None, lambda x: x[1] == 0)
    init = [element for leaf in flat.arrays for element in leaf.flat]
    init += flat.running(init)
    graph = graph_of_rows([tuple(init)])
    if graph is None:
        final, _ = unrolled(flat, init, (), 1, False, [])
    else:
        final, _ = looped(graph, flat, init, (), 1, until=True, whole=True)
    return flat.carry(final)[0]


def shared(
    function: Callable[..., Array], *arrays: Array, dense: tuple[int | str, ...] = ()
) -> Array:
    """`function` of arrays, as a loop of one step: where it is equal it is compiled once."""
    xs = tuple(x[None] for x in arrays)
    _, y = dense_scan(dense, lambda _, x: (None, function(*x)), None, xs)
    return y[0]


def in_memory(x: Array) -> Array:
    """An array whose elements are side by side in memory, so that they are taken by an index."""
    return x if isinstance(x.flat, Span) else scan(lambda carry, row: (carry, row), None, x)[1]


class _FlatStep:
    """The step of a scan on scalars in sequence; with `until`, one more says if steps are left."""

    def __init__(
        self,
        step: Callable[[Tree, Tree], tuple[Tree, Tree]],
        carry: Tree,
        xs: Tree,
        until: Callable[[Tree], Scalar] | None,
    ) -> None:
        self.step, self.initial, self.xs, self.until = step, carry, xs, until
        self.arrays = [as_array(x) for x in _leaves(carry)]
        self.x_shapes = [as_array(x).shape[1:] for x in _leaves(xs)]
        self.y: Tree = None
        self.y_shapes: list[Shape] = []

    def __call__(self, scalars: Sequence[Scalar], x_parts: Sequence[Sequence[Scalar]]) -> Stepped:
        pairs = zip(x_parts, self.x_shapes, strict=True)
        x = _with_leaves(self.xs, [Array.of(part, n) if n else part[0] for part, n in pairs])
        stepped: Tree = self.step(self.carry(scalars), x)
        name = _line(self.step)
        if not isinstance(stepped, tuple) or len(cast(tuple[Tree, ...], stepped)) != 2:
            raise TraceError(f"{name}: the step of a scan returns a pair: the carry, and y.")
        after, self.y = cast(tuple[Tree, Tree], stepped)
        expected, returned = _structure(self.initial), _structure(after)
        if expected != returned:
            raise ShapeError(
                f"{name}: the step of a scan returns a carry {returned}; expected {expected}, as "
                "the one that it is given."
            )
        results = [as_array(leaf) for leaf in _leaves(self.y)]
        self.y_shapes = [leaf.shape for leaf in results]
        numbers = [element for leaf in _leaves(after) for element in as_array(leaf).flat]
        parts: list[Sequence[Scalar]] = [leaf.flat for leaf in results]
        if self.until is None:
            return numbers, parts
        numbers += self.running(numbers)
        left, before = apply("lt", 0.0, scalars[-1]), [*scalars[:-1], 0.0]
        numbers = [apply("select", left, x, y) for x, y in zip(numbers, before, strict=True)]
        return numbers, [[apply("select", left, x, 0.0) for x in part] for part in parts]

    def carry(self, scalars: Sequence[Scalar]) -> Tree:
        """The tree of a carry."""
        remaining = iter(scalars)
        arrays = [Array.of([next(remaining) for _ in x.flat], x.shape) for x in self.arrays]
        return _with_leaves(self.initial, arrays)

    def running(self, scalars: Sequence[Scalar]) -> list[Scalar]:
        """1 where steps are left for a carry, else 0, if there is a condition."""
        if self.until is None:
            return []
        ended = as_array(self.until(self.carry(scalars)))
        if ended.shape:
            raise ShapeError(
                f"{_line(self.until)}: until(carry) is of shape {ended.shape}; expected one "
                "condition."
            )
        (condition,) = ended.flat
        if isinstance(condition, (int, float)) and not isinstance(condition, bool):
            raise TraceError(
                f"{_line(self.until)}: until(carry) is {condition!r}; expected a condition, as "
                "x > 0."
            )
        return [apply("select", condition, 0.0, 1.0)]


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


def _line(step: Callable[..., Tree]) -> str:
    """The `file:line` of a function."""
    code = getattr(step, "__code__", None)
    return user_line() if code is None else f"{code.co_filename}:{code.co_firstlineno}"


def mapped(function: Callable[[ArrayLike], Tree], tree: Tree) -> Tree:
    """A tree with `function` of each array and number."""
    if isinstance(tree, Mapping):
        items = cast(Mapping[str, Tree], tree).items()
        return {key: mapped(function, part) for key, part in items}
    if isinstance(tree, (tuple, list)):
        kind = cast(Callable[..., Tree], type(cast(Tree, tree)))
        images = [mapped(function, part) for part in cast(Sequence[Tree], tree)]
        return kind(*images) if hasattr(kind, "_fields") else kind(images)
    return None if tree is None else function(tree)


def _leaves(tree: Tree) -> list[ArrayLike]:
    leaves: list[ArrayLike] = []
    mapped(leaves.append, tree)
    return leaves


def _with_leaves(like: Tree, values: Sequence[Array | Scalar]) -> Tree:
    """`values` in the tuples, lists and dicts of `like`; numbers where it has numbers."""
    remaining = iter(values)

    def replaced(x: ArrayLike) -> ArrayLike:
        leaf = next(remaining)
        is_number = isinstance(leaf, Array) and not leaf.shape and not isinstance(x, Array)
        return leaf.flat[0] if is_number else leaf

    return mapped(replaced, like)


def _structure(tree: Tree) -> str:
    """The structure of a carry as text: shapes in tuples, lists and dicts."""
    if isinstance(tree, Mapping):
        items = cast(Mapping[str, Tree], tree).items()
        return "{" + ", ".join(f"{key!r}: {_structure(x)}" for key, x in items) + "}"
    if isinstance(tree, (tuple, list)):
        return f"[{', '.join(map(_structure, cast(Sequence[Tree], tree)))}]"
    return "None" if tree is None else f"of shape {as_array(tree).shape}"
