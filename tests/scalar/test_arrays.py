"""`Array` against NumPy's arrays, and its errors for shapes that do not fit."""

import operator

import numpy as np
import pytest

import kinetree as kt
from kinetree.scalar.array import Array, broadcast_to

m = kt.math
A = np.array([[2.0, -3.0, 0.5], [7.0, 0.25, -1.0]])
V = np.array([4.0, -0.5, 3.0])

BINARY = [operator.add, operator.sub, operator.mul, operator.truediv]
BINARY += [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]


@pytest.mark.parametrize("operation", BINARY)
@pytest.mark.parametrize("other", [2.0, 0.5, V, A[::-1].copy(), A[:, :1].copy()])
def test_operators_of_operands_in_both_orders(operation, other):
    second = Array(other) if isinstance(other, np.ndarray) else other
    expected = operation(A, other), operation(other, A)
    found = operation(Array(A), second), operation(second, Array(A))
    np.testing.assert_array_equal([np.array(x) for x in found], expected)


@pytest.mark.parametrize("operation", BINARY)
def test_operators_of_a_traced_number_and_an_operand_without_axes(operation):
    def both(model, q, x):
        pair = operation(q[0], x), operation(x, q[0])
        return m.stack([m.where(y, 1.0, 0.0) if operation in BINARY[4:] else y for y in pair])

    algorithm, q = kt.algorithm("(nq),()->(2)")(both), np.full(7, 0.75)
    expected = [operation(0.75, 0.5), operation(0.5, 0.75)]
    np.testing.assert_array_equal(algorithm(kt.robots.arm(), q, 0.5), expected)


@pytest.mark.parametrize("x, y", [(A, V), (V, A.T), (A, A.T), (V, V), (A.T, A)])
def test_products_of_vectors_and_matrices(x, y):
    np.testing.assert_array_equal(np.array(Array(x) @ Array(y)), x @ y)


@pytest.mark.parametrize("index", [0, -1, slice(1, None), slice(None, None, -2), (0, 1), (1, ...)])
def test_add_to_a_part(index):
    expected = A.copy()
    expected[index] += 0.5
    x = Array(A)
    np.testing.assert_array_equal(np.array(x.add(index, 0.5)), expected)
    np.testing.assert_array_equal(np.array(x), A)


def test_shapes_as_numpy_gives_them():
    x = Array(A)
    for shape in ((3, 2), (6,), (-1, 2), (3, -1), (-1,), (1, 2, 3)):
        np.testing.assert_array_equal(np.array(x.reshape(shape)), A.reshape(shape))
        np.testing.assert_array_equal(np.array(x.reshape(*shape)), A.reshape(shape))
    np.testing.assert_array_equal(np.array(x.ravel()), A.ravel())
    np.testing.assert_array_equal(np.array(broadcast_to(V, (2, 3))), np.broadcast_to(V, (2, 3)))
    for parts in ([A, A[:1]], [V, V[:0], V[1:]]):
        found = np.array(m.concatenate([Array(p) for p in parts]))
        np.testing.assert_array_equal(found, np.concatenate(parts))
    np.testing.assert_array_equal(np.array(m.stack([V, 2 * V])), np.stack([V, 2 * V]))


@pytest.mark.parametrize(
    "operation, message",
    [
        (lambda: Array(A) + V[:2], r"shapes \(2, 3\) and \(2,\) do not broadcast"),
        (lambda: Array(A).add(0, [1.0, 2.0]), r"shape \(2,\): .*requested shape \(3,\)"),
        (lambda: Array(A) @ A, r"\(2, 3\) and \(2, 3\) cannot be multiplied"),
        (lambda: Array(2.0) @ V, r"\(\) and \(3,\) cannot be multiplied"),
        (lambda: Array(V) @ 2.0, r"\(3,\) and \(\) cannot be multiplied"),
        (lambda: Array([A]) @ V, r"\(1, 2, 3\) and \(3,\) cannot be multiplied"),
        (lambda: Array(A).reshape(4, -1), r"shape \(2, 3\): cannot reshape .* into shape \(4,"),
        (lambda: Array(A).reshape(-1, -1), r"shape \(2, 3\): can only specify one unknown"),
        (lambda: m.concatenate([A, A[:, :2]]), r"shapes \(2, 3\), \(2, 2\) cannot be joined"),
        (lambda: m.concatenate([A, V]), r"shapes \(2, 3\), \(3,\) cannot be joined"),
        (lambda: m.concatenate([V, 1.0]), r"shapes \(3,\), \(\) cannot be joined"),
        (lambda: m.concatenate([]), "cannot be joined"),
        (lambda: m.cross(V, A[0, :2]), r"cross of arrays of shapes \(3,\) and \(2,\)"),
        (lambda: m.cross(A[0, :2], V), r"cross of arrays of shapes \(2,\) and \(3,\)"),
        (lambda: float(Array(V)), r"float\(\) of an array of shape \(3,\)"),
    ],
)
def test_shapes_that_do_not_fit(operation, message):
    with pytest.raises(kt.ShapeError, match=rf"test_arrays\.py:\d+: .*{message}"):
        operation()


@pytest.mark.parametrize("dtype", [np.float32, np.float64, int])
def test_numpy_is_given_the_dtype_that_it_asks_for(dtype):
    found = Array([[1, 0], [3, 2]]).__array__(dtype)
    assert found.dtype == dtype
    np.testing.assert_array_equal(found, [[1, 0], [3, 2]])


@pytest.mark.parametrize("kind", [bool, np.bool_, float])
def test_conditions_of_plain_values_are_numpys(kind):
    x, y = (np.array(z, kind) for z in ([0, 0, 1, 1], [0, 1, 0, 1]))
    a, b = kt.Array(list(x)), kt.Array(list(y))
    assert list((a & b).flat) == np.logical_and(x, y).tolist()
    assert list((a | b).flat) == np.logical_or(x, y).tolist()


def test_conditions_of_traced_numbers_and_arrays_in_either_order():
    @kt.function("(3),()->(),()")
    def both(x, y):
        first, second = (x[0] > 1) & (y > 1), (y > 1) | (x[0] > 1)
        third, fourth = (y > 1) & (x[0] > 1), (x[0] > 1) | (y > 1)
        either = kt.math.where(second, 1.0, 0.0) + kt.math.where(fourth, 1.0, 0.0)
        each = kt.math.where(first, 1.0, 0.0) + kt.math.where(third, 1.0, 0.0)
        return {"both": each, "either": either}

    for a, b in ((0, 0), (0, 2), (2, 0), (2, 2)):
        assert both([a, 0.0, 0.0], b) == (2 * (a > 1 and b > 1), 2 * (a > 1 or b > 1))
