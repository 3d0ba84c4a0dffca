"""What a kernel computes, without how: its operands, results and properties.

Several results are a NamedTuple; packed results have no structural zeros and no repetitions.
"""

import collections
import functools
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import ShapeError
from ..scalar.expr import Expr, Scalar, is_zero
from ..scalar.graph import Graph
from ..scalar.loops import LoopNode
from ..scalar.replay import NamedArray, Trace
from ..scalar.spans import Part, Span, joined, parts, roots
from . import cache
from .batch import Spec
from .passes import operation_count

Pack = Callable[..., Any]


@functools.cache
def named_results(title: str, names: tuple[str, ...]) -> Pack:
    """A NamedTuple of results."""
    make: Any = collections.namedtuple  # pyright: ignore[reportUntypedNamedTuple]
    named = make(title if title.isidentifier() else "results", names)
    named.__reduce__ = lambda self: (_named, (title, names, tuple(self)))  # pyright: ignore
    return named


def _named(title: str, names: tuple[str, ...], values: tuple[object, ...]) -> object:
    return named_results(title, names)(*values)


@dataclass(frozen=True)
class Packing:
    """Positions of the numbers of a packed result in the dense one."""

    shape: tuple[int, ...]
    """Shape of the dense result, without batch axes."""
    indices: NDArray[np.intp]
    """(ndim, n): indices of the n elements that are not always zero, in C order."""
    numbers: NDArray[np.intp]
    """(n,): index of each of them among the packed numbers."""

    def dense(self, packed: ArrayLike) -> NDArray[np.float64]:
        """The dense result (..., *shape) of packed numbers (..., m); ShapeError where m differs."""
        packed = np.asarray(packed)
        count = int(self.numbers.max(initial=-1)) + 1
        if packed.shape[-1:] != (count,):
            expected = f"(..., {count}), as the kernel of this packing returns them"
            raise ShapeError(f"packed numbers have shape {packed.shape}; expected {expected}.")
        dense, size = packed, math.prod(self.shape)
        if count != size:  # else all numbers are there, each once
            dense = np.zeros((*packed.shape[:-1], size), packed.dtype)
            dense[..., self.filled] = packed[..., self.numbers]
        return dense.reshape((*packed.shape[:-1], *self.shape))

    @classmethod
    def of(cls, shape: tuple[int, ...], filled: Sequence[int], numbers: Sequence[int]) -> "Packing":
        """The packing of elements at positions in the flat result."""
        every = np.indices(shape, int).reshape(len(shape), math.prod(shape))
        return cls(shape, every[:, np.array(filled, int)], np.array(numbers, int))

    @property
    def filled(self) -> NDArray[np.intp]:
        """Positions of the elements in the flat result."""
        steps = [math.prod(self.shape[k + 1 :]) for k in range(len(self.shape))]
        return np.array(steps, int) @ self.indices


def packed_trace(trace: Trace) -> tuple[Trace, tuple[Packing, ...]]:
    """The trace whose results hold each number once, without zeros, and their packings."""
    results: list[NamedArray] = []
    packings: list[Packing] = []
    for result in trace.results:
        filled = [k for k, x in enumerate(result.elements) if not is_zero(x)]
        entries = [result.elements[k] for k in filled]
        names = [x.index if type(x) is Expr else repr(x) for x in entries]
        order = {name: k for k, name in enumerate(dict.fromkeys(names))}
        first = dict(zip(reversed(names), reversed(entries), strict=True))
        results.append(NamedArray(result.name, (len(order),), tuple(first[name] for name in order)))
        packings.append(Packing.of(result.shape, filled, [order[name] for name in names]))
    return Trace(trace.graph, trace.operands, tuple(results)), tuple(packings)


