"""Shared by the experiments of this folder: robots, with shapes at their feet, and the ground."""

import sys
import warnings
from pathlib import Path

import numpy as np

import kinetree as kt

sys.path.append(str(Path(__file__).parents[1]))
from laboratory import axes as axes
from laboratory import options as options
from laboratory import save as save
from laboratory import table as table
from laboratory import write_readme as write_readme

warnings.simplefilter("ignore")  # what files of others say, and what MuJoCo lacks
G = 9.81
MJCF = {
    "gymnasium/envs/mujoco/assets": ("ant", "half_cheetah", "hopper", "walker2d_v5", "humanoid"),
    "dm_control/suite": ("walker", "hopper", "cheetah", "quadruped"),
}
UNITREE = ("FL_foot", "FR_foot", "RL_foot", "RR_foot")
FEET = {
    "quadruped": ("front_left_foot", "front_right_foot", "hind_left_foot", "hind_right_foot"),
    "a1_description/a1": UNITREE,
    "go1_description/go1": UNITREE,
    "b1_description/b1": UNITREE,
    "laikago_description/laikago": UNITREE,
    "anymal_b_simple_description/anymal": ("LF_FOOT", "RF_FOOT", "LH_FOOT", "RH_FOOT"),
    "hyq_description/hyq_no_sensors": ("lf_foot", "rf_foot", "lh_foot", "rh_foot"),
    "solo_description/solo12": ("FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"),
    "humanoid": ("left_foot", "right_foot"),
    "biped": ("left_foot", "right_foot"),
}
"""Robots of `kt.robots` and example-robot-data; four feet are spheres, two are boxes."""


def files(packages):
    """Paths of the MJCF files in unpacked packages, by name."""
    for folder, names in MJCF.items():
        for name in names:
            yield f"{folder.split('/')[0]} {name}", packages / folder / f"{name}.xml"


def on_feet(name):
    """A robot of `FEET`, with no other shapes, and the configuration of its SRDF, if any."""
    installed = "/" in name
    robot = kt.load(name, floating_base=True) if installed else getattr(kt.robots, name)()
    shape = kt.shapes.Sphere(0.02) if len(FEET[name]) > 2 else kt.shapes.Box((0.2, 0.1, 0.04))
    feet = [robot.frame(x) for x in FEET[name]]
    shapes = [kt.Geometry(x.name, "collision", x.name, x.joint, x.placement, shape) for x in feet]
    q = next(iter(robot.reference_configurations.values()), kt.neutral(robot))
    return robot.replace(geometries=shapes, constraints=()), np.array(q, float)
