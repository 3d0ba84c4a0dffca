"""Physically consistent identification: bodies whose torques are those measured."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..algorithms.forces import passive_forces
from ..algorithms.regressors import joint_torque_regressor
from ..algorithms.rnea import rnea
from ..errors import ModelError, ShapeError, warn
from ..functions import jacobian
from ..model import Model, expect_model
from ..model.values import batch_axes, coordinates_last, numbers
from .parameters import from_log_cholesky, log_cholesky

_STEPS: Final = 200
_UNEXPLAINED: Final = 10
"""Residual in units of the noise from which on the model cannot be that of the robot."""
_SMALL: Final = 1e-5
"""Part of the sum of squares below which a step makes no more progress."""

Floats = NDArray[np.float64]

_slopes = jacobian(from_log_cholesky, "x")


@dataclass(frozen=True)
class Fit:
    """The result of `fit`."""

    model: Model
    """The robot with the parameters found."""
    residual: Floats
    """(nv,): the root mean square of the torques that it does not explain, in N m or N.

    Well above the noise of the torques it means that the model lacks something, or a wrong sign.
    """
    converged: bool
    """Whether the steps ended; wrong torques converge too, to a large `residual`."""


def fit(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    tau: ArrayLike,
    *,
    joint_parameters: Sequence[str] = (),
    noise: ArrayLike = 1.0,
    doubt: float = 0.3,
) -> Fit:
    """The robot whose torques along a motion are those measured, made of bodies that can exist.

    Least squares of torques in units of `noise`, the standard deviation of a measured torque in
    N m or N, a number or (nv,), and of how far parameters are from those of `model`, in units of
    `doubt`, their relative uncertainty: what torques do not tell (`base_parameters`) stays near
    `model`. Each inertia is P = C X C^T, with C the Cholesky factor of the model's, and X of any
    ten numbers by `from_log_cholesky`; each of the `joint_parameters`, among "armature",
    "damping" and "friction", is the model's times exp(x). So masses are positive, moments are
    those of bodies, and damping is positive, whatever is measured. Bodies without mass keep none.

    Shapes: q (..., nq), v, a and tau (..., nv), whose leading axes broadcast and are all samples.
    tau is `kt.rnea(...) - kt.passive_forces(...)` of the robot that was measured. Raises ShapeError
    for samples that are not finite, and for none; ModelError for a body of `model` that cannot be,
    or whose mass is in a plane, and for a joint parameter that is not positive in `model`: give it
    a first guess by `replace`. Warns of a residual of more than ten times the noise.
    Source: [Rucker2022], in coordinates relative to the model; the steps are those of
    [Marquardt1963].

    >>> import numpy as np
    >>> import kinetree as kt
    >>> arm, rng = kt.robots.arm(), np.random.default_rng(0)
    >>> true = arm.with_payload("tool", kt.Inertia(1.0, [0, 0, 0.1], 0.01 * np.eye(3)))
    >>> q, (v, a) = kt.random_configuration(arm, 50, rng=rng), rng.normal(size=(2, 50, arm.nv))
    >>> estimate = kt.identification.fit(arm, q, v, a, kt.rnea(true, q, v, a), noise=0.1)
    >>> estimate.converged, bool(estimate.residual.max() < 0.1)
    (True, True)
    """
    expect_model("fit", model)
    names = joint_parameters if isinstance(joint_parameters, str) else tuple(joint_parameters)
    states = _samples(model, {"q": q, "v": v, "a": a, "tau": tau})
    torques = states.pop()
    scale, spread = _uncertainties(model, noise, doubt)
    Y = np.asarray(joint_torque_regressor(model, *states, joint_parameters=names))
    Y = np.broadcast_to(Y, (*np.broadcast_shapes(Y.shape[:-2], torques.shape[:-1]), *Y.shape[-2:]))
    family = _Family.around(model, names)
    known = rnea(model, *states) - passive_forces(model, *states[:2])
    known -= Y @ family.parameters(np.zeros(family.size))  # springs, joint parameters that stay
    torques = np.broadcast_to(torques - known, Y.shape[:-1])
    rows = np.concatenate([Y, torques[..., None]], -1) / scale[:, None]
    R = np.asarray(np.linalg.qr(rows.reshape(-1, rows.shape[-1]), mode="r"), float)
    x, converged = _minimize(family, R[:, :-1], R[:, -1], spread)
    p = family.parameters(x)
    residual = np.sqrt(np.mean((Y @ p - torques).reshape(-1, model.nv) ** 2, 0))
    if (residual > _UNEXPLAINED * scale).any():
        i = int(np.argmax(residual / scale))
        warn(
            f"fit: torques of {model.v_names[i]!r} are off by {residual[i]:.3g}, a root mean "
            f"square, where noise is {scale[i]:.3g}: tau may have the other sign, another order or "
            "gear ratios, the model may lack damping, friction or a payload, or noise is more."
        )
    return Fit(family.model(model, p, names), residual, converged)


def _uncertainties(model: Model, noise: ArrayLike, doubt: float) -> tuple[Floats, float]:
    """The noise of each torque, and the doubt; raises ShapeError for others than positive ones."""
    scale: Floats = numbers("noise", noise)
    spread: Floats = numbers("doubt", doubt)
    if scale.shape not in ((), (model.nv,)) or spread.shape != ():
        raise ShapeError(
            f"fit: noise and doubt have shapes {scale.shape} and {spread.shape}; expected () or "
            f"({model.nv},), and ()."
        )
    if not (scale > 0).all() or not spread > 0:
        raise ShapeError(f"fit: noise is {noise} and doubt {doubt}; expected positive numbers.")
    return np.broadcast_to(scale, model.nv), float(spread)


def _samples(model: Model, operands: Mapping[str, ArrayLike]) -> list[Floats]:
    """States and torques as arrays; raises ShapeError for what cannot be samples."""
    sizes = {"q": model.nq, "v": model.nv, "a": model.nv, "tau": model.nv}
    arrays = {name: coordinates_last(name, x, sizes[name]) for name, x in operands.items()}
    if 0 in batch_axes(arrays, "fit: the samples of its operands differ in number"):
        raise ShapeError(f"fit: no samples: the shape of q is {arrays['q'].shape}.")
    for name, x in arrays.items():
        if not np.isfinite(x).all():
            index = tuple(np.argwhere(~np.isfinite(x))[0].tolist())
            raise ShapeError(
                f"fit: {name}[{', '.join(map(str, index))}] is {x[index]}; leave out samples that "
                "are not finite."
            )
    return list(arrays.values())


@dataclass(frozen=True)
class _Family:
    """The parameters p of robots made of bodies, as functions of numbers x, zero for one of them.

    `maps` (n, 10, 10) are the congruences P -> C P C^T of the n bodies with mass, on rows of ten.
    """

    bodies: NDArray[np.bool_]
    maps: Floats
    joint_values: Floats

    @classmethod
    def around(cls, model: Model, names: Sequence[str]) -> "_Family":
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
            for i in np.flatnonzero(value <= 0).tolist():
                raise ModelError(
                    f"fit: {name} of {model.v_names[i]!r} is {value[i]} in {model.name}; expected "
                    f"a positive first guess, as model.replace({name}=...) gives."
                )
        maps = np.array([_congruence(x) for x in inertias[bodies]]).reshape(-1, 10, 10)
        return cls(bodies, maps, np.concatenate([np.zeros(0), *values]))

    @property
    def size(self) -> int:
        return 10 * len(self.maps) + len(self.joint_values)

    def parameters(self, x: Floats) -> Floats:
        inner, joints = self._split(x)
        p = np.zeros((len(self.bodies), 10))
        p[self.bodies] = np.einsum("kij,kj->ki", self.maps, from_log_cholesky(inner))
        return np.concatenate([p.ravel(), self.joint_values * np.exp(joints)])

    def slopes(self, x: Floats) -> Floats:
        """dp/dx."""
        inner, joints = self._split(x)
        J = np.zeros((10 * len(self.bodies) + len(joints), self.size))
        blocks = self.maps @ np.asarray(_slopes(inner))
        for k, i in enumerate(np.flatnonzero(self.bodies)):
            J[10 * i : 10 * i + 10, 10 * k : 10 * k + 10] = blocks[k]
        last = np.arange(len(joints))
        J[10 * len(self.bodies) + last, 10 * len(self.maps) + last] = self.joint_values * np.exp(
            joints
        )
        return J

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


def _minimize(family: _Family, R: Floats, z: Floats, doubt: float) -> tuple[Floats, bool]:
    """Levenberg's and Marquardt's steps from x = 0, for |R p(x) - z|^2 + |x / doubt|^2."""
    x, damping = np.zeros(family.size), 1e-3
    metric = np.eye(len(x)) / doubt**2
    cost = _cost(family, R, z, doubt, x)
    for _ in range(_STEPS):
        p = family.parameters(x)
        J = np.concatenate([R @ family.slopes(x), np.eye(len(x)) / doubt])
        r = np.concatenate([R @ p - z, x / doubt])
        A, g = J.T @ J, J.T @ r
        while damping < 1e15:
            step = np.linalg.solve(A + damping * metric, -g)
            new = _cost(family, R, z, doubt, x + step)
            if new <= cost:
                break
            damping *= 4
        else:
            return x, True  # no step goes down
        x, gain, cost, damping = x + step, cost - new, new, damping / 8
        if gain <= _SMALL * cost:
            return x, True
    return x, False


def _cost(family: _Family, R: Floats, z: Floats, doubt: float, x: Floats) -> float:
    with np.errstate(over="ignore", invalid="ignore"):
        r = R @ family.parameters(x) - z
        return float(r @ r + x @ x / doubt**2)
