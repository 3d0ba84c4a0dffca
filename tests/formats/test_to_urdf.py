"""The URDF that a model writes: it loads back to the same robot, here and in Pinocchio."""

import warnings
from xml.etree import ElementTree

import numpy as np
import pinocchio
import pytest
from agreement import assert_agree
from round_trips import assert_same_dynamics, grown, placement, states, ten, with_shapes
from scipy.spatial.transform import Rotation
from trees import TREES, random_inertia, sprung

import kinetree as kt
from kinetree.formats.installed import installed_robots
from kinetree.model import shapes
from kinetree.parameters import OF_JOINTS

OF_URDF = [
    "revolute",
    "revolute_skew",
    "prismatic",
    "prismatic_skew",
    "continuous",
    "continuous_skew",
    "planar",
    "free_flyer",
]
ROBOTS = [name for name in installed_robots() if name != "ur_description/ur3"]


def reloaded(model, **options):
    return kt.load_urdf(kt.to_urdf(model), **options)


def unlimited(x):
    return np.clip(x, -1e16, 1e16)


def text_of_tree(rng):
    """A URDF of revolute and fixed joints with random names, links hung on each other at random."""
    names = [f"{letter}{i}" for i, letter in enumerate(rng.choice(list("abcdefgh"), 14))]
    parts = ['<robot name="r"><link name="l"/>']
    for i, name in enumerate(names):
        parent = f"l{rng.integers(i)}" if i and rng.random() < 0.9 else "l"
        kind = "fixed" if rng.random() < 0.6 else "continuous"
        parts.append(
            f'<link name="l{i}"/><joint name="{name}" type="{kind}"><parent link="{parent}"/>'
            f'<child link="l{i}"/><origin xyz="{i} 0 0"/><axis xyz="0 0 1"/></joint>'
        )
    return "".join([*parts, "</robot>"])


# --- dynamics


@pytest.mark.filterwarnings("ignore:.*<(limit|turnGravityOff)>")
@pytest.mark.parametrize("name", ROBOTS)
def test_robots_from_files_come_back(name):
    model = kt.load(name, floating_base=True)
    other = reloaded(model)
    assert other.name == model.name and other.joint_names == model.joint_names
    assert other.parents.tolist() == model.parents.tolist()
    assert [repr(j.type) for j in other.joints] == [repr(j.type) for j in model.joints]
    assert_agree(other.placements, model.placements, 1e-15)
    assert_agree(other.inertias, model.inertias, 1e-15)
    for key in OF_JOINTS:
        assert (unlimited(getattr(other, key)) == unlimited(getattr(model, key))).all()
    for frame in model.frames:
        again = other.frame(frame.name, kind=frame.kind)
        assert again.joint == frame.joint
        assert_agree(again.placement.matrix, frame.placement.matrix, 1e-15)
    assert len(other.geometries) == len(model.geometries)


@pytest.mark.parametrize("seed", range(12))
def test_dynamics_of_random_trees_comes_back(seed):
    model = grown(np.random.default_rng(seed), OF_URDF)
    other = reloaded(model)
    assert_same_dynamics(model, other, seed)
    for frame in (f for f in model.frames if f.kind == "body"):
        assert_agree(ten(other.frame(frame.name).inertia), ten(frame.inertia), 1e-13)
    heavier = model.replace(inertias=2 * model.inertias)  # whose links then have unknown inertias
    assert_agree(reloaded(heavier).inertias, 2 * other.inertias, 1e-13)


@pytest.mark.parametrize("kind", OF_URDF)
def test_every_joint_of_a_urdf_comes_back(kind):
    tree = TREES[kind].model
    model = tree.replace(gravity=[0, 0, -9.81], armature=np.zeros(tree.nv))
    other = reloaded(model)
    assert [repr(j.type) for j in other.joints] == [repr(j.type) for j in model.joints]
    assert_same_dynamics(model, other)


