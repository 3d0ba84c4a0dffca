"""Contacts and limits as soft as MuJoCo has them: depths at rest by random settings."""

from dataclasses import replace
from typing import Any

import mujoco
import numpy as np
import pytest

import kinetree as kt

DT = 2e-3


def settings(rng: Any, suffix: str = "") -> dict[str, str]:
    """A random solref and solimp; times may be shorter than two steps."""
    solref = f"{rng.uniform(0.001, 0.05):.4f} {rng.uniform(0.6, 1.5):.3f}"
    if rng.random() < 0.3:
        solref = f"{-(10 ** rng.uniform(2.5, 4)):.1f} {-rng.uniform(20, 200):.1f}"
    first, last = rng.uniform(0.3, 0.95), rng.uniform(0.85, 0.99)
    more = f"{10 ** rng.uniform(-4, -2):.5f} {rng.uniform(0.2, 0.8):.3f}"
    power = rng.choice(["1", "2", "3", "1.7"])
    return {f"solref{suffix}": solref, f"solimp{suffix}": f"{first:.3f} {last:.3f} {more} {power}"}


PLACES = [np.zeros(3), np.array([0.6, 0.5, 0]), np.array([0.6, -0.5, 0])]


def attributes(values: dict[str, Any]) -> str:
    return " ".join(f'{key}="{x}"' for key, x in values.items())


def surface(rng: Any, of_pair: bool = False) -> str:
    values = settings(rng) | {
        "friction": f"{rng.uniform(0.3, 1.2):.3f}" + (" 0.7" if of_pair else ""),
        "condim": rng.choice([1, 3, 4]),
        "margin": f"{rng.choice([0, 0.003]):g}",
        "gap": f"{rng.choice([0, 0.002]):g}",
    }
    if not of_pair:
        values |= {"priority": rng.choice([0, 0, 1]), "solmix": rng.choice([0, 0.5, 1, 3])}
    return attributes(values)


SHAPES = (
    'type="sphere" size="0.1"',
    'type="box" size="0.15 0.12 0.1"',
    'type="capsule" size="0.1 0.2" euler="0 90 0"',
)


def scene(seed: int) -> tuple[str, int]:
    """A body of one or three geoms on a floor, with its number of geoms."""
    rng = np.random.default_rng(seed)
    cone, ratio = rng.choice(["elliptic", "pyramidal"]), rng.choice([1, 1, 3])
    count, paired = int(rng.choice([1, 1, 3])), rng.random() < 0.3
    geoms = "".join(
        f'<geom name="g{i}" pos="{x} {y} 0" {SHAPES[0 if i else rng.integers(3)]}'
        f' mass="{10 ** rng.uniform(-0.5, 1):.3f}" {surface(rng)}/>'
        for i, (x, y, _) in enumerate(PLACES[:count])
    )
    pair = f'<contact><pair geom1="floor" geom2="g0" {surface(rng, True)}/></contact>'
    text = f"""<mujoco><option cone="{cone}" impratio="{ratio}"/><worldbody>
        <geom name="floor" type="plane" size="9 9 1" {surface(rng)}/>
        <body pos="0 0 0.1"><freejoint/>{geoms}</body></worldbody>{pair * paired}</mujoco>"""
    return text, count


def rest_of(text: str, steps: int = 5000) -> Any:
    peer = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(peer)
    mujoco.mj_step(peer, data, steps)
    assert abs(data.qvel).max() < 1e-3
    return data


def depths(model: kt.Model, contacts: Any, count: int, q: Any) -> Any:
    """How far the geoms are in the floor and its margin."""
    margins = {x.first: x.margin for x in contacts} | {x.second: x.margin for x in contacts}
    T = kt.frame_placement(model, q, frame=model.body_names[-1])
    z = [T[2, 3] + T[2, :3] @ x for x in PLACES[:count]]
    return np.array([0.1 + margins[f"g{i}"] - z[i] for i in range(count)])


