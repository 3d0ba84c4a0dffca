"""Loops in kernels: the bits of the interpreter and of repeated steps, in both variants."""

import json

import numpy as np
import pytest
from concurrency import lets_other_threads_run

import kinetree as kt
from kinetree.compiler.interpreter import interpret
from kinetree.compiler.ir_builder import NumberType
from kinetree.compiler.ir_module import IRModule
from kinetree.compiler.passes import lower
from kinetree.compiler.program import recorded_trace, trace_record
from kinetree.scalar.scan import shared

ARM = kt.robots.arm()
LENGTHS = (1, 2, 5, 17)


@kt.algorithm("(3),(T,2)->(3),(T,3),(T+1,3)")
def captured(model, x, u):
    """A product from outside that each step reads, and an array that two results share."""
    factor = x[0] * x[1]
    last, before = kt.math.scan(lambda s, t: (kt.math.sin(s * factor + t[0] * t[1]), s), x, u)
    whole = kt.math.concatenate([kt.math.array([x]), before])
    return {"last": last, "before": before, "whole": whole}


@kt.algorithm("(3),(T,2)->(3),(T+1,3)")
def straight(model, x, u):
    """A result that the loop writes in place, after its first row."""

    def step(s, t):
        after = kt.math.sin(s + t[0] * t[1])
        return after, after

    last, after = kt.math.scan(step, x, u)
    return {"last": last + u[0, 0], "whole": kt.math.concatenate([kt.math.array([x]), after])}


@kt.algorithm("(3),(T,2)->(3),(T,3),(T,2),(T,3)")
def nested(model, x, u):
    """A loop over the results of another one, with a loop over an operand in it."""

    def inside(c, y):
        inner, _ = kt.math.scan(lambda a, b: (a * y + b[0], None), c, u)
        return inner, {"double": inner * 2, "lost": inner}

    last, ys = kt.math.scan(lambda s, t: (s + t[1], s), x, u)
    last, zs = kt.math.scan(inside, last, ys)
    return {"last": last, "double": zs["double"], "u": u, "ys": ys}


@kt.algorithm("(3),(T,2)->(3),()")
def computed_rows(model, x, u):
    """Rows that are not an operand, and results that are read after the loop."""
    last, sums = kt.math.scan(lambda s, t: (s * t[0], s.sum()), x, 2 * u)
    return {"last": last, "sum": sums.sum()}


@kt.algorithm("(3),(T,2)->(3),(T,2)")
def choices(model, x, u):
    """Conditions from outside and inside, constants, and a carry that does not change."""
    positive = x[0] > 0

    def step(carry, t):
        s, kept = carry
        s = kt.math.where((s > x[0]) & positive, s * 0.5, s + 1 + kept)
        return (s, kept), kt.math.array([1, s[0] * t[0]])

    (last, _), ys = kt.math.scan(step, (x, x[1]), u)
    return {"last": last, "ys": ys}


@kt.algorithm("(3),(T,2)->(3)")
def with_products(model, x, u):
    """A matrix product in every step, and one outside."""
    rows = kt.math.array([[kt.math.cos(x[i % 3] + j) for j in range(12)] for i in range(12)])
    outside = _product(rows, rows.T)

    def step(s, t):
        inside = _product(rows * t[0], outside)
        return kt.math.array([inside[0, 0] + s[0], inside[3, 7], outside[2, 2] * s[1]]) * 0.1, None

    return kt.math.scan(step, x, u)[0]


@kt.algorithm("(3),(T,2)->(3),(),()")
def ends(model, x, u):
    """A loop in a loop that each sample ends by itself, and one that may have no step."""

    def inside(carry, t):
        s, count = carry
        return (kt.math.sin(s + t[0] * t[1]) + x, count + 1.0), None

    def step(carry, t):
        return kt.math.scan(inside, carry, u, until=lambda c: (c[0].sum() > 1) | (t[0] > 1))[
            0
        ], None

    (s, count), _ = kt.math.scan(step, (x, 0.0), u)
    least, _ = kt.math.scan(lambda c, _: (c + 1, None), x[0], length=3, until=lambda c: c > 0)
    return {"s": s, "count": count, "least": least}


