"""The builder: depth-first numbering, merging, frames, mimics, and invalid input."""

import numpy as np
import pytest

import kinetree as kt

BALL = kt.Inertia(1.0, [0, 0, -0.5], np.diag([0.1, 0.1, 0.05]))


def shifted(x=0.0, y=0.0, z=0.0):
    return kt.SE3(np.eye(3), [x, y, z])


def test_bodies_are_numbered_depth_first_and_the_map_says_so():
    b = kt.ModelBuilder("r")
    for name, parent in (("a", "world"), ("b", "world"), ("c", "a"), ("d", "b"), ("e", "a")):
        b.add_body(name, parent=parent, joint=kt.Revolute("z"), inertia=BALL, joint_name=f"j{name}")
    model = b.build()
    assert model.joint_names == ("universe", "ja", "jc", "je", "jb", "jd")
    assert model.parents.tolist() == [0, 0, 1, 1, 0, 4]
    assert b.index_map == (0, 1, 4, 2, 5, 3)
    assert model.frame("d").joint == 5


def test_shapes_and_loops_stay_with_bodies_that_are_renumbered():
    builder = kt.ModelBuilder("robot")
    for name, parent in (("a", "world"), ("b", "world"), ("tip", "a")):
        builder.add_body(name, parent=parent, joint=kt.Revolute("x"), inertia=BALL)
        builder.add_geometry(f"{name}_shape", parent=name, shape=kt.shapes.Sphere(0.1))
    builder.add_loop("loop", joint=kt.Spherical(), first="b", second="tip")
    model = builder.build()
    assert model.joint_names[1:] == ("a_joint", "tip_joint", "b_joint")
    assert {g.name: g.joint for g in model.geometries} == {
        "a_shape": 1,
        "b_shape": 3,
        "tip_shape": 2,
    }
    (loop,) = model.constraints
    assert (loop.first.joint, loop.second.joint) == (3, 2)


def test_a_body_on_a_fixed_joint_becomes_part_of_its_parent():
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Revolute("z"), inertia=BALL)
    b.add_body("tool", parent="a", joint=kt.Fixed(), placement=shifted(x=1.0), inertia=BALL)
    model = b.build()
    assert (model.njoints, model.nv) == (2, 1)
    assert model.inertias[1, 0] == 2.0
    assert model.inertias[1, 1] == 1.0
    frames = [(f.name, f.kind) for f in model.frames]
    assert frames == [
        ("universe", "universe"),
        ("a_joint", "joint"),
        ("a", "body"),
        ("tool_joint", "fixed_joint"),
        ("tool", "body"),
    ]
    assert kt.frame_placement(model, [0.0], frame="tool")[0, 3] == 1.0


def test_what_is_fixed_to_the_universe_does_not_move():
    b = kt.ModelBuilder("r")
    b.add_root("base", inertia=BALL)
    b.add_body("a", parent="base", joint=kt.Prismatic("z"), inertia=BALL)
    model = b.build()
    assert model.inertias[0, 0] == 1.0
    assert model.total_mass == 1.0
    assert kt.potential_energy(model, [0.0]) == pytest.approx(-0.5 * 9.81, abs=1e-15)


def test_nearly_aligned_placements_are_snapped():
    c = np.cos(np.pi / 2)
    R = np.array([[c, -1, 0], [1, c, 0], [0, 0, 1]])
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Revolute("x"), placement=kt.SE3(R, [1e-16, 0, 1]), inertia=BALL)
    np.testing.assert_array_equal(
        b.build().placements[1], [[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 1], [0, 0, 0, 1]]
    )


