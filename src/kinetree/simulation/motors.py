"""Motors in a step: their torques at its end, linear in the acceleration."""

from typing import NamedTuple

from ..algorithms.actuators import forces_and_slopes, transmission
from ..algorithms.constraints.own import own_acceleration
from ..scalar.array import Array
from ..scalar.expr import Scalar, is_zero
from ..scalar.math import zeros
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
        forces = forces_and_slopes(model, places, x.v, problem.control, problem.actuator_gains)
        ahead = forces.force + h * forces.of_length * (places.B.T @ x.v)
        resistance = -(forces.of_velocity + h * forces.of_length)
        diagonal, tendons = zeros(model.nv), list[tuple[Array, Scalar]]()
        for b, k in zip(places.B.T, resistance, strict=True):
            driven = [i for i, gear in enumerate(b) if not is_zero(gear)]
            if len(driven) == 1:
                diagonal = diagonal.add(driven[0], k * b[driven[0]] ** 2)
            elif not is_zero(k):
                tendons.append((b, k))
        return cls(places.B @ ahead, diagonal, tendons)

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
