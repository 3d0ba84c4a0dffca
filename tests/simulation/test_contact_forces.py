"""Forces of contacts by body: what changes the momenta of bodies."""

from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.errors import ModelError

G, DT, STEPS = 9.81, 2e-3, 400


def pile() -> kt.Model:
    """A box and two spheres that do not turn, whose momenta are exact, and a wall."""
    builder = kt.ModelBuilder("pile")
    shapes = [kt.shapes.Box((0.4, 0.4, 0.2)), kt.shapes.Sphere(0.12), kt.shapes.Sphere(0.1)]
    for i, shape in enumerate(shapes):
        inertia = kt.Inertia(1.0 + i, [0, 0, 0], 0.02 * np.eye(3))
        builder.add_body(f"body {i}", joint=kt.Translation(), inertia=inertia)
        builder.add_geometry(f"shape {i}", parent=f"body {i}", shape=shape, kind="collision")
    wall = kt.SE3(np.eye(3), [1, 0, 0.5])
    box = kt.shapes.Box((0.2, 2, 1))
    builder.add_geometry("wall", parent="world", shape=box, placement=wall, kind="collision")
    return builder.build()


def start(model: kt.Model) -> tuple[Any, Any]:
    """One on the other, thrown at the wall."""
    q, v = kt.neutral(model), np.zeros(model.nv)
    q[2::3], v[::3] = (0.12, 0.35, 0.6), (3.0, 3.5, 4.0)
    return q, v


@pytest.mark.parametrize("most", [None, 9])
def test_net_forces_of_shapes_change_the_momentum_of_each_body(most: Any) -> None:
    model = pile()
    contacts = kt.contacts(model, ground="plane")
    assert [x.second for x in contacts].count("wall") and len(contacts) > 9
    q0, v0 = start(model)
    simulation = kt.Simulation(contacts=contacts, max_contacts=most)
    how: dict[str, Any] = {"simulation": simulation, "record": "forces"}
    tau = np.zeros((STEPS, model.nv))
    _, v, forces = kt.simulation.rollout(model, q0, v0, tau, DT, **how)
    net = kt.simulation.net_contact_forces(model, forces, contacts=contacts)
    assert net.shape == (STEPS, model.njoints, 3)
    for i in range(3):
        rates = np.diff((1.0 + i) * v[:, 3 * i : 3 * i + 3], axis=0) / DT + [0, 0, G * (1.0 + i)]
        np.testing.assert_allclose(net[:, i + 1], rates, atol=1e-8 * abs(net).max())
        assert abs(net[:, i + 1]).max() > 5 * G
    np.testing.assert_allclose(net.sum(1), 0, atol=1e-10 * abs(net).max())
    at_wall = [k for k, x in enumerate(contacts) if x.second == "wall"]
    assert forces[:, at_wall, 0].min() < -100  # they did hit it
    if most is None:  # means are compared once: the kernel of all contacts compiles long
        return
    means = kt.simulation.rollout(model, q0, v0, tau, DT, every=100, **how).forces
    net_means = kt.simulation.net_contact_forces(model, means, contacts=contacts)
    expected = net.reshape(4, 100, *net.shape[1:]).mean(1)
    np.testing.assert_allclose(net_means, expected, atol=1e-9 * abs(net).max())


def test_net_forces_of_points_and_loops() -> None:
    dog, rng = kt.robots.quadruped(), np.random.default_rng(0)
    names = [name for name in dog.frame_names if name.endswith("foot")]
    tied = kt.Contact(names[0], other=names[3])
    contacts = (*(kt.Contact(name) for name in names), tied, kt.Contact(names[0]))
    forces = rng.normal(size=(5, 2, len(contacts), 3))
    net = kt.simulation.net_contact_forces(dog, forces, contacts=contacts)
    feet = [dog.frame(name).joint for name in names]
    expected = np.zeros((5, 2, dog.njoints, 3))
    expected[:, :, feet] = forces[:, :, :4]
    expected[:, :, feet[0]] += forces[:, :, 4] + forces[:, :, 5]
    expected[:, :, feet[3]] -= forces[:, :, 4]
    expected[:, :, 0] = -forces[:, :, [0, 1, 2, 3, 5]].sum(2)
    np.testing.assert_allclose(net, expected, atol=1e-15)
    coupling = kt.Coupling("c", dog.joint_names[2], dog.joint_names[3], (0.0, 1.0))
    with pytest.raises(ModelError, match="the coupling 'c', has no force on a body"):
        kt.simulation.net_contact_forces(dog, forces[..., :1, :], contacts=[coupling])
    q, rest = kt.neutral(dog), np.zeros(dog.nv)
    with pytest.raises(ModelError, match="the coupling 'c', is no point on the plane"):
        on_it = kt.Simulation(contacts=[coupling])
        kt.simulation.contact_step(dog, q, rest, rest, DT, friction=0.5, simulation=on_it)


def test_net_forces_inside_an_algorithm() -> None:
    dog = kt.robots.quadruped()
    feet = [kt.Contact(name) for name in dog.frame_names if name.endswith("foot")]
    bodies = [dog.frame(x.frame).joint for x in feet]
    standing: Any = {"friction": 0.8, "simulation": kt.Simulation(contacts=feet)}

    @kt.algorithm("(nq),(nv),(nv),()->(4,3)")
    def of_feet(model: Any, q: Any, v: Any, tau: Any, dt: Any) -> Any:
        step = kt.simulation.contact_step(model, q, v, tau, dt, **standing)
        net = kt.simulation.net_contact_forces(model, step.impulses / dt, contacts=feet)
        return kt.math.stack([net[i] for i in bodies])

    q, rest = kt.neutral(dog), np.zeros(dog.nv)
    q[2] -= kt.frame_placement(dog, q, frame=feet[0].frame)[2, 3]
    step = kt.simulation.contact_step(dog, q, rest, rest, DT, **standing)
    assert step.impulses[:, 2].min() > 1e-3
    np.testing.assert_allclose(of_feet(dog, q, rest, rest, DT), step.impulses / DT, rtol=1e-12)
