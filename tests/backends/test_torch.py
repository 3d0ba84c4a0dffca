"""Calls on PyTorch's tensors: the bits of the kernels, and every transformation of PyTorch's."""

import subprocess
import sys
import tempfile
from typing import Any

import numpy as np
import pytest
from trees import MIXED_TREES, TREES

import kinetree as kt

torch = pytest.importorskip("torch")  # not among the tests' requirements: 3 GB on most systems
import torch.autograd.forward_ad as forward_mode  # noqa: E402
from torch.fx.experimental.proxy_tensor import make_fx  # noqa: E402

from kinetree.backends import torch_function  # noqa: E402

ARM, DOG = kt.robots.arm(), kt.robots.quadruped()
SMALL = kt.robots.pendulum(1).with_floating_base()
EVERY_JOINT = TREES[MIXED_TREES[1]].model
RNG = np.random.default_rng(0)
pytestmark = pytest.mark.filterwarnings("ignore:.*torch.jit.script:DeprecationWarning")


@kt.algorithm
def several(model: Any, q: Any, v: Any) -> Any:
    """Results of two shapes, without a signature."""
    return {"energy": kt.kinetic_energy(model, q, v), "momentum": kt.crba(model, q) @ v}


def _state(model: Any, batch: tuple[int, ...] = ()) -> list[Any]:
    """A configuration off the unit spheres, a velocity and an acceleration."""
    q = kt.random_configuration(model, batch, rng=RNG) * RNG.uniform(0.7, 1.4)
    rates = RNG.normal(size=(2, *batch, model.nv))
    return [torch.from_numpy(np.array(x)).requires_grad_() for x in (q, *rates)]


def _numpy(*tensors: Any) -> list[Any]:
    return [x.detach().numpy() for x in tensors]


def _same(x: Any, y: Any) -> None:
    pairs = zip(x, y, strict=True) if isinstance(x, tuple) else [(x, y)]
    for a, b in pairs:
        assert isinstance(a, torch.Tensor)
        np.testing.assert_array_equal(a.detach().numpy(), b)


def test_bits_of_the_kernel():
    q, v, a = _state(DOG, (5,))
    expected = kt.rnea(DOG, *_numpy(q, v, a))
    for _ in range(2):  # the second call finds the first one's
        _same(kt.rnea(DOG, q, v, a), expected)
    _same(torch.func.vmap(kt.rnea.bind(DOG), (0, 0, 1))(q, v, a.T), expected)
    one = kt.rnea(DOG, *_numpy(q[0], v, a[1]))
    _same(torch.func.vmap(kt.rnea.bind(DOG), (None, 0, None))(q[0], v, a[1]), one)
    _same(kt.rnea(DOG, q[0], v, np.asarray(a[1].detach())), one)
    _same(kt.rnea_derivatives(DOG, q, v, a), kt.rnea_derivatives(DOG, *_numpy(q, v, a)))
    transposed = torch.stack(_numpy_tensors(q.T)).T  # not contiguous
    _same(kt.crba(DOG, transposed), kt.crba(DOG, *_numpy(q)))
    assert kt.crba(DOG, q[:0]).shape == (0, 18, 18)
    for frame in DOG.frame_names[-2:]:
        found = kt.frame_jacobian(DOG, q, frame=frame, reference="local")
        _same(found, kt.frame_jacobian(DOG, *_numpy(q), frame=frame, reference="local"))


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
def test_random_numbers_have_the_bits_of_the_kernel_and_no_gradient(dtype):
    noise = kt.function("(),()->(3)")(lambda k, n: kt.math.random.normal(k, [n, 5], (3,)))
    keys = torch.arange(19, dtype=dtype, requires_grad=True)
    step = torch.tensor(5, dtype=dtype)
    drawn = noise(keys, step)
    _same(drawn, noise(*_numpy(keys, step)))
    assert drawn.dtype == dtype
    (gradient,) = torch.autograd.grad(drawn.sum(), keys)
    _same(gradient, np.zeros(19))
    _same(torch.func.vmap(noise, (0, None))(keys, step), drawn.detach())


def _numpy_tensors(rows: Any) -> list[Any]:
    return [row.detach().clone() for row in rows]


def test_float32():
    q, v, a = (x.detach().float() for x in _state(ARM))
    found = kt.rnea(ARM, q, v, a)
    assert found.dtype == torch.float32
    _same(found, kt.rnea(ARM, *_numpy(q, v, a)))
    assert kt.rnea(ARM, q, v, a.double()).dtype == torch.float64


