"""mjModel -> the actuators of a model: those with an affine force on joints or fixed tendons."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from ...model import Actuator
from ...model.motors import affine
from .arrays import BALL, FREE, Floats, Mask, MjModel, Names, unlimited
from .bodies import AFFINE, EXACT_FILTER, NO_BIAS, ON_JOINTS, input_range

_IN_PARENT, _ON_TENDON = 1, 3
"""Transmissions to a joint in its parent's frame, and to a tendon."""
_WRAPS_JOINT: Final = 1
_AXES: Final = ("wx", "wy", "wz")


def has_law(mj: MjModel) -> Mask:
    """Which actuators have a force affine in control, length and velocity, or filtered control."""
    affine = (mj.actuator_gaintype <= AFFINE) & (mj.actuator_biastype <= AFFINE)
    plain = getattr(mj, "actuator_plugin", np.array(-1)) == -1
    return affine & (mj.actuator_dyntype <= EXACT_FILTER) & plain


def has_place(mj: MjModel) -> Mask:
    """Which actuators are on joints or fixed tendons whose gears are constant."""
    return np.array([bool(_gears(mj, i)[1].any()) for i in range(len(mj.actuator_trntype))], bool)


def shares_range(mj: MjModel) -> Mask:
    """Which joints have a range for the torques of several actuators, or of a tendon's."""
    drives = np.zeros(mj.njnt)
    for i, kind in enumerate(mj.actuator_trntype.tolist()):
        drives[[*set(_gears(mj, i)[0])]] += 2 if kind == _ON_TENDON else 1
    return (drives > 1) & (mj.jnt_actfrclimited != 0)


def actuators(mj: MjModel, names: Names, idle: Mask) -> Iterator[Actuator]:
    """The actuators that are not idle, and that a `kt.Actuator` can be."""
    for i in np.flatnonzero(has_law(mj) & has_place(mj) & ~idle).tolist():
        joints, gears = _gears(mj, i)
        gain, bias = mj.actuator_gainprm[i, :3].copy(), mj.actuator_biasprm[i, :3]
        gain[1:] *= mj.actuator_gaintype[i] == AFFINE
        bias = bias * (mj.actuator_biastype[i] != NO_BIAS)
        values = map(float, (gain[0], *bias, *gain[1:]))
        parts = [
            names.joints[j] + (f".{_AXES[k]}" if mj.jnt_type[j] == BALL else "")
            for k, j in enumerate(joints)
        ]
        driven = np.flatnonzero(gears)
        yield Actuator(
            names.actuators[i],
            tuple(parts[k] for k in driven),
            tuple(gears[driven].tolist()),
            affine(**dict(zip(affine.defaults, values, strict=True))),
            control_range=unlimited(input_range(mj, i)),
            force_range=unlimited(_force_range(mj, i, gears)),
        )


def _gears(mj: MjModel, i: int) -> tuple[list[int], Floats]:
    """The joints that an actuator drives, each as often as it has velocities, and their gears."""
    kind, target = int(mj.actuator_trntype[i]), int(mj.actuator_trnid[i, 0])
    gear = mj.actuator_gear[getattr(mj, "actuator_outadr", range(i + 1))[i]]
    if kind == _ON_TENDON:
        wraps = slice(mj.tendon_adr[target], mj.tendon_adr[target] + mj.tendon_num[target])
        if (mj.wrap_type[wraps] == _WRAPS_JOINT).all():
            return mj.wrap_objid[wraps].tolist(), gear[0] * mj.wrap_prm[wraps]
    elif kind in ON_JOINTS and mj.jnt_type[target] == BALL and kind != _IN_PARENT:
        return [target] * 3, gear[:3]
    elif kind in ON_JOINTS and mj.jnt_type[target] not in (BALL, FREE):
        return [target], gear[:1]
    return [], np.zeros(0)


def _force_range(mj: MjModel, i: int, gears: Floats) -> Floats:
    """The range of the force, within that of the tendon, or of the joint's torque by the gear."""
    bounds, target = np.array([-np.inf, np.inf]), int(mj.actuator_trnid[i, 0])
    if mj.actuator_forcelimited[i]:
        bounds = mj.actuator_forcerange[i]
    on_tendon = mj.actuator_trntype[i] == _ON_TENDON
    on, ratio = ("tendon", 1.0) if on_tendon else ("jnt", gears[0])
    if (on_tendon or len(gears) == 1) and getattr(mj, f"{on}_actfrclimited")[target]:
        bounds = np.clip(bounds, *np.sort(getattr(mj, f"{on}_actfrcrange")[target] / ratio))
    return bounds
