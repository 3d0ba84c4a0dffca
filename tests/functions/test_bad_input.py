"""Errors of calls for invalid input, and results for unusual but valid input."""

import math
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
READ_ONLY = np.zeros(7)
READ_ONLY.setflags(write=False)
PUSH = {"tool": [0, 0, -10, 0, 0, 0]}
THREE = (
    "'local': the axes and origin of the frame itself; 'local_world_aligned': its origin, the axes "
    "of the world; 'world': the origin and axes of the world."
)


def rnea(*operands, **keywords):
    return kt.rnea(ARM, *operands, **keywords)


def placement(**keywords):
    return kt.frame_placement(ARM, REST, **keywords)


def forces(wrenches=PUSH, **keywords):
    return kt.external_forces(ARM, REST, wrenches, **keywords)


def bad(key, where, value):
    values = np.array(getattr(ARM, key))
    values[where] = value
    return {key: values}


REFUSED = {
    # shapes
    "short": (lambda: rnea(REST[1:], REST, REST), "q has shape (6,); expected (..., 7) (nq = 7)."),
    "scalar": (lambda: rnea(0.0, REST, REST), "q has shape (); expected (..., 7) (nq = 7)."),
    "empty list": (lambda: rnea([], REST, REST), "q has shape (0,); expected (..., 7) (nq = 7)."),
    "transposed q": (
        lambda: rnea(np.zeros((7, 5)), REST, REST),
        "rnea of arm: q has shape (7, 5); expected (..., 7) (nq = 7). Samples come first: "
        "pass q.T.",
    ),
    "transposed v": (
        lambda: kt.kinetic_energy(HUMANOID, kt.neutral(HUMANOID), np.zeros((35, 2))),
        "v has shape (35, 2); expected (..., 35) (nv = 35). Samples come first: pass v.T.",
    ),
    "nq for nv": (
        lambda: kt.kinetic_energy(HUMANOID, kt.neutral(HUMANOID), np.zeros(36)),
        "v has shape (36,); expected (..., 35) (nv = 35).",
    ),
    "forces": (
        lambda: rnea(REST, REST, REST, np.zeros((7, 6))),
        "f_ext has shape (7, 6); expected (..., 8, 6) (njoints = 8).",
    ),
    "inertias": (
        lambda: rnea(REST, REST, REST, inertias=np.zeros((8, 9))),
        "inertias has shape (8, 9); expected (..., 8, 10) (njoints = 8).",
    ),
    "wrench": (
        lambda: forces({"tool": np.zeros(5)}, reference="local"),
        "wrenches of 'tool' has shape (5,); expected (..., 6)",
    ),
    "wrenches": (
        lambda: forces({"tool": np.zeros(6), "link3": np.zeros(5)}, reference="local"),
        "wrenches of 'link3' has shape (5,); expected (..., 6).",
    ),
    "batches": (
        lambda: rnea(np.zeros((100, 7)), np.zeros((50, 7)), REST),
        "the batch axes do not broadcast against each other: q (100,), v (50,), a ().",
    ),
    "ragged": (lambda: rnea([[0] * 7, [0] * 6], REST, REST), "q is not an array: "),
    # dtypes
    "strings": (
        lambda: rnea(["0"] * 7, REST, REST),
        "rnea of arm: q holds strings (<U1); expected float64 or integers.",
    ),
    "booleans": (lambda: rnea([True] * 7, REST, REST), "q holds booleans (bool); expected"),
    "long doubles": (
        lambda: rnea(np.zeros(7, np.longdouble), REST, REST),
        "more than the kernel's float64; convert it with .astype('float64').",
    ),
    "complex, to a kernel": (
        lambda: kt.rnea.compile(ARM)(REST + 0j, REST, REST),
        "q holds complex numbers (complex128); expected float64 or integers.",
    ),
    "float64, to a kernel of float32": (
        lambda: kt.generalized_gravity.compile(ARM, dtype="float32")(REST),
        "convert it with .astype('float32') or compile the kernel for float64.",
    ),
    "an unknown dtype": (
        lambda: kt.rnea.compile(ARM, dtype="float16"),
        "rnea: dtype 'float16'; expected 'float64' or 'float32'.",
    ),
    "objects": (lambda: rnea([object()] * 7, REST, REST), "a number of type builtins.object: "),
    "a dict": (
        lambda: rnea({"joint1": 1.0}, REST, REST),
        "q is a dict; expected a NumPy array",
    ),
    # operands
    "too few": (lambda: rnea(REST, REST), "rnea: missing operand 'a'; it takes q, v, a."),
    "none": (lambda: rnea(), "rnea: missing operands 'q', 'v', 'a'; it takes q, v, a."),
    "None": (lambda: rnea(REST, None, REST), "rnea: missing operand 'v'; it takes q, v, a."),
    "too many": (
        lambda: rnea(REST, REST, REST, None, REST),
        "rnea: 5 operands given; it takes at most 4: q, v, a, f_ext.",
    ),
    "too few, to a kernel": (
        lambda: kt.rnea.compile(ARM)(REST, REST),
        "rnea of arm: 2 operands given; expected 3: q, v, a.",
    ),
    "twice": (lambda: rnea(REST, REST, REST, q=REST), "rnea: q was given twice."),
    "keyword": (
        lambda: rnea(REST, REST, REST, inertia=ARM.inertias),
        "rnea: no argument 'inertia'; did you mean 'inertias'? There are: 'q', 'v', 'a', 'f_ext', ",
    ),
    "peer's keyword": (
        lambda: rnea(REST, REST, REST, masses=REST),
        "rnea: no argument 'masses'; did you mean 'inertias'? There are",
    ),
    "one of two meanings": (
        lambda: rnea(REST, REST, REST, external_forces=REST),
        "rnea: no argument 'external_forces'; did you mean 'f_ext'? There are",
    ),
    "the other meaning": (
        lambda: kt.external_forces(ARM, REST, forces={}),
        "no argument 'forces'; did you mean 'wrenches' or ",
    ),
    "a number for one coordinate": (
        lambda: kt.crba(kt.robots.pendulum(), 0.1),
        "crba of pendulum1: q has shape (); expected (..., 1) (nq = 1). Pass [q].",
    ),
    "wrt": (lambda: kt.jacobian(kt.rnea, "fext"), "no operand 'fext'; did you mean 'f_ext'?"),
    "inputs": (
        lambda: kt.rnea.compile(ARM, inputs=("f_exd",)),
        "no operand 'f_exd'; did you mean 'f_ext'?",
    ),
    # frames and references
    "frame": (lambda: placement(frame="Tol"), "arm: no frame 'Tol'; did you mean 'tool'? There "),
    "one of two frames": (lambda: placement(frame=["tool", "lnk3"]), "no frame 'lnk3'; did you "),
    "frame number": (lambda: placement(frame=99), "no frame 99; there are 17, numbered from 0."),
    "negative frame": (lambda: placement(frame=-1), "no frame -1; there are 17, numbered from 0."),
    "no frame": (lambda: placement(), "frame= is missing; see model.frame_names."),
    "no frames": (lambda: placement(frame=[]), "frame= is empty; name at least one."),
    "frame of a force": (
        lambda: forces({"tol": np.zeros(6)}, reference="local"),
        "no frame 'tol'; did you mean 'tool'?",
    ),
    "force of no frame": (
        lambda: forces(np.zeros((1, 6)), reference="local"),
        "frames= is missing; see model.frame_names. Pass {frame: value} instead of an array.",
    ),
    "no reference": (
        lambda: forces(),
        "external_forces: reference= is missing; expected 'local' or 'local_world_aligned' or "
        "'world'. " + THREE,
    ),
    "wrong reference": (
        lambda: forces(reference="LOCAL"),
        "no reference 'LOCAL'; did you mean 'local'? There are: 'local', 'local_world_aligned', "
        "'world'. " + THREE,
    ),
    "reference by number": (lambda: forces(reference=2), "no reference 2. There are: 'local', "),
    "joint": (lambda: ARM.joint("jint3"), "no joint 'jint3'; did you mean 'joint3' or "),
    "joint number": (lambda: ARM.joint(99), "arm: no joint 99; joints are numbered 1 to 7."),
    "first number beyond": (lambda: ARM.joint(8), "arm: no joint 8; joints are numbered 1 to 7."),
    "universe as a joint": (lambda: ARM.joint(0), "arm: no joint 0; joints are numbered 1 to 7."),
    "negative joint": (lambda: ARM.joint(-1), "arm: no joint -1; joints are numbered 1 to 7."),
    "negative joint, by NumPy": (
        lambda: ARM.joint(np.int64(-7)),
        "arm: no joint -7; joints are numbered 1 to 7.",
    ),
    "sub-tree of the universe": (
        lambda: ARM.subtree(0),
        "arm: no joint 0; joints are numbered 1 to 7.",
    ),
    "negative joint locked": (
        lambda: ARM.reduced({-1: 0.0}),
        "arm: no joint -1; joints are numbered 1 to 7.",
    ),
    # out=
    "out of another shape": (
        lambda: rnea(REST, REST, REST, out=np.zeros(6)),
        "rnea of arm: out for rnea is float64 (6,); expected float64 (7,).",
    ),
    "out without the batch": (
        lambda: rnea(np.zeros((3, 7)), REST, REST, out=np.zeros(7)),
        "out for rnea is float64 (7,); expected float64 (3, 7).",
    ),
    "out of float32": (
        lambda: rnea(REST, REST, REST, out=np.zeros(7, np.float32)),
        "out for rnea is float32 (7,); expected float64 (7,).",
    ),
    "complex out": (
        lambda: rnea(REST, REST, REST, out=np.zeros(7, complex)),
        "out for rnea is complex128 (7,); expected float64 (7,).",
    ),
    "out of complex operands": (
        lambda: rnea(REST + 0j, REST, REST, out=np.zeros(7, complex)),
        "rnea: out= is for plain real numbers; leave it out: ",
    ),
    "read-only out": (
        lambda: rnea(REST, REST, REST, out=READ_ONLY),
        "out for rnea is read-only.",
    ),
    "a list as out": (
        lambda: rnea(REST, REST, REST, out=[0.0] * 7),
        "out for rnea is a list; expected a NumPy array.",
    ),
    "two out": (
        lambda: rnea(REST, REST, REST, out=(np.zeros(7), np.zeros(7))),
        "out has 2 arrays; expected 1: rnea.",
    ),
    # the model and its parameters
    "a name for a model": (
        lambda: kt.rnea("panda", REST, REST, REST),
        "rnea: its first argument is a str; expected a kt.Model, for example kt.load('panda').",
    ),
    "an array for a model": (lambda: kt.rnea(REST, REST, REST), "first argument is an ndarray; "),
    "no call": (lambda: kt.rnea(kt.robots.arm, REST, REST, REST), "first argument is a function; "),
    "nan inertia": (
        lambda: ARM.replace(**bad("inertias", (3, 2), np.nan)),
        "arm: inertias[3, 2] is nan; expected a number.",
    ),
    "infinite gravity": (
        lambda: ARM.replace(**bad("gravity", 2, -np.inf)),
        "arm: gravity[2] is -inf; expected a number.",
    ),
    "shape of a parameter": (
        lambda: ARM.replace(inertias=np.zeros((7, 10))),
        "arm: inertias has shape (7, 10); expected (8, 10) = (njoints,10).",
    ),
    "no number": (
        lambda: ARM.replace(gravity="down"),
        "arm: gravity has dtype <U4; expected numbers.",
    ),
    "unknown parameter": (
        lambda: ARM.replace(inertia=ARM.inertias),
        "replace: no field 'inertia'; did you mean 'inertias'",
    ),
    "negative mass": (
        lambda: kt.ModelBuilder("r").add_body(
            "b", joint=kt.Revolute("x"), inertia=kt.Inertia(-1, [0, 0, 0], np.eye(3))
        ),
        "r: body 'b' has mass -1; expected >= 0.",
    ),
}


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_right_is_refused(call, message):
    with pytest.raises(kt.KinetreeError) as error:
        call()
    assert message in str(error.value)


