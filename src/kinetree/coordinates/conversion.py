"""Conversions of states between a model's coordinates and those of another library."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from ..errors import ModelError, ShapeError
from ..model import Model, TreeJoint, expect_model
from ..model.joints import Composite, Continuous, FreeFlyer, Joint, Mimic, Planar, Spherical
from ..model.joints.base import Numbers
from ..model.joints.composite import Offset
from ..model.values import angle_of, batch_axes, coordinates_last, cos_sin, unit
from ..scalar.math import eye
from ..spatial import SE3
from ..spatial.rotation import matrix_quaternion, quaternion_product

Optional: TypeAlias = ArrayLike | None


class State(NamedTuple):
    """Configuration, velocity, acceleration and forces in one convention; None if not given."""

    q: Numbers
    v: Numbers | None = None
    a: Numbers | None = None
    tau: Numbers | None = None


@dataclass(frozen=True)
class Convention:
    """The conventions of another library.

    In all of them a free joint has the velocity of its origin in the parent's axes and the angular
    velocity in the body's, and velocities are in the order of the joints.
    """

    name: str
    kinds: tuple[type[Joint], ...]
    """The supported joint types, besides free ones."""
    free: Callable[[TreeJoint], bool]
    """Whether a joint may be a free one."""
    place: str
    """The places of free joints, for messages."""
    w_first: bool
    """Whether the w of a quaternion is before its vector, or at the end of all coordinates."""


@dataclass(frozen=True)
class _Part:
    """A joint, or one of a composite, with its ranges in q, the other's coordinates, and v."""

    kind: Joint
    origin: tuple[Numbers, Numbers, Numbers]
    """The placement that the other's coordinates of a free joint include, see `_placement`."""
    q: slice
    other: slice
    v: slice

    @property
    def lengths(self) -> int:
        """The number of its coordinates that are a position, before those of a rotation."""
        return 3 if isinstance(self.kind, FreeFlyer) else 2 if isinstance(self.kind, Planar) else 0

    def coordinates(self, q: Numbers, *, back: bool = False) -> Numbers:
        """The other's coordinates, quaternions w last, from kinetree's, or back."""
        position, rotation = q[..., : self.lengths], q[..., self.lengths :]
        if isinstance(self.kind, (Continuous, Planar)):
            return np.concatenate([position, (cos_sin if back else angle_of)(rotation)], -1)
        if isinstance(self.kind, Spherical):
            return unit(q)
        if isinstance(self.kind, FreeFlyer):
            R, p, turn = self.origin
            position, turn = ((position - p) @ R, turn.T) if back else (position @ R.T + p, turn)
            return np.concatenate([position, unit(rotation) @ turn], -1)
        return q

    def rotation(self, q: Numbers) -> Numbers:
        """The rotation from the body to the other's axes of its linear velocity."""
        if isinstance(self.kind, Planar):
            c, s = np.moveaxis(unit(q[..., 2:]), -1, 0)
            return np.stack([c, -s, s, c], -1).reshape(*c.shape, 2, 2)
        quaternion = unit(q[..., 3:])
        U = np.cross(np.eye(3), quaternion[..., None, :3])
        return self.origin[0] @ (np.eye(3) + 2 * (quaternion[..., 3, None, None] * U + U @ U))

    @property
    def linear(self) -> slice:
        """The range of the linear part of its velocity."""
        return slice(self.v.start, self.v.start + self.lengths)

    def convective(self, v: Numbers) -> Numbers:
        """w x its linear velocity: the convective term of the rate of that in the other's axes."""
        linear, w = v[..., self.linear], v[..., self.linear.stop : self.v.stop]
        if isinstance(self.kind, Planar):
            return w * np.stack([-linear[..., 1], linear[..., 0]], -1)
        return np.cross(w, linear)


