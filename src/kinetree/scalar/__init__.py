"""Arithmetic of generic scalars: the expression graph, functions, arrays and derivatives."""

from . import equations, loop_derivatives, systems  # they register their rules of derivatives

__all__ = ["equations", "loop_derivatives", "systems"]
