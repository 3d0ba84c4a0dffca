"""Motions whose torques tell parameters well: periodic, from rest to rest, within limits."""

from collections.abc import Sequence
from numbers import Real
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..algorithms.forces import passive_forces
from ..algorithms.regressors import JointParameter, joint_torque_regressor
from ..algorithms.rnea import rnea
from ..errors import ModelError, ShapeError
from ..model import Model
from ..model.joints import Joint
from ..model.joints.base import Numbers
from ..model.values import whole_number
from .parameters import base_parameters, expect_joints

_STEPS: Final = 1000


class Excitation(NamedTuple):
    """A motion for identification, as `excitation` gives it."""

    q: Numbers
    v: Numbers
    a: Numbers
    condition: float
    """The condition number of the regressor of base parameters, of all samples."""


def excitation(
    model: Model,
    period: float,
    dt: float,
    *,
    harmonics: int = 5,
    joint_parameters: Sequence[JointParameter] = (),
    stribeck_velocity: ArrayLike | None = None,
    rng: np.random.Generator | int | None = None,
) -> Excitation:
    """A motion along which torques tell the base parameters well, within the robot's limits.

    Each joint follows a Fourier series of so many `harmonics` of a `period` in s, sampled each
    `dt`, that begins and ends at rest, without acceleration. Of such motions it has a small
    condition number of the regressor of base parameters (`base_parameters`), in SI units: the best
    of 1000 steps of a random search, by `rng`, a generator or a seed. Positions, velocities, and
    the torques of `model`, with its springs, damping and friction, are within limits at all
    samples; joints without limits of position stay within half a turn, or 1 m, of zero.

    Shapes: q, v and a (T, nv), T = period / dt + 1. Raises ModelError for joints whose velocity is
    not the rate of q (a free base, (cos, sin)), for loops, and for a robot that cannot move within
    its limits about the middle of those of position; ShapeError for less than 2 samples a wave.
    Source: [Swevers1997], with the condition number as criterion; the search is [Rechenberg1973].

    >>> import kinetree as kt
    >>> motion = kt.identification.excitation(kt.robots.pendulum(), 5.0, 0.05, rng=0)
    >>> motion.q.shape, motion.condition < 10
    ((101, 1), True)
    """
    expect_joints("excitation", model)
    base = base_parameters(
        model, joint_parameters=joint_parameters, stribeck_velocity=stribeck_velocity
    )
    columns, names = base.independent, tuple(joint_parameters)
    n = whole_number("excitation", "harmonics", harmonics, 2)
    for j in model.free_joints:
        if type(j.type).integrate is not Joint.integrate or model.constraints:
            raise ModelError(
                f"excitation: {j.name!r} of {model.name} is a {type(j.type).__name__}, or in loops;"
                " expected joints whose velocity is the rate of q (continuous='angle'), in a tree."
            )
    timed = isinstance(period, Real) and isinstance(dt, Real)
    if not timed or not 0 < 2 * n * dt < period < np.inf:
        raise ShapeError(
            f"excitation: period is {period!r} and dt {dt!r}; expected times in s, of which the "
            f"first is more than {2 * n} of the second, two for each harmonic."
        )
    w = 2 * np.pi / period
    phases = w * dt * np.arange(round(period / dt) + 1.0)
    waves = w ** np.arange(3)[:, None, None] * _waves(phases, n)

    def condition(x: Numbers) -> float:
        """Of the motion of coefficients x; infinite where torques are beyond limits."""
        q, v, a = _motion(model, waves, x)
        if (abs(rnea(model, q, v, a) - passive_forces(model, q, v)) > model.effort_limits).any():
            return np.inf
        Y = joint_torque_regressor(model, q, v, a, stribeck_velocity, joint_parameters=names)
        W = np.asarray(Y)[..., columns].reshape(-1, columns.sum())
        squares = np.linalg.eigvalsh(W.T @ W)
        return float(np.sqrt(squares[-1] / squares[0])) if squares[0] > 0 else np.inf

    rng = np.random.default_rng(rng)
    x, deviation = rng.normal(size=(2 * n - 1, model.nv)), 0.3
    while np.isinf(least := condition(x)):
        x *= 0.8
        if abs(x).max() < 1e-3:
            raise ModelError(
                f"excitation: no motion of {model.name} about the middle of its limits of position "
                "keeps those of velocity and torque, and tells all parameters; widen them."
            )
    for _ in range(_STEPS):
        new = x + deviation * rng.normal(size=x.shape)
        value = condition(new)
        deviation = max(deviation * (1.5 if value < least else 1.5**-0.25), 0.01)
        x, least = (new, value) if value < least else (x, least)
    q, v, a = _motion(model, waves, x)
    return Excitation(q, v, a, least)


def _motion(model: Model, waves: Numbers, x: Numbers) -> Numbers:
    """q, v and a (3, T, nv) of coefficients x, smaller and elsewhere where these exceed limits."""
    reach = np.where(np.array(model.v_units) == "rad/s", np.pi, 1.0)
    low, high = model.lower_position_limits, model.upper_position_limits
    low = np.where(np.isfinite(low), low, np.minimum(-reach, high - reach))
    high = np.where(np.isfinite(high), high, np.maximum(reach, low + reach))
    half = (high - low) / 2 * (1 - 1e-9)  # for rounding
    states = waves @ (half * x[1:])
    sizes = np.stack([np.ptp(states[0], 0) / 2, abs(states[1]).max(0)])
    bounds = np.stack([half, model.velocity_limits * (1 - 1e-9)])
    states /= np.maximum((sizes / np.maximum(bounds, 1e-12)).max(0), 1.0)
    q, center = states[0], (low + high) / 2
    states[0] += np.clip(center + half * x[0], center - half - q.min(0), center + half - q.max(0))
    return states


def _waves(t: Numbers, harmonics: int) -> Numbers:
    """Sums of waves that start at rest, with two derivatives by t, (3, T, 2 harmonics - 2)."""
    k = np.arange(1.0, harmonics + 1)
    s, c = np.sin(np.outer(t, k)), np.cos(np.outer(t, k))
    waves = [np.hstack(x) for x in ((s, c), (k * c, -k * s), (-(k**2) * s, -(k**2) * c))]
    return waves @ np.linalg.svd([waves[1][0], waves[2][0]])[2][2:].T
