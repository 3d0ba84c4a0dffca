"""The derivatives of inverse dynamics on a moving base, by complex steps and differences."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, times
from complex_step import along, rate
from floating import (
    REPRESENTATIONS,
    H,
    Moving,
    blocks,
    cross_matrix,
    floating,
    hat,
    moved,
    to_representation,
)
from scipy.linalg import expm
from trees import FEW, each_of

import kinetree as kt

ID, DERIVATIVES = kt.moving_base.inverse_dynamics, kt.moving_base.inverse_dynamics_derivatives
SAMPLES = slice(3, 6)


def derivatives(at: Moving, how: str) -> tuple[list[Any], list[Any]]:
    """Three motions, and the derivatives there."""
    motion = [x[SAMPLES] for x in at.motion(how)]
    return motion, run(DERIVATIVES, at.model, *motion, statics={"representation": how})


def forces(at: Moving, how: str, *motion: Any) -> Any:
    return ID.evaluate(at.model, *motion, representation=how)


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "how"), each_of(REPRESENTATIONS))
def test_derivatives_are_those_of_the_complex_step(name: str, how: str):
    """Along random directions, by the complex step."""
    at = floating(name)
    (pose, s, twist, ds, *rest), (d_H, d_s, d_twist, d_ds) = derivatives(at, how)
    rng, n = np.random.default_rng(0), at.model.nv - 6
    e, z = rng.normal(size=(2, 3, 6))
    w = np.concatenate([np.zeros((3, 6)), rng.normal(size=(3, n))], -1)
    s_ahead = along(at.model, at.q[SAMPLES], w)[:, 7:]
    z_given = times(to_representation(pose, how), z)
    ahead = [
        (times(d_H, e), forces(at, how, moved(pose, e), s, twist, ds, *rest)),
        (times(d_s, w[:, 6:]), forces(at, how, pose, s_ahead, twist, ds, *rest)),
        (times(d_twist, z), forces(at, how, pose, s, twist + 1j * H * z_given, ds, *rest)),
        (times(d_ds, w[:, 6:]), forces(at, how, pose, s, twist, ds + 1j * H * w[:, 6:], *rest)),
    ]
    for found, stepped in ahead:
        assert_agree(found, rate(stepped), 1e-12)


@pytest.mark.sweep
@pytest.mark.parametrize("how", REPRESENTATIONS)
def test_derivatives_are_geometric_central_differences(how: str):
    """Forces are quadratic in velocities: there a difference is exact at any step."""
    at = floating("helical_skew")
    (pose, s, twist, ds, *rest), (d_H, d_s, d_twist, d_ds) = derivatives(at, how)
    X = to_representation(pose, how)

    def difference(size: float, n: int, stepped: Any) -> Any:
        """Columns of central differences."""
        both = [[forces(at, how, *stepped(x), *rest) for x in y * np.eye(n)] for y in (size, -size)]
        return np.moveaxis(np.subtract(*both) / (2 * size), 0, -1)

    n = s.shape[-1]
    found = difference(0.1, 6, lambda z: (pose, s, twist + X @ z, ds))
    assert_agree(found, d_twist, 1e-12)
    assert_agree(difference(0.1, n, lambda z: (pose, s, twist, ds + z)), d_ds, 1e-12)
    found = difference(1e-4, 6, lambda e: (pose @ expm(hat(e)), s, twist, ds))
    assert_agree(found, d_H, 1e-7)
    assert_agree(difference(1e-4, n, lambda z: (pose, s + z, twist, ds)), d_s, 1e-7)


@pytest.mark.sweep
@pytest.mark.parametrize("name", FEW)
def test_those_of_rnea_with_a_free_flyer_are_related(name: str):
    """dtau/dq = [D1 - D3 crm(v), D2] and dtau/dv = [D3, D4] of [Bos2022, Tables 5-8]."""
    at = floating(name)
    _, (d_H, d_s, d_twist, d_ds) = derivatives(at, "inertial")
    q, v, a = (x[SAMPLES] for x in (at.q, at.v, at.a))
    dq, dv, _ = run(kt.rnea_derivatives, at.model, q, v, a)
    crm = blocks(cross_matrix(v[:, 3:6]), cross_matrix(v[:, :3]))
    assert_agree(np.concatenate([d_H - d_twist @ crm, d_s], -1), dq, 1e-12)
    assert_agree(np.concatenate([d_twist, d_ds], -1), dv, 1e-12)
