# %% [markdown]
# # Identification
#
# The masses, centres of mass and inertias of an arm, with friction, from torques while it moves.

# %%
import numpy as np

import kinetree as kt

rng = np.random.default_rng(0)
nominal = kt.robots.arm().replace(damping=np.full(7, 0.3), friction=np.full(7, 0.2))
drawn = nominal.inertias * rng.uniform(0.8, 1.2, (nominal.njoints, 1))  # what the arm is, in truth
true = nominal.replace(
    inertias=drawn, damping=rng.uniform(0.1, 0.8, 7), friction=rng.uniform(0.1, 0.5, 7)
)

# %% [markdown]
# ## What can be found at all
#
# Torques are linear in ten numbers a body, but depend only on combinations of them, the base parameters: the first
# joint turns about the vertical, and its mass is never felt.

# %%
base = kt.identification.base_parameters(nominal, joint_parameters=("damping", "friction"))
print(len(base.names), "parameters,", len(base.expressions), "combinations matter:")
print(*base.expressions[:4], sep="\n")

# %% [markdown]
# ## A motion and its torques
#
# A periodic motion within the limits of positions, velocities and torques, that excites all joints. The torques have
# noise.

# %%
motion = kt.identification.excitation(nominal, period=10.0, dt=0.02, rng=0)
q, v, a = motion.q, motion.v, motion.a
print("condition number of the regressor:", round(motion.condition, 1))
noise = 0.05
tau = kt.rnea(true, q, v, a) - kt.passive_forces(true, q, v) + rng.normal(0, noise, q.shape)

# %% [markdown]
# ## The fit
#
# Bodies that can exist, near the nominal ones where torques do not say: log-Cholesky coordinates.

# %%
found = kt.identification.fit(
    nominal, q, v, a, tau, joint_parameters=("damping", "friction"), noise=noise
)
print("converged:", found.converged)
print("residual [N m]:", found.residual.round(3))
print("friction [N m]:", found.model.friction.round(3), "true:", true.friction.round(3))
print("standard deviations:", found.standard_deviations[-7:].round(4))
print("what torques do not tell:", found.base.undetermined[:3])

# %% [markdown]
# On another motion, the torques of the model found, beside those of the nominal one:

# %%
q, v, a = kt.random_configuration(true, 200, rng=rng), *rng.normal(size=(2, 200, 7))
want = kt.rnea(true, q, v, a)
before = abs(kt.rnea(nominal, q, v, a) - want).mean()
after = abs(kt.rnea(found.model, q, v, a) - want).mean()
print(f"mean error {before:.3f} N m before, {after:.4f} N m after")
assert after < 0.05 * before

# %% [markdown]
# A residual far above the noise is warned of: a wrong sign, an order of joints, a gear ratio. Save the result with
# `kt.save(found.model, "arm.json")`.
