"""Runs all experiments of this folder and writes what they print into README.md."""

from pathlib import Path

import experiment

HEAD = """# The Coriolis matrix and the Christoffel symbols

The experiments of [Echeandia2021, Sec. 5], its figures beside ours; H-C1 to H-C9 number its results
here. The paper's machine was an Intel i7 with 3.2 GHz and its symbols were MATLAB's.

    pip install 'kinetree[plot,sympy]'
    python experiments/coriolis/h_c7_c8_table_1.py --plot     # one experiment
    python experiments/coriolis/h_c7_c8_table_1.py --quick    # in seconds
    python experiments/coriolis/make_readme.py                # all, and this README

Times are microseconds a sample, the least of {rounds} rounds, one thread, if not said otherwise;
`64 samples` are one call of the kernel, divided by 64. This file: {date}, {cpu}, Python {python},
NumPy {numpy}, llvmlite {llvmlite}.
"""


if __name__ == "__main__":
    experiment.write_readme(Path(__file__).parent, HEAD)
