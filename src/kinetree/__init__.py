"""kinetree: rigid-body dynamics for robots, in Python.

Every public name, once, under the title that docs/api.md gives it.
"""

# Models
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

# Joint types
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

# Spatial types
from .spatial.se3 import SE3 as SE3
from .spatial.rotation import SO3 as SO3
from .spatial.vectors import Motion as Motion
from .spatial.vectors import Force as Force
from .spatial.inertia import Inertia as Inertia

# Rotations and placements as arrays
from .rotations import so3 as so3
from .rotations import se3 as se3
from . import rotations as rotations

# Configuration space
from .model.configuration import neutral as neutral
from .model.configuration import random_configuration as random_configuration
from .algorithms.configuration import integrate as integrate
from .algorithms.configuration import integrate_derivatives as integrate_derivatives
from .algorithms.configuration import difference as difference
from .algorithms.configuration import difference_derivatives as difference_derivatives
from .algorithms.configuration import interpolate as interpolate
from .algorithms.configuration import distance as distance
from .algorithms.configuration import normalize as normalize
from .algorithms.configuration import tangent_map as tangent_map
from .algorithms.configuration import tangent_map_inverse as tangent_map_inverse
from .model.configuration import check_configuration as check_configuration
from .model.configuration import configuration as configuration
from .model.configuration import joint_values as joint_values

# Kinematics
from .algorithms.kinematics import forward_kinematics as forward_kinematics
from .algorithms.kinematics import frame_placements as frame_placements
from .algorithms.kinematics import frame_placement as frame_placement
from .algorithms.frames import frame_velocity as frame_velocity
from .algorithms.frames import frame_acceleration as frame_acceleration
from .algorithms.jacobians import frame_jacobian as frame_jacobian
from .algorithms.jacobians import frame_jacobian_time_derivative as frame_jacobian_time_derivative
from .algorithms.jacobians import frame_hessian as frame_hessian
from .algorithms.frame_derivatives import frame_velocity_derivatives as frame_velocity_derivatives
from .algorithms.frame_derivatives import (
    frame_acceleration_derivatives as frame_acceleration_derivatives,
)
from .algorithms.frames import frame_error as frame_error
from .algorithms.jacobians import joint_jacobians as joint_jacobians
from .algorithms.center_of_mass import center_of_mass as center_of_mass
from .algorithms.center_of_mass import center_of_mass_velocity as center_of_mass_velocity
from .algorithms.center_of_mass import center_of_mass_acceleration as center_of_mass_acceleration
from .algorithms.center_of_mass import center_of_mass_jacobian as center_of_mass_jacobian
from .algorithms.center_of_mass import subtree_centers_of_mass as subtree_centers_of_mass
from .algorithms.kinematics import geometry_placements as geometry_placements
from .algorithms.forces import external_forces as external_forces
from .algorithms.payload import payload_inertias as payload_inertias
from .control.inverse_kinematics import inverse_kinematics as inverse_kinematics
from .control.inverse_kinematics import velocity_inverse_kinematics as velocity_inverse_kinematics
from .control import tasks as tasks

# Dynamics
from .algorithms.rnea import rnea as rnea
from .algorithms.aba import aba as aba
from .algorithms.crba import crba as crba
from .algorithms.inverse_mass_matrix import inverse_mass_matrix as inverse_mass_matrix
from .algorithms.cholesky import mass_matrix_cholesky as mass_matrix_cholesky
from .algorithms.cholesky import mass_matrix_cholesky_solve as mass_matrix_cholesky_solve
from .algorithms.rnea import nonlinear_effects as nonlinear_effects
from .algorithms.rnea import generalized_gravity as generalized_gravity
from .algorithms.rnea import static_torque as static_torque
from .algorithms.passive import passive_forces as passive_forces
from .algorithms.energy import kinetic_energy as kinetic_energy
from .algorithms.energy import potential_energy as potential_energy
from .algorithms.energy import mechanical_energy as mechanical_energy
from .algorithms.centroidal import centroidal_momentum as centroidal_momentum
from .algorithms.centroidal import centroidal_momentum_rate as centroidal_momentum_rate
from .algorithms.centroidal import centroidal_momentum_matrix as centroidal_momentum_matrix
from .algorithms.centroidal import (
    centroidal_momentum_matrix_time_derivative as centroidal_momentum_matrix_time_derivative,
)

