"""Robots by path, by XML and by name."""

import inspect
import re
import sys
import warnings
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pinocchio
import pytest

import kinetree as kt
from kinetree import check, load, load_urdf
from kinetree.errors import ModelError
from kinetree.formats.installed import installed_robots
from kinetree.formats.robots import BUILTIN
from kinetree.formats.xml import parse

XML = "<robot name='r'><link name='a'/></robot>"


def test_a_file_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though its folders and its name are found after its format."""
    texts: list[str | bytes] = []
    monkeypatch.setattr(
        "kinetree.formats.source.parse", lambda text: texts.append(text) or parse(text)
    )
    load("panda")
    assert len(texts) == len({*texts}) == 2  # and its SRDF


@pytest.fixture
def nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])


def test_unknown_name_lists_near_matches_and_formats() -> None:
    with pytest.raises(ModelError, match="no robot 'pandaa'; did you mean 'panda'") as caught:
        load("pandaa")
    assert "reads URDF (.urdf, .xacro), MJCF (.xml, .mjcf), SDF (.sdf, .world), " in str(
        caught.value
    )
    assert "pip install" not in str(caught.value)


def test_a_text_of_no_known_format_is_no_name() -> None:
    with pytest.raises(ModelError, match=r"^a text of 8 characters in an unknown format. kinetree"):
        load("a,b\n1,2\n")


@pytest.mark.usefixtures("nothing_installed")
def test_without_example_robot_data_the_message_says_how_to_get_it() -> None:
    with pytest.raises(ModelError, match=r"no robot 'panda'.* `pip install example-robot-data`"):
        load("panda")


@pytest.mark.usefixtures("nothing_installed")
@pytest.mark.parametrize("name", ["ur5", "talos", "talos_full"])
def test_a_short_name_without_example_robot_data_says_what_to_install(name: str) -> None:
    message = (
        f"{name!r} is a robot of example-robot-data, which is not installed: "
        "`pip install example-robot-data`."
    )
    with pytest.raises(ModelError) as caught:
        load(name)
    assert str(caught.value) == message


@pytest.mark.usefixtures("nothing_installed")
def test_built_in_robots_come_first_and_take_no_keywords(monkeypatch: pytest.MonkeyPatch) -> None:
    made = load(XML)
    monkeypatch.setitem(BUILTIN, "gadget", lambda: made)
    assert load("gadget") is made
    assert load("gadget", continuous="".join(["cos", "_sin"]), package_dirs=()) is made
    for keywords in (
        {"floating_base": True},
        {"mimic": True},
        {"continuous": "angle"},
        {"base_placement": np.eye(4)},
        {"package_dirs": "."},
    ):
        message = rf"'gadget': .* takes no options but srdf; leave out {next(iter(keywords))}\.$"
        with pytest.raises(ModelError, match=message):
            load("gadget", **keywords)


def test_paths_and_xml(tmp_path: Path) -> None:
    for name in ("r.urdf", "R.URDF", "plain"):
        file = tmp_path / name
        file.write_text(XML)
        assert load(file).name == load(str(file)).name == "r"
    assert load("\n  " + XML).name == "r"


MJCF = """<mujoco model='m'><worldbody><body><joint name='j' axis='0 1 0'/>
<geom size='0.1'/></body></worldbody></mujoco>"""
SDF = """<sdf version='1.9'><model name='s'><link name='a'><inertial><mass>1</mass><inertia>
<ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link></model></sdf>"""
FORMATS = {"r": XML, "m": MJCF, "s": SDF}
"""A text of each format, by the name of its robot."""


@pytest.mark.parametrize("suffix", ["urdf", "xml", "mjcf", "sdf", "world", "SDF", "txt"])
@pytest.mark.parametrize("name", FORMATS)
def test_the_root_element_decides_the_format(tmp_path: Path, name: str, suffix: str) -> None:
    text = FORMATS[name]
    file = tmp_path / f"r.{suffix}"
    file.write_text("<!-- <robot> <sdf> -->\n" + text)
    for source in (file, str(file), text, "\ufeff " + text):
        assert load(source).name == name
        assert {found.severity for found in check(source)} <= {"warning"}


@pytest.mark.parametrize("codec", ["utf-16", "latin-1", "utf-8-sig"])
def test_the_root_element_in_other_encodings(tmp_path: Path, codec: str) -> None:
    file = tmp_path / "r.xml"
    declared = codec.removesuffix("-sig")
    file.write_text(f"<?xml version='1.0' encoding='{declared}'?>{XML}", encoding=codec)
    assert load(file).name == "r"


def test_models_of_other_libraries() -> None:
    live = mujoco.MjModel.from_xml_string(MJCF)
    peer = pinocchio.buildSampleModelManipulator()
    assert load(peer).joint_names == tuple(peer.names) and check(peer) == []
    for source in (live, mujoco.MjSpec.from_string(MJCF)):
        assert load(source).nv == 1 and check(source) == []
    assert load(live, floating_base=True).nv == 7
    with pytest.raises(ModelError, match=r"source is a .*Data; expected a pinocchio\.Model"):
        load(pinocchio.Model().createData())


def test_a_saved_model_is_as_it_is(tmp_path: Path) -> None:
    model, file = load(MJCF), tmp_path / "r.JSON"
    kt.save(model, file)
    for source in (file, str(file), file.read_text()):
        assert load(source).q_names == model.q_names
        assert check(source) == []
        with pytest.raises(
            ModelError, match=r"the saved model.* takes no options .*; leave out fl"
        ):
            load(source, floating_base=True)
    for read in (load, check):
        with pytest.raises(ModelError, match=r"no\.json: no such file\.$"):
            read(tmp_path / "no.json")


@pytest.mark.parametrize("name", ["r.txt", "r", "r.urdf"])
@pytest.mark.parametrize("start", ["", " \n", "\ufeff"])
def test_a_saved_model_of_any_name_is_recognized_by_its_first_character(
    tmp_path: Path, name: str, start: str
) -> None:
    model, file = load(MJCF), tmp_path / name
    kt.save(model, tmp_path / "saved.json")
    file.write_text(start + (tmp_path / "saved.json").read_text(), encoding="utf-8")
    for source in (file, str(file)):
        assert load(source) == model
        assert check(source) == []


SRDF = "<robot name='r'><group name='g'/></robot>"


@pytest.mark.parametrize("source", [XML, MJCF, SDF, "arm", mujoco.MjModel.from_xml_string(MJCF)])
def test_every_loader_takes_an_srdf(source: Any) -> None:
    assert dict(load(source, srdf=SRDF).groups) == {"g": ()}


def test_an_installed_sdf_has_a_name() -> None:
    names = installed_robots("sdf")
    assert len(names) == 5 and set(names).isdisjoint(installed_robots())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in ("cassie_v2", "cassie_description/cassie_v2", "solo12"):
            assert load(name).name == name.partition("/")[2] or name  # the file's is another's
        assert load("cassie").name == "cassie"


def test_reference_configurations_of_installed_robots() -> None:
    """By the SRDF of the stem, or the only one; those of `srdf=` are the same."""
    stems = {"talos": "talos", "panda": "panda", "solo12": "solo", "icub": "icub"}
    for name, stem in stems.items():
        robot = load(name, floating_base=True)
        file = kt.robots.file(name).parents[1] / f"srdf/{stem}.srdf"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            q = load(kt.robots.file(name), floating_base=True, srdf=file).reference_configurations
        assert {k: x.tolist() for k, x in robot.reference_configurations.items()} == {
            k: x.tolist() for k, x in q.items()
        }
        assert q and not robot.groups and not load(kt.robots.file(name)).reference_configurations
    assert not load("ur5").reference_configurations  # its file has none
    initial = load("cassie_v2", floating_base=True).reference_configurations
    assert set(initial) == {"initial", "standing"}


def test_missing_file_directory_and_no_source(tmp_path: Path) -> None:
    for missing in (tmp_path / "no.urdf", tmp_path / "no"):
        with pytest.raises(ModelError, match=r"no(\.urdf)?: no such file\.$"):
            load(missing)
    here = re.escape(str(Path.cwd()))
    with pytest.raises(
        ModelError, match=rf"^no\.urdf: no such file \(looked for it in {here}\)\.$"
    ):
        load("no.urdf")
    with pytest.raises(ModelError, match="a directory; pass the model file in it"):
        load(tmp_path)
    with pytest.raises(ModelError, match="a directory; pass the model file in it"):
        load(str(tmp_path))
    with pytest.raises(ModelError, match="source is an empty string; expected a path, or the XML"):
        load(" ")


@pytest.mark.parametrize(
    "source, kind", [(None, "None"), (3, "an int"), (b"<robot/>", "bytes"), (["panda"], "a list")]
)
def test_source_of_another_type(source: Any, kind: str) -> None:
    with pytest.raises(ModelError, match=f"source is {kind}; expected a path, or the XML as a str"):
        load(source)


def test_home_urls_and_other_formats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "r.urdf").write_text(XML)
    (tmp_path / "s").write_text(XML)
    assert load("~/r.urdf") == load("~/s") == load_urdf(Path("~/r.urdf")) == load(XML)
    for url in ("https://x.org/r.urdf", "http://x.org/r", "file:///r.urdf"):
        with pytest.raises(ModelError, match=f"^{url}: URLs are not loaded; download the file"):
            load(url)
    (tmp_path / "b.usd").write_bytes(b"PXR-USDC")
    for name in ("a.usd", str(tmp_path / "b.usd")):
        with pytest.raises(ModelError, match="kinetree reads URDF") as caught:
            load(name)
        assert "pendulum" not in str(caught.value)


@pytest.mark.parametrize("name", ["a\0b", "~a\0b", "x" * 5000, "a/../b"])
def test_strange_names(name: str) -> None:
    with pytest.raises(ModelError, match="no robot"):
        load(name)
    with pytest.raises(ModelError, match=r"cannot be read|no such file"):
        load(f"{name}.urdf")


LIMIT = "<joint name='j' type='revolute'><parent link='a'/><child link='b'/></joint>"
WARNED = {
    "urdf": (XML.replace("<link", f"{LIMIT}<link name='b'/><link"), "without <limit>"),
    "mjcf": (MJCF.replace("<joint ", "<joint type='free' stiffness='1' "), "a free joint"),
    "sdf": (SDF.replace("<inertia>", "<!--").replace("</inertia>", "-->"), "<inertia>"),
}
"""Texts that are warned of, with words of the warning."""


@pytest.mark.parametrize("kind", WARNED)
def test_a_warning_shows_the_line_of_the_users_code(kind: str) -> None:
    text, words = WARNED[kind]
    with pytest.warns(UserWarning, match=words) as caught:
        load(text)
        line = inspect.currentframe().f_lineno - 1  # type: ignore[union-attr]
    assert {(warning.filename, warning.lineno) for warning in caught} == {(__file__, line)}


def test_warnings_of_an_srdf_and_of_a_loader_show_the_line_of_the_users_code() -> None:
    odd = SRDF.replace("<group name='g'/>", "<group name='g'><joint name='none'/></group>")
    for call in (lambda: load(XML, srdf=odd), lambda: load_urdf(WARNED["urdf"][0])):
        with pytest.warns(UserWarning) as caught:
            call()
        assert {warning.filename for warning in caught} == {__file__}


def test_bodies_of_a_model_made_in_code_are_checked() -> None:
    builder = kt.ModelBuilder("made")
    for name, moments in {"good": (1, 1, 2), "bad": (1, 1, 2.1), "negative": (-1, 1, 1)}.items():
        inertia = kt.Inertia(1.0, [0.1, 0, 0], np.diag(moments))
        builder.add_body(name, joint=kt.Revolute("z"), inertia=inertia)
    found = check(builder.build())
    assert [x.element for x in found] == [
        "the body of joint 'bad_joint'",
        "the body of joint 'negative_joint'",
    ]
    assert all(x.severity == "warning" and "kt.Inertia.is_physical" in x.message for x in found)
    assert check(kt.robots.arm()) == []


@pytest.mark.parametrize("name", ["armature", "damping", "stiffness"])
def test_passive_forces_that_add_energy_are_found(name: str) -> None:
    arm = kt.robots.arm()
    (found,) = check(arm.replace(**{name: [0, 0, -0.5, 0, 0, 0, 0.1]}))
    assert found.element == repr(arm.v_names[2])
    assert found.message.startswith(f"{name} is -0.5, which adds energy")
