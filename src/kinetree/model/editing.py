"""Edit descriptions: lock joints, join robots, free bases, extract subtrees.

A body that is merged into another adds its inertia there; its frames and geometries move with it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..errors import ModelError
from ..scalar.array import as_array
from ..spatial import SE3, Inertia
from .configuration import angle_of
from .description import (
    Body,
    Configuration,
    Description,
    Universe,
    snapped_placement,
    universe_frame,
)
from .joints import Fixed, FreeFlyer, Joint, Mimic
from .joints.complete import check_joint
from .tree import Anchor, Constraint, Coupling, Frame, Loop

Hosts = Mapping[int, Anchor]
"""By body number: the new body that it is part of, and where; other bodies are dropped."""


def reduced(robot: Description, values: Configuration) -> Description:
    """The robot with joints fixed at coordinates by name, those of the source for a mimic."""
    hosts, kept = {0: Anchor(0, SE3.identity())}, list[int]()
    for i, body in enumerate(robot.joints, 1):
        if body.name in values:
            at = hosts[body.parent]
            T = body.placement @ body.joint.placement(as_array(values[body.name]))
            hosts[i] = Anchor(at.joint, at.placement @ T)
        else:
            kept.append(i)
            hosts[i] = Anchor(len(kept), SE3.identity())
    found = _merged(robot, hosts, [0, *kept])
    locked = {b.name: _value(b.joint, values[b.name]) for b in robot.joints if b.name in values}
    constraints = (_with_locked(c, locked) for c in found.constraints)
    return replace(
        found,
        frames=tuple(
            replace(f, kind="fixed_joint") if f.kind == "joint" and f.name in values else f
            for f in found.frames
        ),
        constraints=tuple(c for c in constraints if c),
    )


def _value(kind: Joint, q: Sequence[float]) -> float:
    """The coordinate of a joint, an angle for (cos, sin); nan for a joint with several."""
    if len(q) == 2 and kind.nv <= 1:
        q = angle_of(np.array(q))
    value = float(q[0]) if len(q) == 1 else float("nan")
    return kind.multiplier * value + kind.offset if isinstance(kind, Mimic) else value


def _with_locked(constraint: Constraint, values: Mapping[str, float]) -> Constraint | None:
    """A constraint with some joints locked; None if it couples a locked joint."""
    if isinstance(constraint, Loop):
        return constraint
    if constraint.joint in values:
        return None
    if constraint.source is None or constraint.source not in values:
        return constraint
    value = float(np.polynomial.Polynomial(constraint.coefficients)(values[constraint.source]))
    return replace(constraint, source=None, coefficients=(value,))


def subtree(robot: Description, root: int) -> Description:
    """A joint and its descendants; its parent body becomes the universe."""
    parent = robot.joints[root - 1].parent
    hosts, kept = {parent: Anchor(0, SE3.identity())}, list[int]()
    for i, body in enumerate(robot.joints[root - 1 :], root):
        if i == root or (body.parent in hosts and body.parent != parent):
            kept.append(i)
            hosts[i] = Anchor(len(kept), SE3.identity())
    names = {robot.joints[i - 1].name for i in kept}
    found = _merged(robot, hosts, [parent, *kept])
    for body in found.joints:
        if isinstance(body.joint, Mimic) and body.joint.source not in names:
            raise ModelError(
                f"{robot.name}: joint {body.name!r} follows {body.joint.source!r}, which is not "
                f"below {robot.joints[root - 1].name!r}; begin nearer to the root, or load with "
                "mimic=False."
            )
    return replace(
        found,
        constraints=tuple(
            c
            for c in found.constraints
            if isinstance(c, Loop) or names.issuperset({c.joint, c.source or c.joint})
        ),
    )


def append(robot: Description, other: Description, at: Anchor, prefix: str) -> Description:
    """Both robots as one, with the universe of `other` at an anchor of `robot`."""
    second = _renamed(other, prefix) if prefix else other
    shared = {b.name for b in robot.joints} & {b.name for b in second.joints}
    frames = {(f.name, f.kind) for f in robot.frames} & {(f.name, f.kind) for f in second.frames}
    names = sorted((shared | {name for name, _ in frames}) - {"universe"})
    if names:
        raise ModelError(
            f"both robots have {', '.join(map(repr, names[:10]))}; give the names of the second one"
            " a prefix: append(..., prefix='left_')."
        )
    return _joined(robot, second, at)


def with_floating_base(robot: Description, joint: Joint) -> Description:
    """The robot on a joint called "root_joint", placed at its root link."""
    if any(isinstance(b.joint, FreeFlyer) and not b.parent for b in robot.joints):
        raise ModelError(f"{robot.name} has a free base already.")
    if any(f.name == "root_joint" for f in robot.frames):
        raise ModelError(f"{robot.name} has a 'root_joint' already: its base is on it.")
    check_joint(f"{robot.name}: joint 'root_joint'", joint)
    roots = [f.placement for f in robot.frames if f.kind == "body" and not f.joint]
    origin = snapped_placement(roots[0]) if roots else SE3.identity()
    if isinstance(joint, Fixed):
        frame, bodies, at = Frame("root_joint", "fixed_joint", 0, origin), (), SE3.identity()
    else:
        frame, at = Frame("root_joint", "joint", 1, SE3.identity()), origin.inverse()
        bodies = (Body("root_joint", 0, joint, origin, parameters=actuation(joint)),)
    base = Description(robot.name, robot.gravity, joints=bodies, frames=(universe_frame(), frame))
    return _joined(base, robot, Anchor(frame.joint, at))


def actuation(joint: Joint) -> dict[str, Any]:
    """The parameters of a base's joint; a free-flyer is not actuated."""
    return {"actuated": not isinstance(joint, FreeFlyer)}


