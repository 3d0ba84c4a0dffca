"""The parameters of physical bodies as functions of unconstrained numbers, for `fit`."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError
from ..functions import function, jacobian
from ..model import Model
from ..model.joints.base import Numbers
from ..scalar.array import Array
from .parameters import body_of, factor_of, log_cholesky


@function("(10),(10)->(10)", name="identification.around")
def _around(first: Array, x: Array) -> Array:
    """The body of U X U^T, with U U^T that of the first one, and X that of x."""
    return body_of(first[0] + x[0], factor_of(first) @ factor_of(x))


_slopes = jacobian(_around, "x")


@dataclass(frozen=True)
class Family:
    """The parameters p of a robot of physical bodies by numbers x, which are zero at a first guess.

    `first` (n, 10) are the log-Cholesky parameters of the n bodies with mass; joint parameters are
    `joint_values` + `units` x, and not below `least`.
    """

    bodies: NDArray[np.bool_]
    first: Numbers
    joint_values: Numbers
    units: Numbers
    least: Numbers

    @classmethod
    def around(cls, model: Model, names: Sequence[str], scales: Numbers) -> "Family":
        """The first guess is a model; `scales` are the least units of joint parameters."""
        inertias = np.asarray(model.inertias[1:], float)
        bodies = np.asarray(inertias.any(-1))
        first: Numbers = log_cholesky(inertias)
        for i in np.flatnonzero(~np.isfinite(first).all(-1) & bodies).tolist():
            raise ModelError(
                f"fit: the body of joint {model.joint_names[i + 1]!r} of {model.name} has an "
                "inertia that no body with mass in all directions has; replace it by one that has "
                "(kt.Inertia(...).is_physical), or by zeros."
            )
        values = [np.asarray(getattr(model, x, [0.0] * model.nv), float) for x in names]
        for name, value in zip(names, values, strict=True):
            for i in np.flatnonzero(value < 0).tolist():
                raise ModelError(
                    f"fit: {name} of {model.v_names[i]!r} is {value[i]} in {model.name}; expected "
                    f"a first guess that is not negative, as model.replace({name}=...) gives."
                )
        joints = np.concatenate([np.zeros(0), *values])
        units = np.hypot(joints, scales)
        least = np.repeat([-np.inf if name == "offset" else 0.0 for name in names], model.nv)
        return cls(bodies, first[bodies], joints, np.where(units > 0, units, 1.0), least)

    @property
    def size(self) -> int:
        return self.first.size + len(self.joint_values)

    def parameters(self, x: Numbers) -> Numbers:
        inner, joints = self._split(x)
        p = np.zeros((len(self.bodies), 10))
        p[self.bodies] = _around(self.first, inner)
        joints = self.joint_values + self.units * joints
        return np.concatenate([p.ravel(), np.maximum(joints, self.least)])  # -1e-17 at the bound

    def slopes(self, x: Numbers) -> Numbers:
        """dp/dx."""
        inner, joints = self._split(x)
        J = np.zeros((10 * len(self.bodies) + len(joints), self.size))
        blocks = np.asarray(_slopes(self.first, inner))
        for k, i in enumerate(np.flatnonzero(self.bodies)):
            J[10 * i : 10 * i + 10, 10 * k : 10 * k + 10] = blocks[k]
        last = np.arange(len(joints))
        J[10 * len(self.bodies) + last, self.first.size + last] = self.units
        return J

    @property
    def low(self) -> Numbers:
        """The least x: joint parameters are not negative, but for offsets."""
        least = (self.least - self.joint_values) / self.units
        return np.concatenate([np.full(self.first.size, -np.inf), least])

    def scaled(self, R: Numbers, z: Numbers) -> Numbers:
        """x of bodies so much heavier, and joint parameters, that R p is nearest to z."""
        inner, joints = self._split(np.zeros(self.size))
        p = self.parameters(np.zeros(self.size))[: 10 * len(self.bodies)].reshape(-1, 10)
        T = np.einsum("rbk,bk->rb", R[:, : p.size].reshape(len(R), -1, 10), p)[:, self.bodies]
        best = np.linalg.lstsq(np.hstack([T, R[:, p.size :]]), z, rcond=None)[0]
        inner[:, 0] = np.log(np.maximum(best[: len(inner)], 1.0)) / 2
        joints[:] = np.maximum(best[len(inner) :], self.least) - self.joint_values
        return np.concatenate([inner.ravel(), joints / self.units])

    def _split(self, x: Numbers) -> tuple[Numbers, Numbers]:
        n = self.first.size
        return x[:n].reshape(-1, 10), x[n:]

    def model(self, model: Model, p: Numbers, names: Sequence[str]) -> Model:
        n = 10 * len(self.bodies)
        inertias = np.concatenate([model.inertias[:1], p[:n].reshape(-1, 10)])
        rows = zip(names, p[n:].reshape(-1, model.nv), strict=True)
        values = {x: row for x, row in rows if hasattr(model, x)}
        return model.replace(inertias=inertias, **values)
