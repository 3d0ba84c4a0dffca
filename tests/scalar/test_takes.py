"""take, searchsorted and interp against NumPy, with derivatives, for numbers of every kind."""

from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree import math as m

RNG = np.random.default_rng(4)


def places(i: Any, n: int) -> Any:
    """Indices as take has them."""
    return np.nan_to_num(np.clip(np.floor(i), 0, n - 1)).astype(int)


taken = kt.function("(n),(k)->(k)")(lambda x, i: m.take(x, i))
bilinear_corner = kt.function("(a,b),(k,2)->(k)")(lambda h, p: m.take(h, (p[:, 0], p[:, 1])))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("n", [1, 2, 5, 1000])
def test_elements_are_those_of_numpy(n: int, dtype: str) -> None:
    x, i = RNG.normal(size=(70, n)).astype(dtype), RNG.uniform(-2, n + 2, (70, 4)).astype(dtype)
    i[3:7, 1] = [np.nan, np.inf, -np.inf, -0.5]
    expected = np.take_along_axis(x, places(i, n), 1)
    expected[3, 1] = np.nan
    np.testing.assert_array_equal(taken(x, i), expected)
    np.testing.assert_array_equal([taken(*row) for row in zip(x, i, strict=True)], expected)
    shared = x[0][places(i, n)]  # one array for all samples
    shared[3, 1] = np.nan
    np.testing.assert_array_equal(taken(x[0], i), shared)


def test_axes_are_those_of_numpy() -> None:
    x, i = RNG.normal(size=(3, 4, 5)), np.array([[1.0, 0.0], [2.2, 7.0]])
    for axis in (0, 1, 2, -1, -3):
        function = _along(axis)
        expected = np.take(x, places(i, x.shape[axis]), axis)
        np.testing.assert_array_equal(function(x, i), expected)
        np.testing.assert_array_equal(np.asarray(m.take(x, i, axis)), expected)
    h, p = RNG.normal(size=(300, 200)), RNG.uniform(-5, 310, (40, 3, 2))
    expected = h[places(p[..., 0], 300), places(p[..., 1], 200)]
    np.testing.assert_array_equal(bilinear_corner(h, p), expected)
    several = np.stack([h + k for k in range(40)])
    np.testing.assert_array_equal(
        bilinear_corner(several, p)[7], several[7][places(p[7, :, 0], 300), places(p[7, :, 1], 200)]
    )


def _along(axis: int) -> Any:
    shape = [3, 4, 5]
    shape[axis : axis + 1 or 3] = [2, 2]
    signature = f"(3,4,5),(2,2)->({','.join(map(str, shape))})"
    return kt.function(signature)(lambda x, i: m.take(x, i, axis))


def test_an_array_of_a_million_elements_is_not_copied() -> None:
    trace = bilinear_corner.trace(sizes={"a": 1000, "b": 1000, "k": 2})
    assert trace.operation_count < 50 and len(trace.nodes) < 80


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 8, 9, 100])
def test_positions_are_those_of_numpy(n: int, side: Any) -> None:
    function = kt.function("(n),()->()")(lambda a, x: m.searchsorted(a, x, side))
    a = np.sort(RNG.integers(0, n, n)).astype(float)  # with equal ones
    x = np.concatenate([a, a + 0.5, [-1, n, np.inf, -np.inf]])
    expected = np.searchsorted(a, x, side)
    np.testing.assert_array_equal(function(a, x), expected)
    assert [m.searchsorted(a, y, side) for y in x.tolist()] == expected.tolist()
    assert np.isnan(function(a, np.nan))


@pytest.mark.parametrize("n", [1, 2, 3, 50])
def test_interpolation_is_that_of_numpy(n: int) -> None:
    function = kt.function("(n),(n),()->()")(lambda xp, fp, x: m.interp(x, xp, fp))
    xp, fp = np.sort(RNG.normal(size=n)), RNG.normal(size=n)
    x = np.concatenate([RNG.normal(size=200), xp, [-np.inf, np.inf]])
    np.testing.assert_allclose(function(xp, fp, x), np.interp(x, xp, fp), rtol=0, atol=1e-14)
    assert abs(np.interp(0.3, xp, fp) - m.interp(0.3, xp, fp)) < 1e-14
    assert np.isnan(function(xp, fp, np.nan))
    rows = kt.function("(n),(n,2),()->(2)")(lambda xp, fp, x: m.interp(x, xp, fp))
    both = rows(xp, np.stack([fp, 2 * fp], 1), x)
    np.testing.assert_array_equal(both, np.stack([function(xp, fp, x), function(xp, 2 * fp, x)], 1))


