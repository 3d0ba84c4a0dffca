"""Second derivatives of inverse dynamics (IDSVA-SO). In the frames of the root bodies.

[Singh2024]                 here                    shape   docs/second-derivatives.md derives them
S_j, Psi-dot_j, Psi-ddot_j  S, Psi_dot, Psi_ddot    6       of column t of joint j
Psi-dot_j + S-dot_j         dV                      6
I_i^C, 2 B_i^C, f_i^C       Y, B, f                 6 x 6   of the subtree of joint i; f is 6
A_1, A_2, A_3               A1, A2, A3              6 x 6   of column p of joint i
A_0, A_4, A_5, A_7          h, b, T3, T2            6       A_0 S_t = S_t x* h, and so on
2 B[I_i^C, S_p]             A0 + A1                 6 x 6   -A_2^T
u_3, ..., u_9, u_12         u3, ..., u9, u12        6       of columns p and t
u_5, u_10, u_11             u8, u12 + u9, u12 - u9  6       by A_1 = A_1^T and A_0 = -A_0^T
"""

from collections.abc import Iterator
from itertools import chain, product
from typing import NamedTuple

from ..functions import OptionalArray, algorithm
from ..model import Model, TreeJoint
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.math import eye, hstack, vstack
from ..scalar.products import product as matmul
from ..spatial import Force, Motion, motions
from .rnea_derivatives import BodyFrames, ForwardPass
from .varying_subspaces import Element, varying_subspaces


class RneaSecondDerivatives(NamedTuple):
    """Second derivatives of `rnea`, (..., nv, nv, nv) each, indices in the order of the names."""

    dqdq: Array
    dvdv: Array
    dqdv: Array
    dqda: Array


@algorithm(
    "(nq),(nv),(nv),(njoints,6)->(nv,nv,nv),(nv,nv,nv),(nv,nv,nv),(nv,nv,nv)", base_parameters=True
)
def rnea_second_derivatives(
    model: Model, q: Array, v: Array, a: Array, f_ext: OptionalArray = None
) -> RneaSecondDerivatives:
    """The second derivatives of rnea: (dqdq, dvdv, dqdv, dqda).

    dqdq[i, j, k] is the derivative of dtau_dq[i, j] along q_k, dqdv[i, j, k] that along v_k, and
    dqda[i, j, k] that along a_k: dM_ik/dq_j. Joints of any type, anywhere; spherical, planar and
    free-flyer joints have quasi-velocities, and there dqdq is not symmetric. Most elements are
    zero or equal to others: `compile(model, packed=True)` gives each value only once.
    Shapes: q (..., nq), v and a (..., nv), f_ext (..., njoints, 6), held constant in the frames of
    the joints; results (..., nv, nv, nv).
    Source: [Singh2024], with fewer products: u_1, u_2, u_5, u_10 and u_11 follow from the others.
    Derived here: subspaces that depend on q.
    Cost: about 140 operations for each three columns on one path from the root.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v, a = kt.neutral(arm), [0.1] * 7, [0.2] * 7
    >>> dqdq, *_ = kt.rnea_second_derivatives(arm, q, v, a)
    >>> bool(abs(dqdq - dqdq.swapaxes(1, 2)).max() < 1e-12)
    True
    """
    n, frames = model.nv, BodyFrames.of_roots(model, q)
    forward = ForwardPass.of(model, q, v, a, f_ext, frames)
    entries: dict[str, list[Scalar]] = {x: [0] * n**3 for x in RneaSecondDerivatives._fields}
    terms = chain(
        _backward_pass(model, forward), varying_subspaces(model, q, v, a, forward, frames)
    )
    for name, x, *places in terms:  # several for one element: of mimics' sources, of subspaces
        for i, j, k in places:
            entries[name][(i * n + j) * n + k] += x
    return RneaSecondDerivatives(*(Array.of(x, (n, n, n)) for x in entries.values()))


class Column(NamedTuple):
    """A column of the subspace of a joint, of the velocity with index `v`."""

    joint: int
    v: int
    S: Motion
    Psi_dot: Motion
    Psi_ddot: Motion
    dV: Motion


class Vectors(NamedTuple):
    """The vectors of columns p and t; dT3 and dT2 are u_3 and u_6 without A_5 S_t and A_7 S_t."""

    t: Column
    dT3: Force
    dT2: Force
    u3: Force
    u4: Force
    u6: Force
    u7: Force
    u8: Force
    u9: Force
    u12: Force


def _backward_pass(model: Model, forward: ForwardPass) -> Iterator[Element]:
    """The elements of all columns p, t and r of joints i, j and k, in this order from the tips."""
    for joint in reversed(model.joints):
        i, parent = joint.index, joint.parent
        path = [t for j in model.path(i) for t in _columns(j, forward)]
        for p in _columns(joint, forward):
            vectors = _vectors(p, path, forward)
            for u, w in product(vectors, vectors):
                if w.t.joint <= u.t.joint:
                    yield from _elements(p, u, w)
        forward.Y[parent] = forward.Y[parent] + forward.Y[i]
        forward.B[parent] = forward.B[parent] + forward.B[i]
        forward.f[parent] = forward.f[parent] + forward.f[i]


