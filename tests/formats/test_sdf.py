"""Models loaded from SDF against independent readings of the file."""

import cProfile
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run
from scipy.spatial.transform import Rotation
from sdf_text import (
    AXIS,
    Pose,
    frame,
    joint,
    link,
    model,
    placed,
    placements,
    pose,
    robot,
    sdf,
    text_of,
)

import kinetree as kt
from kinetree import load_sdf, load_urdf

# --- poses


def test_poses_relative_to_anything_at_all() -> None:
    """Links, frames and joints, each relative to one of the others in an order of chance."""
    for seed in range(10):
        rng = np.random.default_rng(seed)
        names = ["l0", "l1", "l2", "f0", "f1", "f2", "j1", "j2"]
        order = ["__model__", *rng.permutation(names)]
        poses = {name: rng.normal(size=6) for name in names}
        base = {name: rng.choice(order[: order.index(name)]) for name in names}
        parts = {name: pose(text_of(poses[name]), base[name]) for name in names}
        text = robot(
            pose(text_of([1, 2, 3, 0.1, 0.2, 0.3])),
            *(frame(f"f{i}", f"l{i}", parts[f"f{i}"]) for i in range(3)),
            *(joint(f"j{i}", f"l{i - 1}", f"l{i}", inside=AXIS + parts[f"j{i}"]) for i in (1, 2)),
            *(link(f"l{i}", parts[f"l{i}"]) for i in range(3)),
        )
        expected = {"__model__": placed([1, 2, 3, 0.1, 0.2, 0.3])}
        for name in order[1:]:
            expected[name] = expected[base[name]] @ placed(poses[name])
        found = placements(load_sdf(text))
        kinds = {"l": "body", "f": "op", "j": "joint"}
        for name in names:
            assert_agree(found[name, kinds[name[0]]], expected[name], 1e-14, scale=10.0)


def test_by_default_a_pose_is_in_the_model_the_link_or_the_child() -> None:
    text = robot(
        pose("0 0 1 0 0 0"),
        link("a", pose("1 0 0 0 0 1.5")),
        link("b", pose("0 2 0 0 0 0.5")),
        joint("j", "a", "b", inside=AXIS + pose("0 0 0.25 0 0 0")),
        frame("free"),
        frame("on_b", "b", pose("0 0 0.5 0 0 0")),
    )
    found = placements(load_sdf(text))
    assert_agree(found["b", "body"], placed([0, 2, 1, 0, 0, 0.5]))
    assert_agree(found["j", "joint"], placed([0, 2, 1.25, 0, 0, 0.5]))
    assert_agree(found["free", "op"], placed([0, 0, 1, 0, 0, 0]))
    assert_agree(found["on_b", "op"], placed([0, 2, 1.5, 0, 0, 0.5]))


def test_a_frame_moves_with_what_it_is_attached_to_whatever_its_pose_is_relative_to() -> None:
    text = robot(
        link("a"),
        link("b", pose("1 0 0 0 0 0")),
        joint("j", "a", "b"),
        frame("tip", "b", pose("3 0 0 0 0 0", "a")),
        frame("on_joint", "j"),
        frame("of_model", "__model__", pose("5 0 0 0 0 0", "b")),
    )
    found = placements(load_sdf(text), [math.pi / 2])
    assert_agree(found["tip", "op"][:3, 3], [1, 2, 0])
    assert_agree(found["on_joint", "op"][:3, 3], [1, 0, 0])
    assert_agree(found["of_model", "op"], placed([6, 0, 0, 0, 0, 0]))


@pytest.mark.parametrize(
    "written",
    [
        pose("1 2 3 0.3 -0.4 2.5"),
        pose(text_of([1, 2, 3, *np.degrees([0.3, -0.4, 2.5])]), more='degrees="true"'),
        pose(
            text_of([1, 2, 3, *Rotation.from_euler("xyz", [0.3, -0.4, 2.5]).as_quat()]),
            more='rotation_format="quat_xyzw"',
        ),
        pose("1 2 3 0.3 -0.4 2.5", more='rotation_format="euler_rpy" degrees="0"'),
    ],
)
def test_rotations_in_all_notations(written: str) -> None:
    found = placements(load_sdf(robot(link("a", written))))
    assert_agree(found["a", "body"], placed([1, 2, 3, 0.3, -0.4, 2.5]), 1e-15)


