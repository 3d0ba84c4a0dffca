"""Distances of a Panda of spheres in a workshop: `python benchmarks/distances.py`.

59 spheres on the arm among 14 boxes and spheres, with pairs of the arm's own spheres from the
fourth link on: kinetree in float64 and float32, one configuration and batches of 4,096 on one
thread, its gradient, motions of 32 samples, and the obstacles as operands, or a cloud of 1,000
points in their place; beside coal through Pinocchio, one call for all
pairs, on the same shapes at the same configurations, whose smallest distances must agree. Writes
benchmarks/results/distances.json, from which tables.py makes a table of docs/speed.md.
"""

import json
from functools import partial
from typing import Any, Final

import bench
import coal
import numpy as np
import pinocchio as pin
from run import RESULTS, circumstances

import kinetree as kt
from kinetree.formats.installed import file_of

EFFORT: Final = bench.Effort(rounds=9, turn=5e-3, cold=0)
SAMPLES: Final = 4096
MOTIONS: Final = 512
SPHERES, OBSTACLES, POINTS = 59, 14, 1000


def workshop() -> kt.Model:
    """A Panda with spheres on its seven links, and what stands around it."""
    rng, panda = np.random.default_rng(0), kt.load("panda")
    shapes: list[kt.Geometry] = []
    for k in range(SPHERES):
        joint = 1 + k * 7 // SPHERES
        center = kt.SE3(np.eye(3), rng.normal(size=3) * 0.06)
        ball = kt.shapes.Sphere(float(rng.uniform(0.03, 0.06)))
        link = f"panda_link{joint}"
        shapes.append(kt.Geometry(f"ball {k}", "collision", link, joint, center, ball))
    for k in range(OBSTACLES):
        shape = kt.shapes.Sphere(0.1) if k % 2 else kt.shapes.Box((0.2, 0.2, 0.3))
        place = kt.SE3(np.eye(3), rng.uniform(-1.2, 1.2, 3))
        shapes.append(kt.Geometry(f"obstacle {k}", "collision", "world", 0, place, shape))
    near = [(f"panda_link{k}", f"panda_link{k + d}", "near") for d in (2, 3) for k in range(8 - d)]
    return panda.replace(geometries=tuple(shapes), disabled_collisions=tuple(near))


def in_pinocchio(robot: kt.Model) -> tuple[Any, Any, Any, Any]:
    """Pinocchio's model and geometry of the same, with their data."""
    model, geometry = pin.buildModelFromUrdf(str(file_of("panda"))), pin.GeometryModel()
    made = {"Sphere": lambda x: coal.Sphere(x.radius), "Box": lambda x: coal.Box(*x.size)}
    numbers: dict[str, int] = {}
    for x in robot.geometries:
        T = np.array(x.placement.matrix, float)
        place, shape = pin.SE3(T[:3, :3], T[:3, 3]), made[type(x.shape).__name__](x.shape)
        added = pin.GeometryObject(x.name, x.joint, place, shape)
        numbers[x.name] = geometry.addGeometryObject(added)
    for a, b in kt.collision.pairs(robot):
        geometry.addCollisionPair(pin.CollisionPair(numbers[a], numbers[b]))
    return model, model.createData(), geometry, pin.GeometryData(geometry)


def as_operands(robot: kt.Model, q: Any) -> dict[str, bench.Candidate]:
    """The same obstacles as operands, and a cloud of points in their place."""
    arm = robot.replace(geometries=[x for x in robot.geometries if x.joint])
    around = [x for x in robot.geometries if not x.joint]
    rows: dict[str, list[list[float]]] = {"spheres": [], "boxes": []}
    for x in around:
        p = [float(e) for e in x.placement.translation]
        if isinstance(x.shape, kt.shapes.Sphere):
            rows["spheres"].append([*p, x.shape.radius])
        else:
            rows["boxes"].append([*p, 0, 0, 0, 1, *x.shape.sizes])
    cloud = kt.collision.point_tree(np.random.default_rng(0).uniform(-1.2, 1.2, (POINTS, 3)))
    candidates: dict[str, bench.Candidate] = {}
    for name, operands in (("operands", rows), ("cloud", {"points": cloud})):
        arrays = {key: np.array(x, q.dtype) for key, x in operands.items()}
        sizes = {f"n{key}": len(x) for key, x in arrays.items()}
        inputs, dtype = tuple(arrays), q.dtype.name
        of = kt.collision.obstacle_distances if name == "cloud" else kt.collision.clearance
        kernel = of.compile(arm, dtype=dtype, inputs=inputs, sizes=sizes)
        more = tuple(arrays.values())
        candidates[f"{name}_{dtype}_batch"] = bench.Candidate(kernel, (q, *more), SAMPLES)
        candidates[f"{name}_{dtype}"] = bench.Candidate(kernel, (q[0], *more))
    return candidates


def main() -> None:
    """Measure, print and write."""
    robot = workshop()
    pairs = kt.collision.pairs(robot)
    q = kt.random_configuration(robot, SAMPLES, rng=1)
    model, data, geometry, geometry_data = in_pinocchio(robot)

    def smallest(x: Any) -> float:
        pin.computeDistances(model, data, geometry, geometry_data, x)
        return min(r.min_distance for r in geometry_data.distanceResults)

    theirs = np.array([smallest(x) for x in q[:200]])
    ours = kt.collision.clearance(robot, q[:200])
    apart = np.abs(theirs - ours)[ours > 0].max()  # coal gives overlaps as it finds them
    verdicts = int(((theirs > 0) == (ours > 0)).sum())
    print(f"{len(pairs)} pairs; {verdicts} of 200 verdicts agree, distances to {apart:.0e} m")
    candidates: dict[str, bench.Candidate] = {}
    for dtype in ("float64", "float32"):
        x = q.astype(dtype)
        for name, f in (
            ("distances", kt.collision.distances),
            ("clearance", kt.collision.clearance),
            ("gradient", kt.grad(kt.collision.clearance, "q")),
        ):
            kernel = f.compile(robot, dtype=dtype)
            candidates[f"{name}_{dtype}"] = bench.Candidate(kernel, (x[0],))
            candidates[f"{name}_{dtype}_batch"] = bench.Candidate(kernel, (x,), SAMPLES)
        motion = kt.collision.motion_clearance.compile(robot, dtype=dtype, samples=32)
        ends = x[:MOTIONS], x[MOTIONS : 2 * MOTIONS]
        candidates[f"motion_{dtype}_batch"] = bench.Candidate(motion, ends, MOTIONS)
        candidates |= as_operands(robot, x)
    call = partial(pin.computeDistances, model, data, geometry, geometry_data)
    candidates["coal"] = bench.Candidate(call, (q[0],))
    times = bench.benchmark(candidates, EFFORT)
    for name, t in times.items():
        print(f"{name:28} {t['min']:9.2f} us, median {t['median']:9.2f}")
    report = {"versions": circumstances(EFFORT) | {"coal": coal.__version__}, "pairs": len(pairs)}
    report |= {"agreeing": verdicts, "apart": float(apart), "rows": times}
    (RESULTS / "distances.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
