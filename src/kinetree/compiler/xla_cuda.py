"""Kernels for NVIDIA GPUs as XLA's foreign functions (xla.c), on the stream that XLA gives."""

import ctypes
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from ..errors import BackendError
from . import xla
from .array_layout import immortal
from .compilation import compile_lock
from .cuda import LoadedKernel, architecture, check_driver, device_program
from .kernel import Kernel
from .ptx_module import BLOCK


class _Data(ctypes.Structure):
    """Data for the calls of a kernel; xla.c explains the fields."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("launch", "kernel")),
        *((name, ctypes.c_int64) for name in ("block", "block_bytes", "operands", "results")),
        ("axes", ctypes.c_int64 * xla.MAX_ARRAYS),
        ("bytes", ctypes.c_int64 * xla.MAX_ARRAYS),
    )


class DeviceTarget:
    """A kernel under a name, and the address of its function for XLA."""

    def __init__(self, name: str, kernel: Kernel, devices: Sequence[int]) -> None:
        self.name = name
        self._loaded: LoadedKernel = device_program(kernel.compiled).loaded(devices[0])
        axes, sizes = xla.array_sizes(kernel)
        self._data = _Data(
            launch=_launch_function(),
            kernel=self._loaded.handle,
            block=BLOCK,
            block_bytes=self._loaded.block_bytes,
            operands=len(kernel.operands),
            results=len(kernel.results),
            axes=axes,
            bytes=sizes,
        )
        self._code = xla.function("launch_by_xla", ctypes.addressof(self._data))
        self.address: int = self._code.addresses["handler"]

    def workspace(self, n: int | None) -> int:
        """Bytes of the workspace for n samples, or for any number of them."""
        loaded = self._loaded
        blocks = loaded.most_blocks if n is None else loaded.blocks(n)
        return blocks * loaded.block_bytes


_targets: Final[dict[str, DeviceTarget]] = {}


def device_target(
    kernel: Kernel, devices: Sequence[int], register: Callable[[str, int], None]
) -> DeviceTarget:
    """The target of a kernel on GPUs of one architecture; `register` makes a new one known."""
    name = xla.target_name(kernel)
    if name not in _targets:
        check_driver(kernel.name)
        architectures = {architecture(k) for k in devices}
        if len(architectures) > 1:
            names = ", ".join(sorted(architectures))
            raise BackendError(
                f"{kernel.name}: JAX sees GPUs of the architectures {names}; let it see "
                "those of one, by CUDA_VISIBLE_DEVICES."
            )
    with compile_lock:
        if name not in _targets:
            target = immortal(DeviceTarget(name, kernel, devices))  # XLA may call it until the end
            register(name, target.address)
            _targets[name] = target
        return _targets[name]


@lru_cache
def _launch_function() -> int | None:
    """The address of the driver's function that launches kernels."""
    return ctypes.cast(ctypes.CDLL("libcuda.so.1").cuLaunchKernel, ctypes.c_void_p).value
