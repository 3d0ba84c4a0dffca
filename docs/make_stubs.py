"""The stubs of public modules, from which type checkers know calls of algorithms.

`hatch_build.py` writes them when kinetree is built or installed, `docs/make.py` with all documents.
Algorithms and functions are objects that take operands by name; a stub declares each with its
operands, its keywords and what it returns: NumPy arrays for NumPy's, and kt.Array inside
algorithms. All other names are imported as in the module itself.
"""

import ast
import importlib
import inspect
import re
import typing
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import kinetree as kt
from kinetree.functions.statics import COUNT

MODULES = (
    "kinetree",
    "kinetree.collision",
    "kinetree.algorithms.constraints",
    "kinetree.algorithms.moving_base",
    "kinetree.identification",
    "kinetree.rotations",
    "kinetree.rotations.so3",
    "kinetree.rotations.se3",
    "kinetree.simulation",
)
HEAD = """# Made by docs/make_stubs.py.
# An Array is an ArrayLike, too: it can become an array of NumPy's if it holds plain numbers.
# pyright: reportOverlappingOverload=false"""
OUTSIDE = {
    "collections.abc": ("Mapping", "Sequence"),
    "typing": ("Any", "Generic", "Literal", "NamedTuple", "TypeVar", "overload"),
    "numpy": ("float64",),
    "numpy.typing": ("ArrayLike", "NDArray"),
}
INSIDE = {
    "functions.algorithm": "Algorithm",
    "functions.function": "Function",
    "model.model": "Model",
    "model.description": "Frame",
    "scalar.array": "Array",
    "geometry.fields": "Terrain",
    "collision.obstacles": "Obstacles",
    "simulation.settings": "Simulation",
}
"""Names that the stubs themselves use, by module."""
NAMED = {"_Numbers": "NDArray[float64]", "_FrameName": "str | int | Frame", "_T": 'TypeVar("_T")'}
STATICS = {
    "frame": "_FrameName | Sequence[_FrameName]",
    "frames": "Sequence[_FrameName]",
    "relative_to": "_FrameName | None",
    "contacts": "Sequence[Any] | None",
    "simulation": "Simulation",
}
"""The types of statics that are resolved on the robot."""


def stub(name: str) -> str:
    """The text of the stub of a module."""
    module = importlib.import_module(name)
    package = name if hasattr(module, "__path__") else name.rpartition(".")[0]
    up = "." * (package.count(".") + 1)
    imports: list[str] = []
    declared: dict[str, kt.Function] = {}
    functions: list[str] = []
    for where, public in exported(module):
        thing = getattr(module, public)
        if isinstance(thing, kt.Function):
            declared[public] = thing
        elif inspect.isfunction(thing) and hasattr(thing, "__signature__"):
            functions.append(of_rotations(thing))
        else:
            imports.append(f"from {where} import {public} as {public}")
    here = {line.split()[-1] for line in imports}
    classes = dict.fromkeys(line for x in declared.values() for line in result_class(x))
    texts = [declaration(public, x) for public, x in declared.items()]
    plain = (
        ["__version__: str", "IMPORTED: float", "PUBLIC: Mapping[str, Mapping[str, str]]", ""]
        if module is kt
        else []
    )
    body = "\n".join([*plain, *classes, *texts, *functions])
    named = [f"{name} = {x}" for name, x in NAMED.items() if re.search(rf"\b{name}\b", body)]
    used = {*re.findall(r"\w+", "\n".join([body, *named]))}
    outside = [
        f"from {where} import {', '.join(x for x in names if x in used)}"
        for where, names in OUTSIDE.items()
        if used.intersection(names)
    ]
    inside = [f"from {up}{at} import {x}" for at, x in INSIDE.items() if x in used - here]
    return "\n".join([HEAD, *outside, "", *imports, *inside, "", *named, "", body])


def exported(module: ModuleType) -> Iterator[tuple[str, str]]:
    """The public names of a module, each after the module, seen from there, that it comes from."""
    if module is kt:
        for name, path in ((n, p) for names in kt.PUBLIC.values() for n, p in names.items()):
            package, _, _ = path.rpartition(".")
            yield f".{package if inspect.ismodule(getattr(kt, name)) else path}", name
        return
    assert module.__file__
    for statement in ast.parse(Path(module.__file__).read_text()).body:
        if isinstance(statement, ast.FunctionDef) and statement.name in module.__all__:
            yield "", statement.name
        elif isinstance(statement, ast.ImportFrom) and statement.level:
            where = "." * statement.level + (statement.module or "")
            yield from ((where, x.name) for x in statement.names if x.name in module.__all__)


