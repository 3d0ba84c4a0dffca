"""Visuals and collisions of URDFs, compared with Pinocchio's; and invalid ones."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from urdf_text import INERTIAL, joint, link, robot

import kinetree as kt
from kinetree import check_urdf, load_urdf
from kinetree.errors import ModelError
from kinetree.formats.installed import installed_robots
from kinetree.model.shapes import Box, Mesh

ROBOTS = {name: file for name, file in installed_robots().items() if name != "ur_description/ur3"}
KINDS = {"visual": pin.GeometryType.VISUAL, "collision": pin.GeometryType.COLLISION}


def pinocchios(text: str, kind: str, root: Any = None) -> tuple[Any, Any]:
    """Pinocchio's model and its geometries of a kind, from a URDF that names no meshes."""
    model = pin.buildModelFromXML(text, *([] if root is None else [root]))
    return model, pin.buildGeomFromUrdfString(model, text, KINDS[kind], package_dirs="")


def without_meshes(text: str) -> str:
    """Cubes for meshes, as Pinocchio reads every mesh; nor are there its own hints of capsules."""
    text = re.sub("<collision_checking>.*?</collision_checking>", "", text, flags=re.DOTALL)
    return re.sub(r"<mesh\b[^>]*?(/>|>\s*</mesh>)", '<box size="1 1 1"/>', text, flags=re.DOTALL)


def sizes(shape: Any) -> tuple[str, list[float]]:
    """The kind and the sizes of a shape, ours or coal's."""
    match type(shape).__name__:
        case "Box":
            own = shape.size if isinstance(shape, Box) else 2 * shape.halfSide
            return "Box", list(own)
        case "Sphere":
            return "Sphere", [shape.radius]
        case kind:
            own = shape.length if hasattr(shape, "length") else 2 * shape.halfLength
            return kind, [shape.radius, own]


@pytest.mark.filterwarnings("ignore:.*<(limit|turnGravityOff)>")
@pytest.mark.parametrize("name", ROBOTS)
def test_each_geometry_is_pinocchios(name: str) -> None:
    text = without_meshes(ROBOTS[name].read_text())
    model = load_urdf(text)
    for kind in KINDS:
        peer, theirs = pinocchios(text, kind)
        ours = [g for g in model.geometries if g.kind == kind]
        assert [g.name for g in ours] == [o.name for o in theirs.geometryObjects]
        for own, other in zip(ours, theirs.geometryObjects, strict=True):
            assert own.joint == other.parentJoint
            assert own.body == peer.frames[other.parentFrame].name
            placement = np.reshape(own.placement.matrix.flat, (4, 4))
            np.testing.assert_allclose(placement, other.placement.homogeneous, rtol=0, atol=1e-14)
            if kind == "visual" and own.color is not None:
                np.testing.assert_allclose(own.color, other.meshColor, rtol=0, atol=1e-7)
            assert kind == "collision" or (own.color is not None) == other.overrideMaterial
            assert sizes(own.shape) == sizes(other.geometry)


@pytest.mark.parametrize("kind", KINDS)
def test_placements_in_the_world(kind: Any) -> None:
    text = without_meshes(ROBOTS["talos_data/talos_reduced"].read_text())
    model = load_urdf(text, floating_base=True)
    peer, geometries = pinocchios(text, kind, pin.JointModelFreeFlyer())
    q = kt.random_configuration(model, rng=0)
    data, geometry_data = peer.createData(), pin.GeometryData(geometries)
    pin.updateGeometryPlacements(peer, data, geometries, geometry_data, q)
    there = [T.homogeneous for T in geometry_data.oMg]
    ours = kt.geometry_placements.evaluate(model, q, kind=kind)
    np.testing.assert_allclose(np.array(ours, dtype=float), there, rtol=0, atol=1e-14)


def test_meshes_are_the_files_that_pinocchio_reads() -> None:
    file = ROBOTS["ur_description/ur3_gripper"]
    model, peer = kt.load(file), pin.buildModelFromUrdf(str(file))
    share = str(file.parents[4])
    for kind, number in KINDS.items():
        theirs = pin.buildGeomFromUrdf(peer, str(file), number, package_dirs=share)
        ours = [g.shape for g in model.geometries if g.kind == kind]
        for own, other in zip(ours, theirs.geometryObjects, strict=True):
            if isinstance(own, Mesh):
                assert own.path.samefile(other.meshPath)
                assert list(own.scale) == other.meshScale.tolist()


@pytest.mark.sweep
@pytest.mark.filterwarnings("ignore:.*<(limit|turnGravityOff)>")
def test_all_meshes_of_all_robots_are_found() -> None:
    missing: dict[str, set[str]] = {}
    found = 0
    for name, file in ROBOTS.items():
        for mesh in {g.shape for g in kt.load(file).geometries if isinstance(g.shape, Mesh)}:
            try:
                found += mesh.path.is_file()
            except ModelError:
                missing.setdefault(name, set()).add(mesh.uri)
    assert found > 1000
    (uris,) = [missing.pop("romeo_description/romeo_laas_small")]
    assert all(uri.startswith("file:///usr/Romeo/naoqi-sdk") for uri in uris)  # another computer's
    assert missing == {}


