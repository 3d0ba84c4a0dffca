"""`kernel.to_casadi()`: a kernel as a function of CasADi's matrices, with its Jacobian.

CasADi finds external functions in a shared library. Where one can be written without a linker, on
x86-64 Linux, its functions jump to the code in this process (casadi.c); elsewhere a Callback calls
the kernel.
"""

import ctypes
import itertools
import math
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import casadi
import numpy as np

from ..compiler import elf, llvm
from ..compiler.array_layout import immortal
from ..compiler.batch import Spec
from ..compiler.kernel import Kernel
from ..compiler.machine_code import c_constant, c_functions, c_structure
from ..errors import BackendError, CompileError
from ..functions.primitive import kernel_of_trace
from ..scalar import differentiate
from ..scalar.array import Array
from ..scalar.expr import is_zero
from ..scalar.graph import Graph
from ..scalar.replay import NamedArray, Trace, Variables
from ..scalar.spans import Span

_ALIGNMENT: Final = 64
_number: Final = itertools.count()

Pattern = Any
"""The elements of a matrix that are not structurally zero: an array of booleans."""


@dataclass(frozen=True)
class _Function:
    """A kernel on the non-zero elements of matrices in column-major order."""

    kernel: Kernel
    names: tuple[list[str], list[str]]
    patterns: tuple[list[Pattern], list[Pattern]]


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
    function, jacobian = _value(kernel), _jacobian(kernel)
    if can_write_libraries():
        return _external(title, function, jacobian)
    return immortal(_callback(title, function, jacobian))


def can_write_libraries() -> bool:
    """Whether a shared library can be written here."""
    return elf.supported() and llvm.available()


def _value(kernel: Kernel) -> _Function:
    """The function itself."""
    trace, graph, values = _columns(kernel)
    results = trace(*values)
    patterns = [_matrix(x).astype(bool) for x in kernel.sparsity]
    elements = [
        list(itertools.compress(x.T.flat, pattern.T.flat))
        for x, pattern in zip(results, patterns, strict=True)
    ]
    return _compiled(kernel, graph, elements, patterns, [x.name for x in kernel.results])


def _jacobian(kernel: Kernel) -> _Function:
    """The derivatives of every result by every operand; also takes the results, as CasADi wants."""
    trace, graph, values = _columns(kernel)
    substitution, count = Variables(graph), len(kernel.operands)
    variables = [substitution.of(x) for x in values[:count]]
    outputs = [x for array in trace(*variables, *values[count:]) for x in array.T.flat]
    nodes = [element.index for x in variables for element in x.T.flat]
    starts = np.cumsum([0, *(x.size for x in variables)])
    rows = differentiate.forward(
        graph, outputs, {node: {column: 1} for column, node in enumerate(nodes)}
    )
    elements: list[list[Any]] = []
    patterns: list[Pattern] = []
    remaining = iter(rows)
    for spec in kernel.results:
        columns = list(itertools.islice(remaining, math.prod(spec.shape)))
        for first, end in itertools.pairwise(starts):
            block = [[row.get(c, 0) for row in columns] for c in range(first, end)]
            filled = np.array([[not is_zero(x) for x in column] for column in block], bool)
            patterns.append(filled.reshape(end - first, len(columns)).T)
            elements.append([x for column in block for x in column if not is_zero(x)])
    flat = iter(substitution.substituted(list(itertools.chain(*elements))))
    elements = [list(itertools.islice(flat, len(block))) for block in elements]
    names = [f"jac_{y.name}_{x.name}" for y in kernel.results for x in kernel.operands]
    return _compiled(kernel, graph, elements, patterns, names, with_results=True)


def _columns(kernel: Kernel) -> tuple[Trace, Graph, list[Array]]:
    """The trace, and operands in a new graph whose numbers are in column-major order."""
    trace, graph = kernel.compiled.make_trace(), Graph()
    shapes = [x.shape[::-1] for x in trace.operands]
    spans = [Span(graph, f"x{k}", 0, math.prod(x)) for k, x in enumerate(shapes)]
    return trace, graph, [Array.of(x, shape).T for x, shape in zip(spans, shapes, strict=True)]


def _matrix(x: Any) -> Any:
    """An array as CasADi has it: a scalar and a vector are columns."""
    return x.reshape(-1, 1) if x.ndim < 2 else x


def _compiled(
    kernel: Kernel,
    graph: Graph,
    elements: Sequence[list[Any]],
    patterns: list[Pattern],
    names: list[str],
    with_results: bool = False,
) -> _Function:
    """A function of these elements of results; `with_results` are operands that are not read."""
    count = len(kernel.operands)
    inputs = [_matrix(np.ones(x.shape, bool)) for x in kernel.operands]
    names_in = [x.name for x in kernel.operands]
    sizes = {f"x{k}": x.size for k, x in enumerate(inputs)}
    if with_results:
        inputs += map(_matrix, kernel.sparsity)
        names_in += [f"out_{x.name}" for x in kernel.results]
        sizes |= {f"unread{k}": x.size for k, x in enumerate(kernel.sparsity)}
    sizes |= {f"x{k}": int(np.size(x)) for k, x in enumerate(kernel.bound, count)}
    operands = [NamedArray(x, (n,), Span(graph, x, 0, n)) for x, n in sizes.items()]
    results = [NamedArray(f"y{k}", (len(x),), tuple(x)) for k, x in enumerate(elements)]
    trace = Trace(graph, tuple(operands), tuple(results))
    read, written = ([Spec(x.name, x.shape, ("",)) for x in xs] for xs in (operands, results))
    code = kernel_of_trace(trace, read, written, "float64", kernel.name)
    if kernel.bound:
        code = code.with_bound(*(np.asarray(x).ravel(order="F") for x in kernel.bound))
    return _Function(code, (names_in, names), (inputs, patterns))


def _external(title: str, function: _Function, jacobian: _Function) -> Any:
    """The function in a shared library, with its Jacobian."""
    symbols = _symbols(title, function) | _symbols(f"jac_{title}", jacobian)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{title}.so"
        path.write_bytes(elf.shared_library(symbols))
        return casadi.external(title, str(path))


def _symbols(title: str, function: _Function) -> dict[str, tuple[int, int]]:
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


def _callback(title: str, function: _Function, jacobian: _Function | None) -> Any:
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
            self.held = _callback(name, jacobian, None)
            return self.held

    return Callback()
