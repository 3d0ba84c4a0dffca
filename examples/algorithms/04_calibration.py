"""Calibration: find where a joint really stands from measured poses of the tool.

The arm was put together with joint 4 a few millimetres and some tenths of a degree off. Its
placement is an operand, so `kt.jacobian` gives the derivative of the tool's pose with respect to
it, and Gauss-Newton finds the error.
"""

import numpy as np

import kinetree as kt

arm = kt.robots.arm()
joint = arm.joint("joint4").index
q = kt.random_configuration(arm, 50, rng=0)


def moved(placements, twist):
    """All placements, that of the joint moved by a twist [linear; angular] in its own frame."""
    step = kt.SE3.exp(kt.Motion(twist[:3], twist[3:])).matrix
    result = np.array(placements)
    result[joint] = result[joint] @ np.array(step, dtype=float)
    return result


truth = moved(arm.placements, [2e-3, -1e-3, 3e-3, 0.004, -0.003, 0.002])
measured = kt.frame_placement(arm, q, frame="tool", placements=truth)

# the six directions in which the joint's placement can move: P hat(e_k)
hat = np.zeros((6, 4, 4))
hat[[0, 1, 2], [0, 1, 2], 3] = 1
hat[[3, 4, 5], [2, 0, 1], [1, 2, 0]] = 1
hat[[3, 4, 5], [1, 2, 0], [2, 0, 1]] = -1

pose_jacobian = kt.jacobian(kt.frame_placement, "placements")
estimate = np.array(arm.placements)
for iteration in range(5):
    error = kt.frame_placement(arm, q, frame="tool", placements=estimate) - measured
    print(f"iteration {iteration}: largest error of a pose {abs(error).max():.1e}")
    if abs(error).max() < 1e-12:
        break
    by_entry = pose_jacobian(arm, q, frame="tool", placements=estimate)[..., joint, :, :]
    by_twist = np.einsum("nijab,kab->nijk", by_entry, estimate[joint] @ hat)
    step = np.linalg.lstsq(by_twist.reshape(-1, 6), -error.ravel(), rcond=None)[0]
    estimate = moved(estimate, step)

print(f"error of the placement that was found: {abs(estimate - truth).max():.1e}")
assert abs(estimate - truth).max() < 1e-12
assert abs(arm.placements - truth).max() > 1e-3
