"""`Editable`: locked joints, other bases, more bodies and frames, each giving another robot."""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ..errors import ModelError
from ..parameters import ParameterArray
from ..scalar.array import as_array
from ..spatial import SE3, Inertia
from ..spatial.se3 import PlacementLike, rigid
from .assembly import joined, merged, renamed
from .bases import freed, rerooted
from .description import Anchor, Constraint, Description, Loop, snapped_placement
from .joints import FreeFlyer, Joint, Mimic
from .mimics import coordinate, with_follower
from .numbering import IndexMap, describe, index_map
from .parts import Frame
from .structure import Structure
from .values import expect, locked


class Editable(Structure, ABC):
    """A robot made from a description, which gives others like it."""

    gravity: ParameterArray
    inertias: ParameterArray
    armature: ParameterArray
    placements: ParameterArray
    lower_position_limits: ParameterArray
    upper_position_limits: ParameterArray
    velocity_limits: ParameterArray
    effort_limits: ParameterArray
    damping: ParameterArray
    friction: ParameterArray
    stiffness: ParameterArray
    spring_reference: ParameterArray
    actuated: ParameterArray
    rotor_inertia: ParameterArray
    gear_ratio: ParameterArray

    @abstractmethod
    def __init__(self, description: Description) -> None: ...

    @cached_property
    def description(self) -> Description:
        """The robot as plain data, in the order of this model, to be edited and written."""
        return describe(self, vars(self))

    @abstractmethod
    def replace(self, **changes: object) -> Self:
        """Another model with other parameters, name or annotations."""

    def reduced(self, lock: Mapping[str, ArrayLike]) -> Self:
        """Another model in which joints are fixed at values of q, as `{joint: q}`.

        Values are as `kt.configuration` takes them. Bodies merge, joint frames become fixed ones;
        mimics of a locked joint are locked with it, its couplings and actuators dropped.

        >>> import kinetree as kt
        >>> kt.robots.arm().reduced({"joint6": 0.5, "joint7": 0.0}).nv
        5
        """
        robot, values = self.description, locked(self, lock)
        hosts, kept = {0: Anchor(0, SE3.identity())}, list[int]()
        for i, body in enumerate(robot.joints, 1):
            if body.name in values:
                value = values[body.name]
                own = body.joint.placement(as_array(value))
                checked = [body.joint.norm_error(np.array(value)), *own.matrix.flat]
                if not all(math.isfinite(x) for x in checked if isinstance(x, (int, float))):
                    raise ModelError(
                        f"{robot.name}: {body.name!r} is locked at {value}, whose quaternion or "
                        "(cos, sin) has no direction; kt.neutral(robot) has unit ones."
                    )
                hosts[i] = hosts[body.parent] @ (body.placement @ own)
            else:
                kept.append(i)
                hosts[i] = Anchor(len(kept), SE3.identity())
        angles = {
            b.name: coordinate(b.joint, values[b.name]) for b in robot.joints if b.name in values
        }
        actuators = tuple(x.with_fixed(angles) for x in robot.actuators)
        rest = merged(replace(robot, actuators=actuators), hosts, [0, *kept])
        constraints: list[Constraint] = []
        for c in rest.constraints:
            if isinstance(c, Loop) or (c.joint not in values and c.source not in values):
                constraints.append(c)
            elif c.source and c.joint not in values:
                value = float(np.polynomial.Polynomial(c.coefficients)(angles[c.source]))
                constraints.append(replace(c, source=None, coefficients=(value,)))
        frames = (
            replace(f, kind="fixed_joint") if f.kind == "joint" and f.name in values else f
            for f in rest.frames
        )
        return type(self)(replace(rest, frames=tuple(frames), constraints=tuple(constraints)))

    def subtree(self, joint: str | int) -> Self:
        """A joint and its descendants as a robot; its parent body becomes the universe.

        >>> import kinetree as kt
        >>> kt.robots.arm().subtree("joint4").joint_names[1:]
        ('joint4', 'joint5', 'joint6', 'joint7')
        """
        robot, root = self.description, self.node(joint)
        hosts, kept = {root.parent: Anchor(0, SE3.identity())}, list[int]()
        for i, body in enumerate(robot.joints[root.index - 1 :], root.index):
            if i == root.index or (body.parent in hosts and body.parent != root.parent):
                kept.append(i)
                hosts[i] = Anchor(len(kept), SE3.identity())
        part = merged(robot, hosts, [root.parent, *kept])
        names = {body.name for body in part.joints}
        for body in part.joints:
            if isinstance(body.joint, Mimic) and body.joint.source not in names:
                raise ModelError(
                    f"{robot.name}: joint {body.name!r} follows {body.joint.source!r}, which is not"
                    f" below {root.name!r}; begin nearer to the root, or load with mimic=False."
                )
        constraints = (
            c
            for c in part.constraints
            if isinstance(c, Loop) or names.issuperset({c.joint, c.source or c.joint})
        )
        return type(self)(replace(part, constraints=tuple(constraints)))

    def append(
        self, other: Self, *, frame: str, placement: PlacementLike | None = None, prefix: str = ""
    ) -> Self:
        """Both robots as one: the universe of `other` is fixed in a frame of this one.

        `placement` (an SE3 or 4 x 4) is where in that frame; `prefix` goes before all names of
        `other`. Gravity is this model's, configurations of one name are joined. q of the result is
        depth first: `index_map` gives the positions.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm()
        >>> both = arm.append(arm, frame="tool", prefix="second_")
        >>> both.index_map(arm, prefix="second_").q
        array([ 7,  8,  9, 10, 11, 12, 13])
        """
        expect("append: the other robot", other, Editable)
        expect("append: prefix", prefix, str)
        anchor = self._anchor("append", frame, placement)
        first, second = self.description, other.description
        second = renamed(second, prefix) if prefix else second
        shared = {b.name for b in first.joints} & {b.name for b in second.joints}
        kinds = {(f.name, f.kind) for f in first.frames}
        shared |= {f.name for f in second.frames if (f.name, f.kind) in kinds}
        names = sorted(shared - {"universe"})
        if names:
            raise ModelError(
                f"both robots have {', '.join(map(repr, names[:10]))}; give the names of the second"
                " one a prefix: append(..., prefix='left_')."
            )
        return type(self)(joined(first, second, anchor))

    def with_mimic(
        self, joint: str, source: str, multiplier: float = 1.0, offset: float = 0.0
    ) -> Self:
        """Another model in which a joint follows another one: q = multiplier q_source + offset.

        What acts on the joint (armature, damping, friction, springs) acts on the source, which its
        limits bound, as `kt.load(mimic=True)` has it. Raises ModelError as a `kt.Mimic` does.

        >>> import kinetree as kt
        >>> kt.robots.arm().with_mimic("joint4", "joint2", multiplier=-2.0).nv
        6
        """
        follower = self.node(joint)
        return type(self)(with_follower(self.description, follower, source, multiplier, offset))

    def with_floating_base(self, joint: Joint | None = None) -> Self:
        """Another model whose base is free, or on the joint given, as `kt.load` makes it.

        >>> import kinetree as kt
        >>> kt.robots.arm().with_floating_base().nv
        13
        """
        return type(self)(freed(self.description, FreeFlyer() if joint is None else joint))

    def rerooted(self, body: str) -> Self:
        """Another model whose root is a body: a humanoid from its foot, an arm from its hand.

        The joints between it and the old root turn the other way; they keep their names, q and v,
        which `index_map` places. A floating base moves the body, and q and v of it are the body's;
        without one the body becomes the universe, where `gravity` is, and what was fixed to that a
        body. Joints in between have one velocity each; raises ModelError for others.

        >>> import kinetree as kt
        >>> kt.robots.biped().rerooted("left_ankle_roll_link").joint_names[1:4]
        ('root_joint', 'left_ankle_roll', 'left_ankle_pitch')
        """
        root = self.frame(body, kind="universe" if body == "universe" else "body")
        return type(self)(rerooted(self.description, root))

    def with_frame(self, name: str, *, parent: str, placement: PlacementLike | None = None) -> Self:
        """Another model with one more frame (of kind "op"), at `placement` in the frame `parent`.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm().with_frame("tip", parent="tool")
        >>> arm.frame_names[-1]
        'tip'
        """
        expect("with_frame: name", name, str)
        anchor, robot = self._anchor(name, parent, placement), self.description
        if any((f.name, f.kind) == (name, "op") for f in robot.frames):
            raise ModelError(f"{robot.name} has a frame {name!r} already; choose another name.")
        placement = snapped_placement(anchor.placement)
        frame = Frame(name, "op", anchor.joint, placement, None, anchor.frame)
        return type(self)(replace(robot, frames=(*robot.frames, frame)))

    def with_payload(self, frame: str, inertia: Inertia) -> Self:
        """Another model with a payload fixed in a frame; `inertia` is the payload's, there.

        `kt.payload_inertias` gives the inertias alone, for payloads that change at run time.

        >>> import kinetree as kt
        >>> box = kt.Inertia(2.0, [0, 0, 0.1], [[0.01, 0, 0], [0, 0.01, 0], [0, 0, 0.01]])
        >>> arm = kt.robots.arm()
        >>> (arm.with_payload("tool", box).total_mass - arm.total_mass).item()
        2.0
        """
        expect("with_payload: inertia", inertia, Inertia)
        place, inertias = self.frame(frame), np.array(self.inertias)
        inertias[place.joint] += np.asarray(place.placement @ inertia)
        loaded = self.replace(inertias=inertias)
        if any(f.inertia is not None for f in self.frames if f.joint == place.joint):
            there = replace(place, inertia=inertia + (place.inertia or Inertia.zero()))
            loaded._set(frames=tuple(there if f is place else f for f in self.frames))
        return loaded

    def with_rotor_inertias(self) -> Self:
        """Another model: its armature has `rotor_inertia * gear_ratio**2`, its rotors have 0.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm().replace(rotor_inertia=[1e-4] * 7, gear_ratio=[100.0] * 7)
        >>> (arm.with_rotor_inertias().armature - arm.armature)[0].item()
        1.0
        """
        armature = self.armature + self.rotor_inertia * self.gear_ratio**2
        return self.replace(armature=armature, rotor_inertia=np.zeros(self.nv))

    def index_map(self, part: Self, *, prefix: str = "") -> IndexMap:
        """Where the joints, frames, q and v of `part` are in this model, by name.

        `part` is a model that this one was made from, or one made from it; `prefix` is that of
        `append`. The result has the integer arrays `joints`, `frames`, `q` and `v`:
        `q_part = q[..., map.q]`. Raises ModelError if this model lacks a joint or frame of it.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm()
        >>> arm.index_map(arm.reduced({"joint1": 0.0})).q
        array([1, 2, 3, 4, 5, 6])
        """
        expect("index_map: part", part, Editable)
        expect("index_map: prefix", prefix, str)
        return index_map(self, part, prefix)

    def _anchor(self, what: str, frame: str, placement: PlacementLike | None) -> Anchor:
        """A placement in a frame as one on the frame's body."""
        parent = self.frame(frame)
        T = SE3.identity() if placement is None else rigid(f"{what}: placement", placement)
        return Anchor(parent.joint, parent.placement @ T, self.frames.index(parent))
