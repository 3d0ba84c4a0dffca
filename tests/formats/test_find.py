"""Robots by path, by XML and by name."""

from pathlib import Path
from typing import Any

import pytest

from kinetree.errors import ModelError
from kinetree.formats import find, load

XML = "<robot name='r'><link name='a'/></robot>"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An example-robot-data of two folders, `twin` in both; an older one is later on the path."""
    older = tmp_path / "older"
    for root, prefix in ((tmp_path, ""), (older, "older ")):
        install(root, prefix)
    monkeypatch.setattr(find.sys, "path", [str(tmp_path / "nothing"), str(tmp_path), str(older)])


def install(root: Path, prefix: str) -> None:
    robots = root / "cmeel.prefix/share/example-robot-data/robots"
    for path in (
        "one/urdf/twin",
        "one/urdf/arm_v1.left",
        "two/robots/twin",
        "two/robots/ur5_robot",
    ):
        file = robots / f"{path}.urdf"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(XML.replace("'r'", f"'{prefix}{path}'"))


@pytest.fixture
def nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find.sys, "path", [str(tmp_path)])


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("arm_v1.left", "one/urdf/arm_v1.left"),
        ("one/twin", "one/urdf/twin"),
        ("two/twin", "two/robots/twin"),
        ("ur5", "two/robots/ur5_robot"),
    ],
)
def test_installed_robot(name: str, path: str) -> None:
    assert load(name).name == path


@pytest.mark.usefixtures("installed")
def test_a_name_that_two_robots_share_is_refused_with_both() -> None:
    with pytest.raises(ModelError, match=r"2 robots are called 'twin'.*'one/twin', 'two/twin'"):
        load("twin")


@pytest.mark.usefixtures("installed")
def test_unknown_name_lists_near_matches_and_formats() -> None:
    with pytest.raises(ModelError, match="no robot 'twinn'; did you mean 'twin'") as caught:
        load("twinn")
    assert "a path that ends in .urdf" in str(caught.value)
    assert "pip install" not in str(caught.value)


@pytest.mark.usefixtures("nothing_installed")
def test_without_example_robot_data_the_message_says_how_to_get_it() -> None:
    with pytest.raises(ModelError, match=r"no robot 'panda'.* `pip install example-robot-data`"):
        load("panda")


@pytest.mark.usefixtures("nothing_installed")
def test_built_in_robots_come_first_and_take_no_keywords(monkeypatch: pytest.MonkeyPatch) -> None:
    made = load(XML)
    monkeypatch.setitem(find.robots.BUILTIN, "gadget", lambda: made)
    assert load("gadget") is made
    with pytest.raises(ModelError, match="built-in robot 'gadget' is made as it is; leave out"):
        load("gadget", floating_base=True)


def test_paths_and_xml(tmp_path: Path) -> None:
    for name in ("r.urdf", "R.URDF", "plain"):
        file = tmp_path / name
        file.write_text(XML)
        assert load(file).name == load(str(file)).name == "r"
    assert load("\n  " + XML).name == "r"


@pytest.mark.parametrize(
    ("suffix", "what"),
    [(".xml", "MJCF"), (".mjcf", "MJCF"), (".sdf", "SDF"), (".xacro", "xacro")],
)
def test_formats_not_read_yet(suffix: str, what: str) -> None:
    with pytest.raises(ModelError, match=rf"robot\{suffix}: {what} is not supported yet; kinetree"):
        load(f"robot{suffix}")


def test_missing_file_directory_and_no_source(tmp_path: Path) -> None:
    for missing in (tmp_path / "no.urdf", tmp_path / "no"):
        with pytest.raises(ModelError, match=r"no(\.urdf)?: no such file \(looked for it in"):
            load(missing)
    with pytest.raises(ModelError, match="a directory; pass the model file in it"):
        load(tmp_path)
    with pytest.raises(ModelError, match="a directory; pass the model file in it"):
        load(str(tmp_path))
    with pytest.raises(ModelError, match="source is an empty string; expected a path, or the XML"):
        load(" ")


@pytest.mark.parametrize("source", [None, 3, b"<robot/>", ["panda"]])
def test_source_of_another_type(source: Any) -> None:
    with pytest.raises(
        ModelError, match=r"source is a .*; expected a path, or the XML as a string"
    ):
        load(source)


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, "a/../b"])
def test_strange_names(name: str) -> None:
    with pytest.raises(ModelError, match="no robot"):
        load(name)
    with pytest.raises(ModelError, match=r"cannot be read|no such file"):
        load(f"{name}.urdf")
