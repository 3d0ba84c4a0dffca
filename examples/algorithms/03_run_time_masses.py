"""Masses that differ from sample to sample: an arm that lifts 10,000 different loads.

`inertias=` takes the place of the model's own numbers. One kernel serves all values; no model is
built, no code compiled, for another load.
"""

import numpy as np

import kinetree as kt

arm = kt.robots.arm()
n = 10_000
rng = np.random.default_rng(0)
q = kt.random_configuration(arm, n, rng=rng)
mass = rng.uniform(0.0, 15.0, n)

point = kt.Inertia(1.0, [0, 0, 0], np.zeros((3, 3)))  # 1 kg; ten numbers, linear in the mass
loads = mass[:, None] * np.array(point.parameters, dtype=float)
inertias = kt.payload_inertias(arm, loads, frame="tool")

still = np.zeros(arm.nv)
tau = kt.rnea(arm, q, still, still, inertias=inertias)
overloaded = (abs(tau) > arm.effort_limits).any(-1)
light, heavy = mass < 5, mass > 10
print(f"holding torques {tau.shape} for loads of {mass.min():.2f} to {mass.max():.2f} kg")
print(f"a motor is overloaded in {overloaded[heavy].mean():.1%} of poses with more than 10 kg,")
print(f"and in {overloaded[light].mean():.1%} of poses with less than 5 kg")

sample = 1234  # the same as with a model made for this load
loaded = arm.replace(inertias=inertias[sample])
assert np.allclose(tau[sample], kt.rnea(loaded, q[sample], still, still), rtol=1e-13)
assert overloaded[heavy].mean() > overloaded[light].mean()
