"""Calls: names that clash with the model's, frames with values, shared kernels, kinds of values."""

import copy
import itertools
import pickle
import subprocess
import sys

import casadi
import mpmath
import numpy as np
import pytest
import sympy

import kinetree as kt

ARM = kt.robots.arm()
REST = np.zeros(7)
RNG = np.random.default_rng(0)
Q = RNG.normal(size=(3, 7))
TWO = ("tool", "link3")


@kt.algorithm("(nq),(3)->()")
def with_gravity_operand(model, q, gravity):
    return gravity[0] * gravity[0] + gravity[2] * gravity[2] + 0 * model.gravity[0]


@kt.algorithm
def total(model):
    return sum(model.inertias[i, 0] for i in range(1, model.njoints))


@kt.algorithm("(nq),(k,3)->(3)")
def middle(model, q, points, *, frames):
    """The mean of points given in frames, in the world."""
    moved = [
        kt.frame_placement(model, q, frame=f)[:3, :3] @ p
        for f, p in zip(frames, points, strict=True)
    ]
    return sum(moved[1:], start=moved[0]) / len(moved)


@kt.algorithm("(n),(n,3)->(3)")
def weighted(model, w, p):
    return w @ p


# operands called like a number of the model


def test_an_operand_keeps_its_name_from_the_model():
    assert with_gravity_operand(ARM, REST, [3, 0, 5]) == 34
    assert kt.grad(with_gravity_operand, "gravity")(ARM, REST, [3, 0, 5]).tolist() == [6, 0, 10]
    hessian = kt.hessian(with_gravity_operand, "gravity")(ARM, REST, [3, 0, 5])
    np.testing.assert_array_equal(hessian, np.diag([2, 0, 2]))
    got = kt.jvp(with_gravity_operand, "gravity")(ARM, REST, [3, 0, 5], [1, 1, 1])
    assert (got.result, got.d_result) == (34, 16)


def test_digits_of_the_model_where_an_operand_has_the_name_of_a_parameter():
    @kt.algorithm("(3)->()")
    def tenth(model, gravity):
        return model.gravity[2] / 10 + gravity[0]

    with mpmath.workdps(50):
        assert tenth(ARM, [mpmath.mpf(0)] * 3) == mpmath.mpf(ARM.gravity[2]) / 10


# {frame: value}


def forces(values, **keywords):
    return kt.external_forces(ARM, REST, values, reference="world", **keywords)


def test_complex_wrenches_with_a_batch():
    wrenches = {name: RNG.normal(size=(4, 6)) for name in TWO}
    wrenches["link3"] = wrenches["link3"][0]
    expected = forces(wrenches)
    got = forces({name: w + 1j * w for name, w in wrenches.items()})
    assert isinstance(got, np.ndarray) and got.shape == (4, 8, 6)
    np.testing.assert_allclose(got, expected * (1 + 1j), rtol=1e-13, atol=1e-14)


def test_casadi_wrenches():
    w = casadi.SX.sym("w", 6)
    got = forces({"tool": w, "link3": [1, 2, 3, 4, 5, 6]})
    assert isinstance(got, casadi.SX) and got.shape == (8, 6)
    value = casadi.Function("f", [w], [got])(np.arange(6.0)).full()
    expected = forces({"tool": np.arange(6.0), "link3": [1, 2, 3, 4, 5, 6]})
    np.testing.assert_allclose(value, expected, rtol=1e-13, atol=1e-14)


