"""kinetree: rigid-body dynamics for robots, in Python.

The public names are in one table, `_NAMES`; nothing is imported before it is used [PEP 562]. Type
checkers read `__init__.pyi`, which `docs/make_stubs.py` writes when the package is built.
"""

import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from threading import RLock
from time import time
from typing import Final, NoReturn

__version__ = "0.1.0"
IMPORTED: Final = time()
"""The time of the import, in s: later changes of files disable the cache of compiled code."""

_NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    "Models": {
        "formats.loaders": "load load_urdf load_mjcf load_sdf check check_urdf",
        "formats.registry": "Format register_format",
        "formats.srdf": "with_srdf",
        "formats.json_file": "save",
        "formats.urdf.write": "to_urdf",
        "formats.sdf.write": "to_sdf",
        "export.mjcf.write": "to_mjcf",
        "model.builder": "ModelBuilder",
        "model.model": "Model",
        "model.parts": "Geometry PairSurface",
        "model.softness": "Softness",
        "model.description": "Loop Anchor Coupling",
        "model.actuators": "Actuator Motors",
        "model.motors": "motor motors",
        "model.shapes": "shapes",
        "formats.robots": "robots",
        "coordinates.order": "JointOrder",
        "coordinates.convert": "convert",
    },
    "Joint types": {
        "model.joints": (
            "Revolute Continuous Prismatic Helical Spherical SphericalEuler SphericalZYX "
            "Universal Ellipsoid Planar Translation FreeFlyer Fixed Composite Mimic Joint"
        )
    },
    "Spatial types": {"spatial": "SE3 SO3 Motion Force Inertia"},
    "Rotations and placements as arrays": {
        "rotations.so3": "so3",
        "rotations.se3": "se3",
        "rotations": "rotations",
    },
    "Configuration space": {
        "coordinates.configuration": (
            "neutral random_configuration check_configuration configuration joint_values"
        ),
        "algorithms.configuration": (
            "integrate integrate_derivatives difference difference_derivatives interpolate "
            "distance normalize tangent_map tangent_map_inverse"
        ),
    },
    "Kinematics": {
        "algorithms.kinematics": (
            "forward_kinematics frame_placements frame_placement geometry_placements"
        ),
        "algorithms.frames": (
            "frame_velocity frame_acceleration frame_error frame_jacobian "
            "frame_jacobian_time_derivative frame_hessian joint_jacobians"
        ),
        "algorithms.frame_derivatives": "frame_velocity_derivatives frame_acceleration_derivatives",
        "algorithms.center_of_mass": (
            "center_of_mass center_of_mass_velocity center_of_mass_acceleration "
            "center_of_mass_jacobian subtree_centers_of_mass"
        ),
        "algorithms.composite_inertias": "subtree_centers_of_mass_jacobian",
        "algorithms.forces": "external_forces payload_inertias",
        "algorithms.operational_space": "manipulability",
        "control.manipulability": "manipulability_ellipsoid",
        "control.inverse_kinematics": "inverse_kinematics",
        "control.velocity": "velocity_inverse_kinematics",
        "control.tasks": "tasks",
    },
    "Dynamics": {
        "algorithms.rnea": "rnea nonlinear_effects generalized_gravity static_torque",
        "algorithms.transmitted_forces": "joint_forces frame_force",
        "algorithms.aba": "aba",
        "algorithms.hybrid_dynamics": "hybrid_dynamics",
        "algorithms.crba": "crba",
        "algorithms.inverse_mass_matrix": "inverse_mass_matrix",
        "algorithms.operational_space": "operational_space",
        "algorithms.cholesky": "mass_matrix_cholesky mass_matrix_cholesky_solve",
        "algorithms.forces": "passive_forces",
        "algorithms.actuators": "actuation_matrix actuator_forces",
        "algorithms.energy": "kinetic_energy potential_energy mechanical_energy",
        "algorithms.center_of_mass": (
            "centroidal_momentum centroidal_momentum_rate centroidal_momentum_matrix "
            "centroidal_momentum_matrix_time_derivative"
        ),
        "algorithms.composite_inertias": (
            "subtree_inertias subtree_momenta centroidal_inertia average_velocity zero_moment_point"
        ),
    },
    "Coriolis matrix and coordinates": {
        "algorithms.coriolis": "coriolis_matrix coriolis_times mass_matrix_time_derivative",
        "algorithms.slotine_li": "slotine_li_inverse_dynamics slotine_li_regressor",
        "algorithms.christoffel": "christoffel_symbols",
        "coordinates.change_of_coordinates": "change_of_coordinates",
        "algorithms.moving_base.center_of_mass_coordinates": "center_of_mass_coordinates",
        "export.equations_of_motion": "equations_of_motion",
    },
    "Derivatives": {
        "algorithms.rnea_derivatives": (
            "rnea_derivatives generalized_gravity_derivatives static_torque_derivatives"
        ),
        "algorithms.rnea_second_derivatives": "rnea_second_derivatives",
        "algorithms.aba_derivatives": "aba_derivatives linearize",
        "algorithms.hybrid_dynamics": "hybrid_dynamics_derivatives",
        "algorithms.aba_second_derivatives": "aba_second_derivatives",
        "algorithms.centroidal_derivatives": "centroidal_dynamics_derivatives",
        "control.discretize": "discretize",
    },
    "Moving base": {"algorithms.moving_base": "moving_base"},
    "Contacts and constraints": {
        "model.contacts": "Contact",
        "simulation.shape_contacts": "contacts",
        "algorithms.constraints": "constraints",
    },
    "Shapes and distances": {
        "geometry": "geometry",
        "collision": "collision",
        "collision.obstacles": "Obstacles",
        "geometry.fields": "Terrain",
    },
    "Simulation": {"simulation": "simulation", "simulation.settings": "Simulation"},
    "Optimal control": {"optimal_control": "optimal_control"},
    "Environments": {"environments.environment": "environment Environment"},
    "Sensors": {
        "model.sensors": "Sensor sensor",
        "algorithms.sensor_state": "SensorState",
        "algorithms.sensors": "sensor_values sensor_noise height_scan",
    },
    "Viewer and plots": {"viewer.view": "view View", "plot": "plot"},
    "Friction": {"algorithms.friction": "friction"},
    "Identification": {
        "identification": "identification",
        "algorithms.regressors": (
            "joint_torque_regressor body_regressor static_regressor kinetic_energy_regressor "
            "kinematic_regressor potential_energy_regressor"
        ),
    },
    "Algorithms and derivatives": {
        "functions.algorithm": "algorithm Algorithm function Function",
        "functions.derivatives": "jacobian grad hessian jvp vjp",
        "scalar.array": "Array",
        "scalar.math": "math",
    },
    "Kernels and the machine": {
        "compiler.kernel": "Kernel load_kernel",
        "functions.device_kernel": "DeviceKernel",
        "compiler.compilation": "no_compile",
        "compiler.threads": "set_num_threads get_num_threads",
        "compiler.result_memory": "release_memory",
    },
    "Other languages": {"export.code_files": "export_c export_object"},
    "Papers": {"papers": "citation"},
    "Errors": {
        "errors": "KinetreeError ModelError ShapeError ArgumentError TraceError CompileError "
        "BackendError"
    },
}
"""The public names of each module, by the titles of docs/api; some are modules themselves."""

