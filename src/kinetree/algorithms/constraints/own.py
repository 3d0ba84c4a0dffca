"""The loops and couplings of a model itself, as steps in time obey them.

For a model without any, each function is what it would be without this file, bit by bit.
"""

from dataclasses import dataclass
from functools import reduce
from typing import Final

from ...functions import OptionalArray
from ...model import Model, Requirement
from ...scalar.array import Array
from ...scalar.equations import whitened
from ...scalar.expr import Scalar, div
from ...scalar.math import array, epsilon, maximum, solve_spd, where, zeros
from ...spatial.rotation import symmetric
from ..aba import aba
from ..configuration import integrate
from .forward_dynamics import forward_dynamics
from .impact import impact
from .kinematics import ContactRows
from .kkt import KKT, Delassus, Proximal, Settings
from .mass_factor import DenseLDL

_SETTINGS = Settings.of(1e-8, 3)
_CORRECTIONS = 2
"""Newton's steps of a projection, with the factors of the first: errors fall as their cube."""
FARTHEST: Final = 0.2
"""The largest motion by one of them, in m and rad."""


def own_closures(model: Model) -> tuple[Requirement, ...]:
    """The loops and couplings of a model."""
    return model.closures(model.name, None) if model.constraints else ()


def own_acceleration(
    model: Model, q: Array, v: Array, tau: Array, f_ext: OptionalArray = None
) -> Array:
    """The acceleration under tau, of `aba` or, with loops and couplings, of `forward_dynamics`."""
    own = own_closures(model)
    if not own:
        return aba(model, q, v, tau, f_ext)
    return forward_dynamics(model, q, v, tau, f_ext=f_ext, contacts=own).ddq


def projected(model: Model, q: Array, v: Array) -> tuple[Array, Array]:
    """The state near q and v that satisfies the loops and couplings: for a small error.

    q moves by two of Newton's steps, as in `close_loops`, none of them farther than `FARTHEST`: a
    loop that is open closes over several steps. v changes as by an `impact` there.
    """
    own = own_closures(model)
    if not own:
        return q, v
    rows = ContactRows.of(model, q, own)
    kkt = KKT.of(Delassus.of(model, q, rows.jacobian()), rows.mask, _SETTINGS)
    for _ in range(_CORRECTIONS):
        step, _ = kkt.solve(zeros(model.nv), ContactRows.of(model, q, own).error())
        q = integrate(model, q, shortened(step, 1, FARTHEST))
    return q, impact(model, q, v, contacts=own).v_plus


def shortened(v: Array, h: Scalar, most: float) -> Array:
    """v, or the part of it with which no coordinate moves farther than so much in a time h."""
    way = maximum(h * reduce(maximum, abs(v), 0.0), most)
    return where(way > most, most / way, 1.0) * v


@dataclass(frozen=True)
class OwnMass:
    """M with the model's own loops and couplings: M x = b + J^T f, J x = target."""

    M: Array
    J: Array
    """The rows of loops and couplings, (nrows, nv)."""
    rounding: Scalar

    @classmethod
    def of(cls, model: Model, q: Array, M: Array) -> "OwnMass":
        """M (nv, nv) is `crba`, or this with the terms of implicit forces on its diagonal."""
        return cls(M, ContactRows.of(model, q, own_closures(model)).jacobian(), epsilon(q))

    def solve(self, b: Array, target: Array | None = None) -> Array:
        """x for b (nv) or (nv, m), with J x = target, (nrows) or (nrows, m), or zero.

        solve_spd(M, b) where there are no rows. Velocities after impulses b are v + solve(b, -J v).
        """
        x, m = self._unconstrained(b), len(self.J)
        if not m:
            return x
        N = self._unconstrained(self.J.T)
        inverse = self._inverse(self.J @ N)
        gap = (-(self.J @ x) if target is None else target - self.J @ x).reshape(m, -1)
        columns = [
            x_k + N @ inverse.solve(g)
            for x_k, g in zip(x.reshape(len(x), -1).T, gap.T, strict=True)
        ]
        return Array.of([e for column in columns for e in column.flat], b.T.shape).T

    def energy(self, b: Array, solution: Array | None = None) -> Scalar:
        """Twice the kinetic energy of x for b (nv), which is solved for unless it is given."""
        x = self.solve(b) if solution is None else solution
        return x @ (self.M @ x if len(self.J) else b)  # b has forces of loops and couplings

    def whitened(self, J: Array) -> Array:
        """Z (m, nv) with Z Z^T = J x for M x = J^T; 0 in columns that move nothing of a row."""
        Z = self._whitened(J)
        if not len(self.J):
            return Z
        N = self._whitened(self.J)
        inverse = self._inverse(N @ N.T)
        rows = [z - N.T @ inverse.solve(N @ z) for z in Z]
        return Array.of([e for row in rows for e in row.flat], Z.shape)

    def _inverse(self, G: Array) -> Proximal:
        """That of loops and couplings, for J M^-1 J^T of these."""
        scale = div(len(self.M), self.M.trace())
        return Proximal.of(symmetric(G), [True] * len(G), scale, _SETTINGS, self.rounding)

    def _whitened(self, J: Array) -> Array:
        """That without loops and couplings, from the leaves of the tree as `_unconstrained`."""
        return whitened(self.M[::-1, ::-1], J.T[::-1]).T[:, ::-1]

    def _unconstrained(self, b: Array) -> Array:
        """x with M x = b: from the leaves of the tree, so that its branches stay zeros."""
        return solve_spd(self.M[::-1, ::-1], b[::-1])[::-1]


@dataclass(frozen=True)
class DenseMass(OwnMass):
    """M without zeros, and its factor."""

    factor: DenseLDL

    def _unconstrained(self, b: Array) -> Array:
        return self.factor.solve(b) if b.ndim == 1 else array(list(map(self.factor.solve, b.T))).T
