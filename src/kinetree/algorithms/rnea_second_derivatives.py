"""Second derivatives of inverse dynamics. In the frames of the root bodies.

Of three columns x, y, z on one path, x nearest to the root, path_products.py has the products of z
with x and y; here are the elements of the results that they belong to, and the joint-local terms.

docs/second-derivatives.md      here                        shape
dT3, and -dtau_z, along q_x     Column.qq, Column.row_qq    d x d, by columns of the path of z
the same along v_x              Column.vq, Column.row_vq    d x d
dT2 along q_x                   Column.qv                   d x d
S_x x* T3, S_x x* T2            rotated_q, rotated_v        d x d
dM_ay/dq_z, dM_az/dq_y          Column.dM                   scalars
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..functions import algorithm
from ..model import Model, TreeJoint
from ..scalar.array import Array
from ..scalar.expr import Scalar, is_zero
from ..spatial import Force, Motion, motions
from .forward_pass import BodyFrames, ForwardPass
from .joint_second_derivatives import JointSecondDerivatives
from .path_products import Column, ColumnIndex, Path, force_derivatives


class RneaSecondDerivatives(NamedTuple):
    """Second derivatives of `rnea`, (..., nv, nv, nv) each, indices in the order of the names."""

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
    free-flyer joints have quasi-velocities, and there dqdq is not symmetric. Most elements are
    zero or equal to others: `compile(model, packed=True)` gives each value only once.
    Shapes: q (..., nq), v and a (..., nv), f_ext (..., njoints, 6), held constant in the frames of
    the joints; results (..., nv, nv, nv).
    Derived here: [Singh2022, Eqs. 30, 32] differentiated once more, see docs/second-derivatives.md;
    published for joints of several degrees in [Singh2024].
    Cost: about 90 operations for each triple of velocities on one path from the root.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v, a = kt.neutral(arm), [0.1] * 7, [0.2] * 7
    >>> dqdq, *_ = kt.rnea_second_derivatives(arm, q, v, a)
    >>> bool(abs(dqdq - dqdq.swapaxes(1, 2)).max() < 1e-12)
    True
    """
    frames = BodyFrames.of_roots(model, q)
    at = ForwardPass.of(model, q, v, a, f_ext, frames)
    local = {
        j.index: JointSecondDerivatives.of(model, j, q, v, a, at, frames.placement[j.index])
        for j in model.joints
    }
    found = Tensors(*(Tensor(model.nv) for _ in range(4)))
    for j in reversed(model.joints):
        i, p, path = j.index, j.parent, Path.of(model.path(j.index), at)
        for z in range(path.first(i), len(path.indices)):
            column = Column.of(at, path, z)
            _add_ancestor_rows(column, at, local, found)
            _add_own_row(column, local, found)
        at.Y[p], at.B[p], at.f[p] = at.Y[p] + at.Y[i], at.B[p] + at.B[i], at.f[p] + at.f[i]
    _add_varying_subspaces(model, at, local, found)
    return RneaSecondDerivatives(found.qq.array, found.vv.array, found.qv.array, found.qa.array)


