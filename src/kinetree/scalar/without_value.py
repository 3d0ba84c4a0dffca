"""What a traced number refuses: what asks for its value, and what is no number."""

from typing import Final, NoReturn, cast

from ..errors import TraceError, kind_of, user_line
from .types import Scalar


class WithoutValue:
    """A number that has no value yet: what needs one raises TraceError, with the replacement."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise TraceError(
            f"{user_line()}: the truth of a traced number was asked for (if, and, or, not, min, "
            "max, sorted). An algorithm is traced once for all states: write "
            "kt.math.where(condition, x, y), kt.math.minimum or kt.math.maximum, & and | between "
            "conditions, and kt.math.logical_not."
        )

    def __float__(self) -> NoReturn:
        raise TraceError(
            f"{user_line()}: a traced number was turned into a plain one (float(), math.sin, an "
            "index, an element of a NumPy array, ...). kt.math takes it as it is: kt.math.sin(x), "
            "kt.math.stack([x, y])."
        )

    __int__ = __complex__ = __index__ = __float__

    def __array__(self, *_: object, **__: object) -> NoReturn:
        raise TraceError(
            f"{user_line()}: a traced number was put into a NumPy array or given to a NumPy "
            "function that kt.math lacks. Use kt.math.array([...]) or kt.math.stack([...])."
        )

    def __rpow__(self, base: Scalar) -> NoReturn:
        raise TraceError(
            f"{user_line()}: a traced exponent; write kt.math.exp(x * kt.math.log({base!r}))."
        )


_FRAMEWORKS: Final = ("jax", "jaxlib", "torch")
_NOT_NUMBERS: Final = (str, bytes, list, tuple, dict, set, bool, type(None))


def check_number(x: Scalar) -> None:
    """Raise TraceError for what a traced number cannot be combined with."""
    if isinstance(x, _NOT_NUMBERS):
        kind = kind_of(cast(Scalar, x))
        raise TraceError(
            f"{user_line()}: a traced number was combined with {kind}; expected a number."
        )
    if type(x).__module__.partition(".")[0] in _FRAMEWORKS:
        raise TraceError(
            f"{user_line()}: a traced number was combined with {kind_of(x)}, whose derivative "
            "would be lost; give an algorithm all that it computes with as operands."
        )
