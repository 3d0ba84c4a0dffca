"""The Delassus matrix J M^-1 J^T, the inverse of the effective mass at contacts.

M = L^T D L by the tree, from the leaves up, so that U = J L^-1 is zero for joints off the path of a
contact, and G = U D^-1 U^T. The rows of an inactive contact are zeros in J.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ...functions import algorithm
from ...model import Model
from ...scalar.array import Array
from ...scalar.expr import Scalar, div
from ...scalar.math import eye, stack, where
from ...scalar.products import product
from ...spatial.rotation import symmetric
from ..operands import ContactsArgument
from .frame_pairs import frame_pairs
from .ldl import LDL
from .mass_factor import MassFactor, mass_factor
from .rows import rows
from .settings import Settings


@dataclass(frozen=True)
class Delassus:
    """G of the rows J, with the factor of M."""

    M: MassFactor
    V: Array
    """J L^-1 D^-1, (nrows, nv): G = V D V^T."""
    G: Array
    scale: Scalar
    """nv / tr D, the magnitude of an element of M^-1."""

    @classmethod
    def of(cls, model: Model, q: Array, J: Array) -> "Delassus":
        M = mass_factor(model, q, J)
        scale = div(model.nv, M.trace)
        if not len(J):
            return cls(M, J, J @ J.T, scale)
        U = stack([M.forward_substitute(row) for row in J])
        V = stack([M.scaled(y) for y in U])
        return cls(M, V, symmetric(U @ V.T), scale)

    def regularized(self, mask: Sequence[Scalar], settings: Settings) -> "Regularized":
        """G + mu with mu = damping nv / tr D, and 1 on the diagonal of masked rows."""
        mu = settings.damping * self.scale
        least = [where(on, mu, 1) for on in mask]
        diagonal = range(len(least))
        return Regularized(
            LDL.of(self.G.add((diagonal, diagonal), least), least), mu, settings.iterations
        )


@dataclass(frozen=True)
class Regularized:
    """The factor of G + mu, its pivots bounded below by mu, also those of redundant rows."""

    factor: LDL
    mu: Scalar
    iterations: int

    def solve(self, b: Array) -> Array:
        """x with G x = b by proximal steps (G + mu) x' = b + mu x.

        The error falls by mu / g a step, with g the least nonzero eigenvalue of G; along
        redundant rows x stays zero, along contradictory ones it grows by 1 / mu.
        """
        x = self.factor.solve(b)
        for _ in range(self.iterations - 1):
            x = self.factor.solve(b + self.mu * x)
        return x

    def steps(self, K: Array) -> Array:
        """E with x = K^T E K b of `solve`, for K = L^-1."""
        D = self.factor.inverse
        X = symmetric(product(K, K.T)) * D * self.mu
        E = term = eye(len(K))
        for _ in range(self.iterations - 1):
            term = product(term, X)
            E = E + term
        return D[:, None] * E


@algorithm("(nq)->(nrows,nrows)")
def delassus(model: Model, q: Array, *, contacts: ContactsArgument = None) -> Array:
    """The Delassus matrix G = J M^-1 J^T: the accelerations of contacts by forces at them.

    Symmetric, positive semidefinite, singular where contacts are redundant.
    Shapes: q (..., nq); result (..., nrows, nrows), rows as those of `jacobian`.
    Source: W^T M^-1 W of [KindrSheet, Equations of Motion with Contacts and no Impulses].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.constraints.delassus(arm, kt.neutral(arm), contacts=(kt.Contact("tool"),)).shape
    (3, 3)
    """
    return Delassus.of(model, q, rows(model, q, frame_pairs(contacts, None))).G
