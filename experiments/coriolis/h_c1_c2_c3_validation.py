"""H-C1, H-C2, H-C3: errors of C and of the Christoffel symbols on serial chains.

Chains of 10, 20 and 30 links (1 kg, 0.3 m) about random axes, each in 100 random states with angles
in [0, 2 pi] rad and rates in [0, 10] rad/s. Errors are the largest of all entries and states. The
paper does not say how large its links are: with links of 1 m all numbers, and so their errors, are
eleven times as large, that of dM/dt of 30 bodies above the paper's. The last column stays.
"""

import experiment
import numpy as np

import kinetree as kt

IDENTITIES = {  # the paper's largest error, by the number of bodies
    "C v = rnea": {10: 1.3e-11, 20: 1.4e-9, 30: 1.4e-9},
    "dM/dt = C + C^T": dict.fromkeys((10, 20, 30), 1.8e-12),
    "C = Gamma v": dict.fromkeys((10, 20, 30), 1.6e-11),
}


def largest(x):
    """The largest element of each state."""
    return abs(x).reshape(len(x), -1).max(1)


def errors(bodies, trials):
    """For each identity, the errors of all states and the largest number that it is about."""
    rng = np.random.default_rng(0)
    chain = experiment.links(experiment.random_axes(bodies)).replace(gravity=[0, 0, 0])
    q, v = rng.uniform(0, 2 * np.pi, (trials, bodies)), rng.uniform(0, 10, (trials, bodies))
    C, dM = kt.coriolis_matrix(chain, q, v), kt.mass_matrix_time_derivative(chain, q, v)
    tau, G = kt.rnea(chain, q, v, np.zeros(bodies)), kt.christoffel_symbols(chain, q)
    off = (
        (np.einsum("sij,sj->si", C, v) - tau, tau),
        (dM - C - C.swapaxes(1, 2), dM),
        (np.einsum("sijk,sk->sij", G, v) - C, C),
    )
    found = ((largest(error), abs(size).max()) for error, size in off)
    return dict(zip(IDENTITIES, found, strict=True))


def plot(found):
    figure, axes = experiment.axes(len(IDENTITIES), share=False)
    for at, (identity, paper) in zip(axes, IDENTITIES.items(), strict=True):
        for bodies, of in found.items():
            x = bodies + np.random.default_rng(0).uniform(-2, 2, len(of[identity][0]))
            at.semilogy(x, of[identity][0], ".", color="tab:blue", markersize=3)
            at.hlines(paper[bodies], bodies - 3, bodies + 3, color="tab:red")
        at.set(title=identity, xlabel="bodies", xticks=list(found))
    axes[0].set_ylabel("largest error in a state")
    axes[0].plot([], [], color="tab:red", label="the paper's largest")
    axes[0].plot([], [], ".", color="tab:blue", label="ours")
    axes[0].legend(loc="lower right")
    experiment.save(figure, __file__)


def main():
    options = experiment.options(__doc__)
    bodies, trials = ((10,), 10) if options.quick else ((10, 20, 30), 100)
    found = {n: errors(n, trials) for n in bodies}
    experiment.table(
        ("identity", "bodies", "error", "paper's error", "largest number", "error / number"),
        (
            (
                identity,
                n,
                f"{error.max():.1e}",
                paper[n],
                f"{size:.0f}",
                f"{error.max() / size:.1e}",
            )
            for identity, paper in IDENTITIES.items()
            for n in bodies
            for error, size in [found[n][identity]]
        ),
    )
    if options.plot:
        plot(found)


if __name__ == "__main__":
    main()
