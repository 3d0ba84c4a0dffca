"""Packed results: each distinct element once, zeros never, and their places."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import kinetree as kt

BIPED = kt.robots.biped()
Q = kt.random_configuration(BIPED, 9, rng=np.random.default_rng(0))
V = np.random.default_rng(1).normal(size=(9, BIPED.nv))


@kt.algorithm("(nv)->(2,3),(3)")
def repeated(model: Any, v: Any) -> Any:
    """Zeros, elements that are always equal, and constants."""
    return {"first": kt.Array([[v[0], 0, v[1]], [2.0, v[0], 0]]), "second": kt.Array([0, 0, 0])}


@pytest.mark.sweep
@pytest.mark.parametrize("algorithm", [kt.crba, kt.christoffel_symbols, kt.joint_jacobians])
def test_the_dense_result_is_made_of_the_packed_one(algorithm: kt.Algorithm):
    statics = {"reference": "local"} if algorithm is kt.joint_jacobians else {}
    kernel = algorithm.compile(BIPED, packed=True, **statics)
    for q in (Q, Q[0], Q[:, None], np.empty((0, BIPED.nq))):
        packed, whole = kernel(q), algorithm(BIPED, q, **statics)
        (packing,) = kernel.packing
        assert packed.shape == (*q.shape[:-1], packing.numbers.max() + 1)
        assert np.array_equal(packing.dense(packed), whole)
        assert packing.shape == whole.shape[q.ndim - 1 :]
    filled = algorithm.compile(BIPED, **statics).sparsity[0]
    assert np.array_equal(packing.indices, np.nonzero(filled))


def test_symmetric_elements_are_given_once():
    kernel = kt.crba.compile(BIPED, packed=True)
    assert kernel(Q).shape[1] <= (np.count_nonzero(kt.crba(BIPED, Q[0])) + BIPED.nv) // 2


@pytest.mark.sweep
def test_several_results():
    kernel = kt.rnea_derivatives.compile(BIPED, packed=True)
    found, whole = kernel(Q, V, V), kt.rnea_derivatives(BIPED, Q, V, V)
    assert found._fields == whole._fields
    for packing, x, y in zip(kernel.packing, found, whole, strict=True):
        assert np.array_equal(packing.dense(x), y)
    with pytest.raises(kt.ShapeError, match="expected float64"):
        kernel(Q, V, V, out=tuple(whole))


def test_zeros_and_constants():
    first, second = repeated.compile(BIPED, packed=True)(V)
    assert np.array_equal(first, np.stack([V[:, 0], V[:, 1], np.full(9, 2.0)], 1))
    assert second.shape == (9, 0)


@pytest.mark.parametrize("wrong", [lambda x: x[:, :-1], lambda x: x[:, :1], lambda x: x[0, 0]])
def test_elements_of_another_result_are_refused(wrong: Any):
    kernel = kt.crba.compile(BIPED, packed=True)
    packed = kernel(Q)
    expected = rf"expected \(\.\.\., {packed.shape[1]}\)"
    with pytest.raises(kt.ShapeError, match=expected):
        kernel.packing[0].dense(wrong(packed))
    with pytest.raises(kt.ShapeError, match=expected):
        kernel.packing[0].dense(np.concatenate([packed, packed], 1))


def test_derivatives_and_robots_without_joints():
    kernel = kt.jacobian(kt.crba, "q").compile(BIPED, packed=True)
    assert np.array_equal(kernel.packing[0].dense(kernel(Q)), kt.jacobian(kt.crba, "q")(BIPED, Q))
    kernel = kt.crba.compile(kt.ModelBuilder("still").build(), packed=True)
    assert kernel.packing[0].dense(kernel(np.empty((4, 0)))).shape == (4, 0, 0)


def test_packing_is_stored_in_files_and_the_cache(tmp_path: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("KINETREE_CACHE_DIR", str(tmp_path))
    kernels = [kt.crba.compile(kt.robots.biped(), packed=True) for _ in range(2)]
    expected = kernels[0](Q)
    assert np.array_equal(kernels[1](Q), expected) and kernels[1].from_cache
    kernels[0].save(tmp_path / "crba.kernel")
    others = kt.load_kernel(tmp_path / "crba.kernel"), copy.copy(kernels[0])
    for kernel in (kernels[1], *others, pickle.loads(pickle.dumps(kernels[0]))):
        (x,), (y,) = kernel.packing, kernels[0].packing
        assert x.shape == y.shape
        assert np.array_equal(x.indices, y.indices) and np.array_equal(x.numbers, y.numbers)
        assert np.array_equal(kernel(Q), expected)


def test_packed_and_whole_kernels_are_two():
    assert kt.crba.compile(BIPED)(Q).shape == (9, BIPED.nv, BIPED.nv)
    assert kt.crba.compile(BIPED, packed=True)(Q).ndim == 2
    assert kt.crba(BIPED, Q).ndim == 3
