"""Second derivatives of inverse dynamics, by what defines them, on every random tree."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, times, transposed
from complex_step import H, along, rate
from trees import ALL, AXES, COUPLED, FEW, TREES, independent_of, model_and_state, parts, vectors

import kinetree as kt

SMALL = [x for x in ALL if TREES[x].model.nv <= 11 and f"{x}_skew" not in TREES]
few_trees = pytest.mark.parametrize("name", ["mixed", "spherical", "planar", "saddle"])


@cache
def second(name: str) -> Any:
    """dqdq, dvdv, dqdv and dqda of all samples."""
    model, q, v, a, f = model_and_state(name)
    return run(kt.rnea_second_derivatives, model, q, v, a, f_ext=f)


@cache
def first(name: str) -> Any:
    model, q, v, a, f = model_and_state(name)
    return run(kt.rnea_derivatives, model, q, v, a, f_ext=f)


@pytest.mark.sweep
@pytest.mark.parametrize("name", FEW)
def test_they_are_the_slopes_of_the_first_ones(name: str):
    """Along a motion that moves every coordinate and every velocity."""
    model, q, v, a, f = model_and_state(name)
    dqdq, dvdv, dqdv, dqda = second(name)
    along_q, along_v = vectors(model, 2, seed=3)
    moved = along(model, q, along_q), v + 1j * H * along_v
    found = kt.rnea_derivatives.evaluate(model, *moved, a, f_ext=f)
    of_q, of_v, of_a = (rate(np.asarray(x)) for x in found)
    w, u = along_q[:, None], along_v[:, None]
    assert_agree(times(dqdq, w) + times(dqdv, u), of_q)
    assert_agree(times(transposed(dqdv), w) + times(dvdv, u), of_v)
    assert_agree(times(transposed(dqda), w), of_a)


def test_results_are_named():
    names = [x.name for x in kt.rnea_second_derivatives.trace(TREES["revolute"].model).results]
    assert names == ["dqdq", "dvdv", "dqdv", "dqda"]


def brackets(model: kt.Model) -> Any:
    """c (nv, nv, nv) with S_j x S_k = sum_l S_l c[l, j, k] for quasi-velocities."""
    c = np.zeros((model.nv,) * 3)
    for part in parts(model):
        S = np.eye(6)[:, list(AXES.get(type(part.type), ()))]
        at = range(part.v.start, part.v.stop)
        for j, k in np.ndindex(S.shape[1], S.shape[1]):
            l_j, w_j, l_k, w_k = S[:3, j], S[3:, j], S[:3, k], S[3:, k]
            twist = [*(np.cross(l_j, w_k) + np.cross(w_j, l_k)), *np.cross(w_j, w_k)]
            c[at, at[j], at[k]] = S.T @ twist
    return c


@pytest.mark.sweep
@few_trees
def test_slopes_along_two_velocities_differ_by_their_bracket(name: str):
    """[E_j, E_k] f = sum_l c^l_jk E_l f for the fields E of unit velocities; 0 of coordinates."""
    model, *_ = model_and_state(name)
    dqdq, dtau_dq = second(name)[0], first(name)[0]
    expected = -np.einsum("bil,ljk->bijk", dtau_dq, brackets(model))
    assert_agree(dqdq - transposed(dqdq), expected, scale=abs(dqdq).max())


def test_brackets_are_there():
    named = [name for name in SMALL if brackets(model_and_state(name)[0]).any()]
    assert named == ["spherical", "planar"]
    assert brackets(model_and_state("mixed")[0]).any()


@pytest.mark.sweep
@few_trees
def test_those_of_velocity_are_the_symbols_of_christoffel(name: str):
    model, q, *_ = model_and_state(name)
    _, dvdv, _, dqda = second(name)
    G = run(kt.christoffel_symbols, model, q)
    assert_agree(dvdv, G + transposed(G))
    assert_agree(dvdv, transposed(dvdv))
    assert_agree(dqda, transposed(G + np.swapaxes(G, -2, -3)))


@pytest.mark.parametrize("name", ["saddle", "spherical", "mimic_chain", "mixed"])
def test_torque_is_quadratic_in_velocity_and_linear_in_acceleration(name: str):
    model, q, v, a, f = model_and_state(name)
    _, dvdv, dqdv, dqda = second(name)
    dtau_dq, dtau_dv, _ = first(name)
    torque = run(kt.rnea, model, q, v, a, f_ext=f) - run(kt.rnea, model, q, 0 * v, a, f_ext=f)
    assert_agree(times(dvdv, v[:, None]), dtau_dv)
    assert_agree(times(times(dvdv, v[:, None]), v) / 2, torque)
    at_rest = run(kt.rnea_derivatives, model, q, 0 * v, a, f_ext=f)[0]
    size = abs(dtau_dq).max()
    assert_agree(times(dqdv, v[:, None]) / 2, dtau_dq - at_rest, scale=size)
    unforced = run(kt.rnea_derivatives, model, q, v, 0 * a, f_ext=f)[0]
    assert_agree(times(dqda, a[:, None]), dtau_dq - unforced, scale=size)


@pytest.mark.parametrize("name", ["spherical", "planar"])
def test_without_gravity_the_pose_of_the_root_does_not_matter_at_all(name: str):
    model, q, v, a, _ = model_and_state(name)
    free = model.replace(gravity=[0.0, 0.0, 0.0])
    root = free.joints[0].v_slice
    dqdq, dvdv, dqdv, dqda = run(kt.rnea_second_derivatives, free, q, v, a)
    for x in (dqdq, transposed(dqdq), dqda):
        assert (x[:, :, root] == 0).all()
        assert abs(x).max() > 0
    assert_agree(dqdv[:, :, root], 0 * dqdv[:, :, root], scale=abs(dqdv).max())
    assert abs(dvdv[:, :, root]).max() > 0


def test_joints_that_are_not_on_one_path_are_exactly_zero():
    model, *_ = model_and_state("mixed")
    related = np.zeros((model.nv, model.nv), bool)
    for j in model.joints:
        for k in model.path(j.index):
            related[j.v_slice, k.v_slice] = related[k.v_slice, j.v_slice] = True
    on_one_path = related[:, :, None] & related[:, None] & related
    assert not on_one_path.all()
    for x in second("mixed"):
        assert (x[:, ~on_one_path] == 0).all()


@pytest.mark.parametrize("name", [name for name in COUPLED if name in SMALL])
def test_mimics_project_them(name: str):
    independent = independent_of(name)
    model, q, v, a, f = model_and_state(name)
    G, theirs = independent.G, independent.configuration(model, q)
    found = run(kt.rnea_second_derivatives, independent.model, theirs, v @ G.T, a @ G.T, f_ext=f)
    for x, y in zip(second(name), found, strict=True):
        assert_agree(x, np.einsum("bijk,il,jm,kn->blmn", y, G, G, G))


def test_armature_has_no_slope():
    model, q, v, a, f = model_and_state("revolute")
    bare = model.replace(armature=np.zeros(model.nv))
    found = run(kt.rnea_second_derivatives, bare, q, v, a, f_ext=f)
    for x, y in zip(found, second("revolute"), strict=True):
        assert (x == y).all()
