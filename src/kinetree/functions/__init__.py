"""Algorithms as objects, called on robots and arrays of any kind of number."""

from .algorithm import Algorithm, algorithm
from .derivatives import grad, hessian, jacobian, jvp, vjp
from .statics import ResolvedFrame

__all__ = ["Algorithm", "ResolvedFrame", "algorithm", "grad", "hessian", "jacobian", "jvp", "vjp"]
