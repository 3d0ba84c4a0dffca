"""`Structure`: the joints, frames and coordinates of a robot, by name or number."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeGuard, cast, get_args

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError, unknown
from .actuators import Actuator
from .description import Description
from .joints import Joint, Mimic
from .joints.composite import ConfigurationSpace
from .parts import Frame, FrameKind, Geometry
from .sensors import Sensor
from .softness import Softness

_MEANT: Final = {"site": ("op",), "link": ("body",)}
"""Kinds of frames by their names elsewhere: sites of MJCF, links of URDF."""

_INERTIAL: Final = ("m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A joint of the tree: its parent, its type, and its slices of q and v.

    Those of a mimic are the slices of its source. Its position limits may be soft.
    """

    index: int
    name: str
    parent: int
    type: Joint
    q_slice: slice
    v_slice: slice
    limit_softness: Softness | None
    limit_margin: float


class Structure:
    """What follows from a description once, and no change of parameters affects."""

    name: str
    nodes: tuple[Node, ...]
    """All joints but the universe, parents first."""
    space: ConfigurationSpace
    """That of all independent joints."""
    nq: int
    nv: int
    njoints: int
    """The number of joints, the universe and mimics included."""
    nframes: int
    parents: NDArray[np.int64]
    """The parent of each joint, read-only; that of the universe is itself."""
    frames: tuple[Frame, ...]
    joint_names: tuple[str, ...]
    q_names: tuple[str, ...]
    """A name for each coordinate: the joint's, with a suffix where it has several."""
    v_names: tuple[str, ...]
    q_units: tuple[str, ...]
    v_units: tuple[str, ...]
    tau_units: tuple[str, ...]
    geometries: tuple[Geometry, ...]
    sensors: tuple[Sensor, ...]
    actuators: tuple[Actuator, ...]
    parameter_names: tuple[str, ...]
    """The names of `inertias[1:].ravel()`, the columns of a regressor: "joint1.mcx"."""

    def _set(self, **attributes: object) -> None:
        vars(self).update(attributes)

    def _set_structure(self, robot: Description) -> None:
        """Set the joints of a numbered description; slices of a mimic are those of its source."""
        free = [body for body in robot.joints if body.joint.independent]
        space = ConfigurationSpace([body.joint for body in free])
        slices = {body.name: part[1:] for body, part in zip(free, space.parts, strict=True)}
        sources = [b.joint.source if isinstance(b.joint, Mimic) else b.name for b in robot.joints]
        parents = np.array([0, *(body.parent for body in robot.joints)])
        parents.setflags(write=False)
        self._set(
            name=robot.name,
            nodes=tuple(
                Node(i, b.name, b.parent, b.joint, *slices[x], b.limit_softness, b.limit_margin)
                for i, (b, x) in enumerate(zip(robot.joints, sources, strict=True), 1)
            ),
            space=space,
            nq=space.nq,
            nv=space.nv,
            njoints=len(parents),
            nframes=len(robot.frames),
            parents=parents,
            frames=robot.frames,
            joint_names=("universe", *(body.name for body in robot.joints)),
            q_names=_labels((body.name, body.joint.q_suffixes) for body in free),
            v_names=_labels((body.name, body.joint.v_suffixes) for body in free),
            q_units=space.q_units,
            v_units=space.v_units,
            tau_units=space.tau_units,
            parameter_names=tuple(f"{b.name}.{x}" for b in robot.joints for x in _INERTIAL),
        )

    @property
    def nu(self) -> int:
        """The number of actuators."""
        return len(self.actuators)

    @property
    def na(self) -> int:
        """The number of states of all actuators, those of `activation`."""
        return sum(x.law.kind.states for x in self.actuators)

    @property
    def frame_names(self) -> tuple[str, ...]:
        """The names of all frames, in their order."""
        return tuple(frame.name for frame in self.frames)

    @property
    def body_names(self) -> tuple[str, ...]:
        """The names of all bodies, those fixed to others included: frames of kind "body"."""
        return tuple(frame.name for frame in self.frames if frame.kind == "body")

    @property
    def coupled(self) -> bool:
        """Whether joints share velocities, because one is a mimic."""
        return len(self.free_nodes) < len(self.nodes)

    @property
    def free_nodes(self) -> list[Node]:
        """The independent joints, in the order of q: all but mimics."""
        return [j for j in self.nodes if j.type.independent]

    @property
    def sensor_slices(self) -> dict[str, slice]:
        """The slice of each sensor, by name, in the readings of `kt.sensor_values`."""
        slices, stop = dict[str, slice](), 0
        for x in self.sensors:
            count = x.row.length
            if isinstance(count, str):
                count = getattr(self.node(f"{x.joint}").type, count) or 1  # of a mimic
            slices[x.name] = slice(stop, stop := stop + count)
        return slices

    @property
    def nsensordata(self) -> int:
        """The number of readings of all sensors together."""
        return sum(x.stop - x.start for x in self.sensor_slices.values())

    def node(self, name: str | int) -> Node:
        """A joint by name or index, without its parameters."""
        if _is_index(name):
            if not 1 <= name < self.njoints:
                raise ModelError(
                    f"{self.name}: no joint {name}; joints are numbered 1 to {self.njoints - 1}."
                )
            return self.nodes[name - 1]
        if not isinstance(name, str) or name not in self.joint_names[1:]:
            raise ModelError(f"{self.name}: {unknown('joint', name, self.joint_names[1:])}")
        return self.nodes[self.joint_names.index(name, 1) - 1]

    def frame(self, name: Frame | str | int, kind: FrameKind | None = None) -> Frame:
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
            raise ModelError(f"{self.name}: {unknown(what, name, self.frame_names)}")
        return next((f for f in fitting if f.kind == "body"), fitting[0])

    def _same_frame(self, frame: Frame) -> Frame:
        """The frame of this robot that is, or equals, a given one."""
        for f in self.frames:
            same = (f.name, f.kind, f.joint) == (frame.name, frame.kind, frame.joint)
            if f is frame or (same and f.placement.matrix.flat == frame.placement.matrix.flat):
                return f
        raise ModelError(
            f"{self.name}: the frame {frame.name!r} given is another robot's; pass its name, or "
            "one of model.frames."
        )

    def q_index(self, names: Sequence[str]) -> NDArray[np.int64]:
        """The positions in q of joints, or of single coordinates, by name; one name, or several.

        A name that is both a joint's and a coordinate's means the joint.
        """
        return self._positions("q", names, self.q_names)

    def v_index(self, names: Sequence[str]) -> NDArray[np.int64]:
        """The positions in v of joints, or of single velocities, by name; one name, or several.

        A name that is both a joint's and a velocity's means the joint.
        """
        return self._positions("v", names, self.v_names)

    def _positions(self, which: str, names: object, labels: tuple[str, ...]) -> NDArray[np.int64]:
        if not isinstance(names, Iterable):
            raise ModelError(f"{self.name}: {which}_index of {names!r}; expected names of joints.")
        positions: list[int] = []
        for name in [names] if isinstance(names, str) else cast(Iterable[str | int], names):
            if isinstance(name, str) and name in labels and name not in self.joint_names[1:]:
                positions.append(labels.index(name))
            else:
                joint = self.node(name)
                part = joint.q_slice if which == "q" else joint.v_slice
                positions += range(part.start, part.stop)
        return np.array(positions, dtype=int)


def check_joint_number(robot: Structure, what: str, joint: object) -> None:
    """Raise ModelError unless a part of a robot is on one of its joints, or the universe."""
    if joint not in range(robot.njoints):
        raise ModelError(
            f"{what} is on joint {joint!r}; {robot.name} has joints 0 to {robot.njoints - 1}."
        )


def _labels(joints: Iterable[tuple[str, Sequence[str]]]) -> tuple[str, ...]:
    """A name for each coordinate: the joint's, with a suffix where it has several."""
    return tuple(f"{name}.{x}" if x else name for name, suffixes in joints for x in suffixes)


def driven_names(joints: Iterable[tuple[str, Joint]]) -> list[str]:
    """The names by which actuators know velocities: labels, and joints that have one, or mimic."""
    named = [*joints]
    labels = _labels((name, joint.v_suffixes) for name, joint in named if joint.independent)
    return [*dict.fromkeys([*labels, *(x for x, y in named if y.nv == 1 or not y.independent)])]


def _is_index(name: object) -> TypeGuard[int]:
    return isinstance(name, (int, np.integer)) and not isinstance(name, bool)