# Coriolis matrix and coordinates
from .algorithms.coriolis import coriolis_matrix as coriolis_matrix
from .algorithms.coriolis import coriolis_times as coriolis_times
from .algorithms.coriolis import mass_matrix_time_derivative as mass_matrix_time_derivative
from .algorithms.christoffel import christoffel_symbols as christoffel_symbols
from .conventions.coordinates import change_of_coordinates as change_of_coordinates
from .algorithms.moving_base.center_of_mass_coordinates import (
    center_of_mass_coordinates as center_of_mass_coordinates,
)
from .interop.equations_of_motion import equations_of_motion as equations_of_motion

# Derivatives
from .algorithms.rnea_derivatives import rnea_derivatives as rnea_derivatives
from .algorithms.rnea_second_derivatives import rnea_second_derivatives as rnea_second_derivatives
from .algorithms.aba_derivatives import aba_derivatives as aba_derivatives
from .algorithms.aba_second_derivatives import aba_second_derivatives as aba_second_derivatives
from .algorithms.rnea_derivatives import (
    generalized_gravity_derivatives as generalized_gravity_derivatives,
)
from .algorithms.rnea_derivatives import static_torque_derivatives as static_torque_derivatives
from .algorithms.centroidal_derivatives import (
    centroidal_dynamics_derivatives as centroidal_dynamics_derivatives,
)
from .algorithms.linearize import linearize as linearize
from .control.discretize import discretize as discretize
from .algorithms import baselines as baselines

# Moving base
from .algorithms import moving_base as moving_base

# Contacts and constraints
from .model.contacts import Contact as Contact
from .algorithms import constraints as constraints

# Simulation
from . import simulation as simulation

# Viewer and plots
from .viewer.view import view as view
from .viewer.view import View as View
from . import plot as plot

# Friction
from .algorithms import friction as friction

# Identification
from . import identification as identification
from .algorithms.regressors import joint_torque_regressor as joint_torque_regressor
from .algorithms.regressors import body_regressor as body_regressor
from .algorithms.regressors import static_regressor as static_regressor
from .algorithms.regressors import kinetic_energy_regressor as kinetic_energy_regressor
from .algorithms.regressors import potential_energy_regressor as potential_energy_regressor

# Algorithms and derivatives
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

# Kernels and the machine
from .compiler.kernel import Kernel as Kernel
from .functions.device_kernel import DeviceKernel as DeviceKernel
from .compiler.kernel import load_kernel as load_kernel
from .compiler.compilation import no_compile as no_compile
from .compiler.threads import set_num_threads as set_num_threads
from .compiler.threads import get_num_threads as get_num_threads
from .compiler.result_memory import release_memory as release_memory

# Other languages
from .interop.export_c import export_c as export_c
from .interop.export_object import export_object as export_object

# Papers
from .papers import citation as citation

# Errors
from .errors import KinetreeError as KinetreeError
from .errors import ModelError as ModelError
from .errors import ShapeError as ShapeError
from .errors import TraceError as TraceError
from .errors import CompileError as CompileError
from .errors import BackendError as BackendError

import sys as _sys
from typing import TYPE_CHECKING as _TYPE_CHECKING

from . import peer_names as _peer_names
from .interop.constants import register_constants as _register_constants

_register_constants()
__version__ = "0.1.0"

if not _TYPE_CHECKING:  # a type checker would take every name for one that exists
    _PACKAGES = {"identification", "plot", "rotations", "simulation"}
    """The public names that are modules of kinetree itself."""

    def __dir__() -> list[str]:
        """The public names."""
        names = [name for name in globals() if not name.startswith("_")]
        return [x for x in names if x in _PACKAGES or f"{__name__}.{x}" not in _sys.modules]

    for _module in (
        baselines,
        constraints,
        convert,
        friction,
        identification,
        math,
        moving_base,
        plot,
        robots,
        rotations,
        se3,
        shapes,
        simulation,
        so3,
        tasks,
    ):
        _module.__dir__ = _module.__all__.copy

    def __getattr__(name: str) -> None:
        """Raise AttributeError, with kinetree's name if `name` is a peer's."""
        raise AttributeError(
            _peer_names.unknown_attribute(__name__, name, _peer_names.FUNCTIONS, __dir__())
        )
