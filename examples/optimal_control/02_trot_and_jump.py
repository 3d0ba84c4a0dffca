"""A quadruped trots and jumps: contact phases, friction cones and torques within limits.

Which feet touch is a parameter of each stage, so that one problem serves both motions.
`--plot`: a picture.
"""

import sys
from time import perf_counter

import numpy as np

import kinetree as kt

DT, FRICTION, TORQUE = 0.02, 0.6, 40.0
dog = kt.robots.quadruped(12)
FEET = [name for name in dog.frame_names if name.endswith("_foot")]
contacts = [kt.Contact(name) for name in FEET]
concatenate, no_torques = kt.math.concatenate, np.zeros(6)
stand = kt.neutral(dog)
stand[7:] = [0.0, 0.6, -1.2] * 4
stand[2] = -kt.frame_placement(dog, stand, frame=FEET[0])[2, 3]
places = kt.frame_placement(dog, stand, frame=FEET)[:, :3, 3]


def moved(q, v, tau, p):
    """Feet that touch the ground have no velocity after a step, also those that just came down."""
    u = concatenate([no_torques, tau])
    options = {"contacts": contacts, "stabilization": (0, 1 / DT)}
    return kt.constraints.forward_dynamics(dog, q, v, u, active=p[:4], **options)


def step(q, v, tau, p):
    v = v + DT * moved(q, v, tau, p).ddq
    return kt.integrate(dog, q, DT * v), v


def tracked(q, v, p):
    """How far base, posture and swinging feet are from those of the plan."""
    base = kt.difference(dog, concatenate([p[4:7], stand[3:]]), q)
    feet = kt.frame_placement(dog, q, frame=FEET)[:, :3, 3] - p[10:22].reshape(4, 3)
    swings = (1 - p[:4]).reshape(4, 1)
    speed = 0.2 * (v[:3] - p[7:10])
    return [5 * base[:6], 0.3 * base[6:], speed, 0.03 * v[3:], (40 * swings * feet).ravel()]


def residuals(q, v, tau, p):
    return concatenate([*tracked(q, v, p), 0.02 * tau])


def final_residuals(q, v, p):
    return 3 * concatenate(tracked(q, v, p))


def inequalities(q, v, tau, p):
    """Pyramids of friction: feet do not slip or pull; in 100 N, as penalties are of numbers."""
    x, y, z = moved(q, v, tau, p).forces[:, :3].T
    limit = FRICTION * z
    return concatenate([x - limit, -x - limit, y - limit, -y - limit]) / 100


def equalities(q, v, tau, p):
    """Feet that come down are on the ground; 1 for 0.1 m."""
    return 10 * p[22:26] * kt.frame_placement(dog, q, frame=FEET)[:, 2, 3]


problem = kt.optimal_control.Problem(
    model=dog,
    step=step,
    residuals=residuals,
    final_residuals=final_residuals,
    equalities=equalities,
    inequalities=inequalities,
)


def plan(phases, speed=0.0, lift=0.0):
    """Rows: which feet touch, the base's place and velocity, the feet's places, who comes down."""
    rows, feet, x, before = [], places.copy(), 0.0, np.ones(4)
    for touching, count, rise in phases:
        swings, begin = ~np.array(touching, bool), feet.copy()
        down, before = touching * (1 - before), np.array(touching)
        feet[swings, 0] = places[swings, 0] + x + 1.5 * speed * DT * count
        for s in (np.arange(count) + 1) / count:
            x += speed * DT
            way = begin + s * (feet - begin)
            way[swings, 2] += lift * np.sin(np.pi * s) + 4 * s * (1 - s) * rise
            base = [x, 0, stand[2] + 4 * s * (1 - s) * rise, speed, 0, 0]
            rows.append(np.concatenate([touching, base, way.ravel(), down]))
            down = np.zeros(4)
    return np.array([*rows, rows[-1]])


def solved(parameters):
    rest = np.concatenate([stand, np.zeros(dog.nv)])
    start = perf_counter()
    solution = kt.optimal_control.solve(
        problem,
        rest,
        np.zeros((len(parameters) - 1, 12)),
        parameters=parameters,
        lower=-TORQUE,
        upper=TORQUE,
        tolerance=1e-4,
        constraint_tolerance=1e-3,
    )
    return solution, perf_counter() - start


ALL, ONE, OTHER, NONE = [1, 1, 1, 1], [1, 0, 0, 1], [0, 1, 1, 0], [0, 0, 0, 0]
trot = plan([(ALL, 8, 0), *[(ONE, 12, 0), (OTHER, 12, 0)] * 2, (ALL, 10, 0)], 0.5, 0.08)
jump = plan([(ALL, 16, 0), (NONE, 14, 0.15), (ALL, 22, 0)])
solutions = {}
for name, parameters in {"trot": trot, "jump": jump}.items():
    solved(parameters)  # compiles
    solution, seconds = solved(parameters)
    solutions[name] = solution
    q, touching = solution.x[:, : dog.nq], parameters[:, :4].astype(bool)
    feet = kt.frame_placement(dog, q, frame=FEET)[:, :, :3, 3]
    slip = abs(np.diff(feet, axis=0))[touching[:-1] & touching[1:]].max()
    print(
        f"{name}: {solution.iterations} iterations, {1e3 * seconds:.0f} ms; base at x "
        f"{q[-1, 0]:.2f} m, up to {q[:, 2].max() - stand[2]:.2f} m above its stand, torques up to "
        f"{abs(solution.u).max():.0f} N m, feet slip {1e3 * slip:.1f} mm a stage"
    )
    assert solution.converged and abs(solution.u).max() <= TORQUE
    assert abs(q[-1, :2] - parameters[-1, 4:6]).max() < 0.05

if "--plot" in sys.argv:
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(2, 1, figsize=(8, 4), layout="constrained")
    parts = ["hip", "thigh", "knee", "foot"]
    outline = [f"hind_left_{x}" for x in reversed(parts)] + [f"front_left_{x}" for x in parts]
    for axes, (name, solution) in zip(panels, solutions.items(), strict=True):
        q = solution.x[:, : dog.nq]
        for place, i in enumerate(range(0, len(q), 8)):
            line = kt.frame_placement(dog, q[i], frame=outline)[:, [0, 2], 3]
            color = pyplot.colormaps["viridis"](0.9 * i / len(q))
            axes.plot(line[:, 0] + 0.8 * place, line[:, 1], "o-", color=color, markersize=2)
        axes.axhline(0, color="0.6", linewidth=0.8)
        axes.set(aspect="equal", ylabel="z, m", title=f"{name}: every 0.16 s, 0.8 m further")
    panels[1].set(xlabel="x, m")
    figure.savefig(__file__.replace(".py", ".png"), dpi=100)
