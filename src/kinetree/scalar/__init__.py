"""Arithmetic of generic scalars: the expression graph, functions, arrays and derivatives."""

from . import equations, loop_derivatives, subfunctions, systems  # they register their rules

__all__ = ["equations", "loop_derivatives", "subfunctions", "systems"]
