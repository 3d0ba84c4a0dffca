"""Kernels as ufuncs of NumPy's: the kernel's own bits, whatever NumPy hands over."""

import numpy as np
import pytest

import kinetree as kt
from kinetree.machine.target import host_lanes

LANES = host_lanes(8)


@pytest.fixture(scope="module")
def robot():
    return kt.robots.humanoid()


@pytest.fixture(scope="module")
def states(robot):
    rng = np.random.default_rng(0)
    q = kt.random_configuration(robot, (5, 9), rng=rng)
    return q, *rng.normal(size=(2, 5, 9, robot.nv))


@pytest.fixture(scope="module")
def kernel(robot):
    return kt.rnea.compile(robot)


def test_it_is_a_ufunc_with_the_kernels_signature(kernel):
    assert type(kernel.ufunc) is np.ufunc
    assert kernel.ufunc.signature == "(36),(35),(35)->(35)"
    assert kernel.ufunc.types == ["ddd->d"]
    assert kernel.ufunc is kernel.ufunc


def test_every_number_of_samples(kernel, states):
    rows = [x.reshape(45, -1) for x in states]
    for n in range(2 * LANES + 2):
        part = [x[:n] for x in rows]
        np.testing.assert_array_equal(kernel.ufunc(*part), kernel(*part))


def test_strides_broadcasting_and_casts(kernel, states):
    q, v, a = states
    call, expected = kernel.ufunc, kernel(q, v, a)
    np.testing.assert_array_equal(call(q[::-1], v[::-1], a[::-1]), expected[::-1])
    np.testing.assert_array_equal(call(*map(np.asfortranarray, states)), expected)
    np.testing.assert_array_equal(call(q, v[0], a[:, :1]), kernel(q, v[0], a[:, :1]))
    single = v.astype("f4")
    np.testing.assert_array_equal(call(q, single, a), kernel(q, single.astype(float), a))
    np.testing.assert_array_equal(call(q, v.astype(">f8"), a), expected)
    wide = np.repeat(q, 2, axis=-1)[..., ::2]
    np.testing.assert_array_equal(call(wide, v, a), expected)


def test_out_and_axes(kernel, states, robot):
    expected = kernel(*states)
    out = np.full((*expected.shape[:-1], 2 * robot.nv), np.nan)
    kernel.ufunc(*states, out=out[..., ::2])
    np.testing.assert_array_equal(out[..., ::2], expected)
    assert np.isnan(out[..., 1::2]).all()
    out[:] = np.nan
    kernel.ufunc(*(np.repeat(x, 2, -1)[..., ::2] for x in states), out=out[..., ::2])
    np.testing.assert_array_equal(out[..., ::2], expected)
    assert np.isnan(out[..., 1::2]).all()
    first = np.empty((robot.nv, 5, 9))
    kernel.ufunc(*states, out=first, axes=[-1, -1, -1, 0])
    np.testing.assert_array_equal(first, np.moveaxis(expected, -1, 0))
    inside = states[1].copy()
    kernel.ufunc(states[0], inside, states[2], out=inside)
    np.testing.assert_array_equal(inside, expected)
    memory = np.concatenate([states[1].ravel(), np.zeros(3)])
    v, later = memory[:-3].reshape(states[1].shape), memory[3:].reshape(states[1].shape)
    kernel.ufunc(states[0], v, states[2], out=later)
    np.testing.assert_array_equal(later, expected)


@pytest.mark.sweep
def test_matrices_scalars_several_results_and_float32(robot, states):
    q, v, _ = states
    crba = kt.crba.compile(robot)
    np.testing.assert_array_equal(crba.ufunc(q), crba(q))
    turned = np.empty((robot.nv, robot.nv, 5, 9))
    crba.ufunc(q, out=turned, axes=[-1, (1, 0)])
    np.testing.assert_array_equal(turned, np.moveaxis(crba(q), (-2, -1), (1, 0)))
    energy = kt.kinetic_energy.compile(robot)
    np.testing.assert_array_equal(energy.ufunc(q, v), energy(q, v))
    both = kt.jacobian(kt.rnea, ("q", "v")).compile(kt.robots.arm())
    x = np.random.default_rng(1).normal(size=(3, 20, 7))
    for got, expected in zip(both.ufunc(*x), both(*x), strict=True):
        np.testing.assert_array_equal(got, expected)
    single = kt.crba.compile(robot, dtype="float32")
    got = single.ufunc(q.astype("f4"))
    assert got.dtype == np.float32
    np.testing.assert_array_equal(got, single(q.astype("f4")))
    strided = np.repeat(q.astype("f4"), 2, axis=-1)[..., ::2]
    np.testing.assert_array_equal(single.ufunc(strided), got)


def test_wrong_shapes_are_numpys_errors(kernel, states):
    with pytest.raises(ValueError, match="mismatch in its core dimension"):
        kernel.ufunc(states[0][..., 1:], *states[1:])


def test_it_outlives_its_kernel(robot, states):
    call = kt.generalized_gravity.compile(kt.robots.humanoid()).ufunc
    np.testing.assert_array_equal(call(states[0]), kt.generalized_gravity(robot, states[0]))


def test_what_numpy_cannot_have(robot):
    kept = kt.frame_placement.compile(robot, frame=0)
    with pytest.raises(
        kt.BackendError, match="cannot have operands that are kept; call the kernel"
    ):
        _ = kept.ufunc
    assert not hasattr(kept, "ufunc")
    fixed = kt.ModelBuilder("block")
    fixed.add_body("block", parent="world", joint=kt.Fixed())
    with pytest.raises(kt.BackendError, match="cannot have a dimension of length 0"):
        _ = kt.generalized_gravity.compile(fixed.build()).ufunc
