"""Object files of kernels for this processor or another, with functions that C calls.

Of every kernel there are two: `void NAME(operands, results)` of one sample, and `void NAME_batch(n,
operands, results, workspace)` of many, which uses vector registers. Nothing is called outside of
the file.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from . import llvm
from .ir_builder import NumberType, definition
from .kernel import Kernel
from .target import Processor

_NAME: Final = re.compile(r"@(?!llvm\.)(?=\w)")


class ExportedKernel:
    """The functions of a kernel in an object file."""

    def __init__(self, name: str, kernel: Kernel, processor: Processor) -> None:
        self.name, self.kernel = name, kernel
        self.lanes = processor.lanes(kernel.dtype.itemsize)
        modules = [
            kernel.compiled.module(lanes, processor) for lanes in dict.fromkeys((1, self.lanes))
        ]
        self.number = NumberType(str(kernel.dtype), 1)
        self.workspace = max(1, *(x.workspace_bytes for x in modules))
        """Bytes of workspace that a call of the batch function takes."""
        self.stack = modules[0].routine.size * self.number.bytes
        """Bytes of workspace on the stack of the function of one sample."""
        self._workspaces = [x.workspace_bytes for x in modules]
        self._code = [
            _renamed(module.text(), f"{name}.{kind}.")
            for module, kind in zip(modules, ("scalar", "vector"), strict=True)
        ]
        self._sizes = [
            int(np.prod(x.shape)) * self.number.bytes for x in (*kernel.operands, *kernel.results)
        ]
        """Bytes of a sample of each operand and result."""

    def text(self) -> str:
        """The IR of the functions."""
        kernel, name, n = self.kernel, self.name, len(self.kernel.operands)
        bound = [f"@{name}.bound{k}" for k in range(len(kernel.bound))]
        constants = [_constant(x, self.number, y) for x, y in zip(bound, kernel.bound, strict=True)]
        steps = [*self._sizes[:n], *[0] * len(bound), *self._sizes[n:]]
        listed = ", ".join(f"i64 {x}" for x in steps)
        constants.append(f"@{name}.steps = private constant [{len(steps)} x i64] [{listed}]")
        arrays = [f"%x{k}" for k in range(len(self._sizes))]
        parameters = ", ".join(f"ptr {x}" for x in arrays)
        arrays[n:n] = bound
        memory = [f"%pointers = alloca [{len(arrays)} x ptr]"]
        for k, x in enumerate(arrays):
            memory.append(f"%p{k} = getelementptr ptr, ptr %pointers, i64 {k}")
            memory.append(f"store ptr {x}, ptr %p{k}")
        single = [*memory, self._call(0, "1"), "ret void"]
        if self._workspaces[0]:
            single.insert(0, f"%w = alloca [{self._workspaces[0]} x i8], align 64")
        batch = [
            *memory,
            "%none = icmp slt i64 %n, 1",
            "br i1 %none, label %end, label %some",
            "some:",
            f"%few = icmp slt i64 %n, {self.lanes}",
            "br i1 %few, label %scalar, label %vector",
            "scalar:",
            self._call(0, "%n"),
            "br label %end",
            "vector:",
            self._call(1, "%n"),
            "br label %end",
            "end:",
            "ret void",
        ]
        functions = [
            definition(f"define void @{name}({parameters})", single),
            definition(f"define void @{name}_batch(i64 %n, {parameters}, ptr %w)", batch),
        ]
        return "\n".join([*constants, *self._code, *functions])

    def _call(self, kind: int, n: str) -> str:
        """The call of the code of a variant."""
        name, workspace = ("scalar", "vector")[kind], ", ptr %w" * bool(self._workspaces[kind])
        arguments = f"i64 {n}, ptr %pointers, ptr @{self.name}.steps{workspace}"
        return f"call void @{self.name}.{name}.kernel({arguments})"


def object_file(
    kernels: Sequence[ExportedKernel], tables: Mapping[str, Sequence[str]], machine: llvm.Machine
) -> bytes:
    """An object file with the functions of kernels, and tables of names."""
    texts = [kernel.text() for kernel in kernels]
    texts += [_names(table, names) for table, names in tables.items()]
    lines = [line for text in texts for line in text.split("\n")]
    declared = dict.fromkeys(line for line in lines if line.startswith("declare "))
    rest = [line for line in lines if not line.startswith("declare ")]
    return llvm.emit_object("\n".join([llvm.module_head(machine), *declared, *rest]), machine)


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


def _constant(name: str, number: NumberType, values: ArrayLike) -> str:
    flat = [number.literal(x) for x in np.asarray(values).ravel()] or [number.literal(0.0)]
    listed = ", ".join(f"{number.scalar} {x}" for x in flat)
    return f"{name} = private constant [{len(flat)} x {number.scalar}] [{listed}], align 64"
