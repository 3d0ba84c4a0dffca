"""Kernels against the interpreter, over dtypes, batches, strides and partitions."""

import itertools
import time

import numpy as np
import pytest

import kinetree as kt
from kinetree.compiler import matrix_products, memory_map
from kinetree.compiler.batch import Spec
from kinetree.compiler.compilation import CompiledProgram
from kinetree.compiler.interpreter import interpret
from kinetree.compiler.kernel import Kernel
from kinetree.compiler.program import Program
from kinetree.compiler.target import host
from kinetree.scalar.array import Array
from kinetree.scalar.expr import Expr
from kinetree.scalar.graph import Graph
from kinetree.scalar.products import product
from kinetree.scalar.replay import NamedArray, Trace

m = kt.math

VOCABULARY = {
    "arithmetic": lambda x: (x[0] + x[1]) * x[2] - x[0] / x[1],
    "negation": lambda x: -(x[0] * x[1]) + 2.5,
    "sqrt": lambda x: m.sqrt(abs(x[0])),
    "trigonometry": lambda x: m.sin(x[0]) * m.cos(x[1]) + m.tan(x[2]),
    "inverse trigonometry": lambda x: m.asin(x[0] / 9) + m.acos(x[1] / 9) + m.atan(x[2]),
    "atan2": lambda x: m.atan2(x[0], x[1]),
    "exponentials": lambda x: m.exp(x[0]) + m.log(abs(x[1])) + m.tanh(x[2]),
    "hyperbolic": lambda x: m.sinh(x[0]) + m.cosh(x[1]),
    "near one": lambda x: m.expm1(x[0]) + m.log1p(abs(x[1])),
    "hypot": lambda x: m.hypot(x[0], x[1]),
    "bounds": lambda x: m.clip(x[0], x[1], 0.5) + m.sign(x[2]),
    "extrema": lambda x: m.minimum(x[0], x[1]) + m.maximum(x[1], x[2]),
    "choices": lambda x: m.where((x[0] < x[1]) & ~(x[1] <= x[2]) | (x[2] == 0.5), x[0], x[1]),
    "stumpff": lambda x: m.stumpff(1, x[0] * x[0]) + m.stumpff(3, x[1] * x[1]),
    "rounding": lambda x: m.floor(x[0]) + m.floor(1e5 * x[1]),
    "elements of an operand": lambda x: m.take(x, x * 3) @ m.take(x, x[::-1]),
    "elements of constants": lambda x: m.take([0, 1, -2.5, 4, 8.0], 1e6 * x).sum(),
    "elements that are computed": lambda x: m.take(x * x - 1, x[1]) * m.take(x + 1, x[0]),
    "interpolation": lambda x: m.interp(x, [-1.0, 0, 0.5, 2], [3, 5, 5, -1.0]).sum(),
    "random": lambda x: m.random.uniform(x[0], x[1:]) + m.random.normal(x[:2], x[2]),
    "constants": lambda x: m.array([0, 1, -2.5, x[0], -0.0])[3],
}

