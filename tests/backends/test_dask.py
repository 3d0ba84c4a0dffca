"""Calls on Dask arrays: lazy, chunk by chunk, by kernels that travel with their machine code."""

import os
import pickle
import subprocess
import sys
from typing import Any

import dask
import dask.array as da
import numpy as np
import pytest
from dask.base import tokenize
from refused import check, refused

import kinetree as kt
from kinetree.compiler import kernel as kernels

ARM, DOG = kt.robots.arm(), kt.robots.quadruped()
RNG = np.random.default_rng(0)
Q, V, A = kt.random_configuration(DOG, (10, 4), rng=RNG), *RNG.normal(size=(2, 10, 4, DOG.nv))


@pytest.fixture(autouse=True)
def _in_this_thread() -> Any:
    with dask.config.set(scheduler="synchronous"):
        yield


@kt.algorithm
def several(model: Any, q: Any, v: Any) -> Any:
    """Results of three shapes, without a signature."""
    M = kt.crba(model, q)
    return {"energy": kt.kinetic_energy(model, q, v), "momentum": M @ v, "M": M}


def _same(lazy: Any, expected: Any) -> None:
    assert isinstance(lazy, da.Array) and lazy.dtype == expected.dtype
    np.testing.assert_array_equal(lazy.compute(), expected, strict=True)


def test_bits_of_the_kernel_chunk_by_chunk():
    q, v = da.from_array(Q, chunks=(3, 2, -1)), da.from_array(V[0], chunks=(4, -1))
    tau = kt.rnea(DOG, q, v, A[0, 0])  # batch axes that broadcast, chunks that differ, NumPy
    assert tau.chunks == ((3, 3, 3, 1), (2, 2), (18,))
    _same(tau, kt.rnea(DOG, Q, V[0], A[0, 0]))
    _same(kt.rnea(DOG, q, v, A[0, 0]), kt.rnea(DOG, Q, V[0], A[0, 0]))  # the registered call
    found, expected = several(DOG, q, v), several(DOG, Q, V[0])
    assert found._fields == expected._fields
    for x, y in zip(found, expected, strict=True):
        _same(x, y)
    feet = {"frame": DOG.frame_names[-2:], "reference": "world"}
    _same(kt.frame_velocity(DOG, q, v, **feet), kt.frame_velocity(DOG, Q, V[0], **feet))
    gravity = da.from_array(RNG.normal(size=(10, 1, 3)), chunks=(5, 1, 3))
    expected = kt.generalized_gravity(DOG, Q, gravity=gravity.compute())
    _same(kt.generalized_gravity(DOG, q, gravity=gravity), expected)
    _same(kt.so3.exp(v[:, :3]), kt.so3.exp(V[0, :, :3]))
    _same(kt.crba(DOG, q.astype("f4")), kt.crba(DOG, Q.astype("f4")))
    _same(kt.crba(DOG, q[:0]), kt.crba(DOG, Q[:0]))
    _same(kt.crba(DOG, q.rechunk((-1, -1, 7))), kt.crba(DOG, Q))


def test_nothing_is_computed_before_it_is_asked_for():
    def never(block: Any) -> Any:
        raise AssertionError(block)

    q = da.from_array(Q, chunks=(2, 2, -1)).map_blocks(never, dtype=float, meta=np.empty((0, 0, 0)))
    assert kt.crba(DOG, q).shape == (10, 4, 18, 18)
    assert kt.simulation.rollout(DOG, q, q[..., :18], q[..., None, :18], 1e-3).q.shape[:2] == (
        10,
        4,
    )


def test_equal_calls_have_one_name_and_other_ones_another():
    q = da.from_array(Q, chunks=(5, 4, -1))
    a, b = (kt.generalized_gravity(DOG, q, gravity=[0.0, 0.0, g]) for g in (-9.0, -10.0))
    again = kt.generalized_gravity(kt.robots.quadruped(), q, gravity=[0.0, 0.0, -9.0])
    assert tokenize(a) == tokenize(again) != tokenize(b)
    _same(a - b, kt.generalized_gravity(DOG, Q, gravity=[0, 0, -9]) - b.compute())


def test_kernels_are_sent_with_their_code_and_opened_once(tmp_path):
    code = (
        "import pickle, sys, numpy as np, kinetree as kt\n"
        "tau, q = pickle.load(open(sys.argv[1], 'rb'))\n"
        "with kt.no_compile(): np.save(sys.argv[2], tau.compute(scheduler='synchronous'))"
    )
    q = da.from_array(Q, chunks=(5, 4, -1))
    task, result = tmp_path / "task", tmp_path / "result.npy"
    task.write_bytes(pickle.dumps((several(DOG, q, V).M, Q)))
    environment = {**os.environ, "KINETREE_CACHE_DIR": "off"}
    command = [sys.executable, "-c", code, str(task), str(result)]
    subprocess.run(command, check=True, env=environment)
    np.testing.assert_array_equal(np.load(result), kt.crba(DOG, Q))
    kernel = kt.rnea.compile(ARM)
    one, two = (pickle.loads(pickle.dumps(kernel)) for _ in range(2))
    assert one is two
    assert kernels._unpickled.cache_info().maxsize < 100  # they are not kept for ever


@refused(__file__)
def test_what_is_refused(call: str, message: str) -> None:
    check(call, message, {**globals(), "q": da.from_array(Q, chunks=(5, 4, -1))})
