"""Motion, Jacobians and Hessians of frames against first principles, on trees of every joint type.

Where Pinocchio is wrong, the reference is here: complex steps through algorithms, along a motion or
along each velocity. 1e-13 of the largest entry is what rounding leaves.
"""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, times
from complex_step import H, along, along_each, columns, rate
from scipy.linalg import expm
from tipped import (
    REFERENCES,
    moves_tip,
    results_of,
    sampled_state,
    tip_keywords,
    tip_results,
    tree_with_tip,
)
from trees import ALL, FEW, configurations, vectors

import kinetree as kt

every_tree = pytest.mark.parametrize("name", ALL)
few_trees = pytest.mark.parametrize("name", FEW)
every_reference = pytest.mark.parametrize("reference", REFERENCES)


def twist(X: Any) -> Any:
    """The six numbers of [[w^, v], [0, 0]]."""
    return np.stack([X[..., i, j] for i, j in ((0, 3), (1, 3), (2, 3), (2, 1), (0, 2), (1, 0))], -1)


def twists(T: Any, dT: Any, reference: str) -> Any:
    """The twists of placements T with the rates dT."""
    if reference == "local":
        return twist(np.linalg.inv(T) @ dT)
    world = twist(dT @ np.linalg.inv(T))
    if reference == "local_world_aligned":
        world[..., :3] = dT[..., :3, 3]
    return world


def turned(R: Any, twists: Any) -> Any:
    """Both parts of twists, rotated."""
    return times(R[:, None], twists.reshape(6, 2, 3)).reshape(6, 6)


@pytest.mark.sweep
@every_tree
def test_velocity_is_the_rate_of_the_placement(name: str) -> None:
    model = tree_with_tip(name)
    q, v, _ = sampled_state(model)
    T = kt.frame_placement.evaluate(model, along(model, q, v), frame="tip")
    for reference in REFERENCES:
        V = twists(T.real, rate(T), reference)
        assert_agree(tip_results(kt.frame_velocity, name, reference), V, 1e-13)


@every_tree
def test_spatial_acceleration_is_the_rate_of_velocity_in_the_frame_and_world(name: str) -> None:
    model = tree_with_tip(name)
    q, v, a = sampled_state(model)
    later = along(model, q, v), v + 1j * H * a
    for reference in ("local", "world"):
        V = kt.frame_velocity.evaluate(model, *later, **tip_keywords(reference))
        assert_agree(tip_results(kt.frame_acceleration, name, reference), rate(V), 1e-13)
    R = results_of(kt.frame_placement, name, frame="tip")[:, :3, :3]
    aligned = turned(R, tip_results(kt.frame_acceleration, name, "local"))
    assert_agree(tip_results(kt.frame_acceleration, name, "local_world_aligned"), aligned, 1e-13)


@every_tree
def test_classical_acceleration_is_the_rate_of_the_velocity_of_a_point(name: str) -> None:
    model = tree_with_tip(name)
    q, v, a = sampled_state(model)
    later = along(model, q, v), v + 1j * H * a
    V = kt.frame_velocity.evaluate(model, *later, **tip_keywords("local_world_aligned"))
    A = {at: tip_results(kt.frame_acceleration, name, at, classical=True) for at in REFERENCES}
    assert_agree(A["local_world_aligned"], rate(V), 1e-13)
    T = results_of(kt.frame_placement, name, frame="tip")
    assert_agree(turned(T[:, :3, :3], A["local"]), A["local_world_aligned"], 1e-13)
    # in the world's, of the point of the body that is at the world's origin now
    at, origin = tip_keywords("local_world_aligned", classical=True), np.linalg.inv(T)[:, :3, 3]
    passing = run(kt.frame_acceleration, model, q, v, a, statics=at, offset=origin)
    assert_agree(A["world"], passing, 1e-13)


