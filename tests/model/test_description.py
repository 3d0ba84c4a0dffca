"""Descriptions: a robot as plain data, in any order, that `Model` numbers."""

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from annotated import ANNOTATED, assert_same
from trees import TREES

import kinetree as kt
from kinetree.model import Body, Description, Frame


@pytest.mark.parametrize("name", TREES)
def test_a_model_is_that_of_its_description(name):
    assert_same(TREES[name].model, kt.Model(TREES[name].model.description))


def test_all_that_is_recorded_is_described():
    again = kt.Model(ANNOTATED.description)
    assert_same(ANNOTATED, again)
    assert again.description.groups == ANNOTATED.groups
    home = ANNOTATED.description.reference_configurations["home"]
    q = ANNOTATED.reference_configurations["home"]
    assert np.concatenate([[*x] for x in home.values()]).tolist() == q.tolist()


def test_joints_in_another_order_are_numbered_depth_first():
    arm = kt.robots.quadruped().description
    depths = [0]
    for body in arm.joints:
        depths.append(depths[body.parent] + 1)
    order = sorted(range(len(arm.joints)), key=lambda i: depths[i + 1])  # breadth first
    number = {0: 0} | {old + 1: new for new, old in enumerate(order, 1)}
    mixed = replace(
        arm,
        joints=tuple(
            replace(arm.joints[i], parent=number[arm.joints[i].parent])
            for i in sorted(order, key=lambda i: number[i + 1])
        ),
        frames=tuple(replace(f, joint=number[f.joint]) for f in arm.frames),
    )
    model, same = kt.Model(mixed), kt.robots.quadruped()
    assert set(model.joint_names) == set(same.joint_names) and model.nv == same.nv
    assert all(model.parents[i] < i for i in range(1, model.njoints))
    q, other = kt.neutral(model), kt.neutral(same)
    for frame in same.frame_names:
        T = kt.frame_placement(model, q, frame=frame)
        assert np.array_equal(T, kt.frame_placement(same, other, frame=frame))


UNIVERSE = Frame("universe", "universe", 0, kt.SE3.identity())


def hinge(name, parent=0):
    return Body(name, parent, kt.Revolute("z"), kt.SE3.identity())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"joints": (hinge("a"), hinge("a"))}, r"joints\[1\] 'a': two joints have this name"),
        ({"joints": (hinge("universe"),)}, r"joints\[0\] 'universe': two joints have this name"),
        ({"joints": (hinge("a", 1),)}, r"joints\[0\] 'a': its parent is joint number 1; .* 0 to 0"),
        ({"frames": (UNIVERSE,) * 2}, "another frame of kind 'universe' has this name"),
        (
            {"frames": (Frame("f", "op", 0, kt.SE3.identity()),)},
            "the first frame, and no other, is of kind 'universe'",
        ),
    ],
)
def test_what_no_robot_can_be_is_refused(changes, message):
    with pytest.raises(kt.ModelError, match=message):
        Description("r", **changes)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"b": (0.0,)}, "the configuration 'home': no joint with coordinates 'b'"),
        ({"a": (0.0, 1.0)}, "the configuration 'home' has 2 coordinates of 'a'; expected 1"),
    ],
)
def test_configurations_of_other_joints_are_refused(values, message):
    robot = Description("r", joints=(hinge("a"),), frames=(UNIVERSE,))
    assert kt.Model(robot).nq == 1
    with pytest.raises(kt.ModelError, match=message):
        kt.Model(replace(robot, reference_configurations={"home": values}))


def test_it_is_frozen():
    with pytest.raises(FrozenInstanceError):
        ANNOTATED.description.name = "other"


def test_a_model_is_made_of_a_description():
    with pytest.raises(kt.ModelError, match="its argument is a str; expected"):
        kt.Model("panda")
