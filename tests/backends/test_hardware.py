"""On a GPU of NVIDIA, where there is one: bits, streams, graphs, gradients, and what is refused.

`python -m pytest tests/backends/test_hardware.py`, with PyTorch; JAX, CuPy and Numba where they
are installed.
"""

from functools import partial
from typing import Any

import numpy as np
import pytest
from public_algorithms import for_gpus
from trees import FEW, TREES

import kinetree as kt
from kinetree.compiler.ptx_module import BLOCK

torch = pytest.importorskip("torch")
if not torch.cuda.is_available():
    pytest.skip("needs a GPU", allow_module_level=True)

ARM = kt.robots.arm()


def batch(kernel: Any, n: int) -> list[Any]:
    """Operands of n samples."""
    rng = np.random.default_rng(0)
    sizes = [0.01 if x.name == "dt" else 1.0 for x in kernel.operands]  # no steps of seconds
    shapes = [(n, *x.shape) for x in kernel.operands]
    arrays = [k * rng.normal(size=shape) for k, shape in zip(sizes, shapes, strict=True)]
    return [x.astype(kernel.dtype) for x in arrays]


def assert_bits(compile: Any, dtype: str = "float64") -> None:
    """A GPU and the CPU compute the same bits, and a NaN where the other does."""
    cpu, gpu = (compile(dtype=dtype, device=x) for x in ("cpu", "cuda"))
    for n in (1, 37, 2 * BLOCK + 5):
        operands = batch(cpu, n)
        here, there = cpu(*operands), gpu(*(torch.from_numpy(x).cuda() for x in operands))
        pairs = zip(*((x if isinstance(x, tuple) else (x,)) for x in (here, there)), strict=True)
        for x, y in pairs:
            assert y.is_cuda
            np.testing.assert_array_equal(y.cpu().numpy(), x)


@pytest.mark.parametrize(
    ("dtype", "trace"),
    [pytest.param(dtype, x, id=f"{robot}-{name}") for robot, dtype, name, x in for_gpus()],
)
def test_every_public_algorithm(dtype: str, trace: Any) -> None:
    algorithm: Any = trace.func.__self__  # type: ignore[attr-defined]
    compile = partial(algorithm.compile, *trace.args, **trace.keywords)  # type: ignore[attr-defined]
    assert_bits(compile, dtype)


@pytest.mark.parametrize("name", FEW)
def test_every_joint(name: str) -> None:
    for algorithm in (kt.aba, kt.integrate):
        assert_bits(partial(algorithm.compile, TREES[name].model))


def test_inverse_kinematics() -> None:
    q = np.random.default_rng(0).uniform(-1, 1, (64, 7))
    targets = kt.frame_placement(ARM, q, frame="tool")
    expected = kt.inverse_kinematics(ARM, {"tool": targets}, 0 * q)
    there, q0 = (torch.from_numpy(x).cuda() for x in (targets, 0 * q))
    result = kt.inverse_kinematics(ARM, {"tool": there}, q0)
    np.testing.assert_array_equal(result.q.cpu().numpy(), expected.q)


def tensors(*shape: int, count: int = 3) -> list[Any]:
    rng = np.random.default_rng(0)
    return [torch.from_numpy(rng.normal(size=shape)).cuda() for _ in range(count)]


def test_strides_and_broadcasting() -> None:
    (wide,), (v,), (a,) = (tensors(*shape, count=1) for shape in ((3, 14), (7,), (2, 3, 7)))
    for q in (wide[:, :7], wide[:, ::2], wide.flip(0)[:, 7:], wide[0, :7], wide[:0, None, :7]):
        acceleration = a[:1] if not len(q) else a
        tau = kt.rnea(ARM, q, v, acceleration)
        expected = kt.rnea(ARM, *(x.cpu().numpy() for x in (q, v, acceleration)))
        np.testing.assert_array_equal(tau.cpu().numpy(), expected)


