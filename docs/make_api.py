"""Writes docs/api.md from the package itself: `python docs/make_api.py`."""

import inspect
from pathlib import Path
from typing import Any

import kinetree as kt
from kinetree.functions.statics import dims_per_frame
from kinetree.parameters import OPERANDS, PARAMETERS
from kinetree.rotations.formula import Formula

GROUPS: dict[str, tuple[str, ...]] = {
    "Models": (
        "load",
        "load_urdf",
        "load_mjcf",
        "load_sdf",
        "with_srdf",
        "save",
        "to_urdf",
        "check",
        "check_urdf",
        "ModelBuilder",
        "Model",
        "Geometry",
        "Loop",
        "Anchor",
        "Coupling",
        "shapes",
        "robots",
        "JointOrder",
        "convert",
    ),
    "Joint types": (
        "Revolute",
        "Continuous",
        "Prismatic",
        "Helical",
        "Spherical",
        "SphericalZYX",
        "Universal",
        "Planar",
        "Translation",
        "FreeFlyer",
        "Fixed",
        "Composite",
        "Mimic",
        "Joint",
    ),
    "Spatial types": ("SE3", "SO3", "Motion", "Force", "Inertia"),
    "Rotations and placements as arrays": ("so3", "se3", "rotations"),
    "Configuration space": (
        "neutral",
        "random_configuration",
        "integrate",
        "integrate_derivatives",
        "difference",
        "difference_derivatives",
        "interpolate",
        "distance",
        "normalize",
        "tangent_map",
        "tangent_map_inverse",
        "check_configuration",
        "configuration",
        "joint_values",
    ),
    "Kinematics": (
        "forward_kinematics",
        "frame_placements",
        "frame_placement",
        "frame_velocity",
        "frame_acceleration",
        "frame_jacobian",
        "frame_jacobian_time_derivative",
        "frame_hessian",
        "frame_velocity_derivatives",
        "frame_acceleration_derivatives",
        "frame_error",
        "joint_jacobians",
        "center_of_mass",
        "center_of_mass_velocity",
        "center_of_mass_acceleration",
        "center_of_mass_jacobian",
        "subtree_centers_of_mass",
        "geometry_placements",
        "external_forces",
        "inverse_kinematics",
    ),
    "Dynamics": (
        "rnea",
        "aba",
        "crba",
        "inverse_mass_matrix",
        "mass_matrix_cholesky",
        "mass_matrix_cholesky_solve",
        "nonlinear_effects",
        "generalized_gravity",
        "static_torque",
        "passive_forces",
        "kinetic_energy",
        "potential_energy",
        "mechanical_energy",
        "centroidal_momentum",
        "centroidal_momentum_rate",
        "centroidal_momentum_matrix",
        "centroidal_momentum_matrix_time_derivative",
    ),
    "Coriolis matrix and coordinates": (
        "coriolis_matrix",
        "coriolis_times",
        "mass_matrix_time_derivative",
        "christoffel_symbols",
        "change_of_coordinates",
        "center_of_mass_coordinates",
        "equations_of_motion",
    ),
    "Derivatives": (
        "rnea_derivatives",
        "rnea_second_derivatives",
        "aba_derivatives",
        "aba_second_derivatives",
        "generalized_gravity_derivatives",
        "static_torque_derivatives",
        "centroidal_dynamics_derivatives",
        "linearize",
        "discretize",
        "baselines",
    ),
    "Moving base": ("moving_base",),
    "Contacts and constraints": ("Contact", "constraints"),
    "Simulation": ("simulation",),
    "Friction": ("friction",),
    "Identification": (
        "joint_torque_regressor",
        "body_regressor",
        "static_regressor",
        "kinetic_energy_regressor",
        "potential_energy_regressor",
    ),
    "Algorithms and derivatives": (
        "algorithm",
        "Algorithm",
        "jacobian",
        "grad",
        "hessian",
        "jvp",
        "vjp",
        "Array",
        "math",
    ),
    "Kernels and the machine": (
        "Kernel",
        "load_kernel",
        "no_compile",
        "set_num_threads",
        "get_num_threads",
    ),
    "Errors": (
        "KinetreeError",
        "ModelError",
        "ShapeError",
        "TraceError",
        "CompileError",
        "BackendError",
    ),
}

