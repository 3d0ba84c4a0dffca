"""The KKT system of active contacts: [[M, J^T], [J, 0]] [a; -f] = [force; -target].

M = L^T D L by the tree, from the leaves up, so that U = J L^-1 is zero for joints off the path of a
contact, and the Delassus matrix J M^-1 J^T, the inverse of the effective mass at contacts, is
G = U D^-1 U^T. The rows of an inactive contact are zeros in J.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial, reduce
from math import isfinite
from numbers import Real
from typing import Final, cast

from ...errors import ModelError
from ...functions import ContactsArgument, algorithm
from ...model import Model
from ...model.values import whole_number
from ...scalar.array import Array
from ...scalar.expr import Scalar, apply, div
from ...scalar.math import epsilon, eye, hstack, stack, vstack, where, zeros
from ...scalar.products import product
from ...spatial.rotation import symmetric
from .kinematics import ContactRows
from .mass_factor import LDL, MassFactor, mass_factor

_STRIP: Final = 8
"""Rows of a strip: the elements of the longest SIMD vectors."""
_REDUNDANT: Final = 2.0**7
"""A pivot below this many roundings of its diagonal element is that of a redundant row."""
LEAST_DAMPING: Final = 2.0**13
"""The least damping of redundant rows, in roundings: beside it they are small."""


@dataclass(frozen=True)
class Settings:
    """Gains of stabilization, damping and iterations."""

    Kp: Scalar
    Kd: Scalar
    damping: float
    iterations: int

    @classmethod
    def of(cls, damping: Scalar, iterations: Scalar, stabilization: Scalar = (0, 0)) -> "Settings":
        """Check the settings; raise ModelError for invalid ones."""
        gains = cast(tuple[Scalar, ...], stabilization if isinstance(stabilization, tuple) else ())
        if len(gains) != 2 or not all(is_number(x) and x >= 0 for x in gains):
            raise ModelError(
                f"constraints: stabilization is {stabilization!r}; expected (Kp, Kd), two numbers "
                "that are not negative, in 1/s^2 and 1/s."
            )
        if not is_number(damping) or damping <= 0:
            raise ModelError(f"constraints: damping is {damping!r}; expected a positive number.")
        iterations = whole_number("constraints", "iterations", iterations, 1)
        Kp, Kd = (int(x) if x in (0, 1) else float(x) for x in gains)
        return cls(Kp, Kd, damping, iterations)


def is_number(x: Scalar) -> bool:
    """Whether x is a finite real number, and no boolean."""
    return type(x) is not bool and isinstance(x, Real) and isfinite(x)


@dataclass(frozen=True)
class Delassus:
    """G of the rows J, with the factor of M."""

    M: MassFactor
    V: Array
    """J L^-1 D^-1, (nrows, nv): G = V D V^T."""
    G: Array
    scale: Scalar
    """nv / tr D, the magnitude of an element of M^-1."""
    rounding: Scalar

    @classmethod
    def of(cls, model: Model, q: Array, J: Array) -> "Delassus":
        M, rounding = mass_factor(model, q, J), epsilon(q)
        scale = div(model.nv, M.trace)
        if not len(J):
            return cls(M, J, J @ J.T, scale, rounding)
        U = stack([M.forward_substitute(row) for row in J])
        V = stack([M.scaled(y) for y in U])
        return cls(M, V, symmetric(U @ V.T), scale, rounding)


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
    return Delassus.of(model, q, ContactRows.of(model, q, contacts).jacobian()).G


@dataclass(frozen=True)
class Proximal:
    """The factor of A + mu, its pivots bounded below by mu, also those of redundant rows."""

    factor: LDL
    mu: Scalar
    iterations: int

    @classmethod
    def of(
        cls, A: Array, mask: Sequence[Scalar], scale: Scalar, settings: Settings, rounding: Scalar
    ) -> "Proximal":
        """To A are added mu = damping scale, and 1 for masked rows.

        Where rounding hides the rank of A, and a damping that is as small would share forces at
        random, it is larger, as it never is in float64 unless it was chosen below 2e-12.
        """
        diagonal, least = range(len(A)), LEAST_DAMPING * rounding
        damping = settings.damping
        damping = where((least <= damping) | _is_regular(A, mask, rounding), damping, least)
        mu = damping * scale
        floor = [where(on, mu, 1) for on in mask]
        return cls(LDL.of(A.add((diagonal, diagonal), floor), floor), mu, settings.iterations)

    def solve(self, b: Array) -> Array:
        """x with A x = b by proximal steps (A + mu) x' = b + mu x.

        The error falls by mu / g a step, with g the least nonzero eigenvalue of A; along
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


def _is_regular(A: Array, mask: Sequence[Scalar], rounding: Scalar) -> Scalar:
    """Whether no pivot of A is lost in rounding; masked rows are left out."""
    diagonal = range(len(A))
    A = A.add((diagonal, diagonal), [where(on, 0, 1) for on in mask])
    cancellation = A.diagonal() * LDL.of(A).inverse
    kept = (cancellation > 0.0) & (cancellation < 1 / (_REDUNDANT * rounding))
    return reduce(partial(apply, "and"), kept.flat, True)


@dataclass(frozen=True)
class KKT:
    """The KKT matrix of active contacts, factored."""

    M: MassFactor
    V: Array
    G: Proximal

    @classmethod
    def of(cls, delassus: Delassus, mask: Sequence[Scalar], settings: Settings) -> "KKT":
        """mu is damping nv / tr D."""
        G = Proximal.of(delassus.G, mask, delassus.scale, settings, delassus.rounding)
        return cls(delassus.M, delassus.V, G)

    def solve(self, force: Array, target: Array) -> tuple[Array, Array]:
        """a and f with M a = force + J^T f and J a = -target."""
        y = self.M.forward_substitute(force)
        f = self.G.solve(-(target + self.V @ y))
        return self.M.back_substitute(self.M.scaled(y) + self.V.T @ f), f

    def inverse(self) -> Array:
        """The inverse of [[M, J^T], [J, 0]], (nv + nrows, nv + nrows).

        M a - J^T f = r1 and J a = r2 is [a; -f] = its product with [r1; r2]. It is symmetric. With
        M^-1 = W^T D^-1 W, N = J M^-1, and the proximal steps in E of G^-1 = K^T E K, it is

            [ M^-1 - N^T G^-1 N   N^T G^-1 ]   [ W    0 ]T [ D^-1 W    0  ]
            [ G^-1 N              -G^-1    ] = [ K N -K ]  [ -E K N   E K ]
        """
        rows, n = self.V.shape
        halves = [self.M.forward_substitute(e) for e in eye(n)]
        W, DW = stack(halves).T, stack([self.M.scaled(y) for y in halves]).T
        if not rows:
            return _symmetric_product(W.T, DW)
        K = stack([self.G.factor.forward_substitute(e) for e in eye(rows)]).T
        low = hstack([product(K, product(self.V, W)), -K])
        left = vstack([hstack([W, zeros(n, rows)]), low])
        right = vstack([hstack([DW, zeros(n, rows)]), product(-self.G.steps(K), low)])
        return _symmetric_product(left.T, right)


def _symmetric_product(A: Array, B: Array) -> Array:
    """A B, which is symmetric, from strips of its rows on and to the right of the diagonal."""
    n = len(A)
    upper = zeros(n, n)
    for k in range(0, n, _STRIP):
        strip = slice(k, min(k + _STRIP, n))
        upper = upper.add((strip, slice(k, n)), product(A[strip], B[:, k:]))
    return symmetric(upper)
