"""The ellipsoid of velocities that joints give a frame."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..algorithms.frames import frame_jacobian
from ..algorithms.tasks import Part
from ..errors import ModelError, unknown
from ..model import Frame, Model
from ..model.joints.base import Numbers


class Ellipsoid(NamedTuple):
    """Half lengths (..., n), the longest first, and axes, the columns of (..., n, n)."""

    lengths: Numbers
    axes: Numbers


def manipulability_ellipsoid(
    model: Model, q: ArrayLike, *, frame: str | int | Frame, part: Part = "position"
) -> Ellipsoid:
    """The velocities of a frame for joint velocities of length 1: an ellipsoid's half axes.

    Of a `part` as in `kt.manipulability`, which is the product of the lengths, in the world's axes
    at the frame's origin. Lengths are 0 where joints do not move it. Their inverses are those of
    the ellipsoid of forces.
    Shapes: q (..., nq); results (..., n) and (..., n, n), n being 3, or 6 for "pose", whose axes
    mix m/s and rad/s. Raises ModelError for another part. Source: [Yoshikawa1985].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> lengths, axes = kt.manipulability_ellipsoid(arm, [0.3] * 7, frame="tool")
    >>> w = kt.manipulability(arm, [0.3] * 7, frame="tool", part="position")
    >>> bool(abs(lengths.prod() - w) < 1e-12)
    True
    """
    rows = {"pose": slice(6), "position": slice(3), "orientation": slice(3, 6)}
    if part not in rows:
        raise ModelError(f"manipulability_ellipsoid: {unknown('part', part, rows)}")
    J = np.asarray(frame_jacobian(model, q, frame=frame, reference="local_world_aligned"))
    J = J[..., rows[part], :]
    wide = [(0, 0)] * (J.ndim - 1) + [(0, max(0, J.shape[-2] - J.shape[-1]))]
    axes, lengths, _ = np.linalg.svd(np.pad(J, wide), full_matrices=False)
    return Ellipsoid(lengths, axes)
