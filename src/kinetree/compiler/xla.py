"""Kernels as XLA's foreign functions (xla.c), registered by names that their content determines.

A compiled program of XLA holds the name alone, so that one that another process has saved runs only
where the kernel is registered, too.
"""

import _thread
import atexit
import ctypes
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from . import cache, llvm, threads
from .array_layout import immortal
from .compilation import compile_lock
from .kernel import Kernel
from .machine_code import MachineCode

MAX_ARRAYS: Final = 64
"""Most operands and results together, as in xla.c."""

_Parallel: Final = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)


class _Data(ctypes.Structure):
    """Data for the calls of a kernel; xla.c explains the fields."""

    _fields_ = (
        ("scalar_code", ctypes.c_void_p),
        ("vector_code", ctypes.c_void_p),
        *((name, ctypes.c_int64) for name in ("lanes", "scalar_workspace", "vector_workspace")),
        *((name, ctypes.c_int64) for name in ("operands", "results", "most_samples")),
        ("running", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("parallel", "raw_malloc", "raw_free")),
        ("axes", ctypes.c_int64 * MAX_ARRAYS),
        ("bytes", ctypes.c_int64 * MAX_ARRAYS),
    )


class Target:
    """A kernel under a name, and the address of its function for XLA."""

    def __init__(self, name: str, kernel: Kernel) -> None:
        self.name, self._compiled, self._launch = name, kernel.compiled, kernel.launch
        axes, sizes = array_sizes(kernel)
        self._parallel = _Parallel(self._compute_on_threads)
        self._data = _Data(
            lanes=kernel.compiled.lanes,
            operands=len(kernel.operands),
            results=len(kernel.results),
            most_samples=max(1, threads.PARALLEL_OPERATIONS // kernel.compiled.program.cost),
            parallel=ctypes.cast(self._parallel, ctypes.c_void_p),
            raw_malloc=_address(ctypes.pythonapi.PyMem_RawMalloc),
            raw_free=_address(ctypes.pythonapi.PyMem_RawFree),
            axes=axes,
            bytes=sizes,
        )
        self.prepare(1)
        self._code = function("call_by_xla", ctypes.addressof(self._data))
        self.address: int = self._code.addresses["handler"]

    def prepare(self, n: int) -> None:
        """Compile the code for n samples."""
        lanes = self._compiled.lanes
        variant = self._compiled.variant(lanes if n >= lanes else 1)
        if n >= lanes:
            self._data.vector_workspace = variant.workspace
            self._data.vector_code = variant.address
        else:
            self._data.scalar_workspace = variant.workspace
            self._data.scalar_code = variant.address

    def stop_threads(self) -> None:
        """Let the caller compute alone, and wait for the calls that do not."""
        self._data.most_samples = 2**62
        while self._data.running:
            time.sleep(1e-3)

    def _compute_on_threads(self, n: int, pointers: int, steps: int) -> int:
        """Compute n samples; 1 if that failed, and the caller has to."""
        try:
            count = self._data.operands + self._data.results
            starts = list((ctypes.c_int64 * count).from_address(pointers))
            strides = list((ctypes.c_int64 * count).from_address(steps))
            self._launch((), n, starts, strides)
        except KeyboardInterrupt:  # in ctypes it would be lost
            _thread.interrupt_main()
            return 1
        except BaseException:
            return 1
        return 0


def available() -> bool:
    """Whether kernels can be called by XLA."""
    return llvm.available() and ctypes.sizeof(ctypes.c_void_p) == 8


def supports(kernel: Kernel) -> bool:
    """Whether XLA can call this kernel."""
    return available() and len(kernel.operands) + len(kernel.results) <= MAX_ARRAYS


def target_name(kernel: Kernel) -> str:
    """The name of a kernel in programs of XLA."""
    specs = [(x.name, x.shape) for x in (*kernel.operands, *kernel.results)]
    content = kernel.compiled.program.digest, str(kernel.dtype), repr(specs)
    return f"kinetree_{cache.digest(*content)[:32]}"


def array_sizes(kernel: Kernel) -> tuple[Any, Any]:
    """The number of axes of a sample of each array, and its bytes, as arrays of C."""
    specs = (*kernel.operands, *kernel.results)
    array = ctypes.c_int64 * MAX_ARRAYS
    sizes = [int(np.prod(s.shape)) * kernel.dtype.itemsize for s in specs]
    return array(*(len(s.shape) for s in specs)), array(*sizes)


_targets: Final[dict[str, Target]] = {}


def target(kernel: Kernel, counts: Sequence[int], register: Callable[[str, int], None]) -> Target:
    """The target of a kernel, with code for so many samples; `register` makes a new one known."""
    name = target_name(kernel)
    with compile_lock:
        if name not in _targets:
            entry = immortal(Target(name, kernel))  # XLA may call it until the process ends
            register(name, entry.address)
            _targets[name] = entry
        for n in counts:
            _targets[name].prepare(n)
        return _targets[name]


@atexit.register
def _stop_threads() -> None:
    """Let no call of XLA's threads wait for an interpreter that has gone."""
    for entry in _targets.values():
        entry.stop_threads()


def _address(function: Any) -> int | None:
    return ctypes.cast(function, ctypes.c_void_p).value


def function(name: str, data: int) -> MachineCode:
    """A function of the frame alone, which passes the data to one of xla.c."""
    text = f"""define ptr @handler(ptr %frame) {{
  %f = inttoptr i64 {_code().addresses[name]} to ptr
  %d = inttoptr i64 {data} to ptr
  %error = tail call ptr %f(ptr %d, ptr %frame)
  ret ptr %error
}}"""
    return MachineCode([llvm.emit_object(text)], "handler")  # not cached: it holds addresses


@lru_cache
def _code() -> MachineCode:
    return MachineCode.from_c("xla", "call_by_xla", "launch_by_xla")
