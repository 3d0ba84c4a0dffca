"""`SensorState`: what a sensor of a robot that moves can read. Body frames."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import NamedTuple

from ..errors import TraceError
from ..functions import ResolvedFrame
from ..functions.captured import run_once
from ..geometry.rays import INSIDE, distance_along
from ..model import Frame, Geometry, Model, Sensor, TreeJoint
from ..scalar.array import Array, Scalar, as_array
from ..scalar.math import array, cross, minimum, where, zeros
from ..spatial import SE3, Force, Motion
from .center_of_mass import over_mass
from .transmitted_forces import beyond_cut, frame_force, joint_forces


class Subtree(NamedTuple):
    """What is beyond a cut, in the axes of the world; nan if it has no mass."""

    center_of_mass: Array
    linear_velocity: Array
    """That of the center of mass."""
    angular_momentum: Array
    """About the center of mass."""


@dataclass(frozen=True)
class SensorState:
    """A sensor of a robot that moves: what the function of a `kt.sensor` computes with.

    Arrays are those of one sample: `q`, `v`, `a`, `f_ext`. A sensor on a joint is at the frame of
    the joint, and `joint` of one on a frame is the joint that moves the frame.
    """

    sensor: Sensor
    model: Model
    q: Array
    v: Array
    a: Array
    f_ext: Array
    _T: Mapping[int, SE3]
    _V: Mapping[int, Motion]
    _A: Mapping[int, Motion]
    """Less gravity."""

    @cached_property
    def frame(self) -> Frame:
        """The frame in which the sensor is."""
        frame, joint = self.sensor.frame, self.sensor.joint
        return self.model.frame(f"{frame or joint}", None if joint is None else "joint")

    @cached_property
    def joint(self) -> TreeJoint:
        """The joint, with its slices of q and v."""
        return self.model.joint(self.frame.joint)

    @cached_property
    def placement(self) -> SE3:
        """The placement in the world, or in the sensor's reference."""
        T = self._T[self.frame.joint] @ self._place
        if self.sensor.reference is None:
            return T
        joint, place = self._reference
        return (self._T[joint] @ place).inverse() @ T

    @property
    def R(self) -> Array:
        """The rotation of `placement`."""
        return self.placement.rotation

    @cached_property
    def velocity(self) -> Motion:
        """The velocity of its origin and the angular one, in its axes; relative to a reference."""
        V = self._place.act_inverse(self._V[self.frame.joint])
        if self.sensor.reference is None:
            return V
        joint, place = self._reference
        return V - (place @ self.placement).act_inverse(self._V[joint])

    @cached_property
    def acceleration(self) -> Motion:
        """The acceleration of its origin less gravity, and the angular one, in its axes."""
        V, A = (self._place.act_inverse(x[self.frame.joint]) for x in (self._V, self._A))
        return Motion(A.linear + cross(V.angular, V.linear), A.angular)

    @cached_property
    def wrench(self) -> Force:
        """The `kt.frame_force` through a cut at its frame, in its axes and about its origin."""
        arguments = self.model, self.q, self.v, self.a, self.f_ext
        return Force.from_vector(frame_force(*arguments, frame=self._cut, reference="local"))

    @cached_property
    def subtree(self) -> Subtree:
        """The center_of_mass, linear_velocity and angular_momentum (3 each) beyond such a cut."""
        own, carried = beyond_cut(self.model, self._cut)
        mass, moment, momentum = 0, zeros(3), Force.zero()
        for i, Y in [(self.frame.joint, own), *((j.index, j.inertia) for j in carried)]:
            T = self._T[i]
            mass = mass + Y.mass
            moment = moment + T.rotation @ Y.first_moment + Y.mass * T.translation
            momentum = momentum + T @ (Y @ self._V[i])
        center = over_mass(moment, mass)
        spin = momentum.angular - cross(center, momentum.linear)
        return Subtree(center, over_mass(momentum.linear, mass), spin)

    @cached_property
    def distance(self) -> Scalar:
        """The distance along its z axis to what is in sight, -1 if nothing is."""
        T, nearest = self.placement, inf
        for g in in_sight(self.model, self.sensor):
            if type(g.shape) in INSIDE:
                place = self._T[g.joint] @ g.placement
                along = distance_along(g.shape, place, T.translation, T.rotation[:, 2])
                nearest = minimum(nearest, along)
        return where(as_array(nearest) < inf, nearest, -1.0)

    @property
    def joint_position(self) -> Array:
        """The coordinates of the joint; of a mimic its angle, or length."""
        joint, q = self.joint, self.q[self.joint.q_slice]
        return q if joint.type.independent else array([joint.type.coordinate(q, 0)])

    @property
    def joint_velocity(self) -> Array:
        """The velocity of the joint, as in v."""
        return self.joint.type.coordinate_rate() * self.v[self.joint.v_slice]

    @cached_property
    def joint_torque(self) -> Array:
        """S^T of `kt.joint_forces`: what it transmits along its axes, of a mimic at its source."""
        F = joint_forces(self.model, self.q, self.v, self.a, self.f_ext)[self.joint.index]
        return self.joint.subspace(self.q).T @ Force.from_vector(F)

    @cached_property
    def _place(self) -> SE3:
        """The placement in the joint."""
        return self.frame.placement @ self.sensor.placement

    @property
    def _reference(self) -> tuple[int, SE3]:
        """The joint of the reference, and the placement in it."""
        frame = self.model.frame(f"{self.sensor.reference}")
        return frame.joint, frame.placement @ (self.sensor.reference_placement or SE3.identity())

    @property
    def _cut(self) -> ResolvedFrame:
        number = self.model.frames.index(self.frame)
        return ResolvedFrame(self.frame.joint, self._place.matrix, number)

    def reading(self, count: int) -> Array:
        """The numbers of its kind; raises TraceError for another count."""
        row = self.sensor.row
        with run_once(row.name, row.read):
            values = as_array(row.read(self))
        if values.shape != (count,) and (values.shape, count) != ((), 1):
            raise TraceError(
                f"sensor_values: the sensor {self.sensor.name!r}, a {self.sensor.kind}, reads "
                f"numbers of shape {values.shape}; expected ({count},), by its length "
                f"{self.sensor.row.length!r}."
            )
        return values.reshape(count)


def in_sight(model: Model, sensor: Sensor) -> list[Geometry]:
    """The shapes that are not invisible, nor on the link of a sensor."""
    frame = model.frame(f"{sensor.frame}")
    while frame.kind not in ("body", "universe") and frame.parent_frame is not None:
        frame = model.frames[frame.parent_frame]
    link = {frame.name} if frame.joint else {"universe", "world", frame.name}
    distinct = {(x.name, str(x.placement), x.shape): x for x in model.geometries}.values()
    return [x for x in distinct if x.body not in link and (x.color is None or x.color[3] > 0)]
