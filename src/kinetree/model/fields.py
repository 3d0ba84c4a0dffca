"""Checks of the fields of a model, its parameters and annotations; the caller names the robot."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, cast

import numpy as np
from numpy.typing import ArrayLike

from ..errors import ModelError, kind_of, unknown
from ..parameters import PARAMETERS, ParameterArray
from ..scalar.array import Array
from ..spatial.se3 import rigid
from .actuators import Actuator, Motors
from .description import Anchor, Constraint, Loop
from .joints import Joint
from .joints.base import UNIT_ERROR, Numbers
from .parts import Geometry, PairSurface, touching
from .sensors import Sensor
from .structure import Structure, check_joint_number, driven_names


def parameter(robot: Structure, key: str, value: object) -> ParameterArray:
    """A parameter as a read-only array: float64, bool, or object for symbols."""
    if isinstance(value, Array):
        return value  # of symbols or traced numbers
    row, array = PARAMETERS[key], _array(key, value)
    shape = tuple(int(n) if n.isdigit() else getattr(robot, n) for n in row.dimensions)
    if array.shape != shape:
        named = "" if all(n.isdigit() for n in row.dimensions) else f" = {row.axes}"
        vector = ", as [0, 0, -9.81]" if key == "gravity" else ""
        raise ModelError(f"{key} has shape {array.shape}; expected {shape}{named}{vector}.")
    if array.dtype.kind == "f":
        bad = np.isnan(array) if row.infinite else ~np.isfinite(array)
        for i in np.argwhere(bad)[:1].tolist():
            raise ModelError(f"{key}{i} is {array[tuple(i)]}; expected a number.")
        if key == "inertias" and (array[:, 0] < 0).any():
            i = int(np.argmax(array[:, 0] < 0))
            raise ModelError(
                f"the body of joint {robot.joint_names[i]!r} has mass {array[i, 0]}; expected >= 0."
                " Operands are not checked: inertias= of a call takes any."
            )
        if key == "friction" and (array < 0).any():
            i = int(np.argmax(array < 0))
            raise ModelError(
                f"the friction of {robot.v_names[i]!r} is {array[i]}; expected >= 0: it acts "
                "against the velocity."
            )
    if key == "placements":
        for name, T in zip(robot.joint_names, array, strict=True):
            rigid(f"the placement of joint {name!r}", T)
        if array.dtype.kind == "f":
            array[:, 3] = 0.0, 0.0, 0.0, 1.0  # exactly
    array.setflags(write=False)
    return array


def numeric(x: Array) -> ParameterArray:
    """An array of plain numbers as a read-only NumPy array, others as they are."""
    if not all(isinstance(element, (int, float)) for element in x.flat):
        return x
    array = np.array(x, float)
    array.setflags(write=False)
    return array


def _array(key: str, value: object) -> ParameterArray:
    try:
        array = np.array(cast(ArrayLike, value))
    except ValueError:
        raise ModelError(f"{key} is ragged; expected rows of one length.") from None
    except (TypeError, RuntimeError):  # numbers that JAX or PyTorch traces have no values
        raise ModelError(
            f"{key} is {kind_of(value)}, which is traced; a model has values. Give it to the call, "
            f"as in kt.rnea(model, ..., {key}={key})."
        ) from None
    if array.dtype.kind not in "biufO":
        raise ModelError(f"{key} has dtype {array.dtype}; expected numbers.")
    if array.dtype == object:  # generic scalars, such as symbols: anything that can be subtracted
        for x in array.flat:
            if not hasattr(x, "__sub__") or PARAMETERS[key].boolean:
                raise ModelError(f"{key} holds {x!r}; expected numbers.")
        if all(isinstance(x, (int, float)) for x in array.flat):
            raise ModelError(f"{key} holds integers too large for a float64.")
        return array
    if not PARAMETERS[key].boolean:
        return array.astype(float) + 0.0  # -0.0 becomes 0.0
    if not np.isin(array, (0, 1)).all():
        raise ModelError(f"{key} holds other values than True and False.")
    return array.astype(bool)


def check_plain(name: str, parameters: Mapping[str, ParameterArray]) -> None:
    """Raise ModelError unless the parameters of a model of this name are plain numbers."""
    for key, value in parameters.items():
        if getattr(value, "dtype", np.dtype(object)).kind == "O":
            raise ModelError(f"{name}: {key} holds symbols; a file holds plain numbers only.")


def check_limits(robot: Structure, lower: ParameterArray, upper: ParameterArray) -> None:
    """Raise ModelError for a lower position limit above the upper one."""
    if lower.dtype == upper.dtype == float and (lower > upper).any():
        i = int(np.argmax(lower > upper))
        raise ModelError(
            f"the position limits of {robot.q_names[i]!r} are {lower[i]} and {upper[i]}; expected "
            "a lower one that is not above the upper."
        )


def check_unit_length(robot: Structure, key: str, q: ParameterArray) -> None:
    """Raise ModelError for quaternions and (cos, sin) that are not of unit length."""
    if getattr(q, "dtype", np.dtype(object)).kind == "O":
        return
    for j in robot.free_nodes:
        error = j.type.norm_error(q[j.q_slice])
        if error is not None and not error <= UNIT_ERROR:
            raise ModelError(
                f"{key} of joint {j.name!r} is {q[j.q_slice].tolist()}; expected unit length: "
                f"{', '.join(j.type.q_suffixes)}."
            )


def annotation(
    robot: Structure, key: str, value: object
) -> Mapping[str, object] | tuple[object, ...]:
    """An annotation with all elements checked, as a tuple or a read-only mapping."""
    if key in ("reference_configurations", "groups"):
        if not isinstance(value, Mapping):
            raise ModelError(f"{key} is {value!r}; expected a mapping of names.")
        entry = _configuration if key == "reference_configurations" else _group
        items = cast(Mapping[object, object], value).items()
        return MappingProxyType({_text(key, name): entry(robot, f"{name}", x) for name, x in items})
    if isinstance(value, Motors):
        value = value.of(robot)
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ModelError(f"{key} is {value!r}; expected a sequence.")
    parts = list(cast(Iterable[object], value))
    if key in _NAMED:
        return tuple(_names(robot, key, x) for x in parts)
    if key == "sensors":
        names = [getattr(x, "name", x) for x in parts]
        for name in names:
            if names.count(name) > 1:
                raise ModelError(f"two sensors are called {name!r}; rename one.")
    kind, expected, check = _PARTS[key]
    for x in parts:
        if not isinstance(x, kind):
            raise ModelError(f"{key} holds {x!r}; expected {expected}.")
        check(robot, x)
    return tuple(parts)


def _text(key: str, x: object) -> str:
    if not isinstance(x, str):
        raise ModelError(f"{key} holds {x!r}; expected a name.")
    return x


def _joint(robot: Structure, what: str, name: str) -> Joint:
    if name not in (known := robot.joint_names[1:]):
        raise ModelError(f"{what}: {unknown('joint', name, known)}")
    return robot.node(name).type


def _configuration(robot: Structure, name: str, q: object) -> Numbers:
    try:
        array = np.array(cast(ArrayLike, q), dtype=float)
    except (TypeError, ValueError):
        raise ModelError(f"the configuration {name!r} is not an array.") from None
    if array.shape != (robot.nq,) or not np.isfinite(array).all():
        raise ModelError(
            f"the configuration {name!r} is {array.tolist()}; expected {robot.nq} finite numbers."
        )
    array.setflags(write=False)
    return array


def _group(robot: Structure, name: str, joints: object) -> tuple[str, ...]:
    if isinstance(joints, str) or not isinstance(joints, Sequence):
        raise ModelError(f"the group {name!r} is {joints!r}; expected joint names.")
    what = f"the group {name!r}"
    names = tuple(_text(what, x) for x in cast(Sequence[object], joints))
    for joint in names:
        _joint(robot, what, joint)
    return names


def _check_sensor(robot: Structure, x: Sensor) -> None:
    what = f"the sensor {x.name!r}"
    if x.joint is None:
        for name in (x.frame, x.reference or x.frame):
            if name not in robot.frame_names:
                raise ModelError(f"{what}: {unknown('frame', name, robot.frame_names)}")
    else:
        _joint(robot, what, x.joint)


def _check_constraint(robot: Structure, x: Constraint) -> None:
    if isinstance(x, Loop):
        what = f"the loop {x.name!r}"
        for end in (x.first, x.second):
            if not isinstance(end, Anchor):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise ModelError(
                    f"{what} has {end!r} as an end; expected a kt.Anchor(joint, placement)."
                )
            check_joint_number(robot, what, end.joint)
    else:
        what = f"the coupling {x.name!r}"
        for name in (x.joint, *([] if x.source is None else [x.source])):
            kind = _joint(robot, what, name)
            if kind.nv != 1 and kind.independent:
                raise ModelError(
                    f"{what} is of {name!r}, {kind}; expected joints with one coordinate."
                )


def _check_actuator(robot: Structure, x: Actuator) -> None:
    for name in x.joints:
        if name not in (known := driven_names((j.name, j.type) for j in robot.nodes)):
            raise ModelError(
                f"the actuator {x.name!r}: {unknown('joint with one velocity', name, known)}"
            )


def _check_shapes(robot: Structure, key: str, names: Sequence[str]) -> None:
    shapes = touching(robot.geometries)
    for name in names:
        if name not in shapes:
            listed = unknown("collision geometry", name, sorted(shapes))
            raise ModelError(f"{key} holds {tuple(names)!r}: {listed}")


_PARTS: Final[Mapping[str, tuple[Any, str, Callable[[Structure, Any], object]]]] = {
    "geometries": (
        Geometry,
        "a kt.Geometry",
        lambda robot, x: check_joint_number(robot, f"geometry {x.name!r}", x.joint),
    ),
    "constraints": (Constraint, "a kt.Loop or kt.Coupling", _check_constraint),
    "pair_surfaces": (
        PairSurface,
        "a kt.PairSurface",
        lambda robot, x: _check_shapes(robot, "pair_surfaces", (x.first, x.second)),
    ),
    "actuators": (Actuator, "a kt.Actuator, or kt.Motors for all", _check_actuator),
    "sensors": (Sensor, "a kt.Sensor", _check_sensor),
}
"""The class of the parts in an annotation, in words, too, and a check of one."""
_NAMED: Final = {
    "disabled_collisions": (3, "two bodies and a reason"),
    "collision_pairs": (2, "the names of two collision geometries"),
}


def _names(robot: Structure, key: str, x: object) -> tuple[str, ...]:
    (count, expected), parts = _NAMED[key], cast(Sequence[object], x)
    if not isinstance(x, (tuple, list)) or len(parts) != count:
        raise ModelError(f"{key} holds {x!r}; expected {expected}.")
    names = tuple(_text(key, part) for part in parts)
    if key == "collision_pairs":
        _check_shapes(robot, key, names)
    return names
