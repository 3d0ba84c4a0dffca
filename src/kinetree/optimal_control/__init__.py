"""Optimal control: motions of least cost under a robot's dynamics, with constraints."""

from .problem import Problem
from .solve import Solution, solve

__all__ = ["Problem", "Solution", "solve"]
