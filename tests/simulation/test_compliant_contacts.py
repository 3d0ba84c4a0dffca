"""Contacts that are springs with dampers: depths at rest, motions in closed form, MuJoCo's."""

from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest

import kinetree as kt
from kinetree.errors import ModelError
from kinetree.simulation.step_rows import SLIGHT

G, M, R = 9.81, 2.0, 0.2


def balls(*springs: tuple[float, float], margin: float = 0.0) -> kt.Model:
    """Free spheres above each other, on a plane of the world, with stiffness and damping."""
    builder = kt.ModelBuilder("balls")
    for i, (stiffness, damping) in enumerate(springs):
        if i:
            inertia = kt.Inertia(M, [0, 0, 0], 0.02 * np.eye(3))
            builder.add_body(f"body {i}", joint=kt.FreeFlyer(), inertia=inertia)
        builder.add_geometry(
            f"shape {i}",
            parent=f"body {i}" if i else "world",
            shape=kt.shapes.Sphere(R) if i else kt.shapes.Plane(),
            kind="collision",
            stiffness=stiffness,
            damping=damping,
            margin=margin,
        )
    return builder.build()


def heights(count: int, margin: float = 0.0) -> Any:
    q = np.tile([0.0, 0, 0, 0, 0, 0, 1], (count, 1))
    q[:, 2] = R + 2 * margin + (2 * R + 2 * margin) * np.arange(count)
    return q.ravel()


def fallen(
    model: kt.Model, q: Any, dt: float, steps: int, contacts: Any = None, most: int | None = None
) -> Any:
    simulation = kt.Simulation(contacts=contacts or kt.contacts(model), max_contacts=most)
    v, how = np.zeros(model.nv, q.dtype), {"simulation": simulation, "record": "residual"}
    return kt.simulation.rollout(model, q, v, None, q.dtype.type(dt), steps=steps, **how)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_springs_bear_weights_in_series(dtype: Any) -> None:
    springs = (np.inf, 0.0), (2e4, 400.0), (5e4, 1000.0), (3e4, 600.0)
    model = balls(*springs, margin=0.003)
    q = heights(3, 0.003).astype(dtype)
    motion = fallen(model, q, 4e-3, 2000)
    k = [K for K, _ in springs[1:]]
    soft = np.array([1 / k[0], 1 / k[0] + 1 / k[1], 1 / k[1] + 1 / k[2]])
    sunk = np.cumsum(M * G * np.array([3, 2, 1]) * soft)
    tight = 1e-9 if dtype == "float64" else 2e-6
    assert motion.q.dtype == dtype and motion.residual.max() < 10 * tight
    assert motion.q[-1, 2::7] == pytest.approx(q[2::7] - sunk, abs=tight)


def test_a_mass_on_a_damped_spring_moves_as_in_closed_form() -> None:
    K, B = 2000.0, 40.0
    model = balls((np.inf, 0.0), (K, B))
    errors = []
    for dt in (4e-4, 2e-4):
        steps = round(0.4 / dt)
        t = dt * np.arange(steps + 1)
        omega, decay = np.sqrt(K / M), B / (2 * M)
        fast = np.sqrt(omega**2 - decay**2)
        wave = np.exp(-decay * t) * (np.cos(fast * t) + decay / fast * np.sin(fast * t))
        z = R - M * G / K * (1 - wave)
        errors.append(abs(fallen(model, heights(1), dt, steps).q[:, 2] - z).max())
    assert errors[0] < 1e-4 and errors[0] / errors[1] == pytest.approx(2, rel=0.1)


def test_a_step_into_a_spring_is_one_of_backward_euler() -> None:
    """The velocity in closed form, and the depth that a whole step with it gives, or a bit more."""
    K, B, h, v = 2e4, 200.0, 2e-3, -1.0
    model = balls((np.inf, 0.0), (K, B))
    touching = kt.Simulation(contacts=kt.contacts(model))
    x = heights(1), [0, 0, v, 0, 0, 0], np.zeros(6)
    step = kt.simulation.contact_step(model, *x, h, simulation=touching)
    after = (v - h * G) / (1 + h * (B + h * K) / M)
    assert step.v[2] == pytest.approx(after, abs=1e-6)
    assert step.q[2] - R == pytest.approx(h * (after - SLIGHT), abs=1e-9)


