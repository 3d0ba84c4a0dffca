"""Robots that other libraries have loaded: as kinetree loads their files, and as they compute."""

from typing import Any

import mujoco
import numpy as np
import pinocchio as pin
import pytest
from agreement import assert_agree, run
from mjcf_text import EVERYTHING
from trees import PINOCCHIO, TREES, to_pinocchio

import kinetree as kt
from kinetree import load_mjcf
from kinetree.formats import pin_model
from kinetree.formats.installed import installed_robots
from kinetree.formats.pin_model import from_pinmodel
from kinetree.parameters import PARAMETERS

ROBOTS = installed_robots()
SKEW = np.array([0.48, 0.6, 0.64])
CROSSING = np.array([0.8, 0.0, -0.6])


def assert_equal(model: kt.Model, other: kt.Model) -> None:
    """The same joints, frames and parameters, up to rounding of products of rotations."""
    assert [(j.name, repr(j.type), j.parent) for j in model.joints] == [
        (j.name, repr(j.type), j.parent) for j in other.joints
    ]
    assert [(f.name, f.kind, f.joint) for f in model.frames] == [
        (f.name, f.kind, f.joint) for f in other.frames
    ]
    for one, two in zip(model.frames, other.frames, strict=True):
        assert_agree(np.array(one.placement.matrix), np.array(two.placement.matrix), 1e-15)
        inertias = [f.inertia or kt.Inertia.zero() for f in (one, two)]
        body = float(abs(other.inertias[two.joint]).max())  # from which others were taken off
        assert_agree(*np.array(inertias, float), 1e-13, scale=body)
        assert len({any(inertia.parameters.flat) for inertia in inertias}) == 1
    for key in PARAMETERS:
        one, two = getattr(model, key), getattr(other, key)
        tolerance = 1e-15 if key in ("inertias", "placements") else 0
        np.testing.assert_allclose(one, two, rtol=tolerance, atol=tolerance * 10)


# --- Pinocchio


def assert_same_dynamics(model: kt.Model, peer: Any, seed: int = 0) -> None:
    """Where all joints are, and inverse dynamics, at a random state; joints in the same order."""
    rng = np.random.default_rng(seed)
    q = kt.random_configuration(model, rng=rng)
    v, a = rng.standard_normal((2, model.nv))
    data = peer.createData()
    expected = pin.rnea(peer, data, q, v, a)
    assert_agree(run(kt.rnea, model, q, v, a), expected)
    pin.forwardKinematics(peer, data, q)
    T = np.array([placement.homogeneous for placement in data.oMi])
    assert_agree(run(kt.forward_kinematics, model, q), T)


