"""Sensors of MJCF files read what MuJoCo's do."""

from dataclasses import replace
from typing import Any

import mujoco
import numpy as np
import pytest
from agreement import assert_agree, run
from mjcf_text import INERTIAL
from mujoco_oracle import random_state

import kinetree as kt
from kinetree.model.sensors import KINDS

ON_SITES = (
    *("accelerometer", "velocimeter", "gyro", "force", "torque", "magnetometer"),
    "rangefinder",
)
OF_FRAMES = (
    *("framepos", "framequat", "framexaxis", "frameyaxis", "framezaxis", "framelinvel"),
    *("frameangvel", "framelinacc", "frameangacc"),
)
RELATIVE = OF_FRAMES[:7]
OF_SUBTREES = ("subtreecom", "subtreelinvel", "subtreeangmom")
OBJECTS = {
    **{"body": ("arm", "cup", "base", "world"), "xbody": ("arm", "cup"), "geom": ("plate",)},
    **{"site": ("wrist", "rim", "post"), "camera": ("eye",)},
}
BODIES = f"""<worldbody><site name="post" pos="1 2 3" quat="1 2 0 -1"/>
  <geom name="rock" size="0.1" pos="3 1 0" mass="2" contype="0" conaffinity="0"/>
  <body name="base" pos="0.1 0 0.2"><freejoint name="free"/>{INERTIAL}
    <body name="arm" pos="0.3 0.1 0" quat="1 0.2 0 0.4">{INERTIAL}
      <joint name="hinge" axis="1 2 -1" pos="0.1 0.2 0" ref="0.3" armature="0.2"/>
      <geom name="plate" type="box" size="0.1 0.2 0.3" pos="0 0.1 0.2" quat="1 1 0 3" mass="0.3"/>
      <camera name="eye" pos="0.1 0 0.2" quat="2 1 0 1"/>
      <site name="wrist" pos="0.1 -0.2 0.3" quat="1 -1 0.3 0.2"/>
      <body name="cup" pos="0 0.1 0.2" quat="3 0 1 0">{INERTIAL}
        <site name="rim" pos="0 -0.2 0.1" quat="1 0 0.3 0.2"/>
        <body name="wheel"><joint name="ball" type="ball" pos="0 0.1 0"/>{INERTIAL}
          <body name="rod"><joint name="slide" type="slide" axis="1 1 0"/>{INERTIAL}</body></body>
  </body></body></body></worldbody>
  <actuator><motor joint="hinge" gear="3"/><motor joint="slide"/></actuator>"""


def every_sensor() -> list[str]:
    """An element for each kind of sensor and each object that it can be on."""
    elements = [f'{x} site="{site}"' for x in ON_SITES for site in OBJECTS["site"]]
    elements += [
        f'{x} objtype="{kind}" objname="{name}"'
        for x in OF_FRAMES
        for kind, names in OBJECTS.items()
        for name in names
    ]
    elements += [
        f'{x} objtype="site" objname="rim" reftype="{kind}" refname="{name}"'
        for x in RELATIVE
        for kind, names in OBJECTS.items()
        for name in names
    ]
    elements += [f'{x} body="{name}"' for x in OF_SUBTREES for name in OBJECTS["body"]]
    elements += [
        f'{x} joint="{joint}"' for x in ("jointpos", "jointvel") for joint in ("hinge", "slide")
    ]
    return [*elements, 'ballquat joint="ball"', 'ballangvel joint="ball"']


def scene(listed: list[str], flags: str = "") -> str:
    elements = "".join(f"<{x}/>" for x in listed)
    return f"<mujoco>{flags}{BODIES}<sensor>{elements}</sensor></mujoco>"


def readings(mj: Any, model: kt.Model, seed: int) -> tuple[Any, Any]:
    """Those of MuJoCo and of kinetree at a random state with random controls, quaternions apart."""
    data, rng = mujoco.MjData(mj), np.random.default_rng(seed)
    q, v, _ = random_state(model, seed)
    data.qpos, data.qvel, *_ = kt.convert.to_mujoco(model, q, v)
    data.ctrl = rng.normal(size=mj.nu)
    mujoco.mj_forward(mj, data)
    q, v, a, _ = kt.convert.from_mujoco(model, data.qpos, data.qvel, data.qacc)
    values = run(kt.sensor_values, model, q, v, a)
    expected = []
    for i, name in enumerate(model.sensor_slices):
        start = mj.sensor(name).adr[0] if mj.sensor(i).name else mj.sensor_adr[i]
        count = model.sensor_slices[name].stop - model.sensor_slices[name].start
        part = data.sensordata[start : start + count]
        if count == 4:  # w first, and either sign
            part = np.roll(part, -1)
            part = part * np.sign(part @ values[model.sensor_slices[name]])
        expected.append(part)
    return np.concatenate(expected), values


@pytest.mark.parametrize("seed", range(4))
def test_every_kind_of_sensor_on_a_moving_chain(seed: int) -> None:
    mj = mujoco.MjModel.from_xml_string(scene(every_sensor()))
    model = kt.load(mj)
    assert len(model.sensors) == mj.nsensor > 100
    assert {x.kind for x in model.sensors} == {*KINDS} - {"joint_torque"}
    expected, values = readings(mj, model, seed)
    np.testing.assert_allclose(values, expected, rtol=1e-10, atol=1e-10)