@pytest.mark.parametrize("call", [lambda: rnea(REST[1:], REST, REST), lambda: rnea(REST, REST)])
def test_each_kind_of_error_is_a_value_error(call):
    with pytest.raises(ValueError, match="rnea") as error:
        call()
    assert error.type is kt.ShapeError


# unusual but valid input


@pytest.fixture(scope="module", params=[ARM, HUMANOID], ids=["arm", "humanoid"])
def case(request):
    """A robot, 60 states of it, and its torques there."""
    model, rng = request.param, np.random.default_rng(0)
    q = kt.random_configuration(model, 60, rng=rng)
    v, a = rng.standard_normal((2, 60, model.nv))
    return model, q, v, a, np.stack([kt.rnea(model, *state) for state in zip(q, v, a, strict=True)])


def test_lists_integers_and_smaller_floats(case):
    model, _, _, _, _ = case
    q = kt.neutral(model)
    expected = kt.rnea(model, q, np.ones(model.nv), np.zeros(model.nv))
    ones = [1] * model.nv
    for form in (np.int64, np.uint8, np.float16, np.float32, ">f8"):
        result = kt.rnea(model, q.astype(form), ones, np.zeros(model.nv, form))
        assert result.dtype == np.float64
        np.testing.assert_array_equal(result, expected)
    np.testing.assert_array_equal(kt.rnea(model, q.tolist(), tuple(ones), 0 * expected), expected)


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


