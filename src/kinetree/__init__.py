"""kinetree: rigid-body dynamics for robots, in Python.

The public names are in one table, `PUBLIC`; nothing is imported before it is used [PEP 562]. Type
checkers read `__init__.pyi`, which `docs/make_stubs.py` writes when the package is built.
"""

import sys
from collections.abc import Mapping
from importlib import import_module
from time import time
from typing import Final

__version__ = "0.1.0"
IMPORTED: Final = time()
"""The time of the import, in s: later changes of files disable the cache of compiled code."""

PUBLIC: Final[Mapping[str, Mapping[str, str]]] = {
    "Models": {
        "load": "formats.loaders",
        "load_urdf": "formats.loaders",
        "load_mjcf": "formats.loaders",
        "load_sdf": "formats.loaders",
        "with_srdf": "formats.srdf",
        "save": "formats.json_file",
        "to_urdf": "formats.urdf.write",
        "check": "formats.loaders",
        "check_urdf": "formats.loaders",
        "ModelBuilder": "model.builder",
        "Model": "model.model",
        "Geometry": "model.parts",
        "Loop": "model.parts",
        "Anchor": "model.parts",
        "Coupling": "model.parts",
        "shapes": "model.shapes",
        "robots": "formats.robots",
        "JointOrder": "coordinates.order",
        "convert": "coordinates.convert",
    },
    "Joint types": {
        "Revolute": "model.joints.revolute",
        "Continuous": "model.joints.continuous",
        "Prismatic": "model.joints.prismatic",
        "Helical": "model.joints.helical",
        "Spherical": "model.joints.spherical",
        "SphericalZYX": "model.joints.spherical_zyx",
        "Universal": "model.joints.universal",
        "Planar": "model.joints.planar",
        "Translation": "model.joints.translation",
        "FreeFlyer": "model.joints.free_flyer",
        "Fixed": "model.joints.fixed",
        "Composite": "model.joints.composite",
        "Mimic": "model.joints.mimic",
        "Joint": "model.joints.base",
    },
    "Spatial types": {
        "SE3": "spatial.se3",
        "SO3": "spatial.rotation",
        "Motion": "spatial.vectors",
        "Force": "spatial.vectors",
        "Inertia": "spatial.inertia",
    },
    "Rotations and placements as arrays": {
        "so3": "rotations.so3",
        "se3": "rotations.se3",
        "rotations": "rotations",
    },
    "Configuration space": {
        "neutral": "coordinates.configuration",
        "random_configuration": "coordinates.configuration",
        "integrate": "algorithms.configuration",
        "integrate_derivatives": "algorithms.configuration",
        "difference": "algorithms.configuration",
        "difference_derivatives": "algorithms.configuration",
        "interpolate": "algorithms.configuration",
        "distance": "algorithms.configuration",
        "normalize": "algorithms.configuration",
        "tangent_map": "algorithms.configuration",
        "tangent_map_inverse": "algorithms.configuration",
        "check_configuration": "coordinates.configuration",
        "configuration": "coordinates.configuration",
        "joint_values": "coordinates.configuration",
    },
    "Kinematics": {
        "forward_kinematics": "algorithms.kinematics",
        "frame_placements": "algorithms.kinematics",
        "frame_placement": "algorithms.kinematics",
        "frame_velocity": "algorithms.frames",
        "frame_acceleration": "algorithms.frames",
        "frame_jacobian": "algorithms.jacobians",
        "frame_jacobian_time_derivative": "algorithms.jacobians",
        "frame_hessian": "algorithms.jacobians",
        "frame_velocity_derivatives": "algorithms.frame_derivatives",
        "frame_acceleration_derivatives": "algorithms.frame_derivatives",
        "frame_error": "algorithms.frames",
        "joint_jacobians": "algorithms.jacobians",
        "center_of_mass": "algorithms.center_of_mass",
        "center_of_mass_velocity": "algorithms.center_of_mass",
        "center_of_mass_acceleration": "algorithms.center_of_mass",
        "center_of_mass_jacobian": "algorithms.center_of_mass",
        "subtree_centers_of_mass": "algorithms.center_of_mass",
        "geometry_placements": "algorithms.kinematics",
        "external_forces": "algorithms.forces",
        "payload_inertias": "algorithms.payload",
        "inverse_kinematics": "control.inverse_kinematics",
        "velocity_inverse_kinematics": "control.velocity",
        "tasks": "control.tasks",
    },
    "Dynamics": {
        "rnea": "algorithms.rnea",
        "aba": "algorithms.aba",
        "crba": "algorithms.crba",
        "inverse_mass_matrix": "algorithms.inverse_mass_matrix",
        "mass_matrix_cholesky": "algorithms.cholesky",
        "mass_matrix_cholesky_solve": "algorithms.cholesky",
        "nonlinear_effects": "algorithms.rnea",
        "generalized_gravity": "algorithms.rnea",
        "static_torque": "algorithms.rnea",
        "passive_forces": "algorithms.passive",
        "kinetic_energy": "algorithms.energy",
        "potential_energy": "algorithms.energy",
        "mechanical_energy": "algorithms.energy",
        "centroidal_momentum": "algorithms.centroidal",
        "centroidal_momentum_rate": "algorithms.centroidal",
        "centroidal_momentum_matrix": "algorithms.centroidal",
        "centroidal_momentum_matrix_time_derivative": "algorithms.centroidal",
    },
    "Coriolis matrix and coordinates": {
        "coriolis_matrix": "algorithms.coriolis",
        "coriolis_times": "algorithms.coriolis",
        "mass_matrix_time_derivative": "algorithms.coriolis",
        "christoffel_symbols": "algorithms.christoffel",
        "change_of_coordinates": "coordinates.change_of_coordinates",
        "center_of_mass_coordinates": "algorithms.moving_base.center_of_mass_coordinates",
        "equations_of_motion": "export.equations_of_motion",
    },
    "Derivatives": {
        "rnea_derivatives": "algorithms.rnea_derivatives",
        "rnea_second_derivatives": "algorithms.rnea_second_derivatives",
        "aba_derivatives": "algorithms.aba_derivatives",
        "aba_second_derivatives": "algorithms.aba_second_derivatives",
        "generalized_gravity_derivatives": "algorithms.rnea_derivatives",
        "static_torque_derivatives": "algorithms.rnea_derivatives",
        "centroidal_dynamics_derivatives": "algorithms.centroidal_derivatives",
        "linearize": "algorithms.linearize",
        "discretize": "control.discretize",
        "baselines": "algorithms.baselines",
    },
    "Moving base": {
        "moving_base": "algorithms.moving_base",
    },
    "Contacts and constraints": {
        "Contact": "model.contacts",
        "constraints": "algorithms.constraints",
    },
    "Simulation": {
        "simulation": "simulation",
    },
    "Viewer and plots": {
        "view": "viewer.view",
        "View": "viewer.view",
        "plot": "plot",
    },
    "Friction": {
        "friction": "algorithms.friction",
    },
    "Identification": {
        "identification": "identification",
        "joint_torque_regressor": "algorithms.regressors",
        "body_regressor": "algorithms.regressors",
        "static_regressor": "algorithms.regressors",
        "kinetic_energy_regressor": "algorithms.regressors",
        "potential_energy_regressor": "algorithms.regressors",
    },
    "Algorithms and derivatives": {
        "algorithm": "functions.algorithm",
        "Algorithm": "functions.algorithm",
        "function": "functions.function",
        "Function": "functions.function",
        "jacobian": "functions.derivatives",
        "grad": "functions.derivatives",
        "hessian": "functions.derivatives",
        "jvp": "functions.derivatives",
        "vjp": "functions.derivatives",
        "Array": "scalar.array",
        "math": "scalar.math",
    },
    "Kernels and the machine": {
        "Kernel": "compiler.kernel",
        "DeviceKernel": "functions.device_kernel",
        "load_kernel": "compiler.kernel",
        "no_compile": "compiler.compilation",
        "set_num_threads": "compiler.threads",
        "get_num_threads": "compiler.threads",
        "release_memory": "compiler.result_memory",
    },
    "Other languages": {
        "export_c": "export.export_c",
        "export_object": "export.export_object",
    },
    "Papers": {
        "citation": "papers",
    },
    "Errors": {
        "KinetreeError": "errors",
        "ModelError": "errors",
        "ShapeError": "errors",
        "TraceError": "errors",
        "CompileError": "errors",
        "BackendError": "errors",
    },
}
"""The module of every public name, by the titles of docs/api; some names are modules themselves."""

_MODULES: Final = {name: path for names in PUBLIC.values() for name, path in names.items()}

__all__ = [*_MODULES]  # pyright: ignore[reportUnsupportedDunderAll]


def __dir__() -> list[str]:
    return [*_MODULES]


def __getattr__(name: str) -> object:
    """Import a public name; raises AttributeError, with kinetree's name if `name` is a peer's."""
    if name not in _MODULES:
        from .peer_names import unknown_attribute

        raise AttributeError(unknown_attribute(__name__, name, "functions", _MODULES))
    module = import_module(f".{_MODULES[name]}", __name__)
    if f"{__name__}.model" in sys.modules:  # JAX and PyTorch may take it for an argument
        from .backends import register_frameworks

        register_frameworks()
    value = vars(module).get(name, module)
    if value is module:  # completion shows its public names only
        vars(module)["__dir__"] = module.__all__.copy
    globals()[name] = value
    return value
