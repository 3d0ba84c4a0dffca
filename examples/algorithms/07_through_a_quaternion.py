"""A derivative through a quaternion: the gravity torques of a robot that floats.

q of a quadruped has 19 numbers, its velocity 18. A derivative with respect to q is taken along
`kt.integrate(model, q, step)`, so it has a column for each velocity and never leaves the sphere.
"""

import numpy as np

import kinetree as kt

robot = kt.robots.quadruped()
q = kt.random_configuration(robot, rng=0)

stiffness = kt.jacobian(kt.generalized_gravity, "q")(robot, q)
print(f"nq {robot.nq}, nv {robot.nv}, d g / d q has shape {stiffness.shape}")

step = 1e-5
columns = []
for k in range(robot.nv):
    e = step * np.eye(robot.nv)[k]
    ahead, behind = (kt.integrate(robot, q, s * e) for s in (1, -1))
    columns.append(kt.generalized_gravity(robot, ahead) - kt.generalized_gravity(robot, behind))
differences = np.stack(columns, -1) / (2 * step)
print(f"largest difference from finite differences: {abs(stiffness - differences).max():.1e}")
assert np.allclose(stiffness, differences, atol=1e-6)

# gravity is the gradient of the potential energy, and moving the base changes no torque
energy_gradient = kt.grad(kt.potential_energy, "q")(robot, q)
assert np.allclose(energy_gradient, kt.generalized_gravity(robot, q), atol=1e-11)
assert np.allclose(stiffness[:, :3], 0, atol=1e-12)
# the length of the quaternion does not matter, here as everywhere
longer = np.array(q)
longer[3:7] *= 3
assert np.allclose(kt.jacobian(kt.generalized_gravity, "q")(robot, longer), stiffness, atol=1e-11)
