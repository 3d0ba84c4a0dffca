"""One robot against Pinocchio: every algorithm, by the norms of DESIGN section 1.

`errors(robot, run)` is a table of one number for each algorithm, to be held against
`bound(algorithm)`: for a result block max|x - y| / max|y| per sample, the worst of all; for forward
dynamics the residual of the equation of motion. Potential energies are one block for all samples:
their zero is arbitrary, and close to it rounding has no relative bound.

`run` is how the algorithms are run: `interpreted` (no compiler; what takes a frame runs its page on
floats) or `compiled`.
"""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pinocchio as pin

import kinetree as kt
from kinetree.formats.find import installed_robots
from kinetree.machine import interpret

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
SAMPLES = 16
SEED = 7
REFERENCES = ("local", "local_world_aligned", "world")
KINDS = {
    pin.FrameType.BODY: "body",
    pin.FrameType.JOINT: "joint",
    pin.FrameType.FIXED_JOINT: "fixed_joint",
    pin.FrameType.OP_FRAME: "op",
}
Run = Callable[..., Any]


def bound(algorithm: str) -> float:
    """The promise: how large the error of an algorithm may be."""
    return 1e-14 if algorithm.startswith("aba") else 1e-12


def case_name(name: str, floating_base: bool) -> str:
    return f"{name}-{'floating' if floating_base else 'fixed'}"


