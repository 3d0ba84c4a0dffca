"""Damage to robots' files at every level: bytes, words, XML elements, JSON values."""

import copy
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any
from xml.etree import ElementTree

_NUMBERS = """
nan -nan inf -inf 1e308 -1e308 1e200 1e100 1e-320 -0 0 1e400 0x10 1_0 1,5 1e 1d3 +1 .5 5. 1e16 -1
3.141592653589793 999999999999999999999 1e-9 \u0661 ${pi} True
"""
_WORDS = """
world universe root_joint base a {0} %s a::b a/b ../a -1 __model__ None \u00e9\u4e2d\U0001f916
fixed revolute continuous prismatic floating planar spherical screw ball universal
"""
_TAGS = """
robot link joint inertial visual collision origin parent child axis limit mimic dynamics mass
inertia geometry box mesh sphere cylinder safety_controller transmission sdf model pose frame
include xyz group group_state chain passive_joint disable_collisions virtual_joint x:y a
"""
_KINDS = (
    "fixed revolute continuous prismatic floating planar ball universal screw revolute2 gearbox"
)
NUMBERS = [*_NUMBERS.split(), "", " ", "0 0 0", "1 2", "0 0 0 1", "1 " * 300, "9" * 5000]
WORDS = [*_WORDS.split(), "", " ", "\n", "\t", "<&>'\"", "x" * 9000]
TAGS = _TAGS.split()
KINDS = _KINDS.split()
REFERENCES = ("link", "joint", "parent", "child", "link1", "link2", "name", "relative_to", "source")
_SNIPPETS = b"""
\x00|\xff\xfe|\xef\xbb\xbf|\xe9|\xed\xa0\x80|\x1b|\r|<|>|&|&amp;|&#0;|&#x110000;|&#10;|&nbsp;|"|'
]]>|-->|/>|<!--|<![CDATA[|<?xml version='1.0' encoding='utf-16'?>|<?x|</robot>|<x:y/>|<mujoco>
<!DOCTYPE r [<!ENTITY a 'b'>]>|<robot name='r'>|{|}|[|]|,|:|NaN|null
"""
SNIPPETS = [
    *re.split(rb"[|\n]", _SNIPPETS),
    b"<a " * 200,
    b"<a>" * 150,
    b"[" * 3000,
    b'{"":' * 3000,
]
ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "latin-1", "utf-8-sig", "utf-7", "cp037")
MOST = 200_000  # bytes


def mutated(rng: Random, data: bytes) -> bytes:
    """The bytes of a file with one to six mutations, those of its bytes last."""
    is_json = data.lstrip().startswith(b"{")
    levels = rng.choices(("tree", "words", "bytes"), (5, 4, 2), k=rng.choice((1, 1, 1, 2, 3, 6)))
    for level in sorted(set(levels), reverse=True):
        for _ in range(levels.count(level)):
            if level == "bytes":
                data = of_bytes(rng, data)
            elif level == "words":
                data = of_words(rng, data)
            else:
                data = of_json(rng, data) if is_json else of_xml(rng, data)
            if len(data) > MOST:
                return data[:MOST]
    return data


def of_bytes(rng: Random, data: bytes) -> bytes:
    """A part of the bytes becomes another; or all of them are of another encoding."""
    i = rng.randrange(len(data) + 1)
    part = data[i : i + rng.choice((1, 2, 8, 64, 512))]
    rest = data[i + len(part) :]
    k = rng.randrange(len(data) + 1)
    match rng.randrange(8):
        case 0:
            part = rest = b""
        case 1:
            part = b""
        case 2:
            part = rng.choice(SNIPPETS) + part
        case 3:
            part = rng.randbytes(rng.randint(1, 8))
        case 4:
            part *= rng.choice((2, 3, 50))
        case 5:
            part = data[k : k + len(part)]
        case 6:
            part = bytes(byte ^ 1 << rng.randrange(8) for byte in part[:1]) + part[1:]
        case _:
            return data.decode("utf-8", "replace").encode(rng.choice(ENCODINGS), "replace")
    return data[:i] + part + rest


_VALUE = re.compile(rb'"([^"<>\n]*)"|>([^<>\n]+)<|(-?\d[\w.+-]*)')
_IS_NUMBER = re.compile(rb"[\s\d.eE+-]+")


def of_words(rng: Random, data: bytes) -> bytes:
    """A number, a name or a text becomes another."""
    spans = _spans(data)
    if not spans:
        return of_bytes(rng, data)
    i, j = rng.choice(spans)
    if _IS_NUMBER.fullmatch(data, i, j):
        words = data[i:j].split()
        words[rng.randrange(len(words))] = rng.choice(NUMBERS).encode()
        return data[:i] + b" ".join(words) + data[j:]
    if rng.random() < 0.6:
        k, n = rng.choice(spans)
        return data[:i] + data[k:n] + data[j:]
    word = rng.choice(WORDS)
    return data[:i] + (_escaped(word) if rng.random() < 0.9 else word).encode() + data[j:]


@lru_cache(100)
def _spans(data: bytes) -> list[tuple[int, int]]:
    found = [match.span(match.lastindex or 0) for match in _VALUE.finditer(data)]
    return [(i, j) for i, j in found if data[i:j].strip()]


