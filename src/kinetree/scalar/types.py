"""The types of which nothing is known statically."""

from typing import Any, TypeAlias

Scalar: TypeAlias = Any
"""A generic scalar: int, float, complex, a number of mpmath, SymPy or CasADi, or a traced `Expr`.

Algorithms are run on all of these, and only the operators and `kt.math` are common to them.
"""

Data: TypeAlias = Any
"""What a node of a graph holds beside its arguments: None, a number, a tuple, or a `LoopNode`."""

Tree: TypeAlias = Any
"""Arrays and numbers, or tuples, named tuples, lists and dicts of trees, or None."""
