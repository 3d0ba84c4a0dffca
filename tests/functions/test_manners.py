"""Messages to newcomers: what came, what was expected, what exists, and what to do."""

import logging
import re

import numpy as np
import pinocchio
import pytest

import kinetree as kt
from kinetree.compiler import compilation
from kinetree.errors import unknown

ARM = kt.robots.arm()
REST = np.zeros(7)


def identity(model, q):
    return q


def of_two(model, q, v):
    return q


def loop_of_tuples():
    return ARM.replace(constraints=(kt.Loop("loop", kt.Fixed(), (1, np.eye(4)), (2, np.eye(4))),))


def rolled(**keywords):
    return kt.simulation.rollout(ARM, REST, REST, np.zeros((2, 7)), 1e-3, **keywords)


def of_three(q, v, t):
    return q


def built(**keywords):
    kt.ModelBuilder("r").add_body("b", joint=kt.Revolute("z"), **keywords)


SAMPLES = np.zeros((3, 7))

CASES = {
    "another format's ending": (
        lambda: kt.save(ARM, "arm.urdf"),
        "arm.urdf: kt.save writes kinetree's JSON, whose files end in .json; for a URDF write",
    ),
    "damping that is not read": (
        lambda: kt.simulation.step(ARM, REST, REST, REST, 1e-3, damping=REST),
        "step: damping= has no effect with passive='none', the default; add passive='explicit'",
    ),
    "stiffness that is not read": (
        lambda: rolled(stiffness=REST),
        "rollout: stiffness= has no effect with passive='none'",
    ),
    "a policy of three arguments": (
        lambda: rolled(policy=of_three),
        "policy is called as policy(q, v, t, parameters), which the function given, of (q, v, t), "
        "does not take.",
    ),
    "a policy without the row": (
        lambda: rolled(policy=lambda q, v, t, p: q, schedule=np.zeros((2, 1))),
        "policy is called as policy(q, v, t, parameters, row)",
    ),
    "a cost of three arguments": (
        lambda: rolled(cost=of_three),
        "cost is called as cost(q, v, tau, t, parameters)",
    ),
    "a mass of a body": (
        lambda: built(mass=1.0),
        "no keyword 'mass'; give inertia=kt.Inertia(mass, center_of_mass,",
    ),
    "samples that are not finite": (
        lambda: kt.identification.fit(ARM, SAMPLES, SAMPLES, SAMPLES, SAMPLES * np.nan),
        "fit: tau[0, 0] is nan; leave out samples",
    ),
    "no samples": (
        lambda: kt.identification.fit(ARM, SAMPLES[:0], REST, REST, REST),
        "fit: no samples: the shape of q is (0, 7).",
    ),
    "different numbers of samples": (
        lambda: kt.identification.fit(ARM, SAMPLES, SAMPLES, SAMPLES, SAMPLES[:2]),
        "fit: the samples of its operands differ in number: q (3,), v (3,), a (3,), tau (2,).",
    ),
    "doubt for each joint": (
        lambda: kt.identification.fit(ARM, SAMPLES, SAMPLES, SAMPLES, SAMPLES, doubt=REST + 1),
        "fit: noise and doubt have shapes () and (7,); expected () or (7,), and ().",
    ),
    "a joint parameter in a string, to fit": (
        lambda: kt.identification.base_parameters(ARM, joint_parameters="friction"),
        "joint_parameters is 'friction'; expected a tuple of names: ('friction',).",
    ),
    "a point in place of a placement": (
        lambda: kt.inverse_kinematics(ARM, {"tool": np.zeros((5, 3))}, REST),
        "(5, 3); expected (..., 4, 4), or a kt.SE3. A point alone is kt.tasks.Position(frame, p).",
    ),
    "a file of no robot": (
        lambda: kt.robots.file("pandaa"),
        "file: no installed robot 'pandaa'; did you mean 'panda'?",
    ),
    "joint parameters in a string": (
        lambda: kt.joint_torque_regressor(ARM, REST, REST, REST, joint_parameters="damping"),
        "joint_parameters is 'damping'; expected a tuple of names: ('damping',).",
    ),
    "a loop of tuples": (loop_of_tuples, "as an end; expected a kt.Anchor"),
    "a keyword of compile": (
        lambda: kt.rnea.compile(ARM, parallel=True),
        "compile: no keyword 'parallel'. There are: 'dtype', 'inputs', 'sizes', 'packed'",
    ),
    "a dtype": (
        lambda: kt.rnea.compile(ARM, dtype=np.int32),
        "numpy.int32'>; expected 'float64' or 'float32'.",
    ),
    "no dtype": (lambda: kt.rnea.compile(ARM, dtype=None), "dtype None; expected"),
    "no model": (
        lambda: kt.algorithm(lambda q: q),
        "the first parameter of <lambda> is q; expected the model, then the operands: "
        "def f(model, q).",
    ),
    "no parameters": (lambda: kt.algorithm(lambda: 0), "<lambda> is missing; expected the model"),
    "a kind of frame": (
        lambda: ARM.frame("tool", kind="link"),
        "no kind of frame 'link'; did you mean 'body'? There are: 'universe', ",
    ),
    "another kind": (
        lambda: ARM.frame("tool", kind="body"),
        "the frame 'tool' is of kind 'op', not 'body'",
    ),
    "a frame as an operand": (
        lambda: kt.frame_placement(ARM, REST, "hand"),
        "a frame is given by keyword: frame='hand'.",
    ),
    "a Pinocchio model": (
        lambda: kt.rnea(pinocchio.Model(), REST, REST, REST),
        "its first argument is a pinocchio model; expected a kt.Model: model = kt.load(it)",
    ),
    "Pinocchio's data": (
        lambda: kt.rnea(ARM, pinocchio.Model().createData(), REST, REST),
        "kinetree has no data object, results are returned: leave it out, as in "
        "rnea(model, q, v, a).",
    ),
    "the model twice": (lambda: kt.rnea(ARM, ARM, REST, REST), "the model is given once, first."),
    "bytes": (
        lambda: kt.rnea(ARM, b"0", REST, REST),
        "q is bytes; expected a NumPy array or a list, (nq) for one sample.",
    ),
    "a number for wrt": (
        lambda: kt.jacobian(kt.rnea, 0),
        "jacobian: wrt is 0; expected the name of an operand of rnea, or several in a tuple. "
        "There are: 'q', 'v', 'a', 'f_ext'.",
    ),
    "numbers of a frame": (
        lambda: ARM.frame("tool").placement.translation.__setitem__(0, 1.0),
        "A model changes by model.replace(...) and model.with_frame(...)",
    ),
    "a comma": (
        lambda: kt.algorithm("(nq)(nv)->(nq)")(of_two),
        "signature '(nq)(nv)->(nq)' has no comma between two groups.",
    ),
    "gravity": (
        lambda: ARM.replace(gravity=9.81),
        "gravity has shape (); expected (3,).",
    ),
    "one array": (
        lambda: kt.simulation.step(ARM, REST, REST, REST, 0.1, out=np.zeros(7)),
        "out has 1 array; expected 2",
    ),
    "ragged rows": (
        lambda: kt.rnea(ARM, [[0.0] * 7, [0.0] * 6], REST, REST),
        "q is not an array: its rows have different lengths.",
    ),
    "an article": (
        lambda: kt.rotations.from_scipy(np.eye(3), kind="matrix"),
        "from_scipy: the rotation is an ndarray; expected a",
    ),
    "a number that is added": (
        lambda: kt.algorithm(lambda model, q: q[0] + "1")(ARM, REST),
        "a traced number was combined with a str; expected a number.",
    ),
    "the shape of a result": (
        lambda: kt.algorithm("(nq)->(nv)")(lambda model, q: q[:3])(ARM, REST),
        "<lambda>: its result has shape (3,); its signature says (nv), here (7,).",
    ),
    "an integer as a file": (lambda: kt.load(5), "source is an int; expected a path"),
}