def with_frame(robot: Description, name: str, at: Anchor) -> Description:
    """The robot with one more frame, the last."""
    if any((f.name, f.kind) == (name, "op") for f in robot.frames):
        raise ModelError(f"{robot.name} has a frame {name!r} already; choose another name.")
    frame = Frame(name, "op", at.joint, snapped_placement(at.placement))
    return replace(robot, frames=(*robot.frames, frame))


def _renamed(robot: Description, prefix: str) -> Description:
    """The robot with a prefix to all names but the robot's and those of its configurations."""
    return replace(
        robot,
        joints=tuple(
            replace(b, name=prefix + b.name, joint=_renamed_joint(b.joint, prefix))
            for b in robot.joints
        ),
        frames=tuple(
            f if f.kind == "universe" else replace(f, name=prefix + f.name) for f in robot.frames
        ),
        geometries=tuple(
            replace(g, name=prefix + g.name, body=prefix + g.body) for g in robot.geometries
        ),
        constraints=tuple(_renamed_constraint(c, prefix) for c in robot.constraints),
        reference_configurations={
            title: {prefix + joint: q for joint, q in values.items()}
            for title, values in robot.reference_configurations.items()
        },
        groups={
            prefix + title: tuple(prefix + joint for joint in joints)
            for title, joints in robot.groups.items()
        },
        disabled_collisions=tuple(
            (prefix + one, prefix + other, reason)
            for one, other, reason in robot.disabled_collisions
        ),
    )


def _renamed_joint(joint: Joint, prefix: str) -> Joint:
    if not isinstance(joint, Mimic):
        return joint
    return Mimic(prefix + joint.source, joint.multiplier, joint.offset, joint.joint)


def _renamed_constraint(constraint: Constraint, prefix: str) -> Constraint:
    name = prefix + constraint.name
    if isinstance(constraint, Loop):
        return replace(constraint, name=name)
    source = None if constraint.source is None else prefix + constraint.source
    return replace(constraint, name=name, joint=prefix + constraint.joint, source=source)


