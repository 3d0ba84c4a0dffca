"""Steps from one rotation to another: box plus and minus, distance, slerp, discrete integration.

`frame` is the side: with "inertial", as in [KindrSheet, Orientation/Rotation 8], angular velocities
and rotation vectors are in world axes, exp(v) R; with "body" in the axes of the body, R exp(v), as
of `kt.integrate`.
"""
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from ..errors import ShapeError, unknown
from ..scalar.array import Array, ArrayLike
from ..scalar.expr import Scalar, apply
from ..scalar.math import atan2, norm
from ..spatial.rotation import quaternion_conjugate, quaternion_exp, quaternion_product
from .checked import Checked, Out, Result, on_quaternions
from .parameterisations import rotation
from .unique import rotation_vector

T = TypeVar("T")


def by_frame(function: str, frame: str, choices: Mapping[str, T]) -> T:
    """The choice for a frame, "inertial" or "body"."""
    if not isinstance(frame, str) or frame not in choices:  # pyright: ignore
        raise ShapeError(
            f"rotations.{function}: {unknown('frame', frame, choices)} 'inertial': rotation "
            "vectors and angular velocities in world axes, exp(v) R; 'body': in those of the body, "
            "R exp(v)."
        )
    return choices[frame]


@dataclass(frozen=True)
class InFrames:
    """A function of quaternions in two forms, for the frames "inertial" and "body"."""

    name: str
    roles: str
    inertial: Callable[..., Result]
    body: Callable[..., Result]
    results: Callable[..., Result] | None = None

    def of(self, kind: str, frame: str) -> Checked:
        """The function of a parameterisation of rotations, in a frame."""
        parameterisation = rotation(self.name, kind)
        function = by_frame(self.name, frame, {"inertial": self.inertial, "body": self.body})
        return on_quaternions(self.name, function, self.roles, parameterisation, self.results)


def plus_inertial(x: Array, v: Array) -> Array:
    """exp(v) R."""
    return quaternion_product(quaternion_exp(v), x)


def plus_body(x: Array, v: Array) -> Array:
    """R exp(v)."""
    return quaternion_product(x, quaternion_exp(v))


def minus_inertial(x1: Array, x2: Array) -> Array:
    """log(R1 R2^T)."""
    return rotation_vector(quaternion_product(x1, quaternion_conjugate(x2)))


def minus_body(x1: Array, x2: Array) -> Array:
    """log(R2^T R1)."""
    return rotation_vector(quaternion_product(quaternion_conjugate(x2), x1))


_PLUS = InFrames("box_plus", "(x),(3)->(x)", plus_inertial, plus_body)
_MINUS = InFrames("box_minus", "(x),(x)->(3)", minus_inertial, minus_body)


def box_plus(x: ArrayLike, v: ArrayLike, *, kind: str, frame: str, out: Out = None) -> Result:
    """x moved by a rotation vector: exp(v) R in the frame "inertial", R exp(v) in "body".

    Shapes: x and result as `kind` says, v (..., 3), in rad.
    Source: [KindrSheet, Orientation/Rotation 8, 9].

    >>> import kinetree as kt
    >>> x, v = [0.0, 0.0, 0.1], [0.0, 0.0, 0.2]
    >>> kt.rotations.box_plus(x, v, kind="rotation_vector", frame="body").round(12).tolist()
    [0.0, 0.0, 0.3]
    """
    return _PLUS.of(kind, frame)(x, v, out=out)


def box_minus(x1: ArrayLike, x2: ArrayLike, *, kind: str, frame: str, out: Out = None) -> Result:
    """The vector v with box_plus(x2, v) = x1: log(R1 R2^T) for "inertial", log(R2^T R1) for "body".

    Shapes: x1 and x2 as `kind` says; result (..., 3), in rad, of length at most pi.
    Source: [KindrSheet, Orientation/Rotation 8, 9].

    >>> import kinetree as kt
    >>> x1, x2 = [0.0, 0.0, 0.3], [0.0, 0.0, 0.1]
    >>> kt.rotations.box_minus(x1, x2, kind="euler_xyz", frame="body").round(12).tolist()
    [0.0, 0.0, 0.2]
    """
    return _MINUS.of(kind, frame)(x1, x2, out=out)


