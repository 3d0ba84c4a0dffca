"""Bad URDFs: each is refused, or found suspect, by file, line, element, and with a remedy."""

import math
import warnings

import pytest
from urdf_text import AXIS, INERTIAL, LIMIT, joint, link, mimic, robot

from kinetree import check_urdf, load_urdf
from kinetree.errors import ModelError


def one_joint(inside: str = AXIS + LIMIT, kind: str = "revolute") -> str:
    """Two links and, on line 4, the joint between them."""
    return robot(link("a"), link("b"), joint("j", "a", "b", kind, inside))


def one_inertial(old: str, new: str) -> str:
    """As `one_joint`, with the inertial of link b, on line 3, changed."""
    assert old in INERTIAL
    return robot(link("a"), link("b", INERTIAL.replace(old, new)), joint("j", "a", "b"))


J = "<joint name='j'>"
B = "<link name='b'> <inertial>"

REFUSED = {
    "no name": ("<robot><link name='a'/></robot>", 1, "<robot>", 'no name; write <robot name="'),
    "no links": ("<robot name='r'/>", 1, "<robot name='r'>", "without links; give it"),
    "MJCF": ("<mujoco/>", 1, "<mujoco>", "this is MJCF, which kt.load and kt.load_mjcf read"),
    "other XML": ("<html/>", 1, "<html>", "a URDF begins with <robot name='...'>"),
    "link without name": (robot("<link/>"), 2, "<link>", 'no name; write <link name="'),
    "empty link name": (robot(link(" ")), 2, "<link name=' '>", "no name; write"),
    "duplicate link": (
        robot(link("a"), link("a")),
        3,
        "<link name='a'>",
        "a link of this name is on line 2; rename one",
    ),
    "duplicate joint": (
        robot(link("a"), link("b"), link("c"), joint("j", "a", "b"), joint("j", "a", "c")),
        6,
        J,
        "a joint of this name is on line 5; rename one",
    ),
    "missing child": (
        robot(link("arm"), joint("j", "arm", "hnd"), link("hand")),
        3,
        J,
        "its child: no link 'hnd'; did you mean 'hand'?",
    ),
    "missing parent": (
        robot(link("arm"), joint("j", "arn", "hand"), link("hand")),
        3,
        J,
        "its parent: no link 'arn'; did you mean 'arm'?",
    ),
    "no parent element": (
        robot(link("a"), '<joint name="j" type="fixed"><child link="a"/></joint>'),
        3,
        J,
        "no <parent>; add <parent link='...'/>",
    ),
    "parent without link": (
        robot(link("a"), '<joint name="j" type="fixed"><parent/><child link="a"/></joint>'),
        3,
        f"{J} <parent>",
        'no link; write <parent link="',
    ),
    "two roots": (
        robot(link("a"), link("b"), link("c"), joint("j", "a", "b")),
        1,
        "<robot name='r'>",
        "2 links are the child of no joint: 'a' (line 2), 'c' (line 4); a robot has one root",
    ),
    "many roots": (
        robot(*(link(f"l{k}") for k in range(12))),
        1,
        "<robot name='r'>",
        "'l9' (line 11) and 2 more; a robot has one root",
    ),
    "eleven roots": (
        robot(*(link(f"l{k}") for k in range(11))),
        1,
        "<robot name='r'>",
        "'l9' (line 11) and 1 more; a robot has one root",
    ),
    "ten roots": (
        robot(*(link(f"l{k}") for k in range(10))),
        1,
        "<robot name='r'>",
        "'l9' (line 11); a robot has one root",
    ),
    "loop without root": (
        robot(link("a"), link("b"), joint("j", "a", "b"), joint("k", "b", "a")),
        5,
        "<joint name='k'>",
        "it closes a loop: a -> b -> a; a URDF is a tree: remove one",
    ),
    "loop beside a root": (
        robot(link("o"), link("a"), link("b"), joint("j", "a", "b"), joint("k", "b", "a")),
        6,
        "<joint name='k'>",
        "it closes a loop: a -> b -> a",
    ),
    "loop of one": (robot(link("a"), joint("j", "a", "a")), 3, J, "it closes a loop: a -> a"),
    "two parents": (
        robot(link("a"), link("b"), link("c"), *(joint(n, p, "c") for n, p in ("ja", "kb"))),
        6,
        "<joint name='k'>",
        "its child 'c' has a parent already, by joint 'j' on line 5",
    ),
    "unknown type": (
        one_joint(kind="revolut"),
        4,
        J,
        "no joint type 'revolut'; did you mean 'revolute'?",
    ),
    "no type": (one_joint(kind=""), 4, J, 'no type; write <joint type="'),
    "planar with another normal": (
        one_joint('<axis xyz="0 1 0"/>', "planar"),
        4,
        f"{J} <axis>",
        "the normal of a planar joint is z, not 0 1 0; rotate the joint's <origin>",
    ),
    "zero axis": (
        one_joint('<axis xyz="0 0 0"/>' + LIMIT),
        4,
        f"{J} <axis>",
        "the axis has length 0; give it a direction",
    ),
    "axis without xyz": (one_joint("<axis>0 0 1</axis>"), 4, f"{J} <axis>", "no xyz; write <axis"),
    "two numbers": (
        one_joint('<origin xyz="0 0"/>' + LIMIT),
        4,
        f"{J} <origin>",
        "xyz='0 0' has 2 numbers; expected 3, separated by spaces",
    ),
    "no number": (
        one_joint('<origin rpy="0 0 pi"/>' + LIMIT),
        4,
        f"{J} <origin>",
        "rpy='0 0 pi': 'pi' is not a number; expected a number",
    ),
    "underscore": (
        one_joint('<limit lower="0" upper="1_0"/>'),
        4,
        f"{J} <limit>",
        "upper='1_0': '1_0' is not a number; expected a number",
    ),
    "digits of another script": (
        one_joint('<limit lower="0" upper="\u0661"/>'),
        4,
        f"{J} <limit>",
        "is not a number; expected a number",
    ),
    "xacro expression": (
        one_joint('<limit lower="0" upper="${pi}"/>'),
        4,
        f"{J} <limit>",
        "this is xacro; expand the file first",
    ),
    "xacro in a link's name": (
        robot(link("${1+1}")),
        2,
        "<link name='${1+1}'>",
        "name='${1+1}': this is xacro; expand the file first",
    ),
    "xacro in a joint's name": (
        robot(link("a"), link("b"), joint("$(arg side)_j", "a", "b")),
        4,
        "<joint name='$(arg side)_j'>",
        "name='$(arg side)_j': this is xacro; expand the file first",
    ),
    "NaN in origin": (
        one_joint('<origin xyz="nan 0 0"/>' + LIMIT),
        4,
        f"{J} <origin>",
        "xyz='nan 0 0' is not finite; write a finite number",
    ),
    "inf in limit": (
        one_joint('<limit lower="0" upper="inf"/>'),
        4,
        f"{J} <limit>",
        "upper='inf' is not finite",
    ),
    "overflow in mass": (
        one_inertial('value="1"', 'value="1e400"'),
        3,
        f"{B} <mass>",
        "value='1e400' is not finite",
    ),
    "NaN in tensor": (
        one_inertial('ixy="0.1"', 'ixy="nan"'),
        3,
        f"{B} <inertia>",
        "ixy='nan' is not finite",
    ),
    "NaN in damping": (
        one_joint(LIMIT + '<dynamics damping="nan"/>'),
        4,
        f"{J} <dynamics>",
        "damping='nan' is not finite",
    ),
    "NaN in mimic": (one_joint(LIMIT + mimic("j", "nan")), 4, f"{J} <mimic>", "is not finite"),
    "limits crossed": (
        one_joint('<limit lower="2" upper="1"/>'),
        4,
        f"{J} <limit>",
        "lower 2 is above upper 1; swap them",
    ),
    "negative mass": (
        one_inertial('value="1"', 'value="-1"'),
        3,
        f"{B} <mass>",
        "the mass is -1 kg; it cannot be negative",
    ),
    "no mass": (one_inertial('<mass value="1"/>', ""), 3, B, "no <mass>; add <mass value="),
    "mass without value": (one_inertial('value="1"', ""), 3, f"{B} <mass>", "no value; write"),
    "no izz": (one_inertial('izz="2.5"', ""), 3, f"{B} <inertia>", "no izz; write <inertia izz="),
    "two limits": (one_joint(LIMIT + LIMIT), 4, f"{J} <limit>", "a second <limit> in"),
    "two inertials": (
        robot(link("b", INERTIAL + INERTIAL)),
        2,
        B,
        "a second <inertial> in <link name='b'>; keep one",
    ),
    "quaternion and rpy": (
        one_joint('<origin rpy="0 0 0" quat_xyzw="0 0 0 1"/>' + LIMIT),
        4,
        f"{J} <origin>",
        "both rpy and quat_xyzw; keep one",
    ),
    "quaternion not of length 1": (
        one_joint('<origin quat_xyzw="0 0 0 2"/>' + LIMIT),
        4,
        f"{J} <origin>",
        "quat_xyzw is not of length 1; divide it",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_refused_by_line_and_element_with_a_remedy(case: str) -> None:
    text, line, element, remedy = REFUSED[case]
    with pytest.raises(ModelError) as caught:
        load_urdf(text)
    message = str(caught.value)
    start = f"<string>:{line}: "
    named = [each for each in message.splitlines() if each.startswith(start)]
    assert any(f"{element}: " in each and remedy in each for each in named), message


@pytest.mark.parametrize("case", REFUSED)
def test_check_finds_the_same_error(case: str) -> None:
    text, line, _, remedy = REFUSED[case]
    errors = [finding for finding in check_urdf(text) if finding.severity == "error"]
    assert any(finding.line == line and remedy in finding.message for finding in errors)


def test_all_errors_at_once_in_the_order_of_the_lines() -> None:
    text = robot(
        link("a", INERTIAL.replace('value="1"', 'value="-1"')),
        link("b"),
        link("c"),
        joint("j", "a", "b", inside='<axis xyz="0 0 0"/>' + LIMIT),
    )
    with pytest.raises(ModelError) as caught:
        load_urdf(text)
    starts = [line.partition(": ")[0] for line in str(caught.value).splitlines()]
    assert starts == ["<string>:1", "<string>:2", "<string>:5"]


def test_at_most_ten_errors_are_shown() -> None:
    with pytest.raises(ModelError) as caught:
        load_urdf(robot(link("a"), *["<link/>"] * 25))
    lines = str(caught.value).splitlines()
    assert len(lines) == 11
    assert lines[-1] == "... and 15 more errors."


MIMICS = {
    "unknown source": (("", mimic("jj")), 5, "<joint name='k'> <mimic>", "did you mean 'j'"),
    "itself": (("", mimic("k")), 5, "<joint name='k'>", "it mimics itself: k -> k"),
    "cycle": ((mimic("k"), mimic("j")), 4, "<joint name='j'>", "it mimics itself: j -> k -> j"),
}


def test_a_cycle_of_mimics_is_told_from_its_first_joint_by_name() -> None:
    joints = [joint(n, "a", f"l{n}", inside=LIMIT + mimic(m)) for n, m in ("bc", "ca", "ab")]
    with pytest.raises(ModelError, match=r"<joint name='a'>.* mimics itself: a -> b -> c -> a;"):
        load_urdf(robot(*map(link, ("a", "lb", "lc", "la")), *joints), mimic=True)


@pytest.mark.parametrize("case", MIMICS)
def test_bad_mimics_are_errors_if_they_are_to_be_obeyed(case: str) -> None:
    (of_j, of_k), line, element, remedy = MIMICS[case]
    text = robot(
        link("a") + link("b"),
        link("c"),
        joint("j", "a", "b", inside=LIMIT + of_j),
        joint("k", "b", "c", inside=LIMIT + of_k),
    )
    with pytest.raises(ModelError) as caught:
        load_urdf(text, mimic=True)
    assert f"<string>:{line}: {element}: " in str(caught.value)
    assert remedy in str(caught.value)
    load_urdf(text)
    (found,) = check_urdf(text)
    assert (found.severity, found.line, found.element) == ("warning", line, element)
    assert remedy in found.message


def test_mimic_of_a_fixed_joint() -> None:
    text = robot(
        link("a"),
        link("b"),
        link("c"),
        joint("j", "a", "b", "fixed", ""),
        joint("k", "b", "c", inside=LIMIT + mimic("j")),
    )
    with pytest.raises(ModelError, match="its source 'j' is fixed; only the position of a revolu"):
        load_urdf(text, mimic=True)


SUSPECT = {
    "axis not of length 1": (
        one_joint('<axis xyz="0 0 2"/>' + LIMIT),
        4,
        f"{J} <axis>",
        "the axis has length 2; it is divided by it",
    ),
    "zero mass with a tensor": (
        one_inertial('value="1"', 'value="0"'),
        3,
        B,
        "no mass, yet a tensor that is not zero",
    ),
    "indefinite tensor": (
        one_inertial('ixx="1"', 'ixx="-1"'),
        3,
        B,
        "a moment cannot be negative; correct <inertia>",
    ),
    "triangle inequality": (
        one_inertial('izz="2.5"', 'izz="4"'),
        3,
        B,
        "(triangle inequality); correct <inertia>",
    ),
    "massless leaf": (
        robot(link("a"), link("b", ""), joint("j", "a", "b")),
        3,
        "<link name='b'>",
        "nor has anything beyond: the mass matrix is singular at 'j'",
    ),
    "massless link on the way": (
        robot(
            link("a"), link("b", ""), link("c"), joint("j", "a", "b"), joint("k", "b", "c")
        ),
        3,
        "<link name='b'>",
        "joint 'j' moves it alone); add <inertial>",
    ),
    "massless root": (
        robot(link("a", ""), link("b"), joint("j", "a", "b")),
        2,
        "<link name='a'>",
        "irrelevant for a fixed base, required for a floating one",
    ),
    "xacro definition": (
        robot(link("a"), '<xacro:property name="p" value="1"/>'),
        3,
        "<xacro:property name='p'>",
        "a xacro definition, ignored; remove it",
    ),
    "misspelt attribute": (
        one_joint(AXIS + LIMIT + '<dynamics dampng="0.5"/>'),
        4,
        f"{J} <dynamics>",
        "dampng is not read; did you mean damping?",
    ),
    "misspelt element": (
        one_joint(AXIS + LIMIT + '<dynamic damping="1"/>'),
        4,
        f"{J} <dynamic>",
        "not read; did you mean <dynamics>?",
    ),
    "misspelt element of a link": (
        one_inertial("inertial>", "Inertial>"),
        3,
        "<link name='b'> <Inertial>",
        "not read; did you mean <inertial>?",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SUSPECT)
def test_suspect_models_load_and_are_found(case: str) -> None:
    text, line, element, remedy = SUSPECT[case]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*did you mean")
        load_urdf(text)
    found = check_urdf(text)
    assert {finding.severity for finding in found} == {"warning"}
    assert any(
        (finding.line, finding.element) == (line, element) and remedy in finding.message
        for finding in found
    ), found


@pytest.mark.parametrize("carried", [True, False])
def test_two_links_without_mass_in_a_row(carried: bool) -> None:
    """Each moves what is beyond both, if there is something; else the mass matrix is singular."""
    text = robot(
        link("a"),
        link("b", ""),
        link("c", ""),
        link("d", INERTIAL if carried else ""),
        joint("j", "a", "b"),
        joint("k", "b", "c"),
        joint("l", "c", "d"),
    )
    found = {finding.element: finding.message for finding in check_urdf(text)}
    assert found.keys() == {f"<link name='{x}'>" for x in ("bc" if carried else "bcd")}
    for name, moving in (("b", "j"), ("c", "k")):
        alone = f"no mass (joint '{moving}' moves it alone)"
        singular = f"no mass (nor has anything beyond: the mass matrix is singular at '{moving}')"
        assert (alone if carried else singular) in found[f"<link name='{name}'>"]


@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
def test_joint_without_limit_is_a_warning_that_names_it(kind: str) -> None:
    text = one_joint(AXIS, kind)
    with pytest.warns(UserWarning, match=rf"<string>:4: {J}: a {kind} joint without <limit>, load"):
        load_urdf(text)
    (found,) = check_urdf(text)
    assert (found.severity, found.line, found.element) == ("warning", 4, J)


@pytest.mark.parametrize(
    ("kind", "remedy"),
    [("revolute", ", or make the joint continuous."), ("prismatic", ".")],
)
def test_a_limit_without_lower_and_upper_is_a_warning(kind: str, remedy: str) -> None:
    text = one_joint(AXIS + '<limit effort="2" velocity="3"/>', kind)
    with pytest.warns(UserWarning, match="the joint cannot move") as caught:
        assert load_urdf(text).upper_position_limits.tolist() == [0]
    (found,) = check_urdf(text)
    assert (found.severity, found.line, found.element) == ("warning", 4, J)
    assert found.message.endswith(f'add lower="..." upper="..."{remedy}')
    assert str(caught[0].message) == str(found)


@pytest.mark.parametrize("limit", ['lower="-1"', 'upper="1"', 'lower="0" upper="0"'])
def test_a_limit_with_lower_or_upper_is_meant(limit: str) -> None:
    assert check_urdf(one_joint(AXIS + f"<limit {limit}/>", "revolute")) == []
    assert check_urdf(one_joint(AXIS + "<limit/>", "continuous")) == []


def test_a_mass_without_a_tensor_is_a_point_mass_and_a_warning() -> None:
    text = robot(link("a", '<inertial><mass value="2"/><origin xyz="0 0 0.5"/></inertial>'))
    with pytest.warns(
        UserWarning, match=r"<string>:2: <link name='a'> <inertial>: no <inertia>, t"
    ):
        model = load_urdf(text)
    assert model.inertias[0].tolist() == [2, 0, 0, 1, 0.5, 0, 0.5, 0, 0, 0]
    (found,) = check_urdf(text)
    assert (found.severity, found.line) == ("warning", 2)


def test_a_robot_without_any_mass_is_found() -> None:
    (found,) = check_urdf(robot(link("a", "")))
    assert "no mass (irrelevant for a fixed base, required for a floating one)" in found.message


def test_nothing_is_found_in_a_good_robot() -> None:
    frames = [link("tool", ""), joint("t", "b", "tool", "fixed", '<axis xyz="0 0 0"/>')]
    text = robot(link("a"), link("b"), joint("j", "a", "b"), *frames)
    assert check_urdf(text) == []


def test_links_fixed_to_each_other_share_their_mass() -> None:
    text = robot(
        link("foot", ""),
        link("base"),
        link("arm", ""),
        link("arm_body"),
        joint("f", "foot", "base", "fixed", ""),
        joint("j", "base", "arm"),
        joint("g", "arm", "arm_body", "fixed", ""),
    )
    assert check_urdf(text) == []


def test_what_a_joint_has_no_use_for_is_not_read() -> None:
    inside = f'<axis xyz="0 0 0"/><limit lower="{math.nan}"/>'
    assert check_urdf(robot(link("a"), link("b"), joint("j", "a", "b", "fixed", inside))) == []
