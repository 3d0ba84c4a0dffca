"""The KKT system of active contacts: [[M, J^T], [J, 0]] [a; -f] = [force; -target]."""

from dataclasses import dataclass

from ...model import Model
from ...scalar.array import Array
from ...scalar.math import zeros
from ...scalar.types import Scalar
from ..operands import OptionalArray
from .delassus import Delassus, Regularized
from .frame_pairs import Closures, FramePair, frame_pairs, masked, row_mask
from .rows import accelerations, errors, rows
from .settings import Settings


@dataclass(frozen=True)
class KKT:
    """The KKT system of active contacts, factored."""

    pairs: list[FramePair]
    mask: list[Scalar]
    target: Array
    """(dJ/dt) v + Kd J v + Kp e, the negative of J ddq."""
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
        active: OptionalArray,
        anchors: OptionalArray,
        settings: Settings,
    ) -> "KKT":
        pairs, mask = frame_pairs(contacts, anchors), row_mask(contacts, active)
        J = masked(mask, rows(model, q, pairs))
        target = accelerations(model, q, v, zeros(model.nv), pairs)
        target = target + settings.Kp * errors(model, q, pairs)
        target = masked(mask, target) + settings.Kd * (J @ v)
        delassus = Delassus.of(model, q, J)
        return cls(pairs, mask, target, delassus, delassus.regularized(mask, settings), settings)

    def solve(self, force: Array) -> tuple[Array, Array]:
        """a and f with M a = force + J^T f and J a = -target."""
        M, V = self.delassus.M, self.delassus.V
        y = M.forward_substitute(force)
        f = self.regularized.solve(-(self.target + V @ y))
        return M.back_substitute(M.scaled(y) + V.T @ f), f
