"""The robots of example-robot-data, read as Pinocchio reads them."""

import re
from pathlib import Path

import numpy as np
import pinocchio
import pytest

from kinetree import check_urdf, load
from kinetree.errors import ModelError
from kinetree.formats import source
from kinetree.formats.description import RobotDescription
from kinetree.formats.findings import Findings
from kinetree.formats.installed import installed_robots
from kinetree.formats.joints import axes_of
from kinetree.formats.urdf.read import read_robot

ROBOTS = installed_robots()
EMPTY = "ur_description/ur3"
WHOLE = [name for name in ROBOTS if name != EMPTY]
COMMENT = re.compile("<!--.*?-->", re.DOTALL)
WITH_MIMICS = [name for name in WHOLE if "<mimic" in COMMENT.sub("", ROBOTS[name].read_text())]
WITH_MIMICS.remove("alex_description/alex_psyonic_hands")  # its sources are not there


def read(file: Path) -> RobotDescription:
    return read_robot(source.read(file), Findings(str(file)))


def test_all_are_found_by_name() -> None:
    assert len(ROBOTS) == 69
    for name in ("talos", "talos_full", "ur5", "panda", "kinova", "solo12"):
        assert load(name).name
    with pytest.raises(ModelError, match=r"2 robots are called 'anymal'.*anymal_c_simple_descript"):
        load("anymal")


@pytest.mark.filterwarnings("ignore:.*<limit> has no lower")
@pytest.mark.parametrize("floating_base", [False, True])
@pytest.mark.parametrize("name", WHOLE)
def test_the_model_is_pinocchios(name: str, floating_base: bool) -> None:
    root = [pinocchio.JointModelFreeFlyer()] if floating_base else []
    peer = pinocchio.buildModelFromUrdf(str(ROBOTS[name]), *root)
    model = load(ROBOTS[name], floating_base=floating_base)
    assert (model.nq, model.nv) == (peer.nq, peer.nv)
    assert list(model.joint_names) == list(peer.names)
    assert list(model.frame_names) == [frame.name for frame in peer.frames]
    inertias = np.array([inertia.toDynamicParameters() for inertia in peer.inertias])
    scale = max(1.0, abs(inertias).max())
    np.testing.assert_allclose(model.inertias, inertias, rtol=0, atol=1e-14 * scale)
    placements = np.array([placement.homogeneous for placement in peer.jointPlacements])
    np.testing.assert_allclose(model.placements, placements, rtol=0, atol=1e-14)
    straight = [joint.idx_q for joint in list(peer.joints)[1:] if joint.nq == joint.nv]
    for own, theirs in (("lower_position", "lowerPosition"), ("upper_position", "upperPosition")):
        np.testing.assert_array_equal(
            getattr(model, f"{own}_limits")[straight], getattr(peer, f"{theirs}Limit")[straight]
        )
    driven = slice(6 if floating_base else 0, None)
    np.testing.assert_array_equal(model.velocity_limits[driven], peer.velocityLimit[driven])
    np.testing.assert_array_equal(model.effort_limits[driven], peer.effortLimit[driven])
    np.testing.assert_array_equal(model.damping, peer.damping)
    np.testing.assert_array_equal(model.friction, peer.friction)


@pytest.mark.filterwarnings("ignore:.*<limit> has no lower")
@pytest.mark.parametrize("name", WITH_MIMICS)
def test_mimic_joints_own_no_coordinate(name: str) -> None:
    robot = read(ROBOTS[name])
    independent = load(ROBOTS[name])
    coupled = load(ROBOTS[name], mimic=True)
    assert coupled.joint_names == independent.joint_names
    following = sum(axis.mimic is not None for axis in axes_of(robot.joints).values())
    assert coupled.nv == independent.nv - following


def test_the_empty_one_is_refused_by_name() -> None:
    with pytest.raises(ModelError, match=r"ur3\.urdf:6: <robot>: a robot without links; give it"):
        load(EMPTY)


def test_a_mimic_of_a_joint_that_is_not_there() -> None:
    """alex_psyonic_hands names its sources without their prefix; ignored unless mimic=True."""
    file = ROBOTS["alex_description/alex_psyonic_hands"]
    found = [finding for finding in check_urdf(file) if "no joint 'index_q1'" in finding.message]
    assert [finding.severity for finding in found] == ["warning", "warning"]
    with pytest.raises(ModelError, match="no joint 'index_q1'; did you mean 'Left_index_q1'"):
        load(file, mimic=True)
