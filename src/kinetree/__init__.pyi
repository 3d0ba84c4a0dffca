# Made by docs/make_stubs.py.
# An Array is an ArrayLike, too: it can become an array of NumPy's if it holds plain numbers.
# pyright: reportOverlappingOverload=false
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar, overload
from numpy import float64
from numpy.typing import ArrayLike, NDArray

from .formats.find import load as load
from .formats.urdf.load import load_urdf as load_urdf
from .formats.mjcf.load import load_mjcf as load_mjcf
from .formats.sdf.load import load_sdf as load_sdf
from .formats.srdf import with_srdf as with_srdf
from .formats.json_file import save as save
from .formats.urdf.write import to_urdf as to_urdf
from .formats.find import check as check
from .formats.urdf.load import check_urdf as check_urdf
from .model.builder import ModelBuilder as ModelBuilder
from .model.model import Model as Model
from .model.tree import Geometry as Geometry
from .model.tree import Loop as Loop
from .model.tree import Anchor as Anchor
from .model.tree import Coupling as Coupling
from .model import shapes as shapes
from .formats import robots as robots
from .model.order import JointOrder as JointOrder
from .conventions import convert as convert
from .model.joints.revolute import Revolute as Revolute
from .model.joints.continuous import Continuous as Continuous
from .model.joints.prismatic import Prismatic as Prismatic
from .model.joints.helical import Helical as Helical
from .model.joints.spherical import Spherical as Spherical
from .model.joints.spherical_zyx import SphericalZYX as SphericalZYX
from .model.joints.universal import Universal as Universal
from .model.joints.planar import Planar as Planar
from .model.joints.translation import Translation as Translation
from .model.joints.free_flyer import FreeFlyer as FreeFlyer
from .model.joints.fixed import Fixed as Fixed
from .model.joints.composite import Composite as Composite
from .model.joints.mimic import Mimic as Mimic
from .model.joints.base import Joint as Joint
from .spatial.se3 import SE3 as SE3
from .spatial.rotation import SO3 as SO3
from .spatial.vectors import Motion as Motion
from .spatial.vectors import Force as Force
from .spatial.inertia import Inertia as Inertia
from .rotations import so3 as so3
from .rotations import se3 as se3
from . import rotations as rotations
from .model.configuration import neutral as neutral
from .model.configuration import random_configuration as random_configuration
from .model.configuration import check_configuration as check_configuration
from .model.configuration import configuration as configuration
from .model.configuration import joint_values as joint_values
from .control.inverse_kinematics import inverse_kinematics as inverse_kinematics
from .control.inverse_kinematics import velocity_inverse_kinematics as velocity_inverse_kinematics
from .control import tasks as tasks
from .conventions.coordinates import change_of_coordinates as change_of_coordinates
from .interop.equations_of_motion import equations_of_motion as equations_of_motion
from .control.discretize import discretize as discretize
from .algorithms import baselines as baselines
from .algorithms import moving_base as moving_base
from .model.contacts import Contact as Contact
from .algorithms import constraints as constraints
from . import simulation as simulation
from .viewer.view import view as view
from .viewer.view import View as View
from . import plot as plot
from .algorithms import friction as friction
from . import identification as identification
from .functions.algorithm import algorithm as algorithm
from .functions.algorithm import Algorithm as Algorithm
from .functions.function import function as function
from .functions.function import Function as Function
from .functions.derivatives import jacobian as jacobian
from .functions.derivatives import grad as grad
from .functions.derivatives import hessian as hessian
from .functions.derivatives import jvp as jvp
from .functions.derivatives import vjp as vjp
from .scalar.array import Array as Array
from .scalar import math as math
from .compiler.kernel import Kernel as Kernel
from .functions.device_kernel import DeviceKernel as DeviceKernel
from .compiler.kernel import load_kernel as load_kernel
from .compiler.compilation import no_compile as no_compile
from .compiler.threads import set_num_threads as set_num_threads
from .compiler.threads import get_num_threads as get_num_threads
from .compiler.result_memory import release_memory as release_memory
from .interop.export_c import export_c as export_c
from .interop.export_object import export_object as export_object
from .papers import citation as citation
from .errors import KinetreeError as KinetreeError
from .errors import ModelError as ModelError
from .errors import ShapeError as ShapeError
from .errors import TraceError as TraceError
from .errors import CompileError as CompileError
from .errors import BackendError as BackendError
from .model.tree import Frame

