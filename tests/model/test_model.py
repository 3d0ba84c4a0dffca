"""The immutable model: its parameters, names and copies."""

import copy
import pickle
import re

import numpy as np
import pytest
from annotated import ANNOTATED, assert_same

import kinetree as kt


@pytest.fixture(scope="module")
def biped():
    return kt.robots.biped()


@pytest.mark.parametrize("name", kt.robots.BUILTIN)
def test_built_in_robots_are_physical(name):
    model = kt.load(name)
    assert kt.check(model) == []
    assert np.linalg.eigvalsh(kt.crba.evaluate(model, kt.neutral(model))).min() > 1e-4


def test_the_sizes_that_names_promise():
    for n in (12, 13, 20):
        assert kt.robots.biped(n).nv == n + 6
        assert kt.robots.quadruped(n).nv == n + 6
    assert kt.robots.humanoid().nv == 35
    assert kt.robots.arm().nv == 7
    assert kt.robots.serial_chain(5).nv == kt.robots.binary_tree(5).nv == 5
    assert kt.robots.pendulum(3).name == "pendulum3"
    with pytest.raises(kt.ModelError, match="a quadruped of 3 joints; expected at least 4"):
        kt.robots.quadruped(3)
    with pytest.raises(kt.ModelError, match="2 of mass; expected one for each"):
        kt.robots.pendulum(3, mass=[1, 2])


def test_links_of_chains_and_trees_are_below_their_parents():
    """Rods of 0.3 m from joint to joint, downward; the centre of each is halfway."""
    for robot in (kt.robots.serial_chain(4), kt.robots.binary_tree(7)):
        T = kt.forward_kinematics(robot, kt.neutral(robot))[1:, :3, 3]
        depth = [len(robot.path(joint.index)) for joint in robot.joints]
        np.testing.assert_allclose(T[:, 2], -0.3 * (np.array(depth) - 1), atol=1e-15)
        assert not T[:, :2].any()
        com = kt.center_of_mass(robot, kt.neutral(robot))
        np.testing.assert_allclose(com[2], T[:, 2].mean() - 0.15, atol=1e-15)


@pytest.mark.parametrize(("axis", "end"), [(0, [3, 0, 0]), (1, [0, 3, 0]), (2, [0, 0, -3])])
def test_a_rod_is_a_cylinder_from_the_origin(axis, end):
    about_end = np.full(3, 2.0 * (3 * 0.1**2 + 4 * 3.0**2) / 12)
    about_end[axis] = 2.0 * 0.1**2 / 2
    x = np.array(kt.robots.rod(2.0, 3.0, 0.1, axis=axis).parameters, float)
    np.testing.assert_allclose(x[:4], [2, *np.array(end)], rtol=1e-15)
    np.testing.assert_allclose(x[[4, 6, 9]], about_end, rtol=1e-15)
    np.testing.assert_allclose(x[[5, 7, 8]], 0, atol=0)


def test_arrays_are_read_only_and_shaped(biped):
    shapes = {
        "gravity": (3,),
        "inertias": (14, 10),
        "placements": (14, 4, 4),
        "armature": (18,),
        "parents": (14,),
        "lower_position_limits": (19,),
        "upper_position_limits": (19,),
        "velocity_limits": (18,),
        "effort_limits": (18,),
        "damping": (18,),
        "friction": (18,),
        "stiffness": (18,),
        "spring_reference": (19,),
        "actuated": (18,),
    }
    for name, shape in shapes.items():
        array = getattr(biped, name)
        assert array.shape == shape
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    assert np.isinf(biped.upper_position_limits[:7]).all()
    assert not biped.stiffness.any()
    assert biped.spring_reference.tolist() == kt.neutral(biped).tolist()
    assert biped.actuated.tolist() == [False] * 6 + [True] * 12


def test_names_and_units(biped):
    assert biped.q_names[:8] == (
        *(f"root_joint.{x}" for x in ("x", "y", "z", "qx", "qy", "qz", "qw")),
        "left_hip_yaw",
    )
    assert biped.v_names[3:7] == (*(f"root_joint.{x}" for x in ("wx", "wy", "wz")), "left_hip_yaw")
    assert (biped.q_units[0], biped.q_units[4], biped.q_units[7]) == ("m", "1", "rad")
    assert (biped.v_units[0], biped.v_units[3]) == ("m/s", "rad/s")
    assert (biped.tau_units[0], biped.tau_units[3]) == ("N", "N m")
    assert biped.q_index(["left_knee", "root_joint.qw"]).tolist() == [10, 6]
    assert biped.v_index(["root_joint", "left_hip_yaw"]).tolist() == [*range(6), 6]
    assert biped.joint("left_knee").q_slice == slice(10, 11)
    assert biped.joint(1).name == "root_joint"


