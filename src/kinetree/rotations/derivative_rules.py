"""Derivatives with respect to rotations along box plus, 3 x 3 matrices.

`frame` is the side of box plus, for operands and results: "inertial" exp(e) R, as in
[KindrSheet, Derivatives]; "body" R exp(e). r^ is the skew matrix of r, with r^ a = r x a; Gamma(v)
the Jacobian of the exponential map, exp(v + e) = exp(Gamma(v) e) exp(v) to first order.
"""

from functools import partial
from typing import NamedTuple

from ..scalar.array import Array
from ..scalar.math import eye
from ..spatial.rotation import exp3, exp3_jacobian, exp3_jacobian_inverse, quaternion_matrix, skew
from .checked import Checked, Condition, Formula, in_frame, of_kinds, with_keywords
from .parameterisations import ROTATIONS
from .quaternions import rotation_vector
from .rates import is_no_full_turn
from .steps import minus


class RotateDerivatives(NamedTuple):
    """Derivatives of `rotate_active` with respect to the rotation and the vector."""

    d_x: Array
    d_r: Array


class DerivativesByRotations(NamedTuple):
    """Derivatives of `concatenate` or `box_minus` with respect to each rotation."""

    d_x1: Array
    d_x2: Array


class BoxPlusDerivatives(NamedTuple):
    """Derivatives of `box_plus` with respect to the rotation and the vector."""

    d_x: Array
    d_v: Array


def _outward(v: Array, frame: str) -> Array:
    """v for "inertial", -v for "body": Gamma(-v) is Gamma(v) in the axes of the body."""
    return v if frame == "inertial" else -v


@of_kinds("(x),(3)->(3,3),(3,3)")
def rotate_derivatives(x: Array, r: Array, *, frame: str) -> RotateDerivatives:
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
    R = quaternion_matrix(x)
    return RotateDerivatives(-skew(R @ r) if frame == "inertial" else -(R @ skew(r)), R)


@of_kinds("(x)->(3,3)")
def invert_derivative(x: Array, *, frame: str) -> Array:
    """The derivative of the inverse: -R^T, in the frame "body" -R.

    Shapes: x as `kind` says; result (..., 3, 3). Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> d = kt.rotations.invert_derivative([0, 0, 0, 1.0], kind="quaternion", frame="inertial")
    >>> d.diagonal().tolist()
    [-1.0, -1.0, -1.0]
    """
    R = quaternion_matrix(x)
    return -R.T if frame == "inertial" else -R


@of_kinds("(x),(x)->(3,3),(3,3)")
def concatenate_derivatives(x1: Array, x2: Array, *, frame: str) -> DerivativesByRotations:
    """Derivatives of R1 R2: 1 and R1, in the frame "body" R2^T and 1.

    Shapes: x1 and x2 as `kind` says; results (..., 3, 3), (..., 3, 3).
    Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> one = [0, 0, 0, 1.0]
    >>> d = kt.rotations.concatenate_derivatives(one, one, kind="quaternion", frame="body")
    >>> d.d_x2.diagonal().tolist()
    [1.0, 1.0, 1.0]
    """
    if frame == "inertial":
        return DerivativesByRotations(eye(3), quaternion_matrix(x1))
    return DerivativesByRotations(quaternion_matrix(x2).T, eye(3))


@of_kinds("(x),(3)->(3,3),(3,3)")
def box_plus_derivatives(x: Array, v: Array, *, frame: str) -> BoxPlusDerivatives:
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
    v = _outward(v, frame)
    return BoxPlusDerivatives(exp3(v), exp3_jacobian(v))


@of_kinds("(x),(x)->(3,3),(3,3)")
def box_minus_derivatives(x1: Array, x2: Array, *, frame: str) -> DerivativesByRotations:
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
    d = _outward(minus(x1, x2, frame), frame)
    return DerivativesByRotations(exp3_jacobian_inverse(d), -exp3_jacobian_inverse(-d))


@of_kinds("(x)->(3,3)")
def log_jacobian(x: Array, *, frame: str) -> Array:
    """The derivative of log: Gamma(log R)^-1, in the frame "body" Gamma(-log R)^-1.

    Gamma is `exp_jacobian` in the frame "inertial".
    Shapes: x as `kind` says; result (..., 3, 3). Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> d = kt.rotations.log_jacobian([0, 0, 0, 1.0], kind="quaternion", frame="inertial")
    >>> d.diagonal().tolist()
    [1.0, 1.0, 1.0]
    """
    return exp3_jacobian_inverse(_outward(rotation_vector(x), frame))


def _of_vectors(formula: Formula, regular: tuple[Condition, str] | None = None) -> Formula:
    """Make a formula of rotation vectors a function that checks them, and the frame."""
    name = formula.__name__

    def specialised(frame: str) -> Checked:
        in_frame(name, frame)

        def function(v: Array) -> Array:
            return formula(v, frame=frame)

        kind = ROTATIONS["rotation_vector"]
        return Checked(formula, name, function, "(x)->(3,3)", kind, regular)

    return with_keywords(formula, ("frame",), specialised)


@_of_vectors
def exp_jacobian(v: Array, *, frame: str) -> Array:
    """The derivative of exp: Gamma(v), in the frame "body" Gamma(-v) = Gamma(v)^T.

    To first order exp(v + e) = exp(Gamma(v) e) exp(v) = exp(v) exp(Gamma(-v) e).
    Shapes: v (..., 3), in rad; result (..., 3, 3). Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> kt.rotations.exp_jacobian([0.0, 0.0, 0.0], frame="inertial").diagonal().tolist()
    [1.0, 1.0, 1.0]
    """
    return exp3_jacobian(_outward(v, frame))


_INVERTIBLE = is_no_full_turn, "after full turns, |v| a multiple of 2 pi, there is no inverse"


@partial(_of_vectors, regular=_INVERTIBLE)
def exp_jacobian_inverse(v: Array, *, frame: str) -> Array:
    """The inverse of `exp_jacobian`; ModelError where there is none, at |v| = 2 pi, 4 pi, ...

    Shapes: v (..., 3), in rad; result (..., 3, 3). Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> kt.rotations.exp_jacobian_inverse([0.0, 0.0, 0.0], frame="body").diagonal().tolist()
    [1.0, 1.0, 1.0]
    """
    return exp3_jacobian_inverse(_outward(v, frame))
