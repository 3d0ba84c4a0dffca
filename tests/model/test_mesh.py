"""Meshes are found where their robots' files, ROS and the user say, and read on demand."""

import pickle
import sys
from pathlib import Path
from typing import Any

import coal
import numpy as np
import pytest

from kinetree.errors import ModelError
from kinetree.formats.installed import installed_robots
from kinetree.model.mesh_files import PATHS
from kinetree.model.shapes import Box, Capsule, Cylinder, Ellipsoid, Mesh, Sphere

CORNERS = [(0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3)]
FACES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]  # seen from outside


@pytest.fixture(autouse=True)
def no_ros(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PATHS:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    """The folder of a robot's file, in a package `arm` of a workspace."""
    folder = tmp_path / "workspace/src/arm/urdf"
    folder.mkdir(parents=True)
    return folder


def touch(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    return file


def test_relative_absolute_and_file_uris(robot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = touch(robot / "meshes/a.stl")
    assert Mesh("meshes/a.stl", folder=str(robot)).path == file
    assert Mesh(str(file)).path == file
    assert Mesh(f"file://{file}").path == file
    assert Mesh("../urdf/meshes/a.stl", folder=str(robot)).path.samefile(file)
    monkeypatch.chdir(robot)
    assert Mesh("meshes/a.stl").path.samefile(file)


def test_relative_to_a_folder_above_but_the_nearest_first(robot: Path) -> None:
    above = touch(robot.parent / "meshes/a.stl")
    assert Mesh("meshes/a.stl", folder=str(robot)).path == above
    nearest = touch(robot / "meshes/a.stl")
    assert Mesh("meshes/a.stl", folder=str(robot)).path == nearest


@pytest.mark.parametrize("uri", ["package://arm/m/a.stl", "model://arm/m/a.stl"])
def test_a_package_above_or_beside_the_file(robot: Path, uri: str) -> None:
    own = touch(robot.parent / "m/a.stl")
    assert Mesh(uri, folder=str(robot)).path == own
    other = touch(robot.parents[1] / "hand/m/a.stl")
    assert Mesh(uri.replace("arm", "hand"), folder=str(robot)).path == other


def test_a_package_whose_folder_is_called_otherwise(robot: Path) -> None:
    file = touch(robot.parent / "m/a.stl")
    mesh = Mesh("package://arm_description/m/a.stl", folder=str(robot))
    with pytest.raises(ModelError, match="in none of these places"):
        assert mesh.path
    description = robot.parent / "package.xml"
    description.write_text("<package>\n <name> arm_description\n </name></package>")
    assert mesh.path == file
    description.write_text("<package><name>arm</name></package>")
    with pytest.raises(ModelError, match="in none of these places"):
        assert mesh.path


def test_a_package_beside_the_file_whose_folder_is_called_otherwise(robot: Path) -> None:
    file = touch(robot.parents[1] / "clone-of-hand/m/a.stl")
    (file.parents[1] / "package.xml").write_text("<package><name>hand</name></package>")
    assert Mesh("package://hand/m/a.stl", folder=str(robot)).path == file


def test_a_file_uri_is_decoded(tmp_path: Path) -> None:
    file = touch(tmp_path / "my robot/a.stl")
    assert Mesh(file.as_uri()).path == file and "%20" in file.as_uri()


@pytest.mark.parametrize(
    ("variable", "inside"),
    [
        ("ROS_PACKAGE_PATH", "hand/m/a.stl"),
        ("AMENT_PREFIX_PATH", "share/hand/m/a.stl"),
        ("COLCON_PREFIX_PATH", "share/hand/m/a.stl"),
        ("GZ_SIM_RESOURCE_PATH", "hand/m/a.stl"),
    ],
)
def test_ros_paths_come_before_package_dirs(
    robot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, inside: str
) -> None:
    given = touch(tmp_path / "given/hand/m/a.stl")
    mesh = Mesh("package://hand/m/a.stl", folder=str(robot), package_dirs=(str(given.parents[2]),))
    assert mesh.path == given
    file = touch(tmp_path / "ros" / inside)
    monkeypatch.setenv(variable, f"/nowhere:{tmp_path / 'ros'}")
    assert mesh.path == file


def test_package_dirs_hold_packages_or_are_one(robot: Path, tmp_path: Path) -> None:
    file = touch(tmp_path / "given/hand/m/a.stl")
    for folder in (tmp_path / "given", tmp_path / "given/hand"):
        mesh = Mesh("package://hand/m/a.stl", folder=str(robot), package_dirs=(str(folder),))
        assert mesh.path == file


def test_what_is_not_found_lists_where_it_is_not(robot: Path, tmp_path: Path) -> None:
    mesh = Mesh("package://hand/m/a.stl", folder=str(robot), package_dirs=(str(tmp_path / "x"),))
    with pytest.raises(ModelError, match=r"pass the folder that holds it: kt\.load\(") as caught:
        assert mesh.path
    text = str(caught.value)
    assert text.startswith("the mesh 'package://hand/m/a.stl' is in none of these places:\n")
    for place in (robot, robot.parents[1], tmp_path / "x"):
        assert f"\n  {place}/hand/m/a.stl\n" in text


@pytest.mark.parametrize("uri", ["", "a\0b", "x" * 5000, "package://", "package://a", "a://b/c"])
def test_strange_uris(robot: Path, uri: str) -> None:
    with pytest.raises(ModelError, match="in none of these places"):
        assert Mesh(uri, folder=str(robot)).path


def stl(file: Path) -> Path:
    """A tetrahedron of 1 m^3."""
    facets = "".join(
        "facet normal 0 0 0\nouter loop\n"
        + "".join("vertex {} {} {}\n".format(*CORNERS[k]) for k in face)
        + "endloop\nendfacet\n"
        for face in FACES
    )
    file.write_text(f"solid t\n{facets}endsolid t\n")
    return file


def test_load_scales(tmp_path: Path) -> None:
    stl(tmp_path / "t.stl")
    mesh = Mesh("t.stl", folder=str(tmp_path)).load()
    assert sorted(map(tuple, mesh.vertices)) == sorted(CORNERS)
    assert mesh.is_watertight and mesh.volume == pytest.approx(1.0, rel=1e-14)
    mirrored = Mesh("t.stl", (1.0, -2.0, 0.5), str(tmp_path)).load()
    assert mirrored.bounds.tolist() == [[0, -4, 0], [1, 0, 1.5]]
    assert mirrored.volume == pytest.approx(1.0, rel=1e-14)  # its faces are still seen from outside


ROBOTS = Path(installed_robots()["panda_description/panda"]).parents[2]


@pytest.mark.sweep
@pytest.mark.parametrize(
    "name",
    [
        "ur_description/meshes/ur5/collision/forearm.stl",
        "ur_description/meshes/ur5/visual/forearm.dae",
        "anymal_b_simple_description/meshes/*/anymal_base.dae",
        "hextilt_description/meshes/link_1.dae",
        "panda_description/meshes/collision/link1.stl",
        "alex_description/meshes/*.obj",
        "*/meshes/**/*.obj",
    ],
)
def test_the_files_of_robots_are_read_as_coal_reads_them(name: str) -> None:
    file = min(ROBOTS.glob(name), key=lambda file: file.stat().st_size)
    theirs = coal.MeshLoader().load(str(file), np.ones(3))
    theirs.computeLocalAABB()
    box = theirs.aabb_local
    mesh = Mesh(str(file), (2.0, 2.0, 2.0)).load()
    there = 2 * np.array([np.ravel(box.min_), np.ravel(box.max_)])
    np.testing.assert_allclose(mesh.bounds, there, rtol=0, atol=1e-7 * abs(there).max())


@pytest.mark.parametrize(("name", "content"), [("a.stl", "no"), ("a.abc", "x"), ("a.dae", "<a/>")])
def test_what_is_no_mesh(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(ModelError, match=rf"{name}: not a mesh that trimesh can read: "):
        Mesh(name, folder=str(tmp_path)).load()


def test_without_trimesh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stl(tmp_path / "t.stl")
    monkeypatch.setitem(sys.modules, "trimesh", None)
    with pytest.raises(ModelError, match=r"'t\.stl': .*trimesh.*; pip install 'kinetree\[mesh\]'"):
        Mesh("t.stl", folder=str(tmp_path)).load()


def test_shapes_are_plain_data() -> None:
    shapes = [
        Box(np.array([1, 2, 3])),  # type: ignore[arg-type]
        Sphere(np.float32(0.5)),  # type: ignore[arg-type]
        Ellipsoid((1, 2, 3)),
        Cylinder(1, 2),
        Capsule(0, 2),
        Mesh("a", [1, 2, 3]),  # type: ignore[arg-type]
    ]
    assert pickle.loads(pickle.dumps(shapes)) == shapes and len(set(shapes)) == len(shapes)
    assert repr(shapes[0]) == "Box(size=(1.0, 2.0, 3.0))"
    assert repr(shapes[4]) == "Capsule(radius=0.0, length=2.0)"


@pytest.mark.parametrize(
    ("kind", "sizes", "message"),
    [
        (Box, [(1, 2)], r"Box: its size is \(1, 2\); expected 3 finite numbers >= 0, in m"),
        (Box, [1], r"Box: its size is 1; expected 3 finite"),
        (Box, [(1, -2, 3)], "Box: its size is"),
        (Sphere, [-1], "Sphere: its radius is -1; expected a finite number >= 0, in m"),
        (Sphere, ["a"], "Sphere: its radius is 'a'; expected a finite number"),
        (Ellipsoid, [(1, 2, float("nan"))], "Ellipsoid: its radii is"),
        (Cylinder, [1, float("inf")], "Cylinder: its length is inf"),
        (Capsule, [-1, 1], "Capsule: its radius is -1"),
        (Mesh, ["a", (1, 2)], r"Mesh: its scale is \(1, 2\); expected 3 finite numbers"),
        (Mesh, ["a", 2], "Mesh: its scale is 2; expected 3"),
        (Mesh, ["a", (1, 2, float("inf"))], "Mesh: its scale is"),
    ],
)
def test_impossible_shapes(kind: Any, sizes: list[Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        kind(*sizes)
