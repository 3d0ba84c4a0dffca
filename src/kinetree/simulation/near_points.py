"""The nearest points of contacts among very many, by loops over kinds of pairs.

A pair that a bound tells to be far costs a few operations; the points of others, which are listed,
are computed. Which are near is judged by velocities: a gap that does not close in a step, even if
velocities jump in it, is none that a contact has to keep open.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from math import inf
from typing import Final, NamedTuple

from ..algorithms.kinematics import body_velocities
from ..collision.placed import Placed, in_world, kind_of, one_of
from ..geometry.bounds import least_distance, radius_of
from ..geometry.manifolds import contact_points
from ..model import Model, ShapeContact
from ..model.parts import Geometry
from ..model.shapes import Shape
from ..scalar.array import Array, Scalar
from ..scalar.linked import Linked
from ..scalar.math import (
    array,
    concatenate,
    cross,
    logical_not,
    maximum,
    minimum,
    norm,
    where,
    zeros,
)
from ..scalar.scan import computed_where, in_memory, scan
from ..scalar.takes import element
from ..spatial import SE3, Motion
from .integrators import Problem
from .shape_contacts import bodies_of, grounds
from .smallest import Smallest

JUMP: Final = 2.0
"""The change of the relative velocity of two bodies in a step, in m/s, that is allowed for."""

Body = Geometry | str
"""A geometry, or the ground."""


class NearPoints(NamedTuple):
    """Points of near pairs, in memory; those that are far have an infinite gap."""

    gaps: Smallest
    parts: list[Array]
    """(points of a kind, 8) of each kind: its number among all points of all pairs, from 1 on; its
    gap, place, and normal out of the second body. Zeros where fewer pairs are near."""
    contacts: list[int]
    """The number of the contact of each point of all pairs."""
    joints: list[tuple[int, int]]
    """The joints of its bodies."""
    kinds: "list[_Kind]"

    @classmethod
    def of(cls, requested: Sequence[tuple[int, ShapeContact]], bodies: "Bodies") -> "NearPoints":
        """Those of contacts with their numbers."""
        pairs: dict[tuple[str, str, bool], list[_Point]] = {}
        for number, x in requested:
            point = _Point(x.point, number, x.margin)
            pairs.setdefault((x.first, x.second, x.on_ground), []).append(point)
        kinds: dict[object, list[_Pair]] = {}
        for (first, second, on_ground), points in pairs.items():
            other = second if on_ground else bodies.shapes[second]
            pair = _Pair(bodies.shapes[first], other, points)
            kinds.setdefault(pair.kind, []).append(pair)
        of_kinds, ordered = list[_Kind](), list[_Pair]()
        for of_kind in kinds.values():
            of_kinds.append(_Kind(bodies, of_kind, sum(len(x.points) for x in ordered)))
            ordered += of_kind
        points = [x.points() for x in of_kinds]
        contacts = [point.contact for x in ordered for point in x.points]
        joints = [x.joints for x in ordered for _ in x.points]
        gaps = Smallest.of(concatenate([x for x, _ in points]))
        return cls(gaps, [x.reshape(-1, 8) for _, x in points], contacts, joints, of_kinds)

    def part(self, i: Scalar) -> tuple[Scalar, Scalar, Array, Array]:
        """The number of point i among those of all pairs, its gap, its place, and its normal."""
        chosen, start = zeros(8), 0
        for rows in self.parts:
            place = maximum(0.0, minimum(i - start, len(rows) - 1.0))
            own = array([element(rows.flat, place, 8, j) for j in range(8)])
            chosen, start = where(i >= start, own, chosen), start + len(rows)
        number, gap = chosen[0] - 1, where(chosen[0] > 0, chosen[1], inf)
        return maximum(0.0, number), gap, chosen[2:5], chosen[5:]


class Bodies(NamedTuple):
    """Bodies in the middle of a step of a time h."""

    shapes: Mapping[str, Geometry]
    ground: Mapping[str, Placed]
    placed: Mapping[str, Placed]
    rows: Array
    """(n, 12): the rotations and translations of the shapes' placements, in memory."""
    spheres: Array
    """(n, 4) in memory: the centres of spheres that contain shapes, and their radii, larger by how
    far points of them move in half the step; infinite ones of shapes in no sphere."""
    velocities: Array
    """(njoints + 1, 6) in the world, linear at its origin, then angular, in memory."""
    motions: Mapping[int, Motion]
    """The velocities of joints."""
    h: Scalar

    @classmethod
    def of(
        cls,
        problem: Problem,
        requested: Sequence[ShapeContact],
        T: Mapping[int, SE3],
        V: Mapping[int, Motion],
    ) -> "Bodies":
        """Those of contacts, for placements and velocities of joints in the world."""
        named: dict[str, Geometry] = {}
        for x in {(x.first, x.second, x.on_ground): x for x in requested}.values():
            first, second = bodies_of(problem.model, x)
            named |= {y.name: y for y in (first, second) if y is not None}
        placed = {name: in_world(x, T) for name, x in named.items()}
        rows = [[*T.rotation.flat, *T.translation.flat] for _, T in placed.values()]
        spheres = list[list[Scalar]]()
        for x, (shape, X) in zip(named.values(), placed.values(), strict=True):
            velocity = array([*V[x.joint].linear.flat, *V[x.joint].angular.flat])
            radius, way = radius_of(shape), 0.5 * problem.h * _speed(shape, X, velocity)
            spheres.append([*X.translation.flat, inf if radius is None else radius + way])
        in_rows = in_memory(array(rows)), in_memory(array(spheres)), velocity_rows(V)
        return cls(named, grounds(problem), placed, *in_rows, V, problem.h)

    def radii(self) -> dict[int, Scalar]:
        """How far the shapes of joints reach from their origins; not those in no sphere."""
        radii: dict[int, Scalar] = {}
        for x in self.shapes.values():
            if (radius := radius_of(x.shape)) is not None and x.joint:
                reach = norm(x.placement.translation) + radius
                radii[x.joint] = maximum(radii.get(x.joint, 0.0), reach)
        return radii

    def placement(self, bodies: Sequence[Body], k: Scalar) -> Placed:
        """The shape of body k of some of a kind, and its placement in the world."""
        names = [x if isinstance(x, str) else x.name for x in bodies]
        all_placed = [self.ground[x] if isinstance(x, str) else self.placed[x.name] for x in bodies]
        if len({*names}) == 1:
            return all_placed[0]
        row = self._row(self.rows, bodies, k)
        T = SE3(array(row[:9]).reshape(3, 3), array(row[9:]))
        return Placed(one_of([x.shape for x in all_placed], k), T)

    def sphere(self, bodies: Sequence[Body], k: Scalar) -> tuple[Array, Scalar] | None:
        """The centre and the size of that of body k of some of a kind; None if there is none."""
        if any(isinstance(x, str) or radius_of(x.shape) is None for x in bodies):
            return None
        *center, size = self._row(self.spheres, bodies, k)
        return array(center), size

    def _row(self, rows: Array, bodies: Sequence[Body], k: Scalar) -> list[Scalar]:
        """The row of body k of some."""
        order, size = {name: k for k, name in enumerate(self.shapes)}, rows.shape[1]
        i = element([order[x if isinstance(x, str) else x.name] for x in bodies], k)
        return [element(rows.flat, i, size, j) for j in range(size)]


