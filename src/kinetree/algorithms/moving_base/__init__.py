"""`kt.moving_base`: dynamics of a robot on a base with a pose and a twist, and their linearization.

The base is the body of the first joint, a FreeFlyer. Its pose H is a matrix, its twist in one of
three representations, and all derivatives are along H exp(e), without coordinates of rotations.
"""

from .inverse_dynamics import inverse_dynamics, inverse_dynamics_derivatives, inverse_mass_matrix
from .linearize import linearize

__all__ = ["inverse_dynamics", "inverse_dynamics_derivatives", "inverse_mass_matrix", "linearize"]
