"""Errors of calls for invalid input, and results for unusual but valid input."""

from pathlib import Path

import casadi
import mpmath
import numpy as np
import pytest
import sympy

import kinetree as kt

ARM = kt.robots.arm()
HUMANOID = kt.robots.humanoid()
REST = np.zeros(7)


def placement(**keywords):
    return kt.frame_placement(ARM, REST, **keywords)


# unusual but valid input


@pytest.fixture(scope="module", params=[ARM, HUMANOID], ids=["arm", "humanoid"])
def case(request):
    """A robot, 60 states of it, and its torques there."""
    model, rng = request.param, np.random.default_rng(0)
    q = kt.random_configuration(model, 60, rng=rng)
    v, a = rng.standard_normal((2, 60, model.nv))
    return model, q, v, a, np.stack([kt.rnea(model, *state) for state in zip(q, v, a, strict=True)])


def test_float32_only_if_all_are(case):
    model, *state, tau = case
    small = [x.astype(np.float32) for x in state]
    result = kt.rnea(model, *small)
    assert result.dtype == np.float32
    assert 1e-9 < abs(result - tau).max() / abs(tau).max() < 1e-5
    assert kt.rnea(model, small[0], small[1], state[2]).dtype == np.float64
    assert kt.rnea(model, small[0], small[1], [0] * model.nv).dtype == np.float64


@pytest.mark.parametrize("odd", [np.nan, np.inf])
def test_nan_stays_in_its_sample(case, odd):
    model, q, v, a, tau = case
    for operand in range(3):
        state = [q.copy(), v.copy(), a.copy()]
        state[operand][17, -1] = odd
        result = kt.rnea(model, *state)
        assert np.isnan(result[17]).any() or np.isinf(result[17]).any()
        np.testing.assert_array_equal(np.delete(result, 17, 0), np.delete(tau, 17, 0))


def test_nan_in_the_parameters_of_a_sample_stays_there(case):
    model, q, v, a, tau = case
    inertias = np.tile(model.inertias, (60, 1, 1))
    inertias[17, -1, 0] = np.nan
    result = kt.rnea(model, q, v, a, inertias=inertias)
    assert np.isnan(result[17]).any()
    assert np.allclose(np.delete(result, 17, 0), np.delete(tau, 17, 0), rtol=1e-11, atol=1e-10)


def test_a_zero_quaternion_is_nan_in_its_own_sample():
    q = kt.random_configuration(HUMANOID, 20, rng=0)
    v = np.ones(35)
    expected = kt.rnea(HUMANOID, q, v, v)
    q[5, 3:7] = 0
    result = kt.rnea(HUMANOID, q, v, v)
    assert np.isnan(result[5]).all()
    np.testing.assert_array_equal(np.delete(result, 5, 0), np.delete(expected, 5, 0))
    assert np.isnan(kt.normalize(HUMANOID, q)).any(-1).nonzero()[0].tolist() == [5]
    assert [f.sample for f in kt.check_configuration(HUMANOID, q) if "length" in f.message] == [
        (5,)
    ]


def test_empty_batches_in_python(case):
    model, q, v, a, _ = case
    assert kt.rnea.evaluate(model, q[:0], v[0], a[0]).shape == (0, model.nv)
    empty = kt.rnea(model, q[:0] + 0j, v[0], a[0])
    assert empty.shape == (0, model.nv) and empty.dtype == complex


@pytest.mark.parametrize("shift", [-9, -1, 0, 1, 9])
def test_out_may_overlap_an_operand(case, shift):
    model, q, v, a, tau = case
    memory = np.zeros(v.size + 2 * 9)
    operand = memory[9 : 9 + v.size].reshape(v.shape)
    out = memory[9 + shift : 9 + shift + v.size].reshape(v.shape)
    operand[...] = v
    kt.rnea(model, q, operand, a, out=out)
    np.testing.assert_array_equal(out, tau)


def test_frames_by_any_sequence():
    expected = placement(frame=["tool", "link3"])
    assert expected.shape == (2, 4, 4)
    np.testing.assert_array_equal(placement(frame=("tool", "link3")), expected)
    np.testing.assert_array_equal(placement(frame=np.array(["tool", "link3"])), expected)
    indices = [ARM.frame_names.index(name) for name in ("tool", "link3")]
    np.testing.assert_array_equal(placement(frame=np.array(indices)), expected)


