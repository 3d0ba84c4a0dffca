"""LLVM IR of a trace as text: a function for each partition, and an entry that loops over samples.

The scalar and the vector variant have the same partitions; only the type of a number differs,
`double` or `<4 x double>`. The scalar entry passes the caller's memory to them. The vector entry
gathers as many samples as there are lanes into a workspace by in-register transposes, runs the
partitions on it, and scatters the results. Samples that do not fill the last lanes are computed
again with those before them, so that all results have the same bits. Every entry sets the
floating-point environment and restores the caller's: another library's flush-to-zero changes no
bit, and the unused branch of a choice raises no flag.

LLVM compiles several modules, each in a fraction of a second: Ctrl-C is handled between two.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from ..scalar.replay import Trace
from .ir_builder import NumberType, definition
from .memory_map import MemoryMap
from .routine import Routine

STACK_LIMIT: Final = 1 << 17
"""Bytes of workspace that the scalar variant allocates on the stack, small in some threads."""
MODULE_LINES: Final = 4000
"""Lines of text of one module, unless a single function has more."""

_X86: Final = (
    ("declare void @llvm.x86.sse.stmxcsr(ptr)", "declare void @llvm.x86.sse.ldmxcsr(ptr)"),
    (
        "%fp.caller = alloca i32",
        "%fp.kernel = alloca i32",
        "call void @llvm.x86.sse.stmxcsr(ptr %fp.caller)",
        "store i32 8064, ptr %fp.kernel",  # round to nearest, keep subnormal numbers, no traps
        "call void @llvm.x86.sse.ldmxcsr(ptr %fp.kernel)",
    ),
    ("call void @llvm.x86.sse.ldmxcsr(ptr %fp.caller)",),
)
_ARM: Final = (
    (
        "declare i64 @llvm.aarch64.get.fpcr()",
        "declare void @llvm.aarch64.set.fpcr(i64)",
        "declare i64 @llvm.aarch64.get.fpsr()",
        "declare void @llvm.aarch64.set.fpsr(i64)",
    ),
    (
        "%fp.caller = call i64 @llvm.aarch64.get.fpcr()",
        "%fp.flags = call i64 @llvm.aarch64.get.fpsr()",
        "call void @llvm.aarch64.set.fpcr(i64 0)",
    ),
    (
        "call void @llvm.aarch64.set.fpsr(i64 %fp.flags)",
        "call void @llvm.aarch64.set.fpcr(i64 %fp.caller)",
    ),
)
_ENVIRONMENTS: Final = {"x86_64": _X86, "AMD64": _X86, "aarch64": _ARM, "arm64": _ARM}
"""Intrinsics and instructions that set the floating-point environment, and restore the caller's."""


