"""SRDF: Pinocchio's configurations and rotors; groups, passive joints, collisions."""

import math
import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest
from agreement import assert_agree
from test_geometry import without_meshes
from urdf_text import INERTIAL, LIMB, joint, link, mimic, robot

import kinetree as kt
from kinetree import load_urdf
from kinetree.errors import ModelError
from kinetree.formats.installed import installed_robots
from kinetree.formats.srdf import with_srdf

ROBOTS = {name: file for name, file in installed_robots().items() if name != "ur_description/ur3"}
FILES = sorted(next(iter(ROBOTS.values())).parents[2].rglob("*.srdf"))


def beside(file: Path) -> Iterator[Path]:
    """The URDFs of an SRDF's package: those it was written for, and others."""
    yield from (urdf for urdf in ROBOTS.values() if urdf.parents[1] == file.parents[1])


def test_there_are_as_many_as_there_were() -> None:
    assert len(FILES) == 38
    assert [file.stem for file in FILES if not list(beside(file))] == ["cassie_v2"]


@pytest.mark.sweep
@pytest.mark.filterwarnings("ignore:.*<limit>", "ignore:.*is left out")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_configurations_and_rotors_are_pinocchios(file: Path) -> None:
    for urdf, free in zip(beside(file), cycle([True, False])):
        root = [pin.JointModelFreeFlyer()] if free else []
        peer = pin.buildModelFromUrdf(str(urdf), *root)
        pin.loadReferenceConfigurations(peer, str(file))
        model = kt.load(urdf, floating_base=free, srdf=file)
        theirs = {pair.key(): pair.data() for pair in peer.referenceConfigurations}
        assert sorted(model.reference_configurations) == sorted(theirs)
        for name, q in theirs.items():
            np.testing.assert_array_equal(model.reference_configurations[name], q)
        if "rotor_params" in file.read_text():
            pin.loadRotorParameters(peer, str(file))
            np.testing.assert_array_equal(model.rotor_inertia, peer.rotorInertia)
            np.testing.assert_array_equal(model.gear_ratio, peer.rotorGearRatio)
            applied = model.with_rotor_inertias()
            np.testing.assert_array_equal(applied.armature, peer.armature)
            q = model.reference_configurations[min(theirs)]
            M = pin.crba(peer, peer.createData(), q)
            assert_agree(kt.crba.evaluate(applied, q), np.triu(M) + np.triu(M, 1).T, 1e-13)
            assert not applied.rotor_inertia.any()
        assert not model.armature.any()


@pytest.mark.filterwarnings("ignore:.*<limit>", "ignore:.*is left out")
@pytest.mark.parametrize("name", ["panda", "talos_reduced", "romeo_small", "hyq_no_sensors"])
def test_the_pairs_that_pinocchio_removes(name: str) -> None:
    (urdf,) = [file for full, file in ROBOTS.items() if full.endswith(f"/{name}")]
    file = next(file for file in FILES if file.parents[1] == urdf.parents[1])
    text = without_meshes(urdf.read_text())
    peer = pin.buildModelFromXML(text)
    shapes = pin.buildGeomFromUrdfString(peer, text, pin.GeometryType.COLLISION, package_dirs="")
    shapes.addAllCollisionPairs()

    def pairs() -> set[frozenset[str]]:
        bodies = [peer.frames[o.parentFrame].name for o in shapes.geometryObjects]
        return {frozenset((bodies[p.first], bodies[p.second])) for p in shapes.collisionPairs}

    before = pairs()
    pin.removeCollisionPairs(peer, shapes, str(file))
    disabled = {frozenset(pair[:2]) for pair in load_urdf(text, srdf=file).disabled_collisions}
    assert before - pairs() == disabled & before
    assert disabled & before or name == "hyq_no_sensors"


def test_talos() -> None:
    model = kt.load("talos_full", floating_base=True, srdf=SRDF["talos"])
    leg = tuple(f"leg_right_{k}_joint" for k in range(1, 7))
    assert model.groups["r_leg"] == leg
    assert model.groups["all_legs"] == tuple(x.replace("right", "left") for x in leg) + leg
    assert model.groups["torso"] == ("torso_1_joint", "torso_2_joint")
    moved = {name for group in ("l_arm", "r_arm", "l_leg", "r_leg", "head", "torso")
             for name in model.groups[group]}  # fmt: skip
    assert model.groups["all"] == tuple(name for name in model.joint_names if name in moved)
    passive = re.findall(r'<passive_joint name="(.*?)"', SRDF["talos"].read_text())
    assert len(passive) == 12
    idle = {model.v_names[k] for k in np.flatnonzero(~model.actuated)}
    assert idle == {*passive, *(x for x in model.v_names if x.startswith("root_joint"))}
    assert ("arm_left_1_link", "arm_left_2_link", "Adjacent") in model.disabled_collisions


