"""Retired words do not return, in `src` and `docs`; docs/architecture.md has those to use."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("src/kinetree", "docs")
RETIRED = (
    *("pages?", "doors?", "roads?", "told", "untold", "truth values?", "of one's own"),
    *("velocities that are no rates", "hangs? on", "bent", "pieces", "witness(es)?"),
    *("races?", "contenders?", "a model's numbers", "numbers of (a|the) model"),
    *("knows", "tells", "asks", "alike", "hand(s|ed) on", "lets? through"),
)
NOT_OURS = ("mutations.md", "site.py")
"""Files with code of others, and with the arguments of MkDocs."""
PATTERN = re.compile(rf"\b({'|'.join(RETIRED)})\b", re.IGNORECASE)


def files() -> list[Path]:
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")]
    kept = [x for x in found if x.suffix in (".py", ".c", ".md") and x.name not in NOT_OURS]
    return [*sorted(kept), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]


@pytest.mark.parametrize("path", files(), ids=lambda x: str(x.relative_to(ROOT)))
def test_no_retired_word_returns(path: Path) -> None:
    lines = path.read_text().splitlines()
    found = {k: m[0] for k, line in enumerate(lines, 1) if (m := PATTERN.search(line))}
    assert not found


QUESTION = re.compile(r"\s*(What|Those|Whose|Which|All that)\b")


def docstrings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The docstrings of a module, its classes, functions and attributes, with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(ast.Constant(str(text))):
                yield node.lineno, text
            case _:
                pass


@pytest.mark.parametrize(
    "path", sorted((ROOT / "src").rglob("*.py")), ids=lambda x: str(x.relative_to(ROOT))
)
def test_docstrings_begin_with_a_noun_phrase_or_an_imperative(path: Path) -> None:
    found = {k: text for k, text in docstrings(ast.parse(path.read_text())) if QUESTION.match(text)}
    assert not found
