"""One robot's bodies together against Pinocchio: centre of mass, momentum, regressors, factors."""

from typing import Any

import numpy as np
import pinocchio as pin
from robots.pair import Robot, Run, block_error, singular_joints
from robots.sweep_frames import VIEWS

import kinetree as kt


def bodies(model: kt.Model, q: Any, v: Any, a: Any) -> dict[str, Any]:
    """Quantities of all bodies: one algorithm."""
    L = kt.mass_matrix_cholesky(model, q)
    return {
        **{
            f"joint_jacobians_{view}": kt.joint_jacobians(model, q, reference=view)
            for view in VIEWS
        },
        "center_of_mass": kt.center_of_mass(model, q),
        "center_of_mass_velocity": kt.center_of_mass_velocity(model, q, v),
        "center_of_mass_acceleration": kt.center_of_mass_acceleration(model, q, v, a),
        "center_of_mass_jacobian": kt.center_of_mass_jacobian(model, q),
        "subtree_centers_of_mass": kt.subtree_centers_of_mass(model, q),
        "centroidal_momentum": kt.centroidal_momentum(model, q, v),
        "centroidal_momentum_rate": kt.centroidal_momentum_rate(model, q, v, a),
        "centroidal_momentum_matrix": kt.centroidal_momentum_matrix(model, q),
        "centroidal_momentum_matrix_time_derivative": (
            kt.centroidal_momentum_matrix_time_derivative(model, q, v)
        ),
        "joint_torque_regressor": kt.joint_torque_regressor(model, q, v, a),
        "joint_forces": kt.joint_forces(model, q, v, a),
        "static_regressor": kt.static_regressor(model, q),
        "kinetic_energy_regressor": kt.kinetic_energy_regressor(model, q, v),
        "potential_energy_regressor": kt.potential_energy_regressor(model, q),
        "M": kt.crba(model, q),
        "M_inverse": kt.inverse_mass_matrix(model, q),
        "L": L,
        "x": kt.mass_matrix_cholesky_solve(model, L, a),
    }


def body_errors(robot: Robot, run: Run) -> dict[str, float]:
    own = run(bodies, robot.model, robot.q, robot.v, robot.a)
    rows = [
        of_peer(robot.peer, robot.data, *x) for x in zip(robot.q, robot.v, robot.a, strict=True)
    ]
    theirs = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    name = "subtree_centers_of_mass"
    own[name], theirs[name] = without_the_weightless(own[name], theirs[name])
    found = {name: block_error(own[name], y, robot.scale) for name, y in theirs.items()}
    return found | factor_errors(robot, own)


def without_the_weightless(x: Any, y: Any) -> tuple[Any, Any]:
    """Two results, zero where both are nan: subtrees without mass have no centre."""
    both = np.isnan(x) & np.isnan(y)
    return np.where(both, 0, x), np.where(both, 0, y)


def of_peer(peer: Any, data: Any, q: Any, v: Any, a: Any) -> dict[str, Any]:
    """Pinocchio's results of one sample, by name; copies, for its next call overwrites them."""
    found: dict[str, Any] = {}
    pin.computeJointJacobians(peer, data, q)
    for reference, view in VIEWS.items():
        found[f"joint_jacobians_{reference}"] = [
            pin.getJointJacobian(peer, data, i, view) for i in range(peer.njoints)
        ]
    found["center_of_mass"] = pin.centerOfMass(peer, data, q, v, a).copy()
    found["center_of_mass_velocity"] = data.vcom[0].copy()
    found["center_of_mass_acceleration"] = data.acom[0].copy()
    found["center_of_mass_jacobian"] = pin.jacobianCenterOfMass(peer, data, q).copy()
    found["subtree_centers_of_mass"] = [c.copy() for c in data.com]  # in the world, after this one
    found["centroidal_momentum"] = pin.computeCentroidalMomentum(peer, data, q, v).vector.copy()
    rate = pin.computeCentroidalMomentumTimeVariation(peer, data, q, v, a)
    found["centroidal_momentum_rate"] = rate.vector.copy()
    found["centroidal_momentum_matrix"] = pin.computeCentroidalMap(peer, data, q).copy()
    found["centroidal_momentum_matrix_time_derivative"] = pin.dccrba(peer, data, q, v).copy()
    found["joint_torque_regressor"] = pin.computeJointTorqueRegressor(peer, data, q, v, a).copy()
    pin.rnea(peer, data, q, v, a)
    forces = [f.vector.copy() for f in data.f]
    found["joint_forces"] = [0 * forces[0], *forces[1:]]  # rnea leaves f[0] as others wrote it
    found["static_regressor"] = pin.computeStaticRegressor(peer, data, q).copy()
    found["kinetic_energy_regressor"] = pin.computeKineticEnergyRegressor(peer, data, q, v).copy()
    found["potential_energy_regressor"] = pin.computePotentialEnergyRegressor(peer, data, q).copy()
    return found


def factor_errors(robot: Robot, own: dict[str, Any]) -> dict[str, float]:
    """Errors of M's inverse and factor: residuals of definitions, over the size of terms."""
    M, M_inverse, L, x, b = own["M"], own["M_inverse"], own["L"], own["x"], robot.a
    upper = np.swapaxes(L, 1, 2)
    factoring = np.inf if np.triu(L, 1).any() else product_error(robot, upper, L, M)
    their_M = robot.each_with_data(pin.crba, robot.q)
    identity = np.broadcast_to(np.eye(robot.model.nv), M.shape)
    return {
        "inverse_mass_matrix": product_error(robot, M, M_inverse, identity),
        "Pinocchio's M, inverse_mass_matrix": product_error(robot, their_M, M_inverse, identity),
        "mass_matrix_cholesky": factoring,
        "mass_matrix_cholesky_solve": product_error(robot, M, x[..., None], b[..., None]),
    }


def product_error(robot: Robot, A: Any, B: Any, C: Any) -> float:
    """max|A B - C| / max(|A||B| + |C|), the worst sample.

    Where B is zero, over the robot's scale. Where M is singular, samples of B and of C that are not
    finite are as they should be.
    """
    finite = (np.isfinite(B) & np.isfinite(C)).all((-1, -2))
    if singular_joints(robot):
        A, B, C = A[finite], B[finite], C[finite]
    elif not finite.all():
        return np.inf
    if not B.size:
        return 0.0
    wrong = abs(A.astype(np.longdouble) @ B - C).max((-1, -2))
    size = (abs(A) @ abs(B) + abs(C)).max((-1, -2))
    return float((wrong / np.where(B.any((-1, -2)), size, robot.scale)).max())
