"""Constants of the formats float64 and float32 of IEEE 754, and of functions computed in them.

Transcendental functions (trigonometric.py, exponential.py) are arithmetic: one source for scalar
and vector variants. Each takes a traced number and expands to additions, multiplications, fused
multiply-adds, selects and four operations on the bits of a number (`rint`, `pow2`, `exponent`,
`significand`), in the precision of the kernel. Argument reductions keep a low part, so that errors
stay below 1.8 ulp. Special values are those of IEEE 754, but sin, cos and tan are nan beyond 2^30,
and in float32 beyond 2^20, where an angle has lost its meaning.

The polynomial coefficients of float64 are those of [Fdlibm], and of [Cephes] for tanh. Those of
float32 have the least largest relative error on their interval, by least squares with Lawson's
weights, each rounded before those of higher powers were fitted: 0.1 ulp and less.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..scalar.expr import Scalar, apply

Coefficients = tuple[float, ...]


@dataclass(frozen=True)
class Precision:
    """A format, and the constants of the transcendental functions in it."""

    fraction_bits: int
    bias: int
    """The sum of the exponent of a number and this is in its bits."""

    largest_angle: float
    half_pi: tuple[float, float, float]
    """pi/2 as a sum."""
    sin: Coefficients
    cos: Coefficients
    atan: Coefficients
    atan_points: tuple[tuple[float, float, float], ...]
    """Tangent, arc tangent as a high and a low part."""
    asin: Coefficients
    asin_divisor: Coefficients
    ln2: tuple[float, float]
    """ln 2 as a sum, the first with zeros at its end: products with exponents are exact."""
    exp: Coefficients
    log: Coefficients
    tanh: Coefficients
    tanh_divisor: Coefficients

    largest_exponent: float
    """Beyond this number its exponential is inf."""
    smallest_exponent: float
    """Below this number its exponential is 0."""
    exact_exponent: float
    """From the power 2^n with this n on 2^n - 1 is 2^n."""
    far: float
    """From this number on its hyperbolic sine and cosine are half the exponential."""

    small: float
    """Squares of larger numbers lose no bits to underflow."""
    large: float
    """Squares of smaller numbers do not overflow."""
    huge: float
    """Sums of a few smaller numbers do not overflow."""
    scale: float
    """Small numbers times this, and large ones divided by it, are neither."""

    @property
    def epsilon(self) -> float:
        """The distance from 1 to the next number."""
        return 2.0**-self.fraction_bits

    @property
    def least_normal(self) -> float:
        """The least number that has all bits."""
        return 2.0 ** (1 - self.bias)


def _numbers(text: str) -> Coefficients:
    return tuple(map(float, text.split()))


FLOAT64: Final = Precision(
    fraction_bits=52,
    bias=1023,
    largest_angle=2.0**30,
    half_pi=(1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33),
    sin=_numbers(
        "-1.66666666666666324348e-01 8.33333333332248946124e-03 -1.98412698298579493134e-04 "
        "2.75573137070700676789e-06 -2.50507602534068634195e-08 1.58969099521155010221e-10"
    ),
    cos=_numbers(
        "4.16666666666666019037e-02 -1.38888888888741095749e-03 2.48015872894767294178e-05 "
        "-2.75573143513906633035e-07 2.08757232129817482790e-09 -1.13596475577881948265e-11"
    ),
    atan=_numbers(
        "3.33333333333329318027e-01 -1.99999999998764832476e-01 1.42857142725034663711e-01 "
        "-1.11111104054623557880e-01 9.09088713343650656196e-02 -7.69187620504482999495e-02 "
        "6.66107313738753120669e-02 -5.83357013379057348645e-02 4.97687799461593236017e-02 "
        "-3.65315727442169155270e-02 1.62858201153657823623e-02"
    ),
    atan_points=(
        (0.0, 0.0, 0.0),
        (0.5, 4.63647609000806093515e-01, 2.26987774529616870924e-17),
        (1.0, 7.85398163397448278999e-01, 3.06161699786838301793e-17),
    ),
    asin=_numbers(
        "1.66666666666666657415e-01 -3.25565818622400915405e-01 2.01212532134862925881e-01 "
        "-4.00555345006794114027e-02 7.91534994289814532176e-04 3.47933107596021167570e-05"
    ),
    asin_divisor=_numbers(
        "1.0 -2.40339491173441421878e00 2.02094576023350569471e00 -6.88283971605453293030e-01 "
        "7.70381505559019352791e-02"
    ),
    ln2=(6.93147180369123816490e-01, 1.90821492927058770002e-10),
    exp=_numbers(
        "1.66666666666666019037e-01 -2.77777777770155933842e-03 6.61375632143793436117e-05 "
        "-1.65339022054652515390e-06 4.13813679705723846039e-08"
    ),
    log=_numbers(
        "6.666666666666735130e-01 3.999999999940941908e-01 2.857142874366239149e-01 "
        "2.222219843214978396e-01 1.818357216161805012e-01 1.531383769920937332e-01 "
        "1.479819860511658591e-01"
    ),
    tanh=_numbers(
        "-1.61468768441708447952e03 -9.92877231001918586564e01 -9.64399179425052238628e-01"
    ),
    tanh_divisor=_numbers(
        "4.84406305325125486048e03 2.23548839060100448583e03 1.12811678491632931402e02 1.0"
    ),
    largest_exponent=710.0,
    smallest_exponent=-746.0,
    exact_exponent=60.0,
    far=40.0,
    small=2.0**-400,
    large=2.0**500,
    huge=2.0**1000,
    scale=2.0**600,
)

FLOAT32: Final = Precision(
    fraction_bits=23,
    bias=127,
    largest_angle=2.0**20,
    half_pi=(1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15),
    sin=(-0.166666672, 0.00833337288, -0.000198496913, 2.79288861e-06),
    cos=(0.0416666307, -0.00138866343, 2.43605682e-05),
    atan=(0.333333045, -0.1999778, 0.142301321, -0.104937725, 0.0582475439),
    atan_points=(
        (0.0, 0.0, 0.0),
        (0.5, 0.46364760398864746, 5.01215868808913e-09),
        (1.0, 0.7853981852531433, -2.1855694143368964e-08),
    ),
    asin=(0.166667521, 0.0749530643, 0.0454697721, 0.0241807755, 0.0421664044),
    asin_divisor=(),
    ln2=(0.693145751953125, 1.428606765330187e-06),
    exp=(0.166666135, -0.00276553468),
    log=(0.666667759, 0.399775833, 0.29870829),
    tanh=(-0.333332807, 0.133314058, -0.0537365153, 0.0206281673, -0.0056922962),
    tanh_divisor=(),
    largest_exponent=89.0,
    smallest_exponent=-105.0,
    exact_exponent=26.0,
    far=15.0,
    small=2.0**-40,
    large=2.0**60,
    huge=2.0**120,
    scale=2.0**96,
)

PRECISIONS: Final = {"float64": FLOAT64, "float32": FLOAT32}


def fma(a: Scalar, b: Scalar, c: Scalar) -> Scalar:
    return apply("fma", a, b, c)


def where(condition: Scalar, x: Scalar, y: Scalar) -> Scalar:
    return apply("select", condition, x, y)


def polynomial(coefficients: Sequence[float], x: Scalar) -> Scalar:
    value: Scalar = coefficients[-1]
    for c in coefficients[-2::-1]:
        value = fma(value, x, c)
    return value


def divided(top: Scalar, coefficients: Sequence[float], x: Scalar) -> Scalar:
    """The quotient by a polynomial, which is 1 without coefficients."""
    return top / polynomial(coefficients, x) if coefficients else top


def two_sum(big: Scalar, small: Scalar) -> tuple[Scalar, Scalar]:
    """The sum and its rounding error, for |big| >= |small|."""
    total = big + small
    return total, small - (total - big)
