"""NamedTuples of several results, and packed results without structural zeros and repetitions."""

import collections
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import ShapeError
from ..scalar.expr import Expr, is_zero
from ..scalar.replay import Operand, Trace

Pack = Callable[..., Any]


@lru_cache
def named_results(title: str, names: tuple[str, ...]) -> Pack:
    """A NamedTuple of results."""
    make: Any = collections.namedtuple  # pyright: ignore[reportUntypedNamedTuple]
    named = make(title if title.isidentifier() else "results", names)
    named.__reduce__ = lambda self: (_named, (title, names, tuple(self)))  # pyright: ignore
    return named


def _named(title: str, names: tuple[str, ...], values: tuple[object, ...]) -> object:
    return named_results(title, names)(*values)


@dataclass(frozen=True)
class Packing:
    """Positions of the numbers of a packed result in the dense one."""

    shape: tuple[int, ...]
    """Shape of the dense result, without batch axes."""
    indices: NDArray[np.intp]
    """(ndim, n): indices of the n elements that are not always zero, in C order."""
    numbers: NDArray[np.intp]
    """(n,): index of each of them among the packed numbers."""

    def dense(self, packed: ArrayLike) -> NDArray[np.float64]:
        """The dense result (..., *shape) of packed numbers (..., m); ShapeError where m differs."""
        packed = np.asarray(packed)
        count = int(self.numbers.max(initial=-1)) + 1
        if packed.shape[-1:] != (count,):
            raise ShapeError(
                f"packed numbers have shape {packed.shape}; expected (..., {count}), "
                "as the kernel of this packing returns them."
            )
        dense = np.zeros((*packed.shape[:-1], *self.shape), packed.dtype)
        dense[(..., *self.indices)] = packed[..., self.numbers]
        return dense

    @classmethod
    def of(cls, shape: tuple[int, ...], filled: Sequence[int], numbers: Sequence[int]) -> "Packing":
        """The packing of elements at positions in the flat result."""
        indices = np.indices(shape, int).reshape(len(shape), -1)[:, np.array(filled, int)]
        return cls(shape, indices, np.array(numbers, int))

    @property
    def filled(self) -> NDArray[np.intp]:
        """Positions of the elements in the flat result."""
        steps = [math.prod(self.shape[k + 1 :]) for k in range(len(self.shape))]
        return np.array(steps, int) @ self.indices


def packed_trace(trace: Trace) -> tuple[Trace, tuple[Packing, ...]]:
    """The trace whose results hold each number once, without zeros, and their packings."""
    results: list[Operand] = []
    packings: list[Packing] = []
    for result in trace.results:
        filled = [k for k, x in enumerate(result.elements) if not is_zero(x)]
        entries = [result.elements[k] for k in filled]
        names = [x.index if type(x) is Expr else repr(x) for x in entries]
        order = {name: k for k, name in enumerate(dict.fromkeys(names))}
        first = dict(zip(reversed(names), reversed(entries), strict=True))
        results.append(Operand(result.name, (len(order),), tuple(first[name] for name in order)))
        packings.append(Packing.of(result.shape, filled, [order[name] for name in names]))
    return Trace(trace.graph, trace.operands, tuple(results)), tuple(packings)
