"""docs/pinocchio.md, of docs/pinocchio.txt and the answers of errors. `docs/make.py` writes it.

tests/robots/test_pinocchio_names.py runs the lines of the table.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kinetree.errors import counterparts

TABLE: Final = Path(__file__).with_name("pinocchio.txt")
HEAD: Final = """# Pinocchio's functions, one by one

<!-- Written by docs/make_pinocchio.py from docs/pinocchio.txt. -->

Every function of Pinocchio's Python module and of its `rpy`, `cholesky`, `linalg`, `liegroups`,
`graph` and `serialization` (pin 4.1.0): a call, and what has the same result here. Both are run as
a test on Panda and on Talos with a floating base and compared, to 1e-11 of the size of the result,
of contacts to 1e-8, as Pinocchio solves them; lines marked (*) only run here.

`model` is the robot of each library, with the frame `"name"`; `joint`, `frame` are numbers in
Pinocchio's calls and names in ours; `fixed` is a fixed joint and `link` its link. `q`, `v`, `a`,
`tau` are arrays, `R`, `T` a rotation and a placement, `in_order` the memory order put right.
`contacts` is a `RigidConstraintModel` of a point, `feet` is `[kt.Contact("name")]`, `J` its
Jacobian, `drift` the rate of that times `v_0`, a velocity that the contact allows. [Where numbers
differ](guide/from-pinocchio.md#other-numbers).
"""


@dataclass(frozen=True)
class Row:
    """Functions: Pinocchio's call, our lines, why there are none, what differs."""

    section: str
    names: tuple[str, ...]
    theirs: str = ""
    ours: str = ""
    missing: str = ""
    note: str = ""
    compared: bool = True


def rows() -> Iterator[Row]:
    """The rows of the table, in its order."""
    section = ""
    for block in TABLE.read_text().split("\n\n")[1:]:
        head, *lines = block.strip().splitlines()
        section = head.strip("[]")
        starts = [i for i, line in enumerate(lines) if not line.startswith(" ")]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            names = tuple(lines[start].split())
            parts = [x.strip().partition(": ") for x in lines[start + 1 : end]]
            told = {key: rest for key, _, rest in parts if key in ("not here", "note", "only here")}
            code = ["".join(x) for x in parts if x[0] not in told]
            code = [told["only here"], *code] if "only here" in told else code
            if len(code) == 1:
                code.append(counterparts("functions")[names[0]])
            missing, note = told.get("not here", ""), told.get("note", "")
            yield Row(
                section, names, *code, missing=missing, note=note, compared="only here" not in told
            )


def line(row: Row) -> str:
    """A row of the page."""
    names = ", ".join(f"`{x}`" for x in row.names)
    if row.missing:
        return f"| {names} | | not here: {row.missing} | |"
    theirs, ours = (
        "<br>".join(f"`{x.replace('|', chr(92) + '|')}`" for x in code.split("; "))
        for code in (row.theirs, row.ours)
    )
    return f"| {names} | {theirs} | {ours}{'' if row.compared else ' (*)'} | {row.note} |"


def documents() -> dict[str, str]:
    """The text of docs/pinocchio.md."""
    lines, section = [HEAD], ""
    for row in rows():
        if row.section != section:
            section = row.section
            lines += ["", f"## {section}", "", "| | Pinocchio | kinetree | |", "|---|---|---|---|"]
        lines.append(line(row))
    return {"pinocchio.md": "\n".join(lines) + "\n"}
