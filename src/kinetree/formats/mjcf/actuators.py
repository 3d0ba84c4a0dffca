"""The forces that the actuators of an mjModel can give."""

from typing import Final

import numpy as np

from .arrays import Floats, MjModel

FIXED, AFFINE = range(2)
"""Gains: the first parameter; with length and velocity."""
NO_BIAS: Final = 0
STATELESS, _, FILTER, EXACT_FILTER = range(4)
"""Dynamics of activation."""
UNCLAMPED: Final = 1 << 8
"""The flag that lets controls leave their range."""


def force_range(mj: MjModel, i: int) -> Floats:
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
        scaled = gain[0] * _input_range(mj, i) if gain[0] else np.zeros(2)
        bounds = np.sort(scaled + (bias[0] if biased else 0.0))
    if mj.actuator_forcelimited[i]:
        bounds = np.clip(bounds, *mj.actuator_forcerange[i])
    return bounds


def _input_range(mj: MjModel, i: int) -> Floats:
    """The range of what the gain multiplies: the control, or the activation that follows it."""
    bounds, dynamics = np.array([-np.inf, np.inf]), mj.actuator_dyntype[i]
    control = getattr(mj, "actuator_ctrladr", range(mj.nu))[i]  # MuJoCo 4
    clamped = mj.actuator_ctrllimited[control] and not mj.opt.disableflags & UNCLAMPED
    if clamped and dynamics in (STATELESS, FILTER, EXACT_FILTER):
        bounds = mj.actuator_ctrlrange[control]
    if dynamics != STATELESS and mj.actuator_actlimited[i]:
        bounds = np.clip(bounds, *mj.actuator_actrange[i])
    return bounds