@kt.algorithm("(3),(T,2)->(3),(T)")
def random(model, x, u):
    """Words from outside: of an operand, and plain ones; and of the rows and the carry inside."""
    key = [1e5 * abs(x[0]), 1234567]

    def step(s, t):
        drawn = kt.math.random.normal(key, [1e4 * abs(t[0]), 70000], (3,))
        return 0.5 * s + drawn, kt.math.random.uniform(5, 1e5 * abs(s[:2]))

    last, drawn = kt.math.scan(step, x, u)
    return {"last": last, "drawn": drawn}


def _product(a, b):
    from kinetree.scalar.products import product

    return product(a, b)


@kt.algorithm("(3),(T,2)->(3),(T,2)")
def elements(model, x, u):
    """Elements of an operand, of a loop's results and of constants, in a loop in a loop."""
    math = kt.math
    sums = math.scan(lambda c, row: (c + row, c + row), math.zeros(2), u)[1]

    def inner(carry, y):
        rows = math.take(u, 3 * y) + math.take(sums[:, 1], y) * math.take([0, 0.5, 3.0], 2 * y)
        return math.stack([carry[0] + rows[1], *(carry[1:] - rows)]), None

    def step(carry, row):
        after, _ = math.scan(inner, carry, row)
        return after * math.take(x, after[0]), row + math.take(sums, after[1])

    last, rows = math.scan(step, x, u)
    return {"last": last, "rows": rows}


ALGORITHMS = (captured, straight, nested, computed_rows, choices, with_products, ends)
ALGORITHMS += (elements, random)


def _several(results):
    return results if isinstance(results, tuple) else (results,)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda x: x.__name__)
def test_a_loop_has_the_bits_of_the_interpreter(algorithm, length):
    rng = np.random.default_rng(length)
    kernel = algorithm.compile(ARM, sizes={"T": length})
    trace = algorithm.trace(ARM, sizes={"T": length})
    for n in (1, 3, 8, 19):
        x, u = rng.standard_normal((n, 3)), rng.standard_normal((n, length, 2))
        found = _several(kernel(x, u))
        for y, expected in zip(found, interpret(trace, x, u), strict=True):
            assert np.array_equal(y, expected)
        for i in range(n):
            for y, one in zip(found, _several(kernel(x[i], u[i])), strict=True):
                assert np.array_equal(y[i], one)


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda x: x.__name__)
def test_a_loop_in_a_file_is_the_same_on_another_machine(algorithm):
    trace = algorithm.trace(ARM, sizes={"T": 5})
    again = recorded_trace(json.loads(json.dumps(trace_record(trace))))
    rng = np.random.default_rng(2)
    x, u = rng.standard_normal((4, 3)), rng.standard_normal((4, 5, 2))
    for y, expected in zip(interpret(again, x, u), interpret(trace, x, u), strict=True):
        assert np.array_equal(y, expected)


@pytest.mark.parametrize("algorithm", (captured, choices, ends), ids=lambda x: x.__name__)
def test_a_loop_in_float32(algorithm):
    rng = np.random.default_rng(3)
    x = rng.standard_normal((19, 3)).astype(np.float32)
    u = rng.standard_normal((19, 5, 2)).astype(np.float32)
    found = algorithm(ARM, x, u)
    expected = interpret(algorithm.trace(ARM, sizes={"T": 5}), x, u, dtype="float32")
    for y, z in zip(found, expected, strict=True):
        assert y.dtype == np.float32 and np.array_equal(y, z)


def unrolled(step, carry, xs):
    """A scan that is unrolled."""
    kept = []
    for k in range(len(xs)):
        carry, y = step(carry, xs[k])
        kept.append(y)
    return carry, kt.math.stack(kept)


@pytest.mark.parametrize("algorithm", (captured, straight), ids=lambda x: x.__name__)
def test_a_loop_has_the_bits_of_the_unrolled_program(algorithm, monkeypatch):
    rng = np.random.default_rng(11)
    x, u = rng.standard_normal((19, 3)), rng.standard_normal((19, 6, 2))
    found = algorithm(ARM, x, u)
    monkeypatch.setattr(kt.math, "scan", unrolled)
    make, arguments = algorithm.definition.identity
    plain = kt.Algorithm(make(*arguments))
    assert (
        plain.trace(ARM, sizes={"T": 6}).operation_count
        == algorithm.compile(ARM, sizes={"T": 6}).operation_count
    )
    for y, z in zip(found, plain(ARM, x, u), strict=True):
        assert np.array_equal(y, z)


