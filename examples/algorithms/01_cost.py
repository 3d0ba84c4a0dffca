"""A cost of your own, with its gradient: how far the tool is from a target, how hard the arm works.

The function is ordinary Python. kinetree compiles it for the arm, runs it on batches, and
differentiates it, through the norm and through the tanh that levels off when a motor is overloaded.
"""

import numpy as np

import kinetree as kt


@kt.algorithm("(nq),(3)->()")
def cost(model, q, target):
    tool = kt.frame_placement(model, q, frame="tool")[:3, 3]
    load = kt.generalized_gravity(model, q) / model.effort_limits
    return kt.math.norm(tool - target) + 0.1 * kt.math.tanh(load**2).sum()


arm = kt.robots.arm()
q = kt.random_configuration(arm, 1000, rng=0)
target = [0.5, 0.2, 0.6]

costs = cost(arm, q, target)
gradient = kt.grad(cost, "q")
print(f"cost {costs.shape}, gradient {gradient(arm, q, target).shape}")

q = q[np.argmin(costs)]  # from the best of them, go downhill
start = cost(arm, q, target)
for _ in range(200):
    q = q - 0.02 * gradient(arm, q, target)
end = cost(arm, q, target)
print(f"cost before {start:.4f}, after {end:.4f}")
assert end < start

at_the_target = kt.frame_placement(arm, q, frame="tool")[:3, 3]
assert np.isfinite(gradient(arm, q, at_the_target)).all()  # the norm's corner is no trouble
