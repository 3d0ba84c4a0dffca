# %% [markdown]
# # Sampling-based control
#
# Model predictive path integral control, MPPI: try hundreds of torque sequences, weight them by their cost, take the mean,
# move one step, again. The simulations of a tick are one call, and only their costs are stored.
#
# A cart with a pole that hangs down swings it up.

# %%
import matplotlib.pyplot as plt
import numpy as np

import kinetree as kt

builder = kt.ModelBuilder("cart pole")
builder.add_body(
    "cart", joint=kt.Prismatic("x"), inertia=kt.Inertia(1.0, [0, 0, 0], np.zeros((3, 3)))
)
pole = kt.Inertia(0.2, [0, 0, -0.5], np.diag([0.017, 0.017, 0.0001]))
builder.add_body("pole", parent="cart", joint=kt.Revolute("y"), inertia=pole)
robot = builder.build()

dt, horizon, samples, spread, temperature = 0.02, 60, 512, 6.0, 0.5


# %%
def cost(q, v, tau, t):
    upright = 1 + kt.math.cos(q[1])  # 0 where it points up
    return 2 * upright + 0.3 * q[0] ** 2 + 0.02 * v[0] ** 2 + 0.02 * v[1] ** 2


def final_cost(q, v):
    return 60 * (1 + kt.math.cos(q[1])) + 3 * q[0] ** 2 + v @ v


# %% [markdown]
# A tick: perturb the plan, roll all out, weight.

# %%
rng = np.random.default_rng(0)
q, v, plan = np.zeros(2), np.zeros(2), np.zeros(horizon)
states = [q]
for _ in range(200):
    noise = spread * rng.standard_normal((samples, horizon))
    tau = np.stack([plan + noise, np.zeros((samples, horizon))], -1)  # the pole has no motor
    score = kt.simulation.rollout(robot, q, v, tau, dt, cost=(cost, final_cost))
    weights = np.exp(-(score.cost - score.cost.min()) / temperature)
    plan = plan + weights @ noise / weights.sum()
    q, v = kt.simulation.step(robot, q, v, np.array([plan[0], 0.0]), dt)
    plan = np.append(plan[1:], 0.0)
    states.append(q)
states = np.array(states)
print(
    f"{200 * samples * horizon:,} steps; at the end cos(angle) = {np.cos(states[-50:, 1]).max():.3f} at worst"
)

# %%
figure, ax = plt.subplots(figsize=(8, 3.5), layout="constrained")
ax.plot(dt * np.arange(len(states)), states, label=["cart [m]", "pole [rad]"])
ax.axhline(np.pi, color="gray", linewidth=0.5)
ax.axhline(-np.pi, color="gray", linewidth=0.5)
ax.set_xlabel("t [s]")
ax.legend(frameon=False)
plt.show()

# %%
assert np.cos(states[-50:, 1]).max() < -0.9
