"""Files that are no models: each is refused, by its place in the file."""

import copy
import json
import random

import numpy as np
import pytest
from annotated import ANNOTATED, assert_same, at, described, leaves, one_joint, text_of

import kinetree as kt
from kinetree.parameters import OF_JOINTS

NO_JSON = [
    ("{", "1: column 2: this is not JSON: Expecting property name"),
    (text_of(kt.robots.arm())[:-20], r"\d+: column \d+: this is not JSON"),
    ('{"a": NaN}', " NaN is not JSON; a limit may be"),
    ('{"a": 1, "a": 2}', " the key 'a' occurs twice in one object"),
    ('{"a": ' + "[" * 100_000, " this is not JSON"),
    ('{"a": ' + "9" * 5000 + "}", " this is not JSON: Exceeds the limit"),
    ("{}", " format is None; expected 'kinetree model', as kt.save writes it"),
]


@pytest.mark.parametrize(("text", "message"), NO_JSON)
def test_text_that_is_no_model(text, message):
    with pytest.raises(kt.ModelError, match=f"<string>:{message}"):
        kt.load(text)


DELETED = object()
HUGE = 10**400
BROKEN = [
    (("version",), 1, "version is 1; expected 2.*A file of a later version needs a later kinetree"),
    (("name",), 3, "name is 3; expected a string"),
    (("joints",), DELETED, "the file: no 'joints'; it has format, version"),
    (("extra",), 1, "the file: no key 'extra'"),
    (("gravity",), [0, 0], "gravity is a list of 2; expected a list of 3"),
    (("gravity", 1), "inf", r"gravity\[1\] is 'inf'; expected a finite number\."),
    (("gravity", 1), HUGE, r"gravity\[1\] is 1000.*\.\.\.; expected a finite number"),
    (("gravity", 1), True, r"gravity\[1\] is True; expected a finite number"),
    (
        ("joints", 1, "parent"),
        "joint3",
        r"joints\[1\] 'joint2': parent: no joint before it 'joint3'",
    ),
    (
        ("joints", 1, "parent"),
        "joint2",
        r"joints\[1\] 'joint2': parent: no joint before it 'joint2'",
    ),
    (("joints", 1, "parent"), 0, "'joint2': parent is 0; expected a string"),
    (
        ("joints", 1, "name"),
        "joint1",
        r"joints\[1\] 'joint1': two joints have this name; rename one",
    ),
    (("joints", 1, "name"), "universe", "two joints have this name"),
    (("joints", 1, "name"), DELETED, r"joints\[1\]: name is None; expected a string"),
    (("joints", 1), [], r"joints\[1\] is a list of 0; expected an object"),
    (("joints", 3, "parent"), "joint1", None),
    (("joints", 1, "dampng"), [0.0], "'joint2': no key 'dampng'; did you mean 'damping'"),
    (
        ("joints", 1, "damping"),
        [0.0, 1.0],
        "'joint2': damping is a list of 2; expected a list of 1",
    ),
    (
        ("joints", 1, "effort_limits"),
        ["nan"],
        r"effort_limits\[0\] is 'nan'; expected a finite number, \"inf\"",
    ),
    (("joints", 1, "armature"), ["inf"], r"armature\[0\] is 'inf'; expected a finite number\."),
    (("joints", 1, "actuated"), [1], "'joint2': actuated holds 1; expected true or false"),
    (("joints", 1, "inertia", 0), -1.0, "the body of joint 'joint2' has mass -1.0; expected >= 0"),
    (("joints", 1, "inertia"), [1.0] * 9, "inertia is a list of 9; expected a list of 10"),
    (("joints", 1, "placement", 0, 0), 2.0, "'joint2': placement is not rigid"),
    (("joints", 1, "placement", 3, 0), 1.0, "'joint2': placement has the last row"),
    (("joints", 1, "placement"), [[1.0]], "placement is a list of 1; expected a list of 4"),
    (("joints", 1, "joint"), DELETED, "'joint2': joint is None; expected an object"),
    (
        ("joints", 1, "joint", "type"),
        "Revolut",
        "joint: no type 'Revolut'; did you mean 'Revolute'",
    ),
    (("joints", 1, "joint", "type"), "Joint", "joint: no type 'Joint'"),
    (("joints", 1, "joint", "type"), "FreeFlyer", "'joint2': joint: no key 'axis'"),
    (("joints", 1, "joint", "axis"), [0, 0, 0], r"joint \(Revolute\): axis .* has no direction"),
    (("joints", 1, "joint", "axis"), "w", "joint: axis is 'w'; expected a list of 3"),
    (("joints", 1, "joint"), {"type": "Composite", "joints": []}, r"Composite\(\): no joints"),
    (
        ("joints", 1, "joint"),
        {"type": "Helical", "axis": [0, 0, 1], "pitch": None},
        "pitch is None",
    ),
    (("frames", 0, "kind"), "body", r"frames\[0\] 'universe': the first frame, and no other"),
    (("frames", 1, "kind"), "universe", "the first frame, and no other, is of kind 'universe'"),
    (("frames", 2, "kind"), "link", "no kind 'link'"),
    (("frames", 4, "name"), "joint1", "another frame of kind 'joint' has this name"),
    (("frames", 2, "joint"), "nobody", "joint: no joint 'nobody'"),
    (("universe",), {}, "universe: no 'placement'"),
    (("groups",), [], "groups is a list of 0; expected an object"),
    (("groups",), {"a": [1]}, "groups: 'a' is 1; expected a string"),
    (("reference_configurations",), {"home": [0.0]}, "'home' is a list of 1; expected an object"),
    (("disabled_collisions",), [["a", "b"]], r"disabled_collisions\[0\] is a list of 2; expected"),
]


