"""Writes docs/api.md from the package itself: `python docs/make_api.py`."""

import inspect
from pathlib import Path
from typing import Any

import kinetree as kt

GROUPS: dict[str, tuple[str, ...]] = {
    "Models": ("load", "load_urdf", "check", "check_urdf", "ModelBuilder", "Model", "robots"),
    "Joint types": (
        "Revolute",
        "Continuous",
        "Prismatic",
        "Spherical",
        "Universal",
        "FreeFlyer",
        "Fixed",
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
    "Kinematics": ("forward_kinematics", "frame_placements", "frame_placement", "external_forces"),
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
    return f"| `{owner.lower()}.{name}{call}` | {_summary(thing)} |"


def _call(name: str) -> str:
    thing = getattr(kt, name)
    if name in MEMBERS:
        text = f"kt.{name}"
    elif isinstance(thing, kt.Algorithm):
        shapes = [f"{n} ({', '.join(('...', *thing.dims[n]))})" for n in thing.parameters.operands]
        (result,) = thing.signature.results or ((),)
        statics = [f"{n}=" for n in thing.parameters.statics]
        text = f"kt.{name}(model, {', '.join(shapes + statics)}) -> ({', '.join(('...', *result))})"
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
