"""Contacts that hold: their rows, and how accelerations come from forces."""

from dataclasses import dataclass
from typing import Any

from ...model import Model
from ...scalar.array import Array
from ...scalar.math import zeros
from .delassus import Delassus, Regularized
from .ends import Closures, Ends, ends, masked, row_mask
from .rows import accelerations, errors, rows
from .settings import Settings


@dataclass(frozen=True)
class Held:
    """The rows of active contacts, and how their accelerations come from forces."""

    at: list[Ends]
    mask: list[Any]
    target: Array
    """(dJ/dt) v + Kd J v + Kp e: what J ddq is the negative of."""
    delassus: Delassus
    regularized: Regularized
    settings: Settings

    @classmethod
    def of(
        cls,
        model: Model,
        q: Array,
        v: Array,
        contacts: Closures,
        active: Any,
        anchors: Any,
        settings: Settings,
    ) -> "Held":
        at, mask = ends(contacts, anchors), row_mask(contacts, active)
        J = masked(mask, rows(model, q, at))
        target = accelerations(model, q, v, zeros(model.nv), at)
        target = target + settings.Kp * errors(model, q, at)
        target = masked(mask, target) + settings.Kd * (J @ v)
        delassus = Delassus.of(model, q, J)
        return cls(at, mask, target, delassus, delassus.regularized(mask, settings), settings)

    def motion(self, force: Array) -> tuple[Array, Array]:
        """a and f with M a = force + J^T f and J a = -target."""
        M, V = self.delassus.M, self.delassus.V
        y = M.half_solved(force)
        f = self.regularized.solved(-(self.target + V @ y))
        return M.rest_solved(M.scaled(y) + V.T @ f), f
