"""Derivatives of algorithms that other algorithms compute, in place of differentiating them.

A node "ruled" has the operands of a call as arguments. Nodes "solved" of it are its results, which
the operations of the algorithm compute. Along many directions derivatives are the Jacobians times
the rates of operands; along few, and in reverse, those of the operations.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from math import prod
from typing import Any, Final

from ..scalar import differentiate
from ..scalar.array import Array, as_array
from ..scalar.expr import Expr, Scalar, is_zero, node_of, scalar_of
from ..scalar.graph import Graph
from ..scalar.math import concatenate, eye, stack
from ..scalar.products import SPARSE, product
from ..scalar.rules import RULES, Rule, Sweep, Tangent, Tangents
from ..scalar.spans import graph_of_rows
from ..scalar.subfunctions import OnVariables
from ..scalar.systems import solved
from .definition import Definition, DerivativeRule
from .results import Results
from .signature import CONFIGURATION, Arguments, Sizes

FEW: Final = 2
"""The most directions along which operations are differentiated."""
_ACTIVE: Final[ContextVar[bool | None]] = ContextVar("derivative_rules", default=None)
"""Whether calls are traced so that rules differentiate them; None outside of all derivatives."""


@contextmanager
def derivative_rules(wanted: bool = True) -> Generator[None]:
    """Trace calls for first derivatives, or within another one, or not `wanted`, without rules.

    Derivatives of derivatives would compute both those of the operations and those of the rules.
    """
    token = _ACTIVE.set(wanted and _ACTIVE.get() is None)
    try:
        yield
    finally:
        _ACTIVE.reset(token)


@dataclass(frozen=True, eq=False)
class RuledCall:
    """The data of a node: a call of an algorithm."""

    definition: Definition
    model: Any
    statics: Arguments
    sizes: Sizes
    shapes: Mapping[str, tuple[int, ...]]
    """Of the operands that were given."""
    constants: tuple[int | None, ...]
    """The elements of the operands that are structural; None: the next argument of the node."""

    def operands(self, args: Sequence[Scalar]) -> dict[str, Array]:
        """The operands, of the arguments of a node."""
        rest = iter(args)
        flat = iter([next(rest) if x is None else x for x in self.constants])
        return {
            n: Array.of([next(flat) for _ in range(prod(s))], s) for n, s in self.shapes.items()
        }

    def rebuilt(self, args: Sequence[Scalar]) -> Scalar:
        """The node with other arguments, if one of them is traced, else None."""
        return node_of("ruled", args, self)

    def results(self, args: Array) -> list[Scalar]:
        """The elements of all results, without a rule, of the arguments of a node."""
        operands = self.operands(args.flat)
        with derivative_rules(wanted=False):
            results = self.definition.run(self.model, operands, self.statics, self.sizes)
        return [x for array in results.arrays for x in array.flat]

    def jacobians(self, operands: Mapping[str, Array], moving: Sequence[str]) -> dict[str, Array]:
        """The derivatives of the elements of all results by operands, along tangents of q."""
        rule, derivatives = self.rule, self.rule.derivatives()
        statics = derivatives.parameters.statics
        arrays = run_with_rule(
            derivatives,
            self.model,
            {name: x for name, x in operands.items() if name in derivatives.dims},
            {**statics, **{x: self.statics[x] for x in statics if x in rule.statics}},
            self.sizes,
        ).arrays
        parts = {name: arrays[rule.operands.index(name) :: len(rule.operands)] for name in moving}
        return {
            name: concatenate([x.reshape(-1, x.shape[-1]) for x in own])
            for name, own in parts.items()
        }

    @property
    def rule(self) -> DerivativeRule:
        assert self.definition.rule is not None
        return self.definition.rule


def run_with_rule(
    definition: Definition,
    model: Any,
    operands: Mapping[str, Array],
    statics: Arguments,
    sizes: Sizes,
) -> Results:
    """Run the function; the results are nodes that its rule differentiates where one is wanted."""
    results = definition.run(model, operands, statics, sizes)
    if not _ACTIVE.get() or definition.rule is None:
        return results
    if graph_of_rows(x.flat for x in results.arrays) is None:
        return results
    parameters = {name: as_array(x) for name, x in model.parameters.items()}
    traced = {name: x for name, x in parameters.items() if graph_of_rows([x.flat]) is not None}
    if not traced.keys() <= definition.model_parameters.keys():
        return results  # it may read them
    operands = {**traced, **operands}
    flat = [x for array in operands.values() for x in array.flat]
    constants = tuple([x if type(x) is int else None for x in flat])
    shapes = {name: x.shape for name, x in operands.items()}
    call = RuledCall(definition, model, statics, sizes, shapes, constants)
    whole, k, arrays = call.rebuilt([x for x in flat if type(x) is not int]), 0, list[Array]()
    for x in results.arrays:
        elements = [solved((e, whole), (k + i, 1)) for i, e in enumerate(x.flat)]
        arrays.append(Array.of(elements, x.shape))
        k += x.size
    return replace(results, arrays=arrays)


def _tangents(graph: Graph, node: int, tangent: Tangents) -> Tangents:
    """The derivatives of the elements of results along directions."""
    call: RuledCall = graph.data[node]
    rates = {i: tangent(i) for i in graph.args[node]}
    directions = sorted({d for x in rates.values() for d in x})
    args = [scalar_of(graph, i) for i in graph.args[node]]
    operands = call.operands(args)

    def rate(x: Scalar) -> Tangent:
        return rates[x.index] if type(x) is Expr else {}

    moving = [name for name, x in operands.items() if any(map(rate, x.flat))]
    if len(directions) <= FEW or not {*moving} <= {*call.rule.operands}:
        F = OnVariables(graph, args, call.results)
        seeds = {k: rates[i] for k, i in zip(F.inputs, graph.args[node], strict=True)}
        rows = differentiate.forward(graph, F.outputs, seeds)
        values = iter(F.substituted([x for row in rows for x in row.values()]))
        elements = [{d: next(values) for d in row} for row in rows]
        return lambda k: elements[k]
    total: Array | None = None
    for name, J in call.jacobians(operands, moving).items():
        x = operands[name]
        dx = Array([[row.get(d, 0) for d in directions] for row in map(rate, x.flat)])
        if call.definition.dims[name] == CONFIGURATION:
            dx = _in_tangent_space(call.model, x, dx)
        sparse = sum(not is_zero(e) for e in dx.flat) <= SPARSE * len(directions)
        part = J @ dx if sparse else product(J, dx)
        total = part if total is None else total + part
    assert total is not None
    every = [dict(zip(directions, row.flat, strict=True)) for row in total]
    return lambda k: {d: x for d, x in every[k].items() if not is_zero(x)}


def _in_tangent_space(model: Any, q: Array, dq: Array) -> Array:
    """Columns of rates of coordinates as velocities: those along single velocities are units."""
    units = {
        _key(column): e
        for column, e in zip(model.space.tangent_map(q).T, eye(model.nv), strict=True)
    }
    T_inverse = model.space.tangent_map_inverse(q)
    return stack([units[_key(x)] if _key(x) in units else T_inverse @ x for x in dq.T]).T


def _key(column: Array) -> tuple[tuple[bool, Scalar], ...]:
    """Scalars by their nodes, or values."""
    return tuple([(True, x.index) if type(x) is Expr else (False, x) for x in column.flat])


def _cotangents(graph: Graph, node: int, sweep: Sweep) -> Iterator[tuple[int, Scalar]]:
    """The cotangents of operands, by reverse differentiation of the operations."""
    args = graph.args[node]
    F = OnVariables(graph, [scalar_of(graph, i) for i in args], graph.data[node].results)
    weights = [sweep.of_elements.get(k, 0) for k in range(len(F.outputs))]
    gradient = differentiate.reverse(graph, F.outputs, weights, F.inputs)
    yield from zip(args, F.substituted(gradient), strict=True)


RULES["ruled"] = Rule(_tangents, _cotangents, lambda graph, node: graph.args[node])
