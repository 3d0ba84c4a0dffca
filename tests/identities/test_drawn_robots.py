"""Identities on robots of any structure, drawn by hypothesis: what fails shrinks to few joints."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, residual, run, times
from complex_step import H, along, along_each, columns, each, rate
from hypothesis import given
from hypothesis import strategies as st
from strategies import configurations, generators, models, quick, references

import kinetree as kt


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


@pytest.mark.sweep
@quick
@given(models(most=4), generators)
def test_derivatives(model: kt.Model, rng: np.random.Generator) -> None:
    q, v, a = (x[0] for x in state(model, rng))
    found = run(kt.rnea_derivatives, model, q, v, a)
    steps = (along_each(model, q), v, a), (q, each(v), a), (q, v, each(a))
    for derivative, operands in zip(found, steps, strict=True):
        assert_agree(derivative, columns(kt.rnea.evaluate(model, *operands)), 1e-12, scale=10.0)


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
def test_saved_models(tmp_path_factory: Any, model: kt.Model, rng: np.random.Generator) -> None:
    file = tmp_path_factory.mktemp("saved") / "robot.json"
    kt.save(model, file)
    again = kt.load(file)
    assert again == model and again.digest == model.digest
    q, v, a = state(model, rng)
    assert np.array_equal(run(kt.rnea, again, q, v, a), run(kt.rnea, model, q, v, a))