class Conversion:
    """The conversion between a model's coordinates and those of another library."""

    def __init__(self, model: Model, convention: Convention) -> None:
        expect_model(f"convert to or from {convention.name}", model)
        self.model, self.name = model, convention.name
        self.parts = parts = tuple(_parts(model, convention))
        ends = [p.other.stop - 1 for p in parts if isinstance(p.kind, (Spherical, FreeFlyer))]
        self.order = list(range(parts[-1].other.stop if parts else 0))
        """The index of each of the other's coordinates if every w were after its vector."""
        for w in ends if convention.w_first else ():
            self.order[w - 3 : w + 1] = [w, w - 3, w - 2, w - 1]
        if not convention.w_first:
            self.order = [k for k in self.order if k not in ends] + ends

    def from_kinetree(self, q: ArrayLike, v: Optional, a: Optional, tau: Optional) -> State:
        """The state in the other library's convention."""
        q = coordinates_last("q", q, self.model.nq, f": the nq of {self.model.name}")
        v, a, tau = self._checked(q, v, a, tau)
        x = np.empty((*q.shape[:-1], len(self.order)))
        for p in self.parts:
            x[..., p.other] = p.coordinates(q[..., p.q])
        rate = a if a is None or v is None else a + self._convective(v)
        v, rate, tau = (self._rotated(q, y) for y in (v, rate, tau))
        return State(x[..., self.order], v, rate, tau)

    def to_kinetree(self, q: ArrayLike, v: Optional, a: Optional, tau: Optional) -> State:
        """The state from the other library's convention."""
        n = len(self.order)
        what = f": {self.name}'s {n} coordinates of {self.model.name}"
        ordered = coordinates_last("q", q, n, what)
        v, a, tau = self._checked(ordered, v, a, tau)
        x = ordered[..., np.argsort(self.order)]
        q = np.empty((*x.shape[:-1], self.model.nq))
        for p in self.parts:
            q[..., p.q] = p.coordinates(x[..., p.other], back=True)
        v, rate, tau = (self._rotated(q, y, back=True) for y in (v, a, tau))
        a = rate if rate is None or v is None else rate - self._convective(v)
        return State(q, v, a, tau)

    def _checked(
        self, q: Numbers, v: Optional, a: Optional, tau: Optional
    ) -> tuple[Numbers | None, Numbers | None, Numbers | None]:
        """Velocity, acceleration and forces as arrays of compatible shapes."""
        if a is not None and v is None:
            raise ShapeError(
                f"{self.model.name}: a is given without v; {self.name}'s acceleration of a free "
                "joint depends on the velocity: give v, too."
            )
        arrays = {"q": q}
        for name, x in {"v": v, "a": a, "tau": tau}.items():
            if x is not None:
                arrays[name] = coordinates_last(name, x, self.model.nv)
        batch_axes(arrays)
        return arrays.get("v"), arrays.get("a"), arrays.get("tau")

    def _rotated(self, q: Numbers, x: Numbers | None, *, back: bool = False) -> Numbers | None:
        """A velocity-like vector with its linear parts in the other's axes, or back in ours."""
        if x is None:
            return None
        batch = np.broadcast_shapes(q.shape[:-1], x.shape[:-1])
        result = np.broadcast_to(x, (*batch, x.shape[-1])).copy()
        for p in self.parts:
            if p.lengths:
                R = p.rotation(q[..., p.q])
                R = np.swapaxes(R, -1, -2) if back else R
                result[..., p.linear] = (R @ x[..., p.linear, None])[..., 0]
        return result

    def _convective(self, v: Numbers) -> Numbers:
        """The convective terms of all linear velocities."""
        result = np.zeros_like(v)
        for p in self.parts:
            if p.lengths:
                result[..., p.linear] = p.convective(v)
        return result


def _parts(model: Model, convention: Convention) -> Iterator[_Part]:
    """The joints of a model and of composites; raises ModelError for unsupported ones."""
    other = 0
    for joint in model.joints:
        free = isinstance(joint.type, FreeFlyer) and convention.free(joint)
        q, v = joint.q_slice.start, joint.v_slice.start
        for kind in flattened(joint.type):
            if isinstance(kind, Offset):
                continue
            if not free and not isinstance(kind, convention.kinds):
                raise _no_counterpart(model, joint, convention)
            size = kind.nq - isinstance(kind, (Continuous, Planar))  # an angle, not (cos, sin)
            yield _Part(
                kind,
                _placement(joint.origin if free and joint.parent == 0 else SE3.identity()),
                slice(q, q + kind.nq),
                slice(other, other + size),
                slice(v, v + kind.nv),
            )
            q, other, v = q + kind.nq, other + size, v + kind.nv


def _no_counterpart(model: Model, joint: TreeJoint, convention: Convention) -> ModelError:
    if isinstance(joint.type, Mimic):
        problem = (
            f"follows {joint.type.source!r}; in {convention.name} it has coordinates of its own. "
            "Load the robot with mimic=False."
        )
    else:
        problem = (
            f"is {joint.type}, which {convention.name} does not have; it has "
            f"{', '.join(kind.__name__ for kind in convention.kinds)}, composites of them, and "
            f"FreeFlyer {convention.place}."
        )
    return ModelError(f"{model.name}: joint {joint.name!r} {problem}")


def flattened(kind: Joint) -> Iterator[Joint]:
    """The joints of a composite and of those in it, placements included; any other itself."""
    if isinstance(kind, Composite):
        for joint in kind.joints:
            yield from flattened(joint)
    else:
        yield kind


@lru_cache
def _placement(T: SE3) -> tuple[Numbers, Numbers, Numbers]:
    """R, p, and the matrix A with x A the product of T's quaternion and x."""
    quaternion = matrix_quaternion(T.rotation)
    turn = [quaternion_product(quaternion, e).flat for e in eye(4)]
    return np.array(T.rotation), np.array(T.translation), np.array(turn)
