"""Balancing LQR: a humanoid on one foot bends forward until its trunk is level, and further.

The dynamics are linearised about the pose by `kt.moving_base.linearize`, whose error of the base is
a twist: no pose is special. Where the base has yaw, pitch and roll instead, the mass matrix is
singular at a pitch of 90 degrees: there is no feedback, and next to it motions that a push leads
through 90 degrees diverge.

The ground is a stiff spring and damper at the foot, a wrench f that adds J^T f to the torques; the
29 motors are the inputs. This ground would also pull: that it need not is checked by the centre of
pressure, which stays in the sole. Needs SciPy for the Riccati equation. `--plot` saves a picture.
"""

import sys

import numpy as np
from scipy.linalg import solve_discrete_are

import kinetree as kt

DT, SECONDS, EVERY = 1e-3, 2.0, 10
FOOT, SOLE = "left_foot", [0.10, 0.05]  # half its length and width, m
STIFFNESS = np.repeat([1e5, 3e3], 3)  # N/m and N m/rad
DAMPING = np.repeat([500.0, 5.0], 3)
PUSH = 3.0  # N s, on the chest
WAYS = {"forwards": [1, 0, 0], "backwards": [-1, 0, 0], "left": [0, 1, 0], "right": [0, -1, 0]}

robot = kt.robots.humanoid()
n = robot.nv
PARTS = ("hip_yaw", "hip_roll", "hip_pitch", "knee", "ankle_pitch", "ankle_roll")
LEG = robot.v_index([f"left_leg_{part}" for part in PARTS])
Q, R = np.diag(np.repeat([1e2, 1.0], n)) * DT, 1e-3 * DT * np.eye(n - 6)

builder = kt.ModelBuilder("humanoid on yaw, pitch and roll")
angles = kt.Composite(kt.Translation(), kt.SphericalZYX())
builder.add_body("trunk", joint=angles, joint_name="trunk")
fixed = robot.reduced({"root_joint": kt.neutral(robot)[:7]})
euler = builder.build().append(fixed, frame="trunk")


def pose(pitch):
    """q with the trunk at this pitch, and the centre of mass above the flat foot."""
    turned = np.concatenate([[0, 0, 1], kt.so3.to_quaternion(kt.so3.from_rpy([0, pitch, 0]))])
    values = {"root_joint": turned}
    values |= {"left_leg_hip_pitch": -pitch, "left_leg_knee": 0.2, "right_leg_knee": 0.5}
    values |= {"left_arm_shoulder_roll": 1.4, "right_arm_shoulder_roll": -1.4}
    q = kt.configuration(robot, values)
    moved = [0, 1, 2, *LEG]
    for _ in range(10):  # Newton's method
        error = kt.frame_error(robot, q, np.eye(4), frame=FOOT)
        error = np.append(error, -kt.center_of_mass(robot, q)[:2])
        J = kt.frame_jacobian(robot, q, frame=FOOT, reference="local")
        J = np.vstack([J, kt.center_of_mass_jacobian(robot, q)[:2]])[:, moved]
        q = kt.integrate(robot, q, np.linalg.lstsq(J, error)[0] @ np.eye(n)[moved])
    return q


def wrench(model, q, v, target):
    """The wrench of the ground on the foot, in the axes of the foot."""
    deflection = kt.frame_error(model, q, target, frame=FOOT)
    speed = kt.frame_velocity(model, q, v, frame=FOOT, reference="local")
    return STIFFNESS * deflection - DAMPING * speed


@kt.algorithm("(nq),(nv),(4,4)->(nv)")
def ground(model, q, v, target):
    """The generalized forces of the ground."""
    J = kt.frame_jacobian(model, q, frame=FOOT, reference="local")
    return J.T @ wrench(model, q, v, target)


def linearized(model, q, target):
    """A and B of the robot at rest on the ground; the inputs are the motors."""
    rest, tau = np.zeros(n), kt.generalized_gravity(model, q)
    if model is robot:
        H = kt.se3.from_xyz_quaternion(q[:7])
        at = H, q[7:], rest[:6], rest[6:], tau
        A, B = kt.moving_base.linearize(robot, *at, representation="body")
    else:
        A, B = kt.linearize(model, q, rest, tau)
    slopes = [kt.jacobian(ground, x)(model, q, rest, target) for x in ("q", "v")]
    return A + B @ np.hstack(slopes), B[:, 6:]


def feedback(A, B):
    """K of u = -K x with the least sum of x^T Q x + u^T R u."""
    A, B = kt.discretize(A, B, DT)
    P = solve_discrete_are(A, B, Q, R)
    return np.linalg.solve(R + B.T @ P @ B, B.T @ P @ A)


def policy(model):
    """The torques of the ground and of the motors, u0 - K x."""
    ends = np.cumsum([model.nq, 16, n - 6])

    def balance(q, v, t, parameters):
        q0, target = parameters[: ends[0]], parameters[ends[0] : ends[1]].reshape(4, 4)
        u0, K = parameters[ends[1] : ends[2]], parameters[ends[2] :].reshape(n - 6, 2 * n)
        x = kt.math.concatenate([kt.difference(model, q0, q), v])
        u = kt.math.concatenate([kt.math.zeros(6), u0 - K @ x])
        return ground(model, q, v, target) + u

    return balance


def pushed(model, q, parameters, balance):
    """The motions after a push on the chest each of four WAYS."""
    J = kt.frame_jacobian(model, q, frame="torso_yaw_link", reference="local_world_aligned")[:3]
    v = PUSH * np.array([*WAYS.values()]) @ J @ kt.inverse_mass_matrix(model, q)
    how = {"policy": balance, "parameters": parameters, "every": EVERY}
    return kt.simulation.rollout(model, q, v, np.zeros((round(SECONDS / DT), n)), DT, **how)


