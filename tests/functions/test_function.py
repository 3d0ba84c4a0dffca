"""Functions of arrays, which have no robot: calls, kernels, derivatives, pickles, errors."""

import copy
import gc
import inspect
import pickle
import weakref

import mpmath
import numpy as np
import pytest
import sympy
from complex_step import columns, each

import kinetree as kt

RNG = np.random.default_rng(181)


@kt.function("(n,3),(3),()->(n),()")
def distances(points, x, scale=None, *, squared=True):
    """Distances of points from x, and their sum, times a scale."""
    rows = [(points[i] - x) @ (points[i] - x) for i in range(points.shape[0])]
    found = kt.math.stack(rows if squared else [kt.math.sqrt(d) for d in rows])
    found = found if scale is None else scale * found
    return {"each": found, "total": found.sum()}


@kt.function("(3)->(3)")
def swirl(x):
    return kt.math.stack([kt.math.sin(x[0]) * x[1], x[1] ** 3, kt.math.exp(x[2]) - x[0]])


def expected(points, x, scale=1.0, squared=True):
    each = scale * ((points - x[..., None, :]) ** 2).sum(-1) ** (1 if squared else 0.5)
    return each, each.sum(-1)


@pytest.mark.parametrize("squared", [True, False])
@pytest.mark.parametrize(("points", "x"), [((4, 3), (3,)), ((5, 4, 3), (3,)), ((4, 3), (2, 1, 3))])
def test_a_call_is_that_of_numpy(points, x, squared):
    points, x = RNG.normal(size=points), RNG.normal(size=x)
    for _ in range(3):  # traced, looked up, by compiled code
        found = distances(points, x, squared=squared)
        each, total = expected(points, x, squared=squared)
        np.testing.assert_allclose(found.each, each, rtol=1e-14)
        np.testing.assert_allclose(found.total, total, rtol=1e-14)
    with_scale = distances(points, x, 2.0, squared=squared)
    np.testing.assert_allclose(with_scale.each, 2 * each, rtol=1e-14)
    by_keyword = distances(x=x, points=points, scale=2.0, squared=squared)
    np.testing.assert_array_equal(by_keyword.each, with_scale.each)
    assert (found.each.dtype, type(found).__name__) == (float, "distances_results")


def test_free_dimensions_bind_in_each_call():
    for n in (2, 5, 0, 2):
        points = RNG.normal(size=(n, 3))
        np.testing.assert_allclose(
            distances(points, np.ones(3)).each, expected(points, np.ones(3))[0], rtol=1e-14
        )


def test_out_and_keywords_after_the_first_call():
    x = RNG.normal(size=(2, 3))
    first, out = swirl(x), np.empty((2, 3))
    for _ in range(3):
        assert swirl(x, out=out) is out and (out == first).all()
    both = np.empty((2, 2)), np.empty(2)
    points = RNG.normal(size=(2, 3))
    for _ in range(3):
        assert distances(points, x, squared=False, out=both)[0] is both[0]
        np.testing.assert_allclose(both[0], expected(points, x, squared=False)[0], rtol=1e-14)
        distances(points, x, squared=True, out=both)
        np.testing.assert_allclose(both[0], expected(points, x)[0], rtol=1e-14)


def test_other_kinds_of_numbers_run_in_python():
    x = RNG.normal(size=3)
    assert swirl.evaluate(x) == pytest.approx(swirl(x), rel=1e-15)
    symbols = sympy.symbols("x:3")
    assert swirl(list(symbols))[1] == symbols[1] ** 3
    assert float(swirl([mpmath.mpf(v) for v in x])[0]) == pytest.approx(swirl(x)[0], rel=1e-15)
    assert swirl(x + 0j).dtype == complex
    assert swirl(x.astype("f4")).dtype == np.float32


def test_derivatives_are_functions():
    x, w = RNG.normal(size=(4, 3)), RNG.normal(size=(4, 3))
    J = kt.jacobian(swirl, "x")
    assert (
        type(J) is kt.Function
        and repr(J) == f"<kinetree function jacobian_of_swirl{inspect.signature(J)}>"
    )
    reference = np.stack([columns(swirl.evaluate(each(row))) for row in x])
    np.testing.assert_allclose(J(x), reference, rtol=1e-14, atol=1e-15)
    np.testing.assert_allclose(kt.jvp(swirl, "x")(x, w).d_result, np.einsum("bij,bj->bi", J(x), w))
    np.testing.assert_allclose(kt.vjp(swirl, "x")(x, w), np.einsum("bij,bi->bj", J(x), w))
    assert type(kt.jvp(swirl, "x")(x, w)).__name__ == "swirl_jvp"
    total = kt.function("(3)->()")(lambda x: swirl(x).sum())
    np.testing.assert_allclose(kt.grad(total, "x")(x), J(x).sum(1), rtol=1e-14)
    H = kt.hessian(total, "x")(x)
    np.testing.assert_allclose(H, H.swapaxes(1, 2), atol=1e-15)
    np.testing.assert_allclose(H[:, 1, 1], 6 * x[:, 1], rtol=1e-14)


