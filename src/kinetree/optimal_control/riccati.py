"""The backward pass: the best change of controls, and its feedback, by a Riccati recursion."""

from collections.abc import Iterator
from functools import reduce
from typing import Any, Final, NamedTuple, TypeAlias

from ..functions import function
from ..functions.statics import OptionalArray
from ..scalar.array import Array, as_array
from ..scalar.expr import Scalar
from ..scalar.math import (
    clip,
    concatenate,
    dot,
    epsilon,
    eye,
    maximum,
    minimum,
    scan,
    stack,
    vstack,
    where,
    zeros,
)
from ..scalar.products import product
from ..scalar.systems import System

NEWTON_LENGTHS: Final = [0.25**k for k in range(8)]
"""Lengths of steps that the search for held controls tries."""
Places: TypeAlias = tuple[int | None, ...]
"""Of each element of a matrix its index in a row of numbers; None of one that is always 0."""


class Backward(NamedTuple):
    """The change k + K dx of the controls, and by how much costs are expected to fall."""

    k: Array
    """(T, m)."""
    K: Array
    """(T, m, n)."""
    fall: Array
    """(2,): the fall of the cost by a step of length a is [a, a^2 / 2] of it."""
    pivot: Scalar
    """The least reciprocal of their Hessians' pivots: above 0 where each has a minimum."""


class _Carry(NamedTuple):
    """The gradient and the Hessian of the cost to go, and the least of the pivots so far."""

    Vx: Array
    Vxx: Array
    pivot: Scalar

    def with_gap(self, gap: Array, damping: Scalar) -> "_Carry":
        """The cost to go where the stage before leads to."""
        Vxx = self.Vxx + damping * eye(len(gap))
        return _Carry(self.Vx + _times(gap, Vxx), Vxx, self.pivot)

    def at_fixed_velocity(self, B: Array) -> "_Carry":
        """The same as a function of what a change of q has beyond B times that of v, and of v's."""
        nv = len(B)
        of_q, of_v = self.Vxx[:nv], self.Vxx[nv:]
        mixed = product(of_q[:, :nv], B) + of_q[:, nv:]
        square = symmetric(product(B.T, mixed) + product(of_v[:, :nv], B) + of_v[:, nv:])
        Vxx = vstack([vstack([of_q[:, :nv].T, mixed.T]).T, vstack([mixed, square]).T])
        v = _times(self.Vx[:nv], B) + self.Vx[nv:]
        return _Carry(concatenate([self.Vx[:nv], v]), Vxx, self.pivot)