class _Point(NamedTuple):
    """A point of a pair that is requested."""

    which: int
    contact: int
    margin: float


class _Pair(NamedTuple):
    """Two bodies, and the points that are requested."""

    first: Body
    second: Body
    points: Sequence[_Point]

    @property
    def joints(self) -> tuple[int, int]:
        first, second = (0 if isinstance(x, str) else x.joint for x in self[:2])
        return first, second

    @property
    def kind(self) -> object:
        """What pairs have in common that are computed by the same code."""
        shapes = [x if isinstance(x, str) else kind_of(x.shape) for x in self[:2]]
        return *shapes, *(x.which for x in self.points)


class _Kind(NamedTuple):
    """The pairs of a kind."""

    bodies: Bodies
    pairs: Sequence[_Pair]
    start: int
    """The number of its first point."""

    def points(self) -> tuple[Array, Array]:
        """The gaps and the parts of the points of near pairs, in a row."""
        wanted = [x.which for x in self.pairs[0].points]

        def step(_: None, k: Scalar) -> tuple[None, tuple[Scalar, Array]]:
            bodies, margins, _ = self._pair(k)
            points = contact_points(*bodies[0], *bodies[1])
            number = self.start + 1 + len(wanted) * k
            parts = [
                [number + j, points[i].distance - gap, *points[i].first, *(-points[i].normal)]
                for j, (i, gap) in enumerate(zip(wanted, margins, strict=True))
            ]
            return None, (self._reach(k, 0.5 * self.bodies.h, bodies), array(parts))

        def masked(_: None, x: tuple[Scalar, Array]) -> tuple[None, Array]:
            reach, parts = x
            return None, where((parts[:, 0] > 0) & (parts[:, 1] < reach), parts[:, 1], inf)

        _, (reach, parts) = self._near().scan(step, None)
        _, gaps = scan(masked, None, (reach, parts))
        return gaps.reshape(-1), parts.reshape(-1)

    def _near(self) -> Linked:
        """The pairs that may touch within half a step, in order."""

        def step(carry: tuple[Scalar, Scalar, Scalar], _: None) -> tuple[object, Scalar]:
            k, half, after = carry

            def bounded() -> Scalar:
                bodies, _, least = self._pair(k)
                close = True if least is None else least < self._reach(k, half, bodies)
                return where(close, 1.0, 0.0)

            may_touch = self._may_touch(k, half)
            near = bounded() if may_touch is None else computed_where(may_touch, bounded, 0.0)
            return (k - 1, half, where(near > 0, k, after)), after

        start = len(self.pairs) - 1.0, 0.5 * self.bodies.h, -1.0
        (_, _, first), after = scan(step, start, length=len(self.pairs), reverse=True)
        return Linked(first, after)

    def _reach(self, k: Scalar, half: Scalar, bodies: tuple[Placed, Placed]) -> Scalar:
        """The gap of pair k that may close within half a step."""
        return half * (self._speed(k, bodies, self.bodies.velocities) + JUMP)

    def overlap(self, velocities: Array) -> Scalar:
        """The largest overlap of far pairs that other velocities may lead to, or 0."""

        def step(carry: tuple[Scalar, Scalar, Scalar], _: None) -> tuple[object, None]:
            k, half, largest = carry
            pair = self._pair(k)
            bodies, least = pair[0], pair[2]
            if least is None:
                return (k + 1, half, largest), None
            is_far = least >= self._reach(k, half, bodies)
            if (may_touch := self._may_touch(k, half)) is not None:
                is_far = is_far | logical_not(may_touch)
            overlap = half * self._speed(k, bodies, velocities) - least
            return (k + 1, half, maximum(largest, where(is_far, overlap, 0.0))), None

        return scan(step, (0.0, 0.5 * self.bodies.h, 0.0), length=len(self.pairs))[0][2]

    def _may_touch(self, k: Scalar, half: Scalar) -> Scalar | None:
        """Whether spheres of pair k may within half a step, of few operations; None without any."""
        first = self.bodies.sphere([x.first for x in self.pairs], k)
        second = self.bodies.sphere([x.second for x in self.pairs], k)
        if first is None or second is None:
            return None
        most = element([max(point.margin for point in x.points) for x in self.pairs], k)
        d, reach = second[0] - first[0], first[1] + second[1] + most + half * JUMP
        return (d @ d < reach * reach) & (reach > 0)

    def _pair(self, k: Scalar) -> tuple[tuple[Placed, Placed], list[Scalar], Scalar | None]:
        """The bodies of pair k, the margins of its points, and a bound of their gaps, if any."""
        first = self.bodies.placement([x.first for x in self.pairs], k)
        second = self.bodies.placement([x.second for x in self.pairs], k)
        all_margins = [point.margin for x in self.pairs for point in x.points]
        n = len(self.pairs[0].points)
        margins = [element(all_margins, k, n, j) for j in range(n)]
        least = least_distance(*first, *second)
        return (first, second), margins, None if least is None else least - reduce(maximum, margins)

    def _speed(self, k: Scalar, bodies: tuple[Placed, Placed], velocities: Array) -> Scalar:
        """How fast points of pair k move against each other at most; inf for shapes in no sphere.

        Points of contact are within the smaller of their spheres.
        """
        joints = [[x.joints[side] for x in self.pairs] for side in (0, 1)]
        V_first, V_second = (velocity_of(velocities, element(x, k)) for x in joints)
        speeds = [_speed(*x, V_first - V_second) for x in bodies if radius_of(x.shape) is not None]
        return reduce(minimum, speeds, inf)


def _speed(shape: Shape, T: SE3, V: Array) -> Scalar:
    """How fast points of a shape in a sphere move at most; 0 of another one."""
    radius = radius_of(shape)
    if radius is None:
        return 0.0
    return norm(V[:3] + cross(V[3:], T.translation)) + radius * norm(V[3:])


def moving(model: Model, q: Array, T: Mapping[int, SE3], v: Array) -> dict[int, Motion]:
    """The velocities of joints in the world, at its origin."""
    return {k: T[k] @ x for k, x in body_velocities(model, q, v).items()}


def velocity_rows(V: Mapping[int, Motion]) -> Array:
    """The velocities of joints (njoints + 1, 6), in memory."""
    return in_memory(array([[*V[k].linear.flat, *V[k].angular.flat] for k in sorted(V)]))


def velocity_of(rows: Array, joint: Scalar) -> Array:
    """The velocity of a joint of these rows."""
    return array([element(rows.flat, joint, 6, j) for j in range(6)])
