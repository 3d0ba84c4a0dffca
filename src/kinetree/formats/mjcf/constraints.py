"""The equality constraints of an mjModel: loops, couplings, mimics."""

from collections.abc import Iterator, Sequence

import numpy as np

from ...model import Anchor, Coupling, Loop
from ...model.description import snapped_placement
from ...model.joints import Fixed, Spherical
from ...spatial import SE3
from ..origins import IDENTITY
from .arrays import MjModel, pose
from .bodies import MimicArguments
from .names import Names

CONNECT, WELD, JOINT = range(3)
SITES = 6  # eq_objtype


def couplings(mj: MjModel, names: Names) -> Iterator[tuple[int, Coupling]]:
    """The equalities of joints, each with the number of the joint that follows."""
    for i in active(mj):
        if mj.eq_type[i] == JOINT:
            joint, source = int(mj.eq_obj1id[i]), int(mj.eq_obj2id[i])
            name = None if source < 0 else names.joints[source]
            terms = _terms(mj, i, joint, source)
            yield joint, Coupling(names.equalities[i], names.joints[joint], name, terms)


def mimic_arguments(coupling: Coupling) -> MimicArguments | None:
    """The arguments of a mimic for a coupling that is linear in a source, else None."""
    if coupling.source is None or len(coupling.coefficients) > 2:
        return None
    offset, ratio = (*coupling.coefficients, 0.0)[:2]
    return coupling.source, ratio, offset


def _terms(mj: MjModel, i: int, joint: int, source: int) -> tuple[float, ...]:
    """The polynomial in the coordinates from MuJoCo's, in displacements from qpos0."""
    start = float(mj.qpos0[mj.jnt_qposadr[joint]])
    if source < 0:
        return (start + float(mj.eq_data[i, 0]),)
    x = np.polynomial.Polynomial([-float(mj.qpos0[mj.jnt_qposadr[source]]), 1.0])
    q = np.polynomial.Polynomial(mj.eq_data[i, :5])(x) + start
    return tuple(q.trim().coef.tolist())


def loops(mj: MjModel, names: Names, places: Sequence[Anchor]) -> Iterator[Loop]:
    """The connections and welds of bodies or sites."""
    for i in active(mj):
        if mj.eq_type[i] not in (CONNECT, WELD):
            continue
        objects = [int(mj.eq_obj1id[i]), int(mj.eq_obj2id[i])]
        if mj.eq_objtype[i] == SITES:
            ends = [pose(mj.site_pos[k], mj.site_quat[k]) for k in objects]
            objects = mj.site_bodyid[objects].tolist()
        else:
            ends = _ends(mj, i)
        first, second = (
            Anchor(places[body].joint, snapped_placement(places[body].placement @ end))
            for body, end in zip(objects, ends, strict=True)
        )
        joint = Spherical() if mj.eq_type[i] == CONNECT else Fixed()
        yield Loop(names.equalities[i], joint, first, second)


def _ends(mj: MjModel, i: int) -> list[SE3]:
    """The placements in the two bodies of the frames that coincide."""
    data = mj.eq_data[i]
    if mj.eq_type[i] == CONNECT:
        return [SE3(IDENTITY, data[k : k + 3].tolist()) for k in (0, 3)]
    return [pose(data[3:6], data[6:10]), SE3(IDENTITY, data[:3].tolist())]


def active(mj: MjModel) -> list[int]:
    """The equalities that hold from the start."""
    return np.flatnonzero(mj.eq_active0).tolist()
