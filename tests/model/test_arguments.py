"""Arguments of the builder, of joints and of shapes: valid and invalid ones."""

import numpy as np
import pytest

import kinetree as kt
from kinetree.model import shapes


class Symbol:
    """A scalar of a symbolic library."""

    def __sub__(self, other):
        return self


def builder():
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Revolute("z"))
    return b


def body(**arguments):
    b = builder()
    b.add_body(**{"name": "b", "joint": kt.Revolute("z"), "joint_name": "j", **arguments})
    return b.build()


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"name": 3}, "the name of a body is 3; expected a string"),
        ({"joint_name": 3}, "the name of a joint is 3; expected a string"),
        ({"parent": 3}, "no body 3"),
        ({"parent": ["a"]}, r"no body \['a'\]"),
        ({"damping": None}, "joint 'j': damping is None; expected a number"),
        ({"friction": "x"}, "friction is 'x'; expected a number"),
        ({"lower": [[1.0], [2.0, 3.0]]}, "lower is .*; expected a number"),
        ({"damping": 10**400}, "damping is .*; expected a number"),
        ({"damping": Symbol()}, "damping is .*; expected a number"),
        ({"upper": 1j}, "upper is 1j; expected a number"),
        ({"armature": {}}, "armature is {}; expected a number"),
        ({"armature": "x"}, "armature is 'x'; expected a number"),
        ({"armature": None}, "armature is None; expected a number"),
        ({"armature": [[0.1]]}, "armature is .*; expected a number"),
        ({"armature": ["x"]}, "armature is .*; expected a number"),
        ({"damping": [0.1, 0.2]}, "damping of joint 'j' has 2 numbers; expected one"),
        ({"stiffness": None}, "joint 'j': stiffness is None; expected a number"),
        ({"stiffness": Symbol()}, "stiffness is .*; expected a number"),
        ({"spring_reference": "x"}, "spring_reference is 'x'; expected a number"),
        ({"spring_reference": [0.1, 0.2]}, "spring_reference of joint 'j' has 2 numbers; expected"),
        (
            {"joint": kt.Continuous("z"), "spring_reference": 0.3},
            r"spring_reference of joint 'j' is \[0.3, 0.3\]; expected unit length: cos, sin",
        ),
    ],
)
def test_what_cannot_be_a_body_is_refused(arguments, message):
    with pytest.raises(kt.ModelError, match=f"r: .*{message}"):
        body(**arguments)


def test_the_name_of_a_robot_is_a_string():
    with pytest.raises(kt.ModelError, match="name of the robot is None; expected a string"):
        kt.ModelBuilder(None)


def test_an_armature_may_be_a_symbol():
    symbol = Symbol()
    assert body(armature=symbol).armature[1] is symbol
    assert body(armature=[symbol]).armature[1] is symbol


@pytest.mark.parametrize(
    "parameter, value",
    [
        ("lower", -1.0),
        ("upper", 1.0),
        ("velocity_limit", 1.0),
        ("effort_limit", [1.0]),
        ("damping", 0.1),
        ("friction", np.float32(0.1)),
        ("stiffness", 3),
        ("spring_reference", 0.0),
        ("armature", 0.7),
        ("armature", Symbol()),
        ("actuated", False),
        ("rotor_inertia", 0.1),
        ("gear_ratio", 20),
    ],
)
def test_parameters_of_joints_without_coordinates_are_refused(parameter, value):
    with pytest.raises(kt.ModelError, match=f"'j': {parameter} is .*Mimic joint .*to 'a_joint'"):
        body(joint=kt.Mimic("a_joint"), **{parameter: value})
    with pytest.raises(kt.ModelError, match=f"'j': {parameter} is .*Fixed joint .*leave it out"):
        body(joint=kt.Fixed(), **{parameter: value})


