"""Derivatives of inverse dynamics under a force that is constant in the world, on every tree.

The force pulls at the tip of `tipped.py`, and comes through `kt.external_forces`.
"""

from functools import cache
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run
from complex_step import along_each, columns
from tipped import sampled_state, tree_with_tip
from trees import ALL, TREES

import kinetree as kt

SMALL = [name for name in ALL if TREES[name].model.nv <= 20]
PULL = np.random.default_rng(3).normal(scale=30, size=(6, 6))
"""A wrench for each sample, about as large as the weight of a tree."""


@kt.algorithm("(nq),(6)->(njoints,6)")
def at_joints(model: Any, q: Any, pull: Any) -> Any:
    return kt.external_forces(model, q, {"tip": pull}, reference="local_world_aligned")


@kt.algorithm("(nq),(nv),(nv),(6)->(nv)")
def pulled(model: Any, q: Any, v: Any, a: Any, pull: Any) -> Any:
    return kt.rnea(model, q, v, a, at_joints(model, q, pull))


@cache
def differentiated(name: str) -> Any:
    model = tree_with_tip(name)
    return run(kt.jacobian(pulled, "q"), model, *sampled_state(model), PULL)


@pytest.mark.parametrize("name", SMALL)
def test_it_is_the_complex_step_of_torques(name: str) -> None:
    model, sample = tree_with_tip(name), 5
    q, v, a = (x[sample] for x in sampled_state(model))
    moved = pulled.evaluate(model, along_each(model, q), v, a, PULL[sample])
    assert_agree(differentiated(name)[sample], columns(np.asarray(moved)))


@pytest.mark.parametrize("name", SMALL)
def test_the_force_turns_with_the_joints_and_back_in_them(name: str) -> None:
    model = tree_with_tip(name)
    q, v, a = sampled_state(model)
    f_ext = run(at_joints, model, q, PULL)
    with_the_joints = run(kt.rnea_derivatives, model, q, v, a, f_ext=f_ext)[0]
    df_dq = run(kt.jacobian(at_joints, "q"), model, q, PULL)
    J = run(kt.joint_jacobians, model, q, statics={"reference": "local"})
    back = np.einsum("bkim,bkin->bmn", J, df_dq)
    assert_agree(differentiated(name), with_the_joints - back)
