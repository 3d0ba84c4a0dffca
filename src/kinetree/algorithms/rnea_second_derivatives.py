"""Second derivatives of inverse dynamics. In the frames of the root bodies.

Of three columns x, y, z on one path, x nearest to the root, everything that z carries feels x by
the same Psi_dot_x and Psi_ddot_x: forces of z change by linear maps of them, which depend on z
alone. So each z takes a few products of its maps with the columns of its path, and with the forces
that come out of them; the rest is where the numbers go.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..door import algorithm
from ..model import Model, TreeJoint
from ..scalar.array import Array
from ..scalar.expr import Scalar, is_zero
from ..scalar.math import concatenate, eye, zeros
from ..scalar.products import product
from ..spatial import Columns, Force, Motion, motions
from .first_pass import Frames, Pass
from .own_second_derivatives import Bends


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
    Source: [I, Eq. I9, I10, I12, I13, I19] differentiated once more.
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


@dataclass(frozen=True)
class Slot:
    """Column `k` of a joint, for velocity `at`."""

    joint: int
    k: int
    at: int


@dataclass(frozen=True)
class Path:
    """The columns of all joints from the root to one, side by side."""

    slots: list[Slot]
    columns: Array
    """Psi_ddot over Psi_dot over dV over S."""
    rows: Array
    """S^T beside Psi_dot^T."""

    @classmethod
    def of(cls, joints: list[TreeJoint], at: Pass) -> "Path":
        def matrix(parts: dict[int, Columns[Motion]]) -> Array:
            return motions(c for j in joints for c in parts[j.index].columns).matrix

        slots = [
            Slot(j.index, k, j.v_slice.start + k) for j in joints for k in range(len(at.S[j.index]))
        ]
        S, Psi_dot = matrix(at.S), matrix(at.Psi_dot)
        columns = concatenate([matrix(at.Psi_ddot), Psi_dot, matrix(at.dV), S])
        return cls(slots, columns, concatenate([S, Psi_dot]).T)

    def first(self, i: int) -> int:
        """Where the columns of a joint begin."""
        return next(n for n, slot in enumerate(self.slots) if slot.joint == i)


@dataclass(frozen=True)
class Column:
    """What column z is multiplied to with the columns of its path, (d, d) each."""

    path: Path
    z: int
    h: Force
    """Y S_z."""
    b: Force
    """2 B^T S_z."""
    qq: Array
    """S_n . (change along q_m of the force dtau/dq_z stands for)."""
    vq: Array
    """The same along v_m."""
    qv: Array
    """The same along q_m of the force that dtau/dv_z stands for."""
    turned_q: Array
    """What the first of them changes by where q_m is below row n."""
    turned_v: Array
    """What the third changes by."""
    p: Array
    """dM_nm/dq_z."""
    s: Array
    """dM_nz/dq_m for n above m; skew."""
    row_qq: Array
    """Less the derivative along q_n and q_m of row z."""
    row_vq: Array
    """Less that along q_n and v_m."""

    @classmethod
    def of(cls, at: Pass, path: Path, z: int) -> "Column":
        i, k = path.slots[z].joint, path.slots[z].k
        Y, B, f = at.Y[i], at.B[i], at.f[i]
        S, Psi_dot = at.S[i].columns[k], at.Psi_dot[i].columns[k]
        along_q, along_v, along_a = (F.columns[k] for F in changes(at, i, i))
        h, (b,) = along_a, B.twice(motions([S]))[1].columns
        R, K = Y.rate(S), Y.rate(Psi_dot) + B.rate.rate(S)
        R, K = R.matrix, K.matrix + skew(Y @ Psi_dot + S.cross(B.momentum))
        J = R + skew(h)
        still = zeros(6, 6)
        maps = _blocks([[R, K], [skew(h), skew(b)], [still, J]])
        q, v = product(maps, path.columns[:12]), product(maps, path.columns[12:])
        turns = concatenate([R, skew(h), skew(along_v), skew(along_q + S.cross(f))])
        a = product(turns, path.columns[18:])
        S_T = path.rows[:, :6]
        return cls(
            path,
            z,
            h,
            b,
            qq=product(S_T, q[:6]),
            vq=product(S_T, v[:6]),
            qv=product(S_T, q[12:]),
            turned_q=product(S_T, a[18:]),
            turned_v=product(S_T, a[12:18]),
            p=product(S_T, a[:6]),
            s=product(S_T, a[6:12]),
            row_qq=product(path.rows, q[6:]),
            row_vq=product(path.rows, v[6:]),
        )

    def dM(self, n: int, m: int) -> tuple[Scalar, Scalar]:
        """dM_nm/dq_z, and dM_nz/dq_m for n above m and its negative for n below."""
        n, m, below = (m, n, True) if n > m else (n, m, False)
        return self.p[m, n], -self.s[n, m] if below else self.s[n, m]


def changes(at: Pass, i: int, c: int) -> tuple[Columns[Force], Columns[Force], Columns[Force]]:
    """How the force that joint i transmits changes in its frame along q, v and a of joint c.

    c is i or carries it [I, Eq. I10].
    """
    (Bu, _), (BS, _) = at.B[i].twice(at.Psi_dot[c]), at.B[i].twice(at.S[c])
    return Bu + at.Y[i] @ at.Psi_ddot[c], BS + at.Y[i] @ at.dV[c], at.Y[i] @ at.S[c]


def skew(f: Force) -> Array:
    """The matrix fbar(f), fbar(f) v = v x* f."""
    return motions(map(Motion.from_vector, eye(6))).cross(f).matrix


def _blocks(rows: list[list[Array]]) -> Array:
    return concatenate([concatenate([x.T for x in row]).T for row in rows])


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
    Y, B, f = at.Y[z.joint], at.B[z.joint], at.f[z.joint]
    forces: list[Force] = []
    for bend in (bends.along_q[x], bends.along_v[x]):
        (turned,) = B.twice(motions([bend.Psi_dot.columns[z.k]]))[0].columns
        forces.append(turned + Y @ bend.Psi_ddot.columns[z.k] + bend.S.columns[z.k].cross(f))
    return [*forces, Y @ bends.along_v[x].dV.columns[z.k]]


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
                vv += along_v.dV.columns[y.k].dot(h)
            else:
                found.qq.add(z.at, x.at, y.at, qq)
                found.qv.add(z.at, x.at, y.at, -column.qv[n, m])
                found.vv.add(z.at, x.at, y.at, vv)
            found.qq.add(z.at, y.at, x.at, qq)
            found.qv.add(z.at, y.at, x.at, vq)
            found.vv.add(z.at, y.at, x.at, vv)


def _bent(model: Model, at: Pass, bends: dict[int, Bends], found: Tensors) -> None:
    """What rows give whose columns depend on the joint's own q [I, Eq. I19]."""
    for j in model.joints:
        i, start = j.index, j.v_slice.start
        for b, bend in enumerate(bends[i].along_q):
            for a, S in enumerate(bend.S.columns):
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
