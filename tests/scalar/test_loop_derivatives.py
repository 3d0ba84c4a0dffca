"""Derivatives of loops against those of unrolled steps."""

import itertools

import numpy as np
import pytest

import kinetree as kt
from kinetree.compiler.ir_builder import NumberType
from kinetree.compiler.ir_module import IRModule
from kinetree.compiler.passes import lower
from kinetree.scalar import tapes
from kinetree.scalar.scan import computed_where

ARM = kt.robots.arm()
SIGNATURE = "(3),(T,2)->()"


def _unrolled(step, carry, xs=None, length=None, until=None):
    """An unrolled scan, the reference of the derivatives; until is a condition on an array."""
    first = xs[0] if isinstance(xs, tuple) else xs
    outputs = []
    for t in range(length if xs is None else first.shape[0]):
        x = None if xs is None else tuple(a[t] for a in xs) if isinstance(xs, tuple) else xs[t]
        after, y = step(carry, x)
        carry = after if until is None else kt.math.where(until(carry), carry, after)
        outputs.append(y)
    return carry, None if outputs[0] is None else kt.math.stack(outputs)


def captured(scan, x, u):
    """Captures a product from outside and its factor; its results are used."""
    factor = x[0] * x[1]
    shifted = factor + 1
    last, rows = scan(
        lambda s, t: (kt.math.sin(s * factor + t[0] * t[1] * shifted) + x[0], s * t[0]), x, u
    )
    return last.sum() + (rows * rows).sum()


def nested(scan, x, u):
    """A loop over the results of another, with a loop in it."""
    last, rows = scan(lambda s, t: (kt.math.sin(s + t[0] * t[1]), s * x[1]), x, u)

    def inside(c, y):
        inner, _ = scan(lambda a, b: (kt.math.cos(a * y) + b[0], None), c, u)
        return inner, inner * 2

    last, rows = scan(inside, last, rows)
    return last[0] + rows[0, 1] * rows[-1, 2]


def chained(scan, x, u):
    """A loop that passes on the results of another one, and captures its initial carry."""
    root = kt.math.sin(x[0]) * x[1]
    first, _ = scan(lambda s, t: (kt.math.sin(s * root + t[0]), None), root, u)
    last, rows = scan(lambda s, t: (first, (root + s) * t[1]), x[2], u)
    return last + rows.sum()


def pair(scan, x, u):
    """A carry of which one number changes only through the other, and one not at all."""

    def step(carry, t):
        a, b, c = carry
        return (a + b * t[0], b * c + t[1], c), a * b

    (a, b, _), rows = scan(step, (1.0, x[0], x[1]), u)
    return a * b + rows[-1]


def chosen(scan, x, u):
    """Selects inside and around the loop; branches that are not taken are infinite or nan."""

    def step(s, t):
        root = kt.math.sqrt(kt.math.where(t[0] > 0, t[0], 0.0))
        return kt.math.where(t[0] > 0, s * root + s * s * 0.1, s - t[1]), None

    last, _ = scan(step, x, u)
    return kt.math.where(x[0] > 0, last[0] + kt.math.where(x[1] > 0, last[1], x[1]), x[2])


def ended(scan, x, u):
    """A loop that ends after some steps, which are the most that count."""
    last, _ = scan(
        lambda s, t: (kt.math.sin(s * t[0] + x) * 1.5, None), x, u, until=lambda s: s[0] > 0.4
    )
    return (last * last).sum()


FUNCTIONS = (captured, nested, chained, pair, chosen, ended)


def _both(function):
    return [_algorithm(function, scan) for scan in (kt.math.scan, _unrolled)]


def _algorithm(function, scan):
    def wrapper(model, x, u):
        return function(scan, x, u)

    wrapper.__name__ = f"{function.__name__}_{scan.__name__}"
    return kt.algorithm(SIGNATURE)(wrapper)


PAIRS = {function.__name__: _both(function) for function in FUNCTIONS}


