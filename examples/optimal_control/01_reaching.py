"""An arm reaches among spheres, within its torques: `kt.optimal_control`.

Spheres and the target are parameters, so that other ones take no new code; 32 scenes are solved at
once. `--plot`: a picture.
"""

import sys
from time import perf_counter

import numpy as np

import kinetree as kt

DT, STEPS, CLEARANCE = 0.02, 60, 0.02
LINKS = {"link1": 0.33, "link3": 0.28, "link5": 0.3, "link7": 0.1}  # and their lengths, m
arm = kt.robots.arm()
frames = {name: arm.frame(name) for name in LINKS}
capsules = [
    kt.Geometry(
        name,
        "collision",
        name,
        frames[name].joint,
        frames[name].placement @ kt.SE3(np.eye(3), [0, 0, length / 2]),
        kt.shapes.Capsule(0.05, length),
    )
    for name, length in LINKS.items()
]
arm = arm.replace(geometries=capsules)


def step(q, v, tau, scene):
    """Semi-implicit Euler: the new velocity moves the arm."""
    v = v + DT * kt.aba(arm, q, v, tau)
    return kt.integrate(arm, q, DT * v), v


def split(scene):
    return scene[:3], scene[3:].reshape(-1, 4)


def residuals(q, v, tau, scene):
    return 0.1 * kt.math.concatenate([v, 0.1 * (tau - kt.generalized_gravity(arm, q))])


def final_residuals(q, v, scene):
    return 3.0 * v


def final_equalities(q, v, scene):
    """The tool is at the target."""
    return kt.frame_placement(arm, q, frame="tool")[:3, 3] - split(scene)[0]


def inequalities(q, v, tau, scene):
    """No link is closer to a sphere than the clearance."""
    return CLEARANCE - kt.collision.obstacle_distances(
        arm, q, obstacles=kt.Obstacles(spheres=split(scene)[1])
    )


problem = kt.optimal_control.Problem(
    model=arm,
    step=step,
    residuals=residuals,
    final_residuals=final_residuals,
    final_equalities=final_equalities,
    inequalities=inequalities,
)
begin = kt.configuration(arm, {"joint2": 0.9, "joint4": 0.9, "joint1": -0.8})
rest = np.concatenate([begin, np.zeros(arm.nv)])
tool = kt.frame_placement(arm, begin, frame="tool")[:3, 3]
rng = np.random.default_rng(0)
turn = rng.uniform(1.2, 1.6, 32)
c, s, o, l = np.cos(turn), np.sin(turn), np.zeros(32), np.ones(32)
turned = np.stack([c, -s, o, s, c, o, o, o, l], -1).reshape(32, 3, 3)
targets = turned @ tool + rng.uniform(-0.05, 0.05, (32, 3))
middle = (tool + targets) / 2 * [1.15, 1.15, 1.0]
spheres = np.concatenate([middle + rng.uniform(-0.03, 0.03, (32, 3)), np.full((32, 1), 0.12)], -1)
post = np.tile([0.15, -0.5, 0.4, 0.1], (32, 1))
scenes = np.concatenate([targets, spheres, post], -1)
hold = np.tile(kt.generalized_gravity(arm, begin), (STEPS, 1))


def solved(scenes):
    start = perf_counter()
    solution = kt.optimal_control.solve(
        problem,
        rest,
        hold,
        parameters=scenes[..., None, :],
        lower=-arm.effort_limits,
        upper=arm.effort_limits,
        tolerance=1e-6,
        constraint_tolerance=1e-4,
    )
    return solution, perf_counter() - start


def clearance(x, scenes):
    spheres = scenes[:, None, 3:].reshape(len(scenes), 1, 2, 4)
    return kt.collision.obstacle_distances(
        arm, x[..., : arm.nq], obstacles=kt.Obstacles(spheres=spheres)
    ).min((-1, -2))


one, _ = solved(scenes[0])  # compiles
one, seconds = solved(scenes[0])
print(f"one scene: {one.iterations} iterations, {1e3 * seconds:.1f} ms")
many, _ = solved(scenes)
many, seconds = solved(scenes)
n = np.count_nonzero(many.converged)
print(f"{len(scenes)} scenes: {n} solved, {1e3 * seconds / len(scenes):.1f} ms each")
straight = np.linspace(rest, many.x[:, -1], STEPS + 1, axis=1)
blocked = np.count_nonzero(clearance(straight, scenes) < 0)
least = clearance(many.x, scenes)[many.converged].min()
print(
    f"straight motions that collide: {blocked}; least clearance of solutions {1e3 * least:.1f} mm"
)
assert n > 28 and least > CLEARANCE - 2e-3 and blocked > 5
assert np.array_equal(one.u, many.u[0])

if "--plot" in sys.argv:
    from matplotlib import pyplot

    k = int(clearance(straight, scenes).argmin())
    figure = pyplot.figure(figsize=(8, 3.6), layout="constrained")
    axes = figure.add_subplot(121, projection="3d")
    u, w = np.mgrid[0 : 2 * np.pi : 24j, 0 : np.pi : 12j]
    ball = np.stack([np.cos(u) * np.sin(w), np.sin(u) * np.sin(w), np.cos(w)])
    for sphere in scenes[k, 3:].reshape(-1, 4):
        axes.plot_surface(
            *(sphere[:3, None, None] + sphere[3] * ball), color="tab:orange", alpha=0.4
        )
    names = ["base", *LINKS, "tool"]
    places = kt.frame_placement(arm, many.x[k, :, : arm.nq], frame=names)[..., :3, 3]
    for i in range(0, STEPS + 1, 6):
        axes.plot(*places[i].T, "o-", color=pyplot.colormaps["viridis"](i / STEPS), markersize=2)
    axes.plot(*places[:, -1].T, color="black", linewidth=1)
    axes.set(xlabel="x, m", ylabel="y, m", zlabel="z, m")
    axes.set(xlim=(-0.2, 0.7), ylim=(-0.6, 0.5), zlim=(0, 0.7))
    axes.locator_params(nbins=4)
    axes.set_box_aspect((0.9, 1.1, 0.7), zoom=0.95)
    other = figure.add_subplot(122)
    other.semilogy(many.history[:, :, 1].clip(1e-9), color="0.6", linewidth=0.8)
    other.set(xlabel="iteration", ylabel="expected fall of the cost, 32 scenes")
    figure.savefig(__file__.replace(".py", ".png"), dpi=100)
