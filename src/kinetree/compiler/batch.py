"""From NumPy arrays to pointers and strides: casting, shape checks, broadcasting, `out=`."""

import itertools
import math
import operator
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, cast

import numpy as np

from ..errors import ShapeError, counted, kind_of
from ..system import free_memory
from . import result_memory
from .array_layout import address

Strides = tuple[int, ...]
Launch = Callable[[Sequence[Any], int, list[int], list[int]], None]
"""Computes samples: takes the arrays, to keep them alive, their number, addresses and steps."""

UNSUPPORTED_KINDS: Final = {
    "U": "strings",
    "S": "bytes",
    "O": "Python objects",
    "b": "booleans",
    "c": "complex numbers",
    "M": "dates",
    "m": "durations",
    "V": "records",
}
"""Contents of arrays that a kernel does not take, by the kind of their dtype."""

MOST_AXES: Final = 32
"""Before those of a sample: NumPy broadcasts no more."""

BOOLEAN_OPERANDS: Final = frozenset({"active", "prescribed"})
"""Operands that may hold booleans."""

LARGE: Final = 1 << 30
"""Bytes of results from which on the free memory is checked."""
MIN_RUN: Final = 16
"""Batch axes shorter than this are copied to one contiguous batch, not launched one by one."""


@dataclass(frozen=True)
class Spec:
    """The shape of one sample of an operand or a result.

    `labels` are the names of its dimensions, as in ("nq",).
    """

    name: str
    shape: tuple[int, ...]
    labels: tuple[str, ...]

    @property
    def expected(self) -> str:
        """The shape as text: (..., 7)."""
        return f"(..., {', '.join(map(str, self.shape))})" if self.shape else "(...)"


def convert(spec: Spec, value: Any, dtype: np.dtype[Any], owner: str) -> Any:
    """`value` as an array of `dtype` with contiguous samples, or a `ShapeError`."""
    if "numpy.ma" in sys.modules and isinstance(value, np.ma.MaskedArray):
        raise ShapeError(
            f"{owner}: {spec.name} is a masked array, whose mask kinetree would lose; pass "
            f"{spec.name}.filled(np.nan), or only the samples that count."
        )
    try:
        array = np.asarray(value)
    except ValueError as error:
        ragged = "inhomogeneous" in str(error)
        reason = "its rows have different lengths" if ragged else str(error).rstrip(".")
        raise ShapeError(f"{owner}: {spec.name} is not an array: {reason}.") from None
    if array.dtype.kind == "b" and spec.name in BOOLEAN_OPERANDS:
        array = array.astype(dtype)
    if array.dtype.kind not in "iuf":
        what = UNSUPPORTED_KINDS.get(array.dtype.kind, "no numbers")
        raise ShapeError(
            f"{owner}: {spec.name} holds {what} ({array.dtype}); expected {dtype} or integers."
        )
    if array.dtype.kind == "f" and array.dtype.itemsize > dtype.itemsize and array is value:
        other = f" or compile the kernel for {array.dtype}" if array.dtype == np.float64 else ""
        raise ShapeError(
            f"{owner}: {spec.name} has dtype {array.dtype}, more than the kernel's {dtype}; "
            f"convert it with .astype({str(dtype)!r}){other}."
        )
    check_shape(spec, array.shape, owner)
    if array.dtype != dtype or not array.flags.aligned:
        array = np.require(array, dtype, "A")
    if not core_contiguous(array, len(spec.shape), dtype.itemsize):
        array = np.ascontiguousarray(array)
    return array


def check_count(specs: Sequence[Spec], operands: Sequence[Any], owner: str) -> None:
    """Raise ShapeError for another number of operands."""
    if len(operands) != len(specs):
        raise ShapeError(
            f"{owner}: {counted(len(operands), 'operand')} given; expected {len(specs)}: "
            f"{', '.join(spec.name for spec in specs)}."
        )


def check_shape(spec: Spec, shape: tuple[int, ...], owner: str) -> None:
    """Raise ShapeError for a shape that does not end with that of a sample."""
    core = len(spec.shape)
    if shape[len(shape) - core :] == spec.shape and MOST_AXES + core >= len(shape) >= core:
        return
    if len(shape) > MOST_AXES + core:
        raise ShapeError(
            f"{owner}: {spec.name} has {len(shape)} axes; expected at most {MOST_AXES + core}."
        )
    sizes = ", ".join(
        f"{label} = {n}"
        for label, n in zip(spec.labels, spec.shape, strict=True)
        if label != str(n)
    )
    message = f"{owner}: {spec.name} has shape {shape}; expected {spec.expected}"
    message += f" ({sizes})." if sizes else "."
    if core == 1 and len(shape) == 2 and shape[0] == spec.shape[0]:
        message += f" Samples come first: pass {spec.name}.T."
    if spec.name == "tau" and core and shape[-1:] == (spec.shape[-1] - 6,):
        message += " If the base is free, its six torques, which are 0, come first."
    if not shape and spec.name == "gravity":
        message += " It is a vector, as [0, 0, -9.81]."
    if not shape and spec.shape == (1,):
        message += f" Pass [{spec.name}]."
    raise ShapeError(message)


def core_contiguous(array: Any, core: int, itemsize: int) -> bool:
    """Whether the last `core` axes of an array are contiguous."""
    shape, strides, expected = array.shape, array.strides, itemsize
    for k in range(len(shape) - 1, len(shape) - 1 - core, -1):
        if shape[k] != 1 and strides[k] != expected:
            return False
        expected *= shape[k]
    return True


