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


def _nonzero(model: Model, parameter: str) -> list[str]:
    values = structural(getattr(model, parameter))
    return [v for v, x in zip(model.v_names, values, strict=True) if not is_zero(x)]


def _finite(model: Model, *limits: str) -> list[str]:
    pairs = zip(*(np.asarray(getattr(model, x), float) for x in limits), strict=True)
    known = model.v_names if len(limits) == 1 else model.q_names
    return [v for v, x in zip(known, pairs, strict=True) if np.isfinite(x).any()]


_NAMED: Final = 3
"""The most names in a warning."""
CONTENTS: Final[Mapping[str, Callable[[Model], Sequence[str]]]] = {
    "loops": lambda m: [c.name for c in m.constraints if isinstance(c, Loop)],
    "couplings": lambda m: [c.name for c in m.constraints if isinstance(c, Coupling)],
    "mimics": lambda m: [j.name for j in m.joints if not j.type.independent],
    "position limits": lambda m: _finite(m, "lower_position_limits", "upper_position_limits"),
    "velocity limits": lambda m: _finite(m, "velocity_limits"),
    "effort limits": lambda m: _finite(m, "effort_limits"),
    "damping": lambda m: _nonzero(m, "damping"),
    "dry friction": lambda m: _nonzero(m, "friction"),
    "springs": lambda m: _nonzero(m, "stiffness"),
    "armature": lambda m: _nonzero(m, "armature"),
    "gravity": lambda m: ["gravity"] if any(not is_zero(x) for x in structural(m.gravity)) else [],
    "collision shapes": lambda m: [g.name for g in m.geometries if g.kind == "collision"],
    "actuators": lambda m: [x.name for x in m.actuators],
}
"""The names of what a model holds, by content."""


@dataclass(frozen=True)
class LeftOut:
    """A content that a function leaves out, and what to do instead."""

    instead: str
    warns: bool = False
    keyword: str = ""
    """The keyword, of the call or its `kt.Simulation`, that decides: given, there is no warning."""

    def __str__(self) -> str:
        return self.instead


OBEYED, IRRELEVANT = "obeys", "cannot matter"
Cell = LeftOut | str


def _column(obeyed: Sequence[str], *left_out: tuple[Sequence[str], LeftOut]) -> Mapping[str, Cell]:
    cells: dict[str, Cell] = {
        **dict.fromkeys(CONTENTS, IRRELEVANT),
        **dict.fromkeys(obeyed, OBEYED),
    }
    for contents, cell in left_out:
        cells |= dict.fromkeys(contents, cell)
    return cells


_CLOSED: Final = ("loops", "couplings")
_PASSIVE: Final = ("damping", "dry friction", "springs")
_INERTIAL: Final = ("mimics", "armature", "gravity")
_BY_PASSIVE: Final = (
    "kt.Simulation(passive='implicit') lets them act, passive='none' confirms that they do not"
)
_BY_LIMITS: Final = (
    "kt.Simulation(limits=True) keeps them, limits='soft' as softly as an MJCF says, "
    "limits=False confirms that they are not kept"
)
_BY_SPEED: Final = "kt.Simulation(velocity_limits=True) brakes what is faster"
_BY_EFFORT: Final = "kt.Simulation(effort_limits=True) clips torques to them"
_SIMULATED: Final = _column(
    (*_CLOSED, *_INERTIAL),
    (_PASSIVE, LeftOut(_BY_PASSIVE, warns=True, keyword="passive")),
    (("position limits",), LeftOut(_BY_LIMITS, keyword="limits")),
    (("velocity limits",), LeftOut(_BY_SPEED, keyword="velocity_limits")),
    (("effort limits",), LeftOut(_BY_EFFORT, keyword="effort_limits")),
    (("collision shapes",), LeftOut("kt.Simulation(contacts=kt.contacts(m)) lets them touch")),
    (("actuators",), LeftOut("control= lets them act beside tau", keyword="control")),
)
_CONSTRAINED: Final = "kt.constraints.forward_dynamics and its derivatives obey them"
_BY_STEP: Final = LeftOut("kt.jacobian(kt.simulation.step, 'q') has them")
_FORCES: Final = LeftOut("add kt.passive_forces(m, q, v) to the torques")
_MOTORS: Final = (
    ("actuators",),
    LeftOut("add kt.actuation_matrix(m, q) @ kt.actuator_forces(m, q, v, control) to the torques"),
)
_ENERGY: Final = LeftOut("k d**2 / 2 with d = kt.difference(m, m.spring_reference, q)")
_OPENED: Final = LeftOut("measure torques while they are open", warns=True)
_MOVED: Final = LeftOut("kt.constraints.close_loops moves q onto them")

TABLE: Final[Mapping[str, Mapping[str, Cell]]] = {
    "step": _SIMULATED,
    "rollout": _SIMULATED,
    "contact_step": _SIMULATED,
    "constraints": _column((*_CLOSED, *_INERTIAL), (_PASSIVE, _FORCES), _MOTORS),
    "inverse_kinematics": _column((*_CLOSED, "mimics", "position limits")),
    "velocity_inverse_kinematics": _column(
        (*_CLOSED, "mimics", "position limits", "velocity limits")
    ),
    "linearize": _column(
        _INERTIAL, (_CLOSED, LeftOut(_CONSTRAINED, warns=True)), (_PASSIVE, _BY_STEP)
    ),
    "fit": _column((*_PASSIVE, *_INERTIAL), (_CLOSED, _OPENED)),
    "mechanical_energy": _column(_INERTIAL, (("springs",), _ENERGY)),
    "rnea": _column(_INERTIAL, (_CLOSED, LeftOut(_CONSTRAINED)), (_PASSIVE, _FORCES), _MOTORS),
    "view": _column(("mimics", "collision shapes"), (_CLOSED, _MOVED)),
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
