"""Pairs of geoms with friction, softness and margin of their own: `<pair>` of an MJCF."""

import json
from dataclasses import replace
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
        model,
        q,
        np.zeros(6),
        None,
        2e-3,
        steps=steps,
        simulation=kt.Simulation(contacts=kt.contacts(model)),
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
    assert peer[0] == pytest.approx(speed, abs=0.01 * (speed + 0.1))
    stands = speed == 0  # and creeps, as there
    assert v[0] == pytest.approx(*((peer[0], 0.06) if stands else (speed, 0, 1e-6)))


@pytest.mark.parametrize("cone", ["elliptic", "pyramidal"])
@pytest.mark.parametrize("condim", [1, 3, 6])
@pytest.mark.parametrize("solref", ["0.06 1", "-3000 -100"])
def test_a_body_rests_where_mujoco_has_it_on_its_pair(cone: str, condim: int, solref: str) -> None:
    pair = f'friction="0.8 0.8" solimp="0.92 0.92 0.001" margin="0.004" solref="{solref}"'
    (q, _), (peer, _) = both(scene(f'{pair} condim="{condim}"').replace("elliptic", cone), 1500)
    assert q[2] == pytest.approx(peer[2], abs=1e-6)
    assert 1e-4 < q[2] - 0.1 < 0.004


def launched(
    contacts: dict[str, Any], velocity: list[float], steps: int, passive: Any = None, mu: Any = None
) -> tuple[Any, Any]:
    """The way of a box thrown along a plane, and the angle of its velocity at the end."""
    model = kt.load_mjcf(scene('friction="0.4 0.1"', shape='type="box"'))
    q, v = kt.configuration(model, {model.joint_names[-1]: [0, 0, 0.1, 0, 0, 0, 1]}), np.zeros(6)
    v[:2] = velocity
    rigid = kt.contacts(model, stiffness=np.inf, **contacts)
    how: Any = {"friction": mu, "simulation": kt.Simulation(contacts=rigid, passive=passive)}
    motion = kt.simulation.rollout(model, q, v, None, 1e-3, steps=steps, **how)
    return motion.q[-1, :2], motion.v[-1, :2]


@pytest.mark.parametrize("passive", [None, "implicit"])
@pytest.mark.parametrize(
    ("contacts", "along_x", "along_y"),
    [
        ({}, 0.1, 0.4),
        ({"friction": (0.2, 0.3)}, 0.3, 0.2),
        ({"friction": (0.3, 0)}, 0.0, 0.3),
        ({"friction": 0.2}, 0.2, 0.2),
        ({"condim": 1}, 0.0, 0.0),
    ],
)
def test_a_box_slides_along_each_direction_by_its_coefficient(
    contacts: dict[str, Any], along_x: float, along_y: float, passive: Any
) -> None:
    """The first direction is the world's y axis on a floor."""
    for velocity, mu in (([2.0, 0.0], along_x), ([0.0, -2.0], along_y)):
        q, v = launched(contacts, velocity, 200, passive)
        speed = 2.0 - mu * 9.81 * 0.2
        assert v == pytest.approx(np.array(velocity) / 2.0 * speed, abs=1e-7)
        assert np.linalg.norm(q) == pytest.approx(0.2 * (2.0 + speed) / 2, abs=1e-7)


def test_friction_of_an_ellipse_is_against_the_scaled_velocity() -> None:
    """It dissipates most: |(f1 / mu1, f2 / mu2)| = N, f_i proportional to mu_i^2 v_i."""
    _, v = launched({}, [1.0, 1.0], 1)
    load = 9.81e-3 / np.hypot(0.4, 0.1)
    assert v == pytest.approx([1 - 0.1**2 * load, 1 - 0.4**2 * load], abs=1e-5)
    _, v = launched({}, [1.0, 1.0], 1, mu=np.full(4, 0.3))  # of a step: one again
    assert v == pytest.approx([1 - 0.3 * 9.81e-3 / np.sqrt(2)] * 2, abs=1e-9)


