"""Spheres and capsules: points and segments, and what is within their radius."""

from ..model.shapes import Capsule, Sphere
from ..scalar.array import Array, Scalar
from ..scalar.math import array, clip, dot, maximum, minimum, norm, where
from ..spatial import SE3
from .pairs import Nearest, direction, pair

_Z = array([0, 0, 1])
_X = array([1, 0, 0])


def of_points(first: Array, second: Array, otherwise: Array) -> Nearest:
    """The `Nearest` of two points; the normal is another one where they coincide."""
    between = second - first
    return Nearest(norm(between), first, second, direction(between, otherwise))


@pair(Sphere, Sphere)
def sphere_sphere(a: Sphere, b: Sphere, T: SE3) -> Nearest:
    """Along the line of the centres; along z where they coincide."""
    return of_points(array([0, 0, 0]), T.translation, _Z).inflated(a.radius, b.radius)


@pair(Capsule, Sphere)
def capsule_sphere(a: Capsule, b: Sphere, T: SE3) -> Nearest:
    """From the nearest point of the axis; along x of the capsule where that is the centre."""
    p, h = T.translation, a.length / 2
    return of_points(clip(p[2], -h, h) * _Z, p, _X).inflated(a.radius, b.radius)


@pair(Capsule, Capsule)
def capsule_capsule(a: Capsule, b: Capsule, T: SE3) -> Nearest:
    """Between the nearest points of the axes.

    Of parallel axes they are half way along the common part. Axes that meet are parted across both,
    or along x of the first if they are on one line.
    """
    p, d = T.translation, T.rotation[:, 2]
    s, t = nearest_parameters(p, d, a.length / 2, b.length / 2)
    across = direction(array([-d[1], d[0], 0]), _X)
    return of_points(s * _Z, p + t * d, across).inflated(a.radius, b.radius)


def nearest_parameters(p: Array, d: Array, h1: float, h2: float) -> tuple[Scalar, Scalar]:
    """Where on the segments s z and p + t d, |s| <= h1 and |t| <= h2, the nearest points are."""
    along, f, cosine = p[2], -dot(p, d), d[2]
    sine2 = d[0] * d[0] + d[1] * d[1]
    skewed = sine2 > 0
    s = (along + cosine * f) / where(skewed, sine2, 1)
    # on parallel lines t = cosine s + f: the middle of what is within both segments
    middle = (maximum(-h1, -f * cosine - h2) + minimum(h1, -f * cosine + h2)) / 2
    s = clip(where(skewed, s, middle), -h1, h1)
    t = clip(cosine * s + f, -h2, h2)
    return clip(cosine * t + along, -h1, h1), t
