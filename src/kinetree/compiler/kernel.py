"""`Kernel`: machine code for one algorithm on one robot, called on NumPy arrays."""

import os
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any, Final

import numpy as np

from ..errors import ShapeError
from . import cache, llvm, vectorcall
from .batch import batch_shape, check_count, convert, result_arrays, run
from .compilation import CompiledProgram
from .explain import explanation
from .kernel_files import from_bytes, to_bytes
from .program import Pack, Packing
from .ptx_module import PTXModule


@vectorcall.with_vectorcall
class Kernel(vectorcall.VectorcallBase):
    """Compiled results of a trace, called with arrays.

    Call it with the operands in order, each with leading batch axes that broadcast; `out=` takes an
    array, or a tuple of arrays for several results. There is a scalar and a vector variant of the
    code, for one sample and for as many as the machine has lanes; each is compiled at its first
    use, and both give the same bits, on any number of threads. `operands` and `results` are their
    specifications.
    """

    __slots__ = ("__dict__", "__weakref__")

    def __init__(
        self, compiled: CompiledProgram, pack: Pack | None = None, bound: Sequence[Any] = ()
    ):
        self.compiled, self.pack, self.bound = compiled, pack, tuple(bound)  # its last operands
        self.name, self.dtype, program = compiled.name, compiled.dtype, compiled.program
        self.operands = program.operands[: len(program.operands) - len(bound)]
        self.results = program.results
        # of the kernel's parts: the kernel is freed with its last user
        fallback = partial(_call, compiled, pack, self.bound)
        vectorcall.set_kernel_call(self, compiled, self.bound, fallback, pack)
        names = ["out_" if x.name == "out" else x.name.replace(" ", "_") for x in self.operands]
        parameters = [Parameter(name, Parameter.POSITIONAL_ONLY) for name in names]
        out = Parameter("out", Parameter.KEYWORD_ONLY, default=None)
        self.__signature__ = Signature([*parameters, out])

    def __call__(self, *operands: Any, out: Any = None, **other: Any) -> Any:
        return _call(self.compiled, self.pack, self.bound, *operands, out=out, **other)

    @property
    def operation_count(self) -> int:
        """The number of arithmetic operations of one sample; a function counts as one."""
        return self.compiled.program.operation_count

    @property
    def sparsity(self) -> list[Any]:
        """For each result, which of its elements are structurally non-zero."""
        return self.compiled.program.sparsity

    @property
    def packing(self) -> tuple[Packing, ...]:
        """For each packed result, the positions of its numbers: `shape`, `indices` and `numbers`.

        >>> import kinetree as kt
        >>> biped = kt.robots.biped()
        >>> crba = kt.crba.compile(biped, packed=True)
        >>> q = kt.neutral(biped)
        >>> crba(q).shape, crba.packing[0].dense(crba(q)).shape
        ((122,), (18, 18))
        """
        return self.compiled.program.packing

    @property
    def compile_seconds(self) -> float:
        """Seconds spent compiling so far."""
        return self.compiled.seconds

    @property
    def from_cache(self) -> bool:
        """Whether all of its code so far came from the disk cache, or from a file."""
        return self.compiled.from_cache and bool(self.compiled.variants)

    @property
    def ir(self) -> str:
        """The LLVM IR of the scalar variant."""
        return self.compiled.module(1).text()

    def explain(self, *stages: str) -> str:
        """What each stage of the compiler makes of the scalar variant, as text to be printed.

        `stages` are some of "trace", "lowered", "partitions", "ir" and "assembly"; all if there are
        none. Raises CompileError for other names, and for "assembly" without llvmlite.

        >>> import kinetree as kt
        >>> print(kt.rnea.compile(kt.load("pendulum")).explain("trace"))
        ; trace: the operations that the function did on traced numbers
        %3 = sin q[0]
        %7 = mul %3, 9.81
        %11 = add a[0], %7
        rnea[0] = %11
        """
        return explanation(self.compiled, stages)

    @property
    def ptx(self) -> str:
        """The PTX of its code for GPUs."""
        return PTXModule(self.compiled.lowered, self.dtype.name).text()

    @property
    def address(self) -> int:
        """The address of its code, for callers in C, C++, Rust, Numba or another compiler.

        `void code(int64_t n, void *const *arrays, const int64_t *steps, void *workspace)` computes
        n >= 1 samples: `arrays` are the first samples of all operands, then of all results, each
        contiguous and of `kernel.dtype`; `steps` their distances to the next sample in bytes, 0 for
        an operand that all samples share; `workspace` has `kernel.workspace` bytes, at an address
        that is a multiple of 64, for one call at a time. It allocates nothing, needs no lock of
        Python's, and lives as long as the kernel. Values of bound operands are passed, too.

        >>> import ctypes
        >>> import numpy as np
        >>> import kinetree as kt
        >>> arm = kt.robots.arm()
        >>> kernel = kt.generalized_gravity.compile(arm)
        >>> q, tau = kt.neutral(arm), np.empty(arm.nv)
        >>> pointers = (ctypes.c_void_p * 2)(q.ctypes.data, tau.ctypes.data)
        >>> block = np.empty(kernel.workspace + 64, np.uint8)
        >>> aligned = block.ctypes.data + -block.ctypes.data % 64
        >>> code = ctypes.CFUNCTYPE(None, ctypes.c_int64, *3 * [ctypes.c_void_p])(kernel.address)
        >>> code(1, pointers, (ctypes.c_int64 * 2)(0, 0), aligned)
        >>> bool((tau == kt.generalized_gravity(arm, q)).all())
        True
        """
        return self.compiled.variant(1).address

    @property
    def workspace(self) -> int:
        """The bytes that a call of its code at `address` works in."""
        return self.compiled.variant(1).workspace

    def to_casadi(self, name: str | None = None) -> Any:
        """A casadi.Function of one sample that runs this machine code, with exact derivatives.

        For CasADi's MX graphs, Opti and nlpsol (`pip install casadi`). Its operands and results are
        the kernel's, as columns and matrices with the structural zeros left out; derivatives with
        respect to q have nq columns. Jacobians are sparse; they, gradients, and Hessians are
        compiled when CasADi first asks for them. For third ones, call the algorithm itself on
        casadi.SX symbols. The function runs in this process only: code that CasADi generates, its
        option "jit" included, and saved functions do not find it.
        Raises BackendError for float32, for results of more than two axes, and for bad names.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm()
        >>> aba = kt.aba.compile(arm).to_casadi()
        >>> aba.size_out(0), aba.jacobian().sparsity_out(0).nnz()
        ((7, 1), 42)
        """
        return CONVERTERS["casadi"](self, name)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Compile both variants and write the kernel to a file for `kt.load_kernel`.

        The file runs at once on this kind of machine; on another, or with another version of
        kinetree, it is compiled again from the trace in it. An existing file is replaced.
        """
        cache.write(Path(path), to_bytes(self.compiled, self.bound))

    def __reduce__(self) -> Any:
        """Pickled with its machine code, as `save` writes it."""
        return _unpickled, (to_bytes(self.compiled, self.bound),)

    def with_bound(self, *values: Any) -> "Kernel":
        """The same machine code with its last operands bound to values."""
        program = self.compiled.program
        specs = program.operands[len(program.operands) - len(values) :]
        bound = [
            convert(spec, x, self.dtype, self.name).copy()
            for spec, x in zip(specs, values, strict=True)
        ]
        return Kernel(self.compiled, self.pack, bound)

    def __copy__(self) -> "Kernel":
        return self

    def __deepcopy__(self, memo: Any) -> "Kernel":
        return self

    def __repr__(self) -> str:
        program = self.compiled.program
        products = program.product_operations
        among = f", {products} of them in matrix products" * (products > 0)
        count = ", ".join([f"{self.operation_count} operations{among}", *program.methods])
        return f"<{type(self).__name__} {self.name}: {count}, {self.dtype}>"


CONVERTERS: Final[dict[str, Callable[[Kernel, str | None], Any]]] = {}
"""What makes a kernel a function of another library, by its name: `kinetree.backends` has it."""


def load_kernel(path: str | os.PathLike[str]) -> Kernel:
    """The kernel in a file that `Kernel.save` wrote; no robot and no algorithm are needed.

    Several results come as a NamedTuple of their names. Raises CompileError for a file that is
    something else or damaged. The file holds machine code: load only what you trust.

    >>> import tempfile, kinetree as kt
    >>> arm = kt.robots.arm()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     kt.crba.compile(arm).save(f"{folder}/crba.kernel")
    ...     crba = kt.load_kernel(f"{folder}/crba.kernel")
    >>> crba(kt.neutral(arm)).shape
    (7, 7)
    """
    return Kernel(*from_bytes(Path(path).read_bytes(), str(path)))


@lru_cache(maxsize=32)
def _unpickled(data: bytes) -> Kernel:
    """The kernel in a pickle; one for all tasks of a process that bring the same one."""
    return Kernel(*from_bytes(data, "the pickle"))


def _call(
    compiled: CompiledProgram,
    pack: Pack | None,
    bound: tuple[Any, ...],
    *operands: Any,
    out: Any = None,
    **other: Any,
) -> Any:
    """The results of a kernel for operands of any kind, in Python."""
    program = compiled.program
    taken = program.operands[: len(program.operands) - len(bound)]
    if other:
        names = ", ".join(spec.name for spec in taken)
        raise ShapeError(
            f"{compiled.name}: {', '.join(f'{name}=' for name in other)} given by name; a kernel "
            f"takes its operands by position: kernel({names}, out=...)."
        )
    check_count(taken, operands, compiled.name)
    operands += bound
    arrays = [
        convert(spec, x, compiled.dtype, compiled.name)
        for spec, x in zip(program.operands, operands, strict=True)
    ]
    batch = batch_shape(program.operands, arrays, compiled.name)
    results = result_arrays(program.results, batch, compiled.dtype, out, compiled.name)
    if 0 not in batch and not llvm.available():
        for result, values in zip(results, compiled.interpreted(arrays), strict=True):
            np.copyto(result, values)
    elif 0 not in batch:
        run(compiled.launch, arrays, program.operands, results, program.results, batch)
    if batch == () and out is None:
        results = [r if r.ndim else r[()] for r in results]
    return results[0] if pack is None else pack(*results)