def test_slopes_of_interpolation() -> None:
    function = kt.function("(n),(n),()->()")(lambda xp, fp, x: m.interp(x, xp, fp))
    xp, fp = np.array([0.0, 1, 3]), np.array([2.0, 4, 1])
    slope = kt.grad(function, "x")
    x = [-1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 4.0]
    np.testing.assert_allclose(slope(xp, fp, x), [0, 2, 2, -1.5, -1.5, -1.5, 0])
    h = 1e-20j
    for name, at in (("xp", 0), ("fp", 1)):
        derivative = kt.jacobian(function, name)(xp, fp, 2.2)
        for k in range(3):
            operands = [xp.astype(complex), fp.astype(complex)]
            operands[at][k] += h
            assert abs(derivative[k] - function(*operands, 2.2).imag / h.imag) < 1e-14


@kt.function("(n),(k),()->()")
def weighted(x: Any, i: Any, w: Any) -> Any:
    """Elements of an operand, of computed numbers, and of a loop's results."""
    sums = m.scan(lambda c, y: (c + y * y, c + y * w), 0.0, x)[1]
    return (m.take(x, i) * m.take(m.sin(x) * w, i) + m.take(sums, i + w) ** 2).sum()


@pytest.mark.parametrize("name", ["x", "w"])
def test_derivatives_by_elements(name: str) -> None:
    x, i, w = RNG.normal(size=6), RNG.uniform(-1, 7, 4), 0.3
    operands = {"x": x.astype(complex), "i": i, "w": complex(w)}
    gradient = np.atleast_1d(kt.grad(weighted, name)(x, i, w))
    forward = np.atleast_1d(kt.jacobian(weighted, name)(x, i, w))
    for k in range(len(gradient)):
        moved = {**operands, name: np.array(operands[name])}
        moved[name].reshape(-1)[k] += 1e-30j
        exact = weighted(*moved.values()).imag / 1e-30
        assert abs(gradient[k] - exact) < 1e-13 and abs(forward[k] - exact) < 1e-13
    assert not np.any(kt.jacobian(weighted, "i")(x, i, w))
    along = np.stack([np.eye(6)[k] for k in range(6)])
    if name == "x":  # every tangent at once
        np.testing.assert_array_equal(kt.jacobian(taken, "x")(x, i), along[places(i, 6)])


def test_derivatives_by_elements_that_a_step_takes() -> None:
    """Of an operand and of another loop's results, also where a step reads some directly."""

    def total(x: Any, i: Any) -> Any:
        rows = m.scan(lambda c, y: (c + 1, m.array([m.sin(c * y), y * x[1] + c])), 0.0, x)[1]

        first = m.take(x, i[0])

        def step(s: Any, k: Any) -> Any:
            row = m.take(rows, k)
            s = first * s + row[0] * row[1] + rows[0, 1] * m.take(x, m.take([2.0, 0, 1, 4, 3], k))
            return s, s * m.take(x, k)

        end, sums = m.scan(step, x[0], i)
        return end + (sums * sums).sum()

    looped = kt.function("(n),(k)->()")(total)
    x, i = RNG.normal(size=5), RNG.uniform(0, 5, 3)
    moved = (m.array((x + 1e-30j * e).tolist()) for e in np.eye(5))
    steps = [total(y, m.array(i.tolist())).imag / 1e-30 for y in moved]
    np.testing.assert_allclose(kt.grad(looped, "x")(x, i), steps, rtol=1e-13)
    np.testing.assert_allclose(kt.jacobian(looped, "x")(x, i), steps, rtol=1e-13)
    twice = kt.jacobian(kt.grad(looped, "x"), "x")(x, i)
    np.testing.assert_allclose(twice, twice.T, rtol=1e-12, atol=1e-12)
    h = 1e-5 * np.eye(5)
    slopes = [(kt.grad(looped, "x")(x + e, i) - kt.grad(looped, "x")(x - e, i)) / 2e-5 for e in h]
    np.testing.assert_allclose(twice, slopes, rtol=1e-8, atol=1e-8)


