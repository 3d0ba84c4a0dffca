"""`Kernel`: machine code for one algorithm on one robot, called on NumPy arrays."""

import ctypes
import os
from collections.abc import Callable, Sequence
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import ShapeError
from . import cache, threads, vectorcall
from .array_layout import available
from .batch import batch_shape, convert, destinations, run
from .compilation import Compiled, Width, building
from .kernel_files import packed, unpacked
from .packing import Pack, Packing


@vectorcall.called
class Kernel(vectorcall.Called):
    """Compiled results of a trace, called with arrays.

    Call it with the operands in order, each with leading batch axes that broadcast; `out=` takes an
    array, or a tuple of arrays for several results. There are two widths of code, for one sample
    and for as many as the machine has lanes; each is compiled at its first use, and both give the
    same bits, over any number of threads. `operands` and `results` say what it takes and gives.
    """

    __slots__ = ("__dict__", "__weakref__")

    def __init__(self, compiled: Compiled, pack: Pack | None = None, last: Sequence[Any] = ()):
        self._compiled, self._pack = compiled, pack
        self._runner = _Runner(compiled, pack, tuple(last))
        self.name, program = compiled.name, compiled.program
        self.dtype: np.dtype[Any] = np.dtype(program.dtype)
        self.operands = program.operands[: len(program.operands) - len(last)]
        self.results = program.results
        if self._runner.table is not None:
            vectorcall.call_kernel(self, *self._runner.table, self._runner.call, pack)
        self.__signature__ = Signature(
            [
                *(Parameter(_word(x.name), Parameter.POSITIONAL_ONLY) for x in self.operands),
                Parameter("out", Parameter.KEYWORD_ONLY, default=None),
            ]
        )

    def __call__(self, *operands: Any, out: Any = None, **other: Any) -> Any:
        return self._runner.call(*operands, out=out, **other)

    @property
    def operation_count(self) -> int:
        """The number of arithmetic operations of one sample, each function one."""
        return self._compiled.program.operation_count

    @property
    def sparsity(self) -> list[Any]:
        """For each result, which of its entries are anything but a structural zero."""
        return self._compiled.program.sparsity

    @property
    def packing(self) -> tuple[Packing, ...]:
        """For each packed result, where its numbers stand: `shape`, `indices`, and `numbers`.

        >>> import kinetree as kt
        >>> biped = kt.robots.biped()
        >>> crba = kt.crba.compile(biped, packed=True)
        >>> q = kt.neutral(biped)
        >>> crba(q).shape, crba.packing[0].dense(crba(q)).shape
        ((122,), (18, 18))
        """
        return self._compiled.program.packing

    @property
    def compile_seconds(self) -> float:
        """The time spent so far between the trace and machine code."""
        return self._compiled.seconds

    @property
    def from_cache(self) -> bool:
        """Whether all of its code so far came from the disk cache, or from a file."""
        return self._compiled.from_cache and bool(self._compiled.widths)

    @property
    def ir(self) -> str:
        """The LLVM text of the code for one sample."""
        return self._compiled.module(1).text()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the kernel to a file that `kt.load_kernel` reads, compiling both widths.

        The file runs at once on this kind of machine; on another, or with another version of
        kinetree, it is compiled again from the trace in it. An existing file is replaced.
        """
        cache.write(Path(path), packed(self._compiled, self._runner.last))

    def __reduce__(self) -> Any:
        """Pickled with its machine code, as `save` writes it."""
        return _from_bytes, (packed(self._compiled, self._runner.last), "the pickle")

    def with_last(self, *values: Any) -> "Kernel":
        """The same machine code with its last operands given."""
        program = self._compiled.program
        specs = program.operands[len(program.operands) - len(values) :]
        kept = [
            convert(spec, x, self.dtype, self.name).copy()
            for spec, x in zip(specs, values, strict=True)
        ]
        return Kernel(self._compiled, self._pack, kept)

    def __copy__(self) -> "Kernel":
        return self

    def __deepcopy__(self, memo: Any) -> "Kernel":
        return self

    def __repr__(self) -> str:
        return f"<Kernel {self.name}: {self.operation_count} operations, {self.dtype}>"


def find_kernels(
    algorithm: Any, check: Callable[..., Any] | None, fallback: Callable[..., Any]
) -> None:
    """Let calls of an algorithm look for their kernel in the model's dispatch table first.

    Its keys are the algorithm, or a tuple of it, the names of the call's statics and their values.
    `check` looks at all that is given before, `fallback` is called where no kernel is found.
    """
    with building:
        if available() and not hasattr(algorithm, "called_with"):
            vectorcall.call_algorithm(algorithm, check, fallback, Kernel)


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
    return _from_bytes(Path(path).read_bytes(), str(path))


def _from_bytes(data: bytes, where: str) -> Kernel:
    compiled, last = unpacked(data, where)
    kernel = Kernel(compiled, compiled.program.pack)
    return kernel.with_last(*last) if last else kernel


def _word(name: str) -> str:
    """An operand's name as a parameter's; `out` is the results'."""
    return "out_" if name == "out" else name.replace(" ", "_")


