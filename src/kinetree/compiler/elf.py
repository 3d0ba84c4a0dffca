"""ELF for x86-64 Linux without LLVM and without a linker: object files read, a library written.

Relocatable objects are linked and loaded here: importing LLVM takes 50 ms and its linker 3 ms a
kernel; this takes 1 ms, which saves about 80 ms where the first call finds its kernel in the disk
cache. It supports what LLVM emits for kernels: code and constants with PC-relative references to
each other only. Anything else is left to LLVM's linker. A shared library is written for CasADi,
whose functions jump to code in this process.

Both are a header and records at the offsets that it has: of sections in an object file, of segments
in a library, and of symbols, with their names elsewhere.
"""

import ctypes
import mmap
import platform
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .array_layout import shims

Records = NDArray[Any]
"""Records and fields of them, whose types the stubs of NumPy do not have."""


def _record(**fields: str) -> np.dtype[np.void]:
    return np.dtype(list(fields.items()))


_HEADER: Final = _record(
    magic="S4", bits="u1", order="u1", version="u1", _0="V9", kind="<u2", machine="<u2",
    format="<u4", _1="V8", segments="<u8", sections="<u8", _2="<u4", size="<u2",
    segment_size="<u2", segment_count="<u2", _3="<u2", count="<u2", names="<u2",
)  # fmt: skip
_SEGMENT: Final = _record(
    kind="<u4", flags="<u4", offset="<u8", address="<u8", _0="<u8", size="<u8", in_memory="<u8",
    align="<u8",
)  # fmt: skip
_SECTION: Final = _record(
    name="<u4", kind="<u4", flags="<u8", address="<u8", offset="<u8", size="<u8", link="<u4",
    info="<u4", align="<u8", entry="<u8",
)  # fmt: skip
_SYMBOL: Final = _record(name="<u4", info="u1", other="u1", section="<u2", value="<u8", size="<u8")
_RELOCATION: Final = _record(offset="<u8", kind="<u4", symbol="<u4", addend="<i8")
_ELF: Final = (b"\x7fELF", 2, 1, 1, b"")
"""Magic number, 64 bits, little end first, version."""
_OBJECT: Final = b"\x7fELF\2\1" + b"\1\0\x3e\0"
"""Magic number, 64 bits, little end first; a relocatable object for x86-64."""
_X86_64, _SHARED = 62, 3
_SYMBOLS, _RELOCATIONS, _UNWIND = 2, 4, 0x70000001
_ALLOCATED, _LOCAL_OR_COMMON = 2, 0xFF00
_PC_RELATIVE: Final = (2, 4)
"""R_X86_64_PC32 and R_X86_64_PLT32: 32-bit distances from the reference to the symbol."""
_LOAD, _DYNAMIC, _READ_WRITE, _READ_EXECUTE = 1, 2, 6, 5
_FUNCTION: Final = 0x12
"""A function for other objects."""
_PAGE: Final = 0x1000
_STUB: Final = 32
"""Bytes of a function that jumps elsewhere."""


def supported() -> bool:
    """Whether this process runs x86-64 code under Linux."""
    return sys.platform == "linux" and platform.machine() == "x86_64" and sys.maxsize > 1 << 32


class _Unsupported(Exception):
    """An object file has something that is not supported here."""


class LoadedCode:
    """Executable code, in memory as long as this object lives."""

    def __init__(self, code: bytes, entries: Mapping[str, int]) -> None:
        self._memory = mmap.mmap(-1, len(code), prot=mmap.PROT_READ | mmap.PROT_WRITE)
        self._memory.write(code)
        self._start = ctypes.c_char.from_buffer(self._memory)
        base = ctypes.addressof(self._start)
        protect = ctypes.CDLL(None, use_errno=True).mprotect
        protect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        if protect(base, len(code), mmap.PROT_READ | mmap.PROT_EXEC):
            raise _Unsupported
        self.addresses = {name: base + start for name, start in entries.items()}


def load(objects: Sequence[bytes], entries: Sequence[str]) -> LoadedCode | None:
    """Load object files, to be run from `entries`; None where that takes LLVM's linker."""
    try:
        return LoadedCode(*_link(objects, entries)) if supported() and shims() else None
    except (_Unsupported, OSError):
        return None


def _link(objects: Sequence[bytes], entries: Sequence[str]) -> tuple[bytes, dict[str, int]]:
    """Linked code and constants, and the offset of each entry in them."""
    files: list[_ObjectFile] = []
    for data in objects:
        files.append(_ObjectFile(data, files[-1].end if files else 0))
    block = np.zeros(files[-1].end, np.uint8)
    symbols = {name: address for file in files for name, address in file.exported_symbols()}
    for file in files:
        file.copy_to(block, symbols)
    return block.tobytes(), {entry: symbols[entry.encode()] for entry in entries}


