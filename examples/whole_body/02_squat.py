"""A humanoid that squats: two feet fixed, the centre of mass at many heights, in one call."""

import numpy as np

import kinetree as kt


def squat(robot, q0, depths):
    """Configurations with both feet as at q0, and the centre of mass lower by `depths` (n)."""
    feet = ("left_foot", "right_foot")
    stand = [kt.tasks.Pose(foot, kt.frame_placement(robot, q0, frame=foot)) for foot in feet]
    down = kt.center_of_mass(robot, q0) - np.outer(depths, [0, 0, 1])
    tasks = [*stand, kt.tasks.CenterOfMass(down)]
    return kt.inverse_kinematics(robot, tasks, q0)


if __name__ == "__main__":
    robot = kt.robots.humanoid()
    bent = {"hip_pitch": -0.2, "knee": 0.4, "ankle_pitch": -0.2}  # straight legs cannot tell how
    legs = {f"{side}_leg_{n}": x for side in ("left", "right") for n, x in bent.items()}
    found = squat(robot, kt.configuration(robot, legs), np.linspace(0, 0.2, 100))
    knee = robot.joint("left_leg_knee").q_slice.start
    print(f"{found.converged.sum()} of 100 found, in {found.iterations.mean():.1f} steps")
    print(f"knees bend from {found.q[0, knee]:.2f} to {found.q[-1, knee]:.2f} rad")