@pytest.mark.parametrize("call, message", CASES.values(), ids=CASES)
def test_the_message_says_what_to_do(call, message):
    with pytest.raises(kt.KinetreeError) as caught:
        call()
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["nqq", "qn", "NV", "njoint"])
def test_a_misspelt_dimension_is_refused(name):
    with pytest.raises(kt.TraceError, match=f"the dimension '{name}' of its signature is not"):
        kt.algorithm(f"({name})->()")(identity)


@pytest.mark.parametrize("name", ["n", "k", "m", "nu", "nx", "na", "nq-7", "2*nv", "nf"])
def test_free_dimensions_have_any_other_name(name):
    kt.algorithm(f"({name})->()")(identity)
    kt.algorithm("(nqq),(nqq)->()")(of_two)  # it binds two operands


@pytest.mark.parametrize("dtype", [np.float32, np.dtype("f4"), "f4", np.dtype(">f4")])
def test_types_that_mean_float32(dtype):
    assert kt.crba.compile(ARM, dtype=dtype)(REST.astype("f4")).dtype == np.float32


def test_a_function_of_exec_is_an_algorithm():
    made = {"__builtins__": {}}
    exec("def twice(model, q):\n    return 2 * q", made)
    assert made["twice"].__module__ is None or made["twice"].__module__ == "builtins"
    np.testing.assert_array_equal(kt.algorithm(made["twice"])(ARM, REST + 1), REST + 2)


def test_a_quaternion_of_zeros_is_found():
    biped = kt.robots.biped()
    (found,) = kt.check_configuration(biped, np.zeros(biped.nq))
    assert "gives nan where it is zero: begin with kt.neutral(model)" in found.message


def test_a_long_compilation_says_what_to_do_instead(monkeypatch, caplog):
    monkeypatch.setattr(compilation, "_ANNOUNCED_SECONDS", -1.0)
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")
    with caplog.at_level(logging.WARNING, "kinetree"):
        kt.center_of_mass.compile(kt.robots.pendulum(2))(np.zeros(2))
    assert "Compiling center_of_mass of " in caplog.text and "evaluate(...)" in caplog.text


@pytest.mark.parametrize(
    ("owner", "name", "answer"),
    [
        (ARM.joint(1), "q_index", "a joint has no 'q_index'; use joint.q_slice, or model.q_index"),
        (ARM.joint(1), "parrent", "a joint has no 'parrent'; did you mean 'parent'"),
        (kt.ModelBuilder("r"), "add_joint", "a ModelBuilder has no 'add_joint'; use add_body("),
        (ARM, "tree", "use `kinetree info`"),
    ],
)
def test_attributes_that_do_not_exist_have_an_answer(owner, name, answer):
    with pytest.raises(AttributeError, match=re.escape(answer)):
        getattr(owner, name)


def test_the_line_is_the_users_where_another_library_calls():
    @kt.function("(n)->(n)")
    def of_numpy(x):
        return np.r_[x, x]  # NumPy's file calls the function that is missing

    with pytest.raises(kt.TraceError, match=r"^[^:]*test_manners\.py:\d+: np\."):
        of_numpy(REST)


def test_the_file_of_an_installed_robot():
    assert kt.robots.file("panda").suffix == ".urdf"


def test_a_name_in_a_nested_model_is_proposed():
    assert "did you mean 'gripper::tip'?" in unknown("frame", "tip", ["base", "gripper::tip"])
