"""Put robots together, as descriptions: body by body, by merging bodies, and of two robots.

A body that is merged into another adds its inertia there; its frames and geometries move with it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from ..errors import ModelError
from ..spatial import SE3, Inertia
from .actuators import Actuator
from .description import (
    ANNOTATIONS,
    Anchor,
    Body,
    Constraint,
    Coupling,
    Description,
    Universe,
    snapped_placement,
)
from .joints import Fixed, Joint, Mimic
from .parts import Frame, FrameKind, Geometry, PairSurface, pairs_among
from .sensors import Sensor
from .structure import driven_names

Hosts = Mapping[int, Anchor]
"""By body number: the new body that it is part of, and where; other bodies are dropped."""

_P = TypeVar("_P", Frame, Geometry, Anchor)
_N = TypeVar("_N", bound=Body | Frame | Geometry | Constraint | PairSurface | Actuator | Sensor)
_ON_UNIVERSE: Final = (("frame", "universe"), ("reference", "universe"))


class Assembly:
    """Collects bodies and frames. A body is moved by the last joint above it."""

    def __init__(self) -> None:
        self.bodies: list[Body] = []
        self._inertias = [Inertia.zero()]
        self._frames = [Frame("universe", "universe", 0, SE3.identity())]
        self._frame_names: set[tuple[str, FrameKind]] = {("universe", "universe")}

    def add_joint(
        self, name: str, joint: Joint, anchor: Anchor, parameters: Mapping[str, object]
    ) -> Anchor:
        """Add a joint at an anchor, and its frame; returns the anchor of that frame."""
        if name == "universe":
            raise ModelError(
                "a joint cannot be called 'universe', as the first of all is; rename it."
            )
        if isinstance(joint, Fixed):
            return self.add_frame(name, "fixed_joint", anchor)
        origin = snapped_placement(anchor.placement)
        self.bodies.append(Body(name, anchor.joint, joint, origin, parameters=parameters))
        self._inertias.append(Inertia.zero())
        return self.add_frame(name, "joint", Anchor(len(self.bodies), SE3.identity(), anchor.frame))

    def add_body(self, name: str, anchor: Anchor, inertia: Inertia | None) -> Anchor:
        """Add the frame of a body, and its inertia in that frame to the joint that moves it."""
        if inertia is not None:
            self._inertias[anchor.joint] += anchor.placement @ inertia
        return self.add_frame(name, "body", anchor, inertia)

    def add_frame(
        self, name: str, kind: FrameKind, anchor: Anchor, inertia: Inertia | None = None
    ) -> Anchor:
        """Add a frame, whose name must be the only one of its kind; returns the anchor in it."""
        if (name, kind) in self._frame_names:
            raise ModelError(f"two frames are called {name!r}, both of kind {kind!r}; rename one.")
        self._frame_names.add((name, kind))
        placement = snapped_placement(anchor.placement)
        self._frames.append(Frame(name, kind, anchor.joint, placement, inertia, anchor.frame))
        return replace(anchor, frame=len(self._frames) - 1)

    def description(self, name: str, **more: Any) -> Description:
        """The robot so far, its joints in the order in which they were added, with more fields."""
        joints, frames = tuple(self.bodies), tuple(self._frames)
        robot = Description(name, joints=joints, frames=frames, **more)
        return _with_inertias(robot, self._inertias)


def renamed(robot: Description, prefix: str) -> Description:
    """The robot with a prefix to all names but the robot's and those of its configurations."""

    def prefixed(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(prefix + name for name in names)

    def named(x: _N) -> _N:
        keys = ("name", "body", "joint", "source", "frame", "reference", "first", "second")
        names = {key: getattr(x, key, None) for key in keys}
        named = {k: x for k, x in names.items() if type(x) is str and (k, x) not in _ON_UNIVERSE}
        return replace(x, **{k: prefix + name for k, name in named.items()})

    def renamed_joint(joint: Joint) -> Joint:
        if not isinstance(joint, Mimic):
            return joint
        return Mimic(prefix + joint.source, joint.multiplier, joint.offset, joint.joint)

    return replace(
        robot,
        joints=tuple(replace(named(b), joint=renamed_joint(b.joint)) for b in robot.joints),
        frames=(*robot.frames[:1], *map(named, robot.frames[1:])),
        geometries=tuple(map(named, robot.geometries)),
        constraints=tuple(map(named, robot.constraints)),
        reference_configurations={
            title: {prefix + joint: q for joint, q in values.items()}
            for title, values in robot.reference_configurations.items()
        },
        groups={prefix + title: prefixed(joints) for title, joints in robot.groups.items()},
        disabled_collisions=tuple(
            (prefix + a, prefix + b, x) for a, b, x in robot.disabled_collisions
        ),
        collision_pairs=tuple((prefix + a, prefix + b) for a, b in robot.collision_pairs),
        pair_surfaces=tuple(map(named, robot.pair_surfaces)),
        actuators=tuple(replace(named(x), joints=prefixed(x.joints)) for x in robot.actuators),
        sensors=tuple(map(named, robot.sensors)),
    )


def moved(robot: Description, move: Callable[[Anchor], Anchor | None]) -> Description:
    """The robot with its frames, geometries and ends of loops at other places, or without them."""

    def place(x: _P) -> _P | None:
        end = move(Anchor(x.joint, x.placement))
        return replace(x, joint=end.joint, placement=end.placement) if end else None

    def moved_constraint(x: Constraint) -> Constraint | None:
        if isinstance(x, Coupling):
            return x
        first, second = place(x.first), place(x.second)
        return replace(x, first=first, second=second) if first and second else None

    frames = dict(enumerate(robot.frames[:1]))
    frames |= {i: f for i, x in enumerate(robot.frames[1:], 1) if (f := place(x))}
    number = {None: None} | {old: new for new, old in enumerate(frames)}
    return replace(
        robot,
        frames=tuple(
            replace(f, parent_frame=number.get(f.parent_frame, 0)) for f in frames.values()
        ),
        geometries=tuple(filter(None, map(place, robot.geometries))),
        constraints=tuple(filter(None, map(moved_constraint, robot.constraints))),
    )


def _on_hosts(
    robot: Description, hosts: Hosts, kept: Sequence[int]
) -> tuple[Description, tuple[Body, ...]]:
    """Frames, geometries and loops, and the bodies `kept`, on the hosts of what they are on."""

    def on_host(end: Anchor) -> Anchor | None:
        if (host := hosts.get(end.joint)) is None:
            return None
        return Anchor(host.joint, snapped_placement(host.placement @ end.placement))

    bodies = [robot.joints[i - 1] for i in kept]
    origins = [on_host(Anchor(body.parent, body.placement)) for body in bodies]
    joints = tuple(
        replace(body, parent=origin.joint, placement=origin.placement)
        for body, origin in zip(bodies, origins, strict=True)
        if origin
    )
    return moved(replace(robot, joints=()), on_host), joints


def _with_inertias(robot: Description, inertias: Sequence[Inertia]) -> Description:
    """The robot with other inertias, that of the universe first."""
    bodies = zip(robot.joints, inertias[1:], strict=True)
    joints = tuple(replace(body, inertia=inertia) for body, inertia in bodies)
    return replace(robot, universe=Universe(inertia=inertias[0]), joints=joints)


def merged(robot: Description, hosts: Hosts, kept: Sequence[int]) -> Description:
    """The robot of the bodies `kept`, the first as universe; others of `hosts` are merged."""
    bodies = [robot.universe, *robot.joints]
    part, joints = _on_hosts(robot, hosts, kept[1:])
    names = {body.name for body in joints}
    links = {f.name for f in part.frames if f.kind == "body"}
    driven = {*driven_names((body.name, body.joint) for body in joints)}
    places = {f.name for f in part.frames[1 if kept[0] else 0 :]}
    part = replace(
        part,
        joints=joints,
        reference_configurations={
            title: {joint: q for joint, q in values.items() if joint in names}
            for title, values in robot.reference_configurations.items()
        },
        groups={
            title: tuple(x for x in group if x in names) for title, group in robot.groups.items()
        },
        disabled_collisions=tuple(x for x in robot.disabled_collisions if links.issuperset(x[:2])),
        **pairs_among(part.geometries, robot.collision_pairs, robot.pair_surfaces),
        actuators=tuple(x for x in robot.actuators if driven.issuperset(x.joints)),
        sensors=tuple(
            x
            for x in robot.sensors
            if x.joint in names or places.issuperset({x.frame, x.reference or x.frame})
        ),
    )
    inertias = [bodies[i].inertia for i in kept]
    for i, host in hosts.items():
        if i not in kept:
            inertias[host.joint] += host.placement @ bodies[i].inertia
    return _with_inertias(part, inertias)


def joined(first: Description, second: Description, anchor: Anchor) -> Description:
    """Two robots as one, the universe of the second merged into a body of the first."""
    n, kept = len(first.joints), range(1, len(second.joints) + 1)
    hosts = {0: anchor, **{i: Anchor(n + i, SE3.identity()) for i in kept}}
    part, joints = _on_hosts(second, hosts, kept)
    above = {None: None, 0: anchor.frame}
    above |= {i: i + len(first.frames) - 1 for i in range(1, len(part.frames))}
    mounted = (replace(f, parent_frame=above[f.parent_frame]) for f in part.frames[1:])
    host = first.frames[anchor.frame or 0]
    mount = host.placement.inverse() @ anchor.placement

    def mounted_sensor(x: Sensor) -> Sensor:
        """A sensor on a frame of the host where it, or its reference, was on the universe."""
        if x.frame == "universe":
            x = replace(x, frame=host.name, placement=mount @ x.placement)
        if x.reference == "universe":
            place = mount @ (x.reference_placement or SE3.identity())
            x = replace(x, reference=host.name, reference_placement=place)
        return x

    part = replace(part, sensors=tuple(map(mounted_sensor, part.sensors)))
    lists = (key for key in ANNOTATIONS if isinstance(getattr(first, key), tuple))
    one, other = first.reference_configurations, second.reference_configurations
    both = replace(
        first,
        joints=first.joints + joints,
        frames=(*first.frames, *mounted),
        reference_configurations={
            title: {**one.get(title, {}), **other.get(title, {})} for title in {**one, **other}
        },
        groups={**first.groups, **second.groups},
        **{key: getattr(first, key) + getattr(part, key) for key in lists},
    )
    inertias = [body.inertia for body in (both.universe, *both.joints)]
    inertias[anchor.joint] += anchor.placement @ second.universe.inertia
    return _with_inertias(both, inertias)
