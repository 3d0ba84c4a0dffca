"""Read plain data from a file key by key; raise ModelError for unexpected data.

`where` is the place in the file as messages name it: "joints[3] 'elbow': placement".
"""

import math
from collections.abc import Iterable, Sequence, Sized
from sys import float_info
from typing import TypeAlias, cast

from ...errors import ModelError, unknown
from ...spatial import SE3
from ...spatial.se3 import rigid

Record: TypeAlias = dict[str, object]
"""An object of JSON."""

INFINITE = {"inf": math.inf, "-inf": -math.inf}
"""Infinite numbers as strings, since JSON has none."""


def fields(where: str, record: Record, keys: Sequence[str]) -> Record:
    """The object, which must have exactly these keys."""
    for key in record:
        if key not in keys:
            raise ModelError(f"{where}: {unknown('key', key, keys)}")
    for key in keys:
        if key not in record:
            raise ModelError(f"{where}: no {key!r}; it has {', '.join(record) or 'nothing'}.")
    return record


def mapping(where: str, x: object) -> Record:
    """An object with keys of any name."""
    if not isinstance(x, dict):
        raise ModelError(f"{where} is {shown(x)}; expected an object.")
    return cast(Record, x)


def items(where: str, x: object, count: int | None = None) -> list[object]:
    """A list, of `count` elements if that is given."""
    if not isinstance(x, list) or count not in (None, len(cast(list[object], x))):
        expected = "a list" if count is None else f"a list of {count}"
        raise ModelError(f"{where} is {shown(cast(object, x))}; expected {expected}.")
    return cast(list[object], x)


def text(where: str, x: object) -> str:
    if not isinstance(x, str):
        raise ModelError(f"{where} is {shown(x)}; expected a string.")
    return x


def choice(where: str, x: object, known: Iterable[str], what: str = "") -> str:
    """One of some strings; `what` is its kind in messages, the key at the end of `where`."""
    name = text(where, x)
    if name not in (known := tuple(known)):
        if not what:
            where, _, what = where.rpartition(": ")
        raise ModelError(f"{where}: {unknown(what, name, known)}")
    return name


def number(where: str, x: object, *, infinite: bool = False) -> int | float:
    """A finite number, or also "inf" or "-inf"; integers stay ints."""
    if infinite and type(x) is str and x in INFINITE:
        return INFINITE[x]
    if (type(x) is int or type(x) is float) and abs(x) <= float_info.max:  # NaN is not
        return x if abs(x) <= _EXACT else float(x)
    also = ', "inf" or "-inf"' if infinite else ""
    raise ModelError(f"{where} is {shown(x)}; expected a finite number{also}.")


def numbers(where: str, x: object, count: int, *, infinite: bool = False) -> list[int | float]:
    """A list of `count` numbers."""
    return [
        number(f"{where}[{i}]", entry, infinite=infinite)
        for i, entry in enumerate(items(where, x, count))
    ]


def placement(where: str, x: object) -> SE3:
    """A list of four rows of four numbers that is a rigid placement."""
    rows = [numbers(f"{where}[{i}]", row, 4) for i, row in enumerate(items(where, x, 4))]
    return rigid(where, rows)


def shown(x: object) -> str:
    """A value as shown in messages, shortened if long."""
    if isinstance(x, (list, dict)):
        return f"{'a list' if isinstance(x, list) else 'an object'} of {len(cast(Sized, x))}"
    text = repr(x)
    return text if len(text) <= 60 else f"{text[:60]}..."


_EXACT = 2**53
"""Every integer up to this is exact in float64."""