@every_reference
@every_tree
def test_jacobian_and_its_rate_give_velocity_and_acceleration(name: str, reference: str) -> None:
    model = tree_with_tip(name)
    q, v, a = sampled_state(model)
    J = tip_results(kt.frame_jacobian, name, reference)
    assert_agree(times(J, v), tip_results(kt.frame_velocity, name, reference), 1e-13)
    dJ = tip_results(kt.frame_jacobian_time_derivative, name, reference)
    kind = {"classical": reference == "local_world_aligned"}
    A = tip_results(kt.frame_acceleration, name, reference, **kind)
    assert_agree(times(J, a) + times(dJ, v), A, 1e-13)
    ahead = kt.frame_jacobian.evaluate(model, along(model, q, v), **tip_keywords(reference))
    assert_agree(dJ, rate(ahead), 1e-13, scale=1.0)


@every_tree
def test_joint_jacobians_are_the_derivatives_of_placements(name: str) -> None:
    model = tree_with_tip(name)
    T = kt.forward_kinematics.evaluate(model, along_each(model, configurations(model)[4]))
    for reference in REFERENCES:
        J = results_of(kt.joint_jacobians, name, reference=reference)[4]
        assert J.shape == (model.njoints, 6, model.nv)
        assert_agree(J, np.moveaxis(twists(T.real, rate(T), reference), 0, -1), 1e-13)
        assert not J[0].any()


@every_reference
@few_trees
def test_hessian_is_the_complex_step_of_the_jacobian(name: str, reference: str) -> None:
    model = tree_with_tip(name)
    q, v, _ = sampled_state(model)
    hessian = tip_results(kt.frame_hessian, name, reference)
    dJ = tip_results(kt.frame_jacobian_time_derivative, name, reference)
    assert_agree(times(hessian, v[:, None]), dJ, 1e-13, scale=1.0)
    moves = moves_tip(model)
    near = along_each(model, q[4])[moves]
    stepped = columns(kt.frame_jacobian.evaluate(model, near, **tip_keywords(reference)))
    assert_agree(hessian[4][..., moves], stepped, 1e-13, scale=1.0)
    assert not hessian[..., ~moves].any()
    assert not hessian[..., ~moves, :].any()


@every_reference
@few_trees
def test_derivatives_of_motion_are_complex_steps(name: str, reference: str) -> None:
    # along a random direction at each of the six states; every column has a part in it
    model = tree_with_tip(name)
    q, v, a = sampled_state(model)
    dq, dv, da = vectors(model, 3, seed=7)
    near = along(model, q, dq), v + 1j * H * dv
    V = kt.frame_velocity.evaluate(model, *near, **tip_keywords(reference))
    dv_dq, dv_dv = tip_results(kt.frame_velocity_derivatives, name, reference)
    assert_agree(times(dv_dq, dq) + times(dv_dv, dv), rate(V), 1e-13)
    for classical in (False, True):
        at, of = tip_keywords(reference, classical=classical), kt.frame_acceleration_derivatives
        A = kt.frame_acceleration.evaluate(model, *near, a + 1j * H * da, **at)
        of_all = tip_results(of, name, reference, classical=classical)
        assert_agree(of_all[0], dv_dq, 1e-15)
        moved = sum(times(D, x) for D, x in zip(of_all[1:], (dq, dv, da), strict=True))
        assert_agree(moved, rate(A), 1e-13)
        for D in of_all:
            assert not D[..., ~moves_tip(model)].any()


def exponential(twist: Any) -> Any:
    """The placement of a frame after a constant twist in unit time, by SciPy."""
    X = np.zeros((4, 4))
    X[:3, :3], X[:3, 3] = np.cross(twist[3:], np.eye(3)).T, twist[:3]
    return expm(X)


@every_tree
def test_error_is_the_twist_that_takes_the_frame_to_its_target(name: str) -> None:
    model = tree_with_tip(name)
    T = results_of(kt.frame_placement, name, frame="tip")
    twists = np.random.default_rng(3).normal(size=(6, 6))
    turns = np.array([0, 1e-8, 1e-3, 1, np.pi - 1e-3, np.pi - 1e-6])
    twists[:, 3:] *= (turns / np.linalg.norm(twists[:, 3:], axis=-1))[:, None]
    target = T @ np.array([exponential(x) for x in twists])
    error = run(kt.frame_error, model, configurations(model), target, statics={"frame": "tip"})
    assert_agree(error, twists, 1e-13)
