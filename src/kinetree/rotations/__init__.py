"""Rotations and poses in all their parameterisations, as functions of arrays: `kt.rotations`.

A rotation R takes body to world coordinates (active: it rotates a vector fixed to the body).
Every function takes leading batch axes and `out=`, and raises ModelError, which names the sample,
of values that are not a rotation.
"""

from .conversions import convert, exp, from_scipy, log, to_scipy, unique
from .derivative_rules import (
    box_minus_derivatives,
    box_plus_derivatives,
    concatenate_derivatives,
    exp_jacobian,
    exp_jacobian_inverse,
    invert_derivative,
    log_jacobian,
    rotate_derivatives,
)
from .operations import (
    concatenate,
    invert,
    rotate_active,
    rotate_passive,
    transform_active,
    transform_passive,
)
from .rate_maps import (
    angular_velocity,
    angular_velocity_matrix,
    angular_velocity_matrix_time_derivative,
    rate,
    rate_matrix,
    rate_matrix_time_derivative,
)
from .steps import box_minus, box_plus, differentiate, distance, integrate, slerp

__all__ = [
    "angular_velocity",
    "angular_velocity_matrix",
    "angular_velocity_matrix_time_derivative",
    "box_minus",
    "box_minus_derivatives",
    "box_plus",
    "box_plus_derivatives",
    "concatenate",
    "concatenate_derivatives",
    "convert",
    "differentiate",
    "distance",
    "exp",
    "exp_jacobian",
    "exp_jacobian_inverse",
    "from_scipy",
    "integrate",
    "invert",
    "invert_derivative",
    "log",
    "log_jacobian",
    "rate",
    "rate_matrix",
    "rate_matrix_time_derivative",
    "rotate_active",
    "rotate_derivatives",
    "rotate_passive",
    "slerp",
    "to_scipy",
    "transform_active",
    "transform_passive",
    "unique",
]
