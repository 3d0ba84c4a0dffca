"""What differs by system is in few files, which docs/guide/limits.md names."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SYSTEM = re.compile(
    r"/proc/|sys\.platform|platform\.system|os\.name\b|\bmmap\.|register_at_fork|sched_getaffinity"
    r"|os\.sysconf|libcuda|\bELF\b"
)


def test_what_differs_by_system_is_in_the_files_that_the_guide_names() -> None:
    guide = (ROOT / "docs/guide/limits.md").read_text().partition("## Platforms")[2]
    rows = re.findall(r"^\| (`.*?) \|", guide, re.MULTILINE)
    named = {x for row in rows for x in re.findall(r"`([\w/]+\.py)`", row)}
    source = ROOT / "src/kinetree"
    files = {x: x.read_text() for x in source.rglob("*.py")}
    differing = {str(x.relative_to(source)) for x, text in files.items() if SYSTEM.search(text)}
    assert differing == {x if (source / x).exists() else f"compiler/{x}" for x in named}
