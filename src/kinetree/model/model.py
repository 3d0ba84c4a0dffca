"""`Model`: an immutable robot."""

import copy
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NoReturn, final

import numpy as np

from ..errors import ModelError, kind_of, unknown
from ..parameters import OF_JOINTS, OPERANDS, PARAMETERS
from ..peer_names import OF_MODELS, unknown_attribute
from ..scalar.array import Array, structural, zeros
from ..spatial import Inertia, Motion
from . import editing, fields
from .configuration import locked
from .contacts import Closure, closures
from .description import Body, Description, Universe
from .index_map import IndexMap, index_map
from .joints import FreeFlyer, Joint
from .numbering import arrays, configuration_array, numbered, slots
from .record import digest, joint_classes
from .rigid import rigid
from .structure import Structure
from .table import html_table
from .tree import Anchor, Constraint, Geometry, TreeJoint

ANNOTATIONS: Final = (
    "geometries",
    "constraints",
    "reference_configurations",
    "groups",
    "disabled_collisions",
)
"""Fields that no algorithm of dynamics uses."""


_CACHED: Final = (
    "numeric",
    "joints",
    "free_joints",
    "structural",
    "description",
    "digest",
    "_identity",
)


_INTERNAL: Final = {
    "body",
    "closures",
    "compilations",
    "content",
    "coupled",
    "dispatch",
    "free_joints",
    "gravity_motion",
    "numeric",
    "parameter_of",
    "structural",
    "tangent_map",
    "tangent_map_inverse",
}
"""Attributes that this package uses, and that tab completion does not show."""


