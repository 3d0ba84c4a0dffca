"""`Expr`, the traced number, and the arithmetic of generic scalars.

`add` to `neg` and `apply` take generic scalars: structural ints fold, traced numbers become nodes,
everything else (float, complex, mpmath, SymPy, CasADi) uses its Python operators.
"""

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from numbers import Real
from typing import Any, Final, NoReturn, TypeAlias, cast

from ..errors import TraceError, kind_of, user_line
from .folds import EXACT, LEFT, NEGATED_LEFT, NEGATED_RIGHT, RIGHT, Rewrite
from .graph import BOOLEAN, Graph
from .numpy_functions import NumpyFunctions
from .tables import table_of

Scalar: TypeAlias = Any
"""A generic scalar: int, float, complex, mpmath, SymPy, CasADi, or `Expr`."""


class Expr(NumpyFunctions):
    """A traced number: a node of a graph, without a value."""

    __slots__ = ("graph", "index")

    def __init__(self, graph: Graph, index: int) -> None:
        self.graph = graph
        self.index = index

    def __repr__(self) -> str:
        return f"<traced number {self.index}: {self.graph.ops[self.index]}>"

    def __add__(self, other: Scalar) -> Scalar:
        return NotImplemented if _is_array(other) else add(self, other)

    def __radd__(self, other: Scalar) -> Scalar:
        return add(other, self)

    def __sub__(self, other: Scalar) -> Scalar:
        return NotImplemented if _is_array(other) else sub(self, other)

    def __rsub__(self, other: Scalar) -> Scalar:
        return sub(other, self)

    def __mul__(self, other: Scalar) -> Scalar:
        return NotImplemented if _is_array(other) else mul(self, other)

    def __rmul__(self, other: Scalar) -> Scalar:
        return mul(other, self)

    def __truediv__(self, other: Scalar) -> Scalar:
        return NotImplemented if _is_array(other) else div(self, other)

    def __rtruediv__(self, other: Scalar) -> Scalar:
        return div(other, self)

    def __neg__(self) -> Scalar:
        return neg(self)

    def __pos__(self) -> "Expr":
        return self

    def __abs__(self) -> Scalar:
        return apply("abs", self)

    def __pow__(self, exponent: Scalar) -> Scalar:
        return power(self, exponent)

    def __rpow__(self, base: Scalar) -> NoReturn:
        raise TraceError(
            f"{user_line()}: a traced exponent; write kt.math.exp(x * kt.math.log({base!r}))."
        )

    def __lt__(self, other: Scalar) -> Scalar:
        return NotImplemented if _is_array(other) else apply("lt", self, other)

    def __le__(self, other: Scalar) -> Scalar:
        return NotImplemented if _is_array(other) else apply("le", self, other)

    def __gt__(self, other: Scalar) -> Scalar:
        return NotImplemented if _is_array(other) else apply("lt", other, self)

    def __ge__(self, other: Scalar) -> Scalar:
        return NotImplemented if _is_array(other) else apply("le", other, self)

    def __eq__(self, other: object) -> Scalar:
        return NotImplemented if _is_array(other) else apply("eq", self, other)

    def __ne__(self, other: object) -> Scalar:
        return NotImplemented if _is_array(other) else apply("not", apply("eq", self, other))

    __hash__ = None  # type: ignore[assignment]

    def __and__(self, other: Scalar) -> Scalar:
        return NotImplemented if _is_array(other) else apply("and", self, other)

    def __or__(self, other: Scalar) -> Scalar:
        return NotImplemented if _is_array(other) else apply("or", self, other)

    def __rand__(self, other: Scalar) -> Scalar:
        return apply("and", other, self)

    def __ror__(self, other: Scalar) -> Scalar:
        return apply("or", other, self)

    def __invert__(self) -> Scalar:
        return apply("not", self)

    def __bool__(self) -> NoReturn:
        raise TraceError(
            f"{user_line()}: the truth of a traced number was asked for (if, and, or, not, min, "
            "max, sorted). An algorithm is traced once for all states: write "
            "kt.math.where(condition, x, y), kt.math.minimum or kt.math.maximum, & and | between "
            "conditions, and kt.math.logical_not."
        )

    def __float__(self) -> NoReturn:
        raise TraceError(
            f"{user_line()}: a traced number was turned into a plain one (float(), math.sin, an "
            "index, an element of a NumPy array, ...). kt.math takes it as it is: kt.math.sin(x), "
            "kt.math.stack([x, y])."
        )

    __int__ = __complex__ = __index__ = __float__

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        raise TraceError(
            f"{user_line()}: a traced number was put into a NumPy array or given to a NumPy "
            "function that kt.math lacks. Use kt.math.array([...]) or kt.math.stack([...])."
        )


