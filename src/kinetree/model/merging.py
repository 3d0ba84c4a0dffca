"""Merge bodies, join and rename robots, on descriptions.

A body that is merged into another adds its inertia there; its frames and geometries move with it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from ..spatial import SE3
from .description import Body, Description, Universe, snapped_placement, universe_frame
from .joints import Joint, Mimic
from .parts import Anchor, Constraint, Coupling, Frame, Geometry, Loop

Hosts = Mapping[int, Anchor]
"""By body number: the new body that it is part of, and where; other bodies are dropped."""

_P = TypeVar("_P", Frame, Geometry, Anchor)


def renamed(robot: Description, prefix: str) -> Description:
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

    def place(x: _P) -> _P:
        host = hosts[x.joint]
        placement = snapped_placement(host.placement @ x.placement)
        return replace(x, joint=host.joint, placement=placement)

    loops = [c for c in robot.constraints if isinstance(c, Loop)]
    whole = [c for c in loops if {c.first.joint, c.second.joint} <= hosts.keys()]
    couplings = [c for c in robot.constraints if isinstance(c, Coupling)]
    frames = (f for f in robot.frames if f.joint in hosts and f.kind != "universe")
    return replace(
        robot,
        frames=(universe_frame(), *map(place, frames)),
        geometries=tuple(place(g) for g in robot.geometries if g.joint in hosts),
        constraints=(
            *couplings,
            *(replace(c, first=place(c.first), second=place(c.second)) for c in whole),
        ),
    )


def _on_host(body: Body, hosts: Hosts) -> Body:
    """A body with the host of its parent as parent."""
    host = hosts[body.parent]
    origin = snapped_placement(host.placement @ body.placement)
    return replace(body, parent=host.joint, placement=origin)


def merged(robot: Description, hosts: Hosts, kept: Sequence[int]) -> Description:
    """The robot of the bodies `kept`, the first as universe; others of `hosts` are merged."""
    bodies = [robot.universe, *robot.joints]
    inertias = [bodies[i].inertia for i in kept]
    for i, host in hosts.items():
        if i not in kept:
            inertias[host.joint] += host.placement @ bodies[i].inertia
    joints = tuple(
        replace(_on_host(robot.joints[i - 1], hosts), inertia=I)
        for i, I in zip(kept[1:], inertias[1:], strict=True)
    )
    names = {body.name for body in joints}
    moved = _moved(replace(robot, joints=()), hosts)
    links = {f.name for f in moved.frames if f.kind == "body"}
    return replace(
        moved,
        universe=Universe(inertia=inertias[0]),
        joints=joints,
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


def joined(first: Description, second: Description, anchor: Anchor) -> Description:
    """Two robots as one, the universe of the second merged into a body of the first."""
    n = len(first.joints)
    count = len(second.joints) + 1
    hosts = {i: Anchor(n + i, SE3.identity()) for i in range(count)} | {0: anchor}
    moved = _moved(replace(second, joints=()), hosts)
    load = anchor.placement @ second.universe.inertia
    universe, bodies = first.universe, list(first.joints)
    if anchor.joint:
        host = bodies[anchor.joint - 1]
        bodies[anchor.joint - 1] = replace(host, inertia=host.inertia + load)
    else:
        universe = Universe(inertia=universe.inertia + load)
    titles = dict.fromkeys([*first.reference_configurations, *second.reference_configurations])
    return replace(
        first,
        universe=replace(universe, placement=SE3.identity()),
        joints=(*bodies, *(_on_host(body, hosts) for body in second.joints)),
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
