"""One robot's derivatives against Pinocchio, whose are right where subspaces are constant: on all.

Those of forward dynamics by residuals of what they solve: M x + dtau = 0, M M^-1 = 1.
"""

from typing import Any

import numpy as np
import pinocchio as pin
from robots.pair import Robot, Run, block_error, forces
from robots.sweep_bodies import product_error

import kinetree as kt

METHODS = ("dmm", "aza")
OF_RNEA = ("dtau_dq", "dtau_dv", "dtau_da")
OF_ABA = ("ddq_dq", "ddq_dv", "ddq_dtau")
OF_MOMENTUM = ("dh_dq", "dhdot_dq", "dhdot_dv", "dhdot_da")


def derivatives(model: kt.Model, q: Any, v: Any, a: Any, tau: Any, f_ext: Any) -> dict[str, Any]:
    """All derivatives, those of rnea also at the acceleration that aba finds: one algorithm."""
    ddq = kt.aba(model, q, v, tau, f_ext)
    there = kt.rnea_derivatives(model, q, v, ddq, f_ext)
    A, B = kt.linearize(model, q, v, tau)
    found = {
        **kt.rnea_derivatives(model, q, v, a, f_ext)._asdict(),
        **kt.centroidal_dynamics_derivatives(model, q, v, a)._asdict(),
        "generalized_gravity_derivatives": kt.generalized_gravity_derivatives(model, q),
        "static_torque_derivatives": kt.static_torque_derivatives(model, q, f_ext),
        "coriolis_matrix": kt.coriolis_matrix(model, q, v),
        "mass_matrix_time_derivative": kt.mass_matrix_time_derivative(model, q, v),
        "ddq": ddq,
        "dtau_dq_there": there.dtau_dq,
        "dtau_dv_there": there.dtau_dv,
        "A": A,
        "B": B,
        "ddq_unpushed": kt.aba(model, q, v, tau),
    }
    for method in METHODS:
        of_aba = kt.aba_derivatives(model, q, v, tau, f_ext, method=method)
        found |= {f"{name}_{method}": x for name, x in of_aba._asdict().items()}
    return found


def derivative_errors(robot: Robot, run: Run) -> dict[str, float]:
    """One number for each result."""
    operands = robot.q, robot.v, robot.a, robot.f_ext
    own = run(derivatives, robot.model, *operands[:3], robot.tau, robot.f_ext)
    own["mass_matrix_time_derivative"] -= own["coriolis_matrix"]  # C^T: their sum may cancel
    rows = [of_peer(robot.peer, robot.data, *x) for x in zip(*operands, strict=True)]
    theirs = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    found = {
        name: block_error(own[name.rpartition(", ")[2]], y, robot.scale)
        for name, y in theirs.items()
    }
    return found | forward_errors(robot, own) | linear_errors(robot, own)


def of_peer(peer: Any, data: Any, q: Any, v: Any, a: Any, f_ext: Any) -> dict[str, Any]:
    """Pinocchio's results of one sample, by name; of dM/dt what it has beyond C."""
    of_rnea = rnea_derivatives_of_peer(peer, data, q, v, a, f_ext)
    of_momentum = pin.computeCentroidalDynamicsDerivatives(peer, data, q, v, a)
    static = pin.computeStaticTorqueDerivatives(peer, data, q, forces(f_ext))
    C = pin.computeCoriolisMatrix(peer, data, q, v)
    found = {
        "generalized_gravity_derivatives": pin.computeGeneralizedGravityDerivatives(peer, data, q),
        "static_torque_derivatives": static,
        "coriolis_matrix": C,
        "mass_matrix_time_derivative": C.T,
    }
    for function, names, results in (
        ("rnea_derivatives", OF_RNEA, of_rnea),
        ("centroidal_dynamics_derivatives", OF_MOMENTUM, of_momentum),
    ):
        found |= {f"{function}, {name}": x for name, x in zip(names, results, strict=True)}
    return found


def rnea_derivatives_of_peer(peer: Any, data: Any, q: Any, v: Any, a: Any, f_ext: Any) -> Any:
    """All three; copies, for Pinocchio's next call overwrites them."""
    return np.array(pin.computeRNEADerivatives(peer, data, q, v, a, forces(f_ext)))


def forward_errors(robot: Robot, own: dict[str, Any]) -> dict[str, float]:
    """Errors of `aba_derivatives` in the equations with kinetree's M and dtau, and in Pinocchio's.

    The first is the promise; the second also sees how far apart the models are: see
    sweep.forward_dynamics_errors.
    """
    ours = own["dtau_dq_there"], own["dtau_dv_there"], own["dtau_da"]
    theirs = equations_of_peer(robot, own["ddq"], robot.f_ext)
    found: dict[str, float] = {}
    for method in METHODS:
        x = [own[f"{name}_{method}"] for name in OF_ABA]
        for name, error, other in zip(
            OF_ABA, equation_errors(robot, ours, x), equation_errors(robot, theirs, x), strict=True
        ):
            found[f"aba_derivatives, {name}, {method}"] = error
            found[f"Pinocchio's equation, aba_derivatives, {name}, {method}"] = other
    return found


def equations_of_peer(robot: Robot, ddq: Any, f_ext: Any) -> list[Any]:
    """Pinocchio's dtau_dq, dtau_dv and M at an acceleration."""
    found = robot.each_with_data(rnea_derivatives_of_peer, robot.q, robot.v, ddq, f_ext)
    return [found[:, k] for k in range(3)]


def equation_errors(robot: Robot, of_rnea: Any, of_aba: Any) -> list[float]:
    """The residuals of M ddq_dq = -dtau_dq, M ddq_dv = -dtau_dv and M ddq_dtau = 1."""
    dtau_dq, dtau_dv, M = of_rnea
    right = (-dtau_dq, -dtau_dv, np.broadcast_to(np.eye(robot.model.nv), M.shape))
    return [product_error(robot, M, x, y) for x, y in zip(of_aba, right, strict=True)]


def linear_errors(robot: Robot, own: dict[str, Any]) -> dict[str, float]:
    """Errors of A and B of `linearize`: the rows of de/dt = dv - v x e, and those of d(dv)/dt."""
    n, v, A, B = robot.model.nv, robot.v, own["A"], own["B"]
    drift = np.zeros((len(v), n, n))
    for joint in list(robot.peer.joints)[1:]:
        if joint.nv == 6:
            at = slice(joint.idx_v, joint.idx_v + 6)
            drift[:, at, at] = [-pin.Motion(x[at]).action for x in v]
    unit, zero = np.broadcast_to(np.eye(n), drift.shape), np.zeros_like(drift)
    upper = np.concatenate([A[:, :n], B[:, :n]], -1)
    theirs = equations_of_peer(robot, own["ddq_unpushed"], 0 * robot.f_ext)
    x = A[:, n:, :n], A[:, n:, n:], B[:, n:]
    return {
        "linearize, de": block_error(upper, np.concatenate([drift, unit, zero], -1), robot.scale),
        "Pinocchio's equation, linearize": max(equation_errors(robot, theirs, x)),
    }
