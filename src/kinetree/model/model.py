"""`Model`: a robot, frozen."""

import copy
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NoReturn, TypeGuard

import numpy as np

from ..errors import ModelError, unknown
from ..scalar.array import Array, structural, zeros
from ..spatial import SE3, Inertia, Motion
from .joints import Joint
from .rigid import rigid
from .tree import Frame, FrameKind, TreeJoint

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
    "actuated": "(nv)",
}
"""What is kept on the model and never applied silently."""


_CACHED: Final = ("numeric", "joints", "free_joints", "page")


class Model:
    """A robot: a tree of joints, each carrying a body, numbered depth first from the universe (0).

    Made by `kt.load` or `kt.ModelBuilder`, never changed: `replace` gives another model. All arrays
    are read-only. `inertias[i]` is m, m c, Ixx Ixy Iyy Ixz Iyz Izz about the origin of joint i, in
    its frame; `placements[i]` is where joint i stands in its parent at the zero configuration.
    """

    name: str
    nq: int
    nv: int
    parents: Any
    joint_names: tuple[str, ...]
    frames: tuple[Frame, ...]
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
    actuated: Any
    dispatch: dict[Any, Any]
    _tree: tuple[tuple[str, int, Joint, slice, slice], ...]

    def __init__(
        self,
        name: str,
        joints: Sequence[tuple[str, int, Joint, slice, slice]],
        frames: Sequence[Frame],
        arrays: Mapping[str, Any],
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

    def _set(self, **attributes: Any) -> None:
        self.__dict__.update(attributes)

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
                value = self._checked(key, value, shapes[key])
            self._set(**{key: value})

    def _checked(self, key: str, value: Any, shape: str) -> Any:
        names = shape.strip("()").split(",")
        expected = tuple(int(n) if n.isdigit() else getattr(self, n) for n in names)
        value = np.array(value)
        if value.dtype.kind not in "biufO":
            raise ModelError(f"{self.name}: {key} has dtype {value.dtype}; expected numbers.")
        value = value.astype(
            bool if key == "actuated" else value.dtype if value.dtype == object else float
        )
        if value.shape != expected:
            raise ModelError(
                f"{self.name}: {key} has shape {value.shape}; expected {expected} = {shape}."
            )
        bad = False
        if value.dtype.kind == "f":
            bad = np.isnan(value) if key in LIMITS else ~np.isfinite(value)
        if np.any(bad):
            where = tuple(int(i) for i in np.argwhere(bad)[0])
            raise ModelError(
                f"{self.name}: {key}{list(where)} is {value[where]}; expected a number."
            )
        if key == "inertias" and value.dtype.kind == "f" and (value[:, 0] < 0).any():
            i = int(np.argmax(value[:, 0] < 0))
            raise ModelError(
                f"{self.name}: the body of joint {self.joint_names[i]!r} has mass {value[i, 0]}; "
                "expected >= 0."
            )
        if key == "placements":
            for name, T in zip(self.joint_names, value, strict=True):
                rigid(f"{self.name}: the placement of joint {name!r}", T)
        value.setflags(write=False)
        return value

    @property
    def njoints(self) -> int:
        """The number of joints, the universe and mimics included."""
        return len(self._tree) + 1

    @property
    def nframes(self) -> int:
        return len(self.frames)

    @property
    def frame_names(self) -> tuple[str, ...]:
        return tuple(frame.name for frame in self.frames)

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

    @cached_property
    def joints(self) -> tuple[TreeJoint, ...]:
        """All joints but the universe, parents first."""
        return tuple(
            TreeJoint(
                i,
                name,
                parent,
                kind,
                q_slice,
                v_slice,
                _origin(self.placements[i]),
                Inertia.from_parameters(structural(self.inertias[i])),
            )
            for i, (name, parent, kind, q_slice, v_slice) in enumerate(self._tree, 1)
        )

    @cached_property
    def free_joints(self) -> tuple[TreeJoint, ...]:
        """The joints that have coordinates of their own, in the order of q: all but mimics."""
        return tuple(j for j in self.joints if j.type.independent)

    def path(self, joint: int) -> list[TreeJoint]:
        """The joints from the universe to `joint`, itself included."""
        path: list[TreeJoint] = []
        while joint:
            path.append(self.joints[joint - 1])
            joint = path[-1].parent
        return path[::-1]

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
    def page(self) -> "Model":
        """This model as the pages of algorithms see it: its numbers are Arrays."""
        return self.replace(**{key: structural(getattr(self, key)) for key in NUMBERS})

    @property
    def parts(self) -> tuple[Any, ...]:
        """All that makes it the robot it is, but its name."""
        arrays = [getattr(self, key) for key in (*NUMBERS, *LIMITS)]
        return type(self), self._tree, self.frames, arrays

    def joint(self, name: str | int) -> TreeJoint:
        """A joint by name or index; it has `.q_slice`, `.v_slice`, `.parent`."""
        if _is_index(name):
            if not 1 <= name < self.njoints:
                raise ModelError(f"{self.name}: no joint {name}; they are 1 to {self.njoints - 1}.")
            return self.joints[name - 1]
        if not isinstance(name, str) or name not in self.joint_names[1:]:
            raise ModelError(f"{self.name}: {unknown('joint', name, self.joint_names[1:])}")
        return self.joints[self.joint_names.index(name, 1) - 1]

    def frame(self, name: "str | int | Frame", kind: FrameKind | None = None) -> Frame:
        """A frame by name or index. A name shared by a body and a joint means the body.

        One of this model's frames is that frame; raises ModelError for a frame of another robot.
        """
        if isinstance(name, Frame):
            return self._own(name)
        if _is_index(name):
            if not 0 <= name < self.nframes:
                raise ModelError(
                    f"{self.name}: no frame {name}; there are {self.nframes}, from 0 on."
                )
            return self.frames[name]
        same = [f for f in self.frames if f.name == name] if isinstance(name, str) else []
        found = [f for f in same if kind in (None, f.kind)]
        if not found:
            what = "frame" if kind is None else f"frame of kind {kind!r}"
            raise ModelError(f"{self.name}: {unknown(what, name, self.frame_names)}")
        return next((f for f in found if f.kind == "body"), found[0])

    def _own(self, frame: Frame) -> Frame:
        """A frame that is one of this model's, or equals one."""
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

    def replace(self, **changes: Any) -> "Model":
        """Another model with other numbers: gravity, inertias, armature, placements, limits, ..."""
        for key in changes:
            if key not in NUMBERS and key not in LIMITS:
                raise ModelError(f"replace: {unknown('number', key, [*NUMBERS, *LIMITS])}")
        other = copy.copy(self)  # without what is cached
        other._set_numbers(changes)
        return other

    def _labels(self, suffixes: str) -> tuple[str, ...]:
        labels: list[str] = []
        for name, _, kind, _, _ in self._tree:
            words = getattr(kind, suffixes) if kind.independent else ()
            labels += [f"{name}.{word}" if word else name for word in words]
        return tuple(labels)

    def _units(self, which: str) -> tuple[str, ...]:
        return tuple(unit for _, _, kind, _, _ in self._tree for unit in getattr(kind, which))

    @property
    def q_names(self) -> tuple[str, ...]:
        """One name a coordinate: the joint's, with a suffix where it has several."""
        return self._labels("q_suffixes")

    @property
    def v_names(self) -> tuple[str, ...]:
        """One name a velocity: the joint's, with a suffix where it has several."""
        return self._labels("v_suffixes")

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
        """The positions in q of joints, or of single coordinates, by name; one name, or several."""
        return self._index(names, self.q_names, "q_slice")

    def v_index(self, names: Sequence[str]) -> Any:
        """The positions in v of joints, or of single velocities, by name; one name, or several."""
        return self._index(names, self.v_names, "v_slice")

    def _index(self, names: Sequence[str], labels: tuple[str, ...], which: str) -> Any:
        positions: list[int] = []
        for name in [names] if isinstance(names, str) else names:
            if name in labels:
                positions.append(labels.index(name))
            else:
                s: slice = getattr(self.joint(name), which)
                positions += range(s.start, s.stop)
        return np.array(positions, dtype=int)

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k not in _CACHED} | {"dispatch": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Copies and unpickled models are as frozen as any."""
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
        self._set(**state)

    def __repr__(self) -> str:
        return f"<Model {self.name!r}: {self.njoints} joints, nq {self.nq}, nv {self.nv}>"


def _origin(placement: Any) -> SE3:
    """A row of `placements`; the last row of one given at run time is not looked at."""
    T = structural(placement)
    return SE3(T[:3, :3], T[:3, 3])


def _is_index(name: object) -> TypeGuard[int]:
    return isinstance(name, (int, np.integer)) and not isinstance(name, bool)