@dataclass(frozen=True)
class Program:
    """Operands, results and properties of a kernel, without its trace."""

    dtype: str
    operands: tuple[Spec, ...]
    results: tuple[Spec, ...]
    title: str | None
    """Name of the NamedTuple of several results."""
    operation_count: int
    filled: tuple[str, ...]
    """Structurally non-zero elements of each result, as hexadecimal bits."""
    digest: str
    """The digest of its trace."""
    packing: tuple[Packing, ...] = ()
    """Positions of the numbers of packed results."""
    product_operations: int = 0
    """The operations of matrix products."""
    methods: tuple[str, ...] = ()
    """Those chosen for this robot: "aba by mass_matrix"."""

    @classmethod
    def of(
        cls,
        trace: Trace,
        operands: Sequence[Spec],
        results: Sequence[Spec],
        dtype: str,
        title: str | None,
        packing: tuple[Packing, ...] = (),
    ) -> "Program":
        filled = tuple(np.packbits(_filled(x)).tobytes().hex() for x in trace.results)
        counts = operation_count(trace, dtype), filled, trace_digest(trace), packing
        arrays = tuple(operands), tuple(results)
        methods = tuple(f"{name} by {method}" for name, method in trace.graph.choices.items())
        return cls(dtype, *arrays, title, *counts, trace.product_operations, methods)

    @property
    def sparsity(self) -> list[NDArray[np.bool_]]:
        """For each result, which of its elements are structurally non-zero."""
        arrays: list[NDArray[np.bool_]] = []
        for spec, bits in zip(self.results, self.filled, strict=True):
            raw = np.frombuffer(bytes.fromhex(bits), np.uint8)
            size = int(np.prod(spec.shape, dtype=int))
            arrays.append(np.unpackbits(raw, count=size).astype(bool).reshape(spec.shape))
        return arrays

    @property
    def pack(self) -> Pack | None:
        """The NamedTuple of several results."""
        if self.title is None:
            return None
        return named_results(self.title, tuple(spec.name for spec in self.results))

    @property
    def cost(self) -> int:
        """The work for a sample in operations, loads and stores included."""
        accesses = sum(int(np.prod(s.shape)) for s in (*self.operands, *self.results))
        return self.operation_count + 8 * accesses + 1

    def record(self) -> cache.Record:
        """All fields as JSON values."""
        specs = {
            key: [[s.name, s.shape, s.labels] for s in getattr(self, key)]
            for key in ("operands", "results")
        }
        packing = [[x.shape, x.filled.tolist(), x.numbers.tolist()] for x in self.packing]
        return {**vars(self), **specs, "packing": packing}

    @classmethod
    def from_record(cls, record: cache.Record) -> "Program":
        packing = tuple(Packing.of(tuple(n), *rest) for n, *rest in record["packing"])
        record = {**record, "filled": tuple(record["filled"]), "packing": packing}
        for key in ("operands", "results"):
            record[key] = tuple(
                Spec(name, tuple(n), tuple(labels)) for name, n, labels in record[key]
            )
        return cls(**record)


def trace_digest(trace: Trace) -> str:
    """A digest of a trace, without the names of its arrays."""
    spans = (x.elements for x in trace.operands)
    names = {str(x.source): f"#{k}" for k, x in enumerate(spans) if isinstance(x, Span)}
    record = trace_record(trace, names)
    for key in ("operands", "results"):
        record[key] = [described for _, *described in record[key]]
    return cache.digest(json.dumps(record, default=repr))


def trace_record(trace: Trace, names: Mapping[str, str] | None = None) -> cache.Record:
    """A trace as JSON values: its live nodes, renumbered, and the elements of its arrays.

    Operands that are spans have other `names` in it where these are given.
    """
    graph, names = trace.graph, names or {}
    nodes = sorted({*trace.nodes, *roots(x.elements for x in trace.operands)})
    number = {node: k for k, node in enumerate(nodes)}
    sources: dict[Any, Any] = {**number, **names}

    def part(x: Part) -> object:
        if isinstance(x, Span):
            return {"source": sources.get(x.source, x.source), "start": x.start, "count": x.length}
        return [[number[e.index]] if type(e) is Expr else e for e in x]

    def data(i: int) -> object:
        value = graph.data[i]
        if graph.ops[i] == "loop":
            loop = value.length, value.backward, value.until, value.tables, value.whole
            return [trace_record(value.body), *loop, value.dense]
        if graph.ops[i] == "numbers":
            return value.hex()
        if graph.ops[i] in ("input", "span"):
            return [names.get(value[0], value[0]), *value[1:]]
        return value[1] if graph.ops[i] == "const" else value

    return {
        "nodes": [[graph.ops[i], [number[a] for a in graph.args[i]], data(i)] for i in nodes],
        **{
            key: [[x.name, x.shape, [part(p) for p in parts(x.elements)]] for x in arrays]
            for key, arrays in (("operands", trace.operands), ("results", trace.results))
        },
    }


def recorded_trace(record: cache.Record) -> Trace:
    """The trace of a record."""
    graph = Graph()
    nodes: list[int] = []

    def part(x: cache.Record | list[Scalar]) -> Part:
        if isinstance(x, dict):
            source = x["source"]
            source = nodes[source] if isinstance(source, int) else source
            return Span(graph, source, x["start"], x["count"])
        return tuple([element(e) for e in x])

    def element(x: Scalar) -> Scalar:
        return Expr(graph, nodes[cast(int, x[0])]) if isinstance(x, list) else x

    def data(op: str, x: Any) -> object:
        if op == "loop":
            return LoopNode(recorded_trace(x[0]), *x[1:-1], dense=tuple(x[-1]))
        if op == "numbers":
            return bytes.fromhex(x)
        return tuple(cast(list[Any], x)) if type(x) is list else x

    def arrays(key: str) -> tuple[NamedArray, ...]:
        return tuple(
            NamedArray(name, tuple(shape), joined([part(p) for p in listed]))
            for name, shape, listed in record[key]
        )

    for op, args, more in cast(list[tuple[str, list[int], Any]], record["nodes"]):
        if op == "const":
            nodes.append(graph.constant(more))
        else:
            nodes.append(graph.node(op, tuple(nodes[a] for a in args), data(op, more)))
    return Trace(graph, arrays("operands"), arrays("results"))


def _filled(result: NamedArray) -> NDArray[np.bool_]:
    """Which elements are structurally non-zero."""
    filled = [
        [True] * len(part) if isinstance(part, Span) else [not is_zero(x) for x in part]
        for part in parts(result.elements)
    ]
    return np.array([x for part in filled for x in part], bool)
