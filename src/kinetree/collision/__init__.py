"""`kt.collision`: distances of a robot's shapes, to each other and to what stands in its world.

The shapes are the collision geometries of the model; those on the universe are the world's. `pairs`
lists which are to be watched, and `distances`, `nearest` and `clearance` compute them, for batches,
with derivatives, as every algorithm.
"""

from .distances import NearestPoints, clearance, distances, nearest
from .pairs import pairs

__all__ = ["NearestPoints", "clearance", "distances", "nearest", "pairs"]
