"""`kernel.to_casadi()`: machine code as an external function of CasADi, with its Jacobian.

CasADi finds external functions in a shared library. Where one can be written without a linker, on
x86-64 Linux, its functions jump to the code in this process; elsewhere a Callback calls the kernel.
"""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingTypeStubs=false

import itertools
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import casadi
import numpy as np

from ..compiler import Kernel, Spec, elf, library
from ..compiler.array_layout import immortal
from ..errors import BackendError
from ..functions.primitive import Variables, compiled
from ..scalar import differentiate
from ..scalar.array import Array
from ..scalar.expr import is_zero
from ..scalar.graph import Graph
from ..scalar.replay import Operand, Trace
from ..scalar.spans import Span
from .casadi_callback import CasadiFunction, Pattern, callback

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
    function, jacobian = _value(kernel), _jacobian(kernel)
    if library.available():
        functions = {title: function, f"jac_{title}": jacobian}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{title}.so"
            path.write_bytes(elf.shared_library(_symbols(functions)))
            return casadi.external(title, str(path))
    return immortal(callback(title, function, jacobian))


def _value(kernel: Kernel) -> CasadiFunction:
    """The function itself."""
    trace, _, values = _columns(kernel)
    results = trace(*values)
    patterns = [_matrix(x).astype(bool) for x in kernel.sparsity]
    elements = [
        [x.flat[k] for k in _order(x.shape)[pattern.ravel(order="F")]]
        for x, pattern in zip(results, patterns, strict=True)
    ]
    return _compiled(kernel, values, elements, patterns, [x.name for x in kernel.results])


def _jacobian(kernel: Kernel) -> CasadiFunction:
    """The derivatives of every result by every operand; also takes the results, as CasADi wants."""
    trace, graph, values = _columns(kernel)
    wrt = tuple(range(len(kernel.operands)))
    run = Variables(trace, values, wrt, graph)
    orders = [_order(x.shape) for x in values]
    nodes = [run.nodes[k][i] for k, order in enumerate(orders[: len(wrt)]) for i in order]
    starts = np.cumsum([0, *(len(run.nodes[k]) for k in wrt)])
    rows = differentiate.forward(
        graph, run.outputs, {node: {column: 1} for column, node in enumerate(nodes)}
    )
    elements: list[list[Any]] = []
    patterns: list[Pattern] = []
    at = 0
    for spec in kernel.results:
        its = [rows[at + k] for k in _order(spec.shape)]
        at += len(its)
        for first, end in itertools.pairwise(starts):
            block = [[row.get(c, 0) for row in its] for c in range(first, end)]
            filled = np.array([[not is_zero(x) for x in column] for column in block], bool)
            patterns.append(filled.reshape(end - first, len(its)).T)
            elements.append([x for column in block for x in column if not is_zero(x)])
    flat = iter(run.substituted([x for its in elements for x in its]))
    elements = [[next(flat) for _ in its] for its in elements]
    names = [f"jac_{y.name}_{x.name}" for y in kernel.results for x in kernel.operands]
    return _compiled(kernel, values, elements, patterns, names, with_results=True)


def _columns(kernel: Kernel) -> tuple[Trace, Graph, list[Array]]:
    """The trace, and operands in a new graph whose numbers are in column-major order."""
    trace, graph = kernel.compiled.make_trace(), Graph()
    values: list[Array] = []
    for k, operand in enumerate(trace.operands):
        span = Span(graph, f"x{k}", 0, int(np.prod(operand.shape)))
        positions = np.argsort(_order(operand.shape))
        values.append(Array.of([span[int(p)] for p in positions], operand.shape))
    return trace, graph, values


def _order(shape: tuple[int, ...]) -> Any:
    """The positions in row-major order of the elements in column-major order."""
    return np.arange(int(np.prod(shape))).reshape(shape).ravel(order="F")


def _matrix(x: Any) -> Any:
    """An array as CasADi has it: a scalar and a vector are columns."""
    return x.reshape(-1, 1) if x.ndim < 2 else x


def _compiled(
    kernel: Kernel,
    values: Sequence[Array],
    elements: Sequence[list[Any]],
    patterns: list[Pattern],
    names: list[str],
    with_results: bool = False,
) -> CasadiFunction:
    """A function of these elements of results; `with_results` are operands that are not read."""
    given = list(kernel.operands)
    more = [replace(x, name=f"out_{x.name}") for x in kernel.results] if with_results else []
    specs = [_flat(x.name, int(np.prod(x.shape))) for x in (*given, *more)]
    bound = [_flat(f"bound{k}", int(np.size(x))) for k, x in enumerate(kernel.bound)]
    results = [_flat(f"y{k}", len(its)) for k, its in enumerate(elements)]
    graph = Graph() if not values else values[0].flat[0].graph
    order = [f"x{k}" for k in range(len(given))]
    order += [f"unread{k}" for k in range(len(more))]
    order += [f"x{k}" for k in range(len(given), len(values))]
    spans = [
        Operand(key, spec.shape, Span(graph, key, 0, spec.shape[0]))
        for key, spec in zip(order, (*specs, *bound), strict=True)
    ]
    made = [Operand(s.name, s.shape, tuple(x)) for s, x in zip(results, elements, strict=True)]
    trace = Trace(graph, tuple(spans), tuple(made))
    code = compiled(trace, (*specs, *bound), results, "float64", kernel.name)
    if bound:
        columns = [np.asarray(x).ravel(order="F") for x in kernel.bound]
        code = code.with_last(*columns)
    inputs = [_matrix(np.ones(x.shape, bool)) for x in given]
    inputs += [_matrix(x) for x in kernel.sparsity] if with_results else []
    return CasadiFunction(code, ([x.name for x in (*given, *more)], names), (inputs, patterns))


def _flat(name: str, size: int) -> Spec:
    return Spec(name, (size,), (str(size),))


def _symbols(functions: Mapping[str, CasadiFunction]) -> dict[str, tuple[int, int]]:
    """Addresses of code and data of the functions that CasADi looks for in a library."""
    symbols: dict[str, tuple[int, int]] = {}
    for title, function in functions.items():
        symbols |= library.casadi_functions(
            title, function.kernel, function.names, [list(map(_ccs, x)) for x in function.patterns]
        )
    return symbols


def _ccs(pattern: Pattern) -> list[int]:
    """CasADi's record of a sparsity pattern: compressed columns, or dense."""
    rows, columns = pattern.shape
    if pattern.all():
        return [rows, columns, 1]
    starts = np.cumsum([0, *pattern.sum(0)])
    return [rows, columns, *starts.tolist(), *np.nonzero(pattern.T)[1].tolist()]
