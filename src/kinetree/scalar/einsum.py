"""`einsum`: sums of products over named axes, with NumPy's subscripts."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NoReturn

import numpy as np

from ..errors import ShapeError, TraceError, user_line
from .array import Array, ArrayLike, as_array, inner, total
from .elements import Positions
from .types import Scalar

Axes = tuple[str, ...]
"""The labels of the axes of an array: letters, and numbers for those of an ellipsis."""

_TERM: Final = re.compile(r"[A-Za-z]*(\.\.\.)?[A-Za-z]*")


def einsum(subscripts: str, *operands: ArrayLike) -> Scalar:
    """The sum of products over axes by labels, as in "ij,jk->ik"; NumPy's subscripts.

    With "->" the axes of the result are given; without, they are those of labels that occur once,
    in alphabetical order. A label that occurs twice in one operand takes its diagonal; "..." stands
    for all other axes, which broadcast. Operands are multiplied one after the other from the left,
    each sum as soon as it can be taken, from first to last element.
    Raises TraceError for other subscripts and ShapeError for sizes that do not fit.

    >>> import kinetree as kt
    >>> kt.math.einsum("ij,j->i", [[1, 2], [0, 3]], [10, 1])
    Array([12, 3])
    """
    arrays = [as_array(x) for x in operands]
    terms, kept = _parsed(subscripts, arrays)
    sizes = _sizes(subscripts, terms, arrays)
    axes, x = _summed(terms[0], arrays[0], _needed(terms[1:], kept), sizes)
    for k in range(1, len(arrays)):
        needed = _needed(terms[k + 1 :], kept)
        other = _summed(terms[k], arrays[k], {*axes, *needed}, sizes)
        axes, x = _multiplied((axes, x), other, needed, sizes)
    flat = [x.flat[p] for p in _places(axes, x, kept, sizes).ravel().tolist()]
    return Array.of(flat, tuple(sizes[x] for x in kept)) if kept else flat[0]


def _needed(others: Sequence[Axes], kept: Axes) -> set[str]:
    return {*kept, *(label for axes in others for label in axes)}


def _parsed(subscripts: str, arrays: Sequence[Array]) -> tuple[list[Axes], Axes]:
    """The axes of the operands and of the result."""
    if not isinstance(subscripts, str):  # pyright: ignore
        _refuse(subscripts, "the first argument is a text of subscripts, as 'ij,jk->ik'")
    inputs, arrow, result = subscripts.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if not all(_TERM.fullmatch(term) for term in (*terms, result)):
        _refuse(subscripts, "expected letters, '...', ',' and one '->'")
    if len(terms) != len(arrays):
        _refuse(subscripts, f"it has {len(terms)} operands and {len(arrays)} are given")
    labels = [_axes(subscripts, *pair) for pair in zip(terms, arrays, strict=True)]
    spare = max((sum(x.isdigit() for x in axes) for axes in labels), default=0)
    ellipsis = tuple(str(k) for k in reversed(range(spare)))
    counts = Counter(x for axes in labels for x in axes if x.isalpha())
    if not arrow:
        return labels, (*ellipsis, *sorted(x for x, count in counts.items() if count == 1))
    before, dots, after = result.partition("...")
    if ellipsis and not dots:
        _refuse(subscripts, "the axes of '...' are missing in its result")
    kept = (*before, *ellipsis, *after) if dots else (*before,)
    if any(x.isalpha() and x not in counts for x in kept) or len({*kept}) < len(kept):
        _refuse(subscripts, "each label of its result must occur once there, and in an operand")
    return labels, kept


def _axes(subscripts: str, term: str, x: Array) -> Axes:
    """The labels of an operand; axes of an ellipsis are counted from the last one."""
    before, dots, after = term.partition("...")
    rest = x.ndim - len(before) - len(after)
    if rest < 0 or (rest and not dots):
        _refuse(subscripts, f"{term!r} has {len(before) + len(after)} axes, its operand {x.ndim}")
    return (*before, *(str(k) for k in reversed(range(rest))), *after)


def _sizes(subscripts: str, terms: Sequence[Axes], arrays: Sequence[Array]) -> dict[str, int]:
    """The size of each label; axes of size 1 broadcast."""
    lengths: dict[str, int] = {}
    for axes, x in zip(terms, arrays, strict=True):
        for label, n in zip(axes, x.shape, strict=True):
            if lengths.setdefault(label, n) == 1:
                lengths[label] = n
            elif n not in (1, lengths[label]):
                shapes = ", ".join(str(x.shape) for x in arrays)
                raise ShapeError(
                    f"{user_line()}: einsum {subscripts!r} of arrays of shapes {shapes}: "
                    f"an axis has {lengths[label]} and {n} elements."
                )
    return lengths


def _places(axes: Axes, x: Array, wanted: Axes, sizes: Mapping[str, int]) -> Positions:
    """The positions in `x`, with labels `axes`, of the elements of an array over `wanted`."""
    shape = [sizes[label] for label in wanted]
    places = np.zeros(shape, int)
    stride = x.size
    for label, n in zip(axes, x.shape, strict=True):
        stride //= max(n, 1)
        if n > 1:
            along = [-1 if other == label else 1 for other in wanted]
            places += (np.arange(n) * stride).reshape(along)
    return places


def _summed(axes: Axes, x: Array, needed: set[str], sizes: Mapping[str, int]) -> tuple[Axes, Array]:
    """An operand with its diagonals taken, and summed over labels that no other one has."""
    unique = tuple(dict.fromkeys(axes))
    kept = tuple(label for label in unique if label in needed)
    spare = tuple(label for label in unique if label not in needed)
    if kept == axes:
        return axes, x
    places = _rows(_places(axes, x, (*kept, *spare), sizes), len(kept))
    flat = [total([x.flat[p] for p in row]) for row in places]
    return kept, Array.of(flat, tuple(sizes[label] for label in kept))


def _multiplied(
    left: tuple[Axes, Array], right: tuple[Axes, Array], needed: set[str], sizes: Mapping[str, int]
) -> tuple[Axes, Array]:
    """The product of two operands, summed over the labels that are not needed."""
    unique = tuple(dict.fromkeys((*left[0], *right[0])))
    kept = tuple(label for label in unique if label in needed)
    wanted = (*kept, *(label for label in unique if label not in needed))
    rows = [_rows(_places(*operand, wanted, sizes), len(kept)) for operand in (left, right)]
    x, y = left[1].flat, right[1].flat
    flat = [inner([x[p] for p in a], [y[p] for p in b]) for a, b in zip(*rows, strict=True)]
    return kept, Array.of(flat, tuple(sizes[label] for label in kept))


def _rows(places: Positions, kept: int) -> list[list[int]]:
    """The positions, a row for each element of the first `kept` axes."""
    shape = places.shape
    return places.reshape(math.prod(shape[:kept]), math.prod(shape[kept:])).tolist()


def _refuse(subscripts: str, reason: str) -> NoReturn:
    raise TraceError(f"{user_line()}: einsum({subscripts!r}): {reason}.")
