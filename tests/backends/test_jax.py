"""Calls on JAX arrays: the bits of the kernels, and every transformation of JAX's."""

import gc
import os
import pickle
import subprocess
import sys
import textwrap
import weakref
from typing import Any

import cloudpickle
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.test_util import check_grads
from trees import MIXED_TREES, TREES

import kinetree as kt
from kinetree.compiler import threads, xla

ARM, DOG = kt.robots.arm(), kt.robots.quadruped()
SMALL = kt.robots.pendulum(1).with_floating_base()
EVERY_JOINT = TREES[MIXED_TREES[0]].model
RNG = np.random.default_rng(0)


@kt.algorithm
def several(model: Any, q: Any, v: Any) -> Any:
    """Results of three shapes, without a signature."""
    energy = kt.kinetic_energy(model, q, v)
    return {"energy": energy, "momentum": kt.crba(model, q) @ v, "M": kt.crba(model, q)}


def _check_x(name: str, given: Any) -> None:
    if given["x"] < 0:
        raise kt.ShapeError(f"{name}: x is {given['x']}")


@kt.algorithm("(nq),()->(nq)", check=_check_x)
def positive(model: Any, q: Any, x: Any) -> Any:
    return x * q


@kt.function("(3),(3)->(3),()")
def with_loop(x: Any, y: Any) -> Any:
    last, _ = kt.math.scan(lambda c, _: (c * y + kt.math.sin(x), None), x, length=4)
    return {"last": last, "norm": kt.math.norm(last)}


@pytest.fixture(autouse=True)
def _in_float64() -> Any:
    with jax.enable_x64(True):
        yield


def _state(model: Any, batch: tuple[int, ...] = ()) -> tuple[Any, Any, Any]:
    """A configuration off the unit spheres, a velocity and an acceleration."""
    q = kt.random_configuration(model, batch, rng=RNG) * RNG.uniform(0.7, 1.4)
    return jnp.asarray(q), *jnp.asarray(RNG.normal(size=(2, *batch, model.nv)))


def _numpy(*arrays: Any) -> list[Any]:
    return [np.asarray(x) for x in arrays]


def _same(x: Any, y: Any) -> None:
    for a, b in zip(jax.tree.leaves(x), jax.tree.leaves(y), strict=True):
        assert isinstance(a, jax.Array) and a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("n", [0, 1, 2, 2 * 8 + 1])
def test_bits_of_the_kernel_for_any_batch(n):
    q, v, a = _state(DOG, (n,))
    expected = kt.rnea(DOG, *_numpy(q, v, a[:1]))
    _same(kt.rnea(DOG, q, v, a[:1]), expected)
    _same(jax.jit(kt.rnea.bind(DOG))(q, v, a[:1]), expected)
    _same(jax.vmap(kt.rnea.bind(DOG), (0, 0, None))(q, v, a[0] if n else a.sum(0)), expected)


def test_batches_that_broadcast_along_different_axes():
    q, _, _ = _state(ARM, (4, 1))
    v, a = _state(ARM, (3,))[1], _state(ARM)[2]
    expected = kt.rnea(ARM, *_numpy(q, v, a))
    assert expected.shape == (4, 3, 7)
    _same(kt.rnea(ARM, q, v, a), expected)
    total = jax.jit(jax.grad(lambda *x: (kt.rnea(ARM, *x) ** 2).sum(), (0, 1, 2)))
    one = jax.vmap(jax.vmap(total, (None, 0, None)), (0, None, None))(q[:, 0], v, a)
    for x, y, axes in zip(total(q, v, a), one, (1, 0, (0, 1)), strict=True):
        np.testing.assert_allclose(x, y.sum(axes).reshape(x.shape), rtol=1e-13, atol=1e-10)


def test_a_batch_on_several_threads():
    n = threads.PARALLEL_OPERATIONS // kt.rnea.compile(ARM).operation_count + 1
    q, v, a = _state(ARM, (n,))
    _same(jax.jit(kt.rnea.bind(ARM))(q, v, a), kt.rnea(ARM, *_numpy(q, v, a)))


