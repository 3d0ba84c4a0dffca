"""PTX on NumPy arrays: the instructions that kinetree writes, for all threads of a grid at once.

Memory is checked: an access outside of an array, or one that is not aligned, is an error.
"""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinetree.compiler.interpreter import _fma  # a b + c, rounded once  # pyright: ignore

GAP = 4096
"""Bytes between two arrays."""
BASE = 1 << 20
"""The address of the first array."""

DTYPES = {
    name: np.dtype(dtype)
    for name, dtype in {
        **{"f64": np.float64, "f32": np.float32, "pred": np.bool_},
        **{"u32": np.uint32, "b32": np.uint32, "s64": np.int64, "u64": np.int64, "b64": np.int64},
    }.items()
}
PRECISIONS = {"f64": "float64", "f32": "float32"}


class Memory:
    """Arrays in one address space."""

    def __init__(self, size: int) -> None:
        self.bytes, self.owned = np.zeros(size, np.uint8), np.zeros(size, bool)
        self.end = 0

    def store(self, array: Any) -> int:
        """The address of a copy of an array."""
        data = np.frombuffer(np.ascontiguousarray(array).tobytes(), np.uint8)
        start, self.end = self.end, self.end + (2 + len(data) // GAP) * GAP
        assert self.end <= len(self.bytes), "the memory is full"
        self.bytes[start : start + len(data)] = data
        self.owned[start : start + len(data)] = True
        return BASE + start

    def load(self, address: int, like: Any) -> Any:
        """The array at an address."""
        start = address - BASE
        return self.bytes[start : start + like.nbytes].view(like.dtype).reshape(like.shape).copy()

    def read(self, addresses: Any, dtype: Any) -> Any:
        """The numbers at addresses."""
        return self.bytes.view(dtype)[self._places(addresses, dtype)]

    def write(self, addresses: Any, values: Any) -> None:
        """Store numbers."""
        self.bytes.view(values.dtype)[self._places(addresses, values.dtype)] = values

    def _places(self, addresses: Any, dtype: Any) -> Any:
        """Indices of numbers in memory."""
        size = dtype.itemsize
        at = np.asarray(addresses) - BASE
        assert not (at & (size - 1)).any(), "an address is not aligned"
        assert self.owned[at].all(), "an address is outside of every array"
        return at // size


@dataclass
class Function:
    """A function: names of its parameters, instructions, labels, types."""

    parameters: list[str]
    instructions: list[Any]
    labels: dict[str, int]
    types: dict[str, str]


class Program:
    """A module, as lists of instructions."""

    def __init__(self, text: str) -> None:
        self.tables: dict[str, Any] = {}
        self.functions: dict[str, Function] = {}
        for name, values in re.findall(r"\.global \.align 4 \.u32 (\w+)\[\d+\] = \{(.*)\};", text):
            self.tables[name] = np.array(values.split(","), np.uint32)
        pattern = r"^\.(func|visible \.entry) (\w+)\(([^;]*?)\)[^;]*?^\{(.*?)^\}"
        for _, name, parameters, body in re.findall(pattern, text, re.M | re.S):
            self.functions[name] = Function(
                [x.split()[-1] for x in parameters.split(",") if x],
                *_instructions(body),
                {x: t for t, x in re.findall(r"\.reg \.(\w+) (%\w+);", body)},
            )


def _instructions(body: str) -> tuple[list[Any], dict[str, int]]:
    found: list[Any] = []
    labels: dict[str, int] = {}
    for line in body.split("\n"):
        line = line.strip()
        if line.endswith(":"):
            labels[line[:-1]] = len(found)
        elif line and not line.startswith(".reg"):
            assert line.endswith(";"), line
            guard, line = line.split(" ", 1) if line.startswith("@") else ("", line)
            op, _, args = line[:-1].partition(" ")
            found.append((guard, op.split("."), re.findall(r"\[[^]]*\]|[^\s,()]+", args)))
    return found, labels


class Grid:
    """A launch of a kernel."""

    def __init__(self, program: Program, memory: Memory, block: int, blocks: int) -> None:
        self.program, self.memory = program, memory
        self.block, self.blocks = block, blocks
        self.tables = {x: np.int64(memory.store(y)) for x, y in program.tables.items()}
        self.executed = 0

    def launch(self, arguments: list[int]) -> None:
        """Run the entry in all threads."""
        names = self.program.functions["kernel"].parameters
        self.parameters = dict(zip(names, arguments, strict=True))
        threads = np.arange(self.block * self.blocks)
        with np.errstate(all="ignore"):
            self._run("kernel", {}, threads, 0)

    def _run(self, name: str, r: dict[str, Any], threads: Any, at: int) -> None:
        """Run a function from an instruction on, with registers `r`."""
        function = self.program.functions[name]
        instructions, labels = function.instructions, function.labels
        while True:
            guard, op, args = instructions[at]
            at += 1
            self.executed += len(threads)
            if op[0] == "ret":
                return
            if op[0] == "bra":
                taken = np.broadcast_to(r[guard.lstrip("@!")] if guard else True, threads.shape)
                taken = ~taken if "!" in guard else taken
                if taken.all():
                    at = labels[args[0]]
                elif taken.any():
                    for some, to in ((taken, labels[args[0]]), (~taken, at)):
                        split = {x: v[some] if np.ndim(v) else v for x, v in r.items()}
                        self._run(name, split, threads[some], to)
                    return
            elif op[0] == "call":
                self._call(args, r, threads)
            else:
                self._step(op, args, r, threads, function.types)

    def _call(self, args: list[str], r: dict[str, Any], threads: Any) -> None:
        name, *given = args
        values = [self._value(x, "b64", r) for x in given]
        parameters = self.program.functions[name].parameters
        self._run(name, dict(zip(parameters, values, strict=True)), threads, 0)

    def _value(self, x: str, t: str, r: dict[str, Any]) -> Any:
        if x in self.tables:
            return self.tables[x]
        if x.startswith("%"):
            return r[x]
        if x[:2] in ("0d", "0f"):
            code = ">f8" if x[1] == "d" else ">f4"
            return np.frombuffer(bytes.fromhex(x[2:]), code)[0].astype(code[1:])
        return DTYPES[t].type(int(x))

    def _address(self, text: str, r: dict[str, Any]) -> Any:
        base, offset = text[1:-1].split("+")
        return r[base] + np.int64(int(offset))

    def _step(
        self,
        op: list[str],
        args: list[str],
        r: dict[str, Any],
        threads: Any,
        types: dict[str, str],
    ) -> None:
        """One instruction that changes a register or memory."""
        (kind, *_), t = op, op[-1]
        d, *rest = args
        if kind == "st":
            x = self._value(rest[0], t, r)
            assert x.dtype == DTYPES[t]
            self.memory.write(self._address(d, r), x)
            return
        if kind == "ld" and op[1] == "param":
            r[d] = np.int64(self.parameters[rest[0][1:-1]])
            return
        if kind == "ld":
            r[d] = self.memory.read(self._address(rest[0], r), DTYPES[t])
            return
        if rest[0] in ("%ctaid.x", "%tid.x", "%nctaid.x"):
            special = (
                threads // self.block,
                threads % self.block,
                np.full_like(threads, self.blocks),
            )
            found = dict(zip(("%ctaid.x", "%tid.x", "%nctaid.x"), special, strict=True))
            r[d] = found[rest[0]].astype(np.uint32)
            return
        values = [self._value(x, t, r) for x in rest]
        r[d] = result(op, values)
        if kind == "mov" and d in types:
            r[d] = r[d].view(DTYPES[types[d]])  # a double's bits as an integer, or the reverse
        assert d not in types or r[d].dtype == DTYPES[types[d]], (op, d)


def result(op: list[str], values: list[Any]) -> Any:
    """The value of an instruction."""
    kind, t = op[0], op[-1]
    assert t[0] != "f" or "rn" in op or kind not in ROUNDED, "the rounding is not given"
    if kind == "cvt":
        assert op[1] == "rni" or op[1:] == ["u64", "u32"]
        x = np.rint(values[0]) if op[1] == "rni" else values[0]
        return x.astype(DTYPES[op[-2]])
    if kind == "setp":
        return COMPARISONS[op[1]](*values)
    if kind == "fma":
        return _fma(PRECISIONS[t], *values)
    if kind in ("min", "max"):
        return _extremum(kind, *values)
    return COMPUTED[kind](*values)


def _wide(*values: Any) -> Any:
    """The product of integers, in 64 bits; the plain one of other numbers."""
    a, b = (x.astype(np.int64) if x.dtype == np.uint32 else x for x in values)
    return a * b


def _shifted_right(x: Any, count: Any) -> Any:
    x = np.asarray(x)
    unsigned = x.view(f"u{x.itemsize}")
    return (unsigned >> unsigned.dtype.type(count)).view(x.dtype)


def _copysign(sign: Any, x: Any) -> Any:
    return np.copysign(x, sign)


def _chosen(a: Any, b: Any, condition: Any) -> Any:
    return np.where(condition, a, b)


def _first(x: Any) -> Any:
    return x


def _product_sum(a: Any, b: Any, c: Any) -> Any:
    return a * b + c


def _is_nan(a: Any, b: Any) -> Any:
    return np.isnan(a) | np.isnan(b)


def _extremum(kind: str, a: Any, b: Any) -> Any:
    """The smaller or larger number, of which -0 is smaller than 0, and that beside a NaN."""
    less = (a < b) | ((a == b) & np.signbit(a)) | np.isnan(b)
    more = (a > b) | ((a == b) & ~np.signbit(a)) | np.isnan(b)
    return np.where(less if kind == "min" else more, a, b)


ROUNDED = ("add", "sub", "mul", "div", "fma", "sqrt")
COMPARISONS: dict[str, Any] = {
    **{"lt": np.less, "le": np.less_equal, "eq": np.equal, "neu": np.not_equal},
    "ne": np.not_equal,
    "nan": _is_nan,
}
COMPUTED: dict[str, Any] = {
    **{"add": np.add, "sub": np.subtract, "mul": _wide, "div": np.divide, "mad": _product_sum},
    **{"neg": np.negative, "abs": np.abs, "sqrt": np.sqrt, "copysign": _copysign},
    **{"mov": _first, "cvta": _first, "selp": _chosen, "not": np.invert},
    **{"and": np.bitwise_and, "or": np.bitwise_or, "shl": np.left_shift, "shr": _shifted_right},
}
