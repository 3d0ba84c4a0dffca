"""XML as a plain tree of elements with line numbers.

A prefix (`<xacro:macro>`) is part of the tag and need not be declared. Document type
declarations are refused, since entities can be used for attacks.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, NoReturn
from xml.etree import ElementTree
from xml.parsers import expat

from ..errors import ModelError
from .findings import Findings, Place, Placed

DEEPEST: Final = 100
ROOTS: Final = {
    "robot": "URDF, which kt.load and kt.load_urdf read",
    "mujoco": "MJCF, which kt.load and kt.load_mjcf read",
    "sdf": "SDF, which kt.load and kt.load_sdf read",
    "mujocoinclude": "a part of an MJCF; load the file that includes it",
    "COLLADA": "COLLADA, a mesh",
}
"""What a file is, by its root element."""


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    """One element: its tag, its attributes, its children in order, the line it starts on."""

    tag: str
    attributes: dict[str, str]
    line: int
    parent: "Element | None" = field(repr=False)
    children: list["Element"] = field(default_factory=list["Element"])
    texts: list[str] = field(default_factory=list[str], repr=False)
    file: str = ""
    """File and line in it, of an element in an included file, whose line is that of the include."""

    def all(self, tag: str) -> list["Element"]:
        """The children with this tag."""
        return [child for child in self.children if child.tag == tag]

    @property
    def text(self) -> str:
        """The text directly inside, without surrounding space."""
        return "".join(self.texts).strip()

    @property
    def label(self) -> str:
        """The element in messages, after those around it: `<link name='a'> <inertial>`."""
        names: list[str] = []
        here: Element | None = self
        while here is not None and (here.parent is not None or not names):
            key = next((x for x in ("name", "reference") if x in here.attributes), None)
            named = "" if key is None else f" {key}={here.attributes[key]!r}"
            names.insert(0, f"<{here.tag}{named}>")
            here = here.parent
        return self.file + " ".join(names if len(names) < 6 else [*names[:2], "...", *names[-2:]])


class _Refused(Exception):
    """Well-formed XML that is not accepted."""


class Document(NamedTuple):
    """The elements of an XML text up to its first error, if there is one."""

    elements: list[Element]
    """The root element, or none."""
    error: tuple[Place, str] | None
    slips: Sequence[tuple[Place, str]] = ()
    """What is not XML, and read as other libraries do."""

    def root(self, findings: Findings) -> Element:
        """The root element, warned of slips; raises ModelError if there is an error."""
        if self.error is not None:
            findings.fail(*self.error)
        for slip in self.slips:
            findings.warning(*slip)
        return self.elements[0]


def parse(text: str | bytes, file: str = "", include: Placed | None = None) -> Document:
    """The elements of an XML text; bytes are UTF-8 unless their first line says otherwise.

    `include` is the element that includes the text, in another file: all elements are at its line.

    It is an error, with line and column, if the text is not XML, is nested too deep, or has a
    document type declaration; `--` in comments, and space before `<?xml`, are slips.
    """
    document = _parsed(text, file, include)
    if document.error is None:
        return document
    mended, lines = _mended(text)
    again = _parsed(mended, file, include) if lines else document
    places = (
        Place(line, "XML") if include is None else Place(include.line, f"{file}:{line}: XML")
        for line in lines
    )
    return again._replace(slips=[*zip(places, lines.values(), strict=True)])


def _mended(text: str | bytes) -> tuple[str | bytes, dict[int, str]]:
    """A text without what other libraries tolerate, of the same lines, and that by its line."""
    plain = text if isinstance(text, str) else text.decode("latin-1")
    slips: dict[int, str] = {}
    line, end = 1, 0

    def without(match: re.Match[str]) -> str:
        nonlocal line, end
        if not match[2] or "--" not in f"{match[1]}-":
            return match[0]
        line, end = line + plain.count("\n", end, match.start()), match.start()
        slips[line] = "XML allows no -- in a comment; it is ignored: write - -."
        return f"<!--{match[1].replace('-', '_')}-->"

    spans = r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--(.*?)(-->|\Z)"  # one without an end is the last
    mended = re.sub(spans, without, plain, flags=re.DOTALL)
    moved = re.sub(r"\A(\ufeff|ï»¿)?(\s+)(<\?xml.*?\?>)", r"\1\3\2", mended)
    if moved != mended:
        slips[1] = "space before <?xml ...?>, which must be the very first characters; remove it."
    return (moved if isinstance(text, str) else moved.encode("latin-1")), slips


def _parsed(text: str | bytes, file: str, include: Placed | None) -> Document:
    """The elements of an XML text as it is written."""
    parser = expat.ParserCreate()
    document = Element("", {}, 1, None)
    path = [document]
    """The open elements, from the document on."""

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(path) > DEEPEST:
            raise _Refused(f"elements nested more than {DEEPEST} deep; flatten the file.")
        line, inside = parser.CurrentLineNumber, ""
        if include is not None:
            line, inside = include.line, f"{file}:{line}: "
        element = Element(tag, attributes, line, (path[-1] if path[1:] else None), file=inside)
        path[-1].children.append(element)
        path.append(element)

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda tag: path.pop()
    parser.CharacterDataHandler = lambda data: path[-1].texts.append(data)
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.buffer_text = True
    try:
        parser.Parse(text, True)
    except (expat.ExpatError, _Refused, ValueError, LookupError) as error:
        return Document(document.children, _explained(error, text, path, parser.CurrentLineNumber))
    return Document(document.children, None)


def _refuse_doctype(name: str, *_: object) -> NoReturn:
    if name.lower() == "html":
        raise _Refused("this is HTML, perhaps a server's error message; fetch the file itself.")
    raise _Refused("a <!DOCTYPE> (it could declare entities) is not accepted; remove it.")


def check_root(root: Element, tag: str, remedy: str, findings: Findings) -> None:
    """Raise ModelError, with what the file is if that is known, for another root element."""
    if root.tag != tag:
        known = f"this is {ROOTS[root.tag]}; " if root.tag in ROOTS else ""
        findings.fail(root, known + remedy)


def _explained(
    error: Exception, text: str | bytes, path: Sequence[Element], line: int
) -> tuple[Place, str]:
    """The place of an error, in the last of the open elements, and its message with a remedy."""
    place = Place(line, path[-1].label if path[1:] else "XML")
    if isinstance(error, _Refused):
        return place, str(error)
    if not isinstance(error, expat.ExpatError):
        return Place(1, "XML"), f"the text cannot be decoded ({error}); save the file as UTF-8."
    return place._replace(line=error.lineno), _explained_syntax(error, text, not path[0].children)


def _explained_syntax(error: expat.ExpatError, text: str | bytes, empty: bool) -> str:
    what = expat.ErrorString(error.code)
    column = error.offset + 1
    if empty and what == expat.errors.XML_ERROR_NO_ELEMENTS:
        return "the file is empty; expected <robot name='...'>."
    if isinstance(text, bytes) and text.startswith(b"version https://git-lfs"):
        return "this is a pointer of Git LFS, not the file itself; run `git lfs pull`."
    if what == expat.errors.XML_ERROR_SYNTAX:
        return "this is not XML, whose first character is '<', as in <robot name='...'>."
    if what == expat.errors.XML_ERROR_NO_ELEMENTS:
        return f"the file ends here, column {column}, inside this element; was it cut off?"
    return f"column {column}: {what}; {_REMEDIES.get(what, 'correct the XML here.')}"


_REMEDIES = {
    expat.errors.XML_ERROR_TAG_MISMATCH: "the innermost open element is the one named here;"
    " close it first.",
    expat.errors.XML_ERROR_INVALID_TOKEN: "the text must be UTF-8 (or of the encoding that its"
    " first line names), attributes quoted, & and < written &amp; and &lt;.",
    expat.errors.XML_ERROR_UNDEFINED_ENTITY: "only &amp; &lt; &gt; &quot; &apos; exist here.",
    expat.errors.XML_ERROR_UNCLOSED_TOKEN: "it has no end; was the file cut off?",
    expat.errors.XML_ERROR_DUPLICATE_ATTRIBUTE: "keep one of the two.",
    expat.errors.XML_ERROR_MISPLACED_XML_PI: "<?xml ...?> must be the very first characters.",
    expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT: "a file holds one <robot>.",
    expat.errors.XML_ERROR_UNKNOWN_ENCODING: "save the file as UTF-8.",
}


# --- writing


def document_text(name: str, root: ElementTree.Element) -> str:
    """The text of a document about a robot; raises ModelError for a character that XML lacks."""
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode") + "\n"
    bad = _NO_XML.search(text)
    if bad:
        place = text[: bad.end()].rpartition("<")[2]
        raise ModelError(f"{name}: a name has a character that XML lacks: {place!r}.")
    return text


def text_of(*numbers: float) -> str:
    """Numbers as text that is read back to the bit."""
    return " ".join(repr(float(x) + 0.0) for x in numbers)


_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
