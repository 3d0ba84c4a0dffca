"""H-C5: time over the size of a binary tree.

Theory: N log N for C, N log^2 N for the Christoffel symbols; the slopes of [Echeandia2021, Fig. 3]
are between 1 and 2. All N^3 Christoffel symbols are written, most of them zeros; the distinct ones
are the same without those zeros, and without those that are equal by symmetry.
"""

import experiment

import kinetree as kt

if __name__ == "__main__":
    trees = {"binary tree": kt.robots.binary_tree}
    experiment.scaling(trees, (7, 11, 15, 23, 31), experiment.options(__doc__), __file__)
