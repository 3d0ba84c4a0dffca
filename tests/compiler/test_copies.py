"""Copies and products in place: scalar and vector variant and interpreter agree to the bit."""

from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.compiler.interpreter import interpret
from kinetree.compiler.ir_builder import NumberType
from kinetree.compiler.ir_module import IRModule
from kinetree.compiler.passes import lower
from kinetree.scalar import products
from kinetree.scalar.math import concatenate, zeros

ARM = kt.robots.arm()
BATCHES = (1, 2, 7, 8, 9, 16, 17, 33)
MARK = 1234.5

every_dtype = pytest.mark.parametrize("dtype", ["float64", "float32"])


def check(algorithm: Any, dtype: str, **sizes: int) -> Any:
    """All ways to compute an algorithm agree, write all of its results and nothing else.

    Returns the operands and the results of 33 samples.
    """
    trace = algorithm.trace(ARM, sizes=sizes)
    rng = np.random.default_rng(0)
    operands = [rng.normal(size=(33, *x.shape)).astype(dtype) for x in trace.operands]
    kernel = algorithm.compile(ARM, dtype=dtype, sizes=sizes)
    expected = [x.reshape(33, -1) for x in interpret(trace, *operands, dtype=dtype)]
    for n in BATCHES:
        assert_same(kernel, [x[:n] for x in operands], [x[:n] for x in expected])
    for k in (0, 32):
        assert_same(kernel, [x[k] for x in operands], [x[k] for x in expected])
    return operands, [y.reshape(33, *x.shape) for x, y in zip(trace.results, expected, strict=True)]


def assert_same(kernel: Any, operands: list[Any], expected: list[Any]) -> None:
    """The results in the middle of memory that holds other numbers, which do not change."""
    buffers = [np.full(x.size + 64, MARK, x.dtype) for x in expected]
    batch = operands[0].shape[: -len(kernel.operands[0].shape)]
    out = tuple(
        buffer[32:-32].reshape(*batch, *x.shape)
        for buffer, x in zip(buffers, kernel.results, strict=True)
    )
    kernel(*operands, out=out if len(out) > 1 else out[0])
    for buffer, found, x in zip(buffers, out, expected, strict=True):
        assert found.tobytes() == x.tobytes()
        assert (buffer[:32] == MARK).all() and (buffer[-32:] == MARK).all()


def stored(algorithm: Any, **sizes: int) -> int:
    """The count of numbers stored for the products of an algorithm, without the products."""
    module = IRModule(lower(algorithm.trace(ARM, sizes=sizes)), NumberType("float64", 1))
    workspace, slots = module.memory.workspace, module.memory.slots
    products = sum(x.rows * x.columns for x in workspace.products.values())
    return workspace.end - len({*slots.values()}) - products


def close(x: Any, y: Any) -> None:
    assert abs(x - y).max() <= 50 * np.finfo(x.dtype).eps * max(1, abs(y).max())


@kt.algorithm(
    "(20,18),(18,24)->(20,24),(9,24),(20,12),(11,24),(20,24),(20,24),(10,24),(20,24),(20,12),(20,12)"
)
def parts(model: Any, A: Any, B: Any) -> Any:
    """Products of parts of A and B, the larger ones first, and of matrices that are no parts."""
    later = B.ravel()[30:390].reshape(-1, 24)
    return {
        "whole": products.product(A, B),
        "first_rows": products.product(A[:9], B),
        "some_columns": products.product(A, B[:, 3:15]),
        "some_rows": products.product(A[4:15], B),
        "first_inside": products.product(A[:, :12], B[:12]),
        "last_inside": products.product(A[:, 5:], B[5:]),
        "every_other_row": products.product(A[::2], B),
        "rows_that_go_on": products.product(A[:, : len(later)], later),
        "some_twice": products.product(A[:, :4], B[11::2, 3:15]),
        "last_row_first": products.product(A[:, :12], concatenate([B[17:], B[:11]])[:, 3:15]),
    }


