"""A tree of joints, its frames and coordinates, by name or number."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final, TypeGuard, cast, get_args

import numpy as np

from ..errors import ModelError, unknown
from ..parameters import OPERANDS, PARAMETERS, Parameters
from ..scalar.array import Array, structural, zeros
from ..spatial import SE3, Inertia, Motion
from .description import Description
from .joints import Joint, Mimic
from .tree import Frame, FrameKind, TreeJoint

_MEANT: Final = {"site": ("op",), "link": ("body",)}
"""Kinds of frames by their names elsewhere: sites of MJCF, links of URDF."""

_INERTIAL: Final = ("m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")


class JointTree(Parameters, ABC):
    """The joints and frames of a model, by name or number."""

    name: str
    joint_names: tuple[str, ...]
    frames: tuple[Frame, ...]
    _tree: tuple[tuple[str, int, Joint, slice, slice], ...]

    @property
    def njoints(self) -> int:
        """The number of joints, the universe and mimics included."""
        return len(self._tree) + 1

    @cached_property
    def joints(self) -> tuple[TreeJoint, ...]:
        """All joints but the universe, parents first."""
        children: list[list[int]] = [[] for _ in range(self.njoints)]
        for i, (_, parent, *_) in enumerate(self._tree, 1):
            children[parent].append(i)
        return tuple(
            TreeJoint(
                i,
                name,
                parent,
                kind,
                q_slice,
                v_slice,
                *self.body(i),
                tuple(children[i]),
                self._limits(kind, q_slice),
            )
            for i, (name, parent, kind, q_slice, v_slice) in enumerate(self._tree, 1)
        )

    def _limits(self, kind: Joint, q_slice: slice) -> tuple[Any, Any]:
        """The position limits of a joint, those that follow from its source's for a mimic."""
        ends = self.lower_position_limits[q_slice], self.upper_position_limits[q_slice]
        if not isinstance(kind, Mimic) or len(ends[0]) != 1:
            return ends
        k = kind.multiplier
        low, high = (k * x + kind.offset if k else np.array([kind.offset]) for x in ends)
        return (low, high) if k >= 0 else (high, low)

    def body(self, i: int) -> tuple[SE3, Inertia]:
        """The placement of joint i at the zero configuration, and the inertia of its body."""
        inertia = Inertia.from_parameters(structural(self.inertias[i]))
        return _origin(self.placements[i]), inertia

    @cached_property
    def free_joints(self) -> tuple[TreeJoint, ...]:
        """The independent joints, in the order of q: all but mimics."""
        return tuple(j for j in self.joints if j.type.independent)

    def path(self, joint: str | int) -> list[TreeJoint]:
        """The joints from the universe to a joint, by name or index, itself included."""
        joint = self.joint(joint).index if joint != 0 else 0
        path: list[TreeJoint] = []
        while joint:
            path.append(self.joints[joint - 1])
            joint = path[-1].parent
        return path[::-1]

    @property
    def nframes(self) -> int:
        return len(self.frames)

    @property
    def frame_names(self) -> tuple[str, ...]:
        return tuple(frame.name for frame in self.frames)

    @property
    def body_names(self) -> tuple[str, ...]:
        """The names of all bodies, those fixed to others included: frames of kind "body"."""
        return tuple(frame.name for frame in self.frames if frame.kind == "body")

    def joint(self, name: str | int) -> TreeJoint:
        """A joint by name or index; it has `.q_slice`, `.v_slice`, `.parent`."""
        if _is_index(name):
            if not 1 <= name < self.njoints:
                raise ModelError(
                    f"{self.name}: no joint {name}; joints are numbered 1 to {self.njoints - 1}."
                )
            return self.joints[name - 1]
        if not isinstance(name, str) or name not in self.joint_names[1:]:
            raise ModelError(f"{self.name}: {unknown('joint', name, self.joint_names[1:])}")
        return self.joints[self.joint_names.index(name, 1) - 1]

    def frame(self, name: "str | int | Frame", kind: FrameKind | None = None) -> Frame:
        """A frame by name or index. A name shared by a body and a joint means the body.

        A `Frame` of this model may be given, too; raises ModelError for one of another robot.
        """
        if isinstance(name, Frame):
            return self._same_frame(name)
        if _is_index(name):
            if not 0 <= name < self.nframes:
                raise ModelError(
                    f"{self.name}: no frame {name}; there are {self.nframes}, numbered from 0."
                )
            return self.frames[name]
        same = [f for f in self.frames if f.name == name] if isinstance(name, str) else []
        found = [f for f in same if kind in (None, f.kind)]
        if kind not in (None, *get_args(FrameKind)):
            sentence = unknown("kind of frame", kind, get_args(FrameKind), _MEANT.get(kind, ()))
            raise ModelError(f"{self.name}: {sentence}")
        if same and not found:
            kinds = " and ".join(repr(f.kind) for f in same)
            raise ModelError(
                f"{self.name}: the frame {name!r} is of kind {kinds}, not {kind!r}; leave kind out."
            )
        if not found:
            what = "frame" if kind is None else f"frame of kind {kind!r}"
            raise ModelError(f"{self.name}: {unknown(what, name, self.frame_names)}")
        return next((f for f in found if f.kind == "body"), found[0])

    def _same_frame(self, frame: Frame) -> Frame:
        """The frame of this model that is, or equals, a given one."""
        if any(f is frame for f in self.frames):
            return frame
        same = [f for f in self.frames if f.name == frame.name and f.kind == frame.kind]
        for f in same:
            places = f.placement.matrix.flat, frame.placement.matrix.flat
            if f.joint == frame.joint and places[0] == places[1]:
                return f
        raise ModelError(
            f"{self.name}: the frame {frame.name!r} given is another robot's; pass its name, or "
            "one of model.frames."
        )


