"""A look at an MJCF of a stranger before MuJoCo reads it, which recurses and allocates freely.

MuJoCo 4.0 ends the process for an MJCF that attaches itself, and for counts that do not fit the
memory. What its lenient reader accepts is looked at by tags, whether or not it is XML.
"""

import math
import os
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Final

from ...errors import ModelError
from ..source import Input

MOST_ELEMENTS: Final = 30_000
"""Of a robot, with all copies by `replicate` and `attach`, for which MuJoCo's time is quadratic."""
MOST_CELLS: Final = 50_000_000
"""Of height fields and textures, together."""
DEEPEST: Final = 50
"""Files in files."""
_SPAN: Final = r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)"
_TAG: Final = re.compile(rf"""{_SPAN}|<(/?[\w:.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*)""", re.DOTALL)
_ATTRIBUTE: Final = re.compile(r"""([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")


def check_sizes(source: Input) -> None:
    """Raise ModelError for files in a cycle, and for what would have too many elements or cells."""
    text = source.text if isinstance(source.text, str) else source.text.decode(errors="replace")
    sizes, cells, above = dict[Path, float](), 0.0, list[tuple[Path, str]]()

    def size_of(text: str, folder: str) -> float:
        """The number of elements of a file, with all copies."""
        nonlocal cells
        models, copies, size = dict[str, float](), [1.0], 0.0
        for tag, is_closed, x in _tags(text):
            if tag.startswith("/"):
                del copies[max(1, len(copies) - 1) :]
                continue
            count = copies[-1] * max(1.0, math.prod(map(_number, x.get("count", "").split())))
            inner = 1.0
            if tag in ("model", "include") and "file" in x:
                inner = size_of_file(tag, x["file"], folder)
                models[x.get("name", Path(x["file"]).stem)] = inner
            elif tag == "attach":
                inner = models.get(x.get("model", ""), max(models.values(), default=1.0))
            size += count * (1.0 if tag == "model" else inner)
            for names in (("nrow", "ncol"), ("width", "height")):
                cells += math.prod(_number(x.get(name, "0")) for name in names)
            if not (size <= MOST_ELEMENTS and cells <= MOST_CELLS):
                raise ModelError(
                    f"{source.name}: <{tag}> makes a robot of more than {MOST_ELEMENTS:,} elements,"
                    f" or {MOST_CELLS:,} cells of fields and textures; expected fewer."
                )
            if not is_closed:
                copies.append(count)
        return size

    def size_of_file(tag: str, name: str, folder: str) -> float:
        """The number of elements of a file in this one; 1 where MuJoCo refuses it."""
        for start in (folder, source.folder):
            path = Path(os.path.realpath(os.path.join(start, name)))
            if not path.is_file():
                continue
            files = [file for file, _ in above]
            by = [tag, *(x for _, x in above[files.index(path) + 1 :])] if path in files else []
            if by and "model" not in by:
                return 1.0
            if by or len(above) > DEEPEST:
                raise ModelError(
                    f"{source.name}: its files include or attach each other without an end, or "
                    f"more than {DEEPEST} deep: {' -> '.join(x.name for x in [*files[-5:], path])}."
                )
            if path not in sizes:
                above.append((path, tag))
                sizes[path] = size_of(path.read_text(errors="replace"), str(path.parent))
                above.pop()
            return sizes[path]
        return 1.0

    size_of(text, source.folder)


def _tags(text: str) -> Iterator[tuple[str, bool, dict[str, str]]]:
    """The tags of a text, whether they end themselves, and their attributes."""
    for match in _TAG.finditer(text):
        if match[1]:
            pairs = _ATTRIBUTE.finditer(match[2])
            attributes = {x[1]: unescape(x[2] if x[3] is None else x[3]) for x in pairs}
            yield match[1], match[2].rstrip().endswith("/"), attributes


def _number(text: str) -> float:
    """A count; 0 for what is none, which MuJoCo refuses."""
    try:
        return abs(float(text))
    except ValueError:
        return 0.0
