"""Where a robot is before anyone moves it."""

import numpy as np
from numpy.typing import NDArray

from ..algorithms.kinematics import frame_placements
from ..coordinates.configuration import neutral
from ..model import Model
from ..model.joints import FreeFlyer


def start(model: Model) -> NDArray[np.float64]:
    """The neutral configuration within limits, a free base with its lowest frame on the ground."""
    q = neutral(model)
    for j in model.joints:
        if j.type.independent and j.type.nq == j.type.nv:
            q[j.q_slice] = np.clip(q[j.q_slice], *j.limits)
    if free_base(model):
        q[2] -= np.asarray(frame_placements(model, q))[1:, 2, 3].min()
    return q


def free_base(model: Model) -> bool:
    """Whether the first joint of a robot is a free one."""
    return isinstance(model.joints[0].type, FreeFlyer)