SRDF = {file.stem: file for file in FILES}


@pytest.mark.filterwarnings("ignore:.*is left out")
def test_cassie_stands() -> None:
    """There is no URDF of it, and Pinocchio reads no SDF: compare with the file itself."""
    file = SRDF["cassie_v2"]
    model = kt.load("cassie_v2", floating_base=True, srdf=file)
    told = re.findall(r'<joint name="(\S+)" +value="(.*?)"', file.read_text())
    values = {name: [float(word) for word in value.split()] for name, value in told}
    initial, q = model.reference_configurations.values()
    assert initial[2] == 1.01  # the pose of the root in the SDF
    joints = [j for j in model.joints if j.name in values]
    assert len(joints) > 20 and joints[0].name == "root_joint"
    for j in model.joints:
        assert q[j.q_slice].tolist() == values.get(j.name, j.type.neutral())


# --- one by one


def srdf(*parts: str) -> str:
    """An SRDF, one part a line: `<robot>` is line 1, the first part line 2."""
    return robot(*parts)


def group(name: str, *parts: str) -> str:
    return f'<group name="{name}">{"".join(parts)}</group>'


def has(tag: str, name: str) -> str:
    return f'<{tag} name="{name}"/>'


def chain(base: str, tip: str) -> str:
    return f'<chain base_link="{base}" tip_link="{tip}"/>'


@pytest.mark.parametrize(
    ("parts", "members"),
    [
        ([has("joint", "k1"), has("joint", "j1")], "j1 k1"),  # in the order of the model
        ([has("joint", "fix")], ""),
        ([has("link", "c"), has("link", "g")], "j2 k2"),
        ([has("link", "d"), has("link", "a")], ""),  # they do not move by themselves
        ([chain("a", "e")], "j1 j2 j3"),
        ([chain("b", "d")], "j2"),
        ([chain("e", "g")], "j2 j3 k1 k2"),  # up and down again
        ([chain("c", "c")], ""),
        ([group("x", has("joint", "j2")), has("joint", "k2")], "j2 k2"),
        ([has("group", "later")], "j3"),
        ([], ""),
    ],
)
def test_groups(parts: list[str], members: str) -> None:
    model = load_urdf(LIMB, srdf=srdf(group("g", *parts), group("later", has("joint", "j3"))))
    assert model.groups["g"] == tuple(members.split())
    assert model.groups["later"] == ("j3",)
    assert model.groups.get("x", ("j2",)) == ("j2",)


def test_deep_groups_that_double_end() -> None:
    n = 10_000
    deep = [group(f"g{k}", *[has("group", f"g{k + 1}")] * 2) for k in range(n)]
    model = load_urdf(LIMB, srdf=srdf(*deep, group(f"g{n}", has("joint", "k1"))))
    assert model.groups["g0"] == ("k1",)


def state(name: str, **values: str) -> str:
    inside = "".join(f'<joint name="{joint}" value="{x}"/>' for joint, x in values.items())
    return f'<group_state name="{name}" group="g">{inside}</group_state>'


def test_states() -> None:
    text = srdf(state("s", j1="0.5", j2="0.25", fix="1"), state("t", j2="0.6 0.8"), state("none"))
    model = load_urdf(LIMB, srdf=text)
    poses = {name: q.tolist() for name, q in model.reference_configurations.items()}
    assert poses == {
        "s": [0.5, math.cos(0.25), math.sin(0.25), 0, 0, 0],
        "t": [0, 0.6, 0.8, 0, 0, 0],
        "none": [0, 1, 0, 0, 0, 0],
    }
    angles = load_urdf(LIMB, srdf=srdf(state("s", j2="0.25")), continuous="angle")
    assert angles.reference_configurations["s"].tolist() == [0, 0.25, 0, 0, 0]


