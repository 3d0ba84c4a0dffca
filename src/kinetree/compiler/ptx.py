"""PTX, the assembly language of NVIDIA's GPUs, of functions that are written in LLVM IR.

A vector of IR is a number of each thread here: a warp's 32 threads are its lanes. In memory it is a
row of 32 numbers, of which every thread reads and writes its own, so that addresses are a pointer
and an immediate offset, and neighbours access neighbours. Arithmetic is rounded to nearest, and is
fused only where the IR is: the results have the bits of a CPU's.
"""

import re
import struct
from dataclasses import dataclass
from typing import Final

import numpy as np

from .ir_builder import WARP

_TYPES: Final = {
    "double": "f64",
    "float": "f32",
    "i1": "pred",
    "i64": "b64",
    "ptr": "b64",
    "i32": "b32",
}
_SIZES: Final = {"double": 8, "float": 4, "i64": 8, "ptr": 8, "i32": 4, "i8": 1, "[2 x i32]": 8}
_TEMPLATES: Final = {  # d is the value, t its type in PTX; a, b, c are the arguments
    "fadd": "add.rn.{t} {d}, {a}, {b};",
    "fsub": "sub.rn.{t} {d}, {a}, {b};",
    "fmul": "mul.rn.{t} {d}, {a}, {b};",
    "fdiv": "div.rn.{t} {d}, {a}, {b};",
    "fneg": "neg.{t} {d}, {a};",
    "and": "and.{t} {d}, {a}, {b};",
    "or": "or.{t} {d}, {a}, {b};",
    "add": "add.s64 {d}, {a}, {b};",
    "mul": "mul.lo.s64 {d}, {a}, {b};",
    "shl": "shl.{t} {d}, {a}, {b};",
    "lshr": "shr.u{bits} {d}, {a}, {b};",
}
_INTRINSICS: Final = {
    "sqrt": "sqrt.rn.{t} {d}, {a};",
    "fabs": "abs.{t} {d}, {a};",
    "fma": "fma.rn.{t} {d}, {a}, {b}, {c};",
    "rint": "cvt.rni.{t}.{t} {d}, {a};",
    "copysign": "copysign.{t} {d}, {b}, {a};",
}
_EXTREMA: Final = {"minimum": "min", "maximum": "max"}
_COMPARISONS: Final = {"olt": "lt", "ole": "le", "oeq": "eq", "une": "neu"}
_CONVERSIONS: Final = {
    "zext": "cvt.u64.u32 {d}, {a};",
    "bitcast": "mov.b{bits} {d}, {a};",
}
_TABLE: Final = re.compile(r"@(\S+) = private constant \[(\d+) x i32\] \[(.*)\]")
_HEAD: Final = re.compile(r"define hidden void @(\S+)\((.*)\) noinline \{")
_VALUE: Final = re.compile(r"(%\S+) = (\w+) (.*)")
_VARIABLE: Final = re.compile(r"(.+) \[ (\S+), %0 \], \[ (\S+), %loop \]")
_TYPE: Final = re.compile(r"<\d+ x \w+>|\[\d+ x i32\]|\w+")


def translated(text: str) -> str:
    """A function of IR, and the tables after it, in PTX."""
    body, _, tables = text.partition("\n}")
    head, *lines = body.split("\n")
    found = _HEAD.fullmatch(head)
    assert found is not None, head
    function = PTXFunction(*found.groups())
    for line in lines:
        function.append(line.strip())
    return "\n".join([*map(table, tables.split("\n")[1:]), function.text])


def declaration(text: str) -> str:
    """The declaration of a translated function."""
    return next(line for line in text.split("\n") if line.startswith(".func")) + ";"


def table(text: str) -> str:
    """A table of IR in PTX."""
    found = _TABLE.fullmatch(text)
    assert found is not None, text
    name, count, values = found.groups()
    return f".global .align 4 .u32 {mangled(name)}[{count}] = {{{values.replace('i32 ', '')}}};"


def mangled(name: str) -> str:
    """A name of IR in PTX, where names have no dots."""
    return name.replace(".", "_")


def _type(t: str) -> str:
    """The type in PTX of a number, or of what each thread has of a vector."""
    return _TYPES[t.partition(" x ")[2].removesuffix(">") if t.startswith("<") else t]


def _rows(t: str) -> int:
    """The numbers that each thread has of a vector."""
    return int(t[1:].split()[0]) // WARP if t.startswith("<") else 1


def _size(t: str) -> int:
    """Bytes in memory."""
    if not t.startswith("<"):
        return _SIZES[t]
    count, element = t[1:-1].split(" x ")
    return int(count) * _SIZES[element]


def _row(name: str, k: int) -> str:
    return f"{name}.{k}" if k else name


