"""A robot as a table of HTML, as notebooks show it."""

from collections.abc import Iterable, Sequence
from html import escape

from .tree_joint import TreeJoint

_HEADS = ("", "joint", "type", "parent", "q", "v", "lower", "upper")


def html_table(caption: str, joints: Sequence[TreeJoint]) -> str:
    """The joints of a robot, one a row."""
    names = ("universe", *(j.name for j in joints))
    rows = "".join(_row("td", _cells(names[j.parent], j)) for j in joints)
    return f"<table><caption>{escape(caption)}</caption>{_row('th', _HEADS)}{rows}</table>"


def _row(tag: str, cells: Iterable[object]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(str(x))}</{tag}>' for x in cells)}</tr>"


def _cells(parent: str, j: TreeJoint) -> list[object]:
    lower, upper = (", ".join(f"{x:.4g}" for x in part.tolist()) for part in j.limits)
    return [j.index, j.name, j.type, parent, _range(j.q_slice), _range(j.v_slice), lower, upper]


def _range(part: slice) -> str:
    """The positions of coordinates, first to last."""
    first, last = part.start, part.stop - 1
    return str(first) if first == last else f"{first} to {last}"
