"""Energy without motors, and random steps: what rises, and what is not a number.

Ten robots of `kt.robots` and example-robot-data, with spheres or boxes at the feet, fall on the
plane from random states within limits, without motors, with `passive="implicit"` and limits: 10^5
steps of 2 ms each, as 100 falls of 1,000. "Rises" counts the steps after which kinetic, potential
and elastic energy are more by 1e-9 of the fall's first energy, "largest" is the largest, relative.

Random steps are of float32, 2 ms, 100 from each random state (base -0.5 to 2 m high, velocities
N(0, 5)), on a field of random heights of +-0.3 m, with random friction of 0 to 1.5, torques N(0, 2)
N m a kg and positions N(0, 1) of servos (kp 5 N m/rad a kg), drawn anew at each step or state;
every tenth batch is with limits. "Nan" counts samples that end with a number that is not finite,
"spread" those that have other bits beside samples with a nan in q, v, tau or control.
"""

from functools import partial

import experiment
import numpy as np
from experiment import G

import kinetree as kt

DT, STEPS = 2e-3, 100
WITH_NAN = ("q0", "v0", "tau", "control")
ROBOTS = list(experiment.FEET)


def states(robot, count, rng, speed, *heights):
    """Random ones, the base at most 1 m beside the origin."""
    q = kt.random_configuration(robot, count, rng=rng)
    q[:, :3] = rng.uniform([-1, -1, heights[0]], [1, 1, heights[1]], (count, 3))
    return q, speed * rng.normal(size=(count, robot.nv))


def energy(robot, q, v):
    """Kinetic, potential and elastic, (...)."""
    bent = kt.difference(robot, robot.spring_reference, q)
    elastic = (robot.stiffness * bent**2).sum(-1) / 2
    return kt.kinetic_energy(robot, q, v) + kt.potential_energy(robot, q) + elastic


def falls(robot, rng, count, steps):
    """The rises of steps, relative to the first energy of their fall, from 0 at the ground."""
    q, v = states(robot, count, rng, 1.0, 1.0, 1.5)
    contacts = kt.contacts(robot, (), ground="plane", friction=0.7)
    simulation = kt.Simulation(contacts=contacts, passive="implicit", limits=True)
    q, v = kt.simulation.rollout(robot, q, v, None, DT, steps=steps, simulation=simulation)
    total = energy(robot, q, v)
    return np.diff(total, axis=-1) / (abs(total[:, :1]) + G * robot.total_mass)


def random_steps(robot, rng, chunks, batch):
    """The numbers of samples that end with what is not finite, and of those that a nan changed."""
    kp = 5 * robot.total_mass
    robot = robot.replace(actuators=kt.Motors(kp=kp, kd=kp / 50))
    contacts, bad = kt.contacts(robot, (), ground="terrain"), 0
    run = partial(kt.simulation.rollout, robot, dt=np.float32(DT), every=STEPS)
    for chunk in range(chunks):
        q, v = states(robot, batch, rng, 5.0, -0.5, 2.0)
        operands = {
            "q0": q,
            "v0": v,
            "tau": 2 * robot.total_mass * rng.standard_normal((batch, STEPS, robot.nv), "float32"),
            "control": rng.standard_normal((batch, STEPS, robot.nu), "float32"),
            "friction": rng.uniform(0, 1.5, (batch, len(contacts))),
        }
        operands = {name: x.astype("float32") for name, x in operands.items()}
        heights = rng.uniform(-0.3, 0.3, (9, 9)).astype("float32")
        terrain = kt.Terrain(heights, np.array([-2, -2, 0.5, 0.5], "float32"))
        limits = chunk % 10 == 0
        simulation = kt.Simulation(contacts=contacts, passive="implicit", limits=limits)
        after = run(**operands, terrain=terrain, simulation=simulation).v[:, -1]
        bad += int((~np.isfinite(after).all(-1)).sum())
        if chunk == 0:
            for k, name in enumerate(WITH_NAN):
                operands[name][k].flat[-1] = np.nan
            beside = run(**operands, terrain=terrain, simulation=simulation).v[:, -1]
            assert np.isnan(beside[: len(WITH_NAN)]).all()
            same = (beside == after) | np.isnan(after)
            spread = int((~same[len(WITH_NAN) :]).any(-1).sum())
    return bad, spread


def main():
    chosen = experiment.options(__doc__, millions=100)
    count, steps, batch, robots = 100, 1000, 1024, ROBOTS
    chunks = round(chosen.millions * 1e6 / len(robots) / batch / STEPS + 0.5)
    if chosen.quick:
        count, steps, batch, robots, chunks = 4, 50, 64, ROBOTS[:1], 1
    rows, totals, largest, rng = [], np.zeros(4, int), [], np.random.default_rng(0)
    for name in robots:
        robot, _ = experiment.on_feet(name)
        rise = falls(robot, rng, count, steps)
        numbers = [int((~(rise < 1e-9)).sum()), chunks * batch * STEPS]
        numbers += random_steps(robot, rng, chunks, batch)
        totals, largest = totals + numbers, [*largest, rise.max()]
        of_steps, *others = (f"{x:,}" for x in numbers)
        rows.append([name.split("/")[-1], f"{rise.size:,}", of_steps, f"{rise.max():.0e}", *others])
    heads = ("steps", "rises", "largest", "random steps", "nan", "spread")
    experiment.table(["robot", *heads], rows)
    print(
        f"\nRises: {totals[0]:,}, wanted 0. Random steps: {totals[1]:,}, wanted 10^8; "
        f"not finite {totals[2]}, spread {totals[3]}, wanted 0."
    )
    if chosen.plot:
        figure, (graph,) = experiment.axes(1)
        graph.plot(np.maximum(largest, 1e-17), "o")
        graph.set_title("largest rise of energy in a step, relative")
        experiment.save(figure, __file__)


if __name__ == "__main__":
    main()
