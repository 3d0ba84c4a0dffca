"""Motors in a step: their torques at its end, linear in the acceleration, and their states."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..algorithms.actuators import driven, transmission
from ..algorithms.constraints.own import own_acceleration
from ..algorithms.crba import crba
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
    def of(cls, problem: Problem, x: State, inertias: Array | None = None) -> "Drive":
        """The motors of a problem at a state; nothing without `control`.

        With the inertias of velocities, the diagonal of M, a force is at its bound if it would be
        beyond at the end of the step, by these alone: a stiff servo that a light joint brings
        within its range in a step does not throw it to the other end.
        """
        model, h = problem.model, problem.h
        if problem.control is None:
            return cls(zeros(model.nv), zeros(model.nv), [])
        M = crba(model, x.q).diagonal() if inertias is None else inertias
        places = transmission(model, x.q)
        states, operands = places.states(x.v), (problem.control, problem.activation, h)
        laws = [driven(model, *operands, clipped) for clipped in (True, False)]
        read = [as_array(y) for y in (model.actuator_gains, *operands) if y is not None]
        torque, diagonal, tendons = zeros(model.nv), zeros(model.nv), list[tuple[Array, Scalar]]()
        for b, place, *both in zip(places.B.T, states, *laws, strict=True):
            bound, free = (_Line.of(law, place, read, h) for law in both)
            joints = [i for i, gear in enumerate(b) if not is_zero(gear)]
            mobility: Scalar = sum([b[i] ** 2 / M[i] for i in joints], start=0)
            end = div(free.force, 1 + h * free.k * mobility)
            within = abs(end) < abs(bound.force)
            force, k = (where(within, y, z) for y, z in zip(free, bound, strict=True))
            torque = torque + b * force
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


def activation_after(problem: Problem, x: State) -> Array | None:
    """The states of motors at the end of a step that leads to x; None if no motor has one."""
    model = problem.model
    if problem.control is None or not model.na:
        return None
    laws = driven(model, problem.control, problem.activation, problem.h)
    places = transmission(model, x.q).states(x.v)
    return concatenate([law(place)[1:] for law, place in zip(laws, places, strict=True)])
