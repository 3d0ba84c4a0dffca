"""Models in models, loops, gearboxes, mimics, inertias and shapes of an SDF."""

from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from agreement import assert_agree, run
from scipy.spatial.transform import Rotation
from sdf_text import (
    AXIS,
    AXIS2,
    Pose,
    frame,
    include,
    joint,
    link,
    mimic,
    model,
    placed,
    placements,
    pose,
    robot,
    sdf,
    text_of,
)

import kinetree as kt
from kinetree import check as check_sdf
from kinetree import load_sdf
from kinetree.formats.installed import installed_robots
from kinetree.model import Anchor, Coupling, Loop
from kinetree.model.shapes import Box, Capsule, Cylinder, Ellipsoid, Mesh, Plane, Sphere

# --- models in models


def test_nested_models_and_placement_frames() -> None:
    """The pose of a model is that of its placement frame, if it has one."""
    grip, arm, hand = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], [1, 2, 3, 0.3, 0.2, 0.1], [0, 0, 1, 0, 1, 0]
    text = robot(
        link("arm", pose(text_of(arm))),
        model(
            "hand",
            pose(text_of(hand), "arm"),
            link("palm"),
            frame("grip", "palm", pose(text_of(grip))),
            model("finger", pose("0 0 0.5 0 0 0", "grip"), link("tip")),
            joint("bend", "palm", "finger::tip"),
            more='placement_frame="grip"',
        ),
        joint("wrist", "arm", "hand::grip"),
        frame("at_tip", "hand::finger::tip"),
        frame("at_hand", "hand"),
    )
    robot_ = load_sdf(text)
    found = placements(robot_)
    assert robot_.joint_names == ("universe", "wrist", "hand::bend")
    at_grip = placed(arm) @ placed(hand)
    assert_agree(found["hand::grip", "op"], at_grip)
    assert_agree(found["hand::palm", "body"], at_grip @ np.linalg.inv(placed(grip)))
    assert_agree(found["hand::finger::tip", "body"], at_grip @ placed([0, 0, 0.5, 0, 0, 0]))
    assert_agree(found["at_tip", "op"], found["hand::finger::tip", "body"])
    assert_agree(found["at_hand", "op"], found["hand::palm", "body"])
    assert_agree(found["wrist", "joint"], at_grip)  # by default in its child, a frame here


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_includes(tmp_path: Path) -> None:
    """By folder with a config, by file, by package; each in its version, moved and renamed."""
    tip = model("tip", link("t", pose("0 0 1 0 0 0")), frame("f", "t"))
    config = (
        '<model><sdf version="1.4">old.sdf</sdf><sdf version="1.9">new.sdf</sdf>'
        '<sdf version="9.9">future.sdf</sdf></model>'
    )
    write(tmp_path, "models/tool/model.config", config)
    write(tmp_path, "models/tool/new.sdf", sdf(tip))
    plain = model("tip", link("t", pose("0 0 1 0 0 0")))
    write(tmp_path, "models/plain/model.sdf", sdf(plain, version="1.4"))
    write(tmp_path, "robots/near/part.sdf", sdf(tip))
    write(tmp_path, "far/other/model.sdf", sdf(tip))
    main = robot(
        link("a"),
        include("model://models/tool", pose("1 0 0 0 0 0", "a")),
        include("model://models/plain", "<name>two</name>"),
        include("near/part.sdf", "<name>three</name>", pose("3 0 0 0 0 0"))
        + include(
            "package://other", "<name>four</name>", "<placement_frame>f</placement_frame>"
        ).replace("</include>", pose("4 0 0 0 0 0") + "</include>"),
        *(
            joint(f"j{i}", "a", f"{name}::t", "fixed", "")
            for i, name in enumerate(["tip", "two", "three", "four"])
        ),
    )
    path = write(tmp_path, "robots/main.sdf", main)
    found = placements(load_sdf(path, package_dirs=tmp_path / "far"))
    at = [found[f"{name}::t", "body"][:3, 3].tolist() for name in ("tip", "two", "three", "four")]
    assert at == [[1, 0, 1], [0, 0, 1], [3, 0, 1], [4, 0, 0]]