def test_the_code_of_a_loop_does_not_grow_with_its_length():
    texts = []
    for length in (10, 10_000):
        ir = straight.compile(ARM, sizes={"T": length}).ir
        texts.append(ir.replace(f", {length}\n", ", N\n"))
    assert len(texts[0]) == pytest.approx(len(texts[1]), abs=20)
    graphs = [len(straight.trace(ARM, sizes={"T": n}).graph) for n in (10, 10_000)]
    assert graphs[0] == graphs[1]


@pytest.mark.parametrize("algorithm", (nested, ends), ids=lambda x: x.__name__)
def test_a_loop_is_saved_with_its_kernel(algorithm, tmp_path, monkeypatch):
    x, u = np.random.default_rng(7).standard_normal((5, 3)), np.ones((5, 4, 2))
    kernel = algorithm.compile(ARM, sizes={"T": 4})
    kernel.save(tmp_path / "a.kernel")
    from kinetree.compiler import cache

    loaded = kt.load_kernel(tmp_path / "a.kernel")
    monkeypatch.setattr(cache, "code_key", lambda *x: cache.digest("another machine", *x))
    again = kt.load_kernel(tmp_path / "a.kernel")
    for y, z, w in zip(kernel(x, u), loaded(x, u), again(x, u), strict=True):
        assert np.array_equal(y, z) and np.array_equal(y, w)


def test_loops_that_differ_in_one_thing_have_different_code():
    @kt.algorithm("(3),(4,3)->(3)")
    def sums(model, x, u, *, factor=1.0, backward=False):
        rows = kt.math.array([u[3 - k] for k in range(4)]) if backward else u
        return kt.math.scan(lambda s, t: (factor * s + t, None), x, rows)[0]

    x, u = np.zeros(3), np.arange(12.0).reshape(4, 3)
    assert np.array_equal(sums(ARM, x, u, factor=2.0), ((u[0] * 2 + u[1]) * 2 + u[2]) * 2 + u[3])
    assert np.array_equal(sums(ARM, x, u, factor=3.0), ((u[0] * 3 + u[1]) * 3 + u[2]) * 3 + u[3])
    back = sums(ARM, x, u, factor=2.0, backward=True)
    assert np.array_equal(back, ((u[3] * 2 + u[2]) * 2 + u[1]) * 2 + u[0])


def test_packed_results_of_a_loop():
    kernel = straight.compile(ARM, sizes={"T": 3}, packed=True)
    x, u = np.ones((2, 3)), np.ones((2, 3, 2))
    for packing, y, z in zip(kernel.packing, kernel(x, u), straight(ARM, x, u), strict=True):
        assert np.array_equal(packing.dense(y), z)


BILLION = 10**9


