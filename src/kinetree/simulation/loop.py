"""The loop over the steps of a rollout."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Final, NamedTuple, TypeAlias, cast

from ..errors import ShapeError, kind_of
from ..scalar.array import Array, as_array
from ..scalar.expr import Scalar
from ..scalar.math import concatenate, maximum, scan, stack, where, zeros
from .checks import takes
from .integrators import Problem, State
from .motors import activation_after
from .results import results_of_rollout
from .settings import Simulation
from .step import advanced

Policy: TypeAlias = Callable[..., object]
"""(q, v, t, parameters) -> torques (nv,), on Arrays of one sample, or a dict."""
Cost: TypeAlias = Callable[..., object]
"""(q, v, tau, t, parameters) -> a number."""
_DIMS: Final = {"tau": "nv", "control": "nu", "f_ext": "njoints, 6", "memory": "m"}
"""The dimensions of what a policy gives."""


class Rows(NamedTuple):
    """What each step has of its own, with a first axis of steps; or one step's."""

    tau: Array
    schedule: Array | None
    control: Array | None

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

    simulation: Simulation
    problem: Problem
    policy: Policy | None
    parameters: Array | None

    def states(self, start: Carry, rows: Rows, every: int) -> Any:
        """The states at the beginning, and after every so many steps."""

        def advance(carry: Carry, row: Rows) -> tuple[Carry, None]:
            return self.after(carry, self.action(carry, row)), None

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
        q, v = (concatenate([stack([x]), rest]) for x, rest in zip(start.x, states, strict=True))
        more = {"memory": end.memory, "activation": end.activation}
        return results_of_rollout(q=q, v=v, residual=end.residual, forces=forces, **more)

    def score(self, start: Carry, rows: Rows, cost: Cost, final_cost: Cost | None) -> Any:
        """The sum of the costs of states before each step, and of the final cost after the last."""

        def advance(state: tuple[Carry, Scalar], row: Rows) -> tuple[tuple[Carry, Scalar], None]:
            carry, total = state
            action = self.action(carry, row)
            u = action.tau if row.control is None else action.control
            more = called(cost, *carry.x, u, carry.k * self.problem.h, parameters=self.parameters)
            return (self.after(carry, action), total + _number(cost, more)), None

        (end, total), _ = scan(advance, (start, 0.0), rows)
        if final_cost is not None:
            value = called(final_cost, *end.x, parameters=self.parameters)
            total = total + _number(final_cost, value)
        size = abs(end.x.q).sum() + abs(end.x.v).sum()  # of states that the cost does not read, too
        total = where(as_array(maximum(total, size)) < inf, total, inf)  # inf for nan
        more = {"memory": end.memory, "activation": end.activation}
        return results_of_rollout(cost=total, q=end.x.q, v=end.x.v, residual=end.residual, **more)

    def action(self, carry: Carry, row: Rows) -> "Action":
        """The rows of a step with what the policy adds to them; torques are clipped."""
        given = self._policy(carry, row)
        tau = row.tau + given["tau"] if "tau" in given else row.tau
        control = row.control
        if control is not None and "control" in given:
            control = control + given["control"]
        tau = self.simulation.clipped(self.problem.model, tau)
        return Action(tau, control, given.get("f_ext"), given.get("memory"))

    def _policy(self, carry: Carry, row: Rows) -> dict[str, Array]:
        """What the policy gives, by name, of the shapes that are expected."""
        if self.policy is None:
            return {}
        more = tuple(x for x in (row.schedule, carry.memory) if x is not None)
        t = carry.k * self.problem.h
        value = called(self.policy, *carry.x, t, parameters=self.parameters, more=more)
        driven = "tau" if row.control is None else "control"
        given = cast("dict[str, object]", value) if isinstance(value, dict) else {driven: value}
        like = {"tau": row.tau, "f_ext": zeros(self.problem.model.njoints, 6)}
        like |= {} if row.control is None else {"control": row.control}
        like |= {} if carry.memory is None else {"memory": carry.memory}
        for name in given:
            if name not in like:
                hint = " without memory=" if name == "memory" else ""
                raise ShapeError(
                    f"{named(self.policy)}: the policy gives {name!r}{hint}; expected "
                    f"{', '.join(map(repr, like))}, or an array, {driven!r}."
                )
        if carry.memory is not None and "memory" not in given:
            raise ShapeError(
                f"{named(self.policy)}: the policy returns {kind_of(cast(object, value))} without "
                f'its memory; expected, as memory= is given, {{"{driven}": ..., "memory": ...}}.'
            )
        arrays = {name: as_array(x) for name, x in given.items()}
        for name, x in arrays.items():
            if x.shape != like[name].shape:
                raise ShapeError(
                    f"{named(self.policy)}: the policy gives {name} of shape {x.shape}; expected "
                    f"({_DIMS[name]}) = {like[name].shape}."
                )
        return arrays

    def after(self, carry: Carry, action: "Action") -> Carry:
        forces = {"tau": action.tau, "control": action.control, "f_ext": action.f_ext}
        problem = replace(self.problem, activation=carry.activation, **forces)
        x, residual, impulses = advanced(self.simulation, problem, carry.x)
        worst = None if carry.residual is None else maximum(carry.residual, residual)
        total = None if carry.impulses is None else carry.impulses + impulses
        activation = activation_after(problem, x)
        return Carry(x, carry.k + 1, worst, total, action.memory, activation)


class Action(NamedTuple):
    """What drives a step, and what the policy remembers after it."""

    tau: Array
    control: Array | None
    f_ext: Array | None
    memory: Array | None


def called(
    function: Callable[..., object],
    *arguments: object,
    parameters: object,
    more: tuple[object, ...] = (),
) -> object:
    """A user's function of arguments, parameters, and more; it need not take absent parameters."""
    if parameters is None and takes(function, *arguments, *more):
        return function(*arguments, *more)
    return function(*arguments, parameters, *more)


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
