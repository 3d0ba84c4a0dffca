"""Checks of the arguments of rollouts."""

import os
from collections.abc import Callable, Mapping
from inspect import signature
from math import prod
from pathlib import Path
from types import FunctionType
from typing import Final, cast

import numpy as np
from numpy.typing import ArrayLike

from ..errors import ShapeError
from .rollout_loop import ROLLOUT

OWNER: Final = ROLLOUT.__name__
_LARGE: Final = 1 << 30
"""Bytes above which the free memory is checked."""
_READERS: Final = {
    "schedule": ("policy",),
    "parameters": ("policy", "cost"),
    "final_cost": ("cost",),
}
"""The functions that read each argument of a rollout."""
_ARGUMENTS: Final = {
    "policy": ("q", "v", "t", "parameters"),
    "cost": ("q", "v", "tau", "t", "parameters"),
    "final_cost": ("q", "v", "parameters"),
    "progress": ("done", "T"),
}
"""The arguments that each function is called with."""


def check_rollout(
    operands: Mapping[str, object], functions: Mapping[str, object], every: int
) -> int:
    """Raise ShapeError for arguments that cannot be meant; return the number of steps."""
    steps = _length("tau", operands["tau"])
    _check_functions(functions, operands)
    _check_steps(operands, steps, every)
    if "cost" in functions:
        if every != 1:
            raise ShapeError(f"{OWNER}: every={every} with cost=, which keeps no trajectory.")
    else:
        _check_memory(operands, steps // every + 1)
    return steps


def _length(name: str, rows: object) -> int:
    """The number of steps, from the rows of an operand."""
    try:
        shape = _shape(rows)
    except ValueError as error:
        raise ShapeError(f"{OWNER}: {name} is not an array: {str(error).rstrip('.')}.") from None
    if len(shape) < 2:
        last = "nv" if name == "tau" else "s"
        raise ShapeError(
            f"{OWNER}: {name} has shape {shape}; expected (..., T, {last}), a row for each of T "
            "steps."
        )
    return shape[-2]


def _shape(x: object) -> tuple[int, ...]:
    shape = getattr(x, "shape", None)
    return cast("tuple[int, ...]", shape) if type(shape) is tuple else np.shape(cast(ArrayLike, x))


def _check_functions(functions: Mapping[str, object], operands: Mapping[str, object]) -> None:
    """Raise ShapeError for values that are no function, and arguments that no function reads."""
    for name, x in functions.items():
        if not callable(x):
            raise ShapeError(f"{OWNER}: {name}={x!r}; expected a function.")
        row = ["row"] if name == "policy" and "schedule" in operands else []
        arguments = [*_ARGUMENTS[name], *row]
        if not _takes(x, len(arguments)):
            raise ShapeError(
                f"{OWNER}: {name} is called as {name}({', '.join(arguments)}), which the function "
                f"given, of {signature(x)}, does not take."
            )
    for name, readers in _READERS.items():
        if (name in functions or name in operands) and not functions.keys() & set(readers):
            missing = " or ".join(f"{reader}=" for reader in readers)
            raise ShapeError(f"{OWNER}: {name}= without {missing}; give both.")


def _takes(function: Callable[..., object], count: int) -> bool:
    """Whether a function takes so many arguments; those without a signature may."""
    code = function.__code__ if type(function) is FunctionType else None
    if code is not None and code.co_argcount == count and not code.co_kwonlyargcount:
        return True  # without the 50 us of a signature
    try:
        signature(function).bind(*range(count))
    except TypeError:
        return False
    except ValueError:
        return True
    return True


def _check_steps(operands: Mapping[str, object], steps: int, every: int) -> None:
    """Raise ShapeError for numbers of steps that are inconsistent."""
    if not steps:
        raise ShapeError(f"{OWNER}: tau has no row; expected (..., T, nv), T > 0.")
    if "schedule" in operands and (rows := _length("schedule", operands["schedule"])) != steps:
        raise ShapeError(
            f"{OWNER}: schedule has {rows} rows, tau {steps}; expected one for each step."
        )
    if type(every) is bool or not hasattr(every, "__index__") or every < 1 or steps % every:
        raise ShapeError(
            f"{OWNER}: every={every!r} of T = {steps} steps; expected an integer that divides T."
        )


def _check_memory(operands: Mapping[str, object], states: int) -> None:
    """Raise ShapeError for results beyond the free memory."""
    try:
        shapes = {name: _shape(x) for name, x in operands.items()}
        size = shapes["q0"][-1] + shapes["v0"][-1]
        if 8 * states * size * prod(map(prod, shapes.values())) <= _LARGE:
            return
        axes = {name: max(0, len(n) - len(ROLLOUT.dims[name])) for name, n in shapes.items()}
        samples = prod(np.broadcast_shapes(*(shapes[name][:n] for name, n in axes.items())))
    except (ValueError, IndexError):
        return  # the call reports shapes that do not fit
    needed = 8 * samples * states * size
    if needed > _LARGE and needed > (free := _free_memory()):
        raise ShapeError(
            f"{OWNER}: {samples:,} trajectories of {states:,} states are {needed / 1e9:,.1f} GB; "
            f"{free / 1e9:,.1f} GB are free. Keep fewer states (every=), sum up what you need of "
            "them in the loop (cost=), or take fewer samples at a time."
        )


def _free_memory() -> int:
    """Bytes of available memory."""
    info = Path("/proc/meminfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    if hasattr(os, "sysconf"):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return 1 << 62
