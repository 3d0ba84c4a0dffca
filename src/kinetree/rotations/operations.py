"""Rotate, transform, invert and concatenate, in any parameterisation."""

from ..scalar.array import Array, ArrayLike
from ..scalar.math import concatenate as join
from ..spatial.rotation import quaternion_conjugate, quaternion_matrix, quaternion_product
from .checked import Out, Result, on_quaternions
from .parameterisations import pose, rotation, rotation_or_pose


def _rotate_active(x: Array, r: Array) -> Array:
    return quaternion_matrix(x) @ r


def _rotate_passive(x: Array, r: Array) -> Array:
    return quaternion_matrix(x).T @ r


def rotate_active(x: ArrayLike, r: ArrayLike, *, kind: str, out: Out = None) -> Result:
    """R r: the vector r rotated; also, of a vector in body axes, its components in world axes.

    Shapes: x as `kind` says, r (..., 3); result (..., 3).
    Source: [KindrSheet, Orientation/Rotation 1, 2].

    >>> import kinetree as kt
    >>> x = [0.0, 0.0, 1.0, 1.0]  # a quarter turn about z
    >>> kt.rotations.rotate_active(x, [1, 0, 0], kind="quaternion").tolist()
    [0.0, 1.0, 0.0]
    """
    of = rotation("rotate_active", kind)
    return on_quaternions("rotate_active", _rotate_active, "(x),(3)->(3)", of)(x, r, out=out)


def rotate_passive(x: ArrayLike, r: ArrayLike, *, kind: str, out: Out = None) -> Result:
    """R^T r: the same vector, given in world axes, in body axes; the inverse of `rotate_active`.

    Shapes: x as `kind` says, r (..., 3); result (..., 3).
    Source: [KindrSheet, Orientation/Rotation 1, 2; Orientation/Rotation 4, 5].

    >>> import kinetree as kt
    >>> x = [0.0, 0.0, 1.0, 1.0]  # a quarter turn about z
    >>> kt.rotations.rotate_passive(x, [0, 1, 0], kind="quaternion").tolist()
    [1.0, 0.0, 0.0]
    """
    of = rotation("rotate_passive", kind)
    return on_quaternions("rotate_passive", _rotate_passive, "(x),(3)->(3)", of)(x, r, out=out)


def _transform_active(x: Array, r: Array) -> Array:
    return quaternion_matrix(x[3:]) @ r + x[:3]


def _transform_passive(x: Array, r: Array) -> Array:
    return quaternion_matrix(x[3:]).T @ (r - x[:3])


def transform_active(x: ArrayLike, r: ArrayLike, *, kind: str, out: Out = None) -> Result:
    """R r + p: the point r moved by a pose; also, of a point in body coordinates, its world ones.

    Shapes: x as `kind` says, a pose; r (..., 3); result (..., 3).
    Source: [KindrSheet, Position; Pose].

    >>> import kinetree as kt
    >>> x = [5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0]
    >>> kt.rotations.transform_active(x, [1, 0, 0], kind="xyz_quaternion").tolist()
    [5.0, 1.0, 0.0]
    """
    of = pose("transform_active", kind)
    return on_quaternions("transform_active", _transform_active, "(x),(3)->(3)", of)(x, r, out=out)


def transform_passive(x: ArrayLike, r: ArrayLike, *, kind: str, out: Out = None) -> Result:
    """R^T (r - p): the same point, given in world coordinates, in body coordinates.

    Shapes: x as `kind` says, a pose; r (..., 3); result (..., 3).
    Source: [KindrSheet, Position; Pose].

    >>> import kinetree as kt
    >>> x = [5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0]
    >>> kt.rotations.transform_passive(x, [5, 1, 0], kind="xyz_quaternion").tolist()
    [1.0, 0.0, 0.0]
    """
    of = pose("transform_passive", kind)
    return on_quaternions("transform_passive", _transform_passive, "(x),(3)->(3)", of)(
        x, r, out=out
    )


def _invert(x: Array) -> Array:
    return quaternion_conjugate(x)


def _invert_pose(x: Array) -> Array:
    return join([-_rotate_passive(x[3:], x[:3]), quaternion_conjugate(x[3:])])


def invert(x: ArrayLike, *, kind: str, out: Out = None) -> Result:
    """The inverse rotation or pose, in unique form.

    Shapes: x and result as `kind` says. Source: [KindrSheet, Orientation/Rotation 4, 5; Pose].

    >>> import kinetree as kt
    >>> kt.rotations.invert([0.1, 0.2, 0.3], kind="rotation_vector").round(12).tolist()
    [-0.1, -0.2, -0.3]
    """
    of = rotation_or_pose("invert", kind)
    function = _invert_pose if of.is_pose else _invert
    return on_quaternions("invert", function, "(x)->(x)", of)(x, out=out)


def _concatenate(x1: Array, x2: Array) -> Array:
    return quaternion_product(x1, x2)


def _concatenate_poses(x1: Array, x2: Array) -> Array:
    return join([_transform_active(x1, x2[:3]), quaternion_product(x1[3:], x2[3:])])


def concatenate(x1: ArrayLike, x2: ArrayLike, *, kind: str, out: Out = None) -> Result:
    """R1 R2 or T1 T2, in unique form: C_AC of C_AB and C_BC.

    Shapes: x1, x2 and result as `kind` says.
    Source: [KindrSheet, Orientation/Rotation 4, 5; Rotation Quaternion; Pose].

    >>> import kinetree as kt
    >>> kt.rotations.concatenate([0, 0, 0.1], [0, 0, 0.2], kind="rotation_vector").round(9).tolist()
    [0.0, 0.0, 0.3]
    """
    of = rotation_or_pose("concatenate", kind)
    function = _concatenate_poses if of.is_pose else _concatenate
    return on_quaternions("concatenate", function, "(x),(x)->(x)", of)(x1, x2, out=out)
