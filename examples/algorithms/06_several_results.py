"""Several quantities in one kernel: return a dict, get a NamedTuple.

What the quantities share (placements, velocities, inertias) is computed once, whoever asked for it.
"""

import numpy as np

import kinetree as kt


@kt.algorithm
def controller_terms(model, q, v):
    return {
        "M": kt.crba(model, q),
        "h": kt.nonlinear_effects(model, q, v),
        "left_foot": kt.frame_placement(model, q, frame="left_foot"),
        "energy": kt.kinetic_energy(model, q, v) + kt.potential_energy(model, q),
    }


robot = kt.robots.humanoid()
q = kt.random_configuration(robot, 256, rng=0)
v = np.random.default_rng(1).standard_normal((256, robot.nv))

terms = controller_terms(robot, q, v)
for name, value in terms._asdict().items():
    print(f"{name:10} {value.shape}")

together = controller_terms.compile(robot).operation_count
parts = (kt.crba, kt.nonlinear_effects, kt.kinetic_energy, kt.potential_energy)
apart = sum(part.compile(robot).operation_count for part in parts)
apart += kt.frame_placement.compile(robot, frame="left_foot").operation_count
print(f"{together} operations together, {apart} apart")

assert together < 0.9 * apart
assert np.allclose(terms.M, kt.crba(robot, q), rtol=1e-12, atol=1e-12)
assert np.array_equal(terms.M, np.swapaxes(terms.M, -1, -2))
