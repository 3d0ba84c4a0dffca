"""Peers' and textbooks' names for what kinetree has, for the messages of unknown names.

They are in `peer_names.txt`, which is read when such a message is made.
"""

import difflib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

Owner = Literal["functions", "models", "joints", "builders", "operands"]
"""What has the names: kinetree itself, or its models, joints of trees, builders, or calls."""

_SHORT: Final = 5
"""Letters of a name up to which only one that is nearly the same is proposed."""


@lru_cache
def _sections() -> Mapping[str, Mapping[str, str]]:
    sections: dict[str, dict[str, str]] = {}
    section: dict[str, str] = {}
    ours = ""
    for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = sections[line.strip("[]")] = {}
        elif line.startswith(" "):
            section.update(dict.fromkeys(line.split(), ours))
        else:
            ours = line
    return sections


def counterparts(owner: Owner) -> Mapping[str, str]:
    """kinetree's counterparts, in words, by the names that peers have for them.

    >>> counterparts("functions")["massMatrix"]
    'kt.crba(model, q)'
    """
    return _sections()[owner]


def unknown_attribute(subject: str, name: str, owner: Owner, known: Iterable[str]) -> str:
    """The sentence for an attribute that does not exist.

    >>> unknown_attribute("kinetree", "mass_matrix", "functions", ())
    "kinetree has no 'mass_matrix'; use kt.crba(model, q)."
    """
    peers = counterparts(owner)
    start = f"{subject} has no {name!r}"
    if name in peers:
        return f"{start}; use {peers[name]}."
    lowered = {x.lower(): x for x in (*peers, *known) if not x.startswith("_")}
    cutoff = 0.6 if len(name) > _SHORT else 0.81  # "draw" is not meant as "dccrba"
    near = [
        lowered[x] for x in difflib.get_close_matches(name[:100].lower(), lowered, cutoff=cutoff)
    ]
    if near and near[0] in peers:
        return f"{start}; for {near[0]!r} use {peers[near[0]]}."
    near = [x for x in near if x not in peers]
    return f"{start}; did you mean {' or '.join(map(repr, near))}?" if near else f"{start}."
