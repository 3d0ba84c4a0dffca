"""MuJoCo as an oracle, in kinetree's conventions."""

from typing import Any

import mujoco
import numpy as np
from agreement import assert_agree, run
from scipy.spatial.transform import Rotation

import kinetree as kt


def quiet(mj: Any) -> Any:
    """The mjModel with the dynamics of its bodies only."""
    for name in ("CONSTRAINT", "CONTACT", "ACTUATION", "PASSIVE", "SPRING", "DAMPER"):
        mj.opt.disableflags |= getattr(mujoco.mjtDisableBit, f"mjDSBL_{name}", 0)
    mj.opt.density = mj.opt.viscosity = 0
    return mj


def from_xml(text: str) -> Any:
    return quiet(mujoco.MjModel.from_xml_string(text))


def random_state(model: kt.Model, seed: int = 0) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    return kt.random_configuration(model, rng=rng), *rng.standard_normal((2, model.nv))


def qpos_of(model: kt.Model, q: Any) -> Any:
    """Quaternions with their w first."""
    qpos = q.copy()
    for j in model.free_joints:
        if isinstance(j.type, kt.FreeFlyer | kt.Spherical):
            quaternion = slice(j.q_slice.stop - 4, j.q_slice.stop)
            qpos[quaternion] = np.roll(q[quaternion], 1)
    return qpos


def turned(model: kt.Model, q: Any) -> Any:
    """X of qvel = X v: the linear velocity of a free joint is in the axes of the world."""
    X = np.eye(model.nv)
    for j in model.free_joints:
        if isinstance(j.type, kt.FreeFlyer):
            linear = slice(j.v_slice.start, j.v_slice.start + 3)
            X[linear, linear] = Rotation.from_quat(q[j.q_slice][3:]).as_matrix()
    return X


def carried(model: kt.Model, v: Any) -> Any:
    """w x v of free joints, which their acceleration has in the axes of the world."""
    result = np.zeros(model.nv)
    for j in model.free_joints:
        if isinstance(j.type, kt.FreeFlyer):
            linear, angular = np.split(v[j.v_slice], 2)
            result[j.v_slice.start : j.v_slice.start + 3] = np.cross(angular, linear)
    return result


def assert_same_robot(model: kt.Model, mj: Any, seed: int = 0) -> None:
    """Bodies, sites, M and inverse dynamics at a random state."""
    data, (q, v, a) = mujoco.MjData(mj), random_state(model, seed)
    X = turned(model, q)
    data.qpos, data.qvel, data.qacc = qpos_of(model, q), X @ v, X @ (a + carried(model, v))
    mujoco.mj_inverse(mj, data)
    assert_agree(run(kt.rnea, model, q, v, a), X.T @ data.qfrc_inverse)
    assert_agree(run(kt.crba, model, q), X.T @ mass_matrix(mj, data) @ X)
    T = run(kt.frame_placements, model, q)
    bodies, sites = ([i for i, f in enumerate(model.frames) if f.kind == k] for k in ("body", "op"))
    for found, position, rotation in (
        (T[bodies], data.xpos[1:], data.xmat[1:]),
        (T[sites], data.site_xpos, data.site_xmat),
    ):
        assert_agree(found[:, :3, 3], position, scale=1.0)
        assert_agree(found[:, :3, :3], rotation.reshape(-1, 3, 3))


def mass_matrix(mj: Any, data: Any) -> Any:
    columns = np.zeros((mj.nv, mj.nv))
    for column, unit in zip(columns, np.eye(mj.nv), strict=True):
        mujoco.mj_mulM(mj, data, column, unit)
    return columns


def numbers(values: Any) -> str:
    return " ".join(str(float(x)) for x in values)