SINGLE = (
    *("sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "sqrt", "tanh"),
    *("sinh", "cosh", "expm1", "log1p", "sign"),
)
PAIRS = ("minimum", "maximum", "atan2", "hypot")


def traced(function, n=3):
    graph = Graph()
    entries = tuple(Expr(graph, graph.node("input", (), ("x", j))) for j in range(n))
    results = function(Array.of(entries, (n,)))
    y = results if isinstance(results, Array) else Array([results])
    return Trace(graph, (NamedArray("x", (n,), entries),), (NamedArray("y", y.shape, y.flat),))


def kernel(trace, dtype="float64"):
    specs = [
        Spec(x.name, x.shape, tuple(map(str, x.shape))) for x in (*trace.operands, *trace.results)
    ]
    program = Program.of(trace, specs[:1], specs[1:], dtype, None)
    return Kernel(CompiledProgram(program, lambda: trace, "test"))


EVERYWHERE = {  # functions of a vector of two
    **{name: lambda x, name=name: getattr(m, name)(x[0]) for name in SINGLE},
    **{name: lambda x, name=name: getattr(m, name)(*x) for name in PAIRS},
    "divide": lambda x: (x[:1] / x[1:])[0],
    "power": lambda x: (x[:1] ** -1)[0],
    "abs": lambda x: abs(x[0]),
    "norm": m.norm,
    "random": lambda x: m.random.uniform(x[0], x[1], (3,)),
    "stumpff": lambda x: m.stack([m.stumpff(k, x[0]) for k in range(9)]),
    "arc": lambda x: m.stack([m.arc(k, x[0]) for k in range(4)]),
}
PLACES = [-np.inf, -1e4, -2.0, -1.0, -0.5, -0.0, 0.0, 0.5, 1.0, 2.0, 1e4, np.inf, np.nan]


@pytest.mark.parametrize("name", EVERYWHERE)
def test_outside_their_domain_functions_agree_in_kernel_interpreter_and_python(name):
    x = np.array([[a, b] for a in PLACES for b in PLACES])
    trace = traced(EVERYWHERE[name], 2)
    got, expected = kernel(trace)(x), interpret(trace, x)[0]
    np.testing.assert_array_equal(got, expected)
    assert ((np.signbit(got) == np.signbit(expected)) | np.isnan(got)).all()
    numbers = [np.array(EVERYWHERE[name](Array(row)), dtype=float) for row in x]
    np.testing.assert_allclose(got, np.reshape(numbers, got.shape), rtol=1e-14)


@pytest.mark.parametrize("name", VOCABULARY)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_kernel_lanes_and_interpreter_give_the_same_bits(name, dtype):
    trace = traced(VOCABULARY[name])
    rng = np.random.default_rng(1)
    x = rng.uniform(-1.4, 1.4, (83, 3)) * 10.0 ** rng.integers(-9, 2, (83, 3))
    x[:6] = [
        [0.0, -0.0, 1],
        [np.inf, 1, -1],
        [-np.inf, 0, 1],
        [np.nan, 1, 1],
        [1, 1, 1],
        [5e-324] * 3,
    ]
    x = x.astype(dtype)
    k = kernel(trace, dtype)
    expected = interpret(trace, x, dtype=dtype)[0]
    np.testing.assert_array_equal(k(x), expected)
    np.testing.assert_array_equal([k(row) for row in x], expected)


def test_every_batch_size_up_to_twice_the_lanes_gives_the_same_bits():
    for dtype in ("float64", "float32"):
        trace = traced(lambda x: Array([m.sin(x[0]) * x[1], 0, x[2], m.exp(x[0]) / x[2], 2.5]))
        k, lanes = kernel(trace, dtype), host().lanes(np.dtype(dtype).itemsize)
        x = np.random.default_rng(2).normal(size=(2 * lanes + 2, 3)).astype(dtype)
        expected = np.array([k(row) for row in x])
        for n in range(2 * lanes + 2):
            for start in (0, 1):
                part = slice(start, start + n)
                np.testing.assert_array_equal(k(x[part]), expected[part])
            np.testing.assert_array_equal(k(x[:n][::-1]), expected[:n][::-1])
        out = np.full((2 * lanes + 2, 7), np.nan, dtype)
        k(x, out=out[:, 1:6])
        np.testing.assert_array_equal(out[:, 1:6], expected)
        assert np.isnan(out[:, [0, 6]]).all()


def test_conditions_as_results_are_ones_and_zeros():
    k = kernel(traced(lambda x: Array([x[0] < x[1], ~(x[0] < x[1])])))
    np.testing.assert_array_equal(k([[1, 2, 0], [2, 1, 0]]), [[1, 0], [0, 1]])


def test_a_complex_constant_is_refused():
    with pytest.raises(kt.TraceError, match=r"holds the complex constant 1j"):
        kernel(traced(lambda x: x[0] * 1j))([1.0, 2, 3])


def set_partition_size(monkeypatch, size):
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")
    monkeypatch.setitem(memory_map.MemoryMap.__init__.__kwdefaults__, "partition_size", size)


@pytest.mark.parametrize("size", [1, 2, 7, 10_000])
def test_partitions_do_not_change_a_bit(monkeypatch, size):
    def long(x):
        y = x
        for _ in range(40):
            y = Array([m.sin(y[1]) + y[0] * y[2], y[2] - y[0], m.where(y[0] < y[1], y[1], x[2])])
        return y

    trace = traced(long)
    x = np.random.default_rng(3).normal(size=(20, 3))
    whole = kernel(trace)(x)
    set_partition_size(monkeypatch, size)
    divided = kernel(trace)
    assert ("\npartition 1:" in divided.explain("partitions")) == (size < 10_000)
    np.testing.assert_array_equal(divided(x), whole)


def test_hundreds_of_values_live_across_many_partitions(monkeypatch):
    set_partition_size(monkeypatch, 200)
    biped, rng = kt.robots.biped(), np.random.default_rng(5)
    q = kt.random_configuration(biped, 9, rng=rng)
    v, a = rng.normal(size=(2, 9, biped.nv))
    expected = interpret(kt.rnea_derivatives.trace(biped), q, v, a)
    k = kt.rnea_derivatives.compile(biped)
    for many, one, right in zip(k(q, v, a), k(q[4], v[4], a[4]), expected, strict=True):
        np.testing.assert_array_equal(many, right)
        np.testing.assert_array_equal(one, right[4])


@pytest.mark.parametrize("largest", [(1, 1), (3, 2), (4, 2), (6, 4)])
def test_tiles_of_products_do_not_change_a_bit(monkeypatch, largest):
    """Tiles for few and many registers, in the scalar and the vector variant."""

    def products(x):
        A, B = x[:150].reshape(10, 15), x[150:].reshape(15, 23)
        return product(A, B).ravel()

    trace = traced(products, 150 + 15 * 23)
    x = np.random.default_rng(4).normal(size=(20, 150 + 15 * 23))
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")
    monkeypatch.setattr(matrix_products, "MAX_TILE", dict.fromkeys((16, 32), largest))
    tiled = kernel(trace)
    np.testing.assert_array_equal(tiled(x), interpret(trace, x)[0])
    np.testing.assert_array_equal(tiled(x[5]), interpret(trace, x[5])[0])


@pytest.fixture(scope="module")
def rnea():
    arm = kt.robots.arm()
    rng = np.random.default_rng(0)
    return kt.rnea.compile(arm), rng.normal(size=(3, 6, 5, 7))


def test_out_may_be_a_tuple_of_one(rnea):
    k, (q, v, a) = rnea
    out = np.zeros_like(q)
    assert k(q, v, a, out=(out,)) is out
    np.testing.assert_array_equal(out, k(q, v, a))


def test_masks_and_overlapping_results_are_refused(rnea):
    k, (q, v, a) = rnea
    with pytest.raises(kt.ShapeError, match=r"q is a masked array, .* q\.filled\(np\.nan\)"):
        k(np.ma.masked_less(q, 0), v, a)
    both = kt.algorithm(lambda model, q: {"x": q + 1, "y": q * 2})
    out = np.zeros((4, 7))
    with pytest.raises(kt.ShapeError, match="out for x and for y overlap"):
        both(kt.robots.arm(), np.zeros((4, 7)), out=(out, out[::-1]))


def test_properties_of_a_kernel(rnea):
    k, (q, v, a) = rnea
    k(q, v, a)
    assert k.operation_count == kt.rnea.trace(kt.robots.arm()).operation_count
    assert "define void @kernel" in k.ir
    assert k.sparsity[0].tolist() == [True] * 7
    start = time.perf_counter()
    other = kt.rnea.compile(kt.robots.arm())
    other(*np.zeros((3, 7)))
    assert 0 < other.compile_seconds < time.perf_counter() - start
    assert repr(k).startswith("<Kernel rnea of arm: ")
    sparse = kt.crba.compile(kt.robots.biped()).sparsity[0]
    assert not sparse[6, 12] and sparse[6, 7] and sparse[3, 3:].all()


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))), ids=str)
def test_batch_axes_lie_in_memory_in_any_order(order):
    """Axes are joined only where one follows the other in memory, whatever comes before."""
    arm, rng = kt.robots.arm(), np.random.default_rng(3)
    crba = kt.crba.compile(arm)
    for shape in ((2, 3, 4), (3, 2, 4), (4, 4, 4), (2, 6, 3)):
        q = rng.normal(size=(*shape, 7)).transpose(*order, 3)
        expected = crba(np.ascontiguousarray(q))
        np.testing.assert_array_equal(crba(q), expected)
        out = np.full((*shape, 7, 7), np.nan).transpose(*order, 3, 4)
        np.testing.assert_array_equal(crba(q, out=out), expected)
        wide = np.broadcast_to(q[:, :1], q.shape)
        np.testing.assert_array_equal(crba(wide), crba(np.ascontiguousarray(wide)))
