"""`kt.identification`: the parameters of a robot from torques while it moves."""

from .base_parameters import BaseParameters, base_parameters
from .fit import Fit, fit
from .log_cholesky import from_log_cholesky, log_cholesky

__all__ = [
    "BaseParameters",
    "Fit",
    "base_parameters",
    "fit",
    "from_log_cholesky",
    "log_cholesky",
]
