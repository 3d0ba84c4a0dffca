# Made by docs/make_stubs.py.
# An Array is an ArrayLike, too: it can become an array of NumPy's if it holds plain numbers.
# pyright: reportOverlappingOverload=false
from typing import Any, overload
from numpy import float64
from numpy.typing import ArrayLike, NDArray

from ..functions.function import Function
from ..scalar.array import Array

_Numbers = NDArray[float64]

class _exp(Function):
    @overload
    def __call__(self, w: Array, *, out: Any = ...) -> Array:
        """The rotation by |w| about w."""
    @overload
    def __call__(self, w: ArrayLike, *, out: Any = ...) -> _Numbers:
        """The rotation by |w| about w."""

exp: _exp

class _log(Function):
    @overload
    def __call__(self, R: Array, *, out: Any = ...) -> Array:
        """The rotation vector w with exp(w) = R, of length at most pi."""
    @overload
    def __call__(self, R: ArrayLike, *, out: Any = ...) -> _Numbers:
        """The rotation vector w with exp(w) = R, of length at most pi."""

log: _log

class _inverse(Function):
    @overload
    def __call__(self, R: Array, *, out: Any = ...) -> Array:
        """The inverse rotation, R^T."""
    @overload
    def __call__(self, R: ArrayLike, *, out: Any = ...) -> _Numbers:
        """The inverse rotation, R^T."""

inverse: _inverse

class _adjoint(Function):
    @overload
    def __call__(self, R: Array, *, out: Any = ...) -> Array:
        """The matrix that takes angular velocities from body to world: R itself."""
    @overload
    def __call__(self, R: ArrayLike, *, out: Any = ...) -> _Numbers:
        """The matrix that takes angular velocities from body to world: R itself."""

adjoint: _adjoint

class _exp_jacobian(Function):
    @overload
    def __call__(self, w: Array, *, out: Any = ...) -> Array:
        """The Jacobian J of exp: J dw is the angular velocity of exp(w) in its axes, Gamma(-w)."""
    @overload
    def __call__(self, w: ArrayLike, *, out: Any = ...) -> _Numbers:
        """The Jacobian J of exp: J dw is the angular velocity of exp(w) in its axes, Gamma(-w)."""

exp_jacobian: _exp_jacobian

class _log_jacobian(Function):
    @overload
    def __call__(self, R: Array, *, out: Any = ...) -> Array:
        """d log(R exp(e)) / de at e = 0: the inverse of exp_jacobian(log(R))."""
    @overload
    def __call__(self, R: ArrayLike, *, out: Any = ...) -> _Numbers:
        """d log(R exp(e)) / de at e = 0: the inverse of exp_jacobian(log(R))."""

log_jacobian: _log_jacobian

class _from_quaternion(Function):
    @overload
    def __call__(self, quaternion: Array, *, out: Any = ...) -> Array:
        """The rotation of a quaternion (x, y, z, w) of any length but zero, which gives nan."""
    @overload
    def __call__(self, quaternion: ArrayLike, *, out: Any = ...) -> _Numbers:
        """The rotation of a quaternion (x, y, z, w) of any length but zero, which gives nan."""

from_quaternion: _from_quaternion

class _to_quaternion(Function):
    @overload
    def __call__(self, R: Array, *, out: Any = ...) -> Array:
        """The unit quaternion (x, y, z, w) of a rotation; its largest element is positive."""
    @overload
    def __call__(self, R: ArrayLike, *, out: Any = ...) -> _Numbers:
        """The unit quaternion (x, y, z, w) of a rotation; its largest element is positive."""

to_quaternion: _to_quaternion

class _from_rpy(Function):
    @overload
    def __call__(self, rpy: Array, *, out: Any = ...) -> Array:
        """Rz(yaw) Ry(pitch) Rx(roll): roll, pitch, yaw about fixed axes, as in a URDF."""
    @overload
    def __call__(self, rpy: ArrayLike, *, out: Any = ...) -> _Numbers:
        """Rz(yaw) Ry(pitch) Rx(roll): roll, pitch, yaw about fixed axes, as in a URDF."""

from_rpy: _from_rpy

class _to_rpy(Function):
    @overload
    def __call__(self, R: Array, *, out: Any = ...) -> Array:
        """Roll, pitch, yaw with from_rpy(to_rpy(R)) = R, pitch in [-pi/2, pi/2]."""
    @overload
    def __call__(self, R: ArrayLike, *, out: Any = ...) -> _Numbers:
        """Roll, pitch, yaw with from_rpy(to_rpy(R)) = R, pitch in [-pi/2, pi/2]."""

to_rpy: _to_rpy
