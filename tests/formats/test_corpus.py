"""Broken and unusual files in corpus/, with the expected result of each in its manifest."""

import pytest
from fuzz import CORPUS, MANIFEST, message_fault, model_fault

import kinetree as kt

REFUSED = [name for name, expected in MANIFEST.items() if "words" in expected]
LOADS = [name for name, expected in MANIFEST.items() if "nq" in expected]


def load(name: str) -> kt.Model:
    """The robot of a file; an SRDF is that of the URDF which the manifest names."""
    expected = MANIFEST[name]
    urdf, options = expected.get("urdf"), expected.get("options", {})
    if urdf is None:
        return kt.load(CORPUS / name, **options)
    return kt.load(CORPUS / urdf, srdf=CORPUS / name, **options)


def test_every_file_is_in_the_manifest() -> None:
    kept = {file.name for file in CORPUS.iterdir()} - {"manifest.toml", ".gitattributes"}
    assert kept == set(MANIFEST)
    assert len(REFUSED) + len(LOADS) == len(MANIFEST)


@pytest.mark.parametrize("name", REFUSED)
def test_refused_by_line_and_element_with_this_message(name: str) -> None:
    expected, file = MANIFEST[name], CORPUS / name
    with pytest.raises(kt.ModelError) as caught:
        load(name)
    message = str(caught.value)
    line = f":{expected['line']}" if "line" in expected else ""
    start = f"{file}{line}: {expected['element']}"
    named = [line for line in message.splitlines() if line.startswith(start)]
    assert any(expected["words"] in line for line in named), message
    assert not message_fault(message, file)


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
