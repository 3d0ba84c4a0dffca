"""Algorithms and functions as objects, called on arrays of any kind of number."""

from .decorators import Algorithm, Function, algorithm, function
from .derivatives import grad, hessian, jacobian, jvp, vjp
from .statics import ContactsArgument, OptionalArray, ResolvedFrame

__all__ = [
    "Algorithm",
    "ContactsArgument",
    "Function",
    "OptionalArray",
    "ResolvedFrame",
    "algorithm",
    "function",
    "grad",
    "hessian",
    "jacobian",
    "jvp",
    "vjp",
]