def test_an_include_says_whether_its_model_is_static(tmp_path: Path) -> None:
    write(tmp_path, "free.sdf", sdf(model("m", link("a"))))
    write(tmp_path, "fixed.sdf", sdf(model("m", "<static>true</static>", link("a"))))
    for file, says, floats in [
        ("free.sdf", "", True),
        ("fixed.sdf", "", False),
        ("free.sdf", "<static>true</static>", False),
        ("fixed.sdf", "<static>false</static>", True),
    ]:
        text = robot(link("base"), include(file, says))
        nq = load_sdf(write(tmp_path, "main.sdf", text), floating_base=True).nq
        assert nq == (14 if floats else 7)


def test_a_merged_include_is_part_of_the_model(tmp_path: Path) -> None:
    inside = model(
        "arm",
        link("upper", pose("0 0 1 0 0 0", "__model__")),
        link("lower"),
        joint(
            "elbow",
            "upper",
            "lower",
            inside=AXIS.replace("<xyz>", '<xyz expressed_in="__model__">'),
        ),
        model("tool", link("tip")),
    )
    write(tmp_path, "arm.sdf", sdf(inside))
    text = robot(
        link("base"),
        include("arm.sdf", pose("1 0 0 0 1.5 0"), merge=True),
        joint("shoulder", "base", "upper"),
        joint("mount", "lower", "tool::tip", "fixed", ""),
    )
    robot_ = load_sdf(write(tmp_path, "main.sdf", text))
    assert robot_.joint_names == ("universe", "shoulder", "elbow")
    assert robot_.joint("elbow").type.axis.flat == (0, 0, 1)
    expected = placed([1, 0, 0, 0, 1.5, 0]) @ placed([0, 0, 1, 0, 0, 0])
    assert_agree(placements(robot_)["upper", "body"], expected)


# --- loops


def test_a_loop_is_closed_by_the_later_joint() -> None:
    text = robot(
        link("ground"),
        link("crank", pose("0 0 0 0 0 0")),
        link("rocker", pose("2 0 0 0 0 0")),
        link("coupler", pose("0 0 1 0 0 0")),
        joint("j1", "ground", "crank"),
        joint("j2", "ground", "rocker"),
        joint("j3", "crank", "coupler"),
        joint("j4", "rocker", "coupler", inside=AXIS + pose("2 0 0 0 0 0")),
    )
    robot_ = load_sdf(text)
    assert robot_.joint_names == ("universe", "j1", "j3", "j2")
    (loop,) = robot_.constraints
    assert isinstance(loop, Loop)
    assert (loop.name, loop.joint.axis.flat) == ("j4", (0, 0, 1))
    assert robot_.joint_names[loop.first.joint] == "j2"
    assert robot_.joint_names[loop.second.joint] == "j3"
    assert loop.first.placement.translation.flat == (0, 0, 1)
    assert loop.second.placement.translation.flat == (2, 0, 0)


def test_joints_that_lead_back_to_their_own_links_are_loops_from_a_root_on() -> None:
    """The first joint above b comes from below it; none leads to the ring x, y but its own."""
    ring = [link("x"), link("y"), joint("xy", "x", "y"), joint("yx", "y", "x")]
    text = robot(
        link("a"), link("b"), link("c"), joint("cb", "c", "b"), joint("bc", "b", "c"),
        joint("ab", "a", "b"), *ring,
    )  # fmt: skip
    robot_ = load_sdf(text, floating_base=True)
    assert robot_.joint_names[1:] == ("a_root_joint", "ab", "bc", "x_root_joint", "xy")
    assert [loop.name for loop in robot_.constraints] == ["cb", "yx"]


def test_the_first_joint_is_that_of_the_document_models_inside_included() -> None:
    text = robot(
        link("a"),
        joint("outer", "a", "m::x"),
        model("m", link("x"), link("y"), joint("inner", "y", "x")),
        joint("last", "a", "m::y"),
    )
    robot_ = load_sdf(text)
    assert robot_.joint_names == ("universe", "outer", "last")
    assert [loop.name for loop in robot_.constraints] == ["m::inner"]


CASSIE = {
    "cassie": (40, 38, 6, 10),
    "cassie_reduced": (23, 23, 4, 0),
    "cassie_simple": (29, 27, 4, 0),
    "cassie_v2": (22, 22, 4, 0),
    "cassie_wo_gearbox_spring": (29, 27, 4, 0),
}


