"""Derivatives with respect to rotations along box plus, 3 x 3 matrices.

`frame` is the side of box plus, for operands and results: "inertial" exp(e) R, as in
[KindrSheet, Derivatives]; "body" R exp(e). r^ is the skew matrix of r, with r^ a = r x a; Gamma(v)
the Jacobian of the exponential map, exp(v + e) = exp(Gamma(v) e) exp(v) to first order.
"""

from typing import Any, NamedTuple

from ..scalar.array import Array
from ..scalar.math import eye
from ..spatial.rotation import (
    exp3,
    exp3_jacobian,
    exp3_jacobian_inverse,
    quaternion_matrix,
    skew,
)
from .checked import Checked, named, on_quaternions
from .parameterisations import ROTATIONS, rotation
from .rates import is_no_full_turn
from .steps import by_frame, minus_body, minus_inertial
from .unique import rotation_vector


class RotateDerivatives(NamedTuple):
    """Derivatives of `rotate_active` with respect to the rotation and the vector."""

    d_x: Any
    d_r: Any


class ConcatenateDerivatives(NamedTuple):
    """Derivatives of `concatenate` with respect to each rotation."""

    d_x1: Any
    d_x2: Any


class BoxPlusDerivatives(NamedTuple):
    """Derivatives of `box_plus` with respect to the rotation and the vector."""

    d_x: Any
    d_v: Any


class BoxMinusDerivatives(NamedTuple):
    """Derivatives of `box_minus` with respect to each rotation."""

    d_x1: Any
    d_x2: Any


def _rotate_inertial(x: Array, r: Array) -> RotateDerivatives:
    R = quaternion_matrix(x)
    return RotateDerivatives(-skew(R @ r), R)


def _rotate_body(x: Array, r: Array) -> RotateDerivatives:
    R = quaternion_matrix(x)
    return RotateDerivatives(-(R @ skew(r)), R)


def rotate_derivatives(x: Any, r: Any, *, kind: str, frame: str, out: Any = None) -> Any:
    """Derivatives of R r: -(R r)^ with respect to R ("body": -R r^), and R with respect to r.

    r^ is the skew matrix of r: r^ a = r x a.

    Shapes: x as `kind` says, r (..., 3); results (..., 3, 3), (..., 3, 3).
    Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> x, r = [0, 0, 0, 1.0], [1, 2, 3]
    >>> d_x, d_r = kt.rotations.rotate_derivatives(x, r, kind="quaternion", frame="inertial")
    >>> d_x.tolist()
    [[0.0, 3.0, -2.0], [-3.0, 0.0, 1.0], [2.0, -1.0, 0.0]]
    """
    choices = {"inertial": _rotate_inertial, "body": _rotate_body}
    name, roles = "rotate_derivatives", "(x),(3)->(3,3),(3,3)"
    of, function = rotation(name, kind), by_frame(name, frame, choices)
    return on_quaternions(name, function, roles, of, RotateDerivatives)(x, r, out=out)


def _invert_inertial(x: Array) -> Array:
    return -quaternion_matrix(x).T


def _invert_body(x: Array) -> Array:
    return -quaternion_matrix(x)


def invert_derivative(x: Any, *, kind: str, frame: str, out: Any = None) -> Any:
    """The derivative of the inverse: -R^T, in the frame "body" -R.

    Shapes: x as `kind` says; result (..., 3, 3). Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> d = kt.rotations.invert_derivative([0, 0, 0, 1.0], kind="quaternion", frame="inertial")
    >>> d.diagonal().tolist()
    [-1.0, -1.0, -1.0]
    """
    choices = {"inertial": _invert_inertial, "body": _invert_body}
    of, function = (
        rotation("invert_derivative", kind),
        by_frame("invert_derivative", frame, choices),
    )
    return on_quaternions("invert_derivative", function, "(x)->(3,3)", of)(x, out=out)


def _concatenate_inertial(x1: Array, x2: Array) -> ConcatenateDerivatives:
    return ConcatenateDerivatives(eye(3), quaternion_matrix(x1))


def _concatenate_body(x1: Array, x2: Array) -> ConcatenateDerivatives:
    return ConcatenateDerivatives(quaternion_matrix(x2).T, eye(3))


def concatenate_derivatives(x1: Any, x2: Any, *, kind: str, frame: str, out: Any = None) -> Any:
    """Derivatives of R1 R2: 1 and R1, in the frame "body" R2^T and 1.

    Shapes: x1 and x2 as `kind` says; results (..., 3, 3), (..., 3, 3).
    Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> one = [0, 0, 0, 1.0]
    >>> d = kt.rotations.concatenate_derivatives(one, one, kind="quaternion", frame="body")
    >>> d.d_x2.diagonal().tolist()
    [1.0, 1.0, 1.0]
    """
    choices = {"inertial": _concatenate_inertial, "body": _concatenate_body}
    name, roles = "concatenate_derivatives", "(x),(x)->(3,3),(3,3)"
    of, function = rotation(name, kind), by_frame(name, frame, choices)
    return on_quaternions(name, function, roles, of, ConcatenateDerivatives)(x1, x2, out=out)


def _plus_inertial(x: Array, v: Array) -> BoxPlusDerivatives:
    return BoxPlusDerivatives(exp3(v), exp3_jacobian(v))


def _plus_body(x: Array, v: Array) -> BoxPlusDerivatives:
    return BoxPlusDerivatives(exp3(-v), exp3_jacobian(-v))


