"""`Sensor`: what a robot measures, where, and how well; the table of the kinds of sensors."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf, isfinite
from sys import float_info
from typing import Any, Final, Literal, TypeAlias, TypeVar

from ..errors import ModelError, unknown, with_known_fields
from ..functions.content_keys import code_key
from ..scalar.math import array
from ..spatial import SE3
from ..spatial.rotation import matrix_quaternion
from ..spatial.se3 import rigid
from .parts import numbers_of

Read: TypeAlias = Callable[[Any], Any]
"""The numbers that a kind reads, of a `kt.SensorState`."""
R = TypeVar("R", bound=Read)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of sensor: a row of the table."""

    name: str
    mjcf: str
    """Its element of MJCF, and that on ball joints; of a user's kind none."""
    read: Read
    on: Literal["frame", "joint"] = "frame"
    length: int | Literal["nq", "nv"] = 3
    """The count of the numbers that it reads; "nq" and "nv" are those of its joint."""
    sdf: str = ""
    """The owner, the type and the quantity in SDF."""
    relative: bool = False
    """Whether it may have a reference."""
    bounded: bool = True
    """Whether it may have a cutoff in MJCF."""


_AXES: Final[Mapping[str, Any]] = {"relative": True, "bounded": False}
_ROWS: Final = (
    Kind(
        "accelerometer",
        "accelerometer",
        lambda x: x.acceleration.linear,
        sdf="link/imu/linear_acceleration",
    ),
    Kind("velocimeter", "velocimeter", lambda x: x.velocity.linear),
    Kind("gyro", "gyro", lambda x: x.velocity.angular, sdf="link/imu/angular_velocity"),
    Kind("force", "force", lambda x: x.wrench.linear, sdf="joint/force_torque/force"),
    Kind("torque", "torque", lambda x: x.wrench.angular, sdf="joint/force_torque/torque"),
    Kind("frame_position", "framepos", lambda x: x.placement.translation, relative=True),
    Kind("frame_orientation", "framequat", lambda x: matrix_quaternion(x.R), length=4, **_AXES),
    Kind("frame_x_axis", "framexaxis", lambda x: x.R[:, 0], **_AXES),
    Kind("frame_y_axis", "frameyaxis", lambda x: x.R[:, 1], **_AXES),
    Kind("frame_z_axis", "framezaxis", lambda x: x.R[:, 2], **_AXES),
    Kind("frame_linear_velocity", "framelinvel", lambda x: x.R @ x.velocity.linear, relative=True),
    Kind(
        "frame_angular_velocity", "frameangvel", lambda x: x.R @ x.velocity.angular, relative=True
    ),
    Kind("frame_linear_acceleration", "framelinacc", lambda x: x.R @ x.acceleration.linear),
    Kind("frame_angular_acceleration", "frameangacc", lambda x: x.R @ x.acceleration.angular),
    Kind("subtree_center_of_mass", "subtreecom", lambda x: x.subtree.center_of_mass),
    Kind("subtree_linear_velocity", "subtreelinvel", lambda x: x.subtree.linear_velocity),
    Kind("subtree_angular_momentum", "subtreeangmom", lambda x: x.subtree.angular_momentum),
    Kind("magnetometer", "magnetometer", lambda x: x.R.T @ array(x.sensor.magnetic_field)),
    Kind("rangefinder", "rangefinder", lambda x: x.distance, length=1),
    Kind("joint_position", "jointpos ballquat", lambda x: x.joint_position, "joint", "nq"),
    Kind("joint_velocity", "jointvel ballangvel", lambda x: x.joint_velocity, "joint", "nv"),
    Kind("joint_torque", "", lambda x: x.joint_torque, "joint", "nv"),
)
KINDS: Final[Mapping[str, Kind]] = {row.name: row for row in _ROWS}
"""The kinds of this package, by name."""
USER_KINDS: Final[dict[str, Kind]] = {}
"""Those of users, by MODULE:NAME."""


def sensor(on: Literal["frame", "joint"], length: int | Literal["nq", "nv"]) -> Callable[[R], R]:
    """Decorate a function as what a kind of sensor reads; the function's name is that of the kind.

    It takes a `kt.SensorState` and returns the numbers of one sample, as many as `length` says, of
    a sensor on a frame or a joint; "nq" and "nv" are the numbers of the joint's coordinates and
    velocities, 1 of a mimic. It may call algorithms, and runs once, while the code for a robot is
    made. `Sensor.kind` is then MODULE:NAME, also in files: import the module before loading one.
    Raises ModelError for another `on` or `length`, a name of kinetree, and another function of a
    name that has one: what was compiled with that would stay.

    >>> import kinetree as kt
    >>> @kt.sensor("joint", length=1)
    ... def shaft_power(x):
    ...     return x.joint_torque @ x.joint_velocity
    >>> power = kt.Sensor("power", "shaft_power", joint="hinge1")
    >>> pendulum = kt.robots.pendulum(mass=2.0).replace(sensors=[power])
    >>> kt.sensor_values(pendulum, [1.5707963], [3.0], [0.0]).round(9)
    array([58.86])
    """
    of_joint = on == "joint" and length in ("nq", "nv")
    counted = length > 0 if isinstance(length, int) else of_joint
    if on not in ("frame", "joint") or not counted:
        raise ModelError(
            f"sensor: on={on!r} with length={length!r}; expected 'frame' or 'joint', and the count "
            "of numbers that it reads, at least 1, or 'nq' or 'nv' of a joint."
        )

    def register(function: R) -> R:
        name = f"{function.__module__}:{function.__name__}"
        row = Kind(name, "", function, on, length)
        present = KINDS.get(function.__name__) or USER_KINDS.get(name, row)
        if (present.on, present.length, code_key(present.read)) != (on, length, code_key(function)):
            raise ModelError(
                f"sensor: there is another kind {present.name!r}; rename the function, or start "
                "Python again: a process keeps the first one."
            )
        USER_KINDS.setdefault(name, row)
        return function

    return register


