"""A static keyword: a choice made at tracing, so that each value has its kernel.

What comes after `*` is static. `Literal` says which values there are; any other raises
an error before tracing, which lists them.
"""

from typing import Literal

import numpy as np

import kinetree as kt


@kt.algorithm("(nq),(nv),(nv)->()")
def effort(model, q, v, a, *, norm: Literal["worst", "total"] = "total", power: int = 2):
    load = kt.rnea(model, q, v, a) / model.effort_limits
    if norm == "total":
        return (load**power).sum()
    worst = 0
    for x in load:
        worst = kt.math.maximum(worst, abs(x))
    return worst


arm = kt.robots.arm()
rng = np.random.default_rng(0)
q = kt.random_configuration(arm, 100, rng=rng)
v, a = rng.standard_normal((2, 100, arm.nv))

load = kt.rnea(arm, q, v, a) / arm.effort_limits
print(f"total  {effort(arm, q, v, a).mean():.6f}")
print(f"fourth {effort(arm, q, v, a, power=4).mean():.6f}")
print(f"worst  {effort(arm, q, v, a, norm='worst').mean():.6f}")
assert np.allclose(effort(arm, q, v, a, power=4), (load**4).sum(-1))
assert np.allclose(effort(arm, q, v, a, norm="worst"), abs(load).max(-1))

try:
    effort(arm, q, v, a, norm="wurst")
except kt.KinetreeError as error:
    print(error)
else:
    raise AssertionError("a value that Literal does not list was taken")
