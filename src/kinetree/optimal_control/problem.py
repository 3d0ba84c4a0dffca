"""An optimal control problem, and its kernels."""

from dataclasses import dataclass, field
from math import prod
from typing import Any

from ..compiler.kernel import Kernel
from ..compiler.program import Packing
from ..model import Model, expect_model
from ..scalar.array import Array
from .riccati import backward
from .stages import (
    Linearized,
    final_linearized,
    linearized,
    moved,
    multipliers,
)
from .terms import Rows, Step, Terms


@dataclass(frozen=True, kw_only=True, eq=False)
class Problem:
    """What moves, what it costs, and what must hold: T stages, and an end.

    Functions on Arrays of one sample, as the policy of a rollout: of the configuration q (nq,), the
    velocity v (nv,), the control u (m,) of the stage, and its `parameters` (p,), None where `solve`
    is given none: targets, weights, which feet are in contact. Those of the end have no u.

    - `step(q, v, u, parameters)`, the next q and v.
    - `residuals(q, v, u, parameters)`, numbers (n,), half the sum of whose squares is the cost of a
      stage: a weight is the square of a factor. `final_residuals(q, v, parameters)`, of the end.
    - `equalities` and `final_equalities`, numbers that must be 0.
    - `inequalities` and `final_inequalities`, numbers that must be at most 0.

    >>> import kinetree as kt
    >>> arm, dt = kt.robots.arm(), 0.02
    >>> def step(q, v, tau, parameters):
    ...     v = v + dt * kt.aba(arm, q, v, tau)
    ...     return kt.integrate(arm, q, dt * v), v
    >>> problem = kt.optimal_control.Problem(
    ...     model=arm,
    ...     step=step,
    ...     residuals=lambda q, v, tau, goal: 0.01 * kt.math.concatenate([v, tau]),
    ...     final_residuals=lambda q, v, goal: kt.math.concatenate([10 * (q - goal), v]),
    ... )
    """

    model: Model
    step: Step
    residuals: Rows = None
    final_residuals: Rows = None
    equalities: Rows = None
    final_equalities: Rows = None
    inequalities: Rows = None
    final_inequalities: Rows = None
    _kernels: dict[Any, "Kernels"] = field(
        default_factory=dict[Any, "Kernels"], init=False, repr=False
    )

    def __post_init__(self) -> None:
        expect_model("optimal_control.Problem", self.model)

    @property
    def terms(self) -> Terms:
        return Terms(self.residuals, self.equalities, self.inequalities)

    @property
    def final_terms(self) -> Terms:
        return Terms(self.final_residuals, self.final_equalities, self.final_inequalities)

    def kernels(self, dtype: Any, steps: int, m: int, p: int, bounded: bool) -> "Kernels":
        """The kernels of motions of so many steps, m controls and p parameters."""
        key = dtype, steps, m, p, bounded
        if key not in self._kernels:
            self._kernels[key] = Kernels.of(self, *key)
        return self._kernels[key]


@dataclass(frozen=True)
class Kernels:
    """The compiled parts of an iteration."""

    linearized: Kernel
    final_linearized: Kernel
    backward: Kernel
    moved: Kernel
    multipliers: Kernel | None
    final_multipliers: Kernel | None
    sizes: tuple[int, int]
    """Constraints of a stage, and of the end."""

    def derivatives(self, *operands: Any) -> Linearized:
        """Those of stages; F and H as rows of the elements that are not always 0."""
        rows = self.linearized(*operands)
        kept = {0, 2}
        parts = zip(rows, self.linearized.packing, strict=True)
        return Linearized(*(x if k in kept else _dense(x, p) for k, (x, p) in enumerate(parts)))

    @classmethod
    def of(cls, problem: Problem, dtype: Any, steps: int, m: int, p: int, bounded: bool) -> Any:
        model, n = problem.model, 2 * problem.model.nv
        x = [Array.of([0.0] * k, (k,)) for k in (model.nq, model.nv, m)]
        parameters = Array.of([0.0] * p, (p,)) if p else None
        c = problem.terms.count((*x, parameters))
        f = problem.final_terms.count((*x[:2], parameters))
        one: dict[str, Any] = {"step": problem.step, "terms": problem.terms}
        last: dict[str, Any] = {"terms": problem.final_terms}

        def compiled(function: Any, names: str, free: dict[str, int], **statics: Any) -> Any:
            known = {name: size for name, size in free.items() if size}
            return function.compile(
                model, dtype=dtype, inputs=names.split(), sizes=known, **statics
            )

        def inputs(**names: int) -> str:
            return " ".join(name for name, size in names.items() if size)

        bounds = inputs(lower=bounded, upper=bounded)
        with_motion = inputs(parameters=p, final_parameters=p, multipliers=c, final_multipliers=f)
        given = inputs(parameters=p)
        sizes = {"m": m, "p": p, "c": c}
        with_stage = inputs(parameters=p, multipliers=c)
        linear = compiled(linearized, with_stage, sizes, packed=True, **one)
        places = tuple(_places(linear.packing[k]) for k in (0, 2))
        lengths = [len(set(x) - {None}) for x in places]
        return cls(
            linear,
            compiled(
                final_linearized, inputs(parameters=p, multipliers=f), {"p": p, "c": f}, **last
            ),
            backward.compile(
                dtype=dtype,
                inputs=bounds.split(),
                sizes={"T": steps, "n": n, "w": n + m, "f": lengths[0], "h": lengths[1]},
                places=places,
            ),
            compiled(
                moved,
                f"{with_motion} {bounds}",
                {"T": steps, "m": m, "p": p, "e": p, "c": c, "f": f},
                **one,
                final_terms=problem.final_terms,
            ),
            compiled(multipliers, f"u {given}", sizes, terms=problem.terms) if c else None,
            compiled(multipliers, given, {"p": p, "c": f}, **last) if f else None,
            (c, f),
        )


def _places(packing: Packing) -> tuple[int | None, ...]:
    """The index in a packed row of each element."""
    places: list[int | None] = [None] * prod(packing.shape)
    for place, number in zip(packing.filled.tolist(), packing.numbers.tolist(), strict=True):
        places[place] = number
    return tuple(places)


def _dense(x: Any, packing: Packing) -> Any:
    full = len(packing.numbers) == prod(packing.shape) == x.shape[-1]
    return x.reshape(*x.shape[:-1], *packing.shape) if full else packing.dense(x)
