"""H-C6: a biped against a quadruped with as many actuated joints, each on a floating base.

In [Echeandia2021, Fig. 4] the quadruped is faster, for its legs are half as long. N and d of the
theory count velocities, the six of the base included.
"""

import experiment

import kinetree as kt

PAPER = {"C": 13 / 10, "Gamma": 64 / 37}  # Table 1, 20 actuated joints


def main():
    robots = {"biped": kt.robots.biped, "quadruped": kt.robots.quadruped}
    sizes = (4, 8, 12, 16, 20)
    found = experiment.scaling(robots, sizes, experiment.options(__doc__), __file__)
    *_, n = found["biped"]
    print(f"\nThe biped's time over the quadruped's, {n} joints, one sample (the paper's at 20):")
    for name, paper in PAPER.items():
        biped, quadruped = (found[robot][n][name].kernel for robot in robots)
        print(f"{name} {biped / quadruped:.2f} ({paper:.2f})")


if __name__ == "__main__":
    main()