def test_a_casadi_configuration_with_plain_wrenches_by_frame():
    q = casadi.SX.sym("q", 7)
    plain = {"tool": np.arange(6.0), "link3": [1, 2, 3, 4, 5, 6]}
    got = kt.external_forces(ARM, q, plain, reference="local_world_aligned")
    assert isinstance(got, casadi.SX) and got.shape == (8, 6)
    value = casadi.Function("f", [q], [got])(Q[0]).full()
    expected = kt.external_forces(ARM, Q[0], plain, reference="local_world_aligned")
    np.testing.assert_allclose(value, expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize(
    "matrix", [sympy.Matrix, mpmath.matrix, casadi.DM], ids=["SymPy", "mpmath", "CasADi"]
)
def test_matrices_of_other_libraries_keep_their_rows_and_columns(matrix):
    f_ext = RNG.normal(size=(8, 6))
    expected = kt.rnea(ARM, Q[0], Q[1], REST, f_ext=f_ext)
    got = kt.rnea(ARM, Q[0], Q[1], REST, f_ext=matrix(f_ext.tolist()))
    np.testing.assert_allclose(np.array(got, float).ravel(), expected, rtol=1e-12, atol=1e-13)


def test_symbolic_wrenches():
    F = sympy.Symbol("F")
    got = forces({"tool": [0, 0, F, 0, 0, 0]})
    assert isinstance(got, np.ndarray) and float(got[7, 2].subs(F, 3)) == 3


def test_wrenches_in_an_algorithm():
    @kt.algorithm("(nq),(6)->(njoints,6)")
    def pushed(model, q, w):
        result = kt.external_forces(model, q, {"tool": w, "link3": 2 * w}, reference="world")
        assert isinstance(result, kt.Array)
        return result

    w = RNG.normal(size=(5, 6))
    np.testing.assert_allclose(
        pushed(ARM, REST, w), forces({"tool": w, "link3": 2 * w}), rtol=1e-13, atol=1e-14
    )


def test_values_of_frames_of_any_rank():
    @kt.algorithm("(k),(k,3,3)->(3,3)")
    def weighed(model, w, R, *, frames):
        return sum((x * A for x, A in zip(w[1:], R[1:], strict=True)), start=w[0] * R[0])

    R = RNG.normal(size=(2, 3, 3))
    expected = 2 * R[0] + 3 * R[1]
    w = dict(zip(TWO, (2.0, 3.0), strict=True))
    for one in (1, 1 + 0j):
        got = weighed(ARM, w, dict(zip(TWO, one * R, strict=True)))
        np.testing.assert_allclose(got, expected)
    got = weighed(ARM, {"tool": [2.0, 2.0], "link3": 3.0}, dict(zip(TWO, R, strict=True)))
    np.testing.assert_allclose(got, [expected, expected])


def test_frames_are_named_once():
    wrenches = {"tool": np.zeros(6)}
    with pytest.raises(kt.ShapeError, match=r"wrenches names its frames, \['tool'\], and they are"):
        forces(wrenches, frames=["link3"])


def test_frames_in_any_order():
    values = dict(zip(TWO, RNG.normal(size=(2, 6)), strict=True))
    expected = kt.external_forces.evaluate(ARM, REST, values, reference="world")
    for _ in range(2):
        for order in (TWO, TWO[::-1]):
            got = forces({name: values[name] for name in order})
            np.testing.assert_allclose(got, expected, rtol=1e-13, atol=1e-14)


def test_values_by_frame_in_two_orders_are_refused():
    @kt.algorithm("(k),(k,3)->(3)")
    def added(model, w, p, *, frames):
        return w @ p

    w, p = dict(zip(TWO, (2.0, 3.0), strict=True)), dict(zip(TWO, np.eye(3), strict=False))
    assert added(ARM, w, p).tolist() == [2, 3, 0]
    with pytest.raises(kt.ShapeError, match=r"p names its frames.*everywhere in the same order"):
        added(ARM, w, dict(reversed(p.items())))


@pytest.mark.parametrize("by_keyword", [False, True])
def test_frames_of_a_mapping_are_not_those_of_later_calls(by_keyword):
    def called(wrenches, **keywords):
        given = {"wrenches": wrenches} if by_keyword else {}
        operands = () if by_keyword else (wrenches,)
        statics = {"reference": "local", **keywords}
        return kt.external_forces(arm, REST, *operands, **given, **statics)

    arm, w = kt.robots.arm(), RNG.normal(size=(2, 6))
    called(dict(zip(TWO, w, strict=True)))
    for out in ({}, {"out": np.empty((8, 6))}):
        with pytest.raises(kt.ModelError, match="frames= is missing"):
            called(w, **out)
    np.testing.assert_array_equal(called(w[:1], frames=("link3",)), called({"link3": w[0]}))


def test_an_algorithm_passes_its_frames_to_others():
    points = dict(zip(TWO, RNG.normal(size=(2, 3)), strict=True))
    R = [kt.frame_placement(ARM, Q[0], frame=f)[:3, :3] for f in TWO]
    expected = sum(A @ p for A, p in zip(R, points.values(), strict=True)) / 2
    np.testing.assert_allclose(middle(ARM, Q[0], points), expected, rtol=1e-13)


# kernels, shared or not


def test_a_static_nan_compiles_once():
    @kt.algorithm
    def ignoring(model, q, *, missing=0.0):
        return q

    model = kt.robots.arm()
    for x in (float("nan"), (1, float("nan")), complex(0, float("nan")), np.float32("nan")):
        kernel = ignoring.compile(model, missing=x)
        again = (1, float("nan")) if isinstance(x, tuple) else type(x)(x)
        assert ignoring.compile(model, missing=again) is kernel
    assert ignoring.compile(model, missing=-0.0) is not ignoring.compile(model, missing=0.0)


def test_frames_in_float32():
    single = REST.astype(np.float32)
    for frame, shape in (("tool", (4, 4)), (TWO, (2, 4, 4))):
        got = kt.frame_placement(ARM, single, frame=frame)
        assert got.dtype == np.float32 and got.shape == shape
        np.testing.assert_allclose(got, kt.frame_placement(ARM, REST, frame=frame), atol=1e-6)
        kernel = kt.frame_placement.compile(ARM, dtype="float32", frame=frame)
        np.testing.assert_array_equal(kernel(single), got)
    got = kt.external_forces(ARM, single, {"tool": np.ones(6, np.float32)}, reference="world")
    assert got.dtype == np.float32


def test_kernels_of_free_dimensions():
    kernel = kt.external_forces.compile(ARM, frames=TWO, reference="world")
    w = RNG.normal(size=(2, 6))
    expected = forces(dict(zip(TWO, w, strict=True)))
    np.testing.assert_array_equal(kernel(REST, w), expected)
    assert kt.external_forces.trace(ARM, frames="tool", reference="local").operands[1].shape[0] == 1
    w, p = RNG.normal(size=4), RNG.normal(size=(4, 3))
    np.testing.assert_array_equal(weighted.compile(ARM, sizes={"n": 4})(w, p), weighted(ARM, w, p))
    np.testing.assert_array_equal(weighted.compile(ARM, w=w)(p), weighted(ARM, w, p))
    assert weighted.trace(ARM, sizes={"n": 2}).operands[1].shape == (2, 3)


def test_operands_given_to_compile_are_constant():
    kernel = kt.rnea.compile(ARM, q=Q[0])
    np.testing.assert_array_equal(kernel(Q[1], Q[2]), kt.rnea(ARM, *Q))
    single = [x.astype(np.float32) for x in Q]
    kernel = kt.rnea.compile(ARM, a=single[2].tolist(), dtype="float32")  # numbers of Python's
    np.testing.assert_array_equal(kernel(*single[:2]), kt.rnea(ARM, *single))
    with pytest.raises(kt.ShapeError, match="a has dtype float64"):
        kt.rnea.compile(ARM, a=Q[2], dtype="float32")


# kinds of numbers


def test_constants_of_an_algorithm_are_arrays():
    @kt.algorithm("(nq)->(3)")
    def moved(model, q):
        start = kt.frame_placement(model, kt.neutral(model), frame="tool")
        assert isinstance(start, kt.Array)
        return (kt.frame_placement(model, q, frame="tool") - start)[:3, 3]

    expected = moved(ARM, Q[0])
    np.testing.assert_allclose(
        moved(ARM, Q[0], placements=ARM.placements), expected, rtol=1e-12, atol=1e-14
    )
    d = kt.jacobian(moved, "placements")(ARM, Q[0])
    assert d.shape == (3, 8, 4, 4)
    step = ARM.placements + 0j
    step[2, 0, 3] += 1e-30j
    np.testing.assert_allclose(d[:, 2, 0, 3], moved(ARM, Q[0], placements=step).imag / 1e-30)


def test_frames_at_symbols():
    L, q = sympy.symbols("l q")
    tip = kt.frame_placement(kt.robots.pendulum(1, length=L), [q], frame="tip")
    assert tip.shape == (4, 4)
    assert sympy.simplify(sympy.Matrix(tip[:3, 3]).norm() ** 2 - sympy.Abs(L) ** 2).subs(
        {L: 0.7, q: 0.3}
    ) == pytest.approx(0, abs=1e-15)
    both = kt.frame_placement(kt.robots.pendulum(1, length=L), [q], frame=["tip", 0])
    assert both.shape == (2, 4, 4) and (both[0] == tip).all()


def test_lists_of_casadi_symbols_give_casadi():
    q = casadi.SX.sym("q", 7)
    g = kt.generalized_gravity(ARM, [q[i] for i in range(7)])
    assert isinstance(g, casadi.SX) and g.shape == (7, 1)


class Foreign:
    """An array of another library, as NumPy sees it."""

    def __init__(self, numbers):
        self.numbers = numbers

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.numbers, dtype)


