"""`kt.inverse_kinematics`: configurations that bring frames to given placements."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

import numpy as np

from ..algorithms.configuration import normalize
from ..algorithms.inverse_kinematics import InverseKinematicsState, inverse_kinematics_step
from ..compiler import Kernel
from ..errors import ModelError, ShapeError, kind_of
from ..model import Model
from ..model.configuration import coordinates_last, expect_model, numbers, random_configuration
from ..model.joints import Revolute
from ..spatial import SE3

PATIENCE: Final = 6
"""Steps without progress after which an attempt ends."""
UNIT_ERROR: Final = 1e-6
"""Bound of the errors of R^T R = 1 in a target, element by element."""


class InverseKinematics(NamedTuple):
    """The result of `inverse_kinematics`, with the batch axes of targets and q0."""

    q: Any
    """(..., nq): the best configuration found, normalized."""
    converged: Any
    """(...): whether its residual is within the tolerance."""
    residual: Any
    """(...): the largest of the frames' errors at q; nan where targets or q0 are."""
    iterations: Any
    """(...): the steps taken."""


def inverse_kinematics(
    model: Model,
    targets: Mapping[Any, Any],
    q0: Any,
    *,
    position_only: bool = False,
    limits: bool = True,
    tolerance: float = 1e-6,
    max_iterations: int = 100,
    restarts: int = 0,
    rng: np.random.Generator | int = 0,
) -> InverseKinematics:
    """A configuration that brings frames to their targets, `{frame: T}`, from q0 on.

    Damped least squares on the tangent space: every step goes towards all targets at once, damped
    in proportion to the squared error, more where steps lead away. It ends at a solution, or where
    no small motion comes closer, at the latest after `max_iterations` steps. Then, while steps are
    left, up to `restarts` more attempts begin at random configurations, drawn by `rng` (a seed, or
    a generator), the same for every sample of a batch; they find more, but not what is near q0.

    The residual is the largest of the frames' errors, the length of log6(T_frame^-1 T) (m and rad
    together), or with `position_only` the distance of the origins (m), the rotation being free. A
    sample converges where it is at most `tolerance`; where none is, q is the best one found.

    With `limits` q is within the position limits, also where q0 is not; rotations (quaternions, cos
    and sin) have none. A revolute joint that can make a full turn passes its limits, and its angle
    is brought back by whole turns.

    Shapes: T (..., 4, 4), or an SE3, and q0 (..., nq); results q (..., nq), converged, residual and
    iterations (...). A sample is the same to the last bit alone or in a batch. Raises ModelError
    for targets that are no placements; a sample with nan does not converge.
    Source: [Sola2018, Eq. 173] for log6; the damping is that of [Sugihara2011].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> target = kt.frame_placement(arm, [0.1, 0.4, 0.2, -0.8, 0.3, 0.5, 0.1], frame="tool")
    >>> found = kt.inverse_kinematics(arm, {"tool": target}, kt.neutral(arm))
    >>> bool(found.converged)
    True
    >>> error = kt.frame_error(arm, found.q, target, frame="tool")
    >>> bool(abs(error).max() < 1e-6)
    True
    """
    expect_model("inverse_kinematics", model)
    _check_settings(tolerance, max_iterations, restarts)
    placements = _placements(model, targets, position_only)
    q = coordinates_last("q0", q0, model.nq, f": the nq of {model.name}")
    batch = _batch(q, placements)
    n = math.prod(batch)
    q = np.broadcast_to(q, (*batch, model.nq)).reshape(n, model.nq)
    T = [np.broadcast_to(x, (*batch, 4, 4)).reshape(n, 4, 4) for x in placements.values()]
    starts = random_configuration(model, restarts, rng=rng) if restarts else q[:0]
    search = _Search.on(model, tuple(placements), bool(position_only), bool(limits))
    found = search.run(q, np.stack(T, 1), starts, tolerance, max_iterations)
    q, residual, iterations = (x.reshape((*batch, *x.shape[1:])) for x in found)
    converged = residual <= tolerance
    return InverseKinematics(normalize(model, q), converged[()], residual[()], iterations[()])


def _check_settings(tolerance: Any, max_iterations: Any, restarts: Any) -> None:
    """Raise ModelError for invalid tolerances and counts."""
    if not (isinstance(tolerance, (int, float, np.number)) and tolerance > 0):
        raise ModelError(f"inverse_kinematics: tolerance is {tolerance!r}; expected a number > 0.")
    least = {"max_iterations": (max_iterations, 1), "restarts": (restarts, 0)}
    for name, (value, lowest) in least.items():
        if not (isinstance(value, (int, np.integer)) and value >= lowest):
            raise ModelError(
                f"inverse_kinematics: {name} is {value!r}; expected an integer >= {lowest}."
            )


def _placements(model: Model, targets: Any, position_only: bool) -> dict[Any, Any]:
    """The targets as arrays (..., 4, 4), by frame."""
    if not isinstance(targets, Mapping):
        raise ModelError(
            f"inverse_kinematics: targets is {kind_of(targets)}; expected placements by frame, as "
            "{'tool': T}."
        )
    if not targets:
        raise ModelError("inverse_kinematics: targets is empty; expected {frame: T}.")
    given = cast(Mapping[Any, Any], targets)
    return {
        frame: _placement(f"the target of {model.frame(frame).name!r}", T, position_only)
        for frame, T in given.items()
    }


