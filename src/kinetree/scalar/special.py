"""The two families of entire functions behind exp and log, and how they are computed.

`stumpff(k, x) = sum_i (-x)^i / (k + 2i)!`, the coefficients of exp on SO(3) and SE(3) with
`x = |w|^2`: c_0 = cos|w|, c_1 = sin|w| / |w|, c_2 = (1 - cos|w|) / |w|^2, ... No square root, no
branch, and closed under differentiation: c_k' = -(c_{k+1} - k c_{k+2}) / 2.

`arc(k, w)` is the k-th derivative of acos(w) / sqrt(1 - w^2), the angle over its sine as a function
of its cosine: smooth from no rotation (w = 1) to a half turn of a unit quaternion (w = 0), so that
rounding in w costs no digits. Its family is closed under differentiation by construction.

Both are primitive operations of the graph. mpmath and SymPy numbers have their own implementations
in `tables`; for all others they are lowered to a polynomial near the origin and a closed form
elsewhere.
"""

from math import factorial
from typing import Final

from .expr import Scalar, apply, div, graph_of, is_zero
from .tables import ElementaryFunction, kind_of, table


def stumpff(k: int, x: Scalar) -> Scalar:
    """c_k(x), for x >= 0."""
    if is_zero(x):
        return 1 if k < 2 else 1 / factorial(k)
    return _computed("stumpff", lowered_stumpff, k, x)


def arc(k: int, w: Scalar) -> Scalar:
    """The k-th derivative of acos(w) / sqrt(1 - w^2), for w in [0, 1]."""
    return _computed("arc", lowered_arc, k, w)


def _computed(op: str, lowered: ElementaryFunction, k: int, x: Scalar) -> Scalar:
    is_primitive = graph_of((x,)) is not None or op in table(kind_of((x,)))
    return apply(op, x, data=k) if is_primitive else lowered(k, x)


def lowered_stumpff(k: int, x: Scalar) -> Scalar:
    """c_k(x) by elementary functions; worst relative error about 1e-15 for k <= 8."""
    near_end = 4.0 if k <= 3 else 16.0 if k <= 5 else 36.0
    near = apply("lt", x, near_end)
    coefficients = [1.0 / factorial(k)]
    while near_end ** len(coefficients) * abs(coefficients[-1]) * factorial(k) > _NEGLIGIBLE:
        coefficients.append((-1.0) ** len(coefficients) / factorial(k + 2 * len(coefficients)))
    far = _stumpff_far(k, apply("select", near, near_end, x))
    return apply("select", near, _horner(coefficients, apply("select", near, x, 0.0)), far)


_NEGLIGIBLE: Final = 2.0**-54


def _stumpff_far(k: int, x: Scalar) -> Scalar:
    if k == 0:
        return apply("cos", apply("sqrt", x))
    if k == 1:
        root = apply("sqrt", x)
        return apply("sin", root) / root
    if k == 2:  # (1 - cos t) / t^2 without the cancellation
        half = _stumpff_far(1, 0.25 * x)
        return 0.5 * (half * half)
    return (1.0 / factorial(k - 2) - _stumpff_far(k - 2, x)) / x


def lowered_arc(k: int, w: Scalar) -> Scalar:
    """arc(k, w) by elementary functions."""
    near = apply("lt", 0.5, w)
    far = _arc_far(k, apply("select", near, 0.5, w))
    return apply("select", near, _horner(_arc_series(k), apply("select", near, w - 1.0, 0.0)), far)


def _arc_series(k: int) -> list[float]:
    """Coefficients of arc(k, 1 + t): those of arc(0) have a_n = -n / (2n + 1) a_{n-1}."""
    a, coefficients, n = 1.0, list[float](), 0
    while n <= k or abs(coefficients[-1]) * 0.5 ** (n - k) > _NEGLIGIBLE * abs(coefficients[0]):
        if n >= k:
            coefficients.append(a * factorial(n) / factorial(n - k))
        n += 1
        a *= -n / (2 * n + 1)
    return coefficients


def _arc_far(k: int, w: Scalar) -> Scalar:
    square = 1.0 - w * w
    before, value = 0.0, div(apply("acos", w), apply("sqrt", square))
    for n in range(k):  # (1 - w^2) L_{n+1} = (2n + 1) w L_n + n^2 L_{n-1}, and -1 for n = 0
        rise = (n * n) * before if n else -1.0
        before, value = value, div((2 * n + 1) * (w * value) + rise, square)
    return value


def _horner(coefficients: list[float], x: Scalar) -> Scalar:
    value: Scalar = coefficients[-1]
    for c in coefficients[-2::-1]:
        value = value * x + c
    return value
