"""Calls with arrays on a GPU, where there is none: what can be known before, and what is said."""

import ctypes
import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ptx_executor import Grid, Program

import kinetree as kt
from kinetree.compiler import cuda, device_arrays
from kinetree.compiler.device_arrays import DeviceArray
from kinetree.compiler.ptx_module import BLOCK
from kinetree.errors import BackendError

ARM = kt.robots.arm()


def has_gpu() -> bool:
    try:
        cuda.check_driver("")
    except BackendError:
        return False
    return True


@pytest.mark.skipif(has_gpu(), reason="a GPU is here: test_hardware.py")
def test_a_kernel_for_gpus_needs_one() -> None:
    pytest.importorskip("cuda.core")
    with pytest.raises(BackendError, match=r"rnea of arm: (no driver of NVIDIA|the driver)"):
        kt.rnea.compile(ARM, device="cuda")
    with pytest.raises(BackendError, match=r"device 'gpu'; expected 'cpu', or 'cuda'"):
        kt.rnea.compile(ARM, device="gpu")  # pyright: ignore
    assert isinstance(kt.so3.exp.compile(device="cpu"), kt.Kernel)


def test_without_cuda_core_the_package_is_named() -> None:
    code = """
import sys
sys.modules["cuda"] = sys.modules["cuda.core"] = sys.modules["cuda.pathfinder"] = None
import kinetree as kt
from kinetree.compiler import cuda
for needs in (lambda: kt.rnea.compile(kt.robots.arm(), device="cuda"), cuda.ptxas):
    try:
        needs()
    except kt.BackendError as error:
        assert "pip install 'kinetree[gpu]'" in str(error), error
    else:
        raise AssertionError
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_old_packages_of_cuda_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import cuda as packages

    old_core = SimpleNamespace(__version__="1.1.1")
    monkeypatch.setitem(sys.modules, "cuda.core", old_core)
    monkeypatch.setattr(packages, "core", old_core, raising=False)
    with pytest.raises(BackendError, match=r"need cuda-core 1.2 or later; 1.1.1 is installed: pip"):
        cuda.core.__wrapped__()

    for old in (SimpleNamespace(), SimpleNamespace(SUPPORTED_BINARY_UTILITIES=("nvcc",))):
        monkeypatch.setitem(sys.modules, "cuda.pathfinder", old)
        monkeypatch.setattr(packages, "pathfinder", old, raising=False)
        with pytest.raises(BackendError, match=r"or cuda-pathfinder is too old to find it: pip"):
            cuda.ptxas.__wrapped__()


def test_nothing_of_cuda_is_imported_by_calls_on_the_cpu() -> None:
    code = """
import sys
import kinetree as kt
arm = kt.robots.arm()
kt.rnea.compile(arm)(kt.neutral(arm), [0.0] * 7, [0.0] * 7)
assert not [x for x in sys.modules if x == "cuda" or x.startswith("cuda.")]
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def has_ptxas() -> bool:
    try:
        cuda.ptxas()
    except BackendError:
        return False
    return True


needs_ptxas = pytest.mark.skipif(not has_ptxas(), reason="needs ptxas: nvidia-cuda-nvcc")


