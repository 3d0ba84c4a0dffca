"""Cylinders with spheres: of a point, and what is within its radius."""

from ..model.shapes import Cylinder, Sphere
from ..scalar.math import array, clip, minimum, norm, where
from ..spatial import SE3
from .pairs import Nearest, direction, of_overlap, pair

_X, _Z = array([1, 0, 0]), array([0, 0, 1])


@pair(Cylinder, Sphere)
def cylinder_sphere(a: Cylinder, b: Sphere, T: SE3) -> Nearest:
    """From the nearest point of the cylinder; a centre inside is parted through its side or an end.

    Of these the side is taken if they are as near, and of two ends the upper one; along x where the
    centre is on the axis.
    """
    p, h = T.translation, a.length / 2
    across = array([p[0], p[1], 0])
    outward, distance = direction(across, _X), norm(across)
    through_side, through_end = a.radius - distance, h - abs(p[2])
    by_end = through_end < through_side
    depth = where(by_end, through_end, through_side)
    normal = where(by_end, where(p[2] < 0, -1, 1) * _Z, outward)
    touching = p + where(depth > 0, depth, 0) * normal
    radial = where(depth > 0, norm(touching[:2]), minimum(distance, a.radius))
    point = radial * outward + clip(touching[2], -h, h) * _Z
    size = distance + abs(p[2]) + a.radius + h
    return of_overlap(depth, normal, point, touching, size).inflated(0, b.radius)
