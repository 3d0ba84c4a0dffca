"""A run of an algorithm on variables, which derivatives are taken of."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from ..scalar import differentiate
from ..scalar.array import Array, as_array
from ..scalar.expr import Scalar, is_zero
from ..scalar.graph import Graph
from ..scalar.replay import Variables
from ..scalar.spans import graph_of_rows
from .definition import Definition
from .derivative_rules import derivative_rules, run_with_rule
from .results import Results
from .signature import CONFIGURATION, Arguments, Dims, sizes_of
from .statics import dims_per_frame, static_sizes


class TracedRun:
    """One run of an algorithm on variables, and the substitution of the actual operands."""

    def __init__(
        self,
        definition: Definition,
        names: tuple[str, ...],
        model: Any,
        values: Arguments,
        statics: Arguments,
    ) -> None:
        operands = definition.parameters.operands
        arrays = {name: as_array(values[name]) for name in operands if values[name] is not None}
        from_model = [x for x in names if x in definition.model_parameters and x not in operands]
        arrays |= {name: as_array(getattr(model, name)) for name in from_model}
        parameters = [as_array(getattr(model, name)) for name in definition.model_parameters]
        graph = graph_of_rows(x.flat for x in (*arrays.values(), *parameters))
        self.graph = Graph() if graph is None else graph
        self.dims: Mapping[str, Dims] = definition.dims
        self.model: Any = model
        self._substitution = Variables(self.graph)
        self.variables = {name: self._substitution.of(arrays[name]) for name in names}
        sizes = sizes_of(model) | static_sizes(statics)
        for name, x in arrays.items():
            sizes |= dict(zip(dims_per_frame(self.dims[name], statics), x.shape, strict=True))
        with derivative_rules():
            variables = {**arrays, **self.variables}
            self.results: Results = run_with_rule(definition, model, variables, statics, sizes)
        self.several = self.results.pack is not None
        self.shapes = [x.shape for x in self.results.arrays]

    def seeds(self, name: str) -> tuple[dict[int, dict[int, Scalar]], tuple[int, ...]]:
        """The derivatives of an operand's elements along directions, and the directions' shape."""
        x = self.variables[name]
        if self.dims[name] != CONFIGURATION:
            return {element.index: {k: 1} for k, element in enumerate(x.flat)}, x.shape
        T, nv = self.model.space.tangent_map(x), self.model.nv
        rows = {
            element.index: {k: T[i, k] for k in range(nv) if not is_zero(T[i, k])}
            for i, element in enumerate(x.flat)
        }
        return rows, (nv,)

    def jacobians(
        self,
        seeds: Mapping[int, Mapping[int, Scalar]],
        tail: tuple[int, ...],
        labels: Sequence[str] | None = None,
    ) -> Any:
        """Yield label, elements and shape of the derivative of each result, or of those named.

        Derivatives end at the nodes of `seeds`, which may be results, too.
        """
        every = list(zip(self.results.specs, self.results.arrays, strict=True))
        results = [(spec, x) for spec, x in every if labels is None or spec.name in labels]
        width, outputs = prod(tail), [e for _, x in results for e in x.flat]
        derivatives = iter(differentiate.jacobian(self.graph, outputs, seeds, width))
        for spec, x in results:
            rows, core = [next(derivatives) for _ in x.flat], x.shape
            if spec.labels == CONFIGURATION:
                T_inverse = self.model.space.tangent_map_inverse(x)
                matrix = Array.of([e for row in rows for e in row], (len(rows), width))
                rows, core = [list((T_inverse @ matrix).flat)], (self.model.nv,)
            yield spec.name, [e for row in rows for e in row], (*core, *tail)

    def gradient(self, name: str, cotangents: Sequence[Any]) -> tuple[list[Scalar], Any]:
        """The gradient of the sum of cotangent . result with respect to an operand."""
        outputs: list[Scalar] = []
        weights: list[Scalar] = []
        for spec, x, c in zip(self.results.specs, self.results.arrays, cotangents, strict=True):
            c = as_array(c)
            if spec.labels == CONFIGURATION:
                c = self.model.space.tangent_map_inverse(x).T @ c
            outputs += x.flat
            weights += c.flat
        seeds, tail = self.seeds(name)
        gradient = differentiate.reverse(self.graph, outputs, weights, list(seeds))
        total: list[Scalar] = [0] * prod(tail)
        for x, columns in zip(gradient, seeds.values(), strict=True):
            for k, seed in columns.items():
                total[k] = total[k] + x * seed
        return total, tail

    def substituted(self, parts: Mapping[str, tuple[list[Scalar], Any]]) -> dict[str, Array]:
        """The parts as functions of the actual operands."""
        flat = [x for elements, _ in parts.values() for x in elements]
        replaced = iter(self._substitution.substituted(flat))
        return {
            label: Array.of([next(replaced) for _ in elements], shape)
            for label, (elements, shape) in parts.items()
        }
