"""Text that is not XML, or XML that is not accepted: errors with line, element and remedy."""

from pathlib import Path

import pytest

from kinetree import check_urdf, load_urdf
from kinetree.errors import ModelError

BAD_XML = {
    "not closed": ("<robot name='r'>\n<link name='a'>\n</robot>", 3, "<link name='a'>", "close it"),
    "cut off": ("<robot name='r'>\n<link name='a'>", 2, "<link name='a'>", "was it cut off?"),
    "no text": ("<", 1, "XML", "column"),
    "two robots": ("<robot/>\n<robot/>", 2, "XML", "a file holds one <robot>"),
    "attribute not quoted": ("<robot\nname=r/>", 2, "XML", "attributes quoted"),
    "attribute twice": ("<robot name='r' name='s'/>", 1, "XML", "keep one of the two"),
    "late declaration": ("<!-- -->\n<?xml version='1.0'?><robot/>", 2, "XML", "very first"),
    "unknown entity": ("<robot name='&r;'/>", 1, "XML", "only &amp; &lt; &gt; &quot; &apos;"),
    "lone surrogate": ("<robot name='\ud800'/>", 1, "XML", "save the file as UTF-8"),
    "doctype": ("<!DOCTYPE robot>\n<robot/>", 1, "XML", "a <!DOCTYPE> (it could declare"),
    "billion laughs": (
        "<!DOCTYPE r [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]>\n<robot name='&b;'/>",
        1,
        "XML",
        "is not accepted; remove it",
    ),
    "too deep": (
        "<robot name='r'>" + "\n<a>" * 200 + "</a>" * 200 + "</robot>",
        101,
        "<a>",
        "more than 100 deep; flatten the file",
    ),
}


@pytest.mark.parametrize("case", BAD_XML)
def test_refused_by_line_and_element_with_a_remedy(case: str) -> None:
    text, line, element, remedy = BAD_XML[case]
    with pytest.raises(ModelError) as caught:
        load_urdf(text)
    assert str(caught.value).startswith(f"<string>:{line}: ")
    assert f"{element}: " in str(caught.value)
    assert remedy in str(caught.value)
    (found,) = check_urdf(text)
    assert (found.severity, found.line) == ("error", line)
    assert str(found) == str(caught.value)


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
