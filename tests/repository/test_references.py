"""Citations resolve: every key is a source of docs/references.md, and every source is cited."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "docs", "tests", "experiments", "benchmarks", "examples")
REFERENCES = ROOT / "docs/references.md"
KEY = r"[A-Z][A-Za-z]*(?:\d{4}[a-z]?|Sheet)"
KIND = r"(?:Eqs?\.|Algs?\.|Tables?|Figs?\.|Secs?\.|App\.|Theorem|Remarks?)"
NUMBERS = re.compile(rf"{KIND} [0-9A-Z][\w.-]*(, [\w.-]+)*")
"""Citations of a paper's numbers: "Eqs. 30, 32", "Alg. 1", "Sec. IV-A"."""


def sources():
    """The entries of docs/references.md, by key."""
    parts = re.split(r"^### (\w+)$", REFERENCES.read_text(), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], (re.sub(r"\s+", " ", x) for x in parts[1::2]), strict=True))


SOURCES = sources()


def citations(text):
    """(key, place) of every citation: what has the form of a key, or of a place in a source."""
    by_key = rf"\[({KEY}|{'|'.join(SOURCES)})(?:,\s([^\]]+))?\]"
    by_place = rf"\[(\w+),\s({KIND}\s[^\]]*)\]"
    found = re.findall(by_key, text) + re.findall(by_place, text)
    return {(key, re.sub(r"\s+", " ", place)) for key, place in found}


def texts():
    """Every file that may cite, but for this one and the list of sources itself."""
    paths = [p for folder in FOLDERS for p in sorted((ROOT / folder).rglob("*"))]
    for path in [*paths, ROOT / "README.md", ROOT / "CHANGELOG.md"]:
        if path.suffix in (".py", ".md", ".ll", ".c") and path not in (Path(__file__), REFERENCES):
            yield path.relative_to(ROOT), path.read_text()


CITED = [(path, *citation) for path, text in texts() for citation in sorted(citations(text))]


def known(key, place):
    """Whether a source has such a place: numbers as papers have them, or one of its headings."""
    if key not in SOURCES:
        return False
    if not place:
        return True
    if NUMBERS.fullmatch(place):
        kind, numbers = place.split()[0].rstrip("s."), re.findall(r"\b\d+\b", place)
        last = re.search(rf"{kind}s?\.? 1 to (\d+)", SOURCES[key])
        return last is None or max(map(int, numbers), default=0) <= int(last[1])
    return all(re.sub(r"[\d ,]+$", "", x) in SOURCES[key] for x in place.split("; "))


def test_every_citation_names_a_source_and_a_place_in_it():
    assert len(CITED) > 200
    assert [x for x in CITED if not known(*x[1:])] == []


@pytest.mark.parametrize("key", SOURCES)
def test_every_source_is_cited_and_described(key):
    assert any(key == cited for _, cited, _ in CITED)
    assert re.search(r"\b(19|20)\d\d\b|https://", SOURCES[key])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Source: [Singh2022, Alg. 1].", True),
        ("[Singh2022, Eqs. 30,\n    32]", True),
        ("[PinocchioSheet, Composition; RNEA]", True),
        ("[KindrSheet, Time Derivative of Angle-Axis]", True),
        ("[Carpentier2021]", True),
        ("[Nobody2001, Eq. 3]", False),
        ("[Echeandia2021, Eq. 41]", False),
        ("[Bos2022, Table 10]", False),
        ("[Singh2022, page 3]", False),
        ("[PinocchioSheet, Elephants]", False),
        ("[K, Eq. K19]", False),
        ("[P, Eq. P10]", False),
    ],
)
def test_citations_are_found_and_unknown_ones_refused(text, found):
    ((key, place),) = citations(text)
    assert known(key, place) is found
