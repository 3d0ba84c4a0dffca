"""Velocity, acceleration, error and Jacobian of frames, its rate and derivative, in `reference`."""

from ..functions import OptionalArray, ResolvedFrame, algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import cross, eye, stack, zeros
from ..spatial import SE3, Columns, Motion
from .kinematics import (
    Reference,
    at_offset,
    body_motions,
    body_velocities,
    frame_in_reference,
    joints_in_reference,
    split_motion,
    world_frame,
)
from .relative import relative


@algorithm("(nq),(nv),(k,3)->(6)")
@relative
def frame_velocity(
    model: Model,
    q: Array,
    v: Array,
    offset: OptionalArray = None,
    *,
    frame: ResolvedFrame,
    reference: Reference,
) -> Motion:
    """The spatial velocity of a frame, J v.

    Shapes: q (..., nq), v (..., nv); result (..., 6), [linear; angular], or (..., k, 6) for a
    sequence of k frames. `reference` says in which axes and about which point: "local" (the
    frame's), "local_world_aligned" (its origin, world axes) or "world". `offset` (..., 3) is a
    point in the frame that takes the place of its origin, one for each frame of a sequence.
    `relative_to` names another frame, which takes the place of the world, as if it were at rest.
    Source: [PinocchioSheet, RNEA].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v = kt.neutral(arm), [0.1] * 7
    >>> kt.frame_velocity(arm, q, v, frame="tool", reference="local_world_aligned").shape
    (6,)
    """
    V = body_velocities(model, q, v, model.path(frame.joint))
    T_rf = frame_in_reference(reference, world_frame(model, q, frame, offset))
    return T_rf @ at_offset(frame, offset).act_inverse(V[frame.joint])


@algorithm("(nq),(nv),(nv),(k,3)->(6)")
@relative
def frame_acceleration(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    offset: OptionalArray = None,
    *,
    frame: ResolvedFrame,
    reference: Reference,
    classical: bool = False,
) -> Motion:
    """The acceleration of a frame: spatial, or `classical`, that of the point.

    The spatial one is the rate of the velocity expressed in the frame, or in the world; its
    linear part lacks w x v of the moving point, which `classical` adds. The classical one in
    "local_world_aligned" is the rate of the velocity there: J a + (dJ/dt) v, so that (dJ/dt) v is
    the classical one with a = 0, not the spatial one. Gravity is left out.
    Shapes: q (..., nq), v and a (..., nv); result (..., 6), or (..., k, 6) for k frames.
    `reference`, `offset` and `relative_to` as in `frame_velocity`.
    Source: [PinocchioSheet, RNEA]; of a point, [KindrSheet, Linear Velocity].

    >>> import kinetree as kt
    >>> pendulum = kt.robots.pendulum(length=2.0)  # turns about y, hangs along -z
    >>> kt.frame_acceleration(pendulum, [0.0], [3.0], [0.0], frame="tip",
    ...                       reference="local_world_aligned", classical=True)[:3].tolist()
    [0.0, 0.0, 18.0]
    """
    both = body_motions(model, q, v, a, Motion.zero(), model.path(frame.joint))
    T_rf = frame_in_reference(reference, world_frame(model, q, frame, offset))
    T_joint_frame = at_offset(frame, offset)
    V, A = (T_rf @ T_joint_frame.act_inverse(x[frame.joint]) for x in both)
    return A + Motion(cross(V.angular, V.linear), zeros(3)) if classical else A


@algorithm("(nq),(k,4,4),(k,3)->(6)")
@relative
def frame_error(
    model: Model, q: Array, target: Array, offset: OptionalArray = None, *, frame: ResolvedFrame
) -> Motion:
    """The twist that takes a frame to its target in unit time, log6(T_frame^-1 target), local.

    Shapes: q (..., nq), target (..., 4, 4); result (..., 6); for a sequence of k frames
    (..., k, 4, 4) and (..., k, 6). `offset` as in `frame_velocity`. Source: [Sola2018, Eq. 173].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q = kt.neutral(arm)
    >>> target = kt.frame_placement(arm, q, frame="tool")
    >>> kt.frame_error(arm, q, target, frame="tool").tolist()
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    return world_frame(model, q, frame, offset).act_inverse(SE3.from_matrix(target)).log()


@algorithm("(nq),(k,3)->(6,nv)")
@relative
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
    sequence of k frames. `reference`, `offset` and `relative_to` as in `frame_velocity`.
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
    frames = [ResolvedFrame(j.index, eye(4)) for j in model.joints]
    jacobians = [frame_jacobian(model, q, frame=x, reference=reference) for x in frames]
    return stack([zeros(6, model.nv), *jacobians])


@algorithm("(nq),(nv),(k,3)->(6,nv)")
@relative
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
@relative
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
