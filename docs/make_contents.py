"""docs/contents.md, from the table that functions consult. `docs/make.py` writes it."""

from kinetree.model.contents import CONTENTS, IRRELEVANT, OBEYED, TABLE, LeftOut

HEAD = """# What functions make of a model's contents

Made by `docs/make.py` from the table that the functions consult. A content is obeyed (**yes**),
cannot matter to a function (-), or is left out, with what to do instead in the notes below. A
function that simulates or solves says at its first call with a model what of it is left out (notes
marked *warns*), unless the keyword that decides is given, whatever its value. A rollout warns of
position limits if its motion passes them at a first call: within them they do not matter.

`step`, `rollout` and `contact_step` are those of `kt.simulation`, "constraints" the functions of
`kt.constraints`, `fit` that of `kt.identification`. "rnea" stands for `kt.aba`, `kt.crba`, their
derivatives and all others that are the equations of their names: those of a tree of bodies;
"mechanical_energy" also for the kinetic and the potential one. "variational" steps refuse robots
with loops and couplings.
"""


def documents() -> dict[str, str]:
    """The text of docs/contents.md."""
    notes: dict[tuple[str, bool], int] = {}

    def cell(function: str, content: str) -> str:
        x = TABLE[function][content]
        if isinstance(x, LeftOut):
            return f"[{notes.setdefault((x.instead, x.warns), len(notes) + 1)}](#notes)"
        return {OBEYED: "**yes**", IRRELEVANT: "-"}[x]

    rows = [(f"`{name}`", *(cell(name, content) for content in CONTENTS)) for name in TABLE]
    lines = [HEAD, _row("", *CONTENTS), _row(*["---"] * (len(CONTENTS) + 1))]
    lines += [_row(*row) for row in rows]
    lines += ["", "## Notes", ""]
    for (instead, warns), n in notes.items():
        lines.append(f"{n}. {instead}{' (*warns*)' if warns else ''}.")
    return {"contents.md": "\n".join(lines) + "\n"}


def _row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"
