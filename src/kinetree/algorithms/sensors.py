"""What the sensors of a robot read, and the ground below it. Body frames."""

from collections.abc import Mapping
from math import inf
from typing import Final, NamedTuple

from ..errors import warn
from ..functions import OptionalArray, ResolvedFrame, algorithm
from ..geometry.fields import Terrain, height
from ..geometry.rays import INSIDE, distance_along
from ..model import Geometry, Model, Sensor, TreeJoint
from ..scalar.array import Array, Scalar, as_array
from ..scalar.math import array, clip, concatenate, cross, minimum, norm, scan, where, zeros
from ..scalar.random import normal
from ..spatial import SE3, Force, Motion
from ..spatial.rotation import matrix_quaternion
from .center_of_mass import over_mass
from .kinematics import body_motions, world_frame, world_placements
from .transmitted_forces import beyond_cut, frame_force, joint_forces

_SEEN: Final = tuple(x.__name__ for x in INSIDE)


class _State(NamedTuple):
    """The operands, with the placements in the world and the motions of all joints."""

    model: Model
    q: Array
    v: Array
    a: Array
    f_ext: Array
    T: dict[int, SE3]
    V: dict[int, Motion]
    A: dict[int, Motion]
    """Less gravity."""


def check_sight(owner: str, arguments: Mapping[str, object]) -> None:
    """Warn of shapes that range finders do not see."""
    model = arguments.get("model")
    if not isinstance(model, Model):
        return
    finders = [x for x in model.sensors if x.kind == "rangefinder"]
    unseen = {g.name: type(g.shape).__name__ for x in finders for g in _in_sight(model, x)}
    unseen = {name: kind for name, kind in unseen.items() if kind not in _SEEN}
    if unseen:
        warn(
            f"{owner}: {finders[0].name!r} of {model.name} looks through {[*unseen][:3]}, "
            f"{len(unseen)} of {', '.join(sorted({*unseen.values()}))}; it sees {', '.join(_SEEN)}:"
            " add simple shapes in their place."
        )


def _in_sight(model: Model, sensor: Sensor) -> list[Geometry]:
    """The shapes that are not invisible, nor on the link of a sensor."""
    frame = model.frame(f"{sensor.frame}")
    while frame.kind not in ("body", "universe") and frame.parent_frame is not None:
        frame = model.frames[frame.parent_frame]
    link = {frame.name} if frame.joint else {"universe", "world", frame.name}
    distinct = {(x.name, str(x.placement), x.shape): x for x in model.geometries}.values()
    return [x for x in distinct if x.body not in link and (x.color is None or x.color[3] > 0)]


