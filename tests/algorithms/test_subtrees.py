"""Inertias, momenta and Jacobians of subtrees beside Pinocchio's and MuJoCo's."""

from typing import Any

import mujoco
import numpy as np
import pinocchio as pin
from agreement import assert_agree, run
from trees import TREES, configurations, to_pinocchio, vectors

import kinetree as kt


def test_subtrees_are_pinocchios() -> None:
    model = TREES["free_flyer"].model
    peer = to_pinocchio(model)
    data = peer.createData()
    q, (v,) = configurations(model)[5], vectors(model, 1)[:, 5]
    pin.crba(peer, data, q, pin.Convention.LOCAL)
    inertias = [kt.Inertia(Y.mass, Y.lever, Y.inertia).parameters for Y in data.Ycrb[1:]]
    assert_agree(run(kt.subtree_inertias, model, q)[1:], np.array(inertias, float), 1e-13)
    pin.ccrba(peer, data, q, v)
    assert_agree(run(kt.centroidal_inertia, model, q), data.Ig.matrix(), 1e-13)
    pin.jacobianCenterOfMass(peer, data, q)
    J = run(kt.subtree_centers_of_mass_jacobian, model, q)
    for i in range(1, model.njoints):
        assert_agree(J[i], pin.getJacobianSubtreeCenterOfMass(peer, data, i), 1e-12, scale=1.0)


def test_momenta_of_subtrees_are_mujocos() -> None:
    robot = kt.robots.quadruped()
    robot = robot.replace(velocity_limits=np.full(robot.nv, np.inf))
    peer: Any = mujoco.MjModel.from_xml_string(kt.to_mjcf(robot))
    data: Any = mujoco.MjData(peer)
    rng = np.random.default_rng(0)
    q, v = kt.random_configuration(robot, rng=rng), rng.normal(size=robot.nv)
    state = kt.convert.to_mujoco(robot, q, v)
    data.qpos[:], data.qvel[:] = state.q, state.v
    mujoco.mj_forward(peer, data)
    mujoco.mj_subtreeVel(peer, data)
    h, J = kt.subtree_momenta(robot, q, v), kt.subtree_centers_of_mass_jacobian(robot, q)
    X = kt.convert.from_mujoco(robot, state.q, np.eye(robot.nv)).v.T
    for joint in robot.joints:
        body = peer.jnt_bodyid[peer.joint(joint.name).id]
        momentum = peer.body_subtreemass[body] * data.subtree_linvel[body]
        assert_agree(h[joint.index], [*momentum, *data.subtree_angmom[body]], 1e-13)
        theirs = np.zeros((3, robot.nv))
        mujoco.mj_jacSubtreeCom(peer, data, theirs, body)
        assert_agree(J[joint.index] @ X, theirs, 1e-13)