@pytest.mark.parametrize("name", [*PINOCCHIO, "mixed_pinocchio"])
def test_there_and_back(name: str) -> None:
    model = TREES[name].model
    back = from_pinmodel(to_pinocchio(model))
    assert [repr(j.type) for j in back.joints] == [repr(j.type) for j in model.joints]
    for key in PARAMETERS:
        np.testing.assert_allclose(getattr(back, key), getattr(model, key), rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize("has", [pin.FrameType.JOINT, pin.FrameType.BODY])
def test_only_joints_without_a_frame_of_theirs_get_one(has: Any) -> None:
    """The frame of a body on a joint is another."""
    peer = to_pinocchio(TREES["revolute"].model)
    peer.addFrame(pin.Frame("given", 1, 0, pin.SE3.Identity(), has))
    frames = from_pinmodel(peer).frames[1:]
    joints = [frame.name for frame in frames if frame.kind == "joint" and frame.joint == 1]
    assert joints == ["given" if has == pin.FrameType.JOINT else peer.names[1]]


def composite() -> Any:
    """With offsets between its parts, and one inside the other."""
    rng = np.random.default_rng(5)
    inner = pin.JointModelComposite()
    inner.addJoint(pin.JointModelRUBY(), placement(rng))
    inner.addJoint(pin.JointModelHelicalUnaligned(SKEW, 0.3), placement(rng))
    outer = pin.JointModelComposite()
    outer.addJoint(pin.JointModelRX(), placement(rng))
    outer.addJoint(pin.JointModelSpherical())
    outer.addJoint(inner, placement(rng))
    return outer


def placement(rng: Any) -> Any:
    return pin.SE3(pin.Quaternion(*rng.standard_normal(4)).normalized(), rng.standard_normal(3))


def chain(kinds: Any) -> Any:
    """A Pinocchio model of these joints in series, with random bodies."""
    rng, robot, parent = np.random.default_rng(3), pin.Model(), 0
    for i, kind in enumerate(kinds):
        parent = robot.addJoint(parent, kind, placement(rng), f"j{i}")
        mass, lever, moments = rng.uniform(0.5, 2.0), rng.standard_normal(3), np.diag([1, 1.5, 2.0])
        robot.appendBodyToJoint(parent, pin.Inertia(mass, lever, moments), placement(rng))
    return robot


EVERY = [
    pin.JointModelRX(),
    pin.JointModelRY(),
    pin.JointModelRZ(),
    pin.JointModelRUBX(),
    pin.JointModelRUBY(),
    pin.JointModelRUBZ(),
    pin.JointModelPX(),
    pin.JointModelPY(),
    pin.JointModelPZ(),
    pin.JointModelHX(0.3),
    pin.JointModelHY(-0.2),
    pin.JointModelHZ(0.1),
    pin.JointModelRevoluteUnaligned(SKEW),
    pin.JointModelPrismaticUnaligned(SKEW),
    pin.JointModelHelicalUnaligned(SKEW, 0.3),
    pin.JointModelRevoluteUnboundedUnaligned(),
    pin.JointModelUniversal(SKEW, CROSSING),
    pin.JointModelSpherical(),
    pin.JointModelSphericalZYX(),
    pin.JointModelFreeFlyer(),
    pin.JointModelPlanar(),
    pin.JointModelTranslation(),
    pin.JointModelEllipsoid(0.3, 0.4, 0.5),
    composite(),
]


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.shortname())
def test_every_joint_moves_as_in_pinocchio(kind: Any) -> None:
    peer = chain([pin.JointModelRevoluteUnaligned(SKEW), kind, pin.JointModelRX()])
    assert_same_dynamics(from_pinmodel(peer), peer)


def test_all_of_pinocchios_joints_are_met() -> None:
    known = {name for name in dir(pin) if name.startswith("JointModel")} - {"JointModel"}
    assert known - {kind.shortname() for kind in EVERY} == {"JointModelMimic"}


def test_a_joint_that_kinetree_does_not_have_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pin_model, "KINDS", ("RX",))
    peer = chain([pin.JointModelRX(), pin.JointModelEllipsoid(0.3, 0.4, 0.5)])
    with pytest.raises(kt.ModelError, match=r"joint 'j1' is a JointModelEllipsoid, which kinetree"):
        from_pinmodel(peer)


def urdf(kind: str, axis: str, source: str = "revolute") -> str:
    """Two links on a third; the second joint is skew and mimics the first."""
    inertial = (
        '<inertial><origin xyz="0.1 0.2 0.3"/><mass value="2"/>'
        '<inertia ixx="1" iyy="2" izz="2.5" ixy="0.1" ixz="0" iyz="0"/></inertial>'
    )
    limit = '<limit lower="-1" upper="2" effort="3" velocity="4"/>'
    return f"""<robot name="r"><link name="a"/><link name="b">{inertial}</link>
    <link name="c">{inertial}</link>
    <joint name="s" type="{source}"><origin xyz="1 0 0" rpy="0.1 0.2 0.3"/><parent link="a"/>
      <child link="b"/><axis xyz="0.6 0 0.8"/>{limit}</joint>
    <joint name="t" type="{kind}"><origin xyz="0 1 0" rpy="0.3 0.2 0.1"/><parent link="b"/>
      <child link="c"/><axis xyz="{axis}"/>{limit}
      <mimic joint="s" multiplier="-2" offset="0.5"/></joint></robot>"""


