"""The gradient checkers of JAX and PyTorch: robots, a tree of every joint, mimics; transformed."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.test_util import check_grads
from trees import MIXED_TREES, TREES

import kinetree as kt

pytestmark = pytest.mark.filterwarnings("ignore:.*torch.jit.script:DeprecationWarning")
MODELS = {
    "fixed base": lambda: kt.robots.pendulum(2),
    "floating base": lambda: kt.robots.pendulum(1).with_floating_base(),
    "every joint": lambda: TREES[MIXED_TREES[-1]].model,
    "mimics": lambda: next(tree.model for name, tree in TREES.items() if "mimic" in name),
}
"""Robots by name; q of the second and third has quaternions or (cos, sin)."""
CHECKED = {"order": 1, "modes": ["fwd", "rev"], "atol": 1e-4, "rtol": 1e-4}


@kt.algorithm
def own(model: Any, q: Any, v: Any, a: Any) -> Any:
    """An algorithm of the user's: torques, and a nonlinear function of an energy."""
    tau = kt.rnea(model, q, v, a)
    return kt.math.tanh(1e-2 * tau) * kt.math.sqrt(1 + kt.kinetic_energy(model, q, v))


def _state(model: Any, batch: tuple[int, ...] = ()) -> list[Any]:
    """A configuration off the unit spheres, a velocity and an acceleration."""
    rng = np.random.default_rng(0)
    q = kt.random_configuration(model, batch, rng=rng) * rng.uniform(0.7, 1.4)
    return [q, *rng.normal(size=(2, *batch, model.nv))]


@pytest.fixture(params=MODELS)
def model(request: Any) -> Any:
    return MODELS[request.param]()


def _scanned(f: Any) -> Any:
    """The sum over two steps of a loop of JAX's."""

    def total(q: Any, v: Any, a: Any) -> Any:
        return jax.lax.scan(lambda s, x: (s + f(q, x * v, a), None), 0.0 * v, jnp.array([0.5, 1]))[
            0
        ]

    return total


TRANSFORMS = {
    "jit": jax.jit,
    "vmap": lambda f: lambda *x: jax.vmap(f)(*(jnp.stack([y, 1.1 * y]) for y in x)),
    "scan": _scanned,
    "jit of vmap of scan": lambda f: jax.jit(
        lambda q, v, a: jax.vmap(_scanned(f), (None, 0, None))(q, jnp.stack([v, -v]), a)
    ),
}


ALL_OF_THEM = "jit of vmap of scan"
CASES = [
    *((name, ALL_OF_THEM) for name in MODELS),
    *(("mimics", transform) for transform in TRANSFORMS if transform != ALL_OF_THEM),
]


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "transform"), CASES)
def test_jax(name: str, transform: str) -> None:
    model = MODELS[name]()
    with jax.enable_x64(True):
        state = [jnp.asarray(x) for x in _state(model)]
        check_grads(TRANSFORMS[transform](own.bind(model)), state, eps=1e-5, **CHECKED)


@pytest.mark.sweep
@pytest.mark.parametrize("compiled", [False, True], ids=["eager", "compiled"])
def test_torch(model: Any, compiled: bool) -> None:
    torch = pytest.importorskip("torch")
    state = [torch.from_numpy(np.array(x)).requires_grad_() for x in _state(model)]
    f: Any = own.bind(model)
    if compiled:
        f = torch.compile(lambda q, v, a: own(model, q, v, a), backend="aot_eager", fullgraph=True)
    options = {"atol": 1e-4, "rtol": 1e-4, "check_forward_ad": not compiled}
    assert torch.autograd.gradcheck(f, state, check_batched_grad=False, **options)
    if not compiled:
        batch = [torch.stack([x.detach(), 1.1 * x.detach()]).requires_grad_() for x in state]
        assert torch.autograd.gradcheck(torch.func.vmap(f), batch, **options)


@pytest.mark.sweep
def test_torch_in_float32(model: Any) -> None:
    torch = pytest.importorskip("torch")
    gradients = []
    for dtype in (torch.float32, torch.float64):
        state = [torch.from_numpy(np.array(x)).to(torch.float32) for x in _state(model)]
        state = [x.to(dtype).requires_grad_() for x in state]
        gradients.append(torch.autograd.grad(own(model, *state).sum(), state))
    for x, y in zip(*gradients, strict=True):
        assert x.dtype == torch.float32
        np.testing.assert_allclose(x, y, atol=3e-5 * float(abs(y).max()))
