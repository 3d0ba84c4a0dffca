"""`Actuator`: a motor on joints, with its law; `Motors`: one for each of many joints."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import inf, isfinite, isnan, nan
from numbers import Real
from typing import Annotated, Any, Final, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike

from ..errors import ModelError, ShapeError, kind_of, unknown, with_known_fields
from ..scalar.array import Array
from .motors import TORQUE, Law, affine

Bound = Annotated[float, "infinite"]
"""A number that may be infinite."""
Range = tuple[Bound, Bound]
UNLIMITED: Final = (-inf, inf)


@with_known_fields
@dataclass(frozen=True, slots=True)
class Actuator:
    """A motor on a joint or a fixed tendon, of `model.actuators`.

    Its length is `offset` and the sum of `gear` times coordinate over `joints`, names with one gear
    each: coordinates are angles or lengths from the neutral configuration, named as in
    `model.v_names`; a mimic has its own. Its force is that of its `law`, by default a torque
    motor's, `kt.motors.affine()`, or a kind of your own, by `kt.motor`: of the length, its
    velocity, and the control within `control_range`. The force is within `force_range`, and gear
    times force is the torque of each joint. With a `velocity_limit` the greatest force that
    accelerates falls linearly from `corner_velocity` on to none at the limit; beyond it, the motor
    only brakes.
    Units are those of the motor: N m or N, rad or m. Raises ModelError for numbers that are none.

    >>> import kinetree as kt
    >>> law = kt.motors.affine(gain=80, bias_position=-80, bias_velocity=-4)
    >>> servo = kt.Actuator("elbow", ("joint2",), law=law)
    >>> arm = kt.robots.arm().replace(actuators=[servo])
    >>> kt.actuator_forces(arm, [0.5] * 7, [1.0] * 7, [0.75]).tolist()
    [16.0]
    """

    name: str
    joints: tuple[str, ...]
    gear: tuple[float, ...] = (1.0,)
    law: Law = TORQUE
    offset: float = 0.0
    control_range: Range = UNLIMITED
    force_range: Range = UNLIMITED
    velocity_limit: Bound = inf
    corner_velocity: float = 0.0

    def __post_init__(self) -> None:
        if isinstance(self.joints, str):
            self._refuse("joints", self.joints, f"a tuple of names: ({self.joints!r},)")
        object.__setattr__(self, "joints", tuple(self.joints))
        if not isinstance(cast(object, self.law), Law):
            self._refuse("law", self.law, "that of a kind, as kt.motors.affine(gain=2.0)")
        for field in fields(self)[2:]:
            if field.name == "law":
                continue
            value = self._numbers(field.name, getattr(self, field.name))
            several = field.name in ("gear", "control_range", "force_range")
            object.__setattr__(self, field.name, value if several else value[0])
        if not self.joints or len(self.gear) != len(self.joints):
            self._refuse("joints", self.joints, f"as many as gears: {self.gear}")
        for key in ("control_range", "force_range"):
            bounds: tuple[float, ...] = getattr(self, key)
            if len(bounds) != 2 or bounds[0] > bounds[1]:
                self._refuse(key, bounds, "a least and a greatest, as (-1, 1)")
        if not 0 <= self.corner_velocity < self.velocity_limit:
            limit = f"from 0 to below the velocity_limit, {self.velocity_limit}"
            self._refuse("corner_velocity", self.corner_velocity, limit)
        if isfinite(self.velocity_limit) and not all(map(isfinite, self.force_range)):
            self._refuse("force_range", self.force_range, "a finite one with a velocity_limit")

    def with_fixed(self, coordinates: Mapping[str, float]) -> "Actuator":
        """The actuator where some of its joints, but not all of them, are fixed."""
        each = [*zip(self.joints, self.gear, strict=True)]
        free = [x for x in each if x[0] not in coordinates]
        if not free:
            return self
        names, gears = zip(*free, strict=True)
        length = sum(gear * coordinates[x] for x, gear in each if x in coordinates)
        return replace(self, joints=names, gear=gears, offset=self.offset + length)

    def _numbers(self, key: str, value: object) -> tuple[float, ...]:
        parts = (value,) if isinstance(value, Real) else tuple(cast(Sequence[object], value))
        numbers = [float(x) if isinstance(x, Real) else nan for x in parts]
        infinite = key in ("control_range", "force_range", "velocity_limit")
        if not numbers or any(isnan(x) or not (infinite or isfinite(x)) for x in numbers):
            self._refuse(key, value, "numbers" if infinite else "finite numbers")
        return tuple(x + 0.0 for x in numbers)  # -0.0 becomes 0.0

    def _refuse(self, key: str, value: object, expected: str) -> None:
        raise ModelError(f"the actuator {self.name!r} has {key} {value}; expected {expected}.")


def with_gains(actuators: Sequence[Actuator], gains: Array) -> tuple[Actuator, ...]:
    """The actuators with a row of gains each for the first parameters of their laws."""
    most = max((len(x.law.values) for x in actuators), default=0)
    if gains.ndim != 2 or len(gains) != len(actuators) or gains.shape[1] > most:
        raise ShapeError(
            f"actuator_gains has shape {gains.shape}; expected ({len(actuators)}, ngains), a row "
            f"for each actuator with at most {most} columns, the first parameters of its law."
        )
    gains = gains.map(lambda x: float(x) if isinstance(x, int) else x)
    if not all(isfinite(x) for x in gains.flat if isinstance(x, float)):
        raise ModelError("actuator_gains holds numbers that are not finite.")
    return tuple(
        replace(x, law=Law(x.law.kind, (*row, *x.law.values[len(row) :])[: len(x.law.values)]))
        for x, row in zip(actuators, gains, strict=True)
    )


Numbers = ArrayLike | Mapping[str, float] | None

Robot: TypeAlias = Any
"""A `kt.Model`, whose module is above this one."""


@dataclass(frozen=True, slots=True, eq=False)
class Motors:
    """A motor for each of the joints that `model.actuated` says are driven, or those in `joints`.

    They are servos of position (`kp`, `kd`), of velocity (`kd` alone), or torque motors (neither),
    whose control is the position, the velocity or the torque; or they have a `law`, as those of
    `kt.Actuator`. Each number is one for all, an array over the motors, or a dict by joint, without
    those that have the default. `effort` is the greatest force, by default `model.effort_limits`;
    `velocity` is the speed at which it has fallen to none, linearly from `corner` on. With a `gear`
    all of this, and the control, are those of the motor: gear times the joint's coordinate and
    velocity, 1 / gear times its torque. A joint has a motor for each of its `model.v_names`.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm().replace(actuators=kt.Motors(kp=200, kd={"joint1": 6}, effort=80))
    >>> arm.nu, arm.actuators[0].law
    (7, affine(gain=200.0, bias_position=-200.0, bias_velocity=-6.0))
    """

    kp: Numbers = 0.0
    kd: Numbers = 0.0
    effort: Numbers = None
    velocity: Numbers = inf
    corner: Numbers = 0.0
    gear: Numbers = 1.0
    law: Law | None = None
    joints: Sequence[str] | None = None

    def of(self, robot: Robot) -> tuple[Actuator, ...]:
        """The actuators of a robot; raises ModelError for names and arrays that do not fit."""
        if not isinstance(cast(object, self.law), Law | None):
            what = f"Motors: law is {kind_of(self.law)}; expected one, as kt.motors.affine(gain=2)"
            raise ModelError(f"{what}, or, instead of Motors, a kt.Actuator for each law.")
        driven: list[str] = np.array(robot.v_names)[robot.actuated].tolist()
        names = driven if self.joints is None else self.joints
        limits = dict(zip(robot.v_names, robot.effort_limits.tolist(), strict=True))
        gear = self._each("gear", names, 1.0)
        greatest = [limits.get(x, inf) / abs(k or 1) for x, k in zip(names, gear, strict=True)]
        defaults = {"kp": 0.0, "kd": 0.0, "effort": greatest, "velocity": inf, "corner": 0.0}
        columns = [self._each(key, names, default) for key, default in defaults.items()]
        if self.law is not None and any(map(any, columns[:2])):
            raise ModelError("Motors: law= beside kp= or kd=, which are a law; leave one out.")
        return tuple(
            Actuator(
                *(name, (name,), (ratio,)),
                self.law or affine(gain=kp or kd or 1.0, bias_position=-kp, bias_velocity=-kd),
                force_range=(-effort, effort),
                velocity_limit=velocity,
                corner_velocity=corner,
            )
            for name, ratio, kp, kd, effort, velocity, corner in zip(
                names, gear, *columns, strict=True
            )
        )

    def _each(self, key: str, names: Sequence[str], default: float | list[float]) -> list[float]:
        value: Any = getattr(self, key)
        values: list[float] = np.broadcast_to(default, (len(names),)).tolist()
        if value is None:
            return values
        if isinstance(value, Mapping):
            by_joint = cast(Mapping[str, float], value)
            for name in by_joint:
                if name not in names:
                    raise ModelError(f"Motors: {key}: {unknown('motor', name, names)}")
            return [float(by_joint.get(x, y)) for x, y in zip(names, values, strict=True)]
        try:
            return np.broadcast_to(np.asarray(value, float), (len(names),)).tolist()
        except (TypeError, ValueError):
            raise ModelError(
                f"Motors: {key} is {value!r}; expected a number, a dict by joint, or an array of "
                f"{len(names)}: {', '.join(names)}."
            ) from None
