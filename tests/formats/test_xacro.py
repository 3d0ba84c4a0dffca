"""xacro: expansion by its package, a missing package, and its errors."""

import subprocess
import sys
from pathlib import Path

import mujoco
import pinocchio as pin
import pytest
from urdf_text import INERTIAL

import kinetree as kt
from kinetree import check_urdf, load, load_urdf
from kinetree.errors import ModelError
from kinetree.model.mesh_files import PATHS


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


def test_what_xacro_refuses_is_said_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "r.xacro"
    file.write_text(xacro('<link name="${nope}"/>'))
    with pytest.raises(ModelError) as caught:
        load(file)
    text = str(caught.value)
    assert text.startswith(f"{file}: xacro: name 'nope' is not defined") and "\n" not in text
    assert text.endswith("Arguments are given as mappings={'name': 'value'}.")


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
    assert load(file, expand=True).joint_names == ("universe", "left_joint")
    with pytest.warns(UserWarning, match=r"<xacro:include>: left over .* load it with expand=True"):
        assert load(file).nv == 0


LEFT_OVER = [
    '<xacro:property name="p" value="1"/>',
    '<xacro:macro name="m" params="x"><xacro:n/></xacro:macro>',
    "<!-- <xacro:n/> -->",
]


def test_what_is_left_over_of_xacro_needs_no_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "xacro", None)
    file = tmp_path / "r.urdf"
    file.write_text(xacro(*LEFT_OVER, '<link name="a"/>'))
    assert load(file).nframes == 2
    file.write_text(xacro(*LEFT_OVER, '<link name="a"><xacro:n/></link>'))
    with pytest.warns(
        UserWarning, match=r"<link name='a'> <xacro:n>: left over from xacro, ignored"
    ):
        assert load(file).nframes == 2
    with pytest.raises(ModelError, match=r"pip install 'kinetree\[xacro\]'"):
        load(file, expand=True)


def test_a_text_is_expanded_as_its_file_is(workspace: Path, monkeypatch) -> None:
    monkeypatch.chdir(workspace.parent)
    own, theirs = load(workspace.read_text(), expand=True), load(workspace)
    assert own.joint_names == theirs.joint_names
    assert (own.placements == theirs.placements).all()
    assert kt.check(workspace.read_text(), expand=True) == []


def test_an_error_of_a_text() -> None:
    with pytest.raises(ModelError, match=r"^<string>: xacro: unknown macro name: xacro:n\."):
        load(xacro("<xacro:n/>", '<link name="a"/>'), expand=True)


@pytest.mark.parametrize("suffix", ["urdf", "sdf"])
def test_a_file_that_is_not_to_be_expanded_reads_no_other_file(tmp_path: Path, suffix: str) -> None:
    """The expression of a stranger puts any file into a name; an SDF includes its own xacro."""
    (tmp_path / "secret").write_text("password")
    name = f"${{xacro.load_yaml('{tmp_path / 'secret'}')}}"
    text = xacro('<xacro:property name="p" value="1"/>', f'<link name="{name}"/>')
    if suffix == "sdf":
        sdf = f"<sdf version='1.9'><model name='m'><link name=\"{name}\"/></model></sdf>"
        (tmp_path / "inner.xacro").write_text(sdf)
        text = (
            "<sdf version='1.9'><world name='w'><include><uri>inner.xacro</uri></include></world>"
        )
        text += "</sdf>"
    file = tmp_path / f"r.{suffix}"
    file.write_text(text)
    assert "password" not in str(kt.check(file))


@pytest.mark.parametrize("declared", [True, False])
@pytest.mark.parametrize("rest", ['<xacro:include filename="$(find x)/y.xacro"/>', "<xacro:n/>"])
def test_a_robot_that_is_whole_without_what_is_left_over(rest: str, declared: bool) -> None:
    """Pinocchio loads it, too."""
    joint = '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>'
    text = xacro('<link name="a"/>', f'<link name="b">{INERTIAL}</link>', joint, rest)
    text = text if declared else text.replace(' xmlns:xacro="http://www.ros.org/wiki/xacro"', "")
    with pytest.warns(UserWarning, match=r"^<string>:5: <xacro:\w+>: left over from xacro"):
        assert load(text).frame_names == ("universe", "a", "j", "b")
    assert [f.name for f in pin.buildModelFromXML(text).frames] == ["universe", "a", "j", "b"]
    with pytest.raises(
        ModelError, match="this is xacro; expand the file first, or load it with expand=True"
    ):
        load(text.replace('"j"', '"${x}"'))


@pytest.mark.parametrize("use", ['<link name="${p}"/>', '<link name="a$(arg p)"/>'])
def test_properties_and_arguments_alone_make_a_file_xacro(tmp_path: Path, use: str) -> None:
    text = xacro('<xacro:property name="p" value="a2"/>', '<xacro:arg name="p" default="2"/>', use)
    (tmp_path / "r.urdf").write_text(text)
    for source in (text, tmp_path / "r.urdf"):
        assert load(source, expand=True).frame_names[-1] == "a2"


# --- arguments


def test_mappings_are_the_arguments(workspace: Path, monkeypatch) -> None:
    monkeypatch.chdir(workspace.parent)
    for source in (workspace, workspace.read_text()):
        assert load(source, mappings={"side": "right"}).joint_names == ("universe", "right_joint")
        assert load(source, mappings={}).joint_names == ("universe", "left_joint")
        assert kt.check(source, mappings={"side": "right"}) == []
    assert load_urdf(workspace, mappings={"side": 3}).joint_names == ("universe", "3_joint")


def test_mappings_for_the_other_formats() -> None:
    mjcf = xacro('<worldbody><body name="$(arg name)"/></worldbody>').replace("robot", "mujoco")
    sdf = xacro('<model name="$(arg name)"><link name="l"/></model>').replace(
        '<robot name="r"', '<sdf version="1.9"'
    )
    mjcf = mjcf.replace('name="r"', 'model="r"')
    sdf = sdf.replace("</robot>", "</sdf>")
    assert "x" in load(mjcf, mappings={"name": "x"}).frame_names
    with pytest.warns(UserWarning, match=r"<string> \(expanded\):\d: .*no <inertial>"):
        assert load(sdf, mappings={"name": "x"}).name == "x"


def test_an_argument_that_the_file_does_not_have(workspace: Path) -> None:
    with pytest.raises(ModelError) as caught:
        load(workspace, mappings={"sid": "right"})
    message = f"{workspace}: mappings: no argument 'sid'; did you mean 'side'? There are: 'side'."
    assert str(caught.value) == message


@pytest.mark.parametrize("mappings", [["side"], "side:=left", 3])
def test_mappings_that_are_no_mapping(workspace: Path, mappings: object) -> None:
    with pytest.raises(ModelError, match=r"mappings=.*; expected the arguments by name, as {'arm'"):
        load(workspace, mappings=mappings)  # type: ignore[arg-type]


def test_only_files_and_texts_have_arguments() -> None:
    with pytest.raises(
        ModelError, match=r"'arm': .* takes no options but srdf; leave out mappings\."
    ):
        load("arm", mappings={"side": "left"})
    live = mujoco.MjModel.from_xml_string("<mujoco/>")
    with pytest.raises(
        ModelError, match=r"a mujoco\.MjModel: MJCF takes no options but .*; leave out mappings"
    ):
        load(live, mappings={})
