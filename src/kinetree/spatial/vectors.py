"""Motion and force vectors, [linear; angular], and sets of them as columns.

The two kinds transform and multiply differently; each implements its rules, so that `T @ x` and
`v.cross(x)` are written in the same way for both.
"""

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, cast

from ..errors import ShapeError
from ..scalar.array import Array, ArrayLike, Components, as_array, shown, zeros
from ..scalar.expr import Scalar, add
from ..scalar.math import concatenate, cross, dot

V = TypeVar("V", bound="Vector6")
V2 = TypeVar("V2", bound="Vector6")
M = TypeVar("M", bound="Moving")


class Placement(Protocol):
    """A placement T as vectors see it, `SE3`."""

    @property
    def rotation(self) -> Array: ...
    @property
    def translation(self) -> Array: ...


class Moving(Components):
    """What placements and motions move: motions, forces, and columns of them."""

    __slots__ = ()

    def moved(self, T: Placement) -> Self:
        """In T's outer frame, from its inner one."""
        raise NotImplementedError

    def moved_back(self, T: Placement) -> Self:
        """In T's inner frame, from its outer one."""
        raise NotImplementedError

    def crossed_by(self, v: "Motion") -> Self:
        """The rate where it moves with v."""
        raise NotImplementedError


class Vector6(Moving):
    """The common base of motions and forces: vectors of six components, linear first."""

    __slots__ = ("angular", "linear")

    shape: ClassVar = (6,)
    linear: Array
    angular: Array

    def __init__(self, linear: ArrayLike, angular: ArrayLike) -> None:
        self.linear, self.angular = as_array(linear), as_array(angular)
        if self.linear.shape != (3,) or self.angular.shape != (3,):
            raise ShapeError(
                f"{type(self).__name__}: linear and angular parts have shapes {self.linear.shape} "
                f"and {self.angular.shape}; expected (3,) and (3,)."
            )

    @classmethod
    def zero(cls: type[V]) -> V:
        return cls(zeros(3), zeros(3))

    @classmethod
    def from_vector(cls: type[V], x: ArrayLike) -> V:
        """From six components, linear first."""
        x = as_array(x)
        return cls(x[:3], x[3:])

    @property
    def array(self) -> Array:
        """The six components, linear first."""
        return concatenate([self.linear, self.angular])

    vector = array

    def __add__(self: V, other: V) -> V:
        return type(self)(self.linear + other.linear, self.angular + other.angular)

    def __sub__(self: V, other: V) -> V:
        return type(self)(self.linear - other.linear, self.angular - other.angular)

    def __neg__(self: V) -> V:
        return type(self)(-self.linear, -self.angular)

    def __mul__(self: V, factor: Scalar) -> V:
        return type(self)(self.linear * factor, self.angular * factor)

    __rmul__ = __mul__

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shown(self.linear)}, {shown(self.angular)})"


class Motion(Vector6):
    """A spatial velocity or acceleration.

    >>> Motion([1, 0, 0], [0, 0, 1]).cross(Motion([0, 1, 0], [0, 0, 0])).linear
    Array([-1, 0, 0])
    """

    __slots__ = ()

    def cross(self, other: M) -> M:
        """The rate of `other` that moves with this motion: x for motions, x* for forces.

        Source: [PinocchioSheet, Cross products].
        """
        return other.crossed_by(self)

    def crossed_by(self, v: "Motion") -> "Motion":
        """v x self = [v.linear x w + v.angular x l; v.angular x w].

        Source: [PinocchioSheet, Cross products].
        """
        linear = cross(v.linear, self.angular) + cross(v.angular, self.linear)
        return Motion(linear, cross(v.angular, self.angular))

    def moved(self, T: Placement) -> "Motion":
        """X self = [R l + p x R w; R w] [PinocchioSheet, Motion Application]."""
        angular = T.rotation @ self.angular
        return Motion(T.rotation @ self.linear + cross(T.translation, angular), angular)

    def moved_back(self, T: Placement) -> "Motion":
        """X^-1 self = [R^T (l - p x w); R^T w] [PinocchioSheet, Motion Application]."""
        linear = self.linear - cross(T.translation, self.angular)
        return Motion(T.rotation.T @ linear, T.rotation.T @ self.angular)

    def dot(self, force: "Force") -> Scalar:
        """The power of a force on this motion [PinocchioSheet, Force Application]."""
        return add(dot(self.linear, force.linear), dot(self.angular, force.angular))


