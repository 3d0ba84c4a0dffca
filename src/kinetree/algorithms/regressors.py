"""Regressors: matrices of quantities that are linear in the inertial parameters. Body frames.

A body's parameters are its row of `model.inertias`, m, m c, and Ixx Ixy Iyy Ixz Iyz Izz about its
joint's origin; those of all joints, one after the other, are `model.inertias[1:].ravel()`.
"""

from typing import Literal

from ..errors import ModelError, unknown
from ..functions import OptionalArray, ResolvedFrame, algorithm
from ..model import Model
from ..scalar.array import Array, structural
from ..scalar.expr import is_zero
from ..scalar.math import array, concatenate, cross, dot, exp, eye, hstack, stack, where, zeros
from ..spatial import SE3, Columns, Force, Motion
from ..spatial.rotation import skew
from .center_of_mass import over_mass, subtree_masses
from .kinematics import (
    Reference,
    body_motions,
    body_velocities,
    joints_in_reference,
    world_placements,
)

JointParameter = Literal["armature", "damping", "friction", "offset", "stribeck"]


def body_columns(V: Motion, A: Motion) -> Columns[Force]:
    """The derivative of a body's force Y A + V x* (Y V) with respect to its ten parameters.

    Source: [PinocchioSheet, Inertia application; RNEA].
    """
    a = A.linear + cross(V.angular, V.linear)
    W = skew(V.angular)
    first = (skew(A.angular) + W @ W).T
    mass = [Force(a, zeros(3))]
    moments = [Force(first[k], cross(eye(3)[k], a)) for k in range(3)]
    moments_of_inertia = _rotational(A.angular) + W @ _rotational(V.angular)
    return Columns(Force, [*mass, *moments, *(Force(zeros(3), n) for n in moments_of_inertia.T)])


def with_body(Y: Array, model: Model, q: Array, i: int, F: Columns[Force]) -> Array:
    """The regressor with the columns of body i, whose forces by its parameters are F."""
    for k in reversed(model.path(i)):
        Y = Y.add((k.v_slice, slice(10 * i - 10, 10 * i)), k.subspace(q).T @ F)
        F = k.placement(q) @ F
    return Y


def _rotational(w: Array) -> Array:
    """The matrix with I w = L(w) [Ixx Ixy Iyy Ixz Iyz Izz]."""
    x, y, z = w.flat
    return array([[x, y, 0, z, 0, 0], [0, x, y, 0, z, 0], [0, 0, 0, x, y, z]])


@algorithm
def joint_torque_regressor(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    stribeck_velocity: OptionalArray = None,
    *,
    joint_parameters: tuple[JointParameter, ...] = (),
) -> Array:
    """The regressor Y of rnea(q, v, a) = Y @ model.inertias[1:].ravel() + armature * a.

    `joint_parameters` appends nv columns for each of "armature" (diagonal a), "damping" (v),
    "friction" (the sign of v), "offset" (1) and "stribeck" (sign(v) exp(-(v / v_s)^2), friction
    that is lost at speeds above v_s, `stribeck_velocity`), in the order given: a measured torque is
    then Y times all of them. The columns' names are `model.parameter_names`, then `model.v_names`
    once for each.
    Shapes: q (..., nq), v, a, v_s (..., nv); result (..., nv, 10 (njoints - 1) + nv n).
    Raises ModelError for another joint parameter, and for one that is named twice.
    Derived here: [PinocchioSheet, RNEA] is linear in each Y.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q = kt.neutral(arm)
    >>> kt.joint_torque_regressor(arm, q, [0.1] * 7, [0.2] * 7).shape
    (7, 70)
    """
    V, A = body_motions(model, q, v, a, -model.gravity_motion)
    Y = zeros(model.nv, 10 * (model.njoints - 1))
    for j in model.joints:
        Y = with_body(Y, model, q, j.index, body_columns(V[j.index], A[j.index]))
    if isinstance(joint_parameters, str):
        raise ModelError(
            f"joint_parameters is {joint_parameters!r}; expected a tuple of names: "
            f"({joint_parameters!r},)."
        )
    known = {"armature": a, "damping": v, "friction": sign(v), "offset": array([1] * model.nv)}
    if not all(map(is_zero, stribeck_velocity)):
        known["stribeck"] = sign(v) * exp(-((v / stribeck_velocity) ** 2))
    for k, name in enumerate(joint_parameters):
        if name not in known:
            listed = unknown("joint parameter", name, known)
            raise ModelError(f"{model.name}: {listed} 'stribeck' comes with stribeck_velocity=.")
        if name in joint_parameters[:k]:
            raise ModelError(f"{model.name}: joint parameter {name!r} is named twice.")
    return hstack([Y, *(known[x] * eye(model.nv) for x in joint_parameters)])


