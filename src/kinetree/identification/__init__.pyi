# Made by docs/make_stubs.py.
# An Array is an ArrayLike, too: it can become an array of NumPy's if it holds plain numbers.
# pyright: reportOverlappingOverload=false
from typing import Any, overload
from numpy import float64
from numpy.typing import ArrayLike, NDArray

from .base_parameters import BaseParameters as BaseParameters
from .base_parameters import base_parameters as base_parameters
from .fit import Fit as Fit
from .fit import fit as fit
from ..functions.function import Function
from ..scalar.array import Array

_Numbers = NDArray[float64]

class _from_log_cholesky(Function):
    @overload
    def __call__(self, x: Array, *, out: Any = ...) -> Array:
        """The ten parameters of a body from any ten numbers, alpha, d1 d2 d3, s12 s23 s13, t1 t2 t3."""
    @overload
    def __call__(self, x: ArrayLike, *, out: Any = ...) -> _Numbers:
        """The ten parameters of a body from any ten numbers, alpha, d1 d2 d3, s12 s23 s13, t1 t2 t3."""

from_log_cholesky: _from_log_cholesky

class _log_cholesky(Function):
    @overload
    def __call__(self, inertia: Array, *, out: Any = ...) -> Array:
        """The ten numbers from which `from_log_cholesky` makes an inertia; nan if it is no body's."""
    @overload
    def __call__(self, inertia: ArrayLike, *, out: Any = ...) -> _Numbers:
        """The ten numbers from which `from_log_cholesky` makes an inertia; nan if it is no body's."""

log_cholesky: _log_cholesky
