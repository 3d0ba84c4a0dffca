"""`kt.identification`: the parameters of a robot from torques while it moves."""

from .fit import Fit, fit
from .parameters import BaseParameters, base_parameters, from_log_cholesky, log_cholesky

__all__ = [
    "BaseParameters",
    "Fit",
    "base_parameters",
    "fit",
    "from_log_cholesky",
    "log_cholesky",
]
