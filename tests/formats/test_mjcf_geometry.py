"""The geoms of an MJCF, and missing files."""

import struct
from pathlib import Path

import mujoco
import numpy as np
import pytest
from agreement import assert_agree, run
from mjcf_text import INERTIAL
from mujoco_oracle import from_xml, random_state
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree import load_mjcf
from kinetree.model.shapes import (
    Box,
    Capsule,
    Convex,
    Cylinder,
    Ellipsoid,
    HeightField,
    Mesh,
    Plane,
    Sphere,
)

SHAPES = f"""<mujoco><asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/>
    <material name="red" rgba="0.8 0.1 0.2 1"/></asset>
  <worldbody><geom name="floor" type="plane" size="1 1 1" rgba="0.1 0.2 0.3 0.4"/>
  <geom type="hfield" hfield="h"/>
  <body name="a" pos="0 0 1"><joint pos="0.1 0.2 0.3"/>{INERTIAL}
    <geom type="sphere" size="0.1" pos="1 2 3" quat="1 2 3 4"/>
    <geom type="capsule" size="0.1 0.2" material="red"/>
    <geom name="skin" type="ellipsoid" size="0.1 0.2 0.3" contype="0" conaffinity="0" group="4"/>
    <geom name="hull" type="cylinder" size="0.1 0.2" contype="0" group="3"/>
    <geom name="paired" type="box" size="0.1 0.2 0.3" contype="0" conaffinity="0"
      material="red" rgba="0 1 0 1"/>
  </body><body name="b"><joint/>{INERTIAL}</body></worldbody>
  <contact><pair geom1="floor" geom2="paired"/><exclude body1="a" body2="b"/></contact></mujoco>"""


def test_shapes() -> None:
    model = load_mjcf(SHAPES)
    found = {(g.name, g.kind): g for g in model.geometries}
    assert list(found) == [
        ("floor", "visual"),
        ("floor", "collision"),
        ("world_geom", "visual"),
        ("world_geom", "collision"),
        ("a_geom", "visual"),
        ("a_geom", "collision"),
        ("a_geom2", "visual"),
        ("a_geom2", "collision"),
        ("skin", "visual"),
        ("hull", "collision"),
        ("paired", "visual"),
        ("paired", "collision"),
    ]
    shapes = {name: g.shape for (name, _), g in found.items()}
    assert shapes == {
        "floor": Plane(),
        "world_geom": HeightField([[0, 0], [0, 0]], (-1, -1, 2, 2)),
        "a_geom": Sphere(0.1),
        "a_geom2": Capsule(0.1, 0.4),
        "skin": Ellipsoid((0.1, 0.2, 0.3)),
        "hull": Cylinder(0.1, 0.4),
        "paired": Box((0.2, 0.4, 0.6)),
    }
    colors = {name: g.color for (name, _), g in found.items()}
    assert colors["floor"] == (0.1, 0.2, 0.3, 0.4)
    assert colors["a_geom"] == (0.5, 0.5, 0.5, 1)
    assert colors["a_geom2"] == (0.8, 0.1, 0.2, 1)
    assert colors["paired"] == (0, 1, 0, 1)
    assert {g.body: g.joint for g in model.geometries} == {"universe": 0, "a": 1}
    assert model.disabled_collisions == (("a", "b", "excluded"),)
    assert model.collision_pairs == (("floor", "paired"),)
    masks = {name: (g.contype, g.conaffinity) for (name, _), g in found.items()}
    assert masks["hull"] == (0, 1) and masks["paired"] == (0, 0) and masks["floor"] == (1, 1)


def test_geometries_are_where_mujocos_are() -> None:
    model, mj = load_mjcf(SHAPES), from_xml(SHAPES)
    data, (q, _, _) = mujoco.MjData(mj), random_state(model)
    data.qpos = q
    mujoco.mj_kinematics(mj, data)
    T = run(kt.forward_kinematics, model, q)
    sphere = next(g for g in model.geometries if g.name == "a_geom")
    placement = T[sphere.joint] @ np.array(sphere.placement.matrix)
    assert_agree(placement[:3, 3], data.geom_xpos[2])
    assert_agree(placement[:3, :3], data.geom_xmat[2].reshape(3, 3))


