"""The robots of URDFs."""

import math
from typing import Any

import numpy as np
import pytest
from urdf_text import AXIS, INERTIAL, LIMIT, joint, link, mimic, robot

import kinetree as kt
from kinetree import load_urdf
from kinetree.errors import KinetreeError, ModelError
from kinetree.formats.origins import rotated, rotation_of_quaternion, rotation_of_rpy
from kinetree.model.joints import Continuous, FreeFlyer, Joint, Mimic, Prismatic, Revolute
from kinetree.spatial import SE3


def kind(model: kt.Model, name: str = "j") -> Joint:
    """The type of a joint."""
    return model.joint(name).type


def two_links(inside: str = AXIS + LIMIT, kind: str = "revolute") -> str:
    return robot(link("a"), link("b"), joint("j", "a", "b", kind, inside))


def test_bodies_come_depth_first_with_siblings_by_joint_name() -> None:
    text = robot(
        *(link(name) for name in "abcde"),
        joint("z", "a", "b"),
        joint("y", "a", "c"),
        joint("x", "b", "d"),
        joint("B", "a", "e"),
    )
    assert load_urdf(text).joint_names[1:] == ("B", "y", "z", "x")


def test_long_chain() -> None:
    n = 3000
    links = [link(f"l{i}", "") for i in range(n)]
    joints = [joint(f"j{i}", f"l{i}", f"l{i + 1}", "fixed", "") for i in range(n - 1)]
    bodies = [f.name for f in load_urdf(robot(*links, *joints)).frames if f.kind == "body"]
    assert bodies == [f"l{i}" for i in range(n)]


def test_a_joint_and_a_link_may_share_a_name_and_a_link_be_called_world() -> None:
    model = load_urdf(robot(link("world"), link("arm"), joint("arm", "world", "arm")))
    assert model.frame_names == ("universe", "world", "arm", "arm")


def test_axis_defaults_to_x_and_keeps_its_sign() -> None:
    assert repr(kind(load_urdf(two_links(LIMIT)))) == repr(Revolute("x"))
    minus = kind(load_urdf(two_links(LIMIT + '<axis xyz="0 0 -1"/>')))
    assert repr(minus) == repr(Revolute((0.0, 0.0, -1.0))) != repr(Revolute("z"))


def parameters(text: str) -> tuple[list[float], ...]:
    """Lower and upper limits of position, then of velocity and effort, damping and friction."""
    model = load_urdf(text)
    limits = model.lower_position_limits, model.upper_position_limits
    rest = model.velocity_limits, model.effort_limits, model.damping, model.friction
    return tuple(x.tolist() for x in (*limits, *rest))


def test_limits_that_are_left_out() -> None:
    assert parameters(two_links('<limit upper="1"/>'))[:4] == ([0.0], [1.0], [math.inf], [math.inf])
    turning = parameters(two_links(LIMIT, "continuous"))
    assert turning[:4] == ([-math.inf] * 2, [math.inf] * 2, [2.0], [3.0])


@pytest.mark.filterwarnings("ignore:.*<limit> of (effort|velocity)")
@pytest.mark.parametrize("kind", ["revolute", "prismatic", "continuous"])
def test_a_limit_of_zero_is_a_limit(kind: str) -> None:
    text = two_links(AXIS + '<limit lower="0" upper="0" effort="0" velocity="0"/>', kind)
    model = load_urdf(text)
    for robot_ in (model, load_urdf(kt.to_urdf(model))):
        assert (robot_.effort_limits.tolist(), robot_.velocity_limits.tolist()) == ([0.0], [0.0])
        turns = kind == "continuous"
        assert robot_.upper_position_limits.tolist() == ([math.inf] * 2 if turns else [0.0])


