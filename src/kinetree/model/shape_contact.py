"""A contact of two collision geometries."""

from dataclasses import dataclass
from math import inf
from typing import ClassVar

from ..errors import ModelError
from .parts import check_spring
from .softness import Softness


@dataclass(frozen=True, slots=True)
class ShapeContact:
    """One of the points where two collision geometries touch, as `kt.contacts` lists them.

    `friction` is its coefficient in steps that are given none, with a `second_friction` that along
    the first of two directions of its plane; `torsional` and `rolling`, in m, bound the moments
    about its normal and in its plane. Its force along the normal, where the gap is below `margin`,
    is that of a spring and a damper, of `stiffness` in N/m and `damping` in N s/m, or of its
    `softness` if the stiffness is infinite; without one it is rigid.
    """

    first: str
    second: str
    """A geometry, or with `on_ground` "plane" or "terrain": z = 0, or an operand."""
    on_ground: bool = False
    point: int = 0
    friction: float = 1.0
    stiffness: float = inf
    damping: float = 0.0
    margin: float = 0.0
    torsional: float = 0.0
    rolling: float = 0.0
    second_friction: float | None = None
    softness: Softness | None = None
    kind: ClassVar = "shape"
    size: ClassVar = 3

    def __post_init__(self) -> None:
        check_spring(self.label, self.stiffness, self.damping)
        for key in ("friction", "second_friction", "torsional", "rolling"):
            x: object = getattr(self, key)
            if x is not None and not (isinstance(x, int | float) and 0 <= x < inf):
                raise ModelError(f"{self.label}: {key} is {x!r}; expected a number, 0 or more.")

    @property
    def sliding(self) -> tuple[float, float]:
        """The coefficients of friction along both directions."""
        second = self.second_friction
        return self.friction, self.friction if second is None else second

    @property
    def turning(self) -> bool:
        """Whether it resists turning."""
        return self.torsional > 0 or self.rolling > 0

    @property
    def law(self) -> tuple[float, ...] | None:
        """The law of its softness, or of its stiffness, which does not change with the depth."""
        if self.stiffness == inf:
            return self.softness and self.softness.law
        return 1 / self.stiffness, self.damping / self.stiffness, 0.5, 0.5, 1.0, 0.5, 1.0, 0.0

    @property
    def label(self) -> str:
        return f"point {self.point} of {self.first!r} and {self.second!r}"
