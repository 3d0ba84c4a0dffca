# Made by docs/make_stubs.py.
# An Array is an ArrayLike, too: it can become an array of NumPy's if it holds plain numbers.
# pyright: reportOverlappingOverload=false
from collections.abc import Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar, overload
from numpy import float64
from numpy.typing import ArrayLike, NDArray

from .contact_step import ContactStep as ContactStep
from .rollout import rollout as rollout
from ..functions.algorithm import Algorithm
from ..model.model import Model
from ..scalar.array import Array

_Numbers = NDArray[float64]
_T = TypeVar("_T")

class _ContactStep(NamedTuple, Generic[_T]):
    q: _T
    v: _T
    impulses: _T
    residuals: _T

class _State(NamedTuple, Generic[_T]):
    q: _T
    v: _T

class _contact_step(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        tau: ArrayLike,
        dt: ArrayLike,
        f_ext: ArrayLike | None = ...,
        friction: ArrayLike | None = ...,
        *,
        contacts: Sequence[Any] | None = ...,
        restitution: float = ...,
        limits: bool = ...,
        passive: Literal["none", "explicit", "implicit"] = ...,
        solver: Literal["pgs", "admm"] = ...,
        iterations: Any = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        damping: ArrayLike | None = ...,
        stiffness: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _ContactStep[Array]:
        """The state after the time dt of a robot in contact with the plane z = 0, and impulses."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        dt: ArrayLike,
        f_ext: ArrayLike | None = ...,
        friction: ArrayLike | None = ...,
        *,
        contacts: Sequence[Any] | None = ...,
        restitution: float = ...,
        limits: bool = ...,
        passive: Literal["none", "explicit", "implicit"] = ...,
        solver: Literal["pgs", "admm"] = ...,
        iterations: Any = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        damping: ArrayLike | None = ...,
        stiffness: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _ContactStep[_Numbers]:
        """The state after the time dt of a robot in contact with the plane z = 0, and impulses."""

contact_step: _contact_step

class _step(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        tau: ArrayLike,
        dt: ArrayLike,
        f_ext: ArrayLike | None = ...,
        friction: ArrayLike | None = ...,
        *,
        integrator: Literal[
            "commutator_free_4",
            "munthe_kaas_4",
            "semi_implicit_euler",
            "explicit_euler",
            "variational",
            None,
        ] = ...,
        passive: Literal["none", "explicit", "implicit"] = ...,
        contacts: Sequence[Any] | None = ...,
        restitution: float = ...,
        limits: bool = ...,
        solver: Literal["pgs", "admm"] = ...,
        iterations: Any = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        damping: ArrayLike | None = ...,
        stiffness: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _State[Array]:
        """The state (q, v) after the time dt under constant torques and forces."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        dt: ArrayLike,
        f_ext: ArrayLike | None = ...,
        friction: ArrayLike | None = ...,
        *,
        integrator: Literal[
            "commutator_free_4",
            "munthe_kaas_4",
            "semi_implicit_euler",
            "explicit_euler",
            "variational",
            None,
        ] = ...,
        passive: Literal["none", "explicit", "implicit"] = ...,
        contacts: Sequence[Any] | None = ...,
        restitution: float = ...,
        limits: bool = ...,
        solver: Literal["pgs", "admm"] = ...,
        iterations: Any = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        damping: ArrayLike | None = ...,
        stiffness: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _State[_Numbers]:
        """The state (q, v) after the time dt under constant torques and forces."""

step: _step
