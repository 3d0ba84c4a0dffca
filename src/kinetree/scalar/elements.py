"""The elements of an array and its shape: indexing, slicing, reshaping."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import prod
from types import EllipsisType
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypeAlias, cast

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ..errors import ShapeError, TraceError, user_line
from .expr import Expr
from .graph import Scalar
from .protocols import METHODS, NumpyFunctions
from .spans import Chain, Row, Span

Shape = tuple[int, ...]
Positions: TypeAlias = NDArray[np.intp]
"""The numbers of elements, in row-major order, in the shape of what is taken of an array."""
Axis: TypeAlias = "int | Shape | None"
"""The axes of a sum: one, several, or all."""
AxisIndex: TypeAlias = "int | slice | EllipsisType | Sequence[int] | NDArray[Any] | None"
Index: TypeAlias = "AxisIndex | tuple[AxisIndex, ...]"
"""An index as NumPy takes it."""


class Elements(NumpyFunctions):
    """Immutable elements in row-major order, arranged by what NumPy does to their numbers."""

    __slots__ = ("flat", "shape")

    flat: Row
    shape: Shape

    @classmethod
    def of(cls, flat: Sequence[Scalar], shape: Shape) -> Self:
        """The array of `shape` with elements `flat`, in row-major order."""
        self = cls.__new__(cls)
        self.flat = flat if isinstance(flat, (tuple, Span, Chain)) else tuple(flat)
        self.shape = shape
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
        return self.arranged(np.transpose) if len(self.shape) > 1 else self

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of a scalar")
        return self.shape[0]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """Raise AttributeError, with what to write instead of a method of NumPy's arrays."""
            if name in METHODS:
                sentence = f"an Array has no {name!r}; instead: {METHODS[name]}"
                raise AttributeError(f"{user_line()}: {sentence}.")
            raise AttributeError(f"an Array has no {name!r}.")

    def __iter__(self) -> Iterator[Scalar]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, index: Index) -> Scalar:
        try:
            return self._element(index)
        except IndexError:
            raise ShapeError(
                f"{user_line()}: an array of shape {self.shape} has no [{index!r}]; expected "
                "integers and slices within its shape."
            ) from None

    def _element(self, index: Index) -> Scalar:
        if type(index) is int and len(self.shape) == 1:
            return self.flat[index]
        parts = cast(tuple[object, ...], index) if isinstance(index, tuple) else (index,)
        if any(type(i) is Expr for i in parts):
            raise TraceError(
                f"{user_line()}: an array was indexed with a traced number; an index must be known "
                "when the algorithm is traced. Write kt.math.where(condition, x, y)."
            )
        places = element_numbers(self.shape)[index]
        return self.taken(places) if places.ndim else self.flat[int(places)]

    def __setitem__(self, index: Index, value: object) -> NoReturn:
        raise TraceError(
            f"{user_line()}: an Array cannot be changed in place; x.add(where, values) gives a "
            "new one, and kt.math.stack([x, y, ...]) makes one of its parts. A model "
            "changes by model.replace(...) and model.with_frame(...), which give another one."
        )

    def arranged(self, arrangement: Callable[..., Positions], *args: object) -> Self:
        """The elements in the places of their numbers, as NumPy arranges these."""
        try:
            return self.taken(np.asarray(arrangement(element_numbers(self.shape), *args)))
        except ValueError as error:
            raise ShapeError(f"{user_line()}: an array of shape {self.shape}: {error}.") from None

    def taken(self, positions: Positions) -> Self:
        """The elements with these numbers."""
        numbers, flat = positions.ravel(), self.flat
        if not isinstance(flat, tuple) and numbers.size and (np.diff(numbers) == 1).all():
            return self.of(flat[int(numbers[0]) : int(numbers[-1]) + 1], positions.shape)
        return self.of(tuple([flat[p] for p in numbers.tolist()]), positions.shape)

    def reshape(self, *shape: int | Shape) -> Self:
        """The same elements, in row-major order, in another shape; -1 is inferred."""
        return self.arranged(np.ndarray.reshape, *shape)

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
        return self.arranged(np.diagonal, offset)

    def reduced(self, function: Callable[[Sequence[Scalar]], Scalar], axis: Axis) -> Scalar:
        """`function` of all elements, or of those along axes."""
        if axis is None:
            return function(self.flat)
        axes = np.atleast_1d(axis).tolist()
        moved = self.arranged(np.moveaxis, axes, range(len(axes)))
        shape = moved.shape[len(axes) :]
        count = prod(shape)
        flat = [function(moved.flat[k::count]) for k in range(count)]
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


@lru_cache(maxsize=1024)
def element_numbers(shape: Shape) -> Positions:
    """The number of each element in an array of this shape."""
    return np.arange(prod(shape)).reshape(shape)
