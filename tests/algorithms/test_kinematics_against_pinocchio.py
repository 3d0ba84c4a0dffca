"""The kinematics against Pinocchio, on random trees of the joints that both have.

Agreement is max |x - y| <= 1e-12 max |y| per sample. What Pinocchio 4.1 gets wrong is
left out here, and shown by complex steps on all trees in identities/test_kinematics.py:

- columns of joints whose subspace depends on q lack dS/dq in all derivatives of a Jacobian;
- Hessians in LOCAL, and dA/dq in WORLD, lack the brackets of a joint's velocities among themselves;
- derivatives in LOCAL_WORLD_ALIGNED are those of WORLD moved to the point; right are those of
  points, linear, and the angular rows of WORLD;
- Hessians come column by column, labelled row by row.
"""

from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from agreement import assert_agree, run
from scipy.spatial.transform import Rotation
from tipped import REFERENCES, results_of, sampled_state, tip_results
from tree_peers import CURVED, both, every_tree, of_types, samples
from trees import AXES, configurations

import kinetree as kt

every_reference = pytest.mark.parametrize("reference", REFERENCES)

PEERS = dict(zip(REFERENCES, (pin.LOCAL, pin.LOCAL_WORLD_ALIGNED, pin.WORLD), strict=True))


def own_blocks(model: kt.Model, types: Any) -> Any:
    """(nv, nv): True for pairs of velocities of one joint of these types."""
    number = np.zeros(model.nv, int)
    for joint in model.joints:
        number[joint.v_slice] = joint.index
    return (number[:, None] == number) & of_types(model, types)


@every_reference
@every_tree
def test_velocity_and_accelerations_are_pinocchios(name: str, reference: str) -> None:
    model, peer, data, tip = both(name)

    def peers(*x: Any) -> Any:
        pin.forwardKinematics(peer, data, *x)
        pin.updateFramePlacements(peer, data)
        at = peer, data, tip, PEERS[reference]
        yield pin.getFrameVelocity(*at)
        yield pin.getFrameAcceleration(*at)
        yield pin.getFrameClassicalAcceleration(*at)

    q, v, a = sampled_state(model)
    V, A, classical = samples((q, v, a), peers)
    assert_agree(tip_results(kt.frame_velocity, name, reference), V)
    assert_agree(tip_results(kt.frame_acceleration, name, reference), A)
    assert_agree(tip_results(kt.frame_acceleration, name, reference, classical=True), classical)


@every_tree
def test_error_is_pinocchios(name: str) -> None:
    model, peer, data, tip = both(name)
    target = np.tile(np.eye(4), (6, 1, 1))
    rng = np.random.default_rng(0)
    target[:, :3, :3] = Rotation.random(6, random_state=rng).as_matrix()
    target[:, :3, 3] = rng.normal(size=(6, 3))

    def peers(q: Any, T: Any) -> Any:
        pin.framesForwardKinematics(peer, data, q)
        yield pin.log6(data.oMf[tip].actInv(pin.SE3(T)))

    q = configurations(model)
    (error,) = samples((q, target), peers)
    ours = run(kt.frame_error, model, q, target, statics={"frame": "tip"})
    assert_agree(ours, error)


@every_reference
@every_tree
def test_jacobians_and_their_rate_are_pinocchios(name: str, reference: str) -> None:
    model, peer, data, tip = both(name)

    def peers(q: Any, v: Any, _: Any) -> Any:
        seen = PEERS[reference]
        pin.computeJointJacobians(peer, data, q)
        pin.updateFramePlacements(peer, data)
        yield pin.getFrameJacobian(peer, data, tip, seen)
        joints = range(1, peer.njoints)
        yield [0 * data.J, *(pin.getJointJacobian(peer, data, i, seen).copy() for i in joints)]
        pin.computeJointJacobiansTimeVariation(peer, data, q, v)
        pin.updateFramePlacements(peer, data)
        yield pin.getFrameJacobianTimeVariation(peer, data, tip, seen)

    q, v, a = sampled_state(model)
    J, of_joints, dJ = samples((q, v, a), peers)
    assert_agree(tip_results(kt.frame_jacobian, name, reference), J)
    ours = results_of(kt.joint_jacobians, name, reference=reference)
    assert_agree(ours, of_joints)
    right = ~of_types(model, CURVED)
    ours = tip_results(kt.frame_jacobian_time_derivative, name, reference)
    assert_agree(ours[..., right], dJ[..., right])


