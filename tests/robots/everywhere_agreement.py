"""Comparison of a robot in two libraries for `everywhere.py`, and loading by each library."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from agreement import residual, run
from robots.pair import block_error, placement_error

import kinetree as kt

SAMPLES = 8
SEED = 7
OWN_RESIDUAL, RESIDUAL, ACCELERATION = "aba, its equation", "aba, the peer's equation", "aba"
BOUND = 1e-11
BOUNDS = {OWN_RESIDUAL: 1e-14}
"""Bounds other than BOUND."""
WELL_CONDITIONED = 1e4
"""Accelerations are compared up to this condition of M, beyond it their residuals only."""
SINGULAR = 1e14
"""From this condition on M is singular to rounding."""


class Results(NamedTuple):
    """Results of all samples: rnea, crba, nonlinear effects, aba, frame placements."""

    tau: Any
    M: Any
    h: Any
    a: Any
    placements: Any


class States(NamedTuple):
    """Random states of a robot."""

    q: Any
    v: Any
    a: Any
    tau: Any

    @classmethod
    def of(cls, model: kt.Model) -> "States":
        rng = np.random.default_rng(SEED)
        q = kt.random_configuration(model, SAMPLES, rng=rng)
        return cls(q, *rng.standard_normal((3, SAMPLES, model.nv)))


def ours(model: kt.Model, at: States) -> Results:
    """kinetree's, through the interpreter."""
    return Results(
        run(kt.rnea, model, at.q, at.v, at.a),
        run(kt.crba, model, at.q),
        run(kt.nonlinear_effects, model, at.q, at.v),
        run(kt.aba, model, at.q, at.v, at.tau),
        run(kt.frame_placements, model, at.q),
    )


def compared(
    model: kt.Model, at: States, theirs: Results, frames: list[int], scale: float
) -> dict[str, Any]:
    """The condition of M, and one error for each algorithm, by the norms of `pair.py`.

    `frames` are those whose placements the peer gives. Where M is singular, also the velocities
    that move no mass, and for how many samples aba is finite, here and there: here, these solve
    the equation of motion.
    """
    own = ours(model, at)
    worst = max(map(condition, theirs.M))
    finite = np.isfinite(own.a).all(-1)
    row: dict[str, Any] = {"nv": model.nv, "condition": worst}
    errors = {
        "rnea": block_error(own.tau, theirs.tau, scale),
        "crba": block_error(own.M, theirs.M, scale),
        "frame placements": placement_error(own.placements[:, frames], theirs.placements, scale),
    }
    if worst < SINGULAR:
        errors[OWN_RESIDUAL] = worst_residual(own, own.a, at.tau)
        errors[RESIDUAL] = worst_residual(theirs, own.a, at.tau)
    else:
        row["idle"] = [model.v_names[i] for i in np.flatnonzero((theirs.M == 0).all((0, 2)))]
        row["finite"] = [int(np.isfinite(x.a).all(-1).sum()) for x in (own, theirs)]
        chosen = Results(*(x[finite] for x in own))
        errors[OWN_RESIDUAL] = worst_residual(chosen, chosen.a, at.tau[finite])
    if worst < WELL_CONDITIONED:
        errors[ACCELERATION] = block_error(own.a, theirs.a, scale)
    return row | {"errors": errors}


def condition(M: Any) -> float:
    """The condition number of M with units taken out: of M_ij / sqrt(M_ii M_jj)."""
    size = np.sqrt(M.diagonal())
    if not (size > 0).all():
        return np.inf
    return float(np.linalg.cond(M / np.outer(size, size))) if size.size else 1.0


def worst_residual(equation: Results, a: Any, tau: Any) -> float:
    """max|M a + h - tau| / max(|M||a| + |h| + |tau|), the worst sample."""
    if not tau.size:
        return 0.0
    worst = np.max([residual(*row) for row in zip(equation.M, equation.h, tau, a, strict=True)])
    return float(worst) if np.isfinite(worst) else np.inf


def beyond(errors: dict[str, float]) -> list[str]:
    """The errors that are not within their bounds."""
    return [what for what, error in errors.items() if not error <= BOUNDS.get(what, BOUND)]


def tried(make: Callable[[], Any], *refusals: type[Exception]) -> tuple[Any, str]:
    """The result of `make`, None where it raises, and its messages."""
    result, message = None, ""
    with heard() as said:
        try:
            result = make()
        except refusals as error:
            message = str(error)
    lines = dict.fromkeys(line.strip() for line in [*message.splitlines(), *said])
    return result, "\n".join(line for line in lines if line)


def verdict(result: Any, said: str) -> str:
    """The verdict of a library on a file."""
    return said if result is None else f"loads; {said}" if said else "loads"


@contextmanager
def heard() -> Iterator[list[str]]:
    """The lines written to standard error meanwhile, by libraries in C++ too, line by line."""
    said: list[str] = []
    with tempfile.TemporaryFile() as file:
        terminal = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            yield said
        finally:
            os.dup2(terminal, 2)
            os.close(terminal)
            file.seek(0)
            said += file.read().decode(errors="replace").splitlines()
