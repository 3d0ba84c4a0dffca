"""The rules of derivatives: a table of the functions, and one of what has many results.

Loops, linear systems and roots of equations register theirs here; differentiation only reads the
tables, so that a rule may differentiate again, the body of a loop for example.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

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
    "div": lambda y, k, a, b: (div(1, b), neg(div(y, b))),
    "neg": lambda y, k, a, b: (-1,),
    "abs": lambda y, k, a, b: (apply("select", apply("lt", a, 0.0), -1.0, 1.0),),
    "sqrt": lambda y, k, a, b: (div(0.5, y),),
    "sin": lambda y, k, a, b: (apply("cos", a),),
    "cos": lambda y, k, a, b: (neg(apply("sin", a)),),
    "tan": lambda y, k, a, b: (add(1, mul(y, y)),),
    "asin": lambda y, k, a, b: (div(1, apply("sqrt", sub(1, mul(a, a)))),),
    "acos": lambda y, k, a, b: (neg(div(1, apply("sqrt", sub(1, mul(a, a))))),),
    "atan": lambda y, k, a, b: (div(1, add(1, mul(a, a))),),
    "exp": lambda y, k, a, b: (y,),
    "log": lambda y, k, a, b: (div(1, a),),
    "expm1": lambda y, k, a, b: (apply("exp", a),),
    "log1p": lambda y, k, a, b: (div(1, add(1, a)),),
    "tanh": lambda y, k, a, b: (sub(1, mul(y, y)),),
    "sinh": lambda y, k, a, b: (apply("cosh", a),),
    "cosh": lambda y, k, a, b: (apply("sinh", a),),
    "atan2": lambda y, k, a, b: _atan2_partials(a, b),
    "hypot": lambda y, k, a, b: _hypot_partials(y, a, b),
    "stumpff": lambda y, k, a, b: (mul(-0.5, sub(stumpff(k + 1, a), mul(k, stumpff(k + 2, a)))),),
    "arc": lambda y, k, a, b: (arc(k + 1, a),),
    "epsilon": lambda y, k, a, b: (0,),
}


def _atan2_partials(y: Scalar, x: Scalar) -> tuple[Scalar, Scalar]:
    square = add(mul(x, x), mul(y, y))
    return div(x, square), neg(div(y, square))


def _hypot_partials(length: Scalar, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
    """The direction of (x, y); 0 at the origin."""
    divisor = apply("select", apply("lt", 0.0, length), length, 1.0)
    return div(x, divisor), div(y, divisor)


@dataclass(frozen=True)
class Rule:
    """The derivatives of an operation with many results, nodes that refer to their elements."""

    tangents: Callable[[Graph, int, Tangents], Tangents]
    """From the tangents of nodes those of the elements."""
    cotangents: Callable[
        [Graph, int, Mapping[int, Scalar], Collection[int], Tapes], Iterable[tuple[int, Scalar]]
    ]
    """From the cotangents of elements those of the nodes in a collection, and of others."""
    quantities: Callable[[Graph, int], Sequence[int]]
    """The nodes with respect to which it is differentiated."""


RULES: Final[dict[str, Rule]] = {}
"""By operations."""
