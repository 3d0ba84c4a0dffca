"""An arm learns to reach among obstacles: `python examples/learning/reaching.py` (PyTorch).

An arm of seven joints with position servos. A command is the point that the tool shall reach and
three spheres that no link may touch, new ones in each episode of 3 s; a link that touches one ends
it. The result, with the curve of rewards, is reaching_policy.npz, which `ppo.run` uses without
PyTorch. Run it again to go on with reaching_policy.pt, which is also there after Ctrl-C.
"""

from functools import partial
from pathlib import Path

import numpy as np
from ppo import learn, run

import kinetree as kt
from kinetree import math

POLICY = Path(__file__).with_name("reaching_policy.npz")
KP, RADIUS, MARGIN = 200.0, 0.08, 0.05
SIMULATION = kt.Simulation(passive="none", limits=False)
OPTIONS = {"dt": 5e-3, "substeps": 8, "episode": 75, "simulation": SIMULATION}
HOME = np.array([0.0, -0.8, 0.0, 1.8, 0.0, 0.7, 0.0])


def arm_with_links():
    """The arm with capsules along its links, and servos of 80 N m."""
    robot, shapes = kt.robots.arm(), []
    for name, length in (("link3", 0.28), ("link5", 0.3), ("link7", 0.05)):
        placement, shape = kt.SE3(np.eye(3), [0, 0, length / 2]), kt.shapes.Capsule(0.05, length)
        joint = robot.frame(name).joint
        shapes.append(kt.Geometry(name, "collision", name, joint, placement, shape))
    motors = kt.Motors(kp=KP, kd=40.0, effort=80.0)
    return robot.replace(geometries=shapes, actuators=motors, armature=np.full(7, 0.1))


ROBOT = arm_with_links()


def spheres(command):
    """The obstacles (3, 4) of a command, centres and radius."""
    return math.concatenate([command[3:].reshape(3, 3), RADIUS + math.zeros(3, 1)], 1)


def tool(state):
    return kt.frame_placement(state.model, state.q, frame="tool")[:3, 3]


def jacobian(state):
    where = {"frame": "tool", "reference": "local_world_aligned"}
    return kt.frame_jacobian(state.model, state.q, **where)[:3]


def distances(state):
    """The distance of each link to the nearest obstacle."""
    return kt.collision.obstacle_distances(
        state.model, state.q, kt.Obstacles(spheres=spheres(state.command))
    )


def slopes(state):
    """The derivatives (3, 7) of these distances by the angles."""
    gradient = kt.jacobian(kt.collision.obstacle_distances, "q")
    return gradient(state.model, state.q, kt.Obstacles(spheres=spheres(state.command)))


def nearest(state):
    hand, *others = distances(state)
    return math.minimum(hand, math.minimum(*others))


class Reaching:
    """Move the tool to a point and stay there: 25 actions a second."""

    def command(self, random):
        """A point in front of the arm, and obstacles 0.2 m and more from it."""
        angle = random.uniform(-1.2, 1.2)
        goal = point(angle, random.uniform(0.5, 0.7), random.uniform(0.25, 0.75))
        parts = [goal]
        for _ in range(3):
            beside = angle + random.uniform(-0.7, 0.7)
            ball = point(beside, random.uniform(0.5, 0.75), random.uniform(0.2, 0.9))
            away = ball - goal
            parts.append(goal + away * math.maximum(1.0, 0.2 / math.norm(away)))
        return math.concatenate(parts)

    def reset(self, random):
        return HOME + random.uniform(-0.1, 0.1, (7,)), math.zeros(7)

    def control(self, state):
        """Move with some 1.5 rad/s at most, held against gravity."""
        return state.q + 0.3 * state.action + kt.generalized_gravity(state.model, state.q) / KP

    def observe(self, state):
        here, balls = tool(state), state.command[3:].reshape(3, 3)
        off = state.command[:3] - here
        toward = off / (0.05 + math.norm(off))
        felt = [off, toward, jacobian(state).T @ toward, state.q - HOME, 0.3 * state.v, here]
        d, away = distances(state), slopes(state)
        felt += [
            3 * d,
            *(math.exp(-10 * d[k]) * away[k] for k in range(3)),
            (2 * (balls - here)).reshape(9),
        ]
        return math.concatenate([*felt, state.action])

    def reward(self, state):
        off = math.norm(tool(state) - state.command[:3])
        closeness = 0.5 * math.exp(-2 * off) + 0.5 * math.exp(-15 * off)
        inside = math.maximum(0.0, 1 - nearest(state) / MARGIN)
        return 0.1 * (closeness - 0.5 * inside - 5e-3 * (state.action @ state.action))

    def terminated(self, state):
        return nearest(state) < 0.0


def point(angle, distance, height):
    return math.stack([distance * math.cos(angle), distance * math.sin(angle), height])


Reach = kt.environment(ROBOT, **OPTIONS)(Reaching)


def reached(seen):
    return np.linalg.norm(seen[:, :3], axis=1) < 0.05


def successes(act, count=1000, seed=1):
    """Which of so many episodes end within 5 cm of the point, and touched no obstacle."""
    envs = Reach(count, seed=seed)
    seen, _ = envs.reset()
    for _ in range(OPTIONS["episode"]):
        seen, _, _, truncated, info = envs.step(act(seen))
    return truncated & reached(info["final_obs"])


def main():
    policy = learn(Reach, POLICY, __doc__, minutes=3.0, count=256)
    print(f"{successes(partial(run, policy)).sum()} of 1,000 episodes succeed")


if __name__ == "__main__":
    main()