def _distance(x1: Array, x2: Array) -> Scalar:
    q = quaternion_product(quaternion_conjugate(x2), x1)
    return 2.0 * atan2(norm(q[:3]), apply("abs", q[3]))


def distance(x1: ArrayLike, x2: ArrayLike, *, kind: str, out: Out = None) -> Result:
    """The angle in [0, pi] of the rotation from one to the other, |box_minus(x1, x2)|.

    Shapes: x1 and x2 as `kind` says; result (...), in rad.
    Source: [KindrSheet, Orientation/Rotation 8, 9].

    >>> import kinetree as kt
    >>> kt.rotations.distance([0, 0, 0.3], [0, 0, 0.1], kind="rotation_vector").round(12).item()
    0.2
    """
    of = rotation("distance", kind)
    return on_quaternions("distance", _distance, "(x),(x)->()", of)(x1, x2, out=out)


def _slerp(x0: Array, x1: Array, t: Scalar) -> Array:
    return plus_inertial(x0, minus_inertial(x1, x0) * t)


def slerp(x0: ArrayLike, x1: ArrayLike, t: ArrayLike, *, kind: str, out: Out = None) -> Result:
    """The rotation at t on the shorter way from x0 (t = 0) to x1 (t = 1), at a constant rate.

    Shapes: x0, x1 and result as `kind` says, t (...).
    Source: [KindrSheet, Orientation/Rotation 12].

    >>> import kinetree as kt
    >>> kt.rotations.slerp([0, 0, 0.1], [0, 0, 0.3], 0.5, kind="euler_zyx").round(12).tolist()
    [0.0, 0.0, 0.2]
    """
    of = rotation("slerp", kind)
    return on_quaternions("slerp", _slerp, "(x),(x),()->(x)", of)(x0, x1, t, out=out)


_INTEGRATE = InFrames(
    "integrate",
    "(x),(3),()->(x)",
    lambda x, w, dt: plus_inertial(x, w * dt),
    lambda x, w, dt: plus_body(x, w * dt),
)


def integrate(
    x: ArrayLike, w: ArrayLike, dt: ArrayLike, *, kind: str, frame: str, out: Out = None
) -> Result:
    """The rotation after a time dt at the angular velocity w, which is constant in `frame`.

    Shapes: x and result as `kind` says, w (..., 3), in rad/s, dt (...), in s.
    Source: [KindrSheet, Orientation/Rotation 10, 11].

    >>> import kinetree as kt
    >>> x, w = [0.0, 0.0, 0.1], [0.0, 0.0, 2.0]
    >>> kt.rotations.integrate(x, w, 0.1, kind="rotation_vector", frame="body").round(12).tolist()
    [0.0, 0.0, 0.3]
    """
    return _INTEGRATE.of(kind, frame)(x, w, dt, out=out)


_DIFFERENTIATE = InFrames(
    "differentiate",
    "(x),(x),()->(3)",
    lambda x0, x1, dt: minus_inertial(x1, x0) / dt,
    lambda x0, x1, dt: minus_body(x1, x0) / dt,
)


def differentiate(
    x0: ArrayLike, x1: ArrayLike, dt: ArrayLike, *, kind: str, frame: str, out: Out = None
) -> Result:
    """The constant angular velocity in `frame` that takes x0 to x1 in a time dt.

    Shapes: x0 and x1 as `kind` says, dt (...), in s; result (..., 3), in rad/s.
    Source: [KindrSheet, Orientation/Rotation 10, 11].

    >>> import kinetree as kt
    >>> x0, x1 = [0.0, 0.0, 0.1], [0.0, 0.0, 0.3]
    >>> w = kt.rotations.differentiate(x0, x1, 0.1, kind="rotation_vector", frame="inertial")
    >>> w.round(12).tolist()
    [0.0, 0.0, 2.0]
    """
    return _DIFFERENTIATE.of(kind, frame)(x0, x1, dt, out=out)
