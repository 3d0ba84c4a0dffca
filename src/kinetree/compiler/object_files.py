"""Object files of kernels for this processor or another, with functions that C calls.

Of every kernel there are two: `void NAME(operands, results)` of one sample, and `void NAME_batch(n,
operands, results, workspace)` of many, which uses vector registers. `int PREFIX_selftest(void)`
compares the bits of stored results. Nothing is called outside of the file.
"""

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from ..errors import CompileError
from . import llvm
from .ir_builder import NumberType, definition
from .kernel import Kernel
from .target import Processor, host

_ARCHITECTURES: Final = {
    "x86_64": "x86_64",
    "amd64": "x86_64",
    "aarch64": "aarch64",
    "arm64": "aarch64",
}
_NAME: Final = re.compile(r"@(?!llvm\.)(?=\w)")
_PROBE: Final = """
import sys
import llvmlite.binding as llvm
llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()
target = llvm.Target.from_triple(sys.argv[1])
machine = target.create_target_machine(cpu=sys.argv[2], features=sys.argv[3])
print(machine.emit_assembly(llvm.parse_assembly(sys.stdin.read())))
"""
_FUSED: Final = """
define <8 x double> @f(<8 x double> %a, <8 x double> %b, <8 x double> %c) {
  %x = call <8 x double> @llvm.fma.v8f64(<8 x double> %a, <8 x double> %b, <8 x double> %c)
  ret <8 x double> %x
}
declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
"""


@dataclass(frozen=True)
class Target:
    """A machine in LLVM's terms, and its processor."""

    machine: llvm.Machine
    processor: Processor


@lru_cache
def find_target(triple: str | None, cpu: str | None) -> Target:
    """The machine of an LLVM triple, such as aarch64-linux-gnu, and a processor's name in LLVM.

    None is this machine, and for another one a processor that has what all of its kind have.
    Raises CompileError for machines without fused multiply-adds, and for unknown names.
    """
    llvm.version()  # raises an error that says what to install
    if triple is None and cpu is None:
        return Target(llvm.host_machine(), host())
    name = _normalized(llvm.host_machine().triple if triple is None else triple)
    architecture = _ARCHITECTURES.get(name.partition("-")[0].lower())
    if architecture is None:
        raise CompileError(
            f"target {triple!r}: expected a machine of x86_64 or aarch64, such as "
            "'aarch64-linux-gnu', 'x86_64-windows-msvc' or 'arm64-apple-macosx'."
        )
    machine = llvm.Machine(name, cpu or "generic", "")
    return Target(machine, Processor(architecture, _register_bytes(machine, architecture)))


def _normalized(triple: str) -> str:
    """A triple with its vendor: aarch64-linux-gnu is aarch64-unknown-linux-gnu."""
    parts = triple.split("-")
    if len(parts) > 1 and parts[1] in ("linux", "windows", "none"):
        parts.insert(1, "unknown")
    return "-".join(parts)