@pytest.mark.parametrize(
    ("kind", "axis", "source"),
    [
        ("revolute", "0 1 0", "revolute"),
        ("revolute", "0.48 -0.6 0.64", "revolute"),
        ("prismatic", "0.48 -0.6 0.64", "revolute"),
        ("revolute", "0 0 -1", "prismatic"),
        ("continuous", "0 1 0", "continuous"),
    ],
)
def test_mimics(kind: str, axis: str, source: str) -> None:
    peer = pin.buildModelFromXML(urdf(kind, axis, source), mimic=True)
    model = from_pinmodel(peer)
    assert isinstance(model.joint("t").type, kt.Mimic)
    assert_same_dynamics(model, peer)
    own = kt.load(urdf(kind, axis, source), mimic=True)
    limits = "lower_position_limits", "upper_position_limits", "velocity_limits", "effort_limits"
    # in Pinocchio a mimic's limits do not bound its source
    assert_equal(model, own.replace(**{name: getattr(model, name) for name in limits}))


def test_a_mimic_that_does_not_move_is_refused() -> None:
    text = urdf("revolute", "0 1 0").replace('multiplier="-2"', 'multiplier="0"')
    with pytest.raises(kt.ModelError, match="joint 't' is a mimic of ratio 0 and 1 velocities"):
        from_pinmodel(pin.buildModelFromXML(text, mimic=True))


def test_limits_rotors_gravity_and_configurations() -> None:
    peer = pin.buildModelFromXML(urdf("revolute", "0 1 0"), pin.JointModelPlanar())
    peer.gravity = pin.Motion(np.array([0.0, 1.0, -2.0]), np.zeros(3))
    peer.rotorInertia[:], peer.rotorGearRatio[:] = np.arange(5) * 0.1, np.arange(5) * 7.0
    peer.armature[:], peer.damping[:], peer.friction[:] = 0.1, 0.2, 0.3
    peer.upperPositionLimit[:2] = 5.0
    peer.referenceConfigurations["home"] = np.array([1.0, 2.0, 0.6, 0.8, 0.1, 0.2])
    model = from_pinmodel(peer)
    home = {"root_joint": [1.0, 2.0, 0.6, 0.8], "s": [0.1], "t": [0.2]}
    assert (model.reference_configurations["home"] == kt.configuration(model, home)).all()
    assert model.gravity.tolist() == [0.0, 1.0, -2.0]
    assert model.upper_position_limits.tolist() == [5.0, 5.0, np.inf, np.inf, 2.0, 2.0]
    assert model.lower_position_limits.tolist() == [*[-np.inf] * 4, -1.0, -1.0]
    assert model.effort_limits.tolist() == [*[np.inf] * 3, 3.0, 3.0]
    assert model.velocity_limits.tolist() == [*[np.inf] * 3, 4.0, 4.0]
    np.testing.assert_array_equal(model.rotor_inertia, peer.rotorInertia)
    np.testing.assert_array_equal(model.gear_ratio, peer.rotorGearRatio)
    np.testing.assert_array_equal(model.armature, peer.armature)
    np.testing.assert_array_equal(model.damping, peer.damping)
    np.testing.assert_array_equal(model.friction, peer.friction)


def test_joints_that_are_not_depth_first_are_renumbered_with_a_warning() -> None:
    rng, peer = np.random.default_rng(4), pin.Model()
    for name, parent in (("a", 0), ("b", 0), ("c", 1), ("d", 2)):
        joint = peer.addJoint(parent, pin.JointModelRX(), placement(rng), name)
        peer.appendBodyToJoint(joint, pin.Inertia.Random(), pin.SE3.Identity())
    peer.referenceConfigurations["counted"] = np.arange(4.0)
    with pytest.warns(UserWarning, match="Pinocchio's joints are not numbered depth first; here"):
        model = from_pinmodel(peer)
    assert model.joint_names[1:] == ("a", "c", "b", "d")
    order = model.q_index(list(peer.names)[1:])
    assert model.reference_configurations["counted"][order].tolist() == [0.0, 1.0, 2.0, 3.0]
    q, v, a = rng.standard_normal((3, 4))
    expected = pin.rnea(peer, peer.createData(), q[order], v[order], a[order])
    assert_agree(run(kt.rnea, model, q, v, a)[order], expected)