def test_a_stiff_spring_is_rigid_and_a_bounce_adds_no_energy() -> None:
    q = heights(1)
    q[2] += 0.1
    rigid = fallen(balls((np.inf, 0), (np.inf, 0)), q, 1e-3, 400)
    stiff = fallen(balls((np.inf, 0), (1e12, 1e9)), q, 1e-3, 400)
    assert stiff.q == pytest.approx(rigid.q, abs=2e-3 * SLIGHT)
    bounced = fallen(balls((np.inf, 0), (1e5, 0)), q, 1e-4, 4000)
    energy = M * (0.5 * (bounced.v**2)[:, 2] + G * (bounced.q[:, 2] - R))
    apart = bounced.q[:, 2] > R
    assert apart.mean() > 0.9 and (energy[apart] <= energy[0] * (1 + 1e-12)).all()
    assert energy[apart][-1] > 0.7 * energy[0]  # a spring gives back what it takes but for the step


def test_no_spring_pulls() -> None:
    model = balls((np.inf, 0), (1e4, 1e5))
    q, v = heights(1), np.array([0, 0, 1.0, 0, 0, 0])
    q[2] -= 0.01  # deep, and so fast out that the damper alone would hold it
    touching = kt.Simulation(contacts=kt.contacts(model))
    step = kt.simulation.contact_step(model, q, v, np.zeros(6), 1e-3, simulation=touching)
    assert step.impulses.tolist() == [[0, 0, 0]] and step.v[2] == pytest.approx(1 - G * 1e-3)


def test_soft_and_rigid_contacts_are_chosen_by_their_gaps() -> None:
    model = balls((np.inf, 0), (1e4, 300.0), (np.inf, 0.0), (1e4, 300.0))
    rigid = kt.contacts(model, [("shape 0", "shape 2")], stiffness=np.inf)
    contacts = (*kt.contacts(model), *rigid)
    q = heights(3)
    every = fallen(model, q, 2e-3, 400, contacts)
    chosen = fallen(model, q, 2e-3, 400, contacts, most=4)
    assert chosen.q == pytest.approx(every.q, abs=1e-9) and chosen.converged.all()


@pytest.mark.parametrize("cone", ["elliptic", "pyramidal"])
@pytest.mark.parametrize("condim", [3, 4, 6])
def test_bodies_of_an_mjcf_rest_where_mujoco_has_them(
    cone: str, condim: int, tmp_path: Path
) -> None:
    text = f"""<mujoco><option cone="{cone}" impratio="2"/>
    <default><geom condim="{condim}" friction="0.6" solimp="0.9 0.9 0.001"/></default>
    <worldbody><geom name="floor" type="plane" size="9 9 1" solref="0.05 1" margin="0.002"/>
    <body pos="0 0 0.2"><freejoint/>
      <geom name="ball" type="sphere" size="0.2" mass="3" solref="0.05 1" margin="0.001"/></body>
    <body pos="2 0 0.1"><freejoint/>
      <geom name="box" type="box" size="0.3 0.2 0.1" mass="5" solref="0.05 1"/></body>
    <body pos="4 0 0.1"><joint axis="0 0 1" type="slide"/>
      <geom name="slow" type="sphere" size="0.1" mass="1" solref="0.05 1"/></body>
    </worldbody></mujoco>"""
    path = tmp_path / "scene.xml"
    path.write_text(text)
    peer = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(peer)
    mujoco.mj_step(peer, data, 3000)
    model = kt.load(path)
    pairs = [("floor", name) for name in ("ball", "box", "slow")]
    start = kt.neutral(model)
    start[[2, 9, 14]] = 0.2, 0.1, 0.0
    start[7] = 2.0
    q = fallen(model, start, 2e-3, 3000, kt.contacts(model, pairs)).q[-1]
    assert q[[2, 9, 14]] == pytest.approx(data.qpos[[2, 9, 14]], abs=1e-7)
    assert abs(q[2] - 0.203) > 1e-4


