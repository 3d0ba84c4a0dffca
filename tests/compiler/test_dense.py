"""Dense linear algebra by loops over memory: the bits of the bodies that list all operations."""

import numpy as np
import pytest

import kinetree as kt
from kinetree.algorithms.constraints.mass_factor import DenseLDL
from kinetree.algorithms.friction.slots import Group, Slots
from kinetree.compiler.dense import FEWEST
from kinetree.compiler.elimination import BLOCK
from kinetree.compiler.interpreter import interpret
from kinetree.compiler.ir_builder import NumberType
from kinetree.compiler.ir_module import IRModule
from kinetree.compiler.passes import lower
from kinetree.compiler.target import host

ARM = kt.robots.arm()
RNG = np.random.default_rng(0)
SAMPLES, MOST = 37, 9
SIZES = [FEWEST - 1, *range(FEWEST, FEWEST + BLOCK + 1), 29]
GROUPS = {
    "normals": (Group(0, (2,)),),
    "contacts": (Group(0, (0, 1, 2)),),
    "contacts that turn": (Group(0, (0, 1, 2)), Group(3 * MOST, (5,)), Group(4 * MOST, (3, 4))),
}


def system(n):
    """A function that solves a system."""

    @kt.algorithm(f"({n},{n}),({n})->({n}),({n * (n + 3) // 2})")
    def solved(model, A, b):
        factor = DenseLDL.of(A)
        # not read and written in place, where the samples are the caller's
        return {"x": 0.5 * factor.solve(2 * b), "factor": 2 * factor.factor}

    return solved


def products(n, groups):
    """A function of rows J, weights D and a count, that gives J^T D J of so many contacts."""
    rows = sum(len(x.own) for x in groups)

    @kt.algorithm(f"({MOST},6,{n}),({MOST},{rows},{rows}),()->({n},{n})")
    def product(model, J, D, count):
        _, J = kt.math.scan(lambda _, J: (None, 2 * J), None, J)
        slots = Slots(J, count.flat[0], MOST, groups)
        _, weights = slots.loop(lambda _, k, D: (None, D), None, D)
        return 0.25 * slots.products(weights)

    return product


def sums(n, groups):
    """A function of rows J, a vector v, numbers x and a count, that gives J v and v + J^T x.

    Of the products of the last row of each contact with v, too.
    """
    rows = [i for x in groups for i in x.own]

    @kt.algorithm(
        f"({MOST},6,{n}),({n}),({MOST},{len(rows)}),()->({MOST},{len(rows)}),({MOST},1),({n})"
    )
    def both(model, J, v, x, count):
        _, J = kt.math.scan(lambda _, J: (None, 2 * J), None, J)
        slots = Slots(J, count.flat[0], MOST, groups)
        speeds, last = slots.times(2 * v), slots.times(2 * v, rows[-1:])
        transposed = slots.transposed(x + 0.0 * speeds) + slots.transposed(x[:, -1:], rows[-1:])
        return {"speeds": 0.5 * speeds, "last": 0.5 * last, "transposed": 0.5 * transposed}

    return both


def assert_as_interpreted(function, operands, dtype):
    """In a batch, one by one, and by the interpreter, which computes the bodies."""
    operands = [x.astype(dtype) for x in operands]
    expected = interpret(function.trace(ARM), *operands, dtype=dtype)
    batch = function(ARM, *operands)
    batch = batch if isinstance(batch, tuple) else (batch,)
    for got, want in zip(batch, expected, strict=True):
        np.testing.assert_array_equal(got, want)
    for k in range(3):
        alone = function(ARM, *(x[k] for x in operands))
        for got, want in zip(alone if isinstance(alone, tuple) else (alone,), batch, strict=True):
            np.testing.assert_array_equal(got, want[k])
    return batch