def test_what_is_no_model_of_pinocchio() -> None:
    peer = pin.buildModelFromXML(urdf("revolute", "0 1 0"))
    with pytest.raises(
        kt.ModelError, match=r"a pinocchio\.Model: .* takes no options but srdf; leave out floa"
    ):
        kt.load(peer, floating_base=True)
    with pytest.raises(kt.ModelError, match=r"source is a .*\.Data; expected a pinocchio\.Model"):
        from_pinmodel(peer.createData())
    peer.gravity = pin.Motion(np.zeros(3), np.ones(3))
    with pytest.raises(kt.ModelError, match="gravity has an angular part"):
        from_pinmodel(peer)


def changed(attribute: str, i: int, value: Any) -> Any:
    """A chain of three with the i-th element of a vector changed."""
    peer = chain([pin.JointModelRX()] * 3)
    getattr(peer, attribute)[i] = value
    return peer


def with_entry(key: str, value: Any) -> Any:
    peer = chain([pin.JointModelRX()] * 3)
    setattr(peer, key, value)
    return peer


def with_configuration(n: int) -> Any:
    peer = chain([pin.JointModelRX()] * 3)
    peer.referenceConfigurations["home"] = np.zeros(n)
    return peer


def with_frames(*kinds: Any) -> Any:
    peer = chain([pin.JointModelRX()] * 3)
    for kind in kinds:
        peer.addFrame(pin.Frame("eye", 1, 0, pin.SE3.Identity(), kind))
    return peer


SENSOR_AND_OPERATIONAL = with_frames(pin.FrameType.SENSOR, pin.FrameType.OP_FRAME)
ON_NOTHING = with_frames(pin.FrameType.SENSOR)
ON_NOTHING.frames[ON_NOTHING.nframes - 1].parentJoint = 9
MISFITS = {
    "parent of itself": (
        changed("parents", 1, 1),
        "'j0': its parent is joint number 1; parents come",
    ),
    "circle": (changed("parents", 1, 2), "'j0': its parent is joint number 2; parents come"),
    "parent of nothing": (changed("parents", 1, 77), "joint number 77; .* expected one of 0 to 0"),
    "names": (
        changed("names", 2, "j0"),
        "'j0': two joints have this name; rename one: model.names",
    ),
    "universes": (
        changed("names", 1, "universe"),
        "'universe': two joints have this name; rename one",
    ),
    "limits": (with_entry("lowerPositionLimit", np.zeros(2)), "lowerPositionLimit has 2 entries"),
    "damping": (with_entry("damping", np.zeros(4)), "damping has 4 entries; expected 3"),
    "too short": (with_configuration(2), "configuration 'home' has 2 entries; expected 3"),
    "too long": (with_configuration(4), "configuration 'home' has 4 entries; expected 3"),
    "frame on nothing": (ON_NOTHING, "frame 'eye' is on joint number 9; there are 0 to 3"),
    "frames": (
        SENSOR_AND_OPERATIONAL,
        "'eye': another frame of kind 'op' has this name; .* of frames, as sensors are here, too",
    ),
}


@pytest.mark.parametrize("case", MISFITS)
def test_what_does_not_fit_in_a_model_of_pinocchio_is_named(case: str) -> None:
    peer, message = MISFITS[case]
    with pytest.raises(kt.ModelError, match=f"^robot: .*{message}"):
        kt.load(peer)


