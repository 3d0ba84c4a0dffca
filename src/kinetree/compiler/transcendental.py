"""Transcendental functions as arithmetic: one source for scalar and vector variants.

Each takes a traced number and expands to additions, multiplications, fused multiply-adds,
selects and four operations on the bits of a double (`rint`, `pow2`, `exponent`, `significand`).
Argument reductions keep a low part, so that errors stay below 1.5 ulp. Special values are those of
IEEE 754, but sin, cos and tan are nan beyond 2^30, where an angle has lost its meaning.
The polynomial coefficients are those of [Fdlibm], and of [Cephes] for tanh.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final

from ..scalar.expr import Scalar, apply

LARGEST_ANGLE: Final = 2.0**30

_HALF_PI: Final = (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33)
_SIN: Final = (
    -1.66666666666666324348e-01,
    8.33333333332248946124e-03,
    -1.98412698298579493134e-04,
    2.75573137070700676789e-06,
    -2.50507602534068634195e-08,
    1.58969099521155010221e-10,
)
_COS: Final = (
    4.16666666666666019037e-02,
    -1.38888888888741095749e-03,
    2.48015872894767294178e-05,
    -2.75573143513906633035e-07,
    2.08757232129817482790e-09,
    -1.13596475577881948265e-11,
)
_ATAN: Final = (
    3.33333333333329318027e-01,
    -1.99999999998764832476e-01,
    1.42857142725034663711e-01,
    -1.11111104054623557880e-01,
    9.09088713343650656196e-02,
    -7.69187620504482999495e-02,
    6.66107313738753120669e-02,
    -5.83357013379057348645e-02,
    4.97687799461593236017e-02,
    -3.65315727442169155270e-02,
    1.62858201153657823623e-02,
)
_ATAN_POINTS: Final = (  # tangent, arc tangent as a high and a low part
    (0.0, 0.0, 0.0),
    (0.5, 4.63647609000806093515e-01, 2.26987774529616870924e-17),
    (1.0, 7.85398163397448278999e-01, 3.06161699786838301793e-17),
)
_ASIN_P: Final = (
    1.66666666666666657415e-01,
    -3.25565818622400915405e-01,
    2.01212532134862925881e-01,
    -4.00555345006794114027e-02,
    7.91534994289814532176e-04,
    3.47933107596021167570e-05,
)
_ASIN_Q: Final = (
    1.0,
    -2.40339491173441421878e00,
    2.02094576023350569471e00,
    -6.88283971605453293030e-01,
    7.70381505559019352791e-02,
)
_EXP: Final = (
    1.66666666666666019037e-01,
    -2.77777777770155933842e-03,
    6.61375632143793436117e-05,
    -1.65339022054652515390e-06,
    4.13813679705723846039e-08,
)
_LN2: Final = (6.93147180369123816490e-01, 1.90821492927058770002e-10)
_LOG: Final = (
    6.666666666666735130e-01,
    3.999999999940941908e-01,
    2.857142874366239149e-01,
    2.222219843214978396e-01,
    1.818357216161805012e-01,
    1.531383769920937332e-01,
    1.479819860511658591e-01,
)
_TANH_P: Final = (
    -1.61468768441708447952e03,
    -9.92877231001918586564e01,
    -9.64399179425052238628e-01,
)
_TANH_Q: Final = (
    4.84406305325125486048e03,
    2.23548839060100448583e03,
    1.12811678491632931402e02,
    1.0,
)


def _fma(a: Scalar, b: Scalar, c: Scalar) -> Scalar:
    return apply("fma", a, b, c)


def _where(condition: Scalar, x: Scalar, y: Scalar) -> Scalar:
    return apply("select", condition, x, y)


def _polynomial(coefficients: Sequence[float], x: Scalar) -> Scalar:
    value: Scalar = coefficients[-1]
    for c in coefficients[-2::-1]:
        value = _fma(value, x, c)
    return value


def _two_sum(big: Scalar, small: Scalar) -> tuple[Scalar, Scalar]:
    """The sum and its rounding error, for |big| >= |small|."""
    total = big + small
    return total, small - (total - big)


def _reduced(x: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """x = n pi/2 + r + low, with n modulo 4 in -2 .. 2 and |r| <= pi/4."""
    n = apply("rint", x * (2 / math.pi))
    first = _fma(-n, _HALF_PI[0], x)  # exact
    second = _fma(n, _HALF_PI[1], 0.0)  # rounded here, not fused into the next line
    r = first - second
    moved = r - first  # r + error = first - second, whichever is larger
    error = (first - (r - moved)) - (second + moved)
    low = _fma(-n, _HALF_PI[2], error - _fma(n, _HALF_PI[1], -second))
    r, low = _two_sum(r, low)
    in_range = apply("le", apply("abs", x), LARGEST_ANGLE)
    return _fma(-4.0, apply("rint", 0.25 * n), n), _where(in_range, r, math.nan), low


def _sin_parts(r: Scalar, low: Scalar) -> tuple[Scalar, Scalar]:
    """sin(r + low) as r plus a correction."""
    z = r * r
    tail = _polynomial(_SIN[1:], z)
    v = z * r
    inner = _fma(z, _fma(-v, tail, 0.5 * low), -low)
    return r, -_fma(-v, _SIN[0], inner)


def _cos_parts(r: Scalar, low: Scalar) -> tuple[Scalar, Scalar]:
    """cos(r + low) as 1 - r^2/2, rounded, plus a correction."""
    z = r * r
    half = 0.5 * z
    w = 1.0 - half
    rest = _fma(z * z, _polynomial(_COS, z), -(r * low))
    return w, ((1.0 - w) - half) + rest


def _quadrants(n: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """For n modulo 4: whether it is odd, whether sin and whether cos changes its sign."""
    size = apply("abs", n)
    return apply("eq", size, 1.0), _outside(n, 0.0, 1.0), _outside(n, -1.0, 0.0)


def _outside(n: Scalar, low: float, high: float) -> Scalar:
    return apply("or", apply("lt", n, low), apply("lt", high, n))


def sin(x: Scalar) -> Scalar:
    n, r, low = _reduced(x)
    odd, flip, _ = _quadrants(n)
    s, c = sum(_sin_parts(r, low)), sum(_cos_parts(r, low))
    value = _where(odd, c, s)
    value = _where(flip, -value, value)
    return _where(apply("eq", x, 0.0), x, value)  # sin(-0.0) is -0.0


def cos(x: Scalar) -> Scalar:
    n, r, low = _reduced(x)
    odd, _, flip = _quadrants(n)
    s, c = sum(_sin_parts(r, low)), sum(_cos_parts(r, low))
    value = _where(odd, s, c)
    return _where(flip, -value, value)


def tan(x: Scalar) -> Scalar:
    n, r, low = _reduced(x)
    odd, _, _ = _quadrants(n)
    s, s_low = _two_sum(*_sin_parts(r, low))
    c, c_low = _two_sum(*_cos_parts(r, low))
    top, top_low = _where(odd, -c, s), _where(odd, -c_low, s_low)
    bottom, bottom_low = _where(odd, s, c), _where(odd, s_low, c_low)
    ratio = top / bottom
    error = _fma(-ratio, bottom, top) + _fma(-ratio, bottom_low, top_low)
    return _where(apply("eq", x, 0.0), x, ratio + error / bottom)


def _atan_quotient(y: Scalar, x: Scalar) -> tuple[Scalar, Scalar]:
    """atan(y / x) for 0 <= y <= x as a high and a low part; the quotient is never rounded alone."""
    far, near = apply("lt", 0.6875 * x, y), apply("lt", 0.4375 * x, y)

    def pick(k: int) -> Scalar:
        return _where(far, _ATAN_POINTS[2][k], _where(near, _ATAN_POINTS[1][k], _ATAN_POINTS[0][k]))

    tangent, high, low = pick(0), pick(1), pick(2)
    top, bottom = _fma(-tangent, x, y), _fma(tangent, y, x)
    t = top / bottom
    top_low = _fma(-tangent, x, y - top)  # what rounding took from top and bottom
    bottom_low = _fma(tangent, y, x - bottom)
    t_low = (_fma(-t, bottom, top) + _fma(-t, bottom_low, top_low)) / bottom
    z = t * t
    correction = t_low - t * (z * _polynomial(_ATAN, z))
    high, rest = _two_sum(high, t)
    return high, rest + (correction + low)


def atan(x: Scalar) -> Scalar:
    size = apply("abs", x)
    steep = apply("lt", 1.0, size)
    infinite = apply("eq", size, math.inf)
    y = _where(steep, 1.0, size)
    high, low = _atan_quotient(_where(infinite, 0.0, y), _where(steep, _finite(size), 1.0))
    up, down = _two_sum(_HALF_PI[0], -high)
    value = _where(steep, up + (down + (_HALF_PI[1] - low)), high + low)
    return _where(apply("lt", x, 0.0), -value, _where(apply("eq", x, 0.0), x, value))


def _finite(size: Scalar) -> Scalar:
    return _where(apply("eq", size, math.inf), 1.0, size)


def atan2(y: Scalar, x: Scalar) -> Scalar:
    """The angle of (x, y): half turns are added in two parts."""
    a, b = apply("abs", y), apply("abs", x)
    both = apply("and", apply("eq", a, math.inf), apply("eq", b, math.inf))
    a, b = _where(both, 1.0, a), _where(both, 1.0, b)
    steep = apply("lt", b, a)
    small, large = _where(steep, b, a), _where(steep, a, b)
    # out of the range where products overflow or lose bits to underflow
    scale = _where(
        apply("lt", large, 2.0**-500),
        2.0**600,
        _where(apply("lt", 2.0**1000, large), 2.0**-100, 1.0),
    )
    zero = apply("eq", large, 0.0)
    infinite = apply("eq", large, math.inf)
    small, large = (
        _where(infinite, 0.0, small * scale),
        _where(apply("or", zero, infinite), 1.0, large * scale),
    )
    high, low = _atan_quotient(small, large)
    up, rest = _two_sum(_HALF_PI[0], -high)
    high, low = _where(steep, up, high), _where(steep, rest + (_HALF_PI[1] - low), low)
    left = apply("or", apply("lt", x, 0.0), apply("and", apply("eq", x, 0.0), _is_negative(x)))
    up, rest = _two_sum(2 * _HALF_PI[0], -high)
    value = _where(left, up + (rest + (2 * _HALF_PI[1] - low)), high + low)
    value = _where(_is_negative(y), -value, value)
    return _where(apply("eq", y, y), value, y + x)


def _is_negative(x: Scalar) -> Scalar:
    """The sign bit, -0.0 included."""
    return apply("lt", apply("copysign", 1.0, x), 0.0)


def _asin_ratio(z: Scalar) -> Scalar:
    return z * _polynomial(_ASIN_P, z) / _polynomial(_ASIN_Q, z)


def _asin_far(size: Scalar) -> tuple[Scalar, Scalar]:
    """acos of a number in [0.5, 1], halved, as a high and a low part: asin(sqrt((1 - x) / 2))."""
    z = _fma(-0.5, size, 0.5)
    root = apply("sqrt", z)
    slack = _where(apply("lt", 0.0, z), _fma(-root, root, z) / (2.0 * root), 0.0)
    return root, _fma(root, _asin_ratio(z), slack)


def asin(x: Scalar) -> Scalar:
    size = apply("abs", x)
    far = apply("lt", 0.5, size)
    near = _fma(size, _asin_ratio(size * size), size)
    root, low = _asin_far(size)
    up, rest = _two_sum(_HALF_PI[0], -2.0 * root)
    value = _where(far, up + (rest + _fma(-2.0, low, _HALF_PI[1])), near)
    value = _where(apply("le", size, 1.0), value, math.nan)
    return _where(apply("lt", x, 0.0), -value, _where(apply("eq", x, 0.0), x, value))


def acos(x: Scalar) -> Scalar:
    size = apply("abs", x)
    z = x * x
    up, rest = _two_sum(_HALF_PI[0], -x)
    near = up + (rest + (_HALF_PI[1] - x * _asin_ratio(z)))
    root, low = _asin_far(size)
    high, rest = _two_sum(2 * _HALF_PI[0], -2.0 * root)
    left = high + (rest + _fma(-2.0, low, 2 * _HALF_PI[1]))
    far = _where(apply("lt", x, 0.0), left, 2.0 * (root + low))
    value = _where(apply("lt", 0.5, size), far, near)
    return _where(apply("le", size, 1.0), value, math.nan)


def _reduced_exponent(x: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """x = n ln 2 + r with |r| <= ln 2 / 2, as n, and exp(r) - 1 as a part of r and a correction."""
    n = apply("rint", x * (1 / math.log(2)))
    high, low = _fma(-n, _LN2[0], x), n * _LN2[1]
    r = high - low
    z = r * r
    c = r - z * _polynomial(_EXP, z)
    return n, high, low - (r * c) / (2.0 - c)


def _power(n: Scalar, high: Scalar, taken: Scalar) -> Scalar:
    """2^n (1 + high - taken)."""
    value = 1.0 - (taken - high)
    half = apply("rint", 0.5 * n)  # 2^n in two steps reaches the subnormal numbers
    return (value * apply("pow2", half)) * apply("pow2", n - half)


def exp(x: Scalar) -> Scalar:
    return _power(*_reduced_exponent(apply("maximum", apply("minimum", x, 710.0), -746.0)))


def _expm1_parts(n: Scalar, high: Scalar, taken: Scalar) -> tuple[Scalar, Scalar]:
    """2^n (1 + high - taken) - 1, rounded, and what rounding took."""
    scale = apply("pow2", n)
    total, rest = _two_sum(scale - 1.0, scale * high)
    return _two_sum(total, rest - scale * taken)


_LARGE_EXPONENT: Final = 60.0
"""n from which on exp(x) - 1 is exp(x)."""


def expm1(x: Scalar) -> Scalar:
    n, high, taken = _reduced_exponent(apply("maximum", apply("minimum", x, 710.0), -50.0))
    total, _ = _expm1_parts(apply("minimum", n, _LARGE_EXPONENT), high, taken)
    large = apply("lt", _LARGE_EXPONENT, n)
    value = _where(large, _power(n, high, taken), total)
    return _where(apply("eq", x, 0.0), x, value)


def _hyperbolic(x: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """For cosh and sinh of |x|: e^|x| - 1, rounded, what rounding took, and e^|x| / 2."""
    size = apply("minimum", apply("abs", x), 711.0)
    n, high, taken = _reduced_exponent(size)
    total, rest = _expm1_parts(apply("minimum", n, _LARGE_EXPONENT), high, taken)
    return total, rest, _power(n - 1.0, high, taken)


def _half_with_inverse(total: Scalar, rest: Scalar, sign: float) -> Scalar:
    """(e + sign / e) / 2 for e = 1 + total + rest, e not small."""
    e, low = _two_sum(total, 1.0)
    return 0.5 * (e + (sign / e + (low + rest)))


def sinh(x: Scalar) -> Scalar:
    size = apply("abs", x)
    total, rest, large = _hyperbolic(x)
    e = 1.0 + total
    near = total + (rest - 0.5 * (total * total / e))  # e^x - 1 - (cosh(x) - 1)
    far = _half_with_inverse(total, rest, -1.0)
    value = _where(apply("lt", size, 0.7), near, _where(apply("lt", size, 40.0), far, large))
    return _where(apply("eq", x, 0.0), x, apply("copysign", value, x))


def cosh(x: Scalar) -> Scalar:
    size = apply("abs", x)
    total, rest, large = _hyperbolic(x)
    near = 1.0 + 0.5 * (total * total / (1.0 + total))
    far = _half_with_inverse(total, rest, 1.0)
    return _where(apply("lt", size, 0.7), near, _where(apply("lt", size, 40.0), far, large))


def _log_of_sum(f: Scalar, k: Scalar, low: Scalar) -> Scalar:
    """k ln 2 + log(1 + f) + low."""
    s = f / (2.0 + f)
    z = s * s
    half = 0.5 * (f * f)
    inner = s * (half + z * _polynomial(_LOG, z)) + low
    return _fma(k, _LN2[0], -((half - _fma(k, _LN2[1], inner)) - f))


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


def log(x: Scalar) -> Scalar:
    tiny = apply("lt", x, 2.0**-1022)
    f, k = _normal_parts(_where(tiny, x * 2.0**54, x))
    return _with_limits(x, 0.0, _log_of_sum(f, k - _where(tiny, 54.0, 0.0), 0))


def log1p(x: Scalar) -> Scalar:
    near = apply("and", apply("lt", -0.2928, x), apply("lt", x, 0.4142))
    u = 1.0 + x
    low = _where(apply("lt", x, 1.0), x - (u - 1.0), 1.0 - (u - x)) / u  # what rounding took
    f, k = _normal_parts(u)
    value = _log_of_sum(_where(near, x, f), _where(near, 0.0, k), _where(near, 0.0, low))
    return _where(apply("eq", x, 0.0), x, _with_limits(x, -1.0, value))


def hypot(x: Scalar, y: Scalar) -> Scalar:
    x, y = apply("abs", x), apply("abs", y)
    large = apply("maximum", x, y)
    # out of the range where squares overflow or lose bits to underflow
    down, up = apply("lt", 2.0**500, large), apply("lt", large, 2.0**-400)
    scale = _where(down, 2.0**-600, _where(up, 2.0**600, 1.0))
    back = _where(down, 2.0**600, _where(up, 2.0**-600, 1.0))
    a, b = x * scale, y * scale
    value = apply("sqrt", _fma(a, a, b * b)) * back
    infinite = apply("or", apply("eq", x, math.inf), apply("eq", y, math.inf))
    return _where(infinite, math.inf, value)


def tanh(x: Scalar) -> Scalar:
    size = apply("abs", x)
    z = x * x
    near = _fma(x * z, _polynomial(_TANH_P, z) / _polynomial(_TANH_Q, z), x)
    e = exp(2.0 * apply("minimum", size, 30.0))
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