@every_dtype
def test_parts_of_matrices_are_read_in_place(dtype: str):
    (A, B), found = check(parts, dtype)
    later = B.reshape(33, -1)[:, 30:390].reshape(33, -1, 24)
    expected = [
        A @ B,
        A[:, :9] @ B,
        A @ B[..., 3:15],
        A[:, 4:15] @ B,
        A[..., :12] @ B[:, :12],
        A[..., 5:] @ B[:, 5:],
        A[:, ::2] @ B,
        A[..., :15] @ later,
        A[..., :4] @ B[:, 11::2, 3:15],
        A[..., :12] @ np.roll(B, 1, 1)[:, :12, 3:15],
    ]
    for x, y in zip(found, expected, strict=True):
        close(x, y)


def test_parts_of_matrices_are_stored_once():
    assert stored(parts) == 20 * 18 + 18 * 24 + 15 * 24  # A, B and the rows that go on


@kt.algorithm("(16,17),(17,40),(14,12)->(14,40),(14,11),(14,33),(16,40),(9,12),(9,9)")
def of_products(model: Any, A: Any, B: Any, C: Any) -> Any:
    """Products of a product, of parts of it, and of matrices that it is a part of."""
    P = products.product(A, B)
    return {
        "rows": products.product(C, P[2:14]),
        "columns": products.product(C, P[:12, 7:18]),
        "mixed": products.product(
            C, concatenate([P[1:13, 20:31].T, B[:12, :11].T, P[:12].T[:11]]).T
        ),
        "right_factor": products.product(A[:, :16], P),
        "left_factor": products.product(P[3:12, :14], C),
        "with_transpose": products.product(P[:9, 3:12], P[4:13, :9].T + 0),
    }


@every_dtype
def test_parts_of_products_are_read_in_place(dtype: str):
    (A, B, C), found = check(of_products, dtype)
    P = A @ B
    mixed = np.concatenate([P[:, 1:13, 20:31], B[:, :12, :11], P[:, :12, :11]], -1)
    expected = [
        C @ P[:, 2:14],
        C @ P[:, :12, 7:18],
        C @ mixed,
        A[..., :16] @ P,
        P[:, 3:12, :14] @ C,
        P[:, :9, 3:12] @ np.swapaxes(P[:, 4:13, :9], 1, 2),
    ]
    for x, y in zip(found, expected, strict=True):
        close(x, y)


def test_parts_of_products_are_not_stored():
    """Columns between them are not stored either: each part is multiplied separately."""
    A, B, C = 16 * 17, 17 * 40, 14 * 12
    two_parts_side_by_side, transpose = 12 * 22, 9 * 9
    assert stored(of_products) == A + B + C + two_parts_side_by_side + transpose


def sparse(A: Any) -> Any:
    """A with rows of none, one and two numbers between the others."""
    few = {(0, 3), (4, 1), (4, 8), (11, 11)}
    at = np.ndindex(12, 12)
    return kt.Array.of([A[k] if k in few or k[0] not in (0, 4, 7, 11) else 0 for k in at], (12, 12))


def number(k: int) -> float | None:
    """The constant that replaces element k of a matrix, if any."""
    return {0: 2.5, 3: -0.0, 4: 0.0}.get(k % 7)


def sprinkled(A: Any) -> Any:
    """A with constants in it, zeros among them."""
    elements = [x if number(k) is None else number(k) for k, x in enumerate(A.flat)]
    return kt.Array.of(elements, A.shape)


def holed(A: Any) -> Any:
    """A with structural zeros in rows of many numbers."""
    return kt.Array.of([0 if k % 5 == 2 else x for k, x in enumerate(A.flat)], A.shape)


@kt.algorithm("(12,12),(12,20)->(12,20),(12,20),(12,20),(12,20),(5,20),(5,20)")
def numbers(model: Any, A: Any, B: Any) -> Any:
    given = kt.Array.of([k / 8 - 9 for k in range(144)], (12, 12))
    return {
        "sparse": products.product(sparse(A), B),
        "holed": products.product(holed(A), B),
        "both": products.product(sprinkled(A), sprinkled(B)),
        "given": products.product(given, B),
        "zeros_below": products.product(A[:5], concatenate([B[:7], zeros(5, 20)])),
        "negative_zeros": products.product(kt.Array([[-0.0] * 12] * 5), B * B),
    }