MEMBERS: dict[str, tuple[str, ...]] = {
    "Model": (
        "joint",
        "frame",
        "q_index",
        "v_index",
        "replace",
        "reduced",
        "subtree",
        "append",
        "with_floating_base",
        "with_frame",
        "index_map",
        "description",
        "digest",
    ),
    "JointOrder": ("from_q", "from_v", "from_tau", "to_q", "to_v", "to_tau"),
    "convert": (
        "from_mujoco",
        "to_mujoco",
        "from_kindr",
        "to_kindr",
        "from_rbdl",
        "to_rbdl",
        "base_velocity",
        "base_acceleration",
    ),
    "baselines": tuple(kt.baselines.__all__),
    "moving_base": tuple(kt.moving_base.__all__),
    "constraints": tuple(kt.constraints.__all__),
    "simulation": tuple(kt.simulation.__all__),
    "friction": tuple(kt.friction.__all__),
    "math": ("root", "scan"),
    "so3": tuple(kt.so3.__all__),
    "se3": tuple(kt.se3.__all__),
    "rotations": tuple(kt.rotations.__all__),
    "Algorithm": ("compile", "evaluate", "trace", "bind"),
    "Kernel": (
        "operation_count",
        "ir",
        "sparsity",
        "packing",
        "compile_seconds",
        "from_cache",
        "save",
    ),
}
"""Members of public classes and modules."""


OF_ALGORITHMS = ("baselines", "constraints", "moving_base", "simulation")


def document() -> str:
    """The text of docs/api.md."""
    lines = [
        "# Public names",
        "",
        "Made by `docs/make_api.py` from the package. `...` are batch axes; they broadcast as in",
        "NumPy. Every algorithm also takes `out=` and parameters of the model, also per sample:",
        f"{', '.join(f'`{name}=`' for name in OPERANDS)}.",
    ]
    for title, names in GROUPS.items():
        lines += ["", f"## {title}", "", "| name | description |", "|---|---|"]
        for name in names:
            lines.append(f"| `{_call(name)}` | {_summary(getattr(kt, name))} |")
            lines += [_member(name, member) for member in MEMBERS.get(name, ())]
        if title == "Models":
            lines += _parameter_table()
    return "\n".join(lines) + "\n"


def _parameter_table() -> list[str]:
    """The parameters of a model and how they are given."""
    lines = [
        "",
        "| `model.` | shape | keyword of `add_body` | default | operand of algorithms |",
        "|---|---|---|---|---|",
    ]
    for name, row in PARAMETERS.items():
        keyword = f"`{row.keyword or name}`" if row.of_joints else ""
        default = "" if row.default is None else f"`{row.default}`"
        operand = "yes" if row.differentiable else ""
        lines.append(f"| `{name}` | `{row.axes}` | {keyword} | {default} | {operand} |")
    return lines


def _member(owner: str, name: str) -> str:
    thing = inspect.getattr_static(getattr(kt, owner), name)
    call = (
        _parameters(thing).replace("(self, ", "(").replace("(self)", "()")
        if callable(thing)
        else ""
    )
    if isinstance(thing, Formula):
        call = _shapes(thing.algorithm, [])
    if isinstance(thing, kt.Algorithm) and owner in OF_ALGORITHMS:
        call = _shapes(thing, ["model"])
    prefix = {"JointOrder": "order"}.get(owner, owner.lower())
    prefix = f"kt.{prefix}" if inspect.ismodule(getattr(kt, owner)) else prefix
    return f"| `{prefix}.{name}{call}` | {_summary(thing)} |"


def _call(name: str) -> str:
    thing = getattr(kt, name)
    if name in MEMBERS:
        text = f"kt.{name}"
    elif isinstance(thing, kt.Algorithm):
        text = f"kt.{name}{_shapes(thing, ['model'])}"
    elif inspect.ismodule(thing):
        text = f"kt.{name}"
    else:
        text = f"kt.{name}{_parameters(thing)}"
    return text.replace("|", "\\|")


def _shapes(thing: kt.Algorithm, first: list[str]) -> str:
    """The call of an algorithm; results only where the signature declares them."""
    optional = set(thing.parameters.operands) - set(thing.parameters.required)
    statics = [f"{n}=" for n in thing.parameters.statics]
    dims = {n: dims_per_frame(thing.dims[n], thing.parameters.statics) for n in thing.dims}
    operands = [
        f"{n} {_shape(dims[n])}{'=None' * (n in optional)}" for n in thing.parameters.operands
    ]
    results = ", ".join(map(_shape, thing.signature.results or ()))
    arrow = f" -> {results}" if results else ""
    return f"({', '.join(first + operands + statics)}){arrow}"


def _shape(dims: tuple[str, ...]) -> str:
    return f"({', '.join(('...', *dims))})"


def _parameters(thing: Any) -> str:
    if inspect.isclass(thing) and issubclass(thing, Exception):
        return ""
    try:
        signature = inspect.signature(thing)
    except ValueError:
        return ""
    parts: list[str] = []
    for p in signature.parameters.values():
        default = "" if p.default is p.empty else f"={p.default!r}"
        star = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        if p.kind is p.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        parts.append(f"{star}{p.name}{default}")
    return f"({', '.join(parts)})"


def _summary(thing: Any) -> str:
    return (inspect.getdoc(thing) or "").partition("\n\n")[0].replace("\n", " ").replace("|", "\\|")


if __name__ == "__main__":
    Path(__file__).with_name("api.md").write_text(document())