@dataclass(frozen=True)
class Robot:
    """A robot in both libraries, and random states of it."""

    name: str
    model: kt.Model
    peer: Any
    data: Any
    q: Any
    q1: Any
    t: Any
    stretched: Any
    v: Any
    a: Any
    tau: Any
    f_ext: Any
    wrenches: Any
    scale: float

    @property
    def frames(self) -> list[int]:
        """A few frames: of the universe (0), the first, middle and last ones."""
        n = self.model.nframes
        return sorted({0, 1, n // 3, n // 2, n - 2, n - 1} & set(range(n)))

    def each(self, function: Callable[..., Any], *operands: Any) -> Any:
        """Pinocchio's results, sample by sample, stacked."""
        rows = [function(self.peer, *row) for row in zip(*operands, strict=True)]
        return np.array([np.array(x, dtype=float) for x in rows])

    def each_with_data(self, function: Callable[..., Any], *operands: Any) -> Any:
        return self.each(lambda peer, *row: function(peer, self.data, *row), *operands)


@lru_cache(maxsize=2)
def load_robot(name: str, floating_base: bool) -> Robot:
    file = installed_robots()[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # joints without limits
        model = kt.load_urdf(file, floating_base=floating_base)
    peer = pin.buildModelFromUrdf(str(file), *([pin.JointModelFreeFlyer()] * floating_base))
    rng = np.random.default_rng(SEED)
    q = kt.random_configuration(model, SAMPLES, rng=rng)
    normal = rng.standard_normal
    return Robot(
        name=case_name(name, floating_base),
        model=model,
        peer=peer,
        data=peer.createData(),
        q=q,
        q1=kt.random_configuration(model, SAMPLES, rng=rng),
        t=rng.uniform(0, 1, SAMPLES),
        stretched=q * rng.uniform(0.5, 2, (SAMPLES, 1)),
        v=normal((SAMPLES, model.nv)),
        a=normal((SAMPLES, model.nv)),
        tau=normal((SAMPLES, model.nv)),
        f_ext=normal((SAMPLES, model.njoints, 6)),
        wrenches=normal((6, SAMPLES, 6)),
        scale=scale(peer),
    )


def scale(peer: Any) -> float:
    """The robot's scale: total mass * 9.81 * size; the size is that of the frames and masses."""
    data = peer.createData()
    pin.framesForwardKinematics(peer, data, pin.neutral(peer))
    moving = [(y, T) for y, T in zip(peer.inertias, data.oMi, strict=True)][1:]
    mass = sum(y.mass for y, _ in moving)
    size = max(np.linalg.norm(T.translation) for T in data.oMf)
    gyration = [np.sqrt(abs(np.trace(y.inertia)) / y.mass) for y, _ in moving if y.mass > 0]
    return float(mass * 9.81 * max([size, *gyration]))


def singular_joints(robot: Robot) -> set[str]:
    """The joints that move no mass: their rows of M are zero at every sample, so M is singular."""
    M = robot.each_with_data(pin.crba, robot.q)
    idle = {int(i) for i in np.flatnonzero((M == 0).all((0, 2)))}
    joints = zip(robot.peer.names, robot.peer.joints, strict=True)
    return {name for name, joint in joints if joint.nv and joint.idx_v in idle}


def interpreted(algorithm: kt.Algorithm, model: kt.Model, *operands: Any, **keywords: Any) -> Any:
    """Through the interpreter of traces; what takes frames runs its page on floats."""
    if "frame" in keywords or "reference" in keywords:
        return algorithm.evaluate(model, *operands, **keywords)
    trace = algorithm.trace(model, inputs=tuple(keywords))
    return interpret(trace, *operands, *keywords.values())[0]


def compiled(algorithm: kt.Algorithm, model: kt.Model, *operands: Any, **keywords: Any) -> Any:
    """Through the door: compiled kernels on arrays."""
    return algorithm(model, *operands, **keywords)


def block_error(x: Any, y: Any, scale: float) -> float:
    """max|x - y| / max|y| per sample, the worst; where one is zero, the other over the scale."""
    if x.shape != y.shape:
        return np.inf
    if not x.size:
        return 0.0
    x, y = x.reshape(len(x), -1), y.reshape(len(y), -1)
    top_x, top_y = abs(x).max(-1), abs(y).max(-1)
    difference = abs(x - y).max(-1)
    vanishing = (top_x == 0) | (top_y == 0)
    size = np.where(vanishing, scale, top_y)
    with np.errstate(all="ignore"):
        ratio = np.where(difference == 0, 0.0, difference / size)
    return float(ratio.max()) if np.isfinite(ratio).all() else np.inf


def placement_error(x: Any, y: Any, scale: float) -> float:
    """The worst of two blocks: rotations and translations; the last row is exact."""
    if x.shape != y.shape or not np.array_equal(x[..., 3, :], y[..., 3, :]):
        return np.inf
    parts = [(x[..., :3, columns], y[..., :3, columns]) for columns in (slice(3), slice(3, 4))]
    return max(block_error(*part, scale) for part in parts)


def wrench_error(x: Any, y: Any, scale: float) -> float:
    """The worst of two blocks: forces and moments."""
    if x.shape != y.shape:
        return np.inf
    parts = [(x[..., part], y[..., part]) for part in (slice(3), slice(3, 6))]
    return max(block_error(*part, scale) for part in parts)


def errors(robot: Robot, run: Run) -> dict[str, float]:
    """One number for each algorithm; see the head of this file."""
    return {
        **structure_errors(robot),
        **dynamics_errors(robot, run),
        **forward_dynamics_errors(robot, run),
        **kinematics_errors(robot, run),
        **force_errors(robot, run),
        **configuration_errors(robot, run),
    }


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
        "frame joints": [f.joint for f in model.frames] == [f.parentJoint for f in peer.frames],
    }
    return {what: 0.0 if equal else np.inf for what, equal in same.items()}


def dynamics_errors(robot: Robot, run: Run) -> dict[str, float]:
    model, q, v, a, f_ext = robot.model, robot.q, robot.v, robot.a, robot.f_ext
    each = robot.each_with_data

    def pushed(peer: Any, data: Any, q: Any, v: Any, a: Any, f_ext: Any) -> Any:
        return pin.rnea(peer, data, q, v, a, forces(f_ext))

    pairs = {
        "rnea": (run(kt.rnea, model, q, v, a), each(pin.rnea, q, v, a)),
        "rnea with f_ext": (
            run(kt.rnea, model, q, v, a, f_ext=f_ext),
            each(pushed, q, v, a, f_ext),
        ),
        "crba": (run(kt.crba, model, q), each(pin.crba, q)),
        "nonlinear_effects": (run(kt.nonlinear_effects, model, q, v), each(pin.nle, q, v)),
        "generalized_gravity": (
            run(kt.generalized_gravity, model, q),
            each(pin.computeGeneralizedGravity, q),
        ),
        "kinetic_energy": (
            run(kt.kinetic_energy, model, q, v),
            each(pin.computeKineticEnergy, q, v),
        ),
    }
    found = {name: block_error(x, y, robot.scale) for name, (x, y) in pairs.items()}
    energies = run(kt.potential_energy, model, q), each(pin.computePotentialEnergy, q)
    return found | {"potential_energy": block_error(*(x[None] for x in energies), robot.scale)}


def forces(f_ext: Any) -> list[Any]:
    return [pin.Force(f) for f in f_ext]


def forward_dynamics_errors(robot: Robot, run: Run) -> dict[str, float]:
    """Residuals of M a + h = tau, with kinetree's own M and h, and with Pinocchio's.

    The first is the promise: how well `aba` solves the equation of its model, whose M and h are
    compared elsewhere. The second also sees how far apart the two models are: they agree to
    rounding only (inertias about the joint, not the centre of mass; placements snapped), and where
    M is ill-conditioned, large accelerations carry that into small rows.
    """
    model, q, v, tau, f_ext = robot.model, robot.q, robot.v, robot.tau, robot.f_ext
    still, none = np.zeros_like(v), np.zeros_like(f_ext)

    def inertial(peer: Any, data: Any, q: Any, v: Any, f_ext: Any) -> Any:
        return pin.rnea(peer, data, q, v, 0 * v, forces(f_ext))

    M, h = run(kt.crba, model, q), run(kt.nonlinear_effects, model, q, v)
    h_pushed = run(kt.rnea, model, q, v, still, f_ext=f_ext)
    a, a_pushed = run(kt.aba, model, q, v, tau), run(kt.aba, model, q, v, tau, f_ext=f_ext)
    their_M = robot.each_with_data(pin.crba, q)
    their_h = robot.each_with_data(inertial, q, v, none)
    their_h_pushed = robot.each_with_data(inertial, q, v, f_ext)
    return {
        "aba": residual(robot, M, h, a),
        "aba with f_ext": residual(robot, M, h_pushed, a_pushed),
        "Pinocchio's equation, aba": residual(robot, their_M, their_h, a),
        "Pinocchio's equation, aba with f_ext": residual(robot, their_M, their_h_pushed, a_pushed),
    }


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


def kinematics_errors(robot: Robot, run: Run) -> dict[str, float]:
    model, q = robot.model, robot.q

    def joints(peer: Any, data: Any, q: Any) -> Any:
        pin.forwardKinematics(peer, data, q)
        return [T.homogeneous for T in data.oMi]

    def frames(peer: Any, data: Any, q: Any) -> Any:
        pin.framesForwardKinematics(peer, data, q)
        return [T.homogeneous for T in data.oMf]

    placements = robot.each_with_data(frames, q)
    some = robot.frames
    body = [i for i, frame in enumerate(model.frames) if frame.kind == "body"][-1]
    named = run(kt.frame_placement, model, q, frame=model.frames[body].name)
    pairs = {
        "forward_kinematics": (
            run(kt.forward_kinematics, model, q),
            robot.each_with_data(joints, q),
        ),
        "frame_placements": (run(kt.frame_placements, model, q), placements),
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
    for reference in REFERENCES:
        own = run(kt.external_forces, robot.model, robot.q, pushes, reference=reference)
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
    }
    found = {name: block_error(x, y, robot.scale) for name, (x, y) in pairs.items()}
    return found | {"random_configuration": outside(robot)}


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
    """How far random configurations are outside Pinocchio's limits, or from unit length."""
    peer, q = robot.peer, kt.random_configuration(robot.model, 100, rng=SEED)
    if not robot.model.nq:
        return 0.0
    straight = [j.idx_q for j in list(peer.joints)[1:] if j.nq == j.nv]
    low, high = peer.lowerPositionLimit[straight], peer.upperPositionLimit[straight]
    beyond = np.maximum(low - q[:, straight], q[:, straight] - high).max(initial=0)
    unit = abs(robot.each(pin.normalize, q) - q).max()
    return float(max(beyond, unit)) if np.isfinite(q).all() else np.inf
