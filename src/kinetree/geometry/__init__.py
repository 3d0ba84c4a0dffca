"""`kt.geometry`: signed distances of pairs of shapes in closed form, and where they are attained.

Distances are in m, negative where two shapes overlap: then by the least translation that parts
them. Each kind of pair is a function of two shapes and of the placement of the second in the first,
on generic scalars, so that all is differentiated, batched and exported as any algorithm. Spheres,
capsules, boxes, cylinders, polyhedra, planes and height fields are pairs as the table `PAIRS` says;
others are added by `@kt.geometry.pair(First, Second)`. `INSIDE` is where lines are in a kind of
shape, for rays, `MESHES` its triangles.
"""

from . import boxes, cylinders, fields, planes, polyhedra, segments  # which fill the table
from .meshes import MESHES
from .pairs import PAIRS, Nearest, nearest, pair
from .rays import INSIDE

__all__ = ["INSIDE", "MESHES", "PAIRS", "Nearest", "nearest", "pair"]

del boxes, cylinders, fields, planes, polyhedra, segments