@pytest.mark.parametrize("name", CASSIE)
def test_cassie(name: str) -> None:
    """All links are where the file says, loops are closed there; masses and springs are kept."""
    path = installed_robots("sdf")[f"cassie_description/{name}"]
    robot_ = load_sdf(path)
    loops = [c for c in robot_.constraints if isinstance(c, Loop)]
    couplings = [c for c in robot_.constraints if isinstance(c, Coupling)]
    assert (robot_.nq, robot_.nv, len(loops), len(couplings)) == CASSIE[name]
    found = placements(robot_)
    links = list(ElementTree.parse(path).iter("link"))
    for element in links:
        expected = placed([float(x) for x in (element.findtext("pose") or "").split()] or [0.0] * 6)
        assert_agree(found[element.get("name") or "", "body"], expected, 1e-14)
    masses = [float(element.findtext("inertial/mass") or "nan") for element in links]
    assert robot_.inertias[:, 0].sum() == pytest.approx(sum(masses), rel=1e-14)
    for element in ElementTree.parse(path).iter("joint"):
        stiffness = float(element.findtext("axis/dynamics/spring_stiffness") or 0)
        if (joint_name := element.get("name")) in robot_.joint_names and stiffness:
            assert robot_.stiffness[robot_.joint(joint_name).v_slice].tolist() == [stiffness]
    assert robot_.stiffness.any()
    T = run(kt.forward_kinematics, robot_, kt.neutral(robot_))
    for loop in loops:
        first, second = (at(end, T) for end in (loop.first, loop.second))
        assert_agree(first, second, 1e-14)


def at(end: Anchor, T: Pose) -> Pose:
    return T[end.joint] @ np.array([list(row) for row in end.placement.matrix])


# --- gearboxes and mimics


@pytest.mark.parametrize("turned", [False, True])
def test_a_gearbox_couples_two_hinges(turned: bool) -> None:
    """Angles of parent and child about the gearbox's axes, relative to the reference body."""
    first = joint("in", "base", "wheel", inside="<axis><xyz>1 0 0</xyz></axis>")
    second = joint("out", "base", "shaft", "continuous", "<axis><xyz>0 0 -1</xyz></axis>")
    links = [link("base"), link("wheel"), link("shaft", pose("0 0 0 0 1.5707963267948966 0"))]
    if turned:  # the reference body hangs on the wheel
        first = joint("in", "wheel", "base", inside="<axis><xyz>1 0 0</xyz></axis>")
    box = (
        "<gearbox_ratio>5</gearbox_ratio><gearbox_reference_body>base</gearbox_reference_body>"
        '<axis><xyz expressed_in="base">1 0 0</xyz></axis>'
        '<axis2><xyz expressed_in="base">1 0 0</xyz></axis2>'
    )
    robot_ = load_sdf(robot(*links, first, second, joint("gear", "wheel", "shaft", "gearbox", box)))
    (coupling,) = robot_.constraints
    assert isinstance(coupling, Coupling)
    assert (coupling.name, coupling.joint, coupling.source) == ("gear", "out", "in")
    assert robot_.nq == 2  # a continuous joint in a coupling is an angle
    zero, factor = coupling.coefficients
    found = placements(robot_, kt.configuration(robot_, {"in": 0.1, "out": zero + factor * 0.1}))
    start = placements(robot_)
    angles = []
    for name in ("wheel", "shaft"):
        now, then = (np.linalg.inv(p["base", "body"]) @ p[name, "body"] for p in (found, start))
        angles.append(Rotation.from_matrix((now @ np.linalg.inv(then))[:3, :3]).as_rotvec()[0])
    assert angles[1] == pytest.approx(-5 * angles[0], rel=1e-12)
    assert abs(angles[0]) == pytest.approx(0.1)


