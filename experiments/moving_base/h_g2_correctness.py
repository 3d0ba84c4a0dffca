"""H-G2: inverse dynamics and the inverse of the mass matrix on a moving base, against others.

EIDAmb, kt.moving_base.inverse_dynamics, in the three representations against the recursive
Newton-Euler algorithm with a free-flyer, kt.rnea.evaluate on numbers of 50 digits (mpmath). IMMAmb,
kt.moving_base.inverse_mass_matrix, against NumPy's inverse of kt.crba, whose own error grows with
the condition of the mass matrix. Random states; errors are the largest of all entries and states,
relative to the largest entry. The aims are 1e-12 and 1e-10; an implementation in NumPy that shares
nothing with kinetree has 8e-16 and 3e-14.
"""

import experiment
import numpy as np

import kinetree as kt
from kinetree.formats.installed import installed_robots

AIMS = {"EIDAmb": 1e-12, "IMMAmb": 1e-10}
TALOS = "talos_data/talos_reduced"


def robots(quick):
    """Robots by name."""
    found = {"branched system": experiment.branched_system(), "quadruped": kt.robots.quadruped()}
    if not quick:
        found["humanoid"] = kt.robots.humanoid()
        if TALOS in installed_robots():
            found["Talos"] = kt.load(installed_robots()[TALOS], floating_base=True)
    return found


def exact_forces(model, motion):
    """Forces by kt.rnea in 50 digits."""
    import mpmath

    with mpmath.workdps(50):
        precise = [np.vectorize(mpmath.mpf, otypes=[object])(x) for x in motion]
        return kt.rnea.evaluate(model, *precise).astype(float)


def apart(found, expected):
    return abs(found - expected).max() / abs(expected).max()


def errors(model, trials, rng):
    """Errors of EIDAmb by representation and of IMMAmb, and the condition of M."""
    found = []
    for _ in range(trials):
        motion = experiment.random_motion(model, rng)
        tau, M = exact_forces(model, motion), kt.crba(model, motion[0])
        row = []
        for how in experiment.REPRESENTATIONS:
            operands = experiment.on_moving_base(model, motion, how)
            forces = kt.moving_base.inverse_dynamics(model, *operands, representation=how)
            row.append(apart(forces, tau))
        inverse = kt.moving_base.inverse_mass_matrix(model, motion[0][7:])
        found.append([*row, apart(inverse, np.linalg.inv(M)), np.linalg.cond(M)])
    return np.max(found, axis=0)


def plot(found):
    figure, (at,) = experiment.axes(1, share=False)
    figure.set_size_inches(7, 2.6)
    names = (*(f"EIDAmb, {how}" for how in experiment.REPRESENTATIONS), "IMMAmb")
    for k, (name, style) in enumerate(zip(names, ("o", "s", "^", "D"), strict=True)):
        at.plot([row[k] for row in found.values()], range(len(found)), style, label=name)
    for (name, aim), color in zip(AIMS.items(), ("tab:red", "tab:gray"), strict=True):
        at.axvline(aim, color=color, label=f"aim of {name}")
    at.set(yscale="linear", xscale="log", xlabel="largest error", xlim=(1e-17, 1e-9))
    at.set_yticks(range(len(found)), list(found))
    at.set_ylim(len(found) - 0.5, -0.5)
    figure.legend(loc="outside right center", frameon=False)
    experiment.save(figure, __file__)


def main():
    options = experiment.options(__doc__)
    rng, trials = np.random.default_rng(0), 1 if options.quick else 5
    models = robots(options.quick)
    found = {name: errors(model, trials, rng) for name, model in models.items()}
    heads = [f"EIDAmb: {how}" for how in experiment.REPRESENTATIONS]
    experiment.table(
        ("robot", "nv", *heads, "IMMAmb", "condition of M"),
        (
            (name, models[name].nv, *(f"{x:.1e}" for x in row[:4]), f"{row[4]:.0e}")
            for name, row in found.items()
        ),
    )
    if options.plot:
        plot(found)


if __name__ == "__main__":
    main()
