"""Parameters of bodies: which combinations torques depend on, and all bodies from free numbers.

Of the log-Cholesky parametrisation [Rucker2022]:

| paper | here | meaning |
|---|---|---|
| P | (not formed) | sum of m_i (r_i, 1) (r_i, 1)^T: [[S, h], [h^T, m]], S = tr(I) 1 / 2 - I |
| U | (not formed) | upper triangular with P = U U^T, times exp(alpha) |
| alpha, d, s, t | x | alpha; d1 d2 d3; s12 s23 s13; t1 t2 t3 |
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..algorithms.regressors import joint_torque_regressor
from ..coordinates.configuration import random_configuration
from ..errors import ModelError, ShapeError
from ..functions import function
from ..model import Model, expect_model
from ..model.values import check_positive, numbers
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.math import array, exp, log, sqrt, stack

NEGLIGIBLE: Final = 1e-9
"""Part of a column that is independent of those before it, from which on it counts."""


@dataclass(frozen=True)
class BaseParameters:
    """The base parameters of a robot, B p of all parameters p, as `base_parameters` gives them.

    Those of `fit` are of its samples.
    """

    names: tuple[str, ...]
    """The names of all parameters p, the columns of the regressor."""
    independent: NDArray[np.bool_]
    """(p,): whether a column of the regressor is independent of those before it."""
    combination: NDArray[np.float64]
    """B, (b, p): a torque is Y[:, independent] @ B @ p."""

    @property
    def expressions(self) -> tuple[str, ...]:
        """Each base parameter as a sum of parameters."""
        first = np.flatnonzero(self.independent).tolist()
        return tuple(map(self._expression, self.combination, first))

    @property
    def undetermined(self) -> tuple[str, ...]:
        """Each change of parameters that no torque shows, as a sum of parameters."""
        first = np.flatnonzero(~self.independent).tolist()
        changes = np.eye(len(self.names))[first]
        changes[:, self.independent] = -self.combination[:, first].T
        return tuple(map(self._expression, changes, first))

    def _expression(self, row: NDArray[np.float64], first: int) -> str:
        others = [k for k in np.flatnonzero(abs(row) > NEGLIGIBLE).tolist() if k != first]
        terms = ((f"{row[k]:.4g}", self.names[k]) for k in [first, *others])
        return " + ".join(name if x == "1" else f"{x} {name}" for x, name in terms)


def base_parameters(
    model: Model,
    *,
    joint_parameters: Sequence[str] = (),
    stribeck_velocity: ArrayLike | None = None,
) -> BaseParameters:
    """The combinations of inertial and joint parameters that joint torques depend on.

    Torques are linear in the parameters, Y p (`kt.joint_torque_regressor`, whose columns and
    `joint_parameters` these are; "stribeck" is linear at a given `stribeck_velocity` (nv)), and
    some columns of Y depend on those before them at all states: only B p is seen in torques,
    however the robot moves. Found from the regressor at random states, by orthogonalization.
    Raises ModelError for another joint parameter, and for a robot without joints.
    Source: [Gautier1991].

    >>> import kinetree as kt
    >>> base = kt.identification.base_parameters(kt.robots.pendulum())
    >>> base.combination.shape, base.expressions
    ((3, 10), ('hinge1.mcx', 'hinge1.mcz', 'hinge1.Iyy'))
    """
    expect_joints("base_parameters", model)
    listed = joint_parameters if isinstance(joint_parameters, str) else tuple(joint_parameters)
    rng = np.random.default_rng(0)
    count = 20 + 3 * (len(listed) + len(model.parameter_names) // max(model.nv, 1))
    q = random_configuration(model, count, rng=rng)
    v, a = rng.normal(size=(2, count, model.nv))
    if stribeck_velocity is not None:
        slow = numbers("stribeck_velocity", stribeck_velocity)
        if slow.shape != (model.nv,):
            raise ShapeError(f"stribeck_velocity has shape {slow.shape}; expected ({model.nv},).")
        check_positive("base_parameters", slow, "stribeck_velocity")
        v[::2] *= slow  # where this friction is seen
    Y = joint_torque_regressor(model, q, v, a, stribeck_velocity, joint_parameters=listed)
    Y = np.asarray(Y)
    return base_of(model, listed, Y.reshape(-1, Y.shape[-1]))


def expect_joints(function: str, model: Model) -> None:
    """Raise ModelError for what is no model, and for one without joints."""
    expect_model(function, model)
    if not model.nv:
        raise ModelError(f"{function}: {model.name} has no joints, whose torques tell parameters.")


def base_of(model: Model, listed: Sequence[str], W: NDArray[np.float64]) -> BaseParameters:
    """The base parameters seen in W p, with these joint parameters."""
    names = (*model.parameter_names, *(f"{v}.{x}" for x in listed for v in model.v_names))
    length = np.linalg.norm(W, axis=0)
    length = np.where(length > NEGLIGIBLE * length.max(initial=0), length, np.inf)
    W = W / length  # columns of rounding errors become zero
    Q, sizes = W[:, :0], list[float]()
    for w in W.T:  # Gram and Schmidt's steps, twice for rounding
        rest = w - Q @ (Q.T @ w)
        rest -= Q @ (Q.T @ rest)
        sizes.append(float(np.linalg.norm(rest)))
        if sizes[-1] > NEGLIGIBLE:
            Q = np.column_stack([Q, rest / sizes[-1]])
    independent = np.array(sizes) > NEGLIGIBLE
    B = np.zeros((int(independent.sum()), len(names)))
    B[:, independent] = np.eye(len(B))
    dependent = np.linalg.lstsq(W[:, independent], W[:, ~independent], rcond=None)[0]
    moved = ~independent & np.isfinite(length)
    B[:, moved] = dependent[:, moved[~independent]] * length[moved] / length[independent][:, None]
    B = np.where(np.less(np.abs(B), NEGLIGIBLE), 0, B)
    return BaseParameters(names, independent, B)


@function("(10)->(10)", name="identification.from_log_cholesky")
def from_log_cholesky(x: Array) -> Array:
    """The ten parameters of a body from any ten numbers, alpha, d1 d2 d3, s12 s23 s13, t1 t2 t3.

    They are those of a body, a distribution of positive mass, whatever x is; every body with mass
    in all directions has one x. t is its centre of mass in m, exp(2 alpha) its mass in kg.
    Shapes: x (..., 10); result (..., 10), a row of `model.inertias`. Source: [Rucker2022].

    >>> import kinetree as kt
    >>> kt.Inertia.from_parameters(kt.identification.from_log_cholesky([0.0] * 10)).mass
    1.0
    """
    return body_of(x[0], factor_of(x))


def factor_of(x: Array) -> Array:
    """U of the ten numbers, without the factor exp(alpha)."""
    _, d1, d2, d3, s12, s23, s13, t1, t2, t3 = x
    rows = [[exp(d1), s12, s13, t1], [0, exp(d2), s23, t2], [0, 0, exp(d3), t3], [0, 0, 0, 1]]
    return array(rows)


def body_of(alpha: Scalar, U: Array) -> Array:
    """The ten parameters of the body of which exp(alpha) U is the factor [Wensing2018]."""
    m = exp(2 * alpha)
    S = m * (U[:3] @ U[:3].T)
    trace = S[0, 0] + S[1, 1] + S[2, 2]
    moments = [trace - S[0, 0], -S[0, 1], trace - S[1, 1], -S[0, 2], -S[1, 2], trace - S[2, 2]]
    return stack([m, *(m * U[:3, 3]), *moments])


@function("(10)->(10)", name="identification.log_cholesky")
def log_cholesky(inertia: Array) -> Array:
    """The ten numbers from which `from_log_cholesky` makes an inertia; nan if it is no body's.

    A body without mass, or whose mass is in a plane or on a line, has none.
    Shapes: inertia (..., 10), a row of `model.inertias`, or a `kt.Inertia`; result (..., 10).
    Source: [Rucker2022].

    >>> import kinetree as kt
    >>> body = kt.robots.arm().inertias[1]
    >>> x = kt.identification.log_cholesky(body)
    >>> bool(abs(kt.identification.from_log_cholesky(x) - body).max() < 1e-15)
    True
    """
    m, hx, hy, hz, xx, xy, yy, xz, yz, zz = inertia
    t1, t2, t3 = hx / m, hy / m, hz / m
    half = (xx + yy + zz) / 2
    a33 = sqrt((half - zz) / m - t3 * t3)
    a23, a13 = (-yz / m - t2 * t3) / a33, (-xz / m - t1 * t3) / a33
    a22 = sqrt((half - yy) / m - t2 * t2 - a23 * a23)
    a12 = (-xy / m - t1 * t2 - a13 * a23) / a22
    a11 = sqrt((half - xx) / m - t1 * t1 - a12 * a12 - a13 * a13)
    return stack([log(m) / 2, log(a11), log(a22), log(a33), a12, a23, a13, t1, t2, t3])
