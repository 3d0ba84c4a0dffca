"""Rates of parameterisations from and to the angular velocity, in world or in body axes.

`frame` names the axes of the angular velocity: "inertial" those of the world, "body" the body's.
"""

import inspect
from collections.abc import Callable
from functools import cache

from ..scalar.array import Array, zeros
from ..scalar.differentiate import derivative
from ..scalar.replay import Trace, traced
from .checked import Checked, Formula, Result, in_frame, with_keywords
from .parameterisations import ROTATIONS, parameterisation
from .rates import RATES

Matrix = Callable[[Array], Array]


def _of_rates(signature: str) -> Callable[[Formula], Formula]:
    """Make a formula a function of every parameterisation, with the keywords `kind` and `frame`.

    It gets the matrix E or F as the keyword that it names. In the signature x is a rotation, n the
    shape of its rate.
    """

    def decorate(formula: Formula) -> Formula:
        name, letter = formula.__name__, [*inspect.signature(formula).parameters][-1]

        def specialised(kind: str, frame: str) -> Checked:
            x = parameterisation(name, kind, ROTATIONS)
            rates, side = RATES[kind], 1 if in_frame(name, frame) == "inertial" else -1
            of = rates.rate if letter == "F" else rates.velocity

            def matrix(x: Array) -> Array:
                return of(x, side)

            def with_matrix(*operands: Array) -> Result:
                return formula(*operands, **{letter: matrix})

            regular = rates.regular if letter == "F" else None
            return Checked(formula, f"{name} of {kind}", with_matrix, signature, x, regular)

        return with_keywords(formula, ("kind", "frame"), specialised)

    return decorate


@cache
def _along(matrix: Matrix, shape: tuple[int, ...]) -> Trace:
    """The derivative of a matrix by x, along dx: a function of x and dx."""

    def rate(x: Array, dx: Array) -> list[Array]:
        return [derivative(lambda t: matrix(x + dx * t[0]), zeros(1), x, dx)[1][0]]

    return traced(rate, shape, shape)


@_of_rates("(x),(n)->(3)")
def angular_velocity(x: Array, dx: Array, *, E: Matrix) -> Array:
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
    return E(x).reshape(3, x.size) @ dx.ravel()


@_of_rates("(x),(3)->(n)")
def rate(x: Array, w: Array, *, F: Matrix) -> Array:
    """The rate dx of a rotation x at the angular velocity w, at constant lengths of its vectors.

    Raises ModelError where w has no rate: of Euler angles at gimbal lock, of an axis without
    rotation, of rotation vectors after full turns (within 2^-50 each, in float32 2^-21).
    Shapes: x and result as `kind` says, w (..., 3), in rad/s.
    Source: [KindrSheet, Time Derivatives of Position & Orientation].

    >>> import kinetree as kt
    >>> q, w = [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 2.0]
    >>> kt.rotations.rate(q, w, kind="quaternion", frame="body")[:3].tolist()
    [0.0, 0.0, 1.0]
    """
    return (F(x).reshape(x.size, 3) @ w).reshape(*x.shape)


@_of_rates("(x)->(3,n)")
def angular_velocity_matrix(x: Array, *, E: Matrix) -> Array:
    """The matrix E with w = E dx, as `angular_velocity`; the axes of x are the last of E.

    Shapes: x (..., n) or (..., 3, 3), as `kind` says; result (..., 3, n) or (..., 3, 3, 3).
    Source: [KindrSheet, Time Derivatives of Position & Orientation].

    >>> import kinetree as kt
    >>> angles = [0.0, 0.0, 0.0]
    >>> kt.rotations.angular_velocity_matrix(angles, kind="euler_zyx", frame="body").tolist()
    [[-0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, -0.0, 0.0]]
    """
    return E(x)


@_of_rates("(x)->(n,3)")
def rate_matrix(x: Array, *, F: Matrix) -> Array:
    """The matrix F with dx = F w, as `rate`: the inverse of `angular_velocity_matrix`, E F = 1.

    Shapes: x (..., n) or (..., 3, 3), as `kind` says; result (..., n, 3) or (..., 3, 3, 3).
    Raises as `rate`. Source: [KindrSheet, Time Derivatives of Position & Orientation].

    >>> import kinetree as kt
    >>> q = [0.0, 0.0, 0.0, 1.0]
    >>> kt.rotations.rate_matrix(q, kind="quaternion", frame="inertial")[:3].diagonal().tolist()
    [0.5, 0.5, 0.5]
    """
    return F(x)


@_of_rates("(x),(n)->(3,n)")
def angular_velocity_matrix_time_derivative(x: Array, dx: Array, *, E: Matrix) -> Array:
    """dE/dt while x changes at the rate dx: the angular acceleration is E ddx + dE/dt dx.

    Shapes: x and dx as `kind` says; result (..., 3, n) or (..., 3, 3, 3).
    Source: [KindrSheet, Time Derivatives of Position & Orientation].

    >>> import kinetree as kt
    >>> x, dx = [0.0, 0.0, 0.0], [0.0, 2.0, 0.0]
    >>> dE = kt.rotations.angular_velocity_matrix_time_derivative
    >>> dE(x, dx, kind="euler_zyx", frame="inertial")[2, 2].item()
    -2.0
    """
    return _along(E, x.shape)(x, dx)[0]


@_of_rates("(x),(n)->(n,3)")
def rate_matrix_time_derivative(x: Array, dx: Array, *, F: Matrix) -> Array:
    """dF/dt while x changes at the rate dx: ddx is F dw/dt + dF/dt w.

    Shapes: x and dx as `kind` says; result (..., n, 3) or (..., 3, 3, 3). Raises as `rate`.
    Source: [KindrSheet, Time Derivatives of Position & Orientation].

    >>> import kinetree as kt
    >>> x, dx = [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 2.0, 0.0]
    >>> dF = kt.rotations.rate_matrix_time_derivative(x, dx, kind="quaternion", frame="body")
    >>> dF[3, 2].item()
    -1.0
    """
    return _along(F, x.shape)(x, dx)[0]
