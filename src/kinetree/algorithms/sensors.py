"""What the sensors of a robot read, and the ground below it. Body frames."""

from collections.abc import Mapping
from typing import Final

from ..errors import warn
from ..functions import OptionalArray, ResolvedFrame, algorithm
from ..geometry.fields import Terrain, height
from ..geometry.rays import INSIDE
from ..model import Model
from ..model.sensors import USER_KINDS
from ..scalar.array import Array, Scalar
from ..scalar.math import array, clip, concatenate, norm, scan, where, zeros
from ..scalar.random import normal
from .kinematics import body_motions, world_frame, world_placements
from .sensor_state import SensorState, in_sight

_SEEN: Final = tuple(x.__name__ for x in INSIDE)


def check_sight(owner: str, arguments: Mapping[str, object]) -> None:
    """Warn of shapes that range finders do not see."""
    model = arguments.get("model")
    if not isinstance(model, Model):
        return
    finders = [x for x in model.sensors if x.kind == "rangefinder"]
    unseen = {g.name: type(g.shape).__name__ for x in finders for g in in_sight(model, x)}
    unseen = {name: kind for name, kind in unseen.items() if kind not in _SEEN}
    if unseen:
        warn(
            f"{owner}: {finders[0].name!r} of {model.name} looks through {[*unseen][:3]}, "
            f"{len(unseen)} of {', '.join(sorted({*unseen.values()}))}; it sees {', '.join(_SEEN)}:"
            " add simple shapes in their place."
        )


@algorithm(
    "(nq),(nv),(nv),(njoints,6),(nsensordata)->(nsensordata)",
    check=check_sight,
    checks={},
    reads=USER_KINDS,
)
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
      along its axes, S^T of `kt.joint_forces`: that of `kt.rnea` less that of the armature;
    - kinds of your own, by `kt.sensor`.

    `a` is that of `kt.aba`, or (v_after - v) / dt of a step; `f_ext` has the forces of contacts.
    `error` is added: noise by `kt.sensor_noise`, biases.
    Shapes: q (..., nq), v and a (..., nv), f_ext (..., njoints, 6) as for `kt.rnea`, error and
    result (..., nsensordata), in SI units. Raises ModelError as `kt.frame_force`, TraceError where
    a kind reads another count of numbers than its length.
    Source: [PinocchioSheet, RNEA].

    >>> import kinetree as kt
    >>> sensors = [kt.Sensor("imu", "accelerometer", "tip"), kt.Sensor("rate", "gyro", "tip")]
    >>> pendulum = kt.robots.pendulum(length=2.0).replace(sensors=sensors)
    >>> values = kt.sensor_values(pendulum, [0.0], [3.0], [0.0])
    >>> values[pendulum.sensor_slices["imu"]][2].round(9).item()
    27.81
    """
    T, motions = world_placements(model, q), body_motions(model, q, v, a, -model.gravity_motion)
    readings = [zeros(0)]
    for x, part in zip(model.sensors, model.sensor_slices.values(), strict=True):
        state = SensorState(x, model, q, v, a, f_ext, T, *motions)
        reading = x.gain * state.reading(part.stop - part.start) + error[part]
        readings.append(reading if x.cutoff is None else clip(reading, -x.cutoff, x.cutoff))
    return concatenate(readings)


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
    Shapes: q (..., nq), terrain (..., nx, ny) and (..., 4), points (..., n, 2);
    result (..., n), in m, or (..., k, n) for a sequence of k frames.
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
