"""Golden counts of operations: what a distance of each pair costs."""

from typing import Any

import pytest

import kinetree as kt
from kinetree.geometry import PAIRS
from kinetree.model.shapes import (
    Box,
    Capsule,
    Convex,
    Cylinder,
    Ellipsoid,
    HeightField,
    Plane,
    Sphere,
)

COUNTS = {
    (Sphere, Sphere): 10,
    (Capsule, Sphere): 13,
    (Capsule, Capsule): 46,  # where axes are nearest, and once more where one ends
    (Cylinder, Sphere): 68,
    (Cylinder, Capsule): 22027,  # three loops
    (Box, Sphere): 23,
    (Box, Capsule): 471,  # slopes at eight turns of a segment, and six axes of overlap
    (Box, Box): 4746,  # twelve segments, eight vertices, and fifteen axes of overlap
    (Plane, Sphere): 1,
    (Plane, Capsule): 9,
    (Plane, Box): 24,
    (Plane, Cylinder): 25,
    (Plane, Ellipsoid): 27,
    (Convex, Sphere): 385,
    (Plane, Convex): 61,
    (HeightField, Convex): 1359,
    (HeightField, Sphere): 927,  # eight triangles, sixteen edges, and the height below
    (HeightField, Capsule): 1112,
    (HeightField, Box): 1583,
    (HeightField, Cylinder): 1982,
    (HeightField, Ellipsoid): 1902,
}
SHAPES: dict[type, Any] = {
    Box: Box((1, 2, 3)),
    Sphere: Sphere(1),
    Capsule: Capsule(1, 2),
    Cylinder: Cylinder(1, 2),
    Ellipsoid: Ellipsoid((1, 2, 3)),
    Plane: Plane(),
    Convex: Convex([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]),  # a tetrahedron
    HeightField: HeightField([[0, 1], [2, 4]], (0, 0, 1, 1)),
}


@pytest.mark.parametrize("kinds", [*PAIRS], ids=lambda x: f"{x[0].__name__}-{x[1].__name__}")
def test_a_distance_takes_so_many_operations(kinds: tuple[type, type]) -> None:
    first, second = (SHAPES[kind] for kind in kinds)

    @kt.function("(4,4)->()")
    def distance(placement):
        T = kt.SE3.from_matrix(placement)
        return kt.geometry.nearest(first, kt.SE3.identity(), second, T).distance

    assert distance.compile().operation_count == COUNTS[kinds]
