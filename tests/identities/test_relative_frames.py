"""Frames relative to others: what they are in a world where the other one rests.

Of placements in the world, and by complex steps of what they are integrals of.
"""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, times
from complex_step import H, along, along_each, columns, rate
from tipped import REFERENCES, sampled_state, tree_with_tip
from trees import FEW, each_of

import kinetree as kt

PAIRS = (("universe", "tip"), ("tip", "branch"))
"""All joints of a path seen from its end, and joints of two branches."""
every_view = pytest.mark.parametrize(("name", "reference"), each_of(REFERENCES))
every_pair = pytest.mark.parametrize(("frame", "base"), PAIRS)
OFFSET = np.array([0.1, -0.2, 0.3])


def with_branch(name: str) -> tuple[kt.Model, Any]:
    """A tree with the frame "branch" at the end of another branch than "tip", and q, v, a."""
    model = tree_with_tip(name)
    path = {j.index for j in model.path(model.frame("tip").joint)}
    other = max({j.index for j in model.joints} - path, key=lambda i: len(model.path(i)))
    placement = kt.SE3.exp([0.3, -0.2, 0.1, 0.4, 0.5, -0.6])
    ended = model.with_frame("branch", parent=model.joint(other).name, placement=placement)
    return ended, tuple(x[4] for x in sampled_state(model))


def in_reference(T: Any, dT: Any, reference: str) -> Any:
    """The velocity of a placement T with the rate dT."""
    W = dT[:3, :3] @ T[:3, :3].T
    w, u = np.array([W[2, 1], W[0, 2], W[1, 0]]), dT[:3, 3]
    if reference == "world":
        u = u - np.cross(w, T[:3, 3])
    if reference == "local":
        u, w = T[:3, :3].T @ u, T[:3, :3].T @ w
    return np.concatenate([u, w])


@every_pair
@pytest.mark.parametrize("name", FEW)
def test_placements_and_errors_are_those_between_frames(name: str, frame: str, base: str) -> None:
    model, (q, *_) = with_branch(name)
    T = kt.frame_placement.evaluate(model, q, OFFSET, frame=frame, relative_to=base)
    other, own = (
        kt.frame_placement.evaluate(model, q, x, frame=f)
        for f, x in ((base, None), (frame, OFFSET))
    )
    assert_agree(T, np.linalg.inv(other) @ own, 1e-14)
    target = kt.se3.exp([0.1, -0.2, 0.3, 0.5, 0.2, -0.4])
    error = kt.frame_error.evaluate(model, q, target, OFFSET, frame=frame, relative_to=base)
    assert_agree(T @ kt.se3.exp(error), target, 1e-13)


@every_pair
@every_view
def test_motions_are_rates(name: str, reference: str, frame: str, base: str) -> None:
    (model, (q, v, a)), moved = with_branch(name), {"frame": frame, "relative_to": base}
    view = {**moved, "reference": reference, "offset": OFFSET}
    near = along(model, q, v)
    T = kt.frame_placement.evaluate(model, near, OFFSET, **moved)
    V = kt.frame_velocity.evaluate(model, q, v, **view)
    assert_agree(V, in_reference(T.real, rate(T), reference), 1e-13)
    J = kt.frame_jacobian.evaluate(model, q, **view)
    assert_agree(times(J, v), V, 1e-13)
    dJ = kt.frame_jacobian_time_derivative.evaluate(model, q, v, **view)
    assert_agree(dJ, rate(kt.frame_jacobian.evaluate(model, near, **view)), 1e-13, scale=1e-3)
    A = rate(kt.frame_velocity.evaluate(model, near, v + 1j * H * a, **view))
    assert_agree(times(J, a) + times(dJ, v), A, 1e-13)
    of_point = reference == "local_world_aligned"
    ours = kt.frame_acceleration.evaluate(model, q, v, a, classical=of_point, **view)
    assert_agree(ours, A, 1e-13)


@every_pair
@every_view
def test_derivatives_are_slopes(name: str, reference: str, frame: str, base: str) -> None:
    model, (q, v, a) = with_branch(name)
    view = {"frame": frame, "relative_to": base, "reference": reference, "offset": OFFSET}
    each, ones = along_each(model, q), np.ones((model.nv, 1))
    H_own = kt.frame_hessian.evaluate(model, q, **view)
    assert_agree(H_own, columns(kt.frame_jacobian.evaluate(model, each, **view)), 1e-13)
    dV = kt.frame_velocity_derivatives.evaluate(model, q, v, **view)
    slopes = columns(kt.frame_velocity.evaluate(model, each, ones * v, **view))
    assert_agree(dV.dv_dq, slopes, 1e-13)
    dA = kt.frame_acceleration_derivatives.evaluate(model, q, v, a, **view)
    slopes = columns(kt.frame_acceleration.evaluate(model, each, ones * v, ones * a, **view))
    assert_agree(dA.da_dq, slopes, 1e-12)
    steps = v + 1j * H * np.eye(model.nv)
    slopes = columns(kt.frame_acceleration.evaluate(model, ones * q, steps, ones * a, **view))
    assert_agree(dA.da_dv, slopes, 1e-13)


def test_calls_take_frames_by_name_by_index_and_several() -> None:
    # compiled: one arm, all that a call does for `relative_to`
    arm, rng = kt.robots.pendulum(3), np.random.default_rng(1)
    q, v = rng.normal(size=(2, 5, 3))
    first, *_, last = (f.name for f in arm.frames if f.joint)
    view = {"reference": "world", "relative_to": first}
    both = {"frame": [last, first], **view}
    together = kt.frame_velocity(arm, q, v, **both)
    assert_agree(together, kt.frame_velocity.evaluate(arm, q, v, **both), 1e-14)
    assert not together[:, 1].any()
    by_index = {**view, "relative_to": arm.frame_names.index(first)}
    assert np.array_equal(together[:, 0], kt.frame_velocity(arm, q, v, frame=last, **by_index))
    assert np.array_equal(together[:, 0], kt.frame_velocity.compile(arm, frame=last, **view)(q, v))
    slopes = kt.jacobian(kt.frame_velocity, "q")(arm, q, v, frame=last, **view)
    assert_agree(slopes, kt.frame_velocity_derivatives(arm, q, v, frame=last, **view).dv_dq, 1e-14)
    assert not slopes[..., 0].any()  # the joint before both frames
    with pytest.raises(kt.ModelError, match="frame 'nowhere'"):
        kt.frame_velocity(arm, q, v, frame=last, reference="world", relative_to="nowhere")
