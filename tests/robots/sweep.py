"""One robot against Pinocchio: every algorithm, by the norms of pair.py.

`errors(robot, run)` is a table of one number for each algorithm, to be held against
`bound(algorithm)`: for a result block max|x - y| / max|y| per sample, the worst of all; for forward
dynamics the residual of the equation of motion. Potential energies are one block for all samples:
their zero is arbitrary, and close to it rounding has no relative bound.

`run` is how functions of a robot and arrays are run, algorithms and functions that return a dict
of them: `interpreted` (no compiler; a function is one trace) or `compiled` (its algorithms are).
"""

from typing import Any

import numpy as np
import pinocchio as pin
from robots.pair import (
    REFERENCES,
    SAMPLES,
    SEED,
    Robot,
    Run,
    block_error,
    forces,
    placement_error,
    singular_joints,
    wrench_error,
)
from robots.sweep_bodies import body_errors
from robots.sweep_derivatives import derivative_errors
from robots.sweep_frames import motion_errors

import kinetree as kt
from kinetree.compiler.interpreter import interpret
from kinetree.formats.installed import installed_robots

EMPTY = "ur_description/ur3"
ROBOTS = [name for name in installed_robots() if name != EMPTY]
CASES = [(name, floating_base) for name in ROBOTS for floating_base in (False, True)]
BENCHMARK_SET = [
    ("panda_description/panda", False),
    ("ur_description/ur5_robot", False),
    ("kinova_description/kinova", False),
    ("solo_description/solo12", True),
    ("anymal_c_simple_description/anymal", True),
    ("talos_data/talos_reduced", True),
    ("talos_data/talos_full_v2", True),
]
KINDS = {
    pin.FrameType.BODY: "body",
    pin.FrameType.JOINT: "joint",
    pin.FrameType.FIXED_JOINT: "fixed_joint",
    pin.FrameType.OP_FRAME: "op",
}


def bound(algorithm: str) -> float:
    """The promise: how large the error of an algorithm may be."""
    if algorithm.startswith("aba_derivatives"):
        return 1e-13
    return 1e-14 if algorithm.startswith("aba") else 1e-12


def interpreted(function: Any, model: kt.Model, *operands: Any, **statics: Any) -> Any:
    """Through the interpreter of traces; the placements of frames are the last operand."""
    algorithm = function if isinstance(function, kt.Algorithm) else kt.algorithm(function)
    trace = algorithm.trace(model, **statics)
    named = statics.get("frame", statics.get("frames"))
    if named is not None:
        several = isinstance(named, (list, tuple))
        frames = [model.frame(name) for name in (named if several else [named])]
        placements = np.array([np.array(frame.placement.matrix, float) for frame in frames])
        operands = (*operands, placements if several else placements[0])
    results = dict(zip([x.name for x in trace.results], interpret(trace, *operands), strict=True))
    return results if len(results) > 1 else results.popitem()[1]


def compiled(function: Any, model: kt.Model, *operands: Any, **statics: Any) -> Any:
    """By public calls: compiled kernels on arrays."""
    result = function(model, *operands, **statics)
    return result._asdict() if isinstance(result, tuple) else result


def errors(
    robot: Robot, run: Run, *, frames_and_bodies: bool = True, derivatives: bool = True
) -> dict[str, float]:
    """One number for each algorithm; see the head of this file.

    `frames_and_bodies` False leaves out sweep_frames.py and sweep_bodies.py, which take longer than
    the rest, and `derivatives` False leaves out sweep_derivatives.py, which takes longer still.
    They leave out robots without joints: exceptions.NO_JOINTS.
    """
    own = run(dynamics, robot.model, robot.q, robot.v, robot.a, robot.tau, robot.f_ext)
    found = {
        **structure_errors(robot),
        **dynamics_errors(robot, own),
        **forward_dynamics_errors(robot, own),
        **placement_errors(robot, run),
        **force_errors(robot, run),
        **configuration_errors(robot, run),
    }
    if frames_and_bodies and robot.model.nv:
        found |= motion_errors(robot, run) | body_errors(robot, run)
    if derivatives and robot.model.nv:
        found |= derivative_errors(robot, run)
    return found


