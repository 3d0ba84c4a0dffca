"""Derivatives with respect to rotations along box plus, 3 x 3 matrices.

`frame` is the side of box plus, for operands and results: "inertial" exp(e) R, as in
[KindrSheet, Derivatives]; "body" R exp(e). r^ is the skew matrix of r, with r^ a = r x a; Gamma(v)
the Jacobian of the exponential map, exp(v + e) = exp(Gamma(v) e) exp(v) to first order.
"""
# pyright: reportUnknownLambdaType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from collections.abc import Callable
from typing import NamedTuple

from ..scalar.array import Array, ArrayLike
from ..scalar.math import eye
from ..spatial.rotation import exp3, exp3_jacobian, exp3_jacobian_inverse, quaternion_matrix, skew
from .checked import Checked, Out, Result, named
from .parameterisations import ROTATIONS
from .rates import is_no_full_turn
from .steps import InFrames, by_frame, minus_body, minus_inertial
from .unique import rotation_vector


class RotateDerivatives(NamedTuple):
    """Derivatives of `rotate_active` with respect to the rotation and the vector."""

    d_x: Array
    d_r: Array


class ConcatenateDerivatives(NamedTuple):
    """Derivatives of `concatenate` with respect to each rotation."""

    d_x1: Array
    d_x2: Array


class BoxPlusDerivatives(NamedTuple):
    """Derivatives of `box_plus` with respect to the rotation and the vector."""

    d_x: Array
    d_v: Array


class BoxMinusDerivatives(NamedTuple):
    """Derivatives of `box_minus` with respect to each rotation."""

    d_x1: Array
    d_x2: Array


def _rotate_inertial(x: Array, r: Array) -> RotateDerivatives:
    R = quaternion_matrix(x)
    return RotateDerivatives(-skew(R @ r), R)


def _rotate_body(x: Array, r: Array) -> RotateDerivatives:
    R = quaternion_matrix(x)
    return RotateDerivatives(-(R @ skew(r)), R)


_ROTATE = InFrames(
    "rotate_derivatives", "(x),(3)->(3,3),(3,3)", _rotate_inertial, _rotate_body, RotateDerivatives
)


def rotate_derivatives(
    x: ArrayLike, r: ArrayLike, *, kind: str, frame: str, out: Out = None
) -> Result:
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
    return _ROTATE.of(kind, frame)(x, r, out=out)


_INVERT = InFrames(
    "invert_derivative",
    "(x)->(3,3)",
    lambda x: -quaternion_matrix(x).T,
    lambda x: -quaternion_matrix(x),
)


def invert_derivative(x: ArrayLike, *, kind: str, frame: str, out: Out = None) -> Result:
    """The derivative of the inverse: -R^T, in the frame "body" -R.

    Shapes: x as `kind` says; result (..., 3, 3). Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> d = kt.rotations.invert_derivative([0, 0, 0, 1.0], kind="quaternion", frame="inertial")
    >>> d.diagonal().tolist()
    [-1.0, -1.0, -1.0]
    """
    return _INVERT.of(kind, frame)(x, out=out)


_CONCATENATE = InFrames(
    "concatenate_derivatives",
    "(x),(x)->(3,3),(3,3)",
    lambda x1, x2: ConcatenateDerivatives(eye(3), quaternion_matrix(x1)),
    lambda x1, x2: ConcatenateDerivatives(quaternion_matrix(x2).T, eye(3)),
    ConcatenateDerivatives,
)


def concatenate_derivatives(
    x1: ArrayLike, x2: ArrayLike, *, kind: str, frame: str, out: Out = None
) -> Result:
    """Derivatives of R1 R2: 1 and R1, in the frame "body" R2^T and 1.

    Shapes: x1 and x2 as `kind` says; results (..., 3, 3), (..., 3, 3).
    Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> one = [0, 0, 0, 1.0]
    >>> d = kt.rotations.concatenate_derivatives(one, one, kind="quaternion", frame="body")
    >>> d.d_x2.diagonal().tolist()
    [1.0, 1.0, 1.0]
    """
    return _CONCATENATE.of(kind, frame)(x1, x2, out=out)


