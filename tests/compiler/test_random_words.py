"""Words of random numbers in memory: between partitions, in repeats, in loops, on GPUs."""

import numpy as np
import pytest
import test_ptx
from test_kernel import kernel, set_partition_size, traced

import kinetree as kt
from kinetree.compiler.interpreter import interpret

uniform = kt.math.random.uniform
KEYS = np.array([[7.0, 1e5], [65536, 2.0**23], [0, 3], [np.nan, 1]])


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("size", [1, 2, 5, 31])
def test_words_keep_their_bits_between_partitions(monkeypatch, size, dtype):
    trace = traced(lambda x: uniform(x, [x[0], 123456789], (8,)), 2)
    expected = interpret(trace, KEYS, dtype=dtype)[0]
    set_partition_size(monkeypatch, size)
    for batch in (KEYS, np.tile(KEYS, (9, 1))):
        found = kernel(trace, dtype)(batch.astype(dtype))
        np.testing.assert_array_equal(found, np.tile(expected, (len(batch) // 4, 1)))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_words_keep_their_bits_in_repeats(dtype):
    trace = traced(lambda x: uniform(x, x[0], (120,)), 2)
    assert trace.operation_count > 4_000
    found = kernel(trace, dtype)(KEYS.astype(dtype))
    np.testing.assert_array_equal(found, interpret(trace, KEYS, dtype=dtype)[0])
    exact = np.array([uniform(key.tolist(), key.tolist()[0], (120,)) for key in KEYS], float)
    if dtype == "float32":
        exact = np.floor(exact * 2**24) / 2**24
    np.testing.assert_array_equal(found, exact)


def test_words_of_a_batch_of_one_operand_are_of_every_sample():
    drawn = kt.function("(),()->(4)")(lambda k, n: uniform(k, n, (4,)))
    keys = np.arange(37.0)
    np.testing.assert_array_equal(drawn(9.0, keys), [drawn(9.0, n) for n in keys])
    np.testing.assert_array_equal(drawn(keys, 9.0), [drawn(k, 9.0) for k in keys])


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_threads_of_a_gpu(dtype):
    trace = traced(lambda x: kt.math.random.normal(x[0], x[1:], (3, 2)))
    test_ptx.assert_bits(trace, dtype, [np.random.default_rng(0).integers(0, 2**24, (150, 3))])
