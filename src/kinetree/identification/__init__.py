"""`kt.identification`: the parameters of a robot from torques while it moves."""

from .excitation import Excitation, excitation
from .fit import Fit, fit
from .parameters import BaseParameters, base_parameters, from_log_cholesky, log_cholesky

__all__ = [
    "BaseParameters",
    "Excitation",
    "Fit",
    "base_parameters",
    "excitation",
    "fit",
    "from_log_cholesky",
    "log_cholesky",
]
