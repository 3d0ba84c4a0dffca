"""Products of what each column makes of a force with the columns of its path.

In the frames of the root bodies. Everything that joint z carries feels a column x that carries it
by the same Psi_dot_x and Psi_ddot_x, so that what the forces of z change by along q_x and v_x is
linear in them: matrices that depend on z alone, times the columns of its path.
"""

from dataclasses import dataclass

from ..model import TreeJoint
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.math import concatenate, eye, zeros
from ..scalar.products import product
from ..spatial import Columns, Force, Motion, motions
from .first_pass import Pass


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

    c is i or carries it [Singh2022, Eqs. 30, 32].
    """
    (Bu, _), (BS, _) = at.B[i].twice(at.Psi_dot[c]), at.B[i].twice(at.S[c])
    return Bu + at.Y[i] @ at.Psi_ddot[c], BS + at.Y[i] @ at.dV[c], at.Y[i] @ at.S[c]


def skew(f: Force) -> Array:
    """The matrix fbar(f), fbar(f) v = v x* f."""
    return motions(map(Motion.from_vector, eye(6))).cross(f).matrix


def _blocks(rows: list[list[Array]]) -> Array:
    return concatenate([concatenate([x.T for x in row]).T for row in rows])
