"""`Expr`, the traced number, and the arithmetic of generic scalars.

`add` to `neg` and `apply` take generic scalars: structural ints fold, traced numbers become nodes,
everything else (float, complex, mpmath, SymPy, CasADi) uses its Python operators.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce
from numbers import Real
from typing import Final, TypeAlias

from ..errors import TraceError, user_line
from .folds import LEFT, LOGIC, NEGATED_LEFT, NEGATED_RIGHT, RIGHT, Rewrite
from .graph import BOOLEAN, Data, Graph, Scalar
from .protocols import NumpyFunctions, WithoutValue, check_number
from .tables import arithmetic, function_of

Method: TypeAlias = Callable[["Expr", Scalar], Scalar]


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
    check_number(x)
    return graph.constant(x)


def condition_of(graph: Graph, x: Scalar) -> int:
    """The node of a scalar that must be a condition."""
    if type(x) is Expr and x.graph is graph and graph.ops[x.index] in BOOLEAN:
        return x.index
    raise TraceError(
        f"{user_line()}: a condition was expected and a number came; write a comparison, as in "
        "kt.math.where(x != 0, a, b), & and | between comparisons, kt.math.logical_not."
    )


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
    return reduce(mul, [x] * int(float(exponent)), 1)


def apply(op: str, *args: Scalar, data: Data = None) -> Scalar:
    """The function `op` of generic scalars: a node if one of them is traced.

    0 and 1 of structural zeros and ones are structural: sin(0), cos(0), sqrt(1), ...
    """
    if op in LOGIC and any(isinstance(a, bool) for a in args):
        folded = LOGIC[op](*args)
        if folded is not None:
            return folded
    graph = graph_of(args)
    if graph is not None:
        count = _CONDITIONS.get(op, 0)
        nodes = [(condition_of if k < count else number_of)(graph, a) for k, a in enumerate(args)]
        return Expr(graph, graph.node(op, tuple(nodes), data))
    function = function_of(op, args)
    value = function(*args) if data is None else function(data, *args)
    is_exact = type(value) is float and value in (0.0, 1.0)
    return int(value) if is_exact and all(type(a) is int and a in (0, 1) for a in args) else value


_CONDITIONS: Final = {"select": 1, "not": 1, "and": 2, "or": 2}
"""How many arguments of an operation are conditions, the first ones."""
_SPECIAL: Final = BOOLEAN | {"neg"}
"""Nodes that an operation folds, or refuses."""


def binary(op: str, x: Scalar, y: Scalar) -> Scalar:
    """x op y, for "add", "sub", "mul" and "div"."""
    if type(x) is Expr and type(y) is Expr and (graph := x.graph) is y.graph:  # most of a trace
        i, j, ops = x.index, y.index, graph.ops
        if ops[i] not in _SPECIAL and ops[j] not in _SPECIAL:
            return Expr(graph, graph.node(op, (i, j)))
    if type(x) is int and (rule := LEFT[op].get(x)):
        return rule(x, y)
    if type(y) is int and (rule := RIGHT[op].get(y)):
        return rule(x, y)
    graph = x.graph if type(x) is Expr else y.graph if type(y) is Expr else None
    return arithmetic(op, x, y) if graph is None else _node(graph, op, x, y)


add, sub, mul, div = (partial(binary, op) for op in ("add", "sub", "mul", "div"))
"""x + y, x - y, x * y and x / y, which is inf or nan where y is zero."""


def _node(graph: Graph, op: str, x: Scalar, y: Scalar) -> Scalar:
    if (rewrite := NEGATED_LEFT.get(op)) and (positive := _negated(graph, x)) is not None:
        return _rewritten(rewrite, positive, y)
    if (rewrite := NEGATED_RIGHT.get(op)) and (positive := _negated(graph, y)) is not None:
        return _rewritten(rewrite, x, positive)
    return Expr(graph, graph.node(op, (number_of(graph, x), number_of(graph, y))))


def _rewritten(rewrite: Rewrite, x: Scalar, y: Scalar) -> Scalar:
    op, swapped, negated = rewrite
    result = binary(op, y, x) if swapped else binary(op, x, y)
    return neg(result) if negated else result


def _negated(graph: Graph, x: Scalar) -> Scalar:
    """y if x is the negation -y or a negative constant, else None."""
    if type(x) is Expr:
        index = x.index
        is_negation = x.graph is graph and graph.ops[index] == "neg"
        return Expr(graph, graph.args[index][0]) if is_negation else None
    return -x if isinstance(x, (int, float)) and x < 0 else None


def _left(function: Callable[[Scalar, Scalar], Scalar]) -> Method:
    """The method of an operator for a traced number on its left; an array takes it over."""

    def left(x: "Expr", y: Scalar) -> Scalar:
        is_array = hasattr(y, "shape") and (y.shape != () or not hasattr(y, "dtype"))
        return NotImplemented if is_array else function(x, y)  # NumPy scalars have a shape, too

    return left


def _methods(function: Callable[[Scalar, Scalar], Scalar]) -> tuple[Method, Method]:
    """The methods of an operator: for a traced number on its left and on its right."""
    return _left(function), lambda y, x: function(x, y)


class Expr(NumpyFunctions, WithoutValue):
    """A traced number: a node of a graph, without a value."""

    __slots__ = ("graph", "index")

    def __init__(self, graph: Graph, index: int) -> None:
        self.graph = graph
        self.index = index

    def __repr__(self) -> str:
        return f"<traced number {self.index}: {self.graph.ops[self.index]}>"

    __add__, __radd__ = _methods(add)
    __sub__, __rsub__ = _methods(sub)
    __mul__, __rmul__ = _methods(mul)
    __truediv__, __rtruediv__ = _methods(div)
    __and__, __rand__ = _methods(partial(apply, "and"))
    __or__, __ror__ = _methods(partial(apply, "or"))
    __lt__ = _left(partial(apply, "lt"))
    __le__ = _left(partial(apply, "le"))
    __gt__ = _left(lambda x, y: apply("lt", y, x))
    __ge__ = _left(lambda x, y: apply("le", y, x))
    __eq__ = _left(partial(apply, "eq"))
    __ne__ = _left(lambda x, y: apply("not", apply("eq", x, y)))
    __hash__ = None  # type: ignore[assignment]
    __neg__ = neg
    __pow__ = power

    def __pos__(self) -> "Expr":
        return self

    def __abs__(self) -> Scalar:
        return apply("abs", self)

    def __invert__(self) -> Scalar:
        return apply("not", self)


def is_zero(x: Scalar) -> bool:
    """Whether a scalar is a structural zero."""
    return type(x) is int and x == 0


def node_of(op: str, scalars: Sequence[Scalar], data: Data = None) -> Expr | None:
    """An operation on numbers as a node if one of them is traced, else None."""
    graph = graph_of(scalars)
    if graph is None:
        return None
    return Expr(graph, graph.node(op, tuple([number_of(graph, x) for x in scalars]), data))


def graph_of(scalars: Iterable[Scalar]) -> Graph | None:
    """The graph that the traced numbers among `scalars` belong to."""
    for x in scalars:
        if type(x) is Expr:
            return x.graph
    return None


def scalar_of(graph: Graph, i: int) -> Scalar:
    """A node as a scalar: the number of a constant, else a traced number."""
    return graph.data[i][1] if graph.ops[i] == "const" else Expr(graph, i)