def test_a_sensor_renamed_as_the_message_says_loads_and_is_saved(tmp_path: Any) -> None:
    peer = with_frames(pin.FrameType.SENSOR, pin.FrameType.OP_FRAME)
    peer.frames[peer.nframes - 1].name = "tool"
    model = kt.load(peer)
    assert {f.name for f in model.frames if f.kind == "op"} == {"eye", "tool"}
    assert model.name == "robot"
    kt.save(model, tmp_path / "r.json")
    assert kt.load(tmp_path / "r.json") == model


# --- MuJoCo


EXTRAS = """<asset><mesh name="m" file="m.stl" refpos="1 2 3"/></asset>
  <equality><joint joint1="turn" joint2="arm_joint" polycoef="0.1 2 0 0 0"/>
    <weld body1="arm" body2="cart"/></equality>
  <keyframe><key name="home"/></keyframe></mujoco>"""
GEOMS = (
    '<geom name="box" type="box" size="1 2 3"/><geom type="mesh" mesh="m"/><joint name="arm_joint"'
)
TEXT = EVERYTHING.replace("</mujoco>", EXTRAS).replace('<joint type="hinge"', GEOMS)


def assert_equal_besides(model: kt.Model, other: kt.Model) -> None:
    """The same geometries, constraints and configurations."""
    assert model.geometries == other.geometries
    assert repr(model.constraints) == repr(other.constraints)
    assert list(model.reference_configurations) == list(other.reference_configurations)
    for name, q in model.reference_configurations.items():
        np.testing.assert_array_equal(q, other.reference_configurations[name])


@pytest.mark.parametrize("options", [{}, {"mimic": True, "base_placement": np.eye(4)}])
def test_an_mjmodel_is_what_its_mjcf_is(options: Any) -> None:
    mesh = '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>'
    text = TEXT.replace('<mesh name="m" file="m.stl" refpos="1 2 3"/>', mesh)
    mj, model = mujoco.MjModel.from_xml_string(text), load_mjcf(text, **options)
    live = load_mjcf(mj, **options)
    assert_equal(live, model)
    assert_equal_besides(live, model)
    assert {g.name for g in model.geometries} == {"box", "arm_geom", "cart_geom"}
    mj.dof_damping[:] = 7.0
    assert set(load_mjcf(mj).damping.tolist()) == {7.0}
    assert set(live.damping.tolist()) == {0.0}


def test_an_mjspec_is_what_its_mjcf_is_and_stays_as_it_is() -> None:
    spec = mujoco.MjSpec.from_string(TEXT)
    live, model = load_mjcf(spec), load_mjcf(TEXT)
    assert_equal(live, model)
    assert_equal_besides(live, model)
    assert {g.name for g in model.geometries} == {"box", "arm_geom", "cart_geom"}
    assert spec.meshes[0].file == "m.stl"


def test_what_is_no_model_of_mujoco() -> None:
    data = mujoco.MjData(mujoco.MjModel.from_xml_string("<mujoco/>"))
    with pytest.raises(kt.ModelError, match=r"source is a MjData; expected a mujoco\.MjModel or a"):
        load_mjcf(data)


# --- both


@pytest.mark.parametrize(
    "array",
    [
        *("body_pos", "body_quat", "body_mass", "body_ipos", "body_iquat", "body_inertia"),
        *("jnt_pos", "jnt_axis", "site_pos", "site_quat", "geom_pos", "geom_quat"),
    ],
)
@pytest.mark.parametrize("value", [np.nan, -np.inf])
def test_values_of_mujoco_that_are_not_finite_are_named(array: str, value: float) -> None:
    robot = mujoco.MjModel.from_xml_string(EVERYTHING)
    numbers = getattr(robot, array)
    numbers[-1] = value
    name = {"b": robot.body, "j": robot.jnt, "s": robot.site, "g": robot.geom}[array[0]]
    with pytest.raises(kt.ModelError, match=f"{array} of '{name(len(numbers) - 1).name}.*' is .*"):
        kt.load(robot)