@pytest.mark.parametrize("live", [False, True])
def test_height_fields_are_where_mujocos_rays_meet_them(live: bool) -> None:
    rng = np.random.default_rng(0)
    elevation = " ".join(map(str, rng.uniform(-1, 2, 5 * 7)))
    text = f"""<mujoco><asset><hfield name="h" nrow="5" ncol="7" size="3 2 0.5 0.1"
      elevation="{elevation}"/></asset><worldbody><body name="hill" pos="1 2 3" euler="10 20 30">
      <geom name="ground" type="hfield" hfield="h" pos="0.1 0.2 0.3" euler="5 -7 0"/></body>
      <body name="probe"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
      <joint type="slide"/><geom name="tip" size="0.001"/></body></worldbody></mujoco>"""
    mj = mujoco.MjModel.from_xml_string(text)
    model, data = load_mjcf(mj if live else text), mujoco.MjData(mj)
    mujoco.mj_kinematics(mj, data)
    ground = next(g for g in model.geometries if g.name == "ground")
    assert (ground.body, ground.joint) == ("hill", 0)
    R, p = data.geom_xmat[0].reshape(3, 3), data.geom_xpos[0]
    starts = p + np.column_stack([rng.uniform([-3, -2], [3, 2], (500, 2)), np.full(500, 5.0)]) @ R.T
    groups, none = np.ones(6, np.uint8), np.zeros(1, np.int32)
    down = [mujoco.mj_ray(mj, data, x, -R[:, 2], groups, 1, 2, none) for x in starts]
    assert min(down) > 0
    hits = starts - np.outer(down, R[:, 2])
    distances = kt.collision.distances(model, hits, pairs=(("ground", "tip"),))
    assert abs(distances[:, 0] + 0.001).max() < 1e-7  # heights are of single precision


CORNERS = np.array([[0.0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]]) * 0.1 + 0.3


def write_stl(file: Path) -> None:
    """A tetrahedron."""
    faces = CORNERS[[[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]].astype("<f4")
    rows = b"".join(struct.pack("<3f", 0, 0, 0) + face.tobytes() + b"\0\0" for face in faces)
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"\0" * 80 + struct.pack("<I", len(faces)) + rows)


def meshed(attributes: str, inertial: str = INERTIAL) -> str:
    return f"""<mujoco><compiler meshdir="meshes"/>
      <asset><mesh name="m" file="t.stl" {attributes}/></asset>
      <worldbody><body name="a" pos="0 0 1"><joint name="j"/>{inertial}
        <geom name="g" type="mesh" mesh="m" pos="1 2 3" quat="1 2 3 4"/></body></worldbody>
      </mujoco>"""


@pytest.mark.parametrize(
    "attributes",
    [
        "",
        'scale="1 2 -3"',
        'scale="1 2 3" refpos="0.1 0.2 0.3"',
        'scale="2 2 2" refpos="0.1 0.2 0.3" refquat="1 0.2 0.3 0.4"',
    ],
)
@pytest.mark.parametrize("missing", [False, True])
def test_points_of_meshes_are_where_mujocos_are(
    tmp_path: Path, attributes: str, missing: bool
) -> None:
    file, mesh_file = tmp_path / "r.xml", tmp_path / "meshes" / "t.stl"
    file.write_text(meshed(attributes))
    write_stl(mesh_file)
    mj = mujoco.MjModel.from_xml_path(str(file))
    turn = Rotation.from_quat(mj.geom_quat[0], scalar_first=True)
    expected = turn.apply(mj.mesh_vert) + mj.geom_pos[0]
    if missing:
        mesh_file.unlink()
    found = load_mjcf(file).geometries[0]
    assert isinstance(found.shape, Mesh)
    if not missing:
        assert found.shape.path == mesh_file
    T = np.array(found.placement.matrix)
    points = CORNERS * found.shape.scale @ T[:3, :3].T + T[:3, 3]
    nearest = abs(points[:, None] - expected).max(-1).min(1)
    assert nearest.max() < 1e-6  # MuJoCo's vertices are of single precision


def test_meshes_of_attached_files_lie_beside_these(tmp_path: Path) -> None:
    (tmp_path / "arm").mkdir()
    write_stl(tmp_path / "arm" / "t.stl")
    (tmp_path / "arm" / "arm.xml").write_text(
        "<mujoco><asset><mesh name='t' file='t.stl'/></asset><worldbody><body name='b'><joint/>"
        "<geom type='mesh' mesh='t' mass='1'/></body></worldbody></mujoco>"
    )
    (tmp_path / "r.xml").write_text(
        "<mujoco><asset><model name='arm' file='arm/arm.xml'/></asset><worldbody>"
        "<attach model='arm' body='b' prefix='left_'/></worldbody></mujoco>"
    )
    shapes = {g.shape for g in load_mjcf(tmp_path / "r.xml").geometries}
    assert {Path(shape.uri) for shape in shapes} == {tmp_path / "arm" / "t.stl"}


def test_what_no_placement_can_undo_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "r.xml"
    file.write_text(meshed('scale="1 2 3" refquat="1 0.2 0.3 0.4"'))
    with pytest.warns(UserWarning, match="geoms that touch others are left out: 'g'; they"):
        assert load_mjcf(file).geometries == ()


