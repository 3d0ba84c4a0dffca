"""A broken SDF is a ModelError with place and cause, or a warning; nothing else."""

from pathlib import Path

import pytest
from sdf_text import (
    AXIS,
    AXIS2,
    INERTIAL,
    frame,
    include,
    joint,
    link,
    mimic,
    model,
    pose,
    robot,
    sdf,
)

from kinetree import check as check_sdf
from kinetree import load_sdf
from kinetree.errors import ModelError
from kinetree.formats.sdf.include import MOST_INCLUDES

TWO = (link("a"), link("b"))


def on(axis: str) -> str:
    """A robot of two links whose joint, on line 5, has this axis."""
    return robot(*TWO, joint("j", "a", "b", inside=axis))


def linked(inside: str) -> str:
    """A robot of one link, on line 3, that holds this."""
    return robot(link("a", inside))


BROKEN = {
    "no XML": ("<sdf", 1, "XML"),
    "another format": (
        "<robot name='r'/>",
        1,
        "URDF, which kt.load and kt.load_urdf read; an SDF",
    ),
    "no version": ("<sdf><model name='r'/></sdf>", 1, "version=''; expected one from 1.4 to 1.12"),
    "an old version": (sdf(version="1.3"), 1, "version='1.3'"),
    "a long version": (sdf(version="1." + "9" * 5000), 1, "expected one from 1.4"),
    "nothing in it": (sdf(), 1, "no <model>"),
    "two models": (sdf(model("r", *TWO), model("s", *TWO)), 6, "a second <model>"),
    "two worlds": (sdf("<world name='w'/>", "<world name='v'/>"), 3, "a second <world>"),
    "no name": (sdf(model("", link("a"))), 2, "no name"),
    "a model without links": (robot(frame("f")), 2, "a model without links"),
    "a world without links": (sdf('<world name="w"/>'), 2, "a world without links"),
    "links of one name": (robot(link("a"), link("a")), 4, "that of a link on line 3"),
    "a link and a joint of one name": (
        robot(*TWO, joint("a", "a", "b")),
        5,
        "the name 'a' is that of a link on line 3",
    ),
    "a name with a scope": (robot(link("a::b")), 3, "is reserved"),
    "a name of the format": (robot(link("__model__")), 3, "is reserved"),
    "a link called world": (robot(link("world")), 3, "rename it"),
    "a joint without child": (
        robot(link("a"), '<joint name="j" type="fixed"><parent>a</parent></joint>'),
        4,
        "no <child>",
    ),
    "an unknown parent": (robot(*TWO, joint("j", "A", "b")), 5, "did you mean 'a'"),
    "an unknown link in a model": (
        robot(link("a"), model("m", link("b")), joint("j", "a", "m::c")),
        7,
        "its child: no link or frame 'm::c'",
    ),
    "names of the model around": (
        robot(link("a"), model("m", link("b"), joint("j", "a", "b"))),
        6,
        "no link or frame 'a'",
    ),
    "the child is the world": (robot(link("a"), joint("j", "a", "world")), 4, "make that its"),
    "an old child of a hinge is the world": (
        robot(link("a"), joint("j", "a", "world"), version="1.6"),
        4,
        "make that its <parent>",
    ),
    "a joint of a link with itself": (
        robot(link("a"), frame("f", "a"), joint("j", "a", "f")),
        5,
        "parts of one body, 'a'",
    ),
    "a joint called universe": (
        robot(*TWO, joint("universe", "a", "b")),
        5,
        "cannot be called 'universe'",
    ),
    "no type": (robot(*TWO, joint("j", "a", "b", "")), 5, "no type"),
    "an unknown type": (robot(*TWO, joint("j", "a", "b", "hinge")), 5, "no joint type 'hinge'"),
    "no axis": (on(""), 5, "no <axis>"),
    "no second axis": (robot(*TWO, joint("j", "a", "b", "universal")), 5, "no <axis2>"),
    "two axes": (on(AXIS + AXIS), 5, "a second <axis>"),
    "an axis of length zero": (on("<axis><xyz>0 0 0</xyz></axis>"), 5, "has length 0"),
    "an axis of two numbers": (on("<axis><xyz>0 1</xyz></axis>"), 5, "holds 2 numbers; expected 3"),
    "an axis in no frame": (
        on('<axis><xyz expressed_in="c">0 0 1</xyz></axis>'),
        5,
        "expressed_in: no link or frame 'c'",
    ),
    "an axis in a frame of an old file": (
        on('<axis><xyz expressed_in="a">0 0 1</xyz></axis>').replace("1.9", "1.6"),
        5,
        "means nothing in SDF 1.6, only in versions from 1.7 on",
    ),
    "an axis in the model of a new file": (
        on("<axis><xyz>0 0 1</xyz><use_parent_model_frame>1</use_parent_model_frame></axis>"),
        5,
        'write <xyz expressed_in="__model__">',
    ),
    "an axis in a frame or not": (
        on("<axis><xyz>0 0 1</xyz><use_parent_model_frame>si</use_parent_model_frame></axis>"),
        5,
        "'si' is neither true nor false",
    ),
    "crossed limits": (
        on("<axis><xyz>0 0 1</xyz><limit><lower>1</lower><upper>-1</upper></limit></axis>"),
        5,
        "lower 1 is above upper -1",
    ),
    "a limit that is not a number": (
        on("<axis><xyz>0 0 1</xyz><limit><lower>nan</lower></limit></axis>"),
        5,
        "not finite",
    ),
    "a limit at the wrong infinity": (
        on("<axis><xyz>0 0 1</xyz><limit><lower>inf</lower></limit></axis>"),
        5,
        "not finite",
    ),
    "a screw without pitch": (
        robot(*TWO, joint("j", "a", "b", "screw")),
        5,
        "a screw without <screw_thread_pitch>",
    ),
    "a screw of infinite pitch": (
        robot(*TWO, joint("j", "a", "b", "screw", AXIS + "<thread_pitch>0</thread_pitch>")),
        5,
        "cannot be zero",
    ),
    "a screw of almost infinite pitch": (
        robot(*TWO, joint("j", "a", "b", "screw", AXIS + "<thread_pitch>1e-320</thread_pitch>")),
        5,
        "cannot be zero",
    ),
    "a gearbox on nothing": (
        robot(*TWO, joint("g", "a", "b", "gearbox", AXIS + AXIS2)),
        5,
        "without <gearbox_reference_body>",
    ),
    "a pose of seven numbers": (linked(pose("1 2 3 4 5 6 7")), 3, "holds 7 numbers; expected 6"),
    "a pose with a word": (linked(pose("1 2 3 4 5 x")), 3, "'x' is not a number"),
    "a pose that is not finite": (linked(pose("1 2 3 4 5 nan")), 3, "not finite"),
    "a pose of xacro": (linked(pose("${x} 2 3 4 5 6")), 3, "xacro; expand the file first"),
    "a name of xacro": (robot(link("${x}")), 3, "this is xacro; expand the file first"),
    "two poses": (linked(pose("0 0 0 0 0 0") * 2), 3, "a second <pose>"),
    "a notation unknown": (
        linked(pose("0 0 0 0 0 0", more='rotation_format="axis"')),
        3,
        "expected 'euler_rpy' or 'quat_xyzw'",
    ),
    "a quaternion of six numbers": (
        linked(pose("0 0 0 0 0 0", more='rotation_format="quat_xyzw"')),
        3,
        "expected 7",
    ),
    "a quaternion of length two": (
        linked(pose("0 0 0 0 0 0 2", more='rotation_format="quat_xyzw"')),
        3,
        "is not of length 1",
    ),
    "a quaternion in degrees": (
        linked(pose("0 0 0 0 0 0 1", more='rotation_format="quat_xyzw" degrees="1"')),
        3,
        "is not in degrees",
    ),
    "degrees in an old file": (
        linked(pose("0 0 0 90 0 0", more='degrees="true"')).replace("1.9", "1.8"),
        3,
        "means nothing in SDF 1.8, only in versions from 1.9 on",
    ),
    "an old frame in an older file": (
        linked(pose("0 0 0 0 0 0", more='frame="a"')).replace("1.9", "1.4"),
        3,
        "means nothing in SDF 1.4, only in versions from 1.5 on",
    ),
    "an old frame in a new file": (
        robot(*TWO, frame("f", inside=pose("0 0 0 0 0 0", more='frame="a"'))),
        5,
        "only in versions up to 1.6",
    ),
    "a pose in no frame": (linked(pose("0 0 0 0 0 0", "c")), 3, "its pose: no frame 'c'"),
    "a pose in itself": (
        robot(link("a", pose("0 0 0 0 0 0", "f")), frame("f", "a")),
        3,
        "its pose is relative to itself: 'a' -> 'f' -> 'a'",
    ),
    "a model at a place inside": (
        robot(link("a"), model("m", pose("0 0 0 0 0 0", "m::b"), link("b"))),
        4,
        "'m' -> 'm::b' -> 'm'",
    ),
    "a frame on itself": (
        robot(link("a"), frame("f", "g"), frame("g", "f")),
        4,
        "it is attached to itself: 'f' -> 'g' -> 'f'",
    ),
    "a joint on its own frame": (
        robot(*TWO, joint("j", "a", "j")),
        5,
        "it is attached to itself: 'j' -> 'j'",
    ),
    "no placement frame": (
        robot(link("a"), model("m", link("b"), more='placement_frame="c"')),
        4,
        "placement_frame: no frame 'c'",
    ),
    "no canonical link": (
        sdf(model("r", link("a"), more='canonical_link="b"')),
        2,
        "canonical_link: no frame 'b'",
    ),
    "a negative mass": (
        robot(link("a", "", INERTIAL.replace("<mass>1", "<mass>-1"))),
        3,
        "the mass is -1 kg",
    ),
    "an inertia to be computed": (
        robot(
            link("a", "", INERTIAL.replace("<inertial", '<inertial auto="true"')), version="1.11"
        ),
        3,
        "simulators compute it",
    ),
    "an inertia in another link": (
        robot(link("b"), link("a", "", INERTIAL.replace("<pose", '<pose relative_to="b"'))),
        4,
        "it cannot be relative to 'b'",
    ),
    "a plane without direction": (
        linked(
            '<visual name="v"><geometry><plane><normal>0 0 0</normal></plane></geometry></visual>'
        ),
        3,
        "the normal has length 0; give it a direction, as 0 0 1",
    ),
    "a visual without geometry": (linked('<visual name="v"/>'), 3, "no <geometry>"),
    "a shape of negative size": (
        linked(
            '<visual name="v"><geometry><sphere><radius>-1</radius></sphere></geometry></visual>'
        ),
        3,
        "cannot be negative",
    ),
    "a mesh without file": (
        linked('<visual name="v"><geometry><mesh/></geometry></visual>'),
        3,
        "no <uri>",
    ),
    "an include of nothing": (robot(link("a"), include("")), 4, "no <uri>"),
    "an include not found": (robot(link("a"), include("model://nothing")), 4, "package_dirs=["),
    "an include from the net": (
        robot(link("a"), include("https://x.org/a")),
        4,
        "is found neither",
    ),
}