def test_sensors_that_are_written_read_the_same() -> None:
    listed = [f'{x} name="{i}" noise="{i % 2}"' for i, x in enumerate(every_sensor())]
    model = kt.load(scene(listed))
    torque, gain = (
        kt.Sensor("t", "joint_torque", joint="hinge"),
        kt.Sensor("g", "gyro", "arm", gain=2),
    )
    model = model.replace(sensors=[*model.sensors, torque, gain])
    with pytest.warns(
        UserWarning, match=r"leaves out, sensors \(.*'t'\); gains of sensors \('g'\)"
    ):
        text = kt.to_mjcf(model)
    mj = mujoco.MjModel.from_xml_string(text)
    written = {mj.sensor(i).name for i in range(mj.nsensor)}
    lost = [x for x in model.sensors if x.name not in written]
    cut = ("force", "torque", *(x for x in KINDS if x.startswith("subtree")))
    assert {x.kind for x in lost} == {*cut, "joint_torque"}
    assert {x.frame for x in lost if x.kind in cut} == {"cup"}  # it carries the wheel
    kept = model.replace(sensors=[x for x in model.sensors if x.name in {*written} - {"g"}])
    expected, values = readings(mj, kept, 0)
    np.testing.assert_allclose(values, expected, rtol=1e-10, atol=1e-10)
    again = {x.name: x for x in kt.load_mjcf(text).sensors}
    assert {x.name: (x.kind, x.noise) for x in kept.sensors} == {
        name: (x.kind, x.noise) for name, x in again.items() if name != "g"
    }


def test_noise_is_kept_and_cutoffs_clip() -> None:
    cut = 'cutoff="0.5" noise="0.25"'
    listed = [f'{x} site="rim" {cut}' for x in ON_SITES]
    mj = mujoco.MjModel.from_xml_string(scene([*listed, 'framequat objtype="site" objname="rim"']))
    model = kt.load(mj)
    assert [(x.noise, x.cutoff) for x in model.sensors] == [
        *[(0.25, 0.5)] * len(ON_SITES),
        (0.0, None),
    ]
    expected, values = readings(mj, model, 0)
    assert (abs(expected) == 0.5).any()
    np.testing.assert_allclose(values, expected, rtol=1e-10, atol=1e-10)


def test_cutoffs_that_mujoco_refuses_are_not_written() -> None:
    kinds = ("gyro", "frame_orientation", "frame_y_axis")
    cut = [kt.Sensor(x, x, "tool", cutoff=0.5) for x in kinds]
    arm = kt.robots.arm().replace(sensors=cut, velocity_limits=[np.inf] * 7)
    lost = r"axes \('frame_orientation', 'frame_y_axis'\)"
    with pytest.warns(UserWarning, match=rf"cutoffs of orientations and {lost}"):
        text = kt.to_mjcf(arm)
    assert [x.cutoff for x in kt.load(text).sensors] == [0.5, None, None]


def test_what_a_model_cannot_have_is_not_there() -> None:
    listed = [
        'touch name="touch" site="rim"',
        'framepos name="relative" objtype="site" objname="rim" reftype="camera" refname="eye"',
        'framepos name="seen" objtype="camera" objname="eye"',
        'gyro name="gyro" site="rim"',
        "clock",
    ]
    text = scene(listed).replace("<camera", '<camera mode="track"')
    assert [x.name for x in kt.load(text).sensors] == ["gyro"]
    unnamed = kt.load(scene(["clock", 'gyro site="rim"', 'gyro site="wrist"']))
    assert [x.name for x in unnamed.sensors] == ["sensor1", "sensor2"]


def test_magnetometers_of_two_fields_are_written_but_for_the_second() -> None:
    listed = [f'magnetometer site="{x}" name="{x}"' for x in OBJECTS["site"]]
    text = scene(listed, '<option magnetic="0.2 0.3 -0.4"/>')
    model = kt.load(text)
    assert {x.magnetic_field for x in model.sensors} == {(0.2, 0.3, -0.4)}
    expected, values = readings(mujoco.MjModel.from_xml_string(text), model, 1)
    assert_agree(values, expected, 1e-12)
    assert [x.magnetic_field for x in kt.load(kt.to_mjcf(model)).sensors] == [(0.2, 0.3, -0.4)] * 3
    wrist, rim, post = model.sensors
    other = replace(rim, magnetic_field=(0, 0, 1))
    with pytest.warns(UserWarning, match=r"leaves out, sensors \('rim'\)"):
        text = kt.to_mjcf(model.replace(sensors=[wrist, other, post]))
    assert [x.name for x in kt.load(text).sensors] == ["wrist", "post"]


