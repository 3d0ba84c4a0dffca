"""Bad URDFs: each is refused, or found suspect, by file, line, element, and with a remedy."""

import math

import pytest
from urdf_text import AXIS, INERTIAL, LIMIT, joint, link, mimic, robot

from kinetree import check_urdf, load_urdf
from kinetree.errors import ModelError


def one_joint(inside: str = AXIS + LIMIT, kind: str = "revolute") -> str:
    """Two links and, on line 4, the joint between them."""
    return robot(link("a"), link("b"), joint("j", "a", "b", kind, inside))


J = "<joint name='j'>"


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


def test_a_mimic_of_a_fixed_joint_is_refused() -> None:
    joints = joint("j", "a", "b", "fixed", ""), joint("k", "b", "c", inside=LIMIT + mimic("j"))
    with pytest.raises(ModelError, match="its source 'j' is fixed; only the position of a revolu"):
        load_urdf(robot(link("a"), link("b"), link("c"), *joints), mimic=True)


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
        assert load_urdf(text).upper_position_limits.tolist() == [math.inf]
    (found,) = check_urdf(text)
    assert (found.severity, found.line, found.element) == ("warning", 4, J)


@pytest.mark.parametrize(
    ("kind", "remedy"), [("revolute", ", or make the joint continuous."), ("prismatic", ".")]
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


def test_nothing_is_found_in_a_good_robot() -> None:
    frames = [link("tool", ""), joint("t", "b", "tool", "fixed", '<axis xyz="0 0 0"/>')]
    assert check_urdf(robot(link("a"), link("b"), joint("j", "a", "b"), *frames)) == []


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
