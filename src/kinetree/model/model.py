"""`Model`: an immutable robot."""

import copy
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, final

import numpy as np

from ..errors import ModelError, unknown
from ..parameters import OF_JOINTS, OPERANDS, PARAMETERS
from ..scalar.array import Array, structural
from . import fields
from .contacts import Closure, closures
from .description import Body, Description, Universe
from .editable import Editable
from .immutable import Immutable
from .numbering import arrays, configuration_array, numbered, slots
from .table import html_table
from .tree import Constraint, Geometry, TreeJoint

ANNOTATIONS: Final = (
    "geometries",
    "constraints",
    "reference_configurations",
    "groups",
    "disabled_collisions",
)
"""Fields that no algorithm of dynamics uses."""


@final
class Model(Editable, Immutable):
    """A robot: a tree of joints and their bodies, numbered depth first from the universe (0).

    Made by `kt.load` or `kt.ModelBuilder`, from a description, and immutable: `replace` gives
    another model. All arrays are read-only. `inertias[i]` is m, m c, Ixx Ixy Iyy Ixz Iyz Izz
    about the origin of joint i, in its frame; `placements[i]` is the placement of joint i in its
    parent at the zero configuration. Springs of `stiffness` (N m/rad or N/m) are slack at the
    configuration `spring_reference`.
    """

    nq: int
    nv: int
    parents: Any
    geometries: tuple[Geometry, ...]
    constraints: tuple[Constraint, ...]
    reference_configurations: Mapping[str, Any]
    groups: Mapping[str, tuple[str, ...]]
    disabled_collisions: tuple[tuple[str, str, str], ...]
    dispatch: dict[Any, Any]
    compilations: dict[Any, int]
    """How often code was compiled for this model and those that `replace` made of it."""

    def __init__(self, description: Description) -> None:
        robot = numbered(description)
        where = slots(robot)
        parents = np.array([0, *(body.parent for body in robot.joints)])
        parents.setflags(write=False)
        self._set(
            name=robot.name,
            _tree=tuple(
                (body.name, body.parent, body.joint, *places)
                for body, places in zip(robot.joints, where, strict=True)
            ),
            frames=robot.frames,
            joint_names=("universe", *(body.name for body in robot.joints)),
            parents=parents,
            nq=max((q.stop for q, _ in where), default=0),
            nv=max((v.stop for _, v in where), default=0),
            dispatch={},
            compilations={},
        )
        self._set_parameters(arrays(robot))
        configurations = robot.reference_configurations.items()
        self._annotate(
            {
                "geometries": robot.geometries,
                "constraints": robot.constraints,
                "reference_configurations": {
                    name: configuration_array(robot, name, q) for name, q in configurations
                },
                "groups": robot.groups,
                "disabled_collisions": robot.disabled_collisions,
            }
        )

    @cached_property
    def description(self) -> Description:
        """The robot as plain data, in the order of this model, to be edited and written."""
        configurations = self.reference_configurations.items()
        return Description(
            self.name,
            _tuple(self.gravity),
            Universe(*self.body(0)),
            tuple(_body(self, j) for j in self.joints),
            self.frames,
            self.geometries,
            self.constraints,
            {
                name: {j.name: tuple(q[j.q_slice].tolist()) for j in self.free_joints}
                for name, q in configurations
            },
            self.groups,
            self.disabled_collisions,
        )

    def _set_parameters(self, arrays: Mapping[str, Any]) -> None:
        for key, value in arrays.items():
            if not isinstance(value, Array):
                value = fields.parameter(self, key, value)
            self._set(**{key: value})
        fields.limits_in_order(self, self.lower_position_limits, self.upper_position_limits)
        if "spring_reference" in arrays:
            fields.unit_length(self, "spring_reference", self.spring_reference)

    @property
    def total_mass(self) -> Any:
        """The moving mass, without that of bodies fixed to the universe."""
        return self.inertias[1:, 0].sum()

    @cached_property
    def structural(self) -> "Model":
        """This model for algorithms: its parameters as Arrays with structural constants."""
        return self.replace(**{key: structural(getattr(self, key)) for key in OPERANDS})

    def closures(self, owner: str, contacts: Any) -> tuple[Closure, ...]:
        """The closures of contacts and loops on this robot, for the algorithm `owner`."""
        return closures(self, owner, contacts)

    @property
    def content(self) -> tuple[Any, ...]:
        """Everything that the results of algorithms depend on."""
        arrays = [getattr(self, key) for key in PARAMETERS]
        shapes = [(g.kind, g.joint, g.placement) for g in self.geometries]
        return type(self), self._tree, self.frames, arrays, shapes

    def replace(self, **changes: Any) -> "Model":
        """Another model with other parameters (gravity, inertias, ...), name or annotations.

        Parameters are constants in the code of a model: algorithms are compiled anew for the
        other one. Where they change often, pass them to the calls: `kt.rnea(..., inertias=x)`.

        >>> import kinetree as kt
        >>> kt.robots.arm().replace(gravity=[0, 0, -1.62]).gravity[2].item()
        -1.62
        """
        known = [*PARAMETERS, *ANNOTATIONS, "name"]
        for key in changes:
            if key not in known:
                raise ModelError(f"replace: {unknown('field', key, known)}")
        other = copy.copy(self)  # without cached values
        other._set_parameters({k: x for k, x in changes.items() if k in PARAMETERS})
        other._annotate({k: x for k, x in changes.items() if k in ANNOTATIONS})
        name = changes.get("name", self.name)
        if not isinstance(name, str):
            raise ModelError(f"{self.name}: name is {name!r}; expected a string.")
        other._set(name=name, compilations=self.compilations)
        return other

    def _annotate(self, annotations: Mapping[str, Any]) -> None:
        for key, value in annotations.items():
            checked = fields.annotation(self, key, value)
            self._set(**{key: MappingProxyType(checked) if isinstance(checked, dict) else checked})

    def _repr_html_(self) -> str:
        return html_table(self)

    def __repr__(self) -> str:
        return f"<Model {self.name!r}: {self.njoints - 1} joints, nq {self.nq}, nv {self.nv}>"


def _body(model: Model, j: TreeJoint) -> Body:
    """A joint and its body as plain data."""
    own = OF_JOINTS if j.type.independent else ()
    parameters = {key: _tuple(model.parameter_of(j, key)) for key in own}
    return Body(j.name, j.parent, j.type, j.origin, j.inertia, parameters)


def _tuple(x: Any) -> Any:
    """The elements of an array as a tuple of Python objects."""
    return x.flat if isinstance(x, Array) else tuple(x.tolist())
