"""Transcendental functions of kernels: errors in ulp, in float64 and float32."""

import mpmath as mp
import numpy as np
import pytest

import kinetree as kt
from kinetree.compiler.batch import Spec
from kinetree.compiler.compilation import CompiledProgram
from kinetree.compiler.kernel import Kernel
from kinetree.compiler.passes import FUNCTIONS
from kinetree.compiler.precision import PRECISIONS
from kinetree.compiler.program import Program
from kinetree.scalar.expr import Expr, apply
from kinetree.scalar.graph import Graph
from kinetree.scalar.replay import NamedArray, Trace

N = 400
BINARY = {"atan2", "hypot"}


def bound(op):
    """The largest error in ulps, by one rounding of the result, and some before it."""
    larger = {"exp": 0.89, "tanh": 1.3, "expm1": 1.2, "sinh": 1.75, "cosh": 1.05, "hypot": 1.05}
    larger |= {"sin": 0.8, "cos": 0.8, "tan": 0.9, "log": 0.8, "log1p": 0.85}
    return larger.get(op, 0.7)


def kernel(op, dtype):
    count = 2 if op in BINARY else 1
    graph = Graph()
    entries = tuple(Expr(graph, graph.node("input", (), ("x", j))) for j in range(count))
    y = NamedArray("y", (), (apply(op, *entries),))
    trace = Trace(graph, (NamedArray("x", (count,), entries),), (y,))
    x, y = Spec("x", (count,), ("n",)), Spec("y", (), ())
    return Kernel(CompiledProgram(Program.of(trace, [x], [y], dtype, None), lambda: trace, op))


def spread(rng, low, high):
    """Numbers of both signs whose logarithms are uniform."""
    return np.exp(rng.uniform(np.log(low), np.log(high), N)) * rng.choice([-1, 1], N)


def angles(rng, dtype):
    tiny = np.finfo(dtype).tiny
    near = np.round(rng.uniform(-1e4, 1e4, N)) * np.pi / 2
    far = spread(rng, 1, PRECISIONS[dtype].largest_angle)
    return np.concatenate([spread(rng, tiny, 1), rng.uniform(-10, 10, N), far, near])


def unit(rng, dtype):
    eps = np.finfo(dtype).eps
    edge = rng.choice([-1, 1], N) * (1 - abs(spread(rng, eps, 0.1)))
    return np.concatenate(
        [rng.uniform(-1, 1, N), spread(rng, np.finfo(dtype).tiny, 1), edge, [-1, 1, 0.5]]
    )


def wide(rng, dtype):
    info = np.finfo(dtype)
    return np.concatenate(
        [
            spread(rng, info.tiny, info.max),
            rng.uniform(-4, 4, N),
            rng.uniform(0.6, 0.7, N),
            [0.4375, 0.6875, 1],
        ]
    )


def exponents(rng, dtype):
    top, bottom = (
        np.log(float(np.finfo(dtype).max)),
        np.log(float(np.finfo(dtype).smallest_subnormal)),
    )
    return np.concatenate([rng.uniform(bottom, top, N), spread(rng, 1e-30, 1)])


def positive(rng, dtype):
    info = np.finfo(dtype)
    subnormal = abs(spread(rng, float(info.smallest_subnormal) * 8, float(info.tiny)))
    near_one = 1 + spread(rng, info.eps, 0.1)
    return np.concatenate([abs(spread(rng, info.tiny, info.max)), subnormal, near_one])


def above_minus_one(rng, dtype):
    info = np.finfo(dtype)
    near = -1 + abs(spread(rng, info.eps, 0.5))
    wide = abs(spread(rng, info.tiny, info.max))
    return np.concatenate([spread(rng, info.smallest_subnormal * 8, 0.9), near[near > -1], wide])


def small_and_large(rng, dtype):
    top = np.log(float(np.finfo(dtype).max))
    tiny = spread(rng, float(np.finfo(dtype).smallest_subnormal) * 8, 1)
    small = [rng.uniform(-3, 3, N), rng.uniform(0.3, 0.4, N), rng.uniform(0.65, 0.75, N)]
    return np.concatenate([tiny, *small, rng.uniform(-top, top, N)])


