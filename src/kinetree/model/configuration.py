"""Configurations by name, at random, and checked: what needs numbers, not generic scalars."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import ModelError, ShapeError
from .joints import Continuous
from .model import Model
from .tree import TreeJoint

UNIT_ERROR = 1e-6


def neutral(model: Model) -> Any:
    """The configuration called zero, (nq,): zero angles, identity rotations.

    >>> from kinetree.model import robots
    >>> neutral(robots.biped())[:7].tolist()
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    """
    return np.array([x for j in model.free_joints for x in j.type.neutral()])


def random_configuration(
    model: Model,
    size: int | tuple[int, ...] = (),
    *,
    rng: np.random.Generator | int | None = None,
    lower: Any = None,
    upper: Any = None,
) -> Any:
    """Configurations drawn uniformly within the limits, (*size, nq).

    Unlimited coordinates are in [-1, 1], unlimited angles in [-pi, pi], rotations uniform; limits
    beyond 2^30 count as none. `lower` and `upper` (nq) replace the model's limits; `rng` is a
    generator or a seed.

    >>> from kinetree.model import robots
    >>> random_configuration(robots.arm(), 5, rng=0).shape
    (5, 7)
    """
    shape = (size,) if isinstance(size, int) else tuple(size)
    rng = np.random.default_rng(rng)
    low = _limits(model, "lower", model.lower_position_limits if lower is None else lower)
    high = _limits(model, "upper", model.upper_position_limits if upper is None else upper)
    if np.any(low > high):
        worst = model.q_names[int(np.argmax(low > high))]
        raise ModelError(f"{model.name}: the lower limit of {worst!r} is above its upper limit.")
    parts = [j.type.random(rng, shape, low[j.q_slice], high[j.q_slice]) for j in model.free_joints]
    return np.concatenate([np.empty((*shape, 0)), *parts], -1)


def _limits(model: Model, which: str, values: Any) -> Any:
    array = np.asarray(values, dtype=float)
    if array.shape != (model.nq,):
        raise ShapeError(f"{which} has shape {array.shape}; expected ({model.nq},).")
    return array


@dataclass(frozen=True)
class Finding:
    """Something about a configuration that a user should know."""

    sample: tuple[int, ...]
    joint: str
    message: str


def check_configuration(model: Model, q: Any) -> list[Finding]:
    """What is odd about configurations (..., nq): not finite, not of unit length, outside limits.

    >>> from kinetree.model import robots
    >>> [f.joint for f in check_configuration(robots.arm(), [0, 0, 9.0, 0, 0, 0, 0])]
    ['joint3']
    """
    q = np.asarray(q, dtype=float)
    if q.shape[-1:] != (model.nq,):
        raise ShapeError(f"q has shape {q.shape}; expected (..., {model.nq}).")
    findings: list[Finding] = []
    for j in model.free_joints:
        findings += _check_joint(model, j, q[..., j.q_slice])
    return sorted(findings, key=lambda f: f.sample)


def _check_joint(model: Model, joint: TreeJoint, q: Any) -> list[Finding]:
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
        tests.append((error > UNIT_ERROR, "is not of unit length; every function normalizes it"))
    return [
        Finding(
            tuple(int(i) for i in sample), joint.name, f"q = {q[tuple(sample)].tolist()} {what}"
        )
        for wrong, what in tests
        for sample in np.argwhere(wrong)
    ]


def configuration(model: Model, values: Mapping[str, Any], default: Any = None) -> Any:
    """q from values by joint name; joints that are not named are as in `default`, or neutral.

    A value is a number, or an array with the joint's coordinates last. A (cos, sin) joint also
    takes its angle. Batch axes of the values broadcast.

    >>> from kinetree.model import robots
    >>> configuration(robots.arm(), {"joint2": 0.5}).tolist()
    [0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    base = np.asarray(neutral(model) if default is None else default, dtype=float)
    parts = {name: _coordinates(model, name, value) for name, value in values.items()}
    batch = np.broadcast_shapes(base.shape[:-1], *[part.shape[:-1] for part in parts.values()])
    q = np.broadcast_to(base, (*batch, model.nq)).copy()
    for name, part in parts.items():
        q[..., model.joint(name).q_slice] = part
    return q


def _coordinates(model: Model, name: str, value: Any) -> Any:
    joint = model.joint(name)
    if not joint.type.independent:
        raise ModelError(f"{model.name}: {name!r} mimics another joint; set that one.")
    array = np.asarray(value, dtype=float)
    n = joint.type.nq
    if isinstance(joint.type, Continuous) and array.shape[-1:] != (2,):
        array = array[..., 0] if array.shape[-1:] == (1,) else array
        return np.stack([np.cos(array), np.sin(array)], -1)
    if n == 1 and array.shape[-1:] != (1,):
        array = array[..., None]
    if array.shape[-1:] != (n,):
        raise ShapeError(f"{name} has shape {array.shape}; expected (..., {n}).")
    return array


def joint_values(model: Model, q: Any) -> dict[str, Any]:
    """The coordinates of q (..., nq) by joint name: (...) for one coordinate, else (..., k).

    >>> from kinetree.model import robots
    >>> joint_values(robots.arm(), [1, 2, 3, 4, 5, 6, 7])["joint3"].item()
    3.0
    """
    q = np.asarray(q, dtype=float)
    if q.shape[-1:] != (model.nq,):
        raise ShapeError(f"q has shape {q.shape}; expected (..., {model.nq}).")
    return {
        j.name: q[..., j.q_slice] if j.type.nq > 1 else q[..., j.q_slice.start]
        for j in model.free_joints
    }
