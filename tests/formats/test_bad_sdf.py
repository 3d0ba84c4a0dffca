"""A broken SDF is a ModelError with place and cause, or a warning; nothing else."""

from pathlib import Path

import pytest
from sdf_text import AXIS, INERTIAL, frame, include, joint, link, mimic, model, pose, robot, sdf

from kinetree import check as check_sdf
from kinetree import load_sdf
from kinetree.errors import ModelError
from kinetree.formats.sdf.read import MOST_INCLUDES

TWO = (link("a"), link("b"))


def on(axis: str) -> str:
    """A robot of two links whose joint, on line 5, has this axis."""
    return robot(*TWO, joint("j", "a", "b", inside=axis))


def test_a_long_version_is_refused() -> None:
    with pytest.raises(ModelError, match=r"^<string>:1: .*expected 1\.0, or one"):
        load_sdf(sdf(version="1." + "9" * 5000))


MIMICS = {
    "of nothing": (mimic("k", 1, 0, 0), "no joint 'k'"),
    "of a second axis that is none": (mimic("j", 1, 0, 0, "axis2"), "no joint 'j_axis2'"),
    "of an axis that no joint has": (mimic("i", 1, 0, 0, "axis3"), "expected 'axis' or 'axis2'"),
    "of itself": (mimic("j", 1, 0, 0), "it mimics itself: j -> j"),
    "of a ball": (mimic("ball", 1, 0, 0), "its source 'ball' is ball"),
    "of a link": (mimic("a", 1, 0, 0), "no joint 'a'"),
    "far away": (mimic("i", 1e200, 0, 1e200), "offset - multiplier * reference is -inf"),
}


@pytest.mark.parametrize("name", MIMICS)
def test_broken_mimics(name: str) -> None:
    """They are errors with mimic=True; otherwise only unreadable ones are."""
    inside, says = MIMICS[name]
    text = robot(
        *(link(x) for x in "abcd"),
        joint("i", "a", "b"),
        joint("ball", "b", "c", "ball", ""),
        joint("j", "c", "d", inside=AXIS.replace("</axis>", inside + "</axis>")),
        version="1.11",
    )
    with pytest.raises(ModelError) as error:
        load_sdf(text, mimic=True)
    assert str(error.value).startswith("<string>:9: ")
    assert says in str(error.value)
    assert [finding for finding in check_sdf(text) if says in finding.message]
    if "axis3" not in inside and "e+200" not in inside:
        assert load_sdf(text).nq == 6


def test_all_errors_at_once() -> None:
    text = robot(
        link("a", pose("1 2 3")),
        joint("j", "a", "c"),
        link("b", "", INERTIAL.replace("<mass>1", "<mass>x")),
        frame("f", "g"),
    )
    with pytest.raises(ModelError) as error:
        load_sdf(text)
    assert [int(line.split(":")[1]) for line in str(error.value).splitlines()] == [3, 4, 5, 6]


def test_roots() -> None:
    with pytest.raises(ModelError, match=r"2 links are the child of no joint: 'a'.*'b'"):
        load_sdf(robot(*TWO))
    hanging = robot(link("a"), joint("j", "world", "a"))
    with pytest.raises(ModelError, match="every link has a joint to the world"):
        load_sdf(hanging, floating_base=True)


def test_names_that_come_twice_in_the_model() -> None:
    """Names that no scope has twice: of an old file, and of the second axis of a joint."""
    text = robot(link("m::a"), model("m", "<static>1</static>", link("a")), version="1.7")
    with pytest.raises(ModelError, match="two frames are called 'm::a'"):
        load_sdf(text)


def test_numbers_that_are_too_large_together() -> None:
    huge = pose("1e308 0 0 0 0 0")
    model_ = robot(link("a", huge), frame("f", inside=pose("1e308 0 0 0 0 0", "a")))
    with pytest.raises(ModelError, match=r"<string>:4: .*'f'.*finite"):
        load_sdf(model_)
    with pytest.raises(ModelError, match=r"<string>:2: .*'r'.* is inf"):
        load_sdf(robot(link("a", huge)), floating_base=False)
    assert load_sdf(robot(link("a", huge)), floating_base=True).nq == 7


# --- files


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_errors_in_an_included_file_are_shown_where_it_is_included(tmp_path: Path) -> None:
    inner = write(tmp_path, "inner.sdf", sdf(model("m", link("b"), joint("j", "b", "c"))))
    outer = write(tmp_path, "outer.sdf", robot(link("a"), include("inner.sdf")))
    with pytest.raises(ModelError) as error:
        load_sdf(outer)
    assert str(error.value).startswith(f"{outer}:4: {inner}:4: <model name='m'> <joint name='j'>: ")
    middle = write(tmp_path, "middle.sdf", sdf(model("n", "", "", include("inner.sdf"))))
    outer.write_text(robot(link("a"), "", "", include("middle.sdf")))
    with pytest.raises(ModelError) as error:
        load_sdf(outer)
    assert str(error.value).startswith(f"{outer}:6: {inner}:4: <model name='m'> <joint name='j'>: ")
    assert [finding.line for finding in check_sdf(middle)] == [5]
    outer.write_text(robot(link("a"), include("inner.sdf")))
    inner.write_text("<sdf version='1.9'><model>")
    with pytest.raises(ModelError) as error:
        load_sdf(outer)
    assert str(error.value).startswith(f"{outer}:4: <model name='r'> <include>: {inner}:1: ")


