"""Velocity limits of steps: reached and kept, without a gain of energy or a loss of momentum."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from trees import TREES, configurations, vectors

import kinetree as kt
from kinetree.errors import ModelError, ShapeError

H = 1e-2
BRAKED = kt.Simulation(velocity_limits=True)


def flywheel(limit: float) -> kt.Model:
    """A wheel with an inertia of 0.28 kg m^2 about its axis."""
    builder = kt.ModelBuilder("flywheel")
    inertia = kt.Inertia(2.0, [0.3, 0, 0], 0.1 * np.eye(3))
    builder.add_body("wheel", joint=kt.Revolute("z"), inertia=inertia)
    return builder.build().replace(gravity=[0, 0, 0], velocity_limits=[limit])


@pytest.mark.parametrize("torque", [3.0, -3.0])
def test_a_wheel_speeds_up_to_its_limit_and_stays_there(torque: float) -> None:
    model, steps, limit = flywheel(1.5), 40, 1.5
    tau = np.full((steps, 1), torque)
    q, v = kt.simulation.rollout(model, [0.2], [0.0], tau, H, simulation=BRAKED)
    exact = np.clip(torque / 0.28 * H * np.arange(steps + 1), -limit, limit)
    assert exact[20] == exact[-1] == np.sign(torque) * limit
    np.testing.assert_allclose(v[:, 0], exact, atol=1e-8)
    moved = H * np.cumsum((exact[1:] + exact[:-1]) / 2)
    np.testing.assert_allclose(q[1:, 0], 0.2 + moved, atol=1e-8)
    one = kt.simulation.step(model, q[20], v[20], tau[0], H, simulation=BRAKED)
    assert (one[0] == q[21]).all() and (one[1] == v[21]).all()
    midpoint = kt.Simulation(integrator="midpoint")
    _, free = kt.simulation.rollout(model, [0.2], [0.0], tau, H, simulation=midpoint)
    np.testing.assert_allclose(free[:, 0], torque / 0.28 * H * np.arange(steps + 1), rtol=1e-12)


def test_what_is_thrown_is_braked_at_once_and_then_let_go() -> None:
    model, tau = flywheel(1.5), np.zeros((5, 1))
    tau[2:] = -3.0
    _, v = kt.simulation.rollout(model, [0.0], [9.0], tau, H, simulation=BRAKED)
    braked = 1.5 - 3.0 / 0.28 * H * np.arange(1, 4)
    np.testing.assert_allclose(v[:, 0], [9.0, 1.5, 1.5, *braked], atol=1e-6)


def test_a_limit_between_bodies_keeps_their_momentum() -> None:
    builder = kt.ModelBuilder("carts")
    joints, masses = (kt.Translation(), kt.Prismatic("x")), (1.0, 2.0)
    for i, (joint, mass) in enumerate(zip(joints, masses, strict=True)):
        inertia, parent = kt.Inertia(mass, [0, 0, 0], np.eye(3)), "cart 0" if i else "world"
        builder.add_body(f"cart {i}", parent=parent, joint=joint, inertia=inertia)
    model = builder.build().replace(gravity=[0, 0, 0], velocity_limits=[np.inf] * 3 + [0.5])
    tau = np.tile([0, 0, 0, 6.0], (10, 1))
    v0 = [0.3, -0.2, 0.1, 4.0]
    _, v = kt.simulation.rollout(model, np.zeros(4), v0, tau, H, simulation=BRAKED)
    np.testing.assert_allclose(v[1:, 3], 0.5, atol=1e-6)
    momentum = 1.0 * v[:, 0] + 2.0 * (v[:, 0] + v[:, 3])
    np.testing.assert_allclose(momentum, momentum[0], rtol=1e-12)
    np.testing.assert_allclose(v[:, 1:3], [[-0.2, 0.1]] * 11, rtol=1e-12)


def motion(model: kt.Model, steps: int, force: float) -> Any:
    q, v, tau = configurations(model)[:4], *vectors(model, 2)[:, :4]
    tau = np.repeat(force * tau[:, None], steps, 1)
    braked = kt.Simulation(limits=False, velocity_limits=True, iterations=500)
    how: Any = {"simulation": braked, "record": "residual"}
    return kt.simulation.rollout(model, q, v, tau, 0.2 / steps, **how)


ALL_JOINTS = pytest.param("mixed_mimics", marks=pytest.mark.sweep)


@pytest.mark.parametrize("name", [ALL_JOINTS, "saddle"])
def test_trees_keep_within_their_limits_to_order_two(name: str) -> None:
    model = TREES[name].model
    model = model.replace(gravity=[0, 0, 0], velocity_limits=[0.5] * model.nv)
    excess: list[float] = []
    for steps in (50, 100):
        m = motion(model, steps, 5.0)
        assert m.residual.max() < 1e-12
        late = abs(m.v[:, steps // 2 :])
        assert (late > 0.499).any()
        excess.append(late.max() - 0.5)
    assert excess[0] < 1e-4 and excess[1] < max(0.3 * excess[0], 1e-8)
    m = motion(model, 100, 0.0)
    energies = kt.kinetic_energy(model, m.q, m.v)
    gains = np.diff(energies, axis=-1) / energies[:, :1]
    assert gains.max() < 1e-11 and gains.min() < -0.1


@pytest.mark.sweep
def test_limits_and_contacts_are_one_problem() -> None:
    dog = kt.robots.quadruped()
    assert np.isinf(dog.velocity_limits[:6]).all()
    dog = dog.replace(velocity_limits=[np.inf] * 6 + [0.8] * 12)
    feet = [kt.Contact(name) for name in dog.frame_names if name.endswith("foot")]
    q = kt.neutral(dog)
    q[2] -= kt.frame_placement(dog, q, frame=feet[0].frame)[2, 3]
    v, tau = np.zeros(dog.nv), np.zeros(dog.nv)
    v[2], tau[6:] = -1.5, np.tile([0, -30, 30], 4)  # a fall onto its feet
    standing = kt.Simulation(contacts=feet, iterations=500)
    how: dict[str, Any] = {"simulation": standing, "friction": 0.8}
    free = kt.simulation.contact_step(dog, q, v, tau, 1e-3, **how)
    how["simulation"] = replace(standing, velocity_limits=True)
    step = kt.simulation.contact_step(dog, q, v, tau, 1e-3, **how)
    assert step.residuals.max() < 1e-7 and abs(free.v[6:]).max() > 1.6
    assert 0.799 < abs(step.v[6:]).max() < 0.801
    rows = kt.constraints.jacobian(dog, q, contacts=feet)[2::3]
    assert (rows @ step.v).min() > -1e-2 and step.impulses[:, 2].min() > 0
    floats = (x.astype("f4") for x in (q, v, tau))
    single = kt.simulation.contact_step(dog, *floats, np.float32(1e-3), **how)
    np.testing.assert_allclose(single.v, step.v, atol=1e-3)


def test_velocity_limits_that_cannot_act_are_refused() -> None:
    wheel, tau = flywheel(np.inf), np.zeros((2, 1))
    with pytest.raises(ModelError, match="flywheel has no finite ones; give it some"):
        kt.simulation.rollout(wheel, [0.0], [0.0], tau, H, simulation=BRAKED)
    with pytest.raises(ShapeError, match="limits with integrator='explicit_euler'"):
        kt.Simulation(velocity_limits=True, integrator="explicit_euler")