# --- one by one


def looks(inside: str, tag: str = "visual") -> str:
    """A robot with one geometry, on line 2."""
    return robot(link("a", f"<{tag}>{inside}</{tag}>"))


def shaped(shape: str) -> str:
    return f"<geometry>{shape}</geometry>"


BOX = shaped('<box size="1 2 3"/>')


def test_where_a_mesh_is_searched_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "r.urdf"
    file.write_text(looks(shaped('<mesh filename="package://p/a.stl"/>')))
    monkeypatch.chdir(tmp_path)
    for dirs in (tmp_path / "x", str(tmp_path / "x"), ["x"], "x"):
        (own,) = kt.load("r.urdf", package_dirs=dirs).geometries
        assert own.shape == Mesh(
            "package://p/a.stl", folder=str(tmp_path), package_dirs=(str(tmp_path / "x"),)
        )
    with pytest.raises(ModelError, match="package_dirs=3; expected a folder, or a sequence"):
        kt.load(file, package_dirs=3)  # type: ignore[arg-type]


def test_a_missing_mesh_blocks_no_dynamics() -> None:
    mesh = shaped('<mesh filename="nowhere.stl"/>')
    inside = f"{INERTIAL}<visual>{mesh}</visual>"
    model, bare = (load_urdf(robot(link("a", x)), floating_base=True) for x in (inside, INERTIAL))
    q = kt.random_configuration(model, rng=0)
    np.testing.assert_array_equal(kt.crba.evaluate(model, q), kt.crba.evaluate(bare, q))
    with pytest.raises(ModelError, match=r"the mesh 'nowhere\.stl' is in none of these places:"):
        assert model.geometries[0].shape.path  # type: ignore[union-attr]


def test_visuals_come_before_collisions_link_by_link() -> None:
    both = f"<collision>{BOX}</collision><visual>{BOX}</visual><collision>{BOX}</collision>"
    text = robot(link("b", both), link("a", both), joint("j", "b", "a", "fixed", ""))
    order = [(g.name, g.kind) for g in load_urdf(text).geometries]
    each = [("0", "visual"), ("0", "collision"), ("1", "collision")]
    assert order == [(f"{body}_{i}", kind) for body in "ba" for i, kind in each]


RED, GREEN = (1.0, 0.0, 0.0, 1.0), (0.0, 1.0, 0.0, 0.5)


def material(name: str, color: tuple[float, ...] | None = None) -> str:
    inside = "" if color is None else f'<color rgba="{" ".join(map(str, color))}"/>'
    return f'<material name="{name}">{inside}</material>'


def visual(of: str) -> str:
    return f"<visual>{BOX}{of}</visual>"


@pytest.mark.parametrize(
    ("top", "visuals", "colors"),
    [
        ("", [material("x", RED)], [RED]),
        (material("x", RED), [material("x")], [RED]),
        (material("x", GREEN), [material("x", RED), material("x")], [GREEN, GREEN]),
        ("", [material("x", RED), material("x", GREEN), material("x")], [RED, RED, RED]),
        ("", [material("", RED), material("", GREEN)], [RED, GREEN]),
        ("", [material("x"), material("x", GREEN)], [None, GREEN]),
        ("", [material("x", RED) + "", ""], [RED, None]),
    ],
)
def test_the_first_material_of_a_name_counts(top: str, visuals: list[str], colors: list) -> None:
    text = robot(top, link("a", "".join(map(visual, visuals))))
    assert [g.color for g in load_urdf(text).geometries] == colors
    _, theirs = pinocchios(text, "visual")
    grey = [pytest.approx(0.9), pytest.approx(0.9), pytest.approx(0.9), 1.0]
    seen = [o.meshColor.tolist() for o in theirs.geometryObjects]
    assert seen == [grey if color is None else list(color) for color in colors]


@pytest.mark.parametrize(
    ("of", "message"),
    [
        (material("x"), "it has no colour, and above it is no material 'x'. There are: none"),
        (material("x", (1, 0, 0)), "rgba='1 0 0' is ignored; expected four numbers from 0 to 1"),
        (material("x", (255, 0, 0, 1)), "rgba='255 0 0 1' is ignored; expected four numbers"),
        (material("x", (1, 0, 0, float("nan"))), "rgba='1 0 0 nan' is ignored"),
    ],
)
def test_bad_colours_are_suspect_and_load(of: str, message: str) -> None:
    text = looks(BOX + of)
    assert load_urdf(text).geometries[0].color is None
    (found,) = [x for x in check_urdf(text) if "<material" in x.element]
    assert (found.severity, found.line) == ("warning", 2) and message in found.message
