"""Second derivatives of inverse dynamics. In the frames of the root bodies.

Of three columns x, y, z on one path, x nearest to the root, path_products.py has what z makes of x
and y; here is where those numbers go, and what columns of one joint do differently.

docs/second-derivatives.md      here                        shape
dT3, and -dtau_z, along q_x     Column.qq, Column.row_qq    d x d, by columns of the path of z
the same along v_x              Column.vq, Column.row_vq    d x d
dT2 along q_x                   Column.qv                   d x d
S_x x* T3, S_x x* T2            turned_q, turned_v          d x d
dM_ay/dq_z, dM_az/dq_y          Column.dM                   numbers
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..functions import algorithm
from ..model import Model, TreeJoint
from ..scalar.array import Array
from ..scalar.expr import Scalar, is_zero
from ..spatial import Force, Motion, motions
from .first_pass import Frames, Pass
from .own_second_derivatives import Bends
from .path_products import Column, Path, Slot, changes


class RneaSecondDerivatives(NamedTuple):
    """Those of `rnea`, (..., nv, nv, nv) each, in the order of their names."""

    dqdq: Array
    dvdv: Array
    dqdv: Array
    dqda: Array


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv,nv,nv),(nv,nv,nv),(nv,nv,nv),(nv,nv,nv)")
def rnea_second_derivatives(
    model: Model, q: Array, v: Array, a: Array, f_ext: Any = None
) -> RneaSecondDerivatives:
    """The second derivatives of rnea: (dqdq, dvdv, dqdv, dqda).

    dqdq[i, j, k] is the derivative of dtau_dq[i, j] along q_k, dqdv[i, j, k] that along v_k, and
    dqda[i, j, k] that along a_k: dM_ik/dq_j. Joints of any type, anywhere; spherical, planar and
    free-flyer joints have velocities that are no rates, and there dqdq is not symmetric. Most of
    the numbers are zero or equal to others: `compile(model, packed=True)` gives each only once.
    Shapes: q (..., nq), v and a (..., nv), f_ext (..., njoints, 6), held constant in the frames of
    the joints; results (..., nv, nv, nv).
    Derived here: [Singh2022, Eqs. 30, 32] differentiated once more, see docs/second-derivatives.md;
    published for joints of several degrees in [Singh2024].
    Cost: about 90 operations for each three velocities that carry one another.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v, a = kt.neutral(arm), [0.1] * 7, [0.2] * 7
    >>> dqdq, *_ = kt.rnea_second_derivatives(arm, q, v, a)
    >>> bool(abs(dqdq - dqdq.swapaxes(1, 2)).max() < 1e-12)
    True
    """
    frames = Frames.of_roots(model, q)
    at = Pass.of(model, q, v, a, f_ext, frames)
    bends = {j.index: Bends.of(model, j, q, v, a, at, frames.own[j.index]) for j in model.joints}
    found = Tensors(*(Tensor(model.nv) for _ in range(4)))
    for j in reversed(model.joints):
        i, p, path = j.index, j.parent, Path.of(model.path(j.index), at)
        for z in range(path.first(i), len(path.slots)):
            column = Column.of(at, path, z)
            _above(column, at, bends, found)
            _below(column, bends, found)
        at.Y[p], at.B[p], at.f[p] = at.Y[p] + at.Y[i], at.B[p] + at.B[i], at.f[p] + at.f[i]
    _bent(model, at, bends, found)
    return RneaSecondDerivatives(found.qq.array, found.vv.array, found.qv.array, found.qa.array)


class Tensor:
    """Entries by three velocities, added up; robots with mimics reach some more than once."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.entries: list[Scalar] = [0] * n**3

    def add(self, i: int, j: int, k: int, x: Scalar) -> None:
        at = (i * self.n + j) * self.n + k
        self.entries[at] = self.entries[at] + x

    @property
    def array(self) -> Array:
        return Array.of(self.entries, (self.n,) * 3)


@dataclass(frozen=True)
class Tensors:
    """The four results, by the variables of their last two indices."""

    qq: Tensor
    vv: Tensor
    qv: Tensor
    qa: Tensor


