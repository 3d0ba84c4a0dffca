"""`kt.math.random`: numbers that a key and a counter decide, without a state.

Philox 4x32 with ten rounds [Salmon2011] maps four words of 32 bits to four under a key of two.
"""

import math
from collections.abc import Callable, Sequence
from functools import partial, reduce

from ..errors import ShapeError, user_line
from .array import Array, ArrayLike, as_array
from .elements import Shape
from .expr import apply, div, mul, sub
from .graph import Scalar
from .words import Word

__all__ = ["normal", "uniform"]


def __dir__() -> list[str]:
    return __all__


def uniform(key: ArrayLike, counter: ArrayLike, shape: Shape = ()) -> Scalar:
    """Independent numbers in [0, 1), uniformly distributed, by a counter [Salmon2011].

    The same key and counter give the same bits in every sample, thread and machine, those of
    others are independent. `key` is a number or two, as a seed and a sample, `counter` a number or
    up to three, as a step and a sensor; absent ones are 0. They may be operands, or a count in a
    scan. Each is an integer x with 0 <= x < 2^32; others are rounded down and clipped (operands in
    float32 are exact to 2^24). Where one is nan the numbers of its sample are. Derivatives are 0.

    Numbers are multiples of 2^-53; in float32 the same, cut to multiples of 2^-24. Code grows with
    the shape: draw many in a scan. Keys of complex and mpmath numbers give floats. Raises
    BackendError for symbols, ShapeError for other shapes.

    >>> import kinetree as kt
    >>> kt.math.random.uniform(key=7, counter=0)
    0.9545971285563127
    >>> @kt.function("(),()->(3)")
    ... def noise(seed, step):
    ...     return kt.math.random.uniform(key=seed, counter=[step, 5], shape=(3,))
    >>> noise([7, 8], 100).shape
    (2, 3)
    """
    return _drawn(lambda x, y: (x, y), key, counter, shape)


def normal(key: ArrayLike, counter: ArrayLike, shape: Shape = ()) -> Scalar:
    """Independent numbers of the standard normal distribution, by a counter [Salmon2011].

    Keys, counters and errors are those of `uniform`, of which two numbers give two: sqrt(-2 log(1 -
    u1)) times cosine and sine of 2 pi u2 [BoxMuller1958], at most 8.6 in size, in float32 5.8.

    >>> import kinetree as kt
    >>> round(kt.math.random.normal(key=7, counter=0), 9)
    1.873879706
    """
    return _drawn(_normal_pair, key, counter, shape)


def _normal_pair(x: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
    radius = apply("sqrt", mul(-2.0, apply("log", sub(1.0, x))))
    angle = mul(2 * math.pi, y)
    return mul(radius, apply("cos", angle)), mul(radius, apply("sin", angle))


def _drawn(
    pair: Callable[[Scalar, Scalar], tuple[Scalar, Scalar]],
    key: ArrayLike,
    counter: ArrayLike,
    shape: Shape,
) -> Scalar:
    """As many numbers as a shape has, two of each block of words."""
    if type(shape) is not tuple or {*map(type, shape)} - {int} or min(shape, default=0) < 0:
        raise ShapeError(
            f"{user_line()}: kt.math.random: shape={shape!r}; expected a tuple of counts, as (3,)."
        )
    numbers = [*_numbers("key", key, 2), *_numbers("counter", counter, 3)]
    known = reduce(partial(apply, "and"), [apply("eq", x, x) for x in numbers])
    k0, k1, *counters = map(_word, numbers)
    flat: list[Scalar] = []
    for block in range((math.prod(shape) + 1) // 2):
        a, b, c, d = philox((Word(block), *counters), (k0, k1))
        flat += pair(apply("fraction", a, b), apply("fraction", c, d))
    flat = [apply("select", known, x, math.nan) for x in flat[: math.prod(shape)]]
    return Array.of(flat, shape) if shape else flat[0]


def _numbers(name: str, x: ArrayLike, most: int) -> list[Scalar]:
    """The numbers of a key or counter, with zeros for absent ones."""
    array = as_array(x)
    if array.ndim > 1 or not 1 <= array.size <= most:
        raise ShapeError(
            f"{user_line()}: kt.math.random: a {name} of shape {array.shape}; expected a number, "
            f"or a vector of at most {most}."
        )
    return [*array.flat, *[0] * (most - array.size)]


def _word(x: Scalar) -> Scalar:
    """The word of a number, rounded down and clipped, in steps that are exact; 0 for nan."""
    x = apply("select", apply("eq", x, x), x, 0.0)
    x = apply("minimum", apply("maximum", x, 0.0), 2.0**32)
    high = apply("minimum", apply("floor", div(x, 65536.0)), 65535.0)
    low = apply("minimum", apply("floor", sub(x, mul(65536.0, high))), 65535.0)
    return apply("word", high, low)


def philox(counter: Sequence[Scalar], key: Sequence[Scalar]) -> tuple[Scalar, ...]:
    """The block of four words of a counter, four words, under a key of two [Salmon2011]."""
    (a, b, c, d), (k0, k1) = counter, key
    add, xor, low, high = (partial(apply, f"word_{x}") for x in ("add", "xor", "mullo", "mulhi"))
    m0, m1 = Word(0xD2511F53), Word(0xCD9E8D57)
    for _ in range(10):
        a, b, c, d = (
            *(xor(xor(high(m1, c), b), k0), low(m1, c)),
            *(xor(xor(high(m0, a), d), k1), low(m0, a)),
        )
        k0, k1 = add(k0, Word(0x9E3779B9)), add(k1, Word(0xBB67AE85))
    return a, b, c, d