@every_dtype
def test_numbers_and_zeros_in_products(dtype: str):
    (A, B), (found, hollow, both, given, below, signed) = check(numbers, dtype)
    close(found, (A * np.array(sparse(np.ones((12, 12))), dtype)) @ B)
    close(hollow, (A * np.array(holed(kt.Array(np.ones((12, 12)).tolist())), dtype)) @ B)
    close(given, (np.arange(144) / 8 - 9).reshape(12, 12).astype(dtype) @ B)
    assert (signed == 0).all() and np.signbit(signed).all()
    close(below, A[:, :5, :7] @ B[:, :7])
    for x in (A, B):
        x = x.reshape(33, -1)
        for k in range(x.shape[1]):
            x[:, k] = x[:, k] if number(k) is None else number(k)
    close(both, A @ B)


@kt.algorithm("(12,12),(12,12)->(12,12),(12,12),(12,12),(12,12)")
def computed(model: Any, A: Any, B: Any) -> Any:
    """Computed values that are in several products, and in a result."""
    S = A * B
    return {
        "itself": S,
        "squared": products.product(S, S),
        "turned": products.product(S.T, S[::-1]),
        "of_those": products.product(S[:, ::-1], products.product(S, A) - A),
    }


@every_dtype
def test_what_several_products_read(dtype: str):
    (A, B), found = check(computed, dtype)
    S = A * B
    expected = [S, S @ S, np.swapaxes(S, 1, 2) @ S[:, ::-1], S[..., ::-1] @ (S @ A - A)]
    for x, y in zip(found, expected, strict=True):
        close(x, y)


EDGES = (0, 3, 4, 8, 9, 12)
"""The first and last rows of tiles, of 13 rows."""
WANTED = [(EDGES[(j + k) % 6], j) for j in range(21) for k in (0, 3)]
"""Positions in products of 13 rows and 21 columns: two elements in every column."""
FEW = ((0, 0), (3, 20), (12, 4), (5, 5))


@kt.algorithm("(13,7),(n,7,21)->(n),(13,21)")
def single(model: Any, A: Any, B: Any) -> Any:
    """One element of each of many products, and a few of the last one."""
    *others, last = (products.product(A, x) for x in B)
    ones = [x[at] for x, at in zip(others, WANTED, strict=True)]
    few = [last[at] if at in FEW else 0 for at in np.ndindex(13, 21)]
    return {
        "ones": kt.Array.of([*ones, last[12, 20]], (len(B),)),
        "few": kt.Array.of(few, (13, 21)),
    }


