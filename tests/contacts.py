"""Contacts on random trees and on robots, and what holds of constrained motion."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from agreement import run, times, transposed
from floating import floating

import kinetree as kt

PLACE = kt.SE3.exp(kt.Motion([0.1, -0.2, 0.3], [0.5, 0.1, -0.4]))
"""A place that no frame of a random configuration is at."""


@cache
def held(name: str) -> tuple[kt.Model, tuple[kt.Contact, ...]]:
    """A tree on a floating base with a frame on each of its last bodies, and contacts there."""
    model = floating(name).model
    bodies = [f.name for f in model.frames if f.kind == "body" and f.joint][-4:]
    for body in bodies:
        model = model.with_frame(f"{body}_tip", parent=body, placement=PLACE)
    a, b, c, d = (f"{body}_tip" for body in bodies)
    contacts = (
        kt.Contact(d),
        kt.Contact(c, placement=PLACE),
        kt.Contact(b, "surface", placement=PLACE),
        kt.Contact(d, other=a, placement=PLACE),
        kt.Contact(c, "surface", other=a),
    )
    return model, contacts


@cache
def apart(name: str) -> tuple[kt.Contact, ...]:
    """Contacts of a tree that it can hold all at once, whatever they are to do."""
    (model, contacts), at = held(name), state(name)
    chosen: tuple[kt.Contact, ...] = ()
    first = len(name) % len(contacts)
    for c in (*contacts[first:], *contacts[:first]):
        G = run(kt.constraints.delassus, model, at.q, statics={"contacts": (*chosen, c)})
        if np.linalg.cond(G).max() < 1e5:
            chosen += (c,)
    return chosen


@dataclass(frozen=True)
class State:
    model: kt.Model
    q: Any
    v: Any
    tau: Any


def state(name: str) -> State:
    """Two samples of a tree."""
    at = floating(name)
    return State(held(name)[0], at.q[4:], at.v[4:], at.a[4:])


def rows(contacts: Sequence[kt.Contact], forces: Any) -> Any:
    """The forces (..., ncontacts, 6) as the rows of J: points have no moment."""
    parts = [forces[..., i, : 3 if c.kind == "point" else 6] for i, c in enumerate(contacts)]
    return np.concatenate(parts, -1)


def balance(at: State, contacts: Sequence[kt.Contact], ddq: Any, forces: Any) -> float:
    """max |M a + h - tau - J^T f| over the sizes of its terms."""
    contacts = tuple(contacts)
    J = run(kt.constraints.jacobian, at.model, at.q, statics={"contacts": contacts})
    M = run(kt.crba, at.model, at.q)
    h = run(kt.nonlinear_effects, at.model, at.q, at.v)
    f = rows(contacts, forces)
    pulled, force = times(transposed(J), f), times(M, ddq) + h - at.tau
    size = times(abs(M), abs(ddq)) + abs(h) + abs(at.tau) + times(abs(transposed(J)), abs(f))
    return float(abs(force - pulled).max() / size.max())
