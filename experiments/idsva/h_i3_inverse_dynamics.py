"""H-I3: the chain rule on RNEA (RNEACR) against IDSVA, over the number of joints.

In [Singh2022, Fig. 2] IDSVA is faster, and the more so the more joints.
"""

import baselines
import experiment

import kinetree as kt

ALGORITHMS = {"IDSVA": kt.rnea_derivatives, "RNEACR": baselines.rnea_chain_rule}


def main():
    options = experiment.options(__doc__)
    sizes = (3, 5) if options.quick else (5, 10, 20, 32)
    families = {
        "chain": [experiment.chain(n) for n in sizes],
        "binary tree": [experiment.tree(n, 2) for n in sizes],
    }
    found = experiment.compare(ALGORITHMS, families, options)
    if options.plot:
        experiment.plot_ratios(found, list(ALGORITHMS), __file__, ())


if __name__ == "__main__":
    main()
