"""What of an mjModel is switched off, and what is left out: by the table of the format.

The condition of a row is of arrays of the mjModel: `jnt_limited jnt_type=1` holds for the joints
with a value of `jnt_limited` that is not 0 and a type of 1. With `a -> b`, of flags a, arrays b
are 0 if a holds.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from operator import attrgetter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..findings import listed
from ..schema import rows
from .actuators import has_law, has_place, shares_range
from .arrays import Mask, MjModel, Names

KINDS: Final = {
    "jnt": ("joint", "joints"),
    "dof": ("joint", "joints"),
    "body": ("body", "bodies"),
    "geom": ("geom", "geoms"),
    "pair": ("pair", "pairs"),
    "eq": ("equality", "equalities"),
    "tendon": ("tendon", "tendons"),
    "flex": ("flex", "flexes"),
    "actuator": ("actuator", "actuators"),
}
"""What an element is called, and the names of all, by the beginning of its arrays' names."""

_DERIVED: Final[Mapping[str, Callable[[MjModel], Mask]]] = {
    "actuator_law": has_law,
    "actuator_place": has_place,
    "jnt_shared": shares_range,
}


def switched(mj: MjModel, library: Any) -> MjModel:
    """The mjModel without what its flags switch off: itself, or a copy."""
    conditions = [row.condition.partition("->") for row in rows("MJCF")]
    arrays = " ".join(x for when, _, x in conditions if x and _mask(mj, when, library)).split()
    own = copy(mj) if arrays else mj
    for name in arrays:
        owner, array = (own.opt, name[4:]) if name[:4] == "opt." else (own, name)
        if hasattr(owner, array):
            setattr(owner, array, 0)
    return own


def left_out(mj: MjModel, names: Names, library: Any) -> Iterator[str]:
    """A message for each kind of part that is left out."""
    messages: dict[tuple[str, str], tuple[dict[str, None], dict[str, None]]] = {}
    for row in rows("MJCF"):
        if row.fate != "warned":
            continue
        mask = _mask(mj, row.condition, library)
        if np.any(mask):
            kind = row.condition.partition("_")[0] if np.ndim(mask) else ""
            entries, elements = messages.setdefault((row.note, kind), ({}, {}))
            entries.update(dict.fromkeys(row.entries))
            if kind:
                every: Sequence[str] = getattr(names, KINDS[kind][1])
                elements.update(dict.fromkeys(every[i] for i in np.flatnonzero(mask).tolist()))
    for (note, kind), (entries, elements) in messages.items():
        which = _named(kind, list(elements)) if kind else ""
        of = f" of {which}" if kind else ""
        yield note.format(which) if "{}" in note else f"{', '.join(entries)}{of}: {note}"


def _mask(mj: MjModel, condition: str, library: Any) -> Mask:
    """Where a condition holds: an array over elements, or one value."""
    mask: Mask = np.array(bool(condition))
    for term in condition.split():
        match = re.fullmatch(r"([\w.]+)(?:(!?=)(.*))?", term)
        assert match is not None, term
        name, operator, values = match.groups()
        holds = np.isin(_array(mj, name, library), [float(x) for x in (values or "0").split(",")])
        holds = holds if operator == "=" else ~holds
        holds = holds.any(tuple(range(name[:4] != "opt.", holds.ndim)))
        if name.startswith("dof_"):
            of_joints = np.zeros(mj.njnt, bool)
            np.logical_or.at(of_joints, mj.dof_jntid, holds)
            holds = of_joints
        mask = mask & holds
    return mask


def _array(mj: MjModel, name: str, library: Any) -> NDArray[Any]:
    """An array of the mjModel, or one of these; 0 in a version of MuJoCo that lacks it."""
    head, _, rest = name.partition(".")
    if head in ("disable", "enable"):
        bits = getattr(library, f"mjt{head.title()}Bit")
        flag = getattr(bits, f"mj{'DSBL' if head == 'disable' else 'ENBL'}_{rest.upper()}", 0)
        return np.array(getattr(mj.opt, f"{head}flags") & flag)
    if name in _DERIVED:
        return _DERIVED[name](mj)
    if name == "pair_directions":
        return (mj.pair_friction[:, 3] != mj.pair_friction[:, 4]) & (mj.pair_dim == 6)
    try:
        return np.asarray(attrgetter(name)(mj))
    except AttributeError:
        return np.array(0)


def idle(mj: MjModel, library: Any) -> Mask:
    """The actuators that are switched off, one by one or by their group from 0 to 30."""
    groups = [0 <= x <= 30 and mj.opt.disableactuator >> x & 1 for x in mj.actuator_group.tolist()]
    return np.array(groups, bool) | (_array(mj, "disable.actuation", library) != 0)


def _named(kind: str, names: Sequence[str]) -> str:
    """`2 tendons ('a', 'b')`, the first names of many."""
    one, many = KINDS[kind]
    return f"{len(names)} {one if len(names) == 1 else many} ({listed([*map(repr, names)])})"