def structure_errors(robot: Robot) -> dict[str, float]:
    """0 where names and kinds are the same, in order; inf otherwise."""
    model, peer = robot.model, robot.peer
    kinds = ["universe", *(KINDS[frame.type] for frame in list(peer.frames)[1:])]
    same = {
        "dimensions": (model.nq, model.nv, model.njoints, model.nframes)
        == (peer.nq, peer.nv, peer.njoints, peer.nframes),
        "joint names": list(model.joint_names) == list(peer.names),
        "frame names": list(model.frame_names) == [frame.name for frame in peer.frames],
        "frame kinds": [frame.kind for frame in model.frames] == kinds,
        "frame parents": [f.parent_frame for f in model.frames[1:]]
        == [f.parentFrame for f in list(peer.frames)[1:]],
        "frame joints": [f.joint for f in model.frames] == [f.parentJoint for f in peer.frames],
    }
    return {what: 0.0 if equal else np.inf for what, equal in same.items()}


def dynamics(model: kt.Model, q: Any, v: Any, a: Any, tau: Any, f_ext: Any) -> dict[str, Any]:
    """Energies, inverse and forward dynamics: one algorithm."""
    return {
        "rnea": kt.rnea(model, q, v, a),
        "rnea_with_f_ext": kt.rnea(model, q, v, a, f_ext),
        "crba": kt.crba(model, q),
        "nonlinear_effects": kt.nonlinear_effects(model, q, v),
        "nonlinear_effects_with_f_ext": kt.rnea(model, q, v, 0 * a, f_ext),
        "generalized_gravity": kt.generalized_gravity(model, q),
        "static_torque": kt.static_torque(model, q, f_ext),
        "kinetic_energy": kt.kinetic_energy(model, q, v),
        "potential_energy": kt.potential_energy(model, q),
        "mechanical_energy": kt.mechanical_energy(model, q, v),
        "aba": kt.aba(model, q, v, tau),
        "aba_with_f_ext": kt.aba(model, q, v, tau, f_ext),
    }


def dynamics_errors(robot: Robot, own: dict[str, Any]) -> dict[str, float]:
    q, v, a, f_ext, each = robot.q, robot.v, robot.a, robot.f_ext, robot.each_with_data

    def pushed(peer: Any, data: Any, q: Any, v: Any, a: Any, f_ext: Any) -> Any:
        return pin.rnea(peer, data, q, v, a, forces(f_ext))

    def held(peer: Any, data: Any, q: Any, f_ext: Any) -> Any:
        return pin.computeStaticTorque(peer, data, q, forces(f_ext))

    theirs = {
        "rnea": each(pin.rnea, q, v, a),
        "rnea_with_f_ext": each(pushed, q, v, a, f_ext),
        "crba": each(pin.crba, q),
        "nonlinear_effects": each(pin.nle, q, v),
        "generalized_gravity": each(pin.computeGeneralizedGravity, q),
        "static_torque": each(held, q, f_ext),
        "kinetic_energy": each(pin.computeKineticEnergy, q, v),
        "potential_energy": each(pin.computePotentialEnergy, q)[None],
        "mechanical_energy": each(pin.computeMechanicalEnergy, q, v)[None],
    }
    return {
        name: block_error(own[name].reshape(y.shape), y, robot.scale) for name, y in theirs.items()
    }


