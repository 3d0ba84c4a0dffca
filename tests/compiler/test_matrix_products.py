"""Matrix products in loops: the same bits in both variants and in the interpreter."""

from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.compiler.interpreter import interpret
from kinetree.scalar import products

ARM = kt.robots.arm()
RNG = np.random.default_rng(0)
SHAPES = [(8, 8, 8), (9, 7, 18), (13, 40, 3), (600, 1, 1), (5, 64, 5), (20, 31, 17), (3, 9, 30)]


@kt.algorithm("(n,k),(k,m)->(n,m)")
def times(model: Any, A: Any, B: Any) -> Any:
    return products.product(A, B)


def trace_of(n: int, k: int, m: int) -> Any:
    return times.trace(ARM, sizes={"n": n, "k": k, "m": m})


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_one_sample_lanes_and_interpreter_agree_to_the_bit(shape: Any, dtype: str):
    n, k, m = shape
    A, B = RNG.normal(size=(21, n, k)).astype(dtype), RNG.normal(size=(21, k, m)).astype(dtype)
    trace = trace_of(n, k, m)
    assert any(op == "matmul" for op in trace.graph.ops)
    assert trace.operation_count == n * m * (2 * k - 1)
    got = times(ARM, A, B)
    assert got.dtype == dtype
    assert got.tobytes() == interpret(trace, A, B, dtype=dtype)[0].tobytes()
    assert got[4].tobytes() == times(ARM, A[4], B[4]).tobytes()
    size = abs(A).max() * abs(B).max() * k
    assert abs(got - A @ B).max() <= 4 * np.finfo(dtype).eps * size


def test_a_small_product_is_unrolled():
    assert not any(op == "matmul" for op in trace_of(4, 4, 4).graph.ops)


@kt.algorithm("(20,20),(20,24)->(20,24)")
def banded(model: Any, A: Any, B: Any) -> Any:
    """B with zeros in half of the rows of its first columns, and a constant."""
    left = kt.math.concatenate([kt.math.zeros(10, 16), B[10:, :16]])
    right = kt.math.concatenate([B[:1, 16:] * 0 + 2.5, B[1:, 16:]])
    return products.product(A, kt.math.concatenate([left.T, right.T]).T)


def test_columns_with_the_same_zeros_are_one_product():
    trace = banded.trace(ARM)
    counts = [trace.graph.data[i][3:] for i in trace.nodes if trace.graph.ops[i] == "matmul"]
    assert sorted(map(len, counts)) == [10, 20]


def test_derivatives_by_forward_and_reverse():
    @kt.algorithm("(9,9),(9,9)->()")
    def squares(model: Any, A: Any, B: Any) -> Any:
        flat = products.product(A, B).ravel()
        return flat @ flat

    A, B = RNG.normal(size=(2, 9, 9))
    gradient = kt.grad(squares, ("A", "B"))(ARM, A, B)
    assert abs(gradient.d_A - 2 * A @ B @ B.T).max() < 1e-12
    assert abs(gradient.d_B - 2 * A.T @ A @ B).max() < 1e-12
    direction = RNG.normal(size=(9, 9))
    along = kt.jvp(chained_small, "A")(ARM, A, B, direction).d_result
    assert abs(along - direction @ B).max() < 1e-13


@kt.algorithm("(9,9),(9,9)->(9,9)")
def chained_small(model: Any, A: Any, B: Any) -> Any:
    return products.product(A, B)


def test_other_numbers_and_files(tmp_path: Any):
    A, B = RNG.normal(size=(2, 9, 9))
    assert abs(chained_small.evaluate(ARM, A, B + 1j) - A @ (B + 1j)).max() < 1e-13
    kernel = chained_small.compile(ARM)
    kernel.save(tmp_path / "product.kernel")
    again = kt.load_kernel(tmp_path / "product.kernel")
    assert again(A, B).tobytes() == kernel(A, B).tobytes() == chained_small(ARM, A, B).tobytes()
