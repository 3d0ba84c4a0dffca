"""One robot's frames in motion against Pinocchio: velocities to derivatives, in all references.

All quantities of a few frames are one algorithm, as a user asks for several at once: they share
most of their work.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pinocchio as pin
from robots.pair import REFERENCES, Robot, Run, block_error

import kinetree as kt

VIEWS = {
    "local": pin.ReferenceFrame.LOCAL,
    "local_world_aligned": pin.ReferenceFrame.LOCAL_WORLD_ALIGNED,
    "world": pin.ReferenceFrame.WORLD,
}
PARTS = {
    "frame_velocity": ("V",),
    "frame_acceleration": ("A",),
    "frame_acceleration, classical": ("C",),
    "frame_jacobian": ("J",),
    "frame_jacobian_time_derivative": ("dJ",),
    "frame_hessian": ("H",),
    "frame_velocity_derivatives": ("V_dv_dq", "V_dv_dv"),
    "frame_acceleration_derivatives": ("A_dv_dq", "A_da_dq", "A_da_dv", "A_da_da"),
    "frame_acceleration_derivatives, classical": ("C_da_dq", "C_da_dv"),
}
"""The groups of the results of the algorithm."""


def frames_of(robot: Robot) -> tuple[int, ...]:
    """Few, because they take long: of the universe, the middle and the last one."""
    n = robot.model.nframes
    return tuple(sorted({0, n // 2, n - 1}))


def frames_in_motion(model: kt.Model, q: Any, v: Any, a: Any, *, frame: Any) -> dict[str, Any]:
    """All that is asked of a frame's motion, in all three references: one algorithm."""
    found = {"Y": kt.body_regressor(model, q, v, a, frame=frame)}
    for reference in REFERENCES:
        at: Any = {"frame": frame, "reference": reference}
        velocity = kt.frame_velocity_derivatives(model, q, v, **at)
        spatial = kt.frame_acceleration_derivatives(model, q, v, a, **at)
        classical = kt.frame_acceleration_derivatives(model, q, v, a, **at, classical=True)
        quantities = {
            "V": kt.frame_velocity(model, q, v, **at),
            "A": kt.frame_acceleration(model, q, v, a, **at),
            "C": kt.frame_acceleration(model, q, v, a, **at, classical=True),
            "J": kt.frame_jacobian(model, q, **at),
            "dJ": kt.frame_jacobian_time_derivative(model, q, v, **at),
            "H": kt.frame_hessian(model, q, **at),
            **{f"V_{name}": x for name, x in velocity._asdict().items()},
            **{f"A_{name}": x for name, x in spatial._asdict().items()},
            "C_da_dq": classical.da_dq,
            "C_da_dv": classical.da_dv,
        }
        found |= {f"{name}_{reference}": x for name, x in quantities.items()}
    return found


def motion_errors(robot: Robot, run: Run) -> dict[str, float]:
    """One number for each function and reference: the worst of its results and frames."""
    own = run(frames_in_motion, robot.model, robot.q, robot.v, robot.a, frame=frames_of(robot))
    rows = [dict(of_peer(robot, *state)) for state in zip(robot.q, robot.v, robot.a, strict=True)]
    theirs = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    alone = {
        "body_regressor": block_error(own["Y"], theirs["Y"], robot.scale),
        "frame_error": goal_error(robot, run),
    }
    return alone | {
        f"{what}, {reference}": max(
            block_error(own[f"{part}_{reference}"], theirs[f"{part}_{reference}"], robot.scale)
            for part in parts
        )
        for what, parts in PARTS.items()
        for reference in REFERENCES
    }


def goal_error(robot: Robot, run: Run) -> float:
    """frame_error to targets that are one twist away, T exp(x), which turns by 3 at most: it is x.

    Pinocchio's own, log6, loses digits toward half a turn: exceptions.HALF_A_TURN.
    """
    frames = frames_of(robot)
    x = np.swapaxes(robot.wrenches, 0, 1)[:, : len(frames)].copy()
    x[..., 3:] /= np.maximum(1, np.linalg.norm(x[..., 3:], axis=-1, keepdims=True) / 3)

    def targets(peer: Any, data: Any, q: Any, x: Any) -> list[Any]:
        pin.framesForwardKinematics(peer, data, q)
        moved = zip(frames, x, strict=True)
        return [(data.oMf[i] * pin.exp6(pin.Motion(x_i))).homogeneous for i, x_i in moved]

    target = robot.each_with_data(targets, robot.q, x)
    return block_error(
        run(kt.frame_error, robot.model, robot.q, target, frame=frames), x, robot.scale
    )


