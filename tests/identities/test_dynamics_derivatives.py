"""Analytical derivatives of inverse and forward dynamics, on every random tree."""

from functools import cache
from typing import Any

import baselines
import mpmath as mp
import numpy as np
import pytest
from agreement import assert_agree, run, times
from complex_step import slopes
from tree_peers import CURVED
from trees import ALL, COUPLED, FEW, MIXED_TREES, TREES, independent_of, model_and_state, vectors

import kinetree as kt
from kinetree.algorithms.aba_derivatives import aza_is_cheaper

SMALL = [name for name in ALL if TREES[name].model.nv <= 20]
SOLVED = [
    ("mixed", "aza"),
    ("mixed_mimics", "dmm"),
    *((name, method) for name in FEW if name not in MIXED_TREES for method in ("dmm", "aza")),
]
SPACES = (
    "revolute_skew",
    "continuous_skew",
    "spherical",
    "planar",
    "free_flyer",
    "composite",
    "composite_nested",
    "saddle",
    "mimic_of_continuous",
)
"""Trees whose spaces of configurations differ."""
BASELINES = ("helical_skew", "spherical", "universal", "cam", "saddle", "mimic_chain")


@cache
def of_rnea(name: str) -> Any:
    model, q, v, a, f = model_and_state(name)
    return run(kt.rnea_derivatives, model, q, v, a, f_ext=f)


@pytest.mark.parametrize("name", ALL)
def test_those_of_rnea_are_its_slopes(name: str):
    model, q, v, a, f = model_and_state(name)
    directions = vectors(model, 3, seed=3)
    expected = slopes(kt.rnea, model, (q, v, a), directions, f_ext=f)
    for derivative, direction, slope in zip(of_rnea(name), directions, expected, strict=True):
        assert_agree(times(derivative, direction), slope)


@pytest.mark.parametrize("name", ALL)
def test_the_last_is_the_mass_matrix(name: str):
    model, q, *_ = model_and_state(name)
    assert_agree(of_rnea(name)[2], run(kt.crba, model, q), 1e-13)


@pytest.mark.parametrize("name", ["spherical", "free_flyer", "planar"])
def test_without_gravity_the_pose_of_the_root_does_not_matter_at_all(name: str):
    model, q, v, a, _ = model_and_state(name)
    free = model.replace(gravity=[0.0, 0.0, 0.0])
    dq, dv, _ = run(kt.rnea_derivatives, free, q, v, a)
    assert (dq[:, :, free.joints[0].v_slice] == 0).all()
    assert (run(kt.rnea_derivatives, free, q, 0 * v, a)[1] == 0).all()
    assert abs(dv).max() > 0


def test_unrelated_joints_are_exactly_zero():
    model, *_ = model_and_state("mixed")
    related = np.zeros((model.nv, model.nv), bool)
    for j in model.joints:
        for k in model.path(j.index):
            related[j.v_slice, k.v_slice] = related[k.v_slice, j.v_slice] = True
    assert not related.all()
    for x in of_rnea("mixed"):
        assert (x[:, ~related] == 0).all()


@pytest.mark.parametrize("name", COUPLED)
def test_mimics_project_the_derivatives_of_rnea(name: str):
    independent = independent_of(name)
    model, q, v, a, f = model_and_state(name)
    G, theirs = independent.G, independent.configuration(model, q)
    found = run(kt.rnea_derivatives, independent.model, theirs, v @ G.T, a @ G.T, f_ext=f)
    armature = np.diag(model.armature) - G.T @ np.diag(independent.model.armature) @ G
    for k, (x, y) in enumerate(zip(of_rnea(name), found, strict=True)):
        assert_agree(x, G.T @ y @ G + (armature if k == 2 else 0))


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "method"), SOLVED)
def test_those_of_aba_solve_the_linearised_equations(name: str, method: str):
    model, q, v, tau, f = model_and_state(name)
    a = run(kt.aba, model, q, v, tau, f_ext=f)
    dq, dv, M = run(kt.rnea_derivatives, model, q, v, a, f_ext=f)
    found = run(kt.aba_derivatives, model, q, v, tau, f_ext=f, statics={"method": method})
    for x, slope in zip(found[:2], (dq, dv), strict=True):
        error, size = abs(M @ x + slope), abs(M) @ abs(x) + abs(slope)
        assert error.max() <= 1e-13 * size.max()
    assert abs(M @ found[2] - np.eye(model.nv)).max() <= 1e-13 * (abs(M) @ abs(found[2])).max()


