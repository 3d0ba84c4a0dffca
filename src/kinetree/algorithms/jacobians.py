"""Jacobians of frames and joints, their rate and their derivative, expressed in `reference`."""

from ..functions import ResolvedFrame, algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import eye, zeros
from ..spatial import Columns, Motion
from .operands import OptionalArray
from .reference import Reference, joints_in_reference, split_motion


@algorithm("(nq),(k,3)->(6,nv)")
def frame_jacobian(
    model: Model,
    q: Array,
    offset: OptionalArray = None,
    *,
    frame: ResolvedFrame,
    reference: Reference,
) -> Array:
    """The Jacobian J of a frame: J v is its velocity.

    Shapes: q (..., nq); result (..., 6, nv), rows [linear; angular], or (..., k, 6, nv) for a
    sequence of k frames. `reference` and `offset` as in `frame_velocity`.
    Source: [PinocchioSheet, Motion Application; Joint]; [KindrSheet, Eq. 14].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.frame_jacobian(arm, kt.neutral(arm), frame="tool", reference="local").shape
    (6, 7)
    """
    T_rk = joints_in_reference(model, q, frame, offset, reference)
    J = zeros(6, model.nv)
    for j in model.path(frame.joint):
        J = J.add((slice(6), j.v_slice), (T_rk[j.index] @ j.subspace(q)).matrix)
    return J


@algorithm("(nq)->(njoints,6,nv)")
def joint_jacobians(model: Model, q: Array, *, reference: Reference) -> Array:
    """The Jacobians of the frames of all joints; that of the universe is zero.

    Shapes: q (..., nq); result (..., njoints, 6, nv). `reference` as in `frame_velocity`.
    Source: [PinocchioSheet, Motion Application; Joint].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.joint_jacobians(arm, kt.neutral(arm), reference="world").shape
    (8, 6, 7)
    """
    J = zeros(model.njoints, 6, model.nv)
    for j in model.joints:
        frame = ResolvedFrame(j.index, eye(4))
        T_rk = joints_in_reference(model, q, frame, zeros(3), reference)
        for k in model.path(j.index):
            J = J.add((j.index, slice(6), k.v_slice), (T_rk[k.index] @ k.subspace(q)).matrix)
    return J


@algorithm("(nq),(nv),(k,3)->(6,nv)")
def frame_jacobian_time_derivative(
    model: Model,
    q: Array,
    v: Array,
    offset: OptionalArray = None,
    *,
    frame: ResolvedFrame,
    reference: Reference,
) -> Array:
    """dJ/dt while q moves with v, of the Jacobian in `reference`.

    J a + (dJ/dt) v is the acceleration: in "local_world_aligned" the classical one.
    Shapes: q (..., nq), v (..., nv); result (..., 6, nv), or (..., k, 6, nv) for k frames.
    Source: [KindrSheet, Eq. 18]; [Echeandia2021, Eq. 12] for dS/dt.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v = kt.neutral(arm), [0.1] * 7
    >>> kt.frame_jacobian_time_derivative(arm, q, v, frame="tool", reference="local").shape
    (6, 7)
    """
    T_rk = joints_in_reference(model, q, frame, offset, reference)
    V, J = {0: Motion.zero()}, dict[int, Columns[Motion]]()
    for j in model.path(frame.joint):
        J[j.index] = T_rk[j.index] @ j.subspace(q)
        V[j.index] = V[j.parent] + J[j.index] @ v[j.v_slice]
    _, of_reference = split_motion(reference, V[frame.joint])
    dJ = zeros(6, model.nv)
    for j in model.path(frame.joint):
        local = T_rk[j.index] @ j.subspace_rate(q, v)
        rate = (V[j.index] - of_reference).cross(J[j.index]) + local
        dJ = dJ.add((slice(6), j.v_slice), rate.matrix)
    return dJ


@algorithm("(nq),(k,3)->(6,nv,nv)")
def frame_hessian(
    model: Model,
    q: Array,
    offset: OptionalArray = None,
    *,
    frame: ResolvedFrame,
    reference: Reference,
) -> Array:
    """dJ/dq, [:, j, k] = d J_j / d q_k, of the Jacobian in `reference`.

    Column j moves with every joint up to its own, the reference with every joint of the path.
    Shapes: q (..., nq); result (..., 6, nv, nv), or (..., k, 6, nv, nv) for k frames.
    Source: [KindrSheet, Eq. 15]; derived here: joints of several velocities, and all three
    references.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.frame_hessian(arm, kt.neutral(arm), frame="tool", reference="world").shape
    (6, 7, 7)
    """
    T_rk = joints_in_reference(model, q, frame, offset, reference)
    path = model.path(frame.joint)
    J = {j.index: T_rk[j.index] @ j.subspace(q) for j in path}
    H = zeros(6, model.nv, model.nv)
    for n, k in enumerate(path):
        dS = k.subspace_derivatives(q)
        for d, J_d in enumerate(J[k.index].columns):
            relative, of_reference = split_motion(reference, J_d)
            column = k.v_slice.start + d
            H = H.add((slice(6), k.v_slice, column), (T_rk[k.index] @ dS[d]).matrix)
            for m, j in enumerate(path):
                motion = relative if m >= n else -of_reference
                H = H.add((slice(6), j.v_slice, column), motion.cross(J[j.index]).matrix)
    return H