@final
class Model(Structure):
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
        bodies = [
            Body(
                j.name,
                j.parent,
                j.type,
                j.origin,
                j.inertia,
                {key: _tuple(self.parameter_of(j, key)) for key in OF_JOINTS}
                if j.type.independent
                else {},
            )
            for j in self.joints
        ]
        configurations = self.reference_configurations.items()
        return Description(
            self.name,
            _tuple(self.gravity),
            Universe(*self.body(0)),
            tuple(bodies),
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

    def _set(self, **attributes: Any) -> None:
        vars(self).update(attributes)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
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
            raise AttributeError(unknown_attribute(owner, name, OF_MODELS, dir(self)))

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
    def numeric(self) -> bool:
        """Whether the parameters that algorithms use are plain numbers."""
        dtypes: list[Any] = [getattr(getattr(self, key), "dtype", None) for key in OPERANDS]
        return dtypes == [np.float64] * len(dtypes)

    @cached_property
    def coupled(self) -> bool:
        """Whether joints share velocities, because one is a mimic."""
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
        """This model for algorithms: its parameters as Arrays with structural constants."""
        return self.replace(**{key: structural(getattr(self, key)) for key in OPERANDS})

    def parameter_of(self, joint: TreeJoint, key: str) -> Any:
        """A joint's values of a parameter; those of the source for a mimic."""
        part = joint.q_slice if PARAMETERS[key].axes == "(nq)" else joint.v_slice
        return getattr(self, key)[part]

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

    def reduced(self, lock: Mapping[str, Any]) -> "Model":
        """Another model in which joints are fixed at values of q, as `{joint: q}`.

        Values are as `kt.configuration` takes them. Bodies merge, joint frames become fixed ones;
        mimics of a locked joint are locked with it, couplings of a locked joint dropped.

        >>> import kinetree as kt
        >>> kt.robots.arm().reduced({"joint6": 0.5, "joint7": 0.0}).nv
        5
        """
        return Model(editing.reduced(self.description, locked(self, lock)))

    def subtree(self, joint: str | int) -> "Model":
        """A joint and its descendants as a robot; its parent body becomes the universe.

        >>> import kinetree as kt
        >>> kt.robots.arm().subtree("joint4").joint_names[1:]
        ('joint4', 'joint5', 'joint6', 'joint7')
        """
        return Model(editing.subtree(self.description, self.joint(joint).index))

    def append(
        self, other: "Model", *, frame: str, placement: Any = None, prefix: str = ""
    ) -> "Model":
        """Both robots as one: the universe of `other` is fixed in a frame of this one.

        `placement` (an SE3 or 4 x 4) is where in that frame; `prefix` goes before all names of
        `other`. Gravity is this model's, configurations of one name are joined. q of the result is
        depth first: `index_map` gives the positions.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm()
        >>> both = arm.append(arm, frame="tool", prefix="second_")
        >>> both.index_map(arm, prefix="second_").q
        array([ 7,  8,  9, 10, 11, 12, 13])
        """
        _expect("append: the other robot", other, Model)
        _expect("append: prefix", prefix, str)
        at = self._place("append", frame, placement)
        return Model(editing.append(self.description, other.description, at, prefix))

    def with_floating_base(self, joint: Joint | None = None) -> "Model":
        """Another model whose base is free, or on the joint given, as `kt.load` makes it.

        >>> import kinetree as kt
        >>> kt.robots.arm().with_floating_base().nv
        13
        """
        base = FreeFlyer() if joint is None else joint
        return Model(editing.with_floating_base(self.description, base))

    def with_frame(self, name: str, *, parent: str, placement: Any = None) -> "Model":
        """Another model with one more frame (of kind "op"), at `placement` in the frame `parent`.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm().with_frame("tip", parent="tool")
        >>> arm.frame_names[-1]
        'tip'
        """
        _expect("with_frame: name", name, str)
        at = self._place(name, parent, placement)
        return Model(editing.with_frame(self.description, name, at))

    def with_payload(self, frame: str, inertia: Inertia) -> "Model":
        """Another model with a payload fixed in a frame; `inertia` is the payload's, there.

        `kt.payload_inertias` gives the inertias alone, for payloads that change at run time.

        >>> import kinetree as kt
        >>> box = kt.Inertia(2.0, [0, 0, 0.1], [[0.01, 0, 0], [0, 0.01, 0], [0, 0, 0.01]])
        >>> arm = kt.robots.arm()
        >>> (arm.with_payload("tool", box).total_mass - arm.total_mass).item()
        2.0
        """
        if not isinstance(inertia, Inertia):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ModelError(
                f"with_payload: inertia is {kind_of(inertia)}; expected kt.Inertia(mass, "
                "center_of_mass, rotational_inertia_about_it)."
            )
        at = self._place("with_payload", frame, None)
        inertias = np.array(self.inertias)
        inertias[at.joint] += np.asarray(at.placement @ inertia)
        return self.replace(inertias=inertias)

    def _place(self, what: str, frame: str, placement: Any) -> Anchor:
        """A placement in a frame as one on the frame's body."""
        parent = self.frame(frame)
        if placement is None:
            return Anchor(parent.joint, parent.placement)
        return Anchor(parent.joint, parent.placement @ rigid(f"{what}: placement", placement))

    def index_map(self, part: "Model", *, prefix: str = "") -> IndexMap:
        """Where the joints, frames, q and v of `part` are in this model, by name.

        `part` is a model that this one was made from, or one made from it; `prefix` is that of
        `append`. The result has the integer arrays `joints`, `frames`, `q` and `v`:
        `q_part = q[..., map.q]`. Raises ModelError if this model lacks a joint or frame of it.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm()
        >>> arm.index_map(arm.reduced({"joint1": 0.0})).q
        array([1, 2, 3, 4, 5, 6])
        """
        _expect("index_map: part", part, Model)
        _expect("index_map: prefix", prefix, str)
        return index_map(self, part, prefix)

    @cached_property
    def digest(self) -> str:
        """A hash of the whole model, including its name: of what `kt.save` would write.

        Equal models have equal digests, in other processes too. Raises ModelError as `kt.save`.
        """
        fields.check_plain(self)
        return digest(self.description)

    @cached_property
    def _identity(self) -> Any:
        """The digest of the model and the classes of its joints.

        A model that cannot be saved equals only itself.
        """
        try:
            return self.digest, joint_classes(self.description)
        except ModelError:
            return object()

    def __eq__(self, other: object) -> bool:
        """Whether both have the same content; a model with symbols equals only itself."""
        if not isinstance(other, Model):
            return NotImplemented
        return self is other or self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __getstate__(self) -> dict[str, Any]:
        dropped = (*_CACHED, "dispatch", "compilations")
        kept = {k: v for k, v in vars(self).items() if k not in dropped}
        for name in ("reference_configurations", "groups"):
            kept[name] = dict(kept[name])
        return kept

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a copied or unpickled model, which is immutable, too."""
        for value in [*state.values(), *state["reference_configurations"].values()]:
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
        named = {k: MappingProxyType(state[k]) for k in ("reference_configurations", "groups")}
        self._set(**state | named | {"dispatch": {}, "compilations": {}})

    def _repr_html_(self) -> str:
        return html_table(self)

    def __repr__(self) -> str:
        return f"<Model {self.name!r}: {self.njoints - 1} joints, nq {self.nq}, nv {self.nv}>"


def _expect(what: str, x: object, kind: type) -> None:
    if not isinstance(x, kind):
        name = "a kt.Model" if kind is Model else "a string"
        raise ModelError(f"{what} is {kind_of(x)}; expected {name}.")


def _tuple(x: Any) -> Any:
    """The elements of an array as a tuple of Python objects."""
    return x.flat if isinstance(x, Array) else tuple(x.tolist())
