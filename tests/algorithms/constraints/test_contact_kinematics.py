"""Jacobians, drifts and errors of contacts, from placements of frames, on trees of all joints."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, times
from complex_step import along, columns, rate
from contacts import held, state
from scipy.spatial.transform import Rotation
from trees import FEW

import kinetree as kt

C = kt.constraints
every_tree = pytest.mark.parametrize("name", FEW)


def relative(model: kt.Model, q: Any, contact: kt.Contact) -> tuple[Any, Any, Any]:
    """The position of a contact's frame less that of its place, and both rotations."""
    T = kt.frame_placement.evaluate(model, q, frame=contact.frame)
    place = np.eye(4) if contact.placement is None else np.array(contact.placement.matrix, float)
    if contact.other != "world":
        place = kt.frame_placement.evaluate(model, q, frame=contact.other) @ place
    return (
        T[..., :3, 3] - place[..., :3, 3],
        T[..., :3, :3],
        place[..., :3, :3] + 0 * T[..., :3, :3],
    )


def moved_rows(model: kt.Model, q: Any, contact: kt.Contact, ahead: Any) -> Any:
    """The rates of a contact's position and rotation while q moves to `ahead`, complex."""
    turn = []
    for R, dR in zip(
        relative(model, q, contact)[1:], relative(model, ahead, contact)[1:], strict=True
    ):
        W = rate(dR) @ np.swapaxes(R, -1, -2).real
        turn.append(np.stack([W[..., 2, 1], W[..., 0, 2], W[..., 1, 0]], -1))
    linear = rate(relative(model, ahead, contact)[0])
    if contact.kind == "point":
        return linear
    apart = relative(model, q, contact)[0].real
    return np.concatenate([linear - np.cross(turn[1], apart), turn[0] - turn[1]], -1)


@every_tree
def test_jacobians_are_rates_of_placements(name: str) -> None:
    model, contacts = held(name)
    at = state(name)
    J = run(C.jacobian, model, at.q, statics={"contacts": contacts})
    ahead = along(model, at.q, at.v)
    moved = np.concatenate([moved_rows(model, at.q, c, ahead) for c in contacts], -1)
    assert_agree(times(J, at.v), moved, 1e-12)


@every_tree
def test_drift_is_the_rate_of_the_jacobian(name: str) -> None:
    model, contacts = held(name)
    at = state(name)
    for k in range(2):
        dJ = rate(C.jacobian.evaluate(model, along(model, at.q[k], at.v[k]), contacts=contacts))
        drift = run(C.drift, model, at.q, at.v, statics={"contacts": contacts})[k]
        assert_agree(drift, dJ @ at.v[k], 1e-12)


@every_tree
def test_errors_are_positions_and_rotation_vectors(name: str) -> None:
    model, contacts = held(name)
    at = state(name)
    found = run(C.error, model, at.q, statics={"contacts": contacts})
    expected = []
    for c in contacts:
        p, R, place = relative(model, at.q, c)
        turn = Rotation.from_matrix(R @ np.swapaxes(place, -1, -2)).as_rotvec()
        free = c.other == "world" and c.placement is None
        own = np.concatenate([p, turn], -1)[..., : 3 if c.kind == "point" else 6]
        expected.append(0 * own if free else own)
    assert_agree(found, np.concatenate(expected, -1), 1e-12)


def test_anchors_take_the_place_of_placements() -> None:
    model, contacts = held("mixed")
    at = state("mixed")
    anchors = np.array([np.eye(4) if c.placement is None else c.placement.matrix for c in contacts])
    found = run(C.error, model, at.q, anchors=anchors.astype(float), statics={"contacts": contacts})
    own = run(C.error, model, at.q, statics={"contacts": contacts})
    assert_agree(found[:, 3:], own[:, 3:], 1e-15)
    first = contacts[0]  # without a place its error is zero; a place at run time is one
    assert first.placement is None and first.other == "world" and not own[:, :3].any()
    p, *_ = relative(model, at.q, first)
    assert_agree(found[:, :3], p, 1e-12)


def test_the_delassus_matrix_is_that_of_the_inverse_mass_matrix() -> None:
    for name in ("mixed", "mixed_mimics", "free_flyer"):
        model, contacts = held(name)
        q = state(name).q
        J = run(C.jacobian, model, q, statics={"contacts": contacts})
        M = run(kt.crba, model, q)
        G = run(C.delassus, model, q, statics={"contacts": contacts})
        assert_agree(G, J @ np.linalg.solve(M, np.swapaxes(J, 1, 2)), 1e-11)
        np.testing.assert_array_equal(G, np.swapaxes(G, 1, 2))


def test_errors_change_along_velocities_as_jacobians_say_where_they_vanish() -> None:
    """The stabilised error and the rows agree to first order, in sign too."""
    model, _ = held("free_flyer")
    q = state("free_flyer").q[0]
    body = [f.name for f in model.frames if f.kind == "body" and f.joint][-1]
    T = kt.frame_placement(model, q, frame=body)
    contacts = (kt.Contact(body, "surface", placement=kt.SE3(T[:3, :3], T[:3, 3])),)
    slope = columns(C.error.evaluate(model, along(model, q, np.eye(model.nv)), contacts=contacts))
    assert_agree(slope, C.jacobian.evaluate(model, q, contacts=contacts), 1e-12)


def test_forces_of_welds_leave_momentum() -> None:
    """Two bodies held as one, their frames apart: no motion of the whole robot is held."""
    model, contacts = held("mixed")
    q = state("mixed").q
    weld = run(C.jacobian, model, q, statics={"contacts": contacts[4:]})
    assert abs(weld[..., :6]).max() < 1e-13 * abs(weld).max()
    assert abs(run(C.error, model, q, statics={"contacts": contacts[4:]})).min() > 1e-3