@pytest.mark.parametrize("seed", range(4))
def test_mimics_come_back(seed):
    rng = np.random.default_rng(seed)
    b = kt.ModelBuilder("mimics")
    for k, joint in enumerate(
        [
            kt.Revolute([1, 2, 3]),
            kt.Mimic("j0", -0.7, 0.3),
            kt.Mimic("j1", 1 / 3, 0.1, kt.Prismatic("y")),
            kt.Continuous([3, 1, 2]),
            kt.Mimic("j3", -2, 0.4, kt.Continuous("y")),
        ]
    ):
        parent = rng.choice(["world", *[f"b{i}" for i in range(k)]])
        at, inertia = placement(rng), random_inertia(rng)
        b.add_body(
            f"b{k}", parent=parent, joint=joint, joint_name=f"j{k}", placement=at, inertia=inertia
        )
    model = b.build()
    other = reloaded(model, mimic=True)
    assert other.nv == model.nv == 2
    assert_same_dynamics(model, other, seed)


def test_a_mimic_of_a_continuous_joint_loaded_as_an_angle_comes_back():
    model = kt.load("talos_full", mimic=True)
    assert model.coupled
    other = reloaded(model, mimic=True)
    assert (other.nq, other.joint_names) == (model.nq, model.joint_names)
    assert [repr(j.type) for j in other.joints] == [repr(j.type) for j in model.joints]


@pytest.mark.parametrize("seed", range(3))
def test_pinocchio_reads_the_same_robot(seed):
    rng = np.random.default_rng(seed)
    model = grown(rng, [kind for kind in OF_URDF if kind != "continuous_skew"])
    peer = pinocchio.buildModelFromXML(kt.to_urdf(model))
    assert_pinocchio(reloaded(model), peer, rng)


def assert_pinocchio(model, peer, rng):
    assert list(peer.names) == list(model.joint_names)
    q, v, a = states(model, rng)
    tau, T = kt.rnea.evaluate(model, q, v, a), kt.frame_placements.evaluate(model, q)
    data = peer.createData()
    for i in range(len(q)):
        assert_agree(pinocchio.rnea(peer, data, q[i], v[i], a[i]), tau[i], 1e-13)
        pinocchio.framesForwardKinematics(peer, data, q[i])
        for frame, place in zip(model.frames, T[i], strict=True):
            if frame.kind == "body":
                k = peer.getFrameId(frame.name, pinocchio.FrameType.BODY)
                assert_agree(data.oMf[k].homogeneous, place, 1e-13)


# --- order


def test_the_order_of_a_urdf_is_kept():
    out_of_order = 0
    for seed in range(60):
        model = kt.load_urdf(text_of_tree(np.random.default_rng(seed)))
        other = reloaded(model)
        assert other.joint_names == model.joint_names
        assert other.parents.tolist() == model.parents.tolist()
        for i in range(model.njoints):
            names = [j.name for j in model.joints if j.parent == i]
            out_of_order += names != sorted(names)
    assert out_of_order > 20  # links that are fixed to a link keep the order of these


@pytest.mark.parametrize("names", ["cba", "cab", "bac"])
def test_joints_that_cannot_be_in_order_are_the_same_by_name(names):
    rng = np.random.default_rng(0)
    b = kt.ModelBuilder("disorder")
    for name in names:
        b.add_body(
            f"body {name}", joint=kt.Revolute("x"), joint_name=name, placement=placement(rng)
        )
    model = b.build().replace(inertias=[random_inertia(rng).parameters.flat for _ in range(4)])
    with pytest.warns(UserWarning, match="disorder: .* are loaded in another order"):
        other = reloaded(model)
    assert other.joint_names == ("universe", "a", "b", "c") != model.joint_names
    assert_same_dynamics(model, other)


def test_links_hang_on_the_link_that_moves_where_the_order_allows():
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Revolute("x"))
    b.add_body("camera", parent="a", joint=kt.Fixed(), joint_name="z")
    b.add_body("lens", parent="camera", joint=kt.Fixed(), joint_name="y")
    b.add_body("b", parent="lens", joint=kt.Revolute("x"), joint_name="x")
    root = ElementTree.fromstring(kt.to_urdf(b.build()))
    parents = {j.get("name"): j.find("parent").get("link") for j in root.findall("joint")}
    assert parents == {"a_joint": "world", "x": "a", "y": "a", "z": "a"}