@pytest.mark.parametrize("joint", [kt.Mimic("a_joint"), kt.Fixed()])
def test_default_parameters_are_accepted_for_any_joint(joint):
    defaults = {"lower": None, "upper": np.inf, "damping": 0, "armature": [0.0], "gear_ratio": 1}
    defaults |= {"stiffness": 0.0, "spring_reference": None}
    assert body(joint=joint, **defaults) == body(joint=joint)


def test_a_urdf_may_give_parameters_of_fixed_and_mimic_joints():
    joints = "".join(
        f'<joint name="{name}" type="{kind}"><parent link="base"/><child link="{name}_link"/>'
        f'<axis xyz="0 0 1"/><limit lower="-1" upper="{upper}" effort="3" velocity="4"/>'
        f'<dynamics damping="{upper}" friction="0.2"/>{more}</joint><link name="{name}_link"/>'
        for name, kind, upper, more in (
            ("a", "revolute", 1.5, ""),
            ("b", "revolute", 2.5, '<mimic joint="a"/>'),
            ("c", "fixed", 3.5, ""),
        )
    )
    model = kt.load_urdf(f'<robot name="r"><link name="base"/>{joints}</robot>', mimic=True)
    assert (model.upper_position_limits.tolist(), model.damping.tolist()) == ([1.5], [1.5 + 2.5])


@pytest.mark.parametrize(
    "arguments, message",
    [
        ((3,), "a mimic of 3; expected the name of the joint"),
        (("a", "x"), "a mimic of 'a' has multiplier 'x' and offset 0.0; expected finite"),
        (("a", 1.0, None), "offset None; expected finite numbers"),
        (("a", 1.0, np.nan), "offset nan; expected finite numbers"),
        (("a", 10**400), "expected finite numbers"),
        (("a", [1.0, 2.0], [3.0, 4.0]), "expected finite numbers"),
        (("a", 1.0, 0.0, "x"), "moves as 'x'; expected a joint of nv = 1"),
        (("a", 1.0, 0.0, kt.Revolute), r"moves as <class .*Revolute'>; expected a joint of nv"),
        (("a", 1.0, 0.0, kt.Spherical()), r"moves as Spherical\(\); expected a joint of nv"),
    ],
)
def test_what_cannot_be_a_mimic_is_refused(arguments, message):
    with pytest.raises(kt.ModelError, match=message):
        kt.Mimic(*arguments)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"name": 3}, "the name of a geometry is 3"),
        ({"shape": 3}, "the geometry 'g' is 3; expected a shape"),
        ({"shape": shapes.Sphere}, "the geometry 'g' is .*; expected a shape"),
        ({"kind": "foo"}, "the geometry 'g': no kind 'foo'.*'visual', 'collision'"),
        ({"color": "red"}, "the color 'red'; expected red, green, blue, alpha"),
        ({"color": [1, 0, 0]}, r"the color \[1, 0, 0\]; expected"),
        ({"color": [1, 0, 0, 1.1]}, "expected red"),
        ({"color": [1, 0, 0, np.nan]}, "expected red"),
        ({"color": ["a"] * 4}, "expected red"),
        ({"color": 1.0}, "expected red"),
    ],
)
def test_what_cannot_be_a_geometry_is_refused(arguments, message):
    with pytest.raises(kt.ModelError, match=f"r: .*{message}"):
        builder().add_geometry(
            **{"name": "g", "parent": "a", "shape": shapes.Sphere(1), **arguments}
        )


