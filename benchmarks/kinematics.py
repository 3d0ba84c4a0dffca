"""Kinematics, momentum, energy and regressors: `python benchmarks/kinematics.py [robot ...]`.

Every one of these functions beside the calls that give the same in Pinocchio, one sample and a hot
batch of 64, in one benchmark each (`bench.py`); Pinocchio has no batches of these, so
that a batch is compared with its call. The last row is the tick of a whole-body controller
(examples/whole_body/01_controller_tick.py) beside the sum of Pinocchio's calls. Writes
benchmarks/results/kinematics.json, from which tables.py makes docs/speed.md; with robots named, it
only prints.
"""

import json
import runpy
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import bench
import numpy as np
import pinocchio as pin
from run import RESULTS, ROBOTS, circumstances

import kinetree as kt
from kinetree.formats.installed import installed_robots

TICK: kt.Algorithm = runpy.run_path(
    str(Path(__file__).parents[1] / "examples/whole_body/01_controller_tick.py")
)["tick"]
TIPS: Mapping[str, tuple[str, ...]] = {
    "Panda": ("panda_hand",),
    "UR5": ("tool0",),
    "Kinova": ("j2s6s200_end_effector",),
    "Solo12": ("FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"),
    "ANYmal C": ("LF_FOOT", "RF_FOOT", "LH_FOOT", "RH_FOOT"),
    "Talos": ("left_sole_link", "right_sole_link", "arm_left_7_link", "arm_right_7_link"),
    "Talos full": (
        "left_sole_link",
        "right_sole_link",
        "gripper_left_joint",
        "gripper_right_joint",
    ),
}
"""Frames at the ends of each robot; rows of one frame take the first."""
EFFORT: Final = bench.Effort(rounds=100, turn=2e-3, cold=0)
"""Without cold batches rounds cost little: they go on until a busy neighbour's pauses are met."""
WORLD_ALIGNED = pin.LOCAL_WORLD_ALIGNED