def test_derivatives_of_a_step_on_springs_are_those_of_differences() -> None:
    model = balls((np.inf, 0.0), (3e3, 60.0), (5e3, 20.0))
    rng, dt = np.random.default_rng(0), 2e-3
    how: dict[str, Any] = {"simulation": kt.Simulation(contacts=kt.contacts(model))}
    state = fallen(model, heights(2), dt, 50)
    q, v, tau = state.q[-1], state.v[-1] + 0.01 * rng.normal(size=12), rng.normal(size=12)
    jvp, along = kt.jvp(kt.simulation.contact_step, ("q", "v")), np.eye(24)
    found = jvp(model, q, v, tau, dt, along[:, :12], along[:, 12:], **how).d_v

    def slope(after: Any) -> Any:
        return np.array([(after(1e-6 * e) - after(-1e-6 * e)) / 2e-6 for e in np.eye(12)])

    def step(q: Any, v: Any) -> Any:
        return kt.simulation.contact_step(model, q, v, tau, dt, **how).v

    by_q = slope(lambda d: step(kt.integrate(model, q, d), v))
    assert abs(by_q).max() > 1 and found[:12] == pytest.approx(by_q, abs=1e-6 * abs(by_q).max())
    assert found[12:] == pytest.approx(slope(lambda d: step(q, v + d)), abs=1e-7)


def test_a_margin_makes_contact_felt_before_it_touches() -> None:
    """The slope of the height after a fall to 5 mm above the plane, and the bias of what rests."""
    K, margin = 2e4, 0.01
    soft, q = balls((np.inf, 0.0), (K, 200.0), margin=margin / 2), heights(1)
    q[2] += 0.005

    def speed(model: kt.Model, z: float) -> Any:
        return fallen(model, np.array([0, 0, z, 0, 0, 0, 1.0]), 1e-3, 1).v[-1, 2]

    slope = (speed(soft, q[2] + 1e-6) - speed(soft, q[2] - 1e-6)) / 2e-6
    rigid = balls((np.inf, 0.0), (np.inf, 0.0))
    assert slope < -1 and abs(speed(rigid, q[2] + 1e-6) - speed(rigid, q[2] - 1e-6)) < 1e-12
    assert fallen(soft, q, 2e-3, 2000).q[-1, 2] - R == pytest.approx(margin - M * G / K, abs=1e-9)


def test_springs_that_are_none_are_refused() -> None:
    sphere = kt.shapes.Sphere(1.0)
    here: tuple[Any, ...] = ("ball", "collision", "world", 0, kt.SE3.identity(), sphere)
    values = {"stiffness": (0.0, np.nan, -1), "damping": (-1, np.inf), "margin": (np.inf, "0")}
    for name, value in ((name, x) for name, row in values.items() for x in row):
        with pytest.raises(ModelError, match=f"'ball' has the {name} .*; expected"):
            kt.Geometry(*here, **{name: value})  # type: ignore[arg-type]
    with pytest.raises(ModelError, match=r"point 0 .* has the stiffness 0; expected"):
        kt.contacts(balls((1, 1), (1, 1)), stiffness=0)
    with pytest.raises(ModelError, match=r"has the damping 5\.0 but no stiffness, in N/m"):
        kt.Geometry(*here, damping=5.0)
    rigid = balls((np.inf, 0), (np.inf, 0))
    with pytest.raises(ModelError, match="has the damping 5 but no stiffness, in N/m"):
        kt.contacts(rigid, damping=5)
    assert kt.contacts(balls((1, 1), (1, 1)), stiffness=np.inf)[0].damping == 0
    other = kt.Simulation(contacts=kt.contacts(balls((np.inf, 0), (np.inf, 0), (np.inf, 0))))
    v = np.zeros(6)
    with pytest.raises(ModelError, match="'shape 2' is no contact of balls: no collision geometry"):
        kt.simulation.contact_step(rigid, heights(1), v, v, 1e-3, simulation=other)
