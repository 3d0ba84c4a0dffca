"""`Joint`: the base class of joint types."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import ModelError
from ...scalar.array import Array, Scalar, as_array, structural, zeros
from ...scalar.differentiate import derivative
from ...scalar.math import eye, norm, stack
from ...scalar.replay import traced
from ...spatial import SE3, Columns, Motion, motions
from .differentiated import bias_of, rates_of, subspace_of

Numbers = NDArray[np.float64]

UNIT_ERROR = 1e-6
"""Largest deviation of quaternions and (cos, sin) from unit length."""


class _Default:
    """Names or units of coordinates or velocities that a joint does not give: numbers, or one."""

    def __init__(self, size: str, unit: str = "") -> None:
        self.size, self.unit = size, unit

    def __get__(self, joint: "Joint | None", owner: "type[Joint]") -> tuple[str, ...]:
        n = getattr(owner if joint is None else joint, self.size, 0)
        return (self.unit,) * n if self.unit or n < 2 else tuple(map(str, range(n)))


class Joint(ABC):
    """A joint type: the placement of its child frame in its parent frame as a function of q.

    A user-defined joint defines `nq`, `nv` and `placement(q)`; nothing more is needed if nv = nq
    and q' = v. Subspace and bias are then derived by differentiation of the placement, at about the
    cost of a closed form where q is angles and lengths; they may be overridden. A joint on a curved
    space also defines `neutral`, `integrate`, `difference`, `normalize` and the two tangent maps,
    which are required if nv != nq. All of them work on generic scalars, without batch axes; q and v
    are vectors, also of one element: `Revolute("y").placement(q[:1])`. A robot's joint must not
    change: its attributes are constants of compiled code. Suffixes and units are numbers and "1"
    unless given. A robot is built only if the placement is rigid and depends on q, and all that the
    joint defines besides agrees with it at a few configurations.

    >>> class Rolling(Joint):
    ...     nq = nv = 1
    ...     def placement(self, q):
    ...         turn = Revolute("y").placement(q)
    ...         return SE3(turn.rotation, [0.3 * q[0], 0, 0])
    """

    nq: int
    nv: int
    independent: ClassVar[bool] = True
    """Whether it has coordinates in q and v; a mimic has none."""
    q_suffixes: Sequence[str] = cast(Sequence[str], _Default("nq"))
    """Suffixes of its coordinates' names; "" for a single one."""
    v_suffixes: Sequence[str] = cast(Sequence[str], _Default("nv"))
    q_units: Sequence[str] = cast(Sequence[str], _Default("nq", "1"))
    v_units: Sequence[str] = cast(Sequence[str], _Default("nv", "1"))
    tau_units: Sequence[str] = cast(Sequence[str], _Default("nv", "1"))

    @abstractmethod
    def placement(self, q: Array) -> SE3:
        """The placement of the child frame in the parent frame [PinocchioSheet, Joint]."""

    def subspace(self, q: Array) -> Columns[Motion]:
        """S(q), in the child frame: the joint's velocity is S v [PinocchioSheet, Joint]."""

        def motion(q: Array) -> list[Array]:
            return [self.placement(q).matrix, self.tangent_map(q)]

        (S,) = subspace_of(traced(motion, (self.nq,)))(q)
        return motions([Motion.from_vector(row) for row in S])

    def bias(self, q: Array, v: Array) -> Motion:
        """c = (dS/dt) v in the child frame, zero where S is constant [PinocchioSheet, Joint]."""

        def motion(q: Array) -> list[Array]:
            return [self.placement(q).matrix, self.tangent_map(q), self.subspace(q).matrix]

        (c,) = bias_of(traced(motion, (self.nq,)))(q, v)
        return Motion.from_vector(c)

    def subspace_derivatives(self, q: Array) -> tuple[Columns[Motion], ...]:
        """dS/dq along each of the joint's velocities; zero where S is constant."""

        def rows(q: Array) -> Array:
            return self.subspace(q).matrix.T

        return tuple(motions(map(Motion.from_vector, dS)) for dS in self._rates(rows, q))

    def bias_derivative(self, q: Array, v: Array) -> Columns[Motion]:
        """dc/dq along each of the joint's velocities, zero where S is constant."""

        def bias(q: Array, v: Array) -> Array:
            return self.bias(q, v).vector

        return motions(map(Motion.from_vector, self._rates(bias, q, v)))

    def _rates(self, function: Callable[..., Array], q: Array, *more: Array) -> list[Array]:
        """The derivatives of function(q, *more) along each of the joint's velocities at q."""

        def with_map(q: Array, *more: Array) -> list[Array]:
            return [function(q, *more), self.tangent_map(q)]

        return rates_of(traced(with_map, *(x.shape for x in (q, *more))))(q, *more)

    def neutral(self) -> Sequence[float]:
        """The zero configuration."""
        return [0.0] * self.nq

    def normalize(self, q: Array) -> Array:
        """The same configuration in unit coordinates."""
        return q

    def integrate(self, q: Array, v: Array) -> Array:
        """q after moving with the constant velocity v for unit time [PinocchioSheet, Joint]."""
        return q + v

    def displacement(self, q: Array, v: Array) -> SE3:
        """The placement of the child frame after that, relative to before.

        It is exact for small v if a joint computes it without the difference of two placements.
        """
        return self.placement(q).inverse() @ self.placement(self.integrate(q, v))

    def difference(self, q0: Array, q1: Array) -> Array:
        """The velocity v with integrate(q0, v) = q1."""
        return q1 - q0

    def coordinate(self, q: Array, start: Scalar) -> Scalar:
        """The angle or length from `start` to q, of a joint with one."""
        return self.difference(self.integrate(structural(self.neutral()), as_array([start])), q)[0]

    def coordinate_rate(self) -> Scalar:
        """The rate of `coordinate` for v = 1."""
        return 1

    def tangent_map(self, q: Array) -> Array:
        """d integrate(q, v) / dv at v = 0, (nq, nv), of the same degree in q as q itself."""
        return eye(self.nq)

    def tangent_map_inverse(self, q: Array) -> Array:
        """d difference(q, p) / dp at p = q, (nv, nq)."""
        return eye(self.nq)

    @property
    def _commutes(self) -> bool:
        """Whether the order of two motions does not matter: one velocity, or q + v."""
        return self.nv < 2 or type(self).integrate is Joint.integrate

    def error_rate(self, q: Array, v: Array) -> Array:
        """D, (nv, nv), with de/dt = dv + D e for the motion of integrate(q, e) with v + dv."""
        if self._commutes:
            return zeros(self.nv, self.nv)
        along = self._rates(self.tangent_map, q)
        total = zeros(self.nq, self.nv)
        for dT, speed in zip(along, v, strict=True):
            total = total + speed * dT
        return self.tangent_map_inverse(q) @ (stack([dT @ v for dT in along]).T - total)

    def integrate_derivatives(self, q: Array, v: Array) -> tuple[Array, Array]:
        """The derivatives of integrate(q, v) along q and v, (nv, nv) each, on tangent spaces."""
        if self._commutes:
            return eye(self.nv), eye(self.nv)
        end, dv = derivative(lambda v: self.integrate(q, v), v, q)
        inverse, dq = self.tangent_map_inverse(end), self._rates(self.integrate, q, v)
        return inverse @ stack(dq).T, inverse @ stack(dv).T

    def difference_derivatives(self, q0: Array, q1: Array) -> tuple[Array, Array]:
        """The derivatives of difference(q0, q1) along q0 and q1, (nv, nv) each."""
        if self._commutes:
            return -eye(self.nv), eye(self.nv)

        def to(q1: Array, q0: Array) -> Array:
            return self.difference(q0, q1)

        d0, d1 = self._rates(self.difference, q0, q1), self._rates(to, q1, q0)
        return stack(d0).T, stack(d1).T

    def random(
        self, rng: "np.random.Generator", size: tuple[int, ...], lower: Numbers, upper: Numbers
    ) -> Numbers:
        """Configurations drawn uniformly between limits; unlimited coordinates in [-r, r].

        A limit beyond 2^30, the range of sin and cos, is ignored: files write 1e16 for "no limit".
        """
        reach = np.array([np.pi if unit == "rad" else 1.0 for unit in self.q_units])
        lower = np.where(abs(lower) <= _LIMIT, lower, -np.inf)
        upper = np.where(abs(upper) <= _LIMIT, upper, np.inf)
        low = np.where(np.isfinite(lower), lower, np.minimum(-reach, upper))
        high = np.where(np.isfinite(upper), upper, np.maximum(reach, lower))
        return rng.uniform(low, high, (*size, self.nq))

    def norm_error(self, q: Numbers) -> Numbers | None:
        """The deviation of the coordinates from unit length; None if it is not required."""
        return None

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={x!r}" for name, x in vars(self).items() if name[0] != "_")
        return f"{type(self).__name__}({values})"


