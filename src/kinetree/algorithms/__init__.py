"""The algorithms: one file for each of the papers' methods, pure functions of generic scalars."""

from . import baselines, constraints, friction, moving_base
from .aba import aba
from .aba_derivatives import aba_derivatives
from .aba_second_derivatives import aba_second_derivatives
from .center_of_mass import (
    center_of_mass,
    center_of_mass_acceleration,
    center_of_mass_jacobian,
    center_of_mass_velocity,
    subtree_centers_of_mass,
)
from .centroidal import (
    centroidal_momentum,
    centroidal_momentum_matrix,
    centroidal_momentum_matrix_time_derivative,
    centroidal_momentum_rate,
)
from .centroidal_derivatives import centroidal_dynamics_derivatives
from .cholesky import mass_matrix_cholesky, mass_matrix_cholesky_solve
from .christoffel import christoffel_symbols
from .configuration import (
    difference,
    difference_derivatives,
    distance,
    integrate,
    integrate_derivatives,
    interpolate,
    normalize,
    tangent_map,
    tangent_map_inverse,
)
from .coriolis import coriolis_matrix, coriolis_times, mass_matrix_time_derivative
from .crba import crba
from .energy import kinetic_energy, mechanical_energy, potential_energy
from .forces import external_forces
from .frame_derivatives import frame_acceleration_derivatives, frame_velocity_derivatives
from .frames import frame_acceleration, frame_error, frame_velocity
from .inverse_mass_matrix import inverse_mass_matrix
from .jacobians import (
    frame_hessian,
    frame_jacobian,
    frame_jacobian_time_derivative,
    joint_jacobians,
)
from .kinematics import (
    forward_kinematics,
    frame_placement,
    frame_placements,
    geometry_placements,
)
from .linearize import linearize
from .moving_base.center_of_mass_coordinates import center_of_mass_coordinates
from .passive import passive_forces
from .regressors import (
    body_regressor,
    joint_torque_regressor,
    kinetic_energy_regressor,
    potential_energy_regressor,
    static_regressor,
)
from .rnea import generalized_gravity, nonlinear_effects, rnea, static_torque
from .rnea_derivatives import (
    generalized_gravity_derivatives,
    rnea_derivatives,
    static_torque_derivatives,
)
from .rnea_second_derivatives import rnea_second_derivatives

__all__ = [
    "aba",
    "aba_derivatives",
    "aba_second_derivatives",
    "baselines",
    "body_regressor",
    "center_of_mass",
    "center_of_mass_acceleration",
    "center_of_mass_coordinates",
    "center_of_mass_jacobian",
    "center_of_mass_velocity",
    "centroidal_dynamics_derivatives",
    "centroidal_momentum",
    "centroidal_momentum_matrix",
    "centroidal_momentum_matrix_time_derivative",
    "centroidal_momentum_rate",
    "christoffel_symbols",
    "constraints",
    "coriolis_matrix",
    "coriolis_times",
    "crba",
    "difference",
    "difference_derivatives",
    "distance",
    "external_forces",
    "forward_kinematics",
    "frame_acceleration",
    "frame_acceleration_derivatives",
    "frame_error",
    "frame_hessian",
    "frame_jacobian",
    "frame_jacobian_time_derivative",
    "frame_placement",
    "frame_placements",
    "frame_velocity",
    "frame_velocity_derivatives",
    "friction",
    "generalized_gravity",
    "generalized_gravity_derivatives",
    "geometry_placements",
    "integrate",
    "integrate_derivatives",
    "interpolate",
    "inverse_mass_matrix",
    "joint_jacobians",
    "joint_torque_regressor",
    "kinetic_energy",
    "kinetic_energy_regressor",
    "linearize",
    "mass_matrix_cholesky",
    "mass_matrix_cholesky_solve",
    "mass_matrix_time_derivative",
    "mechanical_energy",
    "moving_base",
    "nonlinear_effects",
    "normalize",
    "passive_forces",
    "potential_energy",
    "potential_energy_regressor",
    "rnea",
    "rnea_derivatives",
    "rnea_second_derivatives",
    "static_regressor",
    "static_torque",
    "static_torque_derivatives",
    "subtree_centers_of_mass",
    "tangent_map",
    "tangent_map_inverse",
]
