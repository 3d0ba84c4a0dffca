"""Terms of the rotation of a rail's axes in derivatives. World axes.

A quantity x expressed in the axes of the second body changes there by R^T (dx + x x J_w), as J_w
rotates them; forces that are constant in them change by J_w x f.
"""

from collections.abc import Sequence
from typing import Any

from ...model import Model
from ...scalar.array import Array
from ...scalar.math import concatenate, zeros
from ...scalar.types import Scalar
from ...spatial.rotation import skew
from ..frame_derivatives import FrameAccelerationDerivatives
from ..frames import frame_velocity
from ..jacobians import frame_jacobian
from .frame_pairs import FramePair
from .rows import relative_acceleration, relative_jacobian


def axis_jacobian(model: Model, q: Array, x: FramePair) -> Array:
    """J_w (3, nv) of the second frame, in whose axes the rows of a sliding loop are."""
    return frame_jacobian(model, q, frame=x.second, reference="local_world_aligned")[3:]


def cross_columns(x: Array, W: Array) -> Array:
    """The cross products of both halves of x (6) with the columns of W (3, n), (6, n)."""
    return concatenate([skew(x[:3]) @ W, skew(x[3:]) @ W])


def wrench_derivative(model: Model, q: Array, x: FramePair, f: Array) -> Array:
    """The derivative with respect to q of a wrench (6) constant in the axes of a rail, (6, nv)."""
    return -cross_columns(f, axis_jacobian(model, q, x))


def wrench_derivatives(model: Model, q: Array, pairs: Sequence[FramePair], forces: Array) -> Array:
    """The derivative with respect to q of forces (ncontacts, 6) constant in the axes of their rows.

    (ncontacts, 6, nv): zeros where these are the axes of the world.
    """
    zero = zeros(6, model.nv)
    blocks = [
        zero if x.directions is None else wrench_derivative(model, q, x, f)
        for x, f in zip(pairs, forces, strict=True)
    ]
    return concatenate([zeros(0, model.nv), *blocks]).reshape(len(pairs), 6, model.nv)


def axis_rotation_derivatives(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    x: FramePair,
    dV: Array,
    second: FrameAccelerationDerivatives,
    Kd: Scalar,
) -> tuple[Array, Array]:
    """Terms of the axes in the derivatives of a relative acceleration A + Kd V, (6, nv) each.

    With respect to q and v. V changes with q by dV; `second` has the derivatives of the motion of
    the second frame. A lacks w x V, and both rotate.
    """
    of_second: Any = {"frame": x.signed_frames(model, q)[1][1], "reference": "local_world_aligned"}
    w = skew(frame_velocity(model, q, v, **of_second)[3:])
    J, J_w = relative_jacobian(model, q, x), second.da_da[3:]
    V = J @ v
    A = relative_acceleration(model, q, v, a, x) + Kd * V
    along_q = cross_columns(V, second.dv_dq[3:]) - _rotate_halves(w, dV) + cross_columns(A, J_w)
    return along_q, cross_columns(V, J_w) - _rotate_halves(w, J)


def _rotate_halves(W: Array, x: Array) -> Array:
    """W times both halves of x (6, n)."""
    return concatenate([W @ x[:3], W @ x[3:]])
