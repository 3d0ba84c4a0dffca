"""Messages to newcomers: what came, what was expected, what exists, and what to do."""

import re

import numpy as np
import pytest

import kinetree as kt
from kinetree.errors import unknown

ARM = kt.robots.arm()
REST = np.zeros(7)


def identity(model, q):
    return q


def of_two(model, q, v):
    return q


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


@kt.algorithm
def energies(model, q):
    return {"e": kt.potential_energy(model, q)}


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
