"""All that a whole-body controller reads of a robot in one cycle, as one kernel."""

import kinetree as kt


@kt.algorithm
def tick(model, q, v, *, feet):
    """Mass matrix, bias torques, and how the feet and the centre of mass move."""
    at = {"frame": feet, "reference": "local_world_aligned"}
    rest = kt.math.zeros(model.nv)
    return {
        "M": kt.crba(model, q),
        "h": kt.nonlinear_effects(model, q, v),
        "J": kt.frame_jacobian(model, q, **at),
        "dJ_v": kt.frame_acceleration(model, q, v, rest, **at, classical=True),
        "J_com": kt.center_of_mass_jacobian(model, q),
        "T": kt.frame_placements(model, q),
    }


if __name__ == "__main__":
    robot = kt.robots.quadruped()
    feet = tuple(name for name in robot.frame_names if name.endswith("foot"))
    q, v = kt.neutral(robot), [0.1] * robot.nv
    now = tick(robot, q, v, feet=feet)  # traced and compiled here, looked up from now on
    print(", ".join(f"{name} {x.shape}" for name, x in now._asdict().items()))
    print(f"{tick.compile(robot, feet=feet).operation_count} operations")