@pytest.mark.parametrize("evaluate", [False, True], ids=["kernel", "function"])
def test_foreign_arrays_are_taken_as_arrays(evaluate):
    rnea = kt.rnea.evaluate if evaluate else kt.rnea
    expected = rnea(ARM, np.arange(7.0), Q[1], REST)
    for q in (range(7), Foreign(range(7)), [Foreign(k) for k in range(7)]):
        np.testing.assert_array_equal(rnea(ARM, q, Foreign(Q[1]), REST), expected)
    got = rnea(ARM, [range(7), Foreign(range(7))], Q[1], REST)
    np.testing.assert_allclose(got, [expected, expected], rtol=1e-13)
    complex_step = rnea(ARM, Foreign(np.arange(7) + 0j), Q[1], REST)
    np.testing.assert_allclose(complex_step.real, expected, rtol=1e-12)
    push = {"tool": Foreign([0, 0, 1, 0, 0, 0])}
    assert forces(push)[7, 2] == forces({"tool": [0, 0, 1, 0, 0, 0]})[7, 2]


class Exchanged:
    """An array of another library that has DLPack only."""

    def __init__(self, numbers, device):
        self.numbers, self.device = numbers, device

    def __dlpack_device__(self):
        return self.device, 0

    def __dlpack__(self, **keywords):
        return self.numbers.__dlpack__(**keywords)


