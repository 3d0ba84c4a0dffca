"""`Sensor`: what a robot measures, where, and how well."""

from dataclasses import dataclass, field
from math import inf, isfinite
from sys import float_info
from typing import Final

from ..errors import ModelError, unknown
from ..spatial import SE3
from ..spatial.se3 import rigid
from .parts import numbers_of

OF_FRAMES: Final = (
    *("accelerometer", "velocimeter", "gyro", "force", "torque", "frame_position"),
    *("frame_orientation", "frame_x_axis", "frame_y_axis", "frame_z_axis"),
    *("frame_linear_velocity", "frame_angular_velocity", "frame_linear_acceleration"),
    *("frame_angular_acceleration", "subtree_center_of_mass", "subtree_linear_velocity"),
    *("subtree_angular_momentum", "magnetometer", "rangefinder"),
)
RELATIVE: Final = tuple(x for x in OF_FRAMES if x[:6] == "frame_" and "acceleration" not in x)
"""The kinds that may be relative to a reference."""
OF_JOINTS: Final = ("joint_position", "joint_velocity", "joint_torque")


@dataclass(frozen=True, slots=True)
class Sensor:
    """A sensor at `placement` in a frame of the model, or of a joint, by name.

    `kt.sensor_values` says what each kind measures. A reading is `gain` times that, plus errors, of
    which `noise` is the standard deviation, clipped to [-cutoff, cutoff]. Positions, orientations,
    axes and velocities of a frame may be those in another one, which moves: `reference`, at
    `reference_placement` in it. A magnetometer measures the `magnetic_field`, in world axes. Raises
    ModelError for other numbers, and for names of what there is not once a model has it.

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
        if self.kind not in (*OF_FRAMES, *OF_JOINTS):
            raise ModelError(f"{where}: {unknown('kind', self.kind, (*OF_FRAMES, *OF_JOINTS))}")
        owner, other = ("joint", "frame") if self.kind in OF_JOINTS else ("frame", "joint")
        if getattr(self, owner) is None or getattr(self, other) is not None:
            raise ModelError(
                f"{where} is a {self.kind} with frame={self.frame!r} and joint={self.joint!r}; "
                f"expected {owner}= alone, a name."
            )
        if self.reference is not None and self.kind not in RELATIVE:
            raise ModelError(f"{where} is a {self.kind}, which has no reference=; {RELATIVE} may.")
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
