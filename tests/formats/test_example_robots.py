"""The robots of example-robot-data, read as Pinocchio reads them."""

from xml.etree import ElementTree

import pinocchio as pin
import pytest
from test_live import assert_equal

from kinetree import load
from kinetree.errors import ModelError
from kinetree.formats.installed import installed_robots
from kinetree.formats.pin_model import from_pinmodel

ROBOTS = installed_robots()
EMPTY = "ur_description/ur3"
WHOLE = [name for name in ROBOTS if name != EMPTY]
MIMICS = {
    name: [x.get("type") for x in ElementTree.parse(ROBOTS[name]).findall("joint/mimic/..")]
    for name in WHOLE
}
"""The types of the mimic joints in each file, some of them fixed."""
MIMICS.pop("alex_description/alex_psyonic_hands")  # its sources are not there


def test_all_are_found_by_name() -> None:
    assert len(ROBOTS) == 69
    for name in ("talos", "talos_full", "ur5", "panda", "kinova", "solo12"):
        assert load(name).name
    with pytest.raises(ModelError, match=r"2 robots are called 'anymal'.*anymal_c_simple_descript"):
        load("anymal")


@pytest.mark.filterwarnings("ignore:.*<(limit|turnGravityOff)>")
@pytest.mark.parametrize("floating_base", [False, True])
@pytest.mark.parametrize("name", WHOLE)
def test_the_model_is_pinocchios(name: str, floating_base: bool) -> None:
    root = [pin.JointModelFreeFlyer()] if floating_base else []
    peer = pin.buildModelFromUrdf(str(ROBOTS[name]), *root)
    assert_equal(from_pinmodel(peer), load(ROBOTS[name], floating_base=floating_base))


@pytest.mark.filterwarnings("ignore:.*<(limit|turnGravityOff)>")
@pytest.mark.parametrize("name", [name for name, types in MIMICS.items() if types])
def test_mimic_joints_own_no_coordinate(name: str) -> None:
    independent, coupled = load(ROBOTS[name]), load(ROBOTS[name], mimic=True)
    assert coupled.joint_names == independent.joint_names
    assert coupled.nv == independent.nv - sum(x != "fixed" for x in MIMICS[name])
