"""Calls with arrays on a GPU, where there is none: what can be known before, and what is said."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.compiler import cuda
from kinetree.errors import BackendError

ARM = kt.robots.arm()


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


@pytest.mark.skipif(not has_ptxas(), reason="needs ptxas: nvidia-cuda-nvcc")
def test_machine_code_is_kept_in_the_disk_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINETREE_CACHE_DIR", str(tmp_path))
    compiled = kt.crba.compile(ARM).compiled
    code, thread_bytes = cuda.machine_code(compiled, "sm_90")
    other, _ = cuda.machine_code(compiled, "sm_80")
    single, fewer = cuda.machine_code(kt.crba.compile(ARM, dtype="float32").compiled, "sm_90")
    assert code[:4] == b"\x7fELF" and len({code, other, single}) == 3
    assert fewer == thread_bytes // 2
    monkeypatch.setattr(cuda, "assemble", None)  # is not called again
    assert cuda.machine_code(compiled, "sm_90") == (code, thread_bytes)


@pytest.mark.skipif(not has_ptxas(), reason="needs ptxas: nvidia-cuda-nvcc")
def test_what_the_assembler_refuses_is_said() -> None:
    with pytest.raises(kt.CompileError, match=r"ptxas, the assembler for GPUs, failed: .*syntax"):
        cuda.assemble(".version 8.0\n.target sm_75\n.address_size 64\nnonsense\n", "sm_90")


def test_strides_of_a_batch() -> None:
    x = cuda.DeviceArray(0, (5, 1, 7, 3), (168, 24, 24, 8))
    assert x.batch_strides(1, (2, 5, 4, 7)) == (0, 168, 0, 24)
    assert x.batch_strides(2, (5, 4)) == (168, 0)
    assert cuda.DeviceArray(0, (7,), (8,)).batch_strides(1, (6, 2)) == (0, 0)


# PyTorch, on tensors without memory: shapes, devices and programs


@pytest.fixture
def fake() -> Any:
    """PyTorch's tensors that have a device and a shape only."""
    pytest.importorskip("torch")
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

    f = torch.compile(lambda q: kt.crba(ARM, q), fullgraph=True, backend="eager")
    M = f(torch.empty(3, 7, device="cuda", dtype=torch.float64))
    assert M.device.type == "cuda" and M.shape == (3, 7, 7)
