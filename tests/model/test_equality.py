"""Equality of models: by content, and by the digest."""

import copy
import json
import pickle
import random
from dataclasses import replace

import numpy as np
import pytest
from annotated import ANNOTATED, FIXED, at, described, leaves, one_joint
from trees import Cam

import kinetree as kt
from kinetree.model import Anchor, Coupling, Geometry, Loop
from kinetree.parameters import PARAMETERS


def changed(content, path, value):
    content = copy.deepcopy(content)
    at(content, path[:-1])[path[-1]] = value
    return content


def other(path, value):
    match value:
        case bool():
            return not value
        case "inf" | "-inf":
            return 1.5
        case str():
            return f"{value}x"
        case int() | float():
            return 1 - value if "axis" in str(path) else value + 1e-9
        case None:
            return "x"
        case _:
            return [1.0]


@pytest.mark.sweep
def test_every_change_of_a_file_is_another_model_or_none():
    content = described(ANNOTATED)
    paths = leaves(content)
    first = {tuple(key for key in path if isinstance(key, str)): path for path in paths[::-1]}
    refused = []
    for path in [*first.values(), *random.Random(0).sample(paths, 60)]:
        if path[-3:-1] in (("placement", 3), ("SE3", 3)):
            continue  # the last row of an SE3 is 0 0 0 1 whatever the file says
        try:
            model = kt.load(json.dumps(changed(content, path, other(path, at(content, path)))))
        except kt.ModelError:
            refused.append(path)
            continue
        assert model.digest != ANNOTATED.digest and model != ANNOTATED, path
    numbers = [path for path in refused if type(at(content, path)) in (int, float)]
    restricted = (
        "axis",
        "spring_reference",
        "parent_frame",
        "contype",
        "conaffinity",
        "color",
        "friction",
        "condim",
    )
    assert all("version" in path or any(x in str(path) for x in restricted) for path in numbers)
    assert 0 < len(refused) < 0.5 * len(first)


@pytest.mark.parametrize("key", [*PARAMETERS])
def test_every_number_counts(key):
    array = getattr(ANNOTATED, key)
    seen = {ANNOTATED.digest}
    rigid = {(i, r, 3) for i in range(ANNOTATED.njoints) for r in range(3)}
    for where in rigid if key == "placements" else np.ndindex(array.shape):
        new = array.copy()
        new[where] = not new[where] if key == "actuated" else 0.375
        if key == "spring_reference":
            new = kt.normalize(ANNOTATED, new)
        model = ANNOTATED.replace(**{key: new})
        seen.add(model.digest)
        assert model != ANNOTATED
    assert len(seen) == 1 + (len(rigid) if key == "placements" else array.size)


def test_names_annotations_and_joints_count():
    loop, *others = ANNOTATED.constraints
    geometry = ANNOTATED.geometries[0]
    for changes in (
        {"name": "other"},
        {"geometries": ANNOTATED.geometries[1:]},
        {"geometries": [Geometry("g", "visual", "arm", 1, FIXED, geometry.shape)]},
        {"constraints": [Loop(loop.name, kt.Revolute("y"), loop.first, loop.second), *others]},
        {"constraints": [Loop(loop.name, loop.joint, Anchor(0, FIXED), loop.second), *others]},
        {"constraints": [loop, Coupling("both", "wheel_joint", "arm_joint", (0.0, 1.0))]},
        {"reference_configurations": {}},
        {"groups": {"arm": ("wheel_joint", "arm_joint"), "none": ()}},
        {"disabled_collisions": ANNOTATED.disabled_collisions[::-1]},
        {"collision_pairs": ()},
        {"pair_surfaces": [replace(x, margin=0.1) for x in ANNOTATED.pair_surfaces]},
        {"actuators": [replace(x, law=kt.motors.affine(gain=3)) for x in ANNOTATED.actuators]},
        {"actuators": [replace(x, force_range=(0, 5)) for x in ANNOTATED.actuators]},
        {"sensors": ANNOTATED.sensors[::-1]},
        *({"sensors": [replace(x, noise=0.3)]} for x in ANNOTATED.sensors),
        {"geometries": [replace(x, contype=3) for x in ANNOTATED.geometries]},
        {"geometries": [replace(x, conaffinity=3) for x in ANNOTATED.geometries]},
        {"geometries": [replace(x, friction=(1, 0, 0)) for x in ANNOTATED.geometries]},
    ):
        assert ANNOTATED.replace(**changes) != ANNOTATED
    assert ANNOTATED.replace(groups=dict(reversed(ANNOTATED.groups.items()))) == ANNOTATED


def test_attributes_and_classes_of_joints_count():
    joints = [
        kt.Revolute("x"),
        kt.Revolute("y"),
        kt.Prismatic("x"),
        kt.Helical("x", 0.1),
        kt.Helical("x", 0.2),
        kt.Composite(kt.Revolute("x"), kt.Revolute("y")),
        kt.Composite(kt.Revolute("y"), kt.Revolute("x")),
        Cam("x"),
        Cam("y"),
    ]
    assert len({one_joint(joint) for joint in joints}) == len(joints)
    assert one_joint(Cam("x")) == one_joint(Cam("x"))

    def again():
        class Cam(kt.Joint):
            nq = nv = 1

            def placement(self, q):
                return kt.Revolute("z").placement(q)

        return Cam()

    first, second = one_joint(again()), one_joint(again())
    assert first.digest == second.digest and first != second  # classes with one name, yet two


def test_two_loads_copies_and_pickles_are_equal_and_one_key():
    model = kt.load("panda")
    same = [kt.load("panda"), copy.copy(model), copy.deepcopy(model), model.replace()]
    same.append(pickle.loads(pickle.dumps(model)))
    assert {model: 1} == dict.fromkeys(same, 1) and all(model == x for x in same)
    assert model != kt.load("panda", floating_base=True) and model != "panda"
    assert model.replace(gravity=[0, 0, -1]).replace(gravity=model.gravity) == model
    assert len(model.digest) == 40 and int(model.digest, 16)


def test_a_model_with_symbols_equals_itself_only(tmp_path):
    import sympy

    arm = kt.robots.arm()
    for changes in (
        {"gravity": kt.Array([0, 0, sympy.Symbol("g")])},
        {"damping": kt.Array([sympy.Symbol("d")] * 7)},
    ):
        one, two = arm.replace(**changes), arm.replace(**changes)
        assert one == one and one != two and len({one, two, one}) == 2
        with pytest.raises(kt.ModelError, match=f"arm: {next(iter(changes))} holds symbols"):
            one.digest  # noqa: B018
        with pytest.raises(kt.ModelError, match="holds symbols; a file holds plain numbers only"):
            kt.save(one, tmp_path / "m.json")


def test_calls_do_not_look_at_the_digest(monkeypatch):
    def refuse(self):
        raise AssertionError("hashed")

    monkeypatch.setattr(kt.Model, "__hash__", refuse)
    arm = kt.robots.arm()
    kt.generalized_gravity(arm, np.zeros(7))
    kt.generalized_gravity(arm, np.zeros((3, 7)))
    assert "digest" not in vars(arm)


def test_joints_of_a_changed_model_are_changed():
    arm = kt.robots.arm().replace(groups={"both": ("joint1", "joint2")})
    double = arm.replace(inertias=2 * arm.inertias)
    assert double.joints[1].inertia.mass == 2 * arm.joints[1].inertia.mass