def test_several_results_and_statics():
    q, v, a = _state(DOG)
    _same(kt.rnea_derivatives(DOG, q, v, a), kt.rnea_derivatives(DOG, *_numpy(q, v, a)))
    assert kt.rnea_derivatives(DOG, q, v, a)._fields == ("dtau_dq", "dtau_dv", "dtau_da")
    frames = {"frame": ["universe", DOG.frame_names[-1]], "reference": "world"}
    _same(kt.frame_velocity(DOG, q, v, **frames), kt.frame_velocity(DOG, *_numpy(q, v), **frames))
    for frame in DOG.frame_names[-2:]:  # other joints, after a call that was registered
        jacobian = kt.frame_jacobian(DOG, q, frame=frame, reference="local")
        _same(jacobian, kt.frame_jacobian(DOG, np.asarray(q), frame=frame, reference="local"))
    _same(kt.rnea(DOG, q, v, np.asarray(a)), kt.rnea(DOG, *_numpy(q, v, a)))
    _same(with_loop(q[:3], v[:3]), with_loop(*_numpy(q[:3], v[:3])))


@kt.function("(),(T)->(3),(T)")
def noise(key, counters):
    """Random numbers, in a loop too."""
    step = lambda k, n: (k, kt.math.random.normal(k, [n, 5]))  # noqa: E731
    _, rows = kt.math.scan(step, key, counters)
    return {"drawn": kt.math.random.uniform([key, 7], counters[:2], (3,)), "rows": rows}


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_random_numbers_have_the_bits_of_the_kernel_and_no_gradient(dtype):
    keys, counters = np.arange(19, dtype=dtype), np.arange(4, dtype=dtype)
    expected = noise(keys, counters)
    assert expected.rows.dtype == dtype
    _same(jax.jit(noise)(jnp.asarray(keys), jnp.asarray(counters)), expected)
    _same(jax.vmap(noise, (0, None))(jnp.asarray(keys), jnp.asarray(counters)), expected)
    total = jax.grad(lambda *x: sum(y.sum() for y in noise(*x)), (0, 1))
    _same(total(jnp.asarray(keys), jnp.asarray(counters)), (0 * keys, 0 * counters))


def test_float32():
    with jax.enable_x64(False):
        q, v, a = (x.astype(np.float32) for x in _state(DOG))
        expected = kt.rnea(DOG, *_numpy(q, v, a))
        assert expected.dtype == np.float32
        _same(kt.rnea(DOG, q, v, a), expected)
        _same(kt.rnea(DOG, q, v, np.asarray(a, float)), expected)  # JAX has no other dtype here
        gradient = jax.grad(lambda q: kt.rnea(DOG, q, v, a).sum())(q)
    exact = jax.grad(lambda q: kt.rnea(DOG, q, *_numpy(v, a)).sum())(np.asarray(q, float))
    np.testing.assert_allclose(gradient, exact, rtol=1e-4, atol=1e-4 * abs(exact).max())


def test_gradients_in_raw_coordinates():
    q, v, _ = _state(EVERY_JOINT)
    q1 = kt.integrate(EVERY_JOINT, q, 0.3 * v)
    check_grads(kt.difference.bind(EVERY_JOINT), (q, q1), 1, ["fwd", "rev"], 1e-5, 1e-5)


def test_second_derivatives_and_scaled_configurations():
    q, v, a = _state(SMALL)
    check_grads(jax.jit(kt.rnea.bind(SMALL)), (q, v, a), 2, ["fwd", "rev"], 1e-5, 1e-5)
    check_grads(several.bind(SMALL), (q, v), 1, ["fwd", "rev"], 1e-5, 1e-5)
    assert abs(jax.jacfwd(lambda s: kt.rnea(SMALL, q.at[3:7].mul(s), v, a))(1.0)).max() < 1e-12
    hessian = jax.hessian(lambda v: kt.kinetic_energy(SMALL, q, v))(v)
    np.testing.assert_allclose(hessian, kt.crba(SMALL, q), atol=1e-13)