def test_equal_colors_make_equal_models():
    models: list[kt.Model] = []
    for color in ((1, 0, 0, 1), [1.0, 0.0, 0.0, 1.0], np.array([1, 0, 0, 1], np.float32)):
        b = builder()
        b.add_geometry("g", parent="a", shape=shapes.Sphere(1), color=color)
        models.append(b.build())
    assert models[0].geometries[0].color == (1.0, 0.0, 0.0, 1.0)
    assert models[0] == models[1] == models[2]
    assert len({model.digest for model in models}) == 1


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: shapes.Mesh(None), "its uri is None; expected a path as a string"),
        (lambda: shapes.Mesh(3), "its uri is 3; expected a path"),
        (lambda: shapes.Mesh("a.stl", folder=3), "its folder is 3; expected a path"),
    ],
)
def test_what_cannot_be_a_mesh_is_refused(call, message):
    with pytest.raises(kt.ModelError, match=f"Mesh: {message}"):
        call()


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"name": None}, "the name of a coupling is None"),
        ({"coefficients": 3}, "'c' has the coefficients 3; expected finite numbers"),
        ({"coefficients": "12"}, "the coefficients '12'; expected"),
        ({"coefficients": [1, "x"]}, r"the coefficients \[1, 'x'\]; expected"),
        ({"coefficients": [np.nan]}, r"the coefficients \[nan\]; expected"),
        ({"coefficients": [[1.0]]}, r"the coefficients \[\[1.0\]\]; expected"),
        ({"joint": "a_jont"}, "'c': no joint 'a_jont'; did you mean 'a_joint'"),
        ({"source": "b"}, "'c': no joint 'b'"),
        ({"joint": 3}, "'c': no joint 3"),
    ],
)
def test_what_cannot_be_a_coupling_is_refused(arguments, message):
    b = builder()
    with pytest.raises(kt.ModelError, match=f"r: .*{message}"):
        b.add_coupling(
            **{"name": "c", "joint": "a_joint", "source": None, "coefficients": [1], **arguments}
        )
        b.build()


def test_a_coupling_may_come_before_its_joints():
    b = kt.ModelBuilder("r")
    b.add_coupling("c", joint="b_joint", source="a_joint", coefficients=np.array([0, 2]))
    for name in ("a", "b"):
        b.add_body(name, joint=kt.Revolute("z"))
    (coupling,) = b.build().constraints
    assert coupling.coefficients == (0.0, 2.0)


@pytest.mark.parametrize(
    "call, message",
    [
        (
            lambda b: b.add_loop("l", joint=kt.Mimic("zz"), first="a", second="world"),
            "the loop 'l': joint is Mimic.*; a loop's joint cannot be a mimic",
        ),
        (
            lambda b: b.add_loop(3, joint=kt.Fixed(), first="a", second="world"),
            "the name of a loop is 3",
        ),
        (lambda b: b.add_loop("l", joint=kt.Fixed(), first="a", second=None), "no body None"),
        (lambda b: b.add_frame(3, parent="a"), "the name of a frame is 3"),
        (lambda b: b.add_frame("f", parent="a", kind="foo"), "the frame 'f': no kind 'foo'"),
        (lambda b: b.add_root(None), "the name of a body is None"),
    ],
)
def test_what_cannot_be_a_loop_or_a_frame_is_refused(call, message):
    with pytest.raises(kt.ModelError, match=f"r: .*{message}"):
        call(builder())


def test_the_name_of_a_joint_goes_before_that_of_a_coordinate():
    b = kt.ModelBuilder("r")
    b.add_body("plane", joint=kt.Planar(), joint_name="j")
    b.add_body("slide", joint=kt.Prismatic("x"), joint_name="j.x")
    model = b.build()
    assert model.q_names[:2] == ("j.x", "j.y") and model.q_names[-1] == "j.x"
    assert (model.q_index("j.x").tolist(), model.v_index("j.x").tolist()) == ([4], [3])
    assert (model.q_index("j.y").tolist(), model.v_index(["j.vy", "j"]).tolist()) == (
        [1],
        [1, 0, 1, 2],
    )


@pytest.mark.parametrize("names", [3, None, [None], [[1]], 0.5])
def test_indices_are_requested_by_name(names):
    model = builder().build()
    for index in (model.q_index, model.v_index):
        with pytest.raises(kt.ModelError, match=r"r: ([qv]_index of .*; expected names|no joint)"):
            index(names)
