"""Sampling-based control (MPPI): a drone follows a goal with the hand of its arm, past a pillar.

Each tick simulates thousands of motions from where the drone is, under torques next to those of the
tick before, and takes the average of these torques, weighted by exp(-cost / TEMPERATURE)
[Williams2017]. All of that is one call of `kt.simulation.rollout`, in which
costs are summed up; they need no derivatives, and here have none where the clearance of the pillar
begins, into which the hand may reach, but not the drone. The drone itself is simulated in finer
steps of order 4. `--plot` saves a picture.
"""

import sys
from time import perf_counter

import numpy as np

import kinetree as kt

DT, HORIZON, FINER = 0.025, 40, 5  # steps of the samples, of which each is so many of the drone
PERIOD = 8.0  # of the goal, s
TEMPERATURE, KNOTS = 10.0, 8  # noise is linear between this many points in time
NOISE = np.array([0, 0, 1.8, 0.07, 0.07, 0.03, 0.06, 0.03])  # of base wrench and joints, N and N m
PILLAR, CLEARANCE = np.array([0.0, 1.5]), 0.6  # where it is, and how far the drone keeps off, m


def drone_with_arm():
    """A drone of 1.2 kg with an arm of two links of 0.1 kg below."""
    builder = kt.ModelBuilder("drone with an arm")
    hull = kt.Inertia(1.2, [0, 0, 0], np.diag([0.012, 0.012, 0.02]))
    builder.add_root("hull", joint=kt.FreeFlyer(), inertia=hull)
    parent, down = "hull", [0, 0, -0.05]
    for name in ("upper_arm", "forearm"):
        link = kt.Inertia(0.1, [0, 0, -0.1], np.diag([4e-4, 4e-4, 2e-5]))
        place = kt.SE3(np.eye(3), down)
        axis = kt.Revolute("y")
        builder.add_body(name, parent=parent, joint=axis, placement=place, inertia=link)
        parent, down = name, [0, 0, -0.2]
    builder.add_frame("hand", parent=parent, placement=kt.SE3(np.eye(3), down))
    return builder.build()


robot = drone_with_arm()
n = robot.nv
WEIGHT = 9.81 * robot.total_mass
EULER = kt.Simulation(integrator="semi_implicit_euler")


def goal(t):
    """The goal of the hand; its path leads through the pillar."""
    turn = 2 * np.pi / PERIOD * t
    sin, cos = kt.math.sin(turn), kt.math.cos(turn)
    return kt.math.stack([1.5 * sin, -1.5 * cos, 1 + 0.3 * sin])


def flight(q, v, t, now):
    """The drone's own controller: the thrust that hovers, and damping of rotations."""
    return kt.math.concatenate([[0, 0, WEIGHT], -0.06 * v[3:6], -0.02 * v[6:]])


def cost(q, v, tau, t, now):
    """The cost of a state at the time t after the first, which is that of the clock `now`."""
    T = kt.frame_placement(robot, q, frame="hull")
    off = kt.frame_placement(robot, q, frame="hand")[:3, 3] - goal(now[0] + t)
    away = kt.math.norm(q[:2] - kt.math.array(PILLAR))
    hit = kt.math.where(away < CLEARANCE, 1e3, 0.0)
    posture = kt.math.dot(q[7:], q[7:]) + 5 * (1 - T[0, 0])
    return 50 * kt.math.dot(off, off) + 0.1 * kt.math.dot(v[3:], v[3:]) + posture + hit


def final_cost(q, v, now):
    """Upright, at last."""
    return 100 * (1 - kt.frame_placement(robot, q, frame="hull")[2, 2])


