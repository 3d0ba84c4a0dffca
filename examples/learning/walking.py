"""A quadruped learns to walk as it is told: `python examples/learning/walking.py` (PyTorch).

4,096 robots with position servos on flat ground, with friction from 0.4 to 1.2, noise and pushes.
A command is the velocity of the base along x and y and its rate of turn. Proximal policy
optimisation trains a network of 128, 64 and 32 units for some minutes. The result, with the curve
of rewards, is walking_policy.npz, which `ppo.run` uses without PyTorch. Run it again to go on with
walking_policy.pt, which is also there after Ctrl-C.
"""

from pathlib import Path

import numpy as np
from ppo import learn

import kinetree as kt
from kinetree import math

POLICY = Path(__file__).with_name("walking_policy.npz")
STAND = np.array([0.0, 0.6, -1.2] * 4)


def robot_with_feet():
    """The quadruped with spheres at its feet and servos of 30 N m, on the ground."""
    robot = kt.robots.quadruped(12)
    feet = [robot.frame(name) for name in robot.frame_names if name.endswith("_foot")]
    ball = kt.shapes.Sphere(0.02)
    shapes = [kt.Geometry(f.name, "collision", f.name, f.joint, f.placement, ball) for f in feet]
    q = kt.neutral(robot)
    q[7:] = STAND
    q[2] += 0.02 - kt.frame_placement(robot, q, frame=feet[0].name)[2, 3]
    motors = kt.Motors(kp=40.0, kd=1.0, effort=30.0)
    return robot.replace(geometries=shapes, actuators=motors), q


ROBOT, START = robot_with_feet()
FEET = kt.contacts(ROBOT, (), ground="plane")
SIMULATION = kt.Simulation(contacts=FEET)
OPTIONS = {"dt": 4e-3, "substeps": 5, "episode": 500, "simulation": SIMULATION}


class Walking:
    """Follow a velocity: 10 s of 50 actions a second."""

    def command(self, random):
        return random.uniform([-0.6, -0.4, -1.0], [1.0, 0.4, 1.0])

    def randomise(self, random):
        return {"friction": random.uniform(0.4, 1.2)}

    def reset(self, random):
        legs = STAND + random.uniform(-0.1, 0.1, (12,))
        return math.concatenate([START[:7], legs]), 0.1 * random.normal((18,))

    def control(self, state):
        return STAND + 0.4 * state.action

    def disturb(self, state):
        """Push the base by some 60 N along each axis, during 2 % of the actions."""
        push = math.where(state.random.uniform() < 0.02, 1.0, 0.0) * 60 * state.random.normal((3,))
        return math.zeros(ROBOT.njoints, 6).add((1, slice(3)), push)

    def observe(self, state):
        up = kt.frame_placement(state.model, state.q, frame="base")[2, :3]
        legs, rates = state.q[7:] - STAND, 0.1 * state.v[6:]
        noise = 0.02 * state.random.normal((33,))
        felt = math.concatenate([up, state.v[:3], state.v[3:6], legs, rates]) + noise
        return math.concatenate([felt, state.action, state.command])

    def reward(self, state):
        up = kt.frame_placement(state.model, state.q, frame="base")[2, 2]
        off, turn = state.v[:2] - state.command[:2], state.v[5] - state.command[2]
        follows = math.exp(-4 * (off @ off)) + 0.5 * math.exp(-4 * turn * turn)
        bounces = state.v[2] ** 2 + 0.1 * (state.v[3] ** 2 + state.v[4] ** 2)
        moves = 2e-3 * (state.action @ state.action) + 1e-4 * (state.v[6:] @ state.v[6:])
        return follows - 0.5 * bounces - moves - 2 * (1 - up) - 2 * (state.q[2] - START[2]) ** 2

    def terminated(self, state):
        up = kt.frame_placement(state.model, state.q, frame="base")[2, 2]
        return (state.q[2] < 0.6 * START[2]) | (up < 0.5)


Walk = kt.environment(ROBOT, **OPTIONS)(Walking)


if __name__ == "__main__":
    learn(Walk, POLICY, __doc__, minutes=3.0, count=4096)
