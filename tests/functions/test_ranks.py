"""Operands of different batch rank broadcast as NumPy does, by every call path."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.compiler.target import host

ARM = kt.robots.arm()
MANY = 3 * host().lanes(8)

BATCHES = [
    ((3,), (3, 3), (3,)),
    ((3, 3), (3,), (3, 3)),
    ((2, 3), (3,), ()),
    ((), (3,), (2, 3)),
    ((3,), (), (2, 3)),
    ((1,), (2, 3), (2, 1)),
    ((2, 1), (3,), (2, 3)),
    ((7, 7), (7,), (7, 7)),
    ((7,), (7, 7), (7,)),
    ((MANY,), (2, MANY), (2, 1)),
    ((2, MANY), (MANY,), (2, MANY)),
]
"""Batch axes of three operands; equal lengths of different axes must not be confused."""


def compiled(algorithm: kt.Algorithm) -> kt.Kernel:
    return algorithm.compile(ARM)


def into(call: Callable[..., Any], shape: tuple[int, ...], *operands: Any) -> Any:
    out = np.full((*shape, 7), np.nan)
    assert call(*operands, out=out) is out
    return out


def batch(q: Any, v: Any, a: Any) -> tuple[int, ...]:
    return np.broadcast_shapes(q.shape[:-1], v.shape[:-1], a.shape[:-1])


PATHS: dict[str, Callable[..., Any]] = {
    "algorithm": lambda f, q, v, a: f(ARM, q, v, a),
    "algorithm, out": lambda f, q, v, a: into(f.bind(ARM), batch(q, v, a), q, v, a),
    "by keyword": lambda f, q, v, a: f(ARM, a=a, v=v, q=q),
    "with a static": lambda f, q, v, a: f(ARM, q, v, a, times=4.0),
    "with a string": lambda f, q, v, a: f(ARM, q, v, a, name="four"),
    "kernel": lambda f, q, v, a: compiled(f)(q, v, a),
    "kernel, out": lambda f, q, v, a: into(compiled(f), batch(q, v, a), q, v, a),
    "constant operand": lambda f, q, v, a: f.compile(ARM, a=a)(q, v),
    "batch file": lambda f, q, v, a: compiled(f).__call__(q, v, a),
    "batch file, out": lambda f, q, v, a: into(compiled(f).__call__, batch(q, v, a), q, v, a),
    "evaluate": lambda f, q, v, a: f.evaluate(ARM, q, v, a),
    "complex": lambda f, q, v, a: f(ARM, q, v + 0j, a),
    "float32": lambda f, q, v, a: f(ARM, *(x.astype("f4") for x in (q, v, a))),
}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("batches", BATCHES, ids=str)
def test_operands_of_different_rank_broadcast(path: str, batches: tuple[tuple[int, ...], ...]):
    """Before its code is compiled, and after its scalar and vector code."""

    @kt.algorithm("(nq),(nv),(nv)->(nq)")
    def weighed(
        model: Any, q: Any, v: Any, a: Any, *, times: float = 4.0, name: str = "four"
    ) -> Any:
        return q - 2 * v + times * a

    rng = np.random.default_rng(0)
    q, v, a = (rng.integers(-9, 9, (*shape, 7)).astype(float) for shape in batches)
    expected = q - 2 * v + 4 * a
    call = PATHS[path]
    np.testing.assert_array_equal(call(weighed, q, v, a), expected)
    x = rng.integers(-9, 9, (MANY, 7)).astype(float)
    for statics in ({}, {"times": 4.0}, {"name": "four"}):
        for rows in (x, x[0]):
            weighed(ARM, rows, rows, rows, **statics)
    for _ in range(2):
        np.testing.assert_array_equal(call(weighed, q, v, a), expected)


@pytest.mark.parametrize("algorithm", [True, False], ids=["algorithm", "kernel"])
@pytest.mark.parametrize(
    ("batches", "out"),
    [
        (((3,), (3,)), (3, 3)),
        (((3,), (3,)), (1, 3)),
        (((3,), (3,)), ()),
        (((), ()), (3,)),
        (((3, 3), (3, 3)), (3,)),
        (((3, 3), (3,)), (3,)),
        (((3,), (3, 3)), (3,)),
        (((7, 7), (7, 7)), (7,)),
    ],
    ids=str,
)
def test_an_out_of_another_rank_is_refused(batches: Any, out: tuple[int, ...], algorithm: bool):
    operands = [np.ones((*shape, 7)) for shape in batches]
    call = kt.nonlinear_effects.bind(ARM) if algorithm else kt.nonlinear_effects.compile(ARM)
    memory = np.full((*out, 7), 5.0)
    for _ in range(2):
        with pytest.raises(kt.ShapeError, match=r"out for nonlinear_effects is float64 .*expected"):
            call(*operands, out=memory)
        call(*operands), call(np.ones(7), np.ones(7)), call(np.ones((MANY, 7)), np.ones((MANY, 7)))
    assert (memory == 5).all()
