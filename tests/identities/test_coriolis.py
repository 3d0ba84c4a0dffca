"""The Coriolis matrix and the Christoffel symbols, by what defines them, on every random tree.

An admissible C has C v = h - g and C + C^T = dM/dt; the Christoffel symbols are derivatives of M.
"""

from functools import cache
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, times, transposed
from complex_step import H, along, rate
from trees import ALL, COUPLED, FEW, TREES, configurations, independent_of, parts, vectors

import kinetree as kt

few_trees = pytest.mark.parametrize("name", FEW)
FACTORIZATIONS = ("christoffel", "newton_euler")
every_factorization = pytest.mark.parametrize("factorization", FACTORIZATIONS)

QUASI = (kt.Spherical, kt.Planar, kt.FreeFlyer)
"""Joints with quasi-velocities."""
SMALL = [name for name in ALL if TREES[name].model.nv <= 20]
RATES = [
    name for name in SMALL if not any(isinstance(p.type, QUASI) for p in parts(TREES[name].model))
]


@cache
def state(name: str) -> tuple[kt.Model, Any, Any, Any]:
    model = TREES[name].model
    return model, configurations(model), *vectors(model, 2)


@cache
def coriolis(name: str, factorization: str = "christoffel") -> Any:
    model, q, v, _ = state(name)
    return run(kt.coriolis_matrix, model, q, v, statics={"factorization": factorization})


@cache
def mass_matrix_slopes(name: str) -> Any:
    """dM/dq of all samples, by complex steps."""
    model, q, _, _ = state(name)
    moved = along(model, q[:, None], np.eye(model.nv))
    return np.moveaxis(rate(kt.crba.evaluate(model, moved)), 1, -1)


def torque_slopes(name: str) -> Any:
    """Those of the nonlinear effects along velocities."""
    model, q, v, _ = state(name)
    moved = v[:, None] + 1j * H * np.eye(model.nv)
    return transposed(rate(kt.nonlinear_effects.evaluate(model, q[:, None], moved)))


@pytest.mark.sweep
@few_trees
@every_factorization
def test_coriolis_times_velocity_is_the_torque_of_velocity(name: str, factorization: str):
    model, q, v, _ = state(name)
    torque = run(kt.nonlinear_effects, model, q, v) - run(kt.generalized_gravity, model, q)
    size = abs(run(kt.nonlinear_effects, model, q, v)).max()
    assert_agree(times(coriolis(name, factorization), v), torque, scale=size)


@few_trees
@every_factorization
def test_coriolis_and_its_transpose_are_the_rate_of_the_mass_matrix(name, factorization):
    model, q, v, _ = state(name)
    C = coriolis(name, factorization)
    assert_agree(C + transposed(C), run(kt.mass_matrix_time_derivative, model, q, v))


@pytest.mark.parametrize("name", ALL)
def test_rate_of_the_mass_matrix_is_its_derivative(name: str):
    model, q, v, _ = state(name)
    change = run(kt.mass_matrix_time_derivative, model, q, v)
    assert_agree(change, rate(kt.crba.evaluate(model, along(model, q, v))))
    assert (change == transposed(change)).all()


@few_trees
@every_factorization
@pytest.mark.parametrize("transpose", [False, True])
def test_coriolis_times_is_the_matrix_times(name: str, factorization: str, transpose: bool):
    model, q, v, w = state(name)
    statics = {"factorization": factorization, "transposed": transpose}
    C = coriolis(name, factorization)
    expected = times(transposed(C) if transpose else C, w)
    assert_agree(run(kt.coriolis_times, model, q, v, w, statics=statics), expected)


@pytest.mark.sweep
@few_trees
def test_christoffel_symbols_contract_to_the_coriolis_matrix(name: str):
    model, q, v, _ = state(name)
    assert_agree(times(run(kt.christoffel_symbols, model, q), v[:, None]), coriolis(name))


@pytest.mark.parametrize("name", RATES)
def test_christoffel_symbols_are_those_of_the_mass_matrix(name: str):
    model, q, _, _ = state(name)
    slopes = mass_matrix_slopes(name)
    expected = 0.5 * (slopes + np.swapaxes(slopes, 2, 3) - np.moveaxis(slopes, 3, 1))
    G = run(kt.christoffel_symbols, model, q)
    assert_agree(G, expected)
    assert_agree(G, np.swapaxes(G, 2, 3))