# --- roots, frames, names


def test_a_base_that_moves_or_stands_elsewhere_needs_no_keyword():
    at = placement(np.random.default_rng(0))
    for model in (
        kt.load("panda", floating_base=True, base_placement=at),
        kt.load("panda", floating_base=kt.Planar()),
        kt.load("panda", base_placement=at),
        kt.load("panda"),
    ):
        assert_same_dynamics(model, reloaded(model))
    root = ElementTree.fromstring(kt.to_urdf(kt.load("panda", floating_base=True)))
    first = next(j for j in root.findall("joint") if j.get("name") == "root_joint")
    assert (first.get("type"), first.find("parent").get("link")) == ("floating", "world")
    root = ElementTree.fromstring(kt.to_urdf(kt.load("panda")))
    assert {link.get("name") for link in root.findall("link")} == {
        f.name for f in kt.load("panda").frames if f.kind == "body"
    }


def test_inertia_of_the_universe_comes_back():
    rng = np.random.default_rng(0)
    b = kt.ModelBuilder("r")
    b.add_body("base", joint=kt.Fixed(), placement=placement(rng), inertia=random_inertia(rng))
    b.add_body("a", parent="base", joint=kt.Revolute("x"), inertia=random_inertia(rng))
    model = b.build()
    assert model.inertias[0, 0] > 0
    assert_agree(reloaded(model).inertias, model.inertias, 1e-14)


def test_point_masses_and_tensors_without_mass_come_back():
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Revolute("x"), inertia=kt.Inertia(2, [0, 0.3, 0], np.zeros((3, 3))))
    b.add_body("b", joint=kt.Revolute("x"), inertia=kt.Inertia(0, [0, 0, 0], np.eye(3)))
    b.add_body("c", joint=kt.Revolute("x"))
    model = b.build()
    assert_agree(reloaded(model).inertias, model.inertias, 1e-15)


def test_names_that_two_things_share():
    b = kt.ModelBuilder("r")
    b.add_body("world", joint=kt.Revolute("x"), joint_name="x")
    b.add_body("tip", parent="world", joint=kt.Fixed(), joint_name="x", placement=shifted(0.1))
    b.add_frame("tip", parent="world", placement=shifted(0.2))
    b.add_frame("tip_joint", parent="world", placement=shifted(0.3))
    b.add_frame("x", parent="world", placement=shifted(0.4))
    model = b.build()
    other = reloaded(model)
    assert other.joint_names == model.joint_names
    places = {f.name: f.placement.translation[0] for f in other.frames if f.kind == "body"}
    assert places == {"world_": 0, "world": 0, "tip": 0.1, "tip_": 0.2, "tip_joint": 0.3, "x": 0.4}


def shifted(x):
    return kt.SE3(np.eye(3), [x, 0, 0])


def test_frames_without_the_usual_company():
    """Frames that no builder makes so: a joint without a body at it, a fixed joint without one."""
    whole = kt.robots.arm().replace(armature=np.zeros(7))
    frames = [f for f in whole.frames if f.name not in ("link3", "base")]
    model = whole.replace()
    vars(model)["frames"] = tuple(
        kt.model.Frame(f.name, "fixed_joint" if f.name == "tool" else f.kind, f.joint, f.placement)
        for f in frames
    )
    other = reloaded(model)
    assert other.joint_names == whole.joint_names
    assert {"world", "joint3_link", "tool"} <= set(other.frame_names)
    q = np.linspace(-1, 1, 7)
    for name in ("tool", "link7"):
        one, two = (kt.frame_placement.evaluate(m, q, frame=name) for m in (whole, other))
        assert_agree(two, one, 1e-14)


