"""A linker and loader of relocatable ELF objects, without LLVM.

Importing LLVM takes 50 ms and its linker 3 ms a kernel; this takes 1 ms, which saves about 80 ms
where the first call finds its kernel in the disk cache. It supports what LLVM emits for kernels on
x86-64 Linux: code and constants with PC-relative references to each other only. Anything else is
left to LLVM's linker.
"""

import ctypes
import mmap
import platform
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from .array_layout import shims


def _record(**fields: str) -> Any:
    return np.dtype(list(fields.items()))


_HEADER: Final = _record(
    magic="S4", bits="u1", order="u1", _0="V10", kind="<u2", machine="<u2", _1="V20",
    sections="<u8", _2="V12", count="<u2", names="<u2",
)  # fmt: skip
_SECTION: Final = _record(
    name="<u4", kind="<u4", flags="<u8", address="<u8", offset="<u8", size="<u8", link="<u4",
    info="<u4", align="<u8", entry="<u8",
)  # fmt: skip
_SYMBOL: Final = _record(name="<u4", info="u1", other="u1", section="<u2", value="<u8", size="<u8")
_RELOCATION: Final = _record(offset="<u8", kind="<u4", symbol="<u4", addend="<i8")
_X86_64, _RELOCATABLE = 62, 1
_SYMBOLS, _RELOCATIONS, _UNWIND = 2, 4, 0x70000001
_ALLOCATED, _LOCAL_OR_COMMON = 2, 0xFF00
_PC_RELATIVE: Final = (2, 4)
"""R_X86_64_PC32 and R_X86_64_PLT32: 32-bit distances from the reference to the symbol."""


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
    supported = sys.platform == "linux" and platform.machine() == "x86_64" and shims()
    try:
        return LoadedCode(*_link(objects, entries)) if supported else None
    except (_Unsupported, OSError):
        return None


def _link(objects: Sequence[bytes], entries: Sequence[str]) -> tuple[bytes, dict[str, int]]:
    """Linked code and constants, and the offset of each entry in them."""
    parts = [_ObjectFile(data) for data in objects]
    size = 0
    for part in parts:
        size = part.assign_addresses(size)
    block = np.zeros(size, np.uint8)
    symbols = {name: address for part in parts for name, address in part.exported_symbols()}
    for part in parts:
        part.copy_to(block, symbols)
    return block.tobytes(), {entry: symbols[entry.encode()] for entry in entries}


class _ObjectFile:
    """A relocatable object file."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        if len(data) < _HEADER.itemsize:
            raise _Unsupported
        header: Any = np.frombuffer(data, _HEADER, 1)[0]
        found = tuple(header[x].item() for x in ("magic", "bits", "order", "kind", "machine"))
        if found != (b"\x7fELF", 2, 1, _RELOCATABLE, _X86_64):
            raise _Unsupported
        self.sections: Any = np.frombuffer(data, _SECTION, header["count"], int(header["sections"]))
        tables = self.sections[self.sections["kind"] == _SYMBOLS]
        if len(tables) != 1:
            raise _Unsupported
        self.symbols = self._table(tables[0], _SYMBOL)
        names = self.sections[int(tables[0]["link"])]
        self.names = data[int(names["offset"]) : int(names["offset"] + names["size"])]
        self.addresses = np.zeros(len(self.sections), np.int64)
        loaded = (self.sections["flags"] & _ALLOCATED != 0) & (self.sections["kind"] != _UNWIND)
        self.loaded = np.flatnonzero(loaded).tolist()

    def _table(self, section: Any, dtype: Any) -> Any:
        count = int(section["size"]) // dtype.itemsize
        return np.frombuffer(self.data, dtype, count, int(section["offset"]))

    def assign_addresses(self, start: int) -> int:
        """Assign addresses to the sections from `start` on; return the end of the last one."""
        for k in self.loaded:
            align = max(int(self.sections[k]["align"]), 1)
            start += -start % align
            self.addresses[k] = start
            start += int(self.sections[k]["size"])
        return start

    def _name(self, symbol: Any) -> bytes:
        start = int(symbol["name"])
        return self.names[start : self.names.index(b"\0", start)]

    def exported_symbols(self) -> list[tuple[bytes, int]]:
        """Names and addresses of the symbols for other objects."""
        there = (self.symbols["section"] > 0) & (self.symbols["section"] < _LOCAL_OR_COMMON)
        there &= self.symbols["info"] >> 4 > 0  # not local
        return [
            (self._name(s), int(self.addresses[s["section"]] + s["value"]))
            for s in self.symbols[there]
        ]

    def copy_to(self, block: Any, symbols: dict[bytes, int]) -> None:
        """Copy the sections into the block and apply the relocations."""
        for k in self.loaded:
            section, start = self.sections[k], int(self.addresses[k])
            size = int(section["size"])
            block[start : start + size] = np.frombuffer(
                self.data, np.uint8, size, int(section["offset"])
            )
        targets = self._symbol_addresses(symbols)
        for section in self.sections[self.sections["kind"] == _RELOCATIONS]:
            if int(section["info"]) not in self.loaded:
                continue
            table = self._table(section, _RELOCATION)
            if not np.isin(table["kind"], _PC_RELATIVE).all():
                raise _Unsupported
            where = self.addresses[int(section["info"])] + table["offset"].astype(np.int64)
            there = targets[table["symbol"]]
            if (there < 0).any():
                raise _Unsupported
            distances = (there + table["addend"] - where).astype("<i4")
            block[where[:, None] + np.arange(4)] = distances.view(np.uint8).reshape(-1, 4)

    def _symbol_addresses(self, symbols: dict[bytes, int]) -> Any:
        """The address of every symbol; -1 where no object defines it."""
        sections = self.symbols["section"].astype(int)
        defined = (sections > 0) & (sections < _LOCAL_OR_COMMON)
        targets = np.full(len(sections), -1, np.int64)
        targets[defined] = self.addresses[sections[defined]] + self.symbols["value"][
            defined
        ].astype(np.int64)
        for k in np.flatnonzero(~defined):
            targets[k] = symbols.get(self._name(self.symbols[k]), -1)
        return targets