def _agree(found, expected):
    assert np.all(np.isfinite(expected))
    scale = np.abs(expected).max(initial=1.0)
    assert np.abs(found - expected).max(initial=0.0) <= 1e-13 * scale


WHOLE, SHORT = 1 << 14, 4
TAPES = [(2, WHOLE), (7, WHOLE), (1, SHORT), (7, SHORT), (12, SHORT)]
"""Lengths of loops, and of their tapes."""


@pytest.fixture(params=(WHOLE, SHORT), ids=("whole tape", "short tapes"))
def tape(request, monkeypatch):
    monkeypatch.setattr(tapes, "TAPE", request.param)
    for algorithm in itertools.chain(*PAIRS.values()):
        algorithm.derived.clear()
    return request.param


def _samples(length):
    rng = np.random.default_rng(length)
    return rng.uniform(-1, 1, (9, 3)), rng.uniform(-1, 1, (9, length, 2))


@pytest.mark.parametrize("wrt", ("x", "u"))
@pytest.mark.parametrize(("length", "tape"), TAPES, indirect=["tape"])
@pytest.mark.parametrize("name", PAIRS)
def test_reverse_mode(name, length, wrt, tape):
    loop, plain = PAIRS[name]
    x, u = _samples(length)
    trace = kt.vjp(loop, wrt).trace(ARM, sizes={"T": length})
    assert any(trace.graph.ops[i] == "loop" for i in trace.nodes)
    weights = np.linspace(1, 2, len(x))
    _agree(kt.vjp(loop, wrt)(ARM, x, u, weights), kt.vjp(plain, wrt)(ARM, x, u, weights))


@pytest.mark.sweep
@pytest.mark.parametrize("wrt", ("x", "u"))
@pytest.mark.parametrize("length", (1, 7))
@pytest.mark.parametrize("name", PAIRS)
def test_forward_mode(name, length, wrt):
    loop, plain = PAIRS[name]
    x, u = _samples(length)
    direction = np.cos(np.arange(3.0)) if wrt == "x" else np.cos(u)
    found = kt.jvp(loop, wrt)(ARM, x, u, direction)
    _agree(found.d_result, (kt.grad(plain, wrt)(ARM, x, u) * direction).reshape(len(x), -1).sum(1))
    _agree(found.result, plain(ARM, x, u))


@pytest.mark.parametrize("name", ("captured", "nested", "chained", "pair"))
def test_second_derivatives(name, tape):
    loop, plain = PAIRS[name]
    x, u = _samples(3)
    _agree(kt.hessian(loop, "x")(ARM, x, u), kt.hessian(plain, "x")(ARM, x, u))
    _agree(kt.hessian(loop, "u")(ARM, x, u), kt.hessian(plain, "u")(ARM, x, u))


@pytest.mark.parametrize("name", ("captured", "chained", "pair"))
def test_gradients_of_gradients_run_loops_backward_again(name, tape):
    """Of 27 steps short tapes have five times five and two more; five are twice two and one."""

    def climbing(algorithm):
        slope = kt.grad(algorithm, "x")

        @kt.algorithm(SIGNATURE)
        def squared(model, x, u):
            gradient = slope(model, x, u)
            return (gradient * gradient).sum()

        return kt.grad(squared, "u")

    loop, plain = map(climbing, PAIRS[name])
    x, u = _samples(27)
    _agree(loop(ARM, x, u), plain(ARM, x, u))


def test_a_gradient_by_short_tapes_works_in_little_memory(monkeypatch):
    def last(scan, x, u):
        return scan(lambda s, t: (kt.math.sin(s + t[0]) + t[1], None), x, u)[0].sum()

    sizes, gradients = [], []
    x, u = _samples(2_000)
    for tape in (10_000, 1_000):
        monkeypatch.setattr(tapes, "TAPE", tape)
        gradient = kt.grad(_algorithm(last, kt.math.scan), "x")
        trace = lower(gradient.trace(ARM, sizes={"T": 2_000}))
        sizes.append(IRModule(trace, NumberType("float64", 1)).routine.size)
        gradients.append(gradient(ARM, x, u))
    assert 6_000 < sizes[0] < 6_500 and sizes[1] < 500  # 2,000 and 44 + 45 states of 3 numbers
    assert np.array_equal(*gradients)


