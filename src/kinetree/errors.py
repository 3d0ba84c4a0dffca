"""The errors kinetree raises: one family, each a `ValueError`, each message saying what to do.

Messages about unknown names know the names that peers and textbooks have for what kinetree has.
"""

import difflib
import sys
import warnings
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from functools import lru_cache, wraps
from inspect import signature
from itertools import islice
from types import FrameType
from typing import TYPE_CHECKING, Final, Literal, NoReturn, ParamSpec, TypeVar

from .system import packaged_text

P = ParamSpec("P")
R = TypeVar("R")

Owner = Literal["functions", "models", "joints", "builders", "spatial", "operands"]
"""What has the names: kinetree itself, models, joints of trees, builders, placements, or calls."""

_SHORT: Final = 5
"""Letters of a name up to which only one that is nearly the same is proposed."""
_NAME: Final = 200
"""Letters from which on a text is the content of a file, not the name of a robot."""
_CERTAIN: Final = 0.88
"""The similarity from which on another library's name is taken for misspelt."""


class KinetreeError(ValueError):
    """Any error that kinetree raises; in a notebook it names commands as they work there."""

    def __str__(self) -> str:
        message = printable(super().__str__())
        if "ipykernel" in sys.modules:
            return message.replace(" pip install", " %pip install")
        return message


class ModelError(KinetreeError):
    """An invalid robot, or an unknown name of one of its parts."""


class ShapeError(KinetreeError):
    """Arguments of a call that do not fit: shapes, dtypes, memory, unknown or missing names."""


class ArgumentError(ShapeError, TypeError):
    """Missing, unknown or repeated arguments of a call."""


class TraceError(KinetreeError):
    """A Python function that needs the value of a traced scalar."""


class CompileError(KinetreeError):
    """Code that could not be compiled, or a request for it that is invalid."""


class BackendError(KinetreeError):
    """Numbers or arrays of another library, or a device, that kinetree cannot compute with."""


@contextmanager
def errors_at(where: str) -> Generator[None]:
    """A context in which the message of a ModelError begins with a place."""
    try:
        yield
    except ModelError as error:
        raise ModelError(f"{where}: {error}") from None


@contextmanager
def needing(remedy: str, kind: type[KinetreeError] = ModelError) -> Generator[None]:
    """A context for the import of an optional library; without it, `{}` in `remedy` is why."""
    try:
        yield
    except ImportError as error:
        raise kind(remedy.replace("{}", str(error))) from None


def printable(text: str) -> str:
    """A text whose control characters are escaped, but for ends of lines; files may have any.

    >>> printable("\\x1b[2J")
    '\\\\x1b[2J'
    """
    if text.isprintable():
        return text
    return "".join(x if x.isprintable() or x == "\n" else repr(x)[1:-1] for x in text)


def unknown(what: str, name: object, known: Iterable[str], meant: Iterable[str] = ()) -> str:
    """The sentence for a name that does not exist: what it was, the near matches, what exists.

    `meant` are names that it stands for elsewhere; those that are known come first.

    >>> unknown("joint", "elbw", ["shoulder", "elbow"])
    "no joint 'elbw'; did you mean 'elbow'? There are: 'shoulder', 'elbow'."
    """
    names = list(dict.fromkeys(known))
    lowered = {known[:100].lower(): known for known in islice(names, 500)}
    near = [lowered[x] for x in difflib.get_close_matches(str(name)[:100].lower(), lowered)]
    nested = [x for x in names if str(name) and x.endswith(f"::{name}")]  # of a nested model
    near = [*nested[:3], *(x for x in near if x not in nested)]
    near = list(dict.fromkeys([*(x for x in meant if x in names), *near]))
    hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else "."
    more = f" and {len(names) - 20} more" if names[20:] else ""
    shown = ", ".join(map(repr, names[:20])) + more
    return f"no {what} {name!r}{hint} There are: {shown or 'none'}."


@lru_cache
def counterparts(owner: Owner) -> Mapping[str, str]:
    """kinetree's counterparts, in words, by the names that peers have for them.

    They are in `peer_names.txt`, which is read when a message needs it.

    >>> counterparts("functions")["massMatrix"]
    'kt.crba(model, q)'
    """
    text = packaged_text("peer_names.txt")
    _, _, section = text.partition(f"[{owner}]\n")
    names: dict[str, str] = {}
    ours = ""
    for line in section.partition("\n[")[0].splitlines():
        if line.startswith(" "):
            names.update(dict.fromkeys(line.split(), ours))
        else:
            ours = line
    return names