class Tensor:
    """Elements by three velocities, accumulated; those of mimics' sources get several terms."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.elements: list[Scalar] = [0] * n**3

    def add(self, i: int, j: int, k: int, x: Scalar) -> None:
        at = (i * self.n + j) * self.n + k
        self.elements[at] = self.elements[at] + x

    @property
    def array(self) -> Array:
        return Array.of(self.elements, (self.n,) * 3)


@dataclass(frozen=True)
class Tensors:
    """The four results, by the variables of their last two indices."""

    qq: Tensor
    vv: Tensor
    qv: Tensor
    qa: Tensor


def _add_ancestor_rows(
    column: Column, at: ForwardPass, local: dict[int, JointSecondDerivatives], found: Tensors
) -> None:
    """Add rows of ancestors of z, along z and x, a column of an ancestor or of the same joint."""
    indices, z = column.path.indices, column.path.indices[column.z]
    for m, x in enumerate(indices):
        same = x.joint == z.joint
        more = _local_terms(at, local[z.joint], x.k, z) if same else None
        for n, a in enumerate(indices[: column.path.first(z.joint)]):
            above = a.joint < x.joint
            qq, vq, qv = column.qq[n, m], column.vq[n, m], column.qv[n, m]
            dM_z, dM_x = column.dM(n, m)
            vv = dM_z + dM_x
            if above:
                qq, qv = qq + column.rotated_q[n, m], qv + column.rotated_v[n, m]
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


def _local_terms(
    at: ForwardPass, local: JointSecondDerivatives, x: int, z: ColumnIndex
) -> list[Force]:
    """Joint-local terms of dtau/dq_z along q_x and v_x, and of dtau/dv_z along v_x."""
    Y, B, k = at.Y[z.joint], at.B[z.joint], z.k
    forces: list[Force] = []
    for d in (local.along_q[x], local.along_v[x]):
        (Bu,) = B.twice(motions([d.Psi_dot.columns[k]]))[0].columns
        forces.append(Bu + Y @ d.Psi_ddot.columns[k])
    forces[0] += local.dS[x].columns[k].cross(at.f[z.joint])
    return [*forces, Y @ local.dV[x].columns[k]]


def _add_own_row(column: Column, local: dict[int, JointSecondDerivatives], found: Tensors) -> None:
    """Add row z, along y and x on its path, x not below y."""
    indices, z = column.path.indices, column.path.indices[column.z]
    for m, x in enumerate(indices):
        for n, y in enumerate(indices[column.path.first(x.joint) :], column.path.first(x.joint)):
            qq, vq = -column.row_qq[n, m], -column.row_vq[n, m]
            vv = -sum(column.dM(n, m))
            if x.joint == y.joint:
                along_q, along_v = local[x.joint].along_q[x.k], local[x.joint].along_v[x.k]
                b, h = column.b, column.h
                qq += along_q.Psi_dot.columns[y.k].dot(b) + along_q.Psi_ddot.columns[y.k].dot(h)
                vq += along_v.Psi_dot.columns[y.k].dot(b) + along_v.Psi_ddot.columns[y.k].dot(h)
                vv += local[x.joint].dV[x.k].columns[y.k].dot(h)
            else:
                found.qq.add(z.at, x.at, y.at, qq)
                found.qv.add(z.at, x.at, y.at, -column.qv[n, m])
                found.vv.add(z.at, x.at, y.at, vv)
            found.qq.add(z.at, y.at, x.at, qq)
            found.qv.add(z.at, y.at, x.at, vq)
            found.vv.add(z.at, y.at, x.at, vv)


def _add_varying_subspaces(
    model: Model, at: ForwardPass, local: dict[int, JointSecondDerivatives], found: Tensors
) -> None:
    """Add the terms of rows whose columns depend on the q of their joint."""
    for j in model.joints:
        i, start = j.index, j.v_slice.start
        for b, dS in enumerate(local[i].dS):
            for a, S in enumerate(dS.columns):
                if all(map(is_zero, S.vector.flat)):
                    continue
                row, along = start + a, start + b
                for c, ddS in enumerate(local[i].ddS):
                    found.qq.add(row, along, start + c, ddS[b].columns[a].dot(at.f[i]))
                for c, (by_q, by_v, by_a) in _transmitted(model, at, j):
                    found.qq.add(row, along, c, S.dot(by_q))
                    found.qq.add(row, c, along, S.dot(by_q))
                    found.qv.add(row, along, c, S.dot(by_v))
                    found.qa.add(row, along, c, S.dot(by_a))
                    found.qa.add(c, along, row, S.dot(by_a))


def _transmitted(
    model: Model, at: ForwardPass, j: TreeJoint
) -> Iterator[tuple[int, tuple[Force, ...]]]:
    """Derivatives of the force that joint j transmits along each velocity above or below j."""
    for k in model.joints:
        if k in model.path(j.index):
            by_q, by_v, by_a = force_derivatives(at, j.index, k.index)
        elif j in model.path(k.index):
            by_q, by_v, by_a = force_derivatives(at, k.index, k.index)
            by_q = by_q + at.S[k.index].cross(at.f[k.index])
        else:
            continue
        yield from enumerate(
            zip(by_q.columns, by_v.columns, by_a.columns, strict=True), k.v_slice.start
        )
