"""Conversions between parameterisations of rotations, and of poses."""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from ..errors import BackendError, ShapeError, kind_of, needing
from ..scalar.array import Array, ArrayLike
from .checked import Checked, Out, Result
from .parameterisations import ALL, POSES, ROTATIONS, Kinds, parameterisation

if TYPE_CHECKING:
    from scipy.spatial.transform import Rotation


@cache
def _conversion(from_: str, to: str) -> Checked:
    source, target = ALL[from_], ALL[to]

    def converted(x: Array) -> Array:
        return target.from_quaternion(source.to_quaternion(x))

    signature = f"(x)->({','.join(map(str, target.shape))})"
    return Checked(converted, f"convert from {from_} to {to}", converted, signature, source)


def _converted(
    x: ArrayLike, function: str, from_: str, to: str, out: Out = None, kinds: Kinds = ROTATIONS
) -> Result:
    """x of one parameterisation in another one of `kinds`, for a public function."""
    for name in (from_, to):
        parameterisation(function, name, kinds)
    if (from_ in POSES) != (to in POSES):
        raise ShapeError(
            f"rotations.convert: from {from_!r} to {to!r}; one is a rotation, the other a pose. "
            "kt.SE3 and kt.se3 make poses of rotations and positions."
        )
    return _conversion(from_, to)(x, out=out)


def convert(x: ArrayLike, *, from_: str, to: str, out: Out = None) -> Result:
    """A rotation in another parameterisation, or a pose in another; the result in unique form.

    Rotations: "matrix" (3, 3); "quaternion" (x, y, z, w) and "quaternion_wxyz", of any length but
    zero; "angle_axis" (angle, axis), the axis of any length but zero; "rotation_vector";
    "euler_zyx" (z, y, x) with R = Rz Ry Rx; "euler_xyz" (x, y, z) with R = Rx Ry Rz. Poses:
    "homogeneous" (4, 4), and positions followed by a rotation: "xyz_quaternion" and so on. All take
    body to world coordinates; angles are in rad.
    The unique form: unit quaternions with w >= 0 (at w = 0 the first nonzero element is
    positive), angles and rotation vectors up to pi, the axis (1, 0, 0) without rotation, Euler
    angles in (-pi, pi], the second in [-pi/2, pi/2], the last 0 at gimbal lock (within 2^-49 rad,
    in float32 2^-20).
    Shapes: x (..., n), (..., 3, 3) or (..., 4, 4), as `from_` says; result as `to` says. Raises
    ModelError for values that are not a rotation, ShapeError.
    Source: [KindrSheet, Rotation Parameterizations].

    >>> import kinetree as kt
    >>> kt.rotations.convert([0, 0, 0.1], from_="rotation_vector", to="euler_zyx").tolist()
    [0.1, 0.0, 0.0]
    """
    return _converted(x, "convert", from_, to, out, ALL)


def unique(x: ArrayLike, *, kind: str, out: Out = None) -> Result:
    """The unique form of a rotation or pose, as `convert` gives it; matrices made orthonormal.

    Shapes: x and result as `kind` says. Raises as `convert`.
    Source: [KindrSheet, Orientation/Rotation 6, 7; Rotation Quaternion].

    >>> import kinetree as kt
    >>> kt.rotations.unique([4, 4, 4, -4], kind="quaternion").tolist()
    [-0.5, -0.5, -0.5, 0.5]
    """
    return _converted(x, "unique", kind, kind, out, ALL)


def exp(v: ArrayLike, *, kind: str, out: Out = None) -> Result:
    """The rotation by |v| about v.

    Shapes: v (..., 3), in rad; result as `kind` says.
    Source: [KindrSheet, Orientation/Rotation 6, 7].

    >>> import kinetree as kt
    >>> kt.rotations.exp([0.0, 0.0, 0.0], kind="quaternion").tolist()
    [0.0, 0.0, 0.0, 1.0]
    """
    return _converted(v, "exp", "rotation_vector", kind, out)


def log(x: ArrayLike, *, kind: str, out: Out = None) -> Result:
    """The rotation vector v with exp(v) = x, of length at most pi.

    Shapes: x as `kind` says; result (..., 3), in rad.
    Source: [KindrSheet, Orientation/Rotation 6, 7].

    >>> import kinetree as kt
    >>> kt.rotations.log([0.1, 0.0, 0.0], kind="euler_zyx").tolist()
    [0.0, 0.0, 0.1]
    """
    return _converted(x, "log", kind, "rotation_vector", out)


def to_scipy(x: ArrayLike, *, kind: str) -> "Rotation":
    """A `scipy.spatial.transform.Rotation` of the same batch; SciPy must be installed.

    Shapes: x as `kind` says; batches of several axes need SciPy 1.17.
    Source: [KindrSheet, Rotation Quaternion].

    >>> import kinetree as kt
    >>> kt.rotations.to_scipy([[0, 0, 0.5]], kind="rotation_vector").magnitude().tolist()
    [0.5]
    """
    with needing("rotations.to_scipy: SciPy is missing; pip install scipy.", BackendError):
        from scipy.spatial.transform import Rotation
    return Rotation.from_quat(_converted(x, "to_scipy", kind, "quaternion"))


def from_scipy(scipy_rotation: "Rotation", *, kind: str, out: Out = None) -> Result:
    """A parameterisation of a `scipy.spatial.transform.Rotation`.

    Shapes: as many samples as it has; result as `kind` says.
    Source: [KindrSheet, Rotation Quaternion].

    >>> import kinetree as kt
    >>> from scipy.spatial.transform import Rotation
    >>> turn = Rotation.from_rotvec([0, 0, 0.5])
    >>> kt.rotations.from_scipy(turn, kind="angle_axis").tolist()
    [0.5, 0.0, 0.0, 1.0]
    """
    if not hasattr(scipy_rotation, "as_quat"):
        raise ShapeError(
            f"rotations.from_scipy: the rotation is {kind_of(scipy_rotation)}; expected a "
            "scipy.spatial.transform.Rotation. kt.rotations.convert takes arrays."
        )
    return _converted(np.asarray(scipy_rotation.as_quat()), "from_scipy", "quaternion", kind, out)