@pytest.mark.parametrize(
    "name", ["<a>&'\"", "two words", "\u673a\u5668 \U0001f916", "line\nend\t", "0"]
)
def test_names_of_any_characters(name):
    b = kt.ModelBuilder(name)
    b.add_body(name, joint=kt.Revolute("x"), joint_name=name)
    b.add_geometry(name, parent=name, shape=shapes.Mesh(f"package://{name}/m.stl"))
    other = reloaded(b.build())
    assert (other.name, other.joint_names[1], other.frame_names[-1]) == (name,) * 3
    assert other.geometries[0].shape.uri == f"package://{name}/m.stl"
    assert list(pinocchio.buildModelFromXML(kt.to_urdf(b.build())).names)[1:] == [name]


# --- numbers


def test_rotations_are_exact_at_any_pitch():
    rng = np.random.default_rng(0)
    turns = [*Rotation.random(300, random_state=rng).as_matrix()]
    for gap in (0.0, 1e-16, 1e-12, 1e-9, 1e-8, 1e-4):
        for pitch in (np.pi / 2 - gap, gap - np.pi / 2):
            angles = [*rng.uniform(-4, 4, 2), pitch]
            turns.append(Rotation.from_euler("ZXY", [angles[0], angles[1], pitch]).as_matrix())
            turns.append(Rotation.from_euler("xyz", [angles[0], pitch, angles[1]]).as_matrix())
    b = kt.ModelBuilder("r")
    for i, R in enumerate(turns):
        b.add_body(f"b{i:03d}", joint=kt.Prismatic("x"), placement=kt.SE3(R, [0, 0, 0]))
    model = b.build()
    assert abs(reloaded(model).placements - model.placements).max() < 1e-15


def test_right_angles_and_lengths_come_back_to_the_bit():
    b, rng = kt.ModelBuilder("r"), np.random.default_rng(0)
    for i, R in enumerate(Rotation.create_group("O").as_matrix()):
        at = kt.SE3(R.round(), rng.normal(size=3))
        axis = rng.normal(size=3).tolist()
        b.add_body(f"b{i:02d}", joint=kt.Revolute(axis), placement=at, lower=-1 / 3, upper=1 / 7)
    model = b.build()
    other = reloaded(model)
    assert (other.placements == model.placements).all()
    assert (other.upper_position_limits == model.upper_position_limits).all()
    for one, two in zip(model.joints, other.joints, strict=True):
        assert one.type.axis.flat == two.type.axis.flat


def test_limits_that_are_infinite():
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Revolute("x"), upper=1.0, effort_limit=5.0)
    b.add_body("b", joint=kt.Continuous("x"), velocity_limit=3.0)
    b.add_body("c", joint=kt.Continuous("x"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # no revolute joint without limits
        other = reloaded(b.build())
    assert other.lower_position_limits[0] == -1e16 and other.upper_position_limits[0] == 1.0
    assert other.effort_limits.tolist() == [5.0, 1e16, np.inf]
    assert other.velocity_limits.tolist() == [1e16, 3.0, np.inf]
    assert pinocchio.buildModelFromXML(kt.to_urdf(b.build())).nq == 5


# --- geometries


def test_geometries_come_back():
    given = [
        shapes.Box((0.1, 0.2, 1 / 3)),
        shapes.Sphere(0.1),
        shapes.Cylinder(0.1, 2.0),
        shapes.Capsule(0.1, 0.2),
        shapes.Mesh("package://p/m.stl", (1.0, 2.0, 1 / 3)),
    ]
    b = with_shapes(np.random.default_rng(0), given)
    b.add_geometry("a_0", parent="a", shape=given[0], kind="collision", color=(1, 1, 1, 1))
    b.add_geometry("tool_0", parent="tool", shape=given[1], kind="collision")
    model = b.build()
    other = reloaded(model)
    for g in model.geometries:
        (again,) = (x for x in other.geometries if (x.name, x.kind) == (g.name, g.kind))
        assert (again.body, again.joint, again.shape) == (g.body, g.joint, g.shape)
        assert again.color == (g.color if g.kind == "visual" else None)
        assert_agree(again.placement.matrix, g.placement.matrix, 1e-15)
    peer = pinocchio.buildModelFromXML(text := kt.to_urdf(model))
    found = pinocchio.buildGeomFromUrdfString(peer, text, pinocchio.GeometryType.COLLISION)
    assert found.ngeoms == 2


def test_meshes_are_found_from_anywhere():
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Revolute("x"))
    b.add_geometry("a_0", parent="a", shape=shapes.Mesh("meshes/a.stl", folder="/robots/arm"))
    b.add_geometry("a_1", parent="a", shape=shapes.Mesh("/meshes/a.stl", folder="/robots/arm"))
    uris = [g.shape.uri for g in reloaded(b.build()).geometries]
    assert uris == ["/robots/arm/meshes/a.stl", "/meshes/a.stl"]


def test_shapes_that_a_urdf_lacks_are_left_out_with_a_warning():
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Revolute("x"))
    b.add_geometry("floor", parent="world", shape=shapes.Plane())
    b.add_geometry("egg", parent="a", shape=shapes.Ellipsoid((1, 2, 3)))
    b.add_geometry("ball", parent="a", shape=shapes.Sphere(1))
    message = r"r: a URDF lacks the shapes of 'floor' \(Plane\), 'egg' \(Ellipsoid\); they are"
    with pytest.warns(UserWarning, match=message) as caught:
        other = reloaded(b.build())
    assert caught[0].filename == __file__
    assert [type(g.shape) for g in other.geometries] == [shapes.Sphere]


