"""Transcendental functions as arithmetic: one source for scalar and vector variants.

Each takes a traced number and expands to additions, multiplications, fused multiply-adds,
selects and four operations on the bits of a number (`rint`, `pow2`, `exponent`, `significand`).
They are computed in the precision of the kernel. Argument reductions keep a low part, so that
errors stay below 1.8 ulp. Special values are those of IEEE 754, but sin, cos and tan are nan beyond
2^30, and in float32 beyond 2^20, where an angle has lost its meaning.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final

from ..scalar.expr import Scalar, apply
from .precision import Precision


def _fma(a: Scalar, b: Scalar, c: Scalar) -> Scalar:
    return apply("fma", a, b, c)


def _where(condition: Scalar, x: Scalar, y: Scalar) -> Scalar:
    return apply("select", condition, x, y)


def _polynomial(coefficients: Sequence[float], x: Scalar) -> Scalar:
    value: Scalar = coefficients[-1]
    for c in coefficients[-2::-1]:
        value = _fma(value, x, c)
    return value


def _divided(top: Scalar, coefficients: Sequence[float], x: Scalar) -> Scalar:
    """The quotient by a polynomial, which is 1 without coefficients."""
    return top / _polynomial(coefficients, x) if coefficients else top


def _two_sum(big: Scalar, small: Scalar) -> tuple[Scalar, Scalar]:
    """The sum and its rounding error, for |big| >= |small|."""
    total = big + small
    return total, small - (total - big)


def _reduced(p: Precision, x: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """x = n pi/2 + r + low, with n modulo 4 in -2 .. 2 and |r| <= pi/4."""
    n = apply("rint", x * (2 / math.pi))
    first = _fma(-n, p.half_pi[0], x)  # exact
    second = _fma(n, p.half_pi[1], 0.0)  # rounded here, not fused into the next line
    r = first - second
    moved = r - first  # r + error = first - second, whichever is larger
    error = (first - (r - moved)) - (second + moved)
    low = _fma(-n, p.half_pi[2], error - _fma(n, p.half_pi[1], -second))
    r, low = _two_sum(r, low)
    in_range = apply("le", apply("abs", x), p.largest_angle)
    return _fma(-4.0, apply("rint", 0.25 * n), n), _where(in_range, r, math.nan), low


def _sin_parts(p: Precision, r: Scalar, low: Scalar) -> tuple[Scalar, Scalar]:
    """sin(r + low) as r plus a correction."""
    z = r * r
    tail = _polynomial(p.sin[1:], z)
    v = z * r
    inner = _fma(z, _fma(-v, tail, 0.5 * low), -low)
    return r, -_fma(-v, p.sin[0], inner)


def _cos_parts(p: Precision, r: Scalar, low: Scalar) -> tuple[Scalar, Scalar]:
    """cos(r + low) as 1 - r^2/2, rounded, plus a correction."""
    z = r * r
    half = 0.5 * z
    w = 1.0 - half
    rest = _fma(z * z, _polynomial(p.cos, z), -(r * low))
    return w, ((1.0 - w) - half) + rest


def _quadrants(n: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """For n modulo 4: whether it is odd, whether sin and whether cos changes its sign."""
    size = apply("abs", n)
    return apply("eq", size, 1.0), _outside(n, 0.0, 1.0), _outside(n, -1.0, 0.0)


def _outside(n: Scalar, low: float, high: float) -> Scalar:
    return apply("or", apply("lt", n, low), apply("lt", high, n))


def sin(p: Precision, x: Scalar) -> Scalar:
    n, r, low = _reduced(p, x)
    odd, flip, _ = _quadrants(n)
    s, c = sum(_sin_parts(p, r, low)), sum(_cos_parts(p, r, low))
    value = _where(odd, c, s)
    value = _where(flip, -value, value)
    return _where(apply("eq", x, 0.0), x, value)  # sin(-0.0) is -0.0


def cos(p: Precision, x: Scalar) -> Scalar:
    n, r, low = _reduced(p, x)
    odd, _, flip = _quadrants(n)
    s, c = sum(_sin_parts(p, r, low)), sum(_cos_parts(p, r, low))
    value = _where(odd, s, c)
    return _where(flip, -value, value)


def tan(p: Precision, x: Scalar) -> Scalar:
    n, r, low = _reduced(p, x)
    odd, _, _ = _quadrants(n)
    s, s_low = _two_sum(*_sin_parts(p, r, low))
    c, c_low = _two_sum(*_cos_parts(p, r, low))
    top, top_low = _where(odd, -c, s), _where(odd, -c_low, s_low)
    bottom, bottom_low = _where(odd, s, c), _where(odd, s_low, c_low)
    ratio = top / bottom
    error = _fma(-ratio, bottom, top) + _fma(-ratio, bottom_low, top_low)
    return _where(apply("eq", x, 0.0), x, ratio + error / bottom)


def _atan_quotient(p: Precision, y: Scalar, x: Scalar) -> tuple[Scalar, Scalar]:
    """atan(y / x) for 0 <= y <= x as a high and a low part; the quotient is never rounded alone."""
    far, near = apply("lt", 0.6875 * x, y), apply("lt", 0.4375 * x, y)

    def pick(k: int) -> Scalar:
        zero, half, one = p.atan_points
        return _where(far, one[k], _where(near, half[k], zero[k]))

    tangent, high, low = pick(0), pick(1), pick(2)
    top, bottom = _fma(-tangent, x, y), _fma(tangent, y, x)
    t = top / bottom
    top_low = _fma(-tangent, x, y - top)  # what rounding took from top and bottom
    bottom_low = _fma(tangent, y, x - bottom)
    t_low = (_fma(-t, bottom, top) + _fma(-t, bottom_low, top_low)) / bottom
    z = t * t
    correction = t_low - t * (z * _polynomial(p.atan, z))
    high, rest = _two_sum(high, t)
    return high, rest + (correction + low)


def atan(p: Precision, x: Scalar) -> Scalar:
    size = apply("abs", x)
    steep = apply("lt", 1.0, size)
    infinite = apply("eq", size, math.inf)
    y = _where(steep, 1.0, size)
    high, low = _atan_quotient(p, _where(infinite, 0.0, y), _where(steep, _finite(size), 1.0))
    up, down = _two_sum(p.half_pi[0], -high)
    value = _where(steep, up + (down + (p.half_pi[1] - low)), high + low)
    return _where(apply("lt", x, 0.0), -value, _where(apply("eq", x, 0.0), x, value))


def _finite(size: Scalar) -> Scalar:
    return _where(apply("eq", size, math.inf), 1.0, size)


def atan2(p: Precision, y: Scalar, x: Scalar) -> Scalar:
    """The angle of (x, y): half turns are added in two parts."""
    a, b = apply("abs", y), apply("abs", x)
    both = apply("and", apply("eq", a, math.inf), apply("eq", b, math.inf))
    a, b = _where(both, 1.0, a), _where(both, 1.0, b)
    steep = apply("lt", b, a)
    small, large = _where(steep, b, a), _where(steep, a, b)
    # out of the range where products overflow or lose bits to underflow
    down = _where(apply("lt", p.huge, large), 2.0**-10, 1.0)
    scale = _where(apply("lt", large, p.small), p.scale, down)
    zero = apply("eq", large, 0.0)
    infinite = apply("eq", large, math.inf)
    small, large = (
        _where(infinite, 0.0, small * scale),
        _where(apply("or", zero, infinite), 1.0, large * scale),
    )
    high, low = _atan_quotient(p, small, large)
    up, rest = _two_sum(p.half_pi[0], -high)
    high, low = _where(steep, up, high), _where(steep, rest + (p.half_pi[1] - low), low)
    left = apply("or", apply("lt", x, 0.0), apply("and", apply("eq", x, 0.0), _is_negative(x)))
    up, rest = _two_sum(2 * p.half_pi[0], -high)
    value = _where(left, up + (rest + (2 * p.half_pi[1] - low)), high + low)
    value = _where(_is_negative(y), -value, value)
    return _where(apply("eq", y, y), value, y + x)


def _is_negative(x: Scalar) -> Scalar:
    """The sign bit, -0.0 included."""
    return apply("lt", apply("copysign", 1.0, x), 0.0)


def _asin_ratio(p: Precision, z: Scalar) -> Scalar:
    return _divided(z * _polynomial(p.asin, z), p.asin_divisor, z)


def _asin_far(p: Precision, size: Scalar) -> tuple[Scalar, Scalar]:
    """acos of a number in [0.5, 1], halved, as a high and a low part: asin(sqrt((1 - x) / 2))."""
    z = _fma(-0.5, size, 0.5)
    root = apply("sqrt", z)
    slack = _where(apply("lt", 0.0, z), _fma(-root, root, z) / (2.0 * root), 0.0)
    return root, _fma(root, _asin_ratio(p, z), slack)


def asin(p: Precision, x: Scalar) -> Scalar:
    size = apply("abs", x)
    far = apply("lt", 0.5, size)
    near = _fma(size, _asin_ratio(p, size * size), size)
    root, low = _asin_far(p, size)
    up, rest = _two_sum(p.half_pi[0], -2.0 * root)
    value = _where(far, up + (rest + _fma(-2.0, low, p.half_pi[1])), near)
    value = _where(apply("le", size, 1.0), value, math.nan)
    return _where(apply("lt", x, 0.0), -value, _where(apply("eq", x, 0.0), x, value))


def acos(p: Precision, x: Scalar) -> Scalar:
    size = apply("abs", x)
    z = x * x
    up, rest = _two_sum(p.half_pi[0], -x)
    near = up + (rest + (p.half_pi[1] - x * _asin_ratio(p, z)))
    root, low = _asin_far(p, size)
    high, rest = _two_sum(2 * p.half_pi[0], -2.0 * root)
    left = high + (rest + _fma(-2.0, low, 2 * p.half_pi[1]))
    far = _where(apply("lt", x, 0.0), left, 2.0 * (root + low))
    value = _where(apply("lt", 0.5, size), far, near)
    return _where(apply("le", size, 1.0), value, math.nan)


def _reduced_exponent(p: Precision, x: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """x = n ln 2 + r with |r| <= ln 2 / 2, as n, and exp(r) - 1 as a part of r and a correction."""
    n = apply("rint", x * (1 / math.log(2)))
    high, low = _fma(-n, p.ln2[0], x), n * p.ln2[1]
    r = high - low
    z = r * r
    c = r - z * _polynomial(p.exp, z)
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
    total, rest = _two_sum(scale - 1.0, scale * high)
    return _two_sum(total, rest - scale * taken)


def expm1(p: Precision, x: Scalar) -> Scalar:
    n, high, taken = _reduced_exponent(p, _clipped(x, -50.0, p.largest_exponent))
    total, _ = _expm1_parts(p, apply("minimum", n, p.exact_exponent), high, taken)
    large = apply("lt", p.exact_exponent, n)
    value = _where(large, _power(n, high, taken), total)
    return _where(apply("eq", x, 0.0), x, value)


def _hyperbolic(p: Precision, x: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """For cosh and sinh of |x|: e^|x| - 1, rounded, what rounding took, and e^|x| / 2."""
    size = apply("minimum", apply("abs", x), p.largest_exponent + 1.0)
    n, high, taken = _reduced_exponent(p, size)
    total, rest = _expm1_parts(p, apply("minimum", n, p.exact_exponent), high, taken)
    return total, rest, _power(n - 1.0, high, taken)


def _half_with_inverse(total: Scalar, rest: Scalar, sign: float) -> Scalar:
    """(e + sign / e) / 2 for e = 1 + total + rest, e not small."""
    e, low = _two_sum(total, 1.0)
    return 0.5 * (e + (sign / e + (low + rest)))


def sinh(p: Precision, x: Scalar) -> Scalar:
    size = apply("abs", x)
    total, rest, large = _hyperbolic(p, x)
    e = 1.0 + total
    near = total + (rest - 0.5 * (total * total / e))  # e^x - 1 - (cosh(x) - 1)
    far = _half_with_inverse(total, rest, -1.0)
    value = _where(apply("lt", size, 0.7), near, _where(apply("lt", size, p.far), far, large))
    return _where(apply("eq", x, 0.0), x, apply("copysign", value, x))


def cosh(p: Precision, x: Scalar) -> Scalar:
    size = apply("abs", x)
    total, rest, large = _hyperbolic(p, x)
    near = 1.0 + 0.5 * (total * total / (1.0 + total))
    far = _half_with_inverse(total, rest, 1.0)
    return _where(apply("lt", size, 0.7), near, _where(apply("lt", size, p.far), far, large))


def _log_of_sum(p: Precision, f: Scalar, k: Scalar, low: Scalar) -> Scalar:
    """k ln 2 + log(1 + f) + low."""
    s = f / (2.0 + f)
    z = s * s
    half = 0.5 * (f * f)
    inner = s * (half + z * _polynomial(p.log, z)) + low
    return _fma(k, p.ln2[0], -((half - _fma(k, p.ln2[1], inner)) - f))


def _normal_parts(x: Scalar) -> tuple[Scalar, Scalar]:
    """x = 2^k (1 + f) with 1 + f between sqrt(1/2) and sqrt(2), for a normal number x."""
    m, k = apply("significand", x), apply("exponent", x)
    large = apply("lt", math.sqrt(2), m)
    return _where(large, 0.5 * m, m) - 1.0, _where(large, k + 1.0, k)


def _with_limits(x: Scalar, zero: float, value: Scalar) -> Scalar:
    """A logarithm of x that is -inf at `zero`, and nan below."""
    value = _where(apply("eq", x, math.inf), x, value)
    value = _where(apply("lt", x, zero), math.nan, _where(apply("eq", x, zero), -math.inf, value))
    return _where(apply("eq", x, x), value, x)


def log(p: Precision, x: Scalar) -> Scalar:
    tiny = apply("lt", x, p.least_normal)
    f, k = _normal_parts(_where(tiny, x * 2.0 ** (p.fraction_bits + 2), x))
    return _with_limits(x, 0.0, _log_of_sum(p, f, k - _where(tiny, p.fraction_bits + 2.0, 0.0), 0))


def log1p(p: Precision, x: Scalar) -> Scalar:
    near = apply("and", apply("lt", -0.2928, x), apply("lt", x, 0.4142))
    u = 1.0 + x
    low = _where(apply("lt", x, 1.0), x - (u - 1.0), 1.0 - (u - x)) / u  # what rounding took
    f, k = _normal_parts(u)
    value = _log_of_sum(p, _where(near, x, f), _where(near, 0.0, k), _where(near, 0.0, low))
    return _where(apply("eq", x, 0.0), x, _with_limits(x, -1.0, value))


def hypot(p: Precision, x: Scalar, y: Scalar) -> Scalar:
    x, y = apply("abs", x), apply("abs", y)
    large = apply("maximum", x, y)
    # out of the range where squares overflow or lose bits to underflow
    down, up = apply("lt", p.large, large), apply("lt", large, p.small)
    scale = _where(down, 1 / p.scale, _where(up, p.scale, 1.0))
    back = _where(down, p.scale, _where(up, 1 / p.scale, 1.0))
    a, b = x * scale, y * scale
    value = apply("sqrt", _fma(a, a, b * b)) * back
    infinite = apply("or", apply("eq", x, math.inf), apply("eq", y, math.inf))
    return _where(infinite, math.inf, value)


def tanh(p: Precision, x: Scalar) -> Scalar:
    size = apply("abs", x)
    z = x * x
    near = _fma(x * z, _divided(_polynomial(p.tanh, z), p.tanh_divisor, z), x)
    e = exp(p, 2.0 * apply("minimum", size, 30.0))
    far = 1.0 - 2.0 / (e + 1.0)
    far = _where(apply("lt", x, 0.0), -far, far)
    return _where(apply("lt", size, 0.625), _where(apply("eq", x, 0.0), x, near), far)


FUNCTIONS: Final[dict[str, Callable[..., Scalar]]] = {
    "sin": sin,
    "cos": cos,
    "tan": tan,
    "asin": asin,
    "acos": acos,
    "atan": atan,
    "atan2": atan2,
    "exp": exp,
    "log": log,
    "tanh": tanh,
    "sinh": sinh,
    "cosh": cosh,
    "expm1": expm1,
    "log1p": log1p,
    "hypot": hypot,
}

BINARY: Final = frozenset({"atan2", "hypot"})
"""The functions of two numbers."""
