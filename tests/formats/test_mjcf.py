"""MJCF against MuJoCo: placements of bodies, M, inverse dynamics, and other content."""

import warnings
from itertools import product
from pathlib import Path

import mujoco
import numpy as np
import pytest
from agreement import assert_agree, run
from mjcf_text import EVERYTHING, INERTIAL
from mujoco_oracle import assert_same_robot, from_xml, numbers, random_state
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree import load_mjcf
from kinetree.formats.mjcf.compile import _called as called

# --- robots


def random_mjcf(seed: int) -> str:
    """Trees of bodies on up to three joints each, of all kinds, with anchors and references."""
    rng = np.random.default_rng(seed)

    def joint(kind: str) -> str:
        ref = "" if kind == "ball" else f'ref="{rng.normal()}"'
        return (
            f'<joint type="{kind}" axis="{numbers(rng.normal(size=3))}" {ref} '
            f'pos="{numbers(rng.normal(size=3))}" armature="{rng.uniform()}"/>'
        )

    def body(depth: int) -> str:
        kinds = rng.choice(["hinge", "slide", "ball"], rng.integers(0, 4), p=[0.5, 0.3, 0.2])
        if "ball" in kinds:  # the only one, and the last rotation
            kinds = ["hinge", "ball", "slide"]
        joints = ["<freejoint/>"] if depth == 0 and rng.random() < 0.4 else map(joint, kinds)
        below = [body(depth + 1) for _ in range(rng.integers(0, 3) if depth < 2 else 0)]
        return (
            f'<body pos="{numbers(rng.normal(size=3))}" quat="{numbers(rng.normal(size=4))}">'
            f"{''.join(joints)}{INERTIAL}<site pos='{numbers(rng.normal(size=3))}'/>"
            f"{''.join(below)}</body>"
        )

    trees = "".join(body(0) for _ in range(3))
    return (
        f'<mujoco><compiler angle="radian"/><option gravity="{numbers(rng.normal(size=3))}"/>'
        f"<worldbody>{trees}</worldbody></mujoco>"
    )


def test_everything_moves_as_in_mujoco() -> None:
    assert_same_robot(load_mjcf(EVERYTHING), from_xml(EVERYTHING))


@pytest.mark.parametrize("seed", range(4))
def test_random_trees_move_as_in_mujoco(seed: int) -> None:
    text = random_mjcf(seed)
    assert_same_robot(load_mjcf(text), from_xml(text), seed)


def test_names_frames_and_order() -> None:
    model, mj = load_mjcf(EVERYTHING), from_xml(EVERYTHING)
    assert model.name == "everything"
    own = ["turn", "slide", "arm_joint", "ball_joint", "joint", "ball_joint2", "flying"]
    unnamed = ["body6_joint", "body7_joint", "body7_joint2", "cart_joint"]
    assert list(model.joint_names) == ["universe", *own, *unnamed]
    assert (model.nq, model.nv) == (mj.nq, mj.nv)
    starts = [j.q_slice.start for j in model.joints], [j.v_slice.start for j in model.joints]
    assert starts == (mj.jnt_qposadr.tolist(), mj.jnt_dofadr.tolist())
    bodies = [f.name for f in model.frames if f.kind == "body"]
    moving = ["table", "arm", "mount", "ball", "body5", "body6", "body7"]
    assert bodies == [*moving, "cart", "target"]
    assert [f.name for f in model.frames if f.kind == "op"] == [
        "corner",
        "hand",
        "ball_site",
        "ball_site2",
    ]
    assert [f.name for f in model.frames if f.kind == "joint"] == list(model.joint_names[1:])
    assert len(model.frames) == 1 + 9 + 4 + 11


def test_a_generated_name_is_never_one_that_is_given() -> None:
    text = f"""<mujoco><worldbody>
      <body name="a"><joint axis="0 0 1"/><joint axis="0 1 0"/><joint axis="1 0 0"/>{INERTIAL}
        <body><joint name="a_joint2"/>{INERTIAL}</body></body>
      <body name="body2"><joint name="a_joint"/>{INERTIAL}</body></worldbody></mujoco>"""
    model = load_mjcf(text)
    assert model.joint_names[1:] == ("a_joint3", "a_joint4", "a_joint5", "a_joint2", "a_joint")
    assert [f.name for f in model.frames if f.kind == "body"] == ["a", "body22", "body2"]


