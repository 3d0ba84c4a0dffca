"""Which mutants were noticed: the results, those that are equivalent, and a table."""

import json
import tomllib
from typing import Any

from covering import PACKAGES, ROOT

RESULTS = ROOT / ".ci/mutations.json"
INTRODUCTION = (
    "Made by `.ci/mutations table`; `.ci/mutations` says what a mutant is. Scores are those of"
    " mutants that are not equivalent, core's that of `pytest -m core`."
)


def equivalents() -> dict[tuple[str, str, str], str]:
    """The reasons why changes change no result."""
    listed = tomllib.loads((ROOT / ".ci/mutations.toml").read_text())["equivalent"]
    return {(x["file"], x["old"], x["new"]): x["reason"] for x in listed}


def change(entry: dict[str, Any]) -> tuple[str, str, str]:
    """The file, the old lines and the new ones, without their indentation."""
    old, new = ([x[1:].strip() for x in entry["diff"] if x[0] == sign] for sign in "-+")
    return entry["file"], "\n".join(old), "\n".join(new)


def shown(entry: dict[str, Any]) -> list[str]:
    """Markdown of a mutant."""
    return [f"`{entry['file']}:{entry['line']}`", "", "```diff", *entry["diff"], "```"]


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "-"


def table() -> str:
    """Markdown of all results."""
    known, of = equivalents(), json.loads(RESULTS.read_text())
    lines = ["# Mutants that the tests notice", "", INTRODUCTION]
    for seed, result in of.items():
        said = (
            f"{result['date']}, commit {result['commit']}. Tests of {result['seconds']:.0f} s for"
        )
        said += f" each, from {result['recorded']} test files. {result.get('note', '')}"
        lines += ["", f"## Seed {seed}", "", said.rstrip()]
        lines += ["", "| package | mutants | equivalent | noticed | survived | score | core |"]
        lines += ["|---|---:|---:|---:|---:|---:|---:|"]
        survivors: list[str] = []
        for package in (*PACKAGES, "all"):
            mine = [x for x in result["mutants"] if package in (x["file"].split("/")[2], "all")]
            if not mine:
                continue
            left = [x for x in mine if not x["by"] and change(x) not in known]
            n = sum(bool(x["by"]) for x in mine)
            row = (package, len(mine), len(mine) - n - len(left), n, len(left))
            by_core = [bool(x["core"]) for x in mine if "core" in x]
            core = _percent(sum(by_core), n + len(left)) if by_core else "-"
            lines.append(f"| {' | '.join(map(str, row))} | {_percent(n, n + len(left))} | {core} |")
            survivors += [y for x in left if package != "all" for y in ("", *shown(x))]
        lines += ["", "Survivors:" if survivors else "No survivors.", *survivors]
    return "\n".join(lines) + "\n"
