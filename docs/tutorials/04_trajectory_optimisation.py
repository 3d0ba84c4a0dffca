# %% [markdown]
# # Trajectory optimisation
#
# A double pendulum with a motor at its elbow only, the acrobot, swings up: single shooting, with SciPy's L-BFGS and the exact
# gradient through the whole simulation.

# %%
import numpy as np
from scipy.optimize import minimize

import kinetree as kt

acrobot = kt.load("double_pendulum")
dt, T, rounds = 0.02, 150, 5  # 3 s

# %% [markdown]
# An algorithm whose operand is the torque of the elbow at each step: the rollout, and its cost. `kt.grad` differentiates the
# loop in reverse, with a tape.


# %%
@kt.algorithm("(nq),(nv),(T)->()")
def cost(model, q0, v0, u):
    tau = kt.math.stack([kt.math.zeros(len(u)), u]).T
    motion = kt.simulation.rollout(model, q0, v0, tau, dt)
    q, v = motion.q[-1], motion.v[-1]
    up = kt.math.cos(q[0]) + kt.math.cos(q[0] + q[1])  # -2 where both links point up
    return 10 * (up + 2) + 0.1 * (v @ v) + 1e-4 * (u @ u)


q0, v0 = kt.neutral(acrobot), np.zeros(2)
gradient = kt.grad(cost, "u")


def both(u):
    return float(cost(acrobot, q0, v0, u)), np.asarray(gradient(acrobot, q0, v0, u))


# %% [markdown]
# First, that the gradient is one:

# %%
rng = np.random.default_rng(0)
u = rng.normal(size=T)
direction = rng.normal(size=T)
difference = (both(u + 1e-5 * direction)[0] - both(u - 1e-5 * direction)[0]) / 2e-5
print(difference, both(u)[1] @ direction)
assert np.isclose(difference, both(u)[1] @ direction, rtol=1e-5)

# %% [markdown]
# Then the best of a few starts.

# %%
found = min(
    (
        minimize(
            both, 2 * rng.normal(size=T), jac=True, method="L-BFGS-B", options={"maxiter": 300}
        )
        for _ in range(rounds)
    ),
    key=lambda x: x.fun,
)
tau = np.stack([np.zeros(T), found.x], 1)
motion = kt.simulation.rollout(acrobot, q0, v0, tau, dt)
angles = motion.q[-1]
up = np.cos(angles[0]) + np.cos(angles.sum())
print(f"cost {found.fun:.3f} after {found.nfev} simulations; height {-up:.3f} of 2")
assert -up > 1.9

# %%
kt.plot.trajectory(acrobot, motion.q, motion.v, dt=dt, tau=tau)

# %% [markdown]
# `kt.optimal_control` is a solver for such problems, with constraints: `docs/guide/optimal-control.md`.
