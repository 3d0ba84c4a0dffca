"""Compiled calls: equal to those in Python, and other calls passed to the fallback."""

import ctypes
import gc
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import kinetree as kt
from kinetree.compiler import array_layout, vectorcall
from kinetree.compiler.machine_code import c_structure
from kinetree.compiler.target import host

pytestmark = pytest.mark.skipif(not array_layout.available(), reason="KINETREE_SHIMS=off")

FALLBACK = "fallback"
LANES = host().lanes(8)


@vectorcall.with_vectorcall
class Alone(vectorcall.VectorcallBase):
    """A compiled call by itself."""

    __slots__ = ("__dict__",)


def compiled_call(kernel):
    """The compiled call of a kernel alone, with a fallback that returns a string."""
    alone = Alone()
    alone.kernel = kernel
    vectorcall.set_kernel_call(
        alone, kernel.compiled, kernel.bound, lambda *_, **__: FALLBACK, kernel.pack
    )
    return alone


def compiled(algorithm, model, **keywords):
    """A kernel of which both variants are compiled."""
    kernel = algorithm.compile(model, **keywords)
    for lanes in (1, LANES):
        kernel.compiled.variant(lanes)
    return kernel


@pytest.fixture(scope="module")
def arm():
    return kt.robots.arm()


@pytest.fixture(scope="module")
def kernel(arm):
    return compiled(kt.rnea, arm)


@pytest.fixture(scope="module")
def call(kernel):
    return compiled_call(kernel)


def test_one_sample_and_batches_equal_calls_in_python_to_the_bit(kernel, call):
    x = np.random.default_rng(0).normal(size=(3, 4, 20, 7))
    expected = kernel.__call__(*x)
    np.testing.assert_array_equal(call(*x), expected)
    for n in range(2 * LANES + 2):
        rows = [np.ascontiguousarray(a[0, :n]) for a in x]
        got = call(*rows)
        assert type(got) is np.ndarray and got.flags.owndata and got.flags.writeable
        np.testing.assert_array_equal(got, expected[0, :n])
        out = np.full((n, 7), np.nan)
        assert call(*rows, out=out) is out
        np.testing.assert_array_equal(out, expected[0, :n])
    np.testing.assert_array_equal(call(*x[:, 1, 2].copy()), expected[1, 2])


def test_matrices_scalars_and_optional_operands(arm):
    rng = np.random.default_rng(2)
    q, f = rng.normal(size=(5, 7)), rng.normal(size=(5, 8, 6))
    crba = compiled(kt.crba, arm)
    np.testing.assert_array_equal(compiled_call(crba)(q), crba.__call__(q))
    energy = compiled(kt.kinetic_energy, arm)
    one = compiled_call(energy)(q[0], q[1])
    assert type(one) is np.float64 and one == energy.__call__(q[0], q[1])
    with_force = compiled(kt.rnea, arm, inputs=("f_ext",))
    force = compiled_call(with_force)
    np.testing.assert_array_equal(force(q, q, q, f), with_force.__call__(q, q, q, f))
    assert force(q, q, q, f.transpose(0, 2, 1).copy()) == FALLBACK


def test_several_results(arm):
    kernel = compiled(kt.jacobian(kt.rnea, ("q", "v")), arm)
    x = np.random.default_rng(3).normal(size=(3, 10, 7))
    expected = kernel.__call__(*x)
    found = compiled_call(kernel)(*x)
    assert type(found) is type(expected) and found._fields == ("d_q", "d_v")
    assert all((a == b).all() for a, b in zip(found, expected, strict=True))
    named = type(expected)(*(np.zeros_like(y) for y in expected))
    for out in (tuple(np.zeros_like(y) for y in expected), named):
        held = [sys.getrefcount(y) for y in out]
        got = compiled_call(kernel)(*x, out=out)
        assert type(got) is type(expected)
        assert all(a is b for a, b in zip(got, out, strict=True))
        for a, b in zip(got, expected, strict=True):
            np.testing.assert_array_equal(a, b)
        del got, a
        assert [sys.getrefcount(y) for y in out] == held
    first, second = named
    block = np.zeros(8 * (10 * 49) + 49 * 10)
    other = [block[: 10 * 49].reshape(10, 7, 7), block[49 : 11 * 49].reshape(10, 7, 7)]
    for unsupported_out in (
        (first,),
        [first, second],
        (first, first),
        tuple(other),
        (first, second[:5]),
        (first, second, first),
        (first, None),
        first,
        None,
    ):
        assert compiled_call(kernel)(*x, out=unsupported_out) == FALLBACK


