"""A humanoid learns to stand under pushes: `python examples/learning/standing.py` (PyTorch).

Robots on feet of boxes are pushed at the base with 20 to 80 N for 0.2 s, each 2 s. Actions are for
position servos of the legs; springs hold the other joints. The result, with the curve, is
standing_policy.npz, which `ppo.run` uses without PyTorch. Run it again to go on with
standing_policy.pt, which is also there after Ctrl-C.
"""

from functools import partial
from pathlib import Path

import numpy as np
from ppo import learn, run

import kinetree as kt
from kinetree import math

POLICY = Path(__file__).with_name("standing_policy.npz")
LEG = [0.0, 0.0, -0.3, 0.6, -0.3, 0.0]
STAND = np.array(LEG + LEG + [0.0] * 17)


def robot_with_feet():
    """The humanoid with boxes at its feet, servos and springs, on the ground with bent knees."""
    robot = kt.robots.humanoid()
    feet, box = (
        [robot.frame(f"{x}_foot") for x in ("left", "right")],
        kt.shapes.Box((0.2, 0.1, 0.04)),
    )
    shapes = [kt.Geometry(f.name, "collision", f.name, f.joint, f.placement, box) for f in feet]
    q = kt.neutral(robot)
    q[7:] = STAND
    q[2] += 0.02 - kt.frame_placement(robot, q, frame="left_foot")[2, 3]
    legs, above = [x for x in robot.joint_names if "_leg_" in x], np.r_[np.zeros(18), np.ones(17)]
    springs = {"stiffness": 200 * above, "damping": 10 * above, "armature": 0.01 * (robot.actuated)}
    motors = kt.Motors(kp=200.0, kd=10.0, joints=legs)
    return robot.replace(geometries=shapes, actuators=motors, **springs), q


ROBOT, START = robot_with_feet()
SIMULATION = kt.Simulation(contacts=kt.contacts(ROBOT, (), ground="plane"), passive="implicit")
OPTIONS = {"dt": 1e-2, "substeps": 2, "episode": 500, "simulation": SIMULATION}


def base(state):
    return kt.frame_placement(state.model, state.q, frame="base")


class Standing:
    """Keep upright: 10 s of 50 actions a second."""

    def command(self, random):
        """The five pushes of an episode, which the policy does not see: forces along x and y."""
        angle, force = random.uniform(-np.pi, np.pi, (5,)), random.uniform(20.0, 80.0, (5,))
        return math.stack([force * math.cos(angle), force * math.sin(angle)])

    def randomise(self, random):
        return {"friction": random.uniform(0.6, 1.2)}

    def reset(self, random):
        joints = STAND + random.uniform(-0.05, 0.05, (29,))
        return math.concatenate([START[:7], joints]), 0.05 * random.normal((35,))

    def control(self, state):
        return STAND[:12] + 0.3 * state.action

    def disturb(self, state):
        """The push of these 2 s, from 1 s on for 0.2 s, in the axes of the base."""
        push, late = math.zeros(3), state.steps
        for k in range(5):
            now = (late >= 100 * k + 50) & (late < 100 * k + 60)
            force = math.concatenate([state.command[:, k], math.zeros(1)])
            push = push + math.where(now, 1.0, 0.0) * force
        return math.zeros(ROBOT.njoints, 6).add((1, slice(3)), base(state)[:3, :3].T @ push)

    def observe(self, state):
        legs, rates = state.q[7:19] - STAND[:12], 0.1 * state.v[6:18]
        felt = [base(state)[2, :3], 5 * (state.q[2:3] - START[2]), state.v[:6], legs, rates]
        return math.concatenate([*felt, state.action])

    def reward(self, state):
        up, v, height = base(state)[2, 2], state.v, state.q[2] - START[2]
        moves = v[:2] @ v[:2] + 0.1 * (v[3:6] @ v[3:6]) + 1e-3 * (v[6:18] @ v[6:18])
        off = 5 * (1 - up) + 5 * height**2 + 2e-2 * (state.action @ state.action)
        return 0.1 * (1 - off - 0.5 * moves)

    def terminated(self, state):
        return (state.q[2] < 0.75 * START[2]) | (base(state)[2, 2] < 0.7)


Stand = kt.environment(ROBOT, **OPTIONS)(Standing)


def standing(act, count=1000, seed=1):
    """Which of so many episodes of 10 s do not end in a fall."""
    envs = Stand(count, seed=seed)
    seen, _ = envs.reset()
    stands = np.ones(count, bool)
    for _ in range(OPTIONS["episode"]):
        seen, _, terminated, _, _ = envs.step(act(seen))
        stands &= ~terminated
    return stands


def main():
    policy = learn(Stand, POLICY, __doc__, minutes=4.0, count=256)
    print(f"{standing(partial(run, policy)).sum()} of 1,000 episodes stand")


if __name__ == "__main__":
    main()