def test_gradients_in_raw_coordinates():
    q, v, _ = _state(EVERY_JOINT)
    check = torch.autograd.gradcheck
    q1 = kt.integrate(EVERY_JOINT, q, 0.3 * v).detach().requires_grad_()
    assert check(kt.difference.bind(EVERY_JOINT), (q, q1), rtol=1e-4, check_forward_ad=True)
    q, v, _ = _state(SMALL)
    assert check(several.bind(SMALL), (q, v), rtol=1e-4, check_forward_ad=True)


def test_second_derivatives():
    q, v, a = _state(SMALL)
    f = kt.rnea.bind(SMALL)
    assert torch.autograd.gradgradcheck(f, (q, v, a), rtol=1e-4, check_fwd_over_rev=True)
    hessian = torch.func.hessian(lambda v: kt.kinetic_energy(SMALL, q, v))(v)
    np.testing.assert_allclose(hessian.detach(), kt.crba(SMALL, *_numpy(q)), atol=1e-13)


def test_transformed_jacobians_and_broadcast_operands():
    q, v, a = _state(DOG)
    q = torch.from_numpy(kt.normalize(DOG, *_numpy(q)))
    inverse = kt.tangent_map_inverse(DOG, *_numpy(q))
    expected = kt.rnea_derivatives(DOG, *_numpy(q, v, a)).dtau_dq @ inverse
    for transform in (torch.func.jacrev, torch.func.jacfwd):
        found = transform(kt.rnea.bind(DOG))(q, v, a).detach()
        np.testing.assert_allclose(found, expected, atol=1e-11)
    states = torch.stack([q, q + 0.1])[:, None]
    speeds = torch.stack([v.detach(), 2 * v.detach(), -v.detach()]).requires_grad_()
    kt.rnea(DOG, states, speeds, a).square().sum().backward()
    total = sum(
        torch.func.grad(lambda v, q=x: kt.rnea(DOG, q, v, a).square().sum())(speeds.detach()[1])
        for x in states[:, 0]
    )
    np.testing.assert_allclose(speeds.grad[1], total.detach(), rtol=1e-12)


def test_parameters_of_the_model_have_gradients():
    q, v, a = _state(ARM)
    inertias = torch.from_numpy(ARM.inertias.copy()).requires_grad_()
    found = torch.func.jacrev(lambda x: kt.rnea(ARM, q, v, a, inertias=x))(inertias).detach()
    np.testing.assert_allclose(
        found, kt.jacobian(kt.rnea, "inertias")(ARM, *_numpy(q, v, a)), atol=1e-12
    )


def test_compiled_and_exported_programs():
    q, v, a = _state(ARM)
    v, a = v.detach(), a.detach()
    f = torch.compile(lambda q: 2 * kt.rnea(ARM, q, v, a), backend="aot_eager", fullgraph=True)
    _same(f(q), 2 * kt.rnea(ARM, *_numpy(q, v, a)))
    (found,) = torch.autograd.grad(f(q).sum(), q)
    (expected,) = torch.autograd.grad(2 * kt.rnea(ARM, q, v, a).sum(), q)
    np.testing.assert_allclose(found, expected, rtol=1e-13)

    class Torques(torch.nn.Module):
        def forward(self, q: Any) -> Any:
            return kt.aba_derivatives(ARM, q, v, a).ddq_dq

    program = torch.export.export(Torques(), (q.detach(),)).module()
    _same(program(q + 0.1), kt.aba_derivatives(ARM, *_numpy(q + 0.1, v, a)).ddq_dq)


def _f(q: Any) -> Any:
    return kt.rnea(ARM, q, 1 + 0 * q.detach(), torch.ones(7, dtype=torch.float64))


TRANSFORMS = {
    "grad": lambda f: torch.func.grad(lambda q: f(q).square().sum()),
    "jacrev": torch.func.jacrev,
    "jacfwd": torch.func.jacfwd,
    "vmap": lambda f: lambda q: torch.func.vmap(f)(torch.stack([q, 2 * q])),
    "jvp": lambda f: lambda q: torch.func.jvp(f, (q,), (q + 1,))[1],
}


@pytest.mark.parametrize("name", TRANSFORMS)
def test_transformed_inside_of_a_compiled_program(name):
    q = _state(ARM)[0].detach()
    inside = torch.compile(TRANSFORMS[name](_f), backend="aot_eager", fullgraph=True)
    np.testing.assert_allclose(inside(q), TRANSFORMS[name](_f)(q), rtol=1e-12, atol=1e-12)


