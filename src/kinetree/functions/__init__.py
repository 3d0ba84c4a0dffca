"""The door: algorithms as objects, called on robots and arrays of any kind of number."""

from .algorithm import Algorithm, algorithm
from .derivatives import grad, hessian, jacobian, jvp, vjp
from .statics import PageFrame

__all__ = ["Algorithm", "PageFrame", "algorithm", "grad", "hessian", "jacobian", "jvp", "vjp"]
