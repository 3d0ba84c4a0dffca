"""H-I5, H-I6: FDSVA with DMM or with AZA on serial chains, and how its cost grows.

DMM multiplies matrices, N^3, here twice by the inverse of the triangular factor of M instead of
once by that of M; AZA goes joint by joint, N^2. The crossover, from which on AZA is faster, in
[Singh2022, Table III]: N = 50 with gcc 9 and 80 with clang 10, without AVX; 450 and 350 with AVX.
FDSVA of [Singh2022, Fig. 6] grows as N^3 before, and towards N^2 after it. Operations are counted
up to larger N than times are taken: AZA is written out, and compiling that takes minutes. DMM's
products run in loops on vectors; kt.aba_derivatives takes AZA where that has less than a quarter of
their operations.
"""

import experiment
import numpy as np

import kinetree as kt


@kt.algorithm("(nq),(nv),(nv)->(nv,nv),(nv,nv),(nv,nv)")
def dmm(model, q, v, tau):
    """FDSVA with the product of matrices."""
    return kt.aba_derivatives(model, q, v, tau, method="dmm")


@kt.algorithm("(nq),(nv),(nv)->(nv,nv),(nv,nv),(nv,nv)")
def aza(model, q, v, tau):
    """FDSVA with ABA at zero inputs."""
    return kt.aba_derivatives(model, q, v, tau, method="aza")


ALGORITHMS = {"DMM": dmm, "AZA": aza}
PAPER = (50, 80, 350, 450)


def series(found, counted):
    """Series of the costs on chains, and of operations that are counted only."""
    by_what = {}
    for measure, title in experiment.MEASURES.items():
        costs = {
            n: {name: getattr(cost[name], measure) for name in ALGORITHMS}
            for n, cost in found.items()
        }
        costs |= counted if measure == "operations" else {}
        by_what[title] = list(costs), {m: [c[m] for c in costs.values()] for m in ALGORITHMS}
    return by_what


def crossover(sizes, dmm, aza):
    """The N from which on DMM costs more, between sizes by logarithms."""
    excess = np.log(dmm) - np.log(aza)
    if excess[-1] < 0:
        return f"above {sizes[-1]}"
    if (excess >= 0).all():
        return f"below {sizes[0]}"
    k = int(np.flatnonzero(excess < 0)[-1])
    x, y = np.log(sizes[k : k + 2])
    return f"{np.exp(x - (y - x) * excess[k] / (excess[k + 1] - excess[k])):.0f}"


def print_summary(by_what):
    def row(what, sizes, of):
        slopes = [
            f"{experiment.slope(sizes[part], of[name][part]):.2f}"
            for name in ALGORITHMS
            for part in (slice(0, 3), slice(-3, None))
        ]
        return what, f"{sizes[0]} to {sizes[-1]}", crossover(sizes, *of.values()), *slopes

    heads = ["", "N", "crossover"]
    heads += [f"slope of {name}, {where} N" for name in ALGORITHMS for where in ("small", "large")]
    experiment.table(heads, (row(what, *of) for what, of in by_what.items()))


def plot(by_what):
    figure, row = experiment.axes(3, share=False)
    for at, (what, (sizes, of)) in zip(row, by_what.items(), strict=True):
        for name, costs in of.items():
            at.plot(sizes, costs, "o-", label=name)
        first, last = sizes[0], sizes[-1]
        for power, style in ((2, ":"), (3, "--")):
            line = [of["DMM"][-1] * (n / last) ** power for n in (first, last)]
            at.plot((first, last), line, style, color="gray", linewidth=0.8, label=f"N^{power}")
        at.set(title=what, xlabel="N", xscale="log")
        at.minorticks_off()
        at.set_xticks(sizes, sizes)
    row[0].set_ylabel("operations")
    row[1].set_ylabel("microseconds a sample")
    row[0].legend(frameon=False)
    experiment.save(figure, __file__)


def main():
    options = experiment.options(__doc__)
    effort = experiment.QUICK if options.quick else experiment.bench.FULL
    timed, more = ((3, 4, 8), (12,)) if options.quick else ((8, 12, 17, 24, 40), (60, 96))
    found = {n: experiment.costs(ALGORITHMS, kt.robots.serial_chain(n), effort) for n in timed}
    counted = {
        n: {m: x.trace(kt.robots.serial_chain(n)).operation_count for m, x in ALGORITHMS.items()}
        for n in more
    }
    experiment.print_costs({"serial chain": found}, list(ALGORITHMS))
    print()
    by_what = series(found, counted)
    print_summary(by_what)
    print(f"\nThe paper's crossovers: {', '.join(map(str, PAPER))}.")
    if options.plot:
        plot(by_what)


if __name__ == "__main__":
    main()
