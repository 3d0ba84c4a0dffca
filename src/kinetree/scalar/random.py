"""`kt.math.random`: numbers that a key and a counter decide, in every sample, thread and machine.

Philox 4x32 with ten rounds [Salmon2011] is a bijection of four words of 32 bits for every key of
two. There is no state: draws of other counters are independent, in any order.
"""

import math
from collections.abc import Callable, Sequence
from functools import reduce
from operator import index
from typing import Final, TypeAlias

from ..errors import ShapeError, user_line
from .array import Array, ArrayLike, as_array
from .elements import Shape
from .expr import apply, div, mul, sub
from .graph import Scalar
from .words import Word

__all__ = ["normal", "uniform"]

Pair: TypeAlias = tuple[Scalar, Scalar]

_ROUNDS: Final = 10
_MULTIPLIERS: Final = Word(0xD2511F53), Word(0xCD9E8D57)
_KEY_STEPS: Final = Word(0x9E3779B9), Word(0xBB67AE85)


def __dir__() -> list[str]:
    return __all__


def uniform(key: ArrayLike, counter: ArrayLike, shape: Shape = ()) -> Scalar:
    """Independent numbers in [0, 1), uniformly distributed, by a counter [Salmon2011].

    The same key and counter give the same numbers, in every sample of a batch, thread, machine and
    GPU; draws of another key or counter are independent of them. `key` is a number or two, as a
    seed and the index of a sample; `counter` is a number or up to three, as a step and a sensor.
    Absent ones are 0. They may be operands, also the count of a scan. Each is an integer from 0 to
    2^32 - 1; others are rounded down, and to the ends. In float32 operands beyond 2^24 are rounded
    before, to integers that are further apart. Where one is nan the numbers are, in this sample
    only. Derivatives with respect to them are 0.

    Numbers are multiples of 2^-53; in float32 they are those of float64, cut to multiples of 2^-24.
    Code grows with the shape: draw many numbers in a scan whose steps count. For complex and mpmath
    keys the numbers are floats; SymPy and CasADi symbols raise BackendError, and a key, a counter
    or a shape of another form ShapeError.

    >>> import kinetree as kt
    >>> kt.math.random.uniform(key=7, counter=0)
    0.9545971285563127
    >>> @kt.function("(),()->(3)")
    ... def noise(seed, step):
    ...     return kt.math.random.uniform(key=seed, counter=[step, 5], shape=(3,))
    >>> noise([7, 8], 100).shape
    (2, 3)
    """
    return _drawn(_uniform_pair, key, counter, shape)


def normal(key: ArrayLike, counter: ArrayLike, shape: Shape = ()) -> Scalar:
    """Independent numbers of the standard normal distribution, by a counter [Salmon2011].

    Keys, counters and errors are those of `uniform`. Two numbers u1 and u2 of it give two, cosine
    and sine of 2 pi u2 times sqrt(-2 log(1 - u1)) [BoxMuller1958]: of at most 8.6 in size, in
    float32 of 5.8.

    >>> import kinetree as kt
    >>> round(kt.math.random.normal(key=7, counter=0), 9)
    1.873879706
    """
    return _drawn(_normal_pair, key, counter, shape)


def _uniform_pair(x: Scalar, y: Scalar) -> Pair:
    return x, y


def _normal_pair(x: Scalar, y: Scalar) -> Pair:
    radius = apply("sqrt", mul(-2.0, apply("log", sub(1.0, x))))
    angle = mul(2 * math.pi, y)
    return mul(radius, apply("cos", angle)), mul(radius, apply("sin", angle))


def _drawn(
    pair: Callable[[Scalar, Scalar], Pair], key: ArrayLike, counter: ArrayLike, shape: Shape
) -> Scalar:
    """As many numbers as a shape has, two of each block of words."""
    size = _size(shape)
    numbers = [*_numbers("key", key, 2), *_numbers("counter", counter, 3)]
    known = reduce(lambda a, b: apply("and", a, b), [apply("eq", x, x) for x in numbers])
    k0, k1, *counters = map(_word, numbers)
    flat: list[Scalar] = []
    for block in range((size + 1) // 2):
        a, b, c, d = philox((Word(block), *counters), (k0, k1))
        flat += pair(apply("fraction", a, b), apply("fraction", c, d))
    flat = [apply("select", known, x, math.nan) for x in flat[:size]]
    return Array.of(flat, shape) if shape else flat[0]


def _size(shape: Shape) -> int:
    """The count of numbers of a shape."""
    try:
        sizes = [index(n) for n in shape]
    except TypeError:
        sizes = [-1]
    if min(sizes, default=0) < 0:
        raise ShapeError(
            f"{user_line()}: kt.math.random: shape={shape!r}; expected a tuple of counts, as (3,)."
        )
    return math.prod(sizes)


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
    high = _half(div(x, 2.0**16))
    return apply("word", high, _half(sub(x, mul(2.0**16, high))))


def _half(x: Scalar) -> Scalar:
    return apply("minimum", apply("floor", x), 2.0**16 - 1)


def philox(counter: Sequence[Scalar], key: Sequence[Scalar]) -> tuple[Scalar, ...]:
    """The block of four words of a counter, four words, under a key of two [Salmon2011]."""
    (a, b, c, d), (k0, k1) = counter, key
    m0, m1 = _MULTIPLIERS
    for _ in range(_ROUNDS):
        high, other = apply("word_mulhi", m0, a), apply("word_mulhi", m1, c)
        low, rest = apply("word_mullo", m0, a), apply("word_mullo", m1, c)
        a, b = apply("word_xor", apply("word_xor", other, b), k0), rest
        c, d = apply("word_xor", apply("word_xor", high, d), k1), low
        k0, k1 = (apply("word_add", k, s) for k, s in zip((k0, k1), _KEY_STEPS, strict=True))
    return a, b, c, d
