"""The graph: hash-consing, folds, order, and errors."""

import math

import numpy as np
import pytest

import kinetree as kt
from kinetree.scalar.array import Array, zeros
from kinetree.scalar.expr import Expr, add, apply, div, mul, neg, sub
from kinetree.scalar.graph import SOURCES, Graph
from kinetree.scalar.replay import replay


@pytest.fixture
def xy():
    graph = Graph()
    return Expr(graph, graph.variable()), Expr(graph, graph.variable())


def same(a: Expr, b: Expr) -> bool:
    return a.graph is b.graph and a.index == b.index


def test_the_same_operation_is_the_same_node(xy):
    x, y = xy
    assert same(x * y + x, x * y + x)
    assert same(x * y, y * x)
    assert same(x + y, y + x)
    assert same(kt.math.sin(x), kt.math.sin(x))


def test_a_sum_with_a_product_keeps_its_order(xy):
    x, y = xy
    assert not same(x * x + y * y, y * y + x * x)


def test_two_graphs_share_nothing(xy):
    other = Graph()
    with pytest.raises(kt.TraceError, match=r"test_graph\.py:\d+: a traced number of one trace"):
        xy[0] + Expr(other, other.variable())


def test_structural_zeros_and_ones_fold(xy):
    x, _ = xy
    for value in (0 * x, x * 0, div(0, x), mul(0, math.nan)):
        assert type(value) is int and value == 0
    for value in (1 * x, x * 1, x + 0, 0 + x, x - 0, x / 1, neg(neg(x))):
        assert same(value, x)
    assert same(0 - x, -x)
    assert same(-1 * x, -x)


FOLDS = {  # a function, and its operations after folding
    "0 + x": (lambda x, y: add(0, x), []),
    "x + 0": (lambda x, y: add(x, 0), []),
    "0 - x": (lambda x, y: sub(0, x), ["neg"]),
    "x - 0": (lambda x, y: sub(x, 0), []),
    "0 * x": (lambda x, y: mul(0, x), []),
    "x * 0": (lambda x, y: mul(x, 0), []),
    "1 * x": (lambda x, y: mul(1, x), []),
    "x * 1": (lambda x, y: mul(x, 1), []),
    "-1 * x": (lambda x, y: mul(-1, x), ["neg"]),
    "x * -1": (lambda x, y: mul(x, -1), ["neg"]),
    "0 / x": (lambda x, y: div(0, x), []),
    "x / 1": (lambda x, y: div(x, 1), []),
    "x / -1": (lambda x, y: div(x, -1), ["neg"]),
    "-(-x)": (lambda x, y: neg(neg(x)), []),
    "-(x - y)": (lambda x, y: neg(sub(x, y)), ["sub"]),
    "-x + y": (lambda x, y: add(neg(x), y), ["sub"]),
    "x + -y": (lambda x, y: add(x, neg(y)), ["sub"]),
    "x - -y": (lambda x, y: sub(x, neg(y)), ["add"]),
    "-x * y": (lambda x, y: mul(neg(x), y), ["mul", "neg"]),
    "x * -y": (lambda x, y: mul(x, neg(y)), ["mul", "neg"]),
    "-x * -y": (lambda x, y: mul(neg(x), neg(y)), ["mul"]),
    "-x / y": (lambda x, y: div(neg(x), y), ["div", "neg"]),
    "x / -y": (lambda x, y: div(x, neg(y)), ["div", "neg"]),
    "-x / -y": (lambda x, y: div(neg(x), neg(y)), ["div"]),
    "-2.5 + x": (lambda x, y: add(-2.5, x), ["sub"]),
    "x + -2.5": (lambda x, y: add(x, -2.5), ["sub"]),
    "x - -2.5": (lambda x, y: sub(x, -2.5), ["add"]),
    "-2.5 * x": (lambda x, y: mul(-2.5, x), ["mul", "neg"]),
    "x * -2.5": (lambda x, y: mul(x, -2.5), ["mul", "neg"]),
    "-2.5 / x": (lambda x, y: div(-2.5, x), ["div", "neg"]),
    "x / -2.5": (lambda x, y: div(x, -2.5), ["div", "neg"]),
}


