"""Inertias of bodies from numbers without bounds: the log-Cholesky parametrisation.

| paper | here | meaning |
|---|---|---|
| P | (not formed) | sum of m_i (r_i, 1) (r_i, 1)^T: [[S, h], [h^T, m]], S = tr(I) 1 / 2 - I |
| U | (not formed) | upper triangular with P = U U^T, times exp(alpha) |
| alpha, d, s, t | x | alpha; d1 d2 d3; s12 s23 s13; t1 t2 t3 |
"""

from ..functions import function
from ..scalar.array import Array
from ..scalar.math import array, exp, log, sqrt, stack


@function("(10)->(10)", name="identification.from_log_cholesky")
def from_log_cholesky(x: Array) -> Array:
    """The ten parameters of a body from any ten numbers, alpha, d1 d2 d3, s12 s23 s13, t1 t2 t3.

    They are those of a body, a distribution of positive mass, whatever x is; every body with mass
    in all directions has one x. t is its centre of mass in m, exp(2 alpha) its mass in kg.
    Shapes: x (..., 10); result (..., 10), a row of `model.inertias`. Source: [Rucker2022].

    >>> import kinetree as kt
    >>> kt.Inertia.from_parameters(kt.identification.from_log_cholesky([0.0] * 10)).mass
    1.0
    """
    alpha, d1, d2, d3, s12, s23, s13, t1, t2, t3 = x
    U = array([[exp(d1), s12, s13, t1], [0, exp(d2), s23, t2], [0, 0, exp(d3), t3]])
    m = exp(2 * alpha)
    S = m * (U @ U.T)
    trace = S[0, 0] + S[1, 1] + S[2, 2]
    moments = [trace - S[0, 0], -S[0, 1], trace - S[1, 1], -S[0, 2], -S[1, 2], trace - S[2, 2]]
    return stack([m, m * t1, m * t2, m * t3, *moments])


@function("(10)->(10)", name="identification.log_cholesky")
def log_cholesky(inertia: Array) -> Array:
    """The ten numbers from which `from_log_cholesky` makes an inertia; nan if it is no body's.

    A body without mass, or whose mass is in a plane or on a line, has none.
    Shapes: inertia (..., 10), a row of `model.inertias`, or a `kt.Inertia`; result (..., 10).
    Source: [Rucker2022].

    >>> import kinetree as kt
    >>> body = kt.robots.arm().inertias[1]
    >>> x = kt.identification.log_cholesky(body)
    >>> bool(abs(kt.identification.from_log_cholesky(x) - body).max() < 1e-15)
    True
    """
    m, hx, hy, hz, xx, xy, yy, xz, yz, zz = inertia
    t1, t2, t3 = hx / m, hy / m, hz / m
    half = (xx + yy + zz) / 2
    a33 = sqrt((half - zz) / m - t3 * t3)
    a23, a13 = (-yz / m - t2 * t3) / a33, (-xz / m - t1 * t3) / a33
    a22 = sqrt((half - yy) / m - t2 * t2 - a23 * a23)
    a12 = (-xy / m - t1 * t2 - a13 * a23) / a22
    a11 = sqrt((half - xx) / m - t1 * t1 - a12 * a12 - a13 * a13)
    return stack([log(m) / 2, log(a11), log(a22), log(a33), a12, a23, a13, t1, t2, t3])
