"""The parameters of a robot, one row each.

From these rows come the arrays of `Model`, the keywords of `ModelBuilder.add_body`, what files of
models hold, the operands of algorithms, and their documentation.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, Final, TypeAlias

ParameterArray: TypeAlias = Any
"""A parameter of a model: a read-only NumPy array, or an `Array` of symbols or traced numbers."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """The row of one parameter, whose name is that of the attribute of `Model`."""

    axes: str
    default: Any = None
    """The value of every coordinate for which none is given; None: see the row."""
    keyword: str = ""
    """The keyword of `add_body`, where it is not the name."""
    differentiable: bool = False
    """Whether every algorithm takes it as an optional operand, and has derivatives along it."""
    meaning: str = ""

    @property
    def dimensions(self) -> tuple[str, ...]:
        return tuple(self.axes.strip("()").split(","))

    @property
    def of_joints(self) -> bool:
        """Whether a joint has a value of it for each of its coordinates."""
        return self.axes in ("(nq)", "(nv)")

    @property
    def boolean(self) -> bool:
        return isinstance(self.default, bool)

    @property
    def optional(self) -> bool:
        """Whether None may be given, for the default."""
        return self.default is None or self.infinite

    @property
    def infinite(self) -> bool:
        """Whether values may be infinite."""
        return self.default in (inf, -inf)


PARAMETERS: Final[Mapping[str, Parameter]] = {
    "gravity": Parameter(
        "(3)",
        (0.0, 0.0, -9.81),
        differentiable=True,
        meaning="acceleration of gravity in m/s^2, in the world",
    ),
    "inertias": Parameter(
        "(njoints,10)",
        differentiable=True,
        meaning="m, m c, Ixx Ixy Iyy Ixz Iyz Izz about the joint's origin",
    ),
    "armature": Parameter(
        "(nv)", 0.0, differentiable=True, meaning="inertia added to the diagonal of M, kg m^2 or kg"
    ),
    "placements": Parameter(
        "(njoints,4,4)", differentiable=True, meaning="joints in their parents' frames at q = 0"
    ),
    "lower_position_limits": Parameter("(nq)", -inf, keyword="lower", meaning="rad or m"),
    "upper_position_limits": Parameter("(nq)", inf, keyword="upper", meaning="rad or m"),
    "velocity_limits": Parameter("(nv)", inf, keyword="velocity_limit", meaning="rad/s or m/s"),
    "effort_limits": Parameter("(nv)", inf, keyword="effort_limit", meaning="N m or N"),
    "damping": Parameter("(nv)", 0.0, meaning="N m s/rad or N s/m; in `passive_forces`"),
    "friction": Parameter("(nv)", 0.0, meaning="dry friction, N m or N; in `passive_forces`"),
    "stiffness": Parameter("(nv)", 0.0, meaning="springs, N m/rad or N/m; in `passive_forces`"),
    "spring_reference": Parameter(
        "(nq)", meaning="where springs are slack; default: the joints' neutral"
    ),
    "actuated": Parameter(
        "(nv)",
        True,
        meaning="whether a motor drives it: for your controllers, no algorithm reads it",
    ),
    "rotor_inertia": Parameter("(nv)", 0.0, meaning="kg m^2; see `model.with_rotor_inertias`"),
    "gear_ratio": Parameter("(nv)", 1.0, meaning="of the motor: see `rotor_inertia`"),
}
"""All parameters by name; springs are slack at the neutral of the joint by default."""

OPERANDS: Final[Mapping[str, Parameter]] = {
    name: row for name, row in PARAMETERS.items() if row.differentiable
}
"""The parameters that every algorithm takes as optional operands."""

OF_JOINTS: Final[Mapping[str, Parameter]] = {
    name: row for name, row in PARAMETERS.items() if row.of_joints
}
"""The parameters of which joints have values, one for each of their coordinates."""

KEYWORDS: Final[Mapping[str, str]] = {row.keyword or name: name for name, row in OF_JOINTS.items()}
"""The names of the parameters of joints, by the keywords of `add_body`."""
