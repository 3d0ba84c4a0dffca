"""The rules of derivatives: a table of the functions, and one of what has many results.

Loops, linear systems and roots of equations register theirs here; differentiation only reads the
tables, so that a rule may differentiate again, the body of a loop for example.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from .expr import Scalar, add, apply, div, mul, neg, sub
from .graph import Data, Graph
from .spans import Span, SpanSource
from .special import arc, stumpff

Partials: TypeAlias = Callable[[Scalar, Data, Scalar, Scalar], tuple[Scalar, ...]]
Tangent: TypeAlias = Mapping[int, Scalar]
"""The derivatives of a number, by directions; absent ones are zero."""
Tangents: TypeAlias = Callable[[int], Tangent]
"""The tangent of a node, or of an element."""
Tapes: TypeAlias = Mapping[SpanSource, Span]
"""What loops record for their derivatives, by their nodes."""

# d op(a, b) / d(a, b). `y` is the value of the operation itself, `k` its data.
PARTIALS: Final[Mapping[str, Partials]] = {
    "add": lambda y, k, a, b: (1, 1),
    "sub": lambda y, k, a, b: (1, -1),
    "mul": lambda y, k, a, b: (b, a),
    "neg": lambda y, k, a, b: (-1,),
    "abs": lambda y, k, a, b: (apply("select", apply("lt", a, 0.0), -1.0, 1.0),),
    "sqrt": lambda y, k, a, b: (div(0.5, y),),
    "sin": lambda y, k, a, b: (apply("cos", a),),
    "cos": lambda y, k, a, b: (neg(apply("sin", a)),),
    "tan": lambda y, k, a, b: (add(1, mul(y, y)),),
    "exp": lambda y, k, a, b: (y,),
    "expm1": lambda y, k, a, b: (apply("exp", a),),
    "tanh": lambda y, k, a, b: (sub(1, mul(y, y)),),
    "sinh": lambda y, k, a, b: (apply("cosh", a),),
    "cosh": lambda y, k, a, b: (apply("sinh", a),),
    "stumpff": lambda y, k, a, b: (mul(-0.5, sub(stumpff(k + 1, a), mul(k, stumpff(k + 2, a)))),),
    "arc": lambda y, k, a, b: (arc(k + 1, a),),
    "epsilon": lambda y, k, a, b: (0,),
}

Quotients: TypeAlias = Callable[[Scalar, Scalar, Scalar], tuple[Scalar, ...]]
QUOTIENTS: Final[Mapping[str, Quotients]] = {
    "div": lambda y, a, b: (b, 1, neg(y)),
    "log": lambda y, a, b: (a, 1),
    "log1p": lambda y, a, b: (add(1, a), 1),
    "asin": lambda y, a, b: (apply("sqrt", sub(1, mul(a, a))), 1),
    "acos": lambda y, a, b: (apply("sqrt", sub(1, mul(a, a))), -1),
    "atan": lambda y, a, b: (add(1, mul(a, a)), 1),
    "atan2": lambda y, a, b: (add(mul(b, b), mul(a, a)), b, neg(a)),
    "hypot": lambda y, a, b: (apply("select", apply("lt", 0.0, y), y, 1.0), a, b),
}
"""Derivatives with a common divisor: it, and their numerators. That of hypot is 0 at the origin."""


class Sweep(NamedTuple):
    """What a sweep of reverse differentiation has at a node."""

    of_elements: Mapping[int, Scalar]
    """The cotangents of its elements."""
    wanted: Collection[int]
    """The nodes whose cotangents are wanted."""
    tapes: Tapes
    guarded: bool
    """Whether some cotangents are 0 where they do not count."""


@dataclass(frozen=True)
class Rule:
    """The derivatives of an operation with many results, nodes that refer to their elements."""

    tangents: Callable[[Graph, int, Tangents], Tangents]
    """From the tangents of nodes those of the elements."""
    cotangents: Callable[[Graph, int, Sweep], Iterable[tuple[int, Scalar]]]
    """Those of the wanted nodes, and of others."""
    quantities: Callable[[Graph, int], Sequence[int]]
    """The nodes with respect to which it is differentiated."""


RULES: Final[dict[str, Rule]] = {}
"""By operations."""
