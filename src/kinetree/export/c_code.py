"""C99 of lowered traces: one statement an operation, with the bits of the kernels."""

import math
import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from ..compiler.interpreter import Visitor, walk
from ..compiler.operations import OPERATIONS
from ..compiler.passes import lower
from ..compiler.precision import PRECISIONS
from ..scalar.expr import Scalar
from ..scalar.graph import BOOLEAN, Data
from ..scalar.loops import LoopNode
from ..scalar.products import ProductShape, factors
from ..scalar.replay import Trace

NUMBERS: Final = {"float64": "double", "float32": "float"}
"""Types of C by dtype."""

_HELPERS: Final = """\
static inline NUMBER kt_pow2(NUMBER n) {
  BITS bits;
  NUMBER x = n + MOVED;
  memcpy(&bits, &x, sizeof x);
  bits <<= SHIFT;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static inline NUMBER kt_exponent(NUMBER x) {
  BITS bits;
  memcpy(&bits, &x, sizeof x);
  return (NUMBER)(bits >> SHIFT) - BIAS;
}

static inline NUMBER kt_significand(NUMBER x) {
  BITS bits;
  memcpy(&bits, &x, sizeof x);
  bits = (bits & FRACTION) | ONE;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static inline uint32_t kt_word(NUMBER x) {
  BITS bits;
  memcpy(&bits, &x, sizeof x);
  return (uint32_t)bits;
}

static inline NUMBER kt_number(BITS word) {
  NUMBER x;
  memcpy(&x, &word, sizeof x);
  return x;
}

static inline NUMBER kt_fraction(uint32_t a, uint32_t b) {
  if (sizeof(NUMBER) == 4) return (NUMBER)(a >> 8) * UNIT;
  return (NUMBER)((uint64_t)(a >> 5) << 26 | b >> 6) * UNIT;
}

static inline NUMBER kt_minimum(NUMBER a, NUMBER b) {
  return a == b ? (signbit(a) ? a : b) : a < b ? a : b < a ? b : a + b;
}

static inline NUMBER kt_maximum(NUMBER a, NUMBER b) {
  return a == b ? (signbit(a) ? b : a) : a > b ? a : b > a ? b : a + b;
}
"""
"""Functions of C that statements call; capitals stand for what depends on the type."""
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_DECLARED: Final = re.compile(r"\s*const \w+ (\w+)(?:\[\])? = ")


