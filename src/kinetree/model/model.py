"""`Model`: an immutable robot."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final, NoReturn, cast, final

import numpy as np
from numpy.typing import ArrayLike

from ..errors import ModelError, errors_at, not_a_model, unknown, unknown_attribute
from ..functions.call_table import CallTable
from ..functions.canonical_text import canonical_text
from ..parameters import OPERANDS, PARAMETERS, ParameterArray
from ..scalar.array import as_array, structural
from ..spatial import Motion
from . import fields
from .actuators import with_gains
from .contacts import Requirement, closures
from .description import ANNOTATIONS, Constraint, Description
from .editing import Editable
from .joints.base import Numbers
from .numbering import arrays, configuration_array, kept_inertias, numbered
from .parts import PairSurface, pairs_among
from .records.robot import digest, user_types
from .regrouping import regrouped
from .shapes import Mesh
from .tree_joint import TreeJoint, html_table, tree_joints

_INTERNAL: Final = (
    *("closures", "call_table", "compilations", "content_text", "coupled", "free_joints"),
    *("gravity_motion", "numeric", "parameters", "regrouped", "node", "nodes", "space"),
    "structural",
)
"""Attributes that this package uses, and that tab completion does not show."""


@final
class Model(Editable):
    """A robot: a tree of joints and their bodies, numbered depth first from the universe (0).

    Made by `kt.load` or `kt.ModelBuilder`, from a description, and immutable: `replace` gives
    another model. All arrays are read-only. `inertias[i]` is m, m c, Ixx Ixy Iyy Ixz Iyz Izz
    about the origin of joint i, in its frame; `placements[i]` is the placement of joint i in its
    parent at zero. Springs of `stiffness` (N m/rad or N/m) are slack at `spring_reference`.
    """

    constraints: tuple[Constraint, ...]
    reference_configurations: Mapping[str, Numbers]
    groups: Mapping[str, tuple[str, ...]]
    disabled_collisions: tuple[tuple[str, str, str], ...]
    collision_pairs: tuple[tuple[str, str], ...]
    pair_surfaces: tuple[PairSurface, ...]

    call_table: CallTable
    compilations: dict[int, int]
    """How often code was compiled for this model and those that `replace` made of it."""

    def __init__(self, description: Description) -> None:
        robot = numbered(description)
        self._set_structure(robot)
        self._set(call_table=CallTable(), compilations={})
        self._set_parameters(arrays(robot))
        annotations = {key: getattr(robot, key) for key in ANNOTATIONS}
        named = robot.reference_configurations.items()
        configurations = {name: configuration_array(robot, name, q) for name, q in named}
        self._annotate({**annotations, "reference_configurations": configurations})

    def _set_parameters(self, values: Mapping[str, object]) -> None:
        with errors_at(self.name):
            self._set(**{key: fields.parameter(self, key, x) for key, x in values.items()})
            fields.check_limits(self, self.lower_position_limits, self.upper_position_limits)
            if "spring_reference" in values:
                fields.check_unit_length(self, "spring_reference", self.spring_reference)

    def _annotate(self, values: Mapping[str, object]) -> None:
        with errors_at(self.name):
            for key in (x for x in ANNOTATIONS if x in values):  # shapes before their pairs
                self._set(**{key: fields.annotation(self, key, values[key])})

    @property
    def parameters(self) -> dict[str, ParameterArray]:
        """The parameters by name."""
        return {key: getattr(self, key) for key in PARAMETERS}

    @cached_property
    def actuator_gains(self) -> ParameterArray:
        """The parameters of the laws of `actuators`, zeros after those of shorter ones.

        (nu, ngains), with as many columns as `replace(actuator_gains=...)` got, if it got some.
        """
        rows = [x.law.values for x in self.actuators]
        most = max(map(len, rows), default=0)
        padded = as_array([(*x, *[0.0] * (most - len(x))) for x in rows])
        return fields.numeric(padded.reshape(self.nu, most))

    def replace(self, **changes: object) -> "Model":
        """Another model with other parameters (gravity, inertias, ...), name or annotations.

        `actuator_gains` (nu, ngains) are the first parameters of the laws of its actuators.
        Parameters are constants in the code of a model: algorithms are compiled anew for the
        other one. Where they change often, pass them to the calls: `kt.rnea(..., inertias=x)`.

        >>> import kinetree as kt
        >>> kt.robots.arm().replace(gravity=[0, 0, -1.62]).gravity[2].item()
        -1.62
        """
        known = [*PARAMETERS, *ANNOTATIONS, "actuator_gains", "name"]
        for key in changes:
            if key not in known:
                raise ModelError(f"replace: {unknown('field', key, known)}")
        name = changes.get("name", self.name)
        if not isinstance(name, str):
            raise ModelError(f"{self.name}: name is {name!r}; expected a string.")
        other = object.__new__(Model)
        attributes = {**vars(Editable), **vars(Model)}.items()
        derived = {key for key, x in attributes if isinstance(x, cached_property)}
        other._set(**{key: x for key, x in vars(self).items() if key not in derived})
        other._set(name=name, call_table=CallTable())
        other._set_parameters({k: x for k, x in changes.items() if k in PARAMETERS})
        other._set(frames=kept_inertias(self.frames, self.inertias, other.inertias))
        other._annotate(changes)
        if "actuator_gains" in changes:
            gains = as_array(cast(ArrayLike, changes["actuator_gains"]))
            other._set(actuators=with_gains(other.actuators, gains))
            other._set(actuator_gains=fields.numeric(gains))
        if "geometries" in changes:
            kept = pairs_among(other.geometries, self.collision_pairs, self.pair_surfaces)
            other._set(**{key: x for key, x in kept.items() if key not in changes})
        return other

    # --- joints and frames

    @cached_property
    def joints(self) -> tuple[TreeJoint, ...]:
        """All joints but the universe, parents first: `joints[i]` is `joint(i + 1)`."""
        return tuple(tree_joints(self, self.parameters))

    @cached_property
    def free_joints(self) -> tuple[TreeJoint, ...]:
        """The independent joints, in the order of q: all but mimics."""
        return tuple(j for j in self.joints if j.type.independent)

    def joint(self, name: str | int) -> TreeJoint:
        """A joint by name or index; it has `.q_slice`, `.v_slice`, `.parent`."""
        return self.joints[self.node(name).index - 1]

    def path(self, joint: str | int) -> list[TreeJoint]:
        """The joints from the universe to a joint, by name or index, itself included."""
        index = self.node(joint).index if joint != 0 else 0
        path: list[TreeJoint] = []
        while index:
            path.append(self.joints[index - 1])
            index = path[-1].parent
        return path[::-1]

    # --- for algorithms

    @cached_property
    def structural(self) -> "Model":
        """This model for algorithms: its parameters as Arrays with structural constants."""
        return self.replace(**{key: structural(getattr(self, key)) for key in OPERANDS})

    @cached_property
    def regrouped(self) -> "Model":
        """This model for algorithms that depend on base parameters alone, if these are numbers."""
        numbers = (*structural(self.inertias).flat, *structural(self.placements).flat)
        if not all(isinstance(x, (int, float)) for x in numbers):
            return self.structural
        return self.structural.replace(inertias=structural(regrouped(self.joints)))

    @cached_property
    def numeric(self) -> bool:
        """Whether the parameters that algorithms use are plain numbers."""
        return all(getattr(getattr(self, key), "dtype", None) == np.float64 for key in OPERANDS)

    @property
    def total_mass(self) -> ParameterArray:
        """The moving mass, without that of bodies fixed to the universe."""
        return self.inertias[1:, 0].sum()

    @property
    def gravity_motion(self) -> Motion:
        """The acceleration of gravity as a spatial motion of the universe."""
        return Motion(structural(self.gravity), [0, 0, 0])

    def closures(self, owner: str, contacts: object) -> tuple[Requirement, ...]:
        """Contacts, loops and couplings on this robot, for the algorithm `owner`."""
        return closures(self, self.constraints, owner, contacts)

    @cached_property
    def content_text(self) -> str | None:
        """The canonical text of everything that the results of algorithms depend on."""
        shapes = [(g.name, g.kind, g.body, g.joint, g.placement) for g in self.geometries]
        sizes = [None if isinstance(g.shape, Mesh) else g.shape for g in self.geometries]
        surfaces = [g.surface for g in self.geometries]
        collisions = surfaces, self.disabled_collisions, self.collision_pairs, self.pair_surfaces
        annotations = shapes, sizes, collisions, self.constraints, self.actuators, self.sensors
        return canonical_text((type(self), self.nodes, self.frames, self.parameters, annotations))

    @cached_property
    def digest(self) -> str:
        """A hash of the whole model, including its name: of what `kt.save` would write.

        Equal models have equal digests, in other processes too. Raises ModelError as `kt.save`.
        """
        fields.check_plain(self.name, self.parameters)
        return digest(self.description)

    @cached_property
    def _identity(self) -> object:
        """The digest and users' types; a model that cannot be saved equals only itself."""
        try:
            return self.digest, user_types(self.description)
        except ModelError:
            return object()

    def __eq__(self, other: object) -> bool:
        """Whether both have the same content; a model with symbols equals only itself."""
        if not isinstance(other, Model):
            return NotImplemented
        return self is other or self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __reduce__(self) -> tuple[type["Model"], tuple[Description]]:
        return Model, (self.description,)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Raise ModelError: a model is immutable."""
        other = f"; model.replace({name}=...) gives another one" if name in PARAMETERS else ""
        raise ModelError(f"{self.name}: a kt.Model is immutable; {name} cannot be set{other}.")

    def __delattr__(self, name: str) -> NoReturn:
        raise ModelError(f"{self.name}: a kt.Model is immutable; {name} cannot be deleted.")

    def __dir__(self) -> list[str]:
        """The attributes for users; those that algorithms of this package use are not listed."""
        return [name for name in super().__dir__() if name not in _INTERNAL]

    if not TYPE_CHECKING:  # a type checker would take every attribute for one that exists

        def __getattr__(self, name: str) -> NoReturn:
            """Raise AttributeError, with kinetree's name if `name` is a peer's."""
            owner = f"{vars(self).get('name', 'a kt.Model')}"
            raise AttributeError(unknown_attribute(owner, name, "models", dir(self)))

    def _repr_html_(self) -> str:
        return html_table(f"{self.name}: {self._sizes}", self.joints)

    def __repr__(self) -> str:
        return f"<Model {self.name!r}: {self._sizes}>"

    @property
    def _sizes(self) -> str:
        return f"{self.njoints - 1} joints, nq {self.nq}, nv {self.nv}"


def expect_model(function: str, model: object) -> None:
    """Raise ModelError if the first argument of a function is not a model."""
    if not isinstance(model, Model):
        raise ModelError(not_a_model(function, model))
