"""`Model`: a robot, frozen."""

import copy
import dataclasses
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from os import PathLike
from types import MappingProxyType
from typing import Any, Final, NoReturn, final

import numpy as np

from ..errors import ModelError, unknown
from ..scalar.array import Array, structural, zeros
from ..spatial import Motion
from . import fields
from .contacts import Closure, closures
from .joints import FreeFlyer, Joint
from .structure import Structure
from .tree import Annotations, Constraint, Frame, Geometry, TreeJoint

NUMBERS: Final[Mapping[str, str]] = {
    "gravity": "(3)",
    "inertias": "(njoints,10)",
    "armature": "(nv)",
    "placements": "(njoints,4,4)",
}
"""The model's numbers that every algorithm takes as optional operands, with their shapes."""

LIMITS: Final[Mapping[str, str]] = {
    "lower_position_limits": "(nq)",
    "upper_position_limits": "(nq)",
    "velocity_limits": "(nv)",
    "effort_limits": "(nv)",
    "damping": "(nv)",
    "friction": "(nv)",
    "stiffness": "(nv)",
    "spring_reference": "(nq)",
    "actuated": "(nv)",
    "rotor_inertia": "(nv)",
    "gear_ratio": "(nv)",
}
"""What is kept on the model and never applied silently."""

PER_COORDINATE: Final[Mapping[str, str]] = {
    key: size for key, size in {**NUMBERS, **LIMITS}.items() if size in ("(nq)", "(nv)")
}
"""The numbers that a joint has for each of its coordinates."""

ANNOTATIONS: Final = tuple(f.name for f in dataclasses.fields(Annotations))
"""What no algorithm of dynamics looks at."""


_CACHED: Final = ("numeric", "joints", "free_joints", "structural", "digest", "_identity")


