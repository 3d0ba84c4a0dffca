"""How the axes of a rail turn with the state, and what is written in them. World axes.

A quantity x held in the axes of the second body changes there by R^T (dx + x x J_w), as J_w turns
them; forces that are constant in them change by J_w x f.
"""

from collections.abc import Sequence
from typing import Any

from ...model import Model
from ...scalar.array import Array
from ...scalar.math import concatenate, zeros
from ...spatial.rotation import skew
from ..frame_derivatives import FrameAccelerationDerivatives
from ..frames import frame_velocity
from ..jacobians import frame_jacobian
from .ends import Ends
from .rows import relative_acceleration, relative_jacobian


def axis_jacobian(model: Model, q: Array, x: Ends) -> Array:
    """J_w of the second frame, in whose axes a slide is held, (3, nv)."""
    return frame_jacobian(model, q, frame=x.second, reference="local_world_aligned")[3:]


def around(x: Array, W: Array) -> Array:
    """The cross products of both halves of x (6) with the columns of W (3, n), (6, n)."""
    return concatenate([skew(x[:3]) @ W, skew(x[3:]) @ W])


def wrench_slope(model: Model, q: Array, x: Ends, f: Array) -> Array:
    """The derivative with respect to q of a wrench (6) constant in the axes of a rail, (6, nv)."""
    return -around(f, axis_jacobian(model, q, x))


def wrench_slopes(model: Model, q: Array, at: Sequence[Ends], forces: Array) -> Array:
    """The derivative with respect to q of forces (ncontacts, 6) constant in the axes of their rows.

    (ncontacts, 6, nv): zeros where these are the axes of the world.
    """
    found = zeros(0, model.nv)
    for x, f in zip(at, forces, strict=True):
        fixed = zeros(6, model.nv)
        own = fixed if x.held is None else wrench_slope(model, q, x, f)
        found = concatenate([found, own])
    return found.reshape(len(at), 6, model.nv)


def turning_slopes(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    x: Ends,
    dV: Array,
    second: FrameAccelerationDerivatives,
    Kd: Any,
) -> tuple[Array, Array]:
    """The part of the axes in the derivatives of a relative acceleration A + Kd V, (6, nv) each.

    With respect to q and v. V changes with q by dV, those of the motion of the second frame are
    `second`. A lacks w x V, and both turn.
    """
    of_second: Any = {"frame": x.moving(model, q)[1][1], "reference": "local_world_aligned"}
    w = skew(frame_velocity(model, q, v, **of_second)[3:])
    J, J_w = relative_jacobian(model, q, x), second.da_da[3:]
    V = J @ v
    held = relative_acceleration(model, q, v, a, x) + Kd * V
    along_q = around(V, second.dv_dq[3:]) - _both(w, dV) + around(held, J_w)
    return along_q, around(V, J_w) - _both(w, J)


def _both(W: Array, x: Array) -> Array:
    """W times both halves of x (6, n)."""
    return concatenate([W @ x[:3], W @ x[3:]])
