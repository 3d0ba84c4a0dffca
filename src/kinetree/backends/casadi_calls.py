"""Kernels that CasADi calls: in a shared library, or by its Callback where none can be written.

CasADi finds external functions in a shared library. Where one can be written without a linker, on
x86-64 Linux, its functions jump to the code in this process (casadi.c); elsewhere a Callback calls
the kernel.
"""

import ctypes
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import casadi
import numpy as np

from ..compiler import Kernel, elf, llvm
from ..compiler.array_layout import immortal
from ..compiler.machine_code import c_constant, c_functions, c_structure
from ..errors import CompileError

_ALIGNMENT: Final = 64

Pattern = Any
"""The elements of a matrix that are not structurally zero: an array of booleans."""


@dataclass(frozen=True)
class CasadiFunction:
    """A kernel on the non-zero elements of matrices in column-major order."""

    kernel: Kernel
    names: tuple[list[str], list[str]]
    patterns: tuple[list[Pattern], list[Pattern]]


def can_write_libraries() -> bool:
    """Whether a shared library can be written here."""
    return elf.supported() and llvm.available()


def external(title: str, function: CasadiFunction, jacobian: CasadiFunction) -> Any:
    """The function in a shared library, with its Jacobian."""
    symbols = _symbols(title, function) | _symbols(f"jac_{title}", jacobian)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{title}.so"
        path.write_bytes(elf.shared_library(symbols))
        return casadi.external(title, str(path))


def _symbols(title: str, function: CasadiFunction) -> dict[str, tuple[int, int]]:
    """Addresses of code and data of the functions that CasADi looks for, which live for good."""
    kernel, bound = function.kernel, [np.asarray(x) for x in function.kernel.bound]
    sizes = np.array([x.shape[0] for x in kernel.results], np.int64)
    count, most = len(kernel.operands) + len(bound), c_constant("casadi", "MAX_ARRAYS")
    if count + len(sizes) > most:
        raise CompileError(f"{kernel.name}: {count + len(sizes)} arrays; at most {most}.")
    names = [x.encode() for listed in function.names for x in listed]
    compressed = [_compressed(x) for listed in function.patterns for x in listed]
    patterns = [np.array([n, m, *starts, *rows], np.int64) for n, m, starts, rows in compressed]
    data = c_structure(
        "casadi",
        "casadi_data",
        code=kernel.address,
        passed=len(kernel.operands),
        operands=count,
        results=len(sizes),
        work=int(sizes.sum()) + -(-kernel.workspace // 8) + _ALIGNMENT // 8,
        zeros=np.zeros(max((x.shape[0] for x in kernel.operands), default=0) + 1),
        bound=np.array([x.ctypes.data for x in bound], np.int64),
        sizes=sizes,
        names=(ctypes.c_char_p * len(names))(*names),
        patterns=np.array([x.ctypes.data for x in patterns], np.int64),
    )
    immortal((kernel, data, bound, patterns))
    return {
        name.replace("casadi", title, 1): (code, ctypes.addressof(data))
        for name, code in c_functions("casadi").items()
    }


def _compressed(pattern: Pattern) -> tuple[int, int, list[int], list[int]]:
    """A pattern by compressed columns: its shape, where columns start, and rows of elements."""
    starts = np.cumsum([0, *pattern.sum(0)])
    return *pattern.shape, starts.tolist(), np.nonzero(pattern.T)[1].tolist()


def callback(title: str, function: CasadiFunction, jacobian: CasadiFunction | None) -> Any:
    """The same function where no library can be written."""
    sparsities = [[casadi.Sparsity(*_compressed(x)) for x in xs] for xs in function.patterns]

    class Callback(casadi.Callback):
        def __init__(self) -> None:
            casadi.Callback.__init__(self)
            self.construct(title, {"enable_fd": False})

        def get_n_in(self) -> int:
            return len(function.names[0])

        def get_n_out(self) -> int:
            return len(function.names[1])

        def get_name_in(self, i: int) -> str:
            return function.names[0][i]

        def get_name_out(self, i: int) -> str:
            return function.names[1][i]

        def get_sparsity_in(self, i: int) -> Any:
            return sparsities[0][i]

        def get_sparsity_out(self, i: int) -> Any:
            return sparsities[1][i]

        def eval(self, operands: Any) -> Any:
            results = function.kernel(*(np.array(x.full()).ravel(order="F") for x in operands))
            return [
                casadi.DM(sparsity, casadi.DM(np.asarray(x)))
                for x, sparsity in zip(results, sparsities[1], strict=True)
            ]

        def has_jacobian(self) -> bool:
            return jacobian is not None

        def get_jacobian(self, name: str, inames: Any, onames: Any, opts: Any) -> Any:
            assert jacobian is not None
            self.held = callback(name, jacobian, None)
            return self.held

    return Callback()
