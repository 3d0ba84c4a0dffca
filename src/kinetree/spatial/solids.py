"""Inertias of solids of uniform density."""

from abc import abstractmethod
from collections.abc import Sequence
from math import inf
from numbers import Real
from typing import Any, Self

import numpy as np

from ..errors import ShapeError
from ..scalar.array import ArrayLike, Components, as_array
from ..scalar.expr import Scalar


class Solids(Components):
    """The base of `Inertia`: solids of a mass in kg and sizes in m, about their centres."""

    __slots__ = ()

    @abstractmethod
    def __init__(
        self, mass: ArrayLike, center_of_mass: ArrayLike, rotational_inertia_about_it: ArrayLike
    ) -> None: ...

    @classmethod
    def of_box(cls, mass: Scalar, size: Sequence[Scalar]) -> Self:
        """Of a box with these edges along x, y and z.

        >>> import kinetree as kt
        >>> kt.Inertia.of_box(12.0, [1, 2, 3]).rotational.diagonal()
        Array([13.0, 10.0, 5.0])
        """
        return cls._of(mass, [x * x / 12 for x in _three("of_box: size", size)])

    @classmethod
    def of_ellipsoid(cls, mass: Scalar, radii: Sequence[Scalar]) -> Self:
        """Of an ellipsoid with these radii along x, y and z."""
        return cls._of(mass, [r * r / 5 for r in _three("of_ellipsoid: radii", radii)])

    @classmethod
    def of_sphere(cls, mass: Scalar, radius: Scalar) -> Self:
        """Of a ball."""
        _check("of_sphere: radius", [radius])
        return cls._of(mass, [radius * radius / 5] * 3)

    @classmethod
    def of_cylinder(cls, mass: Scalar, radius: Scalar, length: Scalar) -> Self:
        """Of a cylinder about z."""
        _check("of_cylinder: radius and length", [radius, length])
        across = radius * radius / 4
        return cls._of(mass, [across, across, length * length / 12])

    @classmethod
    def of_capsule(cls, mass: Scalar, radius: Scalar, length: Scalar) -> Self:
        """Of a cylinder about z of this length with a half ball on each end."""
        _check("of_capsule: radius and length", [radius, length])
        whole = 3 * length + 4 * radius
        balls = 4 * radius / (whole or 1) if isinstance(whole, Real) else 4 * radius / whole
        across = radius * radius * ((1 - balls) / 4 + balls / 5)
        ends = radius * radius / 5 + length * length / 4 + 3 * length * radius / 8
        return cls._of(mass, [across, across, (1 - balls) * length * length / 12 + balls * ends])

    @classmethod
    def of_mesh(cls, mass: Scalar, vertices: Any, faces: Any) -> Self:
        """Of the solid within a closed mesh, about the origin of its vertices.

        `vertices` (n, 3) are in m, `faces` (m, 3) their numbers, counterclockwise seen from
        outside. Raises ShapeError where they enclose no volume, or do not close.

        >>> import kinetree as kt
        >>> tetrahedron = np.vstack([np.zeros(3), np.eye(3)])
        >>> faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
        >>> kt.Inertia.of_mesh(2.0, tetrahedron, faces).center_of_mass
        Array([0.25, 0.25, 0.25])
        """
        _, center, second = mesh_moments(vertices, faces)
        about = second - np.outer(center, center)
        return cls(mass, center, (np.trace(about) * np.eye(3) - about) * mass)

    @classmethod
    def _of(cls, mass: Scalar, squares: Sequence[Scalar]) -> Self:
        """Of a solid with these mean squares of x, y and z."""
        x, y, z = squares
        I = mass * (y + z), mass * (x + z), mass * (x + y)
        return cls(mass, [0, 0, 0], [[I[i] if i == j else 0 for j in range(3)] for i in range(3)])


def mesh_moments(vertices: Any, faces: Any) -> tuple[float, Any, Any]:
    """The volume within a mesh, and the means of x and of x x^T, by tetrahedra with the origin."""
    points, numbers = np.asarray(vertices, float), np.asarray(faces)
    if points.shape[1:] != (3,) or numbers.shape[1:] != (3,) or numbers.dtype.kind not in "iu":
        raise ShapeError(
            f"of_mesh: vertices and faces have shapes {points.shape} and {numbers.shape}, faces of "
            f"{numbers.dtype}; expected (n, 3) and (m, 3), of integers."
        )
    if not ((numbers >= 0) & (numbers < len(points))).all():
        raise ShapeError(
            f"of_mesh: faces are of vertices {numbers.min()} to {numbers.max()}; expected numbers "
            f"of the {len(points)} vertices, from 0."
        )
    corners = points[numbers]
    det, total = np.linalg.det(corners), corners.sum(1)
    volume = float(det.sum()) / 6
    _, places = np.unique(points, axis=0, return_inverse=True)
    edges = places.reshape(-1)[numbers[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)]
    along, against = (x[np.lexsort(x.T)] for x in (edges, edges[:, ::-1]))
    closed = np.array_equal(along, against)  # faces meet at each edge, one along, one against it
    if not (closed and volume > 0):
        problem = f"enclose a volume of {volume:.3g} m^3" if closed else "do not close at all edges"
        raise ShapeError(
            f"of_mesh: the faces {problem}; expected a closed mesh with faces that are "
            "counterclockwise seen from outside."
        )
    squares = np.einsum("m,mki,mkj->ij", det, corners, corners)
    second = (squares + np.einsum("m,mi,mj->ij", det, total, total)) / 120
    return volume, det @ total / (24 * volume), second / volume


def _three(what: str, x: ArrayLike) -> Sequence[Scalar]:
    array = as_array(x)
    if array.shape != (3,):
        raise ShapeError(f"Inertia.{what} has shape {array.shape}; expected (3,).")
    _check(what, array.flat)
    return array.flat


def _check(what: str, sizes: Sequence[Scalar]) -> None:
    """Raise ShapeError for sizes that are plain numbers and none of a solid."""
    if not all(0 <= float(x) < inf for x in sizes if isinstance(x, Real)):
        raise ShapeError(f"Inertia.{what}: {[*sizes]}; expected finite numbers, 0 or more, in m.")
