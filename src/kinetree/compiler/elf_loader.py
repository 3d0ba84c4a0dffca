"""Machine code put into memory by ourselves: relocatable objects joined and mapped, without LLVM.

Importing LLVM takes 50 ms and its linker 3 ms a kernel; this takes 1 ms, which saves about 80 ms
where the first call finds its kernel in the disk cache, and what is mapped is freed with its last
user. It knows what LLVM emits for kernels on x86-64 Linux: code and constants
that refer to each other by their distance, and to nothing else. For anything more it gives up, and
LLVM's own linker does the work.
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
_BY_DISTANCE: Final = (2, 4)
"""R_X86_64_PC32 and R_X86_64_PLT32: the distance from here to there, in 32 bits."""


class _Unknown(Exception):
    """An object holds what this file does not know."""


class Image:
    """Code in memory, alive as long as this object is."""

    def __init__(self, code: bytes, entries: Mapping[str, int]) -> None:
        self._memory = mmap.mmap(-1, len(code), prot=mmap.PROT_READ | mmap.PROT_WRITE)
        self._memory.write(code)
        self._start = ctypes.c_char.from_buffer(self._memory)
        base = ctypes.addressof(self._start)
        protect = ctypes.CDLL(None, use_errno=True).mprotect
        protect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        if protect(base, len(code), mmap.PROT_READ | mmap.PROT_EXEC):
            raise _Unknown
        self.addresses = {name: base + start for name, start in entries.items()}


def load(objects: Sequence[bytes], entries: Sequence[str]) -> Image | None:
    """The objects in memory, ready to run from `entries`; None where that takes LLVM's linker."""
    known = sys.platform == "linux" and platform.machine() == "x86_64" and shims()
    try:
        return Image(*_joined(objects, entries)) if known else None
    except (_Unknown, OSError):
        return None


def _joined(objects: Sequence[bytes], entries: Sequence[str]) -> tuple[bytes, dict[str, int]]:
    """One block of code and constants, and where in it each entry starts."""
    parts = [_Object(data) for data in objects]
    size = 0
    for part in parts:
        size = part.place(size)
    block = np.zeros(size, np.uint8)
    symbols = {name: address for part in parts for name, address in part.defined()}
    for part in parts:
        part.write(block, symbols)
    return block.tobytes(), {entry: symbols[entry.encode()] for entry in entries}


class _Object:
    """One relocatable object."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        if len(data) < _HEADER.itemsize:
            raise _Unknown
        header: Any = np.frombuffer(data, _HEADER, 1)[0]
        found = tuple(header[x].item() for x in ("magic", "bits", "order", "kind", "machine"))
        if found != (b"\x7fELF", 2, 1, _RELOCATABLE, _X86_64):
            raise _Unknown
        self.sections: Any = np.frombuffer(data, _SECTION, header["count"], int(header["sections"]))
        tables = self.sections[self.sections["kind"] == _SYMBOLS]
        if len(tables) != 1:
            raise _Unknown
        self.symbols = self._table(tables[0], _SYMBOL)
        names = self.sections[int(tables[0]["link"])]
        self.names = data[int(names["offset"]) : int(names["offset"] + names["size"])]
        self.addresses = np.zeros(len(self.sections), np.int64)
        kept = (self.sections["flags"] & _ALLOCATED != 0) & (self.sections["kind"] != _UNWIND)
        self.kept = np.flatnonzero(kept).tolist()

    def _table(self, section: Any, dtype: Any) -> Any:
        count = int(section["size"]) // dtype.itemsize
        return np.frombuffer(self.data, dtype, count, int(section["offset"]))

    def place(self, start: int) -> int:
        """Give every section its address from `start` on; where the last one ends."""
        for k in self.kept:
            align = max(int(self.sections[k]["align"]), 1)
            start += -start % align
            self.addresses[k] = start
            start += int(self.sections[k]["size"])
        return start

    def _name(self, symbol: Any) -> bytes:
        start = int(symbol["name"])
        return self.names[start : self.names.index(b"\0", start)]

    def defined(self) -> list[tuple[bytes, int]]:
        """The names that this object gives an address, for others to use."""
        there = (self.symbols["section"] > 0) & (self.symbols["section"] < _LOCAL_OR_COMMON)
        there &= self.symbols["info"] >> 4 > 0  # not local
        return [
            (self._name(s), int(self.addresses[s["section"]] + s["value"]))
            for s in self.symbols[there]
        ]

    def write(self, block: Any, symbols: dict[bytes, int]) -> None:
        """Copy the sections into the block and fill in the distances."""
        for k in self.kept:
            section, start = self.sections[k], int(self.addresses[k])
            size = int(section["size"])
            block[start : start + size] = np.frombuffer(
                self.data, np.uint8, size, int(section["offset"])
            )
        targets = self._targets(symbols)
        for section in self.sections[self.sections["kind"] == _RELOCATIONS]:
            if int(section["info"]) not in self.kept:
                continue
            table = self._table(section, _RELOCATION)
            if not np.isin(table["kind"], _BY_DISTANCE).all():
                raise _Unknown
            where = self.addresses[int(section["info"])] + table["offset"].astype(np.int64)
            there = targets[table["symbol"]]
            if (there < 0).any():
                raise _Unknown
            distances = (there + table["addend"] - where).astype("<i4")
            block[where[:, None] + np.arange(4)] = distances.view(np.uint8).reshape(-1, 4)

    def _targets(self, symbols: dict[bytes, int]) -> Any:
        """The address of every symbol; -1 where it is not among the objects."""
        sections = self.symbols["section"].astype(int)
        own = (sections > 0) & (sections < _LOCAL_OR_COMMON)
        targets = np.full(len(sections), -1, np.int64)
        targets[own] = self.addresses[sections[own]] + self.symbols["value"][own].astype(np.int64)
        for k in np.flatnonzero(~own):
            targets[k] = symbols.get(self._name(self.symbols[k]), -1)
        return targets