_Numbers = NDArray[float64]
_FrameName = str | int | Frame
_T = TypeVar("_T")

__version__: str

class _IntegrateDerivatives(NamedTuple, Generic[_T]):
    dq: _T
    dv: _T

class _DifferenceDerivatives(NamedTuple, Generic[_T]):
    dq0: _T
    dq1: _T

class _FrameVelocityDerivatives(NamedTuple, Generic[_T]):
    dv_dq: _T
    dv_dv: _T

class _FrameAccelerationDerivatives(NamedTuple, Generic[_T]):
    dv_dq: _T
    da_dq: _T
    da_dv: _T
    da_da: _T

class _CenterOfMassCoordinates(NamedTuple, Generic[_T]):
    A: _T
    dA: _T

class _RneaDerivatives(NamedTuple, Generic[_T]):
    dtau_dq: _T
    dtau_dv: _T
    dtau_da: _T

class _RneaSecondDerivatives(NamedTuple, Generic[_T]):
    dqdq: _T
    dvdv: _T
    dqdv: _T
    dqda: _T

class _AbaDerivatives(NamedTuple, Generic[_T]):
    ddq_dq: _T
    ddq_dv: _T
    ddq_dtau: _T

class _AbaSecondDerivatives(NamedTuple, Generic[_T]):
    dqdq: _T
    dvdv: _T
    dqdv: _T
    dqdtau: _T

class _CentroidalDynamicsDerivatives(NamedTuple, Generic[_T]):
    dh_dq: _T
    dhdot_dq: _T
    dhdot_dv: _T
    dhdot_da: _T

class _Linearization(NamedTuple, Generic[_T]):
    A: _T
    B: _T