def test_one_kernel_a_product_and_transformed_jacobians():
    q, v, a = _state(DOG)
    q = jnp.asarray(kt.normalize(DOG, np.asarray(q)))
    f = kt.rnea.bind(DOG)
    tangents = kt.tangent_map_inverse(DOG, np.asarray(q))
    expected = kt.rnea_derivatives(DOG, *_numpy(q, v, a)).dtau_dq @ tangents
    for transform in (jax.jacfwd, jax.jacrev):
        np.testing.assert_allclose(transform(f)(q, v, a), expected, atol=1e-11)
    text = str(jax.make_jaxpr(jax.grad(lambda q: (f(q, v, a) ** 2).sum()))(q))
    assert text.count("kinetree[") == 2, text  # the value, and one product with the cotangent
    text = str(jax.make_jaxpr(lambda q: jax.jvp(lambda q: f(q, v, a), (q,), (q,))[1])(q))
    assert text.count("kinetree[") == 2, text


def test_parameters_of_the_model_and_rollouts_have_gradients():
    q, v, a = _state(ARM)
    regressor = kt.jacobian(kt.rnea, "inertias")(ARM, *_numpy(q, v, a))
    found = jax.jacrev(lambda x: kt.rnea(ARM, q, v, a, inertias=x))(jnp.asarray(ARM.inertias))
    np.testing.assert_allclose(found, regressor, atol=1e-12)

    def end(tau: Any) -> Any:
        return (kt.simulation.rollout(ARM, q, v, tau, 1e-2).q[-1] ** 2).sum()

    check_grads(end, (0.1 * jnp.ones((5, ARM.nv)),), 1, ["rev"], 1e-5, 1e-5)


def test_scan_and_shard_map():
    q, v, a = _state(DOG)

    def step(q: Any, v: Any) -> Any:
        return kt.integrate(DOG, q, 0.1 * v), None

    expected = np.asarray(q)
    for _ in range(3):
        expected = kt.integrate(DOG, expected, 0.1 * np.asarray(v))
    _same(jax.lax.scan(step, q, jnp.stack([v] * 3))[0], expected)
    mesh = jax.make_mesh((1,), ("i",), axis_types=(jax.sharding.AxisType.Auto,))
    spec = jax.sharding.PartitionSpec("i")
    f = jax.shard_map(lambda q: kt.rnea(DOG, q, v, a), mesh=mesh, in_specs=spec, out_specs=spec)
    many = jnp.stack([q, 2 * q])
    _same(jax.jit(f)(many), kt.rnea(DOG, *_numpy(many, v, a)))
    assert jax.grad(lambda q: f(q).sum())(many).shape == many.shape


def test_a_model_is_a_static_argument():
    q, _, _ = _state(ARM)
    traced = []

    @jax.jit
    def mass_matrix(model: Any, q: Any) -> Any:
        traced.append(model)
        return kt.crba(model, q)

    for model in (ARM, kt.robots.arm(), ARM.replace(armature=np.ones(7))):
        _same(mass_matrix(model, q), kt.crba(model, np.asarray(q)))
    assert len(traced) == 2


def test_a_model_is_registered_at_the_first_call_if_jax_comes_later():
    code = (
        "import kinetree as kt; import jax; m = kt.robots.arm();"
        "kt.crba(m, jax.numpy.zeros(7)); jax.jit(lambda m, q: kt.crba(m, q))(m, jax.numpy.zeros(7))"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)


def test_without_xla_calls_go_through_numpy(monkeypatch):
    q, v, a = _state(DOG, (3,))
    monkeypatch.setattr(xla, "supports", lambda kernel: False)
    expected = kt.rnea(DOG, *_numpy(q, v, a[0]))
    _same(jax.jit(lambda *x: kt.rnea(DOG, *x))(q, v, a[0]), expected)
    gradient = jax.jit(jax.grad(lambda q: kt.rnea(DOG, q, v, a[0]).sum()))(q)
    monkeypatch.undo()
    _same(jax.jit(jax.grad(lambda q: kt.rnea(DOG, q, v, a[0]).sum()))(q), gradient)


