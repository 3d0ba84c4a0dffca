"""Files of strangers: bounded in time and memory, inside their packages, printed harmlessly."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

import kinetree as kt
from kinetree.cli.main import main
from kinetree.errors import printable
from kinetree.formats.description import AxisDescription, MimicDescription
from kinetree.formats.findings import Place
from kinetree.formats.joints import _followed


def attributes(n: int) -> str:
    listed = " ".join(f"a{i}='1'" for i in range(n))
    return f"<robot name='r'><link name='a' {listed}/></robot>"


LONG: dict[str, Callable[[int], str]] = {
    "comments without an end": lambda n: "<robot name='r'>" + "<!-- " * n,
    "sections without an end": lambda n: "<robot name='r'><!-- -- -->" + "<![CDATA[" * n,
    "comments with hyphens": lambda n: f"<robot name='r'>{'<!-- -- -->' * n}<link name='a'/>",
    "quotes": lambda n: "<mujoco>" + "<model \"'" * n,
    "attributes": attributes,
}


@pytest.mark.parametrize("name", LONG)
def test_time_is_linear_in_the_length(name: str) -> None:
    """Quadratic searches and rows looked up anew took from 8 s to more than a minute."""
    text = LONG[name](50_000)
    start = time.process_time()
    kt.check(text)
    assert time.process_time() - start < 5


def test_a_chain_of_mimics_is_followed_once() -> None:
    here, n = Place(1, "here"), 50_000
    axes = {
        f"j{i}": AxisDescription(f"j{i}", here, "continuous", mimic=mimic)
        for i in range(n)
        for mimic in [MimicDescription(here, f"j{i + 1}", -1.0, 0.0) if i < n - 1 else None]
    }
    start = time.process_time()
    followed = _followed(axes)
    assert time.process_time() - start < 2  # minutes where each is followed to the end
    assert {source.name for source, _ in followed.values()} == {f"j{n - 1}"}
    assert [followed[f"j{i}"][1] for i in (n - 1, n - 2, n - 3)] == [1.0, -1.0, 1.0]


# --- MJCF, before MuJoCo reads it


def attaching(*files: str, count: int = 1) -> str:
    models = "".join(f"<model name='m{i}' file='{x}'/>" for i, x in enumerate(files))
    parts = (f"<attach model='m{i}' body='b' prefix='p{i}'/>" for i in range(len(files)))
    body = f"<replicate count='{count}'><body name='b'><geom size='1'/>{''.join(parts)}</body>"
    return f"<mujoco><asset>{models}</asset><worldbody>{body}</replicate></worldbody></mujoco>"


@pytest.mark.parametrize(
    "files",
    [
        {"a.xml": attaching("a.xml")},
        {"a.xml": attaching("b.xml"), "b.xml": attaching("c.xml"), "c.xml": attaching("a.xml")},
        {"a.xml": attaching("sub/../&#97;.xml"), "sub/b.xml": ""},
        {"a.xml": attaching("sub/b.xml"), "sub/b.xml": attaching("../a.xml")},
        {"a.xml": "<mujoco><include file='b.xml'/></mujoco>", "b.xml": attaching("a.xml")},
        {"a.xml": attaching("b.xml") + "<", "b.xml": attaching("a.xml")},
    ],
)
def test_files_that_attach_each_other_are_refused(tmp_path: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    with pytest.raises(kt.ModelError, match=r"include or attach each other without an end"):
        kt.load(tmp_path / "a.xml")
    (found,) = kt.check(tmp_path / "a.xml")
    assert found.severity == "error"


def test_files_that_grow_by_attaching_are_refused(tmp_path: Path) -> None:
    for i in range(6):
        (tmp_path / f"{i}.xml").write_text(attaching(f"{i + 1}.xml", count=10))
    (tmp_path / "6.xml").write_text(attaching())
    with pytest.raises(kt.ModelError, match=r"0\.xml: <attach> makes a robot of more than 30,000"):
        kt.load(tmp_path / "0.xml")


GEOM = "<body><geom size='1'/></body>"
NESTED = "<replicate count='10'>" * 6 + GEOM + "</replicate>" * 6


@pytest.mark.parametrize(
    "text",
    [
        f"<worldbody>{NESTED}</worldbody>",
        f"<worldbody><replicate count='1e9'>{GEOM}</replicate></worldbody>",
        f"<a x='<!--'/><replicate count='1000000'>{GEOM}</replicate><b x='-->'/>",
        "<asset><hfield name='h' nrow='100000' ncol='100000' size='1 1 1 1'/></asset>",
        "<asset><texture name='t' builtin='flat' width='100000' height='100000'/></asset>",
        "<worldbody><flexcomp name='f' type='grid' count='999 999 999'/></worldbody>",
    ],
)
def test_counts_that_do_not_fit_a_computer_are_refused(text: str) -> None:
    with pytest.raises(kt.ModelError, match="makes a robot of more than 30,000 elements"):
        kt.load(f"<mujoco>{text}</mujoco>")


def test_counts_that_fit_and_comments_are_read() -> None:
    body = "<body><freejoint/><geom size='0.1'/></body>"
    comment = "<!-- <replicate count='1000000'> <include file='x.xml'/> -->"
    text = f"{comment}<replicate count='5' offset='1 0 0'>{body}</replicate>"
    assert kt.load(f"<mujoco><worldbody>{text}</worldbody></mujoco>").njoints == 6


# --- paths and names


@pytest.mark.parametrize(
    "uri",
    ["p/../x.stl", "p/a/../../x.stl", "p//etc/x.stl", "../x.stl", "./../x.stl", "p/..\\x.stl"],
)
def test_a_path_does_not_leave_its_package(tmp_path: Path, uri: str) -> None:
    (tmp_path / "p/a").mkdir(parents=True)
    for file in (tmp_path / "x.stl", tmp_path / "p/x.stl"):
        file.touch()
    for scheme in ("package", "model"):
        with pytest.raises(kt.ModelError, match="leaves its package"):
            _ = kt.shapes.Mesh(f"{scheme}://{uri}", folder=str(tmp_path)).path
    inside = kt.shapes.Mesh("package://p/a/../x.stl", folder=str(tmp_path))
    assert inside.path.samefile(tmp_path / "p/x.stl")


@pytest.mark.parametrize("name", ["../outside.sdf", "/etc/outside.sdf"])
def test_a_model_config_names_files_of_its_model(tmp_path: Path, name: str) -> None:
    (tmp_path / "box").mkdir()
    config = f"<model><name>b</name><sdf version='1.6'>{name}</sdf></model>"
    (tmp_path / "box/model.config").write_text(config)
    (tmp_path / "outside.sdf").write_text("<sdf version='1.6'><model name='m'/></sdf>")
    world = tmp_path / "w.sdf"
    world.write_text(
        "<sdf version='1.6'><world name='w'><include><uri>model://box</uri></include></world></sdf>"
    )
    with pytest.raises(kt.ModelError, match="leaves its package 'box'"):
        kt.load(world)


ESCAPES = "\x1b]0;x\x07\x9b2J\u202e"


def test_control_characters_of_a_file_are_not_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printable("a\nb") == "a\nb" and printable(ESCAPES).isprintable()
    robot = kt.robots.serial_chain(2).replace(name=f"r{ESCAPES}")
    with pytest.raises(kt.ModelError) as caught:
        kt.load(f"<mujoco><worldbody><body name='{ESCAPES}' x='1'/></worldbody></mujoco>")
    texts = [str(caught.value), kt.crba.compile(robot).name]
    with pytest.raises(kt.ModelError) as caught:
        robot.joint("none")
    texts.append(str(caught.value))
    with pytest.warns(UserWarning) as issued:
        kt.errors.warn(robot.name)
    texts.append(str(issued[0].message))
    kt.save(robot, tmp_path / "r.json")
    assert main(["info", str(tmp_path / "r.json")]) == 0
    texts += capsys.readouterr().out.splitlines()
    assert all(text.isprintable() for text in texts)
    assert sum("\\x9b" in text for text in texts) >= 4
