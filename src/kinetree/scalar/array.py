"""`Array`: an immutable n-dimensional array of generic scalars, as algorithms use it."""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, cast

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ..errors import NamedClass, ShapeError, user_line
from .elements import Axis, Elements, Index, Shape, element_numbers
from .expr import add, apply, div, mul, neg, power, sub
from .graph import Scalar
from .spans import Row

ArrayLike: TypeAlias = "Array | Components | NDArray[Any] | Sequence[ArrayLike] | Scalar"
"""What `as_array` takes: an array, nested sequences, a number."""

Method: TypeAlias = "Callable[[Array, ArrayLike], Array]"


def _methods(function: Callable[[Scalar, Scalar], Scalar]) -> tuple[Method, Method]:
    """The methods of an elementwise operator: for an array on its left and on its right."""
    return (lambda x, y: elementwise(function, x, y), lambda y, x: elementwise(function, x, y))


class Array(Elements):
    """An immutable array of generic scalars.

    It indexes, slices, broadcasts, transposes and multiplies (`@`) as NumPy arrays do, folds
    structural zeros, and holds any kind of number: floats, `Expr`, SymPy symbols, ... A new array
    with numbers added is `x.add(where, values)`.

    >>> Array([[1, 0], [0, 2]]) @ Array([3, 4])
    Array([3, 8])
    """

    __slots__ = ()
    _op_priority = 100.0  # SymPy and CasADi leave `symbol * array` to the array
    __array_priority__ = 2000.0

    def __init__(self, entries: ArrayLike) -> None:
        self.flat, self.shape = _flatten(entries)

    __add__, __radd__ = _methods(add)
    __sub__, __rsub__ = _methods(sub)
    __mul__, __rmul__ = _methods(mul)
    __truediv__, __rtruediv__ = _methods(div)
    __and__, __rand__ = _methods(partial(apply, "and"))
    __or__, __ror__ = _methods(partial(apply, "or"))
    __lt__, __gt__ = _methods(partial(apply, "lt"))
    __le__, __ge__ = _methods(partial(apply, "le"))

    def sum(self, axis: Axis = None) -> Scalar:
        """The sum of all elements, or along axes, from first to last."""
        return self.reduced(total, axis)

    def mean(self, axis: Axis = None) -> Scalar:
        """The mean of all elements, or along axes."""
        return self.reduced(_mean, axis)

    def clip(self, min: ArrayLike = None, max: ArrayLike = None) -> "Array":
        """The elements within bounds, which broadcast; at a bound the slope is that of the element.

        None is no bound.
        """
        raised = self if min is None else elementwise(partial(apply, "maximum"), self, min)
        return raised if max is None else elementwise(partial(apply, "minimum"), raised, max)

    def trace(self, offset: int = 0) -> Scalar:
        """The sum of a matrix's diagonal, or of one `offset` to its right."""
        return self.diagonal(offset).sum()

    def add(self, where: Index, values: ArrayLike) -> "Array":
        """A copy with `values` added to the elements at `where`: an index, a slice, a tuple."""
        positions = np.asarray(element_numbers(self.shape)[where])
        values = broadcast_to(values, positions.shape)
        flat = list(self.flat)
        for p, x in zip(positions.ravel().tolist(), values.flat, strict=True):
            flat[p] = add(flat[p], x)
        return Array.of(flat, self.shape)

    __pow__, _ = _methods(power)
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> Scalar:
        return elementwise(partial(apply, "eq"), self, other)

    def __ne__(self, other: object) -> Scalar:
        return ~(self == other)

    def __neg__(self) -> "Array":
        return self.map(neg)

    def __pos__(self) -> "Array":
        return self

    def __abs__(self) -> "Array":
        return self.map(partial(apply, "abs"))

    def __invert__(self) -> "Array":
        return self.map(partial(apply, "not"))

    def __matmul__(self, other: ArrayLike) -> Scalar:
        return matmul(self, as_array(other))

    def __rmatmul__(self, other: ArrayLike) -> Scalar:
        return matmul(as_array(other), self)

    def __repr__(self) -> str:
        return f"Array({nested(self)})"


class Components(metaclass=NamedClass):
    """The base of placements, motions and others that are also arrays, as operands and to NumPy."""

    __slots__ = ()
    __array_ufunc__ = None  # a NumPy number times a motion is left to the motion
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            NamedClass.__getattr__(type(self), name)

    @property
    def array(self) -> Array:
        """The components as an Array."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.array.flat == other.array.flat

    def __hash__(self) -> int:
        return hash(self.array.flat)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return self.array.__array__(dtype, copy)

    def __rmatmul__(self, other: NDArray[Any]) -> Any:
        """The product of a matrix of NumPy's, or several, with the components."""
        if np.shape(other)[-1:] != self.array.shape[:1]:
            raise ShapeError(
                f"an array of shape {np.shape(other)} @ {type(self).__name__}; expected "
                f"(..., n, {len(self.array)})."
            )
        return other @ np.asarray(self)


