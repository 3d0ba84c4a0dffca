"""H-I9: derivatives of inverse dynamics against the complex step, joints of all types.

Trees of seven bodies, each carrying two others, every other joint of one type and the rest
revolute, and robots on a free-flyer, in random states. kt.rnea runs on complex numbers;
kt.rnea_derivatives is compiled. Errors are the largest of all entries and states, relative to the
largest entry. Those of [Singh2022, Sec. V-A] agree with the complex step, too; the aim is 1e-12.
"""

import experiment
import numpy as np

import kinetree as kt

AIM = 1e-12
JOINTS = {
    "revolute": kt.Revolute,
    "prismatic": kt.Prismatic,
    "helical": lambda axis: kt.Helical(axis, 0.3),
    "universal": lambda axis: kt.Universal(axis, "x"),
    "planar": lambda axis: kt.Planar(),
    "spherical": lambda axis: kt.Spherical(),
    "spherical ZYX": lambda axis: kt.SphericalZYX(),
    "translation": lambda axis: kt.Translation(),
    "revolute and spherical": lambda axis: kt.Composite(kt.Revolute(axis), kt.Spherical()),
    "free-flyer": lambda axis: kt.FreeFlyer(),
}
SLOPES = ("dID/dq", "dID/dv", "dID/da")


def tree(make, bodies, rng):
    """Bodies on joints of a type and on revolute ones, each at a random place of its parent."""
    builder = kt.ModelBuilder("tree")
    for i in range(bodies):
        place = kt.SE3(experiment.random_rotation(rng), rng.normal(size=3))
        parent = f"body{(i - 1) // 2}" if i else "world"
        axis, rod = rng.normal(size=3).tolist(), kt.robots.rod(1.0, 0.3)
        joint = kt.Revolute(axis) if i % 2 else make(axis)
        builder.add_body(f"body{i}", parent=parent, joint=joint, placement=place, inertia=rod)
    return builder.build()


def errors(model, trials, rng):
    """Errors of dID/dq, dID/dv and dID/da."""
    found = []
    for _ in range(trials):
        state = experiment.random_state(model, rng)
        expected = experiment.complex_step(kt.rnea, model, state)
        derivatives = kt.rnea_derivatives(model, *state)
        found.append(
            [experiment.largest_error([x], [y]) for x, y in zip(derivatives, expected, strict=True)]
        )
    return np.max(found, axis=0)


def plot(found):
    figure, (at,) = experiment.axes(1, share=False)
    figure.set_size_inches(7, 3.8)
    for what, style in zip(SLOPES, ("o", "s", "^"), strict=True):
        x = [errors[SLOPES.index(what)] for errors in found.values()]
        at.plot(x, range(len(found)), style, label=what)
    at.axvline(AIM, color="tab:red", label="aim")
    at.set(yscale="linear", xscale="log", xlabel="largest error", xlim=(1e-17, 1e-11))
    at.set_yticks(range(len(found)), list(found))
    at.invert_yaxis()
    figure.legend(loc="outside right center", frameon=False)
    experiment.save(figure, __file__)


def main():
    options = experiment.options(__doc__)
    rng, trials = np.random.default_rng(0), 1 if options.quick else 5
    bodies = 3 if options.quick else 7
    models = {name: tree(make, bodies, rng) for name, make in JOINTS.items()}
    if not options.quick:
        models |= {"humanoid": kt.robots.humanoid(), "quadruped": kt.robots.quadruped()}
    found = {name: errors(model, trials, rng) for name, model in models.items()}
    experiment.table(
        ("joints", "nv", *SLOPES),
        ((name, models[name].nv, *(f"{x:.1e}" for x in of)) for name, of in found.items()),
    )
    print(f"\nThe largest error is {np.max(list(found.values())):.1e}, the aim {AIM:.0e}.")
    if options.plot:
        plot(found)


if __name__ == "__main__":
    main()