def _register_bytes(machine: llvm.Machine, architecture: str) -> int:
    """The size of a machine's vector registers, from the code that LLVM makes for it.

    LLVM ends the process for some names that it does not know, hence another process.
    """
    done = subprocess.run(
        [sys.executable, "-c", _PROBE, machine.triple, machine.cpu, machine.features],
        input=_FUSED,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode or "not a recognized" in done.stderr:
        raise CompileError(
            f"LLVM does not know the processor {machine.cpu!r} of {machine.triple}; for example "
            "x86-64-v3, x86-64-v4, znver4, cortex-a72, cortex-a78, apple-m1."
        )
    text = done.stdout
    if "fmadd" not in text and "fmla" not in text:
        raise CompileError(
            f"the processor {machine.cpu!r} of {machine.triple} has no fused multiply-add, which "
            "decides the bits of results; name a newer one: cpu='x86-64-v3' (2013 and later)."
        )
    return 16 if architecture == "aarch64" else 64 if "%zmm" in text else 32


class ExportedKernel:
    """The functions of a kernel in an object file."""

    def __init__(self, name: str, kernel: Kernel, target: Target) -> None:
        self.name, self.kernel = name, kernel
        self.lanes = target.processor.lanes(kernel.dtype.itemsize)
        self._arrays = [x.shape for x in (*kernel.operands, *kernel.results)]
        self._operands, count = len(kernel.operands), len(self._arrays)
        self._parameters = [f"ptr %x{k}" for k in range(count)]
        dtype = str(kernel.dtype)
        modules = [
            kernel.compiled.module(lanes, target.processor)
            for lanes in dict.fromkeys((1, self.lanes))
        ]
        self.number = NumberType(dtype, 1)
        self._workspaces = [x.workspace_bytes for x in modules]
        self._size = modules[0].routine.size * self.number.bytes
        self._code = [
            _renamed(module.text(), f"{name}.{kind}.")
            for module, kind in zip(modules, ("scalar", "vector"), strict=True)
        ]

    @property
    def workspace(self) -> int:
        """Bytes of workspace that a call of the batch function takes."""
        return max(1, *self._workspaces)

    @property
    def stack(self) -> int:
        """Bytes of workspace on the stack of the function of one sample."""
        return self._size

    def text(self) -> str:
        """The IR of the functions."""
        bound = [
            _constant(f"@{self.name}.bound{k}", self.number, x)
            for k, x in enumerate(self.kernel.bound)
        ]
        return "\n".join([*bound, *self._code, self._single(), self._batch()])

    def _call(self, kind: int, n: str, steps: bool, workspace: str) -> list[str]:
        """Instructions that call the code of a variant."""
        bound = [f"@{self.name}.bound{k}" for k in range(len(self.kernel.bound))]
        pointers = [x.removeprefix("ptr ") for x in self._parameters]
        pointers[self._operands : self._operands] = bound
        sizes = [self._bytes(shape) * steps for shape in self._arrays]
        sizes[self._operands : self._operands] = [0] * len(bound)
        lines: list[str] = []
        for k, (pointer, size) in enumerate(zip(pointers, sizes, strict=True)):
            lines += [
                f"%p{kind}.{k} = getelementptr ptr, ptr %pointers, i64 {k}",
                f"store ptr {pointer}, ptr %p{kind}.{k}",
                f"%s{kind}.{k} = getelementptr i64, ptr %steps, i64 {k}",
                f"store i64 {size}, ptr %s{kind}.{k}",
            ]
        name = f"@{self.name}.{('scalar', 'vector')[kind]}.kernel"
        more = f", ptr {workspace}" if self._workspaces[kind] else ""
        return [*lines, f"call void {name}(i64 {n}, ptr %pointers, ptr %steps{more})"]

    @property
    def _memory(self) -> list[str]:
        count = len(self._arrays) + len(self.kernel.bound)
        return [f"%pointers = alloca [{count} x ptr]", f"%steps = alloca [{count} x i64]"]

    def _single(self) -> str:
        lines = self._memory
        if self._workspaces[0]:
            lines.append(f"%w = alloca [{self._workspaces[0]} x i8], align 64")
        lines += [*self._call(0, "1", False, "%w"), "ret void"]
        return definition(f"define void @{self.name}({', '.join(self._parameters)})", lines)

    def _batch(self) -> str:
        head = f"i64 %n, {', '.join(self._parameters)}, ptr %w"
        lines = [
            *self._memory,
            "%none = icmp slt i64 %n, 1",
            "br i1 %none, label %end, label %some",
            "some:",
            f"%few = icmp slt i64 %n, {self.lanes}",
            "br i1 %few, label %scalar, label %vector",
            "scalar:",
            *self._call(0, "%n", True, "%w"),
            "br label %end",
            "vector:",
            *self._call(1, "%n", True, "%w"),
            "br label %end",
            "end:",
            "ret void",
        ]
        return definition(f"define void @{self.name}_batch({head})", lines)

    def test(self, operands: Sequence[Any], results: Sequence[Any]) -> tuple[list[str], list[str]]:
        """Instructions that add differences of these samples to %wrong, and their constants."""
        t, arrays = self.name, [*operands, *results]
        (n, *_) = operands[0].shape if operands else (1,)
        constants = [_constant(f"@{t}.data{k}", self.number, x) for k, x in enumerate(arrays)]
        sizes = [self._bytes(shape) for shape in self._arrays[self._operands :]]
        total = self.workspace + 64 * len(sizes) + n * sum(sizes)
        constants.append(f"@{t}.memory = internal global [{total} x i8] zeroinitializer, align 64")
        lines: list[str] = []
        areas, at = list[str](), -(-self.workspace // 64) * 64
        for k, size in enumerate(sizes):
            lines.append(f"%{t}.m{k} = getelementptr i8, ptr @{t}.memory, i64 {at}")
            areas.append(f"%{t}.m{k}")
            at += n * size
        for sample in range(n):
            pointers = list[str]()
            for k, shape in enumerate(self._arrays):
                base = f"@{t}.data{k}" if k < self._operands else areas[k - self._operands]
                name, offset = f"%{t}.{sample}.{k}", sample * self._bytes(shape)
                lines.append(f"{name} = getelementptr i8, ptr {base}, i64 {offset}")
                pointers.append(f"ptr {name}")
            lines.append(f"call void @{t}({', '.join(pointers)})")
        given = [f"ptr @{t}.data{k}" for k in range(self._operands)]
        listed = ", ".join([f"i64 {n}", *given, *(f"ptr {x}" for x in areas), f"ptr @{t}.memory"])
        for which in ("", "_batch"):
            if which:
                lines.append(f"call void @{t}_batch({listed})")
            for k, (area, size) in enumerate(zip(areas, sizes, strict=True)):
                name = f"%{t}.wrong{which}{k}"
                data = f"@{t}.data{self._operands + k}"
                lines += [
                    f"{name} = call i32 @differ(ptr {area}, ptr {data}, i64 {n * size})",
                    f"call void @add(ptr %wrong, i32 {name})",
                ]
        return lines, constants

    def _bytes(self, shape: tuple[int, ...]) -> int:
        return int(np.prod(shape)) * self.number.bytes


_HELPERS: Final = """\
define internal i32 @differ(ptr %a, ptr %b, i64 %size) {
  %none = icmp eq i64 %size, 0
  br i1 %none, label %done, label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %found = phi i32 [ 0, %0 ], [ %new, %loop ]
  %pa = getelementptr i8, ptr %a, i64 %i
  %pb = getelementptr i8, ptr %b, i64 %i
  %x = load i32, ptr %pa
  %y = load i32, ptr %pb
  %other = icmp ne i32 %x, %y
  %new = select i1 %other, i32 1, i32 %found
  %next = add i64 %i, 4
  %more = icmp slt i64 %next, %size
  br i1 %more, label %loop, label %done
done:
  %result = phi i32 [ 0, %0 ], [ %new, %loop ]
  ret i32 %result
}
define internal void @add(ptr %sum, i32 %x) {
  %old = load i32, ptr %sum
  %new = add i32 %old, %x
  store i32 %new, ptr %sum
  ret void
}"""


def object_file(
    prefix: str,
    kernels: Sequence[ExportedKernel],
    samples: Sequence[tuple[Sequence[Any], Sequence[Any]]],
    tables: Mapping[str, Sequence[str]],
    target: Target,
) -> bytes:
    """An object file with the functions of kernels, and tables of names.

    `samples` are operands and results of each kernel, for the self-test.
    """
    texts, constants = [_HELPERS], list[str]()
    tests = ["%wrong = alloca i32", "store i32 0, ptr %wrong"]
    for kernel, (operands, results) in zip(kernels, samples, strict=True):
        texts.append(kernel.text())
        lines, its_constants = kernel.test(operands, results)
        tests += lines
        constants += its_constants
    tests += ["%result = load i32, ptr %wrong", "ret i32 %result"]
    texts += [*constants, definition(f"define i32 @{prefix}_selftest()", tests)]
    texts += [_names(table, names) for table, names in tables.items()]
    lines = [line for text in texts for line in text.split("\n")]
    declared = dict.fromkeys(line for line in lines if line.startswith("declare "))
    rest = [line for line in lines if not line.startswith("declare ")]
    head = llvm.module_head(target.machine)
    return llvm.emit_object("\n".join([head, *declared, *rest]), target.machine)


def _renamed(text: str, prefix: str) -> str:
    """IR whose functions and tables have names of their own, seen in this file only."""
    text = _NAME.sub(f"@{prefix}", text)
    return text.replace("define hidden ", "define internal ").replace(
        f"define void @{prefix}kernel(", f"define internal void @{prefix}kernel("
    )


def _names(table: str, names: Sequence[str]) -> str:
    """A table of strings, which are printable ASCII characters without quotes."""
    lines = [
        f'@{table}.{k} = private constant [{len(x) + 1} x i8] c"{x}\\00"'
        for k, x in enumerate(names or [""])
    ]
    listed = ", ".join(f"ptr @{table}.{k}" for k in range(len(lines)))
    return "\n".join([*lines, f"@{table} = constant [{len(lines)} x ptr] [{listed}]"])


def _constant(name: str, number: NumberType, values: Any) -> str:
    flat = [number.literal(x) for x in np.asarray(values).ravel()] or [number.literal(0.0)]
    listed = ", ".join(f"{number.scalar} {x}" for x in flat)
    return f"{name} = private constant [{len(flat)} x {number.scalar}] [{listed}], align 64"
