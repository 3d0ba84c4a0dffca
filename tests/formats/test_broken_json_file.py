"""Files that are no models: each is refused, by its place in the file."""

import json
from pathlib import Path
from random import Random

import pytest
from annotated import ANNOTATED, assert_same, at, described, one_joint, text_of
from mutations import of_json

import kinetree as kt
from kinetree.parameters import OF_JOINTS

TABLE = json.loads(Path(__file__).with_name("broken.json").read_text())


def annotated_arm():
    """The arm with a geometry, a loop and a coupling, as `kt.save` writes it."""
    return described(kt.robots.arm()) | json.loads(json.dumps(TABLE["annotations"]))


def refused(content, message, tmp_path):
    file = tmp_path / "broken.json"
    file.write_text(json.dumps(content))
    with pytest.raises(kt.ModelError, match=f"broken.json: .*{message}"):
        kt.load(file)


@pytest.mark.parametrize("row", TABLE["broken"], ids=lambda row: row["words"])
def test_what_is_broken_is_said(row, tmp_path):
    """A value is another, or is left out where the row has none."""
    content, (*path, key) = annotated_arm(), row["at"]
    if "value" in row:
        at(content, path)[key] = row["value"]
    else:
        del at(content, path)[key]
    refused(content, row["words"], tmp_path)


def test_a_number_too_large_is_shown_in_part(tmp_path):
    content = annotated_arm() | {"gravity": [0, 10**400, 0]}
    refused(content, r"gravity\[1\] is 1000.*\.\.\.; expected a finite number", tmp_path)


def test_annotations_and_a_chain_that_forks_load():
    content = annotated_arm()
    content["joints"][3]["parent"] = "joint1"
    model = kt.load(json.dumps(content))
    assert (len(model.geometries), len(model.constraints), model.parents[4]) == (1, 2, 1)


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


@pytest.mark.sweep
def test_files_damaged_at_random_load_or_are_refused():
    data, rng = text_of(ANNOTATED).encode(), Random(0)
    loaded = 0
    for _ in range(200):
        damaged = data
        for _ in range(rng.randint(1, 3)):
            damaged = of_json(rng, damaged)
        try:
            model = kt.load(damaged.decode())
        except kt.ModelError as error:
            assert str(error).startswith("<string>: ")
            continue
        loaded += 1
        assert_same(model, kt.load(text_of(model)))
    assert 0 < loaded < 100
