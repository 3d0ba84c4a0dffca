"""Robots on the ground beside MuJoCo: forces and heights.

Public robots: those of MJCF in the folder `--packages`,

    pip install --no-deps --target packages gymnasium==1.4.0 dm_control==1.0.50

and of `kt.robots` and example-robot-data, with spheres or boxes at the feet. "File" is an MJCF as
it is, its own actuators at a control of 0; on the "plane" and on "hills" of +-2 cm the robots are
held by their own servos, or by others of position (`kt.Motors`, kp 20 N m/rad a kg, kd kp / 40),
and written by `kt.to_mjcf`. Both simulators read the same MuJoCo model, where contacts with the
world are left; ours solves for 16 a state at most. They begin at rest, the lowest point on the
ground, and step 2 ms for 60 s (`--seconds`), MuJoCo's integrator being "implicitfast".

"Force" is the mean of the vertical forces (MuJoCo's at every tenth step) from the middle on, over
the weight, "worst" the mean of the second that is farthest from it; "height" is that of the centre
of mass, "off" MuJoCo's less ours; "deeper" by how much MuJoCo's deepest contact is deeper than
ours; "creep" how far the shape that moves most goes sideways in the second half. Robots below 0.8
of their first height fell, to other poses: these are not compared.

Why heights differ: MuJoCo's feet slip on soft friction until nothing pushes sideways, ours stick.
In the first 20 s on the plane those of anymal go 11.6 mm sideways (ours 0.04), of hyq 11.6 (0.11),
of half_cheetah 16.5 (11.0). With MuJoCo's `noslip_iterations` at 50 they go 0.04, 0.24 and 9.9,
and joints differ by 3e-5, 2e-4 and 1e-3 rad instead of 2e-2, 1e-2 and 3e-2; but then it bears the
weight at other depths (4.8 mm for hyq). half_cheetah is 0.3 mm off, b1 0.02 instead of 1.06.
No limit of a joint is reached in these runs.
"""

from pathlib import Path

import experiment
import mujoco
import numpy as np
from experiment import G

import kinetree as kt

DT, SECOND, MOST = 2e-3, 500, 16
X = np.arange(-4, 4.01, 0.25)
HILLS = kt.shapes.HeightField(
    0.02 * np.cos(1.3 * X)[:, None] * np.cos(1.7 * X), (-4, -4, 0.25, 0.25)
)


def cases(packages, quick):
    """Name, ground, MuJoCo's model, configuration and control of every run."""
    robots = {}
    for name, path in () if quick else experiment.files(packages):
        mj = mujoco.MjModel.from_xml_path(str(path))
        robot = kt.load(mj)
        robots[name] = robot, kt.convert.from_mujoco(robot, mj.qpos0).q
        yield name, "file", only_world(mj), robots[name][1], np.zeros(mj.nu)
    for name in list(experiment.FEET)[: 1 if quick else None]:
        robots[name.split("/")[-1]] = experiment.on_feet(name)
    for name, (robot, q) in robots.items():
        robot, control = held(robot, q)
        for ground, shape in {"plane": kt.shapes.Plane(), "hills": HILLS}.items():
            floor = kt.Geometry("ground", "collision", "world", 0, kt.SE3.identity(), shape)
            moving = (x for x in robot.geometries if x.joint)
            text = kt.to_mjcf(robot.replace(geometries=(*moving, floor)))
            yield name, ground, only_world(mujoco.MjModel.from_xml_string(text)), q, control


def held(robot, q):
    """The robot with servos of its own, or of `kt.Motors`, and their control."""
    if any(x.law.parameters["bias_position"] for x in robot.actuators):
        return robot, np.zeros(robot.nu)
    kp = 20 * robot.total_mass
    robot = robot.replace(actuators=kt.Motors(kp=kp, kd=kp / 40, effort=np.inf))
    q = np.clip(q, robot.lower_position_limits, robot.upper_position_limits)
    coordinates = dict(zip(robot.q_names, q.tolist(), strict=True))
    return robot, np.array([coordinates[x.joints[0]] for x in robot.actuators])


def only_world(mj):
    """MuJoCo's model without contacts of what moves with each other."""
    still = mj.body_weldid[mj.geom_bodyid] == 0
    solid = (mj.geom_contype | mj.geom_conaffinity) > 0
    mj.geom_contype[:], mj.geom_conaffinity[:] = still & solid, ~still & solid
    mj.opt.timestep, mj.opt.integrator = DT, mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    return mj


def placed(robot, q):
    """The configuration within limits, its lowest point on the ground."""
    q = np.clip(q, robot.lower_position_limits, robot.upper_position_limits)
    up = robot.q_names.index("rootz") if "rootz" in robot.q_names else 2
    for _ in range(3):  # on hills the nearest point is not the one below
        q[up] -= kt.collision.distances(robot, q).min()
    return kt.normalize(robot, q)