@pytest.mark.parametrize(("path", "value", "message"), BROKEN)
def test_what_is_broken_is_said(path, value, message, tmp_path):
    content = copy.deepcopy(described(kt.robots.arm()))
    if value is DELETED:
        del at(content, path[:-1])[path[-1]]
    else:
        at(content, path[:-1])[path[-1]] = value
    file = tmp_path / "broken.json"
    file.write_text(json.dumps(content))
    if message is None:  # a chain that forks is no worse a tree
        assert kt.load(file).parents[4] == 1
        return
    with pytest.raises(kt.ModelError, match=f"broken.json: .*{message}"):
        kt.load(file)


@pytest.mark.parametrize("depth", [2000, 100_000])
def test_joints_nested_too_deep_are_refused(depth):
    nested = '{"type": "Composite", "joints": [' * depth + '{"type": "Fixed"}' + "]}" * depth
    text = text_of(one_joint(kt.Planar())).replace('{"type": "Planar"}', nested)
    with pytest.raises(kt.ModelError, match=r"<string>: .*(nested too deep|recursion)"):
        kt.load(text)


def test_joints_that_are_not_depth_first_are_refused():
    content = described(kt.robots.arm())
    for i, parent in ((2, "joint1"), (3, "joint2")):
        content["joints"][i]["parent"] = parent
    with pytest.raises(kt.ModelError, match=r"joints\[2\] 'joint3': joints come depth first"):
        kt.load(json.dumps(content))


@pytest.mark.parametrize(
    ("mimic", "message"),
    [
        ({"source": "joint9"}, "joint 'joint2' mimics no joint 'joint9'"),
        ({"source": "joint2"}, "mimic joints follow each other in a cycle: joint2 -> joint2"),
        ({"joint": {"type": "Spherical"}}, r"joint \(Mimic\): a mimic of 'joint1' moves as Spher"),
        ({"joint": {"type": "Continuous", "axis": [0, 0, 1]}}, "cannot follow Revolute"),
        ({"multiplier": "1"}, "multiplier is '1'; expected a finite number"),
    ],
)
def test_mimics_that_cannot_be_are_refused(mimic, message):
    content = described(kt.robots.arm())
    kind = {"type": "Mimic", "source": "joint1", "multiplier": 1, "offset": 0, "joint": None}
    second = content["joints"][1]
    second["joint"] = kind | mimic
    for key in [key for key in second if key in OF_JOINTS]:
        del second[key]
    with pytest.raises(kt.ModelError, match=f"<string>: .*{message}"):
        kt.load(json.dumps(content))


