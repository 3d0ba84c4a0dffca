"""Random numbers by counters: known answers, the same bits everywhere, statistics, derivatives."""

import math

import mpmath as mp
import numpy as np
import pytest
import sympy as sp

import kinetree as kt
from kinetree.scalar.expr import Expr, apply
from kinetree.scalar.graph import Graph
from kinetree.scalar.random import philox
from kinetree.scalar.words import Word

uniform, normal = kt.math.random.uniform, kt.math.random.normal

KNOWN = [
    "00000000 00000000 00000000 00000000 00000000 00000000 6627e8d5 e169c58d bc57ac4c 9b00dbd8",
    "ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff 408f276d 41c83b0e a20bc7c6 6d5451fd",
    "243f6a88 85a308d3 13198a2e 03707344 a4093822 299f31d0 d16cfe09 94fdcceb 5001e420 24126ea1",
]
"""Counter, key and block: the known answers of Random123, of its authors."""


@kt.function("(),(),()->(5),(2,2)")
def draws(seed, step, sensor):
    return {"u": uniform([seed, 3], [step, sensor], (5,)), "n": normal(seed, step, (2, 2))}


@kt.function("(),()->(),()")
def walk(seed, scale):
    """A scan whose steps count; its seed is of the surrounding program."""

    def step(carry, _):
        x, k = carry
        return (x + scale * normal(seed, [k, 7]) * uniform(4, [k, seed]), k + 1.0), None

    return {"x": kt.math.scan(step, (0.0 * scale, 0.0), length=6)[0][0], "last": uniform(seed, 6)}


@kt.function("(2)->()")
def walked(x):
    seed, scale = x
    return walk(seed, scale).x ** 2


SEEDS = np.array([0, 1, 65535, 65536, 123456, 2**24 - 1, 2.0**32 - 1, 2.0**32, 1e300, np.inf, -4])


@pytest.mark.parametrize("known", KNOWN)
def test_philox_gives_the_known_answers(known):
    words = [Word(x, 16) for x in known.split()]
    assert [*philox(words[:4], words[4:6])] == words[6:]


def test_the_draws_are_of_these_words():
    a, b, c, d = (int(x, 16) for x in KNOWN[0].split()[6:])
    expected = [((x >> 5) * 2**26 + (y >> 6)) / 2**53 for x, y in ((a, b), (c, d))]
    assert [*uniform([0, 0], [0, 0, 0], (2,)).flat] == expected
    assert uniform(0, 0) == expected[0]


def test_blocks_follow_each_other_and_shapes_are_filled_in_order():
    whole = np.array(uniform(3, [1, 2], (4, 3)), float)
    np.testing.assert_array_equal(whole.ravel(), uniform(3, [1, 2], (12,)).flat)
    np.testing.assert_array_equal(whole.ravel()[:5], uniform([3, 0], [1, 2, 0], (5,)).flat)
    a, b, c, d = philox([Word(x) for x in (1, 1, 2, 0)], [Word(3), Word(0)])
    assert whole.ravel()[2] == apply("fraction", a, b)
    assert whole.ravel()[3] == apply("fraction", c, d)
    assert len(set(whole.ravel())) == 12


def test_every_word_of_key_and_counter_counts():
    numbers = [7, 8, 1, 2, 3]
    seen = {uniform(numbers[:2], numbers[2:])}
    for k in range(5):
        changed = [x + (j == k) for j, x in enumerate(numbers)]
        seen.add(uniform(changed[:2], changed[2:]))
    assert len(seen) == 6


