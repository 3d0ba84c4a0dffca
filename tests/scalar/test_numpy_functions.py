"""NumPy's functions on Arrays: as NumPy's own on its arrays, for every kind of number, compiled."""

import math
import re

import casadi
import mpmath as mp
import numpy as np
import pytest
import sympy

import kinetree as kt
from kinetree.scalar.protocols import FUNCTIONS, METHODS, REPLACEMENT

m = kt.math
A = np.array([[0.25, -1.5, 2.0], [0.75, 0.5, -0.125]])
S = np.array([[0.1, 2.0, -1.0], [3.0, 0.2, 0.5], [0.7, -0.4, 0.3]])  # its pivots are not diagonal

CALLS = {  # of a (2, 3) array
    "sum": lambda x: np.sum(x),
    "sum, one axis": lambda x: np.sum(x, axis=0),
    "sum, last axis": lambda x: x.sum(-1),
    "sum, all axes": lambda x: np.sum(x, (0, 1)),
    "mean": lambda x: np.mean(x),
    "mean, one axis": lambda x: x.mean(axis=1),
    "clip": lambda x: np.clip(x, -0.5, 0.5),
    "clip, method": lambda x: x.clip(-0.5, 0.5),
    "clip, lower bound": lambda x: np.clip(x, 0.1, None),
    "clip, array": lambda x: np.clip(x, [-1.0, 0.0, 1.0], 1.5),
    "clip, crossed": lambda x: np.clip(x, 1.0, -1.0),
    "clip, names": lambda x: np.clip(x, a_min=-0.5, a_max=0.5),
    "sign": lambda x: np.sign(x - 0.5),
    "trace": lambda x: np.trace(x),
    "trace, offset": lambda x: x.trace(offset=1),
    "diag": lambda x: np.diag(x),
    "diag, left": lambda x: np.diag(x, -1),
    "diag, beyond": lambda x: np.diag(x, 3),
    "diag, matrix": lambda x: np.diag(x[0]),
    "diag, matrix, offset": lambda x: np.diag(x[0], -2),
    "diagonal": lambda x: x.diagonal(1),
    "outer": lambda x: np.outer(x, x[0]),
    "vstack": lambda x: np.vstack([x, x[0], x]),
    "hstack": lambda x: np.hstack([x, x[:, :1]]),
    "hstack, vectors": lambda x: np.hstack([x[0], 1.0, x[1]]),
    "concatenate": lambda x: np.concatenate([x, x[:, :1]], axis=-1),
    "stack": lambda x: np.stack([x, 2 * x], axis=-1),
    "moveaxis": lambda x: np.moveaxis(np.stack([x, 2 * x]), 0, 1),
    "einsum": lambda x: np.einsum("ij,kj->ik", x, x),
    "sinh": lambda x: np.sinh(x),
    "cosh": lambda x: np.cosh(x),
    "log1p": lambda x: np.log1p(x * x),
    "expm1": lambda x: np.expm1(x),
    "hypot": lambda x: np.hypot(x, x[0]),
    "norm": lambda x: np.linalg.norm(x),
    "norm, one axis": lambda x: np.linalg.norm(x, axis=1),
    "norm, order": lambda x: np.linalg.norm(x[0], 2),
    "solve": lambda x: np.linalg.solve(S + x[0], x[1]),
    "solve, matrix": lambda x: np.linalg.solve(S, x.T),
    "inv": lambda x: np.linalg.inv(S + np.outer(x[0], x[1])),
    "equal": lambda x: np.where(np.equal(x, 0.5) | np.not_equal(x, 2.0), x, 0.0),
    "logical": lambda x: np.where(np.logical_or(np.logical_and(x > 0, x < 1), x < -1), x, 3.0),
}
names = pytest.mark.parametrize("name", CALLS)


def close(found, expected, tolerance=4e-15):
    found = np.array(found, dtype=np.result_type(np.asarray(expected)))
    assert found.shape == np.shape(expected)
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)


def compiled(name):
    shape = ",".join(map(str, np.shape(CALLS[name](A))))
    return kt.function(f"(2,3)->({shape})")(lambda x: CALLS[name](x))


@names
def test_of_floats(name):
    close(CALLS[name](kt.Array(A)), CALLS[name](A))