@algorithm("(nq),(nv),(nv),(njoints,6),(nsensordata)->(nsensordata)", check=check_sight, checks={})
def sensor_values(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    f_ext: OptionalArray = None,
    error: OptionalArray = None,
) -> Array:
    """The readings of all sensors of a robot, `model.sensors`, one after the other.

    `model.sensor_slices` has the place of each by its name. What they measure, by kind:

    - "accelerometer": the acceleration of the frame's origin less gravity, "gyro" the angular and
      "velocimeter" the linear velocity, in the axes of the frame;
    - "frame_position", "frame_linear_velocity", "frame_angular_velocity",
      "frame_angular_acceleration" and, less gravity, "frame_linear_acceleration" in the axes of the
      world; "frame_orientation", a quaternion x, y, z, w; "frame_x_axis", "frame_y_axis",
      "frame_z_axis"; with a `reference` as one sees them who moves and turns with it;
    - "magnetometer": the `magnetic_field` of the world in the axes of the frame;
    - "rangefinder": the distance along the frame's z axis to the first shape of `model.geometries`
      that is not on the frame's link, -1 if there is none: of spheres, capsules, cylinders, boxes,
      ellipsoids and planes, with a warning of others; what has a color of alpha 0 is not seen;
    - "force" and "torque": the wrench of `kt.frame_force` through a cut at the frame, in its axes,
      about its origin: what the part beyond it receives;
    - "subtree_center_of_mass", "subtree_linear_velocity", its velocity, "subtree_angular_momentum",
      about it: of all that is beyond such a cut, in the axes of the world; nan if that has no mass;
    - "joint_position" and "joint_velocity": as in q and v; "joint_torque": what the joint transmits
      along its axes, S^T of `kt.joint_forces`.

    `a` is that of `kt.aba`, or (v_after - v) / dt of a step; `f_ext` has the forces of contacts.
    `error` is added: noise by `kt.sensor_noise`, biases.
    Shapes: q (..., nq), v and a (..., nv), f_ext (..., njoints, 6) as for `kt.rnea`, error and
    result (..., nsensordata), in SI units. Raises ModelError as `kt.frame_force`.
    Source: [PinocchioSheet, RNEA].

    >>> import kinetree as kt
    >>> sensors = [kt.Sensor("imu", "accelerometer", "tip"), kt.Sensor("rate", "gyro", "tip")]
    >>> pendulum = kt.robots.pendulum(length=2.0).replace(sensors=sensors)
    >>> values = kt.sensor_values(pendulum, [0.0], [3.0], [0.0])
    >>> values[pendulum.sensor_slices["imu"]][2].round(9).item()
    27.81
    """
    T, motions = world_placements(model, q), body_motions(model, q, v, a, -model.gravity_motion)
    state = _State(model, q, v, a, f_ext, T, *motions)
    readings = [zeros(0)]
    for x, part in zip(model.sensors, model.sensor_slices.values(), strict=True):
        reading = x.gain * _measured(x, state) + error[part]
        readings.append(reading if x.cutoff is None else clip(reading, -x.cutoff, x.cutoff))
    return concatenate(readings)


def _measured(sensor: Sensor, x: _State) -> Array:
    """What a sensor measures, without errors."""
    if sensor.joint is not None:
        return _of_joint(sensor.kind, x.model.joint(sensor.joint), x)
    frame = x.model.frame(f"{sensor.frame}")
    place = frame.placement @ sensor.placement
    if sensor.kind.startswith(("force", "torque", "subtree")):
        number = x.model.frames.index(frame)
        return _beyond(sensor.kind, ResolvedFrame(frame.joint, place.matrix, number), x)
    V, A = (place.act_inverse(motions[frame.joint]) for motions in (x.V, x.A))
    if sensor.kind == "rangefinder":
        return _range(sensor, x.T[frame.joint] @ place, x)
    T, specific_force = x.T[frame.joint] @ place, A.linear + cross(V.angular, V.linear)
    if sensor.magnetic_field is not None:
        return T.rotation.T @ array(sensor.magnetic_field)
    if sensor.reference is not None:
        reference = x.model.frame(sensor.reference)
        place = reference.placement @ (sensor.reference_placement or SE3.identity())
        T = (x.T[reference.joint] @ place).inverse() @ T
        V = V - (place @ T).act_inverse(x.V[reference.joint])
    R = T.rotation
    return {
        "accelerometer": specific_force,
        "velocimeter": V.linear,
        "gyro": V.angular,
        "frame_position": T.translation,
        "frame_orientation": matrix_quaternion(R),
        "frame_x_axis": R[:, 0],
        "frame_y_axis": R[:, 1],
        "frame_z_axis": R[:, 2],
        "frame_linear_velocity": R @ V.linear,
        "frame_angular_velocity": R @ V.angular,
        "frame_linear_acceleration": R @ specific_force,
        "frame_angular_acceleration": R @ A.angular,
    }[sensor.kind]


def _range(sensor: Sensor, T: SE3, x: _State) -> Array:
    """The distance from the origin of T along its z axis to what is in sight."""
    nearest: Scalar = inf
    for g in _in_sight(x.model, sensor):
        if type(g.shape) in INSIDE:
            place = x.T[g.joint] @ g.placement
            along = distance_along(g.shape, place, T.translation, T.rotation[:, 2])
            nearest = minimum(nearest, along)
    return array([where(as_array(nearest) < inf, nearest, -1.0)])


