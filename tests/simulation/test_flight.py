"""Free bodies in flight: lines, energies, torques, slopes; robots that turn by radians a step."""

from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.simulation.settings import Integrator

H, STEPS = 0.01, 500
AXIS = np.array([0.36, 0.48, 0.8])
BODIES = {
    "ball": ([0.0, 0.0, 0.0], np.eye(3)),
    "box": ([0.0, 0.0, 0.0], np.diag([0.5, 1.0, 1.4])),
    "off its centre": ([0.05, 0.1, -0.2], np.diag([0.5, 1.0, 1.4])),
}
INTEGRATORS = [
    "commutator_free_4", "munthe_kaas_4", "midpoint", "semi_implicit_euler", "explicit_euler",
    "variational", None,
]  # fmt: skip
"""None is the step with contacts."""


def crate(name: str, joint: Any = None) -> kt.Model:
    c, I = BODIES[name]
    b = kt.ModelBuilder("crate")
    inertia = kt.Inertia(20.0, c, I)
    b.add_body("crate", joint=joint or kt.FreeFlyer(), inertia=inertia)
    box = kt.shapes.Box((0.4, 0.4, 0.4))
    b.add_geometry("crate", parent="crate", shape=box, kind="collision")
    return b.build().replace(gravity=np.zeros(3))


def how(model: kt.Model, integrator: Integrator | None) -> dict[str, Any]:
    if integrator is not None:
        return {"simulation": kt.Simulation(integrator=integrator)}
    contacts = kt.contacts(model, ground="plane", friction=0.5)
    return {"simulation": kt.Simulation(contacts=contacts)}


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("name", BODIES)
def test_a_body_that_spins_flies_straight_and_keeps_its_energy(name: str, integrator: Any) -> None:
    """At 0.1, 1 and 3 rad a step; a variational step keeps momentum where it turns little."""
    model, (c, I) = crate(name), BODIES[name]
    w = np.array([[10.0], [100.0], [300.0]]) * AXIS
    v = np.concatenate([[1.0, 0, 0] - np.cross(w, c), w], 1)
    q = np.r_[0, 0, 1000, 0, 0, 0, 1.0]
    m = kt.simulation.rollout(model, q, v, None, H, steps=STEPS, **how(model, integrator))
    of_center = m.v[..., :3] + np.cross(m.v[..., 3:], c)
    assert abs(np.linalg.norm(of_center, axis=-1) - 1).max() < 1e-11
    T: Any = kt.frame_placement(model, m.q, frame="crate")
    places = T[..., :3, 3] + T[..., :3, :3] @ np.array(c)
    way = places - places[:, :1] - H * np.arange(STEPS + 1)[:, None] * [1.0, 0, 0]
    assert abs(way).max() < 1e-10
    energy = np.einsum("...i,ij,...j", m.v[..., 3:], I, m.v[..., 3:])
    slow = 1e-4 if integrator == "variational" else 1e-12
    assert abs(energy / energy[:, :1] - 1)[0].max() < slow
    assert abs(energy / energy[:, :1] - 1)[1:].max() < 1e-12


@pytest.mark.parametrize("integrator", ["commutator_free_4", "semi_implicit_euler", "variational"])
def test_in_the_plane_and_in_float32(integrator: Any) -> None:
    flat, spin = crate("off its centre", kt.Planar()), 100.0
    v = np.array([1 + 0.1 * spin, -0.05 * spin, spin], "float32")
    q = kt.neutral(flat).astype("float32")
    tau = np.zeros((STEPS, 3), "float32")
    m = kt.simulation.rollout(flat, q, v, tau, np.float32(H), **how(flat, integrator))
    assert m.v.dtype == np.float32
    of_center = m.v[:, :2].astype(float) + spin * np.array([-0.1, 0.05])
    assert abs(np.linalg.norm(of_center, axis=-1) - 1).max() < 1e-3


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_torques_and_forces_do_their_work(integrator: Any) -> None:
    """From rest, and against a spin: to where small steps come."""
    model = crate("off its centre")
    tau = np.array([3.0, -2.0, 1.0, 0.5, 0.3, -0.4])
    q, v = np.r_[0, 0, 100, 0, 0, 0, 1.0], np.array([np.zeros(6), [0, 0, 0, 2.0, -1.0, 3.0]])
    words = how(model, integrator)

    def end(count: int) -> Any:
        torques = np.broadcast_to(tau, (2, count, 6))
        m = kt.simulation.rollout(model, q, v, torques, 0.5 / count, every=count, **words)
        moved: Any = kt.difference(model, q, m.q[:, -1])
        return np.concatenate([moved, m.v[:, -1]], -1)

    errors = [abs(end(n) - end(4000)).max() for n in (100, 200)]
    order = {
        None: 2,
        "midpoint": 2,
        "variational": 2,
        "semi_implicit_euler": 1,
        "explicit_euler": 1,
    }
    assert errors[0] / errors[1] > 0.9 * 2 ** order.get(integrator, 4) or errors[0] < 1e-9