def test_kernels_have_the_bits_of_plain_numbers_and_float32_their_first_ones():
    u, n = draws(SEEDS, 5, [[2], [9]])
    for i, sensor in enumerate((2, 9)):
        for j, seed in enumerate(SEEDS.tolist()):
            np.testing.assert_array_equal(u[i, j], uniform([seed, 3], [5, sensor], (5,)).flat)
            expected = np.array(normal(seed, 5, (2, 2)), float)
            np.testing.assert_allclose(n[i, j], expected, rtol=0, atol=4e-15)
            np.testing.assert_array_equal(n[i, j], draws(seed, 5, sensor).n)
    exact = [x for x in SEEDS if x != 1e300 and np.float32(x) == x]
    cut = np.floor(draws(exact, 5, 2).u * 2**24) / 2**24
    single = draws(np.array(exact, np.float32), np.float32(5), np.float32(2))
    assert single.u.dtype == np.float32
    np.testing.assert_array_equal(single.u, cut)


def test_numbers_are_rounded_down_and_clipped():
    assert uniform(7.9, 3.01) == uniform(7, 3)
    assert uniform(-5.0, -0.0) == uniform(0, 0)
    assert uniform(1e200, math.inf) == uniform(2**32 - 1, 2**32 - 1)
    u = draws(np.array([7.9, -5, 1e10]), 2.5, 3).u
    np.testing.assert_array_equal(u, draws([7.0, 0, 2.0**32 - 1], 2, 3).u)
    largest = uniform([2**32 - 1, 3], [5, 2], (5,)).flat
    u = draws(np.float32([2.0**32, 1e30]), np.float32(5), np.float32(2)).u
    np.testing.assert_array_equal(u, [np.floor(np.array(largest) * 2**24) / 2**24] * 2)


def test_a_nan_stays_in_its_sample():
    seeds = np.arange(9.0)
    clean = draws(seeds, 1, 2)
    seeds[4] = np.nan
    for dtype in (np.float64, np.float32):
        for x in draws(seeds.astype(dtype), dtype(1), dtype(2)):
            assert np.isnan(x[4]).all()
            assert np.isfinite(np.delete(x, 4, 0)).all()
    np.testing.assert_array_equal(np.delete(draws(seeds, 1, 2).n, 4, 0), np.delete(clean.n, 4, 0))
    assert np.isnan(draws(1.0, 2, [3, np.nan]).u[1]).all()
    assert math.isnan(uniform(math.nan, 0)) and math.isnan(normal(0, [1, math.nan]))


def test_threads_and_batches_give_the_same_bits():
    seeds = np.arange(20_000.0)
    one = draws(seeds, 3, 1)
    threads = kt.get_num_threads()
    try:
        kt.set_num_threads(1)
        alone = draws(seeds, 3, 1)
        kt.set_num_threads(2)
        both = draws(seeds, 3, 1)
    finally:
        kt.set_num_threads(threads)
    for x, y, z in zip(one, alone, both, strict=True):
        np.testing.assert_array_equal(x, y)
        np.testing.assert_array_equal(x, z)
    for k in (0, 1, 17, 19_999):
        np.testing.assert_array_equal(draws(seeds[k], 3, 1).n, one.n[k])


def test_a_scan_draws_by_its_count():
    got = walk(5.0, 2.0)
    x = math.fsum(2.0 * normal(5, [k, 7]) * uniform(4, [k, 5]) for k in range(6))
    assert abs(got.x - x) < 1e-14
    assert got.last == uniform(5, 6)
    np.testing.assert_array_equal(walk([5.0] * 9, 2.0).x, [got.x] * 9)


def test_derivatives_by_keys_and_counters_are_zero_and_others_are_not():
    np.testing.assert_array_equal(kt.jacobian(walk, "seed")(5.0, 2.0).x, 0)
    np.testing.assert_array_equal(kt.vjp(walk, "seed")(5.0, 2.0, 1.0, 1.0), 0)
    gradient = kt.grad(walked, "x")
    np.testing.assert_array_equal(gradient([5.0, 3.0])[0], 0)
    np.testing.assert_allclose(gradient([5.0, 3.0])[1], 2 * walked([5.0, 3.0]) / 3, rtol=1e-13)
    np.testing.assert_array_equal(kt.hessian(walked, "x")([5.0, 3.0])[0], 0)


