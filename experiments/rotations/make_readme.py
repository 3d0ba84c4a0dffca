"""Runs all experiments of this folder and writes what they print into README.md."""

from pathlib import Path

import experiment

HEAD = """# Rotations

How exact `kt.rotations` is, beside SciPy.

    pip install 'kinetree[plot]' scipy
    python experiments/rotations/table_errors.py --plot        # one experiment
    python experiments/rotations/table_errors.py --quick       # in seconds
    python experiments/rotations/make_readme.py              # all, and this file

No times are taken. Written {date}, {cpu}, Python {python}, NumPy {numpy}, llvmlite {llvmlite}.
"""

if __name__ == "__main__":
    experiment.write_readme(Path(__file__).parent, HEAD)
