"""H-G1: errors of finite differences against the derivatives, over the step (Fig. 5).

A base with nine bodies on revolute, prismatic and helical joints, all joint positions 0.3
(m or rad), the motion random. D1 to D4 are kt.moving_base.inverse_dynamics_derivatives in the
inertial representation, [Bos2022, Tables 5-8]. Differences are geometric: the pose is H
exp(step e_i), the base's twist changes by step e_i in the axes of the base, the other vectors by
step e_i. [Bos2022, Fig. 5] plots the largest and the mean absolute error of forward differences
over the step: V-shaped curves. In brackets: an implementation in NumPy that shares nothing with
kinetree, on another branched system of nine joints, to one digit, whose largest derivatives are
220, 59, 54 and 30. Forces are quadratic in velocities: central differences of D3 and D4 have no
error but rounding.
"""

import experiment
import numpy as np

import kinetree as kt

DERIVATIVES = ("D1", "D2", "D3", "D4")
STEPS = tuple(10.0**-k for k in range(1, 13))
REFERENCE = {  # by step: forward differences of D1 to D4, central differences of D1 and D2
    1e-1: (1e1, 2e0, 5e-1, 3e-1, 6e-1, 5e-2),
    1e-2: (1e0, 2e-1, 5e-2, 3e-2, 6e-3, 5e-4),
    1e-4: (1e-2, 2e-3, 5e-4, 3e-4, 6e-7, 5e-8),
    1e-5: (1e-3, 2e-4, 5e-5, 3e-5, 6e-9, 3e-9),
    1e-6: (1e-4, 2e-5, 5e-6, 3e-6, 3e-8, 2e-8),
    1e-7: (1e-5, 2e-6, 7e-7, 4e-7, 1e-7, 2e-7),
    1e-8: (4e-6, 6e-6, 7e-6, 4e-6, 2e-6, 2e-6),
    1e-10: (4e-4, 5e-4, 4e-4, 3e-4, 1e-4, 3e-4),
    1e-12: (3e-2, 5e-2, 5e-2, 4e-2, 2e-2, 3e-2),
}
INERTIAL = {"representation": "inertial"}


def motion(model):
    """The operands of inverse dynamics."""
    rng = np.random.default_rng(1)
    q, v, a = experiment.random_motion(model, rng)
    q[7:] = experiment.POSITION
    return experiment.on_moving_base(model, (q, v, a), "inertial")


def stepped(operands, step):
    """The motions after a step along each direction of D1 to D4, as batches."""
    H, s, twist, ds, base, dds = operands
    along, along_s = step * np.eye(6), step * np.eye(len(s))
    return (
        (H @ kt.se3.exp(along), s, twist, ds, base, dds),
        (H, s + along_s, twist, ds, base, dds),
        (H, s, twist + (kt.se3.adjoint(H) @ along.T).T, ds, base, dds),
        (H, s, twist, ds + along_s, base, dds),
    )


def forces(model, operands, step):
    """The forces after each step."""
    batches = stepped(operands, step)
    return [kt.moving_base.inverse_dynamics(model, *x, **INERTIAL) for x in batches]


def errors(model, operands, steps):
    """Absolute errors of D1 to D4 at each step, by kind of differences."""
    D = kt.moving_base.inverse_dynamics_derivatives(model, *operands, **INERTIAL)
    here = kt.moving_base.inverse_dynamics(model, *operands, **INERTIAL)
    found = {"forward": [], "central": []}
    for step in steps:
        ahead, behind = forces(model, operands, step), forces(model, operands, -step)
        forward = [(x - here).T / step for x in ahead]
        central = [(x - y).T / (2 * step) for x, y in zip(ahead, behind, strict=True)]
        for kind, slopes in (("forward", forward), ("central", central)):
            found[kind].append([abs(x - y) for x, y in zip(slopes, D, strict=True)])
    return D, here, found


def print_errors(found, steps):
    def cell(kind, step, k, errors):
        reference = REFERENCE.get(step, ())[k if kind == "forward" else 4 + k :][:1]
        return f"{errors.max():.0e}" + (f" ({reference[0]:.0e})" if reference else "")

    for title, shown in (("largest", cell), ("mean", lambda *x: f"{x[-1].mean():.0e}")):
        heads = [f"{kind} {name}" for kind in found for name in DERIVATIVES]
        experiment.table(
            (f"{title} error: step", *heads),
            (
                (
                    f"{step:.0e}",
                    *(
                        shown(kind, step, k, x)
                        for kind in found
                        for k, x in enumerate(found[kind][i])
                    ),
                )
                for i, step in enumerate(steps)
            ),
        )
        print()


def plot(found, steps):
    figure, row = experiment.axes(len(DERIVATIVES))
    for k, (at, name) in enumerate(zip(row, DERIVATIVES, strict=True)):
        for kind, color in (("forward", "tab:blue"), ("central", "tab:orange")):
            of = [x[k] for x in found[kind]]
            at.plot(steps, [x.max() for x in of], "o-", color=color, label=f"{kind}, largest")
            at.plot(steps, [x.mean() for x in of], ":", color=color, label=f"{kind}, mean")
        known = {step: row[k] for step, row in REFERENCE.items()}
        at.plot(list(known), list(known.values()), "x", color="black", label="reference, forward")
        if k < 2:
            known = {step: row[4 + k] for step, row in REFERENCE.items()}
            at.plot(
                list(known), list(known.values()), "+", color="gray", label="reference, central"
            )
        at.set(title=name, xlabel="step", xscale="log")
    row[0].set_ylabel("absolute error")
    handles, labels = row[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside right center", frameon=False, fontsize=8)
    experiment.save(figure, __file__)


def main():
    options = experiment.options(__doc__)
    model = experiment.branched_system()
    steps = STEPS[::3] if options.quick else STEPS
    D, here, found = errors(model, motion(model), steps)
    print_errors(found, steps)
    sizes = " ".join(f"{name} {abs(x).max():.0f}," for name, x in zip(DERIVATIVES, D, strict=True))
    print(f"The largest entries: {sizes} the forces {abs(here).max():.0f}.")
    if options.plot:
        plot(found, steps)


if __name__ == "__main__":
    main()
