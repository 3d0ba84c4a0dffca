"""The loop over the steps of a rollout."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Any, NamedTuple, TypeAlias, cast

from ..algorithms.forces import external_forces
from ..errors import ShapeError, kind_of
from ..scalar.array import Array, as_array
from ..scalar.expr import Scalar
from ..scalar.math import clip, concatenate, maximum, scan, stack, where, zeros
from .integrators import Problem, State, Stepper
from .motors import activation_after
from .results import results_of_rollout
from .step import advanced

Policy: TypeAlias = Callable[..., object]
"""(q, v, t, parameters) -> torques (nv,), on Arrays of one sample; with a memory, the two."""
Cost: TypeAlias = Callable[..., object]
"""(q, v, tau, t, parameters) -> a number."""


class Rows(NamedTuple):
    """What each step has of its own, with a first axis of steps; or one step's."""

    tau: Array
    schedule: Array | None
    push: Array | None
    control: Array | None

    @property
    def input(self) -> tuple[str, Array]:
        """What a policy adds to: controls if there are any."""
        return ("torques", self.tau) if self.control is None else ("controls", self.control)

    def split(self, every: int) -> "Rows":
        """The rows with an axis more, so many in each part."""
        return self.mapped(lambda x: x.reshape(len(x) // every, every, *x.shape[1:]))

    def mapped(self, function: Callable[[Array], Array]) -> "Rows":
        mapped: list[Any] = [None if x is None else function(x) for x in self]
        return Rows(*mapped)


class Carry(NamedTuple):
    """What a step leaves to the next."""

    x: State
    k: Scalar
    """The number of the next step."""
    residual: Scalar | None
    """The largest, if it is wanted."""
    impulses: Array | None
    """The sum of those of contacts since the last stored state, if forces are wanted."""
    memory: Array | None
    """What the policy remembers."""
    activation: Array | None
    """The states of motors, if they have any and act."""


@dataclass(frozen=True)
class Loop:
    """Steps under a policy."""

    stepper: Stepper
    problem: Problem
    policy: Policy | None
    parameters: Array | None
    limited: bool
    """Whether torques are clipped to the model's effort limits."""
    push_frame: str | int | None

    def states(self, start: Carry, rows: Rows, every: int) -> Any:
        """The states at the beginning, and after every so many steps."""

        def advance(carry: Carry, row: Rows) -> tuple[Carry, None]:
            return self.after(carry, row, *self.torques(carry, row)), None

        def advance_several(carry: Carry, rows: Rows) -> tuple[Carry, tuple[State, Array | None]]:
            if carry.impulses is not None:
                carry = carry._replace(impulses=zeros(*carry.impulses.shape))
            if every > 1:
                carry, _ = scan(advance, carry, rows)
            else:
                carry, _ = advance(carry, rows.mapped(lambda x: x[0]))
            time = every * self.problem.h
            return carry, (carry.x, None if carry.impulses is None else carry.impulses / time)

        end, (states, forces) = scan(advance_several, start, rows.split(every))
        q = concatenate([stack([start.x.q]), states.q])
        v = concatenate([stack([start.x.v]), states.v])
        more = {"memory": end.memory, "activation": end.activation}
        return results_of_rollout(q=q, v=v, residual=end.residual, forces=forces, **more)

    def score(
        self, start: Carry, rows: Rows, before: Scalar, cost: Cost, final_cost: Cost | None
    ) -> Any:
        """The sum of the costs of states before each step, and of the final cost after the last."""

        def advance(state: tuple[Carry, Scalar], row: Rows) -> tuple[tuple[Carry, Scalar], None]:
            carry, total = state
            u, memory = self.torques(carry, row)
            more = _number(cost, cost(*carry.x, u, self.time(carry.k), self.parameters))
            return (self.after(carry, row, u, memory), total + more), None

        (end, total), _ = scan(advance, (start, before), rows)
        if final_cost is not None:
            total = total + _number(final_cost, final_cost(*end.x, self.parameters))
        size = abs(end.x.q).sum() + abs(end.x.v).sum()  # of states that the cost does not read, too
        total = where(as_array(maximum(total, size)) < inf, total, inf)  # inf for nan
        more = {"memory": end.memory, "activation": end.activation}
        return results_of_rollout(cost=total, q=end.x.q, v=end.x.v, residual=end.residual, **more)

    def time(self, k: Scalar) -> Scalar:
        return k * self.problem.h

    def torques(self, carry: Carry, row: Rows) -> tuple[Array, Array | None]:
        """The row of tau or control with what the policy adds, clipped, and what it remembers."""
        added, memory = self.added(carry, row)
        u = row.input[1] if added is None else row.input[1] + added
        return u if row.control is not None else self.clipped(u), memory

    def clipped(self, tau: Array) -> Array:
        limits = as_array(self.problem.model.effort_limits)
        return clip(tau, -limits, limits) if self.limited else tau

    def added(self, carry: Carry, row: Rows) -> tuple[Array | None, Array | None]:
        """The torques or controls of the policy, if there is one, and what it remembers."""
        if self.policy is None:
            return None, None
        more = (x for x in (row.schedule, carry.memory) if x is not None)
        value = self.policy(*carry.x, self.time(carry.k), self.parameters, *more)
        if carry.memory is None:
            return self._array(row.input[0], value, row.input[1]), None
        pair = cast(tuple[object, ...], value) if isinstance(value, tuple) else ()
        if len(pair) != 2:
            raise ShapeError(
                f"{named(self.policy)}: the policy returns {kind_of(cast(object, value))}; "
                f"expected a pair, as memory= is given: ({row.input[0]}, memory)."
            )
        memory = self._array("a memory", pair[1], carry.memory)
        return self._array(row.input[0], pair[0], row.input[1]), memory

    def _array(self, what: str, value: object, like: Array) -> Array:
        array = as_array(value)
        if array.shape != like.shape:
            dims = {"a memory": "(m,)", "torques": "(nv,)", "controls": "(nu,)"}[what]
            raise ShapeError(
                f"{named(self.policy)}: the policy gives an array of shape {array.shape}; expected "
                f"{what} of shape {dims} = {like.shape}."
            )
        return array

    def after(self, carry: Carry, row: Rows, u: Array, memory: Array | None) -> Carry:
        driven = row.control is not None
        tau, control = (self.clipped(row.tau), u) if driven else (u, None)
        own = {"control": control, "activation": carry.activation}
        problem = replace(self.problem, tau=tau, **own)
        if row.push is not None:
            f_ext = external_forces(
                problem.model,
                carry.x.q,
                stack([row.push]),
                frames=(self.push_frame,),
                reference="local_world_aligned",
            )
            problem = replace(problem, f_ext=f_ext + as_array(problem.f_ext))
        x, residual, impulses = advanced(self.stepper, problem, carry.x)
        worst = None if carry.residual is None else maximum(carry.residual, residual)
        total = None if carry.impulses is None else carry.impulses + impulses
        return Carry(x, carry.k + 1, worst, total, memory, activation_after(problem, x))


def _number(cost: Cost, value: object) -> Scalar:
    number = as_array(value)
    if number.shape != ():
        raise ShapeError(
            f"{named(cost)}: the cost is an array of shape {number.shape}; expected one number."
        )
    return number.flat[0]


def named(function: Callable[..., object] | None) -> str:
    """The file, line and name of a function."""
    code = getattr(function, "__code__", None)
    name = getattr(function, "__name__", type(function).__name__)
    return name if code is None else f"{code.co_filename}:{code.co_firstlineno}: {name}"