def tick(q, v, plan, now, rng, samples):
    """A better plan, torques (HORIZON, nv), and the cost of the one given."""
    knots = NOISE * rng.standard_normal((samples, KNOTS, n))
    between = np.linspace(0, KNOTS - 1, HORIZON)[:, None] - np.arange(KNOTS)
    noise = np.maximum(0, 1 - abs(between)) @ knots
    noise[0] = 0  # one of them keeps the plan
    how = {"policy": flight, "cost": (cost, final_cost), "parameters": now, "simulation": EULER}
    costs = kt.simulation.rollout(robot, q, v, plan + noise, DT, **how).cost
    costs = np.nan_to_num(costs, nan=np.inf)  # of motions that diverge
    weights = np.exp((costs.min() - costs) / TEMPERATURE)
    return plan + np.tensordot(weights / weights.sum(), noise, 1), costs[0]


def main(samples=4096, ticks=500, seed=0):
    """Positions of hull, hand and goal (ticks, 3, 3), costs of plans, and the time of a tick."""
    rng, plan = np.random.default_rng(seed), np.zeros((HORIZON, n))
    q, v = kt.neutral(robot), np.zeros(n)
    q[:3] = 0, -1.5, 1.5
    path, costs, times = [], [], []
    for k in range(ticks):
        now = [k * DT]
        begin = perf_counter()
        plan, now_cost = tick(q, v, plan, now, rng, samples)
        times.append(perf_counter() - begin)
        costs.append(now_cost)
        hand = kt.frame_placement(robot, q, frame="hand")[:3, 3]
        path.append([q[:3], hand, goal(k * DT)])
        tau = np.repeat(plan[:1], FINER, 0)
        qs, vs = kt.simulation.rollout(robot, q, v, tau, DT / FINER, policy=flight)
        q, v = qs[-1], vs[-1]
        plan = np.vstack([plan[1:], plan[-1:]])  # the next tick starts a step later
    return np.array(path), np.array(costs), np.array(times)


if __name__ == "__main__":
    path, costs, times = main()
    hull, hand, aim = path.transpose(1, 0, 2)
    off = 1e3 * np.linalg.norm(hand - aim, axis=1)
    away, clock = np.linalg.norm(hull[:, :2] - PILLAR, axis=1), DT * np.arange(len(path))
    blocked = np.linalg.norm(aim[:, :2] - PILLAR, axis=1) < CLEARANCE
    print(f"the hand is off its goal by {np.median(off):.0f} mm (median),", end=" ")
    print(f"{off[blocked].max():.0f} mm while the pillar is in the way")
    print(f"the drone stays {away.min():.3f} m off the pillar, {CLEARANCE} m wanted")
    print(f"a tick of {DT} s, 4096 motions of {HORIZON} steps, takes {np.median(times):.3f} s here")
    if "--plot" in sys.argv:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        figure, axes = pyplot.subplot_mosaic(
            "ab;ac", figsize=(9, 4.2), width_ratios=[1, 1.2], layout="constrained"
        )
        axes["a"].add_patch(pyplot.Circle(PILLAR, CLEARANCE, color="0.85"))
        axes["a"].text(PILLAR[0], PILLAR[1] + 0.2, "keep off\nthe pillar", ha="center")
        axes["a"].plot(*aim[:, :2].T, "k--", linewidth=1, label="goal of the hand")
        axes["a"].plot(*hand[:, :2].T, "C1", label="hand")
        axes["a"].plot(*hull[:, :2].T, "C0", linewidth=1, label="drone")
        axes["a"].set(title="From above", xlabel="x, m", ylabel="y, m", aspect="equal")
        axes["a"].set(xlim=(-2.4, 2.4), ylim=(-2.6, 2.3))
        axes["a"].legend(frameon=False, loc="center")
        axes["b"].plot(clock, off)
        axes["b"].set(
            ylabel="hand off goal, mm", title="grey: no place for the drone above the goal"
        )
        axes["c"].semilogy(clock, costs)
        axes["c"].set(xlabel="s", ylabel="cost of the plan")
        for axis in (axes["b"], axes["c"]):
            axis.fill_between(
                clock, 0, 1, blocked, transform=axis.get_xaxis_transform(), color="0.9"
            )
        for axis in axes.values():
            axis.spines[["top", "right"]].set_visible(False)
        figure.savefig(__file__.replace(".py", ".png"), dpi=100)