def test_rotations_about_fixed_axes() -> None:
    def about(axis: int, angle: float) -> np.ndarray:
        R, (i, j) = np.eye(3), ((axis + 1) % 3, (axis + 2) % 3)
        R[[i, j], [i, j]] = math.cos(angle)
        R[i, j], R[j, i] = -math.sin(angle), math.sin(angle)
        return R

    roll, pitch, yaw = 0.3, -1.1, 2.0
    expected = about(2, yaw) @ about(1, pitch) @ about(0, roll)
    np.testing.assert_allclose(rotation_of_rpy(roll, pitch, yaw), expected, atol=1e-15)
    half = math.sin(0.35), math.cos(0.35)
    np.testing.assert_allclose(
        rotation_of_quaternion(0.0, half[0], 0.0, half[1]), about(1, 0.7), atol=1e-15
    )


def test_zero_angles_change_no_bit() -> None:
    tensor = ((0.1, 1e-17, 0.3), (1e-17, 0.7, -0.2), (0.3, -0.2, 0.9))
    exact = rotation_of_rpy(0.0, 0.0, 0.0)
    assert str(exact) == "((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))"
    assert rotated(exact, tensor) == tensor
    assert rotation_of_quaternion(0.0, 0.0, 0.0, 1.0) == exact


@pytest.mark.parametrize("floating", [False, True])
def test_base_placement(floating: bool) -> None:
    T = np.eye(4)
    T[:3, 3] = 1.0, 2.0, 3.0
    for each in (T, T.tolist(), SE3(np.eye(3).tolist(), [1.0, 2.0, 3.0])):
        model = load_urdf(two_links(), base_placement=each, floating_base=floating)
        np.testing.assert_array_equal(model.placements[1], T)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (np.eye(3), r"shape \(3, 3\); expected \(4, 4\)"),
        (np.diag([1.0, 1.0, -1.0, 1.0]), "base_placement is not rigid; R.T R must be 1"),
        (np.diag([2.0, 1.0, 1.0, 1.0]), "base_placement is not rigid; R.T R must be 1"),
        (np.full((4, 4), math.nan), "base_placement holds .*; expected finite numbers"),
        (np.diag([1.0, 1.0, 1.0, 2.0]), r"base_placement has the last row .*ed \[0, 0, 0, 1\]"),
        ("here", r"base_placement has shape \(\); expected \(4, 4\), or a kt\.SE3"),
    ],
)
def test_bad_base_placement(given: Any, message: str) -> None:
    with pytest.raises(KinetreeError, match=message):
        load_urdf(two_links(), base_placement=given)


@pytest.mark.parametrize("given", [FreeFlyer, "free_flyer", 1, None, 0.0, np.True_])
def test_bad_floating_base(given: Any) -> None:
    with pytest.raises(ModelError, match=r"floating_base=.*; expected True, False, or a joint, as"):
        load_urdf(two_links(), floating_base=given)


@pytest.mark.parametrize("given", ["no", 1, None])
def test_bad_mimic(given: Any) -> None:
    with pytest.raises(ModelError, match=r"mimic=.*; expected True or False"):
        load_urdf(two_links(), mimic=given)


def test_bad_continuous() -> None:
    with pytest.raises(
        ModelError, match='continuous=\'quaternion\'; expected "cos_sin" or "angle"'
    ):
        load_urdf(two_links(), continuous="quaternion")  # type: ignore[arg-type]


def with_mimic(kind: str, source: str, ratio: str) -> str:
    """Joint b mimics joint s, which comes after it."""
    return robot(
        link("a"),
        link("c"),
        link("d"),
        joint("b", "a", "c", kind, AXIS + LIMIT + mimic("s", ratio, "0.5")),
        joint("s", "a", "d", source),
    )


