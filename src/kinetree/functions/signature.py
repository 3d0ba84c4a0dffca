"""Signatures in NumPy's style, `"(nq),(nv)->(nv,nv)"`, from which all shapes are derived."""

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from ..errors import ShapeError, TraceError
from ..parameters import OPERANDS

Dims = tuple[str, ...]
Operand = Any
"""An operand of a call: a number, an array of any library, symbols, or lists of these."""
Robot = Any
"""A `kt.Model`, whose package is above this one; None for a function without a robot."""
Arguments = Mapping[str, Any]
"""Operands, statics or keywords of a call by name."""
Sizes = Mapping[str, int]
"""The values of dimensions by name."""

ROBOT: Final = ("nq", "nv", "njoints", "nframes", "nsensordata")
KNOWN: Final[dict[str, Dims]] = {
    "q": ("nq",),
    "v": ("nv",),
    "a": ("nv",),
    "tau": ("nv",),
    "f_ext": ("njoints", "6"),
    "spheres": ("nspheres", "4"),
    "capsules": ("ncapsules", "7"),
    "boxes": ("nboxes", "10"),
    "points": ("npoints", "3"),
    "heights": ("nx", "ny"),
    "grid": ("4",),
    "stribeck_velocity": ("nv",),
    "actuator_gains": ("nu", "ngains"),
}
"""The dimensions of operands that need no signature, by name."""

MODEL_PARAMETERS: Final[dict[str, Dims]] = {n: row.dimensions for n, row in OPERANDS.items()}
"""The model's parameters, optional operands of every algorithm."""

CONFIGURATION: Final[Dims] = ("nq",)
STATES: Final[Dims] = ("na",)
"""The dimensions of the last result of steps, those of motors: a robot without any lacks it."""

_OPERATORS: Final[dict[type, Callable[[int, int], int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: int.__floordiv__,
}


_GROUP: Final = r"\((?:[^()]|\([^()]*\))*\)"
"""A group, whose dimensions may have parentheses, as (2*(nv+1))."""


@dataclass(frozen=True)
class Signature:
    """The dimensions of operands and results; results that are None come from the trace."""

    operands: tuple[Dims, ...]
    results: tuple[Dims, ...] | None


def parse(text: str) -> Signature:
    """The signature of a string such as "(nq),(nv)->(nv)".

    >>> parse("(nq),(njoints,6)->(nv),()").results
    (('nv',), ())
    """
    left, arrow, right = text.replace(" ", "").partition("->")
    if not arrow:
        raise TraceError(f"signature {text!r} has no '->'; expected '(nq),(nv)->(nv)' or the like.")
    return Signature(_groups(left, text), _groups(right, text))


def check_names(owner: str, signature: Signature) -> None:
    """Raise TraceError for a free dimension that is a robot's, misspelt.

    Free dimensions may have any name: those of one operand that double, swap or leave out a letter
    of a robot's dimension, as "nqq", are refused.
    """
    names = [name for dims in signature.operands for name in dict.fromkeys(free_names(dims, {}))]
    for name in names:
        near = next((x for x in ROBOT if name != x and _is_misspelt(name, x)), None)
        if near is not None and names.count(name) == 1:
            raise TraceError(
                f"{owner}: the dimension {name!r} of its signature is not known; did you mean "
                f"{near!r}? A robot has {', '.join(ROBOT)}; other names are free dimensions."
            )


def _is_misspelt(name: str, known: str) -> bool:
    """Whether a name is another one with a letter doubled or swapped, in capitals or shortened."""
    doubled = [known[:i] + known[i] + known[i:] for i in range(len(known))]
    swapped = [known[:i] + known[i + 1] + known[i] + known[i + 2 :] for i in range(len(known) - 1)]
    left_out = [known[:i] + known[i + 1 :] for i in range(len(known)) if len(known) > 2]
    return name.lower() in (known, *doubled, *swapped, *left_out)


def known_signature(owner: str, operands: Sequence[str]) -> Signature:
    """The signature of operands in `KNOWN`; the shapes of results come from the trace."""
    missing = [x for x in operands if x not in KNOWN and x not in MODEL_PARAMETERS]
    if missing:
        raise TraceError(
            f"{owner}: the shapes of {', '.join(missing)} are not known; give a signature, as in "
            '@kt.algorithm("(nq),(3)->()"). Known without one: ' + ", ".join(KNOWN) + "."
        )
    return Signature(tuple({**MODEL_PARAMETERS, **KNOWN}[x] for x in operands), None)


def _groups(text: str, whole: str) -> tuple[Dims, ...]:
    if ")(" in text:
        raise TraceError(f"signature {whole!r} has no comma between two groups.")
    if not re.fullmatch(f"({_GROUP},?)*", text):
        raise TraceError(f"signature {whole!r}: groups look like '(nq)', '(nv,nv)' or '()'.")
    groups: list[str] = re.findall(_GROUP, text)
    return tuple([tuple(x[1:-1].split(",")) if x != "()" else () for x in groups])


@lru_cache
def _tree(expression: str) -> ast.expr:
    try:
        return ast.parse(expression, mode="eval").body
    except SyntaxError:
        raise TraceError(
            f"dimension {expression!r} is no expression; expected nv, 6, 2*nv or the like."
        ) from None


def _evaluate(node: ast.expr, expression: str, sizes: Sizes) -> int:
    """The value of a dimension: an integer, a name, or sums and products of them."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Name) and node.id in sizes:
        return sizes[node.id]
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = (_evaluate(side, expression, sizes) for side in (node.left, node.right))
        return _OPERATORS[type(node.op)](left, right)
    known = ", ".join(sizes)
    raise TraceError(f"dimension {expression!r} is not made of integers, {known} and + - * //.")


@lru_cache
def _names(expression: str) -> tuple[str, ...]:
    return tuple(n.id for n in ast.walk(_tree(expression)) if isinstance(n, ast.Name))


def shape(dims: Dims, sizes: Sizes) -> tuple[int, ...]:
    """The values of all dimensions; a negative one, as nq-7 of a small robot, counts as 0."""
    return tuple(max(_evaluate(_tree(d), d, sizes), 0) for d in dims)


def sizes_of(model: Any) -> dict[str, int]:
    """The values of a robot's dimensions; none without a robot, no nu, na without actuators."""
    names = (*ROBOT, "nu", "na") if getattr(model, "nu", 0) else ROBOT
    return {} if model is None else {name: getattr(model, name) for name in names}


def free_names(dims: Dims, sizes: Sizes) -> list[str]:
    """The names in `dims` that have no value yet."""
    return [name for d in dims for name in _names(d) if name not in sizes]


def bind_free(dims: Dims, lengths: tuple[int, ...], sizes: dict[str, int], what: str) -> None:
    """Bind free names of `dims` to the sizes of an operand's axes."""
    for name, n in zip(reversed(dims), reversed(lengths), strict=False):
        if name.isidentifier():
            sizes.setdefault(name, n)
    missing = [d for d in dims if d.isidentifier() and d not in sizes]
    if missing:
        raise ShapeError(
            f"{what} has shape {lengths}; expected (..., {', '.join(dims)}): there is no axis for "
            f"{', '.join(missing)}."
        )
