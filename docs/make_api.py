"""docs/api, pages of public names, from the package itself. `docs/make.py` writes them."""

import inspect
import re
import runpy
from pathlib import Path
from typing import Any, Final

import kinetree as kt
from kinetree.functions.statics import REQUIRED, dims_per_frame
from kinetree.parameters import OPERANDS, PARAMETERS

EXAMPLES: Final = runpy.run_path(str(Path(__file__).with_name("api_examples.py")))["EXAMPLES"]

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
        "with_mimic",
        "rerooted",
        "with_frame",
        "with_payload",
        "with_rotor_inertias",
        "path",
        "body_names",
        "index_map",
        "description",
        "digest",
    ),
    "SE3": (
        "from_matrix",
        "from_xyz_rpy",
        "exp",
        "log",
        "inverse",
        "act_inverse",
        "compose_inverse",
        "matrix",
        "action",
    ),
    "SO3": ("exp", "log", "from_quaternion", "quaternion", "inverse"),
    "Motion": ("from_vector", "vector", "cross", "dot"),
    "Force": ("from_vector", "vector", "dot"),
    "Inertia": (
        "from_parameters",
        "parameters",
        "center_of_mass",
        "about_center_of_mass",
        "principal_axes",
        "matrix",
        "kinetic_energy",
        "is_physical",
        "of_box",
        "of_ellipsoid",
        "of_sphere",
        "of_cylinder",
        "of_capsule",
        "of_mesh",
    ),
    "JointOrder": ("from_q", "from_v", "from_tau", "to_q", "to_v", "to_tau"),
    "SensorState": (
        *("frame", "joint", "placement", "R", "velocity", "acceleration", "wrench", "subtree"),
        *("distance", "joint_position", "joint_velocity", "joint_torque"),
    ),
    "View": ("add", "mark", "show", "save", "wait", "close"),
    "plot": ("trajectory", "sparsity", "scaling"),
    "convert": (
        "from_mujoco",
        "to_mujoco",
        "from_kindr",
        "to_kindr",
        "from_rbdl",
        "to_rbdl",
        "base_velocity",
        "base_acceleration",
        "speeds",
    ),
    "moving_base": tuple(kt.moving_base.__all__),
    "constraints": tuple(kt.constraints.__all__),
    "simulation": tuple(kt.simulation.__all__),
    "friction": tuple(kt.friction.__all__),
    "geometry": ("Nearest", "nearest", "pair"),
    "collision": tuple(kt.collision.__all__),
    "identification": tuple(kt.identification.__all__),
    "optimal_control": tuple(kt.optimal_control.__all__),
    "tasks": tuple(kt.tasks.__all__),
    "math": ("root", "scan"),
    "so3": tuple(kt.so3.__all__),
    "se3": tuple(kt.se3.__all__),
    "rotations": tuple(kt.rotations.__all__),
    "Algorithm": ("compile", "evaluate", "trace", "bind"),
    "Function": ("compile", "evaluate", "trace"),
    "Kernel": (
        "operation_count",
        "explain",
        "ir",
        "ptx",
        "address",
        "workspace",
        "sparsity",
        "packing",
        "compile_seconds",
        "from_cache",
        "save",
        "to_casadi",
    ),
}
"""Members of public classes and modules."""


SPATIAL = ("SE3", "SO3", "Motion", "Force", "Inertia")


def documents() -> dict[str, str]:
    """The texts of docs/api: a page for each group of names, and their list."""
    pages = {f"api/{slug(title)}.md": _page(title, [*names]) for title, names in kt.PUBLIC.items()}
    lines = [
        "# Public names",
        "",
        "Made by `docs/make.py` from the package. `...` are batch axes; they broadcast as in",
        "NumPy. Every algorithm also takes `out=` and parameters of the model, also per sample:",
        f"{', '.join(f'`{name}=`' for name in OPERANDS)}.",
        "",
        "| page | names |",
        "|---|---|",
    ]
    for title, names in kt.PUBLIC.items():
        lines.append(f"| [{title}]({slug(title)}.md) | {', '.join(f'`{x}`' for x in names)} |")
    return {"api/index.md": "\n".join(lines) + "\n", **pages}


def slug(title: str) -> str:
    """The file of a page, without its suffix."""
    return title.lower().replace(" ", "-")


