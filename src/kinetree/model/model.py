"""`Model`: an immutable robot."""

import dataclasses
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError, not_a_model, unknown
from ..functions.calls import CallTable
from ..parameters import OPERANDS, PARAMETERS, ParameterArray
from ..scalar.array import structural
from ..spatial import Motion
from . import fields
from .contacts import Closure, closures
from .description import ANNOTATIONS, Annotations, Description
from .editing import Editable
from .html import html_table
from .immutable import Immutable
from .joints.base import Numbers
from .numbering import arrays, configuration_array, describe, numbered, structure_of
from .parts import Constraint, Frame, FrameKind, Geometry
from .structure import Structure
from .tree_joint import TreeJoint, tree_joints

_OF_STRUCTURE: Final = tuple(f.name for f in dataclasses.fields(Structure) if f.name != "nodes")


@final
class Model(Editable, Immutable):
    """A robot: a tree of joints and their bodies, numbered depth first from the universe (0).

    Made by `kt.load` or `kt.ModelBuilder`, from a description, and immutable: `replace` gives
    another model. All arrays are read-only. `inertias[i]` is m, m c, Ixx Ixy Iyy Ixz Iyz Izz
    about the origin of joint i, in its frame; `placements[i]` is the placement of joint i in its
    parent at the zero configuration. Springs of `stiffness` (N m/rad or N/m) are slack at the
    configuration `spring_reference`.
    """

    structure: Structure
    """What does not depend on parameters."""
    name: str
    nq: int
    nv: int
    njoints: int
    """The number of joints, the universe and mimics included."""
    nframes: int
    parents: NDArray[np.int64]
    frames: tuple[Frame, ...]
    joint_names: tuple[str, ...]
    q_names: tuple[str, ...]
    """A name for each coordinate: the joint's, with a suffix where it has several."""
    v_names: tuple[str, ...]
    q_units: tuple[str, ...]
    v_units: tuple[str, ...]
    tau_units: tuple[str, ...]
    parameter_names: tuple[str, ...]
    """The names of `inertias[1:].ravel()`, the columns of a regressor: "joint1.mcx"."""

    gravity: ParameterArray
    inertias: ParameterArray
    armature: ParameterArray
    placements: ParameterArray
    lower_position_limits: ParameterArray
    upper_position_limits: ParameterArray
    velocity_limits: ParameterArray
    effort_limits: ParameterArray
    damping: ParameterArray
    friction: ParameterArray
    stiffness: ParameterArray
    spring_reference: ParameterArray
    actuated: ParameterArray
    rotor_inertia: ParameterArray
    gear_ratio: ParameterArray

    geometries: tuple[Geometry, ...]
    constraints: tuple[Constraint, ...]
    reference_configurations: Mapping[str, Numbers]
    groups: Mapping[str, tuple[str, ...]]
    disabled_collisions: tuple[tuple[str, str, str], ...]

    dispatch: CallTable
    compilations: dict[object, int]
    """How often code was compiled for this model and those that `replace` made of it."""

    def __init__(self, description: Description) -> None:
        robot = numbered(description)
        self._set_structure(structure_of(robot))
        self._set(dispatch=CallTable(), compilations={})
        self._set_parameters(arrays(robot))
        configurations = {
            name: configuration_array(robot, name, q)
            for name, q in robot.reference_configurations.items()
        }
        annotations = {key: getattr(robot, key) for key in ANNOTATIONS}
        self._annotate(annotations | {"reference_configurations": configurations})

    def _set_structure(self, structure: Structure) -> None:
        self._set(structure=structure, **{key: getattr(structure, key) for key in _OF_STRUCTURE})

    def _set_parameters(self, values: Mapping[str, object]) -> None:
        self._set(**{key: fields.parameter(self.structure, key, x) for key, x in values.items()})
        lower, upper = self.lower_position_limits, self.upper_position_limits
        fields.check_limits(self.structure, lower, upper)
        if "spring_reference" in values:
            fields.check_unit_length(self.structure, "spring_reference", self.spring_reference)

    def _annotate(self, values: Mapping[str, object]) -> None:
        self._set(**{key: fields.annotation(self.structure, key, x) for key, x in values.items()})

    @cached_property
    def description(self) -> Description:
        """The robot as plain data, in the order of this model, to be edited and written."""
        annotations = Annotations(
            geometries=self.geometries,
            constraints=self.constraints,
            reference_configurations=self.reference_configurations,
            groups=self.groups,
            disabled_collisions=self.disabled_collisions,
        )
        return describe(self.structure, self.parameters, annotations)

    @property
    def parameters(self) -> dict[str, ParameterArray]:
        """The parameters by name."""
        return {key: getattr(self, key) for key in PARAMETERS}

    def replace(self, **changes: object) -> "Model":
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
        other = object.__new__(Model)
        kept = ("structure", *_OF_STRUCTURE, *PARAMETERS, *ANNOTATIONS, "compilations")
        other._set(dispatch=CallTable(), **{key: getattr(self, key) for key in kept})
        other._set_parameters({k: x for k, x in changes.items() if k in PARAMETERS})
        other._annotate({k: x for k, x in changes.items() if k in ANNOTATIONS})
        name = changes.get("name", self.name)
        if not isinstance(name, str):
            raise ModelError(f"{self.name}: name is {name!r}; expected a string.")
        other._set(name=name, structure=dataclasses.replace(self.structure, name=name))
        return other

    # --- joints and frames

    @cached_property
    def joints(self) -> tuple[TreeJoint, ...]:
        """All joints but the universe, parents first."""
        limits = self.lower_position_limits, self.upper_position_limits
        return tuple(tree_joints(self.structure, self.placements, self.inertias, limits))

    @cached_property
    def free_joints(self) -> tuple[TreeJoint, ...]:
        """The independent joints, in the order of q: all but mimics."""
        return tuple(j for j in self.joints if j.type.independent)

    def joint(self, name: str | int) -> TreeJoint:
        """A joint by name or index; it has `.q_slice`, `.v_slice`, `.parent`."""
        return self.joints[self.structure.joint(name).index - 1]

    def path(self, joint: str | int) -> list[TreeJoint]:
        """The joints from the universe to a joint, by name or index, itself included."""
        return [self.joints[i - 1] for i in self.structure.path(joint)]

    def frame(self, name: Frame | str | int, kind: FrameKind | None = None) -> Frame:
        """A frame by name or index. A name shared by a body and a joint means the body.

        A `Frame` of this model may be given, too; raises ModelError for one of another robot.
        """
        return self.structure.frame(name, kind)

    @property
    def frame_names(self) -> tuple[str, ...]:
        """The names of all frames, in their order."""
        return tuple(frame.name for frame in self.frames)

    @property
    def body_names(self) -> tuple[str, ...]:
        """The names of all bodies, those fixed to others included: frames of kind "body"."""
        return tuple(frame.name for frame in self.frames if frame.kind == "body")

    def q_index(self, names: Sequence[str]) -> NDArray[np.int64]:
        """The positions in q of joints, or of single coordinates, by name; one name, or several.

        A name that is both a joint's and a coordinate's means the joint.
        """
        return self.structure.q_index(names)

    def v_index(self, names: Sequence[str]) -> NDArray[np.int64]:
        """The positions in v of joints, or of single velocities, by name; one name, or several.

        A name that is both a joint's and a velocity's means the joint.
        """
        return self.structure.v_index(names)

    # --- for algorithms

    @cached_property
    def structural(self) -> "Model":
        """This model for algorithms: its parameters as Arrays with structural constants."""
        return self.replace(**{key: structural(getattr(self, key)) for key in OPERANDS})

    @cached_property
    def numeric(self) -> bool:
        """Whether the parameters that algorithms use are plain numbers."""
        return all(getattr(getattr(self, key), "dtype", None) == np.float64 for key in OPERANDS)

    @property
    def coupled(self) -> bool:
        """Whether joints share velocities, because one is a mimic."""
        return len(self.structure.free_nodes) < len(self.structure.nodes)

    @property
    def total_mass(self) -> ParameterArray:
        """The moving mass, without that of bodies fixed to the universe."""
        return self.inertias[1:, 0].sum()

    @property
    def gravity_motion(self) -> Motion:
        """The acceleration of gravity as a spatial motion of the universe."""
        return Motion(structural(self.gravity), [0, 0, 0])

    def closures(self, owner: str, contacts: object) -> tuple[Closure, ...]:
        """The closures of contacts and loops on this robot, for the algorithm `owner`."""
        return closures(self.structure, self.constraints, owner, contacts)

    @property
    def content(self) -> tuple[object, ...]:
        """Everything that the results of algorithms depend on."""
        shapes = [(g.kind, g.joint, g.placement) for g in self.geometries]
        return type(self), self.structure.nodes, self.frames, [*self.parameters.values()], shapes

    def _repr_html_(self) -> str:
        return html_table(
            f"{self.name}: {self.njoints - 1} joints, nq {self.nq}, nv {self.nv}", self.joints
        )

    def __repr__(self) -> str:
        return f"<Model {self.name!r}: {self.njoints - 1} joints, nq {self.nq}, nv {self.nv}>"


def expect_model(function: str, model: object) -> None:
    """Raise ModelError if the first argument of a function is not a model."""
    if not isinstance(model, Model):
        raise ModelError(not_a_model(function, model))
