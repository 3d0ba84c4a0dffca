"""Translation in space."""

from typing import final

from ...scalar.array import Array, zeros
from ...scalar.math import eye
from ...spatial import SE3, Columns, Motion, motions
from .group import Additive


@final
class Translation(Additive):
    """Translation in space by q = (x y z), without rotation."""

    nq = nv = 3
    q_suffixes, v_suffixes = ("x", "y", "z"), ("vx", "vy", "vz")
    q_units, v_units, tau_units = ("m",) * 3, ("m/s",) * 3, ("N",) * 3

    def placement(self, q: Array) -> SE3:
        return SE3(eye(3), q)

    def subspace(self, q: Array) -> Columns[Motion]:
        return motions([Motion(e, zeros(3)) for e in eye(3)])