# --- the base


ARM = f"""<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/>
  <body name="base" pos="0.1 0.2 0.3" quat="1 0.2 0.3 0.4">FREE{INERTIAL}
    <body name="link" pos="0 0 1"><joint name="elbow" axis="0 1 0" ref="0.2"/>{INERTIAL}</body>
  </body></worldbody>
  <keyframe><key name="bent" qpos="0.7"/></keyframe></mujoco>"""


def test_a_floating_base_is_a_free_joint_where_the_file_puts_the_body() -> None:
    model = load_mjcf(ARM.replace("FREE", ""), floating_base=True)
    text = ARM.replace("FREE", "<freejoint/>").replace('<key name="bent" qpos="0.7"/>', "")
    free = load_mjcf(text)
    assert model.joint_names == ("universe", "root_joint", "elbow")
    assert model.actuated.tolist() == [False] * 7
    q, v, a = random_state(model)
    start = np.array(model.placements[1])
    turn = Rotation.from_matrix(start[:3, :3]) * Rotation.from_quat(q[3:7])
    absolute = np.concatenate([start[:3, 3] + start[:3, :3] @ q[:3], turn.as_quat(), q[7:]])
    assert_agree(run(kt.rnea, model, q, v, a), run(kt.rnea, free, absolute, v, a))
    assert model.reference_configurations["bent"].tolist() == [0, 0, 0, 0, 0, 0, 1, 0.7]


def test_a_base_joint_of_ones_own_and_a_base_placement() -> None:
    T = np.eye(4)
    T[:3, :3] = Rotation.from_euler("xyz", [0.1, 0.2, 0.3]).as_matrix()
    T[:3, 3] = 1, 2, 3
    text = ARM.replace("FREE", "")
    plain, moved = load_mjcf(text), load_mjcf(text, base_placement=T)
    sliding = load_mjcf(text, base_placement=T, floating_base=kt.Prismatic("z"))
    expected = T @ run(kt.frame_placements, plain, np.array([0.3]))
    assert_agree(run(kt.frame_placements, moved, np.array([0.3]))[1:], expected[1:])
    assert_agree(run(kt.frame_placements, sliding, np.array([0.0, 0.3]))[2:], expected[1:])
    assert sliding.actuated.tolist() == [True, False]
    floor = moved.geometries[0]
    assert (floor.name, floor.body, floor.joint) == ("floor", "universe", 0)
    assert_agree(np.array(floor.placement.matrix), T)


def test_a_free_joint_is_placed_with_the_world_of_the_file() -> None:
    T = np.eye(4)
    T[:3, 3] = 1, 2, 3
    model = load_mjcf(EVERYTHING, base_placement=T)
    np.testing.assert_array_equal(model.placements[model.joint("flying").index], T)


def test_q_of_a_free_joint_is_in_the_world_of_the_file_and_convert_in_that_of_the_model() -> None:
    T = np.eye(4)
    T[:3, 3] = 1, 2, 3
    text = ARM.replace("FREE", "<freejoint name='flying'/>").replace(' qpos="0.7"', "")
    plain, moved = load_mjcf(text), load_mjcf(text, base_placement=T)
    q = plain.reference_configurations["qpos0"]
    np.testing.assert_array_equal(moved.reference_configurations["qpos0"], q)
    expected = run(kt.frame_placements, plain, q)[1:, :3, 3]
    assert_agree(run(kt.frame_placements, moved, q)[1:, :3, 3], expected + T[:3, 3])
    np.testing.assert_array_equal(kt.convert.to_mujoco(moved, q).q[:3], q[:3] + T[:3, 3])
    same = kt.convert.from_mujoco(moved, kt.convert.to_mujoco(plain, q).q).q
    assert_agree(run(kt.frame_placements, moved, same)[1:, :3, 3], expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            EVERYTHING,
            r"everything: floating_base: 2 bodies of the world have no free joint: 'table",
        ),
        (ARM.replace("FREE", "<freejoint/>").replace(' qpos="0.7"', ""), r"has a free joint alrea"),
        ("<mujoco/>", "floating_base: there is no body that could float"),
    ],
)
def test_no_one_body_for_a_floating_base(text: str, message: str) -> None:
    with pytest.raises(kt.ModelError, match=message):
        load_mjcf(text, floating_base=True)


