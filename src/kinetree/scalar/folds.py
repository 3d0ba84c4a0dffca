"""Structural folds: simplifications of operations on structural constants.

A structural 0 or 1 is a Python int. It comes from the geometry (an aligned axis, a fixed joint, an
absent force), so `0 * x` is 0 for any x at run time. A float 0.0 is a number like any other and
never folds; `x - x` and `x / x` never do. A rule depends on its arguments only, so that a result
does not depend on what else is traced.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from .graph import Scalar

Rule = Callable[[Scalar, Scalar], Scalar]

LEFT: Final[dict[str, dict[int, Rule]]] = {  # the left argument is a structural constant
    "add": {0: lambda x, y: y},  # 0 + y -> y
    "sub": {0: lambda x, y: -y},  # 0 - y -> -y
    "mul": {
        0: lambda x, y: 0,  # 0 * y -> 0
        1: lambda x, y: y,  # 1 * y -> y
    },
    "div": {0: lambda x, y: 0},  # 0 / y -> 0
}

RIGHT: Final[dict[str, dict[int, Rule]]] = {  # the right argument is a structural constant
    "add": {0: lambda x, y: x},  # x + 0 -> x
    "sub": {0: lambda x, y: x},  # x - 0 -> x
    "mul": {
        0: lambda x, y: 0,  # x * 0 -> 0
        1: lambda x, y: x,  # x * 1 -> x
    },
    "div": {1: lambda x, y: x},  # x / 1 -> x
}

Rewrite = tuple[str, bool, bool]

# Rewrites of an operation with a negated argument: the operation on the argument without its
# negation and the other one, whether they are swapped, and whether the result is negated.

NEGATED_LEFT: Final[dict[str, Rewrite]] = {  # the left argument is traced as -x
    "add": ("sub", True, False),  # -x + y -> y - x
    "mul": ("mul", False, True),  # -x * y -> -(x * y)
    "div": ("div", False, True),  # -x / y -> -(x / y)
}

NEGATED_RIGHT: Final[dict[str, Rewrite]] = {  # the right argument is traced as -y
    "add": ("sub", False, False),  # x + -y -> x - y
    "sub": ("add", False, False),  # x - -y -> x + y
    "mul": ("mul", False, True),  # x * -y -> -(x * y)
    "div": ("div", False, True),  # x / -y -> -(x / y)
}


def _fold_select(condition: Scalar, x: Scalar, y: Scalar) -> Scalar:
    """The selected value if the condition is a constant, else None."""
    return (x if condition else y) if isinstance(condition, bool) else None


def _fold(decisive: bool, x: Scalar, y: Scalar) -> Scalar:
    """`and` or `or` of a constant and another condition, by the constant that decides alone."""
    known, other = (x, y) if isinstance(x, bool) else (y, x)
    return decisive if known is decisive else other


LOGIC: Final[dict[str, Callable[..., Scalar]]] = {  # one of the arguments is a constant condition
    "select": _fold_select,
    "and": partial(_fold, False),
    "or": partial(_fold, True),
}
