"""The rows of contacts, of all or of the nearest of them."""

from collections.abc import Mapping, Sequence
from functools import reduce
from math import inf
from typing import NamedTuple

from ..algorithms.constraints.kinematics import ContactRows
from ..algorithms.friction.slots import Slots
from ..algorithms.kinematics import world_placements
from ..geometry.box_faces import FAR
from ..model import Closure, Model, ShapeContact
from ..scalar.array import Array, Scalar, as_array
from ..scalar.math import (
    array,
    concatenate,
    cross,
    maximum,
    minimum,
    norm,
    sqrt,
    take,
    where,
    zeros,
)
from ..scalar.scan import computed_where, in_memory, mapped, scan
from ..scalar.takes import element
from ..spatial import SE3
from ..spatial.rotation import rotation_along
from .integrators import Problem
from .near_points import JUMP, Bodies, NearPoints, moving, velocity_of, velocity_rows
from .settings import Simulation
from .shape_contacts import points_of_shapes
from .smallest import BLOCK
from .springs import STIFF, Law, Spring


class ContactRow(NamedTuple):
    """The rows of a contact: along two directions of its plane, and along its normal."""

    index: Scalar
    """Which of the simulation's contacts it is."""
    gap: Scalar
    directions: Array | None
    """(3, 3): of the rows in its columns, shorter with less friction; None: those of the world."""
    J: Array
    """(3, nv): J v is the velocity of the first body's point less that of the second's."""
    approach: Scalar
    """The velocity along its normal before the step."""
    friction: Scalar
    spring: Spring
    turning: Array | None = None
    """(3, nv): of the angular velocity of bodies against each other, along the same directions."""
    torsional: Scalar | None = None
    """Its coefficient of torsional friction; None where no contact has any."""
    rolling: Scalar | None = None


class Touching(NamedTuple):
    """The rows of contacts, and those that are left out."""

    rows: list[ContactRow]
    left_out: "LeftOut | None"
    slots: Slots | None = None
    """The rows in memory, if all are of chosen contacts."""

    @classmethod
    def of(cls, simulation: Simulation, problem: Problem, q: Array, v: Array) -> "Touching":
        """Of all contacts, or of `max_contacts` of those of shapes: of the smallest gaps."""
        listed = list(enumerate(simulation.contacts))
        points = [(i, x) for i, x in listed if isinstance(x, Closure)]
        blocks = ContactRows.of(problem.model, q, [x for _, x in points]).blocks
        surfaces = _Surfaces.of(simulation, problem, v)
        rows = [
            surfaces.row(i, x.displacement()[2], None, x.jacobian()[:3])
            for (i, _), x in zip(points, blocks, strict=True)
        ]
        shapes = [(i, x) for i, x in listed if isinstance(x, ShapeContact)]
        if not shapes:
            return cls(rows, None)
        T = world_placements(problem.model, q)
        size = 6 if any(x.turning for _, x in shapes) else 3
        two = problem.friction is None and any(x.second_friction is not None for _, x in shapes)
        sliding = [getattr(x, "sliding", (1.0, 1.0)) for x in simulation.contacts] if two else None
        placed = _Placed(problem.model, q, T, size, sliding, surfaces)
        requested, most = [x for _, x in shapes], simulation.max_contacts
        if most is not None and most < len(shapes):
            bodies = Bodies.of(problem, requested, T, moving(problem.model, q, T, v))
            near = NearPoints.of(shapes, bodies)
            chosen, count, after = near.gaps.first(most)
            left_out = LeftOut(problem.model, q, T, bodies, near, after)
            nearest, J = placed.nearest(near, chosen, count)
            return cls(rows + nearest, left_out, None if rows else Slots(J, count, most))
        touching = points_of_shapes(problem, T, requested)
        for (i, _), x in zip(shapes, touching, strict=True):
            rows.append(placed.row(i, x.gap, x.place, x.normal, placed.sides(*x.joints)))
        return cls(sorted(rows, key=lambda row: row.index), None)