def test_results_in_arrays_of_the_caller() -> None:
    q, v, a = tensors(5, 7)
    kernel = kt.rnea.compile(ARM, device="cuda")
    expected, out = kernel(q, v, a), torch.empty(5, 2, 7, dtype=q.dtype, device="cuda")[:, 1]
    assert kernel(q, v, a, out=out) is out
    assert torch.equal(out, expected)
    with pytest.raises(kt.ShapeError, match=r"out for rnea is no torch.float64 array"):
        kernel(q, v, a, out=out.cpu())


def test_work_is_ordered_by_the_current_stream() -> None:
    q, v, a = tensors(4096, 7)
    expected = kt.rnea(ARM, 2 * q, v, a)
    torch.cuda.synchronize()
    for _ in range(20):
        with torch.cuda.stream(torch.cuda.Stream()):
            doubled = torch.zeros_like(q)
            torch.cuda._sleep(2_000_000)
            doubled += 2 * q
            assert torch.equal(kt.rnea(ARM, doubled, v, a), expected)


def test_graphs_of_cuda() -> None:
    q, v, a = tensors(100, 7)
    kernel = kt.rnea.compile(ARM, device="cuda")
    kernel(q, v, a)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        tau = kernel(q, v, a)
    q.mul_(2)
    graph.replay()
    assert torch.equal(tau, kernel(q, v, a))


def test_gradients_of_pytorch() -> None:
    q, v, a = (x.requires_grad_() for x in tensors(3, 7))
    kt.rnea(ARM, q, v, a).square().sum().backward()
    here = [x.detach().cpu().requires_grad_() for x in (q, v, a)]
    kt.rnea(ARM, *here).square().sum().backward()
    for x, y in zip((q, v, a), here, strict=True):
        np.testing.assert_allclose(x.grad.cpu(), y.grad, rtol=1e-14, atol=1e-12)
    compiled = torch.compile(lambda *x: kt.rnea(ARM, *x).square(), fullgraph=True, backend="eager")
    assert torch.equal(compiled(q, v, a), kt.rnea(ARM, q, v, a).square())


def test_a_mixture_of_devices_is_refused() -> None:
    q, v, a = tensors(3, 7)
    with pytest.raises(kt.BackendError, match=r"v on cpu; move one"):
        kt.rnea(ARM, q, v.cpu(), a)
    with pytest.raises(kt.BackendError, match=r"its operands are arrays there"):
        kt.rnea.compile(ARM, device="cuda")(*(x.cpu().numpy() for x in (q, v, a)))
    tau = kt.rnea(ARM, q, np.zeros(7), [0.0] * 7)  # values of NumPy and lists are copied
    assert tau.is_cuda


def test_a_sample_that_is_not_a_number_stays_alone() -> None:
    q, v, a = tensors(100, 7)
    expected = kt.aba(ARM, q, v, a)
    q[41] = float("nan")
    others = torch.arange(100, device="cuda") != 41
    acceleration = kt.aba(ARM, q, v, a)
    assert acceleration[41].isnan().all() and torch.equal(acceleration[others], expected[others])


def test_more_samples_than_threads() -> None:
    q, v, a = tensors(1_000_001, 7)
    tau = kt.rnea(ARM, q, v, a)
    few = torch.arange(0, len(q), 4999, device="cuda")
    np.testing.assert_array_equal(
        tau[few].cpu().numpy(), kt.rnea(ARM, *(x[few].cpu().numpy() for x in (q, v, a)))
    )


def test_jax() -> None:
    jax = pytest.importorskip("jax")
    if jax.default_backend() != "gpu":
        pytest.skip("JAX sees no GPU")
    jax.config.update("jax_enable_x64", True)
    q, v, a = np.random.default_rng(0).normal(size=(3, 50, 7))
    there = [jax.numpy.asarray(x) for x in (q, v, a)]
    expected = kt.rnea(ARM, q, v, a)
    for f in (
        partial(kt.rnea, ARM),
        jax.jit(partial(kt.rnea, ARM)),
        kt.rnea.compile(ARM, device="cuda"),
    ):
        tau = f(*there)
        assert next(iter(tau.devices())).platform == "gpu"
        np.testing.assert_array_equal(np.asarray(tau), expected)
    by_vmap = jax.jit(jax.vmap(partial(kt.rnea, ARM)))(*there)
    np.testing.assert_array_equal(np.asarray(by_vmap), expected)
    jacobian = jax.jit(jax.vmap(jax.jacobian(partial(kt.rnea, ARM))))(*there)
    np.testing.assert_allclose(
        np.asarray(jacobian), kt.rnea_derivatives(ARM, q, v, a)[0], rtol=1e-12, atol=1e-12
    )


