"""A robot as a table of HTML, as notebooks show it."""

from html import escape
from typing import Any

from .structure import Structure
from .tree import TreeJoint

_HEADS = ("", "joint", "type", "parent", "q", "v", "lower", "upper")


def html_table(model: Structure) -> str:
    """The joints of a robot, one a row."""
    rows = "".join(_row("td", _cells(model, j)) for j in model.joints)
    caption = f"{model.name}: {model.njoints - 1} joints, nq {model.nq}, nv {model.nv}"
    return f"<table><caption>{escape(caption)}</caption>{_row('th', _HEADS)}{rows}</table>"


def _row(tag: str, cells: Any) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(str(x))}</{tag}>' for x in cells)}</tr>"


def _cells(model: Structure, j: TreeJoint) -> list[Any]:
    lower, upper = (", ".join(f"{x:.4g}" for x in part.tolist()) for part in j.limits)
    parent = model.joint_names[j.parent]
    return [j.index, j.name, j.type, parent, _range(j.q_slice), _range(j.v_slice), lower, upper]


def _range(part: slice) -> str:
    """The positions of coordinates, first to last."""
    first, last = part.start, part.stop - 1
    return str(first) if first == last else f"{first} to {last}"
