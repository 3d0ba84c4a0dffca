"""Two frames that a contact constrains, and their relative motion.

A point constrains two origins; a surface of two bodies and a sliding loop constrain the points of
both that coincide with the first frame, so that the bodies move as one, or one along the rail of
the other, also where the frames are apart.
"""

from dataclasses import dataclass
from functools import cached_property, partial

from ...functions import ResolvedFrame
from ...model import Model
from ...scalar.array import Array
from ...scalar.math import concatenate, cross, zeros
from ...spatial import SE3, Motion
from ...spatial.rotation import log3
from ..frames import frame_jacobian
from ..kinematics import at_offset, body_motions, world_frame, world_placements


@dataclass(frozen=True)
class FramePair:
    """The two frames that a contact constrains; the placement of the second may be an operand."""

    model: Model
    q: Array
    size: int
    placed: bool
    """Whether there is a place for the first frame; else it is held where it is."""
    first: ResolvedFrame
    second: ResolvedFrame
    directions: Array | None
    """The constrained directions, (size, 6), in the axes of the second; None: the first `size`."""

    @property
    def coincident(self) -> bool:
        """Whether the first frame is constrained to the coincident point of the second body.

        So bodies move as one, or along a rail, and forces between them conserve their momentum.
        """
        both = self.first.joint > 0 and self.size == 6
        return self.second.joint > 0 and (both or self.directions is not None)

    @cached_property
    def frames(self) -> list[tuple[int, ResolvedFrame]]:
        """The frames whose motions are constrained, each with its sign in the rows."""
        second = self.second
        if self.coincident:
            T = world_placements(self.model, self.q, self.model.path(second.joint))
            point = T[second.joint].act_inverse(self.placements[0].translation)
            rotation = SE3.from_matrix(second.placement).rotation
            return [(1, self.first), (-1, ResolvedFrame(second.joint, SE3(rotation, point).matrix))]
        return [(s, frame) for s, frame in ((1, self.first), (-1, second)) if frame.joint]

    @cached_property
    def placements(self) -> list[SE3]:
        """The placements of both frames in the world."""
        return [world_frame(self.model, self.q, f, zeros(3)) for f in (self.first, self.second)]

    def rows(self, x: Array) -> Array:
        """The constrained part (size, ...) of motions x (6, ...) in the axes of the world."""
        if self.directions is None:
            return x[: self.size]
        R = self.placements[1].rotation
        return self.directions @ rotated(R.T, x)

    def wrench(self, f: Array) -> Array:
        """Forces of rows (size, ...) as wrenches (6, ...) in the axes of the world."""
        if self.directions is None:
            return concatenate([f, zeros(6 - self.size, *f.shape[1:])])
        return rotated(self.placements[1].rotation, self.directions.T @ f)

    def jacobian(self) -> Array:
        """The velocity of the first frame less that of the second, in the world's axes, (6, nv)."""
        of_frame = partial(frame_jacobian, self.model, self.q, reference="local_world_aligned")
        parts = (signed(sign, of_frame(frame=frame)) for sign, frame in self.frames)
        return sum(parts, zeros(6, self.model.nv))

    def acceleration(self, v: Array, a: Array) -> Array:
        """The rate of the relative velocity in the axes of its rows, as of the world, (6).

        Accelerations of bodies are less gravity, as in `rnea`, so that both share them.
        """
        model, total, velocities = self.model, zeros(6), list[Motion]()
        for sign, frame in self.frames:
            path = model.path(frame.joint)
            both = body_motions(model, self.q, v, a, -model.gravity_motion, path)
            T_joint_frame = at_offset(frame, zeros(3))
            rotation = SE3(world_frame(model, self.q, frame, zeros(3)).rotation, zeros(3))
            V, A = (rotation @ T_joint_frame.act_inverse(m[frame.joint]) for m in both)
            classical = A + Motion(cross(V.angular, V.linear), zeros(3))
            total = total + signed(sign, classical.vector)
            velocities.append(V)
        if len(velocities) == 1:
            gravity = model.gravity_motion if self.first.joint else -model.gravity_motion
            total = total + gravity.vector
        if self.coincident:  # the point moves in the second body
            first, second = velocities
            slip = cross(second.angular, first.linear - second.linear)
            total = total - Motion(slip, zeros(3)).vector
            if self.directions is not None:  # and the axes of the rail rotate
                total = total - Motion(slip, cross(second.angular, first.angular)).vector
        return total

    def displacement(self) -> Array:
        """The position of the first frame from the second, and its rotation vector, (6)."""
        T1, T2 = self.placements
        return concatenate([T1.translation - T2.translation, log3(T1.rotation @ T2.rotation.T)])


def rotated(R: Array, x: Array) -> Array:
    """R times both halves of x (6, ...)."""
    return concatenate([R @ x[:3], R @ x[3:]])


def signed(sign: int, x: Array) -> Array:
    """x or -x, without a product by 1."""
    return x if sign == 1 else -x
