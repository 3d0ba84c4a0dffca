"""A satellite turns by moving its arm, as a falling cat does, and which integrators get it right.

Nothing pushes a free-floating satellite: while motors move its arm in circles, its momentum about
the world's origin stays what it was. `kt.simulation.rollout` simulates two satellites, one at rest
and one that tumbles. The variational integrator keeps the momenta of both to rounding; others as
well as their order says. The one at rest turns all the same: each circle of the arm leaves its hull
in another attitude, with the arm back in place. `--plot` saves a picture.
"""

import sys

import numpy as np

import kinetree as kt

DT, PERIOD = 0.02, 5.0  # of a step and of a circle of the arm, s
STIFFNESS, DAMPING = [80.0, 80.0, 20.0], [40.0, 40.0, 10.0]  # of the motors
INTEGRATORS = "variational", "commutator_free_4", "semi_implicit_euler"


def satellite():
    """A hull of 100 kg with an arm of 20 kg that reaches 1.8 m."""
    builder = kt.ModelBuilder("satellite with an arm")
    hull = kt.Inertia(100.0, [0, 0, 0], np.diag([12.0, 10.0, 14.0]))
    builder.add_root("hull", joint=kt.FreeFlyer(), inertia=hull)
    parent, at = "hull", [0.5, 0, 0.2]
    for name, axis, mass, length in (
        ("shoulder", "z", 6.0, 0.3),
        ("upper_arm", "y", 8.0, 0.8),
        ("forearm", "y", 6.0, 0.7),
    ):
        about = mass * np.diag([0.06**2 / 2, length**2 / 12, length**2 / 12])
        link = kt.Inertia(mass, [length / 2, 0, 0], about)
        placement = kt.SE3(np.eye(3), at)
        builder.add_body(
            name, parent=parent, joint=kt.Revolute(axis), placement=placement, inertia=link
        )
        parent, at = name, [length, 0, 0]
    return builder.build().replace(gravity=[0, 0, 0])


robot = satellite()
n = robot.nv


def motors(q, v, t):
    """Torques that lead the arm around a circle of joint angles."""
    turn = 2 * np.pi / PERIOD * t
    sin, cos = kt.math.sin(turn), kt.math.cos(turn)
    goal = kt.math.stack([sin, 1 - cos, -sin])
    arm = kt.math.array(STIFFNESS) * (goal - q[7:]) - kt.math.array(DAMPING) * v[6:]
    return kt.math.concatenate([kt.math.zeros(6), arm])


def momentum(q, v):
    """[linear; angular] about the world's origin, in N s and N m s."""
    h = kt.centroidal_momentum(robot, q, v)
    at_origin = np.cross(kt.center_of_mass(robot, q), h[..., :3])
    return np.concatenate([h[..., :3], h[..., 3:] + at_origin], -1)


def simulated(integrator, dt, steps, every):
    """The motions of a satellite at rest and of one that tumbles."""
    v = np.zeros((2, n))
    v[1, 3:6] = spin = 0.1, 0.2, 0.5  # rad/s, about its centre of mass
    v[1, :3] = -np.cross(spin, kt.center_of_mass(robot, kt.neutral(robot)))
    how = {"policy": motors, "every": every, "simulation": kt.Simulation(integrator=integrator)}
    return kt.simulation.rollout(robot, kt.neutral(robot), v, None, dt, steps=steps, **how)


def main(steps=20_000, every=10):
    """By integrator, errors of momentum (satellites, times, 6) at DT and DT / 2, and q at DT."""
    found = {}
    for integrator in INTEGRATORS:
        q, v = simulated(integrator, DT, steps, every)
        halved = momentum(*simulated(integrator, DT / 2, 2 * steps, 2 * every))
        errors = momentum(q, v) - momentum(q, v)[:, :1], halved - halved[:, :1]
        found[integrator] = errors, q
    return found


def turned(q):
    """The angle by which the hull has turned since the start, in degrees."""
    return np.degrees(np.linalg.norm(kt.so3.log(kt.so3.from_quaternion(q[:, 3:7])), axis=-1))


if __name__ == "__main__":
    steps, every = 20_000, 10
    found = main(steps, every)
    size = np.linalg.norm(momentum(*simulated("variational", DT, 1, 1))[1, 0, 3:])
    print(
        f"{steps} steps of {DT} s with an angular momentum of {size:.1f} N m s; its largest error"
    )
    for integrator, (errors, _) in found.items():
        whole, half = (abs(error[..., 3:]).max() for error in errors)
        print(f"{integrator:20} {whole:.1e}, with steps half as long {half:.1e}")
    at_rest = found["variational"][1][0]
    circle = round(PERIOD / DT / every)
    print("the one at rest has turned by", end=" ")
    print(*turned(at_rest)[circle : 4 * circle : circle].round(1), end=" ")
    print("degrees after 1, 2, 3 circles of its arm")
    if "--plot" in sys.argv:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
        number = every * np.arange(1, steps // every + 1)
        for integrator, (errors, _) in found.items():
            error = np.linalg.norm(errors[0][1, 1:, 3:], axis=-1)
            left.loglog(number, error / size, label=integrator)
        left.set(title="The one that tumbles: its angular momentum", xlabel="steps")
        left.set(ylabel="relative error", ylim=(1e-15, 1e9))
        left.legend(frameon=False, loc="upper left")
        shown = np.arange(5 * circle + 1)
        right.plot(DT * every * shown, turned(at_rest[shown]), label="the hull has turned")
        back = shown[::circle]
        right.plot(
            DT * every * back, turned(at_rest[back]), "C0o", label="the arm is back in place"
        )
        right.set(title="The one at rest: its attitude", xlabel="s", ylabel="degrees")
        right.legend(frameon=False)
        for axis in (left, right):
            axis.spines[["top", "right"]].set_visible(False)
        figure.savefig(__file__.replace(".py", ".png"), dpi=100)
