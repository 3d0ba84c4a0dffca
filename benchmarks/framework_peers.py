"""Peers that compute batches in JAX or on GPUs: functions of the states of a robot in a URDF."""

import xml.etree.ElementTree as ET
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp


def frax(path: Path) -> dict[str, Any]:
    """Those of frax."""
    from frax import Manipulator

    robot = Manipulator(path)
    return {
        "nonlinear effects": jax.vmap(lambda q, v, _: robot.nonlinear_bias(q, v)),
        "mass matrix": jax.vmap(lambda q, v, _: robot.crba(q)),
        "forward dynamics": jax.vmap(lambda q, v, tau: robot.forward_dynamics(q, v, tau, None)),
    }


def adam(path: Path) -> dict[str, Any]:
    """Those of adam, whose robots float: the joints' part, for a base at rest."""
    from adam.jax import KinDynComputations

    joints = [f"panda_joint{k}" for k in range(1, 8)]
    gravity = jnp.array([0.0, 0, -9.81, 0, 0, 0])
    robot = KinDynComputations(str(path), joints, gravity=gravity)

    def bias(q: Any, v: Any, _: Any) -> Any:
        at, rest = jnp.tile(jnp.eye(4), (len(q), 1, 1)), jnp.zeros((len(q), 6))
        return robot.bias_force(at, q, rest, v)[:, 6:]

    def mass_matrix(q: Any, v: Any, _: Any) -> Any:
        return robot.mass_matrix(jnp.tile(jnp.eye(4), (len(q), 1, 1)), q)[:, 6:, 6:]

    return {"nonlinear effects": bias, "mass matrix": mass_matrix}


def mujoco_model(path: Path) -> Any:
    """The robot in MuJoCo, without shapes and losses."""
    import mujoco

    robot = ET.parse(path).getroot()
    for link in robot.iter("link"):
        for shape in [*link.findall("visual"), *link.findall("collision")]:
            link.remove(shape)
    options = {"fusestatic": "false", "boundmass": "1e-9", "boundinertia": "1e-12"}
    ET.SubElement(ET.SubElement(robot, "mujoco"), "compiler", {**options, "balanceinertia": "true"})
    made = mujoco.MjModel.from_xml_string(ET.tostring(robot, encoding="unicode"))
    made.dof_damping[:] = 0
    made.dof_frictionloss[:] = 0
    return made


def mjx(path: Path) -> dict[str, Any]:
    """Those of MJX, without the rest of its step."""
    from mujoco import mjx

    m = mjx.put_model(mujoco_model(path))
    start = mjx.make_data(m)

    def placed(q: Any, v: Any) -> Any:
        d = mjx.com_pos(m, mjx.kinematics(m, start.replace(qpos=q, qvel=v)))
        return mjx.rne(m, mjx.com_vel(m, d))

    def mass_matrix(q: Any) -> Any:
        d = mjx.crb(m, mjx.com_pos(m, mjx.kinematics(m, start.replace(qpos=q))))
        return mjx.full_m(m, d)

    return {
        "nonlinear effects": jax.vmap(lambda q, v, _: placed(q, v).qfrc_bias),
        "mass matrix": jax.vmap(lambda q, v, _: mass_matrix(q)),
    }


def mujoco_warp(path: Path, q: Any, v: Any) -> tuple[Any, Any]:
    """Nonlinear effects of a batch by MuJoCo Warp: a call on its device, and the array of results.

    On a GPU the call is a CUDA graph, as its own simulations are.
    """
    import mujoco_warp as mjw
    import warp as wp

    mujoco = mujoco_model(path)
    m, d = mjw.put_model(mujoco), mjw.make_data(mujoco, nworld=len(q))
    d.qpos.assign(q)
    d.qvel.assign(v)

    def run() -> None:
        for step in (mjw.kinematics, mjw.com_pos, mjw.com_vel, mjw.rne):
            step(m, d)

    run()
    if not wp.get_device().is_cuda:
        return run, d.qfrc_bias
    with wp.ScopedCapture() as capture:
        run()
    return partial(wp.capture_launch, capture.graph), d.qfrc_bias
