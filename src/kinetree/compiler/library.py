"""Kernels as functions of a shared library that CasADi opens (casadi.c, elf.py)."""

import ctypes
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from ..errors import CompileError
from . import elf, llvm
from .array_layout import immortal
from .kernel import Kernel
from .machine_code import MachineCode

MAX_ARRAYS: Final = 256
"""Most operands and results together, as in casadi.c."""
_ALIGNMENT: Final = 64
_SUFFIXES: Final = (
    *("", "_n_in", "_n_out", "_work"),
    *("_name_in", "_name_out", "_sparsity_in", "_sparsity_out"),
)
"""What CasADi adds to the name of a function to find its parts; in casadi.c to `casadi`."""


class _Data(ctypes.Structure):
    """Data for the calls of a kernel; casadi.c explains the fields."""

    _fields_ = (
        ("code", ctypes.c_void_p),
        ("passed", ctypes.c_int64),
        ("operands", ctypes.c_int64),
        ("results", ctypes.c_int64),
        ("work", ctypes.c_int64),
        ("zeros", ctypes.c_void_p),
        ("bound", ctypes.c_void_p),
        ("sizes", ctypes.c_void_p),
        ("names", ctypes.c_void_p),
        ("patterns", ctypes.c_void_p),
    )


def available() -> bool:
    """Whether libraries can be written here."""
    return elf.supported() and llvm.available()


def casadi_functions(
    title: str,
    kernel: Kernel,
    names: Sequence[Sequence[str]],
    patterns: Sequence[Sequence[Sequence[int]]],
) -> Mapping[str, tuple[int, int]]:
    """Addresses of code and data of a kernel's functions, which live as long as this process.

    `names` and `patterns` are those of its operands and results, patterns as CasADi writes them.
    """
    sizes = np.array([x.shape[0] for x in kernel.results], np.int64)
    operands = [*kernel.operands, *(np.asarray(x) for x in kernel.bound)]
    if len(operands) + len(sizes) > MAX_ARRAYS:
        raise CompileError(f"{kernel.name}: {len(operands) + len(sizes)} arrays; at most 256.")
    zeros = np.zeros(max((x.shape[0] for x in kernel.operands), default=0) + 1)
    texts = [x.encode() for listed in names for x in listed]
    columns = [np.array(x, np.int64) for listed in patterns for x in listed]
    pointers = [
        (ctypes.c_void_p * len(kernel.bound))(*(x.ctypes.data for x in kernel.bound)),
        (ctypes.c_char_p * len(texts))(*texts),
        (ctypes.c_void_p * len(columns))(*(x.ctypes.data for x in columns)),
    ]
    data = _Data(
        kernel.address,
        len(kernel.operands),
        len(operands),
        len(sizes),
        int(sizes.sum()) + -(-kernel.workspace // 8) + _ALIGNMENT // 8,
        zeros.ctypes.data,
        ctypes.addressof(pointers[0]),
        sizes.ctypes.data,
        *map(ctypes.addressof, pointers[1:]),
    )
    immortal((kernel, data, zeros, sizes, texts, columns, pointers))
    addresses = _code().addresses
    start = ctypes.addressof(data)
    return {f"{title}{suffix}": (addresses[f"casadi{suffix}"], start) for suffix in _SUFFIXES}


@lru_cache
def _code() -> MachineCode:
    return MachineCode.from_c("casadi", *(f"casadi{suffix}" for suffix in _SUFFIXES))
