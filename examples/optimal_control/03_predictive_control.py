"""A quadruped under predictive control at 1 kHz keeps its stance, bows and is pushed.

Every millisecond one iteration of `kt.optimal_control.solve` from the state of a simulator, with
contacts that slip and lift off, beginning with the motion of the millisecond before.
`--plot`: a picture.
"""

import gc
import sys
from time import perf_counter

import numpy as np

import kinetree as kt

TICK, DT, STEPS, SECONDS, TORQUE = 1e-3, 0.03, 8, 2.0, 40.0
dog = kt.robots.quadruped(12)
FEET = [name for name in dog.frame_names if name.endswith("_foot")]
contacts = [kt.Contact(name) for name in FEET]
simulation = kt.Simulation(contacts=contacts)
concatenate, no_torques = kt.math.concatenate, np.zeros(6)
stand = kt.neutral(dog)
stand[7:] = [0.0, 0.6, -1.2] * 4
stand[2] = -kt.frame_placement(dog, stand, frame=FEET[0])[2, 3]
rest = np.zeros(dog.nv)


def moved(q, v, tau):
    u = concatenate([no_torques, tau])
    return kt.constraints.forward_dynamics(
        dog, q, v, u, contacts=contacts, stabilization=(0, 1 / DT)
    )


def step(q, v, tau, goal):
    v = v + DT * moved(q, v, tau).ddq
    return kt.integrate(dog, q, DT * v), v


def tracked(q, v, goal):
    """How far the base is from its height, its pitch and its place; and what moves."""
    base = kt.difference(dog, stand, q)[:6] - goal
    return concatenate([10 * base, 0.2 * v[:6], 0.05 * v[6:]])


def residuals(q, v, tau, goal):
    """Feet that would slip or pull cost, too: a smooth barrier of the pyramids of friction."""
    x, y, z = moved(q, v, tau).forces[:, :3].T
    edges = concatenate([x, -x, y, -y]) - 0.5 * concatenate([z, z, z, z])
    return concatenate(
        [tracked(q, v, goal), 0.01 * tau, 0.05 * kt.math.maximum(edges, -5.0) + 0.25]
    )


problem = kt.optimal_control.Problem(
    model=dog,
    step=step,
    residuals=residuals,
    final_residuals=lambda q, v, goal: 3 * tracked(q, v, goal),
)


def goal(t):
    """Pitch and height of a bow, from 0.2 s on."""
    wave = np.sin(2 * np.pi * np.clip(t - 0.2, 0, None))
    zero = 0 * wave
    return np.stack([zero, zero, -0.05 * wave**2, zero, 0.15 * wave, zero], -1)


def iterate(q, v, us, xs, t, iterations=1):
    goals = goal(t + DT * np.arange(STEPS + 1))
    x0, limit = np.concatenate([q, v]), TORQUE
    return kt.optimal_control.solve(
        problem, x0, us, xs, parameters=goals, lower=-limit, upper=limit, max_iterations=iterations
    )


q, v, count = stand, rest, round(SECONDS / TICK)
plan = iterate(q, v, np.zeros((STEPS, 12)), None, 0.0, 50)
assert plan.converged
states, times, torques = [], [], []
kt.set_num_threads(1)
gc.freeze()
for k in range(count):
    start = perf_counter()
    plan = iterate(q, v, plan.u, plan.x, k * TICK)
    times.append(perf_counter() - start)
    pushed = 1.2 < k * TICK < 1.25
    force = [0, 150.0 * pushed, 0, 0, 0, 0]  # N, from the side
    f_ext = kt.external_forces(dog, q, {"base": force}, reference="local_world_aligned")
    tau = np.concatenate([no_torques, plan.u[0]])
    after = kt.simulation.contact_step(
        dog, q, v, tau, TICK, f_ext=f_ext, friction=0.8, simulation=simulation
    )
    q, v = after.q, after.v
    states.append(np.concatenate([q, v]))
    torques.append(tau[6:])
states, times = np.array(states), 1e6 * np.array(times)
t = TICK * np.arange(1, count + 1)
off = kt.difference(dog, stand, states[:, : dog.nq])[:, :6] - goal(t)
before = t < 1.2
print("us a tick: median, 99 %, most:", np.percentile(times, [50, 99, 100]).round())
print(
    f"height within {1e3 * abs(off[before, 2]).max():.0f} mm, pitch within "
    f"{abs(off[before, 4]).max():.3f} rad; after 150 N for 0.05 s the base is "
    f"{1e3 * abs(off[:, 1]).max():.0f} mm aside, at the end {1e3 * abs(off[-1, 1]):.0f} mm"
)
assert abs(off[before, 2]).max() < 0.02 and abs(off[-1, 1]) < 0.03 and np.isfinite(states).all()

if "--plot" in sys.argv:
    from matplotlib import pyplot

    figure, (left, middle, right) = pyplot.subplots(1, 3, figsize=(9, 2.8), layout="constrained")
    moves = off + goal(t)
    left.plot(t, 1e3 * moves[:, 2], label="height, mm")
    left.plot(t, 1e3 * goal(t)[:, 2], "k:", label="goal")
    left.plot(t, 1e3 * moves[:, 1], label="aside, mm")
    left.set(xlabel="s")
    left.legend(frameon=False)
    middle.plot(t, torques)
    middle.set(xlabel="s", ylabel="torques, N m")
    right.hist(times, np.linspace(0, np.percentile(times, 99.5), 40), color="0.5")
    right.axvline(1e6 * TICK, color="black", linewidth=0.8)
    right.set(xlabel="us a tick")
    figure.savefig(__file__.replace(".py", ".png"), dpi=100)
