"""Derivatives of forward dynamics, from those of inverse dynamics (FDSVA), and its linearization.

[Singh2022]                 here                    shape
dID/dq, dID/dq-dot          partials                nv x 2 nv
M^-1, dFD/dtau              W W^T, inverse          nv x nv
dFD/dq, dFD/dq-dot          both                    nv x 2 nv
AZA                         ArticulatedBodies.solve
"""

from typing import Final, Literal, NamedTuple

from ..functions import OptionalArray, algorithm
from ..model import Model
from ..model.contents import check_contents
from ..scalar.array import Array
from ..scalar.expr import is_zero
from ..scalar.math import eye, hstack, vstack, zeros
from ..scalar.products import product
from ..spatial.rotation import symmetric
from .aba import aba
from .cholesky import factor, inverse_factor
from .crba import crba
from .inverse_mass_matrix import ArticulatedBodies, inverse_mass_matrix
from .rnea_derivatives import rnea_derivatives

Method = Literal["auto", "dmm", "aza"]


class AbaDerivatives(NamedTuple):
    """Derivatives of `aba`, (..., nv, nv) each; the last is the inverse of the mass matrix."""

    ddq_dq: Array
    ddq_dv: Array
    ddq_dtau: Array


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv,nv),(nv,nv),(nv,nv)")
def aba_derivatives(
    model: Model,
    q: Array,
    v: Array,
    tau: Array,
    f_ext: OptionalArray = None,
    *,
    method: Method = "auto",
) -> AbaDerivatives:
    """The derivatives of aba with respect to q, v and tau: (ddq_dq, ddq_dv, ddq_dtau).

    -M^-1 times those of rnea at the acceleration of aba: by products with the inverse of the factor
    of M ("dmm"), or joint by joint ("aza"). M^-1 itself would lose digits with the condition of M;
    its factor has the zeros of the tree. Products run in vectorized loops: "auto" is "aza" where
    that has less than a quarter of their operations, for chains of about 100 joints and more; a
    kernel's repr says how many of its operations are in products.
    `f_ext` is held constant in the frames of the joints; a force constant in the world is
    differentiated in an algorithm that calls `external_forces`
    (examples/algorithms/11_force_in_the_world.py).
    Shapes: q (..., nq), v and tau (..., nv), f_ext (..., njoints, 6); results (..., nv, nv).
    Source: FDSVA of [Singh2022, Table II]: [Singh2022, Eq. 5] with DMM or AZA [Singh2022, Eq. 34].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v, tau = kt.neutral(arm), [0.1] * 7, [0.2] * 7
    >>> kt.aba_derivatives(arm, q, v, tau).ddq_dq.shape
    (7, 7)
    """
    return with_acceleration(model, q, v, tau, f_ext, method)[1]


def with_acceleration(
    model: Model, q: Array, v: Array, tau: Array, f_ext: OptionalArray, method: Method = "auto"
) -> tuple[Array, AbaDerivatives]:
    """The accelerations, and their derivatives."""
    n, W = model.nv, inverse_factor(factor(crba(model, q)))
    by_joints = method == "aza" or (method == "auto" and aza_is_cheaper(W))
    a = aba(model, q, v, tau, f_ext)
    of_rnea = rnea_derivatives(model, q, v, a, f_ext)
    partials = hstack([of_rnea.dtau_dq, of_rnea.dtau_dv])
    if by_joints and not model.coupled:
        both = ArticulatedBodies.of(model, q).solve(-partials)  # Eqs. 5, 34
        inverse = inverse_mass_matrix(model, q)
    else:
        both = product(W, product(-W.T, partials))  # Eq. 5
        inverse = symmetric(product(W, W.T))
    return a, AbaDerivatives(both[:, :n], both[:, n:], inverse)


_AZA: Final = 48
"""Operations of AZA for a joint and a column: four with vectors of six."""


def aza_is_cheaper(W: Array) -> bool:
    """Whether AZA takes less than a quarter of the operations of DMM."""
    nonzeros = sum(not is_zero(x) for x in W.flat)
    aza, dmm = _AZA * len(W), 4 * nonzeros
    return 4 * aza < dmm


class Linearization(NamedTuple):
    """dx/dt = A x + B u of x = [e; dv], (..., 2 nv, 2 nv) and (..., 2 nv, nv)."""

    A: Array
    B: Array


@algorithm("(nq),(nv),(nv)->(2*nv,2*nv),(2*nv,nv)", check=check_contents, checks={})
def linearize(model: Model, q: Array, v: Array, tau: Array) -> Linearization:
    """The error dynamics dx/dt = A x + B u about a motion: (A, B).

    x = [e; dv] is the error of a motion next to that of q, v and tau: its configuration is
    integrate(q, e), its velocity v + dv, its torques tau + u. e is in the tangent space that moves
    with q, so that de/dt = dv for coordinates, and dv - v x e for spherical, planar and free-flyer
    joints. The dynamics are those of `kt.aba`, without damping and springs, and u are the torques
    of all joints, actuated or not: B[:, model.actuated] is that of the actuated ones.
    Shapes: q (..., nq), v and tau (..., nv); results (..., 2 nv, 2 nv) and (..., 2 nv, nv).
    Derived here: [Singh2022, Eq. 5], and the rate of e in the moving tangent space.

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> q, v = kt.neutral(robot), [0.1] * robot.nv
    >>> A, B = kt.linearize(robot, q, v, v)
    >>> A.shape, B.shape
    ((36, 36), (36, 18))
    """
    n, of_aba = model.nv, aba_derivatives(model, q, v, tau)
    drift = zeros(n, n)
    for j in model.free_joints:
        drift = drift.add((j.v_slice, j.v_slice), j.type.error_rate(q[j.q_slice], v[j.v_slice]))
    A = vstack([hstack([drift, eye(n)]), hstack([of_aba.ddq_dq, of_aba.ddq_dv])])
    return Linearization(A, vstack([zeros(n, n), of_aba.ddq_dtau]))