def test_algorithms_call_functions():
    arm = kt.robots.arm()

    @kt.algorithm("(nq)->(3)")
    def moved(model, q):
        return swirl(kt.forward_kinematics(model, q)[-1, :3, 3])

    q = RNG.normal(size=(2, 7))
    positions = kt.forward_kinematics(arm, q)[..., -1, :3, 3]
    np.testing.assert_allclose(moved(arm, q), swirl(positions), rtol=1e-13)


def test_kernels():
    points, x = RNG.normal(size=(4, 3)), RNG.normal(size=3)
    kernel = distances.compile(sizes={"n": 4}, squared=False)
    np.testing.assert_array_equal(kernel(points, x).each, distances(points, x, squared=False).each)
    constant = distances.compile(sizes={"n": 4}, x=np.zeros(3), inputs=["scale"])
    np.testing.assert_allclose(constant(points, 2.0).each, 2 * (points**2).sum(1), rtol=1e-14)
    assert swirl.compile().operation_count > 0
    assert [x.name for x in swirl.trace().operands] == ["x"]
    with pytest.raises(kt.ShapeError, match=r"points \(n,3\) has free dimensions; give their"):
        distances.compile()
    with pytest.raises(kt.CompileError, match=r"dtype 'i4'; expected 'float64' or 'float32'"):
        swirl.compile(dtype="i4")
    with pytest.raises(kt.CompileError, match="no_compile"), kt.no_compile():
        kt.function("(2)->(2)")(lambda x: 2 * x)(np.ones(2))


def test_they_are_pickled_by_name_and_copied_as_they_are():
    assert pickle.loads(pickle.dumps(swirl)) is swirl is copy.deepcopy(swirl)
    assert pickle.loads(pickle.dumps(kt.so3.exp)) is kt.so3.exp
    J = kt.jacobian(swirl, "x")
    assert pickle.loads(pickle.dumps(J)) is J


def test_functions_that_are_dropped_leave_no_memory():
    def used():
        made = kt.function("(2),()->(2)")(lambda x, s, *, sign="plus": s * x)
        for _ in range(3):
            made(np.ones(2), 2.0, sign="plus")
        return weakref.ref(made)

    references = [used() for _ in range(3)]
    gc.collect()
    assert [r() for r in references] == [None] * 3


def test_two_functions_of_one_name_and_signature_are_two():
    made = [kt.function("(2)->(2)", name="scaled")(f) for f in (lambda x: 2 * x, lambda x: 3 * x)]
    for _ in range(3):
        assert [f(np.ones(2)).tolist() for f in made] == [[2, 2], [3, 3]]


def test_wrong_use_is_explained():
    with pytest.raises(kt.TraceError, match=r'write @kt\.function\("\(3\),\(3\)->\(3\)"\)'):
        kt.function(lambda x: x)
    with pytest.raises(kt.TraceError, match=r"f: a function has no robot, so no nq;.*algorithm"):
        kt.function("(nq)->(nq)", name="f")(lambda q: q)
    with pytest.raises(kt.TraceError, match="f: a function has no robot, so no frame;"):
        kt.function("(3)->(3)", name="f")(lambda x, *, frame: x)
    with pytest.raises(kt.TraceError, match="its signature has 2 operands, its function 1: x"):
        kt.function("(3),(3)->(3)")(lambda x: x)
    with pytest.raises(kt.ShapeError, match=r"swirl: x has shape \(2,\); expected \(\.\.\., 3\)"):
        swirl([1.0, 2.0])
    with pytest.raises(kt.ShapeError, match="swirl: no argument 'gravity'"):
        swirl([1.0, 2.0, 3.0], gravity=[0, 0, 0])
    with pytest.raises(kt.ShapeError, match="swirl: 2 operands given; it takes at most 1: x"):
        swirl(kt.robots.arm(), [1.0, 2.0, 3.0])
    with pytest.raises(kt.ShapeError, match="swirl: missing operand 'x'"):
        swirl()
    with pytest.raises(kt.ShapeError, match="no operand 'y'"):
        kt.jacobian(swirl, "y")