class Peer:
    """A robot in Pinocchio, and what its users write for one of our calls."""

    def __init__(self, file: Path, floating_base: bool, tips: tuple[str, ...]) -> None:
        root = (pin.JointModelFreeFlyer(),) if floating_base else ()
        self.m = pin.buildModelFromUrdf(str(file), *root)
        self.d = self.m.createData()
        self.tips = [self.m.getFrameId(name) for name in tips]
        self.tip = self.tips[0]
        self.joints = tuple(list(self.m.names)[1::2])
        """Every other one: those whose accelerations are given to hybrid dynamics."""
        self.held = np.zeros(self.m.nv, bool)
        for joint in list(self.m.joints)[1::2]:
            self.held[joint.idx_v : joint.idx_v + joint.nv] = True
        self.rest = np.zeros(self.m.nv)
        self.pi = np.concatenate([Y.toDynamicParameters() for Y in self.m.inertias[1:]])

    def velocity(self, q: Any, v: Any) -> Any:
        pin.forwardKinematics(self.m, self.d, q, v)
        return pin.getFrameVelocity(self.m, self.d, self.tip, WORLD_ALIGNED).vector

    def acceleration(self, q: Any, v: Any, a: Any) -> Any:
        pin.forwardKinematics(self.m, self.d, q, v, a)
        return pin.getFrameClassicalAcceleration(self.m, self.d, self.tip, WORLD_ALIGNED).vector

    def jacobian(self, q: Any) -> Any:
        return pin.computeFrameJacobian(self.m, self.d, q, self.tip, WORLD_ALIGNED)

    def jacobian_rate(self, q: Any, v: Any) -> Any:
        pin.computeJointJacobiansTimeVariation(self.m, self.d, q, v)
        return pin.getFrameJacobianTimeVariation(self.m, self.d, self.tip, WORLD_ALIGNED)

    def hessian(self, q: Any) -> Any:
        pin.computeJointKinematicHessians(self.m, self.d, q)
        return pin.getFrameKinematicHessian(self.m, self.d, self.tip, WORLD_ALIGNED)

    def velocity_derivatives(self, q: Any, v: Any) -> Any:
        pin.computeForwardKinematicsDerivatives(self.m, self.d, q, v, 0 * v)
        return pin.getFrameVelocityDerivatives(self.m, self.d, self.tip, WORLD_ALIGNED)

    def acceleration_derivatives(self, q: Any, v: Any, a: Any) -> Any:
        pin.computeForwardKinematicsDerivatives(self.m, self.d, q, v, a)
        return pin.getFrameAccelerationDerivatives(self.m, self.d, self.tip, WORLD_ALIGNED)

    def error(self, q: Any, target: Any) -> Any:
        pin.forwardKinematics(self.m, self.d, q)
        T = pin.updateFramePlacement(self.m, self.d, self.tip)
        return pin.log6(T.actInv(pin.SE3(target))).vector

    def forces(self, q: Any, v: Any, a: Any) -> Any:
        pin.rnea(self.m, self.d, q, v, a)
        return [f.vector for f in self.d.f]

    def factor(self, q: Any) -> Any:
        pin.crba(self.m, self.d, q)
        return pin.cholesky.decompose(self.m, self.d)

    def velocity_seen(self, q: Any, v: Any) -> Any:
        pin.forwardKinematics(self.m, self.d, q, v)
        T = self.d.oMi[1].actInv(pin.updateFramePlacement(self.m, self.d, self.tip))
        tip = pin.getFrameVelocity(self.m, self.d, self.tip, pin.LOCAL)
        return (tip - T.actInv(pin.getVelocity(self.m, self.d, 1))).vector

    def kinematic_regressor(self, q: Any) -> Any:
        pin.framesForwardKinematics(self.m, self.d, q)
        return pin.computeFrameKinematicRegressor(self.m, self.d, self.tip, WORLD_ALIGNED)

    def manipulability(self, q: Any) -> Any:
        J = pin.computeFrameJacobian(self.m, self.d, q, self.tip)
        return np.sqrt(np.linalg.det(J @ J.T))

    def operational_space(self, q: Any, v: Any) -> Any:
        m, d = self.m, self.d
        W, J = pin.computeMinverse(m, d, q), self.jacobian(q)
        drift, g = self.acceleration(q, v, 0 * v), pin.computeGeneralizedGravity(m, d, q)
        Lambda = np.linalg.inv(J @ W @ J.T)
        J_inverse = W @ J.T @ Lambda
        mu = J_inverse.T @ (pin.nle(m, d, q, v) - g) - Lambda @ drift
        return Lambda, mu, J_inverse.T @ g, J_inverse

    def hybrid_dynamics(self, q: Any, v: Any, a: Any, tau: Any) -> Any:
        M, h = pin.crba(self.m, self.d, q), pin.nle(self.m, self.d, q, v)
        free, held, a, tau = ~self.held, self.held, a.copy(), tau.copy()
        force = tau[free] - h[free] - M[np.ix_(free, held)] @ a[held]
        a[free] = np.linalg.solve(M[np.ix_(free, free)], force)
        tau[held] = (M @ a + h)[held]
        return a, tau

    def subtree_inertias(self, q: Any) -> Any:
        pin.crba(self.m, self.d, q)
        return [Y.toDynamicParameters() for Y in self.d.Ycrb]

    def subtree_jacobians(self, q: Any) -> Any:
        m, d = self.m, self.d
        pin.jacobianCenterOfMass(m, d, q)
        return [pin.getJacobianSubtreeCenterOfMass(m, d, i) for i in range(m.njoints)]

    def centroidal_inertia(self, q: Any) -> Any:
        pin.ccrba(self.m, self.d, q, self.rest)
        return self.d.Ig.matrix()

    def average_velocity(self, q: Any, v: Any) -> Any:
        pin.ccrba(self.m, self.d, q, v)
        return np.linalg.solve(self.d.Ig.matrix(), self.d.hg.vector)

    def zero_moment_point(self, q: Any, v: Any, a: Any) -> Any:
        F = pin.computeCentroidalMomentumTimeVariation(self.m, self.d, q, v, a)
        f = F.linear - self.d.mass[0] * self.m.gravity.linear
        n = F.angular + np.cross(self.d.com[0], f)
        return np.array([-n[1] / f[2], n[0] / f[2], 0])

    def tick(self, q: Any, v: Any) -> Any:
        m, d = self.m, self.d
        M, h = pin.crba(m, d, q), pin.nle(m, d, q, v)
        pin.computeJointJacobians(m, d, q)
        pin.forwardKinematics(m, d, q, v, 0 * v)
        pin.updateFramePlacements(m, d)
        J = [pin.getFrameJacobian(m, d, f, WORLD_ALIGNED) for f in self.tips]
        dJ = [pin.getFrameClassicalAcceleration(m, d, f, WORLD_ALIGNED) for f in self.tips]
        return M, h, J, dJ, pin.jacobianCenterOfMass(m, d, q, False), d.oMf