# --- what a URDF cannot say


def test_everything_that_a_urdf_cannot_say_is_named_at_once():
    tree = sprung("mixed_mimics")
    with pytest.raises(kt.ModelError) as error:
        kt.to_urdf(tree)
    first, joints, armature, stiffness, gravity = str(error.value).splitlines()
    assert first == "mixed_mimics is not a URDF, because of"
    odd = {
        j.name
        for j in tree.joints
        if j.name.removesuffix("_joint") not in (*OF_URDF, "follower", "turner", "second")
    }
    assert len(odd) > 5
    for name in odd:
        assert f"{name!r} (" in joints
    assert "'helical_skew_joint' (Helical([" in joints and "use kt.save" in joints
    assert all(f"{kind}_joint'" not in joints for kind in OF_URDF)
    assert "kt.to_urdf(model.replace(armature=[0.0] * model.nv))" in armature
    assert "kt.to_urdf(model.replace(stiffness=[0.0] * model.nv))" in stiffness
    assert "kt.to_urdf(model.replace(gravity=[0.0, 0.0, -9.81]))" in gravity


def test_the_advice_works():
    tree = TREES["revolute"].model
    model = tree.replace(armature=[0.0] * tree.nv).replace(gravity=[0.0, 0.0, -9.81])
    other = reloaded(model).replace(armature=tree.armature, gravity=tree.gravity)
    assert_same_dynamics(tree, other)


def test_mimics_that_a_urdf_cannot_say():
    model = TREES["mimic_of_helical"].model
    with pytest.raises(kt.ModelError, match=r"the joints .*'mid_joint' \(Mimic\('link_joint'"):
        kt.to_urdf(model)


def one(name="r", joint_name="j", mass=1.0, moment=0.0):
    b = kt.ModelBuilder(name)
    b.add_body("a", joint=kt.Revolute("x"), joint_name=joint_name)
    return b.build().replace(inertias=[[0] * 10, [mass, moment, 0, 0, 1, 0, 1, 0, 0, 1]])


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (one(mass=0, moment=1), r"the body of joint 'j': a first moment of \[1.0, 0.0, 0.0\] kg m"),
        (one(mass=1e-300, moment=1e200), "the body of joint 'j': a first moment"),
        (one(name=" "), "an empty name, of the robot, a joint or a frame"),
        (one(joint_name="\0"), r"a name has a character that XML lacks: 'joint name=\"\\x00'"),
        (one(joint_name="\ud800"), "a name has a character that XML lacks"),
        (one().replace(gravity=kt.Array([0, 0, 1j])), "r: gravity holds symbols"),
    ],
)
def test_what_else_a_urdf_cannot_say(model, message):
    with pytest.raises(kt.ModelError, match=message):
        kt.to_urdf(model)
