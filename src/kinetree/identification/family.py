"""The robots made of bodies, by numbers that are free, around a first guess."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError
from ..functions import jacobian
from ..model import Model
from .parameters import from_log_cholesky, log_cholesky

Floats = NDArray[np.float64]

_slopes = jacobian(from_log_cholesky, "x")


@dataclass(frozen=True)
class Family:
    """The parameters p of robots made of bodies, as functions of numbers x, zero for one of them.

    `maps` (n, 10, 10) are the congruences P -> C P C^T of the n bodies with mass, on rows of ten;
    joint parameters are `joint_values` + `units` x.
    """

    bodies: NDArray[np.bool_]
    maps: Floats
    joint_values: Floats
    units: Floats

    @classmethod
    def around(cls, model: Model, names: Sequence[str], scales: Floats) -> "Family":
        """`scales` are those of joint parameters, in whose units those of small ones are."""
        inertias = np.asarray(model.inertias[1:], float)
        bodies = np.asarray(inertias.any(-1))
        for i in np.flatnonzero(~np.isfinite(log_cholesky(inertias)).all(-1) & bodies).tolist():
            raise ModelError(
                f"fit: the body of joint {model.joint_names[i + 1]!r} of {model.name} has an "
                "inertia that no body with mass in all directions has; replace it by one that has "
                "(kt.Inertia(...).is_physical), or by zeros."
            )
        values = [np.asarray(getattr(model, name), float) for name in names]
        for name, value in zip(names, values, strict=True):
            for i in np.flatnonzero(value < 0).tolist():
                raise ModelError(
                    f"fit: {name} of {model.v_names[i]!r} is {value[i]} in {model.name}; expected "
                    f"a first guess that is not negative, as model.replace({name}=...) gives."
                )
        maps = np.array([_congruence(x) for x in inertias[bodies]]).reshape(-1, 10, 10)
        joints = np.concatenate([np.zeros(0), *values])
        units = np.hypot(joints, scales)
        return cls(bodies, maps, joints, np.where(units > 0, units, 1.0))

    @property
    def size(self) -> int:
        return 10 * len(self.maps) + len(self.joint_values)

    def parameters(self, x: Floats) -> Floats:
        inner, joints = self._split(x)
        p = np.zeros((len(self.bodies), 10))
        p[self.bodies] = np.einsum("kij,kj->ki", self.maps, from_log_cholesky(inner))
        joints = self.joint_values + self.units * joints
        return np.concatenate([p.ravel(), np.maximum(joints, 0.0)])  # -1e-17 at the bound

    def slopes(self, x: Floats) -> Floats:
        """dp/dx."""
        inner, joints = self._split(x)
        J = np.zeros((10 * len(self.bodies) + len(joints), self.size))
        blocks = self.maps @ np.asarray(_slopes(inner))
        for k, i in enumerate(np.flatnonzero(self.bodies)):
            J[10 * i : 10 * i + 10, 10 * k : 10 * k + 10] = blocks[k]
        last = np.arange(len(joints))
        J[10 * len(self.bodies) + last, 10 * len(self.maps) + last] = self.units
        return J

    @property
    def low(self) -> Floats:
        """The least x: joint parameters are not negative."""
        return np.concatenate(
            [np.full(10 * len(self.maps), -np.inf), -self.joint_values / self.units]
        )

    def scaled(self, R: Floats, z: Floats) -> Floats:
        """x of bodies so much heavier, and joint parameters, that R p is nearest to z."""
        inner, joints = self._split(np.zeros(self.size))
        p = self.parameters(np.zeros(self.size))[: 10 * len(self.bodies)].reshape(-1, 10)
        T = np.einsum("rbk,bk->rb", R[:, : p.size].reshape(len(R), -1, 10), p)[:, self.bodies]
        best = np.linalg.lstsq(np.hstack([T, R[:, p.size :]]), z, rcond=None)[0]
        inner[:, 0] = np.log(np.maximum(best[: len(inner)], 1.0)) / 2
        joints[:] = np.maximum(best[len(inner) :] - self.joint_values, -self.joint_values)
        return np.concatenate([inner.ravel(), joints / self.units])

    def _split(self, x: Floats) -> tuple[Floats, Floats]:
        n = 10 * len(self.maps)
        return x[:n].reshape(len(self.maps), 10), x[n:]

    def model(self, model: Model, p: Floats, names: Sequence[str]) -> Model:
        n = 10 * len(self.bodies)
        inertias = np.concatenate([model.inertias[:1], p[:n].reshape(-1, 10)])
        values = {x: p[n + k * model.nv :][: model.nv] for k, x in enumerate(names)}
        return model.replace(inertias=inertias, **values)


def _congruence(inertia: Floats) -> Floats:
    """The matrix of P -> C P C^T on rows of ten, with C C^T that of an inertia."""
    C = np.asarray(np.linalg.cholesky(_pseudo_inertia(inertia)), float)
    return np.stack([_row(C @ _pseudo_inertia(unit) @ C.T) for unit in np.eye(10)], 1)


def _pseudo_inertia(row: Floats) -> Floats:
    """[[S, h], [h^T, m]] with S = tr(I) 1 / 2 - I [Wensing2018]."""
    m, h = row[0], row[1:4]
    I = row[[4, 5, 7, 5, 6, 8, 7, 8, 9]].reshape(3, 3)
    S = np.trace(I) / 2 * np.eye(3) - I
    return np.block([[S, h[:, None]], [h[None, :], m]])


def _row(P: Floats) -> Floats:
    """The row of ten of [[S, h], [h^T, m]]."""
    S = P[:3, :3]
    I = np.trace(S) * np.eye(3) - S
    return np.concatenate([P[3:, 3], P[:3, 3], I[[0, 0, 1, 0, 1, 2], [0, 1, 1, 2, 2, 2]]])