def batch_shape(specs: Sequence[Spec], arrays: Sequence[Any], owner: str) -> tuple[int, ...]:
    """The broadcast batch shape of all operands, which must end with the shapes of samples."""
    for spec, array in zip(specs, arrays, strict=True):
        check_shape(spec, array.shape, owner)
    shapes = [a.shape[: a.ndim - len(s.shape)] for s, a in zip(specs, arrays, strict=True)]
    if shapes and shapes.count(shapes[0]) == len(shapes):
        return shapes[0]
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError as error:
        listed = ", ".join(f"{s.name} {shape}" for s, shape in zip(specs, shapes, strict=True))
        problem = "do not broadcast against each other"
        if "too large" in str(error):
            problem = "are together more samples than an array can have"
        raise ShapeError(f"{owner}: the batch axes {problem}: {listed}.") from None


def result_arrays(
    specs: Sequence[Spec], batch: tuple[int, ...], dtype: np.dtype[Any], out: Any, owner: str
) -> list[Any]:
    """The arrays of the results: new ones, or those of `out=`."""
    if out is None:
        shapes = [(*batch, *spec.shape) for spec in specs]
        size = dtype.itemsize * sum(map(math.prod, shapes))
        if size > LARGE and size > (free := free_memory()):
            raise ShapeError(
                f"{owner}: results of shape {' and '.join(map(str, shapes))} are "
                f"{size / 1e9:,.1f} GB; {free / 1e9:,.1f} GB are free. Take fewer samples at a "
                "time. Of a rollout, keep fewer states (every=), or sum up what you need of them "
                "in the loop (cost=)."
            )
        return [result_memory.empty(shape, dtype) for shape in shapes]
    results = list(cast(tuple[Any, ...], out)) if isinstance(out, tuple) else [out]
    if len(results) != len(specs):
        raise ShapeError(
            f"{owner}: out has {counted(len(results), 'array')}; expected {len(specs)}: "
            f"{', '.join(spec.name for spec in specs)}."
        )
    for spec, array in zip(specs, results, strict=True):
        expected = (*batch, *spec.shape)
        if not isinstance(array, np.ndarray):
            what = kind_of(array)
            raise ShapeError(f"{owner}: out for {spec.name} is {what}; expected a NumPy array.")
        array = cast(Any, array)
        if array.dtype != dtype or array.shape != expected:
            raise ShapeError(
                f"{owner}: out for {spec.name} is {array.dtype} {array.shape}; "
                f"expected {dtype} {expected}."
            )
        if not array.flags.writeable:
            raise ShapeError(f"{owner}: out for {spec.name} is read-only.")
    for (one, a), (other, b) in itertools.combinations(zip(specs, results, strict=True), 2):
        if np.may_share_memory(a, b):
            raise ShapeError(f"{owner}: out for {one.name} and for {other.name} overlap.")
    return results


def run(
    launch: Launch,
    inputs: Sequence[Any],
    specs: Sequence[Spec],
    results: Sequence[Any],
    result_specs: Sequence[Spec],
    batch: tuple[int, ...],
) -> None:
    """Launch the kernel over `batch`, as few times as the strides allow."""
    written = [_result_buffer(r, s, inputs) for r, s in zip(results, result_specs, strict=True)]
    arrays = [*inputs, *written]
    all_specs = (*specs, *result_specs)
    shape, strides = merged_axes(all_specs, arrays, batch)
    if len(shape) > 1 and max(shape) < MIN_RUN:
        arrays = [
            np.ascontiguousarray(np.broadcast_to(a, (*batch, *s.shape)))
            for a, s in zip(arrays, all_specs, strict=True)
        ]
        written = arrays[len(inputs) :]
        shape, strides = merged_axes(all_specs, arrays, batch)
    launch_runs(partial(launch, arrays), [address(a) for a in arrays], shape, strides)
    for result, temporary in zip(results, written, strict=True):
        if temporary is not result:
            np.copyto(result, temporary)


def _result_buffer(result: Any, spec: Spec, inputs: Sequence[Any]) -> Any:
    """The result, or a new array if it overlaps an operand or its samples are not contiguous."""
    plain = core_contiguous(result, len(spec.shape), result.itemsize) and result.flags.aligned
    if plain and not any(np.may_share_memory(result, x) for x in inputs):
        return result
    return result_memory.empty(result.shape, result.dtype)


def merged_axes(
    specs: Sequence[Spec], arrays: Sequence[Any], batch: tuple[int, ...]
) -> tuple[tuple[int, ...], list[Strides]]:
    """The batch axes, merged where all arrays allow it, longest last, and strides along them."""
    strides = [
        np.broadcast_to(a, (*batch, *s.shape)).strides for a, s in zip(arrays, specs, strict=True)
    ]
    axes: list[tuple[int, list[int]]] = []
    for k, size in enumerate(batch):
        steps = [s[k] for s in strides]
        if size == 1:
            continue
        if axes and all(a == b * size for a, b in zip(axes[-1][1], steps, strict=True)):
            axes[-1] = axes[-1][0] * size, steps
        else:
            axes.append((size, steps))
    axes.sort(key=lambda axis: axis[0])  # the longest run innermost
    shape = tuple(size for size, _ in axes)
    return shape, [tuple(steps[k] for _, steps in axes) for k in range(len(strides))]


def launch_runs(
    launch: Callable[[int, list[int], list[int]], None],
    addresses: Sequence[int],
    shape: tuple[int, ...],
    strides: Sequence[Strides],
) -> None:
    """Launch the last of these batch axes for every index of the others."""
    inner = [s[-1] if s else 0 for s in strides]
    for index in itertools.product(*map(range, shape[:-1])):
        offsets = [sum(map(operator.mul, index, ss)) for ss in strides]
        starts = [a + o for a, o in zip(addresses, offsets, strict=True)]
        launch(shape[-1] if shape else 1, starts, inner)
