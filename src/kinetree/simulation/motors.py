"""Motors in a step: their torques at its end, linear in the acceleration, and their states."""

from typing import NamedTuple

from ..algorithms.actuators import driven, transmission
from ..algorithms.constraints.own import own_acceleration
from ..scalar.array import Array, as_array
from ..scalar.differentiate import derivative
from ..scalar.expr import Scalar, is_zero
from ..scalar.math import concatenate, zeros
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
    def of(cls, problem: Problem, x: State) -> "Drive":
        """The motors of a problem at a state; nothing without `control`."""
        model, h = problem.model, problem.h
        if problem.control is None:
            return cls(zeros(model.nv), zeros(model.nv), [])
        places = transmission(model, x.q)
        laws = driven(model, problem.control, problem.activation, h)
        operands = model.actuator_gains, problem.control, problem.activation, h
        read = [as_array(y) for y in operands if y is not None]
        torque, diagonal, tendons = zeros(model.nv), zeros(model.nv), list[tuple[Array, Scalar]]()
        for b, law, place in zip(places.B.T, laws, places.states(x.v), strict=True):
            (force, *_), slopes = derivative(law, place, *read)
            of_length, of_velocity = (y[0] for y in slopes)
            torque = torque + b * (force + h * of_length * place[1])
            k = -(of_velocity + h * of_length)
            joints = [i for i, gear in enumerate(b) if not is_zero(gear)]
            if len(joints) == 1:
                diagonal = diagonal.add(joints[0], k * b[joints[0]] ** 2)
            elif not is_zero(k):
                tendons.append((b, k))
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


def activation_after(problem: Problem, x: State) -> Array | None:
    """The states of motors at the end of a step that leads to x; None if no motor has one."""
    model = problem.model
    if problem.control is None or not model.na:
        return None
    laws = driven(model, problem.control, problem.activation, problem.h)
    places = transmission(model, x.q).states(x.v)
    return concatenate([law(place)[1:] for law, place in zip(laws, places, strict=True)])
