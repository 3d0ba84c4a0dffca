"""docs/conventions.md: each convention is a sentence, and names a test that is there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEST = re.compile(r"`([\w/]+\.py)::(\w+)`")
CONVENTIONS = [
    re.sub(r"\s+", " ", x)
    for x in re.findall(
        r"^- (.*?)(?=^- |^## |\Z)",
        (ROOT / "docs/conventions.md").read_text(),
        re.MULTILINE | re.DOTALL,
    )
]


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda x: x[:40])
def test_a_convention_is_a_sentence_with_the_test_that_holds_it(convention: str) -> None:
    sentence, *_ = TEST.split(convention)
    assert sentence.endswith(". "), sentence
    found = TEST.findall(convention)
    assert found
    for path, name in found:
        module = ast.parse((ROOT / "tests" / path).read_text())
        assert name in [x.name for x in module.body if isinstance(x, ast.FunctionDef)], (path, name)


def test_conventions_are_found() -> None:
    assert len(CONVENTIONS) >= 50
