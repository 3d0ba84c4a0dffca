"""The momentum of a motion between two configurations: a twin of inverse dynamics. Body frames.

The motion has constant body twists. Its discrete Lagrangian is h times the kinetic energy of these,
whose derivatives at both ends are momenta: Lee, Liu, Park and Srinivasa, "A linear-time variational
integrator for multibody systems" (WAFR 2016, arXiv 1609.02898).
"""

from typing import NamedTuple

from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..spatial import SE3, Force
from ..spatial.se3 import exp6_jacobian_inverse
from .configuration import difference


class DiscreteMomentum(NamedTuple):
    """The generalized momenta at the two ends of the motion, (nv,) each."""

    begin: Array
    end: Array


def discrete_momentum(model: Model, q0: Array, q1: Array, h: Scalar) -> DiscreteMomentum:
    """The momenta of the motion from q0 to q1 in the time h.

    Armature adds a v to both, as to inverse dynamics: it has no Coriolis forces.
    """
    X, F0, F1 = {0: SE3.identity()}, {0: Force.zero()}, {0: Force.zero()}
    rate = 1 / h
    T0: dict[int, SE3] = {}
    T1: dict[int, SE3] = {}
    for j in model.joints:
        i, p = j.index, j.parent
        T0[i], T1[i] = j.placement(q0), j.placement(q1)
        X[i] = T0[i].inverse() @ X[p] @ T1[i]
        step = X[i].log()
        momentum = (j.inertia @ (step * rate)).vector
        F0[i] = Force.from_vector(exp6_jacobian_inverse(-step).T @ momentum)
        F1[i] = Force.from_vector(exp6_jacobian_inverse(step).T @ momentum)
    p0 = p1 = model.armature * difference(model, q0, q1) * rate
    for j in reversed(model.joints):
        i, p = j.index, j.parent
        p0 = p0.add(j.v_slice, j.subspace(q0).T @ F0[i])
        p1 = p1.add(j.v_slice, j.subspace(q1).T @ F1[i])
        F0[p], F1[p] = F0[p] + T0[i] @ F0[i], F1[p] + T1[i] @ F1[i]
    return DiscreteMomentum(p0, p1)