def declaration(name: str, thing: kt.Function) -> str:
    """The class of an algorithm or function, and its name."""
    owner = f"_{name}"
    base = "Algorithm" if isinstance(thing, kt.Algorithm) else "Function"
    lines = [f"class {owner}({base}):"]
    for first, result in (("Array", "Array"), ("ArrayLike", "_Numbers")):
        lines += [
            "    @overload",
            f"    def __call__({call(thing, first)}) -> {returned(thing, result)}:",
            f'        """{summary(thing)}"""',
        ]
    return "\n".join([*lines, f"{name}: {owner}", ""])


def of_rotations(function: Any) -> str:
    """A function that a formula of rotations became."""
    kinds = {"kind": "str", "frame": "str", "out": "Any = ..."}
    names = list(inspect.signature(function).parameters)
    operands = [f"{x}: ArrayLike" for x in names if x not in kinds]
    listed = [*operands, "*", *(f"{x}: {kinds[x]}" for x in names if x in kinds)]
    return f'def {function.__name__}({", ".join(listed)}) -> Any:\n    """{summary(function)}"""\n'


def call(thing: kt.Function, first: str) -> str:
    """The parameters of a call whose first operand has a type."""
    hints = typing.get_type_hints(thing.definition.function)
    listed = ["self"]
    keywords = False
    for p in inspect.signature(thing).parameters.values():
        if p.kind is p.KEYWORD_ONLY and not keywords:
            listed.append("*")
            keywords = True
        if p.name == "model":
            kind = "Model"
        elif p.name == "out":
            kind = "Any"
        elif p.name in thing.definition.parameters.statics:
            kind = STATICS.get(p.name) or static(p.default, hints.get(p.name, Any))
        elif p.name in thing.definition.parameters.groups:
            kind = thing.definition.parameters.groups[p.name].kind.__name__
            kind += " | None" * (p.default is None)
        else:
            kind = first if p.name == thing.definition.parameters.operands[0] else "ArrayLike"
            if thing.definition.dims[p.name][:1] == (COUNT,):
                kind = f"{kind} | Mapping[Any, {kind}]"
            if p.default is None or (
                p.name == "tau" and "steps" in thing.definition.parameters.statics
            ):
                kind += " | None"
        needed = p.default is p.empty and p.name != "frames"  # values may name them
        listed.append(f"{p.name}: {kind}" + ("" if needed else " = ..."))
    return ", ".join(listed)


def static(default: Any, hint: Any) -> str:
    """The type of a static keyword."""
    if typing.get_origin(hint) is typing.Literal:
        return f"Literal[{', '.join(map(repr, typing.get_args(hint)))}]"
    plain = {bool: "bool", int: "int", float: "float", str: "str"}
    return plain.get(hint, "Any")


def fields(thing: kt.Function) -> tuple[str, tuple[str, ...]] | None:
    """The class of several results and their names, None for a single one."""
    kind = typing.get_type_hints(thing.definition.function).get("return")
    names = getattr(kind, "_fields", None)
    return (f"_{kind.__name__}", names) if names else None


def result_class(thing: kt.Function) -> Iterator[str]:
    """The NamedTuple of several results, for NumPy's arrays and for kt.Array."""
    found = fields(thing)
    if found:
        name, names = found
        listed = "".join(f"    {x}: _T\n" for x in names)
        yield f"class {name}(NamedTuple, Generic[_T]):\n{listed}"


def returned(thing: kt.Function, result: str) -> str:
    """The type of results of a type."""
    found = fields(thing)
    if typing.get_type_hints(thing.definition.function).get("return") is Any:
        return "Any"
    return f"{found[0]}[{result}]" if found else result


def summary(thing: Any) -> str:
    """The first paragraph of a docstring, in one line."""
    return (inspect.getdoc(thing) or "").partition("\n\n")[0].replace("\n", " ")


def write() -> None:
    """Write all stubs beside their modules, where git ignores them."""
    for name in MODULES:
        file = importlib.import_module(name).__file__
        assert file
        Path(file).with_suffix(".pyi").write_text(stub(name))


if __name__ == "__main__":
    write()