def test_compiled_programs_of_every_batch_and_several_results():
    f = torch.compile(lambda q: kt.crba(ARM, q), backend="aot_eager", fullgraph=True)
    for n in (2, 5, 6):
        q = _state(ARM, (n,))[0].detach()
        _same(f(q), kt.crba(ARM, q.numpy()))
    g = torch.compile(
        lambda q, v: kt.simulation.step(ARM, q, v, v, 0.01), backend="aot_eager", fullgraph=True
    )
    q, v, _ = (x.detach() for x in _state(ARM))
    found, expected = g(q, v), kt.simulation.step(ARM, *_numpy(q, v, v), 0.01)
    assert found._fields == expected._fields
    _same(found, expected)
    h = torch.compile(
        lambda q: kt.simulation.rollout(ARM, q, v, v.expand(4, 7), 0.01).q[-1], backend="aot_eager"
    )
    _same(h(q), kt.simulation.rollout(ARM, *_numpy(q, v, v.expand(4, 7)), 0.01).q[-1])
    w = torch.compile(lambda q: kt.rnea(ARM, q, np.ones(7), v), backend="aot_eager", fullgraph=True)
    _same(w(q), kt.rnea(ARM, q.numpy(), np.ones(7), v.numpy()))
    with pytest.raises(Exception, match=r"v has shape \(6,\); expected"):
        torch.compile(lambda v: kt.rnea(ARM, q, v, v), backend="aot_eager", fullgraph=True)(v[:6])


def test_a_first_call_that_is_compiled():
    """PyTorch is imported after kinetree, as imports are sorted; the robot is made after both."""
    code = (
        "import kinetree as kt\nimport torch\n"
        "arm = kt.robots.arm()\n"
        "own = kt.algorithm(lambda model, q: 2 * kt.crba(model, q))\n"
        "f = torch.compile(lambda q: own(arm, q), backend='aot_eager', fullgraph=True)\n"
        "assert f(torch.ones(7)).shape == (7, 7)"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)


@pytest.mark.filterwarnings("ignore:Attempted to insert a get_attr Node")  # by torch.func.linearize
def test_forward_mode_through_recorded_programs():
    q, t = (x.detach() for x in _state(ARM)[:2])
    expected = torch.func.jvp(_f, (q,), (t,))[1]
    recorded = torch.compile(_f, backend="aot_eager")
    with forward_mode.dual_level():
        found = forward_mode.unpack_dual(recorded(forward_mode.make_dual(q, t))).tangent
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    _, push = torch.func.linearize(_f, q)
    np.testing.assert_allclose(push(2 * t), 2 * expected, rtol=1e-12)
    program = torch.export.export(Torques(), (q,)).module()
    with forward_mode.dual_level():
        found = forward_mode.unpack_dual(program(forward_mode.make_dual(q, t))).tangent
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    for transform in (torch.func.jacfwd, torch.func.jacrev):
        with pytest.raises(kt.BackendError, match=r"torch\.func differentiates calls, not"):
            transform(program)(q)
    many = torch.stack([q, 2 * q])
    np.testing.assert_array_equal(torch.func.vmap(program)(many), _f(many))


class Torques(torch.nn.Module):
    def forward(self, q: Any) -> Any:
        return _f(q)


def test_the_operator_as_pytorch_checks_it():
    q = _state(ARM, (3,))[0]
    kt.crba(ARM, q)
    primitive = next(k for k, x in torch_function.known.items() if x.name == "crba of arm")
    torch.library.opcheck(torch.ops.kinetree.call, (primitive, [q]))
    graph = make_fx(kt.crba.bind(ARM))(q.detach())
    np.testing.assert_array_equal(graph(2 * q.detach()), kt.crba(ARM, 2 * q.detach().numpy()))


