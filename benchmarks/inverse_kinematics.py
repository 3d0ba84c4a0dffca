"""Inverse kinematics beside a plain loop on Pinocchio: `python benchmarks/inverse_kinematics.py`.

1,000 random reachable placements of one frame (position and rotation) for each robot, from random
configurations and from the middle of the limits. Both stop at the same error, |log6| <= 1e-6, or
after 100 steps, and keep the limits; Pinocchio's log6 judges both. The plain loop is what its
documentation shows, its step cut at the limits, with two dampings of which users choose one. pink
and mink (`pip install pin-pink mink daqp`) are measured where they are installed.
Success in percent; microseconds a target, minimum over rounds, one thread, over all targets and
over the easy ones, which all candidates reach (ours gives up earlier on others than the loop does).
Writes benchmarks/results/inverse_kinematics.json.
"""

import json
import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import bench
import inverse_kinematics_peers as peers
import numpy as np
import pinocchio as pin
from run import RESULTS, circumstances

import kinetree as kt
from kinetree.control.inverse_kinematics import inverse_kinematics
from kinetree.formats.installed import installed_robots

TARGETS: Final = 1000
TIMED: Final = 200
"""Of these targets, the ones that are timed one at a time."""
TOLERANCE: Final = 1e-6
STEPS: Final = 100
DAMPINGS: Final = (1e-6, 1e-2)
RESTARTS: Final = 20
EFFORT: Final = bench.Effort(rounds=3, turn=1e-3, cold=0)
ROBOTS: Final[Mapping[str, tuple[str, str, Callable[[str], bool]]]] = {
    "Panda": ("panda_description/panda", "panda_hand", lambda joint: "finger" not in joint),
    "UR5": ("ur_description/ur5_robot", "tool0", lambda joint: True),
    "Talos' left arm": (
        "talos_data/talos_reduced",
        "gripper_left_base_link",
        lambda joint: joint.startswith("arm_left"),
    ),
}
"""File, frame, and which joints move."""


class Plain:
    """A plain loop of damped least squares on Pinocchio."""

    def __init__(self, file: Path, frame: str, moves: Callable[[str], bool]) -> None:
        whole = pin.buildModelFromUrdf(str(file))
        locked = [whole.getJointId(n) for n in whole.names[1:] if not moves(n)]
        self.m = pin.buildReducedModel(whole, locked, pin.neutral(whole))
        self.d, self.frame = self.m.createData(), self.m.getFrameId(frame)

    def error(self, q: Any, target: pin.SE3) -> Any:
        """The placement of the target in the frame."""
        pin.forwardKinematics(self.m, self.d, q)
        return pin.updateFramePlacement(self.m, self.d, self.frame).actInv(target)

    def solve(self, target: pin.SE3, q: Any, damping: float) -> Any:
        """The configuration that the loop ends with."""
        low, high = self.m.lowerPositionLimit, self.m.upperPositionLimit
        for _ in range(STEPS):
            T = self.error(q, target)
            e = pin.log6(T).vector
            if np.linalg.norm(e) <= TOLERANCE:
                break
            J = pin.computeFrameJacobian(self.m, self.d, q, self.frame)
            J = -pin.Jlog6(T.inverse()) @ J
            v = -J.T @ np.linalg.solve(J @ J.T + damping * np.eye(6), e)
            q = np.clip(pin.integrate(self.m, q, v), low, high)
        return q

    def all(self, targets: list[pin.SE3], q0: Any, damping: float) -> Any:
        """Those for all targets."""
        return np.array([self.solve(T, q, damping) for T, q in zip(targets, q0, strict=True)])

    def reached(self, q: Any, targets: list[pin.SE3]) -> Any:
        """Whether q is within the limits and at its target."""
        low, high = self.m.lowerPositionLimit, self.m.upperPositionLimit
        lengths = [
            np.linalg.norm(pin.log6(self.error(x, T)).vector)
            for x, T in zip(q, targets, strict=True)
        ]
        near = np.array(lengths) <= TOLERANCE * (1 + 1e-6)
        return near & ((q >= low) & (q <= high)).all(-1)