def _above(column: Column, at: Pass, bends: dict[int, Bends], found: Tensors) -> None:
    """Rows of joints above z, along z and x, which carries z or is of its joint."""
    slots, z = column.path.slots, column.path.slots[column.z]
    for m, x in enumerate(slots):
        own = x.joint == z.joint
        more = _more(at, bends[z.joint], x.k, z) if own else None
        for n, a in enumerate(slots[: column.path.first(z.joint)]):
            above = a.joint < x.joint
            qq, vq, qv = column.qq[n, m], column.vq[n, m], column.qv[n, m]
            dM_z, dM_x = column.dM(n, m)
            vv = dM_z + dM_x
            if above:
                qq, qv = qq + column.turned_q[n, m], qv + column.turned_v[n, m]
                found.qa.add(a.at, x.at, z.at, dM_x)
                found.qa.add(z.at, x.at, a.at, dM_x)
            if more is not None:
                S = Motion.from_vector(column.path.rows[n, :6])
                qq, vq, vv = (y + S.dot(F) for y, F in zip((qq, vq, vv), more, strict=True))
            else:
                found.qq.add(a.at, x.at, z.at, qq)
                found.qv.add(a.at, x.at, z.at, qv)
                found.vv.add(a.at, z.at, x.at, vv)
                found.qa.add(a.at, z.at, x.at, dM_z)
            found.qq.add(a.at, z.at, x.at, qq)
            found.qv.add(a.at, z.at, x.at, vq)
            found.vv.add(a.at, x.at, z.at, vv)


def _more(at: Pass, bends: Bends, x: int, z: Slot) -> list[Force]:
    """What else dtau/dq_z changes by along q_x and v_x, and dtau/dv_z along v_x, of one joint."""
    Y, B, k = at.Y[z.joint], at.B[z.joint], z.k
    forces: list[Force] = []
    for bend in (bends.along_q[x], bends.along_v[x]):
        (turned,) = B.twice(motions([bend.Psi_dot.columns[k]]))[0].columns
        forces.append(turned + Y @ bend.Psi_ddot.columns[k])
    forces[0] += bends.dS[x].columns[k].cross(at.f[z.joint])
    return [*forces, Y @ bends.dV[x].columns[k]]


def _below(column: Column, bends: dict[int, Bends], found: Tensors) -> None:
    """Row z, along y, which carries z or is of its joint, and x, which carries y or is of its."""
    slots, z = column.path.slots, column.path.slots[column.z]
    for m, x in enumerate(slots):
        for n, y in enumerate(slots[column.path.first(x.joint) :], column.path.first(x.joint)):
            qq, vq = -column.row_qq[n, m], -column.row_vq[n, m]
            vv = -sum(column.dM(n, m))
            if x.joint == y.joint:
                along_q, along_v = bends[x.joint].along_q[x.k], bends[x.joint].along_v[x.k]
                b, h = column.b, column.h
                qq += along_q.Psi_dot.columns[y.k].dot(b) + along_q.Psi_ddot.columns[y.k].dot(h)
                vq += along_v.Psi_dot.columns[y.k].dot(b) + along_v.Psi_ddot.columns[y.k].dot(h)
                vv += bends[x.joint].dV[x.k].columns[y.k].dot(h)
            else:
                found.qq.add(z.at, x.at, y.at, qq)
                found.qv.add(z.at, x.at, y.at, -column.qv[n, m])
                found.vv.add(z.at, x.at, y.at, vv)
            found.qq.add(z.at, y.at, x.at, qq)
            found.qv.add(z.at, y.at, x.at, vq)
            found.vv.add(z.at, y.at, x.at, vv)


def _bent(model: Model, at: Pass, bends: dict[int, Bends], found: Tensors) -> None:
    """What rows give whose columns depend on the joint's own q."""
    for j in model.joints:
        i, start = j.index, j.v_slice.start
        for b, dS in enumerate(bends[i].dS):
            for a, S in enumerate(dS.columns):
                if all(map(is_zero, S.vector.flat)):
                    continue
                row, along = start + a, start + b
                for c, ddS in enumerate(bends[i].ddS):
                    found.qq.add(row, along, start + c, ddS[b].columns[a].dot(at.f[i]))
                for c, (by_q, by_v, by_a) in _related(model, at, j):
                    found.qq.add(row, along, c, S.dot(by_q))
                    found.qq.add(row, c, along, S.dot(by_q))
                    found.qv.add(row, along, c, S.dot(by_v))
                    found.qa.add(row, along, c, S.dot(by_a))
                    found.qa.add(c, along, row, S.dot(by_a))


def _related(model: Model, at: Pass, j: TreeJoint) -> Iterator[tuple[int, tuple[Force, ...]]]:
    """For each velocity above or below joint j: how the force that j transmits changes by it."""
    for k in model.joints:
        if k in model.path(j.index):
            by_q, by_v, by_a = changes(at, j.index, k.index)
        elif j in model.path(k.index):
            by_q, by_v, by_a = changes(at, k.index, k.index)
            by_q = by_q + at.S[k.index].cross(at.f[k.index])
        else:
            continue
        yield from enumerate(
            zip(by_q.columns, by_v.columns, by_a.columns, strict=True), k.v_slice.start
        )