class Force(Vector6):
    """A spatial force or momentum: force (or linear momentum) and moment about the origin."""

    __slots__ = ()

    def crossed_by(self, v: Motion) -> "Force":
        """v x* self = [w x f; w x n + v x f] [PinocchioSheet, Cross products]."""
        angular = cross(v.angular, self.angular) + cross(v.linear, self.linear)
        return Force(cross(v.angular, self.linear), angular)

    def moved(self, T: Placement) -> "Force":
        """X* self = [R f; R n + p x R f] [PinocchioSheet, Force Application]."""
        linear = T.rotation @ self.linear
        return Force(linear, T.rotation @ self.angular + cross(T.translation, linear))

    def moved_back(self, T: Placement) -> "Force":
        """X*^-1 self = [R^T f; R^T (n - p x f)] [PinocchioSheet, Force Application]."""
        angular = self.angular - cross(T.translation, self.linear)
        return Force(T.rotation.T @ self.linear, T.rotation.T @ angular)

    def dot(self, motion: Motion) -> Scalar:
        """The power of this force on a motion."""
        return motion.dot(self)


class Columns(Moving, Generic[V]):
    """Motions or forces as columns of a 6 x n matrix, with their kind."""

    __slots__ = ("columns", "kind")

    def __init__(self, kind: type[V], columns: Iterable[V]) -> None:
        self.kind = kind
        self.columns = tuple(columns)

    def __len__(self) -> int:
        return len(self.columns)

    @property
    def shape(self) -> tuple[int, int]:
        return 6, len(self)

    @property
    def T(self) -> "Rows":
        """The transpose, whose rows are paired with vectors of the other kind."""
        return Rows(self.columns)

    def __matmul__(self, x: ArrayLike) -> V:
        """The sum of columns weighted by the vector x."""
        terms = zip(self.columns, as_array(x).flat, strict=True)
        return sum((column * weight for column, weight in terms), self.kind.zero())

    def __add__(self, other: "Columns[V]") -> "Columns[V]":
        return Columns(self.kind, [a + b for a, b in zip(self.columns, other.columns, strict=True)])

    def __sub__(self, other: "Columns[V]") -> "Columns[V]":
        return Columns(self.kind, [a - b for a, b in zip(self.columns, other.columns, strict=True)])

    def __mul__(self, factor: Scalar) -> "Columns[V]":
        return Columns(self.kind, [c * factor for c in self.columns])

    __rmul__ = __mul__

    def cross(self, other: V2) -> "Columns[V2]":
        """Every column, a motion, x `other`, or x* if that is a force."""
        return Columns(type(other), [cast(Any, c).cross(other) for c in self.columns])

    def crossed_by(self, v: Motion) -> "Columns[V]":
        """v x every column."""
        return Columns(self.kind, [v.cross(c) for c in self.columns])

    def moved(self, T: Placement) -> "Columns[V]":
        """Every column transformed by T."""
        return Columns(self.kind, [c.moved(T) for c in self.columns])

    def moved_back(self, T: Placement) -> "Columns[V]":
        """Every column transformed by the inverse of T."""
        return Columns(self.kind, [c.moved_back(T) for c in self.columns])

    @property
    def array(self) -> Array:
        """The 6 x n matrix."""
        return Array.of([x for c in self.columns for x in c.vector.flat], (len(self), 6)).T

    matrix = array


class Rows:
    """The transpose of `Columns`: `S.T @ f` is the vector of the columns' products with f."""

    __slots__ = ("rows",)

    def __init__(self, rows: tuple[Any, ...]) -> None:
        self.rows = rows

    def __matmul__(self, other: Any) -> Array:
        n = len(self.rows)
        if isinstance(other, Columns):
            columns = cast(Columns[Any], other).columns
            return Array.of([r.dot(c) for r in self.rows for c in columns], (n, len(columns)))
        return Array.of([r.dot(other) for r in self.rows], (n,))


def motions(columns: Iterable[Motion]) -> Columns[Motion]:
    """Motions as columns, as in a joint's motion subspace S."""
    return Columns(Motion, columns)
