"""Kernels as XLA's foreign functions (xla.c), on CPUs and on NVIDIA GPUs.

They are registered by names that their content determines. A compiled program of XLA holds the name
alone, so that one that another process has saved runs only where the kernel is registered, too.
"""

import _thread
import atexit
import ctypes
import math
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

from ..errors import BackendError
from . import cache, llvm, threads
from .array_layout import immortal
from .compilation import compile_lock
from .cuda import architecture, check_driver
from .device_arrays import device_program
from .kernel import Kernel
from .machine_code import c_constant, c_functions, c_structure, load
from .ptx_module import BLOCK

MAX_ARRAYS: Final = c_constant("xla", "MAX_ARRAYS")
"""Most operands and results together."""
Register = Callable[[str, int], None]
"""Makes the address of a function known to XLA under a name."""

_Parallel: Final = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)


class _Target:
    """A kernel under a name, and the address of its function for XLA."""

    def __init__(
        self, name: str, kernel: Kernel, function: str, structure: str, /, **values: Any
    ) -> None:
        self.name, self.kernel = name, kernel
        specs = (*kernel.operands, *kernel.results)
        counts = {"operands": len(kernel.operands), "results": len(kernel.results)}
        self._data = c_structure("xla", structure, **counts, **values)
        for k, spec in enumerate(specs):
            self._data.axes[k] = len(spec.shape)
            self._data.bytes[k] = math.prod(spec.shape) * kernel.dtype.itemsize
        # a function of the frame alone, which is not cached: it holds addresses
        text = f"""define ptr @handler(ptr %frame) {{
  %f = inttoptr i64 {c_functions("xla")[function]} to ptr
  %d = inttoptr i64 {ctypes.addressof(self._data)} to ptr
  %error = tail call ptr %f(ptr %d, ptr %frame)
  ret ptr %error
}}"""
        self._code = load([llvm.emit_object(text)], "handler")
        self.address: int = self._code.addresses["handler"]


class CallTarget(_Target):
    """A kernel for CPUs."""

    def __init__(self, name: str, kernel: Kernel) -> None:
        compiled, python = kernel.compiled, ctypes.pythonapi
        self._parallel = _Parallel(self._compute_on_threads)
        super().__init__(
            name,
            kernel,
            "call_by_xla",
            "xla_data",
            lanes=compiled.lanes,
            most_samples=max(1, threads.PARALLEL_OPERATIONS // compiled.cost),
            parallel=_address(self._parallel),
            raw_malloc=_address(python.PyMem_RawMalloc),
            raw_free=_address(python.PyMem_RawFree),
        )
        compiled.write_code_to(self._data)
        self.prepare(1)

    def prepare(self, n: int) -> None:
        """Compile the code for n samples."""
        compiled = self.kernel.compiled
        compiled.variant(compiled.lanes if n >= compiled.lanes else 1)

    def stop_threads(self) -> None:
        """Let the caller compute alone, and wait for the calls that do not."""
        self._data.most_samples = 2**62
        while self._data.running:
            time.sleep(1e-3)

    def _compute_on_threads(self, n: int, pointers: int, steps: int) -> int:
        """Compute n samples; 1 if that failed, and the caller has to."""
        try:
            array = ctypes.c_int64 * (self._data.operands + self._data.results)
            starts, strides = (list(array.from_address(x)) for x in (pointers, steps))
            self.kernel.compiled.launch((), n, starts, strides)
        except KeyboardInterrupt:  # in ctypes it would be lost
            _thread.interrupt_main()
            return 1
        except BaseException:
            return 1
        return 0


class DeviceTarget(_Target):
    """A kernel for GPUs, on the stream that XLA gives."""

    def __init__(self, name: str, kernel: Kernel, device: int) -> None:
        self._loaded = loaded = device_program(kernel.compiled).loaded(device)
        super().__init__(
            name,
            kernel,
            "launch_by_xla",
            "xla_device_data",
            launch=_launch_function(),
            kernel=loaded.handle,
            block=BLOCK,
            block_bytes=loaded.block_bytes,
        )

    def workspace(self, n: int | None) -> int:
        """Bytes of the workspace for n samples, or for any number of them."""
        loaded = self._loaded
        return loaded.block_bytes * (loaded.most_blocks if n is None else loaded.blocks(n))


def supports(kernel: Kernel) -> bool:
    """Whether XLA can call this kernel."""
    few = len(kernel.operands) + len(kernel.results) <= MAX_ARRAYS
    return few and llvm.available() and ctypes.sizeof(ctypes.c_void_p) == 8


def target_name(kernel: Kernel) -> str:
    """The name of a kernel in programs of XLA."""
    specs = [(x.name, x.shape) for x in (*kernel.operands, *kernel.results)]
    content = kernel.compiled.program.digest, str(kernel.dtype), repr(specs)
    return f"kinetree_{cache.digest(*content)[:32]}"


_T = TypeVar("_T", bound=_Target)
_targets: Final[dict[str, CallTarget]] = {}
_device_targets: Final[dict[str, DeviceTarget]] = {}


def target(kernel: Kernel, counts: Sequence[int], register: Register) -> CallTarget:
    """The target of a kernel on CPUs, with code for so many samples."""
    known = _known(_targets, kernel, register, lambda name: CallTarget(name, kernel))
    for n in counts:
        known.prepare(n)
    return known


def device_target(kernel: Kernel, devices: Sequence[int], register: Register) -> DeviceTarget:
    """The target of a kernel on GPUs of one architecture."""

    def make(name: str) -> DeviceTarget:
        check_driver(kernel.name)
        architectures = {architecture(k) for k in devices}
        if len(architectures) > 1:
            names = ", ".join(sorted(architectures))
            raise BackendError(
                f"{kernel.name}: JAX sees GPUs of the architectures {names}; let it see "
                "those of one, by CUDA_VISIBLE_DEVICES."
            )
        return DeviceTarget(name, kernel, devices[0])

    return _known(_device_targets, kernel, register, make)


def _known(
    targets: dict[str, _T], kernel: Kernel, register: Register, make: Callable[[str], _T]
) -> _T:
    """The target of a kernel; a new one is registered."""
    name = target_name(kernel)
    with compile_lock:
        if name not in targets:
            entry = immortal(make(name))  # XLA may call it until the process ends
            register(name, entry.address)
            targets[name] = entry
        return targets[name]


@atexit.register
def _stop_threads() -> None:
    """Let no call of XLA's threads wait for an interpreter that has gone."""
    for entry in _targets.values():
        entry.stop_threads()


@lru_cache
def _launch_function() -> int | None:
    """The address of the driver's function that launches kernels."""
    return _address(ctypes.CDLL("libcuda.so.1").cuLaunchKernel)


def _address(function: Any) -> int | None:
    return ctypes.cast(function, ctypes.c_void_p).value
