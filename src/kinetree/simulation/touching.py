"""The rows of contacts, of all or of the nearest of them."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

from ..algorithms.constraints.kinematics import ContactRows
from ..algorithms.kinematics import body_velocities, world_placements
from ..collision.placed import index_of_least
from ..model import Closure, Model, ShapeContact
from ..scalar.array import Array, Scalar
from ..scalar.math import array, concatenate, cross, maximum, sqrt, take, where, zeros
from ..spatial import SE3
from ..spatial.rotation import rotation_along
from .integrators import Problem
from .settings import Simulation
from .shape_contacts import Point, points_of_shapes


class ContactRow(NamedTuple):
    """The rows of a contact: along two directions of its plane, and along its normal."""

    index: Scalar
    """Which of the simulation's contacts it is."""
    gap: Scalar
    directions: Array | None
    """(3, 3): of the rows in its columns, shorter with less friction; None: those of the world."""
    J: Array
    """(3, nv): J v is the velocity of the first body's point less that of the second's."""
    turning: Array | None = None
    """(3, nv): of the angular velocity of bodies against each other, along the same directions."""


class Touching(NamedTuple):
    """The rows of contacts, and those that are left out."""

    rows: list[ContactRow]
    left_out: "LeftOut | None"

    @classmethod
    def of(cls, simulation: Simulation, problem: Problem, q: Array) -> "Touching":
        """Of all contacts, or of `max_contacts` of those of shapes: of the smallest gaps."""
        listed = list(enumerate(simulation.contacts))
        points = [(i, x) for i, x in listed if isinstance(x, Closure)]
        blocks = ContactRows.of(problem.model, q, [x for _, x in points]).blocks
        J = [x.jacobian()[:3] for x in blocks]
        gaps = [x.displacement()[2] for x in blocks]
        rows = [
            ContactRow(i, gap, None, J_i) for (i, _), gap, J_i in zip(points, gaps, J, strict=True)
        ]
        shapes = [(i, x) for i, x in listed if isinstance(x, ShapeContact)]
        if not shapes:
            return cls(rows, None)
        T = world_placements(problem.model, q)
        touching = points_of_shapes(problem, T, [x for _, x in shapes])
        size = 6 if any(x.turning for _, x in shapes) else 3
        two = problem.friction is None and any(x.second_friction is not None for _, x in shapes)
        sliding = [getattr(x, "sliding", (1.0, 1.0)) for x in simulation.contacts] if two else None
        placed = _Placed(problem.model, q, T, size, sliding)
        most = len(touching) if simulation.max_contacts is None else simulation.max_contacts
        if most < len(touching):
            chosen = placed.chosen(touching, most)
            nearest = placed.nearest([i for i, _ in shapes], touching, chosen)
            return cls(rows + nearest, LeftOut(placed, touching, chosen))
        for (i, _), x in zip(shapes, touching, strict=True):
            rows.append(placed.row(i, x.gap, x.place, x.normal, placed.sides(x)))
        return cls(sorted(rows, key=lambda row: row.index), None)


class _Placed(NamedTuple):
    """A robot at a configuration, with the placements of its joints.

    `size` is 3, or 6 where rows have angular velocities, too.
    """

    model: Model
    q: Array
    T: Mapping[int, SE3]
    size: int
    sliding: Sequence[tuple[float, float]] | None
    """The coefficients of friction of all contacts, if some have two."""

    def row(
        self, index: Scalar, gap: Scalar, place: Array, normal: Array, sides: Mapping[int, Scalar]
    ) -> ContactRow:
        """That of a point between the bodies that joints move, the first by 1, the second by -1."""
        J, R = zeros(self.size, self.model.nv), rotation_along(normal)
        for k, side in sides.items():
            j, T = self.model.joints[k - 1], self.T[k]
            velocities = (SE3(T.rotation, T.translation - place) @ j.subspace(self.q)).matrix
            J = J.add((slice(self.size), j.v_slice), side * velocities[: self.size])
        axes = [self._axes(index, R), R]
        rows = (x.T @ J[k : k + 3] for x, k in zip(axes, range(0, self.size, 3), strict=False))
        return ContactRow(index, gap, axes[0], *rows)

    def _axes(self, index: Scalar, R: Array) -> Array:
        """The directions of a contact, of lengths with which its ellipse of friction is a disc."""
        if self.sliding is None:
            return R
        lengths = [[x / (max(both) or 1.0) for x in both] for both in self.sliding]
        return _toward_y(R[:, 2]) * concatenate([array(take(lengths, index)), [1.0]])

    def sides(self, x: Point) -> dict[int, int]:
        """The joints that move one of the bodies against the other: not those that carry both."""
        first, second = ({j.index for j in self.model.path(k)} for k in x.joints)
        return {k: 1 if k in first else -1 for k in sorted(first ^ second)}

    def chosen(self, points: Sequence[Point], count: int) -> list[Scalar]:
        """The numbers of the points with the smallest gaps, these first."""
        gaps, numbers = [x.gap for x in points], list[Scalar]()
        for _ in range(count):
            numbers.append(index_of_least(gaps))
            gaps = [where(numbers[-1] == i, inf, gap) for i, gap in enumerate(gaps)]
        return numbers

    def nearest(
        self, numbers: Sequence[int], points: Sequence[Point], chosen: Sequence[Scalar]
    ) -> list[ContactRow]:
        """The rows of chosen points."""
        table = [[self.sides(x).get(j.index, 0) for j in self.model.joints] for x in points]
        parts = array([[x.gap, *x.place, *x.normal] for x in points])
        rows = list[ContactRow]()
        for k in chosen:
            gap, x, y, z, *normal = array(take(parts, k))
            sides: dict[int, Scalar] = dict(enumerate(array(take(table, k)), 1))
            place = array([x, y, z])
            rows.append(self.row(take(numbers, k), gap, place, array(normal), sides))
        return rows


class LeftOut(NamedTuple):
    """The points that are not chosen, whose gaps close as they will."""

    placed: _Placed
    points: Sequence[Point]
    chosen: Sequence[Scalar]

    def overlap(self, v: Array, h: Scalar) -> Scalar:
        """The largest overlap of these after half a time h with the velocity v; 0 if there is none.

        By the velocities of bodies, not by rows.
        """
        model, q, T = self.placed[:3]
        V = {k: T[k] @ x for k, x in body_velocities(model, q, v).items()}
        largest: Scalar = 0.0
        for i, x in enumerate(self.points):
            first, second = (V[k].linear + cross(V[k].angular, x.place) for k in x.joints)
            overlap = -(x.gap + 0.5 * h * (x.normal @ (first - second)))
            for k in self.chosen:
                overlap = where(k == i, 0.0, overlap)
            largest = maximum(largest, overlap)
        return largest


def _toward_y(z: Array) -> Array:
    """A rotation whose third column is a unit vector, and whose first is as near as can be to y.

    Or to the axis z, where the vector is within 60 degrees of y or of -y.
    """
    near = where(abs(z[1]) < 0.5, Array.of([0.0, 1.0, 0.0], (3,)), Array.of([0.0, 0.0, 1.0], (3,)))
    x = near - (near @ z) * z
    x = x / sqrt(x @ x)
    return concatenate([x[None], cross(z, x)[None], z[None]]).T
