"""xacro: expansion by its package, a missing package, and its errors."""

import subprocess
import sys
from pathlib import Path

import pytest
from urdf_text import INERTIAL

import kinetree as kt
from kinetree.errors import ModelError
from kinetree.formats import check_urdf, load, load_urdf
from kinetree.model.mesh import PATHS


@pytest.fixture(autouse=True)
def no_ros(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PATHS:
        monkeypatch.delenv(name, raising=False)


def xacro(*parts: str) -> str:
    return "\n".join(
        ['<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">', *parts, "</robot>"]
    )


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """Packages `arm`, whose robot needs a macro of `hand`."""
    robot = tmp_path / "arm/urdf/robot.urdf.xacro"
    robot.parent.mkdir(parents=True)
    robot.write_text(
        xacro(
            '<xacro:include filename="$(find hand)/finger.xacro"/>',
            '<xacro:arg name="side" default="left"/>',
            '<xacro:property name="length" value="0.25"/>',
            f'<link name="base">{INERTIAL}</link>',
            '<xacro:finger name="$(arg side)" length="${2 * length}"/>',
        )
    )
    (tmp_path / "hand").mkdir()
    (tmp_path / "hand/finger.xacro").write_text(
        xacro(
            '<xacro:macro name="finger" params="name length">',
            f'<link name="${{name}}">{INERTIAL}'
            '<visual><geometry><mesh filename="package://hand/m.stl"/></geometry></visual></link>',
            '<joint name="${name}_joint" type="revolute">',
            '<parent link="base"/><child link="${name}"/><origin xyz="${length} 0 0"/>',
            '<axis xyz="0 0 1"/><limit lower="-1" upper="${pi}"/></joint>',
            "</xacro:macro>",
        )
    )
    return robot


def test_a_file_is_expanded_and_its_packages_found_above_it(workspace: Path) -> None:
    for model in (load(workspace), load(str(workspace)), load_urdf(workspace)):
        assert model.joint_names == ("universe", "left_joint")
        assert model.placements[1, 0, 3] == 0.5
        assert model.upper_position_limits[0] == pytest.approx(3.14159265358979, rel=1e-14)
    (visual,) = model.geometries
    (workspace.parents[2] / "hand/m.stl").touch()
    assert visual.shape.path == workspace.parents[2] / "hand/m.stl"  # type: ignore[union-attr]
    assert kt.check(workspace) == []


def test_the_model_is_that_of_the_command(workspace: Path, tmp_path: Path) -> None:
    macro = (tmp_path / "hand/finger.xacro").as_posix()
    workspace.write_text(workspace.read_text().replace("$(find hand)/finger.xacro", macro))
    command = [sys.executable, "-c", "import xacro; xacro.main()", str(workspace)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    own, theirs = load(workspace), load(printed)
    assert own.frame_names == theirs.frame_names
    assert (own.inertias == theirs.inertias).all()
    assert (own.placements == theirs.placements).all()


def test_packages_in_package_dirs_and_nowhere(workspace: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "hand").rename(elsewhere / "hand")
    with pytest.raises(ModelError) as caught:
        load(workspace)
    message = "the package 'hand' is not above this file, in the ROS paths or in package_dirs"
    assert message in str(caught.value) and str(caught.value).startswith(f"{workspace}: xacro: ")
    for folder in (elsewhere, elsewhere / "hand"):
        assert load(workspace, package_dirs=folder).nv == 1
        assert kt.check(workspace, package_dirs=[folder]) == []


def test_without_the_package(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xacro", None)
    with pytest.raises(ModelError) as caught:
        load(workspace)
    assert "pip install 'kinetree[xacro]'" in str(caught.value)
    assert f"`xacro {workspace} > robot.urdf` and load the result" in str(caught.value)


REFUSED = {
    "undefined": ('<link name="${nope}"/>', "name 'nope' is not defined"),
    "division": ('<link name="${1 / 0}"/>', "division by zero"),
    "unknown macro": ("<xacro:nope/>", "unknown macro name: xacro:nope"),
    "argument": ('<link name="$(arg side)"/>', "Undefined substitution argument side"),
    "endless macro": (
        '<xacro:macro name="a"><xacro:a/></xacro:macro><xacro:a/>',
        "maximum recursion depth exceeded",
    ),
    "endless file": ('<xacro:include filename="r.xacro"/>', "maximum recursion depth exceeded"),
    "not closed": ("<link>", "mismatched tag: line 3"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_xacro_refuses(tmp_path: Path, case: str) -> None:
    inside, message = REFUSED[case]
    file = tmp_path / "r.xacro"
    file.write_text(xacro(inside))
    with pytest.raises(ModelError) as caught:
        load(file)
    text = str(caught.value)
    assert text.startswith(f"{file}: xacro: ") and message in text and "\n" not in text
    assert f"`xacro {file} name:=value > robot.urdf` shows more, and takes arguments" in text


def test_an_error_of_an_included_file_names_that_file(workspace: Path, tmp_path: Path) -> None:
    (tmp_path / "hand/finger.xacro").write_text(xacro('<link name="${nope}"/>'))
    with pytest.raises(ModelError) as caught:
        load(workspace)
    assert str(caught.value).startswith(f"{tmp_path / 'hand/finger.xacro'}: xacro: ")


def test_errors_of_the_robot_name_the_lines_of_what_the_command_prints(tmp_path: Path) -> None:
    file = tmp_path / "r.xacro"
    file.write_text(xacro('<link name="a"/>', '<link name="${1 + 1}"/>'))
    (found,) = check_urdf(file)
    assert found.file == f"{file} (expanded)" and "'a' (line 7), '2' (line 8)" in found.message
    with pytest.raises(ModelError, match=r"r\.xacro \(expanded\):6: <robot name='r'>: 2 links"):
        load(file)


def test_a_file_called_urdf_that_is_xacro(workspace: Path) -> None:
    file = workspace.rename(workspace.with_name("robot.urdf"))
    assert load(file).joint_names == ("universe", "left_joint")


LEFT_OVER = [
    '<xacro:property name="p" value="1"/>',
    '<xacro:macro name="m" params="x"><xacro:n/></xacro:macro>',
    "<!-- <xacro:n/> -->",
    '<gazebo><xacro:n xmlns:xacro="x"/></gazebo>',
]


def test_what_is_left_over_of_xacro_needs_no_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "xacro", None)
    file = tmp_path / "r.urdf"
    file.write_text(xacro(*LEFT_OVER, '<link name="a"/>'))
    assert load(file).nframes == 2
    file.write_text(xacro(*LEFT_OVER, '<link name="a"/>', "<xacro:n/>"))
    with pytest.raises(ModelError, match=r"pip install 'kinetree\[xacro\]'"):
        load(file)


def test_the_text_itself_is_not_expanded() -> None:
    with pytest.raises(ModelError, match=r"<string>:2: .*not expanded; run `xacro FILE > robot"):
        load(xacro("<xacro:n/>", '<link name="a"/>'))


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no\.xacro: no such file"):
        load(tmp_path / "no.xacro")
