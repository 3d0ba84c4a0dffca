"""The papers: one page each, pure functions of generic scalars."""

from .aba import aba
from .configuration import (
    difference,
    distance,
    integrate,
    interpolate,
    normalize,
    tangent_map,
    tangent_map_inverse,
)
from .crba import crba
from .energy import kinetic_energy, potential_energy
from .forces import external_forces
from .kinematics import (
    forward_kinematics,
    frame_placement,
    frame_placements,
    geometry_placements,
)
from .rnea import generalized_gravity, nonlinear_effects, rnea

__all__ = [
    "aba",
    "crba",
    "difference",
    "distance",
    "external_forces",
    "forward_kinematics",
    "frame_placement",
    "frame_placements",
    "generalized_gravity",
    "geometry_placements",
    "integrate",
    "interpolate",
    "kinetic_energy",
    "nonlinear_effects",
    "normalize",
    "potential_energy",
    "rnea",
    "tangent_map",
    "tangent_map_inverse",
]
