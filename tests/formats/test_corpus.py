"""Broken and unusual files in corpus/ and texts in texts.json, with the expected result of each.

The texts are by format, but for those that load: "suspect" ones, which `kt.check` finds, and those
"warned" of.
"""

import json
import warnings
from pathlib import Path
from typing import Any

import pytest
from fuzz import CORPUS, MANIFEST, message_fault, model_fault
from urdf_text import LIMB

import kinetree as kt

REFUSED = [name for name, expected in MANIFEST.items() if "words" in expected]
LOADS = [name for name, expected in MANIFEST.items() if "nq" in expected]
TEXTS = json.loads(Path(__file__).with_name("texts.json").read_text())
ONLY_WHEN_LOADED = ("a joint called universe",)
FLOATS = "many_roots.sdf"
"""It loads with a floating base, so that `kt.check` finds nothing."""


def load(name: str) -> kt.Model:
    """The robot of a file; an SRDF is that of the URDF which the manifest names."""
    expected = MANIFEST[name]
    urdf, options = expected.get("urdf"), expected.get("options", {})
    if urdf is None:
        return kt.load(CORPUS / name, **options)
    return kt.load(CORPUS / urdf, srdf=CORPUS / name, **options)


def load_text(kind: str, text: str) -> kt.Model:
    if kind == "srdf":
        return kt.load_urdf(LIMB, srdf=text, floating_base=True)
    return kt.load_sdf(text) if kind == "sdf" else kt.load_urdf(text)


def of_kinds(*kinds: str) -> Any:
    cases = [(kind, name) for kind in kinds for name in TEXTS[kind]]
    return pytest.mark.parametrize(("kind", "name"), cases)


def content(kind: str, name: str) -> tuple[str, dict[str, Any]]:
    """A text, its lines joined, and what is expected of it."""
    expected = TEXTS[kind][name]
    lines = expected["text"]
    return lines if isinstance(lines, str) else "\n".join(lines), expected


def test_every_file_is_in_the_manifest() -> None:
    kept = {file.name for file in CORPUS.iterdir()} - {"manifest.toml", ".gitattributes"}
    assert kept == set(MANIFEST)
    assert len(REFUSED) + len(LOADS) == len(MANIFEST)


def assert_named(message: str, start: str, element: str, words: str) -> None:
    """One line of the message names the place, the element and the remedy."""
    named = [line for line in message.splitlines() if line.startswith(start)]
    assert any(element in line and words in line for line in named), message


@pytest.mark.parametrize("name", REFUSED)
def test_refused_by_line_and_element_with_this_message(name: str) -> None:
    expected, file = MANIFEST[name], CORPUS / name
    with pytest.raises(kt.ModelError) as caught:
        load(name)
    message = str(caught.value)
    line = f":{expected['line']}" if "line" in expected else ""
    assert_named(message, f"{file}{line}: {expected['element']}", "", expected["words"])
    assert not message_fault(message, file)
    if {"options", "urdf"}.isdisjoint(expected) and name != FLOATS:
        errors = [found for found in kt.check(file) if found.severity == "error"]
        assert any(x.line == expected.get("line", 1) and x.message in message for x in errors)


@of_kinds("urdf", "sdf", "srdf")
def test_texts_are_refused_by_line_and_element_with_this_message(kind: str, name: str) -> None:
    text, expected = content(kind, name)
    with pytest.raises(kt.ModelError) as caught:
        load_text(kind, text)
    message, line, words = str(caught.value), expected["line"], expected["words"]
    start, element = f"<string>:{line}: ", expected.get("element", "")
    if kind == "srdf":
        assert_named(message, f"{start}{element}: ", "", words)
        return
    assert_named(message, start, f"{element}: ", words)
    findings = kt.check_urdf(text) if kind == "urdf" else kt.check(text)
    errors = [found for found in findings if found.severity == "error"]
    at_line = [x for x in errors if x.line == line and (kind == "sdf" or words in x.message)]
    assert at_line or name in ONLY_WHEN_LOADED
    if kind == "sdf":
        assert message.startswith(start)
    elif name.startswith("XML: "):
        assert [str(found) for found in findings] == [message]


@of_kinds("warned")
def test_warned_texts_load_with_one_warning_that_check_finds(kind: str, name: str) -> None:
    text, expected = content(kind, name)
    with pytest.warns(UserWarning) as caught:
        kt.load(text)
    (message,) = [str(x.message) for x in caught]
    start = f"<string>:{expected['line']}: "
    assert_named(message, start, f"{expected['element']}: ", expected["words"])
    assert any(str(found) in message for found in kt.check(text))


@of_kinds("suspect")
def test_suspect_texts_load_and_are_found(kind: str, name: str) -> None:
    text, expected = content(kind, name)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*did you mean")
        load_text(kind, text)
    found = kt.check_urdf(text)
    assert {finding.severity for finding in found} == {"warning"}
    place = expected["line"], expected["element"]
    assert any((x.line, x.element) == place and expected["words"] in x.message for x in found)


@pytest.mark.filterwarnings("ignore:.*<drake.joint> is left out")
@pytest.mark.parametrize("name", LOADS)
def test_loads(name: str) -> None:
    expected = MANIFEST[name]
    model = load(name)
    assert model.nq == expected["nq"]
    assert not model_fault(model)
    bodies = [frame.name for frame in model.frames if frame.kind == "body"]
    assert bodies == expected.get("bodies", bodies)
    findings = kt.check(CORPUS / expected.get("urdf", name))
    assert "error" not in {finding.severity for finding in findings}
