"""Shared by the experiments of this folder: shapes, how far they reach, and who of two is right."""

import sys
from pathlib import Path
from types import SimpleNamespace

import coal
import numpy as np

import kinetree as kt
from kinetree.geometry import PAIRS
from kinetree.model.shapes import Box, Capsule, Cylinder, Plane, Sphere

sys.path.append(str(Path(__file__).parents[1]))
from laboratory import axes as axes
from laboratory import options as options
from laboratory import save as save
from laboratory import table as table
from laboratory import write_readme as write_readme

KINDS = (Sphere, Capsule, Cylinder, Box, Plane)


def shape(kind, size):
    """A shape whose sizes are numbers of any kind: radius and length, or edges."""
    return SimpleNamespace(radius=size[0], length=size[1], size=tuple(size[k] for k in range(3)))


def functions(first, second):
    """Of sizes (3), (3) and a placement: distance, points and normal; of a twist, its gradient."""
    of_pair = PAIRS[first, second]

    @kt.function("(3),(3),(4,4)->(),(3),(3),(3)")
    def nearest(a, b, placement):
        x = of_pair(shape(first, a), shape(second, b), kt.SE3.from_matrix(placement))
        return {"distance": x.distance, "a": x.first, "b": x.second, "normal": x.normal}

    @kt.function("(6),(3),(3),(4,4)->()")
    def moved(twist, a, b, placement):
        T = kt.SE3.from_matrix(placement) @ kt.SE3.from_matrix(kt.se3.exp(twist))
        return of_pair(shape(first, a), shape(second, b), T).distance

    return nearest, moved, kt.grad(moved, "twist")


def support(kind, size, n):
    """How far shapes of sizes (n, 3) reach along directions (n, ..., 3); a plane does along z."""
    size = size.reshape(len(size), *[1] * (n.ndim - 2), 3)
    across, along = np.hypot(n[..., 0], n[..., 1]), abs(n[..., 2])
    if kind is Box:
        return (abs(n) * size / 2).sum(-1)
    if kind is Plane:
        return np.where((across < 1e-9) & (n[..., 2] > 0), 0.0, np.inf)
    reach = size[..., 0] * (across if kind is Cylinder else 1)
    return reach + (0 if kind is Sphere else size[..., 1] / 2 * along)


def outside(kind, size, x):
    """A bound of how far points (n, 3) are from the surfaces of shapes, from either side."""
    r, h, height = size[:, 0], size[:, 1] / 2, abs(x[:, 2])
    if kind is Plane:
        return height
    if kind is Box:
        return abs((abs(x) - size / 2).max(-1))
    if kind is Cylinder:
        return abs(np.maximum(np.hypot(x[:, 0], x[:, 1]) - r, height - h))
    beyond = height if kind is Sphere else np.maximum(height - h, 0)
    return abs(np.sqrt(x[:, 0] ** 2 + x[:, 1] ** 2 + beyond**2) - r)


def turned_back(T, x):
    """Directions (n, ..., 3) in the frames of placements (n, 4, 4)."""
    return np.einsum("kji,k...j->k...i", T[:, :3, :3], x)


def gap(kinds, a, b, T, n):
    """How far the shapes are apart along directions (n, ..., 3), from the first to the second.

    No direction's is more than the signed distance, which one attains.
    """
    offset = np.einsum("k...j,kj->k...", n, T[:, :3, 3])
    return offset - support(kinds[1], b, turned_back(T, -n)) - support(kinds[0], a, n)


def candidates(T, n):
    """Directions (n, 44, 3) among which the best is if both shapes are boxes, or close to it.

    They are the axes of both, what is across two of them, and n, also without its part along each.
    """
    axes = np.concatenate([np.broadcast_to(np.eye(3), (len(T), 3, 3)), T[:, :3, :3].mT], 1)
    crosses = np.cross(axes[:, :3, None], axes[:, None, 3:]).reshape(len(T), 9, 3)
    along = np.einsum("kij,kj->ki", axes, n)[..., None]
    some = np.concatenate([n[:, None], axes, crosses, n[:, None] - along * axes], 1)
    lengths = np.linalg.norm(some, axis=-1, keepdims=True)
    some = np.where(lengths > 1e-12, some / np.maximum(lengths, 1e-12), n[:, None])
    return np.concatenate([some, -some], 1)


def widest(kinds, a, b, T, directions, rng, rounds):
    """The largest gap that a search from directions (n, m, 3) reaches."""
    values, every = gap(kinds, a, b, T, directions), np.arange(len(T))
    best, at, width = values.max(-1), directions[every, values.argmax(-1)], 0.3
    for _ in range(rounds):
        tries = at[:, None] + width * rng.normal(size=(len(T), 12, 3))
        tries /= np.linalg.norm(tries, axis=-1, keepdims=True)
        values = gap(kinds, a, b, T, tries)
        better = values.max(-1) > best
        at = np.where(better[:, None], tries[every, values.argmax(-1)], at)
        best, width = np.maximum(best, values.max(-1)), width / 2.5
    return best


class Coal:
    """coal's distances, one after the other: it has no batches."""

    def __init__(self, kinds):
        self.kinds, self.request = kinds, coal.DistanceRequest()
        self.request.enable_signed_distance = True
        self.request.gjk_tolerance = self.request.epa_tolerance = 1e-9
        self.request.gjk_max_iterations = self.request.epa_max_iterations = 1000

    def __call__(self, a, b, T):
        """Distances (n) and normals (n, 3); nan where it raises."""
        rows = zip(a.tolist(), b.tolist(), T, strict=True)
        found = np.array([self._one(*row) for row in rows]).reshape(-1, 4)
        return found[:, 0], found[:, 1:]

    def _one(self, a, b, T):
        shapes = [self._shape(kind, size) for kind, size in zip(self.kinds, (a, b), strict=True)]
        there, result = coal.Transform3s(T[:3, :3], T[:3, 3]), coal.DistanceResult()
        try:
            d = coal.distance(shapes[0], ORIGIN, shapes[1], there, self.request, result)
        except RuntimeError:
            return [np.nan] * 4
        return [d, *result.normal]

    def _shape(self, kind, size):
        if kind is Plane:
            return coal.Halfspace(np.array([0.0, 0, 1]), 0)
        if kind is Box:
            return coal.Box(*size)
        return coal.Sphere(size[0]) if kind is Sphere else getattr(coal, kind.__name__)(*size[:2])


ORIGIN = coal.Transform3s()
