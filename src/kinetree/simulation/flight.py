"""Free bodies in flight: the velocity of their centre is constant in the axes of their parent.

In the axes of the body, which are those of v, it turns with the body; an integrator that lets it
turn by its acceleration changes its length. So steps move velocities u: v with the linear parts of
free joints, in space and in the plane, in the axes of the parent. They are those of a point: the
centre of mass of a body without children, the origin of the joint of others.
"""

from collections.abc import Container
from dataclasses import dataclass
from typing import NamedTuple

from ..algorithms.configuration import difference_derivatives, integrate
from ..model import Model, TreeJoint
from ..model.joints.groups import Rigid
from ..scalar.array import Array, structural
from ..scalar.expr import Scalar, div, is_zero
from ..scalar.math import concatenate, cross, maximum, minimum, norm, sqrt, where, zeros
from ..spatial import Motion
from ..spatial.rotation import skew


class FreeJoint(NamedTuple):
    """A free joint, and the point of its body whose velocity is that of u."""

    joint: TreeJoint
    lengths: int
    """The number of its linear velocities."""
    point: Array
    """(3,), in the frame of the joint."""
    inertia: Array | None
    """(3, 3): about that point, if nothing but torques changes the energy of rotation."""

    @classmethod
    def of(cls, j: TreeJoint, kind: Rigid, armature: Array) -> "FreeJoint":
        Y, n = j.inertia, kind.lengths
        if j.children or is_zero(Y.mass):
            return cls(j, n, zeros(3), None)
        c = Array.of([div(x, Y.mass) for x in Y.first_moment], (3,))
        spins = all(map(is_zero, armature[j.v_slice]))
        return cls(j, n, c, Y.rotational + skew(Y.first_moment) @ skew(c) if spins else None)

    @property
    def linear(self) -> slice:
        return slice(self.joint.v_slice.start, self.joint.v_slice.start + self.lengths)

    def rotation(self, q: Array) -> Array:
        return self.joint.type.placement(q[self.joint.q_slice]).rotation

    def motion(self, v: Array) -> Motion:
        """The twist of the joint, whose subspace is constant."""
        j = self.joint
        return j.type.subspace(zeros(j.type.nq)) @ v[j.v_slice]

    def spun(
        self, before: Array, v: Array, impulse: Scalar = 0, loses: bool = False, slow: Scalar = 0
    ) -> Array:
        """v with the energy of rotation before, or within what an angular impulse can change it by.

        It may also lose more, and it is v itself below a speed that is slow. The velocity of the
        point stays.
        """
        if self.inertia is None:
            return v
        first, w = self.motion(before).angular, self.motion(v).angular
        kept, energy = (x @ (self.inertia @ x) for x in (first, w))
        work = 0 if is_zero(impulse) else 2 * impulse * maximum(norm(first), norm(w))
        limited = minimum(energy, kept + work)
        limited = limited if loses else maximum(limited, kept - work)
        changes = (energy > 0) & (limited > 0) & (first @ first >= slow * slow)
        scale = root_of_ratio(limited, energy, changes)
        spin, angular = (scale - 1) * w, slice(self.linear.stop, self.joint.v_slice.stop)
        v = v.add(self.linear, -cross(spin, self.point)[: self.lengths])
        return v.add(angular, spin[angular.start - angular.stop :])


@dataclass(frozen=True)
class Flight:
    """The motion of a robot by velocities u; they are v where no joint is free."""

    model: Model
    free: list[FreeJoint]

    @classmethod
    def of(cls, model: Model) -> "Flight":
        armature = structural(model.armature)
        kinds = ((j, j.type) for j in model.free_joints)
        free = [FreeJoint.of(j, kind, armature) for j, kind in kinds if isinstance(kind, Rigid)]
        return cls(model, free)

    @property
    def lone(self) -> "Flight":
        """With the velocities of free bodies in the world alone."""
        lone = [x for x in self.free if x.inertia is not None and not x.joint.parent]
        return Flight(self.model, lone)

    def translation(self, u: Array) -> Array:
        """The linear parts of free joints in u; all else is zero."""
        only = zeros(len(u))
        for x in self.free:
            only = _with(only, x.linear, u[x.linear])
        return only

    def in_parent(self, q: Array, v: Array) -> Array:
        """u by v."""
        for x in self.free:
            V = x.motion(v)
            v = _with(v, x.linear, x.rotation(q) @ (V.linear + cross(V.angular, x.point)))
        return v

    def in_body(self, q: Array, u: Array) -> Array:
        """v by u."""
        for x in self.free:
            V = x.motion(u)
            v = x.rotation(q).T @ V.linear - cross(V.angular, x.point)
            u = _with(u, x.linear, v)
        return u

    def rate(self, q: Array, v: Array, a: Array) -> Array:
        """The rate of u by that of v."""
        for x in self.free:
            V, A = x.motion(v), x.motion(a)
            of_point = V.linear + cross(V.angular, x.point)
            turning = A.linear + cross(A.angular, x.point) + cross(V.angular, of_point)
            a = _with(a, x.linear, x.rotation(q) @ turning)
        return a

    def without_translation(self, v: Array) -> Array:
        """v of robots whose points stand still: their nonlinear effects, by Galileo, are the same.

        They are then those on u.
        """
        for x in self.free:
            w = x.motion(v).angular
            v = _with(v, x.linear, -cross(w, x.point))
        return v

    def moved(self, q: Array, u: Array) -> Array:
        """q after moving with u for unit time: points along lines, all else as `integrate`."""
        start, q = q, integrate(self.model, q, u - self.translation(u))
        for x in self.free:
            turned = (x.rotation(start) - x.rotation(q)) @ x.point
            k = x.joint.q_slice.start
            q = q.add(slice(k, k + x.lengths), u[x.linear] + turned[: x.lengths])
        return q

    def pulled_back(self, q0: Array, q: Array, u: Array) -> Array:
        """The rate of the velocity with which `moved` leads from q0 to q, whose rate is u."""
        v = difference_derivatives(self.model, q0, q).dq1 @ (u - self.translation(u))
        for x in self.free:
            v = _with(v, x.linear, u[x.linear])
        return v

    def with_energy_of(self, before: Array, v: Array) -> Array:
        """v after a turn by its own forces: bodies without children keep their energy."""
        for x in self.free:
            v = x.spun(before, v)
        return v

    def limited(
        self,
        before: Array,
        v: Array,
        impulses: Array,
        driven: Container[int],
        damped: Container[int],
        slow: Scalar,
    ) -> Array:
        """v with energies of rotation that impulses (nv) can lead to from those before.

        Driven joints stay as they are, and slow ones, damped ones may lose energy.
        """
        for x in self.free:
            own = range(x.joint.v_slice.start, x.joint.v_slice.stop)
            if any(k in driven for k in own):
                continue
            wrench = x.motion(impulses)
            moment = norm(wrench.angular - cross(x.point, wrench.linear))
            v = x.spun(before, v, moment, any(k in damped for k in own), slow)
        return v


def root_of_ratio(a: Scalar, b: Scalar, condition: Scalar) -> Scalar:
    """sqrt(a / b) under a condition, else 1, with finite slopes."""
    return where(condition, sqrt(where(condition, a / where(condition, b, 1.0), 1.0)), 1.0)


def _with(v: Array, where: slice, x: Array) -> Array:
    """v with the first elements of x there."""
    return concatenate([v[: where.start], x[: where.stop - where.start], v[where.stop :]])
