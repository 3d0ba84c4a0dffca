"""The momentum of a motion between two configurations, as inverse dynamics. Body frames.

The motion has constant body twists. Its discrete Lagrangian is h times the kinetic energy of these,
whose derivatives at both ends are momenta [Lee2016].
"""

from typing import NamedTuple

from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..spatial import SE3, Force
from ..spatial.se3 import exp6_jacobian_inverse
from .configuration import integrate


class DiscreteMomentum(NamedTuple):
    """The generalized momenta at the two ends of the motion, (nv,) each."""

    begin: Array
    end: Array


def discrete_momentum(model: Model, q: Array, d: Array, h: Scalar) -> DiscreteMomentum:
    """The momenta of the motion from q to integrate(q, d) in the time h.

    Armature adds a d / h to both, as to inverse dynamics: it has no Coriolis forces. Bodies'
    displacements X come from those of joints, not from their placements at both ends, whose
    difference would lose digits far from the origin and for short times.
    """
    q1, rate = integrate(model, q, d), 1 / h
    X, F0, F1 = {0: SE3.identity()}, {0: Force.zero()}, {0: Force.zero()}
    T0: dict[int, SE3] = {}
    T1: dict[int, SE3] = {}
    for j in model.joints:
        i, p = j.index, j.parent
        T0[i], T1[i] = j.placement(q), j.placement(q1)
        moved = T0[i].inverse() @ X[p] @ T0[i] if p else X[p]
        X[i] = moved @ j.displacement(q, d)
        step = X[i].log()
        momentum = (j.inertia @ (step * rate)).vector
        F0[i] = Force.from_vector(exp6_jacobian_inverse(-step).T @ momentum)
        F1[i] = Force.from_vector(exp6_jacobian_inverse(step).T @ momentum)
    p0 = p1 = model.armature * d * rate
    for j in reversed(model.joints):
        i, p = j.index, j.parent
        p0 = p0.add(j.v_slice, j.subspace(q).T @ F0[i])
        p1 = p1.add(j.v_slice, j.subspace(q1).T @ F1[i])
        F0[p], F1[p] = F0[p] + T0[i] @ F0[i], F1[p] + T1[i] @ F1[i]
    return DiscreteMomentum(p0, p1)
