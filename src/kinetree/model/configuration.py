"""Neutral, random and named configurations, and their checks, on arrays of floats."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError, ShapeError, not_a_model
from .fields import UNIT_ERROR
from .joints import Continuous, Mimic
from .structure import Structure
from .tree import TreeJoint

FOLLOWS = 1e-6
"""How far the value given for a mimic may be from the one that follows."""

_NOT_UNIT: Final = (
    "is not of unit length; every function normalizes it, and gives nan where it is zero: begin "
    "with kt.neutral(model), not with np.zeros(model.nq)"
)


def neutral(model: Structure) -> NDArray[np.float64]:
    """The neutral configuration, (nq,): zero angles, identity rotations.

    >>> from kinetree.model import robots
    >>> neutral(robots.biped())[:7].tolist()
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    """
    expect_model("neutral", model)
    return np.array([x for j in model.free_joints for x in j.type.neutral()])


def random_configuration(
    model: Structure,
    size: int | Iterable[int] = (),
    *,
    rng: np.random.Generator | int | None = None,
    lower: Any = None,
    upper: Any = None,
) -> NDArray[np.float64]:
    """Configurations drawn uniformly within the limits, (*size, nq).

    Unlimited coordinates are in [-1, 1], unlimited angles in [-pi, pi], rotations uniform; limits
    beyond 2^30 count as none. `lower` and `upper` (nq) replace the model's limits; `rng` is a
    generator or a seed.

    >>> from kinetree.model import robots
    >>> random_configuration(robots.arm(), 5, rng=0).shape
    (5, 7)
    """
    expect_model("random_configuration", model)
    shape = _shape(size)
    rng = np.random.default_rng(rng)
    low = _limits(model, "lower", model.lower_position_limits if lower is None else lower)
    high = _limits(model, "upper", model.upper_position_limits if upper is None else upper)
    if np.any(low > high):
        worst = model.q_names[int(np.argmax(low > high))]
        raise ModelError(f"{model.name}: the lower limit of {worst!r} is above its upper limit.")
    parts = [j.type.random(rng, shape, low[j.q_slice], high[j.q_slice]) for j in model.free_joints]
    return np.concatenate([np.empty((*shape, 0)), *parts], -1)


def _shape(size: Any) -> tuple[int, ...]:
    sizes = tuple(cast(Iterable[Any], size)) if isinstance(size, Iterable) else (size,)
    if not all(isinstance(n, (int, np.integer)) and n >= 0 for n in sizes):
        raise ShapeError(
            f"size is {size!r}; expected a number of samples >= 0, or several in a tuple."
        )
    return tuple(map(int, sizes))


def _limits(model: Structure, which: str, values: Any) -> Any:
    array = numbers(which, values)
    if array.shape != (model.nq,):
        raise ShapeError(f"{which} has shape {array.shape}; expected ({model.nq},).")
    return array


@dataclass(frozen=True)
class Finding:
    """A problem of one sample of a configuration."""

    sample: tuple[int, ...]
    joint: str
    message: str


def check_configuration(model: Structure, q: Any) -> list[Finding]:
    """Find coordinates (..., nq) that are not finite, not of unit length, or outside limits.

    Functions do not look for these: a zero quaternion, as in np.zeros(nq), gives nan in silence;
    `neutral` has unit ones.

    >>> from kinetree.model import robots
    >>> [f.joint for f in check_configuration(robots.arm(), [0, 0, 9.0, 0, 0, 0, 0])]
    ['joint3']
    """
    expect_model("check_configuration", model)
    q = coordinates_last("q", q, model.nq)
    findings: list[Finding] = []
    for j in model.free_joints:
        findings += _check_joint(model, j, q[..., j.q_slice])
    return sorted(findings, key=lambda f: f.sample)


def _check_joint(model: Structure, joint: TreeJoint, q: Any) -> list[Finding]:
    low, high = (
        limits[joint.q_slice]
        for limits in (model.lower_position_limits, model.upper_position_limits)
    )
    error = joint.type.norm_error(q)
    tests = [
        (~np.isfinite(q).all(-1), "is not finite"),
        ((q < low).any(-1), f"is below its lower limit {low.tolist()}"),
        ((q > high).any(-1), f"is above its upper limit {high.tolist()}"),
    ]
    if error is not None:
        tests.append((error > UNIT_ERROR, _NOT_UNIT))
    return [
        Finding(
            tuple(int(i) for i in sample), joint.name, f"q = {q[tuple(sample)].tolist()} {what}"
        )
        for wrong, what in tests
        for sample in np.argwhere(wrong)
    ]


def configuration(
    model: Structure, values: Mapping[str, Any], default: Any = None
) -> NDArray[np.float64]:
    """q from values by joint name; joints that are not named are as in `default`, or neutral.

    A single coordinate of a joint with several goes by its name in `model.q_names`.

    Values are as `joint_values` gives them: (...) for a joint of one coordinate, else (..., k); the
    batch axes of all values broadcast. That of a joint that mimics another is only checked: it
    must be the one that follows, to 1e-6. A value of a (cos, sin) joint with a last axis of 2 is
    read as pairs of unit length, any other as angles (...): give two angles as pairs.

    >>> from kinetree.model import robots
    >>> configuration(robots.arm(), {"joint2": 0.5}).tolist()
    [0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    expect_model("configuration", model)
    if not isinstance(values, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ModelError(
            f"values is {values!r}; expected values of q by joint, as {{'elbow': 0.5}}."
        )
    base = coordinates_last("default", neutral(model) if default is None else default, model.nq)
    single = set(values) & set(model.q_names) - set(model.joint_names[1:])
    parts = {
        name: numbers(name, x)[..., None] if name in single else _coordinates(model, name, x)
        for name, x in values.items()
    }
    batch = batch_axes({"default": base, **parts})
    q = np.broadcast_to(base, (*batch, model.nq)).copy()
    joints = {name: model.joint(name) for name in parts.keys() - single}
    for name, joint in joints.items():
        if joint.type.independent:
            q[..., joint.q_slice] = parts[name]
    for name in single:
        q[..., model.q_index(name)] = parts[name]
    for name, joint in joints.items():
        if isinstance(joint.type, Mimic):
            _check_follows(model, joint, joint.type.source, parts[name], q)
    return q


def _check_follows(model: Structure, joint: TreeJoint, source: str, given: Any, q: Any) -> None:
    """Raise ModelError unless the coordinates given for a mimic are those that follow."""
    follows = _part(model, joint, q)
    given = np.broadcast_to(given, follows.shape)
    wrong = ~(abs(given - follows) <= FOLLOWS).all(-1)
    if wrong.any():
        first = tuple(np.argwhere(wrong)[0])
        raise ModelError(
            f"{model.name}: {joint.name!r} mimics {source!r} and follows it to "
            f"{follows[first].squeeze().tolist()}, not to {given[first].squeeze().tolist()}; set "
            f"{source!r}."
        )


def _coordinates(model: Structure, name: str, value: Any) -> Any:
    joint = model.joint(name)
    kind = model.joint(joint.type.source).type if isinstance(joint.type, Mimic) else joint.type
    array, n = numbers(name, value), kind.nq
    if isinstance(kind, Continuous):
        return _pairs(name, array)
    if n == 1:
        return array[..., None]
    if array.shape[-1:] != (n,):
        raise ShapeError(f"{name} has shape {array.shape}; expected (..., {n}).")
    return array


def _pairs(name: str, array: Any) -> Any:
    """(cos, sin) of a value that holds such pairs, or angles."""
    if array.shape[-1:] == (2,):
        lengths = np.linalg.norm(array, axis=-1)
        if not (abs(lengths - 1) <= UNIT_ERROR).all():
            raise ShapeError(
                f"{name} has shape {array.shape} with pairs of lengths {lengths.tolist()}; expected"
                " (cos, sin) pairs of length 1; give two angles as np.stack([np.cos(value), "
                "np.sin(value)], -1)."
            )
        return array
    return cos_sin(array[..., None])


def cos_sin(angle: Any) -> Any:
    """(cos, sin), (..., 2), of angles (..., 1)."""
    return np.concatenate([np.cos(angle), np.sin(angle)], -1)


def angle_of(pair: Any) -> Any:
    """The angle (..., 1) in [-pi, pi] of (cos, sin) pairs of any length; nan where both are 0."""
    c, s = np.split(unit(pair), 2, -1)
    return np.arctan2(s, c)


def unit(x: Any) -> Any:
    """Vectors (..., n) along x of length 1; nan where x is zero."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return x / np.linalg.norm(x, axis=-1, keepdims=True)


def batch_axes(parts: Mapping[str, Any]) -> tuple[int, ...]:
    """The common batch axes of all values."""
    return common_batch({name: part.shape[:-1] for name, part in parts.items()})


def common_batch(batches: Mapping[str, tuple[int, ...]]) -> tuple[int, ...]:
    """The shape that batch axes broadcast to."""
    try:
        return np.broadcast_shapes(*batches.values())
    except ValueError:
        listed = ", ".join(f"{name} {batch}" for name, batch in batches.items())
        raise ShapeError(f"the batch axes do not broadcast: {listed}.") from None


def coordinates_last(what: str, value: Any, n: int, meaning: str = "") -> Any:
    """A value as an array (..., n)."""
    array = numbers(what, value)
    if array.shape[-1:] != (n,):
        raise ShapeError(f"{what} has shape {array.shape}; expected (..., {n}){meaning}.")
    return array


def numbers(what: str, value: Any) -> Any:
    """A value as an array of real numbers."""
    try:
        array = np.asarray(value)
        if array.dtype.kind == "c":
            raise TypeError("it is complex")
        if isinstance(value, Mapping):
            raise TypeError("it is a dict; kt.configuration(model, {...}) makes q of one")
        return array.astype(float, copy=False)
    except (TypeError, ValueError) as error:
        raise ShapeError(f"{what} is not an array of numbers: {error}.") from None


def expect_model(function: str, model: object) -> None:
    """Raise ModelError if the first argument of a function is not a model."""
    if not isinstance(model, Structure):
        raise ModelError(not_a_model(function, model))


def joint_values(model: Structure, q: Any) -> dict[str, NDArray[np.float64]]:
    """The coordinates of q (..., nq) by joint name: (...) for one coordinate, else (..., k).

    Joints that mimic another have the coordinates that follow from it. All are copies;
    `configuration` turns them back into q.

    >>> from kinetree.model import robots
    >>> joint_values(robots.arm(), [1, 2, 3, 4, 5, 6, 7])["joint3"].item()
    3.0
    """
    expect_model("joint_values", model)
    q = coordinates_last("q", q, model.nq)
    parts = {j.name: _part(model, j, q) for j in model.joints}
    return {
        name: (part if part.shape[-1] != 1 else part[..., 0]).copy()
        for name, part in parts.items()
        if part.shape[-1]
    }


def _part(model: Structure, joint: TreeJoint, q: Any) -> Any:
    """The coordinates of a joint (..., k), those of a mimic by its source."""
    kind = joint.type
    if not isinstance(kind, Mimic):
        return q[..., joint.q_slice]
    source = q[..., model.joint(kind.source).q_slice]
    if source.shape[-1] == 1:
        return kind.multiplier * source + kind.offset
    return cos_sin(kind.multiplier * angle_of(source) + kind.offset)


def locked(model: Structure, lock: Mapping[str, Any]) -> dict[str, tuple[float, ...]]:
    """The coordinates of joints to lock, and those of the source for each of their mimics."""
    if not isinstance(lock, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ModelError(
            f"the joints to lock are {lock!r}; expected values of q by joint, as {{'elbow': 0.5}}."
        )
    lock = {model.joint(k).name: x[0] if np.shape(x) == (1,) else x for k, x in lock.items()}
    for name in lock:
        kind = model.joint(name).type
        if isinstance(kind, Mimic) and kind.source not in lock:
            raise ModelError(f"{model.name}: {name!r} mimics {kind.source!r}; lock that one.")
    q = configuration(model, lock)
    if q.ndim != 1:
        raise ModelError(f"the joints to lock have values of {q.shape[:-1]} samples; expected one.")
    for name, value in lock.items():
        if not np.isfinite(q[model.joint(name).q_slice]).all():
            raise ModelError(f"{model.name}: {name!r} is locked at {value}; expected numbers.")
    sources = {j.name: j.type.source for j in model.joints if isinstance(j.type, Mimic)}
    return {
        j.name: tuple(q[j.q_slice].tolist())
        for j in model.joints
        if sources.get(j.name, j.name) in lock
    }
