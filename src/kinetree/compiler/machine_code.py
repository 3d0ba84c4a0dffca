"""Machine code: compiled module by module, brought into memory, freed with its last user."""

from collections.abc import Sequence

from . import cache, elf_loader, llvm


class Code:
    """Machine code with its entries' addresses, alive as long as this object is."""

    def __init__(self, objects: Sequence[bytes], *entries: str) -> None:
        self._memory = elf_loader.load(objects, entries) or llvm.Linked(objects, entries)
        self.addresses: dict[str, int] = self._memory.addresses

    @classmethod
    def compiled(cls, text: str, *entries: str) -> "Code":
        """The code of one module that is no trace's, from the disk cache if it is there."""
        key = cache.code_key(text)
        found = cache.load(key)
        objects = [llvm.assembled(text)] if found is None else found[1]
        if found is None:
            cache.store(key, {}, objects)
        return cls(objects, *entries)
