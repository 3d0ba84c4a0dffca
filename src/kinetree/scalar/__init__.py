"""Arithmetic of generic scalars: the expression graph, functions, arrays and derivatives."""

from . import equations, linearization, loop_derivatives, systems  # they register their rules

__all__ = ["equations", "linearization", "loop_derivatives", "systems"]
