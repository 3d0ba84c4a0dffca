"""Sensors of SDF files: IMUs of links, and force-torque sensors of joints."""

import numpy as np
import pytest
import sdf_text
from agreement import assert_agree, run
from scipy.spatial.transform import Rotation

import kinetree as kt

POSE = "0.1 0.2 -0.3 0.4 -0.2 0.7"
PLACE = kt.SE3.from_xyz_rpy([0.1, 0.2, -0.3], [0.4, -0.2, 0.7])


def noise(tag: str, *deviations: float, kind: str = "gaussian") -> str:
    axes = (
        f'<{x}><noise type="{kind}"><mean>0.1</mean><stddev>{s}</stddev></noise></{x}>'
        for x, s in zip("xyz", deviations, strict=False)
    )
    return f"<{tag}>{''.join(axes)}</{tag}>"


def imu(name: str = "imu") -> str:
    inside = noise("angular_velocity", 0.1, 0.3, 0.2) + noise(
        "linear_acceleration", 0.5, kind="none"
    )
    return f'<sensor name="{name}" type="imu"><pose>{POSE}</pose><imu>{inside}</imu></sensor>'


def wrench(inside: str, name: str = "ft") -> str:
    values = f"<force_torque>{inside}{noise('torque', 0.4)}</force_torque>"
    return f'<sensor name="{name}" type="force_torque"><pose>{POSE}</pose>{values}</sensor>'


def arm(sensors: str = "", of_link: str = "") -> str:
    of_link += '<sensor name="eye" type="camera"/><pose>0 0 1 0.2 0 0</pose>'
    return sdf_text.robot(
        sdf_text.link("base"),
        sdf_text.link("hand", of_link),
        sdf_text.joint("wrist", "base", "hand", inside=sdf_text.AXIS + sensors),
    )


def test_an_imu_is_an_accelerometer_and_a_gyro() -> None:
    model = kt.load(arm(of_link=imu()))
    kinds = [(x.name, x.kind, x.frame, x.noise, x.gain) for x in model.sensors]
    assert kinds == [
        ("hand::imu::linear_acceleration", "accelerometer", "hand", 0.0, 1.0),
        ("hand::imu::angular_velocity", "gyro", "hand", 0.3, 1.0),
    ]
    for sensor in model.sensors:
        assert_agree(sensor.placement.matrix, PLACE.matrix, 1e-15)


@pytest.mark.parametrize("axes", ["", "child", "sensor"])
@pytest.mark.parametrize("direction", ["", "child_to_parent", "parent_to_child"])
def test_a_wrench_is_that_of_the_joint(axes: str, direction: str) -> None:
    inside = f"<frame>{axes}</frame>" * bool(axes)
    inside += f"<measure_direction>{direction}</measure_direction>" * bool(direction)
    offset = "0.3 0 0.2 0 0.1 0"
    text = arm(f"<pose>{offset}</pose>{wrench(inside)}")  # where the joint is in its child
    model = kt.load(text)
    assert [(x.name, x.noise) for x in model.sensors] == (
        [("wrist::ft::force", 0.0), ("wrist::ft::torque", 0.4)]
    )
    q, v, a = np.random.default_rng(0).normal(size=(3, model.nv))
    values = run(kt.sensor_values, model, q[None], v[None], a[None])[0]
    F = run(kt.joint_forces, model, q[None], v[None], a[None])[0, 1]
    sign = 1 if direction == "parent_to_child" else -1
    R = Rotation.from_euler("xyz", [0, 0.1, 0]).as_matrix()  # of the joint in its child
    force, torque = F[:3], F[3:] - np.cross([0.1, 0.2, -0.3], F[:3])
    S = np.array(PLACE.rotation, float).T if axes == "sensor" else R
    assert_agree(values, sign * np.concatenate([S @ force, S @ torque]), 1e-12)


def test_what_does_not_fit_is_named() -> None:
    for inside, words in (
        ("<frame>parent</frame>", "axes of the parent, child_to_parent; expected child or sensor"),
        (
            "<measure_direction>up</measure_direction>",
            "up; expected .* parent_to_child or child_to",
        ),
    ):
        with pytest.warns(UserWarning, match=f"<sensor name='ft'>: left out: .*{words}"):
            assert kt.load(arm(wrench(inside))).sensors == ()
    loop = sdf_text.joint("rod", "base", "hand", inside=sdf_text.AXIS + wrench(""))
    text = arm().replace("</model>", f"{loop}</model>")
    with pytest.warns(UserWarning, match="the child of 'rod' hangs on another joint"):
        assert kt.load(text).sensors == ()
    with pytest.raises(kt.ModelError, match="two sensors are called 'hand::imu::linear"):
        kt.load(arm(of_link=imu() + imu()))
