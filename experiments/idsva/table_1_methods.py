"""Table 1: how derivatives can be had, how exact they are, and how fast.

The methods of [Singh2022, Table I]: derivatives of inverse and of forward dynamics with respect to
q, v, and accelerations or torques, on Talos (a free-flyer, nv 38) if example-robot-data is
installed, in a random state. The error is the largest of all entries, relative to the largest entry
of its matrix; exact are differences of the algorithms in 50 digits (mpmath) with a step of 1e-25,
right to more than 20 digits. Differences are NumPy's of the compiled kt.rnea or kt.aba on batches
of moved states, forward with a step of 1e-8, central with one of 6e-6. A complex step runs the
algorithm in Python, for kernels take real numbers. All others are one call of a kernel; automatic
differentiation is kt.jacobian. Seconds are those to trace, and to compile the code for one sample.
"""

import time
from functools import partial

import baselines
import experiment
import numpy as np

import kinetree as kt
from kinetree.formats.installed import installed_robots

KERNELS = {
    "inverse": {
        "automatic differentiation": kt.jacobian(kt.rnea, ("q", "v", "a")),
        "chain rule": baselines.rnea_chain_rule,
        "analytic": kt.rnea_derivatives,
    },
    "forward": {
        "automatic differentiation": kt.jacobian(kt.aba, ("q", "v", "tau")),
        "chain rule": baselines.aba_chain_rule,
        "analytic": kt.aba_derivatives,
    },
}
FUNCTIONS = {"inverse": kt.rnea, "forward": kt.aba}
PAPER = {  # speed and accuracy
    "forward differences": ("medium", "low"),
    "central differences": ("medium", "low"),
    "complex step": ("slow to medium", "high"),
    "automatic differentiation": ("slow to medium", "high"),
    "chain rule": ("medium", "high"),
    "analytic": ("medium to fast", "high"),
}


def differences(function, model, state, step, *, central):
    """All derivatives, from a batch of moved states for each operand."""

    def results(step):
        return [function(model, *batch) for batch in experiment.moved(model, state, step)]

    before = results(-step) if central else [function(model, *state)] * 3
    width = 2 * step if central else step
    return [(y - x).T / width for x, y in zip(before, results(step), strict=True)]


def measure(kind, model, state, effort):
    """Results by method: the error, microseconds, and the seconds to trace and compile."""
    function = FUNCTIONS[kind]
    calls = {
        "forward differences": partial(differences, function, model, state, 1e-8, central=False),
        "central differences": partial(differences, function, model, state, 6e-6, central=True),
        "complex step": partial(experiment.complex_step, function, model, state),
    }
    seconds = dict.fromkeys(calls)
    for name, algorithm in KERNELS[kind].items():
        start = time.perf_counter()
        kernel = algorithm.compile(model)
        out = kernel(*state)
        seconds[name] = time.perf_counter() - start
        calls[name] = partial(kernel, *state, out=out)
    slow = {"complex step"}
    candidates = {name: experiment.bench.Candidate(call, ()) for name, call in calls.items()}
    times = experiment.bench.benchmark(
        {n: c for n, c in candidates.items() if n not in slow}, effort
    )
    times |= experiment.bench.benchmark({n: candidates[n] for n in slow}, experiment.QUICK)
    exact = experiment.reference(function, model, state)
    return {
        name: (experiment.largest_error(call(), exact), times[name]["min"], seconds[name])
        for name, call in calls.items()
    }


def print_found(found):
    heads = ["method", "paper: speed", "accuracy"]
    heads += [f"{kind}: {what}" for kind in found for what in ("error", "microseconds", "seconds")]

    def cells(error, us, seconds):
        return f"{error:.0e}", f"{us:,.1f}", "" if seconds is None else f"{seconds:.1f}"

    experiment.table(
        heads,
        (
            (name, *paper, *(x for of in found.values() for x in cells(*of[name])))
            for name, paper in PAPER.items()
        ),
    )


def plot(found):
    figure, row = experiment.axes(2, share=False)
    for k, (kind, of) in enumerate(found.items()):
        places = [y + 0.4 * (k - 0.5) for y in range(len(of))]
        for at, values in zip(row, list(zip(*of.values(), strict=True))[:2], strict=True):
            at.barh(places, values, 0.36, label=f"{kind} dynamics")
    for at, what in zip(row, ("largest relative error", "microseconds"), strict=True):
        at.set(yscale="linear", xscale="log", xlabel=what, yticks=range(len(PAPER)))
        at.invert_yaxis()
    row[0].set_yticklabels(PAPER)
    row[0].set_xlim(left=1e-17)
    row[1].set_yticklabels([])
    row[0].legend(loc="lower right", frameon=False)
    experiment.save(figure, __file__)


def main():
    options = experiment.options(__doc__)
    effort = experiment.QUICK if options.quick else experiment.bench.FULL
    talos = not options.quick and any("talos" in name for name in installed_robots())
    model = kt.load("talos", floating_base=True) if talos else experiment.chain(4)
    state = experiment.random_state(model, np.random.default_rng(0))
    found = {kind: measure(kind, model, state, effort) for kind in FUNCTIONS}
    print(f"{model.name}, nv {model.nv}.\n")
    print_found(found)
    if options.plot:
        plot(found)


if __name__ == "__main__":
    main()
