"""Memory of large results: used again, but never while anything uses it; bounded and released."""

import gc
import itertools
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from concurrency import HANGING

import kinetree as kt
from kinetree.compiler import result_memory
from kinetree.compiler.result_memory import MOST, SMALLEST, empty

ARM = kt.robots.arm()
N = 8000
"""Samples of a mass matrix of the arm: 3 MB."""
STATES = np.random.default_rng(0).uniform(-2, 2, (4, N, 7))
MB = 1 << 20
FLOAT = np.dtype(float)

pytestmark = pytest.mark.skipif(not result_memory._COUNTED, reason="references are not counted")


@pytest.fixture(autouse=True, scope="module")
def _short_collections():
    """Leave what other tests hold, millions of objects, out of the collections of these."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(autouse=True)
def nothing_kept():
    gc.collect()
    kt.release_memory()
    kt.set_num_threads(1)  # a thread of the pool forgets a result somewhat after the call
    yield
    kt.set_num_threads(None)
    kt.release_memory()


def address(x):
    return x.__array_interface__["data"][0]


def kept():
    return sum(map(result_memory.capacity, result_memory._buffers))


def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_memory_of_a_freed_result_is_used_again_and_bits_do_not_change():
    expected = [kt.crba(ARM, q, out=np.empty((N, 7, 7))) for q in STATES]
    places = set()
    for q, right in zip(STATES, expected, strict=True):
        result = kt.crba(ARM, q)
        assert type(result) is np.ndarray and result.flags.writeable and result.flags.c_contiguous
        assert result.tobytes() == right.tobytes()
        places.add(address(result))
        assert address(result) % 64 == 0
        result[:] = np.nan  # nothing of it comes back
        del result
    assert len(places) == 1 and kept() == expected[0].nbytes


def test_all_ways_of_calls_use_it():
    """Calls of an algorithm, of a kernel, of any layout, and temporary results."""
    kernel = kt.crba.compile(ARM)
    q, fortran, out = STATES[0], np.asfortranarray(STATES[0]), np.empty((N, 7, 8))[..., :7]
    calls = (
        lambda: kt.crba(ARM, q),
        lambda: kernel(q),
        lambda: kt.crba(ARM, fortran),
        lambda: kt.crba(ARM, q.reshape(8, -1, 7)),
    )
    places = set()
    for call in calls:
        result = call()
        places.add(address(result))
        del result
    kt.crba(ARM, q, out=out)
    assert len(places) == 1 and kept() == N * 49 * 8


VIEWS = {
    "itself": lambda x: x,
    "slice": lambda x: x[3:5],
    "element of the last sample": lambda x: x[-1, 2, 2:],
    "transpose": lambda x: x.T,
    "reshape": lambda x: x.reshape(-1, 7),
    "other dtype": lambda x: x.view(np.int64),
    "view of a view": lambda x: x[1:].T[2:][:, 1:],
    "strided": lambda x: np.lib.stride_tricks.as_strided(x, (4,), (8,)),
    "buffer": lambda x: np.asarray(memoryview(x)),
    "bytes": lambda x: np.frombuffer(memoryview(x).cast("B"), np.uint8),
    "dlpack": lambda x: np.from_dlpack(x),
    "subclass": lambda x: x.view(np.recarray),
    "masked": lambda x: np.ma.masked_array(x, copy=False).data,
    "base": lambda x: x.base,
    "flat iterator": lambda x: x.flat.base,
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(x, marks=() if x in ("slice", "base", "dlpack") else pytest.mark.sweep)
        for x in VIEWS
    ],
)
def test_a_view_keeps_memory_from_being_used_again(name):
    view = VIEWS[name](kt.crba(ARM, STATES[0]))
    gc.collect()
    before = view.tobytes()
    others = [kt.crba(ARM, q) for q in STATES[1:]]
    assert not any(np.shares_memory(view, x) for x in others)
    assert view.tobytes() == before
    del view
    gc.collect()
    assert {address(kt.crba(ARM, STATES[0]))}.isdisjoint(map(address, others))


def test_several_results_of_one_call_do_not_overlap():
    for _ in range(3):
        result = kt.rnea_derivatives(ARM, *STATES[:3])
        assert all(x.nbytes >= SMALLEST for x in result)
        assert not any(np.shares_memory(x, y) for x, y in itertools.combinations(result, 2))
    assert kept() == 6 * result[0].nbytes  # those of two calls: one in use, one before it


def test_results_of_threads_never_overlap():
    expected = [kt.crba(ARM, q).copy() for q in STATES]
    failures, alive = [], []
    kt.set_num_threads(2)

    def work(k):
        mine = []
        for i in range(60):
            mine.append(kt.crba(ARM, STATES[k]))
            if i % 4 == 3:  # free all but one
                mine = [x for x in mine if (x == expected[k]).all()][:1]
                if not mine:
                    failures.append(k)
        alive.extend((address(x), x.nbytes, x) for x in mine)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work, args=(k % 4,)) for k in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(HANGING)
    finally:
        sys.setswitchinterval(interval)
    assert not failures and len(alive) == 8
    spans = sorted((start, start + size) for start, size, _ in alive)
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(spans))


def test_no_more_than_the_bound_is_kept_whatever_is_in_use():
    most = MOST
    held = []
    for k in range(3 * most // (8 * MB)):
        x = empty((MB + k,), FLOAT)
        held.append(x)
        assert kept() <= most
    x = empty((most // 8 + 1,), FLOAT)
    assert x.base is None and kept() <= most  # a result above the bound is like any other
    held.clear()
    assert kept() <= most
    first = {address(empty((MB + k,), FLOAT)) for k in range(4)}
    assert len(first) == 1  # after many in use there is room again


def test_memory_is_not_used_for_much_smaller_results():
    large = address(empty((4 * MB,), FLOAT))
    assert address(empty((2 * MB,), FLOAT)) == large
    small = empty((2 * MB - 1,), FLOAT)
    assert address(small) != large and result_memory.capacity(small.base) == small.nbytes


@pytest.mark.parametrize("shape", [(), (5,), (SMALLEST // 8 - 1,), (0, 7)])
def test_small_results_own_their_memory(shape):
    x = empty(shape, FLOAT)
    assert x.shape == shape and x.flags.owndata and kept() == 0


def test_released_memory_is_counted_and_results_stay():
    result = kt.crba(ARM, STATES[0])
    before = result.tobytes()
    free = empty((16 * MB,), FLOAT)
    size = free.nbytes
    del free
    assert kt.release_memory() == size and kt.release_memory() == 0 == kept()
    assert result.tobytes() == before
    assert not np.shares_memory(result, kt.crba(ARM, STATES[1]))


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc here")
def test_released_memory_goes_back_to_the_system():
    """In its own process: that of these tests may have a hole of this size, which stays its own."""
    code = """
import os, numpy as np, kinetree as kt
from kinetree.compiler.result_memory import empty
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
result = empty((1 << 24,), np.dtype(float))
result[:] = 1.0
del result
full = resident()
kt.release_memory()
assert full - resident() > 124 << 20
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=HANGING)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc here")
def test_calls_of_many_sizes_leave_no_memory():
    def work():
        for n in (3000, 5000, 8000, 2700):
            for q in STATES:
                kt.crba(ARM, q[:n])
                kt.rnea_derivatives(ARM, *STATES[:3, :n])

    work()
    kt.release_memory()
    before = resident()
    for _ in range(20):
        work()
    assert kept() <= MOST
    kt.release_memory()
    assert resident() - before < 4 * MB
