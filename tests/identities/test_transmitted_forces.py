"""Wrenches that joints and cuts at frames transmit, by the balance of what is beyond them."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run
from complex_step import by_each_operand
from trees import FEW, TREES, configurations, vectors, wrenches

import kinetree as kt

slopes = kt.jacobian(kt.joint_forces, ("q", "v", "a"))


def state(model: kt.Model) -> Any:
    return configurations(model), *vectors(model, 2), wrenches(model)


@pytest.mark.parametrize("name", FEW)
def test_joints_transmit_the_torques(name: str) -> None:
    # each joint by itself: mimics share the velocities of others, and their torques
    model = TREES[name].model
    q, v, a, f_ext = state(model)
    F = run(kt.joint_forces, model, q, v, a, f_ext=f_ext)
    tau = model.armature * a
    for j in model.joints:
        S = np.array([j.subspace(kt.Array(x)).matrix for x in q], float)
        tau[:, j.v_slice] += np.einsum("bin,bi->bn", S, F[:, j.index])
    assert_agree(tau, run(kt.rnea, model, q, v, a, f_ext=f_ext), 1e-13)
    assert not F[:, 0].any()


@pytest.mark.parametrize("name", ["free_flyer", "mimic_as_source"])
def test_derivatives_are_complex_steps(name: str) -> None:
    model = TREES[name].model
    *samples, _ = state(model)
    found = run(slopes, model, *samples)
    for k, operands in enumerate(zip(*samples, strict=True)):
        steps = by_each_operand(kt.joint_forces, model, operands)
        for x, expected in zip(found, steps, strict=True):
            assert_agree(x[k], expected, scale=1.0)
