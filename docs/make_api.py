"""Writes docs/api.md from the package itself: `python docs/make_api.py`."""

import inspect
from pathlib import Path
from typing import Any

import kinetree as kt

GROUPS: dict[str, tuple[str, ...]] = {
    "Models": (
        "load",
        "load_urdf",
        "load_mjcf",
        "load_sdf",
        "with_srdf",
        "check",
        "check_urdf",
        "ModelBuilder",
        "Model",
        "Geometry",
        "Loop",
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
    "Configuration space": (
        "neutral",
        "random_configuration",
        "integrate",
        "difference",
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
        "geometry_placements",
        "external_forces",
    ),
    "Dynamics": (
        "rnea",
        "aba",
        "crba",
        "nonlinear_effects",
        "generalized_gravity",
        "kinetic_energy",
        "potential_energy",
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
        "save",
        "to_urdf",
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
    "Algorithm": ("compile", "evaluate", "trace", "bind"),
    "Kernel": (
        "operation_count",
        "ir",
        "sparsity",
        "compile_seconds",
        "from_cache",
        "ufunc",
        "save",
    ),
}
"""What objects have that users do not make themselves."""


def page() -> str:
    """The whole page."""
    lines = [
        "# Public names",
        "",
        "Made by `docs/make_api.py` from the package. `...` are batch axes; they broadcast as in",
        "NumPy. Every algorithm also takes `out=` and the model's numbers, also per sample:",
        "`gravity=`, `inertias=`, `armature=`, `placements=`.",
    ]
    for title, names in GROUPS.items():
        lines += ["", f"## {title}", "", "| name | what it is |", "|---|---|"]
        for name in names:
            lines.append(f"| `{_call(name)}` | {_summary(getattr(kt, name))} |")
            lines += [_member(name, member) for member in MEMBERS.get(name, ())]
    return "\n".join(lines) + "\n"


def _member(owner: str, name: str) -> str:
    thing = inspect.getattr_static(getattr(kt, owner), name)
    call = (
        _parameters(thing).replace("(self, ", "(").replace("(self)", "()")
        if callable(thing)
        else ""
    )
    own = {"JointOrder": "order", "convert": "kt.convert"}.get(owner, owner.lower())
    return f"| `{own}.{name}{call}` | {_summary(thing)} |"


def _call(name: str) -> str:
    thing = getattr(kt, name)
    if name in MEMBERS:
        text = f"kt.{name}"
    elif isinstance(thing, kt.Algorithm):
        shapes = [f"{n} ({', '.join(('...', *thing.dims[n]))})" for n in thing.parameters.operands]
        results = thing.signature.results  # found by tracing where the page does not declare them
        told = f" -> ({', '.join(('...', *results[0]))})" if results else ""
        statics = [f"{n}=" for n in thing.parameters.statics]
        text = f"kt.{name}(model, {', '.join(shapes + statics)}){told}"
    elif inspect.ismodule(thing):
        text = f"kt.{name}"
    else:
        text = f"kt.{name}{_parameters(thing)}"
    return text.replace("|", "\\|")


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
    Path(__file__).with_name("api.md").write_text(page())