def test_equations_of_a_root_take_elements() -> None:
    """Where a line meets the ground: the slope of the solution is that of implicit functions."""

    def ground(h: Any, x: Any) -> Any:
        k = m.floor(x)
        return m.take(h, k) + (x - k) * (m.take(h, k + 1) - m.take(h, k))

    def met(h: Any, a: Any) -> Any:
        x, _ = m.scan(lambda x, _: (ground(h, x) / a, None), 1.0, length=80)
        return m.root(lambda x: m.array([ground(h, x[0]) - a * x[0]]), m.array([x]))

    function = kt.function("(n),()->(1)")(met)
    h, a = np.array([1.0, 1.2, 1.1, 1.5, 1.3]), 0.7
    (x,), (dx,) = function(h, a), kt.jacobian(function, "a")(h, a)
    slope = np.diff(h)[int(x)]
    assert abs(h[int(x)] + (x - int(x)) * slope - a * x) < 1e-12
    assert abs(dx - x / (slope - a)) < 1e-9
    with pytest.raises(kt.TraceError, match="the equations of a root"):
        kt.jacobian(function, "h")(h, a)


def test_numbers_of_every_kind() -> None:
    casadi, mpmath, sympy = map(pytest.importorskip, ("casadi", "mpmath", "sympy"))
    x = [3.0, 5.0, 4.0]
    assert m.take(x, mpmath.mpf("1.5")) == 5.0 and m.take(x, 2 + 1e-20j) == 4.0
    assert m.take(kt.Array([sympy.Symbol("a"), 2]), 0.0) == sympy.Symbol("a")
    i = sympy.Symbol("i", real=True)
    assert [m.take(x, i).subs(i, k) for k in (-1, 1.5, 2, 9)] == pytest.approx([3, 5, 4, 4])
    assert m.interp(i, [0.0, 1, 2], x).subs(i, 1.25) == 4.75
    j = casadi.SX.sym("j")
    function = casadi.Function("f", [j], [m.take(x, j), m.interp(j, [0.0, 1, 2], x)])
    assert [float(y) for y in function(1.25)] == [5, 4.75]


def test_kernels_of_frameworks_and_of_the_disk_cache(tmp_path: Any, monkeypatch: Any) -> None:
    jax, torch = map(pytest.importorskip, ("jax", "torch"))
    x, i = RNG.normal(size=(9, 5)), RNG.uniform(0, 5, (9, 4))
    expected = taken(x, i)
    with jax.enable_x64(True):
        np.testing.assert_array_equal(jax.jit(taken)(x, i), expected)
        slope = jax.grad(lambda x: (taken(x, i) ** 2).sum())(x)
    ours = torch.tensor(x, requires_grad=True)
    (taken(ours, torch.tensor(i)) ** 2).sum().backward()
    np.testing.assert_allclose(slope, ours.grad.numpy(), rtol=1e-15)
    steps = np.zeros_like(x)
    for row, k in zip(range(9), places(i, 5), strict=True):
        np.add.at(steps[row], k, 2 * x[row][k])
    np.testing.assert_allclose(slope, steps, rtol=1e-14)
    monkeypatch.setenv("KINETREE_CACHE_DIR", str(tmp_path))
    for _ in range(2):
        again = kt.function("(n),(k)->(k)")(lambda x, i: m.take(x, i) * 2)
        np.testing.assert_array_equal(again(x, i), 2 * expected)


@pytest.mark.parametrize(
    "call",
    [
        lambda: m.take([], 0),
        lambda: m.take([1.0], (0, 0)),
        lambda: m.take([1.0], 0, axis=1),
        lambda: m.take(1.0, 0),
        lambda: m.take(kt.Array.of(range(1 << 25), (1 << 25,)), 0),
        lambda: m.searchsorted([[1.0]], 0.0),
        lambda: m.searchsorted([1.0], 0.0, "middle"),
        lambda: m.interp(0.0, [1.0, 2], [1.0]),
        lambda: m.interp(0.0, [], []),
    ],
)
def test_bad_input_is_named(call: Any) -> None:
    with pytest.raises(kt.ShapeError, match=r"test_takes\.py:\d+: .*expected"):
        call()
