# Made by docs/make_stubs.py.
# An Array is an ArrayLike, too: it can become an array of NumPy's if it holds plain numbers.
# pyright: reportOverlappingOverload=false
from typing import Any, Generic, Literal, NamedTuple, TypeVar, overload
from numpy import float64
from numpy.typing import ArrayLike, NDArray

from ...functions.algorithm import Algorithm
from ...model.model import Model
from ...scalar.array import Array

_Numbers = NDArray[float64]
_T = TypeVar("_T")

class _InverseDynamicsDerivatives(NamedTuple, Generic[_T]):
    d_H: _T
    d_s: _T
    d_twist: _T
    d_ds: _T

class _Linearization(NamedTuple, Generic[_T]):
    A: _T
    B: _T

class _inverse_dynamics(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        H: Array,
        s: ArrayLike,
        twist: ArrayLike,
        ds: ArrayLike,
        base_acceleration: ArrayLike,
        dds: ArrayLike,
        *,
        representation: Literal["body", "inertial", "mixed"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The wrench on the base and the joint torques, for a base with the pose H in the world."""
    @overload
    def __call__(
        self,
        model: Model,
        H: ArrayLike,
        s: ArrayLike,
        twist: ArrayLike,
        ds: ArrayLike,
        base_acceleration: ArrayLike,
        dds: ArrayLike,
        *,
        representation: Literal["body", "inertial", "mixed"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The wrench on the base and the joint torques, for a base with the pose H in the world."""

inverse_dynamics: _inverse_dynamics

class _inverse_dynamics_derivatives(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        H: Array,
        s: ArrayLike,
        twist: ArrayLike,
        ds: ArrayLike,
        base_acceleration: ArrayLike,
        dds: ArrayLike,
        *,
        representation: Literal["body", "inertial", "mixed"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _InverseDynamicsDerivatives[Array]:
        """The derivatives of `inverse_dynamics`: (d_H, d_s, d_twist, d_ds), D1 to D4 of [Bos2022]."""
    @overload
    def __call__(
        self,
        model: Model,
        H: ArrayLike,
        s: ArrayLike,
        twist: ArrayLike,
        ds: ArrayLike,
        base_acceleration: ArrayLike,
        dds: ArrayLike,
        *,
        representation: Literal["body", "inertial", "mixed"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _InverseDynamicsDerivatives[_Numbers]:
        """The derivatives of `inverse_dynamics`: (d_H, d_s, d_twist, d_ds), D1 to D4 of [Bos2022]."""

inverse_dynamics_derivatives: _inverse_dynamics_derivatives

class _inverse_mass_matrix(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        s: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The inverse of the mass matrix, of the base's body twist and the joints' velocities."""
    @overload
    def __call__(
        self,
        model: Model,
        s: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The inverse of the mass matrix, of the base's body twist and the joints' velocities."""

inverse_mass_matrix: _inverse_mass_matrix

class _linearize(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        H: Array,
        s: ArrayLike,
        twist: ArrayLike,
        ds: ArrayLike,
        tau: ArrayLike,
        *,
        representation: Literal["body", "inertial", "mixed"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Linearization[Array]:
        """The error dynamics dx/dt = A x + B u about a motion of a robot on a moving base: (A, B)."""
    @overload
    def __call__(
        self,
        model: Model,
        H: ArrayLike,
        s: ArrayLike,
        twist: ArrayLike,
        ds: ArrayLike,
        tau: ArrayLike,
        *,
        representation: Literal["body", "inertial", "mixed"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Linearization[_Numbers]:
        """The error dynamics dx/dt = A x + B u about a motion of a robot on a moving base: (A, B)."""

linearize: _linearize
