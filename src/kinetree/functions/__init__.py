"""Algorithms and functions as objects, called on arrays of any kind of number."""

from .algorithm import Algorithm, algorithm
from .derivatives import grad, hessian, jacobian, jvp, vjp
from .frameworks import Opaque, opaque
from .function import Function, function
from .statics import ResolvedFrame
from .traced import TracedFunction

__all__ = [
    "Algorithm",
    "Function",
    "Opaque",
    "ResolvedFrame",
    "TracedFunction",
    "algorithm",
    "function",
    "grad",
    "hessian",
    "jacobian",
    "jvp",
    "opaque",
    "vjp",
]
