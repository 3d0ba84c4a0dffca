"""H-I7: errors of the derivatives of forward dynamics over the length of a serial chain.

Links about random axes. An error is the root of the mean square of the relative errors of all
entries, the median of random states: entries near zero can make that of a state as large as they
like. The exact numbers are differences of kt.aba in 50 digits (mpmath) with a step of 1e-25, right
to more than 20 digits; the complex step itself is one of those compared. [Singh2022, Sec. V-A]
compares with the complex step, finds one error for ABACR and another for FDSVA and FDCR, both
growing along a line in logarithms. In brackets: an implementation in NumPy that shares nothing with
kinetree, for dFD/dq. Errors grow with the condition of the mass matrix, of which the largest is
shown.
"""

import experiment
import numpy as np

import kinetree as kt
from kinetree.compiler.interpreter import interpret

REFERENCE = {
    5: {"FDSVA": "7e-15", "FDCR": "7e-15", "ABACR": "2e-15"},
    10: {"FDSVA": "3e-14", "FDCR": "3e-14", "ABACR": "2e-14"},
    20: {"FDSVA": "1e-12 to 4e-12", "FDCR": "1e-12 to 4e-12", "ABACR": "6e-13"},
}
SLOPES = ("dFD/dq", "dFD/dv")
METHODS = (*experiment.FORWARD, "complex step")


def rms(found, exact):
    """The median over states of the RMS of relative errors."""
    return float(np.median(np.sqrt(np.mean((found / exact - 1) ** 2, axis=(1, 2)))))


def errors(n, trials):
    """Errors of each derivative by each method, and the largest condition number."""
    model, rng = experiment.links(experiment.random_axes(n)), np.random.default_rng(n)
    states = [experiment.random_state(model, rng) for _ in range(trials)]
    batches = [np.array(x) for x in zip(*states, strict=True)]
    exact, steps = (
        [np.array(x) for x in zip(*(by(kt.aba, model, s) for s in states), strict=True)]
        for by in (experiment.reference, experiment.complex_step)
    )
    found = {
        name: interpret(algorithm.trace(model), *batches)
        for name, algorithm in experiment.FORWARD.items()
    }
    found["complex step"] = steps
    errors = {
        what: {name: rms(x[k], exact[k]) for name, x in found.items()}
        for k, what in enumerate(SLOPES)
    }
    return errors, float(np.linalg.cond(np.linalg.inv(exact[2])).max())


def print_errors(found):
    def cells(n, what, of):
        known = REFERENCE.get(n, {}) if what == "dFD/dq" else {}
        return [f"{of[m]:.1e}" + (f" ({known[m]})" if m in known else "") for m in METHODS]

    sizes = list(found)
    rows = [
        (what, n, f"{condition:.0e}", *cells(n, what, errors[what]))
        for what in SLOPES
        for n, (errors, condition) in found.items()
    ]
    experiment.table(("error", "joints", "condition of M", *METHODS), rows)
    print()
    slopes = (
        (
            what,
            *(
                f"{experiment.slope(sizes, [e[what][m] for e, _ in found.values()]):.1f}"
                for m in METHODS
            ),
        )
        for what in SLOPES
    )
    experiment.table(("slope", *METHODS), slopes)


def plot(found):
    figure, row = experiment.axes(len(SLOPES), share=False)
    for at, what in zip(row, SLOPES, strict=True):
        for name in METHODS:
            at.plot(list(found), [e[what][name] for e, _ in found.values()], "o-", label=name)
        at.set(title=what, xlabel="joints", xscale="log")
        at.minorticks_off()
        at.set_xticks(list(found), list(found))
    row[0].set_ylabel("relative error, root mean square")
    row[0].legend(frameon=False)
    experiment.save(figure, __file__)


def main():
    options = experiment.options(__doc__)
    sizes, trials = ((3, 5), 2) if options.quick else ((5, 7, 10, 14, 20, 28), 5)
    found = {n: errors(n, trials) for n in sizes}
    print_errors(found)
    if options.plot:
        plot(found)


if __name__ == "__main__":
    main()
