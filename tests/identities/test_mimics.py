"""Coupled robots against the same robots without couplings, projected: v_full = G v."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, times
from trees import COUPLED, TREES, configurations, independent_of, vectors, wrenches

import kinetree as kt

coupled_trees = pytest.mark.parametrize("name", COUPLED)


def both(name: str) -> Any:
    """The model, its independent tree, G, and the same configurations of both."""
    model, independent = TREES[name].model, independent_of(name)
    q = configurations(model)
    return model, independent.model, independent.G, q, independent.configuration(model, q)


@coupled_trees
def test_placements_are_those_of_independent_joints(name: str) -> None:
    model, full, _, q, q_full = both(name)
    placements = run(kt.forward_kinematics, full, q_full)
    assert_agree(run(kt.forward_kinematics, model, q), placements, 1e-14)


@coupled_trees
def test_torques_are_projected(name: str) -> None:
    model, full, G, q, q_full = both(name)
    v, a = vectors(model, 2)
    f_ext = wrenches(model)
    tau = run(kt.rnea, full, q_full, v @ G.T, a @ G.T, f_ext=f_ext)
    assert_agree(run(kt.rnea, model, q, v, a, f_ext=f_ext), tau @ G, 1e-13)
    h = run(kt.nonlinear_effects, full, q_full, v @ G.T)
    assert_agree(run(kt.nonlinear_effects, model, q, v), h @ G, 1e-13)
    g = run(kt.generalized_gravity, full, q_full)
    assert_agree(run(kt.generalized_gravity, model, q), g @ G, 1e-13, scale=1.0)


@coupled_trees
def test_external_forces_are_those_of_independent_joints(name: str) -> None:
    model, full, _, q, q_full = both(name)
    push = {"leaf" if name != "mixed_mimics" else "turner": np.arange(1.0, 7.0)}
    for reference in ("local", "local_world_aligned", "world"):
        ours = kt.external_forces.evaluate(model, q[4], push, reference=reference)
        theirs = kt.external_forces.evaluate(full, q_full[4], push, reference=reference)
        assert_agree(ours, theirs, 1e-13)


def test_a_ratio_of_zero_holds_the_joint_at_its_offset() -> None:
    builder = kt.ModelBuilder("held")
    builder.add_body("a", joint=kt.Continuous("z"))
    builder.add_body("b", joint=kt.Mimic("a_joint", 0, 0.4))
    T = run(kt.forward_kinematics, builder.build(), np.array([np.cos(0.9), np.sin(0.9)]))
    assert_agree(np.arctan2(T[:, 1, 0], T[:, 0, 0]), np.array([0.0, 0.9, 0.4]), 1e-15)


def test_ratios_multiply_and_offsets_add_up_along_a_chain() -> None:
    builder = kt.ModelBuilder("chain")
    builder.add_body("a", joint=kt.Revolute("z"))
    builder.add_body("b", joint=kt.Mimic("c_joint", 2.0, 0.1))
    builder.add_body("c", joint=kt.Mimic("d_joint", -3.0, 0.2))
    builder.add_body("d", joint=kt.Mimic("a_joint", 0.5, 0.3))
    model = builder.build()
    T = run(kt.forward_kinematics, model, np.array([0.2]))
    d = 0.5 * 0.2 + 0.3
    c = -3.0 * d + 0.2
    assert_agree(np.arctan2(T[:, 1, 0], T[:, 0, 0]), np.array([0, 0.2, 2.0 * c + 0.1, c, d]), 1e-14)
    assert times(run(kt.crba, model, np.zeros((1, 1))), np.ones((1, 1))) == 0