def shown(x: ArrayLike) -> str:
    """An array as nested lists, its plain numbers to six digits."""
    x = as_array(x)
    if x.shape:
        return f"[{', '.join(map(shown, x))}]"
    number = x.flat[0]
    return f"{number:.6g}" if isinstance(number, (int, float)) else repr(number)


def as_array(x: ArrayLike) -> Array:
    """`x` as an Array: an Array, a NumPy array, nested sequences, or a scalar (shape ())."""
    return x if isinstance(x, Array) else Array(x)


def structural(x: ArrayLike) -> Array:
    """An array whose exact zeros and ones are structural."""
    exact = 0.0, 1.0, -1.0
    return as_array(x).map(lambda e: int(e) if isinstance(e, float) and e in exact else e)


def zeros(*shape: int) -> Array:
    """Structural zeros."""
    return Array.of((0,) * math.prod(shape), shape)


def nested(x: Array) -> Scalar:
    """The elements as nested lists."""
    return x.flat[0] if not x.shape else [nested(as_array(row)) for row in x]


def broadcast_to(x: ArrayLike, shape: Shape) -> Array:
    """`x` broadcast to `shape` by NumPy's rules."""
    x = as_array(x)
    return x if x.shape == shape else x.arranged(np.broadcast_to, shape)


def elementwise(function: Callable[..., Scalar], *operands: ArrayLike) -> Array:
    """`function` element by element, operands broadcast against each other."""
    arrays = [as_array(x) for x in operands]
    shape = arrays[0].shape
    if any(x.shape != shape for x in arrays):
        try:
            shape = np.broadcast_shapes(*[x.shape for x in arrays])
        except ValueError:
            shapes = " and ".join(str(x.shape) for x in arrays)
            raise ShapeError(
                f"{user_line()}: arrays of shapes {shapes} do not broadcast against each other."
            ) from None
        arrays = [broadcast_to(x, shape) for x in arrays]
    return Array.of(list(map(function, *[x.flat for x in arrays])), shape)


def elementwise_of(function: Callable[..., Scalar], *operands: ArrayLike) -> Scalar:
    """`function` of the elements of several, broadcast: a number for numbers."""
    result = elementwise(function, *operands)
    return result if result.shape else result.flat[0]


def total(elements: Iterable[Scalar]) -> Scalar:
    """The sum from left to right."""
    return reduce(add, elements, 0)


def _mean(elements: Sequence[Scalar]) -> Scalar:
    if not elements:
        raise ShapeError(f"{user_line()}: the mean of no elements.")
    return div(total(elements), len(elements))


def matmul(x: Array, y: Array) -> Scalar:
    """The product of vectors and matrices; the inner product of two vectors is a scalar."""
    if not 1 <= x.ndim <= 2 or not 1 <= y.ndim <= 2 or x.shape[-1] != y.shape[0]:
        raise ShapeError(f"{user_line()}: shapes {x.shape} and {y.shape} cannot be multiplied.")
    n = y.shape[0]
    rows = [x.flat[i * n : i * n + n] for i in range(math.prod(x.shape[:-1]))]
    width = y.shape[1] if y.ndim == 2 else 1
    columns = [y.flat[j::width] for j in range(width)]
    flat = [inner(row, column) for row in rows for column in columns]
    shape = x.shape[:-1] + y.shape[1:]
    return Array.of(flat, shape) if shape else flat[0]


def inner(x: Sequence[Scalar], y: Sequence[Scalar]) -> Scalar:
    """The inner product, summed from left to right."""
    return total(mul(a, b) for a, b in zip(x, y, strict=True))


def _flatten(x: ArrayLike) -> tuple[Row, Shape]:
    if isinstance(x, Array):
        return x.flat, x.shape
    if isinstance(x, np.ndarray):
        array = cast("NDArray[Any]", x)
        return tuple(array.ravel().tolist()), array.shape
    if isinstance(x, np.generic):
        return (cast(Scalar, x).item(),), ()
    if isinstance(x, Components):
        return x.array.flat, x.array.shape
    if not isinstance(x, (list, tuple)):
        return (x,), ()
    parts = [_flatten(element) for element in cast(Sequence[ArrayLike], x)]
    shapes = {shape for _, shape in parts}
    if len(shapes) > 1:
        raise ShapeError(
            f"{user_line()}: rows of different shapes {sorted(shapes)} do not make an array."
        )
    flat = tuple([element for part, _ in parts for element in part])
    return flat, (len(parts), *(shapes.pop() if shapes else ()))
