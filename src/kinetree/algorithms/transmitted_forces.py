"""Wrenches that joints transmit. Body frames."""

from ..functions import OptionalArray, algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import stack, zeros
from ..spatial import Force
from .kinematics import body_motions


@algorithm("(nq),(nv),(nv),(njoints,6)->(njoints,6)")
def joint_forces(model: Model, q: Array, v: Array, a: Array, f_ext: OptionalArray = None) -> Array:
    """The wrench that each joint transmits: what its body receives from the parent body.

    Row i is the sum of Y A + V x* (Y V) - f_ext over the bodies of the subtree of joint i, gravity
    included: motor, bearings and stops together. S^T of it is the joint's torque by rnea(q, v, a)
    without armature; the parent body receives the opposite. Row 0, of the universe, is zero.
    Shapes: q (..., nq), v and a (..., nv), f_ext (..., njoints, 6) as for `rnea`;
    result (..., njoints, 6), rows [force; moment] in the axes and about the origin of the joint's
    frame, in N and N m.
    Source: [PinocchioSheet, RNEA], phi_i.
    Cost: that of `rnea`.

    >>> import kinetree as kt
    >>> pendulum = kt.robots.pendulum(mass=2.0)
    >>> kt.joint_forces(pendulum, [0.0], [0.0], [0.0])[1, 2].item()
    19.62
    """
    V, A = body_motions(model, q, v, a, -model.gravity_motion)
    F = {0: Force.zero()}
    for j in model.joints:
        i = j.index
        F[i] = j.inertia @ A[i] + V[i].cross(j.inertia @ V[i]) - Force.from_vector(f_ext[i])
    for j in reversed(model.joints):
        F[j.parent] = F[j.parent] + j.placement(q) @ F[j.index]
    return stack([zeros(6), *(F[j.index].vector for j in model.joints)])
