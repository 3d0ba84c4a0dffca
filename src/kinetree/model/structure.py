"""`Structure`: the joints, frames and coordinates of a robot, by name or number."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeGuard, cast, get_args

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError, unknown
from ..scalar.array import Array, zeros
from .joints import Joint
from .parts import Frame, FrameKind

_MEANT: Final = {"site": ("op",), "link": ("body",)}
"""Kinds of frames by their names elsewhere: sites of MJCF, links of URDF."""

_INERTIAL: Final = ("m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")


@dataclass(frozen=True, slots=True)
class Node:
    """A joint of the tree: its parent, its type, and its slices of q and v.

    Those of a mimic are the slices of its source.
    """

    index: int
    name: str
    parent: int
    type: Joint
    q_slice: slice
    v_slice: slice


@dataclass(frozen=True, eq=False)
class Structure:
    """What follows from a description once, and no change of parameters affects."""

    name: str
    nodes: tuple[Node, ...]
    """All joints but the universe, parents first."""
    frames: tuple[Frame, ...]
    nq: int
    nv: int
    njoints: int
    nframes: int
    parents: NDArray[np.int64]
    """The parent of each joint, read-only; that of the universe is itself."""
    joint_names: tuple[str, ...]
    q_names: tuple[str, ...]
    v_names: tuple[str, ...]
    q_units: tuple[str, ...]
    v_units: tuple[str, ...]
    tau_units: tuple[str, ...]
    parameter_names: tuple[str, ...]

    @classmethod
    def of(cls, name: str, nodes: tuple[Node, ...], frames: tuple[Frame, ...]) -> "Structure":
        """The structure of numbered joints and frames."""
        free = [j for j in nodes if j.type.independent]
        parents = np.array([0, *(j.parent for j in nodes)])
        parents.setflags(write=False)
        return cls(
            name,
            nodes,
            frames,
            max((j.q_slice.stop for j in free), default=0),
            max((j.v_slice.stop for j in free), default=0),
            len(nodes) + 1,
            len(frames),
            parents,
            ("universe", *(j.name for j in nodes)),
            _labels((j.name, j.type.q_suffixes) for j in free),
            _labels((j.name, j.type.v_suffixes) for j in free),
            tuple(unit for j in free for unit in j.type.q_units),
            tuple(unit for j in free for unit in j.type.v_units),
            tuple(unit for j in free for unit in j.type.tau_units),
            tuple(f"{j.name}.{x}" for j in nodes for x in _INERTIAL),
        )

    @property
    def free_nodes(self) -> list[Node]:
        """The independent joints, in the order of q: all but mimics."""
        return [j for j in self.nodes if j.type.independent]

    def joint(self, name: str | int) -> Node:
        """A joint by name or index."""
        if _is_index(name):
            if not 1 <= name < self.njoints:
                raise ModelError(
                    f"{self.name}: no joint {name}; joints are numbered 1 to {self.njoints - 1}."
                )
            return self.nodes[name - 1]
        if not isinstance(name, str) or name not in self.joint_names[1:]:
            raise ModelError(f"{self.name}: {unknown('joint', name, self.joint_names[1:])}")
        return self.nodes[self.joint_names.index(name, 1) - 1]

    def path(self, joint: str | int) -> list[int]:
        """The joints from the universe to a joint, by index, itself included."""
        index = self.joint(joint).index if joint != 0 else 0
        path: list[int] = []
        while index:
            path.append(index)
            index = self.nodes[index - 1].parent
        return path[::-1]

    def frame(self, name: Frame | str | int, kind: FrameKind | None = None) -> Frame:
        """A frame by name or index, or this robot's frame that equals a given one."""
        if isinstance(name, Frame):
            return self._same_frame(name)
        if _is_index(name):
            if not 0 <= name < self.nframes:
                raise ModelError(
                    f"{self.name}: no frame {name}; there are {self.nframes}, numbered from 0."
                )
            return self.frames[name]
        if kind not in (None, *get_args(FrameKind)):
            sentence = unknown("kind of frame", kind, get_args(FrameKind), _MEANT.get(kind, ()))
            raise ModelError(f"{self.name}: {sentence}")
        named = [f for f in self.frames if f.name == name] if isinstance(name, str) else []
        fitting = [f for f in named if kind in (None, f.kind)]
        if named and not fitting:
            kinds = " and ".join(repr(f.kind) for f in named)
            raise ModelError(
                f"{self.name}: the frame {name!r} is of kind {kinds}, not {kind!r}; leave kind out."
            )
        if not fitting:
            what = "frame" if kind is None else f"frame of kind {kind!r}"
            known = tuple(f.name for f in self.frames)
            raise ModelError(f"{self.name}: {unknown(what, name, known)}")
        return next((f for f in fitting if f.kind == "body"), fitting[0])

    def _same_frame(self, frame: Frame) -> Frame:
        """The frame of this robot that is, or equals, a given one."""
        if any(f is frame for f in self.frames):
            return frame
        for f in self.frames:
            same = (f.name, f.kind, f.joint) == (frame.name, frame.kind, frame.joint)
            if same and f.placement.matrix.flat == frame.placement.matrix.flat:
                return f
        raise ModelError(
            f"{self.name}: the frame {frame.name!r} given is another robot's; pass its name, or "
            "one of model.frames."
        )

    def q_index(self, names: Sequence[str]) -> NDArray[np.int64]:
        """The positions in q of joints, or of single coordinates, by name."""
        return self._positions("q", names, self.q_names)

    def v_index(self, names: Sequence[str]) -> NDArray[np.int64]:
        """The positions in v of joints, or of single velocities, by name."""
        return self._positions("v", names, self.v_names)

    def _positions(self, which: str, names: object, labels: tuple[str, ...]) -> NDArray[np.int64]:
        if not isinstance(names, Iterable):
            raise ModelError(f"{self.name}: {which}_index of {names!r}; expected names of joints.")
        positions: list[int] = []
        for name in [names] if isinstance(names, str) else cast(Iterable[str | int], names):
            if isinstance(name, str) and name in labels and name not in self.joint_names[1:]:
                positions.append(labels.index(name))
            else:
                joint = self.joint(name)
                part = joint.q_slice if which == "q" else joint.v_slice
                positions += range(part.start, part.stop)
        return np.array(positions, dtype=int)

    def tangent_map(self, q: Array) -> Array:
        """The tangent maps of all joints on the diagonal, (nq, nv), linear in the scale of q."""
        T = zeros(self.nq, self.nv)
        for j in self.free_nodes:
            T = T.add((j.q_slice, j.v_slice), j.type.tangent_map(q[j.q_slice]))
        return T

    def tangent_map_inverse(self, q: Array) -> Array:
        """The inverse tangent maps of all joints on the diagonal, (nv, nq)."""
        T = zeros(self.nv, self.nq)
        for j in self.free_nodes:
            T = T.add((j.v_slice, j.q_slice), j.type.tangent_map_inverse(q[j.q_slice]))
        return T


def _labels(joints: Iterable[tuple[str, Sequence[str]]]) -> tuple[str, ...]:
    """A name for each coordinate: the joint's, with a suffix where it has several."""
    return tuple(
        f"{name}.{suffix}" if suffix else name for name, suffixes in joints for suffix in suffixes
    )


def _is_index(name: object) -> TypeGuard[int]:
    return isinstance(name, (int, np.integer)) and not isinstance(name, bool)