# --- numbers


MOTORS = f"""<mujoco><compiler angle="degree"/><option><flag gravity="FLAG"/></option>
  <worldbody><body><freejoint/>{INERTIAL}
    <body><joint name="a" range="-90 180" damping="2" frictionloss="3" armature="4"/>{INERTIAL}
    <body><joint name="b" type="slide" range="1 2" limited="false"/>{INERTIAL}
    <body><joint name="c" type="ball" range="0 90"/>{INERTIAL}
    <body><joint name="d" actuatorfrcrange="-5 7"/>{INERTIAL}
    <body><joint name="e"/><joint name="f" axis="1 0 0"/>{INERTIAL}
    </body></body></body></body></body></body></worldbody>
  <tendon><fixed name="t"><joint joint="f" coef="1"/></fixed></tendon>
  <actuator><motor joint="a" gear="-3" forcerange="-2 1"/><motor joint="a" forcerange="-1 1"/>
    <motor joint="c" gear="0 2 0" forcerange="-1 1"/><motor joint="d" forcerange="-9 9"/>
    <motor joint="d"/><motor joint="e" forcerange="-9 9"/><position joint="e" kp="1"/>
    <motor tendon="t"/></actuator></mujoco>"""


@pytest.mark.filterwarnings("ignore:.* (ball|the range of torques)")
def test_parameters_of_joints_and_actuators() -> None:
    model = load_mjcf(MOTORS.replace("FLAG", "enable"))
    inf = np.inf
    assert model.v_names[6:] == ("a", "b", "c.wx", "c.wy", "c.wz", "d", "e", "f")
    assert model.actuated.tolist() == [False] * 6 + [True, False, False, True, False] + [
        True,
        True,
        False,
    ]
    assert model.effort_limits.tolist() == [inf] * 6 + [7, inf, inf, 2, inf, 7, inf, inf]
    assert model.damping.tolist() == [0] * 6 + [2] + [0] * 7
    assert model.friction.tolist() == [0] * 6 + [3] + [0] * 7
    assert model.armature.tolist() == [0] * 6 + [4] + [0] * 7
    np.testing.assert_allclose(model.upper_position_limits, [inf] * 7 + [np.pi] + [inf] * 8)
    np.testing.assert_allclose(model.lower_position_limits, [-inf] * 7 + [-np.pi / 2] + [-inf] * 8)
    assert np.isinf(model.velocity_limits).all()
    assert model.gravity.tolist() == [0, 0, -9.81]
    assert load_mjcf(MOTORS.replace("FLAG", "disable")).gravity.tolist() == [0, 0, 0]


DRIVEN = f"""<mujoco>OPTION<worldbody><body><joint name="a"/>{INERTIAL}</body></worldbody>
  <actuator>ACTUATORS</actuator></mujoco>"""
LIMITED = {
    "motor": ('<motor joint="a" gear="-3" ctrlrange="-1 2"/>', 6),
    "force range": ('<motor joint="a" gear="3" ctrlrange="-4 2" forcerange="-1 9"/>', 6),
    "gain": ('<general joint="a" gainprm="-5" ctrlrange="-1 2" gear="2"/>', 20),
    "opposed": (
        '<motor joint="a" gear="-1" ctrlrange="-1 2"/><motor joint="a" ctrlrange="-1 2"/>',
        3,
    ),
    "two": ('<motor joint="a" ctrlrange="-1 2"/><motor joint="a" ctrlrange="-3 1"/>', 4),
    "bias": ('<general joint="a" gainprm="2" biastype="affine" biasprm="-3" ctrlrange="-1 1"/>', 5),
    "no gain": ('<general joint="a" gainprm="0" biastype="affine" biasprm="-3"/>', 3),
    "filter": ('<general joint="a" dyntype="filter" dynprm="0.02" ctrlrange="-2 1" gear="3"/>', 6),
    "activation": ('<general joint="a" dyntype="integrator" actrange="-1 4" gear="2"/>', 8),
    "both": (
        '<general joint="a" dyntype="filterexact" dynprm="0.02" ctrlrange="-2 9" actrange="-5 4"/>',
        4,
    ),
}
"""Actuators, with the largest force that they give to the joint."""