POINTS = {
    "sin": angles,
    "cos": angles,
    "tan": angles,
    "asin": unit,
    "acos": unit,
    "atan": wide,
    "exp": exponents,
    "log": positive,
    "tanh": wide,
    "expm1": small_and_large,
    "log1p": above_minus_one,
    "sinh": small_and_large,
    "cosh": small_and_large,
}


def errors_in_ulp(got, exact, dtype):
    """|got - exact| in units of the last place of the exact value."""
    for y, e in zip(got, exact, strict=True):
        size = max(abs(float(e)), float(np.finfo(dtype).smallest_subnormal))
        ulp = float(np.spacing(np.dtype(dtype).type(min(size, float(np.finfo(dtype).max)))))
        yield abs(mp.mpf(float(y)) - e) / ulp


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("op", POINTS)
def test_errors_against_fifty_digits(op, dtype):
    x = POINTS[op](np.random.default_rng(0), dtype).astype(dtype)
    got = kernel(op, dtype)(x[:, None])
    with mp.workdps(50):
        worst = max(errors_in_ulp(got, [getattr(mp, op)(mp.mpf(float(a))) for a in x], dtype))
    assert worst <= bound(op), float(worst)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("op", sorted(BINARY))
def test_errors_of_functions_of_two_numbers_against_fifty_digits(op, dtype):
    rng = np.random.default_rng(0)
    info = np.finfo(dtype)
    x = np.concatenate(
        [spread(rng, 1e-3, 1e3), spread(rng, info.tiny, info.max), rng.normal(size=N)]
    )
    y = np.concatenate([rng.permutation(x[:N]), rng.permutation(x[N : 2 * N]), rng.normal(size=N)])
    x, y = x.astype(dtype), y.astype(dtype)
    got = kernel(op, dtype)(np.stack([y, x], -1))
    with mp.workdps(50):
        pairs = [(mp.mpf(float(b)), mp.mpf(float(a))) for b, a in zip(y, x, strict=True)]
        worst = max(errors_in_ulp(got, [getattr(mp, op)(*pair) for pair in pairs], dtype))
    assert worst <= bound(op), float(worst)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_special_values_are_those_of_numpy(dtype):
    info = np.finfo(dtype)
    x = np.array(
        [0.0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 2, -2, info.max, info.smallest_subnormal], dtype
    )
    names = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2"}
    with np.errstate(all="ignore"):
        for op in FUNCTIONS:
            y, z = np.meshgrid(x, x) if op in BINARY else (x, x)
            columns = np.stack([y, z] if op in BINARY else [y], -1)
            expected = getattr(np, names.get(op, op))(*([y, z] if op in BINARY else [y]))
            if op in ("sin", "cos", "tan"):
                expected = np.where(abs(y) > PRECISIONS[dtype].largest_angle, np.nan, expected)
            got = kernel(op, dtype)(columns)
            np.testing.assert_allclose(got, expected, rtol=4 * info.eps)
            zero = expected == 0
            np.testing.assert_array_equal(np.signbit(got[zero]), np.signbit(expected[zero]))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize(
    "pair", [("x", 0.1), (-0.3, "x"), (0, "x"), ("x", 1), (-0.0, "x")], ids=str
)
def test_arc_tangent_of_a_constant(pair, dtype):
    @kt.function("()->()")
    def angle(x):
        return kt.math.atan2(*(x.flat[0] if a == "x" else a for a in pair))

    x = np.array([-0.7, -0.0, 0.0, 2.0], dtype)
    expected = np.arctan2(*(x if a == "x" else np.asarray(a, dtype) for a in pair))
    np.testing.assert_allclose(angle(x), expected, rtol=2 * np.finfo(dtype).eps)


@pytest.mark.parametrize(("dtype", "largest"), [("float64", 2**30), ("float32", 2**20)])
@pytest.mark.parametrize("op", ["sin", "cos", "tan"])
def test_end_of_angles(op, dtype, largest):
    last = np.asarray(largest, dtype)
    k = kernel(op, dtype)
    assert np.isfinite(k(last[None])) and np.isnan(k(np.nextafter(last, np.inf)[None]))