def test_a_planar_joint_takes_its_angle_as_moveit_writes_it() -> None:
    text = robot(link("a"), link("b"), joint("p", "a", "b", "planar", '<axis xyz="0 0 1"/>'))
    model = load_urdf(text, srdf=srdf(state("s", p="1 2 0.5"), state("t", p="1 2 0.6 0.8")))
    poses = {name: q.tolist() for name, q in model.reference_configurations.items()}
    assert poses == {"s": [1, 2, math.cos(0.5), math.sin(0.5)], "t": [1, 2, 0.6, 0.8]}
    with pytest.raises(ModelError, match=r"2 numbers; the joint 'p', Planar\(\), has 4"):
        load_urdf(text, srdf=srdf(state("s", p="1 2")))


def test_the_first_state_of_a_name_counts_as_in_pinocchio(tmp_path: Path) -> None:
    text = srdf(state("s", j1="0.5"), state("s", k2="0.25"))
    with pytest.warns(UserWarning, match="<string>:3: <group_state name='s'>: left out: a state"):
        model = load_urdf(LIMB, srdf=text)
    assert model.reference_configurations["s"].tolist() == [0.5, 1, 0, 0, 0, 0]
    peer = pin.buildModelFromXML(LIMB)
    (tmp_path / "r.srdf").write_text(text)
    pin.loadReferenceConfigurations(peer, str(tmp_path / "r.srdf"))
    (pair,) = peer.referenceConfigurations
    np.testing.assert_array_equal(pair.data(), model.reference_configurations["s"])


def test_a_virtual_joint_is_the_root_joint() -> None:
    virtual = '<virtual_joint name="odom" type="floating" parent_frame="w" child_link="a"/>'
    pose = "1 2 3 0 0 0.6 0.8"
    parts = [virtual, state("s", odom=pose), group("g", has("joint", "odom"))]
    free = load_urdf(LIMB, srdf=srdf(*parts), floating_base=True)
    assert free.reference_configurations["s"][:7].tolist() == [1, 2, 3, 0, 0, 0.6, 0.8]
    assert free.groups["g"] == ("root_joint",)
    fixed = load_urdf(LIMB, srdf=srdf(*parts, state("t", root_joint=pose)))
    assert fixed.reference_configurations["s"].tolist() == [0, 1, 0, 0, 0, 0]
    assert fixed.groups["g"] == ()


def test_values_of_mimics_are_ignored() -> None:
    follower = re.sub('<joint name="j3" type="revolute">', rf"\g<0>{mimic('j1')}", LIMB)
    text = srdf(
        state("s", j3="0.75", j1="0.5"),
        group("g", has("joint", "j3")),
        has("passive_joint", "j3"),
        '<rotor_params><joint name="j3" mass="1" gear_ratio="2"/></rotor_params>',
    )
    model = load_urdf(follower, mimic=True, srdf=text)
    assert model.reference_configurations["s"].tolist() == [0.5, 1, 0, 0, 0]
    assert model.groups["g"] == ("j3",)
    assert model.actuated.all()
    assert not model.rotor_inertia.any() and (model.gear_ratio == 1).all()


def test_motors() -> None:
    text = srdf(
        has("passive_joint", "k1"),
        has("passive_joint", "fix"),
        '<rotor_params><joint name="j3" mass="1e-5" gear_ratio="-100"/></rotor_params>',
    )
    model = load_urdf(LIMB, srdf=text)
    assert dict(zip(model.v_names, model.actuated.tolist(), strict=True)) == {
        "j1": True, "j2": True, "j3": True, "k1": False, "k2": True,
    }  # fmt: skip
    assert model.rotor_inertia.tolist() == [0, 0, 1e-5, 0, 0]
    twice = model.replace(armature=np.ones(5)).with_rotor_inertias().with_rotor_inertias()
    np.testing.assert_allclose(twice.armature, [1, 1, 1.1, 1, 1], rtol=1e-15)
    assert (twice.gear_ratio == model.gear_ratio).all()
    assert model.gear_ratio.tolist() == [1, 1, -100, 1, 1]


def test_end_effectors_are_frames() -> None:
    text = srdf(
        '<end_effector name="tip" parent_link="d" group="g" parent_group="h"/>',
        '<end_effector name="fix" parent_link="d" group="g"/>',  # the name of a frame
        '<end_effector name="nowhere" group="g"/>',
        '<end_effector parent_link="d" group="g"/>',
        '<end_effector name="lost" parent_link="l9" group="g"/>',
    )
    plain = load_urdf(LIMB)
    with pytest.warns(UserWarning, match="has no link 'l9'; their content is left out"):
        model = load_urdf(LIMB, srdf=text)
    assert model.frame_names == (*plain.frame_names, "tip")
    tip, link = model.frame("tip"), plain.frame("d")
    assert (tip.kind, tip.joint, tip.placement) == ("op", link.joint, link.placement)
    assert model.digest == plain.with_frame("tip", parent="d").digest


