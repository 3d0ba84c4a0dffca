"""Rollouts in parts, after each of which their progress is reported."""

from collections.abc import Callable
from math import ceil
from typing import Any, Final

import numpy as np

from ..errors import ShapeError
from ..scalar.array import Array
from .checks import ROLLOUT

Progress = Callable[[int, int], object]
"""(steps done, all steps)."""

_REPORTS: Final = 100
"""The approximate number of reports."""


def run_in_parts(run: Callable[..., Any], arguments: dict[str, Any], out: object) -> Any:
    """The results of a rollout, the arguments of `run` by name, in about a hundred parts."""
    if any(isinstance(x, Array) for x in arguments.values()):
        raise ShapeError(
            f"{ROLLOUT}: progress= in an algorithm, which runs as a whole; leave it out."
        )
    if out is not None:
        raise ShapeError(f"{ROLLOUT}: out= with progress=, which computes parts; leave one out.")
    progress: Progress = arguments.pop("progress")
    tau, every = np.asarray(arguments["tau"]), int(arguments.get("every", 1))
    steps, number = tau.shape[-2], tau.dtype.type if tau.dtype.kind == "f" else float
    rows = {name: arguments.get(name) for name in ("schedule", "pushes", "control")}
    rows = {name: np.asarray(x) for name, x in rows.items() if x is not None} | {"tau": tau}
    start, final_cost = arguments.pop("first", 0), arguments.pop("final_cost", None)
    parts: list[dict[str, Any]] = []
    residual: Any = 0.0
    result: Any = None
    size = every * ceil(steps / every / _REPORTS)
    for first in range(0, steps, size):
        end = min(first + size, steps)
        part = {name: x[..., first:end, :] for name, x in rows.items()}
        part |= {"first": number(start + first), "final_cost": final_cost if end == steps else None}
        result = run(**{**arguments, **part})
        if hasattr(result, "residual"):
            residual = np.maximum(residual, result.residual)
            result = result._replace(residual=residual)
        kept = {x: getattr(result, x) for x in ("memory", "activation") if hasattr(result, x)}
        arguments |= kept
        if hasattr(result, "cost"):
            arguments |= {"q0": result.q, "v0": result.v, "before": result.cost}
        else:
            arguments |= {"q0": result.q[..., -1, :], "v0": result.v[..., -1, :]}
            stored = {x: getattr(result, x)[..., min(first, 1) :, :] for x in "qv"}  # each once
            parts.append(stored | ({"forces": result.forces} if arguments.get("forces") else {}))
        progress(end, steps)
    names, axis = parts[0] if parts else (), result.q.ndim - 2
    return result._replace(**{x: np.concatenate([part[x] for part in parts], axis) for x in names})