def test_empty_batches(case):
    model, q, v, a, _ = case
    assert kt.rnea(model, q[:0], v[:0], a[:0]).shape == (0, model.nv)
    assert kt.rnea(model, q[:0], v[0], a[0]).shape == (0, model.nv)
    assert kt.crba(model, q[:0].reshape(3, 0, model.nq)).shape == (3, 0, model.nv, model.nv)
    assert kt.rnea(model, q[:0], v[0], a[0], out=np.zeros((0, model.nv))).shape == (0, model.nv)
    assert kt.rnea.evaluate(model, q[:0], v[0], a[0]).shape == (0, model.nv)
    empty = kt.rnea(model, q[:0] + 0j, v[0], a[0])
    assert empty.shape == (0, model.nv) and empty.dtype == complex


@pytest.mark.parametrize(("n", "m"), [(60, 50), (5, 4), (1, 60), (60, 1)])
def test_batch_axes_broadcast(case, n, m):
    model, q, v, a, _ = case
    result = kt.rnea(model, q[:n, None], v[None, :m], a[7])
    assert result.shape == (n, m, model.nv)
    for i in range(n):
        for j in range(0, m, 7):
            np.testing.assert_array_equal(result[i, j], kt.rnea(model, q[i], v[j], a[7]))


def _wide(x):
    """The same values with gaps between the columns."""
    wide = np.full((*x.shape[:-1], 2 * x.shape[-1]), np.nan)
    wide[..., ::2] = x
    return wide[..., ::2]