def _page(title: str, names: list[str]) -> str:
    """A table of names with their calls, after an example."""
    example = f"import numpy as np\nimport kinetree as kt\n{EXAMPLES[title]}"
    lines = [f"# {title}", "", "Made by `docs/make.py` from the package.", ""]
    lines += ["```python", example.strip(), "```", "", "| name | description |", "|---|---|"]
    for name in names:
        lines.append(f"| `{_call(name)}` | {_summary(getattr(kt, name))} |")
        lines += [_member(name, member) for member in MEMBERS.get(name, ())]
    if title == "Models":
        lines += _parameter_table()
    if title == "Errors":
        lines += ["", "[Mistakes and their messages](../errors.md) shows what they say."]
    return "\n".join(lines) + "\n"


def _parameter_table() -> list[str]:
    """The parameters of a model and how they are given."""
    lines = [
        "",
        "| `model.` | shape | keyword of `add_body` | default | operand of algorithms | meaning |",
        "|---|---|---|---|---|---|",
    ]
    for name, row in PARAMETERS.items():
        keyword = f"`{row.keyword or name}`" if row.of_joints else ""
        default = "" if row.default is None else f"`{row.default}`"
        operand = "yes" if row.differentiable else ""
        cells = [f"`{name}`", f"`{row.axes}`", keyword, default, operand, row.meaning]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _member(owner: str, name: str) -> str:
    thing = inspect.getattr_static(getattr(kt, owner), name)
    call = (
        _parameters(thing).replace("(self, ", "(").replace("(self)", "()")
        if callable(thing)
        else ""
    )
    if isinstance(thing, kt.Function):
        call = _shapes(thing)
    getter = getattr(thing, "fget", None) or getattr(thing, "func", None)  # of a property
    if inspect.isfunction(getter):
        kind: Any = inspect.signature(getter).return_annotation
        call = f": {kind.__name__ if inspect.isclass(kind) else kind}".replace(
            "typing.Any", "Scalar"
        )
    prefix = {"JointOrder": "order"}.get(owner, owner.lower())
    prefix = f"kt.{prefix}" if inspect.ismodule(getattr(kt, owner)) else prefix
    if isinstance(thing, classmethod):
        prefix, call = f"kt.{owner}", _parameters(getattr(getattr(kt, owner), name))
    summary = _comment(name) if isinstance(thing, dict) else _summary(thing)
    return f"| `{prefix}.{name}{call}` | {summary} |"


def _call(name: str) -> str:
    thing = getattr(kt, name)
    if name in MEMBERS and name not in SPATIAL:
        text = f"kt.{name}"
    elif isinstance(thing, kt.Algorithm):
        text = f"kt.{name}{_shapes(thing)}"
    elif inspect.ismodule(thing):
        text = f"kt.{name}"
    else:
        text = f"kt.{name}{_parameters(thing)}"
    return text.replace("|", "\\|")


def _shapes(thing: kt.Function) -> str:
    """The call of an algorithm or function; results only where the signature declares them."""
    own, parameters = thing.definition, thing.definition.parameters
    optional = {*parameters.names} - {*parameters.required}
    statics = [f"{n}={_default(x)}" for n, x in parameters.statics.items()]
    dims = {n: dims_per_frame(own.dims[n], parameters.statics) for n in own.dims}
    kinds = {n: _shape(x) for n, x in dims.items()}
    kinds |= {n: f"kt.{x.kind.__name__}" for n, x in parameters.groups.items()}
    operands = [f"{n} {kinds[n]}{'=None' * (n in optional)}" for n in parameters.names]
    results = ", ".join(map(_shape, own.signature.results or ()))
    arrow = f" -> {results}" if results else ""
    return f"({', '.join([*own.first, *operands, *statics])}){arrow}"


def _default(x: Any) -> str:
    return "" if x is REQUIRED else repr(x)


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
        default = "" if p.default is p.empty else f"={p.default!r}".replace("<factory>", "...")
        star = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        if p.kind is p.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        parts.append(f"{star}{p.name}{default}")
    return f"({', '.join(parts)})"


def _comment(name: str) -> str:
    """The first sentences of the string below a constant of the package."""
    for path in sorted(Path(kt.__file__).parent.rglob("*.py")):
        text = path.read_text()
        if match := re.search(rf'^{name}: .*?^"""(.*?)(\n\n|""")', text, re.M | re.S):
            return match[1].replace("\n", " ")
    raise AssertionError(f"{name} is not described")


def _summary(thing: Any) -> str:
    return (inspect.getdoc(thing) or "").partition("\n\n")[0].replace("\n", " ").replace("|", "\\|")