PUBLIC: Final[Mapping[str, Mapping[str, str]]] = {
    title: {name: module for module, names in modules.items() for name in names.split()}
    for title, modules in _NAMES.items()
}
"""The module of every public name, by the titles of docs/api."""

_MODULES: Final = {name: module for names in PUBLIC.values() for name, module in names.items()}

__all__ = [*_MODULES]  # pyright: ignore[reportUnsupportedDunderAll]

_lock: Final = RLock()
"""Held while a module is imported: a process forked then would keep its import lock for ever."""
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release
    )


def __dir__() -> list[str]:
    return [*_MODULES]


def _refuse(module: str, known: Callable[[], list[str]], name: str) -> NoReturn:
    """Raise AttributeError for a name that a module does not have."""
    from .errors import unknown_attribute

    raise AttributeError(unknown_attribute(module, name, "functions", known()))


def __getattr__(name: str) -> object:
    """Import a public name; raises AttributeError, with kinetree's name if `name` is a peer's."""
    if name not in _MODULES:
        _refuse(__name__, __dir__, name)
    package = _MODULES[name].partition(".")[0]
    if package != name and package in _MODULES:  # whose import binds it, without the lines below
        __getattr__(package)
    with _lock:
        module = import_module(f".{_MODULES[name]}", __name__)
        if f"{__name__}.model" in sys.modules:  # JAX and PyTorch may take it for an argument
            from .backends import register_constants

            register_constants()
        _limit_to_public_names()
    globals()[name] = value = vars(module).get(name, module)
    return value


def _limit_to_public_names() -> None:
    """Let completion and errors of public modules show public names, whoever imported them."""
    for name, path in _MODULES.items():
        module = sys.modules.get(f"{__name__}.{path}")
        content = {} if module is None else vars(module)
        if "__all__" in content and not {"__dir__", name} & content.keys():
            known = content["__all__"].copy
            content.update(__dir__=known, __getattr__=partial(_refuse, f"kt.{name}", known))
