"""The parts of a model: joints in their tree, and frames."""

from dataclasses import dataclass
from typing import Literal

from ..scalar.array import Array
from ..spatial import SE3, Columns, Inertia, Motion
from .joints import Joint

FrameKind = Literal["universe", "joint", "fixed_joint", "body", "op"]


@dataclass(frozen=True, slots=True)
class TreeJoint:
    """A joint where it stands in its robot, with the body it carries.

    `parent` is the index of the joint that carries the parent body, 0 for the universe. The joint's
    coordinates are `q[q_slice]` and `v[v_slice]`; a mimic's are those of its source.
    """

    index: int
    name: str
    parent: int
    type: Joint
    q_slice: slice
    v_slice: slice
    origin: SE3
    inertia: Inertia

    def placement(self, q: Array) -> SE3:
        """The placement of this joint's frame in that of its parent [P, Eq. P9]."""
        return self.origin @ self.type.placement(q[self.q_slice])

    def subspace(self, q: Array) -> Columns[Motion]:
        """S, in this joint's frame."""
        return self.type.subspace(q[self.q_slice])

    def bias(self, q: Array, v: Array) -> Motion:
        """c = (dS/dt) v, in this joint's frame."""
        return self.type.bias(q[self.q_slice], v[self.v_slice])


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame fixed to the body that joint `joint` carries, at `placement` in the joint's frame."""

    name: str
    kind: FrameKind
    joint: int
    placement: SE3
