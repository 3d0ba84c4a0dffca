"""A quadruped is dropped and lands on its feet; 4,096 of them land at once.

Its feet are points that touch the plane z = 0 with friction: `kt.simulation.rollout` with
contacts solves for the impulses that push and do not pull, stick or slide, at every step.
A policy holds its joints as springs and dampers do, the torques limited. One quadruped is dropped
with its legs folded and a sideways speed, and slides before it stands; the others from heights,
in attitudes and at speeds of their own. `--plot` saves an animation and a strip of its frames.
"""

import sys
import time

import numpy as np

import kinetree as kt

DT, SECONDS = 1e-3, 3.0
FRICTION, STIFFNESS, DAMPING, LIMIT = 0.6, 120.0, 6.0, 60.0
LEFT, RIGHT = [0.2, 0.7, -1.4], [-0.2, 0.7, -1.4]  # rad: hip, thigh, knee
STAND, FOLDED = np.array([LEFT, RIGHT] * 2).ravel(), np.array([0.0, 1.1, -2.0] * 4)

robot = kt.robots.quadruped(12)
feet = [kt.Contact(name) for name in robot.frame_names if name.endswith("_foot")]
simulation = kt.Simulation(contacts=feet)


def springs(q, v, t):
    """Torques that lead the joints to a stand, within limits."""
    tau = STIFFNESS * (kt.math.array(STAND) - q[7:]) - DAMPING * v[6:]
    tau = kt.math.minimum(LIMIT, kt.math.maximum(-LIMIT, tau))
    return kt.math.concatenate([kt.math.zeros(6), tau])


def simulated(q, v, seconds=SECONDS, every=1):
    """The motion from states (..., nq) and (..., nv)."""
    steps = round(seconds / DT)
    how = {"friction": FRICTION, "policy": springs, "every": every, "simulation": simulation}
    return kt.simulation.rollout(robot, q, v, None, DT, steps=steps, **how)


def lowest(q):
    """The height of the lowest foot."""
    index = [robot.frame_names.index(foot.frame) for foot in feet]
    return kt.frame_placements(robot, q)[..., index, 2, 3].min(-1)


def dropped(n, rng):
    """States above the plane: the first folded and level, with a speed to the side."""
    q, v = np.tile(kt.neutral(robot), (n, 1)), np.zeros((n, robot.nv))
    q[:, 3:7] = kt.rotations.exp(0.1 * rng.standard_normal((n, 3)), kind="quaternion")
    q[:, 7:] = STAND + 0.2 * rng.standard_normal((n, 12))
    v[:, :3] = [0.3, 0.1, 0.2] * rng.standard_normal((n, 3))
    q[0, 3:], v[0, :3] = [0, 0, 0, 1, *FOLDED], [0.8, 0.2, 0.0]
    height = rng.uniform(0.05, 0.3, n)
    height[0] = 0.3
    q[:, 2] += height - lowest(q)
    return q, v


def main(n=4096, seconds=SECONDS):
    """States of the first quadruped at every step, and the last ones of all."""
    q, v = dropped(n, np.random.default_rng(0))
    one = simulated(q[0], v[0], seconds)
    steps = round(seconds / DT)
    start = time.perf_counter()
    qs, vs = simulated(q, v, seconds, every=steps)
    seconds_taken = time.perf_counter() - start
    return one, (qs[:, -1], vs[:, -1]), n * steps / seconds_taken


def drawn(axes, q, trace):
    """One frame: the trunk, the legs, and the way of the trunk so far."""
    T = kt.forward_kinematics(robot, q)
    F = kt.frame_placements(robot, q)
    axes.clear()
    corners = [T[1, :3, :3] @ [a, b, 0.0] + T[1, :3, 3] for a, b in _RING]
    axes.plot(*np.transpose(corners), "C0", lw=3)
    for k, foot in enumerate(feet):
        joints = [T[2 + 3 * k + i, :3, 3] for i in range(3)]
        end = F[robot.frame_names.index(foot.frame), :3, 3]
        leg = np.transpose([*joints, end])
        axes.plot(*leg, "0.25", lw=2)
        axes.plot(leg[0], leg[1], 0 * leg[2], color="0.85", lw=2, zorder=0)
        touches = end[2] < 1e-3
        axes.plot(*end[:, None], marker="o", ms=5, color="C3" if touches else "0.6")
    axes.plot(*trace.T[:2], 0 * trace.T[2], "C0:", lw=1)
    for at in np.arange(-0.5, 0.9, 0.2):
        axes.plot([at, at], [-0.5, 0.5], [0, 0], color="0.93", lw=1, zorder=0)
    for at in np.arange(-0.5, 0.6, 0.2):
        axes.plot([-0.5, 0.7], [at, at], [0, 0], color="0.93", lw=1, zorder=0)
    axes.set(xlim=(-0.5, 0.7), ylim=(-0.5, 0.5), zlim=(0, 0.7))
    axes.set_box_aspect((1.2, 1.0, 0.7), zoom=1.35)
    axes.set_axis_off()
    axes.view_init(18, -65)


_RING = [(0.3, 0.15), (0.3, -0.15), (-0.3, -0.15), (-0.3, 0.15), (0.3, 0.15)]

if __name__ == "__main__":
    (q, v), (last_q, last_v), rate = main()
    standing, still = last_q[:, 2] > 0.3, np.abs(last_v).max(-1) < 0.01
    print(f"{len(last_q):,} quadrupeds for {SECONDS} s: {rate:,.0f} steps a second;", end=" ")
    print(f"{standing.mean():.1%} stand on their feet, {still.mean():.1%} are at rest")
    print(f"the lowest foot of the first one: {1e3 * lowest(q).min():.0e} mm")
    print(f"its speed at last: {np.abs(v[-1]).max():.1e}")
    if "--plot" in sys.argv:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
        from matplotlib.animation import FuncAnimation, PillowWriter

        shown = np.arange(0, round(1.2 / DT) + 1, 40)
        figure = pyplot.figure(figsize=(4.2, 3))
        axes = figure.add_axes((0, 0, 1, 1), projection="3d")

        def frame(k):
            drawn(axes, q[k], q[: k + 1 : 10, :3])
            axes.text2D(0.03, 0.93, f"{k * DT:.2f} s", transform=axes.transAxes)

        path = __file__.replace(".py", "")
        FuncAnimation(figure, frame, shown).save(f"{path}.gif", writer=PillowWriter(fps=25))
        strip = pyplot.figure(figsize=(12, 4.4))
        for i, k in enumerate((0, 160, 240, 280, 320, 400, 560, 1200)):
            axes = strip.add_subplot(2, 4, i + 1, projection="3d")
            drawn(axes, q[k], q[: k + 1 : 10, :3])
            axes.set_title(f"{k * DT:.2f} s", y=0.9, fontsize=9)
        strip.subplots_adjust(0, 0, 1, 1, 0, 0)
        strip.savefig(f"{path}.png", dpi=90)
