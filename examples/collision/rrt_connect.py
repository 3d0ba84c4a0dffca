"""RRT-Connect for an arm among boxes: each extension is one kernel call.

Two trees grow from the start and the goal. In turn each steps towards a random configuration; the
other one then steps towards the new node as far as it can. A step is free if the arm, covered by
spheres, keeps a clearance at 32 configurations along it: `kt.collision.collision_free`, one call
for all of them, with the boxes as operands. The path is cut short at the end, 200 shortcuts in one
call. Needs `pip install example-robot-data 'kinetree[mesh]'`.
"""

import time
from functools import partial

import numpy as np

import kinetree as kt

STEP, MARGIN = 0.4, 0.01  # rad along a step, m
SHELVES = [[0.55, 0, z, 0, 0, 0, 1, 0.5, 1.0, 0.03] for z in (0.2, 0.65, 1.1)]
WALLS = [[0.55, y, 0.6, 0, 0, 0, 1, 0.5, 0.03, 0.7] for y in (-0.5, 0.5)]

arm = kt.load("panda")
links = [x for x in arm.geometries if x.kind == "collision" and "finger" not in x.body]
robot = kt.collision.with_spheres(arm.replace(geometries=links), tolerance=0.04).model
neutral = kt.neutral(robot)
pairs = kt.collision.pairs(robot)
at_rest = kt.collision.distances(robot, neutral, pairs=pairs)
pairs = tuple(pair for pair, d in zip(pairs, at_rest, strict=True) if d > MARGIN)  # as a SRDF does
boxes = np.array(SHELVES + WALLS)
around = kt.Obstacles(boxes=boxes)
free = partial(
    kt.collision.collision_free, robot, obstacles=around, samples=32, pairs=pairs, margin=MARGIN
)
clearance = partial(kt.collision.clearance, robot, pairs=pairs, obstacles=around)


def reach(position):
    """A configuration whose hand is in a compartment, clear of everything."""
    hand = kt.tasks.Position("panda_hand", position)
    clear = kt.tasks.Clearance(MARGIN + 1e-4, pairs=pairs, obstacles=around)
    return kt.inverse_kinematics(robot, [hand, clear], neutral, restarts=200)


def step(tree, parents, target):
    """Add a node to a tree, a step from the nearest one towards a target; its index, or None."""
    k = int(kt.distance(robot, np.array(tree), target).argmin())
    away = kt.distance(robot, tree[k], target)
    q = target if away <= STEP else kt.interpolate(robot, tree[k], target, STEP / away)
    if not free(tree[k], q):
        return None
    tree.append(q)
    parents.append(k)
    return len(tree) - 1


def branch(tree, parents, k):
    """The nodes from the root of a tree to one of its nodes."""
    path = []
    while k >= 0:
        path.append(tree[k])
        k = parents[k]
    return path[::-1]


def plan(start, goal, rng):
    """A path between two configurations."""
    trees, parents = [[start], [goal]], [[-1], [-1]]
    for a in range(10_000):
        one, other = a % 2, 1 - a % 2
        sample = kt.random_configuration(robot, rng=rng)
        new = step(trees[one], parents[one], sample)
        while new is not None:
            target = trees[one][new]
            met = step(trees[other], parents[other], target)
            if met is None:
                break
            if np.array_equal(trees[other][met], target):
                halves = (
                    branch(trees[one], parents[one], new),
                    branch(trees[other], parents[other], met),
                )
                forward, backward = halves if one == 0 else halves[::-1]
                return np.array([*forward, *backward[-2::-1]]), sum(map(len, trees))
    raise RuntimeError(f"no path was found, {[*map(len, trees)]} nodes")


def shortened(path, rng):
    """The path with shortcuts, all tried at once, the longest first."""
    ends = np.sort(rng.integers(len(path), size=(200, 2)), axis=1)
    ends = ends[np.argsort(ends[:, 0] - ends[:, 1])]
    ends = ends[free(path[ends[:, 0]], path[ends[:, 1]])]
    first, last = ends[0]
    return np.array([*path[: first + 1], *path[last:]])


start, goal = reach([0.5, -0.25, 0.42]), reach([0.5, 0.25, 0.77])
assert start.converged and goal.converged
free(start.q, goal.q)  # compiles
begin = time.perf_counter()
path, nodes = plan(start.q, goal.q, np.random.default_rng(0))
duration = time.perf_counter() - begin
short = shortened(path, np.random.default_rng(1))
lengths = [kt.distance(robot, p[:-1], p[1:]).sum() for p in (path, short)]
print(f"{len(pairs)} pairs of spheres, {len(boxes)} boxes")
print(f"a path of {len(path)} configurations, {nodes} nodes, in {1e3 * duration:.0f} ms")
print(f"length {lengths[0]:.2f}, with shortcuts {lengths[1]:.2f}")
dense = kt.interpolate(robot, short[:-1, None], short[1:, None], np.linspace(0, 1, 200))
print(f"least clearance {1e3 * clearance(dense).min():.1f} mm")
