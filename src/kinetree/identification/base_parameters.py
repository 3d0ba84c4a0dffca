"""Base parameters: the combinations of a robot's parameters that torques depend on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..algorithms.regressors import joint_torque_regressor
from ..coordinates.configuration import random_configuration
from ..model import Model, expect_model

NEGLIGIBLE: Final = 1e-9
"""Part of a column that is independent of those before it, from which on it counts."""


@dataclass(frozen=True)
class BaseParameters:
    """The base parameters of a robot, B p of all parameters p, as `base_parameters` gives them."""

    names: tuple[str, ...]
    """The names of all parameters p, the columns of the regressor."""
    independent: NDArray[np.bool_]
    """(p,): whether a column of the regressor is independent of those before it."""
    combination: NDArray[np.float64]
    """B, (b, p): a torque is Y[:, independent] @ B @ p."""

    @property
    def expressions(self) -> tuple[str, ...]:
        """Each base parameter as a sum of parameters."""
        return tuple(map(self._expression, self.combination))

    def _expression(self, row: NDArray[np.float64]) -> str:
        terms = [(x, name) for x, name in zip(row, self.names, strict=True) if abs(x) > NEGLIGIBLE]
        first = next(k for k, (x, _) in enumerate(terms) if abs(x - 1) < NEGLIGIBLE)
        ordered = [terms[first], *terms[:first], *terms[first + 1 :]]
        return " + ".join(name if f"{x:.4g}" == "1" else f"{x:.4g} {name}" for x, name in ordered)


def base_parameters(model: Model, *, joint_parameters: Sequence[str] = ()) -> BaseParameters:
    """The combinations of inertial and joint parameters that joint torques depend on.

    Torques are linear in the parameters, Y p (`kt.joint_torque_regressor`, whose columns and
    `joint_parameters` these are), and some columns of Y depend on those before them at all states:
    only B p is seen in torques, however the robot moves. Found from the regressor at random
    states, by a QR decomposition.
    Raises ModelError for another joint parameter. Source: [Gautier1991].

    >>> import kinetree as kt
    >>> base = kt.identification.base_parameters(kt.robots.pendulum())
    >>> base.combination.shape, base.expressions
    ((3, 10), ('hinge1.mcx', 'hinge1.mcz', 'hinge1.Iyy'))
    """
    expect_model("base_parameters", model)
    listed = joint_parameters if isinstance(joint_parameters, str) else tuple(joint_parameters)
    names = (*model.parameter_names, *(f"{v}.{x}" for x in listed for v in model.v_names))
    rng = np.random.default_rng(0)
    count = 20 + 3 * len(names) // max(model.nv, 1)
    q = random_configuration(model, count, rng=rng)
    v, a = rng.normal(size=(2, count, model.nv))
    Y = joint_torque_regressor(model, q, v, a, joint_parameters=listed)
    W = np.asarray(Y).reshape(-1, len(names))
    length = np.linalg.norm(W, axis=0)
    length = np.where(length > NEGLIGIBLE * length.max(initial=0), length, np.inf)
    W = W / length  # columns of rounding errors become zero
    diagonal = np.diag(np.linalg.qr(W, mode="r"))
    independent = abs(diagonal) > NEGLIGIBLE
    B = np.zeros((int(independent.sum()), len(names)))
    B[:, independent] = np.eye(len(B))
    dependent = np.linalg.lstsq(W[:, independent], W[:, ~independent], rcond=None)[0]
    moved = ~independent & np.isfinite(length)
    B[:, moved] = dependent[:, moved[~independent]] * length[moved] / length[independent][:, None]
    B = np.where(np.less(np.abs(B), NEGLIGIBLE), 0, B)
    return BaseParameters(names, independent, B)
