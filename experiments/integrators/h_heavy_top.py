"""The heavy top: errors and energy of five integrators over the step.

A fast spinning top [Bruls2010] for a second: 15 kg, rotational inertia diag(0.234375, 0.46875,
0.234375) kg m^2 about the centre of mass at X = (0, 1, 0) m, angular velocity (0, 150, -4.61538)
rad/s at first. The error is that of R X at 1 s, against commutator-free steps of 10 us; orders are
between the last two steps. In brackets: an implementation in NumPy that shares nothing with
kinetree. MuJoCo's Runge-Kutta of order 4 does the same steps in the same run (RK4 with a ball
joint).
"""

import experiment
import mujoco
import numpy as np

import kinetree as kt

STEPS = (2e-3, 1e-3, 5e-4, 2.5e-4)
REFERENCE = {
    "munthe_kaas_4": (2.1e-3, 1.3e-4, 9.3e-6, 6.2e-7, 2.7e-5),
    "commutator_free_4": (2.2e-3, 1.4e-4, 9.5e-6, 6.4e-7, 2.8e-5),
    "variational": (3.5e-2, 8.7e-3, 2.2e-3, 5.5e-4, 1.6e-2),
}
"""Errors of R X at each step, and the largest error of energy at the smallest."""
REST = np.array([0.0, 0.0, 0.0, 1.0])


def end_of(model, q):
    """R X."""
    return kt.forward_kinematics(model, q)[1, :3, :3] @ experiment.CENTER


def ours(model, reference, integrator, dt):
    """The error of R X after a second, and the largest of energy on the way."""
    steps = round(1 / dt)
    q, v = experiment.rolled(model, REST, experiment.SPIN, dt, steps, 4, integrator)
    energy = kt.mechanical_energy(model, q, v)
    return np.linalg.norm(end_of(model, q[-1]) - reference), abs(energy - energy[0]).max()


def theirs(model, reference, dt):
    """The same of MuJoCo's RK4."""
    x, y, z = experiment.INERTIA
    text = f"""<mujoco><option integrator="RK4" timestep="{dt}" gravity="0 0 -9.81"/><worldbody>
        <body><joint type="ball"/><inertial pos="0 1 0" mass="{experiment.MASS}"
        diaginertia="{x} {y} {z}"/></body></worldbody></mujoco>"""
    mj = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(mj)
    data.qvel[:] = experiment.SPIN
    states = []
    for k in range(round(1 / dt) + 1):
        if k % 4 == 0:
            states.append(kt.convert.from_mujoco(model, data.qpos.copy(), data.qvel.copy())[:2])
        mujoco.mj_step(mj, data)
    q, v = (np.array(x) for x in zip(*states, strict=True))
    energy = kt.mechanical_energy(model, q, v)
    return np.linalg.norm(end_of(model, q[-1]) - reference), abs(energy - energy[0]).max()


def errors(model, reference):
    """Errors at each step, by method."""
    methods = {
        name: lambda dt, name=name: ours(model, reference, name, dt)
        for name in experiment.INTEGRATORS
    }
    methods["MuJoCo RK4"] = lambda dt: theirs(model, reference, dt)
    return {name: [method(dt) for dt in STEPS] for name, method in methods.items()}


def rows(found):
    for name, its in found.items():
        known = REFERENCE.get(name, ())
        cells = [
            f"{x:.2e}" + (f" ({known[k]:.1e})" if known else "") for k, (x, _) in enumerate(its)
        ]
        order = np.log2(its[-2][0] / its[-1][0])
        energy = f"{its[-1][1]:.1e}" + (f" ({known[4]:.1e})" if known else "")
        yield (name, *cells, f"{order:.1f}", energy)


def plot(found):
    figure, (left, right) = experiment.axes(2, share=False)
    for name, its in found.items():
        if "euler" in name:
            continue  # beyond all measure here
        style = {"linestyle": "--", "color": "black"} if "MuJoCo" in name else {"marker": "o"}
        for at, k in ((left, 0), (right, 1)):
            at.plot([1e3 * dt for dt in STEPS], [x[k] for x in its], label=name, **style)
    for at, title, unit in ((left, "error of R X after 1 s", "m"), (right, "of energy", "J")):
        at.set(title=title, xlabel="step, ms", ylabel=unit, xscale="log")
        at.set_xticks([1e3 * dt for dt in STEPS], [f"{1e3 * dt:g}" for dt in STEPS])
        at.minorticks_off()
    left.legend(frameon=False, fontsize=8)
    experiment.save(figure, __file__)


def main():
    options = experiment.options(__doc__)
    model = experiment.heavy_top()
    steps = 20_000 if options.quick else 100_000
    q, _ = experiment.rolled(
        model, REST, experiment.SPIN, 1 / steps, steps, steps, "commutator_free_4"
    )
    reference = end_of(model, q[-1])
    found = errors(model, reference)
    heads = [f"{1e3 * dt:g} ms" for dt in STEPS]
    experiment.table(("method", *heads, "order", "error of energy, J, 0.25 ms"), rows(found))
    print(f"\nR X at 1 s: {' '.join(f'{x:.8f}' for x in reference)}.")
    if options.plot:
        plot(found)


if __name__ == "__main__":
    main()