def test_mimics_share_the_slots_of_their_source_also_when_it_comes_later():
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Mimic("jc", 2.0, 0.1, kt.Prismatic("x")), joint_name="ja")
    b.add_body("b", joint=kt.Mimic("ja", -1.0, 0.3), joint_name="jb")
    b.add_body("c", joint=kt.Revolute("z"), joint_name="jc", inertia=BALL)
    model = b.build()
    assert (model.nq, model.nv, model.njoints) == (1, 1, 4)
    assert model.q_names == ("jc",)
    second = model.joint("jb").type
    assert (second.source, second.multiplier, second.offset) == ("jc", -2.0, pytest.approx(0.2))
    assert repr(second.joint) == repr(kt.Prismatic("x"))
    assert model.coupled


@pytest.mark.parametrize(
    "joints, message",
    [
        ({"ja": kt.Mimic("nope")}, r"joint 'ja' mimics no joint 'nope'"),
        ({"ja": kt.Mimic("jb"), "jb": kt.Mimic("ja")}, r"in a cycle: ja -> jb -> ja"),
        (
            {"ja": kt.Mimic("jb"), "jb": kt.Spherical()},
            r"joint 'ja' \(Spherical\(\)\) cannot follow Spherical.*one coordinate",
        ),
        (
            {"ja": kt.Mimic("jb", 0.5, joint=kt.Continuous("x")), "jb": kt.Continuous("z")},
            r'integer ratios; load it with continuous="angle"',
        ),
    ],
)
def test_mimics_that_cannot_be_are_refused(joints, message):
    b = kt.ModelBuilder("r")
    for name, joint in joints.items():
        b.add_body(f"body of {name}", joint=joint, joint_name=name, inertia=BALL)
    with pytest.raises(kt.ModelError, match=message):
        b.build()


def following(ratio):
    """A joint that follows (cos, sin) at a ratio, with an offset."""
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Continuous("z"), inertia=BALL)
    b.add_body("b", joint=kt.Mimic("a_joint", ratio, 0.25), inertia=BALL)
    return b.build()


@pytest.mark.parametrize("ratio", [0, 1, -1, 99, 100, -100])
def test_cos_and_sin_are_followed_at_up_to_a_hundred_turns(ratio):
    T = kt.forward_kinematics.evaluate(following(ratio), [np.cos(0.4), np.sin(0.4)])[2]
    angle = ratio * 0.4 + 0.25
    np.testing.assert_allclose(T[:2, 0], [np.cos(angle), np.sin(angle)], rtol=0, atol=2e-14)


@pytest.mark.parametrize("ratio", [101, -101, 100.5, -0.5])
def test_cos_and_sin_are_not_followed_at_other_ratios(ratio):
    with pytest.raises(kt.ModelError, match=r'integer ratios; load it with continuous="angle"'):
        following(ratio)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"parent": "nobody"}, r"no body 'nobody'.*'world', 'a'"),
        ({"name": "a"}, r"two bodies are called 'a'"),
        ({"joint_name": "a_joint"}, r"two joints are called 'a_joint'"),
        ({"placement": np.full((4, 4), np.nan)}, r"finite numbers"),
        ({"placement": 2 * np.eye(4)}, r"is not rigid; R\^T R must be 1"),
        ({"placement": np.diag([1, 1, -1, 1])}, r"det R = \+1"),
        (
            {"placement": kt.SE3(np.eye(3), [1, 2, 3]).matrix.T},
            r"'b_joint' has the last row.*trans",
        ),
        ({"joint": kt.FreeFlyer}, r"'b_joint': joint is the class FreeFlyer; pass an instance"),
        ({"joint": "revolute"}, r"joint is 'revolute'; expected a kt\.Joint"),
        ({"inertia": np.eye(6)}, r"body 'b': inertia is an ndarray; expected kt\.Inertia"),
        ({"inertia": kt.Inertia(np.float32(-2), [0, 0, 0], np.eye(3))}, r"'b' has mass -2.0"),
        ({"inertia": kt.Inertia(np.array(-2), [0, 0, 0], np.eye(3))}, r"'b' has mass -2;"),
        ({"placement": np.eye(3)}, r"shape \(3, 3\); expected \(4, 4\)"),
        ({"inertia": kt.Inertia(-1.0, [0, 0, 0], np.eye(3))}, r"'b' has mass -1.0; expected >= 0"),
        ({"inertia": kt.Inertia(np.nan, [0, 0, 0], np.eye(3))}, r"'b' has mass nan"),
    ],
)
def test_what_cannot_be_a_body_is_refused(arguments, message):
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Revolute("z"), inertia=BALL)
    with pytest.raises(kt.KinetreeError, match=message):
        b.add_body(**{"name": "b", "joint": kt.Revolute("z"), "inertia": BALL, **arguments})