@dataclass(frozen=True)
class _Address:
    """A constant number of bytes after a pointer in a register."""

    base: str
    offset: int


class PTXFunction:
    """A function that is translated line by line."""

    def __init__(self, name: str, parameters: str) -> None:
        self.name = mangled(name)
        self.lines: list[str] = []
        self.types: dict[str, str] = {}
        """The type in PTX of every register."""
        self._addresses: dict[str, _Address] = {}
        self._loop: list[tuple[str, str, str]] = []
        """Loop-carried variables: register, type and next value."""
        self._label = ""
        """A label that follows the first values of the variables."""
        declared: list[str] = []
        for parameter in parameters.replace("noalias ", "").split(", "):
            t, value = parameter.rsplit(" ", 1)
            declared.append(f".reg .{_type(t)} {mangled(value)}")
        self._parameters = ", ".join(declared)

    @property
    def text(self) -> str:
        """The function in PTX."""
        registers = [f".reg .{t} {name};" for name, t in self.types.items()]
        body = "\n  ".join([*registers, *self.lines])
        return f".func {self.name}({self._parameters})\n{{\n  {body}\n}}"

    def append(self, line: str) -> None:
        """Append an instruction or a label."""
        if self._label and " = phi " not in line:
            self.lines.append(self._label)
            self._label = ""
        if found := _VALUE.fullmatch(line):
            self._append_value(*found.groups())
        elif line.startswith("store "):
            self._append_store(line)
        elif line.startswith("call void "):
            self._append_call(line.removeprefix("call void "))
        elif line == "br label %loop":
            pass  # the label follows, after the first values of its variables
        elif line == "loop:":
            self._label = line
        elif line.startswith("br i1 %more"):
            self._append_repetition()
        elif line == "done:":
            self.lines.append("done:")
        else:
            assert line == "ret void", line
            self.lines.append("ret;")

    def _append_value(self, name: str, op: str, rest: str) -> None:
        if op == "getelementptr":
            self._append_pointer(name, rest)
        elif op == "load":
            self._append_load(name, rest)
        elif op == "phi":
            self._append_variable(name, rest)
        elif op == "call":
            self._append_intrinsic(name, *rest.split(" @llvm.", 1))
        elif op in ("fcmp", "icmp"):
            self._append_comparison(name, rest)
        elif op == "select":
            (_, condition), (t, a), (_, b) = self._arguments(rest)
            d = self.register(name, _type(t))
            self.lines.append(f"selp.{_type(t)} {d}, {a}, {b}, {condition};")
        elif op in _CONVERSIONS:
            source, target = rest.split(" to ")
            ((_, a),) = self._arguments(source)
            d = self.register(name, _type(target))
            self.lines.append(_CONVERSIONS[op].format(d=d, a=a, bits=_type(target)[1:]))
        else:
            self._append_operation(name, op, rest)

    def _append_operation(self, name: str, op: str, rest: str) -> None:
        t, values = self._typed(rest)
        args = [self._value(t, x) for x in values.split(", ")]
        d = self.register(name, _type(t))
        if op == "xor":  # a condition and true
            self.lines.append(f"not.pred {d}, {args[0]};")
            return
        named = dict(zip("abc", args, strict=False))
        self.lines.append(_TEMPLATES[op].format(d=d, t=_type(t), bits=_type(t)[1:], **named))

    def _append_comparison(self, name: str, rest: str) -> None:
        relation, rest = rest.split(" ", 1)
        t, values = self._typed(rest)
        a, b = (self._value(t, x) for x in values.split(", "))
        kind = "s64" if _type(t) == "b64" else _type(t)
        relation = _COMPARISONS.get(relation) or relation.removeprefix("s")
        self.lines.append(f"setp.{relation}.{kind} {self.register(name, 'pred')}, {a}, {b};")

    def _append_intrinsic(self, name: str, t: str, function: str) -> None:
        op, rest = function.split(".", 1)
        args = [x for _, x in self._arguments(rest.partition("(")[2].removesuffix(")"))]
        d, kind = self.register(name, _type(t)), _type(t)
        if op not in _EXTREMA:
            named = dict(zip("abc", args, strict=False))
            self.lines.append(_INTRINSICS[op].format(d=d, t=kind, **named))
            return
        a, b = args  # those of PTX return the number beside a NaN
        both, nan = self.register(f"{name}.n", kind), self.register(f"{name}.u", "pred")
        self.lines += [
            f"{_EXTREMA[op]}.{kind} {d}, {a}, {b};",
            f"add.rn.{kind} {both}, {a}, {b};",
            f"setp.nan.{kind} {nan}, {a}, {b};",
            f"selp.{kind} {d}, {both}, {d}, {nan};",
        ]

    def _append_pointer(self, name: str, rest: str) -> None:
        unit, rest = self._typed(rest)
        (_, base), (_, index) = (x.split() for x in rest.removeprefix(", ").split(", "))
        size = _size(unit)
        if not index.startswith("%"):
            at = self._addresses.get(base, _Address(self._value("ptr", base), 0))
            self._addresses[name] = _Address(at.base, at.offset + size * int(index))
            return
        pointer, d = self._value("ptr", base), self.register(name, "b64")
        self.lines.append(f"mad.lo.s64 {d}, {mangled(index)}, {size}, {pointer};")

    def _place(self, pointer: str, offset: int = 0) -> str:
        at = self._addresses.get(pointer) or _Address(self._value("ptr", pointer), 0)
        return f"[{at.base}+{at.offset + offset}]"

    def _append_load(self, name: str, rest: str) -> None:
        t, rest = self._typed(rest)
        pointer = rest.removeprefix(", ").split(", ")[0].removeprefix("ptr ")
        for k in range(_rows(t)):
            d = self.register(_row(name, k), _type(t))
            kind = "u32" if t == "i32" else _type(t)
            self.lines.append(
                f"ld.global.{kind} {d}, {self._place(pointer, k * _size(t) // _rows(t))};"
            )

    def _append_store(self, line: str) -> None:
        t, rest = self._typed(line.removeprefix("store "))
        value, pointer, *_ = rest.split(", ")
        pointer = pointer.removeprefix("ptr ")
        for k in range(_rows(t)):
            x = self._value(t, _row(value, k) if value.startswith("%") else value)
            if not x.startswith("%"):
                x = self._constant(x, _type(t))
            place = self._place(pointer, k * _size(t) // _rows(t))
            self.lines.append(f"st.global.{_type(t)} {place}, {x};")

    def _constant(self, literal: str, t: str) -> str:
        """A register with a constant, which a store does not take."""
        d = self.register(f"%constant{len(self.lines)}", t)
        self.lines.append(f"mov.{t} {d}, {literal};")
        return d

    def _append_call(self, rest: str) -> None:
        function, arguments = rest.removesuffix(")").split("(", 1)
        values = ", ".join(x for _, x in self._arguments(arguments))
        self.lines.append(f"call {mangled(function[1:])}, ({values});")

    def _append_variable(self, name: str, rest: str) -> None:
        """Append a variable of the loop, with its first value before the label."""
        found = _VARIABLE.fullmatch(rest)
        assert found is not None, rest
        t, first, after = found.groups()
        d = self.register(name, _type(t))
        self.lines.append(f"mov.{_type(t)} {d}, {self._value(t, first)};")
        self._loop.append((d, t, after))

    def _append_repetition(self) -> None:
        """Append the end of a loop: its variables take their next values at once."""
        self.lines.append("@!%more bra done;")
        moves: list[str] = []
        for d, t, after in self._loop:
            new = self.register(f"{d}_next", _type(t))
            self.lines.append(f"mov.{_type(t)} {new}, {self._value(t, after)};")
            moves.append(f"mov.{_type(t)} {d}, {new};")
        self.lines += [*moves, "bra loop;"]

    def _arguments(self, text: str) -> list[tuple[str, str]]:
        """Types and values of arguments with types."""
        found: list[tuple[str, str]] = []
        while text:
            t, text = self._typed(text)
            value, _, text = text.partition(", ")
            found.append((t, self._value(t, value)))
        return found

    @staticmethod
    def _typed(text: str) -> tuple[str, str]:
        """The type with which a text begins, and the rest."""
        found = _TYPE.match(text)
        assert found is not None, text
        return found[0], text[found.end() :].lstrip()

    def register(self, name: str, t: str) -> str:
        """The name in PTX of a register of this type, which is declared."""
        self.types[mangled(name)] = t
        return mangled(name)

    def _value(self, t: str, value: str) -> str:
        """A register or a constant in PTX."""
        if value in self._addresses:
            at, d = self._addresses[value], self.register(value, "b64")
            self.lines.append(f"add.s64 {d}, {at.base}, {at.offset};")
            return d
        if value.startswith("@"):
            d = self.register(f"%at_{value[1:]}", "b64")
            self.lines.append(f"mov.u64 {d}, {mangled(value[1:])};")
            return d
        if value.startswith("%"):
            return mangled(value)
        if _type(t) == "f64":
            return f"0d{value[2:]}"
        if _type(t) == "f32":
            (x,) = struct.unpack(">d", bytes.fromhex(value[2:]))
            return f"0f{struct.pack('>f', np.float32(x)).hex().upper()}"
        return value
