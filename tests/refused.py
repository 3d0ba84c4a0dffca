"""Calls that are refused, in a text beside their test: each with its error's type and message."""

import re
from pathlib import Path
from typing import Any

import pytest

import kinetree as kt


def refused(file: str) -> pytest.MarkDecorator:
    """The rows of the text of a test file: a call, and what `check` looks for."""
    text = Path(file).with_suffix(".txt").read_text()
    rows = re.findall(r"^(\S.*)\n    (\w+: .*)$", text, re.M)
    assert len(rows) == len(re.findall(r"^\S", text, re.M))
    return pytest.mark.parametrize(("call", "message"), rows, ids=[row[0] for row in rows])


def check(call: str, message: str, names: dict[str, Any]) -> None:
    """A call, of these names, raises such an error; [...] stands for any part of its message."""
    with pytest.raises(kt.KinetreeError) as error:
        eval(call, names)
    kind, _, parts = message.partition(": ")
    assert type(error.value).__name__ == kind
    pattern = ".*".join(map(re.escape, parts.split("[...]")))
    assert re.search(pattern, str(error.value), re.S), str(error.value)
