"""Impacts: momentum, restitution, energy."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, times, transposed
from contacts import apart, rows, state
from trees import each_of

import kinetree as kt

C = kt.constraints


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "restitution"), each_of([0, 0.3, 1]))
def test_rows_bounce_and_energy_and_momentum_are_those_of_the_impulses(
    name: str, restitution: Any
) -> None:
    """Energy falls by (1 - e^2) of what the rows had; with e = 1 it stays."""
    at, contacts = state(name), apart(name)
    statics = {"contacts": contacts, "restitution": restitution}
    v_plus, impulses = run(C.impact, at.model, at.q, at.v, statics=statics)
    J = run(C.jacobian, at.model, at.q, statics={"contacts": contacts})
    M = run(kt.crba, at.model, at.q)
    assert_agree(times(J, v_plus), -restitution * times(J, at.v), 1e-11, scale=abs(v_plus).max())
    assert_agree(times(M, v_plus - at.v), times(transposed(J), rows(contacts, impulses)), 1e-11)
    G, w = run(C.delassus, at.model, at.q, statics={"contacts": contacts}), times(J, at.v)
    before, after = (run(kt.kinetic_energy, at.model, at.q, v) for v in (at.v, v_plus))
    assert (after <= before * (1 + 1e-15 * np.linalg.cond(G))).all()
    held = 0.5 * (w * np.linalg.solve(G, w[..., None])[..., 0]).sum(-1)
    assert_agree(before - after, (1 - restitution**2) * held, 1e-10, scale=before.max())


def test_energy_never_rises_where_contacts_are_redundant_or_singular() -> None:
    robot = kt.robots.humanoid()
    feet = [f for f in robot.frame_names if "foot" in f][:2]
    contacts = (*(kt.Contact(f, "surface") for f in feet), *(kt.Contact(f) for f in feet))
    rng = np.random.default_rng(0)
    q = np.stack([kt.neutral(robot), *kt.random_configuration(robot, 20, rng=rng)])
    v = rng.normal(size=(21, robot.nv))
    before = kt.kinetic_energy(robot, q, v)
    v_plus, impulses = C.impact(robot, q, v, contacts=contacts)
    assert (kt.kinetic_energy(robot, q, v_plus) <= before).all()
    J = C.jacobian(robot, q, contacts=contacts)
    rows = [impulses[:, i, : 6 if c.kind == "surface" else 3] for i, c in enumerate(contacts)]
    pushed = times(np.swapaxes(J, 1, 2), np.concatenate(rows, 1))
    assert_agree(times(kt.crba(robot, q), v_plus - v), pushed, 1e-9)


def test_an_impact_is_the_limit_of_short_forces() -> None:
    """Rows that stop in a time T, by a damping of 1 / T, change velocities as an impact."""
    at, contacts = state("free_flyer"), apart("free_flyer")
    T = 1e-9
    statics = {"contacts": contacts, "stabilization": (0, 1 / T)}
    ddq, forces = run(C.forward_dynamics, at.model, at.q, at.v, at.tau, statics=statics)
    v_plus, impulses = run(C.impact, at.model, at.q, at.v, statics={"contacts": contacts})
    assert_agree(at.v + T * ddq, v_plus, 1e-6)
    assert_agree(T * forces, impulses, 1e-6)


@pytest.mark.sweep
def test_a_mask_leaves_out_contacts() -> None:
    """One kernel with masks, beside kernels without the other contacts; derivatives, too."""
    robot, rng = kt.robots.quadruped(), np.random.default_rng(2)
    names = [f for f in robot.frame_names if f.endswith("foot")]
    contacts = [kt.Contact(names[0]), kt.Contact(names[1], "surface"), kt.Contact(names[2])]
    q, v = kt.random_configuration(robot, rng=rng), rng.normal(size=robot.nv)
    for mask in np.array([[1, 0, 1], [0, 1, 0], [0, 0, 0]], bool):
        left = [c for c, on in zip(contacts, mask, strict=True) if on]
        for function in (C.impact, C.impact_derivatives):
            found = function(robot, q, v, mask, contacts=contacts, restitution=0.3)
            expected = function(robot, q, v, contacts=left, restitution=0.3)
            for mine, its in zip(found, expected, strict=True):
                if mine.shape[0] != len(contacts):
                    assert_agree(mine, its, 1e-11)
                    continue
                assert (mine[~mask] == 0).all()
                if left:
                    assert_agree(mine[mask], its, 1e-10)
