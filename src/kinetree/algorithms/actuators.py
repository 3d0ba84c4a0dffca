"""Actuators: the torques of joints from their forces, and their forces from controls."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import isfinite
from typing import NamedTuple

from ..errors import ModelError, ShapeError
from ..functions import OptionalArray, algorithm
from ..model import Actuator, Model
from ..scalar.array import Array, structural
from ..scalar.expr import Scalar
from ..scalar.math import as_array, clip, concatenate, maximum, stack, where, zeros


@algorithm("(nq)->(nv,nu)")
def actuation_matrix(model: Model, q: Array) -> Array:
    """B, with which forces of actuators make the torques of joints: tau = B @ forces.

    Its columns are the gears of `model.actuators`, which do not depend on q.
    Shapes: q (..., nq); result (..., nv, nu). Raises ModelError for a robot without actuators.
    Source: [Todorov2012].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm().replace(actuators=kt.Motors(gear=50, joints=["joint1", "joint3"]))
    >>> kt.actuation_matrix(arm, kt.neutral(arm))[:, 1].tolist()
    [0.0, 0.0, 50.0, 0.0, 0.0, 0.0, 0.0]
    """
    return transmission(model, q)[0]


@algorithm("(nq),(nv),(nu),(na)->(nu)", model_parameters=("actuator_gains",))
def actuator_forces(
    model: Model,
    q: Array,
    v: Array,
    control: Array,
    activation: OptionalArray = None,
) -> Array:
    """The forces of `model.actuators` under controls, as `kt.Actuator` says.

    Steps in time that get `control` add them; elsewhere, torques are `kt.actuation_matrix` times
    these. `actuator_gains`, by keyword, replace the first parameters of each law, also per sample:
    of `kt.motors.affine` gain, bias_constant, bias_position and bias_velocity. Motors with states
    need them: `activation`, zeros at the start, then what a step gives.
    Shapes: q (..., nq), v (..., nv), control (..., nu), activation (..., na), actuator_gains
    (..., nu, ngains); result (..., nu), in N m or N at the motors. Raises ModelError for a robot
    without actuators, ShapeError for more gains than a law has parameters.
    Source: [Todorov2012].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm().replace(actuators=kt.Motors(kp=100, kd=5, effort=60))
    >>> forces = kt.actuator_forces(arm, [0.5] * 7, [1.0] * 7, [0.8, 0.6, 0.5, 0, 2, 0, 0])
    >>> forces[:5].round(9).tolist()
    [25.0, 5.0, -5.0, -55.0, 60.0]
    """
    if activation is None and model.na:
        raise ShapeError(
            f"actuator_forces: {model.name} has motors with states; give activation=, of na = "
            f"{model.na} numbers, zeros at the start."
        )
    states = transmission(model, q).states(v)
    laws = driven(model, control, activation, 0)
    return as_array([law(x)[0] for law, x in zip(laws, states, strict=True)])


class Transmission(NamedTuple):
    """B (nv, nu), and the lengths of the actuators (nu)."""

    B: Array
    length: Array

    def states(self, v: Array) -> Array:
        """The length and the velocity of each actuator, (nu, 2)."""
        return stack([self.length, self.B.T @ v]).T


def transmission(model: Model, q: Array) -> Transmission:
    """Where the actuators of a model are; raises ModelError if there are none."""
    if not model.actuators:
        raise ModelError(
            f"{model.name} has no actuators; give it some: model.replace(actuators=kt.Motors("
            "kp=200, kd=6)), or a kt.Actuator each."
        )
    B, lengths = zeros(model.nv, model.nu), list[Scalar]()
    for i, actuator in enumerate(model.actuators):
        lengths.append(actuator.offset or 0)
        for name, gear in zip(actuator.joints, actuator.gear, strict=True):
            k, rate, coordinate = _coordinate(model, q, name)
            B = B.add((k, i), gear * rate)
            lengths[i] = lengths[i] + gear * coordinate
    return Transmission(B, as_array(lengths))


def _coordinate(model: Model, q: Array, name: str) -> tuple[int, Scalar, Scalar]:
    """The number of a velocity, the rate of its coordinate for v = 1, and the coordinate."""
    (k,) = model.v_index([name]).tolist()
    owners = (j for j in model.free_joints if k in range(j.v_slice.start, j.v_slice.stop))
    joint = model.joint(name) if name in model.joint_names else next(owners)
    own = q[joint.q_slice]
    if not joint.type.independent:
        return k, joint.type.coordinate_rate(), joint.type.coordinate(own, 0)
    coordinates = joint.type.difference(structural(joint.type.neutral()), own)
    return k, 1, coordinates[k - joint.v_slice.start]


def driven(
    model: Model, control: Array, activation: OptionalArray, dt: Scalar, clipped: bool = True
) -> Iterator[Callable[[Array], Array]]:
    """Of each actuator the force and the states after dt, by its length and velocity.

    The force is within its range if it is clipped.
    """
    states, start = zeros(model.na) if activation is None else activation, 0
    for i, x in enumerate(model.actuators):
        own = states[start : start + x.law.kind.states]
        start += len(own)
        yield partial(_response, x, clipped, [*structural(x.law.values)], control[i], own, dt)


def _response(
    x: Actuator,
    clipped: bool,
    values: Sequence[Scalar],
    control: Scalar,
    activation: Array,
    dt: Scalar,
    place: Array,
) -> Array:
    length, velocity = place
    u = clip(control, *(y if isfinite(y) else None for y in x.control_range))
    motion = length, velocity, u
    force, after = x.law.kind.force(values, *motion, activation=activation, dt=dt)
    for sign, greatest in bounds(x, velocity) if clipped else ():
        force = where(sign * force > sign * greatest, greatest, force)
    return concatenate([[force], after])


def bounds(x: Actuator, velocity: Scalar) -> Iterator[tuple[int, Scalar]]:
    """The sign and the force of each finite bound of an actuator at a velocity."""
    for bound, sign in zip(x.force_range, (-1, 1), strict=True):
        if isfinite(bound):
            yield sign, bound * _share(x, sign * velocity)


def _share(x: Actuator, speed: Scalar) -> Scalar:
    """The part of the greatest force that is left at a speed in its direction."""
    if not isfinite(x.velocity_limit):
        return 1
    falling = (x.velocity_limit - speed) / (x.velocity_limit - x.corner_velocity)
    return where(speed > x.corner_velocity, maximum(0.0, falling), 1.0)
