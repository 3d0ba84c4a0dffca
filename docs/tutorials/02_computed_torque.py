# %% [markdown]
# # Computed torque
#
# A controller that follows a trajectory: inverse dynamics of the acceleration that is wanted, plus a
# correction. And what happens when its masses are wrong.

# %%
import matplotlib.pyplot as plt
import numpy as np

import kinetree as kt

arm = kt.robots.arm()
kp, kd, dt, T = 100.0, 20.0, 2e-3, 1000

# %% [markdown]
# The reference: a smooth move of all joints, 10 t^3 - 15 t^4 + 6 t^5, and its derivatives.

# %%
start, goal = np.zeros(7), np.array([0.5, -0.6, 0.4, 1.2, -0.3, 0.7, 0.2])
s = np.linspace(0, 1, T)[:, None]
duration = T * dt
q_ref = start + (goal - start) * (10 * s**3 - 15 * s**4 + 6 * s**5)
v_ref = (goal - start) * (30 * s**2 - 60 * s**3 + 30 * s**4) / duration
a_ref = (goal - start) * (60 * s - 180 * s**2 + 120 * s**3) / duration**2
schedule = np.concatenate([q_ref, v_ref, a_ref], 1)  # a row for each step

# %% [markdown]
# The controller is a policy in the loop of the simulation. Its model is a robot of its own, `believed`; it is compiled
# into the same kernel as the robot that moves.


# %%
def controller(believed):
    def policy(q, v, t, row):
        q_ref, v_ref, a_ref = row[:7], row[7:14], row[14:]
        a = a_ref + kp * (q_ref - q) + kd * (v_ref - v)
        return kt.rnea(believed, q, v, a)

    return policy


def error(robot, believed):
    """Position limits, damping and dry friction are those of the robot that moves."""
    how = {"policy": controller(believed), "schedule": schedule}
    motion = kt.simulation.rollout(
        robot, start, np.zeros(7), None, dt, steps=T, simulation=kt.Simulation.of(robot), **how
    )
    return abs(motion.q[:-1] - q_ref).max(-1)


# %% [markdown]
# Three cases: the right model; damping and dry friction in the joints that it does not have; masses
# that are 10 % too low.

# %%
rubbing = arm.replace(damping=np.full(7, 0.5), friction=np.full(7, 0.3))
light = arm.replace(inertias=0.9 * arm.inertias)
errors = {
    "right model": error(arm, arm),
    "friction that it does not have": error(rubbing, arm),
    "masses 10 % too low": error(arm, light),
}
for name, e in errors.items():
    print(f"{name}: {np.rad2deg(e.max()):.4f} degrees off at most")

figure, ax = plt.subplots(figsize=(8, 3.5), layout="constrained")
for name, e in errors.items():
    ax.semilogy(dt * np.arange(T), np.rad2deg(e) + 1e-6, label=name)
ax.set(xlabel="t [s]", ylabel="largest error of a joint [degrees]")
ax.legend(frameon=False)
plt.show()

# %% [markdown]
# With the right model the error is that of holding a torque over 2 ms. The rest is what feedback leaves:
# the torque that is missing, over M kp.

# %%
assert errors["right model"].max() < 1e-3 < errors["masses 10 % too low"].max()
