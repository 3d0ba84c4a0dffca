"""Runs all experiments of this folder and writes what they print into README.md."""

from pathlib import Path

import experiment

HEAD = """# Analytical derivatives of rigid-body dynamics

The experiments of [Singh2022, Sec. V] on derivatives of inverse and forward dynamics (IDSVA,
FDSVA), its figures beside ours; H-I1 to H-I9 number its results here. The paper's programs were C++
in the framework of Pinocchio, and Fortran.

    pip install 'kinetree[plot,sympy]'                           # SymPy brings mpmath
    python experiments/idsva/h_i5_i6_dmm_and_aza.py --plot       # one experiment
    python experiments/idsva/h_i5_i6_dmm_and_aza.py --quick      # in seconds
    python experiments/idsva/make_readme.py                      # all, and this README

Times are microseconds a sample, the least of {rounds} rounds, one thread, if not said otherwise;
`one sample` is a call of the kernel into arrays that are there, `one of 64` is one on 64 samples,
divided by 64. `seconds` are those to trace the algorithm for the robot and to compile both kinds of
code, for one sample and for many, without the disk cache. Chains and trees are of links of 1 kg
and 0.3 m, by default about z, y, z, ... This file: {date}, {cpu}, Python {python},
NumPy {numpy}, llvmlite {llvmlite}.
"""

if __name__ == "__main__":
    experiment.write_readme(Path(__file__).parent, HEAD)