class IRModule:
    """LLVM IR of one variant of a lowered trace.

    Its entry is `void kernel(i64 n, ptr pointers, ptr steps)`, with the address of each operand and
    result, of which a sample is contiguous, and the bytes from one sample to the next. The vector
    variant takes n >= lanes. If `workspace_bytes` is not 0, a pointer to as much memory is the last
    argument.
    """

    def __init__(self, trace: Trace, number: NumberType) -> None:
        environment = _ENVIRONMENTS.get(number.processor.architecture, ((), (), ()))
        declared, self._enter, self._leave = environment
        self.number = number
        self.memory = MemoryMap(trace, number, direct=number.lanes == 1)
        self.routine = Routine(self.memory, {*declared})
        self.names = [*self.memory.operands, *self.memory.results]

    @property
    def workspace_bytes(self) -> int:
        """Bytes of workspace that the entry takes; 0 for a small one, which is on the stack."""
        size = self.routine.size * self.number.lanes * self.number.bytes
        return size if self.number.lanes > 1 or size > STACK_LIMIT else 0

    def text(self) -> str:
        """The IR as one module."""
        functions = self._all_functions()
        return "\n".join([*sorted(self.routine.declarations), *functions])

    def texts(self) -> list[str]:
        """The IR as modules to be compiled one by one and linked."""
        groups: list[list[str]] = [[]]
        lines = 0
        for function in self._all_functions():
            more = function.count("\n")
            if groups[-1] and lines + more > MODULE_LINES:
                groups.append([])
                lines = 0
            groups[-1].append(function)
            lines += more
        heads = {function: function.partition(" {")[0] for group in groups for function in group}
        declared = sorted(self.routine.declarations)
        return ["\n".join([*declared, *_external(heads, group), *group]) for group in groups]

    def _all_functions(self) -> list[str]:
        """Every function, the entry last."""
        entry = self._scalar_entry() if self.number.lanes == 1 else self._vector_entry()
        return [*self.routine.functions, entry]

    def _load_pointers(self) -> Iterator[str]:
        """Instructions that load the address and the step of each operand and result."""
        for k, name in enumerate(self.names):
            yield f"%sp{k} = getelementptr i64, ptr %steps, i64 {k}"
            yield f"{name}.s = load i64, ptr %sp{k}"
            yield f"%bp{k} = getelementptr ptr, ptr %pointers, i64 {k}"
            yield f"{name}.0 = load ptr, ptr %bp{k}"

    def _arguments(self, suffix: str = "") -> str:
        """The workspace and the pointers to a sample; the suffix .0 is the first one's."""
        return ", ".join(["ptr %w", *(f"ptr {name}{suffix}" for name in self.routine.pointers)])

    def _scalar_entry(self) -> str:
        code = self.routine.code()
        if not self.workspace_bytes:
            size = max(self.routine.size, 1)
            code.lines.append(f"%w = alloca [{size} x {self.number.type}], align 64")
        code.lines += [*self._enter, *self._load_pointers()]
        code.lines += self.routine.calls(self.routine.once, self._arguments(".0"))
        with code.loop("%n", *((x, "ptr", f"{x}.0", f"{x}.1") for x in self.names)):
            for x in self.memory.samples(chain(*self.memory.partitions)):
                code.lines.append(f"{x}.i = getelementptr i8, ptr {x}, i64 0")
            code.lines += self.routine.calls(self.routine.steps, self._arguments())
            for x in self.names:
                code.lines.append(f"{x}.1 = getelementptr i8, ptr {x}, i64 {x}.s")
        code.lines += self._leave
        workspace = ", ptr %w" if self.workspace_bytes else ""
        return code.function(f"define void @kernel(i64 %n, ptr %pointers, ptr %steps{workspace})")

    def _vector_entry(self) -> str:
        n, t, memory = self.number, self.number.type, self.memory
        lines = [
            f"{name} = getelementptr {t}, ptr %w, i64 {memory.areas.get(name, 0)}"
            for name in memory.operands
        ]
        lines += [*self._enter, *self._load_pointers()]
        lines += self.routine.calls(self.routine.once, self._arguments())
        lines += [f"%last = sub i64 %n, {n.lanes}", "br label %loop", "loop:"]
        lines += ["%i = phi i64 [ 0, %0 ], [ %step, %more ]"]
        for name in self.names:
            lines += [f"{name}.o = mul i64 %i, {name}.s"]
            lines += [f"{name}.i = getelementptr i8, ptr {name}.0, i64 {name}.o"]
        lines += chain(*self.routine.sample(self._arguments()))
        lines += [
            f"%next = add i64 %i, {n.lanes}",
            "%done = icmp sge i64 %next, %n",
            "br i1 %done, label %end, label %more",
            "more:",
            "%over = icmp sgt i64 %next, %last",
            "%step = select i1 %over, i64 %last, i64 %next",
            "br label %loop",
            "end:",
            *self._leave,
            "ret void",
        ]
        head = "define void @kernel(i64 %n, ptr %pointers, ptr %steps, ptr %w)"
        return "\n".join([definition(head, lines), *self.routine.offset_tables()])


def _external(heads: Mapping[str, str], group: Sequence[str]) -> Iterator[str]:
    """Declarations of the functions that other modules define."""
    for function, head in heads.items():
        if function not in group and head.startswith("define hidden"):
            yield head.replace("define hidden", "declare hidden").partition(" noinline")[0]
