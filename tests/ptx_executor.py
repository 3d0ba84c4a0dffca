"""PTX on NumPy arrays: the instructions that LLVM writes, for all threads of a grid at once.

A register holds bits, which an instruction reads as a number of its type. Memory is checked: an
access outside of an array, or one that is not aligned, is an error.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from kinetree.compiler.ir_builder import WARP
from kinetree.compiler.operations import fma

GAP = 4096
"""Bytes between two arrays."""
BASE = 1 << 20
"""The address of the first array."""

DTYPES = {
    name: np.dtype(dtype)
    for name, dtype in {
        **{"f64": np.float64, "f32": np.float32, "pred": np.bool_},
        **{"u32": np.uint32, "b32": np.uint32, "s32": np.int32},
        **{"s64": np.int64, "u64": np.uint64, "b64": np.uint64},
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
        return self.bytes.view(dtype)[self.places(addresses, dtype)]

    def write(self, addresses: Any, values: Any) -> None:
        """Store numbers."""
        self.bytes.view(values.dtype)[self.places(addresses, values.dtype)] = values

    def places(self, addresses: Any, dtype: Any) -> Any:
        """Indices of the numbers at addresses."""
        size = dtype.itemsize
        offsets = np.asarray(addresses) - BASE
        assert not (offsets & (size - 1)).any(), "an address is not aligned"
        assert self.owned[offsets].all(), "an address is outside of every array"
        return offsets // size


class SharedMemory:
    """The memory of each block, by numbers: the threads that last wrote and read each, and when.

    What another thread of the warp wrote, or read before a write, is behind a barrier.
    """

    def __init__(self, size: int, block: int, blocks: int) -> None:
        self.size, self.block = size, block
        self.bytes = np.zeros(size * blocks, np.uint8)
        self.threads, self.times = np.full((2, 2, size * blocks), -1)
        self.barriers = np.zeros(block * blocks // WARP, int)

    def wait(self, threads: Any) -> None:
        """A barrier of whole warps."""
        warps, counts = np.unique(threads // WARP, return_counts=True)
        assert (counts == WARP).all(), "a barrier waits for threads that are absent"
        self.barriers[warps] += 1

    def read(self, addresses: Any, dtype: Any, threads: Any) -> Any:
        """The numbers at addresses."""
        places = self._places(addresses, dtype, threads, 1)
        assert (self.threads[0, places] >= 0).all(), "shared memory is read before it is written"
        self.threads[1, places], self.times[1, places] = threads, self.barriers[threads // WARP]
        return self.bytes.view(dtype)[places // dtype.itemsize]

    def write(self, addresses: Any, values: Any, threads: Any) -> None:
        """Store numbers."""
        places = self._places(addresses, values.dtype, threads, 2)
        self.threads[0, places], self.times[0, places] = threads, self.barriers[threads // WARP]
        self.bytes.view(values.dtype)[places // values.itemsize] = values

    def _places(self, addresses: Any, dtype: Any, threads: Any, kinds: int) -> Any:
        """Indices of bytes, after accesses of other threads that came before."""
        offsets = np.asarray(addresses)
        assert not (offsets & (dtype.itemsize - 1)).any(), "an address is not aligned"
        assert ((offsets >= 0) & (offsets < self.size)).all(), "an address is outside of its block"
        lanes = 128 // dtype.itemsize  # threads that access all banks at once
        banks = threads // lanes * lanes + offsets // dtype.itemsize % lanes
        assert len(np.unique(banks)) == len(threads), "threads share a bank"
        places = offsets + threads // self.block * self.size
        for users, times in zip(self.threads[:kinds], self.times[:kinds], strict=True):
            user, time = users[places], times[places]
            assert ((user < 0) | (user // WARP == threads // WARP)).all(), "warps share a number"
            passed = (user == threads) | (time < self.barriers[threads // WARP])
            assert passed.all(), "no barrier is between accesses of two threads"
        return places


@dataclass(frozen=True)
class Function:
    """A function: names of its parameters, instructions, labels, dtypes of registers by name."""

    parameters: list[str]
    instructions: list[Any]
    labels: dict[str, int]
    types: dict[str, Any]


class Program:
    """A module, as lists of instructions."""

    def __init__(self, text: str) -> None:
        text = re.sub("//.*", "", text)
        self.tables: dict[str, Any] = {}
        self.functions: dict[str, Function] = {}
        table = r"\.global \.align [48] \.b8 ([\w$]+)\[(\d+)\](?: = \{(.*)\})?;"
        for name, size, values in re.findall(table, text):  # zeros at the end are left out
            data = [int(x) for x in values.split(",") if x]
            self.tables[name] = np.array(data + [0] * (int(size) - len(data)), np.uint8)
        shared = re.findall(r"\.shared \.align [48] \.b8 (\w+)\[(\d+)\];", text)
        assert len(shared) < 2
        self.shared = {name: int(size) for name, size in shared}
        function = r"^\.(?:func|visible \.entry) ([\w$]+)\(([^;)]*)\)[^;{]*^\{(.*?)^\}"
        for name, parameters, body in re.findall(function, text, re.M | re.S):
            self.functions[name] = Function(
                re.findall(r"[\w$]+_param_\d+", parameters),
                *_instructions(body),
                {
                    f"{x}{k}": DTYPES[t]
                    for t, x, count in re.findall(r"\.reg \.(\w+)\s+(%\w+)<(\d+)>", body)
                    for k in range(int(count))
                },
            )


def _instructions(body: str) -> tuple[list[Any], dict[str, int]]:
    instructions: list[Any] = []
    labels: dict[str, int] = {}
    for line in map(str.strip, body.split("\n")):
        if line.endswith(":"):
            labels[line[:-1]] = len(instructions)
        elif line not in ("", "{", "}") and not line.startswith((".reg", ".param", ".shared")):
            assert line.endswith(";"), line
            guard, line = line.split(None, 1) if line.startswith("@") else ("", line)
            op, _, args = line[:-1].replace("\t", " ").partition(" ")
            arguments = re.findall(r"\[[^]]*\]|[^\s,()]+", args)
            instructions.append((guard, tuple(op.split(".")), arguments))
    return instructions, labels


class Grid:
    """A launch of a kernel."""

    def __init__(self, program: Program, memory: Memory, block: int, blocks: int) -> None:
        self.program, self.memory = program, memory
        self.block, self.blocks = block, blocks
        self.tables = {x: np.uint64(memory.store(y)) for x, y in program.tables.items()}
        self.tables |= dict.fromkeys(program.shared, np.uint64(0))
        self.shared = SharedMemory(sum(program.shared.values()), block, blocks)
        self.executed = 0

    def launch(self, arguments: list[int]) -> None:
        """Run the entry in all threads."""
        threads = np.arange(self.block * self.blocks)
        with np.errstate(all="ignore"):
            self._call("kernel", [np.uint64(x & (1 << 64) - 1) for x in arguments], threads)

    def _call(self, name: str, arguments: list[Any], threads: Any) -> None:
        parameters = self.program.functions[name].parameters
        self._run(name, dict(zip(parameters, arguments, strict=True)), threads, 0)

    def _run(self, name: str, r: dict[str, Any], threads: Any, start: int) -> None:
        """Run a function from an instruction on, with registers and parameters `r`."""
        function = self.program.functions[name]
        instructions, labels, k = function.instructions, function.labels, start
        while True:
            guard, op, args = instructions[k]
            k += 1
            self.executed += len(threads)
            if op[0] == "ret":
                return
            if op[0] == "bra":
                taken = np.broadcast_to(r[guard.lstrip("@!")] if guard else True, threads.shape)
                taken = ~taken if "!" in guard else taken
                if taken.all():
                    k = labels[args[0]]
                elif taken.any():
                    for some, to in ((taken, labels[args[0]]), (~taken, k)):
                        split = {x: v[some] if np.ndim(v) else v for x, v in r.items()}
                        self._run(name, split, threads[some], to)
                    return
            elif op[0] == "call":
                self._call(args[0], [r[x] for x in args[1:]], threads)
            else:
                self._step(op, args, r, threads, function.types)

    def _value(self, x: str, t: str, r: dict[str, Any]) -> Any:
        """An argument as a number of a type."""
        if x in r:
            return r[x].view(DTYPES[t])
        return self.tables[x] if x in self.tables else _literal(x, t)

    def _address(self, text: str, r: dict[str, Any]) -> Any:
        base, _, offset = text[1:-1].partition("+")
        return self._value(base, "s64", r) + np.int64(offset or 0)

    def _step(
        self,
        op: tuple[str, ...],
        args: list[str],
        r: dict[str, Any],
        threads: Any,
        types: dict[str, Any],
    ) -> None:
        """One instruction that changes a register, a parameter of a call, or memory."""
        (kind, *_), t = op, op[-1]
        d, *rest = args
        if kind == "st":
            x = self._value(rest[0], t, r)
            if op[1] == "param":
                r[d[1:-1]] = x
                return
            if op[1] == "shared":
                self.shared.write(self._address(d, r), x, threads)
                return
            assert op[1] == "global"
            self.memory.write(self._address(d, r), x)
            return
        if kind == "bar":
            assert op == ("bar", "warp", "sync") and d == "-1"
            self.shared.wait(threads)
            return
        if kind == "mov" and "_param_" in rest[0]:
            r[d] = rest[0]  # the place of a parameter
            return
        if kind == "ld" and op[1] == "param":
            name = rest[0][1:-1]
            x = r[r[name]] if isinstance(r[name], str) else r[name]
        elif kind == "ld" and op[1] == "shared":
            x = self.shared.read(self._address(rest[0], r), DTYPES[t], threads)
        elif kind == "activemask":
            present = np.zeros(len(self.shared.barriers), np.uint32)
            np.bitwise_or.at(present, threads // WARP, np.uint32(1) << (threads % WARP))
            x = present[threads // WARP]
        elif kind == "ld":
            assert op[1] == "global"
            x = self.memory.read(self._address(rest[0], r), DTYPES[t])
            if x.itemsize < types[d].itemsize:
                x = x.view(f"u{x.itemsize}").astype(np.uint64)  # a wider register: zeros above
        elif rest[0] in ("%ctaid.x", "%tid.x", "%nctaid.x"):
            special = {
                "%ctaid.x": threads // self.block,
                "%tid.x": threads % self.block,
                "%nctaid.x": np.full_like(threads, self.blocks),
            }
            x = special[rest[0]].astype(np.uint32)
        else:
            x = result(op, [self._value(y, k, r) for y, k in zip(rest, _kinds(op), strict=False)])
        r[d] = x.view(types[d])


@cache
def _literal(x: str, t: str) -> Any:
    """A constant as a number of a type."""
    if x[:2] in ("0d", "0f"):
        code = ">u8" if x[1] == "d" else ">u4"
        return np.frombuffer(bytes.fromhex(x[2:]), code)[0].astype(code[1:]).view(DTYPES[t])
    assert t[0] != "f", x
    return np.int64(x).astype(DTYPES[t])


@cache
def _kinds(op: tuple[str, ...]) -> list[str]:
    """The types of the arguments of an instruction."""
    kind, t = op[0], op[-1]
    last = {"selp": "pred", "shl": "u32", "shr": "u32", "mad": "u64" if "wide" in op else t}
    if kind == "bfe":
        return [t, "u32", "u32"]
    return [t] * ({"selp": 3, "fma": 3, "mad": 3}.get(kind, 2) - 1) + [last.get(kind, t)]


def result(op: tuple[str, ...], values: list[Any]) -> Any:
    """The value of an instruction."""
    kind, t = op[0], op[-1]
    assert t[0] != "f" or "rn" in op or kind not in ROUNDED, "the rounding is not given"
    if kind == "cvt":
        assert op[1] in ROUNDINGS or op[1:] in (("u64", "u32"), ("s64", "s32"))
        return ROUNDINGS.get(op[1], _first)(values[0]).astype(DTYPES[op[-2]])
    if kind == "setp":
        _, relation, _ = op
        return _compared(relation, *values)
    if kind == "fma":
        return fma(*values)
    if kind in ("min", "max"):
        assert len(op) == 2
        return _extremum(kind, *values)
    if kind in ("mul", "mad") and t[0] != "f":
        assert op[1] == "lo" or op[1:] in (("wide", "u32"), ("hi", "u32"))
        if op[1] == "hi":
            x, y = (x.astype(np.uint64) for x in values)
            return (x * y >> np.uint64(32)).astype(np.uint32)
        values = [x.astype(np.uint64) for x in values] if op[1] == "wide" else values
    return COMPUTED[kind](*values)


def _shifted_left(x: Any, count: Any) -> Any:
    return x << count.astype(x.dtype)


def _shifted_right(x: Any, count: Any) -> Any:
    return x >> count.astype(x.dtype)


def _field(x: Any, start: Any, length: Any) -> Any:
    """Some of the bits of x, from one on."""
    return _shifted_right(x, start) & ((1 << int(length)) - 1)


def _copysign(sign: Any, x: Any) -> Any:
    return np.copysign(x, sign)


def _chosen(a: Any, b: Any, condition: Any) -> Any:
    return np.where(condition, a, b)


def _first(x: Any) -> Any:
    return x


def _product_sum(a: Any, b: Any, c: Any) -> Any:
    return a * b + c


def _compared(relation: str, a: Any, b: Any) -> Any:
    """A comparison; beside a NaN it holds if it ends in u (unordered)."""
    unordered = np.isnan(a) | np.isnan(b)
    if relation in ("nan", "num"):
        return unordered == (relation == "nan")
    ordered = COMPARISONS[relation[:2]](a, b)
    return ordered | unordered if relation.endswith("u") else ordered & ~unordered


def _extremum(kind: str, a: Any, b: Any) -> Any:
    """The smaller or larger number, of which -0 is smaller than 0, and that beside a NaN."""
    less = (a < b) | ((a == b) & np.signbit(a)) | np.isnan(b)
    more = (a > b) | ((a == b) & ~np.signbit(a)) | np.isnan(b)
    return np.where(less if kind == "min" else more, a, b)


ROUNDINGS: dict[str, Any] = {"rni": np.rint, "rmi": np.floor, "rzi": np.trunc, "rn": _first}
ROUNDED = ("add", "sub", "mul", "div", "rcp", "fma", "sqrt")
COMPARISONS: dict[str, Any] = {
    **{"lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal},
    **{"eq": np.equal, "ne": np.not_equal},
}
COMPUTED: dict[str, Any] = {
    **{"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide},
    **{"rcp": np.reciprocal, "sqrt": np.sqrt, "mad": _product_sum},
    **{"neg": np.negative, "abs": np.abs, "copysign": _copysign},
    **{"bfe": _field, "mov": _first, "selp": _chosen, "not": np.invert},
    **{"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor},
    **{"shl": _shifted_left, "shr": _shifted_right},
}
