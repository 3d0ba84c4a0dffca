"""Exponentials, logarithms, hyperbolic functions and hypot as arithmetic; see precision.py."""

import math

from ..scalar.expr import Scalar, apply
from .precision import Precision, divided, fma, polynomial, two_sum, where


def _reduced_exponent(p: Precision, x: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """x = n ln 2 + r with |r| <= ln 2 / 2, as n, and exp(r) - 1 as a part of r and a correction."""
    n = apply("rint", x * (1 / math.log(2)))
    high, low = fma(-n, p.ln2[0], x), n * p.ln2[1]
    r = high - low
    z = r * r
    c = r - z * polynomial(p.exp, z)
    return n, high, low - (r * c) / (2.0 - c)


def _power(n: Scalar, high: Scalar, taken: Scalar) -> Scalar:
    """2^n (1 + high - taken)."""
    value = 1.0 - (taken - high)
    half = apply("rint", 0.5 * n)  # 2^n in two steps reaches the subnormal numbers
    return (value * apply("pow2", half)) * apply("pow2", n - half)


def _clipped(x: Scalar, low: float, high: float) -> Scalar:
    return apply("maximum", apply("minimum", x, high), low)


def exp(p: Precision, x: Scalar) -> Scalar:
    return _power(*_reduced_exponent(p, _clipped(x, p.smallest_exponent, p.largest_exponent)))


def _expm1_parts(p: Precision, n: Scalar, high: Scalar, taken: Scalar) -> tuple[Scalar, Scalar]:
    """2^n (1 + high - taken) - 1, rounded, and what rounding took."""
    scale = apply("pow2", n)
    total, rest = two_sum(scale - 1.0, scale * high)
    return two_sum(total, rest - scale * taken)


def expm1(p: Precision, x: Scalar) -> Scalar:
    n, high, taken = _reduced_exponent(p, _clipped(x, -50.0, p.largest_exponent))
    total, _ = _expm1_parts(p, apply("minimum", n, p.exact_exponent), high, taken)
    value = where(apply("lt", p.exact_exponent, n), _power(n, high, taken), total)
    return where(apply("eq", x, 0.0), x, value)


def _hyperbolic(p: Precision, x: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """For cosh and sinh of |x|: e^|x| - 1, rounded, what rounding took, and e^|x| / 2."""
    size = apply("minimum", apply("abs", x), p.largest_exponent + 1.0)
    n, high, taken = _reduced_exponent(p, size)
    total, rest = _expm1_parts(p, apply("minimum", n, p.exact_exponent), high, taken)
    return total, rest, _power(n - 1.0, high, taken)


def _half_with_inverse(total: Scalar, rest: Scalar, sign: float) -> Scalar:
    """(e + sign / e) / 2 for e = 1 + total + rest, e not small."""
    e, low = two_sum(total, 1.0)
    return 0.5 * (e + (sign / e + (low + rest)))


def sinh(p: Precision, x: Scalar) -> Scalar:
    size = apply("abs", x)
    total, rest, large = _hyperbolic(p, x)
    e = 1.0 + total
    near = total + (rest - 0.5 * (total * total / e))  # e^x - 1 - (cosh(x) - 1)
    far = _half_with_inverse(total, rest, -1.0)
    value = where(apply("lt", size, 0.7), near, where(apply("lt", size, p.far), far, large))
    return where(apply("eq", x, 0.0), x, apply("copysign", value, x))


def cosh(p: Precision, x: Scalar) -> Scalar:
    size = apply("abs", x)
    total, rest, large = _hyperbolic(p, x)
    near = 1.0 + 0.5 * (total * total / (1.0 + total))
    far = _half_with_inverse(total, rest, 1.0)
    return where(apply("lt", size, 0.7), near, where(apply("lt", size, p.far), far, large))


def _log_of_sum(p: Precision, f: Scalar, k: Scalar, low: Scalar) -> Scalar:
    """k ln 2 + log(1 + f) + low."""
    s = f / (2.0 + f)
    z = s * s
    half = 0.5 * (f * f)
    inner = s * (half + z * polynomial(p.log, z)) + low
    return fma(k, p.ln2[0], -((half - fma(k, p.ln2[1], inner)) - f))


def _normal_parts(x: Scalar) -> tuple[Scalar, Scalar]:
    """x = 2^k (1 + f) with 1 + f between sqrt(1/2) and sqrt(2), for a normal number x."""
    m, k = apply("significand", x), apply("exponent", x)
    large = apply("lt", math.sqrt(2), m)
    return where(large, 0.5 * m, m) - 1.0, where(large, k + 1.0, k)


def _with_limits(x: Scalar, zero: float, value: Scalar) -> Scalar:
    """A logarithm of x that is -inf at `zero`, and nan below."""
    value = where(apply("eq", x, math.inf), x, value)
    value = where(apply("lt", x, zero), math.nan, where(apply("eq", x, zero), -math.inf, value))
    return where(apply("eq", x, x), value, x)


def log(p: Precision, x: Scalar) -> Scalar:
    tiny = apply("lt", x, p.least_normal)
    f, k = _normal_parts(where(tiny, x * 2.0 ** (p.fraction_bits + 2), x))
    return _with_limits(x, 0.0, _log_of_sum(p, f, k - where(tiny, p.fraction_bits + 2.0, 0.0), 0))


def log1p(p: Precision, x: Scalar) -> Scalar:
    near = apply("and", apply("lt", -0.2928, x), apply("lt", x, 0.4142))
    u = 1.0 + x
    low = where(apply("lt", x, 1.0), x - (u - 1.0), 1.0 - (u - x)) / u  # what rounding took
    f, k = _normal_parts(u)
    value = _log_of_sum(p, where(near, x, f), where(near, 0.0, k), where(near, 0.0, low))
    return where(apply("eq", x, 0.0), x, _with_limits(x, -1.0, value))


def hypot(p: Precision, x: Scalar, y: Scalar) -> Scalar:
    x, y = apply("abs", x), apply("abs", y)
    large = apply("maximum", x, y)
    # out of the range where squares overflow or lose bits to underflow
    down, up = apply("lt", p.large, large), apply("lt", large, p.small)
    scale = where(down, 1 / p.scale, where(up, p.scale, 1.0))
    back = where(down, p.scale, where(up, 1 / p.scale, 1.0))
    a, b = x * scale, y * scale
    value = apply("sqrt", fma(a, a, b * b)) * back
    return where(apply("or", apply("eq", x, math.inf), apply("eq", y, math.inf)), math.inf, value)


def tanh(p: Precision, x: Scalar) -> Scalar:
    size = apply("abs", x)
    z = x * x
    near = fma(x * z, divided(polynomial(p.tanh, z), p.tanh_divisor, z), x)
    far = 1.0 - 2.0 / (exp(p, 2.0 * apply("minimum", size, 30.0)) + 1.0)
    far = where(apply("lt", x, 0.0), -far, far)
    return where(apply("lt", size, 0.625), where(apply("eq", x, 0.0), x, near), far)