def _escaped(word: str) -> str:
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), ('"', "&quot;"), ("\n", "&#10;")):
        word = word.replace(character, entity)
    return word


# --- XML


@lru_cache(100)
def _parsed(data: bytes) -> ElementTree.Element | None:
    try:
        return ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        return None


def of_xml(rng: Random, data: bytes) -> bytes:
    """One change of the tree of elements; of the bytes where it cannot be read."""
    parsed = _parsed(data)
    if parsed is None:
        return of_words(rng, data)
    root = copy.deepcopy(parsed)
    _change_xml(rng, root)
    try:
        return ElementTree.tostring(root)
    except (TypeError, ValueError):
        return of_words(rng, data)


def _change_xml(rng: Random, root: ElementTree.Element) -> None:
    parents = [element for element in root.iter() if len(element)]
    elements = list(root.iter())
    parent = rng.choice(parents or [root])
    child = rng.choice(list(parent) or [root])
    other = rng.choice(elements)
    match rng.randrange(11):
        case 0 if child is not root:
            parent.remove(child)
        case 1:
            parent.insert(rng.randint(0, len(parent)), copy.deepcopy(child))
        case 2 if child is not root:
            parent.remove(child)
            other.append(child)
        case 3:
            other.insert(rng.randint(0, len(other)), copy.deepcopy(child))
        case 4:
            other.tag = rng.choice(TAGS)
        case 5:
            _change_attributes(rng, other, rng.choice(elements))
        case 6:
            _nest(rng, other, rng.choice((3, 30, 97, 300)))
        case 7:
            joints = [e for e in elements if e.tag == "joint"]
            rng.choice(joints or elements).set("type", rng.choice(KINDS))
        case 8:
            other.text = rng.choice([*NUMBERS, *WORDS])
        case 9:
            parent[:] = rng.sample(list(parent), len(parent))
        case _:
            _change_reference(rng, elements)


def _change_attributes(
    rng: Random, element: ElementTree.Element, other: ElementTree.Element
) -> None:
    names = list(element.attrib)
    match rng.randrange(4):
        case 0 if names:
            del element.attrib[rng.choice(names)]
        case 1 if names:
            element.set(rng.choice(names) + rng.choice(("", "s", "_")), rng.choice(WORDS))
        case 2:
            element.attrib.update(other.attrib)
        case _:
            element.set(rng.choice(TAGS[:20]).replace(":", "_"), rng.choice([*NUMBERS, *WORDS]))


def _nest(rng: Random, element: ElementTree.Element, depth: int) -> None:
    """What is inside goes deep into elements of the same tag, or of another."""
    inside, tag = list(element), rng.choice((element.tag, *TAGS[:4]))
    element[:] = []
    for _ in range(depth):
        element = ElementTree.SubElement(element, tag, element.attrib)
    element[:] = inside


def _change_reference(rng: Random, elements: list[ElementTree.Element]) -> None:
    """A name or a reference becomes another of the file: loops, twins, missing parents."""
    places = [(e, key) for e in elements for key in REFERENCES if key in e.attrib]
    texts = [e for e in elements if e.tag in REFERENCES and (e.text or "").strip()]
    names = [e.attrib["name"] for e in elements if "name" in e.attrib] or ["a"]
    if texts and rng.random() < 0.5:
        rng.choice(texts).text = rng.choice(names)
    elif places:
        element, key = rng.choice(places)
        element.set(key, rng.choice(names))


# --- JSON


def of_json(rng: Random, data: bytes) -> bytes:
    """One change of a value, a key, or a place; of a word where it cannot be read, or is deep."""
    try:
        root = json.loads(data)
        _change_json(rng, list(_places(root)))
        return json.dumps(root).encode()
    except (ValueError, LookupError, RecursionError):
        return of_words(rng, data)


def _change_json(rng: Random, places: list[tuple[Any, Any]]) -> None:
    (holder, key), (other, other_key) = rng.choice(places), rng.choice(places)
    if type(holder[key]) in (int, float) and rng.random() < 0.5:
        holder[key] = rng.choice((0, 1, -1, 0.5, 1e-9, 1e9, 1e100, 10**30, holder[key] * 1.5))
        return
    match rng.randrange(6):
        case 0:
            del holder[key]
        case 1:
            holder[key] = copy.deepcopy(other[other_key])
        case 2 if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(other[other_key]))
        case 3 if isinstance(holder, dict):
            holder[rng.choice([*WORDS, key + "s"])] = holder.pop(key)
        case 4:
            holder[key] = json.loads("[" * 300 + "1" + "]" * 300)
        case _:
            holder[key] = _odd(rng)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every holder with every key in it."""
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        keys = holder if isinstance(holder, dict) else range(len(holder))
        for key in keys:
            yield holder, key
            if isinstance(holder[key], dict | list):
                waiting.append(holder[key])


def _odd(rng: Random) -> Any:
    return rng.choice(
        [
            *(None, True, False, 0, -1, 1, 2.5, 1e308, -1e308, 1e-320, 10**400, 10**18),
            *(float("nan"), float("inf"), [], {}, [1, 2], [[1, 2], [3]], {"a": 1}, [None]),
            *WORDS,
        ]
    )