def largest_force(text: str) -> float:
    """The largest force in MuJoCo, with inputs far out on each side."""
    mj = mujoco.MjModel.from_xml_string(text)  # with its actuators, unlike `from_xml`
    data = mujoco.MjData(mj)
    found = []
    for side in product((-1.0, 1.0), repeat=mj.nu):
        mujoco.mj_resetData(mj, data)
        data.ctrl = 1e9 * np.array(side)
        for _ in range(300):
            mujoco.mj_step(mj, data)
            found.append(abs(data.qfrc_actuator[0]))
    return max(found)


@pytest.mark.filterwarnings("ignore:.* activations")
@pytest.mark.parametrize("case", LIMITED)
def test_effort_limits_are_the_largest_forces_in_mujoco(case: str) -> None:
    actuators, force = LIMITED[case]
    text = DRIVEN.replace("ACTUATORS", actuators).replace("OPTION", "")
    assert load_mjcf(text).effort_limits.tolist() == [force]
    np.testing.assert_allclose(largest_force(text), force, rtol=1e-9)  # filters converge


UNLIMITED = {
    "servo": ('<position joint="a" kp="3" ctrlrange="-1 2"/>', ""),
    "no range": ('<motor joint="a" gear="3"/>', ""),
    "integrator": ('<general joint="a" dyntype="integrator" ctrlrange="-1 1"/>', ""),
    "unclamped": (
        '<motor joint="a" ctrlrange="-1 2"/>',
        '<option><flag clampctrl="disable"/></option>',
    ),
    "one of two": ('<motor joint="a" ctrlrange="-1 2"/><motor joint="a"/>', ""),
}


@pytest.mark.filterwarnings("ignore:.* activations")
@pytest.mark.parametrize("case", UNLIMITED)
def test_actuators_that_nothing_bounds_have_no_effort_limit(case: str) -> None:
    actuators, option = UNLIMITED[case]
    model = load_mjcf(DRIVEN.replace("ACTUATORS", actuators).replace("OPTION", option))
    assert model.effort_limits.tolist() == [np.inf] and model.actuated.all()


def test_the_armature_of_actuators() -> None:
    text = f"""<mujoco><worldbody><body><joint name="a" armature="0.1"/>{INERTIAL}
      <body><joint name="b" type="ball"/>{INERTIAL}</body></body></worldbody>
      <actuator><motor joint="a" gear="3" armature="0.5" damping="0.2"/>
        <motor joint="a" gear="2" armature="0.5"/><motor joint="b" gear="2 3 0" armature="0.5"/>
      </actuator></mujoco>"""
    try:
        mj = from_xml(text)
    except ValueError:
        pytest.skip("this MuJoCo has no armature of actuators")
    model = load_mjcf(text)
    assert_same_robot(model, mj)
    np.testing.assert_allclose(model.armature, [0.1 + 9 * 0.5 + 4 * 0.5, 2, 2, 2], rtol=1e-15)
    np.testing.assert_allclose(model.damping, [9 * 0.2, 0, 0, 0], rtol=1e-15)