def test_statistics_of_a_million():
    n, m = 250_000, 4
    counters = np.arange(float(n))
    many = kt.function("(),()->(4),(4)")(
        lambda k, c: {"u": uniform(k, c, (4,)), "n": normal([k, 1], c, (4,))}
    )
    u, x = many(11, counters)
    count = n * m
    assert 0 <= u.min() < 1e-5 and 1 - 1e-5 < u.max() < 1
    assert abs(u.mean() - 0.5) < 5 / math.sqrt(12 * count)
    assert abs(x.mean()) < 5 / math.sqrt(count)
    assert abs(x.var() - 1) < 5 * math.sqrt(2 / count)
    assert abs((x**4).mean() - 3) < 5 * math.sqrt(96 / count)
    assert abs((x**3).mean()) < 5 * math.sqrt(15 / count)
    together = np.hstack([u - 0.5, x])
    for table in (np.hstack([together[1:], together[:-1]]), together**2):
        assert np.abs(np.corrcoef(table.T) - np.eye(table.shape[1])).max() < 5.5 / math.sqrt(n)
    for column in np.floor(u * 256).astype(int).T:
        expected = n / 256
        chi = ((np.bincount(column, minlength=256) - expected) ** 2 / expected).sum()
        assert abs(chi - 255) < 5 * math.sqrt(2 * 255)
    places = np.searchsorted(_quantiles(64), x.ravel())
    chi = ((np.bincount(places, minlength=64) - count / 64) ** 2 / (count / 64)).sum()
    assert abs(chi - 63) < 5 * math.sqrt(2 * 63)


def _quantiles(n):
    """Numbers between which a normal distribution has 1 / n each."""
    return [float(mp.sqrt(2) * mp.erfinv(2 * mp.mpf(k) / n - 1)) for k in range(1, n)]


def test_other_kinds_of_numbers():
    assert uniform(7 + 0.5j, mp.mpf(3)) == uniform(7, 3)
    assert uniform(np.float64(7), np.arange(3)) == uniform(7, [0, 1, 2])
    assert abs(normal(mp.mpf(7), 2) - normal(7, 2)) < 1e-15
    with pytest.raises(kt.BackendError, match="of sympy numbers"):
        uniform(sp.Symbol("k"), 1)


def test_a_plain_word_beside_traced_ones_is_made_of_constants():
    graph = Graph()
    x = Expr(graph, graph.node("word", (graph.constant(1.0), graph.constant(2.0))))
    apply("word_add", x, Word(0xD2511F53))
    constants = [data[1] for op, data in zip(graph.ops, graph.data, strict=True) if op == "const"]
    assert constants == [1.0, 2.0, 0xD251, 0x1F53]


@pytest.mark.parametrize(
    ("key", "counter", "shape", "message"),
    [
        ([1, 2, 3], 0, (), r"a key of shape \(3,\); expected a number, or a vector of at most 2"),
        (1, [1, 2, 3, 4], (), r"a counter of shape \(4,\); .* at most 3"),
        (1, [], (), r"a counter of shape \(0,\)"),
        (1, [[1]], (), r"a counter of shape \(1, 1\)"),
        (1, 0, 3, r"shape=3; expected a tuple of counts, as \(3,\)"),
        (1, 0, (2.5,), r"shape=\(2.5,\)"),
        (1, 0, (-1,), r"shape=\(-1,\)"),
    ],
)
def test_other_forms_are_refused(key, counter, shape, message):
    with pytest.raises(kt.ShapeError, match=message):
        uniform(key, counter, shape)


def test_a_shape_without_elements():
    assert normal(1, 2, (0, 3)).shape == (0, 3)


def test_completion_shows_public_names_only():
    assert dir(kt.math.random) == sorted(kt.math.random.__all__)