@kt.algorithm("(3),()->(3),()")
def counted(model, x, target):
    """Steps until their count is the target, of which there may be no end."""

    def step(carry, _):
        y, count = carry
        return (y + x, count + 1.0), None

    carry = kt.math.scan(step, (x, 0.0), length=BILLION, until=lambda c: c[1] >= target)[0]
    return {"y": carry[0], "count": carry[1]}


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_loop_ends_where_its_condition_holds(dtype):
    """An integer number of steps for each sample; all of them would take days."""
    targets = np.array([0, 1, 2, -3, 7, 1000, 4, 4, 4, 5, 6, 1, 0, 2, 3, 9, 8, 2.5, 3], dtype)
    x = np.random.default_rng(0).integers(-9, 9, (len(targets), 3)).astype(dtype)
    steps = np.ceil(np.maximum(targets, 0))
    y = x * (1 + steps)[:, None]
    for n in range(1, len(targets) + 1):
        found = counted(ARM, x[:n], targets[:n])
        assert np.array_equal(found.count, steps[:n]) and np.array_equal(found.y, y[:n])
    for k in range(len(targets)):
        assert counted(ARM, x[k], targets[k]).count == steps[k]
    assert np.array_equal(interpret(counted.trace(ARM), x, targets, dtype=dtype)[1], steps)


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("length", [1, 2, 5, 6])
def test_results_of_steps_that_are_left_out_are_zeros(length, reverse):
    """Whatever a sample's neighbours in the vector do; also where none takes a step."""

    def rows(x, n, u):
        def step(carry, t):
            y, k = carry
            return (1.5 * y + t[0], k + 1), {"a": t / y[0], "b": k + y[1]}

        end = lambda carry: carry[1] >= n  # noqa: E731
        (y, _), rows = kt.math.scan(step, (x, 0.0), u, reverse=reverse, until=end)
        return {"y": y, **rows}

    looped = kt.function(f"(3),(),({length},2)->(3),({length},2),({length})")(rows)
    rng = np.random.default_rng(0)
    x, u = rng.normal(size=(37, 3)), rng.normal(size=(37, length, 2))
    x[:, 0] = np.where(rng.random(37) < 0.2, 0.0, x[:, 0])  # a step that is left out divides by it
    for n in (np.zeros(37), np.ones(37), np.full(37, 2.0), rng.integers(0, length + 1, 37) * 1.0):
        together = looped(x, n, u)
        for k in range(37):
            alone = looped(x[k], n[k], u[k])
            y, a, b = x[k], np.zeros((length, 2)), np.zeros(length)
            order = list(range(length))[:: -1 if reverse else 1][: int(n[k])]
            for count, j in enumerate(order):
                with np.errstate(all="ignore"):
                    a[j], b[j], y = u[k, j] / y[0], count + y[1], 1.5 * y + u[k, j, 0]
            for one, many, exact in zip(alone, together, (y, a, b), strict=True):
                np.testing.assert_array_equal(one, many[k])
                np.testing.assert_allclose(one, exact, rtol=1e-12)
    point = x[1], 1.0, u[1]
    slopes = kt.jacobian(looped, "x")(*point)
    h = 1e-6 * np.eye(3)
    moved = [[looped(point[0] + s * e, *point[1:]) for s in (-1, 1)] for e in h]
    for k, slope in enumerate(slopes):
        steps = np.stack([(after[k] - before[k]) / 2e-6 for before, after in moved], -1)
        np.testing.assert_allclose(slope, steps, atol=1e-8 * (1 + abs(steps).max()))


def test_a_loop_whose_condition_never_holds_takes_all_steps():
    @kt.algorithm("()->(),()")
    def seven(model, x):
        step = lambda c, _: ((c[0] + x, c[1] + 1.0), None)  # noqa: E731
        carry, _ = kt.math.scan(step, (x, 0.0), length=7, until=lambda c: c[0] > 100)
        return {"sum": carry[0], "count": carry[1]}

    x = np.array([1.0, np.nan, 20.0, 200.0, -1.0])
    assert np.array_equal(seven(ARM, x).count, [7, 7, 5, 0, 7])
    assert [seven(ARM, a).count for a in x] == [7, 7, 5, 0, 7]


def test_what_is_not_read_after_a_loop_goes_on_in_lanes_that_have_ended():
    """It overflows there, takes elements, and would not hold the condition any more."""

    @kt.function("(),(5)->(),()")
    def ended(x, table):
        def step(carry, _):
            y, k, growing, most, sum = carry
            most = kt.math.where(y > most, y, most)
            sum += kt.math.take(table, k) + most
            return (-3.0 * y, k + 1, growing * growing + 2, most, sum), None

        # |y| grows and k counts; of the carry y and the sum are read
        end = lambda c: (c[0] > 20) & (c[1] < 9)  # noqa: E731
        (y, *_, sum), _ = kt.math.scan(step, (x, 0.0, x, 0.0, 0.0), length=60, until=end)
        return {"y": y, "sum": sum}

    x, table = np.array([3.0, 300.0, 1.0, -7.0, 0.1, 25.0, 2.0, -1e-3, 8.0]), np.arange(5.0)
    y, sums = ended(x, table)
    for a, one, sum in zip(x, y, sums, strict=True):
        k = next((k for k in range(9) if a * (-3.0) ** k > 20), 60)
        assert one == pytest.approx(a * (-3.0) ** k, rel=1e-12)
        most = np.maximum.accumulate(np.maximum(a * (-3.0) ** np.arange(k), 0.0))
        assert sum == pytest.approx(np.minimum(np.arange(k), 4.0).sum() + most.sum(), rel=1e-12)
        assert ended(a, table) == (one, sum)
    trace = ended.trace()
    for _ in range(2):  # selects of the function itself stay
        trace = lower(trace)
        (body,) = [trace.graph.data[i].body for i in trace.nodes if trace.graph.ops[i] == "loop"]
        kept = [body.graph.ops[x.index] == "select" for x in body.results[0].elements]
        assert kept == [True, False, False, True, True, True]