def main(pitches):
    """Results by model and pitch: cond(M), errors of the head (ways, times, 3), needs."""
    found = {robot: [], euler: []}
    for model, results in found.items():
        balance = policy(model)
        for pitch in np.radians(pitches):
            q = pose(pitch)
            if model is euler:
                q = np.concatenate([q[:3], [0, pitch, 0], q[7:]])
            condition = np.linalg.cond(kt.crba(model, q))
            results.append({"condition": condition, "off": None})
            if condition > 1 / np.finfo(float).eps:
                continue  # M has no inverse, and so there is neither A nor B
            weight = np.array([0, 0, 9.81 * robot.total_mass, 0, 0, 0])
            target = kt.frame_placement(model, q, frame=FOOT) @ kt.se3.exp(weight / STIFFNESS)
            K = feedback(*linearized(model, q, target))
            u0 = (kt.generalized_gravity(model, q) - ground(model, q, np.zeros(n), target))[6:]
            parameters = np.concatenate([q, target.ravel(), u0, K.ravel()])
            qs, vs = pushed(model, q, parameters, balance)
            heads = kt.frame_placement(model, qs, frame="head")[..., :3, 3]
            f = wrench(model, qs, vs, target)
            x = np.concatenate([kt.difference(model, q, qs), vs], -1)
            results[-1] |= {
                "off": heads - heads[:, :1],
                "pressure": abs(f[..., [4, 3]] / f[..., [2]]).max((0, 1)),
                "load": f[..., 2].min(),
                "torque": abs(u0 - x @ K.T).max((0, 1)),
            }
    return found


def recovered(result):
    """The number of pushes that the robot has recovered from at the end, to a millimetre."""
    if result["off"] is None:
        return 0
    return int((np.linalg.norm(result["off"][:, -1], axis=-1) < 1e-3).sum())


def plot(pitches, found):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, middle, right) = pyplot.subplots(1, 3, figsize=(11, 3.6), layout="constrained")
    for x, pitch in enumerate((0, 45, 90)):
        q = pose(np.radians(pitch))
        joints = kt.forward_kinematics(robot, q)[:, [0, 2], 3] + [1.5 * x, 0]
        ends = kt.frame_placements(robot, q)[:, [0, 2], 3] + [1.5 * x, 0]
        for frame, end in zip(robot.frames[3:], ends[3:], strict=True):  # from the base on
            by_joint = frame.kind == "joint"
            start = robot.joint(frame.joint).parent if by_joint else frame.joint
            left.plot(*np.transpose([joints[start], end]), "C0", linewidth=2)
        left.plot(*joints[-1], "C0o", markersize=9)
        left.text(1.5 * x, -0.2, f"{pitch}°", ha="center")
    left.axhline(0, color="0.6")
    left.set(aspect="equal", title="The pose, by the pitch of the trunk")
    left.axis("off")

    level = found[robot][list(pitches).index(90)]
    for (name, way), off in zip(WAYS.items(), level["off"], strict=True):
        middle.plot(DT * EVERY * np.arange(len(off)), 1e3 * off @ np.abs(way), label=name)
    middle.set(title="Pushed at a pitch of 90°", xlabel="s", ylabel="head off its place, mm")
    middle.legend(title="pushed", frameon=False)

    names = "a twist", "yaw, pitch, roll"
    for results, color, name in zip(found.values(), ("C0", "C3"), names, strict=True):
        condition = np.array([result["condition"] for result in results])
        right.semilogy(pitches, condition, color, label=name)
        lost = np.array([recovered(result) < len(WAYS) for result in results])
        if lost.any():
            within = np.minimum(condition[lost], 1e11)  # of what is shown
            right.plot(np.asarray(pitches)[lost], within, "kx", label="not recovered")
    right.set(title="Condition number of the mass matrix", xlabel="pitch, degrees")
    right.set(ylim=(1e3, 1e12), xticks=range(0, 121, 30))
    right.legend(title="motion of the base as", frameon=False, loc="upper left")
    for axis in (middle, right):
        axis.spines[["top", "right"]].set_visible(False)
    figure.savefig(__file__.replace(".py", ".png"), dpi=100)


if __name__ == "__main__":
    around = (85, 88, 89, 89.5, 89.9, 90, 90.1, 90.5, 91, 92, 95)
    pitches = (*range(0, 85, 10), *around, *range(100, 125, 10))
    found = main(pitches)
    print("pitch   cond(M), pushes recovered from: twist   yaw, pitch and roll")
    for pitch, *both in zip(pitches, *found.values(), strict=True):
        print(f"{pitch:5.1f}", *(f"{x['condition']:24.1e} {recovered(x)} of 4" for x in both))
    level, needed = found[robot][pitches.index(90)], found[robot]
    print(f"at 90 degrees the head is off up to {1e3 * abs(level['off']).max():.1f} mm,", end=" ")
    print(f"after {SECONDS} s {1e3 * abs(level['off'][:, -1]).max():.3f} mm")
    print(f"motors give up to {max(x['torque'].max() for x in needed):.0f} N m,", end=" ")
    pressure = np.max([x["pressure"] for x in needed], 0)
    print("the centre of pressure is off by up to {:.0f} x {:.0f} mm".format(*1e3 * pressure))
    assert (pressure < SOLE).all() and all(recovered(x) == len(WAYS) for x in needed)
    if "--plot" in sys.argv:
        plot(pitches, found)
