"""mjModel -> the joints, bodies and frames of a model, with the forces of actuators."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...errors import ModelError
from ...model import Anchor, Softness
from ...model.assembly import Assembly
from ...model.bases import actuation
from ...model.joints import FreeFlyer, Joint, Mimic, Prismatic, Revolute, Spherical
from ...model.softness import LEAST
from ...scalar.array import as_array
from ...spatial import SE3, Inertia
from ..build import ROOT_JOINT
from ..origins import IDENTITY, rotated, rotation_of_quaternion
from .arrays import (
    BALL,
    FREE,
    HINGE,
    SLIDE,
    Floats,
    Mask,
    MjModel,
    Names,
    coordinates,
    pose,
    unlimited,
    velocities,
)
from .compile import import_mujoco

ON_JOINTS: Final = (0, 1)
"""The transmissions to a joint: in its own frame, and in that of its parent."""

FIXED, AFFINE = range(2)
"""Gains: the first parameter; with length and velocity."""
NO_BIAS: Final = 0
STATELESS, _, FILTER, EXACT_FILTER = range(4)
"""Dynamics of activation."""
PYRAMIDAL: Final = 0
"""The kind of friction cone that is MuJoCo's default."""
UNCLAMPED: Final = 1 << 8
"""The flag that lets controls leave their range."""

MimicArguments = tuple[str, float, float]
"""The source of a mimic, the ratio and the offset."""


class Bodies(Assembly):
    """The joints of an mjModel in MuJoCo's order, each with a body, and all frames.

    The joints of one of MuJoCo's bodies are in series, and the last one moves it. The body is at
    `places[i]`, which is not the frame of that joint if it rotates about another point.
    """

    def __init__(
        self,
        mj: MjModel,
        names: Names,
        base: Joint | None,
        origin: SE3,
        mimics: Mapping[int, MimicArguments],
        idle: Mask,
    ) -> None:
        super().__init__()
        self.places = [Anchor(0, origin, 0)]
        self._mj, self._names, self._mimics = mj, names, mimics
        self._parameters = _parameters_of_velocities(mj, idle)
        self._add_sites(0)
        root = None if base is None else _root(mj, names)
        for i in range(1, mj.nbody):
            self._add_body(i, base if i == root else None)

    def _add_body(self, i: int, base: Joint | None) -> None:
        mj = self._mj
        place = self.places[int(mj.body_parentid[i])] @ pose(mj.body_pos[i], mj.body_quat[i])
        if base is not None:
            place = self.add_joint(ROOT_JOINT, base, place, actuation(base))
        for j in range(mj.body_jntadr[i], mj.body_jntadr[i] + mj.body_jntnum[i]):
            place = self._add_joint(j, place)
        self.places.append(self.add_body(self._names.bodies[i], place, _inertia(mj, i)))
        self._add_sites(i)

    def _add_joint(self, j: int, place: Anchor) -> Anchor:
        """Add a joint at an anchor; returns that of the body on it.

        MuJoCo rotates about an anchor a, relative to qpos0: a J(-qpos0) J(q) a^-1. A ball joint has
        no such reference, and a free joint is relative to the world.
        """
        mj, kind = self._mj, int(self._mj.jnt_type[j])
        anchor, joint = SE3.identity(), _joint(kind, mj.jnt_axis[j])
        if kind == FREE:
            place = self.places[0]
        if kind in (BALL, HINGE):
            anchor = SE3(IDENTITY, mj.jnt_pos[j].tolist())
        place @= anchor
        if kind in (SLIDE, HINGE):
            place @= joint.placement(as_array([-float(mj.qpos0[mj.jnt_qposadr[j]])]))
        values = {"actuated": False}
        values |= {key: x[velocities(mj, j)].tolist() for key, x in self._parameters.items()}
        if kind != FREE:
            values["spring_reference"] = coordinates(mj, j, mj.qpos_spring).tolist()
        if mj.jnt_limited[j] and kind in (SLIDE, HINGE):
            lower, upper = unlimited(mj.jnt_range[j])
            values |= {"lower_position_limits": [lower], "upper_position_limits": [upper]}
        if j in self._mimics:
            joint = Mimic(*self._mimics[j], joint)
        place = self.add_joint(self._names.joints[j], joint, place, values) @ anchor.inverse()
        if kind in (SLIDE, HINGE):
            soft = softness(mj, "jnt", j, mj.dof_invweight0[mj.jnt_dofadr[j]])
            margin = float(mj.jnt_margin[j])
            self.bodies[-1] = replace(self.bodies[-1], limit_softness=soft, limit_margin=margin)
        return place

    def _add_sites(self, i: int) -> None:
        mj, place = self._mj, self.places[i]
        for k in np.flatnonzero(mj.site_bodyid == i).tolist():
            anchor = place @ pose(mj.site_pos[k], mj.site_quat[k])
            self.add_frame(self._names.sites[k], "op", anchor)


def softness(mj: MjModel, kind: str, i: int, mobility: float) -> Softness:
    """That of a geom, a pair, or a joint limit, by the mobility in the reference configuration.

    A contact has that of both bodies, the mean of directions.
    """
    solref, solimp = (getattr(mj, f"{kind}_{x}")[i].tolist() for x in ("solref", "solimp"))
    bounded = not mj.opt.disableflags & import_mujoco().mjtDisableBit.mjDSBL_REFSAFE
    return Softness(
        float(mobility),
        tuple(solref),
        tuple(solimp),
        least_time=2 * mj.opt.timestep * bounded,
        impratio=max(LEAST, float(mj.opt.impratio)),
        cone="pyramidal" if mj.opt.cone == PYRAMIDAL else "elliptic",
    )


