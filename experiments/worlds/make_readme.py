"""Runs all experiments of this folder and writes what they print into README.md."""

from pathlib import Path

import experiment

HEAD = """# Robots on their ground

Contacts, limits and motors of `kt.simulation` beside MuJoCo, beside formulas, and over many random
steps. What falls short of what is wanted is shown as it is.

    pip install 'kinetree[plot]' mujoco example-robot-data
    pip install --no-deps --target packages gymnasium==1.4.0 dm_control==1.0.50
    python experiments/worlds/table_physics.py --plot      # one experiment, a minute
    python experiments/worlds/table_standing.py --quick    # in seconds
    python experiments/worlds/make_readme.py               # all, and this file, 20 minutes

No times are taken. Written {date}, {cpu}, Python {python}, NumPy {numpy}, llvmlite {llvmlite}.
"""

if __name__ == "__main__":
    experiment.write_readme(Path(__file__).parent, HEAD)