@pytest.mark.filterwarnings(
    "ignore:.*limits of joints that follow others are left out. 'b'.*turns without end"
)
@pytest.mark.parametrize(
    ("follower", "source", "ratio", "continuous", "own", "of_source"),
    [
        ("revolute", "revolute", "0.5", "cos_sin", Revolute, Revolute),
        ("prismatic", "revolute", "0.5", "cos_sin", Prismatic, Revolute),
        ("continuous", "revolute", "2", "cos_sin", Revolute, Revolute),
        ("revolute", "continuous", "-2", "cos_sin", Continuous, Continuous),
        ("continuous", "continuous", "0", "cos_sin", Continuous, Continuous),
        ("continuous", "continuous", "0.5", "cos_sin", Revolute, Revolute),
        ("prismatic", "continuous", "1", "cos_sin", Prismatic, Revolute),
        ("revolute", "continuous", "2", "angle", Revolute, Revolute),
        ("continuous", "continuous", "100", "cos_sin", Continuous, Continuous),
        ("continuous", "continuous", "-100", "cos_sin", Continuous, Continuous),
        ("continuous", "continuous", "101", "cos_sin", Revolute, Revolute),
        ("continuous", "continuous", "-101", "cos_sin", Revolute, Revolute),
    ],
)
def test_mimic(
    follower: str, source: str, ratio: str, continuous: Any, own: type, of_source: type
) -> None:
    text = with_mimic(follower, source, ratio)
    model = load_urdf(text, mimic=True, continuous=continuous)
    assert repr(kind(model, "b")) == repr(Mimic("s", float(ratio), 0.5, own("z")))
    assert type(kind(model, "s")) is of_source
    assert not isinstance(kind(load_urdf(text, continuous=continuous), "b"), Mimic)
    assert type(kind(load_urdf(text), "s")) is {"continuous": Continuous}.get(source, Revolute)


def test_mimic_chain_follows_its_ratios() -> None:
    def kinds(first: str, second: str) -> list[type]:
        text = robot(
            *(link(name) for name in "abcd"),
            joint("s", "a", "b", "continuous"),
            joint("t", "b", "c", "continuous", AXIS + mimic("s", first)),
            joint("u", "c", "d", "continuous", AXIS + mimic("t", second)),
        )
        model = load_urdf(text, mimic=True)
        return [type(kind(model, "s")), *(type(kind(model, x).joint) for x in "tu")]

    assert kinds("2", "3") == [Continuous] * 3
    assert kinds("2", "0.5") == [Continuous] * 3
    assert kinds("0.5", "2") == [Revolute] * 3
    assert kinds("2", "0.25") == [Revolute] * 3


def test_damping_and_friction_of_mimics_act_at_their_source() -> None:
    """As those of the robot without mimics, projected; chains and negative ratios."""

    def dynamics(damping: float, friction: float) -> str:
        return AXIS + LIMIT + f'<dynamics damping="{damping}" friction="{friction}"/>'

    text = robot(
        link("a"),
        *(link(name, INERTIAL) for name in "bcd"),
        joint("s", "a", "b", inside=dynamics(0.3, 0.1)),
        joint("t", "b", "c", inside=dynamics(0.7, 0.2) + mimic("s", "-2", "0.1")),
        joint("u", "c", "d", inside=dynamics(1.1, 0.4) + mimic("t", "1.5")),
    )
    free, tied = load_urdf(text), load_urdf(text, mimic=True)
    assert (free.nv, tied.nv) == (3, 1)
    ratios = np.array([1.0, -2.0, -3.0])
    for v in (0.8, -0.3):
        forces = kt.passive_forces(free, np.zeros(3), v * ratios)
        found = kt.passive_forces(tied, np.zeros(1), np.array([v]))
        np.testing.assert_allclose(found, [ratios @ forces], rtol=1e-14)
    back = load_urdf(kt.to_urdf(tied), mimic=True)
    np.testing.assert_allclose([*back.damping, *back.friction], [*tied.damping, *tied.friction])


def test_misspelt_names_are_warned_of_when_a_robot_is_loaded() -> None:
    text = two_links().replace("lower=", "lowr=")
    with pytest.warns(UserWarning, match=r"<string>:4: .*<limit>: lowr is not read; did you"):
        load_urdf(text)


