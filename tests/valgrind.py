"""Kernels at the edges of their memory; `.ci/valgrind` runs this under valgrind's memcheck.

Operands and `out=` fill blocks of malloc's exactly, so that a number read or written too far is an
error. Results are handed to the system, for which bytes that were never written are one.
`valgrind.py --break` makes such errors, to show that they are found.
"""

import ctypes
import math
import os
import sys
import tempfile
from dataclasses import replace

import numpy as np

import kinetree as kt
from kinetree.compiler import llvm, threads
from kinetree.compiler.batch import Spec
from kinetree.compiler.compilation import CompiledProgram
from kinetree.compiler.kernel import Kernel

malloc = ctypes.CDLL(None).malloc
malloc.restype, malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]


def block(shape, dtype, missing=0):
    """An array that nobody has written; its memory is never freed, and may miss some numbers."""
    count, size = math.prod(shape), np.dtype(dtype).itemsize
    start = malloc((count - missing) * size)
    return np.ndarray(shape, dtype, (ctypes.c_char * (count * size)).from_address(start))


def exact(values):
    """The values in a block of their size."""
    array = block(values.shape, values.dtype)
    array[...] = values
    return array


def apart(values):
    """The values with gaps between samples and between numbers."""
    every_other = (slice(None, None, 2),) * values.ndim
    array = block([max(2 * n - 1, 0) for n in values.shape], values.dtype)[every_other]
    array[...] = values
    return array


def several(results):
    return results if isinstance(results, tuple) else (results,)


def give_away(array):
    """Hand the numbers to the system, for which bytes that nobody wrote are an error."""
    with open(os.devnull, "wb", buffering=0) as nowhere:
        nowhere.write(np.ascontiguousarray(array))


def check(results, expected):
    for x, y in zip(several(results), expected, strict=True):
        give_away(x)
        np.testing.assert_array_equal(x, y)


def check_out(call, operands, outs, expected):
    call(*operands, out=outs if len(outs) > 1 else outs[0])
    check(tuple(outs), expected)


def edges(call, operands, expected):
    """All numbers of samples: in blocks of their size, backwards, with gaps, and broadcast."""
    check(call(*(exact(x[0]) for x in operands)), [y[0] for y in expected])
    for n in range(len(operands[0]) + 1):
        some, wanted = [exact(x[:n]) for x in operands], [y[:n] for y in expected]
        check(call(*some), wanted)
        check(call(*(x[::-1] for x in some)), [y[::-1] for y in wanted])
        check(call(*map(apart, some)), wanted)
        check_out(call, some, tuple(block(y.shape, y.dtype) for y in wanted), wanted)
        check_out(call, some, tuple(apart(0 * y) for y in wanted), wanted)
        if len(some) > 1 and n:
            rest = some[1:]
            same = several(call(np.repeat(some[0][:1], n, axis=0), *rest))
            check(call(exact(some[0][0]), *rest), same)
            check(call(exact(some[0][:1]), *rest), same)


def large(kernel, operands, expected):
    """A batch that one thread computes, and that several share."""
    n = threads.PARALLEL_OPERATIONS // kernel.compiled.program.cost + 3
    operands = [exact(np.resize(x, (n, *x.shape[1:]))) for x in operands]
    expected = [np.resize(y, (n, *y.shape[1:])) for y in expected]
    for count in (1, 2):
        kt.set_num_threads(count)
        check(kernel(*operands), expected)
        check_out(kernel, operands, tuple(block(y.shape, y.dtype) for y in expected), expected)
    kt.set_num_threads(1)


@kt.algorithm("(nq),(nv)->(nq),(),(3,3)")
def mixed(model, q, v):
    """Several results: with operands, constants, functions and choices among their entries."""
    m = kt.math
    return {
        "x": m.where(q[0] < v[0], q, m.sin(v)),
        "y": m.atan2(q[1], v[1]) / m.exp(q[2]),
        "z": m.array([[1, 0, q[0]], [q[1] * v[1], 2.5, v[2]], [0, 0, m.sqrt(abs(v[3]))]]),
    }


def kernels(dtype):
    arm = kt.robots.arm()
    yield kt.rnea.compile(arm, dtype=dtype)
    yield kt.kinetic_energy.compile(arm, dtype=dtype)
    yield kt.crba.compile(arm, dtype=dtype)
    yield kt.frame_placement.compile(arm, dtype=dtype, frame="tool")
    yield mixed.compile(arm, dtype=dtype)


def saved(kernel):
    with tempfile.TemporaryDirectory() as folder:
        kernel.save(f"{folder}/kernel")
        return kt.load_kernel(f"{folder}/kernel")


def sound():
    """Everything as it should be."""
    tell_machine()
    for dtype in ("float64", "float32"):
        for kernel in kernels(dtype):
            samples = 2 * kernel.compiled.lanes + 1
            rng = np.random.default_rng(0)
            operands = [
                rng.normal(size=(samples, *spec.shape)).astype(dtype) for spec in kernel.operands
            ]
            rows = [several(kernel(*row)) for row in zip(*operands, strict=True)]
            expected = [np.array(x) for x in zip(*rows, strict=True)]
            edges(kernel, operands, expected)
            edges(saved(kernel), operands, expected)
            large(kernel, operands, expected)
            print(f"{kernel} in batches of 0 to {samples}", flush=True)


@kt.algorithm("(7)->(7)")
def doubled(model, x):
    return 2 * x


def tell_machine():
    """Valgrind shows a machine with AVX2 and without AVX-512, and LLVM makes code for it."""
    compiled = doubled.compile(kt.robots.arm()).compiled
    module = llvm._llvm().parse_assembly(compiled.module(compiled.lanes).text())
    text = llvm._target_machine(llvm.host_machine()).emit_assembly(module)
    print(f"{llvm._llvm().get_host_cpu_name()}, {compiled.lanes} lanes of float64", flush=True)
    assert compiled.lanes == 4 and "%ymm" in text and "%zmm" not in text


def broken():
    """Errors on purpose, each announced: with one sample, and with lanes."""
    well, short = (doubled.compile(kt.robots.arm()) for _ in range(2))
    program = replace(short.compiled.program, results=(Spec("y", (6,), ("6",)),))
    short = Kernel(CompiledProgram(program, short.compiled.make_trace, "short"))
    cases = {
        "operand": lambda n: well(block((n, 7), float, missing=1)),
        "out": lambda n: well(np.ones((n, 7)), out=block((n, 7), float, missing=1)),
        "result": lambda n: short(np.ones((n, 7))),
    }
    for name, case in cases.items():
        for n in (1, 5):
            print(f"broken: {name} {n}", flush=True)
            case(n)
    print("broken: unwritten", flush=True)
    give_away(well(block((5, 7), float)))


if __name__ == "__main__":
    broken() if sys.argv[1:] == ["--break"] else sound()