@pytest.mark.parametrize("inline", [False, True])
def test_a_mesh_that_is_no_file_as_it_stands_is_its_convex_hull(
    tmp_path: Path, inline: bool
) -> None:
    text = meshed('scale="1 2 3" refquat="1 0.2 0.3 0.4"')
    if inline:
        text = text.replace('file="t.stl"', 'vertex="0 0 0 1 0 0 0 1 0 0 0 1 0.1 0.1 0.1"')
    file = tmp_path / "r.xml"
    file.write_text(text)
    write_stl(tmp_path / "meshes" / "t.stl")
    mj, (hull, *_) = mujoco.MjModel.from_xml_path(str(file)), load_mjcf(file).geometries
    assert mj.mesh_vertnum[0] == 4 + inline
    assert isinstance(hull.shape, Convex) and len(hull.shape.vertices) == 4
    turn = Rotation.from_quat(mj.geom_quat[0], scalar_first=True)
    expected = turn.apply(mj.mesh_vert[:4]) + mj.geom_pos[0]
    T = np.array(hull.placement.matrix)
    points = hull.shape.vertices @ T[:3, :3].T + T[:3, 3]
    assert abs(points[:, None] - expected).max(-1).min(1).max() < 1e-6


@pytest.mark.parametrize("kind", ["mesh", "sdf"])
def test_geoms_of_both_kinds_that_have_a_mesh(tmp_path: Path, kind: str) -> None:
    write_stl(tmp_path / "meshes" / "t.stl")
    file = tmp_path / "r.xml"
    file.write_text(meshed("").replace('type="mesh"', f'type="{kind}"'))
    shape = load_mjcf(file).geometries[0].shape
    assert isinstance(shape, Mesh) and shape.path == tmp_path / "meshes" / "t.stl"


# --- files that are not there


def test_a_missing_mesh_is_found_in_package_dirs_later(tmp_path: Path) -> None:
    file = tmp_path / "robot" / "r.xml"
    write_stl(tmp_path / "shared" / "t.stl")
    (tmp_path / "shared").rename(tmp_path / "meshes")
    (tmp_path / "robot").mkdir()
    file.write_text(meshed(""))
    shape = load_mjcf(file, package_dirs=tmp_path).geometries[0].shape
    assert isinstance(shape, Mesh)
    assert shape.path == tmp_path / "meshes" / "t.stl"


def test_other_missing_files_are_not_needed_either() -> None:
    text = """<mujoco><asset><texture name="t" type="2d" file="t.png"/>
        <texture name="u" type="cube" fileup="u.png"/><material name="m" texture="t"/>
        <hfield name="h" file="h.png" size="1 1 1 1"/><skin name="s" file="s.skn"/>
        <mesh name="m" file="m.obj"/></asset>
      <worldbody><geom type="hfield" hfield="h"/><body><joint/><geom size="0.1" material="m"/>
        <geom type="mesh" mesh="m" MASSLESS/></body></worldbody></mujoco>"""
    plain = '<mujoco><worldbody><body><joint/><geom size="0.1"/></body></worldbody></mujoco>'
    for massless in ('mass="0"', 'density="0"'):
        with pytest.warns(UserWarning, match="left out: 'world_geom'; they are of files that"):
            model = load_mjcf(text.replace("MASSLESS", massless))
        assert not any(isinstance(g.shape, HeightField) for g in model.geometries)
        np.testing.assert_array_equal(model.inertias, load_mjcf(plain).inertias)


def test_a_mesh_that_an_inertia_comes_from_is_named(tmp_path: Path) -> None:
    file = tmp_path / "r.xml"
    file.write_text(meshed("", inertial=""))
    with pytest.raises(kt.ModelError) as caught:
        load_mjcf(file)
    message = str(caught.value)
    assert message.startswith(f"{file}: MuJoCo: Error opening file")
    assert "The mesh 'm' is needed, since the inertia of the body 'a' comes from it" in message
    write_stl(tmp_path / "meshes" / "t.stl")
    volume = np.linalg.det(CORNERS[1:] - CORNERS[0]) / 6  # MuJoCo's density is that of water
    np.testing.assert_allclose(load_mjcf(file).inertias[1, 0], 1000 * volume, rtol=1e-6)


def test_only_meshes_that_matter_are_read_if_others_are_missing(tmp_path: Path) -> None:
    file = tmp_path / "r.xml"
    write_stl(tmp_path / "meshes" / "t.stl")
    weight = meshed("", inertial="")
    file.write_text(weight)
    expected = load_mjcf(file).inertias
    other = '<mesh name="other" file="not_there.stl"/></asset>'
    geom = f'</body><body>{INERTIAL}<geom type="mesh" mesh="other"/></body>'
    file.write_text(weight.replace("</asset>", other).replace("</body>", geom))
    model = load_mjcf(file)
    np.testing.assert_array_equal(model.inertias[1], expected[1])
    uris = [g.shape.uri for g in model.geometries if isinstance(g.shape, Mesh)]
    assert [Path(uri).name for uri in uris] == ["t.stl"] * 2 + ["not_there.stl"] * 2


def test_a_shape_fitted_to_a_missing_mesh_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "r.xml"
    other = '<geom name="other" size="0.1"/></body>'
    file.write_text(meshed("").replace('type="mesh"', 'type="box"').replace("</body>", other))
    with pytest.warns(UserWarning, match="left out: 'g'"):
        assert {g.name for g in load_mjcf(file).geometries} == {"other"}
    write_stl(tmp_path / "meshes" / "t.stl")
    assert {g.name for g in load_mjcf(file).geometries} == {"g", "other"}