def test_arrays_with_dlpack_only():
    q = Exchanged(np.arange(7.0), 1)
    np.testing.assert_array_equal(kt.crba(ARM, q), kt.crba(ARM, np.arange(7.0)))
    for device in (2, 10):  # a GPU, of an object without a dtype, and another one
        with pytest.raises(kt.BackendError, match=r"an Exchanged is on a device that is neither a"):
            kt.crba(ARM, Exchanged(np.arange(7.0), device))


def test_an_algorithm_without_operands():
    mass = ARM.inertias[1:, 0].sum()
    assert total(ARM) == total.evaluate(ARM) == pytest.approx(mass, rel=1e-15)
    assert total(ARM, inertias=2 * ARM.inertias) == pytest.approx(2 * mass, rel=1e-15)
    assert kt.jacobian(total, "inertias")(ARM)[1:, 0].tolist() == [1] * 7


# algorithms in pickles


def test_algorithms_are_pickled_by_name():
    for algorithm in (kt.rnea, kt.external_forces, total):
        assert pickle.loads(pickle.dumps(algorithm)) is algorithm
        assert copy.deepcopy(algorithm) is algorithm
    derived = kt.jacobian(kt.grad(kt.kinetic_energy, "v"), ("q", "v"))
    assert pickle.loads(pickle.dumps(derived)) is derived