def test_chosen_contacts_have_their_directions() -> None:
    """Of two boxes, one in the air, the contacts of the other are chosen at run time."""
    builder, box = kt.ModelBuilder("boxes"), kt.shapes.Box((0.2, 0.2, 0.2))
    for name in ("flying", "sliding"):
        inertia = kt.Inertia(1.0, [0, 0, 0], 0.01 * np.eye(3))
        builder.add_body(name, joint=kt.FreeFlyer(), inertia=inertia)
        builder.add_geometry(name, parent=name, shape=box, kind="collision")
    model = builder.build()
    flying = kt.contacts(model, (), ground="plane", on_ground=("flying",))
    sliding = kt.contacts(model, (), ground="plane", on_ground=("sliding",), friction=(0.4, 0.1))
    q, v = kt.neutral(model), np.zeros(12)
    q[2], q[9], v[6:8] = 5.0, 0.1, [1.0, 2.0]
    every = kt.Simulation(contacts=flying + sliding)
    steps = [
        kt.simulation.contact_step(model, q, v, np.zeros(12), 1e-3, simulation=simulation)
        for simulation in (every, replace(every, max_contacts=4))
    ]
    assert steps[1].v == pytest.approx(steps[0].v, abs=1e-9)
    assert steps[1].impulses.sum(0) == pytest.approx(steps[0].impulses.sum(0), abs=1e-9)
    assert steps[1].impulses == pytest.approx(steps[0].impulses, abs=1e-7)  # shares are not unique
    ellipse = np.hypot(steps[0].impulses[4:, 0] / 0.1, steps[0].impulses[4:, 1] / 0.4)
    assert ellipse == pytest.approx(steps[0].impulses[4:, 2], rel=1e-6)


@pytest.mark.parametrize("euler", ["20 0 0", "0 -25 0", "80 0 0", "-40 30 0"])
def test_directions_of_friction_are_those_of_mujoco(euler: str) -> None:
    """On planes with normals near each axis, also near y: a body slides along the same curve."""
    pair = 'friction="0.3 0.1" solimp="0.999 0.999 0.001" solref="0.01 1"'
    text = scene(pair, option='impratio="10" timestep="5e-4"', shape='type="box"')
    text = text.replace('type="plane"', f'type="plane" euler="{euler}"')
    peer = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(peer)
    mujoco.mj_kinematics(peer, data)
    R = data.geom_xmat[0].reshape(3, 3)
    peer.opt.gravity = R @ [0.0, 0.0, -9.81]
    data.qpos[:3], data.qvel[:3] = R @ [0.0, 0.0, 0.1], R @ [2.0, 2.0, 0.0]
    mujoco.mju_mat2Quat(data.qpos[3:], R.ravel())
    model = kt.load_mjcf(text).replace(gravity=peer.opt.gravity)
    q, v = kt.convert.from_mujoco(model, data.qpos, data.qvel)[:2]
    mujoco.mj_step(peer, data, 100)
    contacts = kt.contacts(model, stiffness=np.inf)
    motion = kt.simulation.rollout(
        model, q, v, None, 5e-4, steps=100, simulation=kt.Simulation(contacts=contacts)
    )
    ways = R[:, :2].T @ (motion.q[-1, :3] - q[:3]), R[:, :2].T @ (data.qpos[:3] - q[:3])
    assert ways[0] == pytest.approx(ways[1], abs=1e-4)
    assert abs(np.diff(ways[0])) > 1e-3  # which another frame would turn


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
    across = kt.load_mjcf(scene(PAIR.replace("0.3 0.3", "0.3 0.2")))
    assert kt.contacts(kt.load_mjcf(kt.to_mjcf(across)))[0].sliding == (0.3, 0.2)
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
        ({"second_friction": -1}, "has the second_friction -1; expected a number >= 0"),
        ({"second_friction": "ice"}, "has the second_friction 'ice'; expected a number >= 0"),
        ({"friction": np.array(0.5)}, "has the friction"),
    ],
)
def test_surfaces_that_are_none_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=f"the surface of 'foot' and 'ice' {message}"):
        kt.PairSurface("foot", "ice", **values)
