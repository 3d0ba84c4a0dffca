"""Energy over 10^5 steps: the variational integrator, whose error stays, beside the others.

A double pendulum (`kt.robots.pendulum(2)`) falls from the horizontal and swings wildly for
1,000 s in steps of 10 ms. The table shows the largest error of energy in the first and in the last
tenth of the motion, relative to the energy of the fall, and the slope of the error over time.
"""

import experiment
import numpy as np

import kinetree as kt

DT = 1e-2
NAMES = ("variational", "commutator_free_4", "munthe_kaas_4", "semi_implicit_euler")


def energies(model, integrator, steps):
    """Times, and the error of energy relative to that of the fall."""
    q0, v0 = np.array([np.pi / 2, 0.0]), np.zeros(2)
    every = max(1, steps // 20_000)
    q, v = experiment.rolled(model, q0, v0, DT, steps, every, integrator)
    fall = kt.potential_energy(model, q0) - kt.potential_energy(model, np.zeros(2))
    energy = kt.mechanical_energy(model, q, v)
    return DT * every * np.arange(len(q)), (energy - energy[0]) / fall


def rows(found):
    for name, (times, errors) in found.items():
        tenth = len(times) // 10
        first, last = (abs(x).max() for x in (errors[:tenth], errors[-tenth:]))
        slope = np.polyfit(times, errors, 1)[0]
        yield name, f"{first:.1e}", f"{last:.1e}", f"{slope:.0e}"


def plot(found):
    shown = {name: x for name, x in found.items() if name != "semi_implicit_euler"}
    figure, row = experiment.axes(len(shown), share=False)
    for at, (name, (times, errors)) in zip(row, shown.items(), strict=True):
        at.plot(times, errors, ",", color="tab:blue")
        at.set(title=name, xlabel="time, s", yscale="linear", ylim=(-4.5e-3, 4.5e-3))
    row[0].set_ylabel("relative error of energy")
    experiment.save(figure, __file__)


def main():
    options = experiment.options(__doc__)
    model = kt.robots.pendulum(2)
    steps = 10_000 if options.quick else 100_000
    found = {name: energies(model, name, steps) for name in NAMES}
    experiment.table(("method", "first tenth", "last tenth", "slope, 1/s"), rows(found))
    if options.plot:
        plot(found)


if __name__ == "__main__":
    main()
