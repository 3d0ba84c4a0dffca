"""Kinematics, momentum and factors of coupled robots: of the same robots uncoupled, projected.

v_full = G v, so that what has an axis of velocities gets a G on each.
"""

from functools import cache
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, transposed
from tipped import (
    REFERENCES,
    TIP,
    of_robot,
    of_tip,
    results_of,
    sampled_state,
    tip_results,
    tree_with_tip,
)
from trees import COUPLED, independent_of

import kinetree as kt

coupled_trees = pytest.mark.parametrize("name", COUPLED)
every_reference = pytest.mark.parametrize("reference", REFERENCES)


@cache
def independent(name: str) -> Any:
    """The uncoupled robot with the same tip, G, and its q, v and a."""
    model, full = tree_with_tip(name), independent_of(name)
    joint = model.joint_names[model.frames[-1].joint]
    q, v, a = sampled_state(model)
    states = full.configuration(model, q), v @ full.G.T, a @ full.G.T
    return full.model.with_frame("tip", parent=joint, placement=TIP), full.G, states


@every_reference
@coupled_trees
def test_motion_jacobians_and_derivatives_are_projected(name: str, reference: str) -> None:
    full, G, x = independent(name)
    theirs = of_tip(full, *x, reference)
    for algorithm in (kt.frame_velocity, kt.frame_acceleration):
        assert_agree(tip_results(algorithm, name, reference), theirs[algorithm, False], 1e-13)
    for algorithm in (kt.frame_jacobian, kt.frame_jacobian_time_derivative):
        assert_agree(tip_results(algorithm, name, reference), theirs[algorithm, False] @ G, 1e-13)
    for algorithm in (kt.frame_velocity_derivatives, kt.frame_acceleration_derivatives):
        ours = tip_results(algorithm, name, reference)
        for one, other in zip(ours, theirs[algorithm, False], strict=True):
            assert_agree(one, other @ G, 1e-13)
    hessian = np.einsum("bijk,jm,kn->bimn", theirs[kt.frame_hessian, False], G, G)
    assert_agree(tip_results(kt.frame_hessian, name, reference), hessian, 1e-13, scale=1.0)


@coupled_trees
def test_jacobians_of_joints_are_projected(name: str) -> None:
    full, G, (q, *_) = independent(name)
    J = run(kt.joint_jacobians, full, q, statics={"reference": "local"})
    assert_agree(results_of(kt.joint_jacobians, name, reference="local"), J @ G, 1e-13)


SAME = (
    kt.center_of_mass,
    kt.subtree_centers_of_mass,
    kt.center_of_mass_velocity,
    kt.center_of_mass_acceleration,
    kt.centroidal_momentum,
    kt.centroidal_momentum_rate,
    kt.static_regressor,
    kt.kinetic_energy_regressor,
    kt.potential_energy_regressor,
    kt.mechanical_energy,
)
"""Results without an axis of velocities."""

PROJECTED = (
    kt.center_of_mass_jacobian,
    kt.centroidal_momentum_matrix,
    kt.centroidal_momentum_matrix_time_derivative,
)
"""Results with one, the last."""


@coupled_trees
def test_momentum_regressors_and_inverse_are_projected(name: str) -> None:
    full, G, x = independent(name)
    theirs = of_robot(full, *x)
    for algorithm in SAME:
        assert_agree(results_of(algorithm, name), theirs[algorithm], 1e-13, scale=0.1)
    for algorithm in PROJECTED:
        assert_agree(results_of(algorithm, name), theirs[algorithm] @ G, 1e-13)
    Y = G.T @ theirs[kt.joint_torque_regressor]
    assert_agree(results_of(kt.joint_torque_regressor, name), Y, 1e-13)
    M = G.T @ theirs[kt.crba] @ G
    condition = float(np.linalg.cond(M).max())
    assert_agree(results_of(kt.inverse_mass_matrix, name), np.linalg.inv(M), 1e-15 * condition)
    L = results_of(kt.mass_matrix_cholesky, name)
    assert_agree(transposed(L) @ L, M, 1e-13)