def unknown_attribute(subject: str, name: str, owner: Owner, known: Iterable[str]) -> str:
    """The sentence for an attribute that does not exist.

    >>> unknown_attribute("kinetree", "mass_matrix", "functions", ())
    "kinetree has no 'mass_matrix'; use kt.crba(model, q)."
    """
    start = f"{subject} has no {name!r}"
    if name.startswith("__"):  # asked by Python, often
        return f"{start}."
    peers = counterparts(owner)
    if name in peers:
        return f"{start}; use {peers[name]}."
    lowered = {x.lower(): x for x in (*peers, *known) if not x.startswith("_")}
    own = len(name) > _SHORT and name.islower()  # unlike "draw" (dccrba), mjtCone (Motion)
    near = difflib.get_close_matches(name[:100].lower(), lowered, cutoff=0.6 if own else 0.81)
    peer = difflib.get_close_matches(name[:100].lower(), near[:1], cutoff=_CERTAIN)
    if peer and lowered[peer[0]] in peers:
        return f"{start}; for {lowered[peer[0]]!r} use {peers[lowered[peer[0]]]}."
    near = [lowered[x] for x in near if lowered[x] not in peers]
    return f"{start}; did you mean {' or '.join(map(repr, near))}?" if near else f"{start}."


class NamedClass(type):
    """The type of classes that answer for other libraries' names, as their instances do."""

    if not TYPE_CHECKING:

        def __getattr__(cls, name: str) -> NoReturn:
            if name.startswith("_"):  # NumPy asks for many
                raise AttributeError(name)
            raise AttributeError(unknown_attribute(cls.__name__, name, "spatial", dir(cls)))


def unknown_argument(owner: str, name: str, known: Mapping[str, object]) -> ArgumentError:
    """The error for an argument that is none of those known, or is a field of a default of one."""
    for keyword, x in known.items():
        if name in getattr(x, "__dict__", ()):
            part = f"{keyword}=kt.{type(x).__name__}({name}=...)"
            return ArgumentError(f"{owner}: no argument {name!r}; pass {part}.")
    meant = counterparts("operands").get(name, "").split()
    return ArgumentError(f"{owner}: {unknown('argument', name, known, meant)}")


def with_known_keywords(function: Callable[P, R], owner: str | None = None) -> Callable[P, R]:
    """The function, whose error for an unknown keyword names those that it has."""
    known = {k: x.default for k, x in signature(function).parameters.items() if k != "self"}

    @wraps(function)
    def call(*args: P.args, **keywords: P.kwargs) -> R:
        for name in keywords:
            if name not in known:
                raise unknown_argument(owner or function.__name__, name, known)
        return function(*args, **keywords)

    return call


def with_known_fields(kind: type[R]) -> type[R]:
    """The class, whose error for an unknown field names those that it has."""
    kind.__init__ = with_known_keywords(kind.__init__, f"kt.{kind.__name__}")
    return kind


def kind_of(x: object) -> str:
    """The type of a value with its article, as a message names it.

    >>> kind_of([]), kind_of(1), kind_of(b""), kind_of(None)
    ('a list', 'an int', 'bytes', 'None')
    """
    if x is None or isinstance(x, bytes):
        return "None" if x is None else "bytes"
    name = type(x).__name__
    an = name[0].lower() in "aeio" or name in ("ndarray", "SE3", "SO3")  # an n-d array, an S-E-3
    return f"{'an' if an else 'a'} {name}"


def counted(n: int, what: str) -> str:
    """A number of things, as a message names it.

    >>> counted(1, "operand"), counted(2, "operand")
    ('1 operand', '2 operands')
    """
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def not_a_model(owner: str, x: object) -> str:
    """The sentence for a first argument that is no `kt.Model`.

    >>> not_a_model("rnea", 5).partition(";")[0]
    'rnea: its first argument is an int'
    """
    library = type(x).__module__.partition(".")[0]
    if library in ("pinocchio", "mujoco") and type(x).__name__ in ("Model", "MjModel"):
        return (
            f"{owner}: its first argument is a {library} model; expected a kt.Model: "
            "model = kt.load(it) converts it, once."
        )
    name = x if isinstance(x, str) and len(x) < _NAME else "panda"
    return (
        f"{owner}: its first argument is {kind_of(x)}; expected a kt.Model, for example "
        f"kt.load({name!r})."
    )


def user_line() -> str:
    """`file:line` of the innermost frame outside kinetree, NumPy and SciPy: the user's code."""
    frame, _ = _user_frame()
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def warn(message: str) -> None:
    """Issue a UserWarning at the line of the user's code that called kinetree."""
    _, level = _user_frame()
    warnings.warn(printable(message), stacklevel=level)


def _is_library(module: str) -> bool:
    """Whether a module is of kinetree, or of a library that calls functions with its numbers."""
    return module.startswith(("kinetree.", "numpy.", "scipy.")) or module in ("numpy", "scipy")


def _user_frame() -> tuple[FrameType, int]:
    """The innermost frame of the user, and its level above the caller of this function."""
    frame, level = sys._getframe(1), 1  # pyright: ignore[reportPrivateUsage]
    while frame.f_back is not None and _is_library(frame.f_globals.get("__name__", "")):
        frame, level = frame.f_back, level + 1
    return frame, level
