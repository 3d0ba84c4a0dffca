"""Machine code in memory, freed with its last user."""

from collections.abc import Sequence

from . import cache, elf, llvm


class MachineCode:
    """Machine code and the addresses of its entries, valid as long as this object lives."""

    def __init__(self, objects: Sequence[bytes], *entries: str) -> None:
        self._memory = elf.load(objects, entries) or llvm.LinkedCode(objects, entries)
        self.addresses: dict[str, int] = self._memory.addresses

    @classmethod
    def from_ir(cls, text: str, *entries: str) -> "MachineCode":
        """The code of one IR module, from the disk cache if it is there."""
        key = cache.code_key(text)
        found = cache.load(key)
        objects = [llvm.emit_object(text)] if found is None else found[1]
        if found is None:
            cache.store(key, {}, objects)
        return cls(objects, *entries)
