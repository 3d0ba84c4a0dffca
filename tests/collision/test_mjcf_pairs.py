"""Which pairs of geoms collide: those of which MuJoCo makes contacts."""

from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest
from numpy.random import Generator

import kinetree as kt

Pairs = set[frozenset[str]]


def of_mujoco(text: str) -> Pairs:
    """The pairs of which MuJoCo makes contacts when all are within its margin."""
    mj = mujoco.MjModel.from_xml_string(text)
    mj.geom_margin[:] = mj.pair_margin[:] = 100.0
    mj.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_MIDPHASE  # its trees have the old margins
    data = mujoco.MjData(mj)
    mujoco.mj_fwdPosition(mj, data)
    return {frozenset(mj.geom(i).name for i in pair) for pair in data.contact.geom.tolist()}


def of(model: kt.Model) -> Pairs:
    pairs = kt.collision.pairs(model)
    assert len(pairs) == len({*map(frozenset, pairs)})
    return {*map(frozenset, pairs)}


def random_robot(rng: Generator) -> str:
    """A tree of bodies with up to three joints each, with masks, excluded bodies and pairs."""

    def geom(name: str) -> str:
        masks = rng.choice([1, 1, 0, 2, 3, 6], 2)
        return f"<geom name='{name}' size='0.1' contype='{masks[0]}' conaffinity='{masks[1]}'/>"

    def body(i: int) -> str:
        axes = rng.normal(size=(kinds[i], 2)).tolist()
        joints = "".join(f"<joint axis='{x} {y} 1'/>" for x, y in axes)
        mocap = " mocap='true'" if i in mocaps else ""
        inside = "".join(body(k) for k in range(n) if parents[k] == i)
        return f"<body name='b{i}' pos='0 0 0.3'{mocap}>{joints}{geom(f'g{i}')}{inside}</body>"

    n = 9
    parents = [int(rng.integers(-1, k)) for k in range(n)]
    kinds = [int(rng.choice([0, 1, 1, 2, 3])) for _ in range(n)]
    mocaps = [k for k in range(n) if parents[k] < 0 and not kinds[k]][:1]
    excluded = {tuple(sorted(rng.choice(n, 2, replace=False).tolist())) for _ in range(4)}
    paired = {tuple(sorted(rng.choice(n, 2, replace=False).tolist())) for _ in range(4)}
    contact = "".join(f"<exclude body1='b{i}' body2='b{j}'/>" for i, j in excluded)
    contact += "".join(f"<pair geom1='g{i}' geom2='g{j}'/>" for i, j in paired)
    flag = rng.choice(["enable", "enable", "disable"])
    trees = "".join(body(k) for k in range(n) if parents[k] < 0)
    return f"""<mujoco><option><flag filterparent='{flag}'/></option><worldbody>{geom("floor")}
      {trees}</worldbody><contact>{contact}</contact></mujoco>"""


@pytest.mark.parametrize("seed", range(40))
def test_pairs_are_those_of_mujocos_contacts(seed: int) -> None:
    """A body of mocap is one that stands still."""
    text = random_robot(np.random.default_rng(seed))
    model = kt.load_mjcf(text)
    assert of(model) == of_mujoco(text.replace(" mocap='true'", ""))
    again = kt.to_mjcf(model)
    assert of(model) == of(kt.load_mjcf(again)) == of_mujoco(again)


ARM = """<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/>
  <body name="base"><geom name="base" size="0.1"/>
    <body name="shoulder" pos="0 0 1"><joint axis="1 0 0"/><joint axis="0 1 0"/>
      <geom name="shoulder" size="0.1"/>
      <body name="elbow" pos="0 0 1"><joint axis="1 0 0"/><joint axis="0 1 0"/>
        <geom name="elbow" size="0.1"/><geom name="shell" size="0.2" contype="0" conaffinity="2"/>
        <body name="hand" pos="0 0 1"><joint/><geom name="hand" size="0.1" contype="3"/>
        </body></body></body></body></worldbody>
  <contact><pair geom1="shoulder" geom2="elbow"/><exclude body1="base" body2="hand"/></contact>
  </mujoco>"""


def named(*pairs: str) -> Pairs:
    return {frozenset(pair.split()) for pair in pairs}


MOVING = named("floor shoulder", "floor elbow", "floor hand", "shoulder hand")


