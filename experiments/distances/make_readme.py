"""Runs all experiments of this folder and writes what they print into README.md."""

from pathlib import Path

import experiment

HEAD = """# Distances of shapes

How exact `kt.geometry` and `kt.collision` are, beside coal and MuJoCo, and who is right
where they differ.

    pip install 'kinetree[plot]' coal mujoco example-robot-data
    python experiments/distances/table_pairs.py --plot           # one experiment, a minute
    python experiments/distances/table_pairs.py --count 1000000 --coal 1000000   # ten
    python experiments/distances/table_pairs.py --quick          # in seconds
    python experiments/distances/make_readme.py                # all, and this file

A million pairs of each kind but cylinders with capsules, all with coal (11,000,066, 2026-11-26):
none of ours is wrong, 183,658 of coal's are; worst errors of witnesses 4e-13, of gradients 7e-6
(boxes).

No times are taken. Written {date}, {cpu}, Python {python}, NumPy {numpy}, llvmlite {llvmlite}.
"""

if __name__ == "__main__":
    experiment.write_readme(Path(__file__).parent, HEAD)
