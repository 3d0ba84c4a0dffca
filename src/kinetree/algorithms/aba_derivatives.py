"""Derivatives of forward dynamics, from those of inverse dynamics (FDSVA).

[Singh2022]                 here                    shape
dID/dq, dID/dq-dot          partials                nv x 2 nv
M^-1, dFD/dtau              W W^T, inverse          nv x nv
dFD/dq, dFD/dq-dot          both                    nv x 2 nv
AZA                         ArticulatedBodies.solve
"""

from typing import Final, Literal, NamedTuple

from ..functions import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import is_zero
from ..scalar.math import concatenate
from ..scalar.products import product
from ..spatial.rotation import symmetric
from .aba import aba
from .cholesky import factor, inverse_factor
from .inverse_mass_matrix import ArticulatedBodies, inverse_mass_matrix
from .operands import OptionalArray
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
    that has less than a quarter of their operations, for chains of about 100 joints and more.
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
    n = model.nv
    of_rnea = rnea_derivatives(model, q, v, aba(model, q, v, tau, f_ext), f_ext)
    partials = concatenate([of_rnea.dtau_dq.T, of_rnea.dtau_dv.T]).T
    W = inverse_factor(factor(of_rnea.dtau_da))
    if method == "auto":
        method = "aza" if aza_is_cheaper(W) else "dmm"
    if method == "aza" and not model.coupled:
        both = ArticulatedBodies.of(model, q).solve(model, -partials)  # Eqs. 5, 34
        inverse = inverse_mass_matrix(model, q)
    else:
        inverse = symmetric(product(W, W.T))
        both = product(W, product(-W.T, partials))  # Eq. 5
    return AbaDerivatives(both[:, :n], both[:, n:], inverse)


def aza_is_cheaper(W: Array) -> bool:
    """Whether AZA takes less than a quarter of the operations of DMM."""
    nonzeros = sum(not is_zero(x) for x in W.flat)
    return 4 * _AZA * len(W) < 4 * nonzeros


_AZA: Final = 48
"""Operations of AZA for a joint and a column: four with vectors of six."""
