"""The errors kinetree raises: one family, each a `ValueError`, each message saying what to do."""

import difflib
from collections.abc import Iterable
from itertools import islice


class KinetreeError(ValueError):
    """Anything kinetree refuses."""


class ModelError(KinetreeError):
    """A robot, or a name of one of its parts, that cannot be what was meant."""


class ShapeError(KinetreeError):
    """An operand or an `out=` whose shape, dtype or memory does not fit the robot."""


class TraceError(KinetreeError):
    """A page of Python that asks a traced number for something only a number can give."""


class CompileError(KinetreeError):
    """Machine code that could not be made."""


class BackendError(KinetreeError):
    """A kind of number (SymPy, CasADi, ...) that cannot do what was asked of it."""


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """The sentence for a name that does not exist: what it was, the near matches, what exists.

    >>> unknown("joint", "elbw", ["shoulder", "elbow"])
    "no joint 'elbw'; did you mean 'elbow'? There are: 'shoulder', 'elbow'."
    """
    names = list(dict.fromkeys(known))
    lowered = {known[:100].lower(): known for known in islice(names, 500)}
    near = [lowered[x] for x in difflib.get_close_matches(str(name)[:100].lower(), lowered)]
    hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else "."
    shown = ", ".join(map(repr, names[:20])) + (
        f" and {len(names) - 20} more" if names[20:] else ""
    )
    return f"no {what} {name!r}{hint} There are: {shown or 'none'}."