@final
class Model(Structure):
    """A robot: a tree of joints, each carrying a body, numbered depth first from the universe (0).

    Made by `kt.load` or `kt.ModelBuilder`, never changed: `replace` gives another model. All arrays
    are read-only. `inertias[i]` is m, m c, Ixx Ixy Iyy Ixz Iyz Izz about the origin of joint i, in
    its frame; `placements[i]` is where joint i stands in its parent at the zero configuration.
    Springs of `stiffness` (N m/rad or N/m) are slack at the configuration `spring_reference`.
    """

    nq: int
    nv: int
    parents: Any
    gravity: Any
    inertias: Any
    armature: Any
    placements: Any
    lower_position_limits: Any
    upper_position_limits: Any
    velocity_limits: Any
    effort_limits: Any
    damping: Any
    friction: Any
    stiffness: Any
    spring_reference: Any
    actuated: Any
    rotor_inertia: Any
    gear_ratio: Any
    geometries: tuple[Geometry, ...]
    constraints: tuple[Constraint, ...]
    reference_configurations: Mapping[str, Any]
    groups: Mapping[str, tuple[str, ...]]
    disabled_collisions: tuple[tuple[str, str, str], ...]
    dispatch: dict[Any, Any]

    def __init__(
        self,
        name: str,
        joints: Sequence[tuple[str, int, Joint, slice, slice]],
        frames: Sequence[Frame],
        arrays: Mapping[str, Any],
        annotations: Annotations,
    ) -> None:
        parents = np.array([0, *(joint[1] for joint in joints)])
        parents.setflags(write=False)
        self._set(
            name=name,
            _tree=tuple(joints),
            frames=tuple(frames),
            joint_names=("universe", *(joint[0] for joint in joints)),
            parents=parents,
            nq=max((joint[3].stop for joint in joints), default=0),
            nv=max((joint[4].stop for joint in joints), default=0),
            dispatch={},
        )
        self._set_numbers(arrays)
        self._annotate({name: getattr(annotations, name) for name in ANNOTATIONS})

    def _set(self, **attributes: Any) -> None:
        vars(self).update(attributes)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        """A model is frozen: raises ModelError."""
        known = name in NUMBERS or name in LIMITS
        other = f"; model.replace({name}=...) gives another one" if known else ""
        raise ModelError(f"{self.name}: a kt.Model does not change, {name} included{other}.")

    def __delattr__(self, name: str) -> NoReturn:
        raise ModelError(f"{self.name}: a kt.Model does not change; {name} cannot be deleted.")

    def _set_numbers(self, arrays: Mapping[str, Any]) -> None:
        shapes = {**NUMBERS, **LIMITS}
        for key, value in arrays.items():
            if not isinstance(value, Array):
                value = fields.numbers(self, key, value, shapes[key])
            self._set(**{key: value})
        fields.limits_in_order(self, self.lower_position_limits, self.upper_position_limits)
        if "spring_reference" in arrays:
            fields.unit_length(self, "spring_reference", self.spring_reference)

    @property
    def total_mass(self) -> Any:
        """The mass that moves: what is fixed to the universe does not count."""
        return self.inertias[1:, 0].sum()

    @cached_property
    def numeric(self) -> bool:
        """Whether all of the model's numbers are plain numbers."""
        dtypes: list[Any] = [getattr(getattr(self, key), "dtype", None) for key in NUMBERS]
        return dtypes == [np.float64] * len(dtypes)

    @cached_property
    def coupled(self) -> bool:
        """Whether joints share velocities: some joint is a mimic."""
        return not all(joint[2].independent for joint in self._tree)

    def tangent_map(self, q: Array) -> Array:
        """The tangent maps of all joints on the diagonal, (nq, nv), linear in the scale of q."""
        T = zeros(self.nq, self.nv)
        for j in self.free_joints:
            T = T.add((j.q_slice, j.v_slice), j.type.tangent_map(q[j.q_slice]))
        return T

    def tangent_map_inverse(self, q: Array) -> Array:
        """The inverse tangent maps of all joints on the diagonal, (nv, nq)."""
        T = zeros(self.nv, self.nq)
        for j in self.free_joints:
            T = T.add((j.v_slice, j.q_slice), j.type.tangent_map_inverse(q[j.q_slice]))
        return T

    @property
    def gravity_motion(self) -> Motion:
        """The acceleration of gravity as a spatial motion of the universe."""
        return Motion(structural(self.gravity), [0, 0, 0])

    @cached_property
    def structural(self) -> "Model":
        """This model as algorithms take it: its parameters as Arrays with structural constants."""
        return self.replace(**{key: structural(getattr(self, key)) for key in NUMBERS})

    def numbers_of(self, joint: TreeJoint, key: str) -> Any:
        """The part of a field of `PER_COORDINATE` that is a joint's; a mimic's is its source's."""
        part = joint.q_slice if PER_COORDINATE[key] == "(nq)" else joint.v_slice
        return getattr(self, key)[part]

    def closures(self, owner: str, contacts: Any) -> tuple[Closure, ...]:
        """Contacts and loops where they stand on this robot, for the algorithm `owner`."""
        return closures(self, owner, contacts)

    @property
    def content(self) -> tuple[Any, ...]:
        """All that the results of algorithms depend on."""
        arrays = [getattr(self, key) for key in (*NUMBERS, *LIMITS)]
        shapes = [(g.kind, g.joint, g.placement) for g in self.geometries]
        return type(self), self._tree, self.frames, arrays, shapes

    def replace(self, **changes: Any) -> "Model":
        """Another model with other numbers (gravity, inertias, limits, ...), name or annotations.

        >>> import kinetree as kt
        >>> kt.robots.arm().replace(gravity=[0, 0, -1.62]).gravity[2].item()
        -1.62
        """
        known = [*NUMBERS, *LIMITS, *ANNOTATIONS, "name"]
        for key in changes:
            if key not in known:
                raise ModelError(f"replace: {unknown('field', key, known)}")
        other = copy.copy(self)  # without what is cached
        other._set_numbers({k: x for k, x in changes.items() if k in NUMBERS or k in LIMITS})
        other._annotate({k: x for k, x in changes.items() if k in ANNOTATIONS})
        name = changes.get("name", self.name)
        if not isinstance(name, str):
            raise ModelError(f"{self.name}: name is {name!r}; expected a string.")
        other._set(name=name)
        return other

    def _annotate(self, annotations: Mapping[str, Any]) -> None:
        for key, value in annotations.items():
            checked = fields.annotation(self, key, value)
            self._set(**{key: MappingProxyType(checked) if isinstance(checked, dict) else checked})

    def reduced(self, lock: Mapping[str, Any]) -> "Model":
        """Another model in which joints are fixed at values of q, as `{joint: q}`.

        Values are as `kt.configuration` takes them. Bodies merge, joint frames become fixed ones;
        mimics of a locked joint are locked with it, couplings of a locked joint dropped.

        >>> import kinetree as kt
        >>> kt.robots.arm().reduced({"joint6": 0.5, "joint7": 0.0}).nv
        5
        """
        return _module("surgery").reduced(self, lock)

    def subtree(self, joint: str | int) -> "Model":
        """A joint and all that it carries as a robot; its parent body becomes the universe.

        >>> import kinetree as kt
        >>> kt.robots.arm().subtree("joint4").joint_names[1:]
        ('joint4', 'joint5', 'joint6', 'joint7')
        """
        return _module("surgery").subtree(self, joint)

    def append(
        self, other: "Model", *, frame: str, placement: Any = None, prefix: str = ""
    ) -> "Model":
        """Both robots as one: the universe of `other` is fixed in a frame of this one.

        `placement` (an SE3 or 4 x 4) is where in that frame; `prefix` goes before all names of
        `other`. Gravity is this model's, configurations of one name are joined. q of the result is
        depth first: `index_map` tells what is where.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm()
        >>> both = arm.append(arm, frame="tool", prefix="second_")
        >>> both.index_map(arm, prefix="second_").q
        array([ 7,  8,  9, 10, 11, 12, 13])
        """
        return _module("surgery").append(self, other, frame, placement, prefix)

    def with_floating_base(self, joint: Joint | None = None) -> "Model":
        """Another model whose base is free, or on the joint given, as `kt.load` makes it.

        >>> import kinetree as kt
        >>> kt.robots.arm().with_floating_base().nv
        13
        """
        return _module("surgery").with_floating_base(self, FreeFlyer() if joint is None else joint)

    def with_frame(self, name: str, *, parent: str, placement: Any = None) -> "Model":
        """Another model with one more frame (of kind "op"), at `placement` in the frame `parent`.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm().with_frame("tip", parent="tool")
        >>> arm.frame_names[-1]
        'tip'
        """
        return _module("surgery").with_frame(self, name, parent, placement)

    def index_map(self, part: "Model", *, prefix: str = "") -> Any:
        """Where the joints, frames, q and v of `part` are in this model, by name.

        `part` is what this model was made from, or what was made from it; `prefix` is that of
        `append`. The result has the integer arrays `joints`, `frames`, `q` and `v`:
        `q_part = q[..., map.q]`. Raises ModelError if this model lacks a joint or frame of it.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm()
        >>> arm.index_map(arm.reduced({"joint1": 0.0})).q
        array([1, 2, 3, 4, 5, 6])
        """
        return _module("surgery").index_map(self, part, prefix)

    def save(self, path: str | PathLike[str]) -> None:
        """Write all of the model to a file of readable JSON, from which `kt.load` makes it again.

        The loaded model equals this one, to the last bit of its numbers. A user's joint is written
        as the name of its class and its attributes; the class must be loaded when the file is.
        Raises ModelError if the file cannot be written, or cannot hold a part of the model.

        >>> import kinetree as kt, os, tempfile
        >>> arm = kt.robots.arm()
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     arm.save(os.path.join(folder, "arm.json"))
        ...     again = kt.load(os.path.join(folder, "arm.json"))
        >>> again == arm
        True
        """
        _module("storage").save(self, path)

    def to_urdf(self) -> str:
        """The model as the text of a URDF, which loads back to the same dynamics.

        Joints and links keep their names. A URDF has no order, the joints of one link are read by
        name: q of what is loaded comes in another order than here where that is not the model's
        (`kt.JointOrder` translates). Every frame becomes a link, with a `_` to a name that is
        taken; bodies at the root hang on a link "world". An infinite limit is written as 1e16, a
        rotation as three angles: one given to six digits only is made exact.

        Raises ModelError that names everything a URDF cannot say: joints other than revolute,
        continuous, prismatic, planar and floating, armature, stiffness, gravity other than
        (0, 0, -9.81).
        What dynamics does not see is left out: constraints, configurations, groups, rotors, limits
        of planar and floating joints; shapes that a URDF lacks with a warning.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm().replace(armature=[0.0] * 7)
        >>> kt.load_urdf(arm.to_urdf()).joint_names == arm.joint_names
        True
        """
        return _module("urdf_writer").urdf_text(self)

    @cached_property
    def digest(self) -> str:
        """A name for all that the model is, its own name included: what `save` would write.

        Equal models have equal digests, in other processes too. Raises ModelError as `save` does.
        """
        return _module("description").digest(self)

    @cached_property
    def _identity(self) -> Any:
        return _module("description").identity(self)

    def __eq__(self, other: object) -> bool:
        """Whether all of both is the same; a model with symbols in it equals itself only."""
        if not isinstance(other, Model):
            return NotImplemented
        return self is other or self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __getstate__(self) -> dict[str, Any]:
        kept = {k: v for k, v in vars(self).items() if k not in _CACHED}
        for name in ("reference_configurations", "groups"):
            kept[name] = dict(kept[name])
        return kept | {"dispatch": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Copies and unpickled models are as frozen as any."""
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
        annotations = {k: x for k, x in state.items() if k in ANNOTATIONS}
        self._set(**state)
        self._annotate(annotations)

    def __repr__(self) -> str:
        return f"<Model {self.name!r}: {self.njoints} joints, nq {self.nq}, nv {self.nv}>"


def _module(name: str) -> Any:
    """A module that stands on this one, and so cannot be imported before it."""
    return import_module(f".{name}", __package__)
