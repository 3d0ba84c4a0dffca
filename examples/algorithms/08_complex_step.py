"""Complex step: derivatives to the last digit from the very source that ships.

Put 1e-200 i on an operand: complex numbers run the Python function, and the imaginary part of the
result is the derivative, with nothing subtracted and so nothing lost.
"""

import numpy as np

import kinetree as kt

arm = kt.robots.arm()
rng = np.random.default_rng(0)
q = kt.random_configuration(arm, rng=rng)
v, a = rng.standard_normal((2, arm.nv))

step = 1e-200
columns = [kt.rnea(arm, q + 1j * step * e, v, a).imag / step for e in np.eye(arm.nv)]
by_complex_step = np.stack(columns, -1)
by_kinetree = kt.jacobian(kt.rnea, "q")(arm, q, v, a)
error = abs(by_complex_step - by_kinetree).max() / abs(by_kinetree).max()
print(f"d tau / d q {by_kinetree.shape}: complex step and kt.jacobian differ by {error:.0e}")
assert error < 1e-14

h = 1e-6
by_differences = [(kt.rnea(arm, q + h * e, v, a) - kt.rnea(arm, q, v, a)) / h for e in np.eye(7)]
lost = abs(np.stack(by_differences, -1) - by_kinetree).max() / abs(by_kinetree).max()
print(f"finite differences are off by {lost:.0e}")
assert lost > 1000 * error