@every_reference
@every_tree
def test_hessian_is_pinocchios(name: str, reference: str) -> None:
    model, peer, data, tip = both(name)

    def peers(q: Any) -> Any:
        pin.computeJointJacobians(peer, data, q)
        pin.updateFramePlacements(peer, data)
        pin.computeJointKinematicHessians(peer, data, q)
        tensor = pin.getFrameKinematicHessian(peer, data, tip, PEERS[reference])
        yield tensor.ravel().reshape(tensor.shape, order="F")

    q = configurations(model)
    (hessian,) = samples((q,), peers)
    wrong = (*CURVED, *AXES) if reference == "local" else CURVED
    right = ~own_blocks(model, wrong)
    ours = tip_results(kt.frame_hessian, name, reference)
    assert_agree(ours[..., right], hessian[..., right])


@pytest.mark.parametrize("reference", ["local", "world"])
@every_tree
def test_derivatives_of_motion_are_pinocchios(name: str, reference: str) -> None:
    model, peer, data, tip = both(name)

    def peers(*x: Any) -> Any:
        pin.computeForwardKinematicsDerivatives(peer, data, *x)
        pin.updateFramePlacements(peer, data)
        at = peer, data, tip, PEERS[reference]
        yield from pin.getFrameVelocityDerivatives(*at)
        yield from pin.getFrameAccelerationDerivatives(*at)

    q, v, a = sampled_state(model)
    expected = samples((q, v, a), peers)
    ours = [
        *tip_results(kt.frame_velocity_derivatives, name, reference),
        *tip_results(kt.frame_acceleration_derivatives, name, reference),
    ]
    right = ~of_types(model, CURVED)
    bracketless = (*CURVED, *AXES) if reference == "world" else CURVED
    for which, (x, y) in enumerate(zip(ours, expected, strict=True)):
        kept = ~of_types(model, bracketless) if which == 3 else right
        assert_agree(x[..., kept], y[..., kept])


@every_tree
def test_world_aligned_derivatives_of_motion_are_pinocchios_of_points(name: str) -> None:
    model, peer, data, tip = both(name)
    place = peer.frames[tip].placement

    def peers(*x: Any) -> Any:
        pin.computeForwardKinematicsDerivatives(peer, data, *x)
        pin.updateFramePlacements(peer, data)
        at = peer, data, peer.frames[tip].parentJoint, place, pin.LOCAL_WORLD_ALIGNED
        points = pin.getPointClassicAccelerationDerivatives(*at)
        bodies = pin.getFrameAccelerationDerivatives(peer, data, tip, pin.WORLD)
        yield from (np.vstack([x, y[3:]]) for x, y in zip(points, bodies, strict=True))

    q, v, a = sampled_state(model)
    dv_dq, da_dq, da_dv, da_da = samples((q, v, a), peers)
    at = "local_world_aligned"
    ours = tip_results(kt.frame_acceleration_derivatives, name, at, classical=True)
    right = ~of_types(model, CURVED)
    for x, y in ((ours[0], dv_dq), (ours[2], da_dv), (ours[3], da_da)):
        assert_agree(x[..., right], y[..., right])
    assert_agree(ours[1][:, :3, right], da_dq[:, :3, right])
    right = ~of_types(model, (*CURVED, *AXES))
    assert_agree(ours[1][:, 3:, right], da_dq[:, 3:, right], scale=abs(ours[1]).max())


@every_tree
def test_centers_of_mass_are_pinocchios(name: str) -> None:
    model, peer, data, _ = both(name)

    def peers(*x: Any) -> Any:
        pin.centerOfMass(peer, data, *x)
        yield from (data.com[0], data.vcom[0], data.acom[0])
        yield pin.jacobianCenterOfMass(peer, data, x[0])
        yield list(data.com)  # in the world since then

    q, v, a = sampled_state(model)
    com, velocity, acceleration, J, subtrees = samples((q, v, a), peers)
    assert_agree(results_of(kt.center_of_mass, name), com)
    assert_agree(results_of(kt.center_of_mass_velocity, name), velocity)
    assert_agree(results_of(kt.center_of_mass_acceleration, name), acceleration)
    assert_agree(results_of(kt.center_of_mass_jacobian, name), J)
    assert_agree(results_of(kt.subtree_centers_of_mass, name), subtrees)


@every_tree
def test_derivatives_of_integrate_and_difference_are_pinocchios(name: str) -> None:
    model, peer, _, _ = both(name)
    q, v, _ = sampled_state(model)
    integrated = samples((q, v), lambda *x: pin.dIntegrate(peer, *x))
    for ours, expected in zip(run(kt.integrate_derivatives, model, q, v), integrated, strict=True):
        assert_agree(ours, expected)
    q1 = configurations(model, 1)
    ends = q[4:], q1[4:]  # the others may be half a turn apart
    differences = samples(ends, lambda *x: pin.dDifference(peer, *x))
    ours = run(kt.difference_derivatives, model, *ends)
    for one, expected in zip(ours, differences, strict=True):
        assert_agree(one, expected)