def sign(v: Array) -> Array:
    """-1, 0 or 1, element by element."""
    return where(v > 0, 1, where(v < 0, -1, 0))


@algorithm("(nq),(nv),(nv)->(6,10)")
def body_regressor(model: Model, q: Array, v: Array, a: Array, *, frame: ResolvedFrame) -> Array:
    """The regressor of the force on a body that moves with a frame, for parameters in that frame.

    Times m, m c and the rotational inertia about the frame's origin, in its axes, this is the force
    that moves the body, gravity included: [force; moment] in the frame.
    Shapes: q (..., nq), v and a (..., nv); result (..., 6, 10), or (..., k, 6, 10) for k frames.
    Source: [PinocchioSheet, Inertia application; RNEA].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.body_regressor(arm, kt.neutral(arm), [0] * 7, [0] * 7, frame="tool")[2, 0].item()
    9.81
    """
    V, A = body_motions(model, q, v, a, -model.gravity_motion, model.path(frame.joint))
    T_joint_frame = SE3.from_matrix(frame.placement)
    V_f, A_f = (T_joint_frame.act_inverse(x[frame.joint]) for x in (V, A))
    return body_columns(V_f, A_f).matrix


@algorithm("(nq),(k,3)->(6,6*njoints-6)")
def kinematic_regressor(
    model: Model,
    q: Array,
    offset: OptionalArray = None,
    *,
    frame: ResolvedFrame,
    reference: Reference,
) -> Array:
    """The regressor of a frame's placement by errors in the placements of all joints.

    With x[6 i - 6 : 6 i] the small twist by which joint i is misplaced, `model.placements[i]` times
    exp of it, Y @ x is the twist of the frame: for calibration from measured poses.
    Shapes: q (..., nq); result (..., 6, 6 (njoints - 1)), or with k before the last two axes for k
    frames; [linear; angular]. `reference` and `offset` as in `frame_velocity`.
    Source: [PinocchioSheet, Motion Application].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.kinematic_regressor(arm, kt.neutral(arm), frame="tool", reference="local").shape
    (6, 42)
    """
    T_rk, Y = joints_in_reference(model, q, frame, offset, reference), zeros(6, 6 * model.njoints)
    for j in model.path(frame.joint):
        at_zero = T_rk[j.index].compose_inverse(j.type.placement(q[j.q_slice]))
        Y = Y.add((slice(6), slice(6 * j.index, 6 * j.index + 6)), at_zero.action)
    return Y[:, 6:]


@algorithm("(nq)->(3,4*njoints-4)")
def static_regressor(model: Model, q: Array) -> Array:
    """The regressor Y of the centre of mass, which is Y @ inertias[1:, :4].ravel().

    The total mass, by which Y is divided, is the model's.
    Shapes: q (..., nq); result (..., 3, 4 (njoints - 1)).
    Source: [PinocchioSheet, Inertia addition].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.static_regressor(arm, kt.neutral(arm)).shape
    (3, 28)
    """
    T, columns = world_placements(model, q), [zeros(0, 3)]
    for j in model.joints:
        columns += [stack([T[j.index].translation]), T[j.index].rotation.T]
    return over_mass(concatenate(columns).T, subtree_masses(model)[0])


@algorithm("(nq),(nv)->(10*njoints-10)")
def kinetic_energy_regressor(model: Model, q: Array, v: Array) -> Array:
    """The regressor Y of the kinetic energy: Y . inertias[1:].ravel(), without armature.

    Shapes: q (..., nq), v (..., nv); result (..., 10 (njoints - 1)).
    Source: [PinocchioSheet, Inertia application].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.kinetic_energy_regressor(arm, kt.neutral(arm), [0.1] * 7).shape
    (70,)
    """
    V, parts = body_velocities(model, q, v), [zeros(0)]
    for j in model.joints:
        u, w = V[j.index].linear, V[j.index].angular
        squares = w @ _rotational(w)
        parts += [[0.5 * dot(u, u)], cross(u, w), 0.5 * squares]
    return concatenate(parts)


@algorithm("(nq)->(10*njoints-10)")
def potential_energy_regressor(model: Model, q: Array) -> Array:
    """The regressor Y of the potential energy: Y . inertias[1:].ravel().

    Shapes: q (..., nq); result (..., 10 (njoints - 1)). Source: [PinocchioSheet, Inertia addition].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.potential_energy_regressor(arm, kt.neutral(arm)).shape
    (70,)
    """
    T, g = world_placements(model, q), structural(model.gravity)
    parts = [zeros(0)]
    for j in model.joints:
        parts += [[-dot(g, T[j.index].translation)], -(g @ T[j.index].rotation), zeros(6)]
    return concatenate(parts)
