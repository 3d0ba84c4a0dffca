"""Frames as arguments: several at once, offsets, the universe.

What the results are: test_kinematics.py, test_momentum.py and test_regressors.py.
"""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run
from scipy.spatial.transform import Rotation
from tipped import OF_ROBOT, OF_TIP, REFERENCES, TIP, motion, sampled_state, tree_with_tip
from trees import other_numbers

import kinetree as kt

every_reference = pytest.mark.parametrize("reference", REFERENCES)
some_trees = pytest.mark.parametrize("name", ["universal", "mimic_of_continuous"])

every_point = pytest.mark.parametrize("algorithm", OF_TIP)
FRAMES = ("tip", "universe", "side", "tip")


def results(result: Any) -> list[Any]:
    """One or several, as a list."""
    return list(result) if isinstance(result, (list, tuple)) else [result]


@every_reference
@every_point
def test_several_frames_are_one_after_the_other(algorithm: kt.Algorithm, reference: str) -> None:
    model = tree_with_tip("mimic_of_continuous")
    x, at = motion(algorithm, *sampled_state(model)), {"reference": reference}
    points = np.random.default_rng(0).normal(size=(6, 4, 3))
    together = run(algorithm, model, *x, statics={"frame": FRAMES, **at}, offset=points)
    for k, frame in enumerate(FRAMES):
        alone = run(algorithm, model, *x, statics={"frame": frame, **at}, offset=points[:, k])
        for ours, one in zip(results(together), results(alone), strict=True):
            assert ours.shape == (6, 4, *one.shape[1:])
            assert_agree(ours[:, k], one, 1e-14)


@some_trees
def test_errors_and_regressors_of_several_frames_are_one_after_the_other(name: str) -> None:
    model = tree_with_tip(name)
    q, v, a = sampled_state(model)
    targets = np.tile(np.eye(4), (4, 1, 1))
    targets[:, :3, :3] = Rotation.random(4, random_state=0).as_matrix()
    errors = run(kt.frame_error, model, q, targets, statics={"frame": FRAMES})
    bodies = run(kt.body_regressor, model, q, v, a, statics={"frame": FRAMES})
    for k, frame in enumerate(FRAMES):
        at = {"frame": frame}
        assert_agree(errors[:, k], run(kt.frame_error, model, q, targets[k], statics=at), 1e-14)
        assert_agree(bodies[:, k], run(kt.body_regressor, model, q, v, a, statics=at), 1e-14)


@every_reference
@every_point
def test_an_offset_is_a_frame_there(algorithm: kt.Algorithm, reference: str) -> None:
    model, point = tree_with_tip("universal"), [0.2, -0.5, 0.3]
    there = model.with_frame("there", parent="tip", placement=kt.SE3(np.eye(3), point))
    x = motion(algorithm, *sampled_state(model))
    at = {"frame": "there", "reference": reference}
    expected = results(run(algorithm, there, *x, statics=at))
    at["frame"] = "tip"
    ours = results(run(algorithm, model, *x, statics=at, offset=np.array(point)))
    for one, other in zip(ours, expected, strict=True):
        assert_agree(one, other, 1e-14)


@some_trees
def test_an_offset_moves_the_frame_of_an_error(name: str) -> None:
    model, point = tree_with_tip(name), np.array([0.2, -0.5, 0.3])
    q = sampled_state(model)[0]
    target = run(kt.frame_placement, model, q, statics={"frame": "tip"})
    error = run(kt.frame_error, model, q, target, statics={"frame": "tip"}, offset=point)
    assert_agree(error, np.tile([*-point, 0, 0, 0], (6, 1)), 1e-14)


@every_reference
@every_point
def test_the_universe_rests(algorithm: kt.Algorithm, reference: str) -> None:
    model = tree_with_tip("spherical_euler")
    statics = {"frame": "universe", "reference": reference}
    point = np.array([0.2, -0.5, 0.3])
    for result in results(
        run(
            algorithm,
            model,
            *motion(algorithm, *sampled_state(model)),
            statics=statics,
            offset=point,
        )
    ):
        assert not result.any()


def test_errors_and_regressors_in_the_universe_are_those_of_the_world() -> None:
    model = tree_with_tip("planar")
    q, v, a = sampled_state(model)
    target = np.array(TIP.matrix, float)
    error = run(kt.frame_error, model, q, target, statics={"frame": "universe"})
    assert_agree(error, np.tile(np.array(TIP.log().vector, float), (6, 1)), 1e-14)
    Y = run(kt.body_regressor, model, q, v, a, statics={"frame": "universe"})
    weight = np.zeros((6, 10))  # what holds a body at rest
    weight[:3, 0], weight[3:, 1:4] = -model.gravity, -np.cross(np.eye(3), model.gravity).T
    assert_agree(Y, np.broadcast_to(weight, Y.shape), 1e-15)


@every_point
def test_kernels_take_frames_by_name_by_index_and_offsets(algorithm: kt.Algorithm) -> None:
    # compiled: one arm, all that a call does for an algorithm with `frame`
    arm, rng = kt.robots.pendulum(2), np.random.default_rng(1)
    x = rng.normal(size=(3, 5, 2))[: len(algorithm.definition.parameters.required)]
    points = rng.normal(size=(5, 2, 3))
    names = arm.frame_names[-1], arm.frame_names[2]
    indices = [arm.frame_names.index(name) for name in names]
    at = {"reference": "local_world_aligned"}
    expected = results(run(algorithm, arm, *x, statics={"frame": names, **at}, offset=points))
    for frames in (list(names), indices):
        ours = results(algorithm(arm, *x, frame=frames, offset=points, **at))
        paged = results(algorithm.evaluate(arm, *x, frame=frames, offset=points, **at))
        for one, other, traced in zip(ours, expected, paged, strict=True):
            assert np.array_equal(one, other)
            assert_agree(traced, one, 1e-14)


@pytest.mark.parametrize("algorithm", [*OF_ROBOT, *OF_TIP, kt.body_regressor])
@some_trees
def test_numbers_given_are_those_of_another_model(name: str, algorithm: kt.Algorithm) -> None:
    model = tree_with_tip(name)
    given, x = other_numbers(model, 9), motion(algorithm, *sampled_state(model))
    statics = {} if algorithm in OF_ROBOT else {"frame": "tip"}
    if algorithm in OF_TIP:
        statics["reference"] = "local"
    ours = results(run(algorithm, model, *x, statics=statics, **given))
    theirs = results(run(algorithm, model.replace(**given), *x, statics=statics))
    for one, other in zip(ours, theirs, strict=True):
        assert_agree(one, other, 1e-13)
