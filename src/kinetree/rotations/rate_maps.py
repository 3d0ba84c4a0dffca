"""Rates of parameterisations from and to the angular velocity, in world or in body axes.

`frame` names the axes of the angular velocity: "inertial" those of the world, "body" the body's.
"""

from collections.abc import Callable
from functools import cache

from ..scalar.array import Array, ArrayLike, zeros
from ..scalar.differentiate import derivative
from ..scalar.expr import Scalar
from ..scalar.replay import Trace, traced
from .checked import Checked, Condition, Out, Result, cached_by_strings, named
from .parameterisations import rotation
from .rates import RATES
from .steps import by_frame

_SIDES = {"inertial": 1, "body": -1}


@cached_by_strings
def _map(name: str, kind: str, frame: str) -> Checked:
    """One of the functions below, for a parameterisation and a frame."""
    of, side = rotation(name, kind), by_frame(name, frame, _SIDES)
    rates, shape = RATES[of.name], ",".join(map(str, of.shape))

    def E(x: Array) -> Array:
        return rates.velocity(x, side)

    def F(x: Array) -> Array:
        return rates.rate(x, side)

    def angular_velocity(x: Array, dx: Array) -> Array:
        return E(x).reshape(3, of.size) @ dx.ravel()

    def rate(x: Array, w: Array) -> Array:
        return (F(x).reshape(of.size, 3) @ w).reshape(*of.shape)

    def angular_velocity_matrix_time_derivative(x: Array, dx: Array) -> Array:
        return _along(E, of.shape)(x, dx)[0]

    def rate_matrix_time_derivative(x: Array, dx: Array) -> Array:
        return _along(F, of.shape)(x, dx)[0]

    function, signature, of_rate = {
        "angular_velocity": (angular_velocity, f"({shape}),({shape})->(3)", False),
        "rate": (rate, f"({shape}),(3)->({shape})", True),
        "angular_velocity_matrix": (named(E, "E"), f"({shape})->(3,{shape})", False),
        "rate_matrix": (named(F, "F"), f"({shape})->({shape},3)", True),
        "angular_velocity_matrix_time_derivative": (
            angular_velocity_matrix_time_derivative,
            f"({shape}),({shape})->(3,{shape})",
            False,
        ),
        "rate_matrix_time_derivative": (
            rate_matrix_time_derivative,
            f"({shape}),({shape})->({shape},3)",
            True,
        ),
    }[name]
    regular: tuple[Condition, str] | None = None
    if of_rate and rates.regular is not None:
        regular = (_of_first(rates.regular), rates.singular)
    operands = signature.partition("->")[0].count("(")
    kinds = [of, None][:operands]
    return Checked(named(function, f"{name} of {of.name}"), signature, kinds, regular=regular)


def _of_first(condition: Callable[[Array], Scalar]) -> Condition:
    def regular(x: Array, *others: Array) -> Scalar:
        return condition(x)

    return regular


@cache
def _along(function: Callable[[Array], Array], shape: tuple[int, ...]) -> Trace:
    """The derivative of a function of x along dx, by x and dx."""

    def rate(x: Array, dx: Array) -> list[Array]:
        return [derivative(lambda t: function(x + dx * t[0]), zeros(1), x, dx)[1][0]]

    return traced(rate, shape, shape)


def angular_velocity(
    x: ArrayLike, dx: ArrayLike, *, kind: str, frame: str, out: Out = None
) -> Result:
    """The angular velocity w of a rotation x that changes at the rate dx.

    Only the tangential part of dx counts: of matrices that with R^T dR skew, of quaternions and
    axes that at a constant length.
    Shapes: x and dx as `kind` says; result (..., 3), in rad/s.
    Source: [KindrSheet, Time Derivatives of Position & Orientation].

    >>> import kinetree as kt
    >>> x, dx = [0.0, 0.0, 0.5], [0.0, 0.0, 2.0]
    >>> kt.rotations.angular_velocity(x, dx, kind="euler_zyx", frame="inertial").round(4).tolist()
    [2.0, 0.0, 0.0]
    """
    return _map("angular_velocity", kind, frame)(x, dx, out=out)