def _is_array(x: Any) -> bool:
    """Whether an operator is left to the other operand; NumPy scalars have a shape, too."""
    return hasattr(x, "shape") and (x.shape != () or not hasattr(x, "dtype"))


_FRAMEWORKS: Final = ("jax", "jaxlib", "torch")
_NOT_NUMBERS: Final = (str, bytes, list, tuple, dict, set, bool, type(None))


def number_of(graph: Graph, x: Scalar) -> int:
    """The node in `graph` of a scalar that must be a number."""
    if type(x) is Expr:
        if x.graph is not graph:
            raise TraceError(
                f"{user_line()}: a traced number of one trace was used in another; an "
                "algorithm must take everything it computes with as an operand or from its model."
            )
        if graph.ops[x.index] in BOOLEAN:
            raise TraceError(
                f"{user_line()}: a condition was used as a number; write "
                "kt.math.where(condition, x, y)."
            )
        return x.index
    if isinstance(x, _NOT_NUMBERS):
        what = kind_of(cast(Any, x))
        raise TraceError(
            f"{user_line()}: a traced number was combined with {what}; expected a number."
        )
    if type(x).__module__.partition(".")[0] in _FRAMEWORKS:
        raise TraceError(
            f"{user_line()}: a traced number was combined with {kind_of(x)}, whose derivative "
            "would be lost; give an algorithm all that it computes with as operands."
        )
    return graph.constant(x)


def condition_of(graph: Graph, x: Scalar) -> int:
    """The node of a scalar that must be a condition."""
    if type(x) is Expr and x.graph is graph and graph.ops[x.index] in BOOLEAN:
        return x.index
    raise TraceError(
        f"{user_line()}: a condition was expected and a number came; write a comparison, as in "
        "kt.math.where(x != 0, a, b), & and | between comparisons, kt.math.logical_not."
    )


def add(x: Scalar, y: Scalar) -> Scalar:
    """x + y."""
    return _binary("add", x, y)


def sub(x: Scalar, y: Scalar) -> Scalar:
    """x - y."""
    return _binary("sub", x, y)


def mul(x: Scalar, y: Scalar) -> Scalar:
    """x * y."""
    return _binary("mul", x, y)


def div(x: Scalar, y: Scalar) -> Scalar:
    """x / y; inf or nan where y is zero."""
    return _binary("div", x, y)


def neg(x: Scalar) -> Scalar:
    """-x."""
    if type(x) is not Expr:
        return -x
    graph = x.graph
    if graph.ops[x.index] == "neg":  # -(-x) -> x
        return Expr(graph, graph.args[x.index][0])
    if graph.ops[x.index] == "sub":  # -(x - y) -> y - x
        return Expr(graph, graph.node("sub", graph.args[x.index][::-1]))
    if graph.ops[x.index] == "solved":  # the same for an unknown x - y
        (value, whole), (k, sign) = graph.args[x.index], graph.data[x.index]
        if graph.ops[value] == "sub":
            opposite = graph.node("sub", graph.args[value][::-1])
            return Expr(graph, graph.node("solved", (opposite, whole), (k, -sign)))
    return Expr(graph, graph.node("neg", (x.index,)))


def power(x: Scalar, exponent: Scalar) -> Scalar:
    """Integer powers by repeated multiplication; 0.5 is the square root."""
    if isinstance(exponent, float) and exponent == 0.5:
        return apply("sqrt", x)
    if not isinstance(exponent, Real) or not float(exponent).is_integer():
        raise TraceError(
            f"{user_line()}: x ** p with p = {exponent!r}; expected an integer or 0.5. For other "
            "powers of x > 0 write kt.math.exp(p * kt.math.log(x))."
        )
    if exponent < 0:
        return div(1, power(x, -exponent))
    result: Scalar = 1
    for _ in range(int(float(exponent))):
        result = mul(result, x)
    return result