@pytest.mark.sweep
def test_compiled_by_inductor():
    q = _state(ARM, (5,))[0]
    f = torch.compile(lambda q: kt.crba(ARM, q).square().sum(), fullgraph=True)
    (found,) = torch.autograd.grad(f(q), q)
    (expected,) = torch.autograd.grad(kt.crba(ARM, q).square().sum(), q)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_an_exported_program_of_every_batch():
    dynamic = ({0: torch.export.Dim("n")},)
    q = _state(ARM, (4,))[0].detach()
    program = torch.export.export(Torques(), (q,), dynamic_shapes=dynamic)
    with tempfile.TemporaryDirectory() as folder:
        torch.export.save(program, f"{folder}/torques.pt2")
        code = (
            "import sys, torch, kinetree as kt\n"
            "one, sent = torch.ones(7, dtype=torch.float64), torch.load(sys.argv[2])\n"
            "kt.rnea(kt.robots.arm(), one, one, one)\n"
            "program = torch.export.load(sys.argv[1]).module()\n"
            "torch.save(program(sent), sys.argv[3])"
        )
        many = torch.cat([q, q + 0.1, q])
        torch.save(many, f"{folder}/q")
        files = (f"{folder}/{x}" for x in ("torques.pt2", "q", "tau"))
        subprocess.run([sys.executable, "-W", "ignore", "-c", code, *files], check=True)
        np.testing.assert_array_equal(torch.load(f"{folder}/tau"), _f(many))


def test_operands_of_other_kinds():
    q, v, a = (x.detach() for x in _state(ARM))
    expected = kt.rnea(ARM, *_numpy(q, v, a))
    _same(kt.rnea(ARM, q, v.numpy()[::-1].copy()[::-1], a.numpy().astype(">f8")), expected)
    _same(kt.rnea(ARM, list(q), [*v], a.tolist()), expected)
    _same(kt.rnea(ARM, q, torch.complex(q, -v).conj().imag, a), expected)
    frozen = v.numpy().copy()
    frozen.setflags(write=False)
    _same(kt.rnea(ARM, q, frozen, a), expected)
    buffer, x = v.numpy().copy(), q.clone().requires_grad_()
    loss = kt.rnea(ARM, x, buffer, a).sum()
    buffer[:] = 9
    loss.backward()
    np.testing.assert_array_equal(x.grad, torch.func.grad(lambda q: kt.rnea(ARM, q, v, a).sum())(q))
    wrench = {"tool": torch.ones(2, 6, dtype=torch.float64), "joint3": [0, 0, 1, 0, 0, 0]}
    by_numpy = {"tool": np.ones((2, 6)), "joint3": [0, 0, 1, 0, 0, 0]}
    found = kt.external_forces(ARM, q, wrench, reference="world")
    _same(found, kt.external_forces(ARM, q.numpy(), by_numpy, reference="world"))
    with forward_mode.dual_level():
        dual = kt.rnea(ARM, q, list(forward_mode.make_dual(v, a)), a)
        assert forward_mode.unpack_dual(dual).tangent is not None


@pytest.mark.filterwarnings("ignore:__array__ implementation")  # of tensors that are traced
def test_what_is_refused():
    q, v, a = _state(ARM)
    with pytest.raises(kt.BackendError, match="q is of int64; expected float64 or float32"):
        kt.crba(ARM, torch.zeros(7, dtype=torch.int64))
    with pytest.raises(kt.BackendError, match=r"q is on meta; .* q.cpu\(\)"):
        kt.crba(ARM, torch.zeros(7, device="meta"))
    with pytest.raises(kt.BackendError, match=r"q is sparse .* q.to_dense\(\)"):
        kt.crba(ARM, q.detach().to_sparse())
    with pytest.raises(kt.BackendError, match="q is of bool"):
        kt.crba(ARM, q > 0)
    with pytest.raises(kt.ShapeError, match="v holds complex numbers; expected real"):
        kt.rnea(ARM, q, np.ones(7) * 1j, a)
    with pytest.raises(kt.ModelError, match=r"gravity is a Tensor, .* gravity=gravity\)"):
        torch.func.grad(lambda g: kt.crba(ARM.replace(gravity=g), q).sum())(torch.ones(3))
    with pytest.raises(kt.TraceError, match="combined with a Tensor, whose derivative would be"):
        kt.algorithm(lambda model, q: torch.tensor(2.0) * q)(ARM, q)
    with pytest.raises(kt.ShapeError, match=r"rnea: v has shape \(6,\); expected \(..., 7\)"):
        kt.rnea(ARM, q, v[:6], a)
    with pytest.raises(kt.BackendError, match=r"vectorize= do that; torch\.func\.jacrev"):
        torch.autograd.functional.jacobian(kt.crba.bind(ARM), q, vectorize=True)
    with pytest.raises(kt.ShapeError, match="dt is -1 s"):
        kt.simulation.step(ARM, q, v, v, torch.tensor(-1.0))
