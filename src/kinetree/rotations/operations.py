"""Rotate, transform, invert and concatenate, in any parameterisation."""

from ..scalar.array import Array
from ..scalar.math import concatenate as join
from ..spatial.rotation import quaternion_conjugate, quaternion_matrix, quaternion_product
from .checked import of_kinds
from .parameterisations import ALL, POSES


@of_kinds("(x),(3)->(3)")
def rotate_active(x: Array, r: Array) -> Array:
    """R r: the vector r rotated; also, of a vector in body axes, its components in world axes.

    Shapes: x as `kind` says, r (..., 3); result (..., 3).
    Source: [KindrSheet, Orientation/Rotation 1, 2].

    >>> import kinetree as kt
    >>> x = [0.0, 0.0, 1.0, 1.0]  # a quarter turn about z
    >>> kt.rotations.rotate_active(x, [1, 0, 0], kind="quaternion").tolist()
    [0.0, 1.0, 0.0]
    """
    return quaternion_matrix(x) @ r


@of_kinds("(x),(3)->(3)")
def rotate_passive(x: Array, r: Array) -> Array:
    """R^T r: the same vector, given in world axes, in body axes; the inverse of `rotate_active`.

    Shapes: x as `kind` says, r (..., 3); result (..., 3).
    Source: [KindrSheet, Orientation/Rotation 1, 2; Orientation/Rotation 4, 5].

    >>> import kinetree as kt
    >>> x = [0.0, 0.0, 1.0, 1.0]  # a quarter turn about z
    >>> kt.rotations.rotate_passive(x, [0, 1, 0], kind="quaternion").tolist()
    [1.0, 0.0, 0.0]
    """
    return quaternion_matrix(x).T @ r


@of_kinds("(x),(3)->(3)", POSES)
def transform_active(x: Array, r: Array) -> Array:
    """R r + p: the point r moved by a pose; also, of a point in body coordinates, its world ones.

    Shapes: x as `kind` says, a pose; r (..., 3); result (..., 3).
    Source: [KindrSheet, Position; Pose].

    >>> import kinetree as kt
    >>> x = [5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0]
    >>> kt.rotations.transform_active(x, [1, 0, 0], kind="xyz_quaternion").tolist()
    [5.0, 1.0, 0.0]
    """
    return quaternion_matrix(x[3:]) @ r + x[:3]


@of_kinds("(x),(3)->(3)", POSES)
def transform_passive(x: Array, r: Array) -> Array:
    """R^T (r - p): the same point, given in world coordinates, in body coordinates.

    Shapes: x as `kind` says, a pose; r (..., 3); result (..., 3).
    Source: [KindrSheet, Position; Pose].

    >>> import kinetree as kt
    >>> x = [5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0]
    >>> kt.rotations.transform_passive(x, [5, 1, 0], kind="xyz_quaternion").tolist()
    [1.0, 0.0, 0.0]
    """
    return quaternion_matrix(x[3:]).T @ (r - x[:3])


@of_kinds("(x)->(x)", ALL)
def invert(x: Array) -> Array:
    """The inverse rotation or pose, in unique form.

    Shapes: x and result as `kind` says. Source: [KindrSheet, Orientation/Rotation 4, 5; Pose].

    >>> import kinetree as kt
    >>> kt.rotations.invert([0.1, 0.2, 0.3], kind="rotation_vector").round(12).tolist()
    [-0.1, -0.2, -0.3]
    """
    position, q = x[:-4], x[-4:]
    inverse = quaternion_conjugate(q)
    return join([-(quaternion_matrix(q).T @ position), inverse]) if len(position) else inverse


@of_kinds("(x),(x)->(x)", ALL)
def concatenate(x1: Array, x2: Array) -> Array:
    """R1 R2 or T1 T2, in unique form: C_AC of C_AB and C_BC.

    Shapes: x1, x2 and result as `kind` says.
    Source: [KindrSheet, Orientation/Rotation 4, 5; Rotation Quaternion; Pose].

    >>> import kinetree as kt
    >>> kt.rotations.concatenate([0, 0, 0.1], [0, 0, 0.2], kind="rotation_vector").round(9).tolist()
    [0.0, 0.0, 0.3]
    """
    (p1, q1), (p2, q2) = ((x[:-4], x[-4:]) for x in (x1, x2))
    q = quaternion_product(q1, q2)
    return join([quaternion_matrix(q1) @ p2 + p1, q]) if len(p1) else q
