"""C99 of lowered traces: one statement an operation, with the bits of the kernels."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from ..compiler.passes import lower
from ..compiler.precision import PRECISIONS
from ..scalar.expr import Expr
from ..scalar.loops import Loop
from ..scalar.products import factors
from ..scalar.replay import Trace
from ..scalar.spans import Span, row_items, source_of

NUMBERS: Final = {"float64": "double", "float32": "float"}
"""Types of C by dtype."""

_BINARY: Final = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
_COMPARED: Final = {"lt": "<", "le": "<=", "eq": "=="}
_LOGICAL: Final = {"and": "&", "or": "|"}
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_DECLARED: Final = re.compile(r"\s*const \w+ (\w+)(?:\[\])? = ")
_OF_MATH: Final = ("sqrt", "rint", "copysign", "fma")

_HELPERS: Final = {
    "kt_pow2": """\
static inline NUMBER kt_pow2(NUMBER n) {
  BITS bits;
  NUMBER x = n + MOVED;
  memcpy(&bits, &x, sizeof x);
  bits <<= SHIFT;
  memcpy(&x, &bits, sizeof x);
  return x;
}
""",
    "kt_exponent": """\
static inline NUMBER kt_exponent(NUMBER x) {
  BITS bits;
  memcpy(&bits, &x, sizeof x);
  return (NUMBER)(bits >> SHIFT) - BIAS;
}
""",
    "kt_significand": """\
static inline NUMBER kt_significand(NUMBER x) {
  BITS bits;
  memcpy(&bits, &x, sizeof x);
  bits = (bits & FRACTION) | ONE;
  memcpy(&x, &bits, sizeof x);
  return x;
}
""",
    "kt_differ": """\
static int kt_differ(const NUMBER *a, const NUMBER *b, int n) {
  for (int k = 0; k < n; ++k)
    if (memcmp(a + k, b + k, sizeof *a) && (a[k] == a[k] || b[k] == b[k])) return 1;
  return 0;
}
""",
    "kt_minimum": """\
static inline NUMBER kt_minimum(NUMBER a, NUMBER b) {
  return a == b ? (signbit(a) ? a : b) : a < b ? a : b < a ? b : a + b;
}
""",
    "kt_maximum": """\
