"""Fifty digits: how good is float64? Run the same algorithm with mpmath and see."""

import mpmath
import numpy as np

import kinetree as kt

mpmath.mp.dps = 50
robot = kt.robots.quadruped()
rng = np.random.default_rng(0)
q = kt.random_configuration(robot, rng=rng)
v, a = rng.standard_normal((2, robot.nv))


def precise(x):
    """The same numbers, with fifty digits to compute with."""
    return [mpmath.mpf(float(entry)) for entry in x]


exact = kt.rnea(robot, precise(q), precise(v), precise(a))
fast = kt.rnea(robot, q, v, a)
error = max(abs(x - y) for x, y in zip(fast, exact, strict=True)) / max(abs(x) for x in exact)
print("tau[7], fifty digits:", mpmath.nstr(exact[7], 50))
print("tau[7], float64:     ", repr(float(fast[7])))
print(f"largest error of float64: {float(error):.1e} of the largest torque")
assert 0 < error < 1e-14

# and back: forward dynamics undoes inverse dynamics to nearly all fifty digits
again = kt.aba(robot, precise(q), precise(v), list(exact))
residual = max(abs(x - y) for x, y in zip(again, a, strict=True))
print(f"aba(rnea(a)) - a: {float(residual):.0e}")
assert residual < mpmath.mpf(10) ** -44