def test_a_local_algorithm_is_not_pickled():
    @kt.algorithm
    def local(model, q):
        return q

    assert copy.deepcopy(local) is local
    for algorithm in (local, kt.jacobian(local, "q")):
        with pytest.raises(kt.KinetreeError, match=r"local cannot be pickled: .* define it at the"):
            pickle.dumps(algorithm)


PROGRAM = """
import multiprocessing, pickle, subprocess, sys
import cloudpickle
import kinetree as kt

ARM, Q = kt.robots.arm(), [0.1] * 7

@kt.algorithm
def first_row(model, q):
    return kt.crba(model, q)[0]

@kt.algorithm("(nq),(n)->(n)")
def scaled(model, q, x, *, power=2):
    return x**power * first_row(model, q)[0]

@kt.function("(3)->()", name="energy")
def squared(x):
    return x @ x

if __name__ == "__main__":
    functions = first_row, scaled, squared, kt.jacobian(first_row, "q")
    for f in functions:
        assert pickle.loads(pickle.dumps(f)) is f
    operands = [(ARM, Q), (ARM, Q, [1.0, 2.0]), ([1.0, 2.0, 3.0],), (ARM, Q)]
    expected = [f(*x).tolist() for f, x in zip(functions, operands)]
    code = "import pickle, sys; there, x = pickle.load(sys.stdin.buffer)"
    code += "; print([f(*y).tolist() for f, y in zip(there, x)])"
    sent = cloudpickle.dumps((functions, operands))
    done = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True, check=True)
    assert done.stdout.decode() == f"{expected}\\n", (done, expected)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(first_row, (ARM, Q)).tolist() == expected[0]
"""


def test_those_of_a_program_go_by_value_to_other_ones(tmp_path):
    """Of cloudpickle, as Dask and Ray use it; and to processes that import the program, by name."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    subprocess.run([sys.executable, str(program)], check=True)


def test_every_choice_of_symbols_is_that_of_numbers():
    """`where`, comparisons, conditions and extrema, below, at and above where they change."""
    m = kt.math

    @kt.algorithm("(2)->(11)")
    def choices(model, x):
        a, b = x[:1], x[1:]  # arrays: "==" of SymPy's symbols is another, CasADi has no "&"
        conditions = (a < b, a <= b, a == b, a > b, (a < 0) & (b < 0), (a < 0) | (b < 0))
        chosen = [m.where(c[0], 2 * x[0], x[1] + 5) for c in (*conditions, m.logical_not(a < b))]
        a, b = x
        return kt.Array([*chosen, m.minimum(a, b), m.maximum(a, b), abs(a), m.atan2(a, b)])

    a, b = sympy.symbols("a b", real=True)
    by_sympy = choices.evaluate(ARM, [a, b])
    w = casadi.SX.sym("w", 2)
    by_casadi = casadi.Function("f", [w], [choices.evaluate(ARM, w)])
    for x in itertools.product([-1.5, -0.5, 0.5, 1.5], repeat=2):
        expected = choices(ARM, np.array(x))
        values = [float(y.subs({a: x[0], b: x[1]})) for y in by_sympy]
        np.testing.assert_allclose(values, expected, rtol=1e-15)
        np.testing.assert_allclose(by_casadi(x).full()[:, 0], expected, rtol=1e-15)


def test_operands_in_subclasses_of_lists_and_tuples():
    class Row(list):
        pass

    class State(tuple):
        __slots__ = ()

    q = State(0.1 * np.arange(7))
    expected = kt.crba(ARM, np.array(q))
    for _ in range(2):
        for operand in (q, Row(q)):
            np.testing.assert_array_equal(kt.crba(ARM, operand), expected)
    kt.rnea(ARM, q, q, q, gravity=Row([0, 0, -9.81]))
