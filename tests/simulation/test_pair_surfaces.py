"""Pairs of geoms with friction, softness and margin of their own: `<pair>` of an MJCF."""

import json
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest

import kinetree as kt
from kinetree.errors import ModelError

SLOPE = 0.3


def scene(
    pair: str, geom: str = 'friction="0.6"', option: str = "", shape: str = 'type="sphere"'
) -> str:
    """A body on a plane whose geoms have no contact but that of their pair."""
    return f"""<mujoco><option cone="elliptic" {option}/><default><geom {geom}/></default>
      <worldbody><geom name="floor" type="plane" size="9 9 1" contype="0"/>
      <body pos="0 0 0.1"><freejoint/>
        <geom name="body" {shape} size="0.1 0.1 0.1" mass="3" conaffinity="0"/></body>
      </worldbody><contact><pair geom1="body" geom2="floor" {pair}/></contact></mujoco>"""


def sloping(pair: str, geom: str) -> str:
    """A box on a slope, as one on a plane in a field of gravity that is not along its normal."""
    gravity = f'gravity="{9.81 * np.sin(SLOPE)} 0 {-9.81 * np.cos(SLOPE)}"'
    return scene(pair, geom, gravity, 'type="box"')


def both(text: str, steps: int) -> tuple[Any, Any]:
    """The last state of a motion here and of MuJoCo's: q and v of each."""
    model, peer = kt.load_mjcf(text), mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(peer)
    mujoco.mj_step(peer, data, steps)
    q = model.reference_configurations["qpos0"]
    motion = kt.simulation.rollout(
        model, q, np.zeros(6), None, 2e-3, steps=steps, contacts=kt.contacts(model)
    )
    return (motion.q[-1], motion.v[-1]), (data.qpos, data.qvel)


@pytest.mark.parametrize(
    ("pair", "geom", "coefficient"),
    [
        ('friction="0.1 0.1"', 'friction="0.9"', 0.1),
        ('friction="0.9 0.9"', 'friction="0.1"', 0.9),
        ('friction="0.9 0.9" condim="1"', 'friction="0.9"', 0.0),
        ('friction="0.2 0.2"', 'friction="0.9" condim="1"', 0.2),
    ],
)
def test_a_box_slides_by_the_coefficient_of_its_pair(
    pair: str, geom: str, coefficient: float
) -> None:
    (_, v), (_, peer) = both(sloping(pair, geom), 500)
    speed = max(9.81 * (np.sin(SLOPE) - coefficient * np.cos(SLOPE)), 0.0)  # after 1 s
    assert v[0] == pytest.approx(speed, abs=1e-6)
    assert peer[0] == pytest.approx(speed, abs=0.01 * (speed + 0.1))  # what stands there creeps


@pytest.mark.parametrize("cone", ["elliptic", "pyramidal"])
@pytest.mark.parametrize("condim", [1, 3, 6])
@pytest.mark.parametrize("solref", ["0.06 1", "-3000 -100"])
def test_a_body_rests_where_mujoco_has_it_on_its_pair(cone: str, condim: int, solref: str) -> None:
    pair = f'friction="0.8 0.8" solimp="0.92 0.92 0.001" margin="0.004" solref="{solref}"'
    text = scene(f'{pair} condim="{condim}"').replace("elliptic", cone)
    (q, _), (peer, _) = both(text, 1500)
    assert q[2] == pytest.approx(peer[2], abs=1e-6)
    assert 1e-4 < q[2] - 0.1 < 0.004


PAIR = (
    'friction="0.3 0.3 0.02 0.001 0.001" condim="6" margin="0.01" solref="0.05 1"'
    ' solimp="0.9 0.9 0.001"'
)


def test_contacts_of_a_pair_have_its_numbers(tmp_path: Path) -> None:
    model = kt.load_mjcf(scene(PAIR))
    (surface,) = model.pair_surfaces
    assert surface.friction == (0.3, 0.02, 0.001) and surface.condim == 6
    (x,) = kt.contacts(model)
    assert (x.friction, x.torsional, x.rolling, x.margin) == (0.3, 0.02, 0.001, 0.01)
    assert (x.stiffness, x.damping) == (surface.stiffness, surface.damping) < (np.inf, np.inf)
    assert kt.contacts(model, pairs=(("body", "floor"),))[0].friction == 0.3  # in either order
    (given,) = kt.contacts(model, friction=0.5, condim=3, stiffness=np.inf)
    assert (given.friction, given.rolling, given.stiffness) == (0.5, 0.0, np.inf)
    plain = model.replace(pair_surfaces=())
    assert kt.contacts(plain)[0].friction == 0.6 and plain != model
    assert plain.content_text != model.content_text
    later = model.replace(pair_surfaces=[surface, kt.PairSurface("floor", "body")])
    assert kt.contacts(later)[0].friction == 1.0
    kt.save(model, tmp_path / "scene.json")
    assert kt.load(tmp_path / "scene.json") == model
    record = json.loads((tmp_path / "scene.json").read_text())
    del record["pair_surfaces"]  # as of a file of an older kinetree
    (tmp_path / "old.json").write_text(json.dumps(record))
    assert kt.load(tmp_path / "old.json") == plain


def test_an_mjcf_of_a_model_has_its_pairs_numbers() -> None:
    """Also of pairs that are there in spite of masks, to which MuJoCo gives other defaults."""
    model = kt.load_mjcf(scene(PAIR, 'margin="0.002" friction="0.6" condim="4"'))
    for robot in (model, model.replace(pair_surfaces=())):
        again = kt.load_mjcf(kt.to_mjcf(robot))
        (one,), (other,) = kt.contacts(robot), kt.contacts(again)
        for key in ("friction", "torsional", "rolling", "margin"):
            assert getattr(one, key) == getattr(other, key)
    masked = kt.load_mjcf(scene(PAIR).replace('contype="0"', "").replace('conaffinity="0"', ""))
    assert kt.contacts(kt.load_mjcf(kt.to_mjcf(masked)))[0].friction == 0.3


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"friction": (1, 2)}, "has the friction .*; expected sliding, torsional, rolling"),
        ({"friction": (1, 0, -1)}, "has the friction"),
        ({"stiffness": 0.0}, "has the stiffness 0.0; expected more than 0 N/m"),
        ({"damping": 1.0}, "has the damping 1.0 but no stiffness"),
        ({"margin": np.nan}, "has the margin nan; expected a number, in m"),
        ({"condim": 2}, "has the condim 2; expected 1"),
    ],
)
def test_surfaces_that_are_none_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=f"the surface of 'foot' and 'ice' {message}"):
        kt.PairSurface("foot", "ice", **values)
