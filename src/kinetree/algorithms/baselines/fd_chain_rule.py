"""FDCR: derivatives of forward dynamics, from those of RNEA by the chain rule."""

from ...functions import algorithm
from ...model import Model
from ...scalar.array import Array
from ...scalar.math import concatenate
from ...scalar.products import product
from ..aba import aba
from ..aba_derivatives import AbaDerivatives
from ..inverse_mass_matrix import inverse_mass_matrix
from ..operands import OptionalArray
from .rnea_chain_rule import rnea_chain_rule


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv,nv),(nv,nv),(nv,nv)")
def fd_chain_rule(
    model: Model, q: Array, v: Array, tau: Array, f_ext: OptionalArray = None
) -> AbaDerivatives:
    """The derivatives of aba from those of rnea by the chain rule, as `kt.aba_derivatives`.

    Shapes: q (..., nq), v and tau (..., nv), f_ext (..., njoints, 6); results (..., nv, nv).
    Source: FDCR of [Singh2022, Table II], by [Singh2022, Eq. 5].
    """
    n = model.nv
    of_rnea = rnea_chain_rule(model, q, v, aba(model, q, v, tau, f_ext), f_ext)
    inverse = inverse_mass_matrix(model, q)
    both = product(-inverse, concatenate([of_rnea.dtau_dq.T, of_rnea.dtau_dv.T]).T)
    return AbaDerivatives(both[:, :n], both[:, n:], inverse)