def test_derivatives_with_respect_to_what_a_step_reads_from_the_model():
    @kt.algorithm("(nq),(nv)->()")
    def swung(model, q, v):
        def step(state, _):
            q, v = state
            v = v + 0.01 * kt.aba(model, q, v, kt.math.zeros(model.nv))
            return (kt.integrate(model, q, 0.01 * v), v), None

        (q, v), _ = kt.math.scan(step, (q, v), length=6)
        return kt.kinetic_energy(model, q, v)

    arm = kt.robots.serial_chain(3)
    q, v = np.array([0.3, -0.2, 0.5]), np.array([0.1, 0.2, -0.3])
    found = kt.grad(swung, "gravity")(arm, q, v)
    g = arm.gravity
    probes = [swung.evaluate(arm, q, v, gravity=g + 1e-30j * e) for e in np.eye(3)]
    _agree(found, np.imag(probes) / 1e-30)
    found = kt.grad(swung, "q")(arm, q, v)
    probes = [swung.evaluate(arm, q + 1e-30j * e, v) for e in np.eye(3)]
    _agree(found, np.imag(probes) / 1e-30)


def test_only_tangents_that_can_be_other_than_zero_are_computed():
    def moving(model, x):
        last, _ = kt.math.scan(lambda s, _: (kt.math.sin(s * x), None), x, length=5)
        return last

    def moving_beside_a_clock(model, x):
        def step(s, _):
            return kt.math.stack([kt.math.sin(s[0] * x), kt.math.cos(s[1])]), None

        last, _ = kt.math.scan(step, kt.math.stack([x, 1.0]), length=5)
        return last.sum()

    alone, beside = (
        kt.jacobian(kt.algorithm("()->()")(f), "x").trace(ARM).operation_count
        for f in (moving, moving_beside_a_clock)
    )
    assert beside - alone == 5


@pytest.mark.parametrize("mode", [kt.grad, kt.jacobian])
def test_rows_that_reach_different_elements_of_the_carry(mode):
    @kt.algorithm("(4),(4)->()")
    def sum_and_product(model, u, w):
        def step(s, rows):
            return kt.math.stack([s[0] + rows[0], s[1] * rows[1]]), None

        last, _ = kt.math.scan(step, kt.math.stack([0.0, 2.0]), (u, w))
        return last.sum()

    u, w = np.array([[1.0, 2.0, 3.0, 4.0], [0.5, 3.0, -2.0, 5.0]])
    for name, slope in {"u": np.ones(4), "w": 2 * w.prod() / w}.items():
        np.testing.assert_allclose(mode(sum_and_product, name)(ARM, u, w), slope, rtol=1e-15)


@kt.algorithm("(3)->(2)")
def in_a_branch(model, x):
    """A loop in a branch that reads nothing of its carry, beside an equal one before it."""

    def halved(s, t):
        return kt.math.sin(s * x[0]) + x[1], None

    first = kt.math.scan(halved, x[2], length=3)[0]
    second = computed_where(x[0] > 0, lambda: kt.math.scan(halved, x[1], length=3)[0], first)
    return kt.math.stack([second * x[2], first + second])


@pytest.mark.parametrize("sign", [1, -1])
def test_a_loop_in_a_branch_has_the_slopes_of_differences(sign):
    x, eps = np.array([sign * 0.7, 0.3, -0.4]), 1e-6
    ends = [np.array([in_a_branch(ARM, x + s * eps * e) for e in np.eye(3)]) for s in (1, -1)]
    differences = (ends[0] - ends[1]).T / (2 * eps)
    assert kt.jacobian(in_a_branch, "x")(ARM, x) == pytest.approx(differences, abs=1e-9)
    _, along = kt.jvp(in_a_branch, "x")(ARM, x, np.eye(3))
    assert pytest.approx(differences, abs=1e-9) == np.array(along).T
