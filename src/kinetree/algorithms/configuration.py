"""The configuration space, joint by joint."""

from typing import NamedTuple

from ..functions import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.math import norm


@algorithm("(nq)->(nq)")
def normalize(model: Model, q: Array) -> Array:
    """The same configuration with unit quaternions and unit (cos, sin).

    Shapes: q (..., nq); result (..., nq). A zero quaternion gives nan in its own sample.

    >>> import kinetree as kt
    >>> robot = kt.robots.humanoid()
    >>> float(kt.normalize(robot, 2 * kt.neutral(robot))[6])
    1.0
    """
    return model.space.normalize(q)


@algorithm("(nq),(nv)->(nq)")
def integrate(model: Model, q: Array, v: Array) -> Array:
    """q after moving with the constant velocity v for unit time, q exp(v) on the body side.

    Shapes: q (..., nq), v (..., nv); result (..., nq). Quaternions are q exp(v), smooth in v;
    beyond half a turn Pinocchio gives the same rotation with the other sign.
    Source: [PinocchioSheet, Joint].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> float(kt.integrate(arm, [0.1] * 7, [0.2] * 7)[0].round(12))
    0.3
    """
    return model.space.integrate(q, v)


@algorithm("(nq),(nq)->(nv)")
def difference(model: Model, q0: Array, q1: Array) -> Array:
    """The velocity v with integrate(q0, v) = q1, rotations by the shorter way.

    Shapes: q0 and q1 (..., nq); result (..., nv). q and -q of a quaternion have the distance zero.
    Source: [PinocchioSheet, Joint].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> float(kt.difference(arm, [0.1] * 7, [0.3] * 7)[0].round(12))
    0.2
    """
    return model.space.difference(q0, q1)


@algorithm("(nq),(nq),()->(nq)")
def interpolate(model: Model, q0: Array, q1: Array, t: Scalar) -> Array:
    """The configuration at fraction t of the geodesic from q0 to q1: integrate(q0, t (q1 - q0)).

    Shapes: q0 and q1 (..., nq), t (...); result (..., nq).
    Source: [KindrSheet, Orientation/Rotation 12], in the body frame.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> float(kt.interpolate(arm, [0.0] * 7, [1.0] * 7, 0.25)[0])
    0.25
    """
    return integrate(model, q0, t.flat[0] * difference(model, q0, q1))


@algorithm("(nq)->(nq,nv)")
def tangent_map(model: Model, q: Array) -> Array:
    """T(q) = d integrate(q, v) / dv at v = 0: the rate of q is T(q) v.

    Shapes: q (..., nq); result (..., nq, nv).
    Source: [KindrSheet, Time Derivative of Rotation Quaternion].

    >>> import kinetree as kt
    >>> robot = kt.robots.humanoid()
    >>> kt.tangent_map(robot, kt.neutral(robot)).shape
    (36, 35)
    """
    return model.space.tangent_map(normalize(model, q))


@algorithm("(nq)->(nv,nq)")
def tangent_map_inverse(model: Model, q: Array) -> Array:
    """T+(q) = d difference(q, p) / dp at p = q: the velocity is T+(q) times the rate of q.

    Shapes: q (..., nq); result (..., nv, nq). T+ T = 1, and T+ is zero along changes of length.
    Source: [KindrSheet, Time Derivative of Rotation Quaternion].

    >>> import kinetree as kt
    >>> robot = kt.robots.humanoid()
    >>> kt.tangent_map_inverse(robot, kt.neutral(robot)).shape
    (35, 36)
    """
    return model.space.tangent_map_inverse(normalize(model, q))


class IntegrateDerivatives(NamedTuple):
    """Derivatives of `integrate`, (..., nv, nv) each."""

    dq: Array
    dv: Array


class DifferenceDerivatives(NamedTuple):
    """Derivatives of `difference`, (..., nv, nv) each."""

    dq0: Array
    dq1: Array


@algorithm("(nq),(nv)->(nv,nv),(nv,nv)")
def integrate_derivatives(model: Model, q: Array, v: Array) -> IntegrateDerivatives:
    """The derivatives of integrate(q, v) with respect to q and v: (dq, dv).

    Between tangent spaces, as all derivatives of configurations: from that at q, and from v, to
    that at the result. Blocks of joints on the diagonal.
    Shapes: q (..., nq), v (..., nv); results (..., nv, nv).
    Source: [PinocchioSheet, Joint]; [KindrSheet, Derivatives]; [Sola2018, Eq. 179].

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> kt.integrate_derivatives(robot, kt.neutral(robot), [0.1] * robot.nv).dv.shape == (18, 18)
    True
    """
    return IntegrateDerivatives(*model.space.integrate_derivatives(q, v))


@algorithm("(nq),(nq)->(nv,nv),(nv,nv)")
def difference_derivatives(model: Model, q0: Array, q1: Array) -> DifferenceDerivatives:
    """The derivatives of difference(q0, q1) with respect to q0 and q1: (dq0, dq1).

    From the tangent spaces at q0 and q1. Rotations half a turn apart have none.
    Shapes: q0 and q1 (..., nq); results (..., nv, nv).
    Source: [KindrSheet, Derivatives]; [Sola2018, Eq. 179].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.difference_derivatives(arm, [0.1] * 7, [0.3] * 7).dq0[0, 0].item()
    -1.0
    """
    return DifferenceDerivatives(*model.space.difference_derivatives(q0, q1))


@algorithm("(nq),(nq)->()")
def distance(model: Model, q0: Array, q1: Array) -> Scalar:
    """The length of difference(q0, q1): of the shortest way between two configurations.

    Shapes: q0 and q1 (..., nq); result (...). Source: [PinocchioSheet, Joint].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> float(kt.distance(arm, [0.0] * 7, [0.3, 0.4, 0, 0, 0, 0, 0]))
    0.5
    """
    return norm(difference(model, q0, q1))
