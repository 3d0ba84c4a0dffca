"""Runs all experiments of this folder and writes what they print into README.md."""

from pathlib import Path

import experiment

HEAD = """# Integrators on the configuration space

Errors, orders and energy of the integrators of `kt.simulation.step`, beside MuJoCo's Runge-Kutta.

    pip install 'kinetree[plot,mjcf]'
    python experiments/integrators/h_heavy_top.py --plot       # one experiment
    python experiments/integrators/h_heavy_top.py --quick      # in seconds
    python experiments/integrators/make_readme.py            # all, and this file

No times are taken. Written {date}, {cpu}, Python {python}, NumPy {numpy}, llvmlite {llvmlite}.
"""

if __name__ == "__main__":
    experiment.write_readme(Path(__file__).parent, HEAD)
