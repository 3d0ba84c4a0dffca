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
    def __call__(self, twist: Array, *, out: Any = ...) -> Array:
        """The placement after moving with a constant body twist for unit time."""
    @overload
    def __call__(self, twist: ArrayLike, *, out: Any = ...) -> _Numbers:
        """The placement after moving with a constant body twist for unit time."""

exp: _exp

class _log(Function):
    @overload
    def __call__(self, T: Array, *, out: Any = ...) -> Array:
        """The twist with exp(twist) = T, its angle at most pi."""
    @overload
    def __call__(self, T: ArrayLike, *, out: Any = ...) -> _Numbers:
        """The twist with exp(twist) = T, its angle at most pi."""

log: _log

class _inverse(Function):
    @overload
    def __call__(self, T: Array, *, out: Any = ...) -> Array:
        """The inverse placement, [R^T, -R^T p]."""
    @overload
    def __call__(self, T: ArrayLike, *, out: Any = ...) -> _Numbers:
        """The inverse placement, [R^T, -R^T p]."""

inverse: _inverse

class _adjoint(Function):
    @overload
    def __call__(self, T: Array, *, out: Any = ...) -> Array:
        """The matrix that takes twists from T's inner to its outer frame, [[R, p^ R], [0, R]]."""
    @overload
    def __call__(self, T: ArrayLike, *, out: Any = ...) -> _Numbers:
        """The matrix that takes twists from T's inner to its outer frame, [[R, p^ R], [0, R]]."""

adjoint: _adjoint

class _exp_jacobian(Function):
    @overload
    def __call__(self, twist: Array, *, out: Any = ...) -> Array:
        """The Jacobian J of exp: J dtwist is the twist of exp(twist) in its axes."""
    @overload
    def __call__(self, twist: ArrayLike, *, out: Any = ...) -> _Numbers:
        """The Jacobian J of exp: J dtwist is the twist of exp(twist) in its axes."""

exp_jacobian: _exp_jacobian

class _log_jacobian(Function):
    @overload
    def __call__(self, T: Array, *, out: Any = ...) -> Array:
        """d log(T exp(e)) / de at e = 0: the inverse of exp_jacobian(log(T))."""
    @overload
    def __call__(self, T: ArrayLike, *, out: Any = ...) -> _Numbers:
        """d log(T exp(e)) / de at e = 0: the inverse of exp_jacobian(log(T))."""

log_jacobian: _log_jacobian

class _from_xyz_quaternion(Function):
    @overload
    def __call__(self, xyz_quaternion: Array, *, out: Any = ...) -> Array:
        """The placement at (x, y, z), rotated by a quaternion (x, y, z, w): q of a free-flyer."""
    @overload
    def __call__(self, xyz_quaternion: ArrayLike, *, out: Any = ...) -> _Numbers:
        """The placement at (x, y, z), rotated by a quaternion (x, y, z, w): q of a free-flyer."""

from_xyz_quaternion: _from_xyz_quaternion

class _to_xyz_quaternion(Function):
    @overload
    def __call__(self, T: Array, *, out: Any = ...) -> Array:
        """(x, y, z) and the unit quaternion (x, y, z, w), its largest element positive."""
    @overload
    def __call__(self, T: ArrayLike, *, out: Any = ...) -> _Numbers:
        """(x, y, z) and the unit quaternion (x, y, z, w), its largest element positive."""

to_xyz_quaternion: _to_xyz_quaternion

class _from_xyz_rpy(Function):
    @overload
    def __call__(self, xyz_rpy: Array, *, out: Any = ...) -> Array:
        """The placement at (x, y, z), rotated by roll, pitch, yaw: the <origin> of a URDF."""
    @overload
    def __call__(self, xyz_rpy: ArrayLike, *, out: Any = ...) -> _Numbers:
        """The placement at (x, y, z), rotated by roll, pitch, yaw: the <origin> of a URDF."""

from_xyz_rpy: _from_xyz_rpy

class _to_xyz_rpy(Function):
    @overload
    def __call__(self, T: Array, *, out: Any = ...) -> Array:
        """(x, y, z) and roll, pitch, yaw as of `so3.to_rpy`."""
    @overload
    def __call__(self, T: ArrayLike, *, out: Any = ...) -> _Numbers:
        """(x, y, z) and roll, pitch, yaw as of `so3.to_rpy`."""

to_xyz_rpy: _to_xyz_rpy
