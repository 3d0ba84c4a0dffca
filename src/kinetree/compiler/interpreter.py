"""Interpreter of lowered traces on NumPy arrays: the reference for the bits of kernels."""

import ctypes
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

import numpy as np

from ..scalar.expr import Expr
from ..scalar.loops import Loop, unrolled
from ..scalar.products import ProductShape, factors
from ..scalar.replay import Trace
from ..scalar.spans import Span, roots, row_items, source_of
from . import fused, llvm
from .array_layout import immortal, numpy_functions
from .machine_code import MachineCode
from .passes import lower
from .precision import PRECISIONS

Values = dict[int, Any]

_FMA: Final = """
declare double @llvm.fma.f64(double, double, double)
declare float @llvm.fma.f32(float, float, float)
define void @loop(ptr %arrays, ptr %count, ptr %steps, ptr %data) {
  POINTERS
  %n = load i64, ptr %count
  %none = icmp eq i64 %n, 0
  br i1 %none, label %done, label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  PHIS
  %v0 = load NUMBER, ptr %p0
  %v1 = load NUMBER, ptr %p1
  %v2 = load NUMBER, ptr %p2
  %v3 = call NUMBER @llvm.fma.SUFFIX(NUMBER %v0, NUMBER %v1, NUMBER %v2)
  store NUMBER %v3, ptr %p3
  %next = add i64 %i, 1
  ADDITIONS
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}"""
_FMA_LINES: Final = {
    "POINTERS": """
  %at{k} = getelementptr ptr, ptr %arrays, i64 {k}
  %first{k} = load ptr, ptr %at{k}
  %by{k} = getelementptr i64, ptr %steps, i64 {k}
  %step{k} = load i64, ptr %by{k}""",
    "PHIS": "\n  %p{k} = phi ptr [ %first{k}, %0 ], [ %next{k}, %loop ]",
    "ADDITIONS": "\n  %next{k} = getelementptr i8, ptr %p{k}, i64 %step{k}",
}
_UFUNC_FROM_LOOPS: Final = 1
"""The index of PyUFunc_FromFuncAndData in NumPy's table of functions."""


@lru_cache
def _fused_multiply_add() -> Any:
    """a b + c, rounded once, as a universal function of NumPy, which does not have it."""
    codes: list[MachineCode] = []
    for number, suffix in (("double", "f64"), ("float", "f32")):
        text = _FMA.replace("NUMBER", number).replace("SUFFIX", suffix)
        for name, lines in _FMA_LINES.items():
            text = text.replace(name, "".join(lines.format(k=k) for k in range(4)))
        codes.append(MachineCode.from_ir(text, "loop"))
    entry = numpy_functions("_UFUNC_API")[_UFUNC_FROM_LOOPS]
    integers, texts = [ctypes.c_int] * 4, [ctypes.c_char_p] * 2
    arrays = [ctypes.c_void_p] * 3
    make = ctypes.PYFUNCTYPE(ctypes.py_object, *arrays, *integers, *texts, ctypes.c_int)(entry)
    loops = (ctypes.c_void_p * 2)(*(x.addresses["loop"] for x in codes))
    none = (ctypes.c_void_p * 2)()
    types = (ctypes.c_char * 8)(*[np.dtype("f8").num] * 4, *[np.dtype("f4").num] * 4)
    immortal((codes, loops, none, types))
    return make(loops, none, types, 2, 3, 1, -1, b"fma", b"", 0)


def _fma(dtype: str, *operands: Any) -> Any:
    """a b + c, rounded once."""
    if llvm.available():
        return _fused_multiply_add()(*operands)
    return fused.fma(dtype, *np.broadcast_arrays(*operands))


def _pow2(dtype: str, n: Any) -> Any:
    p = PRECISIONS[dtype]
    moved = n + np.dtype(dtype).type(2.0**p.fraction_bits + p.bias)
    return (_bits(moved) << p.fraction_bits).view(dtype)


def _exponent(dtype: str, x: Any) -> Any:
    p = PRECISIONS[dtype]
    return (_bits(x) >> p.fraction_bits).astype(dtype) - np.dtype(dtype).type(p.bias)


def _significand(dtype: str, x: Any) -> Any:
    p = PRECISIONS[dtype]
    fraction = _bits(x) & ((1 << p.fraction_bits) - 1)
    return (fraction | p.bias << p.fraction_bits).view(dtype)


def _bits(x: Any) -> Any:
    """The bits of numbers, as integers of their size."""
    return np.asarray(x).view(f"u{x.dtype.itemsize}")


_where: Final[Callable[..., Any]] = np.where


def _minimum(x: Any, y: Any) -> Any:
    """The smaller one, and -0.0 of two zeros, of which NumPy returns either."""
    return _where(np.equal(x, y), _where(np.signbit(x), x, y), np.minimum(x, y))


def _maximum(x: Any, y: Any) -> Any:
    return _where(np.equal(x, y), _where(np.signbit(x), y, x), np.maximum(x, y))


