"""A loop that slides: a slider-crank against its closed form."""

from typing import Any

import numpy as np
from agreement import assert_agree
from complex_step import H

import kinetree as kt

C = kt.constraints
CRANK, ROD, OFFSET = 0.3, 0.9, 0.1
MASSES = (1.2, 0.7, 2.0)
GRAVITY = 9.81


def slider_crank() -> kt.Model:
    """Crank, rod and slider in a row in the x-y plane; the slider on a rail of the world."""
    builder, parent, x = kt.ModelBuilder("slider_crank"), "world", 0.0
    for name, length, mass in zip(
        ("crank", "rod", "slider"), (CRANK, ROD, 0.0), MASSES, strict=True
    ):
        spin = mass * length**2 / 12 + 1e-2 * (length == 0)
        inertia = kt.Inertia(mass, [length / 2, 0, 0], np.diag([1e-3, spin, spin]))
        at = kt.SE3(np.eye(3), [x, 0, 0])
        builder.add_body(name, parent=parent, joint=kt.Revolute("z"), placement=at, inertia=inertia)
        parent, x = name, length
    model = builder.build().replace(gravity=[0, -GRAVITY, 0])
    rail = kt.Anchor(0, kt.SE3(np.eye(3), [0.2, OFFSET, 0]))
    slider = kt.Anchor(3, kt.SE3.identity())
    return model.replace(constraints=(kt.Loop("rail", kt.Prismatic("x"), rail, slider),))


def rod(t: Any) -> Any:
    """The angle of the rod in the world."""
    return np.arcsin((OFFSET - CRANK * np.sin(t)) / ROD)


def slope(function: Any, t: Any) -> Any:
    return function(t + 1j * H).imag / H


def configuration(t: Any) -> Any:
    return np.stack([t, rod(t) - t, -rod(t)], -1)


def rates(t: Any) -> Any:
    turn = -CRANK * np.cos(t) / (ROD * np.cos(rod(t)))
    return np.stack([1 + 0 * t, turn - 1, -turn], -1)


def inertia(t: Any) -> Any:
    """Twice the kinetic energy for a unit speed of the crank."""
    b = rod(t)
    turn = -CRANK * np.cos(t) / (ROD * np.cos(b))
    x = -CRANK * np.sin(t) - ROD / 2 * np.sin(b) * turn
    y = CRANK * np.cos(t) + ROD / 2 * np.cos(b) * turn
    slider = -CRANK * np.sin(t) - ROD * np.sin(b) * turn
    m1, m2, m3 = MASSES
    return m1 * CRANK**2 / 3 + m2 * (x * x + y * y) + m2 * ROD**2 / 12 * turn**2 + m3 * slider**2


def potential(t: Any) -> Any:
    heights = CRANK / 2 * np.sin(t), CRANK * np.sin(t) + ROD / 2 * np.sin(rod(t))
    return GRAVITY * (MASSES[0] * heights[0] + MASSES[1] * heights[1])


def test_the_slider_crank_moves_as_its_closed_form_says() -> None:
    """I t'' + I' t'^2 / 2 + V' = the crank's torque; the rail takes no torque out of the plane."""
    model, speed, torque, t = slider_crank(), 1.7, 0.8, np.linspace(-3, 3, 9)
    q, v = configuration(t), speed * rates(t)
    assert abs(C.error(model, q)).max() < 1e-15
    assert abs(C.jacobian(model, q) @ v[..., None]).max() < 1e-15
    ddq, forces = C.forward_dynamics(model, q, v, [torque, 0, 0])
    push = torque - slope(inertia, t) * speed**2 / 2 - slope(potential, t)
    assert_agree(ddq[:, 0], push / inertia(t), 1e-12)
    curvature = slope(lambda t: rates(t + 0 * q[:, 0]), t.astype(complex))
    assert_agree(ddq, ddq[:, :1] * rates(t) + speed**2 * curvature, 1e-12)
    assert abs(forces[:, 0, [0, 2, 3, 4]]).max() < 1e-12  # along the rail, or out of the plane
    assert abs(forces[:, 0, 1]).min() > 1e-2
    found = C.close_loops(model, q + 0.05 * np.random.default_rng(0).normal(size=q.shape))
    assert found.error.max() < 1e-14
    assert_agree(found.q, configuration(found.q[:, 0]), 1e-12)