def test_declared_encoding(tmp_path: Any) -> None:
    file = tmp_path / "r.urdf"
    text = "<?xml version='1.0' encoding='iso-8859-1'?><robot name='r\xe9'><link name='a'/></robot>"
    file.write_bytes(text.encode("latin-1"))
    assert load_urdf(file).name == load_urdf(text).name == "r\xe9"
    file.write_bytes(b"\xef\xbb\xbf" + robot(link("a")).encode())
    assert load_urdf(file).name == load_urdf("\ufeff" + robot(link("a"))).name == "r"


def test_an_origin_by_its_quaternion_is_that_by_its_angles() -> None:
    x, y, z, w = kt.so3.to_quaternion(kt.so3.from_rpy([0.3, -0.5, 0.7])).tolist()
    by_quaternion, by_angles = (
        load_urdf(two_links(f'<origin xyz="1 2 3" {rotation}/>' + AXIS + LIMIT)).placements
        for rotation in (f'quat_xyzw="{x} {y} {z} {w}"', 'rpy="0.3 -0.5 0.7"')
    )
    np.testing.assert_allclose(by_quaternion, by_angles, atol=1e-15)


FOLLOWED = """<robot name="gripper"><link name="palm"/>{}
  <joint name="s" type="{}"><parent link="palm"/><child link="a"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="2" effort="5" velocity="4"/></joint>
  <joint name="f" type="{}"><parent link="palm"/><child link="b"/><axis xyz="0 1 0"/>
    <limit lower="-0.5" upper="0.5" effort="{}" velocity="1"/>
    <mimic joint="s" multiplier="{}" offset="{}"/></joint></robot>"""


@pytest.mark.filterwarnings("ignore:.*<limit> of (effort|velocity)")
@pytest.mark.parametrize(
    ("kinds", "effort", "k", "offset", "limits"),
    [
        (("revolute", "revolute"), 9, 2, 0.1, (-0.3, 0.2, 0.5, 5)),
        (("revolute", "revolute"), 9, -2, 0.1, (-0.2, 0.3, 0.5, 5)),
        (("revolute", "prismatic"), 9, -0.1, 0, (-1, 2, 4, 0.9)),
        (("revolute", "revolute"), 0, 1, 0, (-0.5, 0.5, 1, 5)),
        (("revolute", "revolute"), -1, 1, 0, (-0.5, 0.5, 1, 5)),
        (("revolute", "continuous"), 9, 1, 0, (-1, 2, 1, 5)),
        (("revolute", "revolute"), 9, 0, 0, (-1, 2, 4, 5)),
        (("revolute", "revolute"), 9, 1, 9, "which is never within them"),
        (("continuous", "revolute"), 9, 1, 0, "which turns without end"),
    ],
)
def test_limits_of_a_mimic_bound_its_source(
    kinds: tuple[str, str], effort: float, k: float, offset: float, limits: Any
) -> None:
    text = FOLLOWED.format("".join(link(name) for name in "ab"), *kinds, effort, k, offset)
    if isinstance(limits, str):
        more = text[text.index('<joint name="f"') :].replace('"f"', '"g"').replace('"b"', '"c"')
        text = text.replace("</robot>", f"{link('c')}{more}")
        of_both = rf"left out: 'f', -0.5 to 0.5 .*{limits}.*, 'g', -0.5 to 0.5 .*{limits}\)\.$"
        with pytest.warns(UserWarning, match=of_both):
            load_urdf(text, mimic=True)
        return
    model = load_urdf(text, mimic=True)
    keys = ("lower_position_limits", "upper_position_limits", "velocity_limits", "effort_limits")
    np.testing.assert_allclose([getattr(model, key)[0] for key in keys], limits)
    assert load_urdf(text).velocity_limits.tolist() == [1, 4]