def forward_dynamics_errors(robot: Robot, own: dict[str, Any]) -> dict[str, float]:
    """Residuals of M a + h = tau, with kinetree's own M and h, and with Pinocchio's.

    The first is the promise: how well `aba` solves the equation of its model, whose M and h are
    compared elsewhere. The second also sees how far apart the two models are: they agree to
    rounding only (inertias about the joint, not the centre of mass; placements snapped), and where
    M is ill-conditioned, large accelerations bring that into small rows.
    """
    q, v, f_ext = robot.q, robot.v, robot.f_ext

    def inertial(peer: Any, data: Any, q: Any, v: Any, f_ext: Any) -> Any:
        return pin.rnea(peer, data, q, v, 0 * v, forces(f_ext))

    M, their_M = own["crba"], robot.each_with_data(pin.crba, q)
    found: dict[str, float] = {}
    for forced, push in (("", 0 * f_ext), ("_with_f_ext", f_ext)):
        a, h = own[f"aba{forced}"], own[f"nonlinear_effects{forced}"]
        their_h = robot.each_with_data(inertial, q, v, push)
        found[f"aba{forced}"] = residual(robot, M, h, a)
        found[f"Pinocchio's equation, aba{forced}"] = residual(robot, their_M, their_h, a)
    return found


def residual(robot: Robot, M: Any, h: Any, a: Any) -> float:
    """max|M a + h - tau| / max(|M||a| + |h| + |tau|), the worst sample.

    Where M is singular, 0 if no sample of `a` is finite, and inf if one is.
    """
    if a.shape != robot.tau.shape:
        return np.inf
    if singular_joints(robot):
        return np.inf if np.isfinite(a).all(-1).any() else 0.0
    if not a.size:
        return 0.0
    terms = (abs(M) @ abs(a)[..., None])[..., 0] + abs(h) + abs(robot.tau)
    wrong = (M.astype(np.longdouble) @ a[..., None])[..., 0] + h - robot.tau
    ratios = abs(wrong).max(-1) / terms.max(-1)
    return float(ratios.max()) if np.isfinite(ratios).all() else np.inf


def joints_and_frames(model: kt.Model, q: Any) -> dict[str, Any]:
    """The placements of all of them: one algorithm."""
    return {
        "forward_kinematics": kt.forward_kinematics(model, q),
        "frame_placements": kt.frame_placements(model, q),
    }


def placement_errors(robot: Robot, run: Run) -> dict[str, float]:
    model, q = robot.model, robot.q

    def joints(peer: Any, data: Any, q: Any) -> Any:
        pin.forwardKinematics(peer, data, q)
        return [T.homogeneous for T in data.oMi]

    def frames(peer: Any, data: Any, q: Any) -> Any:
        pin.framesForwardKinematics(peer, data, q)
        return [T.homogeneous for T in data.oMf]

    all_of_them = run(joints_and_frames, model, q)
    placements = robot.each_with_data(frames, q)
    some = robot.frames
    body = [i for i, frame in enumerate(model.frames) if frame.kind == "body"][-1]
    named = run(kt.frame_placement, model, q, frame=model.frames[body].name)
    pairs = {
        "forward_kinematics": (all_of_them["forward_kinematics"], robot.each_with_data(joints, q)),
        "frame_placements": (all_of_them["frame_placements"], placements),
        "frame_placement": (named, placements[:, body]),
        "frame_placement of several": (
            run(kt.frame_placement, model, q, frame=some),
            placements[:, some],
        ),
    }
    return {name: placement_error(x, y, robot.scale) for name, (x, y) in pairs.items()}


def force_errors(robot: Robot, run: Run) -> dict[str, float]:
    """external_forces against f_i = (X_i^f)^-T f with Pinocchio's placements."""
    found: dict[str, float] = {}
    pushes = dict(zip(robot.frames, robot.wrenches, strict=False))
    wrenches = np.stack([*pushes.values()], 1)
    for reference in REFERENCES:
        own = run(
            kt.external_forces,
            robot.model,
            robot.q,
            wrenches,
            frames=robot.frames,
            reference=reference,
        )
        expected = np.zeros((SAMPLES, robot.peer.njoints, 6))
        for k, q in enumerate(robot.q):
            pin.framesForwardKinematics(robot.peer, robot.data, q)
            for i, wrench in pushes.items():
                joint, at = robot.peer.frames[i].parentJoint, robot.data.oMf[i]
                there = {
                    "local": at,
                    "local_world_aligned": pin.SE3(np.eye(3), at.translation),
                    "world": pin.SE3.Identity(),
                }[reference]
                world = there.act(pin.Force(wrench[k]))
                expected[k, joint] += robot.data.oMi[joint].actInv(world).vector
        found[f"external_forces, {reference}"] = wrench_error(own, expected, robot.scale)
    return found