def _placement(what: str, target: Any, position_only: bool) -> Any:
    """A target as an array; a sample with nan passes."""
    T = numbers(what, target.matrix if isinstance(target, SE3) else target)
    if T.shape[-2:] != (4, 4):
        raise ShapeError(f"{what} has shape {T.shape}; expected (..., 4, 4), or a kt.SE3.")
    R, row = T[..., :3, :3], T[..., 3, :]
    wrong = (abs(row - [0, 0, 0, 1]) > UNIT_ERROR).any(-1)
    if wrong.any():
        raise ModelError(
            f"{what} has the last row {row[wrong][0].tolist()}; expected [0, 0, 0, 1]. Is it "
            "transposed?"
        )
    with np.errstate(all="ignore"):  # of infinite elements
        error = abs(np.swapaxes(R, -1, -2) @ R - np.eye(3)).max((-1, -2))
        if not position_only and ((error > UNIT_ERROR) | (np.linalg.det(R) < 0)).any():
            raise ModelError(f"{what} is not rigid; R^T R must be 1 and det R = +1.")
    finite = np.isfinite(T[..., 3:] if position_only else T).all((-1, -2), keepdims=True)
    return np.where(finite, T, np.nan)


def _batch(q0: Any, placements: Mapping[Any, Any]) -> tuple[int, ...]:
    """The batch axes of q0 and all targets together."""
    shapes = [q0.shape[:-1], *(T.shape[:-2] for T in placements.values())]
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        listed = " and ".join(map(str, shapes))
        raise ShapeError(
            f"inverse_kinematics: q0 and the targets have batch axes {listed}, which do not fit "
            "together."
        ) from None


@dataclass(frozen=True)
class _Search:
    """The search for given frames of a robot, for any targets."""

    step: Kernel
    lower: Any
    upper: Any
    """The limits of steps."""
    wrapping: Any
    """A mask of angles without limits in steps, which are wrapped into the next two."""
    lowest: Any
    highest: Any

    @classmethod
    def on(
        cls, model: Model, frames: tuple[Any, ...], position_only: bool, limits: bool
    ) -> "_Search":
        """The search for a robot, cached with its kernels."""
        key = cls, frames, position_only, limits
        if key not in model.dispatch:
            step = inverse_kinematics_step.compile(
                model, frames=frames, position_only=position_only
            )
            model.dispatch[key] = cls(step, *_bounds(model, limits))
        return model.dispatch[key]

    def run(
        self, q: Any, targets: Any, starts: Any, tolerance: float, max_iterations: int
    ) -> list[Any]:
        """q, residual and iterations for samples (n, nq) and (n, k, 4, 4), restarted at `starts`.

        Only samples that are not finished are computed.
        """
        found = np.clip(q, self.lower, self.upper)
        state, least, steps = _initial(found), np.full(len(q), np.inf), np.zeros(len(q), int)
        number, attempt = np.arange(len(q)), np.zeros(len(q), int)
        for k in range(max_iterations + 1):
            state = self.step(*state, targets, self.lower, self.upper)
            far = state.residual > tolerance
            ended = ~far | (state.wait >= PATIENCE) | (k == max_iterations)
            if not np.count_nonzero(ended):
                continue
            steps[number] = k
            better = ended & ~(state.residual >= least[number])
            found[number[better]] = state.best[better]
            least[number[better]] = state.residual[better]
            again = ended & far & (attempt < len(starts))
            for x, start in zip(state, _initial(starts[attempt[again]]), strict=True):
                x[again] = start
            active = again | ~ended
            number, targets, attempt = number[active], targets[active], (attempt + again)[active]
            state = InverseKinematicsState(*(x[active] for x in state))
            if not len(number):
                break
        return [self._wrapped(found), least, steps]

    def _wrapped(self, q: Any) -> Any:
        """q with angles wrapped into their limits, in spite of rounding."""
        lowest, highest = self.lowest[self.wrapping], self.highest[self.wrapping]
        angles = q[:, self.wrapping]
        above, below = np.maximum(angles - highest, 0), np.maximum(lowest - angles, 0)
        turns = np.ceil(above / (2 * np.pi)) - np.ceil(below / (2 * np.pi))
        q[:, self.wrapping] = np.clip(angles - 2 * np.pi * turns, lowest, highest)
        return q


def _initial(q: Any) -> InverseKinematicsState:
    """The initial states of searches from q (n, nq)."""
    n = len(q)
    return InverseKinematicsState(q, np.zeros(n), q, np.full(n, np.inf), np.zeros(n))


def _bounds(model: Model, limits: bool) -> tuple[Any, Any, Any, Any, Any]:
    """The limits of steps, the mask of angles to wrap, and the robot's limits."""
    names = ("lower_position_limits", "upper_position_limits")
    lowest, highest = (numbers(name, getattr(model, name)) for name in names)
    sources = {j.q_slice.start for j in model.joints if not j.type.independent}
    wrapping = np.zeros(model.nq, bool)
    for j in model.free_joints:
        wrapping[j.q_slice] = isinstance(j.type, Revolute) and j.q_slice.start not in sources
    wrapping &= limits & (highest - lowest >= 2 * np.pi)
    linear = normalize(model, np.full(model.nq, 2.0)) == 2.0  # rotations have length 1
    limited = limits & linear & ~wrapping
    lower, upper = np.where(limited, lowest, -np.inf), np.where(limited, highest, np.inf)
    return lower, upper, wrapping, lowest, highest
