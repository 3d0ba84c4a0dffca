"""H-I4: derivatives of forward dynamics by ABACR, FDCR and FDSVA, over the number of joints.

In [Singh2022, Fig. 2] FDSVA is faster than FDCR at every size. FDSVA is kt.aba_derivatives, ABACR
and FDCR are the chain rule on ABA and on RNEA.
"""

import experiment


def main():
    options = experiment.options(__doc__)
    sizes = (3, 5) if options.quick else (5, 9, 15, 24)
    families = {
        "chain": [experiment.chain(n) for n in sizes],
        "binary tree": [experiment.tree(n, 2) for n in sizes],
    }
    found = experiment.compare(experiment.FORWARD, families, options)
    if options.plot:
        experiment.plot_ratios(found, list(experiment.FORWARD), __file__, ())


if __name__ == "__main__":
    main()