_PLUS = InFrames(
    "box_plus_derivatives",
    "(x),(3)->(3,3),(3,3)",
    lambda x, v: BoxPlusDerivatives(exp3(v), exp3_jacobian(v)),
    lambda x, v: BoxPlusDerivatives(exp3(-v), exp3_jacobian(-v)),
    BoxPlusDerivatives,
)


def box_plus_derivatives(
    x: ArrayLike, v: ArrayLike, *, kind: str, frame: str, out: Out = None
) -> Result:
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
    return _PLUS.of(kind, frame)(x, v, out=out)


def _minus_inertial(x1: Array, x2: Array) -> BoxMinusDerivatives:
    d = minus_inertial(x1, x2)
    return BoxMinusDerivatives(exp3_jacobian_inverse(d), -exp3_jacobian_inverse(-d))


def _minus_body(x1: Array, x2: Array) -> BoxMinusDerivatives:
    d = minus_body(x1, x2)
    return BoxMinusDerivatives(exp3_jacobian_inverse(-d), -exp3_jacobian_inverse(d))


_MINUS = InFrames(
    "box_minus_derivatives",
    "(x),(x)->(3,3),(3,3)",
    _minus_inertial,
    _minus_body,
    BoxMinusDerivatives,
)


def box_minus_derivatives(
    x1: ArrayLike, x2: ArrayLike, *, kind: str, frame: str, out: Out = None
) -> Result:
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
    return _MINUS.of(kind, frame)(x1, x2, out=out)


_LOG = InFrames(
    "log_jacobian",
    "(x)->(3,3)",
    lambda x: exp3_jacobian_inverse(rotation_vector(x)),
    lambda x: exp3_jacobian_inverse(-rotation_vector(x)),
)


def log_jacobian(x: ArrayLike, *, kind: str, frame: str, out: Out = None) -> Result:
    """The derivative of log: Gamma(log R)^-1, in the frame "body" Gamma(-log R)^-1.

    Gamma is `exp_jacobian` in the frame "inertial".
    Shapes: x as `kind` says; result (..., 3, 3). Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> d = kt.rotations.log_jacobian([0, 0, 0, 1.0], kind="quaternion", frame="inertial")
    >>> d.diagonal().tolist()
    [1.0, 1.0, 1.0]
    """
    return _LOG.of(kind, frame)(x, out=out)


def _of_vector(name: str, function: Callable[[Array], Array]) -> dict[str, Checked]:
    """A function of v, for the frame "inertial", and of -v for "body"."""
    no_inverse = is_no_full_turn, "after full turns, |v| a multiple of 2 pi, there is no inverse"
    regular = no_inverse if name.endswith("inverse") else None
    sides = {"inertial": lambda v: function(v), "body": lambda v: function(-v)}
    kinds = [ROTATIONS["rotation_vector"]]
    return {
        frame: Checked(named(of_v, name), "(3)->(3,3)", kinds, regular=regular)
        for frame, of_v in sides.items()
    }


_EXP = _of_vector("exp_jacobian", exp3_jacobian)
_EXP_INVERSE = _of_vector("exp_jacobian_inverse", exp3_jacobian_inverse)


def exp_jacobian(v: ArrayLike, *, frame: str, out: Out = None) -> Result:
    """The derivative of exp: Gamma(v), in the frame "body" Gamma(-v) = Gamma(v)^T.

    To first order exp(v + e) = exp(Gamma(v) e) exp(v) = exp(v) exp(Gamma(-v) e).
    Shapes: v (..., 3), in rad; result (..., 3, 3). Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> kt.rotations.exp_jacobian([0.0, 0.0, 0.0], frame="inertial").diagonal().tolist()
    [1.0, 1.0, 1.0]
    """
    return by_frame("exp_jacobian", frame, _EXP)(v, out=out)


def exp_jacobian_inverse(v: ArrayLike, *, frame: str, out: Out = None) -> Result:
    """The inverse of `exp_jacobian`; ModelError where there is none, at |v| = 2 pi, 4 pi, ...

    Shapes: v (..., 3), in rad; result (..., 3, 3). Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> kt.rotations.exp_jacobian_inverse([0.0, 0.0, 0.0], frame="body").diagonal().tolist()
    [1.0, 1.0, 1.0]
    """
    return by_frame("exp_jacobian_inverse", frame, _EXP_INVERSE)(v, out=out)
