"""Calls on PyTorch's tensors: the bits of the kernels, and every transformation of PyTorch's."""

from typing import Any

import numpy as np
import pytest
from trees import MIXED_TREES, TREES

import kinetree as kt

torch = pytest.importorskip("torch")  # not among the tests' requirements: 3 GB on most systems
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


def _numpy_tensors(rows: Any) -> list[Any]:
    return [row.detach().clone() for row in rows]


def test_float32():
    q, v, a = (x.detach().float() for x in _state(ARM))
    found = kt.rnea(ARM, q, v, a)
    assert found.dtype == torch.float32
    _same(found, kt.rnea(ARM, *_numpy(q, v, a)))
    assert kt.rnea(ARM, q, v, a.double()).dtype == torch.float64


@pytest.mark.parametrize("model", [EVERY_JOINT, SMALL], ids=lambda x: x.name)
def test_gradients_in_raw_coordinates(model):
    q, v, a = _state(model)
    check = torch.autograd.gradcheck
    assert check(kt.rnea.bind(model), (q, v, a), rtol=1e-4, check_forward_ad=True)
    q1 = kt.integrate(model, q, 0.3 * v).detach().requires_grad_()
    assert check(kt.difference.bind(model), (q, q1), rtol=1e-4, check_forward_ad=True)
    assert check(several.bind(model), (q, v), rtol=1e-4, check_forward_ad=True)


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


def test_what_is_refused():
    q, v, a = _state(ARM)
    with pytest.raises(kt.BackendError, match="q is of int64; expected float64 or float32"):
        kt.crba(ARM, torch.zeros(7, dtype=torch.int64))
    with pytest.raises(kt.BackendError, match=r"q is on meta; .* q.cpu\(\)"):
        kt.crba(ARM, torch.zeros(7, device="meta"))
    with pytest.raises(kt.ShapeError, match=r"rnea: v has shape \(6,\); expected \(..., 7\)"):
        kt.rnea(ARM, q, v[:6], a)
    with pytest.raises(kt.ShapeError, match="out= is for NumPy arrays"):
        kt.crba(ARM, q, out=np.empty((7, 7)))
    with pytest.raises(kt.BackendError, match=r"vectorize= do that; torch\.func\.jacrev"):
        torch.autograd.functional.jacobian(kt.crba.bind(ARM), q, vectorize=True)
    with pytest.raises(kt.ShapeError, match="dt is -1 s"):
        kt.simulation.step(ARM, q, v, v, torch.tensor(-1.0))
    jax = pytest.importorskip("jax")
    with pytest.raises(kt.BackendError, match="q and v are arrays of two frameworks"):
        kt.rnea(ARM, q, jax.numpy.zeros(7), a)