class Run:
    """A robot in both simulators, advanced by seconds."""

    def __init__(self, mj, q, control):
        self.robot = kt.load(mj)
        self.q, self.v = placed(self.robot, q), np.zeros(self.robot.nv)
        self.contacts, self.control = kt.contacts(self.robot), np.tile(control, (SECOND, 1))
        most = MOST if len(self.contacts) > MOST else None
        self.simulation = kt.Simulation(
            contacts=self.contacts, max_contacts=most, passive="implicit", limits=True
        )
        still = {x.name for x in self.robot.geometries if not x.joint}
        self.signs = np.array([-1 if x.first in still else 1 for x in self.contacts])
        self.mj, self.data = mj, mujoco.MjData(mj)
        self.data.qpos = kt.convert.to_mujoco(self.robot, self.q).q
        self.data.ctrl = control

    def second(self):
        """The means of the vertical forces of a second, ours and MuJoCo's, over the weight."""
        out = kt.simulation.rollout(
            *(self.robot, self.q, self.v, np.zeros((SECOND, self.robot.nv)), DT),
            control=self.control if self.robot.nu else None,
            record="forces",
            simulation=self.simulation,
        )
        self.q, self.v, theirs = out.q[-1], out.v[-1], 0.0
        for _ in range(SECOND // 10):
            mujoco.mj_step(self.mj, self.data, 10)
            theirs += self.vertical() / SECOND * 10
        ours = (out.forces[..., 2] @ self.signs).mean()
        return np.array([ours, theirs]) / G / self.robot.total_mass

    def vertical(self):
        """MuJoCo's vertical force of the world on all that moves."""
        total, wrench = 0.0, np.zeros(6)
        for k, x in enumerate(self.data.contact):
            mujoco.mj_contactForce(self.mj, self.data, k, wrench)
            sign = 1 if self.mj.body_weldid[self.mj.geom_bodyid[x.geom1]] == 0 else -1
            total += sign * (x.frame[2::3] @ wrench[:3])
        return total

    def states(self):
        """Height of the centre of mass, least distance, places of shapes, ours and MuJoCo's."""
        q = np.stack([self.q, kt.convert.from_mujoco(self.robot, self.data.qpos).q])
        gaps = kt.collision.distances(self.robot, q).min(-1)
        places = kt.geometry_placements(self.robot, q, kind="collision")[..., :2, 3]
        return kt.center_of_mass(self.robot, q)[:, 2], gaps, places


def row(name, ground, mj, q, control, seconds):
    """A row of the table, our worst force beside 1, and MuJoCo's height less ours."""
    run = Run(mj, q, control)
    (first, _), *_ = run.states()
    for _ in range(seconds // 2):
        run.second()
    *_, middle = run.states()
    forces = np.array([run.second() for _ in range(seconds // 2)])
    heights, gaps, places = run.states()
    creep = np.linalg.norm(places - middle, axis=-1).max(-1)
    worst = forces[abs(forces[:, 0] - 1).argmax(), 0]
    ours, theirs = forces.mean(0)
    off = None if heights.min() < 0.8 * first else heights[1] - heights[0]
    cells = [name, ground, len(run.contacts)]
    cells += [f"{x:.4f}" for x in (ours, worst, theirs, heights[0])]
    cells.append("fell" if off is None else f"{1e3 * off:z.2f}")
    cells += [f"{1e3 * x:z.2f}" for x in (gaps[0] - gaps[1], *creep)]
    return cells, worst, off


def main():
    chosen = experiment.options(__doc__, packages=Path("packages"), seconds=60)
    seconds = 2 if chosen.quick else chosen.seconds
    rows, worst, off = zip(
        *(row(*case, seconds) for case in cases(chosen.packages, chosen.quick)), strict=True
    )
    heads = ("ground", "contacts", "force", "worst", "MuJoCo's", "height (m)", "off (mm)")
    experiment.table(["robot", *heads, "deeper (mm)", "creep (mm)", "MuJoCo's"], rows)
    errors = abs(np.array(worst) - 1)
    off = 1e3 * abs(np.array([x for x in off if x is not None]))
    near, good = (off < 1).sum(), (errors < 0.01).sum()
    print(f"\nForces within 1 % of the weight in every second: {good} of {len(rows)}, wanted all.")
    print(f"Heights of what stands within 1 mm: {near} of {len(off)}, wanted all.")
    if chosen.plot:
        figure, (left, right) = experiment.axes(2, share=False)
        left.plot(np.sort(np.maximum(errors, 1e-9)), ".")
        left.set_title("force, of the weight, from it")
        right.plot(np.sort(np.maximum(off, 1e-6)), ".")
        right.set_title("height from MuJoCo's, mm")
        experiment.save(figure, __file__)


if __name__ == "__main__":
    main()
