"""JAX's calls on a GPU, where there is none: its programs, and the function that XLA calls.

`cuda.core` and the launch of the driver are stood in for, and PTX runs on the process's memory.
"""

import ctypes
from types import SimpleNamespace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from ptx_executor import Grid, Program
from test_gpu import HostMemory, StandIn, needs_ptxas

import kinetree as kt
from kinetree.compiler import cuda, xla
from kinetree.compiler.ptx_module import BLOCK

ARM = kt.robots.arm()
RNEA = kt.rnea.compile(ARM)
JACOBIAN = kt.frame_jacobian.compile(ARM, frame="tool", reference="local")
STREAM, KERNEL = 0x5000, 0x7000
Int64s = ctypes.c_int64 * 8
Pointers = ctypes.c_void_p * 8

Launch = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, *[ctypes.c_int32] * 7, *[ctypes.c_void_p] * 3
)


class Driver:
    """`cuLaunchKernel`."""

    def __init__(self) -> None:
        self.launches: list[tuple[int, int]] = []
        self.result = 0
        self.function = Launch(self._launch)
        self.address = ctypes.cast(self.function, ctypes.c_void_p).value

    def _launch(self, kernel: int, blocks: int, *others: int) -> int:
        *sizes, stream, parameters, more = others
        assert kernel == KERNEL and sizes == [1, 1, BLOCK, 1, 1, 0] and not more
        self.launches.append((stream, blocks))
        places = (ctypes.c_void_p * 10).from_address(parameters)  # n, w, three operands, a result
        arguments = [ctypes.c_int64.from_address(x or 0).value for x in places]
        Grid(Program(RNEA.ptx), HostMemory(), BLOCK, blocks).launch(arguments)  # pyright: ignore
        return self.result


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Driver:
    core, launcher = StandIn(RNEA.ptx), Driver()
    core.handle = KERNEL  # type: ignore[attr-defined]
    monkeypatch.setattr(cuda, "core", lambda: core)
    monkeypatch.setattr(xla, "_launch_function", lambda: launcher.address)
    monkeypatch.setattr(xla, "_device_targets", {})
    gpus = [SimpleNamespace(local_hardware_id=k) for k in (0, 1)]
    monkeypatch.setattr(jax, "local_devices", lambda backend: gpus)
    return launcher


def program(f: Any, *arrays: Any) -> str:
    return jax.jit(f).trace(*arrays).lower(lowering_platforms=("cuda",)).as_text()


@needs_ptxas
@pytest.mark.usefixtures("driver")
def test_programs_call_the_kernel_with_a_workspace() -> None:
    with jax.enable_x64(True):
        q = jnp.zeros((300, 7))
        text = program(lambda q: kt.rnea(ARM, q, q, jnp.zeros(7)), q)
    (name,) = xla._device_targets  # pyright: ignore[reportPrivateUsage]
    (call,) = [line for line in text.splitlines() if f"@{name}(" in line]
    thread_bytes = cuda.machine_code(RNEA.compiled, "sm_90")[1]
    size = 2 * BLOCK * thread_bytes  # two blocks run at once, 300 samples fill three
    assert call.rstrip().endswith(f"-> (tensor<300x7xf64>, tensor<{size}xui8>)")
    assert call.count("tensor<300x7xf64>") == 3 and call.count("tensor<1x7xf64>") == 1


@needs_ptxas
@pytest.mark.usefixtures("driver")
def test_gpus_of_two_architectures_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xla, "architecture", lambda k: f"sm_{80 + 10 * k}")
    with (
        jax.enable_x64(True),
        pytest.raises(
            kt.BackendError, match=r"of the architectures sm_80, sm_90; let it see those of one"
        ),
    ):
        program(lambda q: kt.rnea(ARM, q, q, q), jnp.zeros(7))


@needs_ptxas
@pytest.mark.usefixtures("driver")
def test_kernels_for_gpus_in_programs() -> None:
    with jax.enable_x64(True):
        kernel, q = kt.DeviceKernel(RNEA), jnp.zeros((3, 7))
        text = program(lambda q: kernel(q, q, np.zeros(7)), q)
        (name,) = xla._device_targets  # pyright: ignore[reportPrivateUsage]
        assert f"@{name}(" in text
        text = program(lambda q: kt.DeviceKernel(JACOBIAN)(q), q)
        assert text.count("stablehlo.custom_call") == 1
        with pytest.raises(kt.BackendError, match=r"rnea of arm was compiled for GPUs; q is on .*"):
            kernel(q, q, q)
        with (
            jax.enable_x64(False),
            pytest.raises(kt.BackendError, match=r"which JAX makes float32"),
        ):
            program(lambda q: kernel(q, q, q), q)
        with pytest.raises(kt.BackendError, match=r"kernels have no derivatives; call the algo"):
            jax.grad(lambda q: kernel(q, q, q).sum())(q)


def on_cpu(name: str, address: int) -> None:
    """Make a function known to JAX on the CPU."""
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = ctypes.py_object, [ctypes.c_void_p] * 3
    jax.ffi.register_ffi_target(name, capsule(address, None, None), platform="cpu")


