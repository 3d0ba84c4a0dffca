"""XML as a plain tree of elements with line numbers.

A prefix (`<xacro:macro>`) is part of the tag and need not be declared. Document type
declarations are refused, since entities can be used for attacks.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, NoReturn
from xml.parsers import expat

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
            name = here.attributes.get("name")
            names.insert(0, f"<{here.tag}>" if name is None else f"<{here.tag} name={name!r}>")
            here = here.parent
        return self.file + " ".join(names if len(names) < 6 else [*names[:2], "...", *names[-2:]])


class _Refused(Exception):
    """Well-formed XML that is not accepted."""


class _Tree:
    """The handlers of expat that build the tree."""

    def __init__(self, parser: expat.XMLParserType, file: str, include: Placed | None) -> None:
        self.root: Element | None = None
        self.here: Element | None = None
        self._depth = 0
        self._file, self._include = file, include
        self._parser = parser
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = self._doctype
        parser.CharacterDataHandler = self._text
        parser.buffer_text = True

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise _Refused(f"elements nested more than {DEEPEST} deep; flatten the file.")
        line, inside = self._parser.CurrentLineNumber, ""
        if self._include is not None:
            line, inside = self._include.line, f"{self._file}:{line}: "
        element = Element(tag, attributes, line, self.here, file=inside)
        if self.here is None:
            self.root = element
        else:
            self.here.children.append(element)
        self.here = element

    def _end(self, tag: str) -> None:
        self._depth -= 1
        if self.here is not None:
            self.here = self.here.parent

    def _text(self, data: str) -> None:
        if self.here is not None:
            self.here.texts.append(data)

    def _doctype(self, name: str, system: str | None, public: str | None, internal: bool) -> None:
        if name.lower() == "html":
            raise _Refused("this is HTML, perhaps a server's error message; fetch the file itself.")
        raise _Refused("a <!DOCTYPE> (it could declare entities) is not accepted; remove it.")


def parse(text: str | bytes, findings: Findings, include: Placed | None = None) -> Element:
    """The root element of an XML text; bytes are UTF-8 unless their first line says otherwise.

    `include` is the element that includes the text, in another file: all elements are at its line.

    Raises ModelError, with line and column, if the text is not XML, is nested too deep, or has a
    document type declaration.
    """
    parser = expat.ParserCreate()
    tree = _Tree(parser, findings.file, include)
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        findings.fail(_place(tree, error.lineno), _explain(error, tree, text))
    except _Refused as refusal:
        findings.fail(_place(tree, parser.CurrentLineNumber), str(refusal))
    except (ValueError, LookupError) as error:
        findings.fail(
            Place(1, "XML"), f"the text cannot be decoded ({error}); save the file as UTF-8."
        )
    if tree.root is None:
        findings.fail(Place(1, "XML"), "no element at all; expected <robot name='...'>.")
    return tree.root


def first_element(text: str | bytes) -> Element | None:
    """The root element, without its children; None if the text is not XML."""
    parser = expat.ParserCreate()
    roots: list[Element] = []

    def stop(*_: object) -> NoReturn:
        raise ValueError  # the rest is not read, nor anything after a document type declaration

    def start(tag: str, attributes: dict[str, str]) -> None:
        roots.append(Element(tag, attributes, parser.CurrentLineNumber, None))
        stop()

    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = stop
    with suppress(ValueError, LookupError, expat.ExpatError):
        parser.Parse(text, True)
    return roots[0] if roots else None


def check_root(root: Element, tag: str, remedy: str, findings: Findings) -> None:
    """Raise ModelError, with what the file is if that is known, for another root element."""
    if root.tag != tag:
        known = f"this is {ROOTS[root.tag]}; " if root.tag in ROOTS else ""
        findings.fail(root, known + remedy)


def _place(tree: _Tree, line: int) -> Place:
    """A line in the innermost open element."""
    here = tree.here
    return Place(line, "XML" if here is None else here.label.removeprefix(here.file))


def _explain(error: expat.ExpatError, tree: _Tree, text: str | bytes) -> str:
    """The message for an error of expat, with a remedy."""
    what = expat.ErrorString(error.code)
    column = error.offset + 1
    if tree.root is None and what == expat.errors.XML_ERROR_NO_ELEMENTS:
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