@pytest.mark.parametrize(("cosine", "couplings"), [(0.9995, 1), (0.9985, 0)])
def test_the_axis_of_a_gearbox_is_that_of_its_hinge(cosine: float, couplings: int) -> None:
    """A thousandth of a cosine, 2.6 degrees, is what files round."""
    axis = f"<xyz>{cosine} {(1 - cosine**2) ** 0.5} 0</xyz>"
    box = f"<gearbox_reference_body>a</gearbox_reference_body><axis>{axis}</axis>"
    hinge = "<axis><xyz>1 0 0</xyz></axis>"
    text = robot(
        *(link(x) for x in "abc"),
        joint("j", "a", "b", inside=hinge),
        joint("k", "a", "c", inside=hinge),
        joint("gear", "b", "c", "gearbox", f"{box}<axis2><xyz>1 0 0</xyz></axis2>"),
    )
    with nullcontext() if couplings else pytest.warns(UserWarning, match="is left out"):
        assert len(load_sdf(text).constraints) == couplings


@pytest.mark.parametrize("kind", ["prismatic", "revolute"])
def test_a_gearbox_without_hinges_along_it_is_left_out_with_a_warning(kind: str) -> None:
    box = "<gearbox_reference_body>a</gearbox_reference_body>" + AXIS + AXIS2
    text = robot(
        *(link(x) for x in "abc"),
        joint("j", "a", "b", kind),
        joint("k", "a", "c"),
        joint("gear", "b", "c", "gearbox", box),
    )
    with pytest.warns(UserWarning, match="<string>:8: .*'gear'.*this gearbox is left out"):
        assert load_sdf(text).constraints == ()


def following(*axes: str, version: str = "1.11") -> str:
    """A hinge "lead", and joints of these axes after it."""
    names = [f"l{i}" for i in range(len(axes) + 2)]
    joints = [
        joint(f"j{i}", parent, child, axis.partition(":")[0], axis.partition(":")[2])
        for i, ((parent, child), axis) in enumerate(zip(pairwise(names[1:]), axes, strict=True))
    ]
    return robot(*map(link, names), joint("lead", "l0", "l1"), *joints, version=version)


def test_mimics() -> None:
    """q = multiplier (q_leader - reference) + offset."""
    axis = "<axis><xyz>1 0 0</xyz>" + mimic("lead", -2, 0.5, 0.25) + "</axis>"
    text = following("prismatic:" + axis, "screw:<screw_thread_pitch>1</screw_thread_pitch>" + axis)
    assert load_sdf(text).nq == 3
    free, tied = load_sdf(text), load_sdf(text, mimic=True)
    assert tied.nq == 1
    follower = -2 * (0.7 - 0.25) + 0.5
    expected = placements(free, [0.7, follower, follower])
    for key, T in placements(tied, [0.7]).items():
        assert_agree(T, expected[key], 1e-15)


def test_mimics_of_the_axes_of_a_universal_joint() -> None:
    """Leader is the second axis of one, follower the first of another."""
    leader = "universal:" + AXIS + AXIS2
    follower = (
        "universal:<axis><xyz>1 0 0</xyz>"
        + mimic("j0", 3, 0, 0, axis="axis2")
        + "</axis><axis2><xyz>0 0 1</xyz></axis2>"
    )
    text = following(leader, follower)
    free, tied = load_sdf(text), load_sdf(text, mimic=True)
    assert tied.joint_names == ("universe", "lead", "j0", "j0_axis2", "j1", "j1_axis2")
    expected = placements(free, [0.1, 0.2, 0.3, 0.9, 0.4])
    found = placements(tied, [0.1, 0.2, 0.3, 0.4])
    for key in expected.keys() - {("j0", "joint"), ("j1", "joint")}:
        assert_agree(found[key], expected[key], 1e-15)


# --- inertias and shapes


def test_what_an_inertia_lacks_is_one_by_the_specification() -> None:
    with pytest.warns(UserWarning, match="<link name='a'>: no <inertial>; by the specification"):
        assert load_sdf(robot(link("a", inertial=""))).inertias[0].tolist() == [
            1, 0, 0, 0, 1, 0, 1, 0, 0, 1,
        ]  # fmt: skip
    partly = "<inertial><inertia><ixx>2</ixx><iyy>2</iyy></inertia></inertial>"
    with pytest.warns(UserWarning, match="no <mass>, <izz>;"):
        assert load_sdf(robot(link("a", inertial=partly))).inertias[0].tolist() == [
            1, 0, 0, 0, 2, 0, 2, 0, 0, 1,
        ]  # fmt: skip


