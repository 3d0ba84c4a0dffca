"""The inverse of the mass matrix and its factor L^T L = M, on trees of every joint type."""

import numpy as np
import pytest
from agreement import assert_agree, run, times, transposed
from tipped import results_of, sampled_state, tree_with_tip
from trees import ALL, FEW, INDEPENDENT

import kinetree as kt

every_tree = pytest.mark.parametrize("name", ALL)
few_trees = pytest.mark.parametrize("name", FEW)


@few_trees
def test_inverse_undoes_the_mass_matrix(name: str) -> None:
    M, inverse = results_of(kt.crba, name), results_of(kt.inverse_mass_matrix, name)
    assert np.array_equal(inverse, transposed(inverse))
    # each product sums what is large and cancels
    sizes = float((abs(M) @ abs(inverse)).max())
    assert_agree(M @ inverse, np.broadcast_to(np.eye(M.shape[-1]), M.shape), 1e-14, scale=sizes)


@every_tree
def test_factor_squared_is_the_mass_matrix(name: str) -> None:
    L = results_of(kt.mass_matrix_cholesky, name)
    assert not np.triu(L, 1).any()
    assert (np.diagonal(L, axis1=-2, axis2=-1) > 0).all()
    assert_agree(transposed(L) @ L, results_of(kt.crba, name), 1e-14)


def apart(model: kt.Model) -> np.ndarray:
    """(nv, nv): True where neither joint is an ancestor of the other."""
    joint = np.zeros(model.nv, int)
    for j in model.joints:
        joint[j.v_slice] = j.index
    on_path = np.array([[k in {j.index for j in model.path(i)} for k in joint] for i in joint])
    return ~(on_path | on_path.T)


@pytest.mark.parametrize("name", INDEPENDENT)
def test_factor_has_the_zeros_of_the_tree(name: str) -> None:
    zeros = apart(tree_with_tip(name))
    assert zeros.any()
    assert not results_of(kt.mass_matrix_cholesky, name)[:, zeros].any()


@pytest.mark.parametrize("name", INDEPENDENT)
def test_entries_that_are_zero_by_the_tree_are_not_read(name: str) -> None:
    model, b = tree_with_tip(name), sampled_state(tree_with_tip(name))[1]
    L = results_of(kt.mass_matrix_cholesky, name)
    strange = np.where(apart(model) | np.triu(np.ones((model.nv, model.nv), bool), 1), np.nan, L)
    x = run(kt.mass_matrix_cholesky_solve, model, np.stack([L, strange]), b)
    assert np.array_equal(x[0], x[1])


@every_tree
def test_solving_with_the_factor_undoes_the_mass_matrix(name: str) -> None:
    model, M = tree_with_tip(name), results_of(kt.crba, name)
    b, L = sampled_state(model)[1], results_of(kt.mass_matrix_cholesky, name)
    x = run(kt.mass_matrix_cholesky_solve, model, L, b)
    assert_agree(times(M, x), b, 1e-14, scale=float(times(abs(M), abs(x)).max()))


def test_armature_is_in_both() -> None:
    builder = kt.ModelBuilder("feather")
    builder.add_body("rod", joint=kt.Revolute("y"), inertia=kt.Inertia(1, [0, 0, 1], np.eye(3)))
    builder.add_body("feather", parent="rod", joint=kt.Prismatic("x"))
    feather = builder.build().replace(armature=[0.0, 0.25])
    M = np.diag([2.0, 0.25])
    q = np.array([0.1, 0.2])
    assert_agree(run(kt.crba, feather, q), M, 1e-15)
    assert_agree(run(kt.inverse_mass_matrix, feather, q), np.linalg.inv(M), 1e-15)
    assert_agree(run(kt.mass_matrix_cholesky, feather, q), np.sqrt(M), 1e-15)
