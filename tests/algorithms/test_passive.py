"""Passive forces: parameters of a call in place of the model's."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import kinetree as kt


def test_damping_friction_and_stiffness_of_a_call_replace_those_of_the_model() -> None:
    robot = kt.robots.quadruped()
    rng = np.random.default_rng(8)
    q = kt.random_configuration(robot, rng=1)
    v = rng.normal(size=robot.nv)
    given = {x: rng.uniform(0.1, 1, robot.nv) for x in ("damping", "friction", "stiffness")}
    expected = kt.passive_forces(robot.replace(**given), q, v)
    np.testing.assert_allclose(kt.passive_forces(robot, q, v, **given), expected, rtol=1e-14)
    batch = kt.passive_forces(robot, q, v, damping=[given["damping"], 0 * v])
    np.testing.assert_allclose(batch[0] - batch[1], -given["damping"] * v, rtol=1e-12)
    J = kt.jacobian(kt.passive_forces, "damping")(robot, q, v)
    np.testing.assert_allclose(J, -np.diag(v), rtol=1e-15)
    with pytest.raises(kt.ShapeError, match="no argument 'damping'"):
        kt.rnea(robot, q, v, v, damping=given["damping"])


@pytest.mark.parametrize("passive", ["explicit", "implicit"])
def test_damping_of_a_step_and_of_a_rollout_replaces_that_of_the_model(passive: Any) -> None:
    arm = kt.robots.arm()
    q, v, tau = np.random.default_rng(9).normal(size=(3, arm.nv))
    given = {"damping": np.linspace(0.1, 0.7, arm.nv), "stiffness": np.linspace(5, 9, arm.nv)}
    replaced = arm.replace(**given)
    simulation = kt.Simulation(passive=passive)
    touching = replace(simulation, contacts=[kt.Contact("tool")])
    for step, words in (
        (kt.simulation.step, {"simulation": simulation}),
        (kt.simulation.contact_step, {"simulation": touching, "friction": [0.5]}),
    ):
        found = step(arm, q, v, tau, 1e-3, **words, **given)
        expected = step(replaced, q, v, tau, 1e-3, **words)
        np.testing.assert_allclose(found.v, expected.v, rtol=1e-11)
    rows = np.tile(tau, (4, 1))
    found = kt.simulation.rollout(arm, q, v, rows, 1e-3, simulation=simulation, **given)
    expected = kt.simulation.rollout(replaced, q, v, rows, 1e-3, simulation=simulation)
    np.testing.assert_allclose(found.q, expected.q, rtol=1e-12)
