"""Actuators: the torques of joints from their forces, and their forces from controls."""

from math import isfinite
from typing import NamedTuple

from ..errors import ModelError
from ..functions import OptionalArray, algorithm
from ..model import Actuator, Model
from ..scalar.array import Array, structural
from ..scalar.expr import Scalar
from ..scalar.math import as_array, clip, where, zeros


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


@algorithm("(nq),(nv),(nu),(nu,4)->(nu)")
def actuator_forces(
    model: Model, q: Array, v: Array, control: Array, actuator_gains: OptionalArray = None
) -> Array:
    """The forces of `model.actuators` under controls, as `kt.Actuator` says.

    No other function adds them by itself but a step in time that gets `control`: elsewhere, torques
    are `kt.actuation_matrix` times these. `actuator_gains`, the columns gain, bias_constant,
    bias_position and bias_velocity, replace those of the model, also per sample.
    Shapes: q (..., nq), v (..., nv), control (..., nu), actuator_gains (..., nu, 4);
    result (..., nu), in N m or N at the motors. Raises ModelError for a robot without actuators.
    Source: [Todorov2012].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm().replace(actuators=kt.Motors(kp=100, kd=5, effort=60))
    >>> forces = kt.actuator_forces(arm, [0.5] * 7, [1.0] * 7, [0.8, 0.6, 0.5, 0, 2, 0, 0])
    >>> forces[:5].round(9).tolist()
    [25.0, 5.0, -5.0, -55.0, 60.0]
    """
    return forces_and_slopes(model, transmission(model, q), v, control, actuator_gains).force


class Transmission(NamedTuple):
    """B (nv, nu), and the lengths of the actuators (nu)."""

    B: Array
    length: Array


class Forces(NamedTuple):
    """Forces of actuators, and their slopes along lengths and velocities, (nu) each."""

    force: Array
    of_length: Array
    of_velocity: Array


def transmission(model: Model, q: Array) -> Transmission:
    """Where the actuators of a model are; raises ModelError if there are none."""
    if not model.actuators:
        raise ModelError(
            f"{model.name} has no actuators; give it some: model.replace(actuators=kt.Motors("
            "kp=200, kd=6)), or a kt.Actuator each."
        )
    B, lengths = zeros(model.nv, model.nu), list[Scalar]()
    for i, actuator in enumerate(model.actuators):
        lengths.append(0)
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


def forces_and_slopes(
    model: Model, places: Transmission, v: Array, control: Array, gains: OptionalArray
) -> Forces:
    """The forces under controls; a force beyond its range does not change with the state."""
    rows = gains if gains is not None else structural([_gains(x) for x in model.actuators])
    velocities = places.B.T @ v
    each = zip(model.actuators, rows, places.length, velocities, control, strict=True)
    columns = zip(*(_force(*x) for x in each), strict=True)
    return Forces(*map(as_array, columns))


def _gains(x: Actuator) -> tuple[float, float, float, float]:
    return x.gain, x.bias_constant, x.bias_position, x.bias_velocity


def _force(
    x: Actuator, gains: Array, length: Scalar, velocity: Scalar, control: Scalar
) -> tuple[Scalar, Scalar, Scalar]:
    gain, constant, of_length, of_velocity = gains
    u = clip(control, *_finite(x.control_range))
    of_length = of_length + x.gain_position * u
    of_velocity = of_velocity + x.gain_velocity * u
    force = gain * u + constant + of_length * length + of_velocity * velocity
    least, greatest = _finite(x.force_range)
    slopes = of_length, of_velocity
    for bound, sign in ((greatest, 1), (least, -1)):
        if bound is None:
            continue
        bound, slope = _falling(x, bound, sign * velocity)
        beyond = sign * force > sign * bound
        force = where(beyond, bound, force)
        slopes = where(beyond, 0.0, slopes[0]), where(beyond, sign * slope, slopes[1])
    return force, *slopes


def _falling(x: Actuator, bound: float, speed: Scalar) -> tuple[Scalar, Scalar]:
    """The greatest force at a speed in its direction, and its slope: the torque-speed curve."""
    if not isfinite(x.velocity_limit):
        return bound, 0.0
    width = x.velocity_limit - x.corner_velocity
    share = clip((x.velocity_limit - speed) / width, 0.0, 1.0)
    falling = where(speed > x.corner_velocity, -bound / width, 0.0)
    return bound * share, where(speed < x.velocity_limit, falling, 0.0)


def _finite(bounds: tuple[float, float]) -> tuple[float | None, float | None]:
    least, greatest = (x if isfinite(x) else None for x in bounds)
    return least, greatest
