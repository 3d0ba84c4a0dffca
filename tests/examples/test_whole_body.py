"""examples/whole_body: the humanoid that squats, its feet and its centre of mass."""

import runpy
from pathlib import Path

import numpy as np

import kinetree as kt

SCRIPT = Path(__file__).parents[2] / "examples" / "whole_body" / "02_squat.py"


def test_the_feet_stay_and_the_centre_of_mass_goes_down(capsys):
    x = runpy.run_path(str(SCRIPT), run_name="__main__")
    assert "100 of 100 found" in capsys.readouterr().out
    robot, found = x["robot"], x["found"]
    height = kt.center_of_mass(robot, found.q)
    assert abs(height - height[0] + np.outer(np.linspace(0, 0.2, 100), [0, 0, 1])).max() < 2e-6
    for foot in ("left_foot", "right_foot"):
        T = kt.frame_placement(robot, found.q, frame=foot)
        assert abs(T - T[0]).max() < 2e-6
    assert kt.check_configuration(robot, found.q) == []