@with_known_fields
@dataclass(frozen=True, slots=True)
class Sensor:
    """A sensor at `placement` in a frame of the model, or of a joint, by name.

    `kt.sensor_values` says what each kind measures; `kt.sensor` adds one. A reading is `gain` times
    that, plus errors, of which `noise` is the standard deviation, clipped to [-cutoff, cutoff].
    Positions, orientations, axes and velocities of a frame may be those in another one, which
    moves: `reference`, at `reference_placement` in it. A magnetometer measures the
    `magnetic_field`, in world axes. Raises ModelError for other numbers, and for names of what
    there is not once a model has it.

    >>> import kinetree as kt
    >>> gyro = kt.Sensor("wrist rates", "gyro", "tool", noise=1e-3)
    >>> kt.robots.arm().replace(sensors=[gyro]).sensor_slices
    {'wrist rates': slice(0, 3, None)}
    """

    name: str
    kind: str
    frame: str | None = None
    joint: str | None = None
    placement: SE3 = field(default_factory=SE3.identity)
    noise: float = 0.0
    cutoff: float | None = None
    gain: float = 1.0
    reference: str | None = None
    reference_placement: SE3 | None = None
    magnetic_field: tuple[float, float, float] | None = None

    def __post_init__(self) -> None:
        where = f"the sensor {self.name!r}"
        named = [x for x in USER_KINDS if x.endswith(f":{self.kind}")]
        if self.kind not in KINDS and len(named) == 1:
            object.__setattr__(self, "kind", named[0])
        kind = self.row
        owner, other = ("joint", "frame") if kind.on == "joint" else ("frame", "joint")
        if getattr(self, owner) is None or getattr(self, other) is not None:
            raise ModelError(
                f"{where} is a {self.kind} with frame={self.frame!r} and joint={self.joint!r}; "
                f"expected {owner}= alone, a name."
            )
        if self.reference is not None and not kind.relative:
            relative = tuple(x.name for x in _ROWS if x.relative)
            raise ModelError(f"{where} is a {self.kind}, which has no reference=; {relative} may.")
        if self.reference_placement is not None:
            if self.reference is None:
                raise ModelError(f"{where} has reference_placement= without reference=, a frame.")
            place = rigid(f"{where}: its reference_placement", self.reference_placement)
            object.__setattr__(self, "reference_placement", place)
        if self.kind == "magnetometer" or self.magnetic_field is not None:
            numbers = numbers_of(self.magnetic_field) or ()
            if self.kind != "magnetometer" or len(numbers) != 3 or not all(map(isfinite, numbers)):
                raise ModelError(
                    f"{where} is a {self.kind} with magnetic_field={self.magnetic_field!r}; "
                    "expected three finite numbers for a magnetometer, and no other."
                )
            object.__setattr__(self, "magnetic_field", numbers)
        bounds = {"noise": (0.0, " >= 0"), "cutoff": (float_info.min, " > 0")}
        for key in ("noise", "cutoff", "gain"):
            x, (least, some) = getattr(self, key), bounds.get(key, (-float_info.max, ""))
            if (key, x) == ("cutoff", None):
                continue
            if not isinstance(x, int | float) or not least <= x < inf:
                raise ModelError(f"{where}: its {key} is {x!r}; expected a finite number{some}.")
            object.__setattr__(self, key, float(x))
        object.__setattr__(self, "placement", rigid(f"{where}: its placement", self.placement))

    @property
    def row(self) -> Kind:
        """The row of its kind; ModelError where there is none, as in a process without it."""
        known = {**KINDS, **USER_KINDS}
        if self.kind not in known:
            module, colon, name = self.kind.rpartition(":")
            meant = [x for x in known if x.endswith(f":{name}")]
            raise ModelError(
                f"the sensor {self.name!r}: "
                + (
                    f"its kind {name} is user-defined, in the module {module!r}, where no kind of "
                    "this name is loaded; import that module first."
                    if colon
                    else unknown("kind", self.kind, known, meant)
                )
            )
        return known[self.kind]
