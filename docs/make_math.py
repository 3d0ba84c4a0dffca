"""docs/math.md, from `kt.math` and `kt.Array`. `docs/make.py` writes it."""

import inspect
from collections.abc import Iterator
from typing import Any

import kinetree as kt
from kinetree.scalar.protocols import FUNCTIONS, REPLACEMENT

HEAD = """# Mathematics of algorithms

Made by `docs/make.py` from the package. Operands of a `@kt.algorithm` or `@kt.function` are
`kt.Array`s: immutable arrays that index, slice, broadcast and multiply as NumPy's do. `kt.math` has
their functions, and NumPy's functions of the same meaning take them, too: `np.sin(q)` is
`kt.math.sin(q)`. All of them also take lists and single numbers, compile in float32 and float64,
differentiate to every order, and compute with complex numbers (for complex steps), mpmath, SymPy
and CasADi. A function of NumPy that is not here raises a `TraceError` with what to write instead.
"""
SYMBOLS = {
    "add": "x + y",
    "subtract": "x - y",
    "multiply": "x * y",
    "divide": "x / y",
    "negative": "-x",
    "positive": "+x",
    "power": "x ** n",
    "square": "x * x",
    "absolute": "abs(x)",
    "matmul": "x @ y",
    "less": "x < y",
    "less_equal": "x <= y",
    "greater": "x > y",
    "greater_equal": "x >= y",
    "equal": "x == y",
    "not_equal": "x != y",
    "logical_and": "x & y",
    "logical_or": "x | y",
    "transpose": "x.T",
    "ravel": "x.ravel()",
    "reshape": "x.reshape(shape)",
    "diagonal": "x.diagonal(offset)",
    "clip": "kt.math.clip",
    "linalg.norm": "kt.math.norm",
}
"""Counterparts of NumPy's functions that are no functions of `kt.math` themselves."""


def documents() -> dict[str, str]:
    """The text of docs/math.md."""
    functions = {getattr(kt.math, name): f"kt.math.{name}" for name in kt.math.__all__}
    numpys = {name: SYMBOLS.get(name) or functions[call] for name, call in FUNCTIONS.items()}
    answers: dict[str, list[str]] = {}
    for name, use in REPLACEMENT.items():
        answers.setdefault(use, []).append(f"`np.{name}`")
    lines = [HEAD, "## `kt.math`", "", "| function | description |", "|---|---|"]
    lines += [_row(f"kt.math.{x}", getattr(kt.math, x)) for x in kt.math.__all__]
    draws = kt.math.random.__all__
    lines += [_row(f"kt.math.random.{x}", getattr(kt.math.random, x)) for x in draws]
    lines += ["", "## Members of a `kt.Array`", "", "| member | description |", "|---|---|"]
    lines += [_row(f"x.{name}", member) for name, member in _members()]
    lines += ["", "## Functions of NumPy that take Arrays", "", "| NumPy | here |", "|---|---|"]
    lines += [_cells(f"`np.{name}`", f"`{numpys[name]}`") for name in sorted(numpys)]
    lines += ["", "## Functions of NumPy that do not", "", "| NumPy | instead |", "|---|---|"]
    lines += [_cells(", ".join(names), use) for use, names in answers.items()]
    return {"math.md": "\n".join(lines) + "\n"}


def _members() -> Iterator[tuple[str, Any]]:
    inherited, *_ = kt.Array.__bases__
    for name, member in {**vars(inherited), **vars(kt.Array)}.items():
        if name[0] != "_" and name not in ("of", "arranged", "taken") and inspect.getdoc(member):
            yield name, member


def _row(name: str, thing: Any) -> str:
    call = ""
    if callable(thing):
        signature = inspect.signature(thing)
        parameters = [
            p.replace(annotation=p.empty) for p in signature.parameters.values() if p.name != "self"
        ]
        call = str(inspect.Signature(parameters))
    summary = (inspect.getdoc(thing) or "").partition("\n\n")[0].replace("\n", " ")
    return _cells(f"`{name}{call}`", summary)


def _cells(*cells: str) -> str:
    return "| " + " | ".join(x.replace("|", "\\|") for x in cells) + " |"
