"""Fields of a model that cannot be are refused, each in the robot's terms."""

import numpy as np
import pytest

import kinetree as kt

BOX = kt.shapes.Box((1.0, 1.0, 1.0))


def geometry(**changes):
    given = {"name": "g", "kind": "visual", "body": "base", "joint": 1, "shape": BOX}
    return kt.Geometry(**{**given, "placement": kt.SE3.identity(), **changes})


REFUSED = [
    ("groups", None, "groups is None; expected a mapping of names"),
    ("groups", {"a": "joint1"}, "the group 'a' is 'joint1'; expected joint names"),
    ("groups", {"a": ["nope"]}, "no joint 'nope'"),
    ("groups", {"a": [1]}, "the group 'a' holds 1; expected a name"),
    ("groups", {3: []}, "groups holds 3; expected a name"),
    ("reference_configurations", [1], "expected a mapping of names"),
    ("reference_configurations", {"a": "x"}, "the configuration 'a' is not an array"),
    ("reference_configurations", {"a": [1j] * 7}, "the configuration 'a' is not an array"),
    ("reference_configurations", {"a": [0.0] * 6}, "expected 7 finite numbers"),
    ("geometries", 1, "geometries is 1; expected a sequence"),
    ("geometries", [1], "geometries holds 1; expected a kt.Geometry"),
    ("geometries", [geometry(joint=-1)], "geometry 'g' is on joint -1; arm has joints 0 to 7"),
    ("geometries", [geometry(joint=99)], "geometry 'g' is on joint 99; arm has joints 0 to 7"),
    ("constraints", ["x"], "constraints holds 'x'; expected a kt.Loop or kt.Coupling"),
    ("constraints", [kt.Coupling("c", "nope", None, (0.0,))], "no joint 'nope'"),
    ("disabled_collisions", "abc", "disabled_collisions is 'abc'; expected a sequence"),
    ("disabled_collisions", [("a", "b")], "expected two bodies and a reason"),
    ("disabled_collisions", [("a", "b", 3)], "disabled_collisions holds 3; expected a name"),
    ("collision_pairs", [("a", "b", "c")], "expected the names of two collision geometries"),
    ("collision_pairs", ["ab"], "collision_pairs holds 'ab'; expected the names of two"),
    ("pair_surfaces", [("a", "b")], r"pair_surfaces holds \('a', 'b'\); expected a kt.PairSurface"),
    ("sensors", kt.Sensor("s", "gyro", "tool"), "expected a sequence"),
    ("sensors", ["x"], "sensors holds 'x'; expected a kt.Sensor"),
    ("sensors", [kt.Sensor("s", "gyro", "tol")], "the sensor 's': no frame 'tol'; did you mean"),
    (
        "sensors",
        [kt.Sensor("s", "frame_position", "tool", reference="tol")],
        "the sensor 's': no frame 'tol'; did you mean",
    ),
    ("sensors", [kt.Sensor("s", "joint_position", joint="tool")], "'s': no joint 'tool'"),
    ("sensors", [kt.Sensor("s", "gyro", "tool")] * 2, "two sensors are called 's'; rename one"),
    ("gravity", [None, 0, 0], "gravity holds None; expected numbers"),
    ("gravity", [object(), 0, 0], "gravity holds <object"),
    ("gravity", np.array(["1", 0, 0], object), "gravity holds '1'; expected numbers"),
    ("gravity", [1, 2, [3]], "gravity is ragged"),
    ("gravity", [10**30, 0, 0], "integers too large"),
    ("lower_position_limits", [None] * 7, "lower_position_limits holds None"),
    ("lower_position_limits", [np.inf] * 7, "a lower one that is not above the upper"),
    ("actuated", [np.nan] * 7, "actuated holds other values than True and False"),
    ("damping", [np.inf] * 7, r"damping\[0\] is inf"),
    ("friction", [0, 0, -0.5, 0, 0, 0, 0], "the friction of 'joint3' is -0.5; expected >= 0"),
    ("friction", [np.nan] * 7, r"friction\[0\] is nan"),
    ("spring_reference", ["x"] * 7, "spring_reference has dtype <U1; expected numbers"),
    ("name", 3, "name is 3; expected a string"),
]


@pytest.mark.parametrize(("key", "value", "message"), REFUSED)
def test_a_field_that_cannot_be_is_refused(key, value, message):
    with pytest.raises(kt.ModelError, match=message):
        kt.robots.arm().replace(**{key: value})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "foo"}, "the geometry 'g': no kind 'foo'"),
        ({"shape": 3}, "expected a shape"),
        ({"contype": 1.5}, "contype 1.5 and conaffinity 1; expected integers, as sets of bits"),
        ({"conaffinity": True}, "contype 1 and conaffinity True; expected integers"),
        ({"friction": 0.5}, "'g' has the friction 0.5; expected sliding, torsional, rolling"),
        ({"friction": (1, 0, -1)}, r"the friction \(1, 0, -1\); expected sliding, .* each >= 0"),
    ],
)
def test_a_geometry_that_cannot_be_is_refused(change, message):
    with pytest.raises(kt.ModelError, match=message):
        geometry(**change)


def test_couplings_are_of_joints_with_one_coordinate():
    base = kt.Coupling("c", "root_joint", None, (0.0,))
    with pytest.raises(kt.ModelError, match=r"'root_joint', FreeFlyer.*one coordinate"):
        kt.robots.quadruped().replace(constraints=[base])


def test_zero_has_no_sign():
    arm = kt.robots.arm()
    assert arm.replace(gravity=[-0.0, 0, -9.81]) == arm.replace(gravity=[0.0, 0, -9.81])


def test_symbols_are_numbers():
    g = pytest.importorskip("sympy").Symbol("g")
    assert kt.robots.arm().replace(gravity=[0, 0, g]).gravity[2] is g


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "gyros"}, "the sensor 's': no kind 'gyros'; did you mean 'gyro'"),
        ({"frame": None}, "is a gyro with frame=None and joint=None; expected frame= alone"),
        ({"joint": "joint1"}, "frame='tool' and joint='joint1'; expected frame= alone, a name"),
        ({"kind": "joint_torque"}, "is a joint_torque .* expected joint= alone, a name"),
        ({"noise": -0.1}, "its noise is -0.1; expected a finite number >= 0"),
        ({"noise": None}, "its noise is None; expected"),
        ({"gain": np.inf}, r"its gain is inf; expected a finite number\."),
        ({"cutoff": np.nan}, "its cutoff is nan; expected a finite number > 0"),
        ({"cutoff": 0}, "its cutoff is 0; expected a finite number > 0"),
        ({"placement": 2 * np.eye(4)}, "the sensor 's': its placement is not rigid"),
        ({"reference": "joint1"}, r"is a gyro, which has no reference=; \('frame_position', "),
        ({"reference_placement": np.eye(4)}, "reference_placement= without reference=, a frame"),
        (
            {"kind": "frame_x_axis", "reference": "tool", "reference_placement": np.ones((4, 4))},
            "the sensor 's': its reference_placement is not rigid",
        ),
        ({"magnetic_field": (0, 0, 1)}, "gyro with magnetic_field=.*for a magnetometer, and no"),
        ({"kind": "magnetometer"}, "magnetic_field=None; expected three finite numbers"),
        ({"kind": "magnetometer", "magnetic_field": (0, np.inf, 1)}, "expected three finite"),
    ],
)
def test_a_sensor_that_cannot_be_is_refused(change, message):
    with pytest.raises(kt.ModelError, match=message):
        kt.Sensor(**{"name": "s", "kind": "gyro", "frame": "tool", **change})