def test_float32_and_bound_operands(arm):
    single = compiled(kt.generalized_gravity, arm, dtype="float32")
    q = np.random.default_rng(4).normal(size=(40, 7)).astype("f4")
    got = compiled_call(single)(q)
    assert got.dtype == np.float32
    np.testing.assert_array_equal(got, single.__call__(q))
    assert compiled_call(single)(q.astype(float)) == FALLBACK
    tool = compiled(kt.frame_placement, arm, frame="tool")
    q = q.astype(float)
    np.testing.assert_array_equal(compiled_call(tool)(q), kt.frame_placement(arm, q, frame="tool"))


def test_more_arrays_than_a_compiled_call_takes(arm):
    many = kt.algorithm(lambda model, q: {f"x{k}": k * q for k in range(vectorcall.MAX_ARRAYS)})
    q = np.random.default_rng(7).normal(size=(5, 7))
    for _ in range(2):
        got = many(arm, q)
        assert all((x == k * q).all() for k, x in enumerate(got))


class Sub(np.ndarray):
    pass


def converted(q):
    """Operands of numbers that NumPy converts to plain contiguous float64 arrays of q's shape."""
    odd = np.zeros(8 * 7 + 1, np.uint8)[1:].view(np.float64)
    odd[:] = q
    return {
        "list": list(q),
        "list of floats": q.tolist(),
        "list of integers": q.astype(int).tolist(),
        "tuple": tuple(q.tolist()),
        "float32": q.astype("f4"),
        "float16": q.astype("f2"),
        "int": q.astype(int),
        "unsigned": q.astype("u4"),
        "strided": np.repeat(q, 2)[::2],
        "reversed": q[::-1].copy()[::-1],
        "misaligned": odd,
    }


@pytest.mark.parametrize("name", converted(np.zeros(7)))
@pytest.mark.parametrize("place", range(3))
def test_numbers_are_converted(call, arm, name, place):
    q = np.arange(7.0)
    operands = [q, q, q]
    expected = kt.rnea(arm, q, q, q)
    operands[place] = converted(q)[name]
    np.testing.assert_array_equal(call(*operands), expected)
    out = np.empty(7)
    assert call(*operands, out=out) is out
    np.testing.assert_array_equal(out, expected)


