"""Machine code in memory, freed with its last user; functions and structures of files of C here."""

import ctypes
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

import numpy as np

from ..system import packaged_text
from . import cache, elf, llvm
from .array_layout import immortal

Code = elf.LoadedCode | llvm.LinkedCode
"""Machine code and the addresses of its entries, valid as long as this object lives."""


def load(objects: Sequence[bytes], *entries: str) -> Code:
    """The code of object files, by LLVM's linker only where that is necessary."""
    return elf.load(objects, entries) or llvm.LinkedCode(objects, entries)


def load_ir(text: str, *entries: str) -> Code:
    """The code of one IR module, from the disk cache if it is there."""
    key = cache.code_key(text)
    entry = cache.load(key)
    objects = [llvm.emit_object(text)] if entry is None else entry[1]
    if entry is None:
        cache.store(key, {}, objects)
    return load(objects, *entries)


@lru_cache
def c_functions(file: str) -> dict[str, int]:
    """The addresses of the functions of a file of C here; their code is never freed."""
    text = packaged_text(f"compiler/{file}.ll")
    names = re.findall(r"^define (?!internal ).*?@(\w+)\(", text, re.M)
    return immortal(load_ir(text, *names)).addresses


def c_constant(file: str, name: str) -> int:
    """The value of an enumerator in a file of C here."""
    return int(re.findall(rf"\b{name} = (\d+)", packaged_text(f"compiler/{file}.c"))[0])


def c_structure(file: str, name: str, /, **values: Any) -> Any:
    """A structure of a file of C here, with values for some of its fields, which it holds.

    Its fields have 8 bytes, or are arrays of int64_t. Integers are themselves; arrays of NumPy and
    structures are pointers to their memory, other objects pointers to themselves.
    """
    data = _structure_type(file, name)()
    data.values = values
    for field, value in values.items():
        setattr(data, field, _number(value))
    return data


@lru_cache
def _structure_type(file: str, name: str) -> type[ctypes.Structure]:
    (body,) = re.findall(
        rf"typedef struct \{{([^{{}}]*)\}} {name};", packaged_text(f"compiler/{file}.c")
    )
    body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
    body = re.sub(r"\(\*(\w+)\)\([^()]*\)", r"\1", body)  # pointers to functions
    fields = [
        (field, ctypes.c_int64 * c_constant(file, length) if length else ctypes.c_int64)
        for field, length in re.findall(r"(\w+)(?:\[(\w+)\])?\s*[,;]", body)
    ]
    return type(name, (ctypes.Structure,), {"_fields_": fields})


def _number(value: object) -> int:
    """A value as a field of a structure."""
    if isinstance(value, int):
        return value
    if isinstance(value, np.ndarray):
        return value.ctypes.data
    if isinstance(value, (ctypes.Structure, ctypes.Array)):
        return ctypes.addressof(cast(Any, value))
    return 0 if value is None else id(value)
