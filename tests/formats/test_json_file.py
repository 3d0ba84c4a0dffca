"""Models in files: the same model comes back, to the bit."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from annotated import ANNOTATED, Bent, assert_same, described, one_joint, text_of
from trees import TREES, Cam

import kinetree as kt
from kinetree.model.model import ANNOTATIONS


@pytest.fixture
def saved(tmp_path):
    def save(model):
        kt.save(model, tmp_path / "model.json")
        return kt.load(tmp_path / "model.json")

    return save


@pytest.mark.parametrize("name", TREES)
def test_every_joint_comes_back(name, saved):
    model = TREES[name].model
    assert_same(model, saved(model))


def test_everything_comes_back(saved, tmp_path):
    assert_same(ANNOTATED, saved(ANNOTATED))
    assert_same(ANNOTATED, kt.load(text_of(ANNOTATED)))
    assert_same(ANNOTATED, kt.load(str(tmp_path / "model.json")))


def test_every_annotation_is_saved():
    assert set(ANNOTATIONS) <= described(ANNOTATED).keys()
    assert all(described(ANNOTATED)[key] for key in ANNOTATIONS)


@pytest.mark.parametrize("name", ["panda", "talos", "tiago_description/tiago_dual"])
def test_robots_from_files_come_back(name, saved):
    model = kt.load(name, floating_base=True, mimic=True)
    assert_same(model, saved(model))


def test_placements_and_axes_are_not_rounded_again(saved):
    arm, rng = kt.robots.arm(), np.random.default_rng(0)
    placements, inertias = arm.placements.copy(), arm.inertias.copy()
    placements[:, :3, 3] = rng.uniform(-1e-16, 1e-16, (8, 3))  # the builder would say 0
    placements[2, 3] = [1e-9, -0.0, 0, 1 + 1e-9]
    inertias[3, 4:] *= -0.0
    model = arm.replace(placements=placements, inertias=inertias)
    assert_same(model, saved(model))
    for axis in rng.normal(size=(2000, 3)) * 10.0 ** rng.integers(-8, 9, (2000, 3)):
        once = kt.Revolute(axis.tolist()).axis.flat
        assert kt.Revolute(list(once)).axis.flat == once


def test_attributes_of_users_joints_come_back_in_kind(saved):
    old, new = ANNOTATED.joint("bent_joint").type, saved(ANNOTATED).joint("bent_joint").type
    assert type(new) is Bent and new.table == old.table and str(new.table) == str(old.table)
    assert type(new.inner) is tuple and type(new.inner[0]) is Cam
    assert new.inner[0].turn.axis.flat == old.inner[0].turn.axis.flat
    assert new.placed == old.placed and repr(new.array) == repr(old.array)
    for one, two in zip(old.numbers, new.numbers, strict=True):
        assert one.dtype == two.dtype and one.shape == two.shape and (one == two).all()
    assert new.scalars == old.scalars


def test_the_file_is_plain_json_that_can_be_read(tmp_path):
    kt.save(ANNOTATED, tmp_path / "a.json")
    text = (tmp_path / "a.json").read_text(encoding="ascii")

    def refuse(word):
        raise AssertionError(word)

    assert json.loads(text, parse_constant=refuse) == described(ANNOTATED)
    lines = [line.strip() for line in text.splitlines()]
    assert lines[:4] == [
        "{",
        '"format": "kinetree model",',
        '"version": 2,',
        '"name": "annotated",',
    ]
    for line in (
        '"parent": "root_joint",',
        '"placement": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]',
        '"joint": {"type": "Helical", "axis": [0, 0, 1], "pitch": 0.1},',
        '"multiplier": 2,',
        '"lower_position_limits": [-1.0],',
        '"upper_position_limits": ["inf"],',
        '"groups": {"arm": ["arm_joint", "wheel_joint"], "none": []},',
    ):
        assert any(x.startswith(line) for x in lines), line


# --- users' joints


def test_a_class_defined_twice_is_the_last_one(saved):
    def defined(axis):
        class Own(kt.Joint):
            nq = nv = 1

            def placement(self, q):
                return kt.Revolute(axis).placement(q)

        return Own()

    first, second = one_joint(defined("x")), one_joint(defined("y"))
    for model in (first, second):
        again = saved(model)
        assert type(again.joints[0].type) is type(second.joints[0].type)
        assert again == second and (again == first) is False
        assert kt.forward_kinematics.evaluate(again, [0.5])[1][0, 2] == np.sin(0.5)


def test_a_class_derived_from_a_users_class_is_found(saved):
    class Reversed(Cam):
        def placement(self, q):
            return super().placement(-q)

    model = one_joint(Reversed("x"))
    again = saved(model)
    assert type(again.joints[0].type) is Reversed and again == model


@pytest.mark.parametrize(
    "value", [len, object(), np.array([object()]), kt.Array([1j]), {1: 2}, [{"x": b"bytes"}], 1j]
)
def test_an_attribute_that_cannot_be_saved_is_named(value, tmp_path):
    joint, path = Cam("x"), tmp_path / "m.json"
    kt.save(one_joint(joint), path)
    before = path.read_bytes()
    joint.thing = value
    model = one_joint(joint)
    with pytest.raises(
        kt.ModelError, match=r"one: joints\[0\] 'a_joint': joint \(Cam\): the attribute 'thing'"
    ):
        kt.save(model, path)
    assert path.read_bytes() == before and os.listdir(tmp_path) == ["m.json"]
    assert model == model and model != one_joint(joint)


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({}, "AttributeError: 'Cam' object has no attribute 'turn'"),
        ({"turn": 3}, "AttributeError: 'int' object has no attribute 'placement'"),
        ({"turn": {}}, "turn is an object of 0; expected one key, of Joint, dict,"),
        ({"turn": {"set": []}}, "turn is an object of 1; expected one key"),
        ({"turn": {"Joint": {"type": "Revolute"}}}, "turn: no 'axis'"),
        ({"turn": {"SE3": [1]}}, "ShapeError"),
        ({"turn": {"ndarray": {"dict": []}}}, "expected an object"),
        ({"placement": 1}, "'placement' is a method, not an attribute"),
        ({"nq": -1}, r"nq is -1; a joint type gives it as a number >= 0"),
        ({"__class__": 1}, "'__class__' is a method, |TypeError"),
        ([], "attributes is a list of 0; expected an object"),
    ],
)
def test_attributes_that_make_no_joint_are_refused(attributes, message):
    content = described(one_joint(Cam("x")))
    content["joints"][0]["joint"]["attributes"] = attributes
    with pytest.raises(kt.ModelError, match=rf"<string>: joints\[0\] 'a_joint'.*{message}"):
        kt.load(json.dumps(content))


# --- paths


def test_paths_that_cannot_be(tmp_path):
    arm, folder = kt.robots.arm(), tmp_path / "folder"
    folder.mkdir()
    for path in (folder, tmp_path / "no" / "m.json", "a\0b", "x" * 5000):
        with pytest.raises(kt.ModelError, match="cannot be written"):
            kt.save(arm, path)
        with pytest.raises(kt.ModelError, match=r"cannot be read|no such file|a directory; pass"):
            kt.load(Path(path))
    for path in (3, None, b"m.json"):
        with pytest.raises(kt.ModelError, match=r"path is .*; expected a path"):
            kt.save(arm, path)
        with pytest.raises(kt.ModelError, match=r"source is .*; expected a path, or the XML as"):
            kt.load(path)
    assert os.listdir(tmp_path) == ["folder"]
    (tmp_path / "latin.json").write_bytes(b'{"name": "\xe9"}')
    with pytest.raises(kt.ModelError, match=r"latin\.json: cannot be read"):
        kt.load(tmp_path / "latin.json")


def test_names_of_any_characters_and_a_byte_order_mark(tmp_path):
    b = kt.ModelBuilder('r"\\\u00e9\ud800\0')
    b.add_body("\u673a\u5668\n", joint=kt.Revolute("z"), joint_name="{}")
    model = b.build()
    kt.save(model, tmp_path / "m.json")
    assert_same(model, kt.load(tmp_path / "m.json"))
    text = "\ufeff" + (tmp_path / "m.json").read_text()
    (tmp_path / "m.json").write_text(text, encoding="utf-8")
    assert_same(model, kt.load(tmp_path / "m.json"))
    assert_same(model, kt.load(text))
