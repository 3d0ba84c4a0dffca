"""Algorithms and functions as objects, called on arrays of any kind of number."""

from .decorators import Algorithm, Function, algorithm, function
from .derivatives import grad, hessian, jacobian, jvp, vjp
from .statics import ResolvedFrame

__all__ = [
    "Algorithm",
    "Function",
    "ResolvedFrame",
    "algorithm",
    "function",
    "grad",
    "hessian",
    "jacobian",
    "jvp",
    "vjp",
]
