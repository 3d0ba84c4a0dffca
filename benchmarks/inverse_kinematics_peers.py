"""Inverse kinematics of pink and mink, where they are installed, on the robots of a benchmark.

Both are loops of quadratic programs as their documentation shows them: one FrameTask, the limits
of positions, daqp, gain 1, a damping of 1e-6.
"""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin

Solve = Callable[[Any, Any], Any]
"""A configuration for a placement (4, 4), from q on."""


def pink_solver(model: pin.Model, frame: str, tolerance: float, steps: int) -> Solve:
    """The loop of pink."""
    import pink

    data, limits = model.createData(), [pink.limits.ConfigurationLimit(model, 1.0)]

    def solve(T: Any, q: Any) -> Any:
        at = pink.Configuration(model, data, q)
        task = pink.tasks.FrameTask(frame, 1.0, 1.0, lm_damping=0.0)
        task.set_target(pin.SE3(T))
        options = {"solver": "daqp", "damping": 1e-6, "limits": limits, "safety_break": False}
        for _ in range(steps):
            if np.linalg.norm(task.compute_error(at)) <= tolerance:
                break
            at.integrate_inplace(pink.solve_ik(at, [task], 1.0, **options), 1.0)
        return np.clip(at.q, model.lowerPositionLimit, model.upperPositionLimit)

    return solve


def _mujoco_model(file: Path, moves: Callable[[str], bool]) -> Any:
    """MuJoCo's model of a URDF without shapes, with the joints that do not move fixed."""
    import mujoco

    robot = ET.parse(file).getroot()
    for link in robot.iter("link"):
        for shape in [*link.findall("visual"), *link.findall("collision")]:
            link.remove(shape)
    for joint in robot.findall("joint"):
        if not moves(joint.get("name", "")):
            joint.set("type", "fixed")
    options = {"fusestatic": "false", "boundmass": "1e-6", "boundinertia": "1e-9"}
    ET.SubElement(ET.SubElement(robot, "mujoco"), "compiler", {**options, "balanceinertia": "true"})
    return mujoco.MjModel.from_xml_string(ET.tostring(robot, encoding="unicode"))


def mink_solver(
    file: Path, moves: Callable[[str], bool], frame: str, tolerance: float, steps: int
) -> Solve:
    """The loop of mink."""
    import mink

    model = _mujoco_model(file, moves)
    limits = [mink.ConfigurationLimit(model)]

    def solve(T: Any, q: Any) -> Any:
        at = mink.Configuration(model, q)
        task = mink.FrameTask(frame, "body", 1.0, 1.0, lm_damping=0.0)
        task.set_target(mink.SE3.from_matrix(T))
        options = {"solver": "daqp", "damping": 1e-6, "limits": limits}
        for _ in range(steps):
            if np.linalg.norm(task.compute_error(at)) <= tolerance:
                break
            at.integrate_inplace(mink.solve_ik(at, [task], 1.0, **options), 1.0)
        return np.clip(at.q, *model.jnt_range.T)

    return solve


def installed(
    model: pin.Model,
    file: Path,
    moves: Callable[[str], bool],
    frame: str,
    tolerance: float,
    steps: int,
) -> dict[str, Solve]:
    """The solvers of the peers that are installed."""
    found: dict[str, Solve] = {}
    if find_spec("pink") and find_spec("daqp"):
        found["pink"] = pink_solver(model, frame, tolerance, steps)
    if find_spec("mink") and find_spec("daqp"):
        found["mink"] = mink_solver(file, moves, frame, tolerance, steps)
    return found