def _of_joint(kind: str, joint: TreeJoint, x: _State) -> Array:
    """What a sensor of a joint measures; a mimic has one angle, or length."""
    if kind == "joint_velocity":
        return joint.type.coordinate_rate() * x.v[joint.v_slice]
    if kind == "joint_torque":
        F = joint_forces(x.model, x.q, x.v, x.a, x.f_ext)[joint.index]
        return joint.subspace(x.q).T @ Force.from_vector(F)
    q = x.q[joint.q_slice]
    return q if joint.type.independent else array([joint.type.coordinate(q, 0)])


def _beyond(kind: str, cut: ResolvedFrame, x: _State) -> Array:
    """What a sensor measures of all that is beyond a cut."""
    if not kind.startswith("subtree"):
        W = frame_force(x.model, x.q, x.v, x.a, x.f_ext, frame=cut, reference="local")
        return W[:3] if kind == "force" else W[3:]
    own, carried = beyond_cut(x.model, cut)
    mass, moment, momentum = 0, zeros(3), Force.zero()
    for i, Y in [(cut.joint, own), *((j.index, j.inertia) for j in carried)]:
        mass = mass + Y.mass
        moment = moment + x.T[i].rotation @ Y.first_moment + Y.mass * x.T[i].translation
        momentum = momentum + x.T[i] @ (Y @ x.V[i])
    center = over_mass(moment, mass)
    return {
        "subtree_center_of_mass": center,
        "subtree_linear_velocity": over_mass(momentum.linear, mass),
        "subtree_angular_momentum": momentum.angular - cross(center, momentum.linear),
    }[kind]


@algorithm("(),(),()->(nsensordata)")
def sensor_noise(model: Model, seed: Array, sample: Array, step: Array) -> Array:
    """Normally distributed noise of all sensors, of their standard deviations.

    It depends on the three numbers alone, not on batches or threads: see `kt.math.random.normal`.
    Shapes: seed, sample and step (...), integers from 0 to 2^32 - 1; result (..., nsensordata), the
    `error` of `kt.sensor_values`. Source: [Salmon2011].

    >>> import kinetree as kt
    >>> gyro = kt.Sensor("rates", "gyro", "tool", noise=1e-3)
    >>> arm = kt.robots.arm().replace(sensors=[gyro])
    >>> kt.sensor_noise(arm, 7, range(100), 0).shape
    (100, 3)
    """
    key, slices = [seed.flat[0], sample.flat[0]], model.sensor_slices
    unit = normal(key, step.flat[0], (model.nsensordata,))
    return concatenate([zeros(0), *(x.noise * unit[slices[x.name]] for x in model.sensors)])


@algorithm("(nq),(nx,ny),(4),(npoints,2)->(npoints)")
def height_scan(
    model: Model, q: Array, terrain: Terrain, points: Array, *, frame: ResolvedFrame
) -> Array:
    """The heights of the ground at points about a frame, relative to the frame's origin.

    `points` are x and y from the origin, in axes that turn with the frame about z alone: x is along
    the frame's x axis, seen from above. `terrain` is a `kt.Terrain`.
    Shapes: q (..., nq), terrain (..., nx, ny) and (..., 4), points (..., n, 2); result
    (..., n), in m, or (..., k, n) for a sequence of k frames.
    Derived here: one of two triangles, by interpolation.

    >>> import kinetree as kt
    >>> dog = kt.robots.quadruped()
    >>> q, flat = kt.neutral(dog), kt.Terrain([[0.0] * 9] * 9, [-2.0, -2.0, 0.5, 0.5])
    >>> kt.height_scan(dog, q, flat, [[0.2, 0.1], [0.2, -0.1]], frame="base").shape
    (2,)
    """
    T = world_frame(model, q, frame, zeros(3))
    forward, origin = T.rotation[:2, 0], T.translation
    length = norm(forward)
    x, y = where(length > 0, forward / where(length > 0, length, 1), array([1, 0]))
    turned = array([[x, -y], [y, x]])

    def below(_: None, point: Array) -> tuple[None, Scalar]:
        return None, height(terrain.field, origin[:2] + turned @ point) - origin[2]

    return scan(below, None, points)[1]
