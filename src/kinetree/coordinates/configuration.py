"""Neutral, random and named configurations, and their checks, on arrays of floats."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, cast

import numpy as np
from numpy.typing import ArrayLike

from ..errors import ModelError, ShapeError, warn, with_known_keywords
from ..model import Model, TreeJoint, expect_model
from ..model.joints.base import UNIT_ERROR, Numbers
from ..model.values import configuration_of, coordinates_last, joint_coordinates, numbers

_NOT_UNIT: Final = (
    "is not of unit length; every function normalizes it, and gives nan where it is zero: begin "
    "with kt.neutral(model), not with np.zeros(model.nq)"
)


def neutral(model: Model) -> Numbers:
    """The neutral configuration, (nq,): zero angles, identity rotations.

    >>> import kinetree as kt
    >>> neutral(kt.robots.biped())[:7].tolist()
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    """
    expect_model("neutral", model)
    return np.array(model.space.neutral(), float)


@with_known_keywords
def random_configuration(
    model: Model,
    size: int | Iterable[int] = (),
    *,
    rng: np.random.Generator | int | None = None,
    lower: ArrayLike | None = None,
    upper: ArrayLike | None = None,
) -> Numbers:
    """Configurations drawn uniformly within the limits, (*size, nq).

    Unlimited coordinates are in [-1, 1], unlimited angles in [-pi, pi], rotations uniform; limits
    beyond 2^30 count as none. `lower` and `upper` (nq) replace the model's limits; `rng` is a
    generator or a seed.

    >>> import kinetree as kt
    >>> random_configuration(kt.robots.arm(), 5, rng=0).shape
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
    return model.space.random(rng, shape, low, high)


def _shape(size: object) -> tuple[int, ...]:
    sizes = tuple(cast(Iterable[object], size)) if isinstance(size, Iterable) else (size,)
    if not all(isinstance(n, (int, np.integer)) and n >= 0 for n in sizes) or len(sizes) > 31:
        raise ShapeError(
            f"size is {size!r}; expected a number of samples >= 0, or up to 31 in a tuple."
        )
    return tuple(int(cast(int, n)) for n in sizes)


def _limits(model: Model, which: str, values: ArrayLike) -> Numbers:
    array = numbers(which, values)
    if array.shape != (model.nq,):
        raise ShapeError(f"{which} has shape {array.shape}; expected ({model.nq},).")
    return array


@dataclass(frozen=True)
class ConfigurationFinding:
    """A problem of one sample of a configuration."""

    sample: tuple[int, ...]
    joint: str
    message: str


def check_configuration(model: Model, q: ArrayLike) -> list[ConfigurationFinding]:
    """Find coordinates (..., nq) that are not finite, not of unit length, or outside limits.

    Functions do not look for these: a zero quaternion, as in np.zeros(nq), gives nan in silence;
    `neutral` has unit ones.

    >>> import kinetree as kt
    >>> [f.joint for f in check_configuration(kt.robots.arm(), [0, 0, 9.0, 0, 0, 0, 0])]
    ['joint3']
    """
    expect_model("check_configuration", model)
    q = coordinates_last("q", q, model.nq)
    findings = (f for j in model.free_joints for f in _check_joint(j, q[..., j.q_slice]))
    return sorted(findings, key=lambda f: f.sample)


def _check_joint(joint: TreeJoint, q: Numbers) -> list[ConfigurationFinding]:
    low, high = joint.limits
    error = joint.type.norm_error(q)
    tests = [
        (~np.isfinite(q).all(-1), "is not finite"),
        ((q < low).any(-1), f"is below its lower limit {low.tolist()}"),
        ((q > high).any(-1), f"is above its upper limit {high.tolist()}"),
    ]
    if error is not None:
        tests.append((error > UNIT_ERROR, _NOT_UNIT))
    return [
        ConfigurationFinding(
            tuple(int(i) for i in sample), joint.name, f"q = {q[tuple(sample)].tolist()} {what}"
        )
        for wrong, what in tests
        for sample in np.argwhere(wrong)
    ]


def configuration(
    model: Model, values: Mapping[str, ArrayLike], default: ArrayLike | None = None
) -> Numbers:
    """q from values by joint name; joints that are not named are as in `default`, or neutral.

    A single coordinate of a joint with several goes by its name in `model.q_names`.

    Values are as `joint_values` gives them: (...) for a joint of one coordinate, else (..., k); the
    batch axes of all values broadcast. That of a joint that mimics another is only checked: it
    must be the one that follows, to 1e-6. A value of a (cos, sin) joint with a last axis of 2 is
    read as pairs of unit length, any other as angles (...): give two angles as pairs.

    >>> import kinetree as kt
    >>> configuration(kt.robots.arm(), {"joint2": 0.5}).tolist()
    [0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    expect_model("configuration", model)
    q = configuration_of(model, values, default)
    named = {*values, *(name.rpartition(".")[0] for name in values)}  # root_joint.z, too
    if wrong := [f for f in check_configuration(model, q) if f.joint in named]:
        warn(f"{model.name}: {wrong[0].joint!r}: {wrong[0].message}; values are in rad and m.")
    return q


def joint_values(model: Model, q: ArrayLike) -> dict[str, Numbers]:
    """The coordinates of q (..., nq) by joint name: (...) for one coordinate, else (..., k).

    Joints that mimic another have the coordinates that follow from it. All are copies;
    `configuration` turns them back into q.

    >>> import kinetree as kt
    >>> joint_values(kt.robots.arm(), [1, 2, 3, 4, 5, 6, 7])["joint3"].item()
    3.0
    """
    expect_model("joint_values", model)
    q = coordinates_last("q", q, model.nq)
    parts = {j.name: joint_coordinates(j, q) for j in model.nodes}
    return {
        name: (part if part.shape[-1] != 1 else part[..., 0]).copy()
        for name, part in parts.items()
        if part.shape[-1]
    }