@needs_ptxas
def test_the_stream_is_asked_of_xla(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """XLA registers and calls the function, and says that a CPU has no stream."""
    monkeypatch.setattr(xla, "target_name", lambda kernel: "kinetree_launched_on_a_cpu")
    with jax.enable_x64(True):
        q, size = jnp.zeros((3, 7)), xla.device_target(RNEA, [0], on_cpu).workspace(3)
        shapes = [jax.ShapeDtypeStruct(*x) for x in (((3, 7), q.dtype), ((size,), "uint8"))]
        call = jax.ffi.ffi_call("kinetree_launched_on_a_cpu", shapes)
        with pytest.raises(Exception, match=r"GPU context is not available"):
            jax.block_until_ready(call(q, q, q))
        empty = [jax.ShapeDtypeStruct((0, 7), q.dtype), shapes[1]]
        result, _ = jax.ffi.ffi_call("kinetree_launched_on_a_cpu", empty)(q[:0], q[:0], q[:0])
        assert result.shape == (0, 7)
    assert not driver.launches


class Buffer(ctypes.Structure):
    _fields_ = (
        *(("size", ctypes.c_uint64), ("next", ctypes.c_void_p), ("dtype", ctypes.c_int32)),
        *(("data", ctypes.c_void_p), ("rank", ctypes.c_int64), ("lengths", ctypes.c_void_p)),
    )


class List(ctypes.Structure):
    _fields_ = (
        *(("size", ctypes.c_uint64), ("next", ctypes.c_void_p), ("count", ctypes.c_int64)),
        *(("types", ctypes.c_void_p), ("items", ctypes.c_void_p)),
    )


class Frame(ctypes.Structure):
    _fields_ = (
        *(("size", ctypes.c_uint64), ("next", ctypes.c_void_p), ("api", ctypes.c_void_p)),
        *(("context", ctypes.c_void_p), ("stage", ctypes.c_int32)),
        *(("operands", List), ("results", List)),
    )


class Api(ctypes.Structure):
    _fields_ = (
        ("head", ctypes.c_uint64 * 6),
        ("make_error", ctypes.c_void_p),
        ("others", ctypes.c_void_p * 3),
        ("get_stream", ctypes.c_void_p),
    )


Function = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)


def call(address: int, operands: Any, results: Any) -> tuple[Any, list[tuple[str, int]]]:
    """Call a function for XLA as XLA does; what it returns, and the errors that it target."""
    errors: list[tuple[str, int]] = []

    def make_error(at: int) -> int:
        message = ctypes.c_char_p.from_address(at + 16).value or b""
        errors.append((message.decode(), ctypes.c_int32.from_address(at + 24).value))
        return 1

    def get_stream(at: int) -> int:
        assert ctypes.c_void_p.from_address(at + 16).value == 99  # the context
        ctypes.c_void_p.from_address(at + 24).value = STREAM
        return 0

    kept: list[Any] = [Function(make_error), Function(get_stream)]

    def listed(arrays: Any) -> List:
        buffers: list[int] = []
        for x in arrays:
            lengths = Int64s(*x.shape)
            buffer = Buffer(data=x.ctypes.data, rank=x.ndim, lengths=ctypes.addressof(lengths))
            kept.extend((lengths, buffer))
            buffers.append(ctypes.addressof(buffer))
        items = Pointers(*buffers)
        kept.append(items)
        return List(count=len(arrays), items=ctypes.addressof(items))

    api = Api(
        make_error=ctypes.cast(kept[0], ctypes.c_void_p),
        get_stream=ctypes.cast(kept[1], ctypes.c_void_p),
    )
    frame = Frame(
        api=ctypes.addressof(api), context=99, operands=listed(operands), results=listed(results)
    )
    return Function(address)(ctypes.addressof(frame)), errors


@needs_ptxas
@pytest.mark.parametrize("n", [1, 5, 300])
def test_a_call_launches_the_kernel_on_the_stream(driver: Driver, n: int) -> None:
    target = xla.device_target(RNEA, [0], lambda *_: None)
    rng = np.random.default_rng(0)
    q, v, a = rng.normal(size=(1, n, 7)), rng.normal(size=(1, 1, 7)), rng.normal(size=(1, n, 7))
    tau, workspace = np.full((1, n, 7), np.nan), np.empty(target.workspace(n), np.uint8)
    assert call(target.address, [q, v, a], [tau, workspace]) == (None, [])
    np.testing.assert_array_equal(tau, RNEA(q, v, a))
    assert driver.launches == [(STREAM, 2 if n == 300 else 1)]
    assert target.workspace(None) == target.workspace(300) == 2 * target.workspace(128)
    assert call(target.address, [q[:, :0], v, a[:, :0]], [tau[:, :0], workspace]) == (None, [])
    assert len(driver.launches) == 1


@needs_ptxas
def test_a_launch_that_the_driver_refuses_is_an_error(driver: Driver) -> None:
    target = xla.device_target(RNEA, [0], lambda *_: None)
    q, driver.result = np.zeros((4, 7)), 2
    workspace = np.empty(target.workspace(4), np.uint8)
    internal = 13
    assert call(target.address, [q] * 3, [q.copy(), workspace]) == (
        1,
        [("kinetree: the driver of the GPU refused a launch", internal)],
    )
    few = workspace[:100]  # of a program for a GPU whose kernel needs less
    assert call(target.address, [q] * 3, [q.copy(), few]) == (
        1,
        [("kinetree: the program was made for another kind of GPU", internal)],
    )
