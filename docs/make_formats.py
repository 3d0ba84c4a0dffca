"""docs/formats.md: what becomes of each element and attribute. `docs/make.py` writes it."""

from kinetree.formats.schema import ELEMENT, Row, rows

HEAD = """# What becomes of what a file says

<!-- Written by docs/make_formats.py from src/kinetree/formats/schema.txt. -->

Every element and attribute of MJCF, URDF, SDF and SRDF, and the extensions in use, is one of:

- **obeyed**: the robot is so, or moves so;
- **recorded**: a model has it, where it says, for your programs;
- **no effect**: motion does not depend on it, or only where another row says;
- **warned**: motion depends on it, and kinetree leaves it out. `kt.load` warns, once a kind, with
  the elements; `kt.check` lists each.

`kt.check` also lists elements and attributes that are not here, which are not read. An element is
written as the end of its path, `*` is any, (all) is all of its attributes and what is in it.
"""
FORMATS = ("MJCF", "URDF", "SDF", "SRDF")


def line(row: Row) -> str:
    elements = ", ".join(f"`{x}`" for x in row.elements)
    names = [x for x in row.entries if x != ELEMENT]
    entries = "(all)" if any(x in ("*", "**") for x in names) else " ".join(f"`{x}`" for x in names)
    note = row.note.replace("{}", "their names")
    return f"| {elements} | {entries} | {row.fate} | {note} |"


def table(format: str) -> str:
    head = [
        f"## {format}",
        "",
        "| element | attributes | fate | where, or why |",
        "|---|---|---|---|",
    ]
    ordered = sorted(rows(format), key=lambda row: row.elements[0].partition("/")[0] == "*")
    return "\n".join([*head, *map(line, ordered), ""])


def documents() -> dict[str, str]:
    """The text of docs/formats.md."""
    return {"formats.md": "\n".join([HEAD, *map(table, FORMATS)])}