@pytest.mark.parametrize("name", FOLDS)
def test_a_fold_is_plain_arithmetic_by_fewer_operations(xy, name):
    function, operations = FOLDS[name]
    x, y = xy
    graph, folded = x.graph, function(x, y)
    live = graph.live([folded.index]) if isinstance(folded, Expr) else []
    assert sorted(graph.ops[i] for i in live if graph.ops[i] not in SOURCES) == operations
    assert replay(graph, [folded], {x.index: 0.75, y.index: -1.375}) == [function(0.75, -1.375)]
    assert function(0.75, -1.375) == eval(name, {"x": 0.75, "y": -1.375})


@pytest.mark.parametrize(
    "op, arguments",
    [
        *(("abs", (0,)), ("abs", (1,)), ("sin", (0,)), ("cos", (0,)), ("tan", (0,))),
        *(("asin", (0,)), ("acos", (1,)), ("atan", (0,)), ("tanh", (0,)), ("exp", (0,))),
        *(("log", (1,)), ("sqrt", (0,)), ("sqrt", (1,)), ("atan2", (0, 1))),
        *(("sinh", (0,)), ("cosh", (0,)), ("expm1", (0,)), ("log1p", (0,))),
        *(("hypot", (0, 0)), ("hypot", (0, 1)), ("hypot", (1, 0))),
    ],
)
def test_functions_of_structural_constants_are_structural_where_they_are_exact(op, arguments):
    found = apply(op, *arguments)
    assert type(found) is int
    assert found == getattr(math, op.replace("abs", "fabs"))(*arguments)


def test_floats_do_not_fold(xy):
    x, _ = xy
    assert isinstance(0.0 * x, Expr)
    assert isinstance(x - x, Expr)
    assert isinstance(x / x, Expr)
    assert type(mul(0.0, 3.0)) is float


def test_zero_and_minus_zero_are_two_constants():
    graph = Graph()
    assert graph.constant(0.0) != graph.constant(-0.0)
    assert graph.constant(1) == graph.constant(1.0)


def test_division_by_zero_of_numbers_is_inf_or_nan():
    assert div(1.0, 0.0) == math.inf
    assert div(-1.0, 0.0) == -math.inf
    assert div(1.0, -0.0) == -math.inf
    assert div(-2, -0.0) == math.inf
    assert math.isnan(div(0.0, 0.0))


def test_functions_outside_their_domain_are_nan_as_in_ieee():
    assert math.isnan(kt.math.sqrt(-1.0))
    assert math.isnan(kt.math.acos(2.0))
    assert kt.math.log(0.0) == -math.inf
    assert kt.math.exp(1e4) == math.inf


def test_replay_folds_and_keeps_the_other_nodes(xy):
    x, y = xy
    graph = x.graph
    expression = kt.math.sin(y) * (x + y)
    (zero,) = replay(graph, [expression], {x.index: 0})
    assert same(zero, kt.math.sin(y) * y)
    (number,) = replay(graph, [expression], {x.index: 0.5, y.index: 0.25})
    assert number == math.sin(0.25) * 0.75


def test_numpy_functions_are_mapped_to_those_of_kt_math(xy):
    x, y = xy
    v = Array([x, y])
    assert same(np.sin(x), kt.math.sin(x))
    assert same(np.float64(2.0) * x, 2.0 * x)
    assert same(np.where(x < y, x, y), kt.math.where(x < y, x, y))
    assert same((np.array([1.0, 2.0]) + v)[1], 2.0 + y)
    assert same(np.linalg.norm(v), kt.math.norm(v))
    assert same((np.eye(2) @ v)[0], (Array(np.eye(2)) @ v)[0])


@pytest.mark.parametrize("question", [bool, float, int, math.sin, np.array, range])
def test_what_needs_a_number_is_refused_with_file_and_line(xy, question):
    with pytest.raises(kt.TraceError, match=r"test_graph\.py:\d+: "):
        question(xy[0])


def test_powers(xy):
    x, _ = xy
    assert same(x**3, x * x * x)
    assert same(x**0.5, kt.math.sqrt(x))
    assert same(x**-1, 1 / x)
    assert x**0 == 1
    with pytest.raises(kt.TraceError, match=r"kt\.math\.exp"):
        x**0.3


