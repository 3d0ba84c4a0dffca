"""The SDF that a model writes: it loads back to the same robot."""

import warnings
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from agreement import assert_agree
from round_trips import assert_same_dynamics, grown, placement, ten, with_shapes
from trees import TREES, random_inertia, sprung

import kinetree as kt
from kinetree.formats.installed import installed_robots
from kinetree.model import shapes

OF_SDF = [
    *("revolute", "revolute_skew", "prismatic", "prismatic_skew", "continuous", "continuous_skew"),
    *("helical", "helical_skew", "universal", "universal_skew", "spherical"),
]
ROBOTS = [name for name in installed_robots() if name != "ur_description/ur3"]
FIRST = {name.partition("/")[0]: (name, True) for name in reversed(ROBOTS)}  # of each package
ANGLES = {"lower_position_limits", "upper_position_limits"}
OF_AXES = {"damping", "friction", "stiffness", "velocity_limits", "effort_limits", *ANGLES}


def plain(model):
    """The robot without what an SDF cannot say."""
    return model.replace(gravity=[0, 0, -9.81], armature=np.zeros(model.nv))


def reloaded(model, **options):
    with warnings.catch_warnings(action="error"):
        text = kt.to_sdf(model)
    return kt.load_sdf(text, **options)


def same_robot(model, other):
    """Structure and parameters; a rotation passes through three angles."""
    assert other.name == model.name and other.joint_names == model.joint_names
    assert other.parents.tolist() == model.parents.tolist()
    for one, two in zip(model.joints, other.joints, strict=True):
        assert type(one.type) is type(two.type) and one.q_slice == two.q_slice
    assert_agree(other.placements, model.placements, 1e-15)
    assert_agree(other.inertias, model.inertias, 1e-14)
    for j in (j for j in model.free_joints if hasattr(j.type, "axis") or hasattr(j.type, "axis1")):
        for key in OF_AXES - (ANGLES if isinstance(j.type, kt.Continuous) else set()):
            at = j.q_slice if "position" in key else j.v_slice
            one, two = (np.clip(getattr(m, key)[at], -1e16, 1e16) for m in (model, other))
            assert_agree(two, one, 1e-15)
        if model.stiffness[j.v_slice].any():
            assert_agree(
                other.spring_reference[j.q_slice], model.spring_reference[j.q_slice], 1e-15
            )


# --- dynamics


@pytest.mark.parametrize("seed", range(12))
def test_random_trees_come_back(seed):
    model = grown(np.random.default_rng(seed), OF_SDF)
    other = reloaded(model)
    same_robot(model, other)
    assert_same_dynamics(model, other, seed, op="op")
    for frame in (f for f in model.frames if f.kind == "body"):
        assert_agree(ten(other.frame(frame.name).inertia), ten(frame.inertia), 1e-13)
    assert reloaded(other).frame_names == other.frame_names


@pytest.mark.parametrize("kind", OF_SDF)
def test_every_joint_of_an_sdf_comes_back(kind):
    model = plain(sprung(kind) if kind != "spherical" else TREES[kind].model)
    assert model.stiffness.any() == (kind != "spherical")
    other = reloaded(model)
    same_robot(model, other)
    assert_same_dynamics(model, other)


def test_mimics_come_back():
    rng = np.random.default_rng(0)
    b = kt.ModelBuilder("mimics")
    for k, joint in enumerate(
        [
            kt.Helical([1, 2, 3], 0.3),
            kt.Mimic("j0", -0.7, 0.3),
            kt.Mimic("j1", 1 / 3, 0.1, kt.Prismatic("y")),
            kt.Continuous([3, 1, 2]),
            kt.Mimic("j3", -2, 0.4, kt.Continuous("y")),
        ]
    ):
        at, inertia = placement(rng), random_inertia(rng)
        where = {"parent": f"b{k - 2}" if k > 1 else "world", "placement": at, "inertia": inertia}
        b.add_body(f"b{k}", joint=joint, joint_name=f"j{k}", **where)
    model = b.build()
    other = reloaded(model, mimic=True)
    same_robot(model, other)
    assert_same_dynamics(model, other)


