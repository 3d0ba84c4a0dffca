"""Parameterisations of rotations and poses, by name, each from and to a quaternion.

All conversions go through a quaternion (x, y, z, w) of any length but zero; those of poses through
the position and a quaternion, 7 elements. `from_quaternion` gives the unique form of a rotation.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Final

from ..errors import ShapeError, unknown
from ..scalar.array import Array, as_array
from ..scalar.expr import Scalar, add, apply
from ..scalar.math import concatenate, cross, dot
from ..spatial import SE3
from ..spatial.rotation import matrix_quaternion, quaternion_exp, quaternion_matrix
from .quaternions import (
    angle_axis,
    angle_axis_quaternion,
    euler_xyz,
    euler_xyz_quaternion,
    euler_zyx,
    euler_zyx_quaternion,
    rotation_vector,
    unit_quaternion,
)

LARGEST_ANGLE: Final = 2.0**30
SHORTEST, LONGEST = 1e-15, 1e15
TOLERANCE: Final = 1e-5
"""Bound of the sum of absolute errors of R^T R = 1."""


@dataclass(frozen=True)
class Parameterisation:
    """A parameterisation of rotations, or of poses."""

    name: str
    shape: tuple[int, ...]
    to_quaternion: Callable[[Array], Array]
    from_quaternion: Callable[[Array], Array]
    valid: Callable[[Array], Scalar]
    """The condition that values are a rotation; false for nan."""
    expected: str
    """The condition, for messages."""


Kinds = Mapping[str, Parameterisation]


def both(x: Scalar, y: Scalar) -> Scalar:
    """Whether two conditions hold."""
    return apply("and", x, y)


def between(low: float, x: Scalar, high: float) -> Scalar:
    """Whether low < x < high."""
    return both(apply("lt", low, x), apply("lt", x, high))


def _has_length(x: Array) -> Scalar:
    return between(SHORTEST**2, dot(x, x), LONGEST**2)


def _are_angles(x: Array) -> Scalar:
    return reduce(both, (between(-LARGEST_ANGLE, angle, LARGEST_ANGLE) for angle in x.flat), True)


def _is_rotation_matrix(R: Array) -> Scalar:
    x, y, z = R.T
    products = ((x, x, 1), (y, y, 1), (z, z, 1), (x, y, 0), (y, z, 0), (z, x, 0))
    error = reduce(add, (apply("abs", dot(a, b) - product) for a, b, product in products), 0.0)
    return both(apply("lt", error, TOLERANCE), apply("lt", 0.0, dot(cross(x, y), z)))


def _is_homogeneous(T: Array) -> Scalar:
    row = zip(T[3], (0, 0, 0, 1), strict=True)
    error = reduce(add, (apply("abs", x - expected) for x, expected in row), 0.0)
    return both(_is_rotation_matrix(T[:3, :3]), apply("lt", error, TOLERANCE))


def scalar_first(q: Array) -> Array:
    """(w, x, y, z) of (x, y, z, w)."""
    return concatenate([q[3:], q[:3]])


def scalar_last(q: Array) -> Array:
    """(x, y, z, w) of (w, x, y, z)."""
    return concatenate([q[1:], q[:1]])


_LENGTH: Final = f"a length between {SHORTEST:g} and {LONGEST:g}"
_ANGLES: Final = "angles below 2^30 rad"
_ORTHONORMAL: Final = (
    f"orthonormal columns (errors of R^T R - 1 that add up to less than {TOLERANCE:g}) and the "
    "determinant 1"
)

_ROWS: Final = (
    Parameterisation(
        "matrix", (3, 3), matrix_quaternion, quaternion_matrix, _is_rotation_matrix, _ORTHONORMAL
    ),
    Parameterisation("quaternion", (4,), as_array, unit_quaternion, _has_length, _LENGTH),
    Parameterisation(
        "quaternion_wxyz",
        (4,),
        scalar_last,
        lambda q: scalar_first(unit_quaternion(q)),
        _has_length,
        _LENGTH,
    ),
    Parameterisation(
        "angle_axis",
        (4,),
        angle_axis_quaternion,
        angle_axis,
        lambda x: both(_are_angles(x[:1]), _has_length(x[1:])),
        f"an angle below 2^30 rad and an axis of {_LENGTH}",
    ),
    Parameterisation(
        "rotation_vector",
        (3,),
        quaternion_exp,
        rotation_vector,
        lambda x: apply("lt", dot(x, x), LARGEST_ANGLE**2),
        "a length below 2^30 rad",
    ),
    Parameterisation("euler_zyx", (3,), euler_zyx_quaternion, euler_zyx, _are_angles, _ANGLES),
    Parameterisation("euler_xyz", (3,), euler_xyz_quaternion, euler_xyz, _are_angles, _ANGLES),
)


def _with_position(kind: Parameterisation) -> Parameterisation:
    """The parameterisation of poses by the position, then the rotation."""
    return Parameterisation(
        f"xyz_{kind.name}",
        (3 + kind.shape[0],),
        lambda x: concatenate([x[:3], kind.to_quaternion(x[3:])]),
        lambda x: concatenate([x[:3], kind.from_quaternion(x[3:])]),
        lambda x: kind.valid(x[3:]),
        f"after the position {kind.expected}",
    )


_HOMOGENEOUS: Final = Parameterisation(
    "homogeneous",
    (4, 4),
    lambda T: concatenate([T[:3, 3], matrix_quaternion(T[:3, :3])]),
    lambda x: SE3(quaternion_matrix(x[3:]), x[:3]).matrix,
    _is_homogeneous,
    f"{_ORTHONORMAL} in its rotation, and the last row 0 0 0 1",
)

ROTATIONS: Final = {kind.name: kind for kind in _ROWS}
POSES: Final = {kind.name: kind for kind in (_HOMOGENEOUS, *map(_with_position, _ROWS[1:]))}
ALL: Final = ROTATIONS | POSES


def parameterisation(function: str, name: str, kinds: Kinds) -> Parameterisation:
    """The parameterisation of that name; raises ShapeError where there is none."""
    if not isinstance(name, str) or name not in kinds:  # pyright: ignore
        raise ShapeError(f"rotations.{function}: {unknown('parameterisation', name, kinds)}")
    return kinds[name]