def test_what_another_loop_reads_in_a_row_stays_in_lanes_that_have_ended():
    @kt.function("(3)->()")
    def summed(x):
        def step(carry, _):
            y, k = carry
            return (2 * y, k + 1), None

        y = kt.math.scan(step, (x, 0.0), length=50, until=lambda c: c[1] >= x[0])[0][0]
        return kt.math.scan(lambda sum, part: (sum + part, None), 0.0, y)[0]

    x = np.array([[k, 1.0, 2.0] for k in (1, 9, 4, 0, 2, 30, 3, 5, 7)])
    assert np.array_equal(summed(x), 2.0 ** x[:, 0] * x.sum(1))
    assert [summed(a) for a in x] == summed(x).tolist()


@kt.function("(4)->(6,4)")
def permuted(x):
    """Rows of another loop's results at places of a table, which a counter chooses."""
    rows = kt.math.scan(lambda k, _: (k + 1, k * x + kt.math.sin(x)), 0.0, length=6)[1]

    def step(k, _):
        return k + 1, kt.math.take(rows, kt.math.take([5.0, 3, 1, 0, 2, 4], k)) + x

    return kt.math.scan(step, 0.0, length=6)[1]


def test_places_that_are_the_same_in_every_lane():
    x = np.random.default_rng(0).normal(size=(19, 4))
    together = permuted(x)
    for row, alone in zip(together, map(permuted, x), strict=True):
        np.testing.assert_array_equal(row, alone)
    exact = np.array([5, 3, 1, 0, 2, 4])[:, None] * x[:, None] + (np.sin(x) + x)[:, None]
    np.testing.assert_allclose(together, exact, rtol=1e-14)


def test_equal_bodies_are_compiled_once():
    """However often they are called, with other numbers, from other loops, with equal constants.

    One that differs in a constant has its own code.
    """

    def of_calls(n: int, last: float = 2.0):
        def heavy(factor, x):
            return shared(lambda x: kt.math.sin(factor * x[::-1]) + kt.math.cos(x) * 3.0, x)

        @kt.function("(4)->(4)")
        def calls(x):
            for k in range(n - 1):
                x = heavy(2.0, x) + float(k)
            return kt.math.scan(lambda y, _: (heavy(last, y), None), x, length=2)[0]

        return calls

    texts = [
        IRModule(lower(calls.trace()), NumberType("float64", 1)).text()
        for calls in (of_calls(2), of_calls(4), of_calls(4, 3.0))
    ]
    products = [x.count("fmul") for x in texts]
    assert products[0] == products[1] > 8 and products[2] == 2 * products[1]
    x = np.random.default_rng(0).normal(size=(19, 4))
    expected = x
    for k in (0, 1, 2):
        expected = np.sin(2 * expected[:, ::-1]) + 3 * np.cos(expected) + k
    for _ in range(2):
        expected = np.sin(3 * expected[:, ::-1]) + 3 * np.cos(expected)
    np.testing.assert_allclose(of_calls(4, 3.0)(x), expected, rtol=1e-13, atol=1e-13)


def test_operations_of_a_loop_count_once_for_each_step():
    counts = [straight.compile(ARM, sizes={"T": n}).operation_count for n in (1, 2, 3)]
    assert counts[2] - counts[1] == counts[1] - counts[0] > 0


def test_a_long_loop_of_one_sample_lets_other_threads_run():
    @kt.algorithm("(3)->(3)")
    def long_one(model, x):
        return kt.math.scan(lambda s, _: (kt.math.sin(s) + x, None), x, length=1_000_000)[0]

    kernel, x = long_one.compile(ARM), np.array([0.1, 0.2, 0.3])
    kernel(x)
    assert lets_other_threads_run(lambda: kernel(x))
