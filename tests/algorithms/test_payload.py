"""Payloads: inertias at run time and models that carry one."""

import numpy as np
import pytest

import kinetree as kt

QUADRUPED = kt.robots.quadruped()
RNG = np.random.default_rng(4)
Q = kt.random_configuration(QUADRUPED, 5, rng=1)
V, A = RNG.normal(size=(2, 5, QUADRUPED.nv))
BOX = kt.Inertia(2.0, [0.1, -0.2, 0.3], np.diag([0.02, 0.03, 0.04]))
FRAME = QUADRUPED.frame_names[-1]


def test_a_payload_is_a_body_on_a_fixed_joint() -> None:
    """The reference is a robot to which the payload was appended as another robot."""
    b = kt.ModelBuilder("payload")
    b.add_root("box", inertia=BOX)
    expected = QUADRUPED.append(b.build(), frame=FRAME, prefix="p_")
    found = QUADRUPED.with_payload(FRAME, BOX)
    np.testing.assert_allclose(found.inertias, expected.inertias, rtol=1e-14, atol=1e-16)
    np.testing.assert_allclose(kt.rnea(found, Q, V, A), kt.rnea(expected, Q, V, A), rtol=1e-12)
    assert np.isclose(found.total_mass - QUADRUPED.total_mass, 2.0, rtol=1e-14)


def test_payloads_of_a_batch_are_those_of_the_models() -> None:
    heavier = kt.Inertia(5.0, [0, 0, 0.1], np.diag([0.1, 0.1, 0.1]))
    inertias = kt.payload_inertias(QUADRUPED, [BOX, heavier], frame=FRAME)
    assert inertias.shape == (2, QUADRUPED.njoints, 10)
    found = kt.crba(QUADRUPED, Q[:2], inertias=inertias)
    for k, payload in enumerate((BOX, heavier)):
        model = QUADRUPED.with_payload(FRAME, payload)
        np.testing.assert_allclose(found[k], kt.crba(model, Q[k]), rtol=1e-13, atol=1e-14)


def test_a_payload_that_is_no_inertia_is_refused() -> None:
    with pytest.raises(kt.ModelError, match="with_payload: inertia is a float; expected"):
        QUADRUPED.with_payload(FRAME, 2.0)
    with pytest.raises(kt.ModelError, match="no frame 'hand'"):
        QUADRUPED.with_payload("hand", BOX)
