"""Error messages of calls, algorithms and derivatives that are refused."""

import numpy as np
import pytest
import sympy

import kinetree as kt

ARM = kt.robots.arm()
REST = np.zeros(7)
BATCHES = "rnea: the batch axes do not broadcast against each other: q (2,), v (3,), a ()."


def plain(model, q):
    return q


@kt.algorithm
def unsigned(model, q):
    return kt.generalized_gravity(model, q)


@kt.algorithm
def energies(model, q):
    return {"e": kt.potential_energy(model, q)}


@kt.algorithm("(nq)->()")
def counted(model, q, *, n, scale=1.0):
    return scale * q[n]


@kt.algorithm("(n),(n,3)->(3)")
def weighted(model, w, p):
    return w @ p


def returns(value):
    def function(model, q):
        return value

    return kt.algorithm(function)


def wrenches(shape, **keywords):
    return kt.external_forces(ARM, REST, np.zeros(shape), reference="world", **keywords)


several = kt.jvp(kt.generalized_gravity, "q")

REFUSED = {
    # batches
    "evaluate": (
        lambda: kt.rnea.evaluate(ARM, np.zeros((2, 7)), np.zeros((3, 7)), REST),
        kt.ShapeError,
        BATCHES,
    ),
    "complex": (
        lambda: kt.rnea(ARM, np.zeros((2, 7)) + 0j, np.zeros((3, 7)), REST),
        kt.ShapeError,
        BATCHES,
    ),
    # dimensions
    "wrenches and frames": (
        lambda: wrenches((2, 6), frames=["tool"]),
        kt.ShapeError,
        "wrenches has shape (2, 6); expected (..., 1, 6) (k = 1).",
    ),
    "one wrench": (
        lambda: wrenches(6, frames=["tool"]),
        kt.ShapeError,
        "wrenches has shape (6,); expected (..., 1, 6) (k = 1).",
    ),
    "a number a frame": (
        lambda: kt.external_forces(ARM, REST, {"tool": 1.0}, reference="world"),
        kt.ShapeError,
        "external_forces: wrenches of 'tool' has shape (); expected (..., 6).",
    ),
    "complex numbers a frame": (
        lambda: kt.external_forces(
            ARM, REST, {"tool": np.zeros(6), "link3": np.zeros(5) + 0j}, reference="world"
        ),
        kt.ShapeError,
        "external_forces: wrenches of 'link3' has shape (5,); expected (..., 6).",
    ),
    "no axis": (
        lambda: weighted(ARM, 1.0, np.zeros((1, 3))),
        kt.ShapeError,
        "weighted: w has shape (); expected (..., n): there is no axis for n.",
    ),
    "size of a kernel": (
        lambda: weighted.compile(ARM),
        kt.ShapeError,
        "weighted: w (n) has free dimensions; give their sizes: sizes={'n': 4}.",
    ),
    "unknown size": (
        lambda: weighted.compile(ARM, sizes={"m": 4}),
        kt.ShapeError,
        "weighted: no free dimension 'm'. There are: 'n'.",
    ),
    "size of the robot": (
        lambda: kt.rnea.trace(ARM, sizes={"nq": 4}),
        kt.ShapeError,
        "rnea: no free dimension 'nq'. There are: none.",
    ),
    "symbols": (
        lambda: kt.rnea.compile(kt.robots.pendulum(1, mass=sympy.Symbol("m"))),
        kt.CompileError,
        "rnea: the model, or a constant operand, holds symbols or complex numbers; a kernel ",
    ),
    "dimension": (
        lambda: kt.algorithm("(2*)->()")(plain)(ARM, REST),
        kt.TraceError,
        "dimension '2*' is no expression; expected nv, 6, 2*nv or the like.",
    ),
    # statics
    "no static": (
        lambda: counted(ARM, REST),
        kt.ShapeError,
        "counted: n= is missing; it is a keyword without a default.",
    ),
    "array for a listed static": (
        lambda: kt.external_forces(ARM, REST, {"tool": np.zeros(6)}, reference=np.zeros(2)),
        kt.TraceError,
        "its keyword reference is static, and an ndarray; it must be hashable",
    ),
    "list for a static tuple": (
        lambda: kt.joint_torque_regressor(ARM, REST, REST, REST, joint_parameters=["friction"]),
        kt.TraceError,
        "joint_parameters is static, and a list; write a tuple: joint_parameters=('friction',).",
    ),
    # derivatives
    "plain function": (
        lambda: kt.jacobian(plain, "q"),
        kt.TraceError,
        "jacobian: plain is not an algorithm; write @kt.algorithm over its def",
    ),
    "plain lambda": (
        lambda: kt.hessian(lambda model, q: q[0], "q"),
        kt.TraceError,
        "grad: <lambda> is not an algorithm; write @kt.algorithm over its def",
    ),
    "kernel": (
        lambda: kt.vjp(kt.rnea.compile(ARM), "q"),
        kt.TraceError,
        "vjp: Kernel is not an algorithm; ",
    ),
    "no wrt": (lambda: kt.jacobian(kt.rnea, ()), kt.ShapeError, "rnea: wrt is empty; name an "),
    "grad of a vector": (
        lambda: kt.grad(unsigned, "q")(ARM, REST),
        kt.ShapeError,
        "grad: unsigned gives results of shapes [(7,)], not one number; use kt.jacobian.",
    ),
    # results
    "an invalid name": (
        lambda: returns({"d-q": 1.0})(ARM, REST),
        kt.TraceError,
        "returned a result called 'd-q'; expected a name that can stand after a dot, as in "
        '{"d_q": x}.',
    ),
    "a keyword": (lambda: returns({"class": 1.0})(ARM, REST), kt.TraceError, "called 'class'; "),
    "an underscore": (lambda: returns({"_q": 1.0})(ARM, REST), kt.TraceError, "called '_q'; "),
    "a number": (lambda: returns({1: 1.0})(ARM, REST), kt.TraceError, "called 1; expected a name"),
    "no results": (
        lambda: returns({})(ARM, REST),
        kt.TraceError,
        "function returned an empty dict; ",
    ),
    "None": (
        lambda: returns({"a": None})(ARM, REST),
        kt.TraceError,
        "function returned None as 'a'; expected an array, or a dict of arrays.",
    ),
    "None in a list": (
        lambda: returns([0, None])(ARM, REST),
        kt.TraceError,
        "function returned None;",
    ),
    "a set": (
        lambda: returns({1.0})(ARM, REST),
        kt.TraceError,
        "function returned a set; expected",
    ),
    "dicts": (
        lambda: returns({"foot": {"p": 1.0}})(ARM, REST),
        kt.TraceError,
        "function returned several results as 'foot'; a dict of results has one level: give each "
        'its own name, as in {"foot_position": x, "foot_velocity": y}.',
    ),
    "a NamedTuple in a dict": (
        lambda: kt.algorithm(lambda model, q, v: {"g": several(model, q, v)})(ARM, REST, REST),
        kt.TraceError,
        "returned several results as 'g'; ",
    ),
}


@pytest.mark.parametrize(("call", "kind", "message"), REFUSED.values(), ids=REFUSED)
def test_what_does_not_fit_is_refused(call, kind, message):
    with pytest.raises(kt.KinetreeError) as error:
        call()
    assert message in str(error.value)
    assert error.type is kind


def test_the_gradient_of_one_result_by_name():
    got = kt.grad(energies, "q")(ARM, REST + 0.1)
    np.testing.assert_array_equal(got.e, kt.grad(kt.potential_energy, "q")(ARM, REST + 0.1))


def test_results_of_algorithms_without_a_signature_are_plain_vectors():
    @kt.algorithm
    def moved(model, q, v):
        return kt.integrate(model, q, v)

    robot = kt.robots.biped()
    q, v = kt.neutral(robot), np.zeros(robot.nv)
    assert kt.jacobian(moved, "v")(robot, q, v).shape == (robot.nq, robot.nv)
    assert kt.jacobian(kt.integrate, "v")(robot, q, v).shape == (robot.nv, robot.nv)
