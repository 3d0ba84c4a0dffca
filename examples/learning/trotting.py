"""A gait made for MuJoCo, run here: `python examples/learning/trotting.py` (MuJoCo).

An open-loop trot of the quadruped of walking.py with stiffer servos, whose five numbers were found
by trying in MuJoCo. 100 episodes of 10 s begin with the same random states here and there, with
the same friction. Prints distances, heights and falls.
"""

import mujoco
import numpy as np
import walking
from in_mujoco import DT, peer_of

import kinetree as kt

COUNT, ACTIONS, ACTION = 100, 500, 0.02
ROBOT = walking.ROBOT.replace(actuators=kt.Motors(kp=200.0, kd=6.0, effort=80.0))


def targets():
    """The angles that servos are told, one row each action: legs on a diagonal step together."""
    time = ACTION * np.arange(ACTIONS)[:, None]
    phase = 2 * np.pi * 2.5 * time + np.pi * np.array([0, 1, 1, 0])
    lift = 0.35 * np.maximum(0, np.sin(phase))
    thigh = 0.25 * np.cos(phase + 0.9) + 0.5 * lift + 0.08
    return walking.STAND + np.stack([0 * lift, thigh, -lift], -1).reshape(ACTIONS, 12)


def beginnings():
    """First states and coefficients of friction of episodes of walking.py."""
    envs = walking.Walk(COUNT, seed=9)
    envs.reset()
    return [envs[name].astype(float) for name in ("q", "v", "friction")]


def in_kinetree(q, v, friction):
    """Configurations (COUNT, ACTIONS, nq) after each action."""
    step, substeps = walking.OPTIONS["dt"], walking.OPTIONS["substeps"]
    control, feet = np.repeat(targets(), substeps, 0), walking.FEET
    motion = kt.simulation.rollout(
        ROBOT,
        q,
        v,
        np.zeros((len(control), ROBOT.nv)),
        step,
        control=control,
        friction=np.repeat(friction[:, None], len(feet), 1),
        every=substeps,
        simulation=walking.SIMULATION,
    )
    return motion.q[:, 1:]


def in_mujoco(q, v, friction):
    """The same in MuJoCo."""
    peer, motions = peer_of(walking, ROBOT), np.empty((COUNT, ACTIONS, ROBOT.nq))
    for k in range(COUNT):
        data = mujoco.MjData(peer)
        data.qpos, data.qvel = kt.convert.to_mujoco(ROBOT, q[k], v[k])[:2]
        peer.geom_friction[:, 0] = friction[k]
        for i, data.ctrl in enumerate(targets()):
            mujoco.mj_step(peer, data, round(ACTION / DT))
            motions[k, i] = kt.convert.from_mujoco(ROBOT, data.qpos, data.qvel)[0]
    return motions


def measured(motions):
    """Distances walked, m, mean heights of the base, m, and which fell, of episodes."""
    up = kt.frame_placement(ROBOT, motions, frame="base")[..., 2, 2]
    fell = ((motions[..., 2] < 0.6 * walking.START[2]) | (up < 0.5)).any(1)
    distance = np.linalg.norm(motions[:, -1, :2] - motions[:, 0, :2], axis=1)
    return distance, motions[..., 2].mean(1), fell


def main():
    begin = beginnings()
    for where, run in (("here", in_kinetree), ("in MuJoCo", in_mujoco)):
        distance, height, fell = measured(run(*begin))
        print(f"{where}: {distance[~fell].mean():.2f} m +- {distance[~fell].std():.2f}, ", end="")
        print(f"height {height[~fell].mean():.3f} m, {fell.sum()} of {COUNT} fell")


if __name__ == "__main__":
    main()