def rate(x: ArrayLike, w: ArrayLike, *, kind: str, frame: str, out: Out = None) -> Result:
    """The rate dx of a rotation x at the angular velocity w, at constant lengths of its vectors.

    Raises ModelError where w has no rate: of Euler angles at gimbal lock, of an axis without
    rotation, of rotation vectors after full turns (within 2^-50 each).
    Shapes: x and result as `kind` says, w (..., 3), in rad/s.
    Source: [KindrSheet, Time Derivatives of Position & Orientation].

    >>> import kinetree as kt
    >>> q, w = [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 2.0]
    >>> kt.rotations.rate(q, w, kind="quaternion", frame="body")[:3].tolist()
    [0.0, 0.0, 1.0]
    """
    return _map("rate", kind, frame)(x, w, out=out)


def angular_velocity_matrix(x: ArrayLike, *, kind: str, frame: str, out: Out = None) -> Result:
    """The matrix E with w = E dx, as `angular_velocity`; the axes of x are the last of E.

    Shapes: x (..., n) or (..., 3, 3), as `kind` says; result (..., 3, n) or (..., 3, 3, 3).
    Source: [KindrSheet, Time Derivatives of Position & Orientation].

    >>> import kinetree as kt
    >>> angles = [0.0, 0.0, 0.0]
    >>> kt.rotations.angular_velocity_matrix(angles, kind="euler_zyx", frame="body").tolist()
    [[-0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, -0.0, 0.0]]
    """
    return _map("angular_velocity_matrix", kind, frame)(x, out=out)


def rate_matrix(x: ArrayLike, *, kind: str, frame: str, out: Out = None) -> Result:
    """The matrix F with dx = F w, as `rate`: the inverse of `angular_velocity_matrix`, E F = 1.

    Shapes: x (..., n) or (..., 3, 3), as `kind` says; result (..., n, 3) or (..., 3, 3, 3).
    Raises as `rate`. Source: [KindrSheet, Time Derivatives of Position & Orientation].

    >>> import kinetree as kt
    >>> q = [0.0, 0.0, 0.0, 1.0]
    >>> kt.rotations.rate_matrix(q, kind="quaternion", frame="inertial")[:3].diagonal().tolist()
    [0.5, 0.5, 0.5]
    """
    return _map("rate_matrix", kind, frame)(x, out=out)


def angular_velocity_matrix_time_derivative(
    x: ArrayLike, dx: ArrayLike, *, kind: str, frame: str, out: Out = None
) -> Result:
    """dE/dt while x changes at the rate dx: the angular acceleration is E ddx + dE/dt dx.

    Shapes: x and dx as `kind` says; result (..., 3, n) or (..., 3, 3, 3).
    Source: [KindrSheet, Time Derivatives of Position & Orientation].

    >>> import kinetree as kt
    >>> x, dx = [0.0, 0.0, 0.0], [0.0, 2.0, 0.0]
    >>> dE = kt.rotations.angular_velocity_matrix_time_derivative
    >>> dE(x, dx, kind="euler_zyx", frame="inertial")[2, 2].item()
    -2.0
    """
    return _map("angular_velocity_matrix_time_derivative", kind, frame)(x, dx, out=out)


def rate_matrix_time_derivative(
    x: ArrayLike, dx: ArrayLike, *, kind: str, frame: str, out: Out = None
) -> Result:
    """dF/dt while x changes at the rate dx: ddx is F dw/dt + dF/dt w.

    Shapes: x and dx as `kind` says; result (..., n, 3) or (..., 3, 3, 3). Raises as `rate`.
    Source: [KindrSheet, Time Derivatives of Position & Orientation].

    >>> import kinetree as kt
    >>> x, dx = [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 2.0, 0.0]
    >>> dF = kt.rotations.rate_matrix_time_derivative(x, dx, kind="quaternion", frame="body")
    >>> dF[3, 2].item()
    -1.0
    """
    return _map("rate_matrix_time_derivative", kind, frame)(x, dx, out=out)