@pytest.mark.parametrize(
    "axis, message",
    [
        ([0, 0, 0], "has no direction"),
        ([np.nan, 0, 1], "has no direction"),
        ("w", 'expected "x", "y", "z", "-x", "-y", "-z" or three numbers'),
        ([1, 0], "three numbers"),
    ],
)
def test_axes_without_a_direction_are_refused(axis, message):
    for joint in (kt.Revolute, kt.Prismatic, kt.Continuous):
        with pytest.raises(kt.ModelError, match=message):
            joint(axis)


def test_axes_are_normalized_and_keep_their_structural_zeros():
    assert kt.Revolute([0, 0, -2.0]).axis.flat == (0, 0, -1)
    assert all(type(x) is int for x in kt.Revolute([0, 0, -2.0]).axis.flat)
    np.testing.assert_allclose(kt.Revolute([3, 0, 4]).axis.flat, [0.6, 0, 0.8])


def test_a_class_for_a_base_is_refused():
    with pytest.raises(kt.ModelError, match="'root_joint': joint is the class FreeFlyer"):
        kt.ModelBuilder("r").add_root("base", joint=kt.FreeFlyer)


def of_numbers(number):
    """A robot all of whose numbers are of one type."""
    b = kt.ModelBuilder("r")
    center, tensor = [0, 0, number(1)], [[number(2 * (i == j)) for j in range(3)] for i in range(3)]
    b.add_body(
        "a",
        joint=kt.Revolute("y"),
        inertia=kt.Inertia(number(3), center, tensor),
        placement=kt.SE3(np.eye(3), [number(1), 0, 0]),
        damping=number(1),
        stiffness=number(2),
        spring_reference=number(3),
    )
    b.add_body("b", parent="a", joint=kt.Mimic("a_joint", number(2), number(1)), inertia=BALL)
    return b.build()


@pytest.mark.parametrize("number", [np.int64, np.float32, np.float64, np.array])
def test_numbers_of_numpy_are_numbers(number):
    model, plain = of_numbers(number), of_numbers(float)
    assert model.numeric and model.inertias.dtype == float
    assert (model.stiffness.tolist(), model.spring_reference.tolist()) == ([2], [3])
    assert (model.inertias[1, 0], model.inertias[1, 4], model.placements[1, 0, 3]) == (3, 5, 1)
    state = [0.1], [0.2], [0.3]
    np.testing.assert_array_equal(kt.rnea.evaluate(model, *state), kt.rnea.evaluate(plain, *state))


def test_frames_of_one_kind_have_different_names():
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Revolute("z"), joint_name="a", inertia=BALL)
    b.add_frame("a", parent="a")
    b.add_frame("tool", parent="a")
    with pytest.raises(kt.ModelError, match="r: two frames are called 'tool', both of kind 'op'"):
        b.add_frame("tool", parent="a", placement=shifted(x=1.0))
    b.add_body("c", parent="a", joint=kt.Fixed(), joint_name="glue")
    with pytest.raises(kt.ModelError, match="two frames are called 'glue', both of kind 'fixed_j"):
        b.add_body("d", parent="a", joint=kt.Fixed(), joint_name="glue")
    assert b.build().frame_names == ("universe", "a", "a", "a", "tool", "glue", "c")
