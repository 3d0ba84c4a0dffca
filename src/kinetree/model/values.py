"""Arrays of numbers as users give them, and coordinates by joint name."""

from collections.abc import Mapping
from operator import index
from typing import Final, SupportsIndex, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import KinetreeError, ModelError, ShapeError, kind_of
from ..scalar.array import Array
from .joints import Continuous, Joint, Mimic
from .joints.base import UNIT_ERROR, Numbers
from .structure import Node, Structure

_MOST_AXES: Final = 32
"""NumPy broadcasts no more."""
_ORTHONORMAL: Final = 1e-5
"""Largest error of an element of R^T R; single precision meets it."""
_FOLLOWS = 1e-6
"""How far the value given for a mimic may be from the one that follows."""


def numbers(what: str, value: object) -> Numbers:
    """A value as an array of real numbers; `what` is its name in errors."""
    try:
        array = np.asarray(value)
        if array.dtype.kind == "c":
            raise TypeError("it is complex")
        if isinstance(value, Mapping):
            raise TypeError("it is a dict; kt.configuration(model, {...}) makes q of one")
        if array.dtype.kind in "VMm" or array.ndim > _MOST_AXES:
            raise TypeError(f"it is of {array.dtype} and {array.ndim} axes")
        return array.astype(float, copy=False)
    except (TypeError, ValueError) as error:
        raise ShapeError(f"{what} is not an array of numbers: {str(error).rstrip('.')}.") from None


def floats(value: object) -> Numbers | None:
    """The numbers of an operand; None for symbols, and for other types, which the call reports."""
    try:
        return np.asarray(cast(ArrayLike, value), float)
    except (TypeError, ValueError, KinetreeError):
        return None


def coordinates_last(what: str, value: object, n: int, meaning: str = "") -> Numbers:
    """A value as an array (..., n)."""
    array = numbers(what, value)
    if array.shape[-1:] != (n,):
        raise ShapeError(f"{what} has shape {array.shape}; expected (..., {n}){meaning}.")
    return array


def check_positive(owner: str, x: Numbers | float, name: str) -> None:
    """Raise ModelError for a number, or one of a batch, that is zero or negative."""
    is_wrong = x <= 0 if isinstance(x, float) else np.any(x <= 0)
    if is_wrong:
        raise ModelError(f"{owner}: {name} is {np.min(x)}; expected more than 0.")


def whole_number(
    owner: str, name: str, value: object, least: int, error: type[KinetreeError] = ModelError
) -> int:
    """The value as an int; raises the error unless it is an integer >= least, and no boolean."""
    try:
        count = index(cast(SupportsIndex, value))
    except TypeError:
        count = least - 1
    if count < least or isinstance(value, bool):
        raise error(f"{owner}: {name} is {value!r}; expected an integer >= {least}.")
    return count


_DIFFER = "the batch axes do not broadcast"


def batch_axes(parts: Mapping[str, NDArray[np.generic]], problem: str = _DIFFER) -> tuple[int, ...]:
    """The common batch axes of all values; `problem` is what an error says that there is none."""
    return common_batch({name: part.shape[:-1] for name, part in parts.items()}, problem)


def common_batch(batches: Mapping[str, tuple[int, ...]], problem: str = _DIFFER) -> tuple[int, ...]:
    """The shape that batch axes broadcast to."""
    try:
        return np.broadcast_shapes(*batches.values())
    except ValueError:
        listed = ", ".join(f"{name} {batch}" for name, batch in batches.items())
        raise ShapeError(f"{problem}: {listed}.") from None


def cos_sin(angle: Numbers) -> Numbers:
    """(cos, sin), (..., 2), of angles (..., 1)."""
    return np.concatenate([np.cos(angle), np.sin(angle)], -1)


def angle_of(pair: Numbers) -> Numbers:
    """The angle (..., 1) in [-pi, pi] of (cos, sin) pairs of any length; nan where both are 0."""
    c, s = np.split(unit(pair), 2, -1)
    return np.arctan2(s, c)


