"""`einsum`: sums of products over named axes, with NumPy's subscripts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce
from math import prod
from typing import TypeAlias

import numpy as np

from ..errors import ShapeError, TraceError, user_line
from .array import Array, ArrayLike, as_array, total
from .elements import Positions, element_numbers
from .expr import mul
from .graph import Scalar

Axes = tuple[str, ...]
"""The labels of the axes of an array: letters, and numbers for those of an ellipsis."""
Labelled: TypeAlias = tuple[Axes, Array]


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
    summed: list[Labelled] = []
    for k, labelled in enumerate(zip(terms, arrays, strict=True)):
        later = {*kept, *(label for axes in terms[k + 1 :] for label in axes)}
        labels = {*later, *(label for axes, _ in summed for label in axes)}
        summed = [_product([*summed, _product([labelled], labels, sizes)], later, sizes)]
    ((axes, x),) = summed
    flat = [x.flat[p] for p in _places(axes, x, kept, sizes).ravel().tolist()]
    return Array.of(flat, tuple(sizes[x] for x in kept)) if kept else flat[0]


def _parsed(subscripts: str, arrays: Sequence[Array]) -> tuple[list[Axes], Axes]:
    """The axes of the operands and of the result."""
    inputs, arrow, result = f"{subscripts}".replace(" ", "").partition("->")
    labels = [_axes(*pair) for pair in zip(inputs.split(","), arrays, strict=False)]
    spare = max((sum(x.isdigit() for x in axes) for axes in labels), default=0)
    ellipsis = tuple(str(k) for k in reversed(range(spare)))
    before, dots, after = result.partition("...")
    try:
        if not isinstance(subscripts, str):  # pyright: ignore
            raise ValueError("the first argument is a text of subscripts, as 'ij,jk->ik'")
        np.einsum_path(subscripts, *(np.ones([1] * x.ndim) for x in arrays))
        if arrow and ellipsis and not dots:
            raise ValueError("the axes of '...' are missing in its result")
    except ValueError as error:
        shapes = ", ".join(str(x.shape) for x in arrays)
        raise TraceError(
            f"{user_line()}: einsum({subscripts!r}) of arrays of shapes {shapes}: {error}"
        ) from None
    if arrow:
        return labels, (*before, *(ellipsis if dots else ()), *after)
    counts = Counter(x for axes in labels for x in axes if x.isalpha())
    return labels, (*ellipsis, *sorted(x for x, count in counts.items() if count == 1))


def _axes(term: str, x: Array) -> Axes:
    """The labels of an operand; axes of an ellipsis are counted from the last one."""
    before, dots, after = term.partition("...")
    rest = x.ndim - len(before) - len(after) if dots else 0
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
    """The positions in `x` of the elements of an array over `wanted`; axes of length 1 repeat."""
    shape = [sizes[label] for label in wanted]
    along = dict(zip(wanted, np.indices(shape), strict=True))
    index = tuple(along[label] % max(n, 1) for label, n in zip(axes, x.shape, strict=True))
    return np.broadcast_to(element_numbers(x.shape)[index], shape)


def _product(operands: Sequence[Labelled], needed: set[str], sizes: Mapping[str, int]) -> Labelled:
    """The product of operands, diagonals of repeated labels, summed over those not needed."""
    unique = tuple(dict.fromkeys(label for axes, _ in operands for label in axes))
    kept = tuple(label for label in unique if label in needed)
    if len(operands) == 1 and kept == operands[0][0]:
        return operands[0]
    wanted = (*kept, *(label for label in unique if label not in needed))
    shape = tuple(sizes[label] for label in kept)
    whole = prod(shape), prod(sizes[label] for label in wanted[len(kept) :])
    rows = [_places(*operand, wanted, sizes).reshape(whole).tolist() for operand in operands]
    flat: list[Scalar] = []
    for chosen in zip(*rows, strict=True):
        pairs = zip(operands, chosen, strict=True)
        factors = [[x.flat[p] for p in places] for (_, x), places in pairs]
        flat.append(total(reduce(mul, term) for term in zip(*factors, strict=True)))
    return kept, Array.of(flat, shape)
