"""The results of steps with contacts and of rollouts, and where their iterations converged."""

from itertools import chain, product
from typing import Any, Final, NamedTuple

import numpy as np

from ..compiler.program import named_results
from ..scalar.array import Array, as_array

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


def with_activation(step: Any, activation: Array | None) -> Any:
    """A state or a `ContactStep` with the states of motors after it, if there are any."""
    if activation is None:
        return step
    names = *step._fields, "activation"
    return named_results(f"Driven{type(step).__name__}", names)(*step, activation)


def results_of_rollout(**results: Array | None) -> Any:
    """The results that there are, as a NamedTuple: a `Score` if a cost is among them."""
    present = {name: as_array(x) for name, x in results.items() if x is not None}
    return _class(*present)(*present.values())


def _class(*names: str) -> Any:
    return named_results("Score" if names[0] == "cost" else "Rollout", names)


def _converged(results: Any) -> Any:
    """Where the contacts of all steps did, as `ContactStep` has it, (...)."""
    return np.asarray(results.residual) < CONVERGED


for _names in product(
    [("q", "v", "residual"), ("q", "v", "residual", "forces"), ("cost", "q", "v", "residual")],
    [(), ("memory",)],
    [(), ("activation",)],
):
    _class(*chain(*_names)).converged = property(_converged)  # also of kernels that are loaded
_names = *ContactStep._fields, "activation"
named_results("DrivenContactStep", _names).converged = ContactStep.converged  # pyright: ignore