def _moved(robot: Description, hosts: Hosts) -> Description:
    """Frames, geometries and loops, moved to the hosts of their bodies or dropped with them."""

    def place(x: Any) -> Any:
        at = hosts[x.joint]
        return replace(x, joint=at.joint, placement=snapped_placement(at.placement @ x.placement))

    loops = [c for c in robot.constraints if isinstance(c, Loop)]
    whole = [c for c in loops if {c.first.joint, c.second.joint} <= hosts.keys()]
    couplings = [c for c in robot.constraints if isinstance(c, Coupling)]
    found = replace(
        robot,
        frames=(),
        geometries=tuple(place(g) for g in robot.geometries if g.joint in hosts),
        constraints=(
            *couplings,
            *(replace(c, first=place(c.first), second=place(c.second)) for c in whole),
        ),
    )
    frames = (f for f in robot.frames if f.joint in hosts and f.kind != "universe")
    return replace(found, frames=(universe_frame(), *map(place, frames)))


def _on_host(body: Body, hosts: Hosts) -> Body:
    """A body with the host of its parent as parent."""
    at = hosts[body.parent]
    origin = snapped_placement(at.placement @ body.placement)
    return replace(body, parent=at.joint, placement=origin)


def _merged(robot: Description, hosts: Hosts, kept: Sequence[int]) -> Description:
    """The robot of the bodies `kept`, the first as universe; others of `hosts` are merged."""
    bodies = [robot.universe, *robot.joints]
    inertias = [bodies[i].inertia for i in kept]
    for i, at in hosts.items():
        if i not in kept:
            inertias[at.joint] = _added(inertias[at.joint], at, bodies[i].inertia)
    joints = (_on_host(robot.joints[i - 1], hosts) for i in kept[1:])
    joints = (replace(b, inertia=I) for b, I in zip(joints, inertias[1:], strict=True))
    moved = _moved(replace(robot, joints=()), hosts)
    found = replace(moved, universe=Universe(inertia=inertias[0]), joints=tuple(joints))
    names = {body.name for body in found.joints}
    links = {f.name for f in found.frames if f.kind == "body"}
    return replace(
        found,
        reference_configurations={
            title: {joint: q for joint, q in values.items() if joint in names}
            for title, values in robot.reference_configurations.items()
        },
        groups={
            title: tuple(x for x in joints if x in names) for title, joints in robot.groups.items()
        },
        disabled_collisions=tuple(
            pair for pair in robot.disabled_collisions if links.issuperset(pair[:2])
        ),
    )


def _joined(first: Description, second: Description, at: Anchor) -> Description:
    """Two robots as one, the universe of the second merged into a body of the first."""
    n = len(first.joints)
    count = len(second.joints) + 1
    hosts = {i: Anchor(n + i, SE3.identity()) for i in range(count)} | {0: at}
    moved = _moved(replace(second, joints=()), hosts)
    bodies: list[Any] = [first.universe, *first.joints]
    host = bodies[at.joint]
    bodies[at.joint] = replace(host, inertia=_added(host.inertia, at, second.universe.inertia))
    titles = dict.fromkeys([*first.reference_configurations, *second.reference_configurations])
    return replace(
        first,
        universe=replace(bodies[0], placement=SE3.identity()),
        joints=(*bodies[1:], *(_on_host(body, hosts) for body in second.joints)),
        frames=(*first.frames, *moved.frames[1:]),
        geometries=first.geometries + moved.geometries,
        constraints=first.constraints + moved.constraints,
        reference_configurations={
            title: {
                **first.reference_configurations.get(title, {}),
                **second.reference_configurations.get(title, {}),
            }
            for title in titles
        },
        groups={**first.groups, **second.groups},
        disabled_collisions=first.disabled_collisions + second.disabled_collisions,
    )


def _added(inertia: Inertia, at: Anchor, part: Inertia) -> Inertia:
    return inertia + at.placement @ part