def test_a_second_srdf_adds_to_the_first(tmp_path: Path) -> None:
    first = srdf(
        group("g", has("joint", "j1")),
        state("s", j1="1"),
        has("passive_joint", "j1"),
        '<disable_collisions link1="a" link2="b"/>',
    )
    file = tmp_path / "second.srdf"
    file.write_text(first.replace('"g"', '"h"').replace('"s"', '"t"').replace("j1", "j3"))
    model = with_srdf(load_urdf(LIMB, srdf=first), file)
    assert set(model.groups) == {"g", "h"}
    assert set(model.reference_configurations) == {"s", "t"}
    assert np.flatnonzero(~model.actuated).tolist() == [0, 2]
    assert len(model.disabled_collisions) == 2


def test_spheres_of_links_replace_their_shapes() -> None:
    box = '<collision><geometry><box size="1 1 1"/></geometry></collision>'
    origin = '<origin xyz="0.1 0.2 0.3" rpy="0.4 0.5 0.6"/>'
    links = [link(name, INERTIAL + box) for name in "abd"]
    text = robot(*links, joint("j", "a", "b"), joint("fix", "b", "d", "fixed", origin))
    spheres = srdf(
        *(
            f'<link_sphere_approximation link="{name}">{inside}</link_sphere_approximation>'
            for name, inside in {
                "b": '<sphere center="0 0 0" radius="0"/>',
                "d": '<sphere center="1 2 3" radius="0.5"/><sphere center="0 0 1" radius="2"/>',
            }.items()
        )
    )
    plain = load_urdf(text, srdf=spheres)
    assert plain.geometries == load_urdf(text).geometries
    first, second, third = with_srdf(plain, spheres, spheres=True).geometries
    assert first == plain.geometries[0]
    assert [second.name, third.name] == ["d sphere 0", "d sphere 1"]
    assert (second.shape, third.shape) == (kt.shapes.Sphere(0.5), kt.shapes.Sphere(2.0))
    T = plain.frame("d").placement
    assert (second.body, second.joint, second.kind) == ("d", 1, "collision")
    assert_agree(np.array(second.placement.translation), np.array(T @ [1.0, 2.0, 3.0]))
    with pytest.raises(ModelError, match=r"<sphere>: radius=-1; expected a length >= 0, in m"):
        with_srdf(plain, spheres.replace('"2"', '"-1"'))


def test_links_that_collide_with_few() -> None:
    text = srdf(
        '<disable_default_collisions link="a"/>',
        '<enable_collisions link1="c" link2="a"/>',
        '<enable_collisions link1="b" link2="a"/>',
    )
    off = load_urdf(LIMB, srdf=text).disabled_collisions
    assert off == tuple(("a", other, "by default") for other in "defg")


def test_names_that_the_robot_has_not_are_one_warning() -> None:
    text = srdf(
        group("g", has("joint", "x1"), has("joint", "j1"), has("link", "x2"), chain("a", "x3")),
        group("h", has("group", "x4"), has("joint", "x1")),
        state("s", x5="1", j1="0.5"),
        has("passive_joint", "x6"),
        '<disable_collisions link1="a" link2="x7"/>',
        '<rotor_params><joint name="x8" mass="1" gear_ratio="1"/></rotor_params>',
    )
    names = ["joint 'x1'", "link 'x2'", "link 'x3'", "group 'x4'", "joint 'x5'"]
    message = f"'r' has no {', '.join(names)}, link 'x7', joint 'x6', joint 'x8'; their content"
    where = "<string>:2: <group name='g'> <joint name='x1'>: "
    with pytest.warns(UserWarning, match=re.escape(where + message)) as caught:
        model = load_urdf(LIMB, srdf=text)
    assert len(caught) == 1
    assert model.groups == {"g": ("j1",), "h": ()}
    assert model.reference_configurations["s"][0] == 0.5
    assert model.disabled_collisions == ()


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no\.srdf: no such file"):
        load_urdf(LIMB, srdf=tmp_path / "no.srdf")
