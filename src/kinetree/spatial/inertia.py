"""Rigid-body inertia."""

import math
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError, ShapeError, TraceError, user_line
from ..scalar.array import Array, ArrayLike, as_array, shown, zeros
from ..scalar.expr import Scalar, add, mul, sub
from ..scalar.math import cross, eye, hstack, vstack
from .rotation import SO3, congruence, skew, symmetric
from .se3 import SE3
from .solids import Solids
from .vectors import Columns, Force, Motion

TOLERANCE = 1e-9
NEGLIGIBLE = 1e-15  # kg m^2


class PrincipalAxes(NamedTuple):
    """The principal moments of a body in kg m^2, rising, and the rotation from their axes."""

    moments: NDArray[np.float64]
    axes: SO3


class Inertia(Solids):
    """A rigid body's inertia in a frame: a map from motions to forces, `Y @ v`.

    Source: [PinocchioSheet, Inertia application].

    Made from mass, centre of mass, and the rotational inertia *about the centre of mass*, in the
    frame's axes. Stored as the ten parameters that the dynamics is linear in: mass, first moment
    `m c`, and rotational inertia about the frame's *origin*; `parameters` is the vector of them.
    Rows of many bodies or samples at once come from a function of arrays.

    >>> Inertia(2.0, [0, 0, 0.5], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]).rotational.flat[0]
    1.5
    >>> import kinetree as kt
    >>> rows = kt.function("(),(3),(3,3)->(10)")(lambda m, c, I: kt.Inertia(m, c, I).parameters)
    >>> rows(np.linspace(1.0, 2.0, 5), np.zeros(3), np.eye(3)).shape
    (5, 10)
    """

    __slots__ = ("first_moment", "mass", "rotational")

    def __init__(
        self, mass: ArrayLike, center_of_mass: ArrayLike, rotational_inertia_about_it: ArrayLike
    ) -> None:
        m, c = as_array(mass), as_array(center_of_mass)
        central = as_array(rotational_inertia_about_it)
        _check(m, c, central)
        self.mass = m.flat[0]  # a NumPy scalar becomes a Python number
        self.first_moment = self.mass * c
        self.rotational = symmetric(central - skew(self.first_moment) @ skew(c))

    @classmethod
    def from_parameters(cls, parameters: ArrayLike) -> "Inertia":
        """From m, m c, and Ixx Ixy Iyy Ixz Iyz Izz about the origin."""
        row = as_array(parameters)
        if row.shape != (10,):
            raise ShapeError(f"Inertia.from_parameters: shape {row.shape}; expected (10,).")
        m, hx, hy, hz, xx, xy, yy, xz, yz, zz = row.flat
        self = cls.__new__(cls)
        self.mass = m
        self.first_moment = Array.of([hx, hy, hz], (3,))
        self.rotational = Array.of([xx, xy, xz, xy, yy, yz, xz, yz, zz], (3, 3))
        return self

    @classmethod
    def zero(cls) -> "Inertia":
        """No mass, structural zeros."""
        return cls.from_parameters(zeros(10))

    @property
    def array(self) -> Array:
        """m, m c, and Ixx Ixy Iyy Ixz Iyz Izz about the origin: the regressor's order.

        (10,): a row of a model's `inertias`.
        """
        xx, xy, xz, _, yy, yz, _, _, zz = self.rotational.flat
        return Array.of([self.mass, *self.first_moment.flat, xx, xy, yy, xz, yz, zz], (10,))

    parameters = array

    def __matmul__(self, v: Any) -> Any:
        """The momentum of a motion, [m v - h x w; I w + h x v]; of columns, columns.

        Source: [PinocchioSheet, Inertia application].
        """
        if isinstance(v, Columns):
            return Columns(Force, [self @ column for column in cast(Columns[Motion], v).columns])
        linear = self.mass * v.linear - cross(self.first_moment, v.angular)
        return Force(linear, self.rotational @ v.angular + cross(self.first_moment, v.linear))

    def __add__(self, other: "Inertia") -> "Inertia":
        """The inertia of both bodies together [PinocchioSheet, Inertia addition]."""
        return Inertia.from_parameters(self.parameters + other.parameters)

    def moved(self, T: SE3) -> "Inertia":
        """The inertia expressed in T's outer frame [PinocchioSheet, Inertia application]."""
        h = T.rotation @ self.first_moment
        half = h + (mul(0.5, self.mass)) * T.translation
        rotational = _shifted(congruence(T.rotation, self.rotational), T.translation, half)
        moment = h + self.mass * T.translation
        return Inertia.from_parameters([self.mass, *moment.flat, *rotational])

    def moved_back(self, T: SE3) -> "Inertia":
        """The inertia expressed in T's inner frame [PinocchioSheet, Inertia application]."""
        return self.moved(T.inverse())

    def rate(self, v: Motion) -> "Inertia":
        """The rate of Y of a body that moves with v, v x* Y - Y v x, without mass.

        Source: [Echeandia2021, Eq. 11].
        """
        moment = (self @ v).linear
        rotational = _growing(skew(v.angular) @ self.rotational, self.first_moment, v.linear)
        return Inertia.from_parameters([0, *moment.flat, *rotational])

    @property
    def matrix(self) -> Array:
        """The 6 x 6 matrix [[m 1, -h^], [h^, I]] [PinocchioSheet, Inertia application]."""
        h = skew(self.first_moment)
        return vstack([hstack([self.mass * eye(3), -h]), hstack([h, self.rotational])])

    def kinetic_energy(self, v: Motion) -> Scalar:
        """v . Y v / 2."""
        return mul(0.5, v.dot(self @ v))

    @property
    def is_physical(self) -> bool:
        """Whether a body can have this inertia: a distribution of positive mass in space.

        Its mass is positive, and none of its principal moments about the centre of mass is more
        than the sum of the others: the matrix sum m_i r_i r_i^T about it, tr(I) 1 / 2 - I, has no
        negative eigenvalue. Points, rods and plates are allowed, and so are ten zeros, no
        body; a rotational inertia without mass is not. Rounding is, up to 1e-9 of the moments
        about the frame's origin. For plain numbers only; anything else raises TraceError.

        >>> Inertia(1.0, [0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 2]]).is_physical
        True
        >>> Inertia(1.0, [0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 3]]).is_physical
        False
        """
        symbols = [x for x in self.parameters.flat if not isinstance(x, (int, float))]
        if symbols:
            raise TraceError(f"{user_line()}: is_physical needs plain numbers, not {symbols[0]!r}.")
        if not 0 < self.mass < math.inf:
            return not any(self.parameters.flat)
        central = np.asarray(self.about_center_of_mass, float)
        most = 0.5 * np.trace(central) + NEGLIGIBLE + TOLERANCE * sum(self.rotational.flat[::4])
        return bool(np.isfinite(central).all() and np.linalg.eigvalsh(central)[-1] < most)

    @property
    def center_of_mass(self) -> Array:
        """The centre of mass in the frame, (3,), in m; without mass it means nothing."""
        return self.first_moment / self.mass

    @property
    def about_center_of_mass(self) -> Array:
        """The rotational inertia about the centre of mass, in the frame's axes, (3, 3)."""
        return self.rotational + skew(self.first_moment) @ skew(self.center_of_mass)

    @property
    def principal_axes(self) -> "PrincipalAxes":
        """The principal moments about the centre of mass and their axes; plain numbers only.

        >>> moments, axes = Inertia(1.0, [0, 0, 0], np.diag([3.0, 2.0, 4.0])).principal_axes
        >>> moments.tolist()
        [2.0, 3.0, 4.0]
        """
        moments, axes = np.linalg.eigh(np.asarray(self.about_center_of_mass, float))
        axes[:, 2] *= np.sign(np.linalg.det(axes))
        return PrincipalAxes(moments, SO3(axes))

    def __repr__(self) -> str:
        if isinstance(self.mass, (int, float)) and self.mass > 0:
            parts = self.mass, self.center_of_mass, self.about_center_of_mass
            return f"Inertia({', '.join(map(shown, parts))})"
        return f"Inertia.from_parameters({shown(self.parameters)})"


