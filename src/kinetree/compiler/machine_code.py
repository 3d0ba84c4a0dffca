"""Machine code in memory, freed with its last user."""

import pkgutil
from collections.abc import Sequence

from . import cache, elf, llvm
from .array_layout import immortal


class MachineCode:
    """Machine code and the addresses of its entries, valid as long as this object lives."""

    def __init__(self, objects: Sequence[bytes], *entries: str) -> None:
        self._memory = elf.load(objects, entries) or llvm.LinkedCode(objects, entries)
        self.addresses: dict[str, int] = self._memory.addresses

    @classmethod
    def from_ir(cls, text: str, *entries: str) -> "MachineCode":
        """The code of one IR module, from the disk cache if it is there."""
        key = cache.code_key(text)
        entry = cache.load(key)
        objects = [llvm.emit_object(text)] if entry is None else entry[1]
        if entry is None:
            cache.store(key, {}, objects)
        return cls(objects, *entries)

    @classmethod
    def from_c(cls, name: str, *entries: str) -> "MachineCode":
        """The code of a file of C here, of which `.ci/calls` makes IR; it is never freed."""
        text = pkgutil.get_data(__package__ or "", f"{name}.ll")
        assert text is not None
        return immortal(cls.from_ir(text.decode(), *entries))
