"""H-C4: time over the length of a serial chain.

Theory, and the plot of [Echeandia2021, Fig. 2]: N^2 for C, N^3 for the Christoffel symbols.
"""

import experiment

import kinetree as kt

if __name__ == "__main__":
    chains = {"serial chain": kt.robots.serial_chain}
    experiment.scaling(chains, (4, 6, 9, 13, 19, 28), experiment.options(__doc__), __file__)
