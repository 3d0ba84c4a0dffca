"""What a model holds, and what functions of a motion make of it: one table, also in the docs.

A content that a function leaves out is named in a warning where a motion is simulated or solved
for, unless the keyword that decides is given; functions whose equations are those of their names,
as `kt.aba`, have a sentence in the docs.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ..errors import warn
from ..scalar.array import structural
from ..scalar.expr import is_zero
from .description import Coupling, Loop
from .model import Model


def _nonzero(parameter: str) -> Callable[[Model], Sequence[str]]:
    def names(model: Model) -> list[str]:
        values = structural(getattr(model, parameter))
        return [v for v, x in zip(model.v_names, values, strict=True) if not is_zero(x)]

    return names


def _finite(*limits: str) -> Callable[[Model], Sequence[str]]:
    def names(model: Model) -> list[str]:
        pairs = zip(*(np.asarray(getattr(model, x), float) for x in limits), strict=True)
        known = model.v_names if len(limits) == 1 else model.q_names
        return [v for v, x in zip(known, pairs, strict=True) if np.isfinite(x).any()]

    return names


_NAMED: Final = 3
"""The most names in a warning."""
CONTENTS: Final[Mapping[str, Callable[[Model], Sequence[str]]]] = {
    "loops": lambda m: [c.name for c in m.constraints if isinstance(c, Loop)],
    "couplings": lambda m: [c.name for c in m.constraints if isinstance(c, Coupling)],
    "mimics": lambda m: [j.name for j in m.joints if not j.type.independent],
    "position limits": _finite("lower_position_limits", "upper_position_limits"),
    "velocity limits": _finite("velocity_limits"),
    "effort limits": _finite("effort_limits"),
    "damping": _nonzero("damping"),
    "dry friction": _nonzero("friction"),
    "springs": _nonzero("stiffness"),
    "armature": _nonzero("armature"),
    "gravity": lambda m: ["gravity"] if any(not is_zero(x) for x in structural(m.gravity)) else [],
    "collision shapes": lambda m: [g.name for g in m.geometries if g.kind == "collision"],
}
"""The names of what a model holds, by content."""


@dataclass(frozen=True)
class LeftOut:
    """A content that a function leaves out, and what to do instead."""

    instead: str
    keyword: str = ""
    """The keyword that decides; a call that gives it gets no warning."""
    warns: bool = True

    def __str__(self) -> str:
        return self.instead


OBEYED, IRRELEVANT = "obeys", "cannot matter"
Cell = LeftOut | str


def _column(*parts: tuple[Sequence[str], Cell]) -> Mapping[str, Cell]:
    cells = {content: cell for contents, cell in parts for content in contents}
    return {content: cells.get(content, IRRELEVANT) for content in CONTENTS}


_CLOSED: Final = ("loops", "couplings")
_PASSIVE: Final = ("damping", "dry friction", "springs")
_INERTIAL: Final = ("mimics", "armature", "gravity")
_BY_PASSIVE: Final = (
    "passive='implicit' or 'explicit' lets them act, passive='none' confirms that they do not"
)
_BY_LIMITS: Final = "limits=True keeps them, limits=False confirms that they are not kept"
_SIMULATED: Final = (
    (_INERTIAL, OBEYED),
    (
        _PASSIVE,
        LeftOut(_BY_PASSIVE, "passive"),
    ),
    (
        ("position limits",),
        LeftOut(_BY_LIMITS, "limits", False),
    ),
    (("velocity limits",), LeftOut("let the policy of a rollout brake", warns=False)),
    (
        ("effort limits",),
        LeftOut("clip tau: np.clip(tau, -m.effort_limits, m.effort_limits)", warns=False),
    ),
    (
        ("collision shapes",),
        LeftOut("name points that touch: contacts=(kt.Contact(frame),)", warns=False),
    ),
)
_CONSTRAINED: Final = "kt.constraints.forward_dynamics and its derivatives obey them"
_FORCES: Final = LeftOut("add kt.passive_forces(m, q, v) to the torques", warns=False)
_ENERGY: Final = "k d**2 / 2 with d = kt.difference(m, m.spring_reference, q)"

TABLE: Final[Mapping[str, Mapping[str, Cell]]] = {
    **dict.fromkeys(("step", "rollout", "contact_step"), _column((_CLOSED, OBEYED), *_SIMULATED)),
    "constraints": _column(((*_CLOSED, *_INERTIAL), OBEYED), (_PASSIVE, _FORCES)),
    "inverse_kinematics": _column(((*_CLOSED, "mimics", "position limits"), OBEYED)),
    "velocity_inverse_kinematics": _column(
        ((*_CLOSED, "mimics", "position limits", "velocity limits"), OBEYED)
    ),
    "linearize": _column(
        (_CLOSED, LeftOut(_CONSTRAINED)),
        (_PASSIVE, LeftOut("kt.jacobian(kt.simulation.step, 'q') has them", warns=False)),
        (_INERTIAL, OBEYED),
    ),
    "fit": _column(
        (_CLOSED, LeftOut("measure torques while they are open")),
        ((*_PASSIVE, *_INERTIAL), OBEYED),
    ),
    "mechanical_energy": _column(
        (("springs",), LeftOut(_ENERGY, warns=False)), (_INERTIAL, OBEYED)
    ),
    "rnea": _column(
        (_CLOSED, LeftOut(_CONSTRAINED, warns=False)), (_PASSIVE, _FORCES), (_INERTIAL, OBEYED)
    ),
    "view": _column(
        (_CLOSED, LeftOut("kt.constraints.close_loops moves q onto them", warns=False)),
        (("mimics", "collision shapes"), OBEYED),
    ),
}
"""What functions make of contents, by their names; "rnea" stands for all algorithms of its kind."""


def shortened(names: Sequence[str]) -> str:
    """The first names of a list, for a warning."""
    return ", ".join([*names[:_NAMED], *(["..."] if len(names) > _NAMED else [])])


def check_contents(owner: str, arguments: Mapping[str, object]) -> None:
    """Warn of what a model holds and `owner`, or the function it is a derivative of, leaves out."""
    model = arguments.get("model")
    if not isinstance(model, Model):
        return
    words: dict[str, list[str]] = {}
    for content, cell in TABLE.get(re.split(r"_of_|[.]", owner)[-1], {}).items():
        if not isinstance(cell, LeftOut) or not cell.warns or cell.keyword in arguments:
            continue
        if names := CONTENTS[content](model):
            words.setdefault(cell.instead, []).append(f"{content} of {shortened(names)}")
    for instead, left_out in words.items():
        warn(f"{owner}: {model.name} has {' and '.join(left_out)}, left out here: {instead}.")