def _misaligned(x):
    raw = np.zeros(x.nbytes + 1, np.uint8)[1:].view(np.float64).reshape(x.shape)
    raw[...] = x
    return raw


FORMS = {
    "backwards": lambda x: x[::-1].copy()[::-1],
    "columns first": np.asfortranarray,
    "gaps between samples": lambda x: np.repeat(x, 3, 0)[::3],
    "gaps between columns": _wide,
    "columns backwards": lambda x: x[:, ::-1].copy()[:, ::-1],
    "misaligned": _misaligned,
    "swapped bytes": lambda x: x.astype(">f8"),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_strides_of_operands_and_results(case, form):
    model, q, v, a, tau = case
    np.testing.assert_array_equal(kt.rnea(model, form(q), form(v), form(a)), tau)
    out = form(np.full(tau.shape, np.nan))
    if out.dtype.isnative:
        assert kt.rnea(model, q, v, a, out=out) is out
        np.testing.assert_array_equal(out, tau)


def test_zero_strides(case):
    model, q, v, a, tau = case
    same = np.broadcast_to(q[3], q.shape)
    np.testing.assert_array_equal(kt.rnea(model, same, v, a)[3], tau[3])
    np.testing.assert_array_equal(kt.rnea(model, same, v, a), kt.rnea(model, q[3], v, a))


@pytest.mark.parametrize("shift", [-9, -1, 0, 1, 9])
def test_out_may_overlap_an_operand(case, shift):
    model, q, v, a, tau = case
    memory = np.zeros(v.size + 2 * 9)
    operand = memory[9 : 9 + v.size].reshape(v.shape)
    out = memory[9 + shift : 9 + shift + v.size].reshape(v.shape)
    operand[...] = v
    kt.rnea(model, q, operand, a, out=out)
    np.testing.assert_array_equal(out, tau)


def test_every_call_path_works_once_there_is_a_kernel(case):
    """Optional operands by position, lists, complex and mpmath numbers, after a plain call."""
    model, q, v, a, tau = case
    f_ext = np.zeros((model.njoints, 6))
    f_ext[-1, 2] = 3.0
    pushed = kt.rnea(model, q[0], v[0], a[0], f_ext)
    np.testing.assert_array_equal(pushed, kt.rnea(model, q[0], v[0], a[0], f_ext=f_ext))
    assert abs(pushed - tau[0]).max() > 1e-3
    np.testing.assert_array_equal(kt.rnea(model, *(x[0].tolist() for x in (q, v, a))), tau[0])
    by_complex = kt.rnea(model, (q[0] + 0j).tolist(), v[0], a[0])
    assert np.allclose(by_complex, tau[0], rtol=1e-12, atol=1e-11)
    exact = kt.rnea(model, [mpmath.mpf(x) for x in q[0]], v[0], a[0])
    assert isinstance(exact[-1], mpmath.mpf)


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


def with_if(model, q):
    return q if q[0] > 0 else -q  # here


def with_and(model, q):
    return kt.math.where(q[0] > 0 and q[1] > 0, q, -q)  # here


def with_max(model, q):
    return max(q[0], q[1])  # here


def with_float(model, q):
    return float(q[0])  # here


def with_math(model, q):
    return math.sin(q[0])  # here


def with_eig(model, q):
    return np.linalg.eig(kt.crba(model, q))  # here


def with_keyword(model, q):
    return np.sum(q, keepdims=True)  # here


def with_array(model, q):
    return np.array([q[0], q[1]])  # here


def with_element(model, q):
    x = np.zeros(3)
    x[0] = q[0]  # here
    return x


def with_assignment(model, q):
    q[0] = 1  # here
    return q


def with_index(model, q):
    return q[q[0]]  # here


def with_power(model, q):
    return q[0] ** 0.3  # here


def with_exponent(model, q):
    return 2 ** q[0]  # here


def with_shapes(model, q):
    return q + q[:3]  # here


def with_product(model, q):
    return kt.crba(model, q) @ q[:3]  # here


FUNCTIONS = {
    with_if: "write kt.math.where(condition, x, y)",
    with_and: "& and | between conditions",
    with_max: "kt.math.minimum or kt.math.maximum",
    with_float: "kt.math takes it as it is: kt.math.sin(x)",
    with_math: "kt.math takes it as it is: kt.math.sin(x)",
    with_eig: "np.linalg.eig does not take traced numbers; instead: an operand with what NumPy ",
    with_keyword: "np.sum of traced numbers takes (x, axis=None), and nothing else.",
    with_array: "Use kt.math.array([...]) or kt.math.stack([...]).",
    with_element: "an element of a NumPy array, ...). kt.math takes it as it is",
    with_assignment: "an Array cannot be changed in place; x.add(where, values) gives a new one",
    with_index: "an array was indexed with a traced number",
    with_power: "x ** p with p = 0.3; expected an integer or 0.5. For other powers of x > 0 write ",
    with_exponent: "a traced exponent; write kt.math.exp(x * kt.math.log(2)).",
    with_shapes: "arrays of shapes (7,) and (3,) do not broadcast against each other.",
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


def returns(value):
    def function(model, q):
        return value

    return function


def default(model, q, k=3):
    return q


def static(model, q, *, weights=None):
    return q


WRONG_FUNCTIONS = {
    "tuple": (
        lambda: kt.algorithm(lambda model, q: (q, q))(ARM, REST),
        'returned a plain tuple; name its results in a dict: return {"first": x, "second": y}.',
    ),
    "None": (
        lambda: kt.algorithm(returns(None))(ARM, REST),
        "function returned None; expected an array, or a dict of arrays.",
    ),
    "string": (
        lambda: kt.algorithm(returns("tau"))(ARM, REST),
        "function returned 'tau'; expected ",
    ),
    "operands": (
        lambda: kt.algorithm("(nq),(nv)->(nv)")(returns(0)),
        "function: its signature has 2 operands, its function 1: q.",
    ),
    "result beside a free size": (
        lambda: kt.algorithm("(n)->(n,4)")(returns([[0, 0, 0]] * 5))(ARM, np.zeros(5)),
        "function: its result has shape (5, 3); its signature says (n,4), here (5, 4).",
    ),
    "free size of a result": (
        lambda: kt.algorithm("(n)->(n,3)")(returns([[0, 0, 0]] * 4))(ARM, np.zeros(5)),
        "function: its result has shape (4, 3); its signature says (n,3), here (5, 3).",
    ),
    "result": (
        lambda: kt.algorithm("(nq)->(3)")(returns([0, 0]))(ARM, REST),
        "function: its result has shape (2,); its signature says (3).",
    ),
    "results": (
        lambda: kt.algorithm("(nq)->(),()")(returns(0))(ARM, REST),
        "function returned 1 results; its signature has 2.",
    ),
    "dimension": (
        lambda: kt.algorithm("(nq)->(n)")(returns(0))(ARM, REST),
        "dimension 'n' is not made of integers, nq, nv, njoints, nframes and + - * //.",
    ),
    "arrow": (lambda: kt.algorithm("(nq)")(returns(0)), "signature '(nq)' has no '->'; expected "),
    "operand": (
        lambda: kt.algorithm(lambda model, x: x),
        'the shapes of x are not known; give a signature, as in @kt.algorithm("(nq),(3)->()").',
    ),
    "default": (
        lambda: kt.algorithm(default),
        "default: operand k has a default; only None is one. A parameter that is not an array "
        "comes after '*': it is static.",
    ),
    "static": (
        lambda: kt.algorithm(static)(ARM, REST, weights=np.ones(7)),
        "static: its keyword weights is static, and an ndarray; it must be hashable, as numbers, "
        "strings and tuples are. An array is an operand: it comes before the '*'.",
    ),
    "grad": (lambda: kt.grad(kt.rnea, "q"), "rnea does not give one number; use kt.jacobian."),
}


@pytest.mark.parametrize(("make", "message"), WRONG_FUNCTIONS.values(), ids=WRONG_FUNCTIONS)
def test_a_function_that_does_not_fit_its_signature(make, message):
    with pytest.raises(kt.KinetreeError) as error:
        make()
    assert message in str(error.value)