def test_unknown_names_get_near_matches(biped):
    with pytest.raises(kt.ModelError, match="no joint 'left_kne'; did you mean 'left_knee'"):
        biped.joint("left_kne")
    with pytest.raises(kt.ModelError, match="no frame 'left_fot'; did you mean 'left_foot'"):
        biped.frame("left_fot")
    with pytest.raises(kt.ModelError, match="no frame 99; there are"):
        biped.frame(99)
    with pytest.raises(kt.ModelError, match="no field 'gravty'; did you mean 'gravity'"):
        biped.replace(gravty=[0, 0, 0])


def test_a_name_shared_by_body_and_joint_means_the_body():
    b = kt.ModelBuilder("r")
    b.add_body(
        "x", joint=kt.Revolute("z"), joint_name="x", inertia=kt.Inertia(1, [0, 0, 1], np.eye(3))
    )
    model = b.build()
    assert model.frame("x").kind == "body"
    assert model.frame("x", kind="joint").kind == "joint"
    with pytest.raises(
        kt.ModelError, match="the frame 'x' is of kind 'joint' and 'body', not 'op'"
    ):
        model.frame("x", kind="op")


def test_replace_gives_another_model_with_other_parameters(biped):
    moon = biped.replace(gravity=[0, 0, -1.62])
    q = kt.neutral(biped)
    ratio = kt.generalized_gravity(moon, q)[2] / kt.generalized_gravity(biped, q)[2]
    assert ratio == pytest.approx(1.62 / 9.81, rel=1e-14)
    assert biped.gravity[2] == -9.81


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"gravity": [0, 0]}, r"gravity has shape \(2,\); expected \(3,\)"),
        ({"gravity": [0, 0, np.nan]}, r"gravity\[2\] is nan; expected a number"),
        ({"armature": np.ones(3)}, r"armature has shape \(3,\); expected \(18,\)"),
        ({"inertias": np.full((14, 10), np.inf)}, r"inertias\[0, 0\] is inf"),
        ({"inertias": -np.eye(14, 10)}, r"body of joint 'universe' has mass -1.0; expected >= 0"),
        ({"damping": np.full(18, np.nan)}, r"damping\[0\] is nan; expected a number"),
        ({"stiffness": np.full(18, np.nan)}, r"stiffness\[0\] is nan; expected a number"),
        ({"stiffness": np.ones(19)}, r"stiffness has shape \(19,\); expected \(18,\) = \(nv\)"),
        ({"spring_reference": np.zeros(18)}, r"spring_reference has shape \(18,\); .* \(nq\)"),
        ({"spring_reference": np.full(19, np.inf)}, r"spring_reference\[0\] is inf; expected"),
        (
            {"spring_reference": np.zeros(19)},
            r"spring_reference of joint 'root_joint' is \[0.0, .*expected unit length: x, .*, qw",
        ),
    ],
)
def test_parameters_that_do_not_fit_are_refused(biped, changes, message):
    with pytest.raises(kt.ModelError, match=message):
        biped.replace(**changes)


def test_pickling_keeps_everything_but_kernels(biped):
    kt.crba(biped, kt.neutral(biped))
    again = pickle.loads(pickle.dumps(biped))
    assert again.joint_names == biped.joint_names and not again.call_table
    np.testing.assert_array_equal(
        kt.crba(again, kt.neutral(again)), kt.crba(biped, kt.neutral(biped))
    )


def test_a_model_is_frozen():
    arm = kt.robots.arm()
    with pytest.raises(kt.ModelError, match=r"is immutable.*model\.replace\(gravity=\.\.\.\)"):
        arm.gravity = np.zeros(3)
    with pytest.raises(kt.ModelError, match=r"a kt\.Model is immutable; nq cannot be set"):
        arm.nq = 3
    with pytest.raises(kt.ModelError, match="armature cannot be deleted"):
        del arm.armature
    assert arm.gravity[2] == -9.81 and arm.nq == 7


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))]
)
def test_copies_are_frozen_too(copied):
    arm = copied(kt.robots.arm())
    for name in ("gravity", "inertias", "placements", "armature", "parents", "damping"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(arm, name)[...] = 1
    with pytest.raises(kt.ModelError, match="is immutable"):
        arm.gravity = np.zeros(3)
    other = arm.replace(gravity=[0, 0, -1])
    assert (other.gravity[2], arm.gravity[2]) == (-1, -9.81)
    np.testing.assert_array_equal(kt.crba(arm, np.zeros(7)), kt.crba(other, np.zeros(7)))


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m)), kt.Model.replace]
)
def test_copies_keep_annotations(copied):
    again = copied(ANNOTATED)
    assert again is not ANNOTATED
    assert_same(again, ANNOTATED)
    with pytest.raises(ValueError, match="read-only"):
        again.reference_configurations["home"][0] = 1
    for mapping in (again.reference_configurations, again.groups):
        with pytest.raises(TypeError, match="does not support item assignment"):
            mapping["new"] = ()