@names
@pytest.mark.parametrize("dtype, tolerance", [("float64", 4e-15), ("float32", 4e-6)])
def test_of_traced_numbers_one_sample_and_many(name, dtype, tolerance):
    function = compiled(name)
    samples = (A + np.linspace(0, 1e-2, 17)[:, None, None]).astype(dtype)
    samples[0] = A
    found = function(samples)
    assert found.dtype == dtype
    close(found, np.stack([CALLS[name](x.astype(float)) for x in samples]).astype(dtype), tolerance)
    np.testing.assert_array_equal([function(x) for x in samples], found)


@pytest.mark.parametrize("name", [x for x in CALLS if x != "equal"])  # no step stays equal
def test_derivatives_equal_complex_steps(name):
    function = compiled(name)
    found = np.array(kt.jacobian(function, "x")(A))
    steps = [A + 1e-30j * e.reshape(A.shape) for e in np.eye(A.size)]
    columns = np.stack([np.array(function.evaluate(x)).imag * 1e30 for x in steps], -1)
    close(found, columns.reshape(found.shape), 1e-13)


@names
def test_of_fifty_digits(name):
    x = kt.Array([[mp.mpf(str(e)) for e in row] for row in A])
    with mp.workdps(50):
        found = kt.math.array(CALLS[name](x))
        again = kt.math.array(CALLS[name](kt.Array([[mp.mpf(e) for e in row] for row in A])))
    close(found.map(float), CALLS[name](A))
    close(again.map(float), CALLS[name](A))


@pytest.mark.parametrize("name", [x for x in CALLS if not x.startswith(("solve", "inv"))])
def test_of_sympys_symbols(name):
    symbols = sympy.symbols("a:6", real=True)
    found = kt.math.array(CALLS[name](kt.Array(symbols).reshape(2, 3)))
    values = dict(zip(symbols, A.ravel().tolist(), strict=True))
    close(found.map(lambda x: float(sympy.sympify(x).subs(values))), CALLS[name](A))


@names
def test_of_casadis_symbols(name):
    symbols = [casadi.SX.sym(f"a{k}") for k in range(6)]
    found = kt.math.array(CALLS[name](kt.Array(symbols).reshape(2, 3)))
    of_numbers = casadi.Function("f", symbols, [casadi.SX(x) for x in found.flat])
    values = of_numbers.call(A.ravel().tolist())
    close(np.reshape([float(x) for x in values], found.shape), CALLS[name](A))


def test_sums_go_from_the_first_element_to_the_last():
    x = np.array([1e16, 1.0, 1.0, -1e16])
    assert kt.Array(x).sum() == m.sum(x, axis=0) == ((x[0] + x[1]) + x[2]) + x[3]


def test_signs_at_zero_and_of_nan():
    found = np.array(m.sign([0.0, -0.0, np.nan, np.inf, -np.inf, 5e-324]))
    np.testing.assert_array_equal(found, [0.0, 0.0, np.nan, 1.0, -1.0, 1.0])
    assert not np.signbit(found[:2]).any()
    assert m.sign(0) == 0 and type(m.sign(0)) is int


def test_bounds_of_single_numbers_are_numbers():
    assert m.clip(3.0, 0.0, 2.0) == 2.0 and m.clip(-1.0) == -1.0
    assert np.isnan(m.clip(np.nan, 0.0, 2.0)) and np.isnan(m.clip(1.0, np.nan, 2.0))


@pytest.mark.parametrize("x, y", [(1e-300, 1e-300), (3e300, 4e300), (0.0, -5e-324), (3e-310, 1e9)])
def test_hypot_where_squares_overflow_or_vanish(x, y):
    for found in (m.hypot(x, y), compiled_hypot(x, y), m.hypot(complex(x), y).real):
        assert found == pytest.approx(np.hypot(x, y), rel=4e-16, abs=0)


compiled_hypot = kt.function("(),()->()")(lambda x, y: np.hypot(x, y))