def test_configurations() -> None:
    key = '<keyframe><key name="home" qpos="VALUES"/><key time="1"/></keyframe></mujoco>'
    mj = from_xml(EVERYTHING)
    quaternions = [mj.jnt_qposadr[i] + s for i, s in ((4, 0), (6, 3))]
    values = np.arange(1.0, mj.nq + 1)
    model = load_mjcf(EVERYTHING.replace("</mujoco>", key.replace("VALUES", numbers(values))))
    configurations = model.reference_configurations
    assert list(configurations) == ["qpos0", "home", "key1"]
    for name, qpos in (("qpos0", mj.qpos0), ("home", values), ("key1", mj.qpos0)):
        q = configurations[name]
        for start in quaternions:
            w_first = qpos[start : start + 4] / np.linalg.norm(qpos[start : start + 4])
            np.testing.assert_allclose(q[start : start + 4], np.roll(w_first, -1), rtol=1e-15)
        others = np.ones(mj.nq, bool)
        others[[start + k for start in quaternions for k in range(4)]] = False
        np.testing.assert_array_equal(q[others], qpos[others])


# --- errors


def robot(*lines: str) -> str:
    """A robot whose lines are counted from 2."""
    return "\n".join(["<mujoco>", *lines, "</mujoco>"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (robot("<worldbody/>", "<actuator><motor/></actuator>"), r"<string>:3: MuJoCo: .*actuator"),
        (
            "<robot name='r'><link name='a'/></robot>",
            r"<string>:1: <robot name='r'>: this is URDF, .*; an MJCF begins with <mu",
        ),
        ("<mujocoinclude/>", "this is a part of an MJCF; load the file that includes it"),
    ],
)
def test_what_mujoco_refuses(text: str, message: str) -> None:
    with pytest.raises(kt.ModelError, match=message):
        load_mjcf(text)


def test_mujoco_writes_and_prints_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    listener = mujoco.get_mju_user_warning()
    with pytest.raises(kt.ModelError):
        load_mjcf(robot('<option gravity="0 0 nan"/>'))
    deprecated = robot('<compiler settotalmass="1"/>', ARM.replace("FREE", "")[8:-9])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        load_mjcf(deprecated)
    assert list(tmp_path.iterdir()) == []
    assert capfd.readouterr() == ("", "")
    assert mujoco.get_mju_user_warning() is listener


@pytest.mark.parametrize("channel", ["listener", "warnings"])
def test_what_mujoco_says_is_warned_of_once_and_nan_is_refused(channel: str) -> None:
    """The message depends on MuJoCo's version."""

    def question(*messages: str) -> str:
        for message in messages:
            if channel == "listener":
                mujoco.get_mju_user_warning()(message)
            else:
                warnings.warn(message, stacklevel=2)
        return "answer"

    with pytest.warns(UserWarning) as caught:
        assert called("r.xml", lambda: question("one", "two\nlines", "one")) == "answer"
    assert [str(x.message) for x in caught] == ["r.xml: MuJoCo: one", "r.xml: MuJoCo: two; lines"]
    with pytest.raises(kt.ModelError, match=r"r\.xml: MuJoCo: a NaN"):
        called("r.xml", lambda: question("a NaN"))


def test_other_encodings(tmp_path: Path) -> None:
    text = ARM.replace("FREE", "").replace('"base"', '"bäse"')
    for name, codec, body in (("r.mjcf", "utf-8", "bäse"), ("r.xml", "latin-1", "b\ufffdse")):
        (tmp_path / name).write_text(text, encoding=codec)
        assert body in load_mjcf(tmp_path / name).frame_names
    (tmp_path / "r.mjcf").write_bytes(text.encode("latin-1"))
    with pytest.raises(kt.ModelError, match=r"r\.mjcf: MuJoCo: 'utf-8' codec can't decode byte"):
        load_mjcf(tmp_path / "r.mjcf")


def test_names_that_cannot_be(tmp_path: Path) -> None:
    text = ARM.replace("FREE", "").replace("elbow", "NAME")
    with pytest.raises(kt.ModelError, match="a joint cannot be called 'universe', as the first of"):
        load_mjcf(text.replace("NAME", "universe"))
    with pytest.raises(
        kt.ModelError, match="two frames are called 'root_joint', both of kind 'joint'"
    ):
        load_mjcf(text.replace("NAME", "root_joint"), floating_base=True)
    assert load_mjcf(text.replace("NAME", "root_joint")).nv == 1


def test_an_angle_stays_one() -> None:
    text = ARM.replace("FREE", "")
    assert load_mjcf(text, continuous="angle").nq == load_mjcf(text).nq == 1
