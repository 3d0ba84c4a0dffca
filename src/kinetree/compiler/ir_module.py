"""LLVM IR of a trace, as text: one function a cut, and an entry that loops over the samples.

The same pieces serve one sample and lanes; only the type of a number differs, `double` or
`<4 x double>`. The entry for one sample hands the pieces the caller's memory. The entry for lanes
brings as many samples as there are lanes into a workspace by in-register transposes, runs the
pieces on it, and takes the results back; samples that do not fill the last lanes are computed
together with the ones before them, so that there is no second kind of result. Every entry sets
the floating-point environment and gives back the caller's: another library's flush-to-zero changes
no bit, and what a discarded choice computes raises no flag.

LLVM gets several modules, each of a fraction of a second: Ctrl-C is answered between two of them.
"""

import platform
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from ..scalar.replay import Trace
from .float_environment import guard
from .ir_builder import FunctionText, Number, definition, table
from .routine import Routine

STACK: Final = 1 << 17
"""Bytes of the stack that one sample may work in; threads have little of it on some systems."""
MODULE: Final = 4000
"""Lines of text in one module, unless a single function has more."""


class Module:
    """What LLVM compiles for a lowered trace; its entry is `kernel`.

    One lane: `void kernel(i64 n, ptr pointers, ptr steps)`, the base address of each operand and
    result and the bytes from one sample to the next; the core of each is contiguous. Several lanes:
    n >= lanes. Where `workspace_bytes` is not 0, so much memory is a last argument.
    """

    def __init__(
        self, trace: Trace, number: Number, architecture: str = platform.machine()
    ) -> None:
        self.guard, self.number = guard(architecture), number
        self.declarations: set[str] = set()
        self.routine = Routine(trace, number, self.declarations, direct=number.lanes == 1)
        self.names = [*self.routine.operands, *self.routine.results]

    @property
    def workspace_bytes(self) -> int:
        """The memory that an entry is given to work in; none for one sample that takes little."""
        size = self.routine.size * self.number.lanes * self.number.bytes
        return size if self.number.lanes > 1 or size > STACK else 0

    def text(self) -> str:
        """All of it as one module."""
        functions = self._all()
        return "\n".join([*self._declared(), *functions])

    def texts(self) -> list[str]:
        """Modules to be compiled one by one and linked."""
        groups: list[list[str]] = [[]]
        lines = 0
        for function in self._all():
            more = function.count("\n")
            if groups[-1] and lines + more > MODULE:
                groups.append([])
                lines = 0
            groups[-1].append(function)
            lines += more
        heads = {function: function.partition(" {")[0] for group in groups for function in group}
        declared = self._declared()
        return ["\n".join([*declared, *_outside(heads, group), *group]) for group in groups]

    def _declared(self) -> list[str]:
        return sorted({*self.declarations, *self.guard.declarations})

    def _all(self) -> list[str]:
        """Every function, the entry last."""
        called, once, steps = self.routine.functions
        entry = self._entry if self.number.lanes == 1 else self._lanes_entry
        return [*called, *once, *steps, entry(once, steps)]

    def _code(self) -> FunctionText:
        return self.routine.code()

    def _pointers(self) -> Iterator[str]:
        for k, name in enumerate(self.names):
            yield f"%sp{k} = getelementptr i64, ptr %steps, i64 {k}"
            yield f"{name}.s = load i64, ptr %sp{k}"
            yield f"%bp{k} = getelementptr ptr, ptr %pointers, i64 {k}"
            yield f"{name}.0 = load ptr, ptr %bp{k}"

    def _calls(self, functions: Sequence[str], moment: str = "") -> Iterator[str]:
        """Calls with the memory of a sample, or of the first one."""
        passed = [f"ptr {name}{moment}" for name in self.routine.passed]
        yield from self.routine.calls(functions, ", ".join(["ptr %w", *passed]))

    def _entry(self, once: Sequence[str], steps: Sequence[str]) -> str:
        code = self._code()
        if not self.workspace_bytes:
            size = max(self.routine.size, 1)
            code.lines.append(f"%w = alloca [{size} x {self.number.type}], align 64")
        code.lines += [*self.guard.enter, *self._pointers(), *self._calls(once, ".0")]
        with code.repeated("%n", *((x, "ptr", f"{x}.0", f"{x}.1") for x in self.names)):
            code.lines += self._calls(steps)
            for x in self.names:
                code.lines.append(f"{x}.1 = getelementptr i8, ptr {x}, i64 {x}.s")
        code.lines += self.guard.leave
        given = ", ptr %w" if self.workspace_bytes else ""
        return code.function(f"define void @kernel(i64 %n, ptr %pointers, ptr %steps{given})")

    def _lanes_entry(self, once: Sequence[str], steps: Sequence[str]) -> str:
        n, t, routine = self.number, self.number.type, self.routine
        lines = [
            f"{name} = getelementptr {t}, ptr %w, i64 {routine.areas.get(name, 0)}"
            for name in routine.operands
        ]
        lines += [*self.guard.enter, *self._pointers(), *self._calls(once)]
        lines += [f"%last = sub i64 %n, {n.lanes}", "br label %loop", "loop:"]
        lines += ["%i = phi i64 [ 0, %0 ], [ %step, %more ]"]
        for name in self.names:
            lines += [f"{name}.o = mul i64 %i, {name}.s"]
            lines += [f"{name}.i = getelementptr i8, ptr {name}.0, i64 {name}.o"]
        for name, its_runs in routine.gathered.items():
            lines += chain(*(run.calls(n, name, f"{name}.i", f"{name}.s") for run in its_runs))
        lines += self._calls(steps)
        tables: list[str] = []
        for k, (name, at, places, its_runs) in enumerate(routine.scattered):
            row, step = f"%row{k}", f"{name}.s"
            lines.append(f"{row} = getelementptr {n.scalar}, ptr {name}.i, i64 {at}")
            lines += chain(*(run.calls(n, f"@places{k}", row, step) for run in its_runs))
            tables.append(table(f"@places{k}", places))
        lines += [
            f"%next = add i64 %i, {n.lanes}",
            "%done = icmp sge i64 %next, %n",
            "br i1 %done, label %end, label %more",
            "more:",
            "%over = icmp sgt i64 %next, %last",
            "%step = select i1 %over, i64 %last, i64 %next",
            "br label %loop",
            "end:",
            *self.guard.leave,
            "ret void",
        ]
        head = "define void @kernel(i64 %n, ptr %pointers, ptr %steps, ptr %w)"
        return "\n".join([definition(head, lines), *tables])


def _outside(heads: Mapping[str, str], group: Sequence[str]) -> Iterator[str]:
    """Declarations of the functions that other modules define."""
    for function, head in heads.items():
        if function not in group and head.startswith("define hidden"):
            yield head.replace("define hidden", "declare hidden").removesuffix(" noinline")
