# Made by docs/make_stubs.py.
# An Array is an ArrayLike, too: it can become an array of NumPy's if it holds plain numbers.
# pyright: reportOverlappingOverload=false
from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeVar, overload
from numpy import float64
from numpy.typing import ArrayLike, NDArray

from ...functions.algorithm import Algorithm
from ...model.model import Model
from ...scalar.array import Array

_Numbers = NDArray[float64]
_T = TypeVar("_T")

class _Closed(NamedTuple, Generic[_T]):
    q: _T
    v: _T
    error: _T

class _ConstrainedMotion(NamedTuple, Generic[_T]):
    ddq: _T
    forces: _T

class _ConstrainedMotionDerivatives(NamedTuple, Generic[_T]):
    ddq_dq: _T
    ddq_dv: _T
    ddq_dtau: _T
    dforces_dq: _T
    dforces_dv: _T
    dforces_dtau: _T

class _Impact(NamedTuple, Generic[_T]):
    v_plus: _T
    impulses: _T

class _ImpactDerivatives(NamedTuple, Generic[_T]):
    dv_plus_dq: _T
    dv_plus_dv: _T
    dimpulses_dq: _T
    dimpulses_dv: _T

class _ConstrainedTorques(NamedTuple, Generic[_T]):
    tau: _T
    forces: _T

class _close_loops(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike | None = ...,
        active: ArrayLike | None = ...,
        anchors: ArrayLike | None = ...,
        *,
        contacts: Sequence[Any] | None = ...,
        iterations: Any = ...,
        damping: float = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Closed[Array]:
        """The state near q and v that satisfies contacts and loops: (q, v, error)."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike | None = ...,
        active: ArrayLike | None = ...,
        anchors: ArrayLike | None = ...,
        *,
        contacts: Sequence[Any] | None = ...,
        iterations: Any = ...,
        damping: float = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Closed[_Numbers]:
        """The state near q and v that satisfies contacts and loops: (q, v, error)."""

close_loops: _close_loops

class _delassus(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        contacts: Sequence[Any] | None = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The Delassus matrix G = J M^-1 J^T: the accelerations of contacts by forces at them."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        contacts: Sequence[Any] | None = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The Delassus matrix G = J M^-1 J^T: the accelerations of contacts by forces at them."""

delassus: _delassus

class _forward_dynamics(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        tau: ArrayLike,
        active: ArrayLike | None = ...,
        anchors: ArrayLike | None = ...,
        f_ext: ArrayLike | None = ...,
        *,
        contacts: Sequence[Any] | None = ...,
        stabilization: Any = ...,
        damping: float = ...,
        iterations: int = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _ConstrainedMotion[Array]:
        """The joint accelerations of a robot with contacts, and their forces: (ddq, forces)."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        active: ArrayLike | None = ...,
        anchors: ArrayLike | None = ...,
        f_ext: ArrayLike | None = ...,
        *,
        contacts: Sequence[Any] | None = ...,
        stabilization: Any = ...,
        damping: float = ...,
        iterations: int = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _ConstrainedMotion[_Numbers]:
        """The joint accelerations of a robot with contacts, and their forces: (ddq, forces)."""

forward_dynamics: _forward_dynamics

class _forward_dynamics_derivatives(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        tau: ArrayLike,
        active: ArrayLike | None = ...,
        anchors: ArrayLike | None = ...,
        f_ext: ArrayLike | None = ...,
        *,
        contacts: Sequence[Any] | None = ...,
        stabilization: Any = ...,
        damping: float = ...,
        iterations: int = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _ConstrainedMotionDerivatives[Array]:
        """The derivatives of `forward_dynamics` with respect to q, v and tau."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        active: ArrayLike | None = ...,
        anchors: ArrayLike | None = ...,
        f_ext: ArrayLike | None = ...,
        *,
        contacts: Sequence[Any] | None = ...,
        stabilization: Any = ...,
        damping: float = ...,
        iterations: int = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _ConstrainedMotionDerivatives[_Numbers]:
        """The derivatives of `forward_dynamics` with respect to q, v and tau."""

forward_dynamics_derivatives: _forward_dynamics_derivatives

class _impact(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        active: ArrayLike | None = ...,
        *,
        contacts: Sequence[Any] | None = ...,
        restitution: float = ...,
        damping: float = ...,
        iterations: int = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Impact[Array]:
        """The velocity after an impact at all active contacts at once: (v_plus, impulses)."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        active: ArrayLike | None = ...,
        *,
        contacts: Sequence[Any] | None = ...,
        restitution: float = ...,
        damping: float = ...,
        iterations: int = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Impact[_Numbers]:
        """The velocity after an impact at all active contacts at once: (v_plus, impulses)."""

impact: _impact

class _impact_derivatives(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        active: ArrayLike | None = ...,
        *,
        contacts: Sequence[Any] | None = ...,
        restitution: float = ...,
        damping: float = ...,
        iterations: int = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _ImpactDerivatives[Array]:
        """The derivatives of `impact`: (dv_plus_dq, dv_plus_dv, dimpulses_dq, dimpulses_dv)."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        active: ArrayLike | None = ...,
        *,
        contacts: Sequence[Any] | None = ...,
        restitution: float = ...,
        damping: float = ...,
        iterations: int = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _ImpactDerivatives[_Numbers]:
        """The derivatives of `impact`: (dv_plus_dq, dv_plus_dv, dimpulses_dq, dimpulses_dv)."""

impact_derivatives: _impact_derivatives

class _inverse_dynamics(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        a: ArrayLike,
        active: ArrayLike | None = ...,
        f_ext: ArrayLike | None = ...,
        *,
        contacts: Sequence[Any] | None = ...,
        damping: float = ...,
        iterations: int = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _ConstrainedTorques[Array]:
        """The torques and forces of contacts for the accelerations a: (tau, forces)."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        active: ArrayLike | None = ...,
        f_ext: ArrayLike | None = ...,
        *,
        contacts: Sequence[Any] | None = ...,
        damping: float = ...,
        iterations: int = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _ConstrainedTorques[_Numbers]:
        """The torques and forces of contacts for the accelerations a: (tau, forces)."""

inverse_dynamics: _inverse_dynamics

class _drift(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        *,
        contacts: Sequence[Any] | None = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """(dJ/dt) v of the contacts' `jacobian`: their acceleration without joint acceleration."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        *,
        contacts: Sequence[Any] | None = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """(dJ/dt) v of the contacts' `jacobian`: their acceleration without joint acceleration."""

drift: _drift

class _error(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        anchors: ArrayLike | None = ...,
        *,
        contacts: Sequence[Any] | None = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The position and rotation errors of contacts."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        anchors: ArrayLike | None = ...,
        *,
        contacts: Sequence[Any] | None = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The position and rotation errors of contacts."""

error: _error

class _jacobian(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        contacts: Sequence[Any] | None = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The Jacobian J of contacts: they constrain J v to zero."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        contacts: Sequence[Any] | None = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The Jacobian J of contacts: they constrain J v to zero."""

jacobian: _jacobian
