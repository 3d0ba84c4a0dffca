"""Arithmetic of generic scalars: the expression graph, functions, arrays and derivatives."""

from . import loop_derivatives, roots, systems  # they register their rules of derivatives

__all__ = ["loop_derivatives", "roots", "systems"]