@pytest.mark.parametrize("x", [sympy.Symbol("x"), casadi.SX.sym("x"), mpmath.mpf(3), np.float64(3)])
def test_a_number_of_any_kind_times_an_array_is_an_array(x):
    for array in (kt.Array([1.0, 2.0]), kt.Array([2.0])):
        for result in (x * array, x + array, x - array, x / array):
            assert isinstance(result, kt.Array) and result.shape == array.shape


@pytest.mark.parametrize("joint", [kt.Prismatic([1, 2, 3]), kt.Universal([1, 2, 3], "x")])
def test_joints_whose_functions_multiply_from_the_left_take_casadi(joint):
    builder = kt.ModelBuilder("slide")
    builder.add_body("b", joint=joint, inertia=kt.Inertia(1, [0.1, 0.2, 0.3], np.eye(3)))
    model = builder.build()
    q = casadi.SX.sym("q", model.nq)
    torque = casadi.Function("torque", [q], [kt.rnea(model, q, q, q)])
    at = np.full(model.nq, 0.3)
    assert np.allclose(torque(at).full().ravel(), kt.rnea(model, at, at, at), rtol=1e-13)


# functions that ask a traced number for a value


def with_and(model, q):
    return kt.math.where(q[0] > 0 and q[1] > 0, q, -q)  # here


def with_eig(model, q):
    return np.linalg.eig(kt.crba(model, q))  # here


def with_keyword(model, q):
    return np.sum(q, keepdims=True)  # here


def with_element(model, q):
    x = np.zeros(3)
    x[0] = q[0]  # here
    return x


def with_index(model, q):
    return q[q[0]]  # here


def with_power(model, q):
    return q[0] ** 0.3  # here


def with_exponent(model, q):
    return 2 ** q[0]  # here


def with_product(model, q):
    return kt.crba(model, q) @ q[:3]  # here


FUNCTIONS = {
    with_and: "& and | between conditions",
    with_eig: "np.linalg.eig does not take traced numbers; instead: an operand with what NumPy ",
    with_keyword: "np.sum of traced numbers takes (x, axis=None), and nothing else.",
    with_element: "an element of a NumPy array, ...). kt.math takes it as it is",
    with_index: "an array was indexed with a traced number",
    with_power: "x ** p with p = 0.3; expected an integer or 0.5. For other powers of x > 0 write ",
    with_exponent: "an Array as an exponent; write kt.math.exp(x * kt.math.log(2)).",
    with_product: "shapes (7, 7) and (3,) cannot be multiplied.",
}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_an_error_names_the_line_and_the_remedy(function):
    lines = Path(__file__).read_text().splitlines()
    first = function.__code__.co_firstlineno
    line = next(k for k in range(first, first + 5) if lines[k - 1].endswith("# here"))
    with pytest.raises(kt.KinetreeError) as error:
        kt.algorithm(function)(ARM, REST)
    assert str(error.value).startswith(f"{__file__}:{line}: ")
    assert FUNCTIONS[function] in str(error.value)


STORED = []


def with_stored_number(model, q):
    STORED.append(q[0])
    return q + STORED[0]


def test_a_number_stored_from_another_trace():
    stored = kt.algorithm(with_stored_number)
    stored(ARM, REST)
    with pytest.raises(kt.TraceError, match="of one trace was used in another"):
        stored(kt.robots.pendulum(), [0.0])


def test_axes_that_are_too_many_and_records():
    q = np.zeros(7)
    for axes in (63, 64):
        x = q.reshape((1,) * (axes - 1) + (7,))
        for call in (lambda x: kt.rnea(ARM, q, x, q), lambda x: kt.check_configuration(ARM, x)):
            with pytest.raises(kt.ShapeError, match=f"{axes} axes"):
                call(x)
    huge = [
        np.lib.stride_tricks.as_strided(q, s, (0, 0, 8)) for s in ((2**40, 1, 7), (1, 2**40, 7))
    ]
    with pytest.raises(kt.ShapeError, match="more samples than an array can have"):
        kt.rnea(ARM, *huge, q)
    with pytest.raises(kt.ShapeError, match="q holds records"):
        kt.crba(ARM, np.zeros(7, [("x", float)]))