def of_peer(robot: Robot, q: Any, v: Any, a: Any) -> Iterator[tuple[str, Any]]:
    """Pinocchio's results of one sample, by name, each of all frames."""
    peer, data, frames = robot.peer, robot.data, frames_of(robot)
    pin.computeForwardKinematicsDerivatives(peer, data, q, v, a)
    pin.computeJointJacobiansTimeVariation(peer, data, q, v)
    pin.computeJointKinematicHessians(peer, data, q)
    pin.forwardKinematics(peer, data, q, v, a)
    pin.updateFramePlacements(peer, data)
    getters = {
        "V": lambda i, view: pin.getFrameVelocity(peer, data, i, view).vector,
        "A": lambda i, view: pin.getFrameAcceleration(peer, data, i, view).vector,
        "C": lambda i, view: pin.getFrameClassicalAcceleration(peer, data, i, view).vector,
        "J": lambda i, view: pin.getFrameJacobian(peer, data, i, view),
        "dJ": lambda i, view: pin.getFrameJacobianTimeVariation(peer, data, i, view),
        "H": lambda i, view: row_major(pin.getFrameKinematicHessian(peer, data, i, view)),
    }
    pin.rnea(peer, data, q, v, a)
    yield "Y", [pin.frameBodyRegressor(peer, data, i).copy() for i in frames]
    for reference, view in VIEWS.items():
        for name, get in getters.items():
            yield f"{name}_{reference}", [get(i, view) for i in frames]
        derivatives = [derivatives_of_peer(robot, i, reference) for i in frames]
        for name in derivatives[0]:
            yield f"{name}_{reference}", [x[name] for x in derivatives]


def row_major(H: Any) -> Any:
    """Pinocchio's Hessian: it comes labelled in the other memory order."""
    return H.ravel().reshape(H.shape, order="F")


def derivatives_of_peer(robot: Robot, i: int, reference: str) -> dict[str, Any]:
    """Pinocchio's derivatives of one sample at one frame, by name.

    In LOCAL_WORLD_ALIGNED they are not those of what it returns there: its LOCAL ones are turned.
    Classical ones are by the product rule, A + w x v.
    """
    peer, data = robot.peer, robot.data
    turned = reference == "local_world_aligned"
    view = VIEWS["local" if turned else reference]
    V = pin.getFrameVelocity(peer, data, i, view).vector
    A = pin.getFrameAcceleration(peer, data, i, view).vector
    dv_dq, dv_dv = pin.getFrameVelocityDerivatives(peer, data, i, view)
    A_dv_dq, da_dq, da_dv, da_da = pin.getFrameAccelerationDerivatives(peer, data, i, view)
    if turned:
        w, X = dv_dv[3:], pin.SE3(data.oMf[i].rotation, np.zeros(3)).action
        dv_dq, A_dv_dq = X @ (dv_dq + across(w, V)), X @ (A_dv_dq + across(w, V))
        da_dq = X @ (da_dq + across(w, A))
        V, dv_dv, da_dv, da_da = X @ V, X @ dv_dv, X @ da_dv, X @ da_da
    return {
        "V_dv_dq": dv_dq,
        "V_dv_dv": dv_dv,
        "A_dv_dq": A_dv_dq,
        "A_da_dq": da_dq,
        "A_da_dv": da_dv,
        "A_da_da": da_da,
        "C_da_dq": da_dq + of_point(V, dv_dq),
        "C_da_dv": da_dv + of_point(V, dv_dv),
    }


def across(w: Any, V: Any) -> Any:
    """The columns w x v of both parts of V: the rate of a vector whose axes turn with w."""
    return np.vstack([np.cross(w.T, part).T for part in (V[:3], V[3:])])


def of_point(V: Any, dV: Any) -> Any:
    """d(w x v), in the linear rows."""
    linear = np.cross(dV[3:].T, V[:3]) + np.cross(V[3:], dV[:3].T)
    return np.vstack([linear.T, np.zeros_like(linear.T)])