class _Surfaces(NamedTuple):
    """What contacts are like, by their number."""

    v: Array
    """The velocity before the step."""
    h: Scalar
    friction: Sequence[Scalar]
    laws: Sequence[Law]
    torsional: Sequence[float]
    rolling: Sequence[float]

    @classmethod
    def of(cls, simulation: Simulation, problem: Problem, v: Array) -> "_Surfaces":
        contacts, friction = simulation.contacts, problem.friction
        own = [max(getattr(x, "sliding", (0.0,))) for x in contacts]
        laws: list[Law] = [getattr(x, "law", None) or STIFF for x in contacts]
        turning = ([getattr(x, y, 0.0) for x in contacts] for y in ("torsional", "rolling"))
        return cls(v, problem.h, own if friction is None else friction.flat, laws, *turning)

    def row(
        self,
        index: Scalar,
        gap: Scalar,
        directions: Array | None,
        J: Array,
        turning: Array | None = None,
    ) -> ContactRow:
        """That of a contact."""
        approach = J[2] @ self.v
        law = tuple(element(x, index) for x in zip(*self.laws, strict=True))
        spring = Spring.of(law, 0.5 * self.h * approach - gap)
        moments = (element(x, index) if any(x) else None for x in (self.torsional, self.rolling))
        friction = element(self.friction, index)
        return ContactRow(index, gap, directions, J, approach, friction, spring, turning, *moments)


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
    surfaces: _Surfaces

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
        return self.surfaces.row(index, gap, axes[0], *rows)

    def _axes(self, index: Scalar, R: Array) -> Array:
        """The directions of a contact, of lengths with which its ellipse of friction is a disc."""
        if self.sliding is None:
            return R
        lengths = [[x / (max(both) or 1.0) for x in both] for both in self.sliding]
        return _toward_y(R[:, 2]) * concatenate([array(take(lengths, index)), [1.0]])

    def sides(self, first: int, second: int) -> dict[int, int]:
        """The joints that move one of two bodies against the other: not those that carry both."""
        of_first, of_second = ({j.index for j in self.model.path(k)} for k in (first, second))
        return {k: 1 if k in of_first else -1 for k in sorted(of_first ^ of_second)}

    def nearest(
        self, near: NearPoints, chosen: Array, count: Scalar
    ) -> tuple[list[ContactRow], Array]:
        """The rows of chosen points, of which so many are near; others are far, and rows of 0.

        And their J in memory.
        """
        pairs = {x: k for k, x in enumerate(dict.fromkeys(near.joints))}
        sides = [self.sides(*x) for x in pairs]
        columns = {j.index: [x.get(j.index, 0) for x in sides] for j in self.model.joints}
        motions = [pairs[x] for x in near.joints]

        def step(k: Scalar, i: Scalar) -> tuple[Scalar, tuple[Array, ContactRow]]:
            point, gap, place, normal = near.part(i)
            motion = element(motions, point)
            moved = {j: element(x, motion) for j, x in columns.items() if any(x)}
            row = self.row(element(near.contacts, point), gap, place, normal, moved)
            both = row.J if row.turning is None else concatenate([row.J, row.turning])
            return k + 1, (both, row._replace(J=None, turning=None))

        _, (memory, rows) = scan(step, 0.0, chosen, until=lambda k: k >= count)
        rigid = all(x is STIFF for x in self.surfaces.laws)
        listed = list[ContactRow]()
        for k, both in enumerate(memory):
            used, own = k < count, mapped(lambda x, k=k: as_array(x)[k], rows)
            stretch = where(used, own.spring.stretch, 1.0)
            spring = Spring.of(STIFF, 0) if rigid else own.spring._replace(stretch=stretch)
            index, gap = where(used, own.index, -1.0), where(used, own.gap, FAR)
            turning = both[3:] if len(both) > 3 else None
            listed.append(
                own._replace(index=index, gap=gap, J=both[:3], spring=spring, turning=turning)
            )
        return listed, in_memory(memory)


class LeftOut(NamedTuple):
    """The points that have no rows: some near ones, if these are too many, and all that are far."""

    model: Model
    q: Array
    T: Mapping[int, SE3]
    bodies: Bodies
    near: NearPoints
    after: tuple[Scalar, Scalar]
    """The gap and the index of the first one without rows; an infinite gap if there is none."""

    def speed(self, v: Array, h: Scalar) -> Scalar:
        """The largest overlap of these after half a time h with the velocity v, by h; or 0.

        Far ones are looked at only where the velocity of a body changed by more than half a `JUMP`.
        """
        V, largest = moving(self.model, self.q, self.T, v), 0.0
        for k, radius in self.bodies.radii().items():
            change = V[k] - self.bodies.motions[k]
            linear = change.linear + cross(change.angular, self.T[k].translation)
            largest = maximum(largest, norm(linear) + radius * norm(change.angular))
        gap, index = self.after
        jumped = largest > JUMP / 2
        first, second = ([x[k] for x in self.near.joints] for k in (0, 1))
        n = sum(map(len, self.near.parts))

        def of_points(rows: Array, start: Scalar, count: int, largest: Scalar) -> Scalar:
            def step(carry: tuple[Scalar, Scalar], _: None) -> tuple[tuple[Scalar, Scalar], None]:
                k, largest = carry
                i = minimum(k, n - 1.0)  # the last block is filled up
                point, own, place, normal = self.near.part(i)
                order = self.near.gaps.number(i)
                later = (order > gap) | ((order == gap) & (i >= index))
                joints = element(first, point), element(second, point)
                V = velocity_of(rows, joints[0]) - velocity_of(rows, joints[1])
                closing = -(normal @ (V[:3] + cross(V[3:], place)))
                overlap = where(later & (own < inf), 0.5 * h * closing - own, 0.0)
                return (k + 1, maximum(largest, overlap)), None

            return scan(step, (start, largest), length=count)[0][1]

        def of_near_points() -> Scalar:
            def of_block(largest: Scalar, block: Scalar) -> Scalar:
                return of_points(rows, BLOCK * block, BLOCK, largest)

            rows = velocity_rows(V)
            return self.near.gaps.finite.loop(of_block, 0.0)

        def of_all() -> Scalar:
            rows = velocity_rows(V)
            of_far_pairs = (x.overlap(rows) for x in self.near.kinds)
            return reduce(maximum, of_far_pairs, of_points(rows, 0.0, n, 0.0))

        near = computed_where(gap < inf, of_near_points, 0.0)
        return maximum(near, computed_where(jumped, of_all, 0.0)) / h


def _toward_y(z: Array) -> Array:
    """A rotation whose third column is a unit vector, and whose first is as near as can be to y.

    Or to the axis z, where the vector is within 60 degrees of y or of -y.
    """
    near = where(abs(z[1]) < 0.5, Array.of([0.0, 1.0, 0.0], (3,)), Array.of([0.0, 0.0, 1.0], (3,)))
    x = near - (near @ z) * z
    x = x / sqrt(x @ x)
    return concatenate([x[None], cross(z, x)[None], z[None]]).T