def test_a_frame_of_another_robot_is_refused(biped):
    arm = kt.robots.arm()
    assert arm.frame(arm.frames[3]) is arm.frames[3]
    again = pickle.loads(pickle.dumps(arm))
    assert again.frame(arm.frame("tool")) is again.frame("tool")
    with pytest.raises(kt.ModelError, match="the frame 'left_foot' given is another robot's"):
        arm.frame(biped.frame("left_foot"))
    same = arm.replace(placements=arm.placements).frame("tool")
    assert arm.frame(same) is same
    moved = kt.ModelBuilder("other")
    moved.add_body("link7", joint=kt.Revolute("z"))
    moved.add_frame("tool", parent="link7", placement=kt.SE3(np.eye(3), [0, 0, 9]))
    with pytest.raises(kt.ModelError, match="the frame 'tool' given is another robot's"):
        arm.frame(moved.build().frame("tool"))


def test_indices_of_any_integer_type_but_no_booleans():
    arm = kt.robots.arm()
    assert arm.joint(np.int64(2)).name == arm.joint(2).name == "joint2"
    assert arm.frame(np.int32(3)) is arm.frames[3]
    for truth in (True, np.True_):
        with pytest.raises(kt.ModelError, match=r"no frame .*True"):
            arm.frame(truth)
        with pytest.raises(kt.ModelError, match=r"no joint .*True"):
            arm.joint(truth)


def test_one_name_is_one_joint():
    arm = kt.robots.arm()
    assert arm.q_index("joint3").tolist() == arm.v_index("joint3").tolist() == [2]
    assert kt.robots.biped().q_index("root_joint.qw").tolist() == [6]


def test_replaced_placements_are_rigid():
    arm = kt.robots.arm()
    for wrong, message in (
        (2.0 * np.eye(4), "is not rigid"),
        (np.diag([1.0, 1.0, -1.0, 1.0]), "is not rigid"),
        (
            kt.SE3(np.eye(3), [1, 2, 3]).matrix.T,
            r"has the last row \[1\.0, 2\.0, 3\.0, 1\.0\].*transposed",
        ),
    ):
        placements = arm.placements.copy()
        placements[2] = wrong
        with pytest.raises(kt.ModelError, match=f"arm: the placement of joint 'joint2' {message}"):
            arm.replace(placements=placements)


def test_the_index_of_no_name_is_empty():
    model = kt.robots.arm()
    for index in (model.q_index([]), model.v_index(())):
        assert index.dtype == int and index.shape == (0,)
    assert kt.neutral(model)[model.q_index([])].shape == (0,)


def test_joints_know_their_limits_children_and_path() -> None:
    quadruped = kt.robots.quadruped()
    for j in quadruped.joints:
        lower, upper = j.limits
        np.testing.assert_array_equal(lower, quadruped.lower_position_limits[j.q_slice])
        np.testing.assert_array_equal(upper, quadruped.upper_position_limits[j.q_slice])
        assert all(quadruped.joint(k).parent == j.index for k in j.children)
    children = [k for j in quadruped.joints for k in j.children]
    assert sorted(children) == [j.index for j in quadruped.joints if j.parent]
    assert quadruped.frame("front_left_foot").parent == quadruped.frame("front_left_foot").joint
    arm = kt.robots.arm()
    assert [j.name for j in arm.path("joint3")] == ["joint1", "joint2", "joint3"]
    assert arm.path(3) == arm.path("joint3") and arm.path(0) == []
    with pytest.raises(kt.ModelError, match="no joint 'tool'"):
        arm.path("tool")
    assert arm.body_names[0] == "base" and "link7" in arm.body_names


def test_a_notebook_shows_a_table_of_joints() -> None:
    b = kt.ModelBuilder("<robot>")
    b.add_root("base", joint=kt.FreeFlyer())
    b.add_body("arm", parent="base", joint=kt.Revolute("y"), lower=-1.0, upper=2.0)
    table = b.build()._repr_html_()
    assert "&lt;robot&gt;: 2 joints, nq 8, nv 7" in table and "<robot>" not in table
    assert "<td>arm_joint</td><td>Revolute([0, 1, 0])</td><td>root_joint</td>" in table
    assert "<td>0 to 6</td><td>0 to 5</td>" in table and "<td>7</td><td>6</td>" in table
    assert "<td>-1</td><td>2</td>" in table


@pytest.mark.parametrize(("multiplier", "limits"), [(2.0, (0.9, 2.1)), (-2.0, (-1.1, 0.1))])
def test_a_mimic_has_the_limits_that_follow_from_its_sources(multiplier, limits):
    builder = kt.ModelBuilder("r")
    builder.add_body("a", joint=kt.Revolute("z"), lower=0.2, upper=0.8, velocity_limit=3.0)
    follower = kt.Mimic("a_joint", multiplier, 0.5)
    builder.add_body("b", parent="a", joint=follower, inertia=kt.robots.rod(1, 1))
    model = builder.build()
    np.testing.assert_allclose(np.ravel(model.joint("b_joint").limits), limits, atol=1e-15)
    written = kt.to_urdf(model).partition('name="b_joint"')[2].partition("<limit ")[2]
    found = dict(re.findall(r'(\w+)="([^"]*)"', written.partition("/>")[0]))
    assert float(found["velocity"]) == 6.0
    np.testing.assert_allclose([float(found[x]) for x in ("lower", "upper")], limits, atol=1e-15)
