"""The results of steps with contacts and of rollouts, and where their iterations converged."""

from typing import Any, Final, NamedTuple

import numpy as np

from ..scalar.array import Array

CONVERGED: Final = 1e-6
"""The residual below which iterations count as done, in m/s or rad/s."""


class ContactStep(NamedTuple):
    """A step with contacts.

    The state after it, q (..., nq) and v (..., nv); the `impulses` (..., ncontacts, 3) of contacts
    in N s, world axes; the `residuals` (..., 3) of `kt.friction.solve`: cone, velocity and
    complementarity, in m/s or rad/s. `converged` (...) says where all are below 1e-6.
    """

    q: Array
    v: Array
    impulses: Array
    residuals: Array

    @property
    def converged(self) -> Any:
        return np.asarray(self.residuals).max(-1) < CONVERGED


class Rollout(NamedTuple):
    """States at the times 0, every * dt, 2 * every * dt, ...: (..., T / every + 1, nq) and nv."""

    q: Array
    v: Array


class Score(NamedTuple):
    """The sum of costs (...), and the last state, (..., nq) and (..., nv)."""

    cost: Array
    q: Array
    v: Array


class MeasuredRollout(NamedTuple):
    """A `Rollout`, and the largest residual of each sample's steps (...), in m/s or rad/s."""

    q: Array
    v: Array
    residual: Array

    @property
    def converged(self) -> Any:
        """Where the contacts of all steps did, as `ContactStep` has it, (...)."""
        return np.asarray(self.residual) < CONVERGED


class MeasuredScore(NamedTuple):
    """A `Score`, and the largest residual of each sample's steps, as in a `MeasuredRollout`."""

    cost: Array
    q: Array
    v: Array
    residual: Array

    converged = MeasuredRollout.converged