@needs_ptxas
def test_machine_code_is_kept_in_the_disk_cache(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("KINETREE_CACHE_DIR", str(tmp_path))
    compiled = kt.crba.compile(ARM).compiled
    code, thread_bytes = cuda.machine_code(compiled, "sm_90")
    other, _ = cuda.machine_code(compiled, "sm_80")
    single, fewer = cuda.machine_code(kt.crba.compile(ARM, dtype="float32").compiled, "sm_90")
    assert code[:4] == b"\x7fELF" and len({code, other, single}) == 3
    assert fewer == thread_bytes // 2
    monkeypatch.setattr(cuda, "assemble", None)  # is not called again
    assert cuda.machine_code(compiled, "sm_90") == (code, thread_bytes)


@needs_ptxas
def test_what_the_assembler_refuses_is_said() -> None:
    with pytest.raises(kt.CompileError, match=r"ptxas, the assembler for GPUs, failed: .*syntax"):
        cuda.assemble(".version 8.0\n.target sm_75\n.address_size 64\nnonsense\n", "sm_90")


# PyTorch, on tensors without memory: shapes, devices and programs


@pytest.fixture
def fake() -> Any:
    """PyTorch's tensors that have a device and a shape only."""
    if pytest.importorskip("torch").cuda.is_available():
        pytest.skip("a GPU is here: test_hardware.py")
    from torch._subclasses import FakeTensorMode

    with FakeTensorMode():
        yield


@pytest.mark.usefixtures("fake")
def test_results_are_where_the_tensors_are() -> None:
    import torch

    q = torch.empty(5, 7, device="cuda:1", dtype=torch.float64)
    tau = kt.rnea(ARM, q, np.zeros(7), [0.0] * 7, gravity=[0, 0, -1])
    assert tau.device == q.device and tau.shape == (5, 7) and tau.dtype == q.dtype
    x = torch.empty(5, 7, device="cuda", dtype=torch.float32)
    M = kt.crba(ARM, x)
    assert M.device == x.device and M.shape == (5, 7, 7) and M.dtype == x.dtype


@pytest.mark.usefixtures("fake")
def test_tensors_on_several_devices_are_refused() -> None:
    import torch

    q = torch.empty(7, device="cuda", dtype=torch.float64)
    for v, where in ((q.cpu(), "cpu"), (q.to("cuda:1"), "cuda:1")):
        with pytest.raises(BackendError, match=rf"q is on cuda:0 and v on {where}; move one"):
            kt.rnea(ARM, q, v, q)
    with pytest.raises(BackendError, match=r"q is on meta; kinetree computes on CPUs and on GPUs"):
        kt.crba(ARM, torch.empty(7, device="meta", dtype=torch.float64))


@pytest.mark.usefixtures("fake")
def test_programs_of_torch_compile_run_on_a_gpu() -> None:
    import torch

    arm = kt.robots.arm()  # made after torch was imported: a constant of its programs
    f = torch.compile(lambda q: kt.crba(arm, q), fullgraph=True, backend="eager")
    M = f(torch.empty(3, 7, device="cuda", dtype=torch.float64))
    assert M.device.type == "cuda" and M.shape == (3, 7, 7)


# A GPU whose memory is the CPU's: `cuda.core` is stood in for, and PTX runs on NumPy arrays


class HostMemory:
    """All memory of this process, as the executor of PTX accesses it."""

    def __init__(self) -> None:
        self.tables: list[Any] = []

    def store(self, array: Any) -> int:
        self.tables.append(np.ascontiguousarray(array))
        return self.tables[-1].ctypes.data

    def read(self, addresses: Any, dtype: Any) -> Any:
        size = np.dtype(dtype).itemsize
        data = b"".join(ctypes.string_at(int(at), size) for at in np.atleast_1d(addresses))
        return np.frombuffer(data, dtype).reshape(np.shape(addresses))

    def write(self, addresses: Any, values: Any) -> None:
        addresses = np.atleast_1d(addresses)
        for at, x in zip(addresses, np.broadcast_to(values, addresses.shape), strict=True):
            ctypes.memmove(int(at), x.tobytes(), x.itemsize)


class Devices:
    """`cuda.core.Device`."""

    def __init__(self, core: "StandIn") -> None:
        self.core = core

    def __call__(self, number: int | None = None) -> Any:
        core = self.core
        device_id = core.current if number is None else number
        use = partial(setattr, core, "current", device_id)
        return SimpleNamespace(
            device_id=device_id,
            set_current=use,
            properties=core,
            compute_capability=core.compute_capability,
            name="an old one",
        )

    def get_all_devices(self) -> Any:
        return self(0), self(1)


class StandIn:
    """What is used of `cuda.core`, for two devices of two multiprocessors each."""

    def __init__(self, ptx: str) -> None:
        self.ptx, self.current, self.launches = ptx, 0, list[tuple[int, int, int]]()
        self.Device = Devices(self)
        self.ObjectCode = self.occupancy = self
        self.Stream = SimpleNamespace(from_handle=int)
        self.multiprocessor_count, self.compute_capability = 2, (9, 0)

    def from_cubin(self, code: bytes, name: str) -> Any:
        assert code[:4] == b"\x7fELF" and name.endswith(" of arm")
        return self

    def get_kernel(self, name: str) -> Any:
        assert name == "kernel"
        return self

    def max_active_blocks_per_multiprocessor(self, block: int, memory: int) -> int:
        assert (block, memory) == (BLOCK, 0)
        return 1

    def LaunchConfig(self, grid: int, block: int) -> tuple[int, int]:
        return grid, block

    def launch(self, stream: Any, config: Any, kernel: Any, n: int, *arguments: int) -> None:
        assert config[1] == BLOCK
        self.launches.append((self.current, stream, config[0]))
        grid = Grid(Program(self.ptx), HostMemory(), BLOCK, config[0])  # pyright: ignore
        grid.launch([n, *arguments])


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    torch = pytest.importorskip("torch")
    core = StandIn(kt.rnea.compile(ARM).ptx)
    monkeypatch.setattr(cuda, "core", lambda: core)
    monkeypatch.setattr(torch.cuda, "current_stream", lambda device: SimpleNamespace(cuda_stream=7))
    return core


@needs_ptxas
def test_a_launch_computes_batches_of_any_strides(gpu: StandIn) -> None:
    import torch

    from kinetree.backends import torch_device

    kernel = kt.rnea.compile(ARM)
    rng = np.random.default_rng(0)
    wide, v = torch.from_numpy(rng.normal(size=(2, 3, 14))), torch.from_numpy(rng.normal(size=7))
    for q, a in (
        (wide[..., :7], torch.from_numpy(rng.normal(size=(3, 7)))),
        (wide[0, :, ::2], v),
        (wide.transpose(0, 1)[..., 7:], v),
        (wide[0, 0, :7], v),
        (wide[:0, 0, :7], v),
    ):
        (tau,) = torch_device.compute(kernel, [q, v, a])
        expected = kernel(q.numpy(), v.numpy(), a.numpy())
        np.testing.assert_array_equal(tau.numpy(), expected)
        assert tau.shape == expected.shape
    assert len(gpu.launches) == 2 + 1 + 2 + 1 and set(gpu.launches) == {(0, 7, 1)}


@needs_ptxas
def test_a_large_batch_is_computed_by_the_blocks_that_run_at_once(gpu: StandIn) -> None:
    import torch

    from kinetree.backends import torch_device

    kernel = kt.rnea.compile(ARM)
    q, v, a = np.random.default_rng(0).normal(size=(3, 5 * BLOCK + 9, 7))
    (tau,) = torch_device.compute(kernel, [torch.from_numpy(x) for x in (q, v, a)])
    np.testing.assert_array_equal(tau.numpy(), kernel(q, v, a))
    assert gpu.launches == [(0, 7, 2)]


@needs_ptxas
@pytest.mark.usefixtures("gpu")
def test_results_are_written_where_they_fit() -> None:
    import torch

    from kinetree.backends import torch_device

    kernel = kt.rnea.compile(ARM)
    q, v, a = (torch.from_numpy(x) for x in np.random.default_rng(0).normal(size=(3, 4, 7)))
    expected = kernel(q.numpy(), v.numpy(), a.numpy())
    wide = torch.zeros(4, 2, 7, dtype=q.dtype)
    for out in (torch.zeros_like(q), wide[:, 1], wide.flip(1)[:, 0]):
        version = out._version
        assert torch_device.compute(kernel, [q, v, a], [out])[0] is out
        np.testing.assert_array_equal(out, expected)
        assert out._version == version + 1  # autograd sees that it was changed
    memory = torch.cat([q, torch.zeros(1, 7, dtype=q.dtype)])
    for first, out in (
        (q, torch.zeros(7, 4, dtype=q.dtype).T),  # samples are not contiguous
        (q, torch.zeros(1, 7, dtype=q.dtype).expand(4, 7)),  # all are one
        (memory[:4], memory[1:]),  # shares memory with an operand
        (q, torch.zeros(3, 7, dtype=q.dtype)),
        (q, torch.zeros_like(q).float()),
        (q, torch.zeros_like(q).requires_grad_()),
        (q, expected.copy()),
    ):
        (tau,) = torch_device.compute(kernel, [first, v, a], [out])
        assert tau is not out
        np.testing.assert_array_equal(tau, expected)


def test_the_memory_of_an_array() -> None:
    span, is_distinct = device_arrays._span, device_arrays._is_distinct  # pyright: ignore
    assert span((3, 2), (-16, 8), 8) == (-32, 16) and is_distinct((3, 2), (-16, 8), 8)
    assert span((0, 2), (16, 8), 8) == (0, 0)
    for shape, strides in (((3, 2), (0, 8)), ((4, 7), (8, 8)), ((2, 2), (4, 16))):
        assert not is_distinct(shape, strides, 8)
    assert is_distinct((4, 1, 7), (8, 0, -32), 8)


class OnHost:
    """Arrays of NumPy on a GPU whose memory is the CPU's; or, without memory, their shapes."""

    def __init__(self, device: int = 0, memory: bool = True) -> None:
        self.device, self.stream, self.memory = device, 3, memory
        self.sizes: list[int] = []

    def place(self, x: Any) -> DeviceArray:
        return DeviceArray(x.ctypes.data, x.shape, x.strides)

    def new(self, shape: tuple[int, ...], dtype: str) -> Any:
        self.sizes.append(shape[0])
        return np.empty(shape if self.memory else (1,) * len(shape), dtype)

    def contiguous(self, x: Any) -> Any:
        raise AssertionError

    constant = contiguous


@needs_ptxas
def test_the_device_of_the_arrays_is_current_in_a_launch_only(gpu: StandIn) -> None:
    kernel, zeros = kt.rnea.compile(ARM), np.zeros(7)
    operands = [OnHost().place(zeros)] * 3
    program = device_arrays.DeviceProgram(kernel.compiled)
    (tau,) = program.run(OnHost(1), operands)
    np.testing.assert_array_equal(tau, kernel(zeros, zeros, zeros))
    assert gpu.launches == [(1, 3, 1)] and gpu.current == 0
    wide = [DeviceArray(0, (n, 7), (56, 8)) for n in (2, 3, 2)]
    with pytest.raises(kt.ShapeError, match=r"rnea of arm: the batch axes do not broadcast"):
        program.run(OnHost(1), wide)
    gpu.compute_capability = (7, 0)
    with pytest.raises(
        BackendError, match=r"GPU 0, .*is of architecture sm_70; kernels need sm_75"
    ):
        program.run(OnHost(), operands)


@needs_ptxas
def test_what_the_driver_refuses_is_said(gpu: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel, gpu.current = kt.rnea.compile(ARM), 1
    error = type("CUDAError", (Exception,), {"__module__": "cuda.core._utils.cuda_utils"})

    def launch(*_: Any) -> None:
        raise error("CUDA_ERROR_CONTEXT_IS_DESTROYED: This error indicates that")

    zeros = np.zeros(7)
    operands = [OnHost().place(zeros)] * 3
    program = device_arrays.DeviceProgram(kernel.compiled)
    with monkeypatch.context() as patched:
        patched.setattr(gpu, "launch", launch)
        with pytest.raises(
            BackendError, match=r"rnea of arm on GPU 0: the driver says: CUDA_ERROR"
        ):
            program.run(OnHost(), operands)
    assert gpu.current == 1

    def full(*_: Any) -> None:
        raise MemoryError("the framework's own")

    library = OnHost()
    with monkeypatch.context() as patched:
        patched.setattr(library, "new", full)
        with pytest.raises(MemoryError):
            program.run(library, operands)
    (tau,) = program.run(library, operands)  # the program can be used again
    np.testing.assert_array_equal(tau, kernel(zeros, zeros, zeros))


@needs_ptxas
def test_the_workspace_of_a_launch_is_bounded(gpu: StandIn, monkeypatch: Any) -> None:
    kernel, gpu.multiprocessor_count = kt.rnea.compile(ARM), 8
    thread_bytes = cuda.machine_code(kernel.compiled, "sm_90")[1]
    monkeypatch.setattr(gpu, "launch", lambda *_: None)
    many = [DeviceArray(0, (5 * BLOCK, 7), (56, 8))] * 3
    for blocks, most in ((3, 3.5), (5, 100), (1, 0.5)):
        library = OnHost(memory=False)
        monkeypatch.setattr(device_arrays, "MOST_WORKSPACE", int(most * BLOCK * thread_bytes))
        device_arrays.DeviceProgram(kernel.compiled).run(library, many)
        assert library.sizes[-1] == blocks * BLOCK * thread_bytes


@needs_ptxas
@pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc")
@pytest.mark.skipif(has_gpu(), reason="a GPU is here: test_hardware.py")
def test_the_real_cuda_core_calls_a_driver_as_it_should(tmp_path: Path) -> None:
    pytest.importorskip("cuda.core")
    here, library = Path(__file__).parent, tmp_path / "libcuda.so"
    command = ["gcc", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-Wl,-soname,libcuda.so.1"]
    subprocess.run([*command, str(here / "driver.c"), "-o", str(library)], check=True)
    program = [sys.executable, "-W", "error", str(here / "driver_program.py"), str(library)]
    folders = str(here.parent), str(here), str(Path(kt.__file__).parents[1])
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(folders)}
    done = subprocess.run(program, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


class Namespace:
    """The functions for arrays that kinetree calls."""

    @staticmethod
    def _made(name: str, *arguments: Any, **keywords: Any) -> "Strided":
        plain = [
            [y.data for y in x] if isinstance(x, list) else getattr(x, "data", x) for x in arguments
        ]
        return Strided(np.asarray(getattr(np, name)(*plain, **keywords)))

    empty = partial(_made, "empty")
    ascontiguousarray = partial(_made, "ascontiguousarray")
    stack = partial(_made, "stack")
    broadcast_to = partial(_made, "broadcast_to")
    asarray = partial(_made, "asarray")


class Strided:
    """An array with no more than `__cuda_array_interface__` and some of the array API."""

    stream = 5

    def __init__(self, data: Any, number: int = 0) -> None:
        self.data, self.number = data, number
        self.shape, self.dtype, self.ndim = data.shape, data.dtype, data.ndim
        self.device = SimpleNamespace()

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface = dict(self.data.__array_interface__)
        return interface | {
            "stream": self.stream,
            "strides": None if interface["strides"] is None else interface["strides"],
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, self.number

    def __array_namespace__(self) -> Any:
        return Namespace

    def __sub__(self, other: Any) -> "Strided":
        return Strided(self.data - other.data)

    def __setitem__(self, place: Any, x: "Strided") -> None:
        self.data[place] = x.data


@needs_ptxas
def test_arrays_with_the_interface_of_cuda(monkeypatch: pytest.MonkeyPatch) -> None:
    gpu = StandIn(kt.rnea.compile(ARM).ptx)
    monkeypatch.setattr(cuda, "core", lambda: gpu)
    rng = np.random.default_rng(0)
    wide, v = rng.normal(size=(3, 4, 14)), rng.normal(size=(4, 7))
    for q in (wide[..., :7], wide[..., ::2], wide[0, :, 3:10], wide.astype("f4")[..., :7]):
        tau: Any = kt.rnea(ARM, Strided(q), Strided(v), np.zeros(7))
        assert type(tau) is Strided
        np.testing.assert_array_equal(tau.data, kt.rnea(ARM, q.astype(float), v, np.zeros(7)))
    assert {stream for _, stream, _ in gpu.launches} == {5}
    kernel = kt.DeviceKernel(kt.rnea.compile(ARM))
    out = Strided(np.empty((4, 7)))
    assert kernel(Strided(v), Strided(v), Strided(v), out=out) is out
    np.testing.assert_array_equal(out.data, kt.rnea(ARM, v, v, v))
    read_only = Strided(np.zeros((4, 7)))
    read_only.data.flags.writeable = False
    with pytest.raises(ValueError, match=r"read-only"):
        kernel(Strided(v), Strided(v), Strided(v), out=read_only)
    assert not read_only.data.any()
    for wrong in (Strided(np.empty((4, 6))), np.empty((4, 7)), Strided(np.empty((4, 7), "f4"))):
        with pytest.raises(
            kt.ShapeError, match=r"out for rnea is no float64 array of shape \(4, 7\)"
        ):
            kernel(Strided(v), Strided(v), Strided(v), out=wrong)
    with pytest.raises(kt.ShapeError, match=r"out has 2 arrays; expected 1"):
        kernel(Strided(v), Strided(v), Strided(v), out=(out, out))
    with pytest.raises(BackendError, match=r"v is on GPU 1, other operands are on GPU 0; move"):
        kt.rnea(ARM, Strided(v), Strided(v, 1), Strided(v))
    with pytest.raises(kt.ShapeError, match=r"q has shape \(4, 6\)"):
        kt.rnea(ARM, Strided(v[:, 1:]), Strided(v), Strided(v))
    with monkeypatch.context() as patched:  # memory that CPU and GPU share: kind 13 in DLPack
        patched.setattr(Strided, "__dlpack_device__", lambda x: (13, x.number))
        tau = kt.rnea(ARM, Strided(v), Strided(v), Strided(v))
        np.testing.assert_array_equal(tau.data, out.data)
    with pytest.raises(
        kt.ShapeError, match=r"q is of float32; the kernel was compiled for float64"
    ):
        kernel(Strided(v.astype("f4")), Strided(v), Strided(v))
    on_cpu = property(lambda self: getattr(self.data, "__cuda_array_interface__"))  # noqa: B009
    with monkeypatch.context() as patched:  # a type of arrays on CPUs and GPUs, as Warp's
        patched.setattr(Strided, "__cuda_array_interface__", on_cpu)
        interface = property(lambda self: self.data.__array_interface__)
        patched.setattr(Strided, "__array_interface__", interface, raising=False)
        patched.setattr(Strided, "__dlpack_device__", lambda _: (1, 0))  # pyright: ignore
        assert type(kt.rnea(ARM, Strided(v), Strided(v), Strided(v))) is np.ndarray


@needs_ptxas
def test_small_arrays_of_numpy_are_copied_once_for_a_stream(monkeypatch: Any) -> None:
    monkeypatch.setattr(cuda, "core", lambda: StandIn(kt.rnea.compile(ARM).ptx))
    copied: list[tuple[int, ...]] = []

    def asarray(x: Any) -> Strided:
        copied.append(x.shape)
        return Strided(np.array(x))

    monkeypatch.setattr(Namespace, "asarray", asarray)
    q = np.random.default_rng(0).normal(size=7)
    a, b, large = q + 1, q + 2, np.zeros((1200, 7))
    for x in (a, b, a, a.astype("f4").astype(float)):
        np.testing.assert_array_equal(kt.rnea(ARM, Strided(q), x, x).data, kt.rnea(ARM, q, x, x))
    assert copied == [(7,)] * 3
    monkeypatch.setattr(Strided, "stream", 6)
    kt.rnea(ARM, Strided(q), a, a)
    assert copied == [(7,)] * 4
    for _ in range(2):
        kt.rnea(ARM, Strided(q), large, a)
    assert copied == [(7,)] * 4 + [(1200, 7)] * 2


class FromCuPy(Strided):
    """An array of a type that is always on a GPU, and that does not name its functions."""

    read = 0
    __array_namespace__ = None  # type: ignore[assignment]

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        FromCuPy.read += 1
        return super().__cuda_array_interface__


FromCuPy.__module__ = "cupy"


@needs_ptxas
def test_the_interface_of_an_array_of_cupy_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "core", lambda: StandIn(kt.rnea.compile(ARM).ptx))
    monkeypatch.setitem(sys.modules, "cupy", Namespace)
    q, v, a = (FromCuPy(x) for x in np.random.default_rng(0).normal(size=(3, 7)))
    expected = kt.rnea(ARM, q.data, v.data, a.data)
    for _ in range(2):  # the first call checks more
        FromCuPy.read = 0
        np.testing.assert_array_equal(kt.rnea(ARM, q, v, a).data, expected)
    assert FromCuPy.read == 3


class Exchanged:
    """An array of a library on a GPU, which another one can look at, as Numba's."""

    def __init__(self, data: Any) -> None:
        self.data, self.shape, self.dtype = data, data.shape, data.dtype

    @property
    def __cuda_array_interface__(self) -> Any:
        return Strided(self.data).__cuda_array_interface__


class Packed:
    """An array of a library on a GPU that has DLPack, as Warp's."""

    def __init__(self, data: Any) -> None:
        self.data, self.shape, self.dtype = data, data.shape, data.dtype
        self.device = "cuda:0"

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, 0

    def __dlpack__(self, **_: Any) -> Any:
        return self.data


@pytest.fixture
def exchange(monkeypatch: pytest.MonkeyPatch) -> Any:
    """CuPy and two other libraries for GPUs, stood in for; a list of what is looked at."""
    monkeypatch.setattr(cuda, "core", lambda: StandIn(kt.rnea.compile(ARM).ptx))
    looks: list[str] = []

    def look(how: str, x: Any) -> Strided:
        looks.append(how)
        return Strided(x.data)

    cupy = SimpleNamespace(from_dlpack=partial(look, "DLPack"), asarray=partial(look, "interface"))
    packed = SimpleNamespace(from_dlpack=lambda x: Packed(x.data))
    numba = SimpleNamespace(cuda=SimpleNamespace(as_cuda_array=lambda x: Exchanged(x.data)))
    for name, module in (("cupy", cupy), ("packed", packed), ("exchanged", numba)):
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(Packed, "__module__", "packed.arrays")
    monkeypatch.setattr(Exchanged, "__module__", "exchanged.arrays")
    return looks


@needs_ptxas
@pytest.mark.parametrize(("kind", "how"), [(Packed, "DLPack"), (Exchanged, "interface")])
def test_arrays_that_others_look_at(exchange: Any, kind: Any, how: str) -> None:
    q, v, a = np.random.default_rng(0).normal(size=(3, 5, 7))
    tau: Any = kt.rnea(ARM, kind(q), kind(v), a)
    assert type(tau) is kind and set(exchange) == {how}
    np.testing.assert_array_equal(tau.data, kt.rnea(ARM, q, v, a))
    tau = kt.rnea(ARM, q, [kind(x) for x in v], a)
    assert type(tau) is kind
    np.testing.assert_array_equal(tau.data, kt.rnea(ARM, q, v, a))
    kernel = kt.DeviceKernel(kt.rnea.compile(ARM))
    operands = [kind(x) for x in (q, v, a)]
    for out in (kind(np.empty((5, 7))), kind(np.empty((7, 5)).T)):
        assert kernel(*operands, out=out) is out
        np.testing.assert_array_equal(out.data, kt.rnea(ARM, q, v, a))
    for wrong in (kind(np.empty((4, 7))), np.empty((5, 7)), kind(np.empty((5, 7), "f4"))):
        with pytest.raises(kt.ShapeError, match=r"out for rnea is no float64 array of shape"):
            kernel(*operands, out=wrong)


@needs_ptxas
def test_a_library_that_takes_no_arrays_gets_those_of_another(
    exchange: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    q = Packed(np.random.default_rng(0).normal(size=(5, 7)))
    with monkeypatch.context() as patched:
        patched.delattr(sys.modules["packed"], "from_dlpack")
        assert type(kt.rnea(ARM, q, q, q)) is Strided
    assert set(exchange) == {"DLPack"}
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(
        BackendError, match=r"a Packed is on a GPU; kinetree reads it by CuPy, which"
    ):
        kt.rnea(ARM, q, q, q)