def _shifted(rotational: Array, p: Array, g: Array) -> list[Scalar]:
    """Ixx Ixy Iyy Ixz Iyz Izz of I + 2 (p . g) 1 - p g^T - g p^T."""
    xx, xy, xz, _, yy, yz, _, _, zz = rotational.flat
    (px, py, pz), (gx, gy, gz) = p.flat, g.flat
    x, y, z = mul(px, gx), mul(py, gy), mul(pz, gz)
    return [
        add(xx, mul(2, add(y, z))),
        sub(xy, add(mul(gx, py), mul(px, gy))),
        add(yy, mul(2, add(x, z))),
        sub(xz, add(mul(gx, pz), mul(px, gz))),
        sub(yz, add(mul(gy, pz), mul(py, gz))),
        add(zz, mul(2, add(x, y))),
    ]


def _growing(W: Array, h: Array, v: Array) -> list[Scalar]:
    """Ixx Ixy Iyy Ixz Iyz Izz of W + W^T + 2 (h . v) 1 - h v^T - v h^T."""
    (hx, hy, hz), (x, y, z) = h.flat, v.flat
    along = mul(2, add(add(mul(hx, x), mul(hy, y)), mul(hz, z)))
    return [
        add(mul(2, W[0, 0]), sub(along, mul(2, mul(hx, x)))),
        sub(add(W[0, 1], W[1, 0]), add(mul(hx, y), mul(hy, x))),
        add(mul(2, W[1, 1]), sub(along, mul(2, mul(hy, y)))),
        sub(add(W[0, 2], W[2, 0]), add(mul(hx, z), mul(hz, x))),
        sub(add(W[1, 2], W[2, 1]), add(mul(hy, z), mul(hz, y))),
        add(mul(2, W[2, 2]), sub(along, mul(2, mul(hz, z)))),
    ]


def _check(mass: Array, center_of_mass: Array, tensor: Array) -> None:
    """Raise ShapeError for other shapes, ModelError if plain numbers are not symmetric."""
    if center_of_mass.shape != (3,) or tensor.shape != (3, 3):
        raise ShapeError(
            f"Inertia: centre of mass and rotational inertia have shapes {center_of_mass.shape} "
            f"and {tensor.shape}; expected (3,) and (3, 3)."
        )
    if mass.shape != ():
        raise ShapeError(f"Inertia: the mass has shape {mass.shape}; expected one number.")
    if not all(isinstance(x, (int, float)) for x in tensor.flat):
        return
    slack = 1e-9 * max(abs(x) for x in tensor.flat)
    for i, j in ((0, 1), (0, 2), (1, 2)):
        if abs(tensor[i, j] - tensor[j, i]) > slack:
            raise ModelError(
                f"Inertia: the rotational inertia is not symmetric: [{i}, {j}] is {tensor[i, j]} "
                f"and [{j}, {i}] is {tensor[j, i]}; give both."
            )
