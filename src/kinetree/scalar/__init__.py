"""Arithmetic of generic scalars: the expression graph, functions, arrays and derivatives."""
