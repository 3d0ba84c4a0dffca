"""Words that have gone do not come back; docs/architecture.md has those to use."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("src/kinetree", "docs")
RETIRED = (
    *("pages?", "doors?", "roads?", "told", "untold", "truth values?", "of one's own"),
    *("velocities that are no rates", "hangs? on", "bent", "pieces", "witness(es)?"),
    *("races?", "contenders?", "a model's numbers", "numbers of (a|the) model"),
)
PATTERN = re.compile(rf"\b({'|'.join(RETIRED)})\b", re.IGNORECASE)


def files() -> list[Path]:
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")]
    kept = [x for x in found if x.suffix in (".py", ".c", ".md") and x.name != "mutations.md"]
    return [*sorted(kept), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]


@pytest.mark.parametrize("path", files(), ids=lambda x: str(x.relative_to(ROOT)))
def test_no_retired_word_returns(path: Path) -> None:
    lines = path.read_text().splitlines()
    found = {k: m[0] for k, line in enumerate(lines, 1) if (m := PATTERN.search(line))}
    assert not found
