"""Robots of dm_control's suite and of Gymnasium beside MuJoCo: M, bias, subtrees and Jacobians.

Neither package is in the extra `test`, dm_control being 56 MB: what is not installed is skipped.
"""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest
from agreement import assert_agree, run

import kinetree as kt

MODELS = {
    "dm_control": (
        "suite",
        "acrobot ball_in_cup cartpole cheetah finger fish hopper humanoid manipulator pendulum"
        " point_mass quadruped reacher stacker swimmer walker",
    ),
    "gymnasium": (
        "envs/mujoco/assets",
        "ant half_cheetah hopper humanoid inverted_double_pendulum pusher_v5 reacher swimmer"
        " walker2d_v5",
    ),
}


def inertia_of(numbers: Any, T: Any, point: Any) -> Any:
    """MuJoCo's ten numbers of an inertia, in the axes of the world about a point, of a body's."""
    Y = T @ kt.Inertia.from_parameters(numbers)
    Y = kt.SE3(np.eye(3), -point) @ Y
    m, *h, xx, xy, yy, xz, yz, zz = np.array(Y.parameters, float)
    return np.array([xx, yy, zz, xy, xz, yz, *h, m])


@pytest.mark.parametrize(
    ("package", "name"), [(x, name) for x, (_, names) in MODELS.items() for name in names.split()]
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_suites_robot_is_mujocos(package: str, name: str) -> None:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        pytest.skip(f"{package} is not installed")
    path = Path(spec.origin).parent / MODELS[package][0] / f"{name}.xml"
    peer: Any = mujoco.MjModel.from_xml_path(str(path))
    model, data, rng = kt.load_mjcf(path), mujoco.MjData(peer), np.random.default_rng(0)
    q, v = kt.random_configuration(model, rng=rng), rng.normal(size=model.nv)
    there = kt.convert.to_mujoco(model, q, v)
    data.qpos[:], data.qvel[:] = there.q, there.v
    mujoco.mj_forward(peer, data)
    mujoco.mj_subtreeVel(peer, data)
    X = kt.convert.from_mujoco(model, there.q, np.eye(model.nv)).v.T
    a = kt.convert.from_mujoco(model, there.q, there.v, np.zeros(model.nv)).a
    M = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(peer, data, M)
    assert_agree(X.T @ run(kt.crba, model, q) @ X, M)
    assert_agree(X.T @ run(kt.rnea, model, q, v, a), data.qfrc_bias, scale=1.0)

    frames = [f for f in model.frames if f.kind == "body"]
    names = tuple(f.name for f in frames)
    statics = {"frame": names, "reference": "local_world_aligned"}
    J = run(kt.frame_jacobian, model, q, statics=statics) @ X
    T = run(kt.forward_kinematics, model, q)
    Y = run(kt.subtree_inertias, model, q)
    c, Jc = (
        run(f, model, q) for f in (kt.subtree_centers_of_mass, kt.subtree_centers_of_mass_jacobian)
    )
    h, theirs = run(kt.subtree_momenta, model, q, v), np.zeros((6, model.nv))
    assert len(frames) == peer.nbody - 1
    for body, frame in enumerate(frames, 1):
        mujoco.mj_jacBody(peer, data, theirs[:3], theirs[3:], body)
        assert_agree(J[body - 1], theirs, scale=1.0)
        if not peer.body_jntnum[body]:
            continue
        i, mass = frame.joint, peer.body_subtreemass[body]
        mujoco.mj_jacSubtreeCom(peer, data, theirs[:3], body)
        assert_agree(Jc[i] @ X, theirs[:3], scale=1.0)
        assert_agree(c[i], data.subtree_com[body], scale=1.0)
        assert_agree(h[i], [*mass * data.subtree_linvel[body], *data.subtree_angmom[body]])
        root = data.subtree_com[peer.body_rootid[body]]
        assert_agree(inertia_of(Y[i], kt.SE3.from_matrix(T[i]), root), data.crb[body])
    moving = np.flatnonzero(peer.body_weldid)
    weights = peer.body_mass[moving]
    arms = data.xipos[moving] - weights @ data.xipos[moving] / weights.sum()
    R = data.ximat[moving].reshape(-1, 3, 3)
    I = R * peer.body_inertia[moving, None] @ R.swapaxes(1, 2)
    squares = (arms**2).sum(1)[:, None, None] * np.eye(3) - arms[:, :, None] * arms[:, None]
    I = (I + weights[:, None, None] * squares).sum(0)
    locked = run(kt.centroidal_inertia, model, q)
    assert_agree(locked[3:, 3:], I)
    assert_agree(locked[:3, :3], weights.sum() * np.eye(3))