def test_shapes(tmp_path: Path) -> None:
    shapes = {
        "<box><size>1 2 3</size></box>": Box((1, 2, 3)),
        "<sphere><radius>2</radius></sphere>": Sphere(2),
        "<cylinder><radius>2</radius><length>3</length></cylinder>": Cylinder(2, 3),
        "<capsule><radius>2</radius><length>3</length></capsule>": Capsule(2, 3),
        "<ellipsoid><radii>1 2 3</radii></ellipsoid>": Ellipsoid((1, 2, 3)),
        "<plane><normal>0 0 1</normal><size>1 1</size></plane>": Plane(),
        "<mesh><uri>model://a/b.dae</uri><scale>1 1 2</scale></mesh>": Mesh(
            "model://a/b.dae", (1, 1, 2), str(tmp_path), (str(tmp_path),)
        ),
    }
    inside = "".join(
        f'<visual name="v">{pose("1 0 0 0 0 0")}<geometry>{shape}</geometry></visual>'
        for shape in shapes
    )
    collision = (
        f'<collision name="c">{pose("0 0 0 0 0 0", "b")}<geometry><sphere>'
        "<radius>1</radius></sphere></geometry></collision>"
    )
    links = link("a", inside + collision), link("b", pose("0 0 3 0 0 0"))
    text = robot(*links, joint("j", "a", "b"))
    *visuals, last = load_sdf(write(tmp_path, "main.sdf", text), package_dirs=[tmp_path]).geometries
    assert [g.shape for g in visuals] == list(shapes.values())
    assert [g.name for g in visuals] == [f"a_{i}" for i in range(len(shapes))]
    assert {(g.kind, g.body, g.placement.translation.flat) for g in visuals} == {
        ("visual", "a", (1, 0, 0))
    }
    assert (last.kind, last.name) == ("collision", "a_0")
    assert last.placement.translation.flat == (0, 0, 3)


@pytest.mark.parametrize("normal", [(0, 0, -2), (1, 0, 0), (0.3, -0.4, -0.9), (0.1, 0.2, 0.3)])
def test_the_normal_of_a_plane_is_the_z_of_its_placement(normal: tuple[float, ...]) -> None:
    plane = f"<plane><normal>{text_of(normal)}</normal></plane>"
    inside = f'<visual name="v"><geometry>{plane}</geometry></visual>'
    (geometry,) = load_sdf(robot(link("a", inside))).geometries
    R = np.array([list(row) for row in geometry.placement.rotation])
    assert_agree(R[:, 2], np.array(normal) / np.linalg.norm(normal), 1e-15)
    assert_agree(R.T @ R, np.eye(3), 1e-15)
    assert np.linalg.det(R) == pytest.approx(1.0)
    if normal[2] >= 0:  # the shortest rotation: a vector across both keeps its direction
        across = np.cross([0, 0, 1], normal)
        assert_agree(R @ across, across, 1e-15)


@pytest.mark.parametrize(
    ("material", "color"),
    [
        ("", None),
        ("<material><diffuse>0.1 0.2 0.3 0.4</diffuse></material>", (0.1, 0.2, 0.3, 0.4)),
        ("<material><diffuse>1 0 0</diffuse><ambient>0 0 0</ambient></material>", (1, 0, 0, 1)),
        ("<material><ambient>0 0 1 1</ambient></material>", (0, 0, 1, 1)),
        ("<material><script><name>Gazebo/Red</name></script></material>", None),
    ],
)
def test_colors(material: str, color: Any) -> None:
    inside = (
        '<visual name="v"><geometry><sphere><radius>1</radius></sphere></geometry>'
        + material
        + "</visual>"
    )
    assert load_sdf(robot(link("a", inside))).geometries[0].color == color


@pytest.mark.parametrize(
    ("inside", "says"),
    [
        ('<visual name="v"><geometry><heightmap/></geometry></visual>', "it holds <heightmap>"),
        (
            '<visual name="v"><geometry><empty/></geometry><material><diffuse>2 0 0</diffuse>'
            "</material></visual>",
            None,
        ),
    ],
)
def test_what_is_left_out(inside: str, says: str | None) -> None:
    text = robot(link("a", inside))
    found = [str(finding) for finding in check_sdf(text)]
    if says is None:
        assert not found
        load_sdf(text)
        return
    with pytest.warns(UserWarning, match=says):
        load_sdf(text)
    assert [finding for finding in found if says in finding]
