"""Comparison of results, and algorithms run on arrays without a compiler."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np

import kinetree as kt
from kinetree.compiler.interpreter import interpret_lowered
from kinetree.compiler.passes import lower


@lru_cache(maxsize=1024)
def _lowered(
    algorithm: kt.Algorithm, model: kt.Model, inputs: tuple[str, ...], **statics: Any
) -> Any:
    return lower(algorithm.trace(model, inputs=inputs, **statics))


def run(
    algorithm: kt.Algorithm,
    model: kt.Model,
    *operands: Any,
    statics: Mapping[str, Any] = MappingProxyType({}),
    **more: Any,
) -> Any:
    """The algorithm on arrays with batch axes, by NumPy on its trace; several results as a list.

    `more` are optional operands.
    """
    trace = _lowered(algorithm, model, tuple(more), **statics)
    values = [*operands, *more.values()]
    if "frame" in statics:
        frame = statics["frame"]
        frames = [model.frame(name) for name in (frame if isinstance(frame, tuple) else (frame,))]
        placements = np.array([np.array(at.placement.matrix, float) for at in frames])
        values.append(placements if isinstance(frame, tuple) else placements[0])
    results = interpret_lowered(trace, *values, dtype="float64")
    return results[0] if len(results) == 1 else results


def assert_agree(x: Any, y: Any, tolerance: float = 1e-12, *, scale: float = 0.0) -> None:
    """max |x - y| <= tolerance * max |y|: the norm of a block of results.

    `scale` is the size that counts where y itself may vanish.
    """
    x, y = np.asarray(x), np.asarray(y)
    assert x.shape == y.shape
    if not y.size:
        return
    size = max(float(abs(y).max()), scale)
    assert np.isfinite(size)
    error = float(abs(x - y).max())
    assert error <= tolerance * size, f"{error:.3g} apart at a size of {size:.3g}"


def times(A: Any, x: Any) -> Any:
    """The matrices A (..., m, n) times the vectors x (..., n)."""
    return (A @ x[..., None])[..., 0]


def transposed(A: Any) -> Any:
    """The matrices A (..., m, n) transposed."""
    return np.swapaxes(A, -1, -2)


def residual(M: Any, h: Any, tau: Any, a: Any) -> float:
    """max |M a + h - tau| over max (|M||a| + |h| + |tau|): the error of forward dynamics."""
    force = times(M.astype(np.longdouble), a) + h - tau
    size = times(abs(M), abs(a)) + abs(h) + abs(tau)
    return float(abs(force).max() / size.max())