def _joint(kind: int, axis: Floats) -> Joint:
    if kind == FREE:
        return FreeFlyer()
    if kind == BALL:
        return Spherical()
    return (Revolute if kind == HINGE else Prismatic)(axis.tolist())


def _inertia(mj: MjModel, body: int) -> Inertia:
    """The inertia in the body's axes, from principal moments and their axes."""
    x, y, z = mj.body_inertia[body].tolist()
    qw, qx, qy, qz = mj.body_iquat[body].tolist()
    tensor = rotated(rotation_of_quaternion(qx, qy, qz, qw), ((x, 0, 0), (0, y, 0), (0, 0, z)))
    return Inertia(float(mj.body_mass[body]), mj.body_ipos[body].tolist(), tensor)


def _root(mj: MjModel, names: Names) -> int:
    """The only body of the world that can have a free joint and has none."""
    movable = [i for i in range(1, mj.nbody) if mj.body_parentid[i] == 0 and mj.body_mocapid[i] < 0]
    bases = [i for i in movable if not mj.body_jntnum[i] or mj.jnt_type[mj.body_jntadr[i]] != FREE]
    if len(bases) == 1:
        return bases[0]
    listed = ", ".join(repr(names.bodies[i]) for i in bases or movable)
    message = (
        f"{len(bases)} bodies of the world have no free joint: {listed}; write <freejoint/> in the"
        " one that is the base, and"
    )
    if not movable:
        message = "there is no body that could float (one of mocap cannot);"
    elif not bases:
        message = f"every body of the world has a free joint already: {listed};"
    raise ModelError(f"{names.model}: floating_base: {message} leave floating_base out.")


def _parameters_of_velocities(mj: MjModel, idle: Mask) -> dict[str, NDArray[np.generic]]:
    """The parameters of joints and their actuators, one value for each velocity.

    The effort limit is that of all actuators of a joint together, if all of them are bounded;
    those that are `idle` exert nothing.
    MuJoCo reflects their armature and damping by the square of the first gear. Its spring of a free
    joint acts in the axes of the world: it is left out.
    """
    reflected = {key: getattr(mj, f"dof_{key}").copy() for key in ("armature", "damping")}
    actuated, forces = np.zeros(mj.nv, dtype=bool), np.zeros((mj.nv, 2))
    count = len(mj.actuator_trntype)
    outputs = getattr(mj, "actuator_outadr", range(count))  # MuJoCo 4
    for i in range(count):
        if mj.actuator_trntype[i] not in ON_JOINTS:
            continue
        v = velocities(mj, mj.actuator_trnid[i, 0])
        gear = mj.actuator_gear[outputs[i]]
        moved = v.start + np.flatnonzero(gear[: v.stop - v.start] * ~idle[i])
        actuated[moved] = True
        forces[moved] += np.sort(gear[moved - v.start, None] * _force_range(mj, i))
        for key, total in reflected.items():
            total[v] += gear[0] ** 2 * getattr(mj, f"actuator_{key}", np.zeros(count))[i]
    effort = np.where(actuated, abs(forces).max(-1), np.inf)
    for j in np.flatnonzero(mj.jnt_actfrclimited).tolist():
        v = velocities(mj, j)
        effort[v] = np.minimum(effort[v], abs(mj.jnt_actfrcrange[j]).max())
    return reflected | {
        "friction": mj.dof_frictionloss,
        "stiffness": np.where(mj.jnt_type == FREE, 0.0, mj.jnt_stiffness)[mj.dof_jntid],
        "actuated": actuated,
        "effort_limits": effort,
    }


def _force_range(mj: MjModel, i: int) -> Floats:
    """The least and the greatest force of an actuator, (2,), infinite if nothing bounds it.

    The force is gain * input + bias, clamped to `forcerange`. Gains and biases that depend on the
    state, as those of position servos, do not bound it.
    """
    bounds = np.array([-np.inf, np.inf])
    gain, bias = mj.actuator_gainprm[i], mj.actuator_biasprm[i]
    steady_gain = mj.actuator_gaintype[i] in (FIXED, AFFINE) and not gain[1:].any()
    biased = mj.actuator_biastype[i] != NO_BIAS
    steady_bias = not biased or (mj.actuator_biastype[i] == AFFINE and not bias[1:].any())
    if steady_gain and steady_bias:
        scaled = gain[0] * input_range(mj, i) if gain[0] else np.zeros(2)
        bounds = np.sort(scaled + (bias[0] if biased else 0.0))
    if mj.actuator_forcelimited[i]:
        bounds = np.clip(bounds, *mj.actuator_forcerange[i])
    return bounds


def input_range(mj: MjModel, i: int) -> Floats:
    """The range of what the gain multiplies: the control, or the activation that follows it."""
    bounds, dynamics = np.array([-np.inf, np.inf]), mj.actuator_dyntype[i]
    control = getattr(mj, "actuator_ctrladr", range(mj.nu))[i]  # MuJoCo 4
    clamped = mj.actuator_ctrllimited[control] and not mj.opt.disableflags & UNCLAMPED
    if clamped and dynamics in (STATELESS, FILTER, EXACT_FILTER):
        bounds = mj.actuator_ctrlrange[control]
    if dynamics != STATELESS and mj.actuator_actlimited[i]:
        bounds = np.clip(bounds, *mj.actuator_actrange[i])
    return bounds
