"""Motors in a step: their torques at its end, linear in the acceleration, and their states."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from ..algorithms.actuators import bounds, driven, transmission
from ..algorithms.constraints.own import own_acceleration
from ..algorithms.crba import crba
from ..model import Actuator
from ..scalar.array import Array, as_array
from ..scalar.differentiate import derivative
from ..scalar.expr import Scalar, div, is_zero
from ..scalar.math import concatenate, where, zeros
from .integrators import Problem, State


class Drive(NamedTuple):
    """The torques of motors a time h ahead, at the velocity v + t a.

    They are torque - t (diagonal + sum of k b b^T over tendons) a.
    """

    torque: Array
    diagonal: Array
    tendons: list[tuple[Array, Scalar]]
    """b (nv) and k of actuators that drive several velocities."""

    @classmethod
    def of(cls, problem: Problem, state: State, inertias: Array | None = None) -> "Drive":
        """The motors of a problem at a state; nothing without `control`.

        A force that would be beyond a bound at the end of the step, by the inertias of velocities,
        the diagonal of M, alone, is at the bound, any other is not: a stiff servo that a light
        joint brings within its range in a step does not throw it to the other end.
        """
        model, h = problem.model, problem.h
        if problem.control is None:
            return cls(zeros(model.nv), zeros(model.nv), [])
        M = crba(model, state.q).diagonal() if inertias is None else inertias
        places = transmission(model, state.q)
        operands = problem.control, problem.activation, h
        laws = driven(model, *operands, clipped=False)
        read = [as_array(y) for y in (model.actuator_gains, *operands) if y is not None]
        torque, diagonal, tendons = zeros(model.nv), zeros(model.nv), list[tuple[Array, Scalar]]()
        motors = zip(model.actuators, places.B.T, laws, places.states(state.v), strict=True)
        for motor, b, law, place in motors:
            line = _Line.of(law, place, read, h)
            joints = [i for i, gear in enumerate(b) if not is_zero(gear)]
            mobility: Scalar = sum([b[i] ** 2 / M[i] for i in joints], start=0)
            end = div(line.force, 1 + h * line.k * mobility)
            for k, (sign, _) in enumerate(bounds(motor, place[1])):
                bound = _Line.of(partial(_bound, motor, k), place, [], h)
                beyond = sign * end > sign * bound.force
                line = _Line(*(where(beyond, x, y) for x, y in zip(bound, line, strict=True)))
            torque = torque + b * line.force
            if len(joints) == 1:
                diagonal = diagonal.add(joints[0], line.k * b[joints[0]] ** 2)
            elif not is_zero(line.k):
                tendons.append((b, line.k))
        return cls(torque, diagonal, tendons)

    def added(self, M: Array, t: Scalar) -> Array:
        """M + t (diagonal + sum of k b b^T)."""
        i = range(len(M))
        M = M.add((i, i), t * self.diagonal)
        for b, k in self.tendons:
            M = M + (t * k * b)[:, None] * b
        return M

    def slowed(self, problem: Problem, q: Array, a: Array, t: Scalar) -> Array:
        """The acceleration from that without the tendons' t k b b^T, by Sherman and Morrison.

        The problem's model has the diagonal among its armature.
        """
        model, rest = problem.model.replace(gravity=zeros(3)), zeros(len(a))
        responses = [own_acceleration(model, q, rest, b) for b, _ in self.tendons]
        for i, (b, k) in enumerate(self.tendons):
            y = responses[i]
            share = t * k / (1 + t * k * (b @ y))
            a = a - share * (b @ a) * y
            responses = [x - share * (b @ x) * y for x in responses]
        return a


class _Line(NamedTuple):
    """The force of a motor at the end of a step, force - k times the change of its velocity."""

    force: Scalar
    k: Scalar

    @classmethod
    def of(
        cls, law: Callable[[Array], Array], place: Array, read: Sequence[Array], h: Scalar
    ) -> "_Line":
        (force, *_), slopes = derivative(law, place, *read)
        of_length, of_velocity = (y[0] for y in slopes)
        return cls(force + h * of_length * place[1], -(of_velocity + h * of_length))


def _bound(motor: Actuator, k: int, place: Array) -> Array:
    """The force of one of a motor's finite bounds."""
    return as_array([[*bounds(motor, place[1])][k][1]])


def activation_after(problem: Problem, x: State) -> Array | None:
    """The states of motors at the end of a step that leads to x; None if no motor has one."""
    model = problem.model
    if problem.control is None or not model.na:
        return None
    laws = driven(model, problem.control, problem.activation, problem.h)
    places = transmission(model, x.q).states(x.v)
    return concatenate([law(place)[1:] for law, place in zip(laws, places, strict=True)])