class _ObjectFile:
    """A relocatable object file, whose sections have addresses from `start` to `end`."""

    def __init__(self, data: bytes, start: int) -> None:
        self.data = data
        if len(data) < _HEADER.itemsize or data[:6] + data[16:20] != _OBJECT:
            raise _Unsupported
        header = np.frombuffer(data, _HEADER, 1)[0]
        self.sections = self._table(_SECTION, header["sections"], header["count"])
        tables = self.sections[self.sections["kind"] == _SYMBOLS]
        if len(tables) != 1:
            raise _Unsupported
        self.symbols = self._content(tables[0], _SYMBOL)
        self.names = self._content(self.sections[tables[0]["link"]], np.dtype("u1")).tobytes()
        self.addresses = np.zeros(len(self.sections), np.int64)
        loaded = (self.sections["flags"] & _ALLOCATED != 0) & (self.sections["kind"] != _UNWIND)
        self.loaded: list[int] = np.flatnonzero(loaded).tolist()
        for k in self.loaded:
            start += -start % max(int(self.sections[k]["align"]), 1)
            self.addresses[k] = start
            start += int(self.sections[k]["size"])
        self.end = start
        section = self.symbols["section"]
        self.defined = (section > 0) & (section < _LOCAL_OR_COMMON)
        inside = self.symbols[self.defined]
        self.targets = np.full(len(self.symbols), -1, np.int64)
        """The address of every symbol; -1 where this file does not define it."""
        starts = self.addresses[inside["section"]]
        self.targets[self.defined] = starts + inside["value"].astype("i8")

    def _table(self, dtype: np.dtype[Any], start: Records, count: Records) -> Records:
        return np.frombuffer(self.data, dtype, int(count), int(start))

    def _content(self, section: Records, dtype: np.dtype[Any]) -> Records:
        return self._table(dtype, section["offset"], section["size"] // dtype.itemsize)

    def _name(self, symbol: Any) -> bytes:
        start = int(self.symbols[symbol]["name"])
        return self.names[start : self.names.index(b"\0", start)]

    def exported_symbols(self) -> list[tuple[bytes, int]]:
        """Names and addresses of the symbols for other objects."""
        exported = self.defined & (self.symbols["info"] >> 4 > 0)  # not local
        return [(self._name(k), int(self.targets[k])) for k in np.flatnonzero(exported)]

    def copy_to(self, block: NDArray[np.uint8], symbols: Mapping[bytes, int]) -> None:
        """Copy the sections into the block and apply the relocations."""
        for k in np.flatnonzero(~self.defined):
            self.targets[k] = symbols.get(self._name(k), -1)
        for k in self.loaded:
            content = self._content(self.sections[k], np.dtype("u1"))
            block[self.addresses[k] : self.addresses[k] + len(content)] = content
        for section in self.sections[self.sections["kind"] == _RELOCATIONS]:
            if section["info"] not in self.loaded:
                continue
            table = self._content(section, _RELOCATION)
            where = self.addresses[section["info"]] + table["offset"].astype(np.int64)
            symbol = self.targets[table["symbol"]]
            if not np.isin(table["kind"], _PC_RELATIVE).all() or (symbol < 0).any():
                raise _Unsupported
            distances = (symbol + table["addend"] - where).astype("<i4")
            block[where[:, None] + np.arange(4)] = distances.view(np.uint8).reshape(-1, 4)


def shared_library(functions: Mapping[str, tuple[int, int]]) -> bytes:
    """A library whose functions jump to an address, each with data as its sixth argument.

    `functions` are addresses of code and data by name. One segment has all tables, another one the
    code, from the next page on.
    """
    names = b"".join([b"\0", *(name.encode() + b"\0" for name in functions)])
    count = len(functions) + 1  # the first symbol is none
    header, segments, dynamic = _HEADER.itemsize, 3 * _SEGMENT.itemsize, 6 * 16
    starts = [0, *np.cumsum([header, segments, dynamic, count * _SYMBOL.itemsize, 4 * (3 + count)])]
    _, _, of_dynamic, of_symbols, of_hashes, of_names = map(int, starts)
    end = of_names + len(names)
    code = end + -end % _PAGE
    tags = (4, of_hashes), (5, of_names), (6, of_symbols), (10, len(names)), (11, 24), (0, 0)
    places = [names.index(b"\0" + name.encode() + b"\0") + 1 for name in functions]
    tables = (
        np.array((*_ELF, _SHARED, _X86_64, 1, b"", header, 0, 0, header, 56, 3, 0, 0, 0), _HEADER),
        np.array(
            [
                (_LOAD, _READ_WRITE, 0, 0, 0, end, end, _PAGE),
                (_LOAD, _READ_EXECUTE, *3 * [code], *2 * [_STUB * len(functions)], _PAGE),
                (_DYNAMIC, _READ_WRITE, *3 * [of_dynamic], dynamic, dynamic, 8),
            ],
            _SEGMENT,
        ),
        np.array(tags, "<u8"),
        np.array(
            [(0,) * 6]
            + [(x, _FUNCTION, 0, 1, code + _STUB * k, _STUB) for k, x in enumerate(places)],
            _SYMBOL,
        ),
        # one bucket of a hash table, from symbol 1 on to the next one, and the next one
        np.array([1, count, 1, 0, *range(2, count), 0], "<u4"),
        names,
    )
    image = b"".join(bytes(x) for x in tables)
    return image.ljust(code, b"\0") + b"".join(_jump(*x) for x in functions.values())


def _jump(code: int, data: int) -> bytes:
    """movabs r9, data; movabs rax, code; jmp rax"""
    moves = b"\x49\xb9" + data.to_bytes(8, "little") + b"\x48\xb8" + code.to_bytes(8, "little")
    return (moves + b"\xff\xe0").ljust(_STUB, b"\x90")