@pytest.mark.parametrize("name", RATES)
def test_torque_slopes_along_velocity_are_twice_the_coriolis_matrix(name: str):
    assert_agree(2 * coriolis(name), torque_slopes(name))


@pytest.mark.parametrize("name", ["spherical", "planar", "free_flyer"])
def test_torsion_of_velocities_that_are_no_rates(name: str):
    """G_ijk - G_ikj = -sum_l M_il c^l_jk with S_j x S_k = sum_l S_l c^l_jk."""
    model, q, _, _ = state(name)
    G = run(kt.christoffel_symbols, model, q)
    M = run(kt.crba, model.replace(armature=np.zeros(model.nv)), q)
    c = np.zeros((model.nv,) * 3)
    for joint in model.joints:
        S = np.array(joint.subspace(kt.Array([0.0] * model.nq)).matrix, dtype=float)
        at = range(joint.v_slice.start, joint.v_slice.stop)
        for j, k in np.ndindex(S.shape[1], S.shape[1]):
            l_j, w_j, l_k, w_k = S[:3, j], S[3:, j], S[:3, k], S[3:, k]
            cross = [*(np.cross(l_j, w_k) + np.cross(w_j, l_k)), *np.cross(w_j, w_k)]
            c[at, at[j], at[k]] = np.linalg.pinv(S) @ cross
    assert abs(c).max() == 1
    assert_agree(G - np.swapaxes(G, 2, 3), -np.einsum("bil,ljk->bijk", M, c))
    other = np.einsum("bikj,bk->bij", G, state(name)[2])
    assert_agree(coriolis(name) + other, torque_slopes(name))  # and not twice C


@pytest.mark.parametrize("name", [x for x in ALL if x not in RATES and x in SMALL])
def test_christoffel_symbols_still_give_the_derivative_of_the_mass_matrix(name: str):
    model, q, _, _ = state(name)
    G = run(kt.christoffel_symbols, model, q)
    assert_agree(G + np.swapaxes(G, 1, 2), mass_matrix_slopes(name))


@pytest.mark.sweep
@pytest.mark.parametrize("name", COUPLED)
@every_factorization
def test_mimics_project_the_coriolis_matrix(name: str, factorization: str):
    independent = independent_of(name)
    model, q, v, _ = state(name)
    theirs = independent.model, independent.configuration(model, q), v @ independent.G.T
    C = run(kt.coriolis_matrix, *theirs, statics={"factorization": factorization})
    assert_agree(coriolis(name, factorization), independent.G.T @ C @ independent.G)
    G = run(kt.christoffel_symbols, *theirs[:2])
    projected = np.einsum(
        "xi,axyz,yj,zk->aijk", independent.G, G, independent.G, independent.G, optimize=True
    )
    assert_agree(run(kt.christoffel_symbols, model, q), projected)


def test_the_two_factorizations_differ():
    C, other = coriolis("revolute_skew"), coriolis("revolute_skew", "newton_euler")
    assert abs(C - other).max() > 1e-3 * abs(C).max()


def test_an_unknown_factorization_is_refused():
    arm = kt.robots.arm()
    with pytest.raises(kt.ShapeError, match=r"'christofel'.*'christoffel'"):
        kt.coriolis_matrix(arm, [0] * 7, [0] * 7, factorization="christofel")


def test_a_momentum_observer_sees_the_torque():
    """d(M v)/dt = tau + C^T v - g, by complex step in time: what momentum observers need."""
    model, q, v, a = state("mixed")
    q, v, a = q[5], v[5], a[5]
    step = 1e-30j
    momentum = np.asarray(kt.crba(model, kt.integrate(model, q, step * v))) @ (v + step * a)
    tau = run(kt.rnea, model, q, v, a)
    gravity = run(kt.generalized_gravity, model, q)
    pull = run(kt.coriolis_times, model, q, v, v, statics={"transposed": True})
    assert_agree(tau + pull - gravity, momentum.imag / 1e-30)
