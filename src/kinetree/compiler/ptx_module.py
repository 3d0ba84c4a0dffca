"""PTX of a program, by LLVM: a thread computes one sample after another, a warp 32 of them.

The functions are those of a vector variant whose lanes are the threads of a warp. In memory a
number is a row of 32, of which every thread reads and writes its own: addresses are a pointer and
an immediate offset, and neighbours access neighbours. Nothing allows LLVM or ptxas to fuse or to
reorder arithmetic: results have the bits of a CPU's.
"""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from ..scalar.replay import Trace
from . import llvm
from .ir_builder import BLOCK, WARP, NumberType, definition
from .memory_map import MemoryMap
from .routine import Routine
from .schedule import PARTITION_SIZE
from .target import Processor

TARGET: Final = "sm_75"
"""The oldest architecture on which the code runs: Turing, of 2018."""

_GPU: Final = Processor("cuda", 4)
_MACHINE: Final = llvm.Machine("nvptx64-nvidia-cuda", TARGET, "+ptx80")
"""PTX 8.0 is that of CUDA 12.0."""
_REGISTERS: Final = {"thread": "tid", "block": "ctaid", "blocks": "nctaid"}
_IN_GLOBAL_MEMORY: Final = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\bptr (?!addrspace)", "ptr addrspace(1) "),
        ("private constant", "private addrspace(1) constant"),
        ("define hidden", "define internal"),
    )
)
"""How text for a CPU differs from that for a GPU, whose functions are of one module."""
_SAMPLE: Final = re.compile(r"(%[ar]\d+)\.([is])\b")
"""The address of a thread's sample of an array, and the step from one to the next."""


class PTXModule:
    """LLVM IR and PTX of a lowered trace.

    Its entry is `kernel(n, w, address, step, ...)`, with the address of each operand and result, of
    which a sample is contiguous, and the bytes from one sample to the next; w points to
    `thread_bytes` for each thread, and blocks have 128 threads.
    """

    def __init__(self, trace: Trace, dtype: str, partition_size: int = PARTITION_SIZE) -> None:
        self.number = NumberType(dtype, WARP, _GPU, in_threads=True)
        self.memory = MemoryMap(trace, self.number, direct=False, partition_size=partition_size)
        self.routine = Routine(self.memory, set())

    @property
    def thread_bytes(self) -> int:
        """Bytes of workspace of a thread."""
        return max(self.routine.size, 1) * self.number.bytes

    def text(self) -> str:
        """The module in PTX."""
        return llvm.assembly(f"{llvm.module_head(_MACHINE)}\n{self.ir()}", _MACHINE)

    def ir(self) -> str:
        """The module in LLVM IR."""
        routine = self.routine
        registers = [f"declare i32 @llvm.nvvm.read.ptx.sreg.{x}.x()" for x in _REGISTERS.values()]
        functions = [*routine.functions, *routine.offset_tables()]
        text = "\n".join([*registers, *sorted(routine.declarations), *functions, self._entry()])
        for pattern, replacement in _IN_GLOBAL_MEMORY:
            text = pattern.sub(replacement, text)
        return text

    def _entry(self) -> str:
        """The entry, in which each thread computes one sample after another.

        %w points to the workspace of a thread, of which a warp has 32 side by side.
        """
        memory = self.memory
        pointers = ", ".join(f"ptr {name}" for name in ("%w", *self.routine.pointers))
        lines = [*self._thread_lines(), *self.routine.calls(self.routine.once, pointers)]
        lines += ["%any = icmp slt i64 %first, %n", "br i1 %any, label %loop, label %end", "loop:"]
        lines.append("%i = phi i64 [ %first, %0 ], [ %next, %loop ]")
        lines += chain(*(_located(k, use) for k, use in enumerate(self.routine.sample(pointers))))
        lines += [
            "%next = add i64 %i, %threads",
            "%more = icmp slt i64 %next, %n",
            "br i1 %more, label %loop, label %end",
            "end:",
            "ret void",
        ]
        arrays = (
            f"ptr addrspace(0) byval(i64) {name}.{x}"
            for name in (*memory.operands, *memory.results)
            for x in ("address", "step")
        )
        head = f"define ptx_kernel void @kernel({', '.join(['i64 %n', 'ptr %all', *arrays])})"
        return definition(f'{head} "nvvm.maxntid"="{BLOCK}"', lines)

    def _thread_lines(self) -> Iterator[str]:
        """Instructions for a thread's first sample, the workspace, and the operands there."""
        for name, register in _REGISTERS.items():
            yield f"%{name}.x = call i32 @llvm.nvvm.read.ptx.sreg.{register}.x()"
            yield f"%{name} = zext i32 %{name}.x to i64"
        yield from (
            f"%threads = mul i64 %blocks, {BLOCK}",
            f"%before = mul i64 %block, {BLOCK}",
            "%first = add i64 %before, %thread",
            f"%warp = lshr i64 %first, {WARP.bit_length() - 1}",
            f"%lane = and i64 %first, {WARP - 1}",
            f"%of_warp = mul i64 %warp, {WARP * self.thread_bytes}",
            f"%of_lane = mul i64 %lane, {self.number.bytes}",
            "%w.0 = getelementptr i8, ptr %all, i64 %of_warp",
            "%w = getelementptr i8, ptr %w.0, i64 %of_lane",
        )
        for name in self.memory.operands:
            area = self.memory.areas.get(name, 0)
            yield f"{name} = getelementptr {self.number.row}, ptr %w, i64 {area}"


def _located(k: int, lines: list[str]) -> Iterator[str]:
    """Instructions of use `k` of the thread's sample of arrays, at %a0.i with the step %a0.s.

    Both are computed there from the parameters: few registers keep their values in calls.
    """
    for name in dict.fromkeys(name for line in lines for name, _ in _SAMPLE.findall(line)):
        x = f"{name}.{k}"
        yield f"{x}.a = load ptr addrspace(1), ptr addrspace(0) {name}.address"
        yield f"{x}.s = load i64, ptr addrspace(0) {name}.step"
        yield f"{x}.o = mul i64 %i, {x}.s"
        yield f"{x}.i = getelementptr i8, ptr {x}.a, i64 {x}.o"
    for line in lines:
        yield _SAMPLE.sub(rf"\1.{k}.\2", line)
