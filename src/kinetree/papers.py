"""`kt.citation`: the papers to cite for an algorithm, and kinetree itself."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from . import __version__
from .errors import ModelError, kind_of
from .system import packaged_text

_ITSELF: Final = (
    "kinetree maintainers, kinetree: rigid-body dynamics for robots in Python, version {}."
)
_KEY: Final = re.compile(r"\[([A-Z][A-Za-z]+(?:\d{4}[a-z]?|Sheet))\b")
_NOTES: Final = ("Headings:", "Numbers:", "Slips:", "Used", "Notation")


def citation(algorithm: object = None) -> str:
    """The references of an algorithm or function, by its docstring, and that of kinetree.

    Raises ModelError for what has no docstring. CITATION.cff has kinetree's own in other formats.

    >>> import kinetree as kt
    >>> "R. Featherstone" in kt.citation(kt.aba)
    True
    """
    lines = [_ITSELF.format(__version__)]
    if algorithm is not None:
        doc = getattr(algorithm, "__doc__", None)
        if not callable(algorithm) or not isinstance(doc, str):
            raise ModelError(
                f"citation: {kind_of(algorithm)}; expected an algorithm or function, for example "
                "kt.rnea."
            )
        known = _references()
        cited = dict.fromkeys(key for key in _KEY.findall(doc) if key in known)
        keys = sorted(cited, key=lambda key: key.endswith("Sheet"))  # papers first
        lines += [f"[{key}] {known[key]}" for key in keys]
    return "\n".join(lines)


@lru_cache
def _references() -> dict[str, str]:
    """The references of docs/references.md, a part of the wheel, by key."""
    try:
        text = packaged_text("references.md")
    except OSError:  # a checkout
        text = (Path(__file__).parents[2] / "docs/references.md").read_text("utf-8")
    references: dict[str, str] = {}
    for entry in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        key, _, rest = entry.partition("\n")
        kept: list[str] = []
        for line in rest.strip().splitlines():
            if line.startswith(_NOTES) or not line.strip() or line.startswith("#"):
                break
            kept.append(line.strip())
        references[key.strip()] = " ".join(kept)
    return references