# --- joints


def screw(axis: Any, point: Any, angle: float, advance: float) -> Pose:
    """The displacement of space about and along a line."""
    T = np.eye(4)
    T[:3, :3] = Rotation.from_rotvec(angle * axis).as_matrix()
    T[:3, 3] = point - T[:3, :3] @ point + advance * axis
    return T


Moves = Callable[[list[Any], Any, Any], Pose]
"""How a joint moves what is behind it: by its axes and its point in the world, and q."""

KINDS: dict[str, tuple[int, str, Moves]] = {
    "revolute": (1, "", lambda a, p, q: screw(a[0], p, q[0], 0.0)),
    "prismatic": (1, "", lambda a, p, q: screw(a[0], p, 0.0, q[0])),
    "continuous": (1, "", lambda a, p, q: screw(a[0], p, math.atan2(q[1], q[0]), 0.0)),
    "screw": (
        1,
        "<screw_thread_pitch>0.3</screw_thread_pitch><thread_pitch>9</thread_pitch>",
        lambda a, p, q: screw(a[0], p, q[0], 0.3 * q[0] / (2 * math.pi)),
    ),
    "universal": (2, "", lambda a, p, q: screw(a[0], p, q[0], 0) @ screw(a[1], p, q[1], 0)),
    "revolute2": (2, "", lambda a, p, q: screw(a[0], p, q[0], 0) @ screw(a[1], p, q[1], 0)),
    "fixed": (0, "", lambda a, p, q: np.eye(4)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_joints_move_about_their_axes_expressed_in_any_frame(kind: str) -> None:
    """What is behind a joint moves as a line in the world says, offsets and all."""
    count, inside, moves = KINDS[kind]
    rng = np.random.default_rng(1)
    a, b, j, tilt = (rng.normal(size=6) for _ in range(4))
    axes = rng.normal(size=(2, 3))
    written = "".join(
        f'<{tag}><xyz expressed_in="tilt">{text_of(xyz)}</xyz></{tag}>'
        for tag, xyz in zip(["axis", "axis2"][:count], axes, strict=False)
    )
    text = robot(
        link("a", pose(text_of(a))),
        link("b", pose(text_of(b))),
        frame("tilt", "a", pose(text_of(tilt), "__model__")),
        joint("j", "a", "b", kind, written + inside + pose(text_of(j), "b")),
    )
    robot_ = load_sdf(text)
    q = kt.random_configuration(robot_, rng=rng)
    directions = [placed(tilt)[:3, :3] @ x / np.linalg.norm(x) for x in axes]
    point = (placed(b) @ placed(j))[:3, 3]
    found = placements(robot_, q)
    assert_agree(found["b", "body"], moves(directions, point, q) @ placed(b), 1e-14)
    assert_agree(found["a", "body"], placed(a), 1e-15)


def test_ball() -> None:
    text = robot(link("a"), link("b", pose("1 0 0 0 0 0")), joint("j", "a", "b", "ball", ""))
    q = Rotation.from_rotvec([0.3, -0.2, 0.9]).as_quat()
    found = placements(load_sdf(text), q)["b", "body"]
    assert_agree(found[:3, :3], Rotation.from_quat(q).as_matrix())
    assert_agree(found[:3, 3], [1, 0, 0])


def test_the_old_thread_pitch_is_in_radians_a_metre_and_left_handed() -> None:
    text = robot(
        link("a"),
        link("b"),
        joint("j", "a", "b", "screw", AXIS + "<thread_pitch>50</thread_pitch>"),
    )
    assert load_sdf(text).joint("j").type.pitch == -1 / 50


@pytest.mark.parametrize(
    ("version", "axis", "direction"),
    [
        ("1.4", "<xyz>1 0 0</xyz>", [1, 0, 0]),
        ("1.5", "<xyz>1 0 0</xyz>", [0, 1, 0]),
        ("1.6", "<xyz>1 0 0</xyz><use_parent_model_frame>true</use_parent_model_frame>", [1, 0, 0]),
        ("1.6", "<xyz>1 0 0</xyz><use_parent_model_frame>0</use_parent_model_frame>", [0, 1, 0]),
        ("1.7", "<xyz>1 0 0</xyz>", [0, 1, 0]),
        ("1.7", '<xyz expressed_in="__model__">1 0 0</xyz>', [1, 0, 0]),
        ("1.11", '<xyz expressed_in="a">1 0 0</xyz>', [-1, 0, 0]),
    ],
)
def test_in_what_frame_an_axis_is(version: str, axis: str, direction: list[float]) -> None:
    quarter, half = (text_of([0, 0, 0, 0, 0, x]) for x in (math.pi / 2, math.pi))
    text = robot(
        f"<pose>{text_of([1, 0, 0, 0, 0.5, 0])}</pose>",
        link("a", pose(half)),
        link("b", pose(quarter)),
        joint("j", "a", "b", "prismatic", f"<axis>{axis}</axis>"),
        version=version,
    )
    robot_ = load_sdf(text)
    moved, still = (placements(robot_, [x])["b", "body"][:3, 3] for x in (1.0, 0.0))
    assert_agree(placed([1, 0, 0, 0, 0.5, 0])[:3, :3].T @ (moved - still), direction, 1e-14)


@pytest.mark.filterwarnings("ignore:.*<limit> of effort and velocity is not above 0")
def test_limits_of_zero_are_limits() -> None:
    limits = "".join(f"<{x}>0</{x}>" for x in ("lower", "upper", "velocity", "effort"))
    axis = f"<axis><xyz>0 0 1</xyz><limit>{limits}</limit></axis>"
    model = load_sdf(robot(link("a"), link("b"), joint("j", "a", "b", inside=axis)))
    for key in ("lower_position", "upper_position", "velocity", "effort"):
        assert getattr(model, f"{key}_limits").tolist() == [0.0]


def test_limits_and_what_is_none() -> None:
    limits = (
        "<limit><lower>-1</lower><upper>2</upper><velocity>3</velocity><effort>4</effort></limit>"
        "<dynamics><damping>0.5</damping><friction>0.25</friction></dynamics>"
    )
    none = (
        "<limit><lower>-1e16</lower><upper>inf</upper><velocity>-1</velocity>"
        "<effort>-1</effort></limit>"
    )
    text = robot(
        *(link(x) for x in "abcd"),
        joint("j0", "a", "b", inside=f"<axis><xyz>0 0 1</xyz>{limits}</axis>"),
        joint("j1", "b", "c", inside=f"<axis><xyz>0 0 1</xyz>{none}</axis>"),
        joint(
            "j2",
            "c",
            "d",
            "universal",
            f"<axis><xyz>1 0 0</xyz>{none}</axis><axis2><xyz>0 0 1</xyz>{limits}</axis2>",
        ),
    )
    robot_ = load_sdf(text)
    inf = math.inf
    assert robot_.lower_position_limits.tolist() == [-1, -inf, -inf, -1]
    assert robot_.upper_position_limits.tolist() == [2, inf, inf, 2]
    assert robot_.velocity_limits.tolist() == [3, inf, inf, 3]
    assert robot_.effort_limits.tolist() == [4, inf, inf, 4]
    assert robot_.damping.tolist() == [0.5, 0, 0, 0.5]
    assert robot_.friction.tolist() == [0.25, 0, 0, 0.25]
    assert robot_.actuated.all()


def spring(stiffness: float, reference: float, tag: str = "axis", more: str = "") -> str:
    """An axis about z, or x for the second, with a spring and damping."""
    return (
        f"<{tag}><xyz>{'0 0 1' if tag == 'axis' else '1 0 0'}</xyz><dynamics><damping>0.5</damping>"
        f"<spring_stiffness>{stiffness}</spring_stiffness>"
        f"<spring_reference>{reference}</spring_reference></dynamics>{more}</{tag}>"
    )


def test_springs_pull_to_their_references() -> None:
    text = robot(
        *(link(x) for x in "abcde"),
        joint("j0", "a", "b", "prismatic", spring(3, 0.2)),
        joint("j1", "b", "c", "universal", spring(4, -0.3) + spring(5, 0.1, "axis2")),
        joint("j2", "c", "d", "continuous", spring(6, 2.5)),
        joint("j3", "d", "e", inside=AXIS),
    )
    slides_and_angles, v = np.array([0.7, 0.4, -0.6, -1.2, 0.3]), np.array([0.0, 1.0, 0.0, 2.0, 0])
    pulled = [3 * -0.5, 4 * -0.7 - 0.5, 5 * 0.7, 6 * 3.7 - 1, 0]
    angle = load_sdf(text, continuous="angle")
    assert_agree(run(kt.passive_forces, angle, slides_and_angles, v), pulled, 1e-14)
    circle = load_sdf(text)
    q = kt.configuration(circle, {"j0": 0.7, "j1": [0.4, -0.6], "j2": -1.2, "j3": 0.3})
    pulled[3] = 6 * (3.7 - 2 * math.pi) - 1  # the shorter way
    assert_agree(run(kt.passive_forces, circle, q, v), pulled, 1e-14)
    neutral = load_sdf(robot(link("a"), link("b"), joint("j", "a", "b", "ball", "")))
    assert neutral.spring_reference.tolist() == [0, 0, 0, 1]


def test_springs_of_followers_and_loops_are_left_out_with_a_warning() -> None:
    follows = '<mimic joint="j0"><multiplier>2</multiplier></mimic>'
    text = robot(
        *(link(x) for x in "abc"),
        joint("j0", "a", "b", inside=spring(3, 0.2)),
        joint("j1", "b", "c", inside=spring(4, 0.1, more=follows)),
    )
    assert load_sdf(text).stiffness.tolist() == [3, 4]
    with pytest.warns(UserWarning, match=r":7: .*'j1'.*the spring \(4 about 0\.1\) is left out"):
        robot_ = load_sdf(text, mimic=True)
    assert (robot_.stiffness.tolist(), robot_.damping.tolist()) == ([3], [0.5 + 4 * 0.5])
    closed = text.replace("</model>", joint("j2", "a", "c", inside=spring(7, 0)) + "</model>")
    with pytest.warns(UserWarning, match=r"'j2'.*the spring \(7 about 0\) is left out"):
        assert load_sdf(closed).stiffness.tolist() == [3, 4]
    (finding,) = kt.check(closed)
    assert finding.severity == "warning" and "a joint that closes a loop" in finding.message


def test_continuous_joints_are_circles_or_angles_without_limits() -> None:
    limit = "<limit><lower>-1</lower><upper>1</upper></limit>"
    text = robot(
        link("a"),
        link("b"),
        joint("j", "a", "b", "continuous", f"<axis><xyz>0 0 1</xyz>{limit}</axis>"),
    )
    assert load_sdf(text).nq == 2
    angle = load_sdf(text, continuous="angle")
    assert angle.nq == 1
    assert angle.upper_position_limits.tolist() == [math.inf]


# --- the same robot as a URDF


def same_robots(rng: np.random.Generator) -> tuple[str, list[str]]:
    """A URDF, and the same robot in SDF: as by 1.4, as by 1.6 and 1.7 with named frames."""
    kinds = ["revolute", "continuous", "prismatic", "fixed", "revolute", "continuous"]
    origins, inertials = rng.normal(size=(6, 6)), rng.normal(size=(7, 6))
    axes, parents = rng.normal(size=(6, 3)), [0, 0, 1, 2, 4, 2]
    T = [np.eye(4)]
    for parent, origin in zip(parents, origins, strict=True):
        T.append(T[parent] @ placed(origin))
    tensor = {"ixx": 1.0, "iyy": 2.0, "izz": 2.5, "ixy": 0.1, "ixz": 0.2, "iyz": 0.3}
    urdf = ['<robot name="r">']
    old, named = [], []
    for i, numbers in enumerate(inertials):
        inside = "".join(f"<{k}>{x}</{k}>" for k, x in tensor.items())
        inertial = (
            f"<inertial>{pose(text_of(numbers))}<mass>{i + 1}</mass><inertia>{inside}</inertia>"
            "</inertial>"
        )
        own = np.concatenate([T[i][:3, 3], Rotation.from_matrix(T[i][:3, :3]).as_euler("xyz")])
        old.append(link(f"l{i}", pose(text_of(own)), inertial))
        named.append(link(f"l{i}", pose("0 0 0 0 0 0", f"j{i - 1}") if i else "", inertial))
        urdf.append(
            f'<link name="l{i}"><inertial>{origin_of(numbers)}<mass value="{i + 1}"/><inertia '
            + " ".join(f'{k}="{x}"' for k, x in tensor.items())
            + "/></inertial></link>"
        )
    for i, (kind, parent, axis) in enumerate(zip(kinds, parents, axes, strict=True)):
        ends, in_model = (f"l{parent}", f"l{i + 1}"), T[i + 1][:3, :3] @ axis
        old.append(joint(f"j{i}", *ends, kind, f"<axis><xyz>{text_of(in_model)}</xyz></axis>"))
        own = f"<axis><xyz>{text_of(axis)}</xyz></axis>" + pose(text_of(origins[i]), f"l{parent}")
        named.append(joint(f"j{i}", *ends, kind, own))
        urdf.append(
            f'<joint name="j{i}" type="{kind}"><parent link="l{parent}"/><child link="l{i + 1}"/>'
            f'{origin_of(origins[i])}<axis xyz="{text_of(axis)}"/>'
            '<limit lower="-1" upper="1"/></joint>'
        )
    newer = robot(*named, version="1.7")
    older = newer.replace('"1.7"', '"1.6"').replace("relative_to=", "frame=")
    return "\n".join([*urdf, "</robot>"]), [robot(*old, version="1.4"), older, newer]


def origin_of(numbers: Any) -> str:
    return f'<origin xyz="{text_of(numbers[:3])}" rpy="{text_of(numbers[3:])}"/>'


def test_the_same_robot_as_a_urdf_and_in_three_versions() -> None:
    rng = np.random.default_rng(3)
    urdf, texts = same_robots(rng)
    expected = load_urdf(urdf, floating_base=True)
    q = kt.random_configuration(expected, (5,), rng=rng)
    v, a = rng.normal(size=(2, 5, expected.nv))
    for text in texts:
        found = load_sdf(text, floating_base=True)
        assert found.frame_names == expected.frame_names
        assert_agree(run(kt.rnea, found, q, v, a), run(kt.rnea, expected, q, v, a), 1e-13)
        for f in (kt.crba, kt.frame_placements):
            assert_agree(run(f, found, q), run(f, expected, q), 1e-13)
    assert np.array_equal(found.placements, expected.placements)
    assert np.array_equal(found.inertias, expected.inertias)


OLD = """<sdf version="1.0"><model name="r"><origin pose="0 0 1 0 0 0"/>
<link name="a"><visual name="v"><geometry><mesh filename="m.stl" scale="1 1 2"/></geometry></visual>
<inertial mass="2"><origin pose="0 0.1 0 0 0 0"/>
<inertia ixx="1" iyy="2" izz="2.5" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="b"><origin pose="1 0 0 0 0 0"/><inertial mass="1"><inertia ixx="1" iyy="1" izz="1"/>
</inertial></link><joint name="j" type="revolute"><parent link="a"/><child link="b"/>
<axis xyz="0 1 0"><limit lower="-1" upper="2"/><dynamics damping="0.5"/></axis></joint>
</model></sdf>"""


def test_attributes_of_sdf_1_0_are_elements_of_later_ones() -> None:
    inertia = "<inertia><ixx>1</ixx><iyy>{}</iyy><izz>{}</izz></inertia></inertial>"
    mesh = "<mesh><uri>m.stl</uri><scale>1 1 2</scale></mesh>"
    mesh = f"<visual name='v'><geometry>{mesh}</geometry></visual>"
    a = f"{mesh}<inertial><mass>2</mass><pose>0 0.1 0 0 0 0</pose>{inertia.format(2, 2.5)}"
    b = f"<pose>1 0 0 0 0 0</pose><inertial><mass>1</mass>{inertia.format(1, 1)}"
    limit = "<limit><lower>-1</lower><upper>2</upper></limit>"
    axis = f"<axis><xyz>0 1 0</xyz>{limit}<dynamics><damping>0.5</damping></dynamics></axis>"
    new = f"""<sdf version="1.4"><model name="r"><pose>0 0 1 0 0 0</pose><link name="a">{a}</link>
    <link name="b">{b}</link><joint name="j" type="revolute"><parent>a</parent><child>b</child>
    {axis}</joint></model></sdf>"""
    assert load_sdf(OLD) == load_sdf(new)
    assert kt.check(OLD) == kt.check(new) == []
    for version in ("1.2", "1.3"):
        assert load_sdf(new.replace("1.4", version)) == load_sdf(new)


# --- roots and the world


def test_a_root_is_fixed_where_the_file_puts_it_or_floats_in_the_world() -> None:
    text = robot(pose("0 0 1 0 0 0"), link("a", pose("0 1 0 0.3 0 0")))
    base = placed([0.5, 0, 0, 0, 0, 1.0])
    fixed, floating = load_sdf(text), load_sdf(text, floating_base=True)
    assert fixed.nq == 0
    assert_agree(placements(fixed)["a", "body"], placed([0, 1, 1, 0.3, 0, 0]))
    moved = placements(load_sdf(text, base_placement=base))["a", "body"]
    assert_agree(moved, base @ placed([0, 1, 1, 0.3, 0, 0]))
    assert floating.joint_names == ("universe", "root_joint")
    assert not floating.actuated.any()
    assert np.array_equal(placements(floating)["a", "body"], np.eye(4))
    q = floating.reference_configurations["initial"]
    assert_agree(placements(floating, q)["a", "body"], placed([0, 1, 1, 0.3, 0, 0]))
    based = load_sdf(text, floating_base=kt.Planar(), base_placement=base)
    assert_agree(placements(based)["a", "body"], base)


def test_joints_to_the_world() -> None:
    arm = robot(
        link("a", pose("1 0 0 0 0 0")), joint("j", "world", "a", inside=AXIS + pose("-1 0 0 0 0 0"))
    )
    assert_agree(placements(load_sdf(arm), [math.pi])["a", "body"][:3, 3], [-1, 0, 0], 1e-15)
    old = robot(link("a", pose("1 0 0 0 0 0")), joint("j", "a", "world", "fixed"), version="1.6")
    assert_agree(placements(load_sdf(old))["a", "body"], placed([1, 0, 0, 0, 0, 0]))
    assert load_sdf(old).nq == 0


def test_several_roots_float_each_by_itself() -> None:
    text = robot(link("a"), link("b", pose("0 0 1 0 0 0")), link("c"), joint("j", "a", "c"))
    robot_ = load_sdf(text, floating_base=True)
    assert robot_.joint_names == ("universe", "a_root_joint", "j", "b_root_joint")
    assert robot_.nq == 15


def world(*parts: str, version: str = "1.9") -> str:
    return sdf('<world name="w">', *parts, "</world>", version=version)


def test_a_world_of_models() -> None:
    text = world(
        "<gravity>0 1 -3.7</gravity>",
        frame("shelf", "world", pose("0 0 2 0 0 0", "world")),
        model("ground", "<static>true</static>", '<link name="plane"/>'),
        model("m", pose("1 0 0 0 0 0", "shelf"), link("a"), link("b"), joint("j", "a", "b")),
        model("n", pose("0 5 0 0 0 0", "m"), link("a")),
        joint("hinge", "m::b", "n::a", "prismatic"),
    )
    robot_ = load_sdf(text)
    assert robot_.gravity.tolist() == [0, 1, -3.7]
    assert robot_.joint_names == ("universe", "m::j", "hinge")
    found = placements(robot_)
    assert_agree(found["n::a", "body"], placed([1, 5, 2, 0, 0, 0]))
    assert ("ground::plane", "body") in found
    assert robot_.inertias[0, 0] == 1  # m::a; what is static has no inertia


def test_gravity_of_old_worlds_and_none() -> None:
    inside = '<physics type="ode"><gravity>0 0 -1</gravity></physics>'
    assert load_sdf(world(inside, model("m", link("a")), version="1.5")).gravity[2] == -1
    assert load_sdf(world(model("m", link("a")))).gravity[2] == -9.8
    with pytest.warns(UserWarning, match="<gravity>: it is empty, taken as left out"):
        assert load_sdf(world("<gravity/>", model("m", link("a")))).gravity[2] == -9.8
    assert load_sdf(robot(link("a"))).gravity[2] == -9.81  # a model names none


def test_static_models_do_not_move() -> None:
    text = robot(
        "<static>1</static>",
        link("a", inertial=""),
        link("b", pose("0 0 1 0 0 0")),
        joint("j", "a", "b"),
        model("inside", link("c")),
        model("nothing", frame("f", inside=pose("0 0 2 0 0 0"))),
    )
    robot_ = load_sdf(text)
    assert (robot_.nq, robot_.njoints, robot_.total_mass) == (0, 1, 0)
    found = placements(robot_)
    assert_agree(found["b", "body"], placed([0, 0, 1, 0, 0, 0]))
    assert_agree(found["nothing::f", "op"], placed([0, 0, 2, 0, 0, 0]))


@pytest.mark.parametrize("end", ["rail::a", "rail", "rail::f"])
def test_a_joint_to_a_static_model_closes_a_loop(end: str) -> None:
    """Its links and frames are the world's."""
    rail = model("rail", "<static>true</static>", link("a"), frame("f"))
    robot_ = load_sdf(robot(link("cart"), rail, joint("j", "cart", end)), floating_base=True)
    assert robot_.joint_names == ("universe", "root_joint")
    (loop,) = robot_.constraints
    assert (loop.name, loop.first.joint, loop.second.joint) == ("j", 1, 0)


def test_in_old_files_a_link_and_a_joint_may_have_one_name() -> None:
    text = robot(
        joint("b", "a", "b", inside=AXIS + pose("1 0 0 0 0 0")),
        link("a"),
        link("b", pose("0 1 0 0 0 0")),
        frame("f", inside='<pose frame="b">0 0 1 0 0 0</pose>'),
        version="1.6",
    )
    found = placements(load_sdf(text))
    assert_agree(found["f", "op"], placed([0, 1, 1, 0, 0, 0]))
    assert_agree(found["b", "joint"], placed([1, 1, 0, 0, 0, 0]))


def test_the_work_of_a_world_grows_with_its_boxes() -> None:
    def calls(n: int) -> int:
        models = [model(f"m{i}", pose(f"{i} 0 1 0 0 0.1"), link("box")) for i in range(n)]
        with cProfile.Profile() as profile:
            load_sdf(world(*models), floating_base=True)
        return sum(entry.callcount for entry in profile.getstats())

    calls(1)
    assert calls(200) < 2.1 * calls(100)