_OPERATIONS: Final[dict[str, Callable[..., Any]]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "neg": np.negative,
    "abs": np.abs,
    "sqrt": np.sqrt,
    "minimum": _minimum,
    "maximum": _maximum,
    "rint": np.rint,
    "copysign": np.copysign,
    "lt": np.less,
    "le": np.less_equal,
    "eq": np.equal,
    "and": np.logical_and,
    "or": np.logical_or,
    "not": np.logical_not,
    "select": _where,
}


def _matrix_product(
    scalars: Sequence[Any], shape: ProductShape, fma: Callable[..., Any]
) -> list[Any]:
    """The elements of a matrix product, summed from left to right."""
    n, _, m, *_ = shape
    elements: list[Any] = []
    for k in range(n * m):
        row, column = factors(scalars, shape, k)
        total = row[0] * column[0]
        for a, b in zip(row[1:], column[1:], strict=True):
            total = fma(a, b, total)
        elements.append(total)
    return elements


@lru_cache
def _operations(dtype: str) -> Mapping[str, Callable[..., Any]]:
    ops = {"fma": _fma, "pow2": _pow2, "exponent": _exponent, "significand": _significand}
    return {**_OPERATIONS, **{op: partial(function, dtype) for op, function in ops.items()}}


def interpret(trace: Trace, *operands: Any, dtype: str = "float64") -> list[Any]:
    """Results of `trace` for arrays with leading batch axes, computed node by node."""
    return interpret_lowered(lower(trace, dtype), *operands, dtype=dtype)


def interpret_lowered(trace: Trace, *operands: Any, dtype: str) -> list[Any]:
    """Results of a trace that is lowered."""
    shapes: list[tuple[int, ...]] = []
    columns: list[list[Any]] = []
    for operand, value in zip(trace.operands, operands, strict=True):
        array = np.asarray(value, dtype=dtype)
        batch = array.shape[: array.ndim - len(operand.shape)]
        shapes.append(batch)
        columns.append(list(np.moveaxis(array.reshape((*batch, len(operand.elements))), -1, 0)))
    results = _evaluate(trace, columns, dtype)
    batch = np.broadcast_shapes(*shapes)
    return [
        _result(elements, x.shape, batch, dtype)
        for elements, x in zip(results, trace.results, strict=True)
    ]


def _evaluate(trace: Trace, columns: Sequence[Sequence[Any]], dtype: str) -> list[list[Any]]:
    """The elements of all results for those of all operands."""
    values: Values = {}
    for operand, column in zip(trace.operands, columns, strict=True):
        values |= {x.index: y for x, y in zip(operand.elements, column, strict=True)}
    _run(trace, values, dtype)
    number = np.dtype(dtype).type

    def element(x: Any) -> Any:
        if type(x) is not Expr:
            return number(x)
        found = source_of(trace.graph, x.index)
        if found is not None and isinstance(found[0], int):
            return values[found[0]][found[1]]
        return values[x.index]

    return [[element(x) for x in result.elements] for result in trace.results]


def _run_loop(loop: Loop, args: Sequence[Any], dtype: str) -> list[Any]:
    """The elements of a loop: its final carry and its results."""

    def step(carry: Sequence[Any], x: Sequence[Sequence[Any]]) -> Any:
        first, *others = _evaluate(loop.body, [carry, captured, *x], dtype)
        return first, others

    captured, rows = args[loop.carry_size : loop.scalars], args[loop.scalars :]
    final, outputs = unrolled(
        step, args[: loop.carry_size], rows, loop.part_sizes, loop.length, loop.backward, loop.until
    )
    return [*final, *(x for row in outputs for x in row)]


def _run(trace: Trace, values: Values, dtype: str) -> None:
    """Compute all live nodes into `values`, and delete those that are no longer used."""
    graph, operations, number = trace.graph, _operations(dtype), np.dtype(dtype).type
    nodes = trace.nodes
    last = {a: i for i in nodes for a in graph.args[i]}
    needed = {*roots(result.elements for result in trace.results)}
    needed |= {i for i in nodes if graph.ops[i] == "input"}
    with np.errstate(all="ignore"):
        for i in nodes:
            op = graph.ops[i]
            if op == "const":
                values[i] = number(graph.data[i][1])
            elif op == "matmul":
                args = [values[a] for a in graph.args[i]]
                values[i] = _matrix_product(args, graph.data[i], operations["fma"])
            elif op == "element":
                values[i] = values[graph.args[i][0]][graph.data[i]]
            elif op == "row":
                values[i] = [values[a] for a in graph.args[i]]
            elif op == "span":
                span = Span.of(graph, i)
                if isinstance(span.source, int):
                    values[i] = values[span.source][span.start : span.start + span.length]
                else:
                    values[i] = [values[a] for a in row_items(graph, i)]
            elif op == "loop":
                values[i] = _run_loop(graph.data[i], [values[a] for a in graph.args[i]], dtype)
            elif op != "input":
                values[i] = operations[op](*[values[a] for a in graph.args[i]])
                for a in graph.args[i]:
                    if last[a] == i and a not in needed:
                        values.pop(a, None)


def _result(
    elements: Sequence[Any], shape: tuple[int, ...], batch: tuple[int, ...], dtype: str
) -> Any:
    result = np.empty((*batch, len(elements)), dtype)
    for j, x in enumerate(elements):
        result[..., j] = x
    return result.reshape((*batch, *shape))
