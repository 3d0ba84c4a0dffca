"""The elements of an array and its shape: indexing, slicing, reshaping."""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from types import EllipsisType
from typing import Any, NoReturn, Self, TypeAlias, cast

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ..errors import ShapeError, TraceError, user_line
from .expr import Expr
from .numpy_functions import NumpyFunctions
from .spans import Row, row
from .types import Scalar

Shape = tuple[int, ...]
Positions: TypeAlias = NDArray[np.intp]
"""The numbers of elements, in row-major order, in the shape of what is taken of an array."""
Axis: TypeAlias = "int | Shape | None"
"""The axes of a sum: one, several, or all."""
AxisIndex: TypeAlias = "int | slice | EllipsisType | Sequence[int] | NDArray[Any] | None"
Index: TypeAlias = "AxisIndex | tuple[AxisIndex, ...]"
"""An index as NumPy takes it."""


class Elements(NumpyFunctions):
    """Immutable elements in row-major order, indexed as NumPy arrays are."""

    __slots__ = ("flat", "shape")

    flat: Row
    shape: Shape

    @classmethod
    def of(cls, flat: Sequence[Scalar], shape: Shape) -> Self:
        """The array of `shape` with elements `flat`, in row-major order."""
        self = cls.__new__(cls)
        self.flat, self.shape = row(flat), shape
        return self

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return len(self.flat)

    @property
    def T(self) -> Self:
        """The array with its axes reversed."""
        if self.ndim < 2:
            return self
        return self._take(np.ascontiguousarray(element_numbers(self.shape).T))

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of a scalar")
        return self.shape[0]

    def __iter__(self) -> Iterator[Scalar]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, index: Index) -> Scalar:
        if type(index) is int and self.ndim == 1:
            return self.flat[index]
        if _holds_expr(index):
            raise TraceError(
                f"{user_line()}: an array was indexed with a traced number; an index must be known "
                "when the algorithm is traced. Write kt.math.where(condition, x, y)."
            )
        return self._take(positions_of(self.shape, index))

    def __setitem__(self, index: Index, value: object) -> NoReturn:
        raise TraceError(
            f"{user_line()}: an Array cannot be changed in place; x.add(where, values) gives a "
            "new one, and kt.math.stack([x, y, ...]) makes one of its parts. A model "
            "changes by model.replace(...) and model.with_frame(...), which give another one."
        )

    def _take(self, positions: Positions) -> Scalar:
        if positions.ndim == 0:
            return self.flat[int(positions)]
        flat, taken = self.flat, positions.ravel()
        if not isinstance(flat, tuple) and _are_consecutive(taken):
            return self.of(flat[int(taken[0]) : int(taken[-1]) + 1], positions.shape)
        return self.of([flat[p] for p in taken.tolist()], positions.shape)

    def reshape(self, *shape: int | Shape) -> Self:
        """The same elements, in row-major order, in another shape; -1 is inferred."""
        asked = _as_shape(*shape)
        known = math.prod(n for n in asked if n != -1)
        whole = tuple(self.size // max(known, 1) if n == -1 else n for n in asked)
        if math.prod(whole) != self.size or asked.count(-1) > 1:
            raise ShapeError(
                f"{user_line()}: an array of shape {self.shape} cannot be reshaped to {asked}."
            )
        return self.of(self.flat, whole)

    def ravel(self) -> Self:
        """The elements as a vector, in row-major order."""
        return self.of(self.flat, (self.size,))

    def map(self, function: Callable[[Scalar], Scalar]) -> Self:
        """`function` of every element."""
        return self.of([function(x) for x in self.flat], self.shape)

    def diagonal(self, offset: int = 0) -> Self:
        """The diagonal of a matrix, or one `offset` to its right."""
        if self.ndim != 2:
            raise ShapeError(f"{user_line()}: the diagonal of shape {self.shape}; expected (n, m).")
        return self._take(np.ascontiguousarray(np.diagonal(element_numbers(self.shape), offset)))

    def reduced(self, function: Callable[[Sequence[Scalar]], Scalar], axis: Axis) -> Scalar:
        """`function` of all elements, or of those along axes."""
        if axis is None:
            return function(self.flat)
        axes = _axes_of(axis, self.ndim)
        positions = np.moveaxis(element_numbers(self.shape), axes, range(len(axes)))
        shape = positions.shape[len(axes) :]
        rows = positions.reshape(math.prod(positions.shape[: len(axes)]), math.prod(shape)).T
        flat = [function([self.flat[p] for p in row]) for row in rows.tolist()]
        return self.of(flat, shape) if shape else flat[0]

    def __bool__(self) -> bool:
        if self.size != 1:
            raise TraceError(
                f"{user_line()}: the truth of an array of shape {self.shape} was asked for; "
                "write kt.math.where(condition, x, y)."
            )
        return bool(self.flat[0])

    def __float__(self) -> float:
        if self.size != 1:
            raise ShapeError(
                f"{user_line()}: float() of an array of shape {self.shape}; expected one number: "
                "index the array, as in x[0]."
            )
        return float(self.flat[0])

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        if any(type(x) is Expr for x in self.flat):
            raise TraceError(
                f"{user_line()}: an array of traced numbers was given to a NumPy function that "
                "kt.math lacks; use the functions of kt.math."
            )
        return np.array(self.flat, dtype=dtype).reshape(self.shape)


def _as_shape(*shape: int | Sequence[int]) -> Shape:
    """Integers, or one sequence of them, as a shape."""
    if len(shape) == 1 and not isinstance(shape[0], int):
        return tuple(shape[0])
    return cast(Shape, shape)


def _are_consecutive(positions: Positions) -> bool:
    return positions.size > 0 and bool((np.diff(positions) == 1).all())


def _holds_expr(index: Index) -> bool:
    parts = cast(tuple[object, ...], index) if isinstance(index, tuple) else (index,)
    return any(type(i) is Expr for i in parts)


@lru_cache(maxsize=1024)
def element_numbers(shape: Shape) -> Positions:
    """The number of each element in an array of this shape."""
    return np.arange(math.prod(shape)).reshape(shape)


def positions_of(shape: Shape, index: Index) -> Positions:
    """The numbers of the elements of an array of this shape at an index."""
    return np.asarray(element_numbers(shape)[index])


def _axes_of(axis: int | Shape, ndim: int) -> Shape:
    """Axes as numbers from 0 on."""
    try:
        return np.lib.array_utils.normalize_axis_tuple(axis, ndim)
    except ValueError as error:
        raise ShapeError(f"{user_line()}: {error}.") from None
