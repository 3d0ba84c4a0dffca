"""Why a file of `everywhere.py` is not read, or has no accelerations. Checked both ways."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robots.everywhere_agreement import SINGULAR, beyond


@dataclass(frozen=True)
class Reason:
    """Found where `who` says `says` of a file; `files` are those of which it is known."""

    why: str
    who: str
    says: str
    files: list[str]


TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
REASONS = {key: Reason(**row) for key, row in TABLE.items()}


def reasons(row: Mapping[str, Any]) -> list[str]:
    """The keys of the reasons found for a file; what has none begins with "unexplained"."""
    return sorted({*_of_verdicts(row["verdicts"]), *_of_cases(row["cases"])})


def _of_verdicts(verdicts: Mapping[str, str]) -> Iterator[str]:
    """Where kinetree refuses a file, what others say of it is for information."""
    for who, said in verdicts.items():
        _, comma, how = who.partition(", ")
        own = verdicts[f"kinetree{comma}{how}"]
        if not said.startswith("loads") and (who.startswith("kinetree") or own.startswith("loads")):
            yield from _known(who, said) or [f"unexplained: {who} refuses"]


def _of_cases(cases: Mapping[str, Any]) -> Iterator[str]:
    for name, case in cases.items():
        yield from (f"unexplained: {name}: {what}" for what in beyond(case["errors"]))
        if case["condition"] >= SINGULAR:
            yield from _known("M", "idle" if case["idle"] else "singular")


def _known(who: str, said: str) -> list[str]:
    return [key for key, reason in REASONS.items() if reason.who == who and reason.says in said]