@pytest.mark.sweep
@pytest.mark.parametrize("name, floating", [*((x, False) for x in ROBOTS), *FIRST.values()])
def test_installed_robots_come_back(name, floating):
    with warnings.catch_warnings(action="ignore"):
        model = kt.load(name, floating_base=floating)
        other = reloaded(model, floating_base=floating)
    same_robot(model, other)
    assert len(other.geometries) == len(model.geometries)


# --- roots, frames, names


def kinds_of(model):
    return [x.get("type") for x in ElementTree.fromstring(kt.to_sdf(model)).iter("joint")]


def test_a_floating_base_has_no_joint():
    model = kt.load("panda", floating_base=True)
    other = reloaded(model, floating_base=True)
    same_robot(model, other)
    assert [(f.name, f.kind) for f in other.frames] == [(f.name, f.kind) for f in model.frames]
    assert len(kinds_of(model)) == sum(f.kind.endswith("joint") for f in model.frames) - 1
    two = model.append(model, frame="universe", prefix="second_")
    with pytest.warns(
        UserWarning, match="panda: joints of its SDF are loaded by other names: 'pan"
    ):
        kt.to_sdf(two)


def test_a_fixed_base_is_fixed_to_the_world():
    model = kt.load("panda")
    other = reloaded(model)
    added = {f.name: f.kind for f in other.frames if f.name not in model.frame_names}
    assert added == {"panda_link0_joint": "fixed_joint"}
    assert other.frame("panda_link0").placement == kt.SE3.identity()
    assert ElementTree.fromstring(kt.to_sdf(model)).find("model/joint/parent").text == "world"
    assert reloaded(other).frame_names == other.frame_names


def test_a_link_called_world_is_the_world():
    model = kt.load("ur5")
    assert model.frame_names[1] == "world"
    other = reloaded(model)
    assert {*model.frame_names} - {*other.frame_names} == {"world"}
    assert {*other.frame_names} <= {*model.frame_names}
    heavy = model.replace(inertias=[kt.Inertia.of_sphere(1.0, 0.1).parameters.flat] * 7)
    assert reloaded(heavy).frame("world_").inertia.mass == 1.0


def test_what_is_fixed_to_the_universe():
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Revolute("x"), placement=shifted(1))
    b.add_body("base", joint=kt.Fixed(), placement=shifted(2))
    b.add_body("c", joint=kt.Revolute("x"), placement=shifted(3))
    b.add_frame("tip", parent="world", placement=shifted(4))
    b.add_geometry("ground", parent="world", shape=shapes.Plane(), placement=shifted(5))
    model = b.build()
    other = reloaded(model)
    assert_same_dynamics(model, other, op="op")
    assert other.geometries[0].placement.translation[0] == 5
    ends = {x.find("child").text: x.find("parent").text for x in joints_of(model)}
    assert ends == {"a": "world", "base": "world", "c": "base"}


def joints_of(model):
    return ElementTree.fromstring(kt.to_sdf(model)).iter("joint")


def shifted(x):
    return kt.SE3(np.eye(3), [x, 0, 0])


def test_names_that_two_things_share():
    b = kt.ModelBuilder("r")
    b.add_body("free", joint=kt.FreeFlyer(), joint_name="root_joint")
    b.add_body("world", joint=kt.Revolute("x"), joint_name=" x::y")
    b.add_body("x__y", parent="world", joint=kt.Fixed(), joint_name="f")
    b.add_body("b", parent="world", joint=kt.Mimic(" x::y", 2), joint_name="f_")
    b.add_frame("f", parent="free")
    model = b.build()
    with pytest.warns(
        UserWarning, match="r: joints of its SDF .* by other names: 'x__y'."
    ) as caught:
        text = kt.to_sdf(model)
    assert caught[0].filename == __file__
    other = kt.load_sdf(text, floating_base=True, mimic=True)
    assert other.joint_names == ("universe", "root_joint", "x__y", "f_")
    names = [f.name for f in other.frames if f.kind != "joint"]
    assert names == ["universe", "free", "world_", "f__", "x__y_", "b", "f"]


# --- numbers and shapes