def test_pairs_of_an_arm() -> None:
    """The base, which the world carries, touches the shoulder, as in MuJoCo; a parent does not."""
    model = kt.load_mjcf(ARM)
    expected = MOVING | named("base shoulder", "base elbow", "shoulder elbow")
    assert of(model) == of_mujoco(ARM) == expected
    assert model.collision_pairs == (("shoulder", "elbow"), ("base", "shoulder"))
    assert {x.name: (x.contype, x.conaffinity) for x in model.geometries if x.contype != 1} == {
        "shell": (0, 2),
        "hand": (3, 1),
    }


def test_a_base_that_floats_is_a_parent() -> None:
    floating = ARM.replace('<body name="base">', '<body name="base"><freejoint/>')
    loaded = kt.load_mjcf(ARM, floating_base=True)
    expected = MOVING | named("floor base", "base elbow", "shoulder elbow")
    assert of(loaded) == of(kt.load_mjcf(floating)) == of_mujoco(floating) == expected


def test_pairs_and_masks_follow_the_robot(tmp_path: Path) -> None:
    model = kt.load_mjcf(ARM)
    kt.save(model, tmp_path / "arm.json")
    again = kt.load(tmp_path / "arm.json")
    assert again == model and of(again) == of(model)
    both = kt.robots.arm().append(model, frame="tool", prefix="b_")
    ours = {frozenset(f"b_{name}" for name in pair) for pair in of(model)}
    carried = {x for x in of(both) if not x & {"b_floor", "b_base"}}
    assert carried == {x for x in ours if not x & {"b_floor", "b_base"}}
    assert both.collision_pairs == (("b_shoulder", "b_elbow"), ("b_base", "b_shoulder"))
    assert [(x.first, x.second) for x in both.pair_surfaces] == [("b_shoulder", "b_elbow")]
    part = model.subtree("hand_joint")
    assert part.collision_pairs == part.pair_surfaces == () and len(part.geometries) == 6
    assert model.subtree("shoulder_joint").pair_surfaces == model.pair_surfaces
    tip = [replace(x, contype=1) if x.name == "hand" else x for x in model.geometries]
    shell = named("shell hand")
    other = model.replace(geometries=tip, collision_pairs=[("shell", "hand")])
    assert of(other) == of(model) - named("base shoulder", "shoulder elbow") | shell
    assert len({model.digest, other.digest, model.replace(geometries=tip).digest}) == 3
    assert len({model.content_text, model.replace(geometries=tip).content_text}) == 2
    assert model.replace(collision_pairs=()).content_text != model.content_text


def test_pairs_are_of_shapes_that_collide() -> None:
    """Those that are not there are named; shapes that go take their pairs along."""
    model = kt.load_mjcf(ARM)
    for key, odd in (
        ("collision_pairs", ("shoulder", "elbw")),
        ("pair_surfaces", kt.PairSurface("shoulder", "elbw")),
    ):
        message = rf"{key} holds \('shoulder', 'elbw'\): no .*geometry 'elbw'; did you mean 'elbow'"
        with pytest.raises(kt.ModelError, match=message):
            model.replace(**{key: [odd]})
    fewer = model.replace(geometries=[x for x in model.geometries if x.name != "elbow"])
    assert fewer.collision_pairs == (("base", "shoulder"),) and fewer.pair_surfaces == ()


def test_the_spheres_of_shapes_have_their_pairs() -> None:
    model = kt.load_mjcf(ARM)
    touching = [x for x in model.geometries if x.kind == "collision"]
    shapes = [replace(x, shape=kt.shapes.Box((0.1, 0.1, 0.3))) for x in touching]
    model = model.replace(geometries=[x for x in shapes if x.name in ("shoulder", "elbow")])
    balls = kt.collision.with_spheres(model, tolerance=0.05).model
    names = [x.name for x in balls.geometries]
    assert len(names) > 2 and model.collision_pairs == (("shoulder", "elbow"),)
    ours, others = ([x for x in names if x.startswith(y)] for y in ("shoulder", "elbow"))
    assert {*balls.collision_pairs} == {(a, b) for a in ours for b in others}
    (surface,) = model.pair_surfaces
    pair = replace(surface, first=ours[0], second=others[0])
    assert pair in balls.pair_surfaces and len(balls.pair_surfaces) == len(ours) * len(others)
