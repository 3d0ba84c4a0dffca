"""Robots of installed packages by name, on small packages that are really on the path."""

import graphlib  # noqa: F401  # these are on no path in the tests
import sys
from pathlib import Path

import mujoco  # noqa: F401  # these are on no path in the tests
import numpy as np
import pytest
import xacro.substitution_args  # noqa: F401
from urdf_text import INERTIAL

import kinetree as kt
from kinetree.formats.installed import file_of
from kinetree.formats.robots import BUILTIN

URDF = "<robot name='{}'><link name='a'/></robot>"
MJCF = "<mujoco model='{}'/>"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is all of the path, and forgets modules after the test."""
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    for module in [name for name in sys.modules if name.startswith("robot_descriptions")]:
        monkeypatch.delitem(sys.modules, module)
    return tmp_path


def package(path: Path, name: str, **files: str) -> Path:
    """A package with the texts of files, by their names with __ in place of a dot."""
    folder = path / name / "files"
    folder.mkdir(parents=True)
    (path / name / "__init__.py").write_text("raise RuntimeError('no import is needed')")
    for stem, text in files.items():
        (folder / stem.replace("__", ".")).write_text(text)
    return folder


# --- packages


def test_a_package_of_one_robot(path: Path) -> None:
    package(path, "jumper_description", jumper1__urdf=URDF.format("j"), package__xml="<package/>")
    for name in ("jumper", "jumper_description", "jumper1", "jumper_description/jumper1"):
        assert kt.load(name).name == "j"
        assert kt.check(name) != []
    assert "jumper1" in kt.robots.names() and "package" not in kt.robots.names()


@pytest.mark.parametrize("srdf", ["<robot", "<!DOCTYPE r><r/>", "<robot><group_state/></robot>"])
def test_an_srdf_that_cannot_be_read_is_as_none(path: Path, srdf: str) -> None:
    urdf = URDF.format("a/" + 999 * "b")  # the name of no file
    folder = package(path, "jumper_description", jumper1__urdf=urdf)
    (folder.parent / "srdf").mkdir()
    (folder.parent / "srdf/jumper1.srdf").write_text(srdf)
    assert kt.load("jumper1") == kt.load(folder / "jumper1.urdf")


def test_a_package_of_several_robots(path: Path) -> None:
    package(path, "duo_description", one__urdf=URDF.format("1"), two__urdf=URDF.format("2"))
    assert (kt.load("one").name, kt.load("two").name) == ("1", "2")
    message = (
        r"'duo_description' has 2 robots; say which: \['duo_description/one', 'duo_description/two"
    )
    with pytest.raises(kt.ModelError, match=message):
        kt.load("duo")
    package(path, "upkie_description", upkie__urdf=URDF.format("u"), upkie_x__urdf=URDF.format("x"))
    assert kt.load("upkie_description").name == "u" and kt.load("upkie_x").name == "x"


def test_mjcf_and_sdf_in_packages(path: Path) -> None:
    package(path, "m_description", m__xml=MJCF.format("of m"))
    assert kt.load("m").name == "of m"
    package(
        path, "s_description", s__sdf="<sdf version='1.9'><model name='s'><link/></model></sdf>"
    )
    with pytest.raises(kt.ModelError, match=r"s\.sdf:1: "):
        kt.load("s")


def test_a_folder_that_is_no_package_has_no_names(path: Path) -> None:
    file = package(path, "x_description", thing__urdf=URDF.format("x")).parent / "__init__.py"
    assert "thing" in kt.robots.names()
    file.unlink()
    assert "thing" not in kt.robots.names()


def test_names_that_are_taken_are_listed_with_their_folder(path: Path) -> None:
    examples = path / "cmeel.prefix/share/example-robot-data/robots/p_robots/urdf"
    examples.mkdir(parents=True)
    (examples / "panda.urdf").write_text(URDF.format("of examples"))
    package(
        path, "p_description", panda__urdf=URDF.format("of p"), arm__urdf=URDF.format("arm of p")
    )
    names = kt.robots.names()
    assert names[-3:] == ("panda", "p_description/arm", "p_description/panda")
    assert [kt.load(name).name for name in names[-3:]] == ["of examples", "arm of p", "of p"]
    assert kt.load("arm").nv == 7


def test_the_first_on_the_path_counts(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("new", "old"):
        package(path / name, "p_description", arm_v1__left__urdf=URDF.format(name))
        examples = path / name / "cmeel.prefix/share/example-robot-data/robots/e/urdf"
        examples.mkdir(parents=True)
        (examples / "e.urdf").write_text(URDF.format(name))
    monkeypatch.setattr(sys, "path", [str(path / name) for name in ("nothing", "new", "old")])
    assert kt.load("arm_v1.left").name == kt.load("e").name == "new"


def test_every_name_is_that_of_a_file() -> None:
    names = kt.robots.names()
    assert len(names) == len(set(names))
    assert {"humanoid", "panda", "talos", "ur5", "jvrc1"} <= set(names)
    assert kt.load("jvrc").name == kt.load("jvrc_description").name == "jvrc1"
    files = [file_of(name) for name in names if name not in BUILTIN]
    assert all(file is not None and file.is_file() for file in files)


# --- robot_descriptions

MODULE = """
from pathlib import Path
REPOSITORY_PATH = str(Path(__file__).parents[1] / "cache")
PACKAGE_PATH = REPOSITORY_PATH + "/thing"
"""
XACRO = """<robot name="$(arg name)" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:arg name="name" default="none"/><xacro:include filename="$(find parts)/p.xacro"/></robot>"""
PARTS = f"""<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
<link name="l">{INERTIAL}</link></robot>"""


@pytest.fixture
def described(path: Path) -> Path:
    """A robot_descriptions of three robots, whose download is in the folder `cache`."""
    folder = path / "robot_descriptions"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "_empty_description.py").touch()
    for name, line in {
        "thing": 'URDF_PATH = PACKAGE_PATH + "/thing.urdf"',
        "thing_mj": 'MJCF_PATH = PACKAGE_PATH + "/thing.xml"',
        "macro": 'XACRO_PATH = PACKAGE_PATH + "/t.xacro"\nXACRO_ARGS = {"name": "macro"}\n'
        'XACRO_PACKAGE_PATHS = {"parts": REPOSITORY_PATH + "/elsewhere/parts"}',
        "pathless": "",
        "offline": 'raise OSError("no network")',
    }.items():
        (folder / f"{name}_description.py").write_text(MODULE + line)
    cache = path / "cache/thing"
    cache.mkdir(parents=True)
    (cache / "thing.urdf").write_text(URDF.format("t"))
    (cache / "thing.xml").write_text(MJCF.format("tm"))
    (cache / "t.xacro").write_text(XACRO)
    parts = path / "cache/elsewhere/parts"
    parts.mkdir(parents=True)
    (parts / "p.xacro").write_text(PARTS)
    return path


def test_robots_of_robot_descriptions(described: Path) -> None:
    assert kt.load("thing_description").name == "t"
    assert kt.load("thing_mj_description").name == "tm"
    assert kt.check("thing_description") == kt.check(described / "cache/thing/thing.urdf")
    T = np.eye(4)
    T[0, 3] = 2.0
    assert kt.load("thing_description", base_placement=T).frames[1].placement.translation[0] == 2.0


def test_a_xacro_of_robot_descriptions_has_its_arguments(described: Path) -> None:
    assert kt.load("macro_description").name == "macro"
    assert kt.load("macro_description", mappings={"name": "mine"}).name == "mine"
    assert kt.check("macro_description", mappings={"name": "mine"}) == []


def test_robot_descriptions_are_listed_and_not_imported(described: Path) -> None:
    names = kt.robots.names()
    assert names[-5:] == tuple(
        f"{x}_description" for x in ("macro", "offline", "pathless", "thing", "thing_mj")
    )
    assert not any(name.startswith("robot_descriptions.") for name in sys.modules)


def test_a_package_comes_before_robot_descriptions(described: Path) -> None:
    package(described, "thing_description", thing__urdf=URDF.format("of the package"))
    assert kt.load("thing_description").name == "of the package"
    assert kt.robots.names().count("thing_description") == 0


def test_errors_of_robot_descriptions(described: Path) -> None:
    message = (
        "robot_descriptions has 'offline_description', which it downloads by git at its first use;"
        " that failed: OSError: no network"
    )
    with pytest.raises(kt.ModelError) as caught:
        kt.load("offline_description")
    assert str(caught.value) == message
    with pytest.raises(kt.ModelError, match="'pathless_description' has no URDF_PATH, MJCF_PATH"):
        kt.load("pathless_description")
    with pytest.raises(kt.ModelError, match="did you mean 'thing_description'"):
        kt.load("thing_descriptions")