@dataclass(frozen=True)
class Row:
    """One function: ours, its operands, its statics, and Pinocchio's."""

    algorithm: kt.Algorithm
    operands: str
    statics: Mapping[str, Any]
    theirs: Callable[..., Any]


def rows(peer: Peer, tips: tuple[str, ...]) -> dict[str, Row]:
    """All of them, on one robot."""
    m, d = peer.m, peer.d
    tip = {"frame": tips[0], "reference": "local_world_aligned"}

    def own(function: Callable[..., Any]) -> Callable[..., Any]:
        return partial(function, m, d)

    table: dict[str, tuple[kt.Algorithm, str, dict[str, Any], Callable[..., Any]]] = {
        "frame_velocity": (kt.frame_velocity, "q v", tip, peer.velocity),
        "frame_acceleration": (
            kt.frame_acceleration,
            "q v a",
            {**tip, "classical": True},
            peer.acceleration,
        ),
        "frame_jacobian": (kt.frame_jacobian, "q", tip, peer.jacobian),
        "frame_jacobian_time_derivative": (
            kt.frame_jacobian_time_derivative,
            "q v",
            tip,
            peer.jacobian_rate,
        ),
        "frame_hessian": (kt.frame_hessian, "q", tip, peer.hessian),
        "frame_velocity_derivatives": (
            kt.frame_velocity_derivatives,
            "q v",
            tip,
            peer.velocity_derivatives,
        ),
        "frame_acceleration_derivatives": (
            kt.frame_acceleration_derivatives,
            "q v a",
            tip,
            peer.acceleration_derivatives,
        ),
        "frame_velocity, relative_to": (
            kt.frame_velocity,
            "q v",
            {"frame": tips[0], "reference": "local", "relative_to": m.names[1]},
            peer.velocity_seen,
        ),
        "operational_space": (kt.operational_space, "q v", tip, peer.operational_space),
        "manipulability": (kt.manipulability, "q", {"frame": tips[0]}, peer.manipulability),
        "hybrid_dynamics": (
            kt.hybrid_dynamics,
            "q v a tau",
            {"joints": peer.joints},
            peer.hybrid_dynamics,
        ),
        "kinematic_regressor": (kt.kinematic_regressor, "q", tip, peer.kinematic_regressor),
        "subtree_inertias": (kt.subtree_inertias, "q", {}, peer.subtree_inertias),
        "subtree_centers_of_mass_jacobian": (
            kt.subtree_centers_of_mass_jacobian,
            "q",
            {},
            peer.subtree_jacobians,
        ),
        "centroidal_inertia": (kt.centroidal_inertia, "q", {}, peer.centroidal_inertia),
        "average_velocity": (kt.average_velocity, "q v", {}, peer.average_velocity),
        "zero_moment_point": (kt.zero_moment_point, "q v a", {}, peer.zero_moment_point),
        "frame_error": (kt.frame_error, "q target", {"frame": tips[0]}, peer.error),
        "center_of_mass": (kt.center_of_mass, "q", {}, lambda q: pin.centerOfMass(m, d, q, False)),
        "center_of_mass_velocity": (
            kt.center_of_mass_velocity,
            "q v",
            {},
            lambda q, v: pin.centerOfMass(m, d, q, v, False),
        ),
        "center_of_mass_jacobian": (
            kt.center_of_mass_jacobian,
            "q",
            {},
            lambda q: pin.jacobianCenterOfMass(m, d, q, False),
        ),
        "subtree_centers_of_mass": (
            kt.subtree_centers_of_mass,
            "q",
            {},
            lambda q: pin.centerOfMass(m, d, q, True),
        ),
        "centroidal_momentum": (
            kt.centroidal_momentum,
            "q v",
            {},
            own(pin.computeCentroidalMomentum),
        ),
        "centroidal_momentum_rate": (
            kt.centroidal_momentum_rate,
            "q v a",
            {},
            own(pin.computeCentroidalMomentumTimeVariation),
        ),
        "centroidal_momentum_matrix": (
            kt.centroidal_momentum_matrix,
            "q",
            {},
            own(pin.computeCentroidalMap),
        ),
        "centroidal_momentum_matrix_time_derivative": (
            kt.centroidal_momentum_matrix_time_derivative,
            "q v",
            {},
            own(pin.dccrba),
        ),
        "inverse_mass_matrix": (kt.inverse_mass_matrix, "q", {}, own(pin.computeMinverse)),
        "mass_matrix_cholesky": (kt.mass_matrix_cholesky, "q", {}, peer.factor),
        "static_torque": (
            kt.static_torque,
            "q f_ext",
            {},
            lambda q, f: pin.computeStaticTorque(m, d, q, [pin.Force(x) for x in f]),
        ),
        "mechanical_energy": (kt.mechanical_energy, "q v", {}, own(pin.computeMechanicalEnergy)),
        "joint_forces": (kt.joint_forces, "q v a", {}, peer.forces),
        "joint_torque_regressor": (
            kt.joint_torque_regressor,
            "q v a",
            {},
            own(pin.computeJointTorqueRegressor),
        ),
        "static_regressor": (kt.static_regressor, "q", {}, own(pin.computeStaticRegressor)),
        "kinetic_energy_regressor": (
            kt.kinetic_energy_regressor,
            "q v",
            {},
            own(pin.computeKineticEnergyRegressor),
        ),
        "potential_energy_regressor": (
            kt.potential_energy_regressor,
            "q",
            {},
            own(pin.computePotentialEnergyRegressor),
        ),
        "integrate_derivatives": (kt.integrate_derivatives, "q v", {}, partial(pin.dIntegrate, m)),
        "difference_derivatives": (
            kt.difference_derivatives,
            "q q1",
            {},
            partial(pin.dDifference, m),
        ),
    }
    if len(tips) == 4:
        table["whole-body tick"] = (TICK, "q v", {"feet": tips}, peer.tick)
    return {name: Row(*row) for name, row in table.items()}


