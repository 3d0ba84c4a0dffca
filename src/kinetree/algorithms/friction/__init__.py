"""`kt.friction`: contacts with Coulomb friction, given the Delassus matrix."""

from .laws import Residuals
from .solve import FrictionSolution, solve

__all__ = ["FrictionSolution", "Residuals", "solve"]
