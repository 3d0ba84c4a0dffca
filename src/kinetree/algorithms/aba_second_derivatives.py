"""Second derivatives of forward dynamics, from those of inverse dynamics.

[Singh2024, Eq. 46]             here                    shape
d(q-ddot)/dq, /d(q-dot), M^-1   directions, columns     nv x 3 nv
dM/dq times these               by_q, by_v, by_tau      nv x nv x nv
second derivatives, M times     -forces                 nv x nv x nv
"""

from typing import NamedTuple

from ..functions import OptionalArray, algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import hstack, stack, vstack
from ..scalar.products import product
from .aba import aba
from .cholesky import factor, inverse_factor
from .rnea_derivatives import rnea_derivatives
from .rnea_second_derivatives import rnea_second_derivatives


class AbaSecondDerivatives(NamedTuple):
    """Second derivatives of `aba`, (..., nv, nv, nv) each, indices in the order of the names."""

    dqdq: Array
    dvdv: Array
    dqdv: Array
    dqdtau: Array


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv,nv,nv),(nv,nv,nv),(nv,nv,nv),(nv,nv,nv)")
def aba_second_derivatives(
    model: Model, q: Array, v: Array, tau: Array, f_ext: OptionalArray = None
) -> AbaSecondDerivatives:
    """The second derivatives of aba: (dqdq, dvdv, dqdv, dqdtau).

    dqdq[i, j, k] is the derivative of ddq_dq[i, j] along q_k, and so on in the order of the names:
    M ddq + h = tau differentiated twice, solved once for equal columns.
    Shapes: q (..., nq), v and tau (..., nv), f_ext (..., njoints, 6), held constant in the frames
    of the joints; results (..., nv, nv, nv).
    Source: [Singh2024, Eq. 46].
    Cost: that of `rnea_second_derivatives`, and products with the inverse of the factor of M for
    each pair of velocities.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v, tau = kt.neutral(arm), [0.1] * 7, [0.2] * 7
    >>> kt.aba_second_derivatives(arm, q, v, tau).dqdtau.shape
    (7, 7, 7)
    """
    n, a = model.nv, aba(model, q, v, tau, f_ext)
    first = rnea_derivatives(model, q, v, a, f_ext)
    second = rnea_second_derivatives(model, q, v, a, f_ext)
    W = inverse_factor(factor(first.dtau_da))
    partials = vstack([-first.dtau_dq.T, -first.dtau_dv.T]).T
    directions = hstack([product(W, product(W.T, partials)), product(W, W.T).T])
    products = product(second.dqda.reshape(n * n, n), directions).reshape(n, n, 3 * n)
    by_q, by_v, by_tau = (products[:, :, k * n : k * n + n] for k in range(3))
    by_both = by_q + stack([x.T for x in by_q])
    forces = (second.dqdq + by_both, second.dvdv, second.dqdv + by_v, by_tau)
    solution = _solve(W, hstack([x.reshape(n, n * n) for x in forces]))
    parts = (solution[:, k * n * n : (k + 1) * n * n] for k in range(4))
    return AbaSecondDerivatives(*(x.reshape(n, n, n) for x in parts))


def _solve(W: Array, forces: Array) -> Array:
    """-M^-1 times columns; equal columns are solved for once."""
    names = [tuple(map(repr, column)) for column in forces.T]
    first = {name: k for k, name in reversed([*enumerate(names)])}
    order = {name: k for k, name in enumerate(first)}
    solutions = product(W, product(W.T, stack([-forces[:, k] for k in first.values()]).T))
    return stack([solutions[:, order[name]] for name in names]).T
