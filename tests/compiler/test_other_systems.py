"""Code for other systems: no name in it is missing, and Windows' convention is run here."""

import ctypes
import struct
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_loops import nested

import kinetree as kt
from kinetree.compiler import elf, llvm
from kinetree.compiler.ir_builder import NumberType
from kinetree.compiler.ir_module import IRModule
from kinetree.compiler.passes import lower
from kinetree.compiler.target import Processor

AVX2 = "+avx2,+fma"
X86, ARM = Processor("x86_64", 32), Processor("aarch64", 16)
SYSTEMS = {
    "x86_64-unknown-linux-gnu": (AVX2, X86),
    "aarch64-unknown-linux-gnu": ("+neon", ARM),
    "arm64-apple-darwin": ("+neon", ARM),
    "x86_64-pc-windows-msvc-elf": (AVX2, X86),  # as llvm.emit_object loads it there
}
OBJECTS = {**SYSTEMS, "x86_64-pc-windows-msvc": (AVX2, X86)}  # for Microsoft's linker
KERNELS = {
    "rnea": lambda: kt.rnea.trace(kt.load("talos", floating_base=True)),
    "loop": lambda: nested.trace(kt.robots.arm(), sizes={"T": 5}),
}


@cache
def lowered(name: str) -> Any:
    return lower(KERNELS[name](), "float64")


def of_elf(data: bytes) -> Iterator[tuple[str, bool]]:
    """The names of an object file, and whether each is defined there; with those below."""
    start, count = struct.unpack_from("<Q", data, 40)[0], struct.unpack_from("<H", data, 60)[0]
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, start + 64 * k) for k in range(count)]
    (table,) = (x for x in sections if x[1] == 2)
    for k in range(1, table[5] // 24):
        name, info, _, section = struct.unpack_from("<IBBH", data, table[4] + 24 * k)
        if info >> 4:
            yield text_at(data, sections[table[6]][4] + name), section != 0


def of_macho(data: bytes) -> Iterator[tuple[str, bool]]:
    place = 32
    for _ in range(struct.unpack_from("<I", data, 16)[0]):
        command, size, symbols, count, names = struct.unpack_from("<IIIII", data, place)
        for k in range(count if command == 2 else 0):
            name, kind = struct.unpack_from("<IB", data, symbols + 16 * k)
            if kind & 1:
                yield text_at(data, names + name).removeprefix("_"), kind & 14 != 0
        place += size


def of_coff(data: bytes) -> Iterator[tuple[str, bool]]:
    start, count = struct.unpack_from("<II", data, 8)
    k = 0
    while k < count:
        name, _, section, _, kind, more = struct.unpack_from("<8sIhHBB", data, start + 18 * k)
        zero, place = struct.unpack("<II", name)
        if kind == 2:
            short = name.rstrip(b"\0").decode(errors="replace")
            yield short if zero else text_at(data, start + 18 * count + place), section != 0
        k += 1 + more


def text_at(data: bytes, start: int) -> str:
    return data[start : data.index(b"\0", start)].decode()


def missing(text: str, triple: str, features: str) -> set[str]:
    """The names that the object file of a module does not define."""
    machine = llvm.Machine(triple, "generic", features)
    data = llvm.emit_object(f"{llvm.module_head(machine)}\n{text}", machine)
    read = of_elf if data[:4] == b"\x7fELF" else of_coff if data[:1] == b"\x64" else of_macho
    names = dict(read(data))
    assert any(names.values())
    return {name for name, there in names.items() if not there}


@pytest.mark.parametrize("triple", OBJECTS)
@pytest.mark.parametrize("name", KERNELS)
def test_kernels_name_nothing_outside(name: str, triple: str) -> None:
    features, processor = OBJECTS[triple]
    for lanes in (1, processor.lanes(8)):
        text = IRModule(lowered(name), NumberType("float64", lanes, processor)).text()
        known = {"_fltused", "__chkstk"} if triple.endswith("msvc") else set[str]()  # of its C
        assert missing(text, triple, features) <= known


@pytest.mark.parametrize("triple", SYSTEMS)
@pytest.mark.parametrize("file", ["calls", "casadi", "fma", "xla"])
def test_the_c_of_this_package_names_nothing_outside(file: str, triple: str) -> None:
    features, _ = SYSTEMS[triple]
    text = Path(llvm.__file__).with_name(f"{file}.ll").read_text()
    assert missing(text, triple, features) == set()


def test_names_outside_are_seen() -> None:
    text = "declare void @there()\ndefine void @here() {\n call void @there()\n ret void\n}"
    for triple, (features, _) in OBJECTS.items():
        assert missing(text, triple, features) == {"there"}


SHIM = """
declare void @kernel(i64, ptr, ptr, ptr)
define x86_64_sysvcc void @shim(i64 %n, ptr %p, ptr %s, ptr %w) {
  call void @kernel(i64 %n, ptr %p, ptr %s, ptr %w)
  ret void
}
"""


@pytest.mark.skipif(not elf.supported(), reason="x86-64 Linux runs Windows' code for x86-64")
@pytest.mark.parametrize("several", [False, True])
def test_code_for_windows_has_the_bits_of_this_system(several: bool, monkeypatch: Any) -> None:
    """Its convention and its stack probes, by LLVM's linker, as there, and by that of `elf`."""
    here = llvm.host_machine()
    there = llvm.Machine("x86_64-pc-windows-msvc", here.cpu, here.features)
    model, rng = kt.load("talos", floating_base=True), np.random.default_rng(0)
    kernel = kt.rnea.compile(model).compiled
    module = kernel.module(kernel.lanes if several else 1)
    q = kt.random_configuration(model, 16, rng=rng)
    v, a = rng.normal(size=(2, 16, model.nv))
    expected = kt.rnea(model, q, v, a)
    with monkeypatch.context() as patch:
        patch.setattr(llvm, "host_machine", lambda: there)
        objects = [llvm.emit_object(text) for text in (*module.texts(), SHIM)]
        codes = llvm.LinkedCode(objects, ["shim"]), elf.LoadedCode(*elf._link(objects, ["shim"]))
    workspace = np.zeros(module.workspace_bytes + 64, np.uint8)
    aligned = workspace.ctypes.data + -workspace.ctypes.data % 64
    for code in codes:
        result = np.zeros_like(expected)
        arrays = (q, v, a, result)
        pointers, steps = np.array([(x.ctypes.data, x.strides[0]) for x in arrays]).T.copy()
        entry = ctypes.CFUNCTYPE(None, ctypes.c_int64, *3 * [ctypes.c_void_p])
        entry(code.addresses["shim"])(16, pointers.ctypes.data, steps.ctypes.data, aligned)
        assert result.tobytes() == expected.tobytes()


@pytest.mark.skipif(not elf.supported(), reason="x86-64 Linux runs Windows' code for x86-64")
def test_the_stack_probe_of_windows_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the size that it was given, of 4 MB."""
    here = llvm.host_machine()
    there = llvm.Machine("x86_64-pc-windows-msvc", here.cpu, here.features)
    monkeypatch.setattr(llvm, "host_machine", lambda: there)
    text = """define x86_64_sysvcc i64 @deep(i64 %k) {
      %x = alloca [524288 x i64]
      %p = getelementptr i64, ptr %x, i64 %k
      store volatile i64 %k, ptr %p
      %y = load volatile i64, ptr %p
      ret i64 %y
    }"""
    code = elf.LoadedCode(*elf._link([llvm.emit_object(text)], ["deep"]))
    deep = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(code.addresses["deep"])
    assert [deep(k) for k in (0, 7, 524287)] == [0, 7, 524287]
