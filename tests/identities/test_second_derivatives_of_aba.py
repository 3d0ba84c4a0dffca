"""Second derivatives of forward dynamics, by what defines them."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, times, transposed
from complex_step import H, along, rate
from trees import model_and_state, vectors

import kinetree as kt

KINDS = ("helical_skew", "universal_skew", "saddle", "cam", "mimic_chain")


@cache
def second(name: str) -> Any:
    """dqdq, dvdv, dqdv and dqdtau of all samples."""
    model, q, v, tau, f = model_and_state(name)
    return run(kt.aba_second_derivatives, model, q, v, tau, f_ext=f)


@pytest.mark.sweep
@pytest.mark.parametrize("name", KINDS)
def test_they_are_the_slopes_of_the_first_ones(name: str):
    """Along a motion that moves every coordinate, velocity and torque."""
    model, q, v, tau, f = model_and_state(name)
    dqdq, dvdv, dqdv, dqdtau = second(name)
    along_q, along_v, along_tau = vectors(model, 3, seed=3)
    moved = along(model, q, along_q), v + 1j * H * along_v, tau + 1j * H * along_tau
    found = kt.aba_derivatives.evaluate(model, *moved, f_ext=f)
    of_q, of_v, of_tau = (rate(np.asarray(x)) for x in found)
    w, u, t = along_q[:, None], along_v[:, None], along_tau[:, None]
    assert_agree(times(dqdq, w) + times(dqdv, u) + times(dqdtau, t), of_q, scale=abs(dqdq).max())
    assert_agree(times(transposed(dqdv), w) + times(dvdv, u), of_v, scale=abs(dqdv).max())
    assert_agree(times(transposed(dqdtau), w), of_tau, scale=abs(dqdtau).max())


@pytest.mark.sweep
def test_they_are_named_and_compiled():
    arm = kt.robots.serial_chain(3)
    q, v, tau = np.random.default_rng(0).uniform(-1, 1, (3, 9, 3))
    found = kt.aba_second_derivatives(arm, q, v, tau)
    assert found._fields == ("dqdq", "dvdv", "dqdv", "dqdtau")
    for x, y in zip(found, run(kt.aba_second_derivatives, arm, q, v, tau), strict=True):
        assert x.tobytes() == np.ascontiguousarray(y).tobytes()
    assert_agree(found.dqdq, transposed(found.dqdq))
    assert (found.dvdv == transposed(found.dvdv)).all()
