"""The policy of walking.py on the same robot in MuJoCo: `python examples/learning/in_mujoco.py`.

100 episodes of 10 s with the same commands, friction and first states in both, without noise and
pushes. Prints returns and falls.
"""

import mujoco
import numpy as np
from ppo import run
from walking import FEET, POLICY, ROBOT, STAND, START, Walking

import kinetree as kt

COUNT, STEPS, DT, SUBSTEPS = 100, 500, 4e-3, 5


class Calm(Walking):
    """The task without noise and pushes, for 10 s."""

    disturb = None

    def observe(self, state):
        up = kt.frame_placement(state.model, state.q, frame="base")[2, :3]
        felt = [up, state.v[:6], state.q[7:] - STAND, 0.1 * state.v[6:]]
        return kt.math.concatenate([*felt, state.action, state.command])


def in_kinetree(policy):
    """Returns and falls, and the first states, commands and coefficients of friction."""
    how = {"contacts": FEET, "dt": DT, "substeps": SUBSTEPS, "episode": STEPS}
    envs = kt.environment(ROBOT, **how)(Calm)(COUNT, seed=9)
    seen, _ = envs.reset()
    begin = {name: envs[name].copy() for name in ("q", "v", "command", "friction")}
    total, alive = np.zeros(COUNT), np.ones(COUNT, bool)
    for _ in range(STEPS):
        seen, reward, terminated, _, _ = envs.step(run(policy, seen))
        total += alive * reward
        alive &= ~terminated
    return total, ~alive, begin


def in_mujoco(policy, begin):
    """Returns and falls of the same episodes in MuJoCo."""
    floor = kt.Geometry("floor", "collision", "universe", 0, kt.SE3.identity(), kt.shapes.Plane())
    text = kt.to_mjcf(ROBOT.replace(geometries=(*ROBOT.geometries, floor)))
    peer = mujoco.MjModel.from_xml_string(text)
    peer.opt.timestep, peer.opt.integrator = DT, mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    total, fallen = np.zeros(COUNT), np.zeros(COUNT, bool)
    for k in range(COUNT):
        data = mujoco.MjData(peer)
        peer.geom_friction[:, 0] = begin["friction"][k]
        data.qpos, data.qvel = kt.convert.to_mujoco(ROBOT, begin["q"][k], begin["v"][k])[:2]
        action, command = np.zeros(12), begin["command"][k]
        for _ in range(STEPS):
            q, v = kt.convert.from_mujoco(ROBOT, data.qpos, data.qvel)[:2]
            seen = observed(q, v, action, command)
            action = np.clip(run(policy, seen), -1, 1)
            data.ctrl[:] = STAND + 0.4 * action
            mujoco.mj_step(peer, data, SUBSTEPS)
            q, v = kt.convert.from_mujoco(ROBOT, data.qpos, data.qvel)[:2]
            up = kt.frame_placement(ROBOT, q, frame="base")[2, 2]
            total[k] += rewarded(q, v, action, command, up)
            if q[2] < 0.6 * START[2] or up < 0.5:
                fallen[k] = True
                break
    return total, fallen


def observed(q, v, action, command):
    up = kt.frame_placement(ROBOT, q, frame="base")[2, :3]
    return np.concatenate([up, v[:6], q[7:] - STAND, 0.1 * v[6:], action, command])


def rewarded(q, v, action, command, up):
    off, turn = v[:2] - command[:2], v[5] - command[2]
    follows = np.exp(-4 * (off @ off)) + 0.5 * np.exp(-4 * turn * turn)
    bounces = v[2] ** 2 + 0.1 * (v[3] ** 2 + v[4] ** 2)
    moves = 2e-3 * (action @ action) + 1e-4 * (v[6:] @ v[6:])
    return follows - 0.5 * bounces - moves - 2 * (1 - up) - 2 * (q[2] - START[2]) ** 2


def main():
    policy = dict(np.load(POLICY))
    ours, fell, begin = in_kinetree(policy)
    theirs, their_fell = in_mujoco(policy, begin)
    print(f"kinetree: return {ours.mean():.1f}, {fell.sum()} of {COUNT} fell")
    print(f"MuJoCo:   return {theirs.mean():.1f}, {their_fell.sum()} of {COUNT} fell")


if __name__ == "__main__":
    main()
