"""A momentum observer: an arm notices that something pushes it, and where, without a force sensor.

The momentum p = M v changes by dp/dt = tau + C^T v - g + J^T f. The observer integrates what it
knows of that, and lets a residual r make up for the rest [DeLuca2006]:

    r = GAIN (p - integral of (tau + C^T v - g + r)),   so that   dr/dt = GAIN (J^T f - r).

So r is J^T f after a first-order filter, from q, v and tau only. `--plot` saves a picture.
"""

import sys
from pathlib import Path

import numpy as np

import kinetree as kt

DT, SECONDS = 1e-3, 4.0
STIFFNESS, DAMPING = 400.0, 40.0  # of the controller, 1/s^2 and 1/s
GAIN, THRESHOLD = 50.0, 0.5  # of the observer, 1/s and N m
LINK, START, END = "link5", 2.0, 2.8  # what is pushed, and when
POINT, FORCE = [0.06, 0, 0.15], [10.0, 30.0, 0.0]  # where and how hard, in the axes of the link
PUSH = np.concatenate([FORCE, np.cross(POINT, FORCE)])

arm = kt.robots.arm()
middle = kt.configuration(arm, {"joint2": 0.5, "joint4": 1.0, "joint6": 0.6})


def trajectory(t, w=2.0, size=0.4):
    """The desired configuration, velocity and acceleration."""
    sin, cos = np.sin(w * t + np.arange(arm.nv)), np.cos(w * t + np.arange(arm.nv))
    return middle + size * sin, w * size * cos, -w * w * size * sin


def controller(t, q, v):
    """Torques that pull the arm to its trajectory as springs and dampers do."""
    q_d, v_d, a_d = trajectory(t)
    return kt.rnea(arm, q, v, a_d + STIFFNESS * (q_d - q) + DAMPING * (v_d - v))


times = np.arange(0, SECONDS, DT)
residuals, truth = np.zeros((2, len(times), arm.nv))
q, v, _ = trajectory(0.0)
total = kt.crba(arm, q) @ v  # the integral, from the momentum at the start

for k, t in enumerate(times):
    tau = controller(t, q, v)

    r = GAIN * (kt.crba(arm, q) @ v - total)
    momentum_rate = kt.coriolis_times(arm, q, v, v, transposed=True)
    momentum_rate += tau - kt.generalized_gravity(arm, q)
    total += DT * (momentum_rate + r)

    push = PUSH if START <= t < END else np.zeros(6)
    residuals[k], truth[k] = r, kt.frame_jacobian(arm, q, frame=LINK, reference="local").T @ push
    f_ext = kt.external_forces(arm, q, {LINK: push}, reference="local")
    v = v + DT * kt.aba(arm, q, v, tau, f_ext)
    q = kt.integrate(arm, q, DT * v)

felt = abs(residuals) > THRESHOLD
noticed = times[felt.any(1).argmax()]
last = np.flatnonzero(felt.any(0)).max() + 1
settled = (times > START + 6 / GAIN) & (times < END)
error = abs(residuals - truth)[settled].max()
print(f"before the push, residuals are up to {abs(residuals[times < START]).max():.3f} N m")
print(f"{LINK} is pushed at {START} s; noticed after {1e3 * (noticed - START):.0f} ms")
print(f"joints up to {last} feel it: it is link{last}")
print(f"torques up to {abs(truth).max():.1f} N m are then known to {error:.2f} N m")
assert START < noticed < START + 0.01 and f"link{last}" == LINK and error < 0.5

if "--plot" in sys.argv:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7.5, 3.6), layout="constrained")
    axes.axvspan(START, END, color="0.93", label=f"{LINK} is pushed")
    for j in range(arm.nv):
        axes.plot(times, residuals[:, j], f"C{j}", label=f"joint {j + 1}")
        axes.plot(times, truth[:, j], f"C{j}--", linewidth=0.8)
    axes.plot([], [], "k--", linewidth=0.8, label=r"truth, $J^T f$")
    axes.set(xlim=(1.8, 3.1), xlabel="s", ylabel="external torque, N m")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    figure.savefig(Path(__file__).with_suffix(".png"), dpi=100)
