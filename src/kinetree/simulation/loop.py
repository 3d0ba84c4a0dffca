"""The loops of rollouts, as algorithms: states, or a sum of costs."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from ..algorithms.friction.solve import Method
from ..errors import ShapeError
from ..functions import Algorithm
from ..functions.signature import parse
from ..model import Model
from ..scalar.array import Array, as_array
from ..scalar.expr import Scalar
from ..scalar.math import concatenate, scan, stack
from .checks import check_contacts
from .contact_step import Passive
from .integrators import State
from .step import Integrator, step

Policy = Callable[..., Any]
"""(q, v, t, parameters) -> torques (nv,), on Arrays of one sample."""
Cost = Callable[..., Any]
"""(q, v, tau, t, parameters) -> a number."""


class Trajectory(NamedTuple):
    """States at the times 0, every * dt, 2 * every * dt, ...: (..., T / every + 1, nq) and nv."""

    q: Any
    v: Any


class Score(NamedTuple):
    """The sum of costs (...), and the last state, (..., nq) and (..., nv)."""

    cost: Any
    q: Any
    v: Any


def trajectory(
    model: Model,
    q0: Array,
    v0: Array,
    tau: Array,
    dt: Array,
    parameters: Any = None,
    schedule: Any = None,
    f_ext: Any = None,
    friction: Any = None,
    first: Any = None,
    *,
    integrator: Literal[Integrator, None],
    passive: Passive,
    contacts: Any = (),
    restitution: float,
    limits: bool,
    solver: Method,
    iterations: int | None,
    policy: Policy | None,
    every: int,
) -> Trajectory:
    """The states of a rollout; `first` is the number of its first step."""
    control = _Control(model, policy, parameters, dt.flat[0])

    def next_state(q: Array, v: Array, u: Array) -> State:
        return step(
            model,
            q,
            v,
            u,
            dt,
            f_ext,
            friction,
            integrator=integrator,
            passive=passive,
            contacts=contacts,
            restitution=restitution,
            limits=limits,
            solver=solver,
            iterations=iterations,
        )

    def advance(state: Any, row: Any) -> tuple[Any, None]:
        (q, v), k = state
        u = control.torques(q, v, k, row)
        after = next_state(q, v, u)
        return (after, k + 1), None

    def advance_several(state: Any, rows: Any) -> tuple[Any, State]:
        after, _ = scan(advance, state, rows) if every > 1 else advance(state, _first(rows))
        return after, after[0]

    rows = _rows(tau, schedule)
    parts = tuple(x.reshape(len(x) // every, every, *x.shape[1:]) for x in rows)
    _, states = scan(advance_several, (State(q0, v0), first.flat[0]), parts)
    return Trajectory(
        concatenate([stack([q0]), states.q]),
        concatenate([stack([v0]), states.v]),
    )


def score(
    model: Model,
    q0: Array,
    v0: Array,
    tau: Array,
    dt: Array,
    parameters: Any = None,
    schedule: Any = None,
    f_ext: Any = None,
    friction: Any = None,
    first: Any = None,
    before: Any = None,
    *,
    integrator: Literal[Integrator, None],
    passive: Passive,
    contacts: Any = (),
    restitution: float,
    limits: bool,
    solver: Method,
    iterations: int | None,
    policy: Policy | None,
    cost: Cost,
    final_cost: Cost | None,
) -> Score:
    """The sum of costs over the states of a rollout, added to `before`."""
    control = _Control(model, policy, parameters, dt.flat[0])

    def next_state(q: Array, v: Array, u: Array) -> State:
        return step(
            model,
            q,
            v,
            u,
            dt,
            f_ext,
            friction,
            integrator=integrator,
            passive=passive,
            contacts=contacts,
            restitution=restitution,
            limits=limits,
            solver=solver,
            iterations=iterations,
        )

    def advance(state: Any, row: Any) -> tuple[Any, None]:
        (q, v), k, total = state
        u = control.torques(q, v, k, row)
        more = _number(cost, cost(q, v, u, control.time(k), parameters))
        after = next_state(q, v, u)
        return (after, k + 1, total + more), None

    carry = (State(q0, v0), first.flat[0], before.flat[0])
    ((q, v), _, sum_), _ = scan(advance, carry, _rows(tau, schedule))
    if final_cost is not None:
        sum_ = sum_ + _number(final_cost, final_cost(q, v, parameters))
    return Score(as_array(sum_), q, v)


class _Control:
    """The torques of a step: a row of tau, and what the policy adds."""

    def __init__(self, model: Model, policy: Policy | None, parameters: Any, h: Scalar) -> None:
        self.model, self.policy, self.parameters, self.h = model, policy, parameters, h

    def time(self, k: Scalar) -> Scalar:
        return k * self.h

    def torques(self, q: Array, v: Array, k: Scalar, row: tuple[Array, ...]) -> Array:
        if self.policy is None:
            return row[0]
        found = as_array(self.policy(q, v, self.time(k), self.parameters, *row[1:]))
        if found.shape != (self.model.nv,):
            raise ShapeError(
                f"{named(self.policy)}: the policy gives an array of shape {found.shape}; expected "
                f"torques of shape (nv,) = ({self.model.nv},)."
            )
        return row[0] + found


def _rows(tau: Array, schedule: Any) -> tuple[Array, ...]:
    return (tau,) if schedule is None else (tau, schedule)


def _first(rows: tuple[Array, ...]) -> tuple[Any, ...]:
    return tuple(x[0] for x in rows)


def _number(cost: Cost, value: Any) -> Scalar:
    found = as_array(value)
    if found.shape != ():
        raise ShapeError(
            f"{named(cost)}: the cost is an array of shape {found.shape}; expected one number."
        )
    return found.flat[0]


def named(function: Callable[..., Any]) -> str:
    """The file, line and name of a function."""
    code: Any = getattr(function, "__code__", None)
    name = getattr(function, "__name__", type(function).__name__)
    return name if code is None else f"{code.co_filename}:{code.co_firstlineno}: {name}"


trajectory.__name__ = score.__name__ = "kt.simulation.rollout"  # for messages

_OPERANDS = "(nq),(nv),(T,nv),(),(p),(T,s),(njoints,6),(ncontacts),()"

_REPLACED = ("damping", "stiffness")

TRAJECTORY = Algorithm(
    trajectory,
    replace(parse(f"{_OPERANDS}->()"), results=None),
    check=check_contacts,
    model_parameters=_REPLACED,
)
SCORE = Algorithm(
    score,
    replace(parse(f"{_OPERANDS},()->()"), results=None),
    check=check_contacts,
    model_parameters=_REPLACED,
)