def test_a_follower_is_read_as_in_mujoco() -> None:
    coupling = '<joint joint1="slide" joint2="hinge" polycoef="0.2 -3 0 0 0"/>'
    text = scene(['jointpos joint="slide"', 'jointvel joint="slide"'])
    text = text.replace("<sensor>", f"<equality>{coupling}</equality><sensor>")
    mj, model = mujoco.MjModel.from_xml_string(text), kt.load(text, mimic=True)
    slide, hinge = mj.joint("slide"), mj.joint("hinge")
    q, v, a = random_state(model)
    x = q[model.q_index("hinge")].item() - mj.qpos0[hinge.qposadr[0]]
    expected = [mj.qpos0[slide.qposadr[0]] + 0.2 - 3 * x, -3 * v[model.v_index("hinge")].item()]
    assert_agree(run(kt.sensor_values, model, q, v, a), np.array(expected), 1e-14)


def test_the_world_of_a_file_may_be_elsewhere() -> None:
    P = kt.SE3.from_xyz_rpy([1, 2, 3], [0.3, 0.2, 0.1])
    seen = 'framepos objtype="site" objname="rim" reftype="site" refname="post"'
    listed = ['framepos objtype="site" objname="post"', 'accelerometer site="post"', seen]
    listed += ['magnetometer site="post"', 'magnetometer site="rim"']
    plain, placed = (kt.load(scene(listed), base_placement=x) for x in (None, P))
    q, v, a = random_state(plain)
    before, after = (run(kt.sensor_values, x, q, v, a) for x in (plain, placed))
    assert_agree(after[:3], P.rotation @ before[:3] + P.translation, 1e-14)
    site = placed.frame("post").placement.rotation
    assert_agree(after[3:6], np.array(-(site.T @ placed.gravity), float), 1e-14)
    assert_agree(after[6:], before[6:], 1e-14)


SHAPES = {
    "sphere": "0.4",
    "capsule": "0.2 0.3",
    "cylinder": "0.3 0.4",
    "box": "0.3 0.2 0.4",
    "ellipsoid": "0.2 0.4 0.3",
    "plane": "0 0 1",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_range_finders_see_each_shape_as_those_of_mujoco(shape: str) -> None:
    """From outside and from inside, and past them: 500 rays, some along axes of the shape."""
    text = f"""<mujoco><worldbody><body><freejoint name="free"/>{INERTIAL}<site name="eye"/>
      <geom size="0.3"/></body>
      <geom type="{shape}" size="{SHAPES[shape]}" pos="0.1 -0.2 0.3" quat="1 0 1 0.5"/>
      <geom type="box" size="9 9 9" rgba="1 1 1 0"/></worldbody>
      <sensor><rangefinder site="eye"/></sensor></mujoco>"""
    mj, model = mujoco.MjModel.from_xml_string(text), kt.load(text)
    data, rng = mujoco.MjData(mj), np.random.default_rng(0)
    q = kt.random_configuration(model, 500, rng=0)
    q[:, :3] = rng.uniform(-1, 1, (500, 3))
    q[:250, :3] = [0.1, -0.2, 0.3] + 0.2 * rng.uniform(-1, 1, (250, 3))
    q[:5, 3:] = np.array([0, 1, 0.5, 1]) / 1.5
    expected = []
    for state in q:
        data.qpos[:] = kt.convert.to_mujoco(model, state)[0]
        mujoco.mj_forward(mj, data)
        expected.append(data.sensordata[0])
    rest = np.zeros((500, 6))
    values = kt.sensor_values(model, q, rest, rest)[:, 0]
    np.testing.assert_allclose(values, expected, rtol=1e-9, atol=1e-9)
    assert (values > 0).sum() > 50 and (values == -1).any()


def test_a_range_finder_sees_the_nearest_of_what_is_not_on_its_link() -> None:
    """The link of a frame, not all that a joint moves; a mesh is looked through, with a warning."""
    text = f"""<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/>
      <body name="trunk" pos="0 0 1"><joint name="slide" type="slide" axis="0 0 1"/>{INERTIAL}
        <geom name="belly" size="0.1" pos="0 0 -0.2" contype="0" conaffinity="0"/>
        <body name="head" pos="0 0 0.1"><geom size="0.01"/><site name="down" quat="0 1 0 0"/>
          <site name="side" pos="0.5 0 0" quat="0 1 0 0"/></body></body></worldbody>
      <sensor><rangefinder site="down"/><rangefinder site="side"/></sensor></mujoco>"""
    model = kt.load(text)
    q, rest = [0.25], [0.0]
    assert kt.sensor_values(model, q, rest, rest) == pytest.approx([0.2, 1.35], abs=1e-14)
    assert_agree(kt.jacobian(kt.sensor_values, "q")(model, q, rest, rest), [[0.0], [1.0]], 1e-14)
    again = kt.load(kt.to_mjcf(model))
    assert kt.sensor_values(again, q, rest, rest) == pytest.approx([0.2, 1.35], abs=1e-14)
    shapes = [
        replace(x, shape=kt.shapes.HeightField([[0, 0], [0, 0]], (0, 0, 1, 1)))
        if x.name == "floor"
        else x
        for x in model.geometries
    ]
    rough = model.replace(geometries=shapes)
    with pytest.warns(UserWarning, match=r"looks through \['floor'\], 1 of HeightField; it"):
        assert kt.sensor_values(rough, q, rest, rest)[1] == -1