@pytest.mark.parametrize("integrator", ["commutator_free_4", "semi_implicit_euler", None])
def test_slopes_of_a_spin_are_those_of_differences(integrator: Any) -> None:
    model = crate("off its centre")
    words = how(model, integrator)

    @kt.function("(6)->(12)")
    def after(x: Any) -> Any:
        q = kt.integrate(model, [0, 0, 100, 0.1, 0.2, 0.3, 0.9], 0.1 * x)
        q, v, *_ = kt.simulation.step(model, q, 80 * x, kt.math.zeros(6), H, **words)
        return kt.math.concatenate([q[:3], 10 * q[3:6], v])

    x, e = np.array([0.1, -0.2, 0.3, 0.5, 0.2, -0.4]), 1e-6 * np.eye(6)
    numeric = (after(x + e) - after(x - e)) / 2e-6
    np.testing.assert_allclose(kt.jacobian(after, wrt="x")(x), numeric.T, rtol=1e-6, atol=1e-5)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_robots_that_turn_by_radians_in_a_step_gain_no_energy(dtype: str) -> None:
    """On feet, to 130 rad/s, friction to 100, steps of 10 us to 50 ms; none starts in the plane."""
    dog, rng, n = kt.robots.quadruped(12), np.random.default_rng(0), 5000
    feet = [kt.Contact(x) for x in dog.frame_names if x.endswith("_foot")]
    q = kt.random_configuration(dog, n, rng=rng)
    q[:, 2] = 0
    heights = kt.frame_placement(dog, q, frame=[x.frame for x in feet])[..., 2, 3]
    q[:, 2] = rng.choice([1e-6, 0.02], n) - heights.min(-1)
    v = rng.normal(size=(n, dog.nv)) * 10 ** rng.uniform(-1, 2.1, (n, 1))
    dt, mu = 10 ** rng.uniform(-5, np.log10(0.05), n), 10 ** rng.uniform(-2, 2, (n, 4))
    q, v, dt, mu = (x.astype(dtype) for x in (q, v, dt, mu))
    simulation = kt.Simulation(contacts=feet)
    rest = np.zeros((n, dog.nv), dtype)
    end = kt.simulation.contact_step(dog, q, v, rest, dt, friction=mu, simulation=simulation)
    before = kt.mechanical_energy(dog, q.astype(float), v.astype(float))
    after = kt.mechanical_energy(dog, end.q.astype(float), end.v.astype(float))
    scale = kt.kinetic_energy(dog, q.astype(float), v.astype(float))
    scale += 0.5 * dog.total_mass * (9.81 * dt) ** 2
    gain = (after - before) / scale
    fast = abs(v).max(1) * dt > 0.3
    assert fast.sum() > 300 and gain[fast].max() < (1e-3 if dtype == "float64" else 1e-2)
    assert gain.max() < 0.05


def test_slopes_of_a_step_whose_energy_is_bounded() -> None:
    """Of an arm that turns by half a radian in a step, against differences."""
    arm, rng = kt.robots.arm(), np.random.default_rng(0)
    q, v = kt.random_configuration(arm, 20, rng=rng), 30 * rng.normal(size=(20, arm.nv))
    step, rest = kt.simulation.contact_step, np.zeros(arm.nv)
    end, kinetic = step(arm, q, v, rest, 0.02), kt.kinetic_energy(arm, q, v)
    gain = kt.mechanical_energy(arm, end.q, end.v) - kt.mechanical_energy(arm, q, v)
    bounded = gain > 5e-4 * kinetic
    assert bounded.sum() > 3
    q, v, e = q[bounded], v[bounded], 1e-6 * np.eye(arm.nv)[:, None]
    after = [step(arm, q, v + x, rest, 0.02).v for x in (e, -e)]
    numeric = np.moveaxis((after[0] - after[1]) / 2e-6, 0, -1)
    slopes = kt.jacobian(step, "v")(arm, q, v, rest, 0.02).v
    np.testing.assert_allclose(slopes, numeric, rtol=1e-7, atol=1e-7 * abs(numeric).max())
