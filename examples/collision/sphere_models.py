"""Robots of spheres: the shapes of an arm and of a quadruped, covered by spheres for a planner.

No sphere reaches farther than the tolerance beyond the shape it stands for, so that the clearance
of the spheres is at most twice that smaller than that of the shapes, and compiles to one kernel.
Needs `pip install example-robot-data 'kinetree[mesh]'`.
"""

import time
from collections import Counter

import kinetree as kt

TOLERANCES = {"panda": 0.04, "go1": 0.05}  # in m

results = {}
for name, tolerance in TOLERANCES.items():
    robot = kt.load(name)
    spheres, errors = kt.collision.with_spheres(robot, tolerance=tolerance)
    per_link = Counter(x.body for x in spheres.geometries if x.kind == "collision")
    shapes = [x for x in robot.geometries if x.kind == "collision"]
    print(f"{name}: {len(shapes)} shapes, {per_link.total()} spheres")
    for link, count in per_link.items():
        error = max(errors.get(x.name, 0.0) for x in shapes if x.body == link)
        print(f"  {link:18} {count:3}   up to {1e3 * error:4.1f} mm beyond")

    q = kt.random_configuration(spheres, 1000, rng=0)
    kt.collision.clearance(spheres, q)  # compiles
    start = time.perf_counter()
    clearance = kt.collision.clearance(spheres, q)
    duration = time.perf_counter() - start
    pairs = len(kt.collision.pairs(spheres))
    print(
        f"  clearance of {len(q)} states, {pairs} pairs: {1e6 * duration / len(q):.1f} us a state"
    )
    print(f"  {clearance.min():.3f} to {clearance.max():.3f} m")
    results[name] = robot, spheres, errors, q, clearance