def apply(op: str, *args: Scalar, data: Any = None) -> Scalar:
    """The function `op` of generic scalars: a node if one of them is traced."""
    if op in _LOGIC and any(isinstance(a, bool) for a in args):
        folded = _LOGIC[op](*args)
        if folded is not None:
            return folded
    graph = graph_of(args)
    if graph is not None:
        return Expr(graph, graph.node(op, _nodes(graph, op, args), data))
    if all(type(a) is int for a in args):
        exact = EXACT.get((op, *args))
        if exact is not None:
            return exact
    function = table_of(op, args)
    return function(*args) if data is None else function(data, *args)


def _nodes(graph: Graph, op: str, args: Sequence[Scalar]) -> tuple[int, ...]:
    if op == "select":
        values = [number_of(graph, a) for a in args[1:]]
        return condition_of(graph, args[0]), *values
    check = condition_of if op in ("and", "or", "not") else number_of
    return tuple([check(graph, a) for a in args])


def _fold_select(condition: Scalar, x: Scalar, y: Scalar) -> Scalar:
    """The selected value if the condition is a constant, else None."""
    return (x if condition else y) if isinstance(condition, bool) else None


def _fold_and(x: Scalar, y: Scalar) -> Scalar:
    known, other = (x, y) if isinstance(x, bool) else (y, x)
    return other if known else False


def _fold_or(x: Scalar, y: Scalar) -> Scalar:
    known, other = (x, y) if isinstance(x, bool) else (y, x)
    return True if known else other


_LOGIC: Final[dict[str, Callable[..., Scalar]]] = {
    "select": _fold_select,
    "and": _fold_and,
    "or": _fold_or,
}


ARITHMETIC: Final[dict[str, Callable[..., Scalar]]] = {
    "add": add,
    "sub": sub,
    "mul": mul,
    "div": div,
    "neg": neg,
}


_SPECIAL: Final = BOOLEAN | {"neg"}
"""Nodes that an operation folds, or refuses."""


def _binary(op: str, x: Scalar, y: Scalar) -> Scalar:
    if type(x) is Expr and type(y) is Expr and (graph := x.graph) is y.graph:  # most of a trace
        i, j, ops = x.index, y.index, graph.ops
        if ops[i] not in _SPECIAL and ops[j] not in _SPECIAL:
            return Expr(graph, graph.node(op, (i, j)))
    if type(x) is int and (rule := LEFT[op].get(x)):
        return rule(x, y)
    if type(y) is int and (rule := RIGHT[op].get(y)):
        return rule(x, y)
    graph = x.graph if type(x) is Expr else y.graph if type(y) is Expr else None
    return _number(op, x, y) if graph is None else _node(graph, op, x, y)


def _node(graph: Graph, op: str, x: Scalar, y: Scalar) -> Scalar:
    if (rewrite := NEGATED_LEFT.get(op)) and (positive := _negated(graph, x)) is not None:
        return _rewritten(rewrite, positive, y)
    if (rewrite := NEGATED_RIGHT.get(op)) and (positive := _negated(graph, y)) is not None:
        return _rewritten(rewrite, x, positive)
    return Expr(graph, graph.node(op, (number_of(graph, x), number_of(graph, y))))


def _rewritten(rewrite: Rewrite, x: Scalar, y: Scalar) -> Scalar:
    op, swapped, negated = rewrite
    result = _binary(op, y, x) if swapped else _binary(op, x, y)
    return neg(result) if negated else result


def _negated(graph: Graph, x: Scalar) -> Scalar:
    """y if x is the negation -y or a negative constant, else None."""
    if type(x) is Expr:
        index = x.index
        is_negation = x.graph is graph and graph.ops[index] == "neg"
        return Expr(graph, graph.args[index][0]) if is_negation else None
    return -x if isinstance(x, (int, float)) and x < 0 else None


def _number(op: str, x: Scalar, y: Scalar) -> Scalar:
    try:
        return _OPERATORS[op](x, y)
    except ZeroDivisionError:  # IEEE: this sample is inf or nan, the others are not affected
        return x * math.copysign(math.inf, y.real)


_OPERATORS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": lambda x, y: x / y,
}


def is_zero(x: Scalar) -> bool:
    """Whether a scalar is a structural zero."""
    return type(x) is int and x == 0


def graph_of(scalars: Iterable[Scalar]) -> Graph | None:
    """The graph that the traced numbers among `scalars` belong to."""
    for x in scalars:
        if type(x) is Expr:
            return x.graph
    return None
