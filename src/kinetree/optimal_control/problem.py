"""An optimal control problem, and its kernels."""

from dataclasses import dataclass, field
from math import prod
from typing import Any, Final

from ..compiler.kernel import Kernel
from ..compiler.program import Packing
from ..functions.call_table import put
from ..functions.captured import Captured, run_once
from ..model import Model, expect_model
from ..scalar.array import Array
from ..scalar.graph import Graph
from ..scalar.spans import Span
from ..simulation.checks import check_function, takes
from .riccati import backward_pass
from .stages import Linearized, final_linearized, forward_pass, linearized, multipliers
from .terms import Rows, Step, Terms

_OWNER: Final = "optimal_control.Problem"
_STAGE: Final = ("q", "v", "u", "parameters")
_END: Final = ("q", "v", "parameters")
_FUNCTIONS: Final = ("step", *Terms._fields, *(f"final_{name}" for name in Terms._fields))
_MATRICES: Final = (0, 1, 4)
"""The results of `linearized` that stay rows: F, B and H."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Problem:
    """What moves, what it costs, and what must hold: T stages, and an end.

    Functions on Arrays of one sample, as the policy of a rollout: of the configuration q (nq,), the
    velocity v (nv,), the control u (m,) of the stage, and its `parameters` (p,): targets, weights,
    which feet are in contact. Those of the end have no u. Where `solve` is given no parameters,
    functions need not take them; who takes them gets None.

    - `step(q, v, u, parameters)`, the next q and v.
    - `residuals(q, v, u, parameters)`, numbers (n,), half the sum of whose squares is the cost of a
      stage: a weight is the square of a factor. `final_residuals(q, v, parameters)`, of the end.
    - `equalities` and `final_equalities`, numbers that must be 0.
    - `inequalities` and `final_inequalities`, numbers that must be at most 0.

    >>> import kinetree as kt
    >>> arm, dt = kt.robots.arm(), 0.02
    >>> def step(q, v, tau):
    ...     v = v + dt * kt.aba(arm, q, v, tau)
    ...     return kt.integrate(arm, q, dt * v), v
    >>> problem = kt.optimal_control.Problem(
    ...     model=arm,
    ...     step=step,
    ...     residuals=lambda q, v, tau: 0.01 * kt.math.concatenate([v, tau]),
    ...     final_residuals=lambda q, v: kt.math.concatenate([10 * (q - 0.3), v]),
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
    _captured: list[Captured] = field(default_factory=list[Captured], init=False, repr=False)

    def __post_init__(self) -> None:
        expect_model(_OWNER, self.model)
        self._check_functions(parameters=False)

    def _check_functions(self, *, parameters: bool) -> None:
        """Raise ShapeError for functions that do not take their arguments, `parameters` last."""
        for name in _FUNCTIONS:
            arguments = _END if name.startswith("final_") else _STAGE
            function = getattr(self, name)
            omits = not parameters and takes(function, *arguments[:-1]) is not False
            if not omits and (function is not None or name == "step"):
                check_function(_OWNER, name, function, arguments)

    def kernels(self, dtype: Any, steps: int, m: int, p: int, bounded: bool) -> "Kernels":
        """The kernels of motions of so many steps, m controls and p parameters."""
        functions = [x for x in map(vars(self).get, _FUNCTIONS) if x is not None]
        if not self._captured or self._captured[0].changed():
            self._captured[:] = [Captured(functions)]
        sizes = dtype, steps, m, p, bounded
        key = *sizes, self._captured[0].key
        if key not in self._kernels:
            self._check_functions(parameters=p > 0)
            with run_once(_OWNER, *functions):
                put(self._kernels, key, Kernels.of(self, *sizes))
        return self._kernels[key]


@dataclass(frozen=True)
class Kernels:
    """The compiled parts of an iteration."""

    linearized: Kernel
    final_linearized: Kernel
    backward_pass: Kernel
    forward_pass: Kernel
    multipliers: Kernel | None
    final_multipliers: Kernel | None
    sizes: tuple[int, int]
    """Constraints of a stage, and of the end."""

    def derivatives(self, *operands: Any) -> Linearized:
        """The derivatives of stages; F, B and H as rows of the elements that are not always 0."""
        parts = enumerate(zip(self.linearized(*operands), self.linearized.packing, strict=True))
        return Linearized(*(x if k in _MATRICES else p.dense(x) for k, (x, p) in parts))

    @classmethod
    def of(cls, problem: Problem, dtype: Any, steps: int, m: int, p: int, bounded: bool) -> Any:
        model = problem.model
        terms = Terms(problem.residuals, problem.equalities, problem.inequalities)
        final_terms = Terms(
            problem.final_residuals, problem.final_equalities, problem.final_inequalities
        )
        lengths, graph = (model.nq, model.nv, m, p), Graph()
        operands = zip(_STAGE, lengths, strict=True)
        q, v, u, row = (Array.of(Span(graph, name, 0, k), (k,)) for name, k in operands)
        parameters = row if p else None
        c, f = terms.count((q, v, u, parameters)), final_terms.count((q, v, parameters))
        optional = ["parameters"] if p else []
        stage = [*optional, "multipliers"] if c else optional
        end = [*optional, "multipliers"] if f else optional
        bounds = ["lower", "upper"] if bounded else []
        sizes, final_sizes = {"m": m, "p": p, "c": c}, {"p": p, "c": f}

        def compiled(
            function: Any, inputs: list[str], sizes: dict[str, int], **statics: Any
        ) -> Any:
            return function.compile(model, dtype=dtype, inputs=inputs, sizes=sizes, **statics)

        one: dict[str, Any] = {"step": problem.step, "terms": terms}
        linear = compiled(linearized, stage, sizes, packed=True, **one)
        places = tuple(_places(linear.packing[k]) for k in _MATRICES)
        rows = {name: len({*x} - {None}) for name, x in zip("fbh", places, strict=True)}
        n = 2 * model.nv
        return cls(
            linear,
            compiled(final_linearized, end, final_sizes, terms=final_terms),
            backward_pass.compile(
                dtype=dtype,
                inputs=bounds,
                sizes={"T": steps, "n": n, "w": n + m, **rows},
                places=places,
            ),
            compiled(
                forward_pass,
                [*stage, *(f"final_{name}" for name in end), *bounds],
                {"T": steps, "f": f, **sizes},
                **one,
                final_terms=final_terms,
            ),
            compiled(multipliers, ["u", *optional], sizes, terms=terms) if c else None,
            compiled(multipliers, optional, final_sizes, terms=final_terms) if f else None,
            (c, f),
        )


def _places(packing: Packing) -> tuple[int | None, ...]:
    """The index in a packed row of each element; None of those that are always 0."""
    numbers = dict(zip(packing.filled.tolist(), packing.numbers.tolist(), strict=True))
    return tuple(numbers.get(k) for k in range(prod(packing.shape)))
