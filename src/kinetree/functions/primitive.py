"""`Primitive`: a call without its arrays, which frameworks run, batch and differentiate.

Its derivatives are with respect to the numbers in an operand: q has nq of them. Every function of q
is one of the normalized q, so that these are D T^+ of the derivative D on the tangent space.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from itertools import islice
from math import prod
from typing import Any

from ..compiler.batch import Spec
from ..compiler.compilation import CompiledProgram
from ..compiler.kernel import Kernel
from ..compiler.passes import drop_implicit_derivatives
from ..compiler.program import Program
from ..scalar import differentiate
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.graph import Graph
from ..scalar.replay import NamedArray, Trace, Variables
from ..scalar.spans import Span

Operands = tuple[int, ...]
"""The indices of some operands, or results."""


class Primitive:
    """A function of arrays of known shapes, its kernels, and its derivatives as primitives.

    `linear` are the operands in which a derivative is linear, the last ones, and `transpose` gives
    the primitive of the others and the results' cotangents, whose results are theirs.
    """

    def __init__(
        self,
        name: str,
        make_trace: Callable[[], Trace],
        specs: tuple[Sequence[Spec], Sequence[Spec]],
        make_kernel: Callable[[str], Kernel],
        *,
        linear: Operands = (),
        transpose: "Callable[[], Primitive] | None" = None,
        pack: Callable[..., Any] | None = None,
    ) -> None:
        self.name, self.operands, self.results = name, tuple(specs[0]), tuple(specs[1])
        self.linear, self.transpose, self.pack = linear, transpose, pack
        self._make_trace = make_trace
        self.kernel = cache(make_kernel)
        """Its kernel for float64 or float32."""
        self.jax_program: Any = None
        """The program that JAX has made of it for calls outside of its own programs."""
        self._derived: dict[tuple[str, Operands], Primitive] = {}

    @cached_property
    def trace(self) -> Trace:
        """Its trace, with the derivatives of solutions of equations."""
        return self._make_trace()

    def pushforward(self, wrt: Operands) -> "Primitive":
        """The tangents of the results from the operands, then the tangents of those in `wrt`."""
        tangents = self._renamed(self.operands[k] for k in wrt)
        results = [replace(x, name=f"d{k}") for k, x in enumerate(self.results)]
        return self._derivative("jvp", wrt, tangents, results, _tangents, self.pullback)

    def pullback(self, wrt: Operands) -> "Primitive":
        """The cotangents of the operands in `wrt` from the operands and those of the results."""
        cotangents = self._renamed(self.results)
        results = [replace(self.operands[k], name=f"d{k}") for k in wrt]
        return self._derivative(
            "vjp", wrt, cotangents, results, differentiate.reverse, self.pushforward
        )

    def _renamed(self, specs: Iterable[Spec]) -> list[Spec]:
        """More operands of the shapes of others, with names of their own."""
        return [replace(x, name=f"along_{k}") for k, x in enumerate(specs, len(self.operands))]

    def _derivative(
        self,
        kind: str,
        wrt: Operands,
        more: Sequence[Spec],
        results: Sequence[Spec],
        differentiated: Callable[..., list[Scalar]],
        transpose: "Callable[[Operands], Primitive]",
    ) -> "Primitive":
        if (kind, wrt) not in self._derived:
            name, operands = f"{kind} of {self.name}", (*self.operands, *more)

            def make_trace() -> Trace:
                graph = Graph()
                spans = [
                    Array.of(Span(graph, f"x{k}", 0, prod(spec.shape)), spec.shape)
                    for k, spec in enumerate(operands)
                ]
                count = len(self.operands)
                values, variables = spans[:count], Variables(graph)
                for k in wrt:
                    values[k] = variables.of(spans[k])
                inputs = [x.index for k in wrt for x in values[k].flat]
                outputs = [x for array in self.trace(*values) for x in array.flat]
                weights = [x for array in spans[count:] for x in array.flat]
                derivatives = differentiated(graph, outputs, weights, inputs)
                flat = iter(variables.substituted(derivatives))
                traced = [
                    NamedArray(s.name, s.shape, tuple(islice(flat, prod(s.shape)))) for s in results
                ]
                named = [NamedArray(f"x{k}", x.shape, x.flat) for k, x in enumerate(spans)]
                return Trace(graph, tuple(named), tuple(traced))

            def make_kernel(dtype: str) -> Kernel:
                return kernel_of_trace(derivative.trace, operands, results, dtype, name)

            derivative = self._derived[kind, wrt] = Primitive(
                name,
                make_trace,
                (operands, results),
                make_kernel,
                linear=tuple(range(len(self.operands), len(operands))),
                transpose=partial(transpose, wrt),
            )
        return self._derived[kind, wrt]

    def __repr__(self) -> str:
        return f"<primitive {self.name}>"


def kernel_of_trace(
    trace: Trace, operands: Sequence[Spec], results: Sequence[Spec], dtype: str, name: str
) -> Kernel:
    """The kernel of a trace, whose results are a tuple."""
    trace = drop_implicit_derivatives(trace)
    program = Program.of(trace, operands, results, dtype, "results")
    return Kernel(CompiledProgram(program, lambda: trace, name), program.pack)


def _tangents(
    graph: Graph, outputs: Sequence[Scalar], tangents: Sequence[Scalar], inputs: Sequence[int]
) -> list[Scalar]:
    """The derivatives of outputs along the tangents of inputs."""
    seeds = {node: {0: x} for node, x in zip(inputs, tangents, strict=True)}
    return [row.get(0, 0) for row in differentiate.forward(graph, outputs, seeds)]