AxisLike: TypeAlias = str | Array | ArrayLike
"""A direction as users give it: "x", "-x", ... or three numbers."""


def unit_axis(axis: AxisLike) -> Array:
    """A unit 3-vector from "x", "-x", ... or three numbers, with structural zeros and ones."""
    if isinstance(axis, str):
        name = axis.removeprefix("-")
        if name not in ("x", "y", "z"):
            raise ModelError(
                f'axis {axis!r}; expected "x", "y", "z", "-x", "-y", "-z" or three numbers.'
            )
        row = eye(3)["xyz".index(name)]
        return row if axis == name else -row
    entries = as_array(axis)
    if entries.shape != (3,):
        raise ModelError(f"axis of shape {entries.shape}; expected three numbers.")
    length = norm([float(x) for x in entries.flat])
    if not 0 < length < np.inf:
        raise ModelError(f"axis {list(entries.flat)} has no direction; give a non-zero vector.")
    if abs(length - 1) <= SNAP:  # a unit vector is kept, bit for bit
        length = 1.0
    return snapped(as_array([float(x) / length for x in entries.flat]))


_LIMIT = 2.0**30

SNAP = 4 * 2.0**-52


def snapped(x: Array) -> Array:
    """An array with elements within 4 * 2^-52 of 0, 1 or -1 as structural constants."""

    def snap(entry: Scalar) -> Scalar:
        if isinstance(entry, float):
            for constant in (0, 1, -1):
                if abs(entry - constant) <= SNAP:
                    return constant
        return entry

    return x.map(snap)


def block_diagonal(blocks: Sequence[Array]) -> Array:
    """The matrix with these blocks on its diagonal."""
    M = zeros(sum(len(B) for B in blocks), sum(B.shape[1] for B in blocks))
    i = k = 0
    for B in blocks:
        below, right = i + B.shape[0], k + B.shape[1]
        M = M.add((slice(i, below), slice(k, right)), B)
        i, k = below, right
    return M