GEOMETRY = {
    "name": "g",
    "kind": "visual",
    "body": "link1",
    "joint": "joint1",
    "placement": np.eye(4).tolist(),
    "shape": {"type": "Sphere", "radius": 1.0},
    "color": None,
}
LOOP = {
    "type": "Loop",
    "name": "l",
    "joint": {"type": "Fixed"},
    "first": {"joint": "joint1", "placement": np.eye(4).tolist()},
    "second": {"joint": "joint2", "placement": np.eye(4).tolist()},
}
COUPLING = {"type": "Coupling", "name": "c", "joint": "joint1", "source": None, "coefficients": []}


@pytest.mark.parametrize(
    ("key", "entry", "changes", "message"),
    [
        ("geometries", GEOMETRY, {}, None),
        ("geometries", GEOMETRY, {"kind": "x"}, r"\[0\] 'g': no kind 'x'"),
        ("geometries", GEOMETRY, {"color": [1, 2]}, "color is a list of 2; expected a list of 4"),
        ("geometries", GEOMETRY, {"shape": {"type": "Cone"}}, "shape: no type 'Cone'"),
        (
            "geometries",
            GEOMETRY,
            {"shape": {"type": "Box", "size": 1}},
            "size is 1; expected a list",
        ),
        ("geometries", GEOMETRY, {"shape": {"type": "Sphere", "radius": -1}}, "shape: .*radius"),
        ("geometries", GEOMETRY, {"shape": {"type": "Mesh", "uri": "m"}}, "shape: no 'scale'"),
        ("constraints", LOOP, {}, None),
        ("constraints", LOOP, {"type": "Rope"}, "no type 'Rope'"),
        ("constraints", LOOP, {"first": {}}, r"\[0\] 'l': first: no 'joint'"),
        ("constraints", COUPLING, {}, None),
        ("constraints", COUPLING, {"joint": 1}, "joint is 1; expected a string"),
        ("constraints", COUPLING, {"coefficients": [None]}, r"coefficients\[0\] is None"),
    ],
)
def test_annotations_that_cannot_be_are_refused(key, entry, changes, message):
    content = described(kt.robots.arm()) | {key: [entry | changes]}
    if message is None:
        assert len(getattr(kt.load(json.dumps(content)), key)) == 1
        return
    with pytest.raises(kt.ModelError, match=f"<string>: {key}.*{message}"):
        kt.load(json.dumps(content))


ODD = [
    None,
    True,
    "",
    "x",
    "inf",
    -1,
    0,
    1e308,
    HUGE,
    [],
    {},
    [[]],
    {"type": "Revolute"},
    "universe",
]


@pytest.mark.sweep
def test_files_damaged_at_random_load_or_are_refused():
    content, rng = described(ANNOTATED), random.Random(0)
    loaded = 0
    for _ in range(200):
        damaged = copy.deepcopy(content)
        for _ in range(rng.randint(1, 3)):
            path = rng.choice(leaves(damaged))
            path = path[: rng.randint(1, len(path))] if rng.random() < 0.4 else path
            where = at(damaged, path[:-1])
            if rng.random() < 0.3:
                del where[path[-1]]
            else:
                where[path[-1]] = rng.choice(ODD)
        try:
            model = kt.load(json.dumps(damaged))
        except kt.ModelError as error:
            assert str(error).startswith("<string>: ")
            continue
        loaded += 1
        assert_same(model, kt.load(text_of(model)))
    assert 0 < loaded < 100