class Structure(JointTree, ABC):
    """The joints, frames, coordinates and velocities of a model, and their names."""

    nq: int
    nv: int

    @cached_property
    @abstractmethod
    def description(self) -> Description:
        """The robot as plain data, in the order of this model, to be edited and written."""

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

    @cached_property
    def numeric(self) -> bool:
        """Whether the parameters that algorithms use are plain numbers."""
        dtypes: list[Any] = [getattr(getattr(self, key), "dtype", None) for key in OPERANDS]
        return dtypes == [np.float64] * len(dtypes)

    @property
    def gravity_motion(self) -> Motion:
        """The acceleration of gravity as a spatial motion of the universe."""
        return Motion(structural(self.gravity), [0, 0, 0])

    def parameter_of(self, joint: TreeJoint, key: str) -> Any:
        """A joint's values of a parameter; those of the source for a mimic."""
        part = joint.q_slice if PARAMETERS[key].axes == "(nq)" else joint.v_slice
        return getattr(self, key)[part]

    def _labels(self, suffixes: str) -> tuple[str, ...]:
        labels: list[str] = []
        for name, _, kind, _, _ in self._tree:
            found = getattr(kind, suffixes) if kind.independent else ()
            labels += [f"{name}.{suffix}" if suffix else name for suffix in found]
        return tuple(labels)

    def _units(self, which: str) -> tuple[str, ...]:
        return tuple(unit for _, _, kind, _, _ in self._tree for unit in getattr(kind, which))

    @property
    def q_names(self) -> tuple[str, ...]:
        """A name for each coordinate: the joint's, with a suffix where it has several."""
        return self._labels("q_suffixes")

    @property
    def v_names(self) -> tuple[str, ...]:
        """A name for each velocity: the joint's, with a suffix where it has several."""
        return self._labels("v_suffixes")

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """The names of `inertias[1:].ravel()`, the columns of a regressor: "joint1.mcx".

        Ten per joint: m, m c, and the rotational inertia about the joint's origin.
        """
        return tuple(f"{name}.{x}" for name in self.joint_names[1:] for x in _INERTIAL)

    @property
    def q_units(self) -> tuple[str, ...]:
        return self._units("q_units")

    @property
    def v_units(self) -> tuple[str, ...]:
        return self._units("v_units")

    @property
    def tau_units(self) -> tuple[str, ...]:
        return self._units("tau_units")

    def q_index(self, names: Sequence[str]) -> Any:
        """The positions in q of joints, or of single coordinates, by name; one name, or several.

        A name that is both a joint's and a coordinate's means the joint.
        """
        return self._index(names, self.q_names, "q_slice")

    def v_index(self, names: Sequence[str]) -> Any:
        """The positions in v of joints, or of single velocities, by name; one name, or several.

        A name that is both a joint's and a velocity's means the joint.
        """
        return self._index(names, self.v_names, "v_slice")

    def _index(self, names: object, labels: tuple[str, ...], which: str) -> Any:
        if not isinstance(names, Iterable):
            raise ModelError(
                f"{self.name}: {which[0]}_index of {names!r}; expected names of joints."
            )
        given = [names] if isinstance(names, str) else cast(Iterable[Any], names)
        positions: list[int] = []
        for name in given:
            if isinstance(name, str) and name in labels and name not in self.joint_names[1:]:
                positions.append(labels.index(name))
            else:
                s: slice = getattr(self.joint(name), which)
                positions += range(s.start, s.stop)
        return np.array(positions, dtype=int)


def _is_index(name: object) -> TypeGuard[int]:
    return isinstance(name, (int, np.integer)) and not isinstance(name, bool)


def _origin(placement: Any) -> SE3:
    """An element of `placements` as SE3, without reading its last row."""
    T = structural(placement)
    return SE3(T[:3, :3], T[:3, 3])