def configuration_errors(robot: Robot, run: Run) -> dict[str, float]:
    model, q, q1, v, t = robot.model, robot.q, robot.q1, robot.v, robot.t
    stretched, each = robot.stretched, robot.each
    pairs = {
        "neutral": (kt.neutral(model)[None], pin.neutral(robot.peer)[None]),
        "integrate": (run(kt.integrate, model, q, v), q_times_exp(robot, v)),
        "difference": (run(kt.difference, model, q, q1), each(pin.difference, q, q1)),
        "interpolate": (run(kt.interpolate, model, q, q1, t), each(pin.interpolate, q, q1, t)),
        "normalize": (run(kt.normalize, model, stretched), each(pin.normalize, stretched)),
        "tangent_map": (run(kt.tangent_map, model, q), each(pin.tangentMap, q)),
        **derivative_pairs(robot, run),
    }
    found = {name: block_error(x, y, robot.scale) for name, (x, y) in pairs.items()}
    return found | {"random_configuration": outside(robot)}


def derivative_pairs(robot: Robot, run: Run) -> dict[str, tuple[Any, Any]]:
    """The derivatives of integrate and difference, by result.

    integrate(q, difference(q, q1)) is q1, which gives those of difference from those of integrate.
    Pinocchio's own, dDifference, loses digits toward half a turn: exceptions.HALF_A_TURN.
    """
    model, q, q1, v, each = robot.model, robot.q, robot.q1, robot.v, robot.each
    integrated, differed = (
        run(function, model, q, x)
        for function, x in ((kt.integrate_derivatives, v), (kt.difference_derivatives, q1))
    )
    theirs = each(pin.dIntegrate, q, v)
    there = each(pin.dIntegrate, q, each(pin.difference, q, q1))
    dq1 = np.linalg.inv(there[:, 1])
    return {
        "integrate_derivatives, dq": (integrated["dq"], theirs[:, 0]),
        "integrate_derivatives, dv": (integrated["dv"], theirs[:, 1]),
        "difference_derivatives, dq0": (differed["dq0"], -dq1 @ there[:, 0]),
        "difference_derivatives, dq1": (differed["dq1"], dq1),
    }


def q_times_exp(robot: Robot, v: Any) -> Any:
    """Pinocchio's integrate with the quaternion sign of q exp(v).

    Beyond half a turn Pinocchio returns the other quaternion of the same rotation, that whose
    product with the one in q is positive; kinetree's is q exp(v) throughout, smooth in v.
    """
    expected = robot.each(pin.integrate, robot.q, v)
    for joint in list(robot.peer.joints)[1:]:
        if joint.nq == 7:
            angle = np.linalg.norm(v[:, joint.idx_v + 3 : joint.idx_v + 6], axis=-1, keepdims=True)
            expected[:, joint.idx_q + 3 : joint.idx_q + 7] *= np.sign(np.cos(angle / 2))
    return expected


def outside(robot: Robot) -> float:
    """The distance of random configurations outside Pinocchio's limits, or from unit length."""
    peer, q = robot.peer, kt.random_configuration(robot.model, 100, rng=SEED)
    if not robot.model.nq:
        return 0.0
    straight = [j.idx_q for j in list(peer.joints)[1:] if j.nq == j.nv]
    low, high = peer.lowerPositionLimit[straight], peer.upperPositionLimit[straight]
    beyond = np.maximum(low - q[:, straight], q[:, straight] - high).max(initial=0)
    unit = abs(robot.each(pin.normalize, q) - q).max()
    return float(max(beyond, unit)) if np.isfinite(q).all() else np.inf