@pytest.mark.parametrize("name", ["revolute_skew", "spherical", "universal", "mimic_chain"])
def test_those_of_aba_are_its_slopes(name: str):
    model, q, v, tau, f = model_and_state(name)
    derivatives = run(kt.aba_derivatives, model, q, v, tau, f_ext=f)
    condition = np.linalg.cond(run(kt.crba, model, q)).max()
    directions = vectors(model, 3, seed=3)
    expected = slopes(kt.aba, model, (q, v, tau), directions, f_ext=f)
    for derivative, direction, slope in zip(derivatives, directions, expected, strict=True):
        assert_agree(times(derivative, direction), slope, 1e-14 * condition)


@pytest.mark.parametrize("name", SMALL)
def test_those_of_gravity_static_torques_and_momentum_are_slopes(name: str):
    model, q, v, a, f = model_and_state(name)
    directions = vectors(model, 3, seed=3)
    along_q = directions[:1]
    derivatives = [
        run(kt.generalized_gravity_derivatives, model, q),
        run(kt.static_torque_derivatives, model, q, f),
        *run(kt.centroidal_dynamics_derivatives, model, q, v, a),
    ]
    expected = [
        *slopes(kt.generalized_gravity, model, (q,), along_q),
        *slopes(kt.static_torque, model, (q, f), along_q),
        *slopes(kt.centroidal_momentum, model, (q, v), along_q),
        *slopes(kt.centroidal_momentum_rate, model, (q, v, a), directions),
    ]
    moves = [*along_q, *along_q, *along_q, *directions]
    for derivative, direction, slope in zip(derivatives, moves, expected, strict=True):
        assert_agree(times(derivative, direction), slope, scale=1e-3)


@pytest.mark.parametrize("name", SPACES)
def test_linearised_dynamics_are_those_of_a_motion_next_to_it(name: str):
    """de/dt and d(dv)/dt of a neighbour, by the derivative of the difference of both motions."""
    model, q, v, tau, _ = model_and_state(name)
    q, v, tau = q[4:], v[4:], tau[4:]
    A, B = run(kt.linearize, model, q, v, tau)
    n = model.nv
    assert_agree(A[:, n:, :n], run(kt.aba_derivatives, model, q, v, tau)[0], 1e-13)
    assert_agree(A[:, n:, n:], run(kt.aba_derivatives, model, q, v, tau)[1], 1e-13)
    assert (B[:, :n] == 0).all() and (A[:, :n, n:] == np.eye(n)).all()
    e, dv = np.random.default_rng(0).normal(size=(2, 2, n))

    def apart(time: Any, size: Any) -> Any:
        there = kt.integrate.evaluate(model, q, time * v)
        start = kt.integrate.evaluate(model, q, size * e)
        moved = kt.integrate.evaluate(model, start, time * (v + size * dv))
        return kt.difference.evaluate(model, there, moved)

    with mp.workdps(60):  # differences of which nothing is left but what they are of
        h = mp.mpf(10) ** -15
        slope = [(apart(t, h) - apart(t, -h)) / (2 * h) for t in (h, -h)]
        rate = np.array((slope[0] - slope[1]) / (2 * h), float)
    assert_agree(rate, np.einsum("bij,bj->bi", A[:, :n, :n], e) + dv, 1e-13, scale=1)


@pytest.mark.parametrize("name", BASELINES)
@pytest.mark.parametrize("baseline", baselines.__all__)
def test_baselines_give_the_same_numbers(name: str, baseline: str):
    model, q, v, u, f = model_and_state(name)
    function, condition = getattr(baselines, baseline), np.linalg.cond(run(kt.crba, model, q)).max()
    users = [j for j in model.joints if isinstance(j.type, CURVED) or "Cam" in repr(j.type)]
    if baseline == "aba_chain_rule" and (users or model.coupled or name == "saddle"):
        with pytest.raises(kt.ModelError, match="constant subspace and no mimics"):
            run(function, model, q, v, u, f_ext=f)
        return
    of_aba = baseline in ("fd_chain_rule", "aba_chain_rule")
    expected = run(kt.aba_derivatives, model, q, v, u, f_ext=f) if of_aba else of_rnea(name)
    for x, y in zip(run(function, model, q, v, u, f_ext=f), expected, strict=True):
        assert_agree(x, y, *([1e-14 * condition] if of_aba else []))


def test_the_method_is_chosen_by_operations():
    """AZA only where it takes far fewer than the products of matrices, which run in loops."""
    for joints, method in ((20, "dmm"), (90, "dmm"), (110, "aza")):
        lower = [1.0 if k <= i else 0 for i in range(joints) for k in range(joints)]
        assert aza_is_cheaper(kt.Array.of(lower, (joints, joints))) == (method == "aza")
    quadruped = kt.robots.quadruped()
    assert " of them in matrix products" in repr(kt.aba_derivatives.compile(quadruped))
    assert " of them" not in repr(kt.aba_derivatives.compile(quadruped, method="aza"))