def test_arrays_are_numpy_like():
    a = np.arange(12.0).reshape(3, 4)
    x = Array(a)
    for index in (1, -1, slice(1, 3), (slice(None), 2), (..., 0), (1, 2), (slice(None, None, -1),)):
        np.testing.assert_array_equal(np.asarray(x[index], dtype=float), a[index])
    np.testing.assert_array_equal(np.array(x.T), a.T)
    np.testing.assert_array_equal(np.array(x.add((slice(0, 2), 1), [10, 20]))[:2, 1], [11.0, 25.0])
    assert (Array([[]]) @ zeros(0)).shape == (1,)
    with pytest.raises(kt.ShapeError, match="rows of different shapes"):
        Array([[1, 2], [3]])


def test_solve_inverts_positive_definite_matrices():
    rng = np.random.default_rng(1)
    for n in range(1, 7):
        A = rng.normal(size=(n, n))
        A = A @ A.T + np.eye(n)
        b, B = rng.normal(size=n), rng.normal(size=(n, 3))
        assert np.abs(A @ np.array(kt.math.solve_spd(A, b), dtype=float) - b).max() < 1e-13
        X = np.array(kt.math.solve_spd(A, B), dtype=float)
        assert X.shape == (n, 3) and np.abs(A @ X - B).max() < 1e-13
    assert kt.math.solve_spd(np.eye(3), np.zeros((3, 0))).shape == (3, 0)


def test_the_basic_operations_on_numbers():
    assert (add(2, 3), sub(2, 3), neg(2), apply("select", True, 1, 2)) == (5, -1, -2, 1)


def test_conditions_and_numbers_do_not_mix(xy):
    x, y = xy
    for mixed in (
        lambda: (x > 0) * y,
        lambda: kt.math.sin(x > 0),
        lambda: kt.math.where(x, y, y),
        lambda: kt.math.where(x > 0, x > 0, y > 0),
        lambda: (x > 0) & y,
        lambda: x + "a",
        lambda: x * None,
    ):
        with pytest.raises(kt.TraceError, match=r"test_graph\.py:\d+: a (condition|traced number)"):
            mixed()


def test_logic_folds_what_is_known(xy):
    x, y = xy
    positive = x > 0
    assert same(positive & True, positive) and same(True & positive, positive)
    assert (positive & False) is False and (positive | True) is True
    assert same(False | positive, positive)
    assert kt.math.where(True, x, y) is x


def test_conditions_on_arrays_are_element_by_element():
    x = Array([0.0, 1.0, 2.0])
    assert ((x < 0.5) | ~(x < 1.5)).flat == (True, False, True)
    assert kt.math.where(x == 0.0, 1.0, x).flat == (1.0, 1.0, 2.0)
    with pytest.raises(TypeError, match="unhashable"):
        hash(x)


def test_numpy_functions_with_keywords_or_other_arguments_are_refused(xy):
    v = Array([*xy, 1.0])
    for call in (
        lambda: np.linalg.norm(v, 1),
        lambda: np.linalg.cholesky(Array(np.eye(3) * v)),
        lambda: np.maximum.reduce(v),
        lambda: 2.0**v,
        lambda: 2.0 ** xy[0],
    ):
        with pytest.raises(kt.TraceError, match=r"test_graph\.py:\d+: .*kt\.math"):
            call()
    with pytest.raises(kt.ShapeError, match=r"shapes \(2,\) and \(2,\); expected \(3,\)"):
        kt.math.cross(v[:2], v[:2])


def test_powers_of_numpy_integers(xy):
    assert same(xy[0] ** np.int64(2), xy[0] * xy[0])


def test_complex_functions_are_inf_or_nan_where_they_are_singular():
    assert kt.math.log(0j) == -math.inf
    assert kt.math.exp(1e4 + 0j) == math.inf
    assert kt.math.atan2(0j, 0j) == 0


@pytest.mark.parametrize("extremum", [kt.math.minimum, kt.math.maximum])
@pytest.mark.parametrize("one", [1.0, 1j])
def test_extrema_with_nan_are_nan(extremum, one):
    for x, y in ((one, one * math.nan), (one * math.nan, one)):
        assert extremum(x, y) != extremum(x, y)


def test_equal_placements_are_equal():
    T = kt.SE3(np.eye(3), [1, 2, 3])
    assert kt.SE3(np.eye(3), [1.0, 2, 3]) == T != kt.SE3(np.eye(3), [1, 2, 4])
    assert len({T, kt.SE3(np.eye(3), [1.0, 2, 3])}) == 1