def _columns(j: TreeJoint, forward: ForwardPass) -> list[Column]:
    i, start = j.index, j.v_slice.start
    parts = (x[i].columns for x in (forward.S, forward.Psi_dot, forward.Psi_ddot, forward.dV))
    return [Column(i, start + t, *x) for t, x in enumerate(zip(*parts, strict=True))]


def _vectors(p: Column, path: list[Column], forward: ForwardPass) -> list[Vectors]:
    """The vectors of column p with each column of its path."""
    Y, B, f, S = forward.Y[p.joint], forward.B[p.joint], forward.f[p.joint], p.S
    (BS, BPsi), (b, _) = (F.columns for F in B.twice(motions([S, p.Psi_dot])))
    h, T2, T3 = Y @ S, BS + Y @ p.dV, BPsi + Y @ p.Psi_ddot + S.cross(f)
    A0, A1 = _fbar(h), Y.rate(S).matrix
    A3 = (Y.rate(p.Psi_dot) + B.rate.rate(S)).matrix + _fbar(Y @ p.Psi_dot + S.cross(B.momentum))
    S_t, Psi_dot, Psi_ddot, dV = (motions(x).matrix for x in [*zip(*path, strict=True)][2:])
    A31 = hstack([A3, A1])
    dT3, u7, dT2, A2_Psi, u12 = (
        [Force.from_vector(x) for x in matmul(A, columns).T]
        for A, columns in (
            (A31, vstack([Psi_dot, Psi_ddot])),
            (A31, vstack([S_t, dV])),
            (A0 + A1, Psi_dot),
            (A0 - A1, Psi_dot),
            (A1, S_t),
        )
    )
    u9 = [t.S.cross(h) for t in path]
    u3 = [x + t.S.cross(T3) for t, x in zip(path, dT3, strict=True)]
    u4 = [S.cross(Y @ t.S) + x for t, x in zip(path, u9, strict=True)]
    u6 = [x + t.S.cross(T2) for t, x in zip(path, dT2, strict=True)]
    u8 = [x + t.S.cross(b) for t, x in zip(path, A2_Psi, strict=True)]
    return [*map(Vectors, path, dT3, dT2, u3, u4, u6, u7, u8, u9, u12)]


def _fbar(f: Force) -> Array:
    """The matrix with fbar(f) v = v x* f."""
    return motions(map(Motion.from_vector, eye(6))).cross(f).matrix


def _elements(p: Column, u: Vectors, w: Vectors) -> Iterator[Element]:
    """The elements of columns p, t and r, with the vectors u of p and t, and w of p and r."""
    t, r = u.t, w.t
    i, j, k = p.v, t.v, r.v
    dM_rt, dM_rp = r.S.dot(u.u12), r.S.dot(u.u9)
    by_q = r.Psi_dot.dot(u.u8) + r.Psi_ddot.dot(u.u9)
    yield "dqdv", -t.S.dot(w.dT2), (i, k, j)  # row p
    if t.joint != p.joint:  # row t
        yield "dqdq", t.S.dot(w.dT3), (j, k, i), (j, i, k)
        yield "dqdv", t.S.dot(w.dT2), (j, k, i)
        yield "dqdv", t.S.dot(w.u7), (j, i, k)
        yield "dvdv", dM_rt - dM_rp, (j, k, i), (j, i, k)
        yield "dqda", dM_rt, (j, i, k)
    if r.joint == t.joint:
        yield "dqdq", by_q, (i, j, k)
        yield "dvdv", -dM_rt, (i, j, k)
        return
    yield "dqdq", by_q, (i, j, k), (i, k, j)
    yield "dqdv", r.S.dot(u.u8) + r.dV.dot(u.u9), (i, j, k)
    yield "dvdv", dM_rp - dM_rt, (i, j, k), (i, k, j)
    yield "dqda", dM_rp, (i, j, k), (k, j, i)
    yield "dqdv", r.S.dot(u.u6), (k, j, i)  # row r, here and below
    if t.joint == p.joint:
        yield "dqdq", r.S.dot(u.u3), (k, i, j)
        yield "dvdv", r.S.dot(u.u4), (k, j, i)
    else:
        yield "dqdq", r.S.dot(u.u3), (k, i, j), (k, j, i)
        yield "dqdv", r.S.dot(u.u7), (k, i, j)
        yield "dvdv", dM_rt + dM_rp, (k, i, j), (k, j, i)
        yield "dqda", dM_rt, (k, i, j)