@pytest.mark.parametrize("name", ["expm1", "log1p", "sinh", "cosh"])
@pytest.mark.parametrize("x", [1e-300, -1e-17, 1e-9, -0.2, 0.24, 0.26, -0.9, 3.0, 20.0])
def test_complex_numbers_keep_small_real_parts(name, x):
    z = complex(x, 1e-30 * abs(x))
    with mp.workdps(50):
        exact = getattr(mp, name)(mp.mpc(z))
    found = getattr(m, name)(z)
    assert found.real == pytest.approx(float(exact.real), rel=4e-16)
    assert found.imag == pytest.approx(float(exact.imag), rel=4e-16)


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda x: x.sum(2), "axis 2 is out of bounds for array of dimension 2"),
        (lambda x: m.mean(x, (0, 0)), "repeated axis"),
        (lambda x: m.mean(x[:0]), "the mean of no elements"),
        (lambda x: x[0].trace(), r"the diagonal of shape \(3,\); expected \(n, m\)"),
        (lambda x: m.diag(kt.Array(1.0)), r"the diagonal of shape \(\)"),
        (lambda x: np.hstack([x, x[0]]), r"shapes \(2, 3\), \(3,\) cannot be joined"),
        (lambda x: np.vstack([x, x.T]), r"shapes \(2, 3\), \(3, 2\) cannot be joined"),
        (lambda x: m.concatenate([x, x], 2), "axis 2 is out of bounds"),
        (lambda x: np.linalg.solve(x, x), r"solve of arrays of shapes \(2, 3\) and \(2, 3\)"),
        (lambda x: np.clip(x, [1.0, 2.0], None), r"shapes \(2, 3\) and \(2,\) do not broadcast"),
    ],
)
def test_shapes_that_do_not_fit(call, message):
    with pytest.raises(kt.ShapeError, match=rf"test_numpy_functions\.py:\d+: .*{message}"):
        call(kt.Array(A))


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda x: np.mean(x, dtype=float), r"np\.mean of traced numbers takes \(x, axis=None\)"),
        (lambda x: np.sinh(x, where=True), r"np\.sinh of traced numbers takes \(x\), and"),
        (lambda x: np.add.reduce(x), r"np\.add\.reduce does not .*: kt\.math\.sum\(x, axis\)\."),
        (
            lambda x: np.arctanh(x),
            r"np\.arctanh does not take .*instead: 0\.5 \* \(kt\.math\.log1p",
        ),
        (lambda x: np.linalg.norm(x[0], np.inf), r"ord=inf\): kt\.math\.norm is the Euclidean"),
        (lambda x: np.linalg.norm(x, 2), r"ord=2\): kt\.math\.norm is the Euclidean .*Frobenius"),
        (lambda x: np.nancumsum(x), r"np\.nancumsum does not take .*kt\.math has: array, "),
        (lambda x: np.nanprod(x), "kt.math has: "),
    ],
)
def test_what_is_not_taken_is_answered_with_what_is(call, message):
    with pytest.raises(kt.TraceError, match=rf"test_numpy_functions\.py:\d+: .*{message}"):
        call(kt.Array(A))


@pytest.mark.parametrize(
    "call", [lambda x: x % 1.0, lambda x: 2.0 % x, lambda x: x // 1.0, lambda x: round(x), divmod]
)
def test_operators_without_a_meaning_are_answered_as_the_functions_are(call):
    for x in (kt.Array(A), kt.Array(A[0])):
        with pytest.raises(kt.TraceError, match=r"does not take .*; instead: kt\.math\."):
            call(x, 1.0) if call is divmod else call(x)


@pytest.mark.parametrize("name", METHODS)
def test_methods_of_arrays_of_numpy_are_answered(name):
    if not hasattr(kt.Array, name):
        with pytest.raises(AttributeError) as error:
            getattr(kt.Array(A), name)
        assert f": an Array has no '{name}'; instead: {METHODS[name]}." in str(error.value)


def attribute(thing, path):
    for name in path.split("."):
        thing = getattr(thing, name)
    return thing


@pytest.mark.parametrize("name", REPLACEMENT)
def test_an_answer_names_what_there_is(name):
    assert callable(attribute(np, name))
    assert name not in FUNCTIONS
    for used in re.findall(r"kt\.math\.(\w+)", REPLACEMENT[name]):
        assert callable(getattr(m, used))


FORMULAS = (
    *("cbrt", "exp2", "log2", "log10", "arcsinh", "arctanh", "sinc"),
    *("deg2rad", "rad2deg", "reciprocal", "fabs", "logaddexp", "copysign"),
)


@pytest.mark.parametrize("name", FORMULAS)
def test_an_answer_that_is_a_formula_has_the_value_of_numpy(name):
    function, point = getattr(np, name), {"x": 0.3, "y": -0.7}
    found = eval(REPLACEMENT[name], {"kt": kt, "math": math, **point})
    assert found == pytest.approx(
        function(*list(point.values())[: getattr(function, "nin", 1)]), rel=1e-14
    )
