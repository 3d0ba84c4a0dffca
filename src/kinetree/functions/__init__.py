"""Algorithms and functions as objects, called on arrays of any kind of number."""

from .algorithm import Algorithm
from .decorators import algorithm, function
from .derivatives import grad, hessian, jacobian, jvp, vjp
from .function import Function
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
