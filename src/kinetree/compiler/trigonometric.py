"""Trigonometric functions and their inverses as arithmetic; see precision.py."""

import math

from ..scalar.expr import Scalar, apply
from .precision import Precision, divided, fma, polynomial, two_sum, where


def _reduced(p: Precision, x: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """x = n pi/2 + r + low, with n modulo 4 in -2 .. 2 and |r| <= pi/4."""
    n = apply("rint", x * (2 / math.pi))
    first = fma(-n, p.half_pi[0], x)  # exact
    second = fma(n, p.half_pi[1], 0.0)  # rounded here, not fused into the next line
    r = first - second
    error = (first - r) - second  # exact, also where first < second: it has no small bits
    low = fma(-n, p.half_pi[2], error - fma(n, p.half_pi[1], -second))
    in_range = apply("le", apply("abs", x), p.largest_angle)
    return fma(-4.0, apply("rint", 0.25 * n), n), where(in_range, r, math.nan), low


def _sin_parts(p: Precision, r: Scalar, low: Scalar) -> tuple[Scalar, Scalar]:
    """sin(r + low) as r plus a correction."""
    z = r * r
    tail = polynomial(p.sin[1:], z)
    v = z * r
    inner = fma(z, fma(-v, tail, 0.5 * low), -low)
    return r, -fma(-v, p.sin[0], inner)


def _cos_parts(p: Precision, r: Scalar, low: Scalar) -> tuple[Scalar, Scalar]:
    """cos(r + low) as 1 - r^2/2, rounded, plus a correction."""
    z = r * r
    half = 0.5 * z
    w = 1.0 - half
    rest = fma(z * z, polynomial(p.cos, z), -(r * low))
    return w, ((1.0 - w) - half) + rest


def _quadrants(n: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """For n modulo 4: whether it is odd, and the signs of sin and cos."""
    size = apply("abs", n)
    odd, even_sign = apply("eq", size, 1.0), 1.0 - size
    return odd, where(odd, n, even_sign), where(odd, -n, even_sign)


def sin(p: Precision, x: Scalar) -> Scalar:
    n, r, low = _reduced(p, x)
    odd, sign, _ = _quadrants(n)
    s, c = sum(_sin_parts(p, r, low)), sum(_cos_parts(p, r, low))
    return where(apply("eq", x, 0.0), x, sign * where(odd, c, s))  # sin(-0.0) is -0.0


def cos(p: Precision, x: Scalar) -> Scalar:
    n, r, low = _reduced(p, x)
    odd, _, sign = _quadrants(n)
    s, c = sum(_sin_parts(p, r, low)), sum(_cos_parts(p, r, low))
    return sign * where(odd, s, c)


def tan(p: Precision, x: Scalar) -> Scalar:
    n, r, low = _reduced(p, x)
    odd, _, _ = _quadrants(n)
    s, s_low = two_sum(*_sin_parts(p, r, low))
    c, c_low = two_sum(*_cos_parts(p, r, low))
    top, top_low = where(odd, -c, s), where(odd, -c_low, s_low)
    bottom, bottom_low = where(odd, s, c), where(odd, s_low, c_low)
    ratio = top / bottom
    error = fma(-ratio, bottom, top) + fma(-ratio, bottom_low, top_low)
    return where(apply("eq", x, 0.0), x, ratio + error / bottom)


def _atan_quotient(p: Precision, y: Scalar, x: Scalar) -> tuple[Scalar, Scalar]:
    """atan(y / x) for 0 <= y <= x as a high and a low part; the quotient is never rounded alone."""
    far, near = apply("lt", 0.6875 * x, y), apply("lt", 0.4375 * x, y)

    def pick(k: int) -> Scalar:
        zero, half, one = p.atan_points
        return where(far, one[k], where(near, half[k], zero[k]))

    tangent, high, low = pick(0), pick(1), pick(2)
    top, bottom = fma(-tangent, x, y), fma(tangent, y, x)
    t = top / bottom
    top_low = fma(-tangent, x, y - top)  # what rounding took from top and bottom
    bottom_low = fma(tangent, y, x - bottom)
    t_low = (fma(-t, bottom, top) + fma(-t, bottom_low, top_low)) / bottom
    z = t * t
    correction = t_low - t * (z * polynomial(p.atan, z))
    high, rest = two_sum(high, t)
    return high, rest + (correction + low)


def atan(p: Precision, x: Scalar) -> Scalar:
    size = apply("abs", x)
    steep = apply("lt", 1.0, size)
    infinite = apply("eq", size, math.inf)
    y = where(steep, 1.0, size)
    high, low = _atan_quotient(
        p, where(infinite, 0.0, y), where(steep, where(infinite, 1.0, size), 1.0)
    )
    up, down = two_sum(p.half_pi[0], -high)
    value = where(steep, up + (down + (p.half_pi[1] - low)), high + low)
    return where(apply("lt", x, 0.0), -value, where(apply("eq", x, 0.0), x, value))


def atan2(p: Precision, y: Scalar, x: Scalar) -> Scalar:
    """The angle of (x, y): half turns are added in two parts."""
    a, b = apply("abs", y), apply("abs", x)
    both = apply("and", apply("eq", a, math.inf), apply("eq", b, math.inf))
    a, b = where(both, 1.0, a), where(both, 1.0, b)
    steep = apply("lt", b, a)
    small, large = where(steep, b, a), where(steep, a, b)
    # out of the range where products overflow or lose bits to underflow
    down = where(apply("lt", p.huge, large), 2.0**-10, 1.0)
    scale = where(apply("lt", large, p.small), p.scale, down)
    zero = apply("eq", large, 0.0)
    infinite = apply("eq", large, math.inf)
    small, large = (
        where(infinite, 0.0, small * scale),
        where(apply("or", zero, infinite), 1.0, large * scale),
    )
    high, low = _atan_quotient(p, small, large)
    up, rest = two_sum(p.half_pi[0], -high)
    high, low = where(steep, up, high), where(steep, rest + (p.half_pi[1] - low), low)
    left = apply("or", apply("lt", x, 0.0), apply("and", apply("eq", x, 0.0), _is_negative(x)))
    up, rest = two_sum(2 * p.half_pi[0], -high)
    value = where(left, up + (rest + (2 * p.half_pi[1] - low)), high + low)
    value = where(_is_negative(y), -value, value)
    return where(apply("eq", y, y), value, y + x)


def _is_negative(x: Scalar) -> Scalar:
    """The sign bit, -0.0 included."""
    return apply("lt", apply("copysign", 1.0, x), 0.0)


def _asin_ratio(p: Precision, z: Scalar) -> Scalar:
    return divided(z * polynomial(p.asin, z), p.asin_divisor, z)


def _asin_far(p: Precision, size: Scalar) -> tuple[Scalar, Scalar]:
    """acos of a number in [0.5, 1], halved, as a high and a low part: asin(sqrt((1 - x) / 2))."""
    z = fma(-0.5, size, 0.5)
    root = apply("sqrt", z)
    slack = where(apply("lt", 0.0, z), fma(-root, root, z) / (2.0 * root), 0.0)
    return root, fma(root, _asin_ratio(p, z), slack)


def asin(p: Precision, x: Scalar) -> Scalar:
    size = apply("abs", x)
    far = apply("lt", 0.5, size)
    near = fma(size, _asin_ratio(p, size * size), size)
    root, low = _asin_far(p, size)
    up, rest = two_sum(p.half_pi[0], -2.0 * root)
    value = where(far, up + (rest + fma(-2.0, low, p.half_pi[1])), near)
    value = where(apply("le", size, 1.0), value, math.nan)
    return where(apply("lt", x, 0.0), -value, where(apply("eq", x, 0.0), x, value))


def acos(p: Precision, x: Scalar) -> Scalar:
    size = apply("abs", x)
    z = x * x
    up, rest = two_sum(p.half_pi[0], -x)
    near = up + (rest + (p.half_pi[1] - x * _asin_ratio(p, z)))
    root, low = _asin_far(p, size)
    high, rest = two_sum(2 * p.half_pi[0], -2.0 * root)
    left = high + (rest + fma(-2.0, low, 2 * p.half_pi[1]))
    far = where(apply("lt", x, 0.0), left, 2.0 * (root + low))
    value = where(apply("lt", 0.5, size), far, near)
    return where(apply("le", size, 1.0), value, math.nan)
