"""Subspace and bias of a joint, differentiated from its placement, and derivatives along q."""

from collections.abc import Callable
from functools import lru_cache

from ...scalar.array import Array, zeros
from ...scalar.differentiate import derivative
from ...scalar.math import concatenate, cross, stack
from ...scalar.replay import Trace, traced
from ...scalar.trigonometry import cheapest


@lru_cache
def subspace_of(motion: Trace) -> Trace:
    """S^T by q, its rows (T^-1 dT/dv)^v by differentiation, of a joint's T and tangent map."""

    def rows(q: Array) -> tuple[list[Array], Array]:
        T, _ = motion(q)
        return [stack([_twist(T, dT) for dT in rates_of(motion)(q)])], T

    return cheapest(rows, motion.operands[0].shape)


@lru_cache
def bias_of(motion: Trace) -> Trace:
    """c by q and v, of a joint's T, tangent map and S.

    The rate of V = S v; its linear part is also R^T p'' - w x V.
    """
    nq, nv = motion.results[1].shape

    def rate(function: Callable[[Array], Array], q: Array, v: Array) -> Array:
        step = motion(q)[1] @ v
        return derivative(lambda t: function(q + step * t[0]), zeros(1), q, v)[1][0]

    def forms(q: Array, v: Array) -> tuple[list[Array], Array]:
        T, _, S = motion(q)
        V = S @ v
        c = rate(lambda x: motion(x)[2] @ v, q, v)
        push = rate(lambda x: rate(lambda y: motion(y)[0][:3, 3], x, v), q, v)
        linear = T[:3, :3].T @ push - cross(V[3:], V[:3])
        known = concatenate([T.ravel(), S.ravel(), V])
        return [c, concatenate([linear, c[3:]])], known

    return cheapest(forms, (nq,), (nv,))


@lru_cache
def rates_of(function: Trace) -> Trace:
    """The derivatives of a function of q, and of more, along each of a joint's velocities.

    `function` returns its value and the tangent map at q.
    """
    nv = function.results[1].shape[1]

    def rates(q: Array, *more: Array) -> list[Array]:
        value, T = function(q, *more)
        _, along = derivative(lambda e: function(q + T @ e, *more)[0], zeros(nv), q, *more)
        return [dx.reshape(*value.shape) for dx in along]

    return traced(rates, *(operand.shape for operand in function.operands))


def _twist(T: Array, dT: Array) -> Array:
    """(T^-1 dT)^v, the body twist of a moving placement."""
    R = T[:3, :3]
    W = R.T @ dT[:3, :3]
    return concatenate([R.T @ dT[:3, 3], [W[2, 1], W[0, 2], W[1, 0]]])
