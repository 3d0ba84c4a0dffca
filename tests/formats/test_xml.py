"""Text that is not XML, or XML that is not accepted: errors with line, element and remedy."""

from pathlib import Path

import pytest

from kinetree import check_urdf, load_urdf
from kinetree.errors import ModelError


def test_elements_nested_too_deep_are_refused() -> None:
    text = "<robot name='r'>" + "\n<a>" * 200 + "</a>" * 200 + "</robot>"
    (found,) = check_urdf(text)
    assert (found.severity, found.line) == ("error", 101)
    with pytest.raises(ModelError, match=r"^<string>:101: .*<a>: .*more than 100 deep; flatten"):
        load_urdf(text)


def test_an_error_after_a_comment_with_hyphens_is_said_where_it_stands() -> None:
    text = "<robot>\n<!-- - -- --><a/><b></robot>"
    for written in (text, text.replace("- -- -", "- a0 -")):
        with pytest.raises(ModelError, match=r"^<string>:2: <b>: column 23: mismatched tag"):
            load_urdf(written)


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_empty_file(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "empty.urdf"
    file.write_bytes(content)
    with pytest.raises(ModelError, match=r"empty\.urdf:\d: XML: the file is empty; expected <robo"):
        load_urdf(file)


@pytest.mark.parametrize(
    ("content", "remedy"),
    [
        (b"<robot name='r\xe9'/>", "the text must be UTF-8"),
        (b"<?xml version='1.0' encoding='klingon'?><robot/>", "save the file as UTF-8"),
        (b"<?xml version='1.0' encoding='shift_jis'?><robot/>", "save the file as UTF-8"),
        (b"\x00\x01\x02", "the text must be UTF-8"),
    ],
)
def test_other_encodings(tmp_path: Path, content: bytes, remedy: str) -> None:
    file = tmp_path / "other.urdf"
    file.write_bytes(content)
    with pytest.raises(ModelError, match=r"other\.urdf:1: XML: ") as caught:
        load_urdf(file)
    assert remedy in str(caught.value)
