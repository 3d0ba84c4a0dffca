"""The builtin for one sample: equal to the batch file, and declining what is not its business."""

import gc
import subprocess
import sys

import numpy as np
import pytest

import kinetree as kt
from kinetree.machine import fastcall, layout


@pytest.fixture(scope="module")
def arm():
    return kt.robots.arm()


@pytest.fixture(scope="module")
def kernel(arm):
    k = kt.rnea.compile(arm)
    k(*np.zeros((3, 7)))  # made at the first call with one sample
    return k


def test_the_layout_is_as_expected_here():
    assert layout.available()


def test_one_sample_equals_the_batch_to_the_bit(kernel):
    x = np.random.default_rng(0).normal(size=(3, 20, 7))
    batch = kernel(*x)
    for i in range(20):
        got = kernel.fast(*x[:, i].copy())
        assert type(got) is np.ndarray and got.flags.owndata and got.flags.writeable
        np.testing.assert_array_equal(got, batch[i])


def test_matrices_and_optional_operands(arm):
    crba = kt.crba.compile(arm)
    q = np.random.default_rng(1).normal(size=7)
    np.testing.assert_array_equal(crba(q), crba.fast(q))
    with_force = kt.rnea.compile(arm, inputs=("f_ext",))
    f = np.random.default_rng(2).normal(size=(8, 6))
    np.testing.assert_array_equal(with_force(q, q, q, f), with_force.fast(q, q, q, f))
    assert with_force.fast(q, q, q, f.T.copy()) is None


class Sub(np.ndarray):
    pass


def strange(q):
    """What looks like q but is not a plain contiguous float64 array of its shape."""
    odd = np.zeros(8 * 7 + 1, np.uint8)[1:].view(np.float64)
    return {
        "list": list(q),
        "none": None,
        "number": 1.0,
        "float32": q.astype("f4"),
        "big-endian": q.astype(">f8"),
        "int": q.astype(int),
        "complex": q + 0j,
        "short": q[:6],
        "long": np.append(q, 0),
        "matrix": q[None],
        "strided": np.repeat(q, 2)[::2],
        "reversed": q[::-1],
        "misaligned": odd,
        "scalar array": np.array(1.0),
        "subclass": q.view(Sub),
        "object": q.astype(object),
    }


@pytest.mark.parametrize("name", strange(np.zeros(7)))
@pytest.mark.parametrize("place", range(3))
def test_everything_else_is_declined(kernel, name, place):
    q = np.ones(7)
    operands = [q, q, q]
    operands[place] = strange(q)[name]
    assert kernel.fast(*operands) is None


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_other_counts_of_operands_are_declined(kernel, count):
    assert kernel.fast(*[np.ones(7)] * count) is None


def test_read_only_operands_are_taken(kernel):
    q = np.ones(7)
    q.setflags(write=False)
    np.testing.assert_array_equal(kernel.fast(q, q, q), kernel(q, q, q))


def test_the_builtin_outlives_its_kernel():
    arm = kt.robots.arm()
    k = kt.generalized_gravity.compile(arm)
    q = np.random.default_rng(3).normal(size=7)
    expected, call = k(q), k.fast
    del k, arm
    gc.collect()
    np.testing.assert_array_equal(call(q), expected)


def test_what_it_points_to_is_freed_with_it():
    def references() -> int:
        return sum(type(x) is fastcall._Kept for x in gc.get_objects())

    gc.collect()
    before = references()
    k = kt.generalized_gravity.compile(kt.robots.arm())
    k(np.zeros(7))
    assert references() == before + 1
    del k
    gc.collect()
    assert references() == before


def test_it_leaks_no_references(kernel):
    q = np.ones(7)
    counts = sys.getrefcount(q), sys.getrefcount(None), sys.getrefcount(np.empty)
    for _ in range(1000):
        kernel.fast(q, q, q)
        kernel.fast(q)
    after = sys.getrefcount(q), sys.getrefcount(None), sys.getrefcount(np.empty)
    assert all(abs(a - b) < 50 for a, b in zip(after, counts, strict=True))


def test_it_is_turned_off_by_the_environment(tmp_path):
    code = (
        "import numpy as np, kinetree as kt; k = kt.crba.compile(kt.robots.arm());"
        "print(k(np.zeros(7)).shape, k.fast(np.zeros(7)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={"KINETREE_SHIMS": "off"}, capture_output=True, text=True
    )
    assert done.stdout == "(7, 7) None\n", done.stderr
