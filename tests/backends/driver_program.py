"""Calls by the real `cuda.core`, of the driver in driver.c: `python driver_program.py LIBRARY`."""

import ctypes
import sys
from typing import Any

import numpy as np
from cuda.core import Device
from ptx_executor import Grid, Program
from test_gpu import HostMemory, Strided

import kinetree as kt
from kinetree.compiler import xla
from kinetree.compiler.device_arrays import device_program
from kinetree.compiler.ptx_module import BLOCK

ARM = kt.robots.arm()
Launched = ctypes.CFUNCTYPE(
    ctypes.c_int,
    *(ctypes.c_size_t, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint),
    ctypes.POINTER(ctypes.c_void_p),
)


def main(library: str) -> None:
    driver = ctypes.CDLL(library, ctypes.RTLD_GLOBAL)  # cuda.core finds it by its name
    kernel = kt.rnea.compile(ARM)
    launches, answers = list[tuple[int, ...]](), [0]

    def launched(context: int, stream: int, grid: int, block: int, values: Any) -> int:
        launches.append((context, stream, grid, block))
        arguments = [ctypes.c_int64.from_address(values[k]).value for k in range(10)]
        if not answers[0]:
            Grid(Program(kernel.ptx), HostMemory(), block, grid).launch(arguments)  # pyright: ignore
        return answers[0]

    called = Launched(launched)
    driver.on_launch(called)
    q, v, a = np.random.default_rng(0).normal(size=(3, 3 * BLOCK + 5, 7))
    expected = kernel(q, v, a)
    on_device = kt.rnea.compile(ARM, device="cuda")
    for number in (1, 0):
        there = [Strided(x, number) for x in (q, v, a)]
        for tau in (kt.rnea(ARM, *there), on_device(*there)):
            np.testing.assert_array_equal(tau.data, expected)
        assert Device().device_id == 0  # as before the call
    assert launches == [(2, 5, 2, BLOCK)] * 2 + [(1, 5, 2, BLOCK)] * 2, launches
    answers[0] = 2
    try:
        kt.rnea(ARM, *(Strided(x) for x in (q, v, a)))
    except kt.BackendError as error:
        assert "rnea of arm on GPU 0: the driver says: CUDA_ERROR_OUT_OF_MEMORY" in str(error)
    else:
        raise AssertionError
    assert device_program(kernel.compiled).loaded(0).handle
    launch = ctypes.cast(driver.cuLaunchKernel, ctypes.c_void_p).value
    assert xla._launch_function() == launch  # pyright: ignore


if __name__ == "__main__":
    main(sys.argv[1])
