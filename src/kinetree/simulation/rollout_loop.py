"""The loop of a rollout as an algorithm, whose result is its states, or a sum of costs."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeAlias

from ..algorithms.friction.solve import Method
from ..errors import ShapeError
from ..functions import Algorithm
from ..functions.signature import parse
from ..model import Closure, Model
from ..scalar.array import Array, as_array
from ..scalar.expr import Scalar
from ..scalar.math import concatenate, scan, stack, zeros
from .checks import STEP_CHECKS, check_step
from .step import advanced
from .stepper import Integrator, Passive, Problem, State, Stepper

Policy: TypeAlias = Callable[..., object]
"""(q, v, t, parameters) -> torques (nv,), on Arrays of one sample."""
Cost: TypeAlias = Callable[..., object]
"""(q, v, tau, t, parameters) -> a number."""
Row = tuple[Array, ...]
"""The torques of a step, and what the schedule has for it."""


class Rollout(NamedTuple):
    """States at the times 0, every * dt, 2 * every * dt, ...: (..., T / every + 1, nq) and nv."""

    q: Array
    v: Array


class Score(NamedTuple):
    """The sum of costs (...), and the last state, (..., nq) and (..., nv)."""

    cost: Array | None
    q: Array
    v: Array


def rollout_loop(
    model: Model,
    q0: Array,
    v0: Array,
    tau: Array,
    dt: Array,
    parameters: Array | None = None,
    schedule: Array | None = None,
    f_ext: Array | None = None,
    friction: Array | None = None,
    first: Array | None = None,
    before: Array | None = None,
    *,
    integrator: Literal[Integrator, None],
    passive: Passive,
    contacts: tuple[Closure, ...] = (),
    restitution: float,
    limits: bool,
    solver: Method,
    iterations: int | None,
    policy: Policy | None,
    cost: Cost | None,
    final_cost: Cost | None,
    every: int,
) -> Rollout | Score:
    """The states of a rollout; with a cost the sum of costs, added to `before`, and the last state.

    `first` is the number of its first step.
    """
    assert first is not None and before is not None  # absent operands are zeros
    stepper = Stepper(integrator, passive, contacts, restitution, limits, solver, iterations)
    problem = Problem(model, zeros(model.nv), dt.flat[0], f_ext, friction)
    loop = _Steps(stepper, problem, policy, parameters, first.flat[0])
    x, rows = State(q0, v0), (tau,) if schedule is None else (tau, schedule)
    if cost is None:
        return loop.states(x, rows, every)
    return loop.score(x, rows, before.flat[0], cost, final_cost)


@dataclass(frozen=True)
class _Steps:
    """Steps under a policy, from the step with the number `first` on."""

    stepper: Stepper
    problem: Problem
    policy: Policy | None
    parameters: Array | None
    first: Scalar

    def states(self, x: State, rows: Row, every: int) -> Rollout:
        """The states at the beginning, and after every so many steps."""

        def advance(carry: tuple[State, Scalar], row: Row) -> tuple[tuple[State, Scalar], None]:
            x, k = carry
            return (self.after(x, self.torques(x, k, row)), k + 1), None

        def advance_several(
            carry: tuple[State, Scalar], rows: Row
        ) -> tuple[tuple[State, Scalar], State]:
            if every > 1:
                carry, _ = scan(advance, carry, rows)
            else:
                carry, _ = advance(carry, tuple(x[0] for x in rows))
            return carry, carry[0]

        parts = tuple(x.reshape(len(x) // every, every, *x.shape[1:]) for x in rows)
        _, states = scan(advance_several, (x, self.first), parts)
        return Rollout(
            concatenate([stack([x.q]), states.q]),
            concatenate([stack([x.v]), states.v]),
        )

    def score(
        self, x: State, rows: Row, before: Scalar, cost: Cost, final_cost: Cost | None
    ) -> Score:
        """The sum of the costs of states before each step, and of the final cost after the last."""

        def advance(
            carry: tuple[State, Scalar, Scalar], row: Row
        ) -> tuple[tuple[State, Scalar, Scalar], None]:
            x, k, total = carry
            u = self.torques(x, k, row)
            more = _number(cost, cost(*x, u, self.time(k), self.parameters))
            return (self.after(x, u), k + 1, total + more), None

        (x, _, total), _ = scan(advance, (x, self.first, before), rows)
        if final_cost is not None:
            total = total + _number(final_cost, final_cost(*x, self.parameters))
        return Score(as_array(total), *x)

    def time(self, k: Scalar) -> Scalar:
        return k * self.problem.h

    def torques(self, x: State, k: Scalar, row: Row) -> Array:
        """The row of tau, and what the policy adds."""
        if self.policy is None:
            return row[0]
        added = as_array(self.policy(*x, self.time(k), self.parameters, *row[1:]))
        if added.shape != row[0].shape:
            nv = self.problem.model.nv
            raise ShapeError(
                f"{named(self.policy)}: the policy gives an array of shape {added.shape}; expected "
                f"torques of shape (nv,) = ({nv},)."
            )
        return row[0] + added

    def after(self, x: State, u: Array) -> State:
        return advanced(self.stepper, replace(self.problem, tau=u), x)


def _number(cost: Cost, value: object) -> Scalar:
    number = as_array(value)
    if number.shape != ():
        raise ShapeError(
            f"{named(cost)}: the cost is an array of shape {number.shape}; expected one number."
        )
    return number.flat[0]


def named(function: Callable[..., object]) -> str:
    """The file, line and name of a function."""
    code = getattr(function, "__code__", None)
    name = getattr(function, "__name__", type(function).__name__)
    return name if code is None else f"{code.co_filename}:{code.co_firstlineno}: {name}"


rollout_loop.__name__ = "kt.simulation.rollout"  # for messages

ROLLOUT: Final = Algorithm(
    rollout_loop,
    replace(parse("(nq),(nv),(T,nv),(),(p),(T,s),(njoints,6),(ncontacts),(),()->()"), results=None),
    check=check_step,
    checks=STEP_CHECKS,
    model_parameters=("damping", "stiffness"),
)