def one_by_one(model: kt.Model, frame: str, targets: Any, q0: Any) -> None:
    """Our solutions, a call for each target."""
    for T, q in zip(targets, q0, strict=True):
        inverse_kinematics(model, {frame: T}, q, tolerance=TOLERANCE, max_iterations=STEPS)


def each(solve: peers.Solve, targets: Any, q0: Any) -> Any:
    """A peer's solutions."""
    return np.array([solve(T, q) for T, q in zip(targets, q0, strict=True)])


def measure(
    model: kt.Model, plain: Plain, others: Mapping[str, peers.Solve], frame: str, start: str
) -> dict[str, Any]:
    """The figures of one robot from one kind of start."""
    rng = np.random.default_rng(0)
    T = kt.frame_placement(model, kt.random_configuration(model, TARGETS, rng=rng), frame=frame)
    q0 = kt.random_configuration(model, TARGETS, rng=rng)
    if start == "middle":
        q0[:] = (model.lower_position_limits + model.upper_position_limits) / 2
    placements = [pin.SE3(x) for x in T]
    ours = partial(inverse_kinematics, model, tolerance=TOLERANCE, max_iterations=STEPS)
    again = partial(ours, restarts=RESTARTS)
    reached = {
        "kinetree": plain.reached(ours({frame: T}, q0).q, placements),
        "kinetree_restarts": plain.reached(again({frame: T}, q0).q, placements),
    }
    for damping in DAMPINGS:
        found = plain.all(placements, q0, damping)
        reached[f"pinocchio_{damping:g}"] = plain.reached(found, placements)
    for name, solve in others.items():
        reached[name] = plain.reached(each(solve, T, q0), placements)
    row = {
        "success": {name: 100 * float(x.mean()) for name, x in reached.items()},
        "steps": float(ours({frame: T}, q0).iterations.mean()),
    }
    subsets = {"all": np.arange(TARGETS), "easy": np.flatnonzero(np.all([*reached.values()], 0))}
    for name, which in subsets.items():
        some = which[:TIMED]
        candidates = {
            "kinetree_batch": bench.Candidate(ours, ({frame: T[which]}, q0[which]), len(which)),
            "restarts_batch": bench.Candidate(again, ({frame: T[which]}, q0[which]), len(which)),
            "kinetree": bench.Candidate(one_by_one, (model, frame, T[some], q0[some]), len(some)),
        }
        for damping in DAMPINGS:
            arguments = ([placements[i] for i in some], q0[some], damping)
            candidates[f"pinocchio_{damping:g}"] = bench.Candidate(plain.all, arguments, len(some))
        for other, solve in others.items():
            candidates[other] = bench.Candidate(each, (solve, T[some], q0[some]), len(some))
        row[f"times_{name}"] = bench.benchmark(candidates, EFFORT)
    return row


def shown(figures: Mapping[str, Any]) -> str:
    """The sentence of a row's figures."""
    lines = [", ".join(f"{name} {x:.1f} %" for name, x in figures["success"].items())]
    for which in ("all", "easy"):
        times = figures[f"times_{which}"].items()
        lines.append(f"{which}: " + ", ".join(f"{name} {t['min']:.1f} us" for name, t in times))
    return "\n    ".join([*lines, f"{figures['steps']:.1f} steps of kinetree"])


def main() -> None:
    """Measure, print and write."""
    report: dict[str, Any] = {
        "versions": {
            **circumstances(EFFORT),
            "pinocchio": pin.__version__,
            "load_average": os.getloadavg()[0],
        },
        "robots": {},
    }
    for label, (name, frame, moves) in ROBOTS.items():
        file = installed_robots()[name]
        whole = kt.load(file)
        model = whole.reduced({n: 0.0 for n in whole.joint_names[1:] if not moves(n)})
        plain = Plain(file, frame, moves)
        others = peers.installed(plain.m, file, moves, frame, TOLERANCE, STEPS)
        for start in ("random", "middle"):
            figures = measure(model, plain, others, frame, start)
            report["robots"].setdefault(label, {})[start] = figures
            print(f"{label}, {start}: {shown(figures)}", flush=True)
    print(json.dumps(report["versions"], indent=1))
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "inverse_kinematics.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
