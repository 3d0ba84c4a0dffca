"""What a viewer draws over time: configurations of robots, and forces at their frames."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import ShapeError
from ..model import Model
from ..model.values import coordinates_last
from .drawing import Drawing
from .start import start

Numbers = NDArray[np.float64]

MOST: Final = 100
"""Robots that a browser still draws fluently."""


@dataclass(frozen=True, slots=True)
class Animation:
    """Configurations (T, nq) of a drawn robot, `dt` apart in s, and forces (T, 3) at its frames."""

    drawing: Drawing
    q: Numbers
    dt: float
    forces: Mapping[str, Numbers]

    @property
    def duration(self) -> float:
        return (len(self.q) - 1) * self.dt

    def move(self, q: Numbers) -> None:
        """Draw another configuration, in place of the first."""
        self.q[0] = q
        self.drawing.move(q)

    def show(self, t: float, scale: float) -> None:
        """Draw the configuration at a time."""
        k = min(round(t / self.dt), len(self.q) - 1) if self.dt else 0
        self.drawing.move(self.q[k])
        if self.forces:
            self.drawing.push(self.q[k], {name: f[k] for name, f in self.forces.items()}, scale)


def configurations_of(model: Model, q: ArrayLike | None, dt: float | None) -> Numbers:
    """q as (robots, T, nq)."""
    if q is None:
        return start(model)[None, None]
    q = coordinates_last("view: q", q, model.nq)
    if not np.isfinite(q).all():
        raise ShapeError("view: q is not finite everywhere; leave out the times after it diverged.")
    if dt is None:
        q = q[..., None, :]
    elif not 0 < dt < np.inf:
        raise ShapeError(f"view: dt is {dt}; expected the time between configurations, in s.")
    elif q.ndim < 2:
        raise ShapeError(f"view: q has shape {q.shape}; with dt, expected (..., T, {model.nq}).")
    robots = math.prod(q.shape[:-2])
    if not 0 < robots <= MOST or not q.shape[-2]:
        raise ShapeError(
            f"view: q has {robots} robots of {q.shape[-2]} configurations; expected 1 to {MOST} "
            "robots. A trajectory (T, nq) is drawn as one with dt=."
        )
    return q.reshape(robots, *q.shape[-2:])


def arrows_of(
    model: Model, forces: Mapping[str, ArrayLike] | None, shape: tuple[int, ...], dt: float | None
) -> dict[str, Numbers]:
    """Forces at frames, (robots, T, 3) each."""
    arrows: dict[str, Numbers] = {}
    for name, force in (forces or {}).items():
        model.frame(name)
        array = coordinates_last(f"view: forces[{name!r}]", force, 3)
        rows = array[..., None, :] if dt is None else array
        try:
            arrows[name] = np.broadcast_to(rows.reshape(-1, *rows.shape[-2:]), (*shape, 3))
        except (ValueError, IndexError):
            axes = "..., 3" if dt is None else "..., T, 3"
            raise ShapeError(
                f"view: forces[{name!r}] has shape {array.shape}; expected ({axes}), as q."
            ) from None
    return arrows
