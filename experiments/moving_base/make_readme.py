"""Runs all experiments of this folder and writes what they print into README.md."""

from pathlib import Path

import experiment

HEAD = """# Geometric linearization of moving-base dynamics

The experiments of [Bos2022] beside ours, and an implementation in NumPy that shares nothing with
kinetree; H-G1 and H-G2 number them here. Of [Bos2022, Fig. 5] the shapes of the curves are
compared, not numbers.

    pip install 'kinetree[plot,sympy]'                             # SymPy brings mpmath
    python experiments/moving_base/h_g1_finite_differences.py --plot      # one experiment
    python experiments/moving_base/h_g1_finite_differences.py --quick     # in seconds
    python experiments/moving_base/make_readme.py                         # all, and this file

No times are taken. Written {date}, {cpu}, Python {python}, NumPy {numpy}, llvmlite {llvmlite}.
"""

if __name__ == "__main__":
    experiment.write_readme(Path(__file__).parent, HEAD)
