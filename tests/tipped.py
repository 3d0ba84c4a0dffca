"""The random trees of `trees.py` with one more frame, "tip", and the results of algorithms there.

The tip is on the longest path, and not where its joint is. `tree_with_tip` gives the model,
`sampled_state` six states of it, `results_of` the results of an algorithm in these states,
`tip_results` those of an algorithm that takes a frame. All are cached: tests compare the same
results with one another.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
from agreement import run
from scipy.spatial.transform import Rotation
from trees import TREES, configurations, vectors

import kinetree as kt
from kinetree.compiler.interpreter import interpret

REFERENCES = ("local", "local_world_aligned", "world")

TIP = kt.SE3(Rotation.from_rotvec([0.7, -0.4, 1.1]).as_matrix(), [0.3, -0.2, 0.4])
"""The tip in its joint's frame."""

OF_ROBOT = (
    kt.center_of_mass,
    kt.subtree_centers_of_mass,
    kt.center_of_mass_velocity,
    kt.center_of_mass_acceleration,
    kt.center_of_mass_jacobian,
    kt.subtree_centers_of_mass_jacobian,
    kt.subtree_inertias,
    kt.subtree_momenta,
    kt.centroidal_inertia,
    kt.average_velocity,
    kt.zero_moment_point,
    kt.centroidal_momentum,
    kt.centroidal_momentum_rate,
    kt.centroidal_momentum_matrix,
    kt.centroidal_momentum_matrix_time_derivative,
    kt.joint_torque_regressor,
    kt.static_regressor,
    kt.kinetic_energy_regressor,
    kt.potential_energy_regressor,
    kt.mechanical_energy,
    kt.rnea,
    kt.joint_forces,
    kt.crba,
    kt.inverse_mass_matrix,
    kt.mass_matrix_cholesky,
)
"""Algorithms of q, of q and v, or of q, v and a."""

OF_TIP = (
    kt.frame_velocity,
    kt.frame_acceleration,
    kt.frame_jacobian,
    kt.frame_jacobian_time_derivative,
    kt.frame_hessian,
    kt.frame_velocity_derivatives,
    kt.frame_acceleration_derivatives,
)
"""Algorithms with `frame`, `reference` and `offset`: zero in the universe, finite in any pose."""

WITH_CLASSICAL = (kt.frame_acceleration, kt.frame_acceleration_derivatives)
"""The algorithms with `classical`."""


@cache
def tree_with_tip(name: str) -> kt.Model:
    """A tree of `trees.TREES` with its tip, the last of its frames."""
    model = TREES[name].model
    last = max(model.joints, key=lambda joint: len(model.path(joint.index)))
    return model.with_frame("tip", parent=last.name, placement=TIP)


def tip_keywords(reference: str, **statics: Any) -> dict[str, Any]:
    """The keywords that ask for the tip."""
    return {"frame": "tip", "reference": reference, **statics}


def moves_tip(model: kt.Model) -> Any:
    """(nv): True for the velocities that move the tip."""
    moves = np.zeros(model.nv, bool)
    for joint in model.path(model.frames[-1].joint):
        moves[joint.v_slice] = True
    return moves


@cache
def sampled_state(model: kt.Model) -> Any:
    """Six q, v and a."""
    return configurations(model), *vectors(model, 2)


def motion(algorithm: kt.Algorithm, q: Any, v: Any, a: Any) -> Any:
    """The operands of an algorithm of q, of q and v, or of q, v and a."""
    return (q, v, a)[: len(algorithm.definition.parameters.required)]


def results_of(algorithm: kt.Algorithm, name: str, **statics: Any) -> Any:
    """The results of an algorithm on a tree in `state`: one OF_ROBOT, or any with its statics."""
    return _alone(algorithm, name, **statics) if statics else _of_robot(name)[algorithm]


def tip_results(
    algorithm: kt.Algorithm, name: str, reference: str, *, classical: bool = False
) -> Any:
    """The results of an algorithm OF_TIP on a tree in `state`."""
    return _of_tip(name, reference)[algorithm, classical]


@cache
def _alone(algorithm: kt.Algorithm, name: str, **statics: Any) -> Any:
    model = tree_with_tip(name)
    return run(algorithm, model, *motion(algorithm, *sampled_state(model)), statics=statics)


@cache
def _of_robot(name: str) -> dict[Any, Any]:
    model = tree_with_tip(name)
    return of_robot(model, *sampled_state(model))


@cache
def _of_tip(name: str, reference: str) -> dict[Any, Any]:
    model = tree_with_tip(name)
    return of_tip(model, *sampled_state(model), reference)


# Algorithms that call many others: what these share is traced once, in half the time. Their
# traces are large and used once, so they are not kept as `run` keeps its own.

_AT_TIP = (*((x, False) for x in OF_TIP), *((x, True) for x in WITH_CLASSICAL))


@kt.algorithm
def _robot_page(model: Any, q: Any, v: Any, a: Any) -> Any:
    return _named(x(model, *motion(x, q, v, a)) for x in OF_ROBOT)


@kt.algorithm
def _tip_page(model: Any, q: Any, v: Any, a: Any, *, frame: Any, reference: Any) -> Any:
    statics = {"frame": frame, "reference": reference}
    kinds: Any = {False: {}, True: {"classical": True}}
    return _named(x(model, *motion(x, q, v, a), **statics, **kinds[kind]) for x, kind in _AT_TIP)


def _named(results: Iterable[Any]) -> dict[str, Any]:
    parts = [part for x in results for part in (x if isinstance(x, tuple) else (x,))]
    return {f"part{k}": part for k, part in enumerate(parts)}


def of_robot(model: kt.Model, q: Any, v: Any, a: Any) -> dict[Any, Any]:
    """The results of the algorithms OF_ROBOT, by algorithm."""
    return dict(zip(OF_ROBOT, interpret(_robot_page.trace(model), q, v, a), strict=True))


def of_tip(model: kt.Model, q: Any, v: Any, a: Any, reference: str) -> dict[Any, Any]:
    """The results of the algorithms OF_TIP, by algorithm and `classical`."""
    trace = _tip_page.trace(model, **tip_keywords(reference))
    results: dict[Any, Any] = {}
    rest = interpret(trace, q, v, a, np.array(TIP.matrix, float))
    for algorithm, kind in _AT_TIP:
        count = len(algorithm.definition.signature.results or ())
        results[algorithm, kind] = rest[0] if count == 1 else rest[:count]
        rest = rest[count:]
    return results
