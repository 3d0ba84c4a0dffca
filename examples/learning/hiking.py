"""A quadruped learns to walk on rough ground: `python examples/learning/hiking.py` (PyTorch).

The task of walking.py on five fields of bumps, 2 to 10 cm from the deepest to the highest, of which
each episode draws one, with a start anywhere within 3 m. The policy sees the ground, too: its
heights at 15 points about the base. Training begins with the policy of walking.py. The result,
with the curve, is hiking_policy.npz, which `ppo.run` uses without PyTorch. Run it again to go on
with hiking_policy.pt, which is also there after Ctrl-C.
"""

from functools import reduce
from pathlib import Path

import numpy as np
import walking
from ppo import learn
from walking import ROBOT, STAND, START, Walking

import kinetree as kt
from kinetree import math

POLICY = Path(__file__).with_name("hiking_policy.npz")
SPACING, SIDE = 0.2, 161
ROUGHNESS = np.array([0.01, 0.02, 0.03, 0.04, 0.05])
HEIGHTS = ROUGHNESS[:, None, None] * np.random.default_rng(0).uniform(-1, 1, (5, SIDE, SIDE))
TERRAIN = kt.Terrain(HEIGHTS, [-SPACING * (SIDE - 1) / 2] * 2 + [SPACING] * 2)
CONTACTS = kt.contacts(ROBOT, (), ground="terrain")
SIMULATION = kt.Simulation(contacts=CONTACTS)
OPTIONS = walking.OPTIONS | {"simulation": SIMULATION, "terrain": TERRAIN}
FEET = [x.first for x in CONTACTS]
POINTS = [[x, y] for x in (-0.4, -0.2, 0.0, 0.2, 0.4) for y in (-0.2, 0.0, 0.2)]


def below(state):
    """The heights of the ground about the base, relative to where a standing robot has it."""
    return state.ground.scan(state.model, state.q, POINTS, frame="base") + START[2]


class Hiking(Walking):
    """Follow a velocity on rough ground: 10 s of 50 actions a second."""

    def reset(self, random, ground):
        place, legs = random.uniform(-3, 3, (2,)), STAND + random.uniform(-0.1, 0.1, (12,))
        q = math.concatenate([place, START[2:7], legs])
        x, y, z = kt.frame_placement(ROBOT, q, frame=FEET)[:, :3, 3].T
        deepest = reduce(math.maximum, ground.height(x, y) - z)
        return q.add(2, deepest + 0.03), 0.1 * random.normal((18,))

    def observe(self, state):
        seen = 10 * (below(state) + 0.01 * state.random.normal((15,)))
        return math.concatenate([super().observe(state), seen])

    def reward(self, state):
        off = state.q[2] - START[2]
        sunk = below(state).mean()
        return super().reward(state) + 2 * off**2 - 2 * sunk**2

    def terminated(self, state):
        up = kt.frame_placement(state.model, state.q, frame="base")[2, 2]
        return (below(state).mean() > 0.4 * START[2]) | (up < 0.5)


Hike = kt.environment(ROBOT, **OPTIONS)(Hiking)


if __name__ == "__main__":
    start = np.load(walking.POLICY)
    learn(Hike, POLICY, __doc__, minutes=6.0, count=512, start=start)
