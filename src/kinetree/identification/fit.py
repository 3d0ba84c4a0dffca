"""Physically consistent identification: bodies whose torques are those measured."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from ..algorithms.forces import passive_forces
from ..algorithms.regressors import joint_torque_regressor
from ..algorithms.rnea import rnea
from ..errors import ShapeError, printable, warn
from ..model import Model
from ..model.contents import check_contents
from ..model.joints.base import Numbers
from ..model.values import check_positive, common_batch, numbers
from .family import Family
from .parameters import BaseParameters, base_of, expect_joints

_STEPS: Final = 200
_MOST: Final = 1e20
"""Samples, noise and doubt are smaller: their fourth powers are finite."""
_UNEXPLAINED: Final = 10
"""Residual in units of the noise from which on the model cannot be that of the robot."""
_SMALL: Final = 1e-8
"""Part of the sum of squares that a step may still remove at its minimum."""
_LEAST: Final = 0.1
"""Part of a torque that a joint parameter of zero explains in units of the doubt."""


@dataclass(frozen=True, repr=False)
class Fit:
    """The result of `fit`, which prints all parameters with their standard deviations."""

    model: Model
    """The robot with the parameters found."""
    residual: Numbers
    """(nv,): the root mean square of the torques that it does not explain, in N m or N.

    Well above the noise of the torques it means that the model lacks something, or a wrong sign.
    """
    converged: bool
    """Whether a minimum is reached; wrong torques converge too, to a large `residual`."""
    message: str
    """How the search ended."""
    parameters: Numbers
    """(p,): all parameters, as `base.names` names them."""
    standard_deviations: Numbers
    """(p,): of all parameters, with the residual as noise; of `doubt` where torques tell nothing.

    The square roots of the diagonal of the inverse of Fisher's information.
    """
    base: BaseParameters
    """The combinations that these torques determine; `base.undetermined` are those left to
    `model`."""

    def __repr__(self) -> str:
        lines = [f"Fit of {self.model.name}: {self.message}", f"residual: {self.residual.round(6)}"]
        groups = dict[str, list[str]]()
        rows = zip(self.base.names, self.parameters, self.standard_deviations, strict=True)
        for name, x, deviation in rows:
            joint, _, what = name.rpartition(".")
            groups.setdefault(joint, []).append(f"{what} {x:.4g} +- {deviation:.2g}")
        lines += [f"{joint}: {', '.join(row)}" for joint, row in groups.items()]
        lines.append(f"undetermined: {'; '.join(self.base.undetermined) or 'nothing'}")
        return printable("\n".join(lines))


def fit(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    tau: ArrayLike,
    *,
    f_ext: ArrayLike | None = None,
    joint_parameters: Sequence[str] = (),
    stribeck_velocity: ArrayLike | None = None,
    noise: ArrayLike = 1.0,
    doubt: float = 0.3,
) -> Fit:
    """The robot whose torques along a motion are those measured, made of bodies that can exist.

    Least squares of torques in units of `noise`, the standard deviation of a measured torque in
    N m or N, a number or (nv,), and of how far parameters are from those of `model`, in units of
    `doubt`, their relative uncertainty: what torques do not tell (`base_parameters`) stays near
    `model`. Each inertia is P = U X U^T, with U the Cholesky factor of the model's, and X of any
    ten numbers by `from_log_cholesky`. The `joint_parameters` are those of
    `kt.joint_torque_regressor`; offsets and Stribeck's friction are in `parameters` alone, not in
    the robot. First guesses may be zero: `doubt` is relative to the guess and to a tenth of what
    would explain all of the torque, together. So masses are positive, moments are those of bodies,
    and joint parameters but offsets are not negative, whatever is measured. Bodies without mass
    keep none.

    Shapes: q (..., nq), v, a and tau (..., nv), f_ext (..., njoints, 6), whose leading axes
    broadcast and are all samples. tau is `kt.rnea(q, v, a, f_ext) - kt.passive_forces(q, v)` of the
    robot that was measured, zero along the base of a robot on its feet; f_ext, as `kt.rnea` takes
    it, are the forces measured on its bodies, those of the ground by `kt.external_forces`.
    Raises ShapeError for samples that are not finite, and for none; ModelError for a body of
    `model` that cannot be, or whose mass is in a plane, for a joint parameter that is negative in
    `model`, and for a robot without joints.
    Warns of a residual of more than ten times the noise, and of a search that does not converge.
    Source: [Rucker2022], in coordinates relative to the model; the steps are those of
    [Marquardt1963], with the acceleration of [Transtrum2012].

    >>> import numpy as np
    >>> import kinetree as kt
    >>> arm, rng = kt.robots.arm(), np.random.default_rng(0)
    >>> true = arm.with_payload("tool", kt.Inertia(1.0, [0, 0, 0.1], 0.01 * np.eye(3)))
    >>> q, (v, a) = kt.random_configuration(arm, 50, rng=rng), rng.normal(size=(2, 50, arm.nv))
    >>> estimate = kt.identification.fit(arm, q, v, a, kt.rnea(true, q, v, a), noise=0.1)
    >>> estimate.converged, bool(estimate.residual.max() < 0.1)
    (True, True)
    """
    expect_joints("fit", model)
    check_contents("fit", {"model": model})
    names = joint_parameters if isinstance(joint_parameters, str) else tuple(joint_parameters)
    samples = _samples(model, {"q": q, "v": v, "a": a, "tau": tau, "f_ext": f_ext})
    torques, forces = samples.pop("tau"), samples.pop("f_ext", None)
    states = [*samples.values()]
    scale, spread = _uncertainties(model, noise, doubt)
    if stribeck_velocity is not None:
        check_positive("fit", numbers("stribeck_velocity", stribeck_velocity), "stribeck_velocity")
    Y = joint_torque_regressor(model, *states, stribeck_velocity, joint_parameters=names)
    Y = np.asarray(Y)
    Y = np.broadcast_to(Y, (*torques.shape, Y.shape[-1]))
    columns = (Y[..., 10 * (model.njoints - 1) :] / scale[:, None]).reshape(torques.size, -1)
    affected = np.sqrt((columns != 0).T @ (torques / scale).ravel() ** 2)
    length = np.linalg.norm(columns, axis=0)
    family = Family.around(model, names, _LEAST * affected / np.where(length > 0, length, np.inf))
    others = rnea(model, *states, forces) - passive_forces(model, *states[:2])
    others -= Y @ family.parameters(np.zeros(family.size))  # springs, joint parameters that stay
    torques = torques - others
    R = _triangle(Y, scale, torques)
    x, converged, message = _minimize(family, R[:, :-1], R[:, -1], spread)
    if not converged:
        warn(f"fit: {message}; begin again at the robot found, or with less doubt or more noise.")
    p = family.parameters(x)
    errors = (Y @ p - torques).reshape(-1, model.nv)
    residual = np.sqrt(np.mean(errors**2, 0))
    if (residual > _UNEXPLAINED * scale).any():
        i = int(np.argmax(residual / scale))
        warn(
            f"fit: torques of {model.v_names[i]!r} are off by {residual[i]:.3g}, a root mean "
            f"square, where noise is {scale[i]:.3g}: tau may have the other sign, another order or "
            "gear ratios, the model may lack damping, friction or a payload, f_ext forces that "
            "act on it, or noise is more."
        )
    base = base_of(model, names, R[:, :-1])
    freedom = len(errors) - len(base.combination) / model.nv  # of the samples of each torque
    if freedom > 0:
        scale = np.maximum(residual * np.sqrt(len(errors) / freedom), 1e-12 * scale)
    D = family.slopes(x)
    information = np.concatenate([_triangle(Y, scale) @ D, np.eye(len(x)) / spread])
    U = np.asarray(np.linalg.qr(information, mode="r"), float)
    deviations = np.linalg.norm(np.linalg.solve(U.T, D.T), axis=0)
    return Fit(family.model(model, p, names), residual, converged, message, p, deviations, base)


def _triangle(Y: Numbers, scale: Numbers, torques: Numbers | None = None) -> Numbers:
    """R of Q R = Y, or (Y, torques), in units of the noise."""
    rows = Y if torques is None else np.concatenate([Y, torques[..., None]], -1)
    rows = (rows / scale[:, None]).reshape(-1, rows.shape[-1])
    return np.asarray(np.linalg.qr(rows, mode="r"), float)


def _uncertainties(model: Model, noise: ArrayLike, doubt: float) -> tuple[Numbers, float]:
    """The noise of each torque, and the doubt; raises ShapeError for others than positive ones."""
    scale: Numbers = numbers("noise", noise)
    spread: Numbers = numbers("doubt", doubt)
    if scale.shape not in ((), (model.nv,)) or spread.shape != ():
        raise ShapeError(
            f"fit: noise and doubt have shapes {scale.shape} and {spread.shape}; expected () or "
            f"({model.nv},), and ()."
        )
    if not ((scale > 0) & (scale < _MOST)).all() or not 1 / _MOST < spread < _MOST:
        raise ShapeError(
            f"fit: noise is {noise} and doubt {doubt}; expected positive numbers below {_MOST:g}. "
            "A doubt of 1e3 says that nothing is known."
        )
    return np.broadcast_to(scale, model.nv), float(spread)


def _samples(model: Model, operands: Mapping[str, ArrayLike | None]) -> dict[str, Numbers]:
    """What is given of states, torques and forces; raises ShapeError for what are no samples."""
    shapes = {"q": (model.nq,), "f_ext": (model.njoints, 6)}
    arrays, batches = dict[str, Numbers](), dict[str, tuple[int, ...]]()
    for name, value in operands.items():
        if value is None:
            continue
        x, shape = numbers(f"fit: {name}", value), shapes.get(name, (model.nv,))
        if x.shape[-len(shape) :] != shape:
            expected = ", ".join(map(str, ("...", *shape)))
            raise ShapeError(f"fit: {name} has shape {x.shape}; expected ({expected}).")
        if not (abs(x) < _MOST).all():
            index = tuple(np.argwhere(~(abs(x) < _MOST))[0].tolist())
            raise ShapeError(
                f"fit: {name}[{', '.join(map(str, index))}] is {x[index]}; leave out samples that "
                f"are not finite, or beyond {_MOST:g}."
            )
        arrays[name], batches[name] = x, x.shape[: -len(shape)]
    batch = common_batch(batches, "fit: the samples of its operands differ in number")
    if 0 in batch:
        raise ShapeError(f"fit: no samples: the shape of q is {arrays['q'].shape}.")
    arrays["tau"] = np.broadcast_to(arrays["tau"], (*batch, model.nv))
    return arrays


def _minimize(family: Family, R: Numbers, z: Numbers, doubt: float) -> tuple[Numbers, bool, str]:
    """The x of least |R p(x) - z|^2 + |x / doubt|^2, whether it is a minimum, and a message.

    The better of two searches: one begins at the model, one at heavier bodies, by which torques
    are as large as measured; those of bodies that are far too light do not tell how to change them.
    Levenberg's and Marquardt's steps, each with half of its acceleration along p(x): what torques
    do not tell is a narrow bent valley, along which straight steps are short.
    """
    n = family.size

    def cost(x: Numbers) -> float:
        r = R @ family.parameters(x) - z
        return float(r @ r + x @ x / doubt**2)

    def search(x: Numbers) -> tuple[Numbers, bool, str]:
        damping, least = 1e-3, cost(x)
        for k in range(_STEPS):
            p, S = family.parameters(x), R @ family.slopes(x)
            A, g = S.T @ S + np.eye(n) / doubt**2, S.T @ (R @ p - z) + x / doubt**2
            free = np.flatnonzero((x > family.low) | (g < 0))
            A, g = A[np.ix_(free, free)], g[free]
            # doubt may be lost in rounding
            A += np.finfo(float).eps * A.trace() * np.eye(len(free))
            if g @ np.linalg.solve(A, g) <= _SMALL * (least + 1):
                return x, True, f"converged after step {k}"
            while damping < 1e15:
                step, damped = np.zeros(n), A + damping / doubt**2 * np.eye(len(free))
                step[free] = -np.linalg.solve(damped, g)
                ends = (family.parameters(x + side * step) for side in (0.1, -0.1))
                bend = S[:, free].T @ (R @ (sum(ends) - 2 * p)) / 0.1**2
                step[free] -= np.linalg.solve(damped, bend) / 2
                new = np.maximum(x + step, family.low)
                if cost(new) < least:
                    break
                damping *= 4
            else:
                return x, False, f"not converged: no step lowers the sum of squares after step {k}"
            x, least, damping = new, cost(new), damping / 8
        return x, False, f"not converged after step {_STEPS}"

    with np.errstate(over="ignore", invalid="ignore"):
        results = [search(x) for x in (np.zeros(n), family.scaled(R, z))]
        return min(results, key=lambda result: cost(result[0]))