@every_dtype
def test_only_used_elements_are_computed(dtype: str):
    n = len(WANTED) + 1
    (A, B), (ones, few) = check(single, dtype, n=n)
    product = A[:, None] @ B
    close(ones[:, :-1], np.stack([product[:, k, i, j] for k, (i, j) in enumerate(WANTED)], 1))
    for at in np.ndindex(13, 21):
        close(few[:, *at], product[:, -1, *at] if at in FEW else 0 * few[:, *at])
    text = single.compile(ARM, sizes={"n": n}).ir
    tiles = -(-13 // 6) * -(-21 // 16)
    assert text.count("call void @tile") < n * tiles / 2


LENGTHS = (1, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 40, 64, 65, 127, 150, 343)


def sections(length: int, seed: int) -> list[tuple[str, int, int]]:
    """The sections of a result: their kinds, starts in the source, and lengths."""
    rng = np.random.default_rng(seed)
    found: list[tuple[str, int, int]] = []
    while length:
        count = int(min(length, rng.choice([1, 2, 3, 4, 7, 8, 16, 17, 33, 70])))
        kind = str(rng.choice(["operand", "product", "zeros", "zeros", "numbers", "sums"]))
        found.append((kind, int(rng.integers(144 - 70)), count))
        length -= count
    return found


def mosaic(seed: int) -> Any:
    """An algorithm whose results are sections of operands, products, zeros, constants and sums."""
    plans = [sections(length, 100 * seed + length) for length in LENGTHS]

    @kt.algorithm(f"(12,12),(12,12)->{','.join(f'({n})' for n in LENGTHS)}")
    def algorithm(model: Any, A: Any, B: Any) -> Any:
        x, y = A.ravel(), products.product(A, B).ravel()
        source = {
            "operand": x,
            "product": y,
            "zeros": zeros(144),
            "numbers": kt.Array.of([k % 3 - 0.5 for k in range(144)], (144,)),
            "sums": x + y,
        }
        return {
            f"r{k}": concatenate([source[kind][at : at + n] for kind, at, n in plan])
            for k, plan in enumerate(plans)
        }

    return algorithm


@every_dtype
@pytest.mark.parametrize("seed", range(4))
def test_results_made_of_sections(seed: int, dtype: str):
    (A, B), found = check(mosaic(seed), dtype)
    x, y = A.reshape(33, -1), (A @ B).reshape(33, -1)
    source = {
        "operand": x,
        "product": y,
        "zeros": 0 * x,
        "numbers": 0 * x + (np.arange(144) % 3 - 0.5).astype(dtype),
        "sums": x + y,
    }
    for length, result in zip(LENGTHS, found, strict=True):
        plan = sections(length, 100 * seed + length)
        close(result, np.concatenate([source[kind][:, at : at + n] for kind, at, n in plan], 1))


@kt.algorithm("(10,10),(10,10)->(11,11,11),(3,200),(200)")
def sparse_tensor(model: Any, A: Any, B: Any) -> Any:
    """Three indices and mostly zeros, as second derivatives are; zeros to the end; zeros only."""
    P = products.product(A, B)
    slab = {(1, 2): P[3], (2, 1): P[3], (5, 5): A[1], (10, 10): P[9]}
    rows = [concatenate([slab.get(k, zeros(10)), [0]]) for k in np.ndindex(11, 11)]
    return {
        "tensor": concatenate(rows).reshape(11, 11, 11),
        "ends": kt.math.stack(
            [
                concatenate([P[0], zeros(190)]),
                concatenate([zeros(190), A[0]]),
                concatenate([zeros(95), P[1], zeros(95)]),
            ]
        ),
        "nothing": zeros(200),
    }


@every_dtype
def test_long_runs_of_zeros(dtype: str):
    (A, B), (tensor, ends, nothing) = check(sparse_tensor, dtype)
    P, expected = A @ B, np.zeros((33, 11, 11, 11), dtype)
    expected[:, 1, 2, :10] = expected[:, 2, 1, :10] = P[:, 3]
    expected[:, 5, 5, :10], expected[:, 10, 10, :10] = A[:, 1], P[:, 9]
    close(tensor, expected)
    assert (tensor == 0).sum() == 33 * (11**3 - 40)
    close(ends[:, 0, :10], P[:, 0])
    close(ends[:, 2, 95:105], P[:, 1])
    assert (ends[:, 1, 190:] == A[:, 0]).all()
    assert (ends != 0).sum() == 33 * 30
    assert not nothing.any()


@kt.algorithm("(22,22),(22,22)->(22,22),(22,22),(22,22),(22,22),(900),(900)")
def scattered(model: Any, A: Any, B: Any) -> Any:
    """Copies of single numbers from operands and products, and to products; and zeros."""
    P = products.product(A, B)
    zeros_between = [A.flat[k // 2] if k % 2 else 0 for k in range(900)]
    numbers_between = [(A.flat[k // 2], k / 8, 0, P.flat[k // 2])[k % 4] for k in range(900)]
    return {
        "transpose": A.T,
        "product_transpose": P.T,
        "of_transposes": products.product(A.T, P.T),
        "of_reversed": products.product(B.T, P[::-1, ::-1]),
        "zeros_between": kt.Array.of(zeros_between, (900,)),
        "numbers_between": kt.Array.of(numbers_between, (900,)),
    }


@every_dtype
def test_many_copies_of_single_numbers(dtype: str):
    (A, B), found = check(scattered, dtype)
    P, k = A @ B, np.arange(900)
    x, p = A.reshape(33, -1)[:, k // 2], P.reshape(33, -1)[:, k // 2]
    expected = [
        np.swapaxes(A, 1, 2),
        np.swapaxes(P, 1, 2),
        np.swapaxes(P @ A, 1, 2),
        np.swapaxes(B, 1, 2) @ P[:, ::-1, ::-1],
        np.where(k % 2, x, 0),
        np.choose(k % 4, [x, (k / 8).astype(dtype), 0, p]),
    ]
    for one, other in zip(found, expected, strict=True):
        close(one, other)