def as_written(row: Row) -> Callable[..., Any]:
    """The call as a user writes it, its keywords literal."""
    if not row.statics:
        return row.algorithm
    keywords = ", ".join(f"{name}={value!r}" for name, value in row.statics.items())
    operands = ", ".join(row.operands.split())
    return eval(f"lambda model, {operands}: f(model, {operands}, {keywords})", {"f": row.algorithm})


def measure(model: kt.Model, row: Row, states: Mapping[str, Any]) -> dict[str, Any]:
    """The benchmark of one row on one robot; it compiles for one sample first."""
    kernel = row.algorithm.compile(model, **row.statics)
    hot = tuple(states[name][: bench.HOT].copy() for name in row.operands.split())
    one = tuple(x[0].copy() for x in hot)
    kernel(*one)
    seconds = kernel.compile_seconds
    call = as_written(row)
    times = bench.benchmark(
        {
            "call": bench.Candidate(call, (model, *one)),
            "kernel": bench.Candidate(kernel, one),
            "hot": bench.into(kernel, hot),
            "pinocchio_call": bench.Candidate(row.theirs, one),
        },
        EFFORT,
    )
    return {"operations": kernel.operation_count, "compile_seconds": seconds, "times": times}


def random_states(model: kt.Model, tip: str) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    n = bench.HOT
    q, q1 = (kt.random_configuration(model, n, rng=rng) for _ in range(2))
    v, a = rng.standard_normal((2, n, model.nv))
    return {
        "q": q,
        "q1": q1,
        "v": v,
        "a": a,
        "f_ext": rng.standard_normal((n, model.njoints, 6)),
        "tau": rng.standard_normal((n, model.nv)),
        "target": kt.frame_placement(model, q1, frame=tip),
    }


def measure_all(rows_of: Callable[[Peer, tuple[str, ...]], dict[str, Row]]) -> dict[str, Any]:
    """The benchmarks of all rows on the robots named on the command line, or on all."""
    report: dict[str, Any] = {"versions": circumstances(EFFORT), "robots": {}}
    report["versions"]["pinocchio"] = pin.__version__
    for label in sys.argv[1:] or ROBOTS:
        name, free = ROBOTS[label]
        file, tips = installed_robots()[name], TIPS[label]
        model = kt.load(file, floating_base=free)
        states = random_states(model, tips[0])
        figures: dict[str, Any] = {}
        for title, row in rows_of(Peer(file, free, tips), tips).items():
            figures[title] = measure(model, row, states)
            t = {k: x["min"] for k, x in figures[title]["times"].items()}
            print(
                f"{label:10} {title:43} {figures[title]['operations']:7,}"
                f" {figures[title]['compile_seconds']:5.2f} s"
                + "".join(f"  {k} {x:.3f}" for k, x in t.items())
                + f"  ratios {t['pinocchio_call'] / t['call']:.1f}"
                + f" {t['pinocchio_call'] / t['hot']:.1f}",
                flush=True,
            )
        report["robots"][label] = {"nv": model.nv, "rows": figures}
    return report


def main() -> None:
    """Measure, print, and write if all robots are measured."""
    report = measure_all(rows)
    if not sys.argv[1:]:
        (RESULTS / "kinematics.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
