"""The door: algorithms as objects, called on robots and arrays of any kind of number."""

from .algorithm import Algorithm, algorithm
from .derivatives import grad, hessian, jacobian, jvp, vjp

__all__ = ["Algorithm", "algorithm", "grad", "hessian", "jacobian", "jvp", "vjp"]