@function(
    "(T,f),(T,b),(T,w),(T,h),(T,n),(n),(n),(n,n),(),(T,w-n),(T,w-n)->(T,w-n),(T,w-n,n),(2),()"
)
def backward_pass(
    F: Array,
    B: Array,
    g: Array,
    H: Array,
    gaps: Array,
    final_gap: Array,
    final_g: Array,
    final_H: Array,
    damping: Array,
    lower: OptionalArray = None,
    upper: OptionalArray = None,
    *,
    places: tuple[Places, Places, Places],
) -> Backward:
    """The Riccati recursion over stages x' = [I B; 0 I] F [x; u], costs of gradient g, Hessian H.

    Rows of F, B and H are their elements that are not always 0, each once, at `places`.
    A gap is by how much the state to which the stage before leads is beyond the one of a stage.
    `damping` is what the squares of changes of states and controls cost, in the choice of these,
    not in the fall that is expected. `lower` and `upper` bound k.
    Source: [Mastalli2020, Sec. II]; damping as [Tassa2012]; bounds as [Tassa2014, Sec. III].
    """
    n, mu = len(final_g), damping.flat[0]

    def matrices(*rows: Array) -> Iterator[Array]:
        return map(_matrix, rows, places, (len(g[0]), n // 2, len(g[0])))

    def stage(after: _Carry, x: tuple[Array, ...]) -> tuple[_Carry, tuple[Array, Array]]:
        F, B, H, g, gap, *bounds = x
        F, B, H = matrices(F, B, H)
        after, half = after.at_fixed_velocity(B), len(B)
        V, F_q, F_v = after.Vxx, F[:half], F[half:]  # F_q is sparse
        VF = product(V[:, :half], F_q) + product(V[:, half:], F_v)
        Q = symmetric(H + product(F_q.T, VF[:half]) + product(F_v.T, VF[half:]))
        q = g + _times(after.Vx, F)
        Q_ux, Q_uu = Q[n:, :n], Q[n:, n:] + mu * eye(len(q) - n)
        k, K, factors = _best(Q_uu, q[n:], Q_ux, *bounds)
        before = _Carry(
            q[:n] + _times(k, Q_ux),
            symmetric(Q[:n, :n] + product(Q_ux.T, K)),
            minimum(after.pivot, reduce(minimum, factors.inverse)),
        )
        return before.with_gap(gap, mu), (k, K)

    def ahead(before: Any, x: tuple[Array, ...]) -> Any:
        """The change of the next state, but for its gap, and the change of the cost so far."""
        (dx, slope, bend), (F, B, H, g, gap, k, K) = before, x
        F, B, H = matrices(F, B, H)
        dx = dx + gap
        change = concatenate([dx, k + K @ dx])
        dx = F @ change
        dx = concatenate([dx[: len(B)] + B @ dx[len(B) :], dx[len(B) :]])
        return (dx, slope + dot(g, change), bend + dot(change, H @ change)), None

    end = _Carry(final_g, final_H, 1.0).with_gap(final_gap, mu)
    rows, bounds = (F, B, H, g, gaps), () if lower is None else (lower, upper)
    begin, (k, K) = scan(stage, end, (*rows, *bounds), reverse=True)
    (dx, slope, bend), _ = scan(ahead, (zeros(n), 0.0, 0.0), (*rows, k, K))
    dx = dx + final_gap
    rise = stack([slope + dot(final_g, dx), bend + dot(dx, final_H @ dx)])
    return Backward(k, K, -rise, begin.pivot)


def _matrix(row: Array, places: Places, width: int) -> Array:
    """The matrix of a row's elements at places."""
    flat = [0 if k is None else row.flat[k] for k in places]
    return Array.of(flat, (len(flat) // width, width))


def _times(x: Array, A: Array) -> Array:
    """x A, by a product, which runs in vectors."""
    return product(x.reshape(1, -1), A)[0]


def symmetric(A: Array) -> Array:
    """The symmetric matrix with the lower triangle of A: others of its elements are left out."""
    n, flat = len(A), A.flat
    return Array.of([flat[max(i, j) * n + min(i, j)] for i in range(n) for j in range(n)], (n, n))


def _best(Q_uu: Array, q_u: Array, Q_ux: Array, *bounds: Array) -> tuple[Array, Array, System]:
    """The least k^T Q_uu k / 2 + k^T q_u, within bounds, and its derivative K by x."""
    factors = System.factored(Q_uu)
    if not bounds:
        return _minus_solved(factors, q_u), _minus_solved(factors, Q_ux), factors
    lower, upper = bounds

    def free(k: Array) -> Array:
        """1 for what can move towards less, 0 for what is held by a bound."""
        slope = q_u + Q_uu @ k
        below, above = where(slope > 0, 0.0, 1.0), where(slope < 0, 0.0, 1.0)
        return where(k <= lower, below, 1.0) * where(k >= upper, above, 1.0)

    def newton(state: tuple[Array, Scalar], _: None) -> tuple[tuple[Array, Scalar], None]:
        """The best of shorter and shorter steps within the bounds, and how far it is."""
        k, _ = state
        step = _solution(_held(Q_uu, free(k)), free(k) * (q_u + Q_uu @ k))
        best, least = k, dot(k, Q_uu @ k / 2 + q_u)
        for length in NEWTON_LENGTHS:
            new = as_array(clip(k - length * step, lower, upper))
            value = dot(new, Q_uu @ new / 2 + q_u)
            best, least = where(value < least, new, best), minimum(value, least)
        return _moved(k, as_array(best)), None

    whole = -_solution(factors, q_u)  # the solution where no bound holds
    start = _moved(whole, as_array(clip(whole, lower, upper)))
    (k, _), _ = scan(newton, start, length=4 * len(q_u), until=lambda x: x[1] == 0)
    factors = _held(Q_uu, free(k))
    return k, _minus_solved(factors, free(k).reshape(-1, 1) * Q_ux), factors


def _moved(k: Array, new: Array) -> tuple[Array, Scalar]:
    """A new k, and by how much it differs from k but for rounding."""
    return new, maximum(abs(new - k).sum() - 8 * epsilon(k) * abs(k).sum(), 0.0)


def _held(Q_uu: Array, free: Array) -> System:
    """The factors of the Hessian of free controls; the rows of others are those of 1."""
    m = len(free)
    masked = Q_uu * free * free.reshape(m, 1)
    return System.factored(masked + (1.0 - free) * eye(m))


def _solution(factors: System, b: Array) -> Array:
    """A^-1 b of a vector, by substitution."""
    return Array(factors.solved([b.flat])[0])


def _minus_solved(factors: System, b: Array) -> Array:
    """-A^-1 b, by the inverse of the triangular factor: a product, which runs in vectors."""
    W = factors.inverse_factor()
    d = -Array.of(factors.inverse, (len(W),))
    if b.ndim == 1:
        return W.T @ (d * (W @ b))
    return product(W.T, d.reshape(-1, 1) * product(W, b))