@pytest.mark.parametrize(
    ("inner", "says"),
    [
        (sdf(model("m", include("inner.sdf"))), "includes itself"),
        (sdf(), "contains no <model>"),
        (sdf("<world name='w'/>"), "contains no <model>"),
        (sdf(model("m", link("b")), model("n", link("b"))), "holds 2 models"),
        (sdf(model("a", link("b"))), "the name 'a' is that of a link on line 3"),
        (
            "<robot name='u'><link name='b'/></robot>",
            "this is URDF, which kt.load and kt.load_urdf read; an S",
        ),
    ],
)
def test_files_that_cannot_be_included(tmp_path: Path, inner: str, says: str) -> None:
    write(tmp_path, "inner.sdf", inner)
    outer = write(tmp_path, "outer.sdf", robot(link("a"), include("inner.sdf")))
    with pytest.raises(ModelError, match=r"outer\.sdf:4: ") as error:
        load_sdf(outer)
    assert says in str(error.value)


def test_an_include_that_says_neither_whether_its_model_is_static(tmp_path: Path) -> None:
    write(tmp_path, "inner.sdf", sdf(model("m", link("b"))))
    outer = write(
        tmp_path, "outer.sdf", robot(link("a"), include("inner.sdf", "<static>no</static>"))
    )
    with pytest.raises(ModelError) as error:
        load_sdf(outer)
    told = f"{outer}:4: <model name='r'> <include> <static>: 'no' is neither true nor false."
    assert str(error.value) == told


def test_a_placement_frame_needs_a_pose(tmp_path: Path) -> None:
    write(tmp_path, "inner.sdf", sdf(model("m", link("b"))))
    told = include("inner.sdf", "<placement_frame>b</placement_frame>")
    outer = write(tmp_path, "outer.sdf", robot(link("a"), told))
    with pytest.raises(ModelError, match=r"outer\.sdf:4: .*without <pose>"):
        load_sdf(outer, floating_base=True)


def test_lights_are_no_part_of_a_robot(tmp_path: Path) -> None:
    write(tmp_path, "sun.sdf", sdf('<light name="sun" type="directional"/>'))
    assert load_sdf(write(tmp_path, "outer.sdf", robot(link("a"), include("sun.sdf")))).nframes == 2


def test_files_that_include_each_other_twice_each(tmp_path: Path) -> None:
    """Two to the power of twenty models, in twenty small files."""
    write(tmp_path, "m0.sdf", sdf(model("m", link("a"))))
    for i in range(20):
        twice = "".join(include(f"m{i}.sdf", f"<name>n{k}</name>") for k in range(2))
        path = write(tmp_path, f"m{i + 1}.sdf", sdf(model("m", link("a"), twice)))
    with pytest.raises(ModelError, match=f"more than {MOST_INCLUDES} files"):
        load_sdf(path)


def test_models_nested_by_files_deeper_than_any_robot(tmp_path: Path) -> None:
    write(tmp_path, "m0.sdf", sdf(model("m", link("a"))))
    for i in range(120):
        path = write(tmp_path, f"m{i + 1}.sdf", sdf(model("m", include(f"m{i}.sdf"))))
    with pytest.raises(ModelError, match="nested more than 100 deep"):
        load_sdf(path)


def test_long_chains() -> None:
    """Of frames, of attachments and of links, none by recursion."""
    n = 300
    names = [f"l{i}" for i in range(n)]
    text = robot(
        *(link(name, pose("0 0 1 0 0 0", f"j{i}" if i else "")) for i, name in enumerate(names)),
        *(
            joint(f"j{i}", names[i - 1], names[i], "fixed", pose("0 0 0 0 0 0", names[i - 1]))
            for i in range(1, n)
        ),
        *(frame(f"f{i}", f"f{i + 1}" if i < n else "", pose("1 0 0 0 0 0")) for i in range(n + 1)),
    )
    found = load_sdf(text)
    assert found.frame(names[-1]).placement.translation.flat == (0, 0, n)
    assert found.frame("f0").placement.translation.flat == (n + 1, 0, 0)


def test_massless_and_impossible_bodies_are_suspect() -> None:
    nothing = INERTIAL.replace("<mass>1", "<mass>0")
    empty = (
        "<inertial><mass>0</mass><inertia><ixx>0</ixx><iyy>0</iyy><izz>0</izz></inertia></inertial>"
    )
    text = robot(
        link("a"),
        link("b", "", nothing),
        link("c", "", empty),
        joint("j", "a", "b"),
        joint("k", "b", "c"),
    )
    found = [str(finding) for finding in check_sdf(text)]
    assert [f for f in found if ":4:" in f and "no mass, yet a tensor" in f]
    assert [f for f in found if ":5:" in f and "the mass matrix is singular at 'k'" in f]
    assert load_sdf(text).nq == 2
