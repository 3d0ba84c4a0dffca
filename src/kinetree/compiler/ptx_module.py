"""PTX of a program: a thread computes one sample after another, a warp 32 of them."""

from collections.abc import Iterable, Iterator
from typing import Final

from ..scalar.replay import Trace
from .ir_builder import WARP, NumberType, constant_table
from .memory_map import MemoryMap
from .ptx import PTXFunction, declaration, table, translated
from .routine import Routine
from .target import Processor

PTX_VERSION: Final = "8.0"
"""Version of the language, that of CUDA 12.0."""
TARGET: Final = "sm_75"
"""The oldest architecture on which the code runs: Turing, of 2018."""
BLOCK: Final = 128
"""Threads of a block."""

_GPU: Final = Processor("cuda", 4)


class PTXModule:
    """PTX of a lowered trace.

    Its entry is `kernel(n, w, address, step, ...)`, with the address of each operand and result, of
    which a sample is contiguous, and the bytes from one sample to the next; w points to
    `thread_bytes` for each thread, and blocks have 128 threads.
    """

    def __init__(self, trace: Trace, dtype: str, partition_size: int | None = None) -> None:
        self.number = NumberType(dtype, WARP, _GPU, in_threads=True)
        self.memory = MemoryMap(trace, self.number, direct=False, partition_size=partition_size)
        self.routine = Routine(self.memory, set())

    @property
    def thread_bytes(self) -> int:
        """Bytes of workspace of a thread."""
        return max(self.routine.size, 1) * self.number.bytes

    def text(self) -> str:
        """The module."""
        called, once, steps = self.routine.functions
        functions = [translated(x) for x in (*called, *once, *steps)]
        return "\n".join(
            [
                f".version {PTX_VERSION}",
                f".target {TARGET}",
                ".address_size 64",
                *map(declaration, functions),
                *functions,
                *self._entry(once, steps),
                "",
            ]
        )

    def _entry(self, once: list[str], steps: list[str]) -> Iterator[str]:
        memory, number = self.memory, self.number
        code = _Entry(self.thread_bytes, number.bytes)
        pointers = ", ".join(f"ptr {name}" for name in ("%w", *self.routine.pointers))
        for name in memory.operands:
            area = memory.areas.get(name, 0)
            code.append(f"{name} = getelementptr {number.type}, ptr %w, i64 {area}")
        code.append_all(self.routine.calls(once, pointers))
        code.begin_samples()
        for name, transfers in memory.gathered.items():
            code.locate(name)
            for x in transfers:
                code.append_all(x.calls(number, name, f"{name}.i", f"{name}.s"))
        for function in steps:
            (call,) = self.routine.calls([function], pointers)
            for name in filter(lambda x: f"{x}.i" in call, (*memory.operands, *memory.results)):
                code.locate(name)
            code.append(call)
        for k, (name, at, offsets, transfers) in enumerate(memory.scattered):
            row, table_name = f"%row{k}", f"@offsets{k}"
            code.locate(name)
            code.append(f"{row} = getelementptr {number.scalar}, ptr {name}.i, i64 {at}")
            for x in transfers:
                code.append_all(x.calls(number, table_name, row, f"{name}.s"))
            yield table(constant_table(table_name, offsets))
        code.end_samples()
        parameters = (
            f"{x}{part}" for x in (*memory.operands, *memory.results) for part in ("", "_step")
        )
        yield code.entry(parameters)


class _Entry(PTXFunction):
    """The entry of a module, in which each thread computes one sample after another.

    Its instructions are appended as IR. %w points to the workspace of a thread, of which a warp has
    32 side by side.
    """

    def __init__(self, thread_bytes: int, number_bytes: int) -> None:
        super().__init__("kernel", "i64 %n")
        for x in ("%n", "%i", "%threads", "%w", "%of_warp", "%of_lane"):
            self.register(x, "b64")
        for x in ("%block", "%thread", "%blocks"):
            self.register(x, "b32")
        self.register("%more", "pred")
        self.lines += [
            "ld.param.u64 %n, [n];",
            "ld.param.u64 %w, [w];",
            "cvta.to.global.u64 %w, %w;",
            "mov.u32 %block, %ctaid.x;",
            "mov.u32 %thread, %tid.x;",
            "mov.u32 %blocks, %nctaid.x;",
            f"mul.wide.u32 %threads, %blocks, {BLOCK};",
            f"mul.wide.u32 %i, %block, {BLOCK};",
            "cvt.u64.u32 %of_lane, %thread;",
            "add.s64 %i, %i, %of_lane;",
            f"shr.u64 %of_warp, %i, {WARP.bit_length() - 1};",
            f"mad.lo.s64 %w, %of_warp, {WARP * thread_bytes}, %w;",
            f"and.b64 %of_lane, %i, {WARP - 1};",
            f"mad.lo.s64 %w, %of_lane, {number_bytes}, %w;",
        ]

    def append_all(self, lines: Iterable[str]) -> None:
        """Append instructions."""
        for line in lines:
            self.append(line)

    def begin_samples(self) -> None:
        """Append the beginning of the loop over samples."""
        self.lines += ["setp.lt.s64 %more, %i, %n;", "@!%more bra end;", "loop:"]

    def locate(self, name: str) -> None:
        """Append the address of the thread's sample of an array, as %a0.i, and the step, as %a0.s.

        They are computed where they are used: few registers keep their values in calls.
        """
        pointer, step = self.register(f"{name}.i", "b64"), self.register(f"{name}.s", "b64")
        parameter = name.removeprefix("%")
        self.lines += [
            f"ld.param.u64 {pointer}, [{parameter}];",
            f"ld.param.u64 {step}, [{parameter}_step];",
            f"cvta.to.global.u64 {pointer}, {pointer};",
            f"mad.lo.s64 {pointer}, %i, {step}, {pointer};",
        ]

    def end_samples(self) -> None:
        """Append the end of the loop over samples."""
        self.lines += [
            "add.s64 %i, %i, %threads;",
            "setp.lt.s64 %more, %i, %n;",
            "@%more bra loop;",
            "end:",
            "ret;",
        ]

    def entry(self, arrays: Iterable[str]) -> str:
        """The entry in PTX; its parameters are n, w, and those of arrays."""
        names = ("n", "w", *(x.removeprefix("%") for x in arrays))
        registers = [f".reg .{t} {name};" for name, t in self.types.items()]
        body = "\n  ".join([*registers, *self.lines])
        parameters = ", ".join(f".param .u64 {x}" for x in names)
        return f".visible .entry kernel({parameters})\n.maxntid {BLOCK}\n{{\n  {body}\n}}"
