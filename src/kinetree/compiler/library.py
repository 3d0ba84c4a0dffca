"""Kernels as functions of a shared library that CasADi opens (casadi.c).

The library is written without a linker: each of its functions jumps to code in this process.
"""

import ctypes
import pkgutil
import platform
import struct
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from ..errors import CompileError
from . import llvm
from .array_layout import immortal
from .kernel import Kernel
from .machine_code import MachineCode

MAX_ARRAYS: Final = 256
"""Most operands and results together, as in casadi.c."""
_ALIGNMENT: Final = 64


class _Data(ctypes.Structure):
    """Data for the calls of a kernel; casadi.c explains the fields."""

    _fields_ = (
        ("code", ctypes.c_void_p),
        *((name, ctypes.c_int64) for name in ("passed", "operands", "results")),
        *((name, ctypes.c_void_p) for name in ("zeros", "bound", "sizes")),
    )


def available() -> bool:
    """Whether libraries can be written here."""
    linux = sys.platform == "linux" and platform.machine() == "x86_64"
    return linux and sys.maxsize > 1 << 32 and llvm.available()


def casadi_functions(
    title: str,
    kernel: Kernel,
    names: Sequence[Sequence[str]],
    patterns: Sequence[Sequence[Sequence[int]]],
) -> dict[str, int]:
    """The addresses of a kernel and of what describes it, which live as long as this process.

    `names` and `patterns` are those of its operands and results, patterns as CasADi writes them.
    """
    sizes = np.array([x.shape[0] for x in kernel.results], np.int64)
    operands = [*kernel.operands, *(np.asarray(x) for x in kernel.bound)]
    if len(operands) + len(sizes) > MAX_ARRAYS:
        raise CompileError(f"{kernel.name}: {len(operands) + len(sizes)} arrays; at most 256.")
    zeros = np.zeros(max((x.shape[0] for x in kernel.operands), default=0) + 1)
    bound = (ctypes.c_void_p * len(kernel.bound))(*(x.ctypes.data for x in kernel.bound))
    data = _Data(
        code=kernel.address,
        passed=len(kernel.operands),
        operands=len(operands),
        results=len(sizes),
        zeros=zeros.ctypes.data,
        bound=ctypes.addressof(bound),
        sizes=sizes.ctypes.data,
    )
    work = int(sizes.sum()) + -(-kernel.workspace // 8) + _ALIGNMENT // 8
    ins, outs = len(kernel.operands), len(sizes)
    lines = [
        f"define i32 @{title}(ptr %a, ptr %r, ptr %i, ptr %w, i32 %m) {{",
        f"  %f = inttoptr i64 {_code().addresses['call_by_casadi']} to ptr",
        f"  %d = inttoptr i64 {ctypes.addressof(data)} to ptr",
        "  %e = call i32 %f(ptr %d, ptr %a, ptr %r, ptr %w)",
        "  ret i32 %e",
        "}",
        f"define i64 @{title}_n_in() {{ ret i64 {ins} }}",
        f"define i64 @{title}_n_out() {{ ret i64 {outs} }}",
        f"define i32 @{title}_work(ptr %a, ptr %r, ptr %i, ptr %w) {{",
        *(
            f"  store i64 {n}, ptr %{name}"
            for name, n in (("a", ins), ("r", outs), ("i", 0), ("w", work))
        ),
        "  ret i32 0",
        "}",
    ]
    for kind, its_names, its_patterns in zip(("in", "out"), names, patterns, strict=True):
        texts = [_text(f"@{kind}{k}.name", x) for k, x in enumerate(its_names)]
        lines += [*texts, *_table(f"{title}_name_{kind}", f"{kind}", "name", len(texts))]
        rows = [
            f"@{kind}{k}.pattern = private constant [{len(x)} x i64] "
            f"[{', '.join(f'i64 {n}' for n in x)}]"
            for k, x in enumerate(its_patterns)
        ]
        lines += [*rows, *_table(f"{title}_sparsity_{kind}", f"{kind}", "pattern", len(rows))]
    exported = [title, *(f"{title}_{x}" for x in ("n_in", "n_out", "work", "name_in", "name_out"))]
    exported += [f"{title}_sparsity_in", f"{title}_sparsity_out"]
    code = MachineCode([llvm.emit_object("\n".join(lines))], *exported)  # it holds addresses
    immortal((kernel, data, zeros, sizes, bound, code))
    return code.addresses


def _text(name: str, text: str) -> str:
    raw = "".join(f"\\{byte:02x}" for byte in text.encode())
    return f'{name} = private constant [{len(text.encode()) + 1} x i8] c"{raw}\\00"'


def _table(function: str, kind: str, what: str, count: int) -> list[str]:
    """A function that gives the k-th of some constants, null beyond them."""
    cases = " ".join(f"i64 {k}, label %l{k}" for k in range(count))
    lines = [f"define ptr @{function}(i64 %k) {{", f"  switch i64 %k, label %none [ {cases} ]"]
    for k in range(count):
        lines += [f"l{k}:", f"  ret ptr @{kind}{k}.{what}"]
    return [*lines, "none:", "  ret ptr null", "}"]


@lru_cache
def _code() -> MachineCode:
    text = (pkgutil.get_data("kinetree.compiler", "casadi.ll") or b"").decode()
    return immortal(MachineCode.from_ir(text, "call_by_casadi"))


_HEADER: Final = 64
_SEGMENT: Final = 56
_PAGE: Final = 0x1000
_STUB: Final = 16


def shared_library(symbols: Mapping[str, int]) -> bytes:
    """An ELF library for x86-64 whose functions jump to these addresses."""
    names = [name.encode() + b"\0" for name in symbols]
    strings = b"\0" + b"".join(names)
    stubs = b"".join(_jump(address) for address in symbols.values())
    dynamic = _HEADER + 3 * _SEGMENT
    hashes = dynamic + 6 * 16
    table = -(-(hashes + 4 * (3 + len(names) + 1)) // 8) * 8
    text = table + 24 * (len(names) + 1)
    end = text + len(strings)
    start = -(-end // _PAGE) * _PAGE
    entries, offset = [bytes(24)], 1
    for k, name in enumerate(names):
        entries.append(struct.pack("<IBBHQQ", offset, 0x12, 0, 1, start + _STUB * k, _STUB))
        offset += len(name)
    chain = [k + 1 if k < len(names) else 0 for k in range(1, len(names) + 1)]
    hashed = struct.pack(f"<{4 + len(names)}I", 1, len(names) + 1, 1, 0, *chain)
    tags = ((4, hashes), (5, text), (6, table), (10, len(strings)), (11, 24), (0, 0))
    header = b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + struct.pack(
        "<HHIQQQIHHHHHH", 3, 62, 1, 0, _HEADER, 0, 0, _HEADER, _SEGMENT, 3, 0, 0, 0
    )
    segments = (
        (1, 6, 0, end, _PAGE),
        (1, 5, start, len(stubs), _PAGE),
        (2, 6, dynamic, 6 * 16, 8),
    )
    image = bytearray(start) + stubs
    parts = {
        0: header,
        _HEADER: b"".join(
            struct.pack("<IIQQQQQQ", kind, flags, at, at, at, size, size, alignment)
            for kind, flags, at, size, alignment in segments
        ),
        dynamic: b"".join(struct.pack("<QQ", *tag) for tag in tags),
        hashes: hashed,
        table: b"".join(entries),
        text: strings,
    }
    for at, part in parts.items():
        image[at : at + len(part)] = part
    return bytes(image)


def _jump(address: int) -> bytes:
    """movabs rax, address; jmp rax"""
    return (b"\x48\xb8" + struct.pack("<Q", address) + b"\xff\xe0").ljust(_STUB, b"\x90")
