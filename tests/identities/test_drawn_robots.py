"""Identities on robots of any structure, drawn by hypothesis: what fails shrinks to few joints."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, residual, run, times, transposed
from complex_step import H, along, along_each, columns, each, rate
from hypothesis import given
from hypothesis import strategies as st
from strategies import configurations, generators, limited, models, quick, references
from trees import PINOCCHIO, to_pinocchio

import kinetree as kt
from kinetree.compiler.interpreter import interpret


def state(model: kt.Model, rng: np.random.Generator) -> tuple[Any, Any, Any]:
    """q, v and a of four samples."""
    return configurations(model, (4,), rng), *rng.normal(size=(2, 4, model.nv))


@pytest.mark.sweep
@quick
@given(models(), generators)
def test_equations_of_motion(model: kt.Model, rng: np.random.Generator) -> None:
    q, v, a = state(model, rng)
    f_ext = rng.normal(size=(4, model.njoints, 6))
    M, h = run(kt.crba, model, q), run(kt.rnea, model, q, v, 0 * a, f_ext=f_ext)
    size = abs(times(abs(M), abs(a))).max() + abs(h).max()
    tau = run(kt.rnea, model, q, v, a, f_ext=f_ext)
    assert_agree(times(M, a) + h, tau, 1e-13, scale=float(size))
    assert residual(M, h, tau, run(kt.aba, model, q, v, tau, f_ext=f_ext)) < 1e-14


@quick
@given(models(), generators)
def test_energies(model: kt.Model, rng: np.random.Generator) -> None:
    q, v, _ = state(model, rng)
    M = run(kt.crba, model, q)
    assert_agree(0.5 * (v * times(M, v)).sum(-1), run(kt.kinetic_energy, model, q, v), 1e-13)
    climb = rate(kt.potential_energy.evaluate(model, along(model, q, v)))
    gravity = run(kt.generalized_gravity, model, q)
    assert_agree(climb, (gravity * v).sum(-1), 1e-12, scale=10.0)


@pytest.mark.sweep
@quick
@given(models(most=4), generators)
def test_derivatives(model: kt.Model, rng: np.random.Generator) -> None:
    q, v, a = (x[0] for x in state(model, rng))
    found = run(kt.rnea_derivatives, model, q, v, a)
    steps = (along_each(model, q), v, a), (q, each(v), a), (q, v, each(a))
    for derivative, operands in zip(found, steps, strict=True):
        expected = columns(kt.rnea.evaluate(model, *operands))
        assert_agree(derivative, expected, 1e-12, scale=10.0)


@quick
@given(models(), generators)
def test_coriolis_matrix(model: kt.Model, rng: np.random.Generator) -> None:
    q, v, _ = state(model, rng)
    C = run(kt.coriolis_matrix, model, q, v)
    without = model.replace(gravity=np.zeros(3))
    rest = np.zeros_like(v)
    assert_agree(times(C, v), run(kt.rnea, without, q, v, rest), 1e-12, scale=1.0)
    slope = rate(kt.crba.evaluate(model, along(model, q, v)))
    assert_agree(C + transposed(C), slope, 1e-12, scale=1.0)


@quick
@given(models(), generators, references, st.data())
def test_frames(model: kt.Model, rng: Any, reference: str, data: st.DataObject) -> None:
    q, v, a = state(model, rng)
    at = {"frame": data.draw(st.sampled_from(model.frame_names)), "reference": reference}
    V = run(kt.frame_velocity, model, q, v, statics=at)
    assert_agree(times(run(kt.frame_jacobian, model, q, statics=at), v), V, 1e-13, scale=1.0)
    if reference != "local_world_aligned":  # its axes do not move with the frame
        later = kt.frame_velocity.evaluate(model, along(model, q, v), v + 1j * H * a, **at)
        A = run(kt.frame_acceleration, model, q, v, a, statics=at)
        assert_agree(A, rate(later), 1e-13, scale=10.0)


@quick
@given(models(), generators)
def test_factors_of_the_mass_matrix(model: kt.Model, rng: np.random.Generator) -> None:
    q = configurations(model, (4,), rng)
    M, L = run(kt.crba, model, q), run(kt.mass_matrix_cholesky, model, q)
    assert_agree(transposed(L) @ L, M, 1e-13)
    product = run(kt.inverse_mass_matrix, model, q) @ M
    assert_agree(
        product, np.broadcast_to(np.eye(model.nv), M.shape), 1e-14 * np.linalg.cond(M).max()
    )


@quick
@given(models(), generators)
def test_regressor(model: kt.Model, rng: np.random.Generator) -> None:
    q, v, a = state(model, rng)
    Y = run(kt.joint_torque_regressor, model, q, v, a)
    tau = Y @ model.inertias[1:].ravel() + model.armature * a
    assert_agree(tau, run(kt.rnea, model, q, v, a), 1e-13, scale=10.0)


@quick
@given(models(), generators)
def test_momentum(model: kt.Model, rng: np.random.Generator) -> None:
    """It changes along a motion as it is said to."""
    q, v, a = state(model, rng)
    momentum = run(kt.centroidal_momentum, model, q, v)
    assert_agree(times(run(kt.centroidal_momentum_matrix, model, q), v), momentum, 1e-13, scale=1.0)
    later = kt.centroidal_momentum.evaluate(model, along(model, q, v), v + 1j * H * a)
    change = run(kt.centroidal_momentum_rate, model, q, v, a)
    assert_agree(change, rate(later), 1e-12, scale=10.0)


@pytest.mark.sweep
@quick
@given(models(most=3), generators)
def test_second_derivatives(model: kt.Model, rng: np.random.Generator) -> None:
    """Slopes of the first ones along a motion of every coordinate and velocity."""
    q, v, a = state(model, rng)
    w, u = rng.normal(size=(2, 4, model.nv))
    dqdq, dvdv, dqdv, dqda = run(kt.rnea_second_derivatives, model, q, v, a)
    moved = along(model, q, w), v + 1j * H * u, a
    slopes = [rate(np.asarray(x)) for x in kt.rnea_derivatives.evaluate(model, *moved)]
    w, u = w[:, None], u[:, None]
    found = (
        times(dqdq, w) + times(dqdv, u),
        times(transposed(dqdv), w) + times(dvdv, u),
        times(transposed(dqda), w),
    )
    for x, y in zip(found, slopes, strict=True):
        assert_agree(x, y, 1e-12, scale=10.0)


@quick
@given(models(mimics=False), generators)
def test_configuration_space(model: kt.Model, rng: np.random.Generator) -> None:
    q, v, _ = state(model, rng)
    v = v / np.maximum(1, np.linalg.norm(v, axis=-1, keepdims=True))
    there = kt.integrate(model, q, v)
    assert_agree(kt.difference(model, q, there), v, 1e-13, scale=1.0)
    kt.check_configuration(model, there)


@quick
@given(models(kinds=PINOCCHIO, mimics=False), generators)
def test_pinocchio(model: kt.Model, rng: np.random.Generator) -> None:
    import pinocchio as pin

    peer = to_pinocchio(model)
    data = peer.createData()
    q, v, a = state(model, rng)
    expected = np.array([pin.rnea(peer, data, *x) for x in zip(q, v, a, strict=True)])
    assert_agree(run(kt.rnea, model, q, v, a), expected, 1e-12)


@quick
@given(st.data())
def test_limits(data: st.DataObject) -> None:
    model = data.draw(models(mimics=False).flatmap(limited))
    q = kt.random_configuration(model, 50, rng=data.draw(generators))
    kt.check_configuration(model, q)


@pytest.mark.sweep
@quick
@given(models(most=3), generators)
def test_kernels_are_their_traces(model: kt.Model, rng: np.random.Generator) -> None:
    q, v, a = state(model, rng)
    (expected,) = interpret(kt.aba.trace(model), q, v, a)
    assert np.array_equal(kt.aba(model, q, v, a), expected)
    assert np.array_equal(kt.aba(model, q[2], v[2], a[2]), expected[2])


@quick
@given(models(), generators)
def test_saved_models(tmp_path_factory: Any, model: kt.Model, rng: np.random.Generator) -> None:
    file = tmp_path_factory.mktemp("saved") / "robot.json"
    kt.save(model, file)
    again = kt.load(file)
    assert again == model and again.digest == model.digest
    q, v, a = state(model, rng)
    assert np.array_equal(run(kt.rnea, again, q, v, a), run(kt.rnea, model, q, v, a))