def test_limits_and_springs():
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Revolute("x"), upper=1.0, effort_limit=5.0)
    b.add_body("b", joint=kt.Continuous("x"), velocity_limit=3.0)
    b.add_body("c", joint=kt.Universal("x", "y"), lower=[-1, -2], damping=[0.0, 3.0])
    other = reloaded(b.build())
    assert other.effort_limits.tolist() == [5, *[np.inf] * 3]
    assert other.velocity_limits.tolist() == [np.inf, 3, np.inf, np.inf]
    assert other.damping.tolist() == [0, 0, 0, 3]
    assert other.lower_position_limits.tolist() == [-np.inf] * 3 + [-1, -2]


def test_geometries_come_back():
    given = [
        shapes.Box((0.1, 0.2, 1 / 3)),
        shapes.Sphere(0.1),
        shapes.Cylinder(0.1, 2.0),
        shapes.Capsule(0.1, 0.2),
        shapes.Ellipsoid((0.1, 0.2, 0.3)),
        shapes.Plane(),
        shapes.Mesh("model://p/m.stl", (1.0, 2.0, 1 / 3)),
    ]
    b = with_shapes(np.random.default_rng(0), given)
    for i, mu in enumerate((0.3, 1.0)):
        touch = {"kind": "collision", "friction": (mu, 0.005, 0.0001)}
        b.add_geometry(f"a_{i}", parent="a", shape=given[i], **touch)
    b.add_geometry("hull", parent="a", shape=shapes.Convex(((0, 0, 0), *np.eye(3).tolist())))
    model = b.build()
    with pytest.warns(UserWarning, match=r"r: an SDF lacks the shapes of 'hull' \(Convex\); they"):
        other = kt.load_sdf(kt.to_sdf(model))
    assert len(other.geometries) == len(model.geometries) - 1
    for g in other.geometries:
        (was,) = (x for x in model.geometries if (x.name, x.kind) == (g.name, g.kind))
        assert_agree(g.placement.matrix, was.placement.matrix, 1e-15)
        assert g == replace(was, placement=g.placement)


# --- what an SDF cannot say


def test_everything_that_an_sdf_cannot_say_is_named_at_once():
    tree = sprung("mixed_mimics")
    with pytest.raises(kt.ModelError) as error:
        kt.to_sdf(tree)
    first, joints, armature, stiffness, gravity = str(error.value).splitlines()
    assert first == "mixed_mimics is not an SDF, because of"
    assert (
        "'planar_joint' (Planar())" in joints and "screw, universal, ball, floating (at" in joints
    )
    assert "'free_flyer_joint' (FreeFlyer())" in joints and "Helical" not in joints
    assert "kt.to_sdf(model.replace(armature=[0.0] * model.nv))" in armature
    assert "'spherical_joint'" in stiffness and "revolute" not in stiffness
    assert "kt.to_sdf(model.replace(gravity=[0.0, 0.0, -9.81]))" in gravity


@pytest.mark.parametrize("write", [kt.to_sdf, kt.to_urdf])
def test_what_is_no_model(write):
    with pytest.raises(kt.ModelError, match=f"{write.__name__}.* expected a kt.Model"):
        write("panda")


def test_a_floating_base_elsewhere_is_refused():
    model = kt.load("panda", floating_base=True, base_placement=shifted(1))
    with pytest.raises(
        kt.ModelError, match=r"the joints 'root_joint' \(FreeFlyer\(\)\): an SDF has"
    ):
        kt.to_sdf(model)


@pytest.mark.parametrize(("write", "what"), [(kt.to_urdf, "a URDF"), (kt.to_sdf, "an SDF")])
def test_constraints_are_left_out_with_a_warning(write, what):
    ties = [kt.Coupling(name, "joint2", "joint1", (0.0, 1.0)) for name in ("tie", "rope")]
    arm = kt.robots.arm().replace(armature=[0.0] * 7, constraints=ties)
    with pytest.warns(UserWarning, match=f"arm: {what} lacks constraints; 'tie', 'rope' are left"):
        text = write(arm)
    assert text == write(arm.replace(constraints=[]))
