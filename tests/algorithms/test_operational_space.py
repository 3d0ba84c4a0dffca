"""The equations of motion at a frame, and manipulability, from what they are made of."""

import numpy as np
import pinocchio as pin
import pytest
from agreement import assert_agree, run, times, transposed
from tipped import REFERENCES, results_of, sampled_state, tip_keywords, tip_results, tree_with_tip

import kinetree as kt

TREES = ("mixed_mimics", "free_flyer", "saddle")
every_tree = pytest.mark.parametrize("name", TREES)
PARTS = {"pose": slice(6), "position": slice(3), "orientation": slice(3, 6)}


@every_tree
@pytest.mark.parametrize("reference", REFERENCES)
def test_forces_at_a_frame_are_what_accelerates_it(name: str, reference: str) -> None:
    model, statics = tree_with_tip(name), tip_keywords(reference)
    q, v, _ = (x[4:] for x in sampled_state(model))
    J = tip_results(kt.frame_jacobian, name, reference)[4:]
    Lambda, mu, p, inverse = run(kt.operational_space, model, q, v, statics=statics)
    F = np.random.default_rng(0).normal(size=(2, 6))
    a = run(kt.aba, model, q, v, times(transposed(J), F))
    classical = {"classical": reference == "local_world_aligned"}
    A = run(kt.frame_acceleration, model, q, v, a, statics=statics | classical)
    size = float(abs(Lambda).max() * abs(A).max())
    assert_agree(times(Lambda, A) + mu + p, F, 1e-12, scale=size)
    assert_agree(J @ inverse, np.tile(np.eye(6), (2, 1, 1)), 1e-12, scale=float(abs(inverse).max()))
    M = results_of(kt.crba, name)[4:]
    assert_agree(transposed(inverse) @ M @ inverse, Lambda, 1e-11)  # the least kinetic energy
    damped, *_ = run(kt.operational_space, model, q, v, statics=statics, damping=0.3)
    assert_agree(
        np.linalg.inv(damped) - np.linalg.inv(Lambda), 0.3 * np.tile(np.eye(6), (2, 1, 1)), 1e-11
    )


def test_inertia_at_a_frame_is_that_of_pinocchios_matrices() -> None:
    robot = kt.load("panda")
    peer = pin.buildModelFromUrdf(str(kt.robots.file("panda")))
    data, q = peer.createData(), kt.random_configuration(robot, rng=np.random.default_rng(3))
    view = {"frame": "panda_hand", "reference": "local_world_aligned"}
    ours = kt.operational_space(robot, q, np.zeros(robot.nv), **view)
    world = pin.LOCAL_WORLD_ALIGNED
    J = pin.computeFrameJacobian(peer, data, q, peer.getFrameId("panda_hand"), world)
    inverse = np.linalg.inv(J @ np.linalg.solve(pin.crba(peer, data, q), J.T))
    assert_agree(ours.Lambda, inverse, 1e-11)
    gravity = pin.computeGeneralizedGravity(peer, data, q)
    assert_agree(ours.p, inverse @ J @ np.linalg.solve(pin.crba(peer, data, q), gravity), 1e-11)
    assert not ours.mu.any()


def test_damping_bounds_the_inertia_at_a_singularity() -> None:
    arm = kt.robots.arm()
    q, v = kt.neutral(arm), np.zeros(7)
    view = {"frame": "tool", "reference": "local"}
    J, M = kt.frame_jacobian(arm, q, **view), kt.crba(arm, q)
    assert np.linalg.matrix_rank(J) < 6
    expected = np.linalg.inv(J @ np.linalg.solve(M, J.T) + 1e-3 * np.eye(6))
    assert_agree(kt.operational_space(arm, q, v, damping=1e-3, **view).Lambda, expected, 1e-11)


@every_tree
@pytest.mark.parametrize("part", PARTS)
def test_manipulability_is_the_volume_of_the_ellipsoid(name: str, part: str) -> None:
    model = tree_with_tip(name)
    q = sampled_state(model)[0][4:]
    J = tip_results(kt.frame_jacobian, name, "local_world_aligned")[4:, PARTS[part]]
    w = run(kt.manipulability, model, q, statics={"frame": "tip", "part": part})
    assert_agree(w, np.linalg.svd(J)[1].prod(-1), 1e-11)
    lengths, axes = kt.manipulability_ellipsoid(model, q, frame="tip", part=part)
    assert_agree(axes * lengths[:, None] ** 2 @ transposed(axes), J @ transposed(J), 1e-13)
    slope = run(kt.grad(kt.manipulability, "q"), model, q, statics={"frame": "tip", "part": part})
    H = tip_results(kt.frame_hessian, name, "local_world_aligned")[4:, PARTS[part]]
    slopes = w[:, None] * np.einsum("bji,bijk->bk", np.linalg.pinv(J), H)
    assert_agree(slope, slopes, 1e-9, scale=float(w.max()))


def test_frames_that_joints_do_not_move_in_all_directions() -> None:
    pendulum = kt.robots.pendulum(2)
    assert kt.manipulability(pendulum, [0.3, 0.4], frame="tip").item() < 1e-7
    lengths, axes = kt.manipulability_ellipsoid(pendulum, [0.3, 0.4], frame="tip")
    assert lengths[2] < 1e-15
    assert_agree(abs(axes[:, 2]), [0, 1, 0], 1e-15)
    with pytest.raises(kt.ModelError, match="part 'posture'"):
        kt.manipulability_ellipsoid(pendulum, [0.3, 0.4], frame="tip", part="posture")  # pyright: ignore


def test_two_hands_are_one_relative_to_the_other() -> None:
    robot, rng = kt.robots.humanoid(), np.random.default_rng(2)
    q, (v, F) = kt.random_configuration(robot, rng=rng), rng.normal(size=(2, robot.nv))
    view = {"frame": "left_arm_wrist_roll_link", "reference": "world"}
    view["relative_to"] = "right_arm_wrist_roll_link"
    J = kt.frame_jacobian.evaluate(robot, q, **view)
    Lambda, mu, p, _ = kt.operational_space.evaluate(robot, q, v, **view)
    a = kt.aba.evaluate(robot, q, v, J.T @ F[:6])
    A = kt.frame_acceleration.evaluate(robot, q, v, a, **view)
    assert_agree(Lambda @ A + mu + p, F[:6], 1e-12, scale=float(abs(Lambda).max() * abs(A).max()))
    w = kt.manipulability.evaluate(robot, q, frame=view["frame"], relative_to=view["relative_to"])
    assert_agree(w, np.linalg.svd(J)[1].prod(), 1e-9)
