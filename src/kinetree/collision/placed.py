"""Shapes at placements in the world, and those that a computed index chooses among many."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..algorithms.kinematics import world_placements
from ..errors import errors_at
from ..geometry import Nearest
from ..geometry import nearest as nearest_of_shapes
from ..model import Model
from ..model.parts import Geometry
from ..model.shapes import Convex, Shape, Sized
from ..scalar.array import Array, Scalar, structural
from ..scalar.math import array, minimum, root, take, where
from ..scalar.takes import element
from ..spatial import SE3
from .pairs import NamedPair, resolved

Pairs = tuple[NamedPair, ...] | None


class Placed(NamedTuple):
    """A shape, and its placement in the world."""

    shape: Shape
    placement: SE3


def in_world(x: Geometry, T: Mapping[int, SE3]) -> Placed:
    """A shape for the placements of joints."""
    own = SE3(structural(x.placement.rotation), structural(x.placement.translation))
    return Placed(x.shape, T[x.joint] @ own)


class Pair(NamedTuple):
    """Two shapes, and where their errors come from."""

    first: Placed
    second: Placed
    source: str

    def nearest(self) -> Nearest:
        """Their distance, nearest points and normal in the world."""
        with errors_at(self.source):
            return nearest_of_shapes(*self.first, *self.second)


def placed_pairs(model: Model, q: Array, pairs: Pairs) -> list[Pair]:
    """The shapes of pairs in the world."""
    T = world_placements(model, q)
    watched = resolved(model, pairs)
    shapes = {x.name: x for pair in watched for x in pair}.values()
    placed = {x.name: in_world(x, T) for x in shapes}
    return [
        Pair(placed[a.name], placed[b.name], f"{model.name}: {a.name} and {b.name}")
        for a, b in watched
    ]


def least_distance(pairs: Sequence[Pair]) -> Scalar:
    """The smallest distance of pairs, with the derivatives of the one that has it.

    These are of one pair of each two kinds of shapes, which is chosen by its index: not of all.
    """
    distances = [pair.nearest().distance for pair in pairs]
    kinds: dict[object, list[int]] = {}
    for k, (a, b, _) in enumerate(pairs):
        kinds.setdefault((kind_of(a.shape), kind_of(b.shape)), []).append(k)
    winners: list[Scalar] = []
    for members in kinds.values():
        k = least_of([distances[i] for i in members])[1]
        first = _chosen([pairs[i].first for i in members], k)
        second = _chosen([pairs[i].second for i in members], k)
        winners.append(nearest_of_shapes(*first, *second).distance)
    winner = least(winners)
    return root(lambda x: array([x[0] - winner]), array([least(distances)]))[0]


def least(x: Sequence[Scalar]) -> Scalar:
    """The smallest number; nan if one is, which the sum tells in fewer instructions."""
    total = _folded(lambda a, b: a + b, x)
    smallest = _folded(lambda a, b: where(b < a, b, a), x)
    return where(total == total, smallest, total) if len(x) > 1 else x[0]


def _folded(function: Callable[[Scalar, Scalar], Scalar], x: Sequence[Scalar]) -> Scalar:
    """All numbers in one, by halves, which do not wait for each other."""
    half = len(x) // 2
    return function(_folded(function, x[:half]), _folded(function, x[half:])) if half else x[0]


def least_of(x: Sequence[Scalar]) -> tuple[Scalar, Scalar]:
    """The smallest number, and its index, the first of several."""
    numbers = [(value, float(k)) for k, value in enumerate(x)]
    while len(numbers) > 1:
        pairs = list(zip(numbers[::2], numbers[1::2], strict=False))
        rest = numbers[2 * len(pairs) :]
        numbers = [(minimum(a, b), where(a <= b, i, j)) for (a, i), (b, j) in pairs] + rest
    return numbers[0]


def kind_of(shape: Shape) -> object:
    """What shapes have in common that can be chosen by an index."""
    return type(shape) if isinstance(shape, Sized | Convex) else shape


def one_of(shapes: Sequence[Shape], index: Scalar) -> Shape:
    """The shape at an index, of several of a kind."""
    first = shapes[0]
    if isinstance(first, Convex):
        hulls = [x for x in shapes if isinstance(x, Convex)]
        distinct = {x: float(k) for k, x in enumerate(dict.fromkeys(hulls))}
        return Convex.one_of(distinct, element([distinct[x] for x in hulls], index))
    if isinstance(first, Sized):
        sizes = [x.sizes for x in shapes if isinstance(x, Sized)]
        return first.of_sizes([element(x, index) for x in zip(*sizes, strict=True)])
    return first


def _chosen(placed: Sequence[Placed], index: Scalar) -> Placed:
    """One of shapes of the same kind."""
    distinct = {id(x): x for x in placed}
    places = {key: float(k) for k, key in enumerate(distinct)}
    k = take([places[id(x)] for x in placed], index)
    placements = [x.placement for x in distinct.values()]
    columns = zip(*([*T.rotation.flat, *T.translation.flat] for T in placements), strict=True)
    numbers = [column[0] if len(distinct) == 1 else take(column, k) for column in columns]
    T = SE3(array(numbers[:9]).reshape(3, 3), array(numbers[9:]))
    return Placed(one_of([x.shape for x in distinct.values()], k), T)
