# Made by docs/make_stubs.py.
# An Array is an ArrayLike, too: it can become an array of NumPy's if it holds plain numbers.
# pyright: reportOverlappingOverload=false
from typing import Any, Generic, NamedTuple, TypeVar, overload
from numpy import float64
from numpy.typing import ArrayLike, NDArray

from ...functions.algorithm import Algorithm
from ...model.model import Model
from ...scalar.array import Array

_Numbers = NDArray[float64]
_T = TypeVar("_T")

class _AbaDerivatives(NamedTuple, Generic[_T]):
    ddq_dq: _T
    ddq_dv: _T
    ddq_dtau: _T

class _RneaDerivatives(NamedTuple, Generic[_T]):
    dtau_dq: _T
    dtau_dv: _T
    dtau_da: _T

class _aba_chain_rule(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        tau: ArrayLike,
        f_ext: ArrayLike | None = ...,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _AbaDerivatives[Array]:
        """The derivatives of aba by the forward chain rule, as `kt.aba_derivatives`."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        f_ext: ArrayLike | None = ...,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _AbaDerivatives[_Numbers]:
        """The derivatives of aba by the forward chain rule, as `kt.aba_derivatives`."""

aba_chain_rule: _aba_chain_rule

class _ancestor_loop(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        a: ArrayLike,
        f_ext: ArrayLike | None = ...,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _RneaDerivatives[Array]:
        """The derivatives of rnea in the frames of the root bodies, as `kt.rnea_derivatives`."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        f_ext: ArrayLike | None = ...,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _RneaDerivatives[_Numbers]:
        """The derivatives of rnea in the frames of the root bodies, as `kt.rnea_derivatives`."""

ancestor_loop: _ancestor_loop

class _fd_chain_rule(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        tau: ArrayLike,
        f_ext: ArrayLike | None = ...,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _AbaDerivatives[Array]:
        """The derivatives of aba from those of rnea by the chain rule, as `kt.aba_derivatives`."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        f_ext: ArrayLike | None = ...,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _AbaDerivatives[_Numbers]:
        """The derivatives of aba from those of rnea by the chain rule, as `kt.aba_derivatives`."""

fd_chain_rule: _fd_chain_rule

class _rnea_chain_rule(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        a: ArrayLike,
        f_ext: ArrayLike | None = ...,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _RneaDerivatives[Array]:
        """The derivatives of rnea by the forward chain rule, as `kt.rnea_derivatives`."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        f_ext: ArrayLike | None = ...,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _RneaDerivatives[_Numbers]:
        """The derivatives of rnea by the forward chain rule, as `kt.rnea_derivatives`."""

rnea_chain_rule: _rnea_chain_rule