static inline NUMBER kt_maximum(NUMBER a, NUMBER b) {
  return a == b ? (signbit(a) ? b : a) : a > b ? a : b > a ? b : a + b;
}
""",
}
"""Functions of C that statements call, by name; capitals stand for what depends on the type."""


@dataclass
class _Function:
    """The statements of one trace, and of the loops in it."""

    number: str
    lines: list[str] = field(default_factory=list[str])
    count: int = 0
    """Names used so far."""
    numbers: int = 0
    """Numbers that the statements keep, an upper bound of the stack."""

    def name(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def add(self, indent: int, line: str) -> None:
        self.lines.append("  " * indent + line)

    def array(self, indent: int, elements: Sequence[str]) -> str:
        """A new array with these elements; the array that they are a part of, if they are."""
        part = _part_of_array(elements)
        if part is not None:
            return part
        name = self.name("r")
        self.numbers += len(elements)
        self.add(indent, f"const {self.number} {name}[] = {{{', '.join(elements)}}};")
        return name


def c_function(trace: Trace, dtype: str, parameters: Sequence[str]) -> tuple[list[str], int]:
    """The statements of a function, and the numbers that it keeps.

    `parameters` are the names of its operands, then of its results, which are written at the end:
    they may be the operands.
    """
    trace = lower(trace, dtype)
    function = _Function(NUMBERS[dtype])
    operands = parameters[: len(trace.operands)]
    columns = [_elements(n, x) for n, x in zip(operands, trace.operands, strict=True)]
    values = _run(function, trace, columns, 1)
    for name, elements in zip(parameters[len(trace.operands) :], values, strict=True):
        for k, value in enumerate(elements):
            function.add(1, f"{name}[{k}] = {value};")
    lines = _needed(function.lines)
    read = set(_NAME.findall("\n".join(lines)))
    unread = [f"  (void){name};" for name in operands if name not in read]
    return unread + lines, function.numbers


def _needed(lines: Sequence[str]) -> list[str]:
    """The statements without constants that no later one reads, as zeros of a product leave."""
    kept: list[str] = []
    read: set[str] = set()
    for line in reversed(lines):
        declared = _DECLARED.match(line)
        if declared is None or declared[1] in read:
            read |= set(_NAME.findall(line))
            kept.append(line)
    return kept[::-1]


def helpers(text: str, dtype: str) -> list[str]:
    """Definitions of the functions that statements call."""
    p, number = PRECISIONS[dtype], NUMBERS[dtype]
    size = np.dtype(dtype).itemsize * 8
    named = {
        "NUMBER": number,
        "BITS": f"uint{size}_t",
        "MOVED": literal(2.0**p.fraction_bits + p.bias, number),
        "SHIFT": str(p.fraction_bits),
        "BIAS": literal(p.bias, number),
        "FRACTION": f"UINT{size}_C({(1 << p.fraction_bits) - 1:#x})",
        "ONE": f"UINT{size}_C({p.bias << p.fraction_bits:#x})",
    }
    called = "".join(x for name, x in _HELPERS.items() if f"{name}(" in text)
    return [re.sub("|".join(named), lambda found: named[found[0]], called)] if called else []


def _elements(name: str, operand: Any) -> list[str]:
    return [f"{name}[{k}]" for k in range(len(operand.elements))]


def _run(
    out: _Function, trace: Trace, columns: Sequence[Sequence[str]], indent: int
) -> list[list[str]]:
    """Add the statements of a trace for operands; the elements of its results."""
    graph, values = trace.graph, dict[int, Any]()
    for operand, column in zip(trace.operands, columns, strict=True):
        values |= {x.index: y for x, y in zip(operand.elements, column, strict=True)}
    for i in trace.nodes:
        op, args = graph.ops[i], [values[a] for a in graph.args[i]]
        match op:
            case "input":
                pass
            case "const":
                values[i] = literal(graph.data[i][1], out.number)
            case "element":
                values[i] = f"{args[0]}[{graph.data[i]}]"
            case "row":
                values[i] = args
            case "span":
                values[i] = _span(trace, values, i)
            case "matmul":
                values[i] = _product(out, args, graph.data[i], indent)
            case "loop":
                values[i] = _loop(out, args, graph.data[i], indent)
            case _:
                values[i] = _statement(out, op, args, indent)

    def element(x: Any) -> str:
        if type(x) is not Expr:
            return literal(x, out.number)
        found = source_of(graph, x.index)
        if found is not None and isinstance(found[0], int):
            return f"{values[found[0]]}[{found[1]}]"
        return values[x.index]

    return [[element(x) for x in result.elements] for result in trace.results]


def _span(trace: Trace, values: dict[int, Any], i: int) -> list[str]:
    span = Span.of(trace.graph, i)
    if isinstance(span.source, int):
        array = values[span.source]
        return [f"{array}[{span.start + k}]" for k in range(span.length)]
    return [values[a] for a in row_items(trace.graph, i)]


def _statement(out: _Function, op: str, args: Sequence[str], indent: int) -> str:
    """A new constant with the value of one operation."""
    single = out.number == "float"
    if op in _COMPARED or op in _LOGICAL or op == "not":
        name = out.name("b")
        sign = {**_COMPARED, **_LOGICAL}.get(op)
        value = f"!{args[0]}" if sign is None else f"{args[0]} {sign} {args[1]}"
        out.add(indent, f"const int {name} = {value};")
        return name
    if op in _BINARY:
        value = f"{args[0]} {_BINARY[op]} {args[1]}"
    elif op == "neg":
        value = f"-{args[0]}"
    elif op == "select":
        value = f"{args[0]} ? {args[1]} : {args[2]}"
    elif op == "abs":
        value = f"fabs{'f' * single}({args[0]})"
    elif op in _OF_MATH:
        value = f"{op}{'f' * single}({', '.join(args)})"
    else:
        value = f"kt_{op}({', '.join(args)})"
    name = out.name("x")
    out.numbers += 1
    out.add(indent, f"const {out.number} {name} = {value};")
    return name


def _product(out: _Function, args: Sequence[str], shape: Any, indent: int) -> str:
    """A matrix product, each element summed from left to right."""
    n, _, m, *_ = shape
    name = out.name("m")
    out.numbers += n * m
    out.add(indent, f"{out.number} {name}[{n * m}];")
    fma = "fmaf" if out.number == "float" else "fma"
    for k in range(n * m):
        row, column = factors(args, shape, k)
        total = f"{row[0]} * {column[0]}"
        for a, b in zip(row[1:], column[1:], strict=True):
            total = f"{fma}({a}, {b}, {total})"
        out.add(indent, f"{name}[{k}] = {total};")
    return name


def _loop(out: _Function, args: Sequence[Any], loop: Loop, indent: int) -> str:
    """A loop over the parts of rows: an array of the last carry and of all results."""
    name, carry, t = out.name("l"), out.name("c"), out.name("t")
    size, starts = loop.carry_size, loop.result_starts
    total = starts[-1]
    out.numbers += total + 2 * size
    captured = out.array(indent, args[size : loop.scalars] or ["0"])
    rows = [out.array(indent, row or ["0"]) for row in args[loop.scalars :]]
    out.add(indent, f"{out.number} {name}[{max(total, 1)}];")
    out.add(indent, f"{out.number} {carry}[{max(size, 1)}] = {{{', '.join(args[:size]) or '0'}}};")
    running = f" && {carry}[{size - 1}] != 0" if loop.until else ""
    order = f"{t} = {loop.length - 1}; {t} >= 0{running}; --{t}"
    if not loop.backward:
        order = f"{t} = 0; {t} < {loop.length}{running}; ++{t}"
    out.add(indent, f"for (long long {order}) {{")
    parts = [
        [f"({row})[{t} * {w} + {k}]" for k in range(w)]
        for row, w in zip(rows, loop.part_sizes, strict=True)
    ]
    start = [f"{carry}[{k}]" for k in range(size)]
    read = [f"({captured})[{k}]" for k in range(loop.captured_size)]
    final, *results = _run(out, loop.body, [start, read, *parts], indent + 1)
    for first, width, values in zip(starts, loop.result_sizes, results, strict=False):
        for k, value in enumerate(values):
            out.add(indent + 1, f"{name}[{first} + {t} * {width} + {k}] = {value};")
    new = [out.name("n") for _ in final]
    for name_k, value in zip(new, final, strict=True):
        out.add(indent + 1, f"const {out.number} {name_k} = {value};")
    for k, name_k in enumerate(new):
        out.add(indent + 1, f"{carry}[{k}] = {name_k};")
    out.add(indent, "}")
    for k in range(size):
        out.add(indent, f"{name}[{k}] = {carry}[{k}];")
    return name


def _part_of_array(elements: Sequence[str]) -> str | None:
    """A pointer to consecutive elements of one array."""
    base, bracket, first = elements[0].rpartition("[") if elements else ("", "", "")
    number = first.removesuffix("]")
    if not bracket or not number.isdecimal():
        return None
    start = int(number)
    same = all(x == f"{base}[{start + k}]" for k, x in enumerate(elements))
    return f"{base} + {start}" if same else None


def literal(x: Any, number: str) -> str:
    """A number in C."""
    value = float(x)
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    text = value.hex() + ("f" if number == "float" else "")
    return f"({text})" if text.startswith("-") else text