@pytest.mark.parametrize("seed", range(30))
def test_bodies_rest_as_deep_as_in_mujoco(seed: int) -> None:
    text, count = scene(seed)
    data, model = rest_of(text), kt.load(text)
    contacts = kt.contacts(model, tuple(("floor", f"g{i}") for i in range(count)))
    how: dict[str, Any] = {"simulation": kt.Simulation(contacts=contacts), "every": 1000}
    start = [0, 0, 0.1, 0, 0, 0, 1]
    q = kt.simulation.rollout(model, start, np.zeros(6), None, DT, steps=4000, **how).q[-1]
    x, y, z, qw, *turn = data.qpos
    expected = depths(model, contacts, count, np.array([x, y, z, *turn, qw]))
    assert depths(model, contacts, count, q) == pytest.approx(expected, rel=0.01)


def chain(seed: int) -> str:
    """A loaded hinge or slide on another one, beyond limits that are soft."""
    rng = np.random.default_rng(1000 + seed)
    joints = list[str]()
    for name in ("a", "b"):
        kind = rng.choice(["hinge", "slide"])
        axis = "0 1 0" if kind == "hinge" else "0 0 1"
        ends = "-0.3 0.2" if kind == "hinge" else "-0.05 0.02"
        soft = attributes(settings(rng, "limit"))
        margin = rng.choice([0, 0.01])
        joints.append(
            f'<joint name="{name}" type="{kind}" axis="{axis}" range="{ends}" limited="true"'
            f' margin="{margin:g}" {soft}/>'
        )
    masses = 10 ** rng.uniform(-0.5, 0.7, 2)
    ball = (
        '<geom type="sphere" size="0.05" pos="0.4 0 0" mass="{:.3f}" contype="0" conaffinity="0"/>'
    )
    return f"""<mujoco><worldbody><body>{joints[0]}{ball.format(masses[0])}
        <body pos="0.4 0 0">{joints[1]}{ball.format(masses[1])}</body></body>
        </worldbody></mujoco>"""


@pytest.mark.parametrize("seed", range(12))
def test_joints_rest_as_far_beyond_their_limits_as_in_mujoco(seed: int) -> None:
    text = chain(seed)
    data, model = rest_of(text), kt.load(text)
    how: dict[str, Any] = {"simulation": kt.Simulation.of(model), "every": 1000}
    assert how["simulation"].limits == "soft"
    q = kt.simulation.rollout(model, [0, 0], [0, 0], None, DT, steps=4000, **how).q[-1]
    ends = [model.lower_position_limits, model.upper_position_limits]
    at = np.argmin([abs(data.qpos - x) for x in ends], 0)
    expected = data.qpos - np.choose(at, ends)
    margins = np.array([x.limit_margin for x in model.nodes]) * (1 - 2 * at)
    assert q - np.choose(at, ends) - margins == pytest.approx(expected - margins, rel=0.01)
    rigid: dict[str, Any] = {
        "simulation": kt.Simulation(limits=True, passive="none"),
        "every": 1000,
    }
    stopped = kt.simulation.rollout(model, [0, 0], [0, 0], None, DT, steps=4000, **rigid).q[-1]
    assert stopped == pytest.approx(np.choose(at, ends), abs=1e-6)


@pytest.mark.parametrize("seed", [0, 3, 11])
def test_what_is_soft_stays_so_in_an_mjcf(seed: int) -> None:
    for text in (scene(seed)[0], chain(seed)):
        model = kt.load(text)
        again = kt.load(kt.to_mjcf(model))
        if model.nv == 6:
            for x, y in zip(kt.contacts(model), kt.contacts(again), strict=True):
                assert x.law == pytest.approx(y.law) and x.friction == y.friction
        limits = [(x.limit_softness, x.limit_margin) for x in model.nodes]
        assert limits == [(x.limit_softness, x.limit_margin) for x in again.nodes]


def test_a_stiffness_counts_before_a_softness() -> None:
    model = kt.load(scene(2)[0])
    assert kt.contacts(model)[0].softness is not None
    for stiffness, law in ((np.inf, None), (1e4, (1e-4, 5e-4))):
        (one, *_) = kt.contacts(model, stiffness=stiffness, damping=5.0 if law else None)
        assert (one.law and one.law[:2]) == law
    stiff = [replace(x, stiffness=1e4) if x.joint else x for x in model.geometries]
    assert kt.contacts(model.replace(geometries=stiff))[0].law[0] == 1e-4
    with pytest.raises(kt.errors.ModelError, match=r"Softness: its solimp is .* 5 finite numbers"):
        kt.Softness(1.0, solimp=(0.9, 0.95, 0.001))