class _integrate(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """q after moving with the constant velocity v for unit time, q exp(v) on the body side."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """q after moving with the constant velocity v for unit time, q exp(v) on the body side."""

integrate: _integrate

class _integrate_derivatives(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _IntegrateDerivatives[Array]:
        """The derivatives of integrate(q, v) with respect to q and v: (dq, dv)."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _IntegrateDerivatives[_Numbers]:
        """The derivatives of integrate(q, v) with respect to q and v: (dq, dv)."""

integrate_derivatives: _integrate_derivatives

class _difference(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q0: Array,
        q1: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The velocity v with integrate(q0, v) = q1, rotations by the shorter way."""
    @overload
    def __call__(
        self,
        model: Model,
        q0: ArrayLike,
        q1: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The velocity v with integrate(q0, v) = q1, rotations by the shorter way."""

difference: _difference

class _difference_derivatives(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q0: Array,
        q1: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _DifferenceDerivatives[Array]:
        """The derivatives of difference(q0, q1) with respect to q0 and q1: (dq0, dq1)."""
    @overload
    def __call__(
        self,
        model: Model,
        q0: ArrayLike,
        q1: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _DifferenceDerivatives[_Numbers]:
        """The derivatives of difference(q0, q1) with respect to q0 and q1: (dq0, dq1)."""

difference_derivatives: _difference_derivatives

class _interpolate(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q0: Array,
        q1: ArrayLike,
        t: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The configuration at fraction t of the geodesic from q0 to q1: integrate(q0, t (q1 - q0))."""
    @overload
    def __call__(
        self,
        model: Model,
        q0: ArrayLike,
        q1: ArrayLike,
        t: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The configuration at fraction t of the geodesic from q0 to q1: integrate(q0, t (q1 - q0))."""

interpolate: _interpolate

class _distance(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q0: Array,
        q1: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The length of difference(q0, q1): of the shortest way between two configurations."""
    @overload
    def __call__(
        self,
        model: Model,
        q0: ArrayLike,
        q1: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The length of difference(q0, q1): of the shortest way between two configurations."""

distance: _distance

class _normalize(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The same configuration with unit quaternions and unit (cos, sin)."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The same configuration with unit quaternions and unit (cos, sin)."""

normalize: _normalize

class _tangent_map(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """T(q) = d integrate(q, v) / dv at v = 0: the rate of q is T(q) v."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """T(q) = d integrate(q, v) / dv at v = 0: the rate of q is T(q) v."""

tangent_map: _tangent_map

class _tangent_map_inverse(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """T+(q) = d difference(q, p) / dp at p = q: the velocity is T+(q) times the rate of q."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """T+(q) = d difference(q, p) / dp at p = q: the velocity is T+(q) times the rate of q."""

tangent_map_inverse: _tangent_map_inverse

class _forward_kinematics(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The placements T_0i of all joints in the world; that of the universe is the identity."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The placements T_0i of all joints in the world; that of the universe is the identity."""

forward_kinematics: _forward_kinematics

class _frame_placements(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The placements of all frames in the world, in the order of `model.frame_names`."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The placements of all frames in the world, in the order of `model.frame_names`."""

frame_placements: _frame_placements

class _frame_placement(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The placement of a frame in the world."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The placement of a frame in the world."""

frame_placement: _frame_placement

class _frame_velocity(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        reference: Literal["local", "local_world_aligned", "world"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The spatial velocity of a frame, J v."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        reference: Literal["local", "local_world_aligned", "world"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The spatial velocity of a frame, J v."""

frame_velocity: _frame_velocity

class _frame_acceleration(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        a: ArrayLike,
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        reference: Literal["local", "local_world_aligned", "world"],
        classical: bool = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The acceleration of a frame: spatial, or `classical`, that of the point."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        reference: Literal["local", "local_world_aligned", "world"],
        classical: bool = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The acceleration of a frame: spatial, or `classical`, that of the point."""

frame_acceleration: _frame_acceleration

class _frame_jacobian(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        reference: Literal["local", "local_world_aligned", "world"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The Jacobian J of a frame: J v is its velocity."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        reference: Literal["local", "local_world_aligned", "world"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The Jacobian J of a frame: J v is its velocity."""

frame_jacobian: _frame_jacobian

class _frame_jacobian_time_derivative(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        reference: Literal["local", "local_world_aligned", "world"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """dJ/dt while q moves with v, of the Jacobian in `reference`."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        reference: Literal["local", "local_world_aligned", "world"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """dJ/dt while q moves with v, of the Jacobian in `reference`."""

frame_jacobian_time_derivative: _frame_jacobian_time_derivative

class _frame_hessian(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        reference: Literal["local", "local_world_aligned", "world"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """dJ/dq, [:, j, k] = d J_j / d q_k, of the Jacobian in `reference`."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        reference: Literal["local", "local_world_aligned", "world"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """dJ/dq, [:, j, k] = d J_j / d q_k, of the Jacobian in `reference`."""

frame_hessian: _frame_hessian

class _frame_velocity_derivatives(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        reference: Literal["local", "local_world_aligned", "world"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _FrameVelocityDerivatives[Array]:
        """The derivatives of `frame_velocity` with respect to q and v: (dv_dq, dv_dv)."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        reference: Literal["local", "local_world_aligned", "world"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _FrameVelocityDerivatives[_Numbers]:
        """The derivatives of `frame_velocity` with respect to q and v: (dv_dq, dv_dv)."""

frame_velocity_derivatives: _frame_velocity_derivatives

class _frame_acceleration_derivatives(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        a: ArrayLike,
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        reference: Literal["local", "local_world_aligned", "world"],
        classical: bool = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _FrameAccelerationDerivatives[Array]:
        """The derivatives of `frame_velocity` and `frame_acceleration`: (dv_dq, da_dq, da_dv, da_da)."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        reference: Literal["local", "local_world_aligned", "world"],
        classical: bool = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _FrameAccelerationDerivatives[_Numbers]:
        """The derivatives of `frame_velocity` and `frame_acceleration`: (dv_dq, da_dq, da_dv, da_da)."""

frame_acceleration_derivatives: _frame_acceleration_derivatives

class _frame_error(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        target: ArrayLike | Mapping[Any, ArrayLike],
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The twist that takes a frame to its target in unit time, log6(T_frame^-1 target), local."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        target: ArrayLike | Mapping[Any, ArrayLike],
        offset: ArrayLike | Mapping[Any, ArrayLike] | None = ...,
        *,
        frame: _FrameName | Sequence[_FrameName],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The twist that takes a frame to its target in unit time, log6(T_frame^-1 target), local."""

frame_error: _frame_error

class _joint_jacobians(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        reference: Literal["local", "local_world_aligned", "world"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The Jacobians of the frames of all joints; that of the universe is zero."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        reference: Literal["local", "local_world_aligned", "world"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The Jacobians of the frames of all joints; that of the universe is zero."""

joint_jacobians: _joint_jacobians

class _center_of_mass(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The centre of mass of all moving bodies, in the world; nan for a robot without mass."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The centre of mass of all moving bodies, in the world; nan for a robot without mass."""

center_of_mass: _center_of_mass

class _center_of_mass_velocity(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The velocity of the centre of mass in the world."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The velocity of the centre of mass in the world."""

center_of_mass_velocity: _center_of_mass_velocity

class _center_of_mass_acceleration(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        a: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The acceleration of the centre of mass in the world; gravity is left out."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The acceleration of the centre of mass in the world; gravity is left out."""

center_of_mass_acceleration: _center_of_mass_acceleration

class _center_of_mass_jacobian(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """J with J v = the velocity of the centre of mass in the world."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """J with J v = the velocity of the centre of mass in the world."""

center_of_mass_jacobian: _center_of_mass_jacobian

class _subtree_centers_of_mass(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The centres of mass of the subtrees of all joints, in the world."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The centres of mass of the subtrees of all joints, in the world."""

subtree_centers_of_mass: _subtree_centers_of_mass

class _geometry_placements(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        kind: Literal["visual", "collision"] = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The placements in the world of all shapes of a kind, in the order of `model.geometries`."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        kind: Literal["visual", "collision"] = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The placements in the world of all shapes of a kind, in the order of `model.geometries`."""

geometry_placements: _geometry_placements

class _external_forces(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        wrenches: ArrayLike | Mapping[Any, ArrayLike],
        *,
        frames: Sequence[_FrameName] = ...,
        reference: Literal["local", "local_world_aligned", "world"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """`f_ext` for `rnea` and `aba` from wrenches at frames: `{frame: wrench}`."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        wrenches: ArrayLike | Mapping[Any, ArrayLike],
        *,
        frames: Sequence[_FrameName] = ...,
        reference: Literal["local", "local_world_aligned", "world"],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """`f_ext` for `rnea` and `aba` from wrenches at frames: `{frame: wrench}`."""

external_forces: _external_forces

class _payload_inertias(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        payload: Array,
        *,
        frame: _FrameName | Sequence[_FrameName],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The inertias of the robot with a payload fixed in a frame, for `inertias=` of algorithms."""
    @overload
    def __call__(
        self,
        model: Model,
        payload: ArrayLike,
        *,
        frame: _FrameName | Sequence[_FrameName],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The inertias of the robot with a payload fixed in a frame, for `inertias=` of algorithms."""

payload_inertias: _payload_inertias

class _rnea(Algorithm):
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
    ) -> Array:
        """The joint torques tau = M(q) a + C(q, v) v + g(q) - sum_i J_i^T f_ext_i."""
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
    ) -> _Numbers:
        """The joint torques tau = M(q) a + C(q, v) v + g(q) - sum_i J_i^T f_ext_i."""

rnea: _rnea

class _aba(Algorithm):
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
    ) -> Array:
        """The joint accelerations a with rnea(q, v, a, f_ext) = tau."""
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
    ) -> _Numbers:
        """The joint accelerations a with rnea(q, v, a, f_ext) = tau."""

aba: _aba

class _crba(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The mass matrix M(q), full and symmetric: v^T M v / 2 is the kinetic energy."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The mass matrix M(q), full and symmetric: v^T M v / 2 is the kinetic energy."""

crba: _crba

class _inverse_mass_matrix(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The inverse of the mass matrix, full and symmetric: a = M^-1 (tau - h)."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The inverse of the mass matrix, full and symmetric: a = M^-1 (tau - h)."""

inverse_mass_matrix: _inverse_mass_matrix

class _mass_matrix_cholesky(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The lower triangular L with L^T L = M(q)."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The lower triangular L with L^T L = M(q)."""

mass_matrix_cholesky: _mass_matrix_cholesky

class _mass_matrix_cholesky_solve(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        L: Array,
        b: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """x with M x = b, from the factor L of `mass_matrix_cholesky`."""
    @overload
    def __call__(
        self,
        model: Model,
        L: ArrayLike,
        b: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """x with M x = b, from the factor L of `mass_matrix_cholesky`."""

mass_matrix_cholesky_solve: _mass_matrix_cholesky_solve

class _nonlinear_effects(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The torques of velocity and gravity, C(q, v) v + g(q) = rnea(q, v, 0)."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The torques of velocity and gravity, C(q, v) v + g(q) = rnea(q, v, 0)."""

nonlinear_effects: _nonlinear_effects

class _generalized_gravity(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The torques that hold the robot still, g(q) = rnea(q, 0, 0)."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The torques that hold the robot still, g(q) = rnea(q, 0, 0)."""

generalized_gravity: _generalized_gravity

class _static_torque(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        f_ext: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The torques that hold the robot still under forces, g(q) - sum_i J_i^T f_ext_i."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        f_ext: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The torques that hold the robot still under forces, g(q) - sum_i J_i^T f_ext_i."""

static_torque: _static_torque

class _passive_forces(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        damping: ArrayLike | None = ...,
        friction: ArrayLike | None = ...,
        stiffness: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The torques of joint springs, damping and dry friction."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        damping: ArrayLike | None = ...,
        friction: ArrayLike | None = ...,
        stiffness: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The torques of joint springs, damping and dry friction."""

passive_forces: _passive_forces

class _kinetic_energy(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The kinetic energy v^T M v / 2, armature included."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The kinetic energy v^T M v / 2, armature included."""

kinetic_energy: _kinetic_energy

class _potential_energy(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The potential energy -sum_i m_i g . c_i, zero at the world's origin."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The potential energy -sum_i m_i g . c_i, zero at the world's origin."""

potential_energy: _potential_energy

class _mechanical_energy(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The kinetic and the potential energy together; tau . v is its rate."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The kinetic and the potential energy together; tau . v is its rate."""

mechanical_energy: _mechanical_energy

class _centroidal_momentum(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The momentum of the robot about its centre of mass, h = A v."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The momentum of the robot about its centre of mass, h = A v."""

centroidal_momentum: _centroidal_momentum

class _centroidal_momentum_rate(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        a: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """dh/dt of the centroidal momentum: the net wrench at the centre of mass, gravity included."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """dh/dt of the centroidal momentum: the net wrench at the centre of mass, gravity included."""

centroidal_momentum_rate: _centroidal_momentum_rate

class _centroidal_momentum_matrix(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """A with A v = the centroidal momentum."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """A with A v = the centroidal momentum."""

centroidal_momentum_matrix: _centroidal_momentum_matrix

class _centroidal_momentum_matrix_time_derivative(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """dA/dt of the centroidal momentum matrix while q moves with v: dh/dt = A a + (dA/dt) v."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """dA/dt of the centroidal momentum matrix while q moves with v: dh/dt = A a + (dA/dt) v."""

centroidal_momentum_matrix_time_derivative: _centroidal_momentum_matrix_time_derivative

class _coriolis_matrix(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        *,
        factorization: Literal["christoffel", "newton_euler"] = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """C(q, v) with C v = rnea(q, v, 0) - g(q) and dM/dt = C + C^T."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        *,
        factorization: Literal["christoffel", "newton_euler"] = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """C(q, v) with C v = rnea(q, v, 0) - g(q) and dM/dt = C + C^T."""

coriolis_matrix: _coriolis_matrix

class _coriolis_times(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        w: ArrayLike,
        *,
        transposed: bool = ...,
        factorization: Literal["christoffel", "newton_euler"] = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """C(q, v) w, or C(q, v)^T w where `transposed`, without the matrix."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        w: ArrayLike,
        *,
        transposed: bool = ...,
        factorization: Literal["christoffel", "newton_euler"] = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """C(q, v) w, or C(q, v)^T w where `transposed`, without the matrix."""

coriolis_times: _coriolis_times

class _mass_matrix_time_derivative(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """dM/dt while q moves with v, full and symmetric."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """dM/dt while q moves with v, full and symmetric."""

mass_matrix_time_derivative: _mass_matrix_time_derivative

class _christoffel_symbols(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """G with C_ij = sum_k G_ijk v_k: the Christoffel symbols of the first kind."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """G with C_ij = sum_k G_ijk v_k: the Christoffel symbols of the first kind."""

christoffel_symbols: _christoffel_symbols

class _center_of_mass_coordinates(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _CenterOfMassCoordinates[Array]:
        """The quasi-velocities in which a floating base decouples, v = A w: (A, dA)."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _CenterOfMassCoordinates[_Numbers]:
        """The quasi-velocities in which a floating base decouples, v = A w: (A, dA)."""

center_of_mass_coordinates: _center_of_mass_coordinates

class _rnea_derivatives(Algorithm):
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
        """The derivatives of rnea with respect to q, v and a: (dtau_dq, dtau_dv, dtau_da)."""
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
        """The derivatives of rnea with respect to q, v and a: (dtau_dq, dtau_dv, dtau_da)."""

rnea_derivatives: _rnea_derivatives

class _rnea_second_derivatives(Algorithm):
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
    ) -> _RneaSecondDerivatives[Array]:
        """The second derivatives of rnea: (dqdq, dvdv, dqdv, dqda)."""
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
    ) -> _RneaSecondDerivatives[_Numbers]:
        """The second derivatives of rnea: (dqdq, dvdv, dqdv, dqda)."""

rnea_second_derivatives: _rnea_second_derivatives

class _aba_derivatives(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        tau: ArrayLike,
        f_ext: ArrayLike | None = ...,
        *,
        method: Literal["auto", "dmm", "aza"] = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _AbaDerivatives[Array]:
        """The derivatives of aba with respect to q, v and tau: (ddq_dq, ddq_dv, ddq_dtau)."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        f_ext: ArrayLike | None = ...,
        *,
        method: Literal["auto", "dmm", "aza"] = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _AbaDerivatives[_Numbers]:
        """The derivatives of aba with respect to q, v and tau: (ddq_dq, ddq_dv, ddq_dtau)."""

aba_derivatives: _aba_derivatives

class _aba_second_derivatives(Algorithm):
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
    ) -> _AbaSecondDerivatives[Array]:
        """The second derivatives of aba: (dqdq, dvdv, dqdv, dqdtau)."""
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
    ) -> _AbaSecondDerivatives[_Numbers]:
        """The second derivatives of aba: (dqdq, dvdv, dqdv, dqdtau)."""

aba_second_derivatives: _aba_second_derivatives

class _generalized_gravity_derivatives(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The derivative of generalized_gravity with respect to q."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The derivative of generalized_gravity with respect to q."""

generalized_gravity_derivatives: _generalized_gravity_derivatives

class _static_torque_derivatives(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        f_ext: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The derivative of static_torque with respect to q, with f_ext constant in the joints' frames."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        f_ext: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The derivative of static_torque with respect to q, with f_ext constant in the joints' frames."""

static_torque_derivatives: _static_torque_derivatives

class _centroidal_dynamics_derivatives(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        a: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _CentroidalDynamicsDerivatives[Array]:
        """The derivatives of the centroidal momentum and of its rate."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _CentroidalDynamicsDerivatives[_Numbers]:
        """The derivatives of the centroidal momentum and of its rate."""

centroidal_dynamics_derivatives: _centroidal_dynamics_derivatives

class _linearize(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        tau: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Linearization[Array]:
        """The error dynamics dx/dt = A x + B u about a motion: (A, B)."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Linearization[_Numbers]:
        """The error dynamics dx/dt = A x + B u about a motion: (A, B)."""

linearize: _linearize

class _joint_torque_regressor(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        a: ArrayLike,
        *,
        joint_parameters: Any = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The regressor Y of rnea(q, v, a) = Y @ model.inertias[1:].ravel() + armature * a."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        joint_parameters: Any = ...,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The regressor Y of rnea(q, v, a) = Y @ model.inertias[1:].ravel() + armature * a."""

joint_torque_regressor: _joint_torque_regressor

class _body_regressor(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        a: ArrayLike,
        *,
        frame: _FrameName | Sequence[_FrameName],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The regressor of the force on a body that moves with a frame, for parameters in that frame."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        frame: _FrameName | Sequence[_FrameName],
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The regressor of the force on a body that moves with a frame, for parameters in that frame."""

body_regressor: _body_regressor

class _static_regressor(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The regressor Y of the centre of mass, which is Y @ inertias[1:, :4].ravel()."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The regressor Y of the centre of mass, which is Y @ inertias[1:, :4].ravel()."""

static_regressor: _static_regressor

class _kinetic_energy_regressor(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The regressor Y of the kinetic energy: Y . inertias[1:].ravel(), without armature."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The regressor Y of the kinetic energy: Y . inertias[1:].ravel(), without armature."""

kinetic_energy_regressor: _kinetic_energy_regressor

class _potential_energy_regressor(Algorithm):
    @overload
    def __call__(
        self,
        model: Model,
        q: Array,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> Array:
        """The regressor Y of the potential energy: Y . inertias[1:].ravel()."""
    @overload
    def __call__(
        self,
        model: Model,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = ...,
        inertias: ArrayLike | None = ...,
        armature: ArrayLike | None = ...,
        placements: ArrayLike | None = ...,
        out: Any = ...,
    ) -> _Numbers:
        """The regressor Y of the potential energy: Y . inertias[1:].ravel()."""

potential_energy_regressor: _potential_energy_regressor
