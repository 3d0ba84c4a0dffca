"""Several joints: side by side, as their coordinates are, and in series, moving one body."""

from collections.abc import Sequence
from typing import final

import numpy as np

from ...errors import ModelError
from ...scalar.array import Array
from ...scalar.math import concatenate, zeros
from ...spatial import SE3, Columns, Motion, motions
from .base import Joint, Numbers, block_diagonal, snapped
from .check import check_joint
from .mimic import Mimic


class ConfigurationSpace:
    """The configuration space of joints side by side: q and v are theirs, concatenated."""

    def __init__(self, joints: Sequence[Joint]) -> None:
        self.parts: list[tuple[Joint, slice, slice]] = []
        """The joints, with their coordinates in q and v."""
        self.nq = self.nv = 0
        for joint in joints:
            q, v = slice(self.nq, self.nq + joint.nq), slice(self.nv, self.nv + joint.nv)
            self.parts.append((joint, q, v))
            self.nq, self.nv = q.stop, v.stop
        self.q_units = tuple(unit for joint in joints for unit in joint.q_units)
        self.v_units = tuple(unit for joint in joints for unit in joint.v_units)
        self.tau_units = tuple(unit for joint in joints for unit in joint.tau_units)

    def neutral(self) -> Sequence[float]:
        return [x for joint, _, _ in self.parts for x in joint.neutral()]

    def normalize(self, q: Array) -> Array:
        return _joined([joint.normalize(q[i]) for joint, i, _ in self.parts])

    def integrate(self, q: Array, v: Array) -> Array:
        return _joined([joint.integrate(q[i], v[k]) for joint, i, k in self.parts])

    def difference(self, q0: Array, q1: Array) -> Array:
        return _joined([joint.difference(q0[i], q1[i]) for joint, i, _ in self.parts])

    def error_rate(self, q: Array, v: Array) -> Array:
        return block_diagonal([joint.error_rate(q[i], v[k]) for joint, i, k in self.parts])

    def integrate_derivatives(self, q: Array, v: Array) -> tuple[Array, Array]:
        parts = [joint.integrate_derivatives(q[i], v[k]) for joint, i, k in self.parts]
        return block_diagonal([dq for dq, _ in parts]), block_diagonal([dv for _, dv in parts])

    def difference_derivatives(self, q0: Array, q1: Array) -> tuple[Array, Array]:
        parts = [joint.difference_derivatives(q0[i], q1[i]) for joint, i, _ in self.parts]
        return block_diagonal([d0 for d0, _ in parts]), block_diagonal([d1 for _, d1 in parts])

    def tangent_map(self, q: Array) -> Array:
        return block_diagonal([joint.tangent_map(q[i]) for joint, i, _ in self.parts])

    def tangent_map_inverse(self, q: Array) -> Array:
        return block_diagonal([joint.tangent_map_inverse(q[i]) for joint, i, _ in self.parts])

    def random(
        self, rng: np.random.Generator, size: tuple[int, ...], lower: Numbers, upper: Numbers
    ) -> Numbers:
        parts = [joint.random(rng, size, lower[i], upper[i]) for joint, i, _ in self.parts]
        return np.concatenate([np.empty((*size, 0)), *parts], -1)

    def norm_error(self, q: Numbers) -> Numbers | None:
        errors = [joint.norm_error(q[..., i]) for joint, i, _ in self.parts]
        lengths = [error for error in errors if error is not None]
        return np.max(lengths, 0) if lengths else None


@final
class Offset(Joint):
    """No motion: a placement between two joints of a composite."""

    nq = nv = 0

    def __init__(self, origin: SE3) -> None:
        self.origin = SE3(snapped(origin.rotation), snapped(origin.translation))

    def placement(self, q: Array) -> SE3:
        return self.origin

    def __repr__(self) -> str:
        return repr(self.origin)


@final
class Composite(ConfigurationSpace, Joint):
    """Joints in series without bodies between them, each on the child frame of the one before.

    A `kt.SE3` before a joint is its placement in that frame, one at the end that of the child frame
    in the last. q and v are those of the joints, concatenated. Parts may be of any type but a
    mimic, including user-defined joints and other composites. A screw whose axis is not through the
    origin is `kt.Composite(T, kt.Helical("z", pitch), T.inverse())`.
    """

    def __init__(self, *joints: Joint | SE3) -> None:
        parts = tuple(Offset(x) if isinstance(x, SE3) else x for x in joints)
        moving = [joint for joint in parts if not isinstance(joint, Offset)]
        if not moving:
            raise ModelError("Composite: no joints; pass the joints to put in series.")
        for k, joint in enumerate(parts, 1):
            check_joint(f"Composite: joint {k}", joint)
            if isinstance(joint, Mimic):
                raise ModelError(f"Composite: joint {k} is a mimic; put it on another body.")
        super().__init__(parts)
        self.joints = parts
        self.q_suffixes, self.v_suffixes = _numbered(moving, "q"), _numbered(moving, "v")

    def placement(self, q: Array) -> SE3:
        T = SE3.identity()
        for joint, i, _ in self.parts:
            T = T @ joint.placement(q[i])
        return T

    def subspace(self, q: Array) -> Columns[Motion]:
        """The parts' subspaces, each expressed in the frame of the last."""
        columns: list[Motion] = []
        for joint, i, _ in self.parts:
            T = joint.placement(q[i])
            columns = [T.act_inverse(c) for c in columns]
            columns += joint.subspace(q[i]).columns
        return motions(columns)

    def bias(self, q: Array, v: Array) -> Motion:
        """The acceleration along the chain at zero joint accelerations [PinocchioSheet, RNEA]."""
        V = A = Motion.zero()
        for joint, i, k in self.parts:
            T, vJ = joint.placement(q[i]), joint.subspace(q[i]) @ v[k]
            V = T.act_inverse(V)
            A = T.act_inverse(A) + joint.bias(q[i], v[k]) + V.cross(vJ)
            V = V + vJ
        return A

    def displacement(self, q: Array, v: Array) -> SE3:
        """The parts' displacements, each expressed in the frame of the last."""
        X = SE3.identity()
        for joint, i, k in self.parts:
            T = joint.placement(q[i])
            X = T.inverse() @ X @ T @ joint.displacement(q[i], v[k])
        return X

    def __repr__(self) -> str:
        return f"Composite({', '.join(map(repr, self.joints))})"


def _numbered(joints: Sequence[Joint], which: str) -> Sequence[str]:
    """The suffixes of the joints after their numbers, "1" and "2.qx"; "" for a single one."""
    suffixes = [
        f"{k}.{suffix}" if suffix else str(k)
        for k, joint in enumerate(joints, 1)
        for suffix in getattr(joint, f"{which}_suffixes")
    ]
    return suffixes if len(suffixes) > 1 else [""] * len(suffixes)


def _joined(parts: Sequence[Array]) -> Array:
    return concatenate([zeros(0), *parts])