def test_cupy() -> None:
    cupy = pytest.importorskip("cupy")
    q, v, a = np.random.default_rng(0).normal(size=(3, 50, 7))
    there = [cupy.asarray(x) for x in (q, v, a)]
    for f in (partial(kt.rnea, ARM), kt.rnea.compile(ARM, device="cuda")):
        with cupy.cuda.Stream():
            tau = f(*there)
            assert type(tau) is cupy.ndarray
        cupy.cuda.Device().synchronize()
        np.testing.assert_array_equal(tau.get(), kt.rnea(ARM, q, v, a))
    out = cupy.empty((50, 7))
    assert f(*there, out=out) is out
    np.testing.assert_array_equal(out.get(), tau.get())
    tau = kt.rnea(ARM, [cupy.asarray(0.1 * k) for k in range(7)], v, cupy.asfortranarray(there[2]))
    np.testing.assert_array_equal(tau.get(), kt.rnea(ARM, 0.1 * np.arange(7), v, a))


def test_numba() -> None:
    pytest.importorskip("cupy")
    cuda = pytest.importorskip("numba.cuda")
    q, v, a = np.random.default_rng(0).normal(size=(3, 50, 7))
    tau = kt.rnea(ARM, *(cuda.to_device(x) for x in (q, v, a)))
    np.testing.assert_array_equal(tau.copy_to_host(), kt.rnea(ARM, q, v, a))


def test_an_environment_has_the_bits_of_the_cpu() -> None:
    @kt.environment(ARM.replace(actuators=kt.Motors(kp=100.0, kd=10.0)), dt=4e-3, episode=3)
    class Reach:
        def reset(self, random: Any) -> Any:
            return random.uniform(-0.5, 0.5, (7,)), kt.math.zeros(7)

        def observe(self, state: Any) -> Any:
            return kt.math.concatenate([state.q, state.v]) + 0.1 * state.random.normal((14,))

        def reward(self, state: Any) -> Any:
            return -kt.math.norm(state.q)

    reach: Any = Reach
    here, there, rng = reach(500), reach(500, device="cuda"), np.random.default_rng(0)
    with pytest.raises(kt.ShapeError, match=r"call reset\(\)"):
        there.step(torch.zeros(500, 7, device="cuda"))
    np.testing.assert_array_equal(there.reset()[0].cpu().numpy(), here.reset()[0])
    for _ in range(5):
        action = rng.uniform(-1, 1, (500, 7)).astype("f4")
        *expected, _ = here.step(action)
        *results, info = there.step(torch.from_numpy(action).cuda())
        for x, y in zip((*results, there.state), (*expected, here.state), strict=True):
            assert x.is_cuda
            np.testing.assert_array_equal(x.cpu().numpy(), y)
    assert info["final_obs"].shape == (500, 14)
    there["q"][7] = float("nan")
    over = there.step(np.zeros((500, 7)))[2]
    assert over.nonzero()[:, 0].tolist() == [7] and there.state.isfinite().all()
    with pytest.raises(kt.ShapeError, match=r"action has shape \(3, 7\); expected \(500, 7\)"):
        there.step(torch.zeros(3, 7, device="cuda"))


def test_the_documentation_example() -> None:
    robot = kt.load("solo12", floating_base=True)
    q = torch.from_numpy(kt.random_configuration(robot, 4096, rng=0)).cuda().requires_grad_()
    v = torch.zeros(4096, robot.nv, device="cuda", dtype=torch.float64)
    tau = kt.rnea(robot, q, v, v)
    tau.square().sum().backward()
    rnea = kt.rnea.compile(robot, device="cuda", dtype="float32")
    single = rnea(q.detach().float(), v.float(), v.float())
    assert torch.allclose(single.double(), tau, rtol=1e-3, atol=1e-3)
    assert q.grad is not None and q.grad.isfinite().all()