def unsupported(q):
    """Operands that are no numbers of q's shape, or that NumPy would not convert safely."""
    return {
        "none": None,
        "number": 1.0,
        "big-endian": q.astype(">f8"),
        "complex": q + 0j,
        "booleans": q > 0,
        "strings": ["0"] * 7,
        "ragged": [[0.0], 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        "too large": [10**400] * 7,
        "a list of arrays": [np.zeros(1)] * 7,
        "short": q[:6],
        "long": np.append(q, 0),
        "scalar array": np.array(1.0),
        "subclass": q.view(Sub),
        "object": q.astype(object),
    }


@pytest.mark.parametrize("name", unsupported(np.zeros(7)))
@pytest.mark.parametrize("place", range(3))
def test_everything_else_goes_to_the_fallback(call, name, place):
    q = np.ones(7)
    operands = [q, q, q]
    operands[place] = unsupported(q)[name]
    assert call(*operands) == FALLBACK


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_other_counts_of_operands_go_to_the_fallback(call, count):
    assert call(*[np.ones(7)] * count) == FALLBACK


def test_batches_that_differ_go_to_the_fallback(call):
    q = np.ones((6, 7))
    assert call(q, q[:5], q) == FALLBACK
    assert call(q[None], q, q) == FALLBACK
    assert call(q, q[:1].copy(), q) == FALLBACK


def test_an_out_that_cannot_be_written_directly_goes_to_the_fallback(call):
    q = np.ones((6, 7))
    frozen = np.ones((6, 7))
    frozen.setflags(write=False)
    buffer = np.ones(50)
    overlapping, operand = buffer[:42].reshape(6, 7), buffer[8:50].reshape(6, 7)
    unsupported_outs = [
        *(q, frozen, np.ones((5, 7)), np.ones((7, 6)), np.ones((6, 7), "f4"), np.ones((1, 6, 7))),
        *(np.ones((6, 14))[:, ::2], [1.0], None, (np.ones((6, 7)),), np.ones((6, 7)).view(Sub)),
    ]
    for out in unsupported_outs:
        assert call(q, q, q, out=out) == FALLBACK
    assert call(operand, q, q, out=overlapping) == FALLBACK
    twice = np.ones((2, 3, 7))  # lengths of several batch axes, one of which differs
    for shape in ((2, 4, 7), (4, 3, 7), (3, 2, 7), (6, 7)):
        assert call(twice, q[0], twice, out=np.ones(shape)) == FALLBACK
    assert call(q, q, q, other=q) == FALLBACK
    assert call(q, q, a=q) == FALLBACK
    touching = buffer[8:50].reshape(6, 7)
    assert call(buffer[1:8], q, q, out=touching) is touching


def test_an_empty_batch_into_out_writes_nothing(call):
    memory = np.full(7, 5.0)
    empty, out = np.ones((0, 7)), memory[:0].reshape(0, 7)
    assert call(empty, empty, empty, out=out) is out
    assert (memory == 5).all()
    assert call(np.ones(7), np.ones(7), empty, out=out) is out
    assert (memory == 5).all()


def test_calls_before_compilation_go_to_the_fallback(arm):
    fresh = kt.nonlinear_effects.compile(arm)
    assert compiled_call(fresh)(np.ones(7), np.ones(7)) == FALLBACK


def test_read_only_operands_are_taken(kernel, call):
    q = np.ones(7)
    q.setflags(write=False)
    np.testing.assert_array_equal(call(q, q, q), kernel.__call__(q, q, q))


def test_algorithms_find_their_kernel_or_use_the_fallback():
    arm, other = kt.robots.arm(), kt.robots.humanoid()
    q = np.random.default_rng(5).normal(size=(9, 7))
    expected = kt.generalized_gravity(arm, q)
    np.testing.assert_array_equal(kt.generalized_gravity(model=arm, q=q), expected)
    assert kt.generalized_gravity(other, kt.neutral(other)).shape == (other.nv,)
    for wrong in ((), (None,), (3, q), (object(), q), (arm,), (arm, q, q)):
        with pytest.raises((kt.KinetreeError, TypeError)):
            kt.generalized_gravity(*wrong)
    odd = type("Odd", (), {"call_table": {kt.generalized_gravity.definition: "no kernel"}})
    with pytest.raises(TypeError):
        kt.generalized_gravity(odd(), q)
    assert kt.generalized_gravity(arm, q[0] + 0j).dtype == complex


def test_the_bound_call_outlives_its_kernel():
    arm = kt.robots.arm()
    k = kt.generalized_gravity.compile(arm)
    q = np.random.default_rng(6).normal(size=7)
    expected, call = k(q), k.__call__
    del k, arm
    gc.collect()
    np.testing.assert_array_equal(call(q), expected)


def test_its_data_are_freed_with_it_at_once():
    def references() -> int:
        return sum(type(x).__name__ == "kernel_data" for x in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = references()
        k = kt.generalized_gravity.compile(kt.robots.arm())
        k(np.zeros(7))
        assert references() > before
        del k
        assert references() == before
    finally:
        gc.enable()


def test_structures_have_the_fields_of_the_c_source():
    source = Path(vectorcall.__file__).with_name("calls.c").read_text()
    functions = [name for name, _ in c_structure("calls", "functions")._fields_]
    assert functions == re.findall(r"\(\*(Py\w+)\)\(", source)
    kernel = [name for name, _ in c_structure("calls", "kernel_data")._fields_]
    assert kernel[0] == "functions" and kernel[-1] == "most_new" and len(kernel) == 24
    data = c_structure("xla", "xla_data", results=3)
    data.bytes[63] = 7
    assert data.results == 3 and ctypes.sizeof(data) == 8 * (12 + 2 * 64)


def test_it_leaks_no_references(call):
    q, out = np.ones(7), np.empty(7)
    batch = np.ones((9, 7))
    watched = (q, out, batch, None, np.float64, np.ndarray, np.dtype(float))
    counts = [sys.getrefcount(x) for x in watched]
    for _ in range(1000):
        call(q, q, q)
        call(q, q, q, out=out)
        call(batch, q, batch)
        call(q)
    after = [sys.getrefcount(x) for x in watched]
    assert all(abs(a - b) < 50 for a, b in zip(after, counts, strict=True))


def test_calls_of_algorithms_are_compiled_with_keywords_and_checks(monkeypatch):
    """After the first call the fallback is called only for what it alone can do."""
    arm = kt.robots.arm()
    seen = []

    def check(name, given):
        seen.append(given["x"])
        if given["x"] == 0:
            raise kt.ShapeError("x is zero")

    @kt.algorithm("(nq),()->(nq)", check=check)
    def scaled(model, q, x, *, sign="plus"):
        return x * q if sign == "plus" else -x * q

    q = np.arange(7.0)
    calls = (
        lambda: scaled(arm, q, 2.0),
        lambda: scaled(arm, q, np.array(2.0), sign="minus"),
        lambda: scaled(arm, q, 2.0, sign="minus", out=np.empty(7)),
    )
    expected = [call() for call in calls]
    monkeypatch.setattr(sys.modules[kt.Function.__module__], "written_call", None)
    assert seen == [2, 2, 2]
    for call, result in zip(calls, expected, strict=True):
        np.testing.assert_array_equal(call(), result)
    assert seen == [2] * 6
    with pytest.raises(kt.ShapeError, match="x is zero"):
        scaled(arm, q, 0.0)
    with pytest.raises(TypeError, match="NoneType"):
        scaled(arm, q + 0j, 2.0)


def test_floats_are_operands_too():
    arm = kt.robots.arm()
    scaled = kt.algorithm("(nq),()->(nq)")(lambda model, q, x: x * q)
    k, single = scaled.compile(arm), scaled.compile(arm, dtype="float32")
    q = np.arange(14.0).reshape(2, 7)
    for operand in (0.1, np.float64(0.1), np.array(0.1), 1):
        np.testing.assert_array_equal(k(q, operand), float(operand) * q)
    np.testing.assert_array_equal(single(q.astype("f4"), 0.1), np.float32(0.1) * q.astype("f4"))
    with pytest.raises(kt.ShapeError):
        k(1.0, 1.0)


def test_compiled_calls_are_disabled_by_the_environment():
    code = (
        "import numpy as np, kinetree as kt; k = kt.crba.compile(kt.robots.arm());"
        "kt.crba(kt.robots.arm(), np.zeros(7));"
        "print(k(np.zeros(7)).shape, *(hasattr(x, '_vectorcall_data') for x in (k, kt.crba)))"
    )
    env = {**os.environ, "KINETREE_SHIMS": "off", "KINETREE_CACHE_DIR": "off"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.stdout == "(7, 7) False False\n", done.stderr
