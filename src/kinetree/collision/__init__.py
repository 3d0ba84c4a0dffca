"""`kt.collision`: distances of a robot's shapes, to each other and to what stands in its world.

The shapes are the collision geometries of the model; those on the universe are the world's. `pairs`
lists which are to be watched, and `distances`, `nearest` and `clearance` compute them, for batches,
with derivatives, as every algorithm; `collision_free` does along motions. `mesh_distances` has
those of all shapes, by coal; `with_spheres` covers shapes by spheres, each kind as `COVERS` says.
"""

from .distances import (
    NearestPoints,
    clearance,
    distances,
    nearest,
    obstacle_distances,
    obstacle_nearest,
)
from .meshes import mesh_distances
from .motions import collision_free, motion_clearance
from .pairs import pairs
from .point_trees import point_tree
from .spheres import COVERS, SphereModel, with_spheres

__all__ = [
    "COVERS",
    "NearestPoints",
    "SphereModel",
    "clearance",
    "collision_free",
    "distances",
    "mesh_distances",
    "motion_clearance",
    "nearest",
    "obstacle_distances",
    "obstacle_nearest",
    "pairs",
    "point_tree",
    "with_spheres",
]
