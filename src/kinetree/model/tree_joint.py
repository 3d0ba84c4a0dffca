"""`TreeJoint`: a joint in the tree of a robot, with the body that it moves."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from ..errors import unknown_attribute
from ..parameters import ParameterArray
from ..scalar.array import Array, structural
from ..spatial import SE3, Columns, Inertia, Motion, motions
from .joints import Mimic
from .joints.base import Numbers
from .structure import Node, Structure


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TreeJoint(Node):
    """A joint in the tree of a robot, with the body that it moves.

    `parent` is the index of the joint above the parent body, 0 for the universe; `children` are
    those of the joints on its own body. The joint's coordinates are `q[q_slice]` and `v[v_slice]`;
    a mimic's are those of its source. `limits` are the lower and upper ones of its positions.
    """

    origin: SE3
    inertia: Inertia
    children: tuple[int, ...]
    limits: tuple[Numbers, Numbers]

    if not TYPE_CHECKING:  # a type checker would take every attribute for one that exists

        def __getattr__(self, name: str) -> NoReturn:
            """Raise AttributeError, with kinetree's name if `name` is a peer's."""
            raise AttributeError(unknown_attribute("a joint", name, "joints", dir(type(self))))

    def __repr__(self) -> str:
        q, v = (f"[{x.start}:{x.stop}]" for x in (self.q_slice, self.v_slice))
        return f"<joint {self.index} {self.name!r}: {self.type}, parent {self.parent}, q{q}, v{v}>"

    def placement(self, q: Array) -> SE3:
        """The placement of this joint's frame in that of its parent [PinocchioSheet, Joint]."""
        return self.origin @ self.type.placement(q[self.q_slice])

    def subspace(self, q: Array) -> Columns[Motion]:
        """S, in this joint's frame."""
        return self.type.subspace(q[self.q_slice])

    def bias(self, q: Array, v: Array) -> Motion:
        """c = (dS/dt) v, in this joint's frame."""
        return self.type.bias(q[self.q_slice], v[self.v_slice])

    def displacement(self, q: Array, v: Array) -> SE3:
        """This joint's frame after moving with v for unit time, expressed in the one before."""
        return self.type.displacement(q[self.q_slice], v[self.v_slice])

    def subspace_derivatives(self, q: Array) -> tuple[Columns[Motion], ...]:
        """dS/dq along each of the joint's velocities, in its frame."""
        return self.type.subspace_derivatives(q[self.q_slice])

    def subspace_rate(self, q: Array, v: Array) -> Columns[Motion]:
        """dS/dt in its frame, while it moves with v [Echeandia2021, Eq. 12]."""
        dS, speeds = self.subspace_derivatives(q), v[self.v_slice]
        rate = motions([Motion.zero() for _ in dS])
        for dS_k, speed in zip(dS, speeds, strict=True):
            rate = rate + speed * dS_k
        return rate

    def bias_derivative(self, q: Array, v: Array) -> Columns[Motion]:
        """dc/dq along each of the joint's velocities, in its frame."""
        return self.type.bias_derivative(q[self.q_slice], v[self.v_slice])


def tree_joints(robot: Structure, parameters: Mapping[str, ParameterArray]) -> Iterator[TreeJoint]:
    """The joints of a robot with its parameters: all but the universe, parents first."""
    children: list[list[int]] = [[] for _ in range(robot.njoints)]
    for j in robot.nodes:
        children[j.parent].append(j.index)
    for j in robot.nodes:
        own = j.index, j.name, j.parent, j.type, j.q_slice, j.v_slice
        own = *own, j.limit_softness, j.limit_margin
        body = placement_and_inertia(parameters, j.index)
        yield TreeJoint(*own, *body, tuple(children[j.index]), _limits(j, parameters))


def placement_and_inertia(parameters: Mapping[str, ParameterArray], i: int) -> tuple[SE3, Inertia]:
    """The placement of joint i at the zero configuration, and the inertia of its body."""
    T = structural(parameters["placements"][i])
    inertia = Inertia.from_parameters(structural(parameters["inertias"][i]))
    return SE3(T[:3, :3], T[:3, 3]), inertia  # the last row of a traced placement is not read


def _limits(joint: Node, parameters: Mapping[str, ParameterArray]) -> tuple[Numbers, Numbers]:
    """The position limits of a joint, those that follow from its source's for a mimic."""
    lower, upper = parameters["lower_position_limits"], parameters["upper_position_limits"]
    ends, kind = (lower[joint.q_slice], upper[joint.q_slice]), joint.type
    if not isinstance(kind, Mimic) or len(ends[0]) != 1:
        return ends
    k = kind.multiplier
    low, high = (k * x + kind.offset if k else np.array([kind.offset]) for x in ends)
    return (low, high) if k >= 0 else (high, low)


def html_table(caption: str, joints: Sequence[TreeJoint]) -> str:
    """The joints of a robot as a table of HTML, one a row, as notebooks show it."""
    names = ("universe", *(j.name for j in joints))
    rows = [_row("th", ("", "joint", "type", "parent", "q", "v", "lower", "upper"))]
    for j in joints:
        lower, upper = (", ".join(f"{x:.4g}" for x in part.tolist()) for part in j.limits)
        q, v = (
            f"{x.start}" if x.stop == x.start + 1 else f"{x.start} to {x.stop - 1}"
            for x in (j.q_slice, j.v_slice)
        )
        rows.append(_row("td", (j.index, j.name, j.type, names[j.parent], q, v, lower, upper)))
    return f"<table><caption>{escape(caption)}</caption>{''.join(rows)}</table>"


def _row(tag: str, cells: Iterable[object]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(str(x))}</{tag}>' for x in cells)}</tr>"