class _Runner:
    """Calls of a kernel in Python; the table of those in compiled code. It knows no kernel."""

    def __init__(self, compiled: Compiled, pack: Pack | None, last: tuple[Any, ...]) -> None:
        program = compiled.program
        self.name, self.compiled, self.pack, self.last = compiled.name, compiled, pack, last
        self.operands, self.results = program.operands, program.results
        self.dtype: np.dtype[Any] = np.dtype(program.dtype)
        self.cost = program.cost
        self.lanes = compiled.lanes
        count = len(self.operands) + len(self.results)
        self.pointers, self.steps = ctypes.c_void_p * count, ctypes.c_int64 * count
        self.table = None
        if available():
            self.table = vectorcall.kernel_table(self.operands, self.results, self.dtype, last)
        if self.table is not None:
            self.table[0].lanes = self.lanes
            self.table[0].most = max(1, threads.WORTHWHILE // self.cost)
            self.table[0].alone = max(1, threads.LONGEST // self.cost)
            self.table[0].threads = threads.known_address()
            self.table[0].held = threads.WORTHWHILE // 10 // self.cost
            compiled.tell(self.point)

    def call(self, *operands: Any, out: Any = None, **other: Any) -> Any:
        """The results for operands of any kind."""
        taken = [spec.name for spec in self.operands[: len(self.operands) - len(self.last)]]
        if other:
            raise ShapeError(
                f"{self.name}: a kernel takes no {', '.join(other)}=; its operands come in order: "
                f"{', '.join(taken)}, and then out=."
            )
        if len(operands) != len(taken):
            raise ShapeError(
                f"{self.name}: {len(operands)} operands; expected {len(taken)}: {', '.join(taken)}."
            )
        operands += self.last
        arrays = [
            convert(spec, x, self.dtype, self.name)
            for spec, x in zip(self.operands, operands, strict=True)
        ]
        batch = batch_shape(self.operands, arrays, self.name)
        results = destinations(self.results, batch, self.dtype, out, self.name)
        if 0 not in batch:
            run(self.launch, arrays, self.operands, results, self.results, batch)
        if batch == () and out is None:
            results = [r if r.ndim else r[()] for r in results]
        return results[0] if self.pack is None else self.pack(*results)

    def launch(self, arrays: Sequence[Any], n: int, addresses: list[int], steps: list[int]) -> None:
        """Compute n samples of arrays, a large batch in parts."""
        lanes = self.lanes if n >= self.lanes else 1
        width = self.compiled.widths.get(lanes) or self.compiled.width(lanes)
        all_steps = self.steps(*steps)

        def part(first: int, count: int, alive: Sequence[Any] = arrays) -> None:
            moved = [a + first * s for a, s in zip(addresses, steps, strict=True)]
            width.run(count, self.pointers(*moved), all_steps)

        if n * self.cost < threads.WORTHWHILE:
            width.run(n, self.pointers(*addresses), all_steps)
        else:
            threads.spread(part, n, self.cost, lanes)

    def point(self, lanes: int, width: Width) -> None:
        """Tell compiled calls where the code of a width is."""
        assert self.table is not None
        table = self.table[0]
        if lanes == 1:
            table.workspace_of_one = width.workspace
            table.one = width.address
        else:
            table.workspace = width.workspace
            table.many = width.address
