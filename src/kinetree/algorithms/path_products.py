"""Products of the force derivatives of each column with the columns of its path.

In the frames of the root bodies. All bodies that joint z supports change along a column x of an
ancestor by the same Psi_dot_x and Psi_ddot_x, so that the derivatives of the forces of z along q_x
and v_x are linear in them: matrices that depend on z alone, times the columns of its path.
"""

from dataclasses import dataclass

from ..model import TreeJoint
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.math import concatenate, eye, zeros
from ..scalar.products import product
from ..spatial import Columns, Force, Motion, motions
from .forward_pass import ForwardPass


@dataclass(frozen=True)
class ColumnIndex:
    """Column `k` of a joint, of the velocity with index `at`."""

    joint: int
    k: int
    at: int


@dataclass(frozen=True)
class Path:
    """The columns of all joints from the root to one, side by side."""

    indices: list[ColumnIndex]
    columns: Array
    """Psi_ddot above Psi_dot above dV above S."""
    rows: Array
    """S^T beside Psi_dot^T."""

    @classmethod
    def of(cls, joints: list[TreeJoint], at: ForwardPass) -> "Path":
        def matrix(parts: dict[int, Columns[Motion]]) -> Array:
            return motions(c for j in joints for c in parts[j.index].columns).matrix

        indices = [
            ColumnIndex(j.index, k, j.v_slice.start + k)
            for j in joints
            for k in range(len(at.S[j.index]))
        ]
        S, Psi_dot = matrix(at.S), matrix(at.Psi_dot)
        columns = concatenate([matrix(at.Psi_ddot), Psi_dot, matrix(at.dV), S])
        return cls(indices, columns, concatenate([S, Psi_dot]).T)

    def first(self, i: int) -> int:
        """The position of the first column of a joint."""
        return next(n for n, x in enumerate(self.indices) if x.joint == i)


@dataclass(frozen=True)
class Column:
    """The products of column z with the columns of its path, (d, d) each."""

    path: Path
    z: int
    h: Force
    """Y S_z."""
    b: Force
    """2 B^T S_z."""
    qq: Array
    """S_n . (derivative along q_m of the force T3 of dtau/dq_z)."""
    vq: Array
    """The same along v_m."""
    qv: Array
    """S_n . (derivative along q_m of the force T2 of dtau/dv_z)."""
    rotated_q: Array
    """Addition to qq where column m is below row n."""
    rotated_v: Array
    """Addition to qv where column m is below row n."""
    p: Array
    """dM_nm/dq_z."""
    s: Array
    """dM_nz/dq_m for n above m; skew."""
    row_qq: Array
    """The negative derivative along q_n and q_m of row z."""
    row_vq: Array
    """The negative derivative along q_n and v_m of row z."""

    @classmethod
    def of(cls, at: ForwardPass, path: Path, z: int) -> "Column":
        i, k = path.indices[z].joint, path.indices[z].k
        Y, B, f = at.Y[i], at.B[i], at.f[i]
        S, Psi_dot = at.S[i].columns[k], at.Psi_dot[i].columns[k]
        along_q, along_v, along_a = (F.columns[k] for F in force_derivatives(at, i, i))
        h, (b,) = along_a, B.twice(motions([S]))[1].columns
        R, K = Y.rate(S), Y.rate(Psi_dot) + B.rate.rate(S)
        R, K = R.matrix, K.matrix + skew(Y @ Psi_dot + S.cross(B.momentum))
        J = R + skew(h)
        zero = zeros(6, 6)
        maps = _blocks([[R, K], [skew(h), skew(b)], [zero, J]])
        q, v = product(maps, path.columns[:12]), product(maps, path.columns[12:])
        rotations = concatenate([R, skew(h), skew(along_v), skew(along_q + S.cross(f))])
        a = product(rotations, path.columns[18:])
        S_T = path.rows[:, :6]
        return cls(
            path,
            z,
            h,
            b,
            qq=product(S_T, q[:6]),
            vq=product(S_T, v[:6]),
            qv=product(S_T, q[12:]),
            rotated_q=product(S_T, a[18:]),
            rotated_v=product(S_T, a[12:18]),
            p=product(S_T, a[:6]),
            s=product(S_T, a[6:12]),
            row_qq=product(path.rows, q[6:]),
            row_vq=product(path.rows, v[6:]),
        )

    def dM(self, n: int, m: int) -> tuple[Scalar, Scalar]:
        """dM_nm/dq_z, and dM_nz/dq_m for n above m and its negative for n below."""
        n, m, below = (m, n, True) if n > m else (n, m, False)
        return self.p[m, n], -self.s[n, m] if below else self.s[n, m]


def force_derivatives(
    at: ForwardPass, i: int, c: int
) -> tuple[Columns[Force], Columns[Force], Columns[Force]]:
    """The derivatives of the force that joint i transmits along q, v and a of joint c.

    In the frame of i; c is i or one of its ancestors [Singh2022, Eqs. 30, 32].
    """
    (Bu, _), (BS, _) = at.B[i].twice(at.Psi_dot[c]), at.B[i].twice(at.S[c])
    return Bu + at.Y[i] @ at.Psi_ddot[c], BS + at.Y[i] @ at.dV[c], at.Y[i] @ at.S[c]


def skew(f: Force) -> Array:
    """The matrix fbar(f), fbar(f) v = v x* f."""
    return motions(map(Motion.from_vector, eye(6))).cross(f).matrix


def _blocks(rows: list[list[Array]]) -> Array:
    return concatenate([concatenate([x.T for x in row]).T for row in rows])