def unit(x: Numbers) -> Numbers:
    """Vectors (..., n) along x of length 1; nan where x is zero."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return x / np.linalg.norm(x, axis=-1, keepdims=True)


# --- coordinates by joint name


def configuration_of(
    robot: Structure, values: Mapping[str, ArrayLike], default: ArrayLike | None = None
) -> Numbers:
    """q from values by joint name, or by coordinate name; other joints are as in `default`."""
    if not isinstance(values, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ModelError(
            f"values is {values!r}; expected values of q by joint, as {{'elbow': 0.5}}."
        )
    start = robot.space.neutral() if default is None else default
    base = coordinates_last("default", start, robot.nq)
    single = set(values) & set(robot.q_names) - set(robot.joint_names[1:])
    parts = {
        name: numbers(name, x)[..., None] if name in single else _coordinates(robot, name, x)
        for name, x in values.items()
    }
    q = np.broadcast_to(base, (*batch_axes({"default": base, **parts}), robot.nq)).copy()
    joints = {name: robot.node(name) for name in parts.keys() - single}
    for name, joint in joints.items():
        if joint.type.independent:
            q[..., joint.q_slice] = parts[name]
    for name in single:
        q[..., robot.q_index([name])] = parts[name]
    for name, joint in joints.items():
        if isinstance(joint.type, Mimic):
            _check_follows(robot, joint, joint.type, parts[name], q)
    return q


def joint_coordinates(joint: Node, q: Numbers) -> Numbers:
    """The coordinates of a joint (..., k), those of a mimic by its source."""
    own, kind = q[..., joint.q_slice], joint.type
    if not isinstance(kind, Mimic):
        return own
    if own.shape[-1] == 1:
        return kind.multiplier * own + kind.offset
    return cos_sin(kind.multiplier * angle_of(own) + kind.offset)


def locked(robot: Structure, lock: Mapping[str, ArrayLike]) -> dict[str, tuple[float, ...]]:
    """The coordinates of joints to lock, and those of the source for each of their mimics."""
    if not isinstance(lock, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ModelError(
            f"the joints to lock are {lock!r}; expected values of q by joint, as {{'elbow': 0.5}}."
        )
    values = {  # with the number in an array of one
        robot.node(name).name: cast(Numbers, x)[0] if np.shape(x) == (1,) else x
        for name, x in lock.items()
    }
    for name in values:
        kind = robot.node(name).type
        if isinstance(kind, Mimic) and kind.source not in values:
            raise ModelError(f"{robot.name}: {name!r} mimics {kind.source!r}; lock that one.")
    q = configuration_of(robot, values)
    if q.ndim != 1:
        raise ModelError(f"the joints to lock have values of {q.shape[:-1]} samples; expected one.")
    for name, value in values.items():
        if not np.isfinite(q[robot.node(name).q_slice]).all():
            raise ModelError(f"{robot.name}: {name!r} is locked at {value}; expected numbers.")
    sources = {j.name: j.type.source for j in robot.nodes if isinstance(j.type, Mimic)}
    return {
        j.name: tuple(q[j.q_slice].tolist())
        for j in robot.nodes
        if sources.get(j.name, j.name) in values
    }


def _check_follows(robot: Structure, joint: Node, mimic: Mimic, value: Numbers, q: Numbers) -> None:
    """Raise ModelError unless the coordinates given for a mimic are those that follow."""
    follows = joint_coordinates(joint, q)
    value = np.broadcast_to(value, follows.shape)
    wrong = ~(abs(value - follows) <= _FOLLOWS).all(-1)
    if wrong.any():
        first = tuple(np.argwhere(wrong)[0])
        raise ModelError(
            f"{robot.name}: {joint.name!r} mimics {mimic.source!r} and follows it to "
            f"{follows[first].squeeze().tolist()}, not to {value[first].squeeze().tolist()}; set "
            f"{mimic.source!r}."
        )


def _coordinates(robot: Structure, name: str, value: ArrayLike) -> Numbers:
    """The coordinates (..., k) of a joint in the value given for it."""
    kind: Joint = robot.node(name).type
    if isinstance(kind, Mimic):
        kind = robot.node(kind.source).type
    array = numbers(name, value)
    if isinstance(kind, Continuous):
        return _pairs(name, array)
    return array[..., None] if kind.nq == 1 else coordinates_last(name, array, kind.nq)


def _pairs(name: str, array: Numbers) -> Numbers:
    """(cos, sin) of a value that holds such pairs, or angles."""
    if array.shape[-1:] != (2,):
        return cos_sin(array[..., None])
    lengths = np.linalg.norm(array, axis=-1)
    if not (abs(lengths - 1) <= UNIT_ERROR).all():
        raise ShapeError(
            f"{name} has shape {array.shape} with pairs of lengths {lengths.tolist()}; expected"
            " (cos, sin) pairs of length 1; give two angles as np.stack([np.cos(value), "
            "np.sin(value)], -1)."
        )
    return array


def check_anchors(owner: str, anchors: ArrayLike | Array | None) -> None:
    """Raise ModelError for `anchors`, placements of contacts at run time, that are not rigid."""
    if anchors is None or isinstance(anchors, Array) or np.iscomplexobj(anchors):
        return
    T = floats(anchors)
    if T is None or T.ndim < 3 or T.shape[-2:] != (4, 4):
        return  # the call reports wrong shapes
    R = T[..., :3, :3]
    with np.errstate(invalid="ignore", over="ignore"):
        error = abs(np.swapaxes(R, -1, -2) @ R - np.eye(3)).max((-1, -2))
        volume = (np.cross(R[..., 0], R[..., 1]) * R[..., 2]).sum(-1)
    last = (T[..., 3, :] == [0, 0, 0, 1]).all(-1) & np.isfinite(T).all((-1, -2))
    wrong = np.argwhere(~((error < _ORTHONORMAL) & (volume > 0) & last))
    if len(wrong):
        *sample, i = wrong[0].tolist()
        where = f" in sample {tuple(sample)}" if sample else ""
        raise ModelError(
            f"{owner}: anchors[{i}]{where} is {T[tuple(wrong[0])].tolist()}; expected a rigid "
            "placement: R^T R = 1, det R = 1 and the last row 0 0 0 1."
        )


_EXPECTED: Final = {
    "Editable": "a kt.Model",
    "str": "a string",
    "Inertia": "kt.Inertia(mass, center_of_mass, rotational_inertia_about_it)",
}


def expect(what: str, x: object, kind: type) -> None:
    """Raise ModelError for an argument of another type."""
    if not isinstance(x, kind):
        raise ModelError(f"{what} is {kind_of(x)}; expected {_EXPECTED[kind.__name__]}.")
