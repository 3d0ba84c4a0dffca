"""`kernel.to_casadi()`: a kernel as a function of CasADi's matrices, with its derivatives.

CasADi finds external functions in a shared library. Where one can be written without a linker, on
x86-64 Linux, its functions jump to the code in this process (casadi.c); elsewhere a Callback calls
the kernel.
"""

import ctypes
import itertools
import re
import tempfile
import traceback
from pathlib import Path
from typing import Any, Final

import casadi
import numpy as np

from ..compiler import elf, llvm
from ..compiler.array_layout import immortal
from ..compiler.compilation import check_compilation_allowed
from ..compiler.kernel import Kernel
from ..compiler.machine_code import c_constant, c_functions, c_structure
from ..errors import BackendError, CompileError
from .casadi_derivatives import MatrixFunction, Pattern, functions_of

_ALIGNMENT: Final = 64
_WORK: Final = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 4, ctypes.c_int, ctypes.c_void_p)
"""`casadi_work` of casadi.c."""
_number: Final = itertools.count()


def to_casadi(kernel: Kernel, name: str | None = None) -> Any:
    """The kernel as a casadi.Function of one sample; see `Kernel.to_casadi`."""
    if kernel.dtype != np.float64:
        raise BackendError(f"{kernel.name}: to_casadi of {kernel.dtype}; CasADi has float64 only.")
    for spec in (*kernel.operands, *kernel.results):
        if len(spec.shape) > 2:
            raise BackendError(
                f"{kernel.name}: {spec.name} has shape {spec.shape}; CasADi has matrices only. "
                "Compile a function that returns its parts."
            )
    title = f"kinetree{next(_number)}" if name is None else name
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", str(title)) or type(title) is not str:
        raise BackendError(
            f"{kernel.name}: {name!r} is no name of a CasADi function; letters, digits and _."
        )
    check_compilation_allowed(f"{kernel.name}: to_casadi")
    functions = functions_of(kernel)
    if can_write_libraries():
        return _external(title, functions)
    return immortal(_callback(title, functions))


def can_write_libraries() -> bool:
    """Whether a shared library can be written here."""
    return elf.supported() and llvm.available()


def _external(title: str, functions: dict[str, MatrixFunction]) -> Any:
    """The function in a shared library, with its derivatives."""
    symbols: dict[str, tuple[int, int]] = {}
    for prefix, function in functions.items():
        symbols |= _symbols(prefix + title, function)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{title}.so"
        path.write_bytes(elf.shared_library(symbols))
        return casadi.external(title, str(path), _options(functions[""]))


def _options(function: MatrixFunction) -> dict[str, Any]:
    """What makes CasADi take one product with cotangents, and the Jacobian instead of several."""
    size = sum(x.size for x in function.results)  # times the penalty: the most products
    return {"jac_penalty": 1 / max(size, 1), "reverse_options": {"jac_penalty": -1}}


def _symbols(title: str, function: MatrixFunction) -> dict[str, tuple[int, int]]:
    """Addresses of code and data of the functions that CasADi looks for, which live for good.

    The kernel is made when CasADi asks how much memory it works in.
    """
    bound = [np.asarray(x).ravel(order="F") for x in function.base.bound]
    matrices = [*function.operands, *function.results]
    sizes = np.array([x.size for x in function.results], np.int64)
    count, most = len(matrices) + len(bound), c_constant("casadi", "MAX_ARRAYS")
    if count > most:
        raise CompileError(f"{function.base.name}: {count} arrays; at most {most}.")
    names = [x.name.encode() for x in matrices]
    compressed = [_compressed(x.pattern) for x in matrices]
    patterns = [np.array([n, m, *starts, *rows], np.int64) for n, m, starts, rows in compressed]
    data = c_structure(
        "casadi",
        "casadi_data",
        passed=len(function.operands),
        operands=len(function.operands) + len(bound),
        results=len(sizes),
        zeros=np.zeros(max((x.size for x in function.operands), default=0) + 1),
        bound=np.array([x.ctypes.data for x in bound], np.int64),
        sizes=sizes,
        names=(ctypes.c_char_p * len(names))(*names),
        patterns=np.array([x.ctypes.data for x in patterns], np.int64),
    )
    codes = dict(c_functions("casadi"))
    size = _WORK(codes["casadi_work"])  # pyright: ignore

    @_WORK
    def work(*arguments: Any) -> int:
        try:
            data.code = function.kernel.address
            data.work = int(sizes.sum()) + -(-function.kernel.workspace // 8) + _ALIGNMENT // 8
        except BaseException:  # which C cannot raise; CasADi says that "work" failed
            traceback.print_exc()
            return 1
        return size(*arguments)

    immortal((function, data, bound, patterns, work))
    codes["casadi_work"] = ctypes.cast(work, ctypes.c_void_p).value or 0
    address = ctypes.addressof(data)
    return {name.replace("casadi", title, 1): (code, address) for name, code in codes.items()}


def _compressed(pattern: Pattern) -> tuple[int, int, list[int], list[int]]:
    """A pattern by compressed columns: its shape, where columns start, and rows of elements."""
    starts = np.cumsum([0, *pattern.sum(0)])
    return *pattern.shape, starts.tolist(), np.nonzero(pattern.T)[1].tolist()


def _callback(title: str, functions: dict[str, MatrixFunction], prefix: str = "") -> Any:
    """The same function, or a derivative, where no library can be written."""
    function = functions[prefix]
    matrices = function.operands, function.results
    sparsities = [[casadi.Sparsity(*_compressed(x.pattern)) for x in xs] for xs in matrices]

    class Callback(casadi.Callback):
        def __init__(self) -> None:
            casadi.Callback.__init__(self)
            self.held: list[Any] = []
            options = {"jac_penalty": -1} if prefix else _options(function)
            self.construct(title, {"enable_fd": False, **options})

        def get_n_in(self) -> int:
            return len(function.operands)

        def get_n_out(self) -> int:
            return len(function.results)

        def get_name_in(self, i: int) -> str:
            return function.operands[i].name

        def get_name_out(self, i: int) -> str:
            return function.results[i].name

        def get_sparsity_in(self, i: int) -> Any:
            return sparsities[0][i]

        def get_sparsity_out(self, i: int) -> Any:
            return sparsities[1][i]

        def eval(self, operands: Any) -> Any:
            results = function.kernel(*(np.array(x.nonzeros()) for x in operands))
            return [
                casadi.DM(sparsity, casadi.DM(np.asarray(x)))
                for x, sparsity in zip(results, sparsities[1], strict=True)
            ]

        def has_jacobian(self) -> bool:
            return f"jac_{prefix}" in functions

        def has_reverse(self, nadj: int) -> bool:
            return f"adj{nadj}_{prefix}" in functions

        def has_forward(self, nfwd: int) -> bool:
            return f"fwd{nfwd}_{prefix}" in functions

        def get_jacobian(self, name: str, inames: Any, onames: Any, opts: Any) -> Any:
            return self._derivative(name, "jac_")

        def get_reverse(self, nadj: int, name: str, inames: Any, onames: Any, opts: Any) -> Any:
            return self._derivative(name, f"adj{nadj}_")

        def get_forward(self, nfwd: int, name: str, inames: Any, onames: Any, opts: Any) -> Any:
            return self._derivative(name, f"fwd{nfwd}_")

        def _derivative(self, name: str, kind: str) -> Any:
            self.held.append(_callback(name, functions, kind + prefix))
            return self.held[-1]

    return Callback()