def is_dense(function, name):
    trace = lower(function.trace(ARM))
    texts = [IRModule(trace, NumberType("float64", x)).text() for x in (1, host().lanes(8))]
    return {f"call void @{name}_" in x for x in texts}


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("n", SIZES)
def test_a_system_has_the_bits_of_its_elimination(n, dtype):
    J = RNG.standard_normal((SAMPLES, n, n))
    A, b = J @ J.swapaxes(1, 2) + n * np.eye(n), RNG.standard_normal((SAMPLES, n))
    function = system(n)
    x, factor = assert_as_interpreted(function, (A, b), dtype)
    np.testing.assert_allclose(
        x, np.linalg.solve(A, b[..., None])[..., 0], 0, 30 * np.finfo(dtype).eps
    )
    D = factor[:, np.cumsum(np.arange(1, n + 1)) - 1]
    np.testing.assert_allclose(
        np.prod(D / (2 * n), 1), np.linalg.det(A / n), 3e3 * np.finfo(dtype).eps
    )
    assert is_dense(function, "factor") == is_dense(function, "substitution") == {n >= FEWEST}


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("groups", GROUPS)
@pytest.mark.parametrize("n", [FEWEST - 1, FEWEST, FEWEST + 3, 23])
def test_weighted_products_have_the_bits_of_their_sums(n, groups, dtype):
    own = [i for x in GROUPS[groups] for i in x.own]
    J = RNG.standard_normal((SAMPLES, MOST, 6, n))
    D = RNG.standard_normal((SAMPLES, MOST, len(own), len(own)))
    D[RNG.random((SAMPLES, MOST)) < 0.4] = 0.0  # contacts that do not act
    counts = RNG.integers(0, MOST + 4, SAMPLES)  # of more than there is space for, these
    counts[:8], D[8:16] = 0, 0.0  # nothing in all lanes
    D[16:24, :, :-1] = 0.0  # the last row alone
    function = products(n, GROUPS[groups])
    (got,) = assert_as_interpreted(function, (J, D, counts.astype(float)), dtype)
    used = np.arange(MOST) < counts[:, None]
    W = np.where(used[..., None, None], D, 0.0) @ J[:, :, own]
    expected = np.einsum("bkri,bkrj->bij", J[:, :, own], W)
    lower = np.tril_indices(n)
    np.testing.assert_allclose(
        got[:, *lower], expected[:, *lower], 0, 200 * np.finfo(dtype).eps * abs(expected).max()
    )
    np.testing.assert_array_equal(got, got.swapaxes(1, 2))
    assert is_dense(function, "products") == {n >= FEWEST}


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("groups", GROUPS)
@pytest.mark.parametrize("n", [FEWEST - 1, FEWEST, FEWEST + 3, 23])
def test_products_with_rows_have_the_bits_of_their_sums(n, groups, dtype):
    own = [i for x in GROUPS[groups] for i in x.own]
    J, v = RNG.standard_normal((SAMPLES, MOST, 6, n)), RNG.standard_normal((SAMPLES, n))
    x = RNG.standard_normal((SAMPLES, MOST, len(own)))
    x[RNG.random((SAMPLES, MOST)) < 0.4] = 0.0  # contacts that do not act
    counts = RNG.integers(0, MOST + 4, SAMPLES)  # of more than there is space for, these
    counts[:8], x[8:16] = 0, 0.0  # nothing in all lanes
    function = sums(n, GROUPS[groups])
    got = assert_as_interpreted(function, (J, v, x, counts.astype(float)), dtype)
    used = np.arange(MOST) < counts[:, None]
    J = np.where(used[..., None, None], J[:, :, own], 0.0)
    speeds = 2 * np.einsum("bkri,bi->bkr", J, v)
    transposed = np.einsum("bkri,bkr->bi", J, x) + np.einsum("bki,bk->bi", J[:, :, -1], x[..., -1])
    for a, b in zip(got, (speeds, speeds[..., -1:], transposed), strict=True):
        np.testing.assert_allclose(a, b, 0, 30 * np.finfo(dtype).eps * abs(b).max())
    for name in ("times", "transposed"):
        assert is_dense(function, name) == {n >= FEWEST}