def box_plus_derivatives(x: Any, v: Any, *, kind: str, frame: str, out: Any = None) -> Any:
    """Derivatives of box plus: exp(v) and Gamma(v), in the frame "body" exp(-v) and Gamma(-v).

    Gamma is `exp_jacobian` in the frame "inertial".

    Shapes: x as `kind` says, v (..., 3); results (..., 3, 3), (..., 3, 3).
    Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> x, v = [0, 0, 0, 1.0], [0.0, 0.0, 0.0]
    >>> d = kt.rotations.box_plus_derivatives(x, v, kind="quaternion", frame="body")
    >>> d.d_v.diagonal().tolist()
    [1.0, 1.0, 1.0]
    """
    choices = {"inertial": _plus_inertial, "body": _plus_body}
    name, roles = "box_plus_derivatives", "(x),(3)->(3,3),(3,3)"
    of, function = rotation(name, kind), by_frame(name, frame, choices)
    return on_quaternions(name, function, roles, of, BoxPlusDerivatives)(x, v, out=out)


def _minus_inertial(x1: Array, x2: Array) -> BoxMinusDerivatives:
    d = minus_inertial(x1, x2)
    return BoxMinusDerivatives(exp3_jacobian_inverse(d), -exp3_jacobian_inverse(-d))


def _minus_body(x1: Array, x2: Array) -> BoxMinusDerivatives:
    d = minus_body(x1, x2)
    return BoxMinusDerivatives(exp3_jacobian_inverse(-d), -exp3_jacobian_inverse(d))


def box_minus_derivatives(x1: Any, x2: Any, *, kind: str, frame: str, out: Any = None) -> Any:
    """Derivatives of box minus d: Gamma(d)^-1 and -Gamma(-d)^-1, in "body" the signs of d changed.

    Gamma is `exp_jacobian` in the frame "inertial".

    Shapes: x1 and x2 as `kind` says; results (..., 3, 3), (..., 3, 3).
    Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> one = [0, 0, 0, 1.0]
    >>> d = kt.rotations.box_minus_derivatives(one, one, kind="quaternion", frame="body")
    >>> d.d_x2.diagonal().tolist()
    [-1.0, -1.0, -1.0]
    """
    choices = {"inertial": _minus_inertial, "body": _minus_body}
    name, roles = "box_minus_derivatives", "(x),(x)->(3,3),(3,3)"
    of, function = rotation(name, kind), by_frame(name, frame, choices)
    return on_quaternions(name, function, roles, of, BoxMinusDerivatives)(x1, x2, out=out)


def _log_inertial(x: Array) -> Array:
    return exp3_jacobian_inverse(rotation_vector(x))


def _log_body(x: Array) -> Array:
    return exp3_jacobian_inverse(-rotation_vector(x))


def log_jacobian(x: Any, *, kind: str, frame: str, out: Any = None) -> Any:
    """The derivative of log: Gamma(log R)^-1, in the frame "body" Gamma(-log R)^-1.

    Gamma is `exp_jacobian` in the frame "inertial".

    Shapes: x as `kind` says; result (..., 3, 3). Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> d = kt.rotations.log_jacobian([0, 0, 0, 1.0], kind="quaternion", frame="inertial")
    >>> d.diagonal().tolist()
    [1.0, 1.0, 1.0]
    """
    choices = {"inertial": _log_inertial, "body": _log_body}
    of, function = rotation("log_jacobian", kind), by_frame("log_jacobian", frame, choices)
    return on_quaternions("log_jacobian", function, "(x)->(3,3)", of)(x, out=out)


def _left(v: Array) -> Array:
    return exp3_jacobian(v)


def _right(v: Array) -> Array:
    return exp3_jacobian(-v)


def _left_inverse(v: Array) -> Array:
    return exp3_jacobian_inverse(v)


def _right_inverse(v: Array) -> Array:
    return exp3_jacobian_inverse(-v)


_FULL_TURN = (is_no_full_turn, "after full turns, |v| a multiple of 2 pi, there is no inverse")
_JACOBIANS = {
    name: {
        frame: Checked(
            named(function, name),
            "(3)->(3,3)",
            [ROTATIONS["rotation_vector"]],
            regular=_FULL_TURN if name.endswith("inverse") else None,
        )
        for frame, function in sides.items()
    }
    for name, sides in {
        "exp_jacobian": {"inertial": _left, "body": _right},
        "exp_jacobian_inverse": {"inertial": _left_inverse, "body": _right_inverse},
    }.items()
}


def exp_jacobian(v: Any, *, frame: str, out: Any = None) -> Any:
    """The derivative of exp: Gamma(v), in the frame "body" Gamma(-v) = Gamma(v)^T.

    To first order exp(v + e) = exp(Gamma(v) e) exp(v) = exp(v) exp(Gamma(-v) e).

    Shapes: v (..., 3), in rad; result (..., 3, 3). Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> kt.rotations.exp_jacobian([0.0, 0.0, 0.0], frame="inertial").diagonal().tolist()
    [1.0, 1.0, 1.0]
    """
    return by_frame("exp_jacobian", frame, _JACOBIANS["exp_jacobian"])(v, out=out)


def exp_jacobian_inverse(v: Any, *, frame: str, out: Any = None) -> Any:
    """The inverse of `exp_jacobian`; ModelError where there is none, at |v| = 2 pi, 4 pi, ...

    Shapes: v (..., 3), in rad; result (..., 3, 3). Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> kt.rotations.exp_jacobian_inverse([0.0, 0.0, 0.0], frame="body").diagonal().tolist()
    [1.0, 1.0, 1.0]
    """
    return by_frame("exp_jacobian_inverse", frame, _JACOBIANS["exp_jacobian_inverse"])(v, out=out)