class _Function(Visitor[str]):
    """The statements of one trace, and of the loops in it."""

    def __init__(self, dtype: str) -> None:
        self.number, self.end = NUMBERS[dtype], "f" if dtype == "float32" else ""
        self.lines: list[str] = []
        self.numbers = 0
        """Numbers that the statements keep, an upper bound of the stack."""
        self._count, self._indent = 0, 1

    def add(self, line: str) -> None:
        self.lines.append("  " * self._indent + line)

    def name(self, letter: str) -> str:
        self._count += 1
        return f"{letter}{self._count}"

    def constant(self, x: Scalar) -> str:
        return literal(x, self.number)

    def operation(self, op: str, args: Sequence[str]) -> str:
        """A new constant with the value of one operation."""
        value = self._expression(op, args)
        if op in BOOLEAN:
            name = self.name("b")
            self.add(f"const int {name} = {value};")
            return name
        name = self.name("x")
        self.numbers += 1
        self.add(f"const {self.number} {name} = {value};")
        return name

    def _expression(self, op: str, args: Sequence[str]) -> str:
        return OPERATIONS[op].c.format(**dict(zip("abc", args, strict=False)), f=self.end)

    def take(self, place: str, row: Sequence[str], data: Data) -> str:
        """A new constant with the element of an array."""
        name, array = self.name("x"), self._array(row)
        self.numbers += 1
        index = f"{data[0]} + {data[1]} * (long long){place}"
        self.add(f"const {self.number} {name} = ({array})[{index}];")
        return name

    def product(self, args: Sequence[str], shape: ProductShape) -> list[str]:
        n, _, m, *_ = shape
        name = self.name("m")
        self.numbers += n * m
        self.add(f"{self.number} {name}[{n * m}];")
        elements = [f"{name}[{k}]" for k in range(n * m)]
        for k, element in enumerate(elements):
            row, column = factors(args, shape, k)
            total = self._expression("mul", (row[0], column[0]))
            for a, b in zip(row[1:], column[1:], strict=True):
                total = self._expression("fma", (a, b, total))
            self.add(f"{element} = {total};")
        return elements

    def loop(self, loop: LoopNode, args: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
        name, carry, t = self.name("l"), self.name("c"), self.name("t")
        size, starts, first = loop.carry_size, loop.result_starts, args[: loop.carry_size]
        self.numbers += starts[-1] + 2 * size
        captured = self._array(args[size:] or ["0"])
        arrays = [self._array(row or ["0"]) for row in rows]
        zeros = " = {0}" if loop.until else ""
        self.add(f"{self.number} {name}[{max(starts[-1], 1)}]{zeros};")
        self.add(f"{self.number} {carry}[{max(size, 1)}] = {{{', '.join(first) or '0'}}};")
        running = f" && {carry}[{size - 1}] != 0" if loop.until else ""
        order = f"{t} = {loop.length - 1}; {t} >= 0{running}; --{t}"
        if not loop.backward:
            order = f"{t} = 0; {t} < {loop.length}{running}; ++{t}"
        self.add(f"for (long long {order}) {{")
        self._indent += 1
        parts = [
            [f"({row})[{t} * {w} + {k}]" for k in range(w)]
            for row, w in zip(arrays, loop.part_sizes, strict=False)
        ]
        start = [f"{carry}[{k}]" for k in range(size)]
        read = [f"({captured})[{k}]" for k in range(loop.scalars - size)]
        tables = rows[len(loop.part_sizes) :]
        final, *results = walk(self, loop.body, [start, read, *parts, *tables])
        for begin, width, values in zip(starts, loop.result_sizes, results, strict=False):
            for k, value in enumerate(values):
                self.add(f"{name}[{begin} + {t} * {width} + {k}] = {value};")
        new = [self.name("n") for _ in final]
        for name_k, value in zip(new, final, strict=True):
            self.add(f"const {self.number} {name_k} = {value};")
        for element, name_k in zip(start, new, strict=True):
            self.add(f"{element} = {name_k};")
        self._indent -= 1
        self.add("}")
        for k, element in enumerate(start):
            self.add(f"{name}[{k}] = {element};")
        return [f"{name}[{k}]" for k in range(starts[-1])]

    def _array(self, elements: Sequence[str]) -> str:
        """A new array with these elements; the array that they are a part of, if they are."""
        base, bracket, first = elements[0].rpartition("[")
        number = first.removesuffix("]")
        if bracket and number.isdecimal():
            start = int(number)
            if all(x == f"{base}[{start + k}]" for k, x in enumerate(elements)):
                return f"{base} + {start}"
        name = self.name("r")
        self.numbers += len(elements)
        self.add(f"const {self.number} {name}[] = {{{', '.join(elements)}}};")
        return name


def c_function(trace: Trace, dtype: str, parameters: Sequence[str]) -> tuple[list[str], int]:
    """The statements of a function, and the numbers that it keeps.

    `parameters` are the names of its operands, then of its results, which are written at the end:
    they may be the operands.
    """
    trace, function = lower(trace, dtype), _Function(dtype)
    operands = parameters[: len(trace.operands)]
    columns = [
        [f"{name}[{k}]" for k in range(len(x.elements))]
        for name, x in zip(operands, trace.operands, strict=True)
    ]
    results = walk(function, trace, columns)
    for name, elements in zip(parameters[len(trace.operands) :], results, strict=True):
        for k, value in enumerate(elements):
            function.add(f"{name}[{k}] = {value};")
    lines = _needed(function.lines)
    read = set(_NAME.findall("\n".join(lines)))
    return [f"  (void){name};" for name in operands if name not in read] + lines, function.numbers


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
        "UNIT": literal(p.epsilon / 2, number),
        "ONE": f"UINT{size}_C({p.bias << p.fraction_bits:#x})",
    }
    functions = _HELPERS.removesuffix("\n").split("\n\n")
    called = "".join(f"{x}\n" for x in functions if re.findall(r"kt_\w+\(", x)[0] in text)
    return [re.sub("|".join(named), lambda match: named[match[0]], called)] if called else []


def literal(x: Scalar, number: str) -> str:
    """A number in C."""
    value = float(x)
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    text = value.hex() + ("f" if number == "float" else "")
    return f"({text})" if text.startswith("-") else text
