"""Passes over traces: lowering to machine operations, with fused multiply-adds."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, Final

from ..scalar.array import Array
from ..scalar.expr import Expr, Scalar, add, apply, neg, number_of, scalar_of, sub
from ..scalar.graph import BOOLEAN, SOURCES, Graph
from ..scalar.loops import LoopNode
from ..scalar.replay import NamedArray, Trace, replayed_span, run, traced
from ..scalar.spans import Part, Row, Span, explicit, joined, parts, roots
from ..scalar.special import lowered_arc, lowered_stumpff
from .exponential import cosh, exp, expm1, hypot, log, log1p, sinh, tanh
from .precision import PRECISIONS
from .trigonometric import acos, asin, atan, atan2, cos, sin, tan

Rules = Mapping[str, Callable[..., Any]]

SPECIAL_FUNCTIONS: Final[Rules] = {"stumpff": lowered_stumpff, "arc": lowered_arc}
FUNCTIONS: Final[Rules] = {
    function.__name__: function
    for function in (
        *(sin, cos, tan, asin, acos, atan, atan2),
        *(exp, log, tanh, sinh, cosh, expm1, log1p, hypot),
    )
}
"""The transcendental functions, which expand to arithmetic; see precision.py."""


def lower(trace: Trace, dtype: str = "float64") -> Trace:
    """The same trace in machine operations, with fused multiply-adds and without dead nodes."""
    if _contains(trace.graph, SPECIAL_FUNCTIONS.keys()):
        trace = rewrite(trace, SPECIAL_FUNCTIONS)
    functions = {op: partial(_expand_function, op, dtype) for op in FUNCTIONS}
    return rewrite(trace, {**FUSED, **functions, **_constants(dtype)})


def operation_count(trace: Trace, dtype: str) -> int:
    """The operations of a trace, without those that the constants of a precision decide against."""
    if _contains(trace.graph, {"epsilon"}):
        trace = rewrite(trace, _constants(dtype))
    return trace.operation_count


def _constants(dtype: str) -> Rules:
    def epsilon(x: Scalar) -> Scalar:
        return PRECISIONS[dtype].epsilon

    return {"epsilon": epsilon}


def drop_implicit_derivatives(trace: Trace) -> Trace:
    """The trace without the derivatives of solutions, for one that is not differentiated."""
    graph, source = Graph(), trace.graph
    if not _contains(source, {"solved"}):
        return trace

    graph.choices = source.choices
    ops, data = source.ops, list(source.data)
    args = [x[:1] if op == "solved" else x for op, x in zip(ops, source.args, strict=True)]
    values = _inputs(graph, trace)
    index = {i: x.index for i, x in values.items()}
    for i in source.live(roots(x.elements for x in trace.results), (), args.__getitem__):
        if ops[i] == "loop":
            data[i] = replace(data[i], body=drop_implicit_derivatives(data[i].body))
        new = tuple([index[a] for a in args[i]])
        index[i] = new[0] if ops[i] == "solved" else graph.node(ops[i], new, data[i])
    values |= {i: Expr(graph, index[i]) for i in roots(x.elements for x in trace.results)}
    return _in_graph(graph, trace, values)


def _contains(graph: Graph, ops: Set[str]) -> bool:
    """Whether a graph, or the body of one of its loops, has one of these operations."""
    return not ops.isdisjoint(graph.ops) or any(
        op == "loop" and _contains(data.body.graph, ops)
        for op, data in zip(graph.ops, graph.data, strict=True)
    )


def rewrite(trace: Trace, rules: Rules) -> Trace:
    """The trace with operations replaced by the results of their rules."""
    graph = Graph()
    values = _inputs(graph, trace)
    elements = _elements(trace)
    for i in trace.nodes:
        op, args, data = trace.graph.ops[i], trace.graph.args[i], trace.graph.data[i]
        if op == "const":
            values[i] = data[1]
        elif op in SOURCES or (op in ("span", "numbers") and not args):
            values[i] = Expr(graph, graph.node(op, (), data))
        elif op == "span":
            values[i] = replayed_span(trace.graph, i, values)
        elif op == "loop":
            body = _without_idle_selects(data, elements[i]) if data.until else data.body
            loop: LoopNode = replace(data, body=rewrite(body, rules))
            values[i] = loop.rebuilt([values[a] for a in args])
        elif op in rules:
            arguments = [values[a] for a in args]
            values[i] = rules[op](*arguments) if data is None else rules[op](data, *arguments)
        else:
            values[i] = run(op, [values[a] for a in args], data)
    return _in_graph(graph, trace, values)


def _elements(trace: Trace) -> dict[int, set[int]]:
    """The elements that are read of each loop, one by one or in spans."""
    graph, elements = trace.graph, defaultdict[int, set[int]](set)
    spans = [x for result in trace.results for x in parts(result.elements)]
    for i in trace.nodes:
        if graph.ops[i] == "element":
            elements[graph.args[i][0]].add(graph.data[i])
        elif graph.ops[i] == "span":
            spans.append(Span.of(graph, i))
    for x in spans:
        if isinstance(x, Span) and isinstance(x.source, int):
            elements[x.source].update(range(x.start, x.start + x.length))
    return elements


def _without_idle_selects(loop: LoopNode, read: Set[int]) -> Trace:
    """The body of a loop whose carry can end, and then stays only where it is read after the loop.

    The last number of the carry says whether it has ended, and stays.
    """
    (before, *_), (after, *rest), graph = loop.body.operands, loop.body.results, loop.body.graph
    runs = graph.node("lt", (graph.constant(0.0), before.elements[-1].index))
    numbers = list(explicit(after.elements))
    for k, (x, old) in enumerate(zip(numbers[:-1], before.elements, strict=False)):
        if k not in read and type(x) is Expr and graph.ops[x.index] == "select":
            condition, new, otherwise = graph.args[x.index]
            if (condition, otherwise) == (runs, old.index):
                numbers[k] = scalar_of(graph, new)
    carry = NamedArray(after.name, after.shape, tuple(numbers))
    return Trace(graph, loop.body.operands, (carry, *rest))


def _factors(x: Scalar) -> tuple[int, ...]:
    """The factors of a traced product, as nodes; none for anything else."""
    return x.graph.args[x.index] if type(x) is Expr and x.graph.ops[x.index] == "mul" else ()


def _fma(graph: Graph, factors: tuple[int, ...], x: Scalar) -> Scalar:
    return Expr(graph, graph.node("fma", (*factors, number_of(graph, x))))


def _fused_add(x: Scalar, y: Scalar) -> Scalar:
    """x + y with the first operand that is a product fused, even if the product is also used."""
    if factors := _factors(x):
        return _fma(x.graph, factors, y)
    if factors := _factors(y):
        return _fma(y.graph, factors, x)
    return add(x, y)


def _fused_sub(x: Scalar, y: Scalar) -> Scalar:
    """x - y with the first operand that is a product fused."""
    if factors := _factors(x):
        return _fma(x.graph, factors, neg(y))
    if factors := _factors(y):
        graph, (first, second) = y.graph, factors
        return _fma(graph, (number_of(graph, neg(scalar_of(graph, first))), second), x)
    return sub(x, y)


def _select(condition: Scalar, x: Scalar, y: Scalar) -> Scalar:
    """x or y; of `norm`, whose two choices are for its derivative, the square root that it is."""
    if type(y) is Expr is type(x) is type(condition):
        graph, square = y.graph, y.index
        guarded = graph.args[x.index] if graph.ops[x.index] == "sqrt" else ()
        if guarded == (graph.node("select", (condition.index, square, graph.constant(1.0))),):
            positive = graph.node("lt", (graph.constant(0.0), square))
            if condition.index == positive and _is_sum_of_squares(graph, square):
                return apply("sqrt", y)
    return apply("select", condition, x, y)


def _is_sum_of_squares(graph: Graph, i: int) -> bool:
    while graph.ops[i] == "fma" and graph.args[i][0] == graph.args[i][1]:
        i = graph.args[i][2]
    return graph.ops[i] == "mul" and graph.args[i][0] == graph.args[i][1]


FUSED: Final[Rules] = {"add": _fused_add, "sub": _fused_sub, "select": _select}


@lru_cache
def _function_trace(op: str, dtype: str, count: int) -> Trace:
    """A transcendental function of `count` numbers as a trace of arithmetic."""

    def function(x: Array) -> list[Array]:
        return [Array.of([FUNCTIONS[op](PRECISIONS[dtype], *x.flat)], ())]

    return rewrite(traced(function, (count,)), FUSED)


def _expand_function(op: str, dtype: str, *args: Scalar) -> Scalar:
    """A transcendental function expanded to arithmetic."""
    (y,) = _function_trace(op, dtype, len(args))(Array.of(args, (len(args),)))
    return y.flat[0]


def _inputs(graph: Graph, trace: Trace) -> dict[int, Any]:
    """The elements of operands in another graph, by their nodes."""
    nodes = (x.index for operand in trace.operands for x in explicit(operand.elements))
    return {i: Expr(graph, graph.node("input", (), trace.graph.data[i])) for i in nodes}


def _in_graph(graph: Graph, trace: Trace, values: dict[int, Scalar]) -> Trace:
    """The trace in another graph, in which its nodes have these values."""

    def element(x: Scalar) -> Scalar:
        value = values[x.index] if type(x) is Expr else x
        if type(value) is Expr and value.graph.ops[value.index] in BOOLEAN:
            return apply("select", value, 1.0, 0.0)
        return value

    def map_part(part: Part) -> Row:
        if isinstance(part, tuple):
            return tuple([element(x) for x in part])
        source = values[part.source].index if isinstance(part.source, int) else part.source
        return Span(graph, source, part.start, part.length)

    operands, results = (
        [NamedArray(a.name, a.shape, joined(map(map_part, parts(a.elements)))) for a in arrays]
        for arrays in (trace.operands, trace.results)
    )
    return Trace(graph, tuple(operands), tuple(results))
