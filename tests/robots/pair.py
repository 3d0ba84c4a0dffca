"""A robot in both libraries, and the norms by which two results are compared.

For a result block the error is max|x - y| / max|y| per sample, the worst of all samples. A block
that is zero in one of the two is compared with the scale of the robot, mass times 9.81 times size.
"""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pinocchio as pin

import kinetree as kt
from kinetree.formats.installed import installed_robots

SAMPLES = 16
SEED = 7
REFERENCES = ("local", "local_world_aligned", "world")
Run = Callable[..., Any]
"""A runner of algorithms: one result as an array, several as a dict."""


def case_name(name: str, floating_base: bool) -> str:
    return f"{name}-{'floating' if floating_base else 'fixed'}"


@dataclass(frozen=True)
class Robot:
    """A robot in both libraries, and random states of it."""

    name: str
    model: kt.Model
    peer: Any
    data: Any
    q: Any
    q1: Any
    t: Any
    stretched: Any
    v: Any
    a: Any
    tau: Any
    f_ext: Any
    wrenches: Any
    scale: float

    @property
    def frames(self) -> list[int]:
        """A few frames: of the universe (0), the first, middle and last ones."""
        n = self.model.nframes
        return sorted({0, 1, n // 3, n // 2, n - 2, n - 1} & set(range(n)))

    def each(self, function: Callable[..., Any], *operands: Any) -> Any:
        """Pinocchio's results, sample by sample, stacked."""
        rows = [function(self.peer, *row) for row in zip(*operands, strict=True)]
        return np.array([np.array(x, dtype=float) for x in rows])

    def each_with_data(self, function: Callable[..., Any], *operands: Any) -> Any:
        return self.each(lambda peer, *row: function(peer, self.data, *row), *operands)


@lru_cache(maxsize=2)
def load_robot(name: str, floating_base: bool) -> Robot:
    file = installed_robots()[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # joints without limits
        model = kt.load_urdf(file, floating_base=floating_base)
    peer = pin.buildModelFromUrdf(str(file), *([pin.JointModelFreeFlyer()] * floating_base))
    rng = np.random.default_rng(SEED)
    q = kt.random_configuration(model, SAMPLES, rng=rng)
    normal = rng.standard_normal
    return Robot(
        name=case_name(name, floating_base),
        model=model,
        peer=peer,
        data=peer.createData(),
        q=q,
        q1=kt.random_configuration(model, SAMPLES, rng=rng),
        t=rng.uniform(0, 1, SAMPLES),
        stretched=q * rng.uniform(0.5, 2, (SAMPLES, 1)),
        v=normal((SAMPLES, model.nv)),
        a=normal((SAMPLES, model.nv)),
        tau=normal((SAMPLES, model.nv)),
        f_ext=normal((SAMPLES, model.njoints, 6)),
        wrenches=normal((6, SAMPLES, 6)),
        scale=scale(peer),
    )


def scale(peer: Any) -> float:
    """The robot's scale: total mass * 9.81 * size; the size is that of the frames and masses."""
    data = peer.createData()
    pin.framesForwardKinematics(peer, data, pin.neutral(peer))
    moving = [(y, T) for y, T in zip(peer.inertias, data.oMi, strict=True)][1:]
    mass = sum(y.mass for y, _ in moving)
    size = max(np.linalg.norm(T.translation) for T in data.oMf)
    gyration = [np.sqrt(abs(np.trace(y.inertia)) / y.mass) for y, _ in moving if y.mass > 0]
    return float(mass * 9.81 * max([size, *gyration]))


def singular_joints(robot: Robot) -> set[str]:
    """The joints that move no mass: their rows of M are zero at every sample, so M is singular."""
    M = robot.each_with_data(pin.crba, robot.q)
    idle = {int(i) for i in np.flatnonzero((M == 0).all((0, 2)))}
    joints = zip(robot.peer.names, robot.peer.joints, strict=True)
    return {name for name, joint in joints if joint.nv and joint.idx_v in idle}


def forces(f_ext: Any) -> list[Any]:
    return [pin.Force(f) for f in f_ext]


def block_error(x: Any, y: Any, scale: float) -> float:
    """max|x - y| / max|y| per sample, the worst; where one is zero, the other over the scale."""
    if x.shape != y.shape:
        return np.inf
    if not x.size:
        return 0.0
    x, y = x.reshape(len(x), -1), y.reshape(len(y), -1)
    top_x, top_y = abs(x).max(-1), abs(y).max(-1)
    difference = abs(x - y).max(-1)
    size = np.where((top_x == 0) | (top_y == 0), scale, top_y)
    with np.errstate(all="ignore"):
        ratio = np.where(difference == 0, 0.0, difference / size)
    return float(ratio.max()) if np.isfinite(ratio).all() else np.inf


def placement_error(x: Any, y: Any, scale: float) -> float:
    """The worst of two blocks: rotations and translations; the last row is exact."""
    if x.shape != y.shape or not np.array_equal(x[..., 3, :], y[..., 3, :]):
        return np.inf
    parts = [(x[..., :3, columns], y[..., :3, columns]) for columns in (slice(3), slice(3, 4))]
    return max(block_error(*part, scale) for part in parts)


def wrench_error(x: Any, y: Any, scale: float) -> float:
    """The worst of two blocks: forces and moments."""
    if x.shape != y.shape:
        return np.inf
    parts = [(x[..., part], y[..., part]) for part in (slice(3), slice(3, 6))]
    return max(block_error(*part, scale) for part in parts)