def test_a_kernel_is_registered_by_its_content():
    q, v, a = _state(ARM)
    kt.rnea(ARM, q, v, a)
    before = len(xla._targets)
    kt.rnea(kt.robots.arm(), q, v, a)
    assert len(xla._targets) == before
    kt.rnea(ARM, q, v, a, gravity=jnp.ones(3))
    assert len(xla._targets) == before + 1


PROGRAMS = {
    "a large batch that nobody waited for": """
        effort = lambda q: (kt.rnea(ARM, q, q, q) ** 2).sum()
        step = jax.jit(lambda q: q - 1e-3 * jax.grad(effort)(q))
        q = jnp.ones((50_000, 7))
        for _ in range(10):
            q = step(q)
    """,
    "a first call from several threads": """
        import threading
        q, found = jnp.ones(7), []
        threads = [
            threading.Thread(target=lambda: found.append(kt.rnea(ARM, q, q, q))) for _ in range(8)
        ]
        [t.start() for t in threads], [t.join() for t in threads]
        assert len(found) == 8
    """,
    "several devices, sharding explicit": """
        from jax.sharding import NamedSharding, PartitionSpec as P
        mesh = jax.make_mesh((2, 2), ("i", "j"))
        put = lambda x, spec: jax.device_put(x, NamedSharding(mesh, spec))
        q, v, w = jnp.ones(7), jnp.ones((8, 4, 7)) / 3, jnp.ones((4, 7)) / 5
        total = lambda q, v: kt.rnea(ARM, q, v, v).sum()
        slopes = jax.grad(total, (0, 1))(q, v)
        with jax.set_mesh(mesh):
            q, v, w = put(q, P()), put(v, P("i", "j")), put(w, P("i"))
            there = jax.jit(jax.grad(total, (0, 1)))(q, v)
            for x, y in zip(slopes, there):
                np.testing.assert_allclose(x, y, rtol=1e-12, atol=1e-12)
            assert there[1].sharding.spec == P("i", "j", None)
            assert jax.jit(kt.kinetic_energy.bind(ARM))(v, v).sharding.spec == P("i", "j")
            try:
                jax.jit(lambda x, y: kt.rnea(ARM, x, y, y))(v, w)
            except kt.BackendError as error:
                assert "divided along 'j' of a mesh" in str(error)
            else:
                raise AssertionError
    """,
    "an exported program": """
        (n,) = jax.export.symbolic_shape("n")
        f = jax.jit(kt.crba.bind(ARM))
        shape = jax.ShapeDtypeStruct((n, 7), float)
        try:
            jax.export.export(f)(shape)
        except ValueError as error:
            name = str(error).split("@")[1].split("(")[0]
        safe = jax.export.DisabledSafetyCheck.custom_call(name)
        there = jax.export.export(f, disabled_checks=[safe])(shape)
        for n in (1, 20):
            q = np.random.default_rng(0).normal(size=(n, 7))
            np.testing.assert_array_equal(there.call(q), kt.crba(ARM, q))
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_of_their_own(name):
    code = (
        "import jax, jax.numpy as jnp, numpy as np, kinetree as kt\n"
        "jax.config.update('jax_enable_x64', True)\nARM = kt.robots.arm()\n"
    )
    environment = {**os.environ, "XLA_FLAGS": "--xla_force_host_platform_device_count=4"}
    command = [sys.executable, "-W", "ignore", "-c", code + textwrap.dedent(PROGRAMS[name])]
    subprocess.run(command, check=True, env=environment, timeout=120)


def test_without_jit_and_where_jax_looks_for_nan():
    q, v, a = _state(ARM)
    with jax.disable_jit():
        _same(kt.rnea(ARM, q, v, a), kt.rnea(ARM, *_numpy(q, v, a)))
        jax.grad(lambda q: kt.rnea(ARM, q, v, a).sum())(q)
    with jax.debug_nans(True):
        for f in (kt.rnea.bind(ARM), jax.jit(kt.rnea.bind(ARM))):
            with pytest.raises(FloatingPointError, match="encountered in rnea of arm"):
                f(q, v * jnp.inf, a)


def test_jitted_functions_and_models_in_pickles():
    q, v, a = _state(ARM)
    f = pickle.loads(cloudpickle.dumps(jax.jit(lambda q, v, a: kt.rnea(ARM, q, v, a).sum())))
    assert f(q, v, a) == kt.rnea(ARM, q, v, a).sum()
    f = pickle.loads(cloudpickle.dumps(jax.jit(kt.rnea.bind(ARM))))
    _same(f(q, v, a), kt.rnea(ARM, *_numpy(q, v, a)))


def test_models_are_freed():
    model = ARM.replace(gravity=[0, 0, -5.0])
    kt.crba(model, _state(ARM)[0])
    ended = weakref.ref(model)
    del model
    jax.clear_caches()
    gc.collect()
    assert ended() is None


def test_lists_and_wrenches_by_frame():
    q, v, a = _state(ARM)
    expected = kt.rnea(ARM, *_numpy(q, v, a))
    _same(jax.jit(lambda q, v: kt.rnea(ARM, list(q), [v[0], *v[1:]], a))(q, v), expected)
    _same(kt.rnea(ARM, q, v.tolist(), np.asarray(a, ">f8")[::-1][::-1]), expected)
    wrench = jnp.ones((3, 6))

    def moved(w: Any) -> Any:
        wrenches = {"tool": w, "joint3": [0, 0, 1, 0, 0, 0]}
        return kt.external_forces(ARM, q, wrenches, reference="world")

    by_numpy = kt.external_forces(
        ARM,
        np.asarray(q),
        {"tool": np.ones((3, 6)), "joint3": [0, 0, 1, 0, 0, 0]},
        reference="world",
    )
    _same(moved(wrench), by_numpy)
    _same(jax.jit(moved)(wrench), by_numpy)


def test_a_check_that_needs_a_traced_value_is_left_out():
    q = _state(ARM)[0]
    _same(jax.jit(lambda x: positive(ARM, q, x))(2.0), 2 * np.asarray(q))
    with pytest.raises(kt.ShapeError, match="x is -1"):
        positive(ARM, q, jnp.asarray(-1.0))


def test_what_is_refused():
    q, v, a = _state(ARM)
    with pytest.raises(kt.BackendError, match=r"q is of int\d+; expected float64 or float32"):
        kt.crba(ARM, jnp.zeros(7, int))
    with pytest.raises(kt.BackendError, match="q is of bfloat16"):
        kt.crba(ARM, q.astype(jnp.bfloat16))
    with pytest.raises(kt.BackendError, match="q is of bool"):
        kt.crba(ARM, q > 0)
    with pytest.raises(kt.ShapeError, match="v holds complex numbers; expected real"):
        kt.rnea(ARM, q, 1j * np.asarray(v), a)
    with pytest.raises(kt.ShapeError, match="v holds strings"):
        kt.rnea(ARM, q, ["1"] * 7, a)
    with pytest.raises(kt.ModelError, match=r"gravity is a .*Tracer, .* gravity=gravity\)"):
        jax.jit(lambda g: kt.crba(ARM.replace(gravity=g), q))(jnp.ones(3))
    with pytest.raises(kt.TraceError, match=r"combined with a .*Tracer, whose derivative"):
        jax.jit(lambda x: kt.algorithm(lambda model, q: x * q)(ARM, q))(2.0)
    with pytest.raises(kt.ShapeError, match=r"rnea: v has shape \(6,\); expected \(..., 7\)"):
        jax.jit(kt.rnea.bind(ARM))(q, v[:6], a)
    with pytest.raises(kt.ShapeError, match="batch"):
        kt.rnea(ARM, jnp.stack([q] * 3), jnp.stack([v] * 2), a)
    with pytest.raises(kt.ShapeError, match="dt is -1 s"):
        kt.simulation.step(ARM, q, v, v, jnp.asarray(-1.0))
    with pytest.raises(kt.TraceError, match=r"reference= is a .*; it is static"):
        jax.jit(lambda r: kt.frame_jacobian(ARM, q, frame="tool", reference=r))(1.0)
    assert np.isnan(jax.jit(kt.rnea.bind(ARM))(q * jnp.nan, v, a)).any()