ONLY_WHEN_LOADED = ("a joint called universe",)


@pytest.mark.parametrize("name", BROKEN)
def test_broken(name: str) -> None:
    text, line, says = BROKEN[name]
    with pytest.raises(ModelError) as error:
        load_sdf(text)
    first = str(error.value).splitlines()[0]
    assert first.startswith(f"<string>:{line}: "), first
    assert says in str(error.value)
    found = [f for f in check_sdf(text) if f.severity == "error" and f.line == line]
    assert found or name in ONLY_WHEN_LOADED


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
    lines = [int(line.split(":")[1]) for line in str(error.value).splitlines()]
    assert lines == [3, 4, 5, 6]


def test_roots() -> None:
    with pytest.raises(ModelError, match=r"2 links are the child of no joint: 'a'.*'b'"):
        load_sdf(robot(*TWO))
    hanging = robot(link("a"), joint("j", "world", "a"))
    with pytest.raises(ModelError, match="every link has a joint to the world"):
        load_sdf(hanging, floating_base=True)
    with pytest.raises(ModelError, match="floating_base=1; expected"):
        load_sdf(hanging, floating_base=1)  # type: ignore[arg-type]


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
        ("<robot name='u'><link name='b'/></robot>", "an SDF begins with <sdf"),
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
    outer = write(tmp_path, "outer.sdf", robot(link("a"), include("sun.sdf")))
    assert load_sdf(outer).nframes == 2


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
